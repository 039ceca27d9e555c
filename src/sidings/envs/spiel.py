"""The games in OpenSpiel: importing this registers them with pyspiel.

Each is called ``python_sidings_`` and its name, as in ``python_sidings_game_of_trains``, and takes
``players``, ``most_moves`` and the game's own options as parameters. All the luck of a game is
drawn at its root, where explicit chance nodes choose the seed of every shuffle, so that a history
says all and a state is saved as its history.
"""

import hashlib
import json
from typing import Any

import numpy as np
import pyspiel

import sidings
from sidings.envs.session import Session, Setup, prepare, set_up
from sidings.envs.structs import ACTION_SPEC, ActionStruct, ObservationStruct, StateStruct
from sidings.games.catalogue import game_names
from sidings.games.contract import MOST_MOVES, Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import guess_at, hidden_copy
from sidings.kernel.record import Array
from sidings.play.moves import find_action
from sidings.play.table import SPECTATOR

DIGITS, BASE = 4, 256  # chance nodes at the root, and the outcomes of each


def short_name(name: str) -> str:
    """What OpenSpiel calls a game of ours.

    >>> short_name("game-of-trains")
    'python_sidings_game_of_trains'
    """
    return f"python_sidings_{name.replace('-', '_')}"


def _game_type(game: Game[Any]) -> pyspiel.GameType:
    parameters = {"players": game.players[0], "most_moves": MOST_MOVES}
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=f"{game.title} (Sidings)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters | {o.name: o.default for o in game.options},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of our games, with its players and options."""

    def __init__(self, name: str, parameters: dict[str, Any] | None = None) -> None:
        game = sidings.game(name)
        kind = _game_type(game)
        given: dict[str, Any] = kind.parameter_specification | (parameters or {})
        options = {option.name: given[option.name] for option in game.options}
        self.setup = set_up(game, given["players"], options, None, given["most_moves"])
        prepare(self.setup)
        players = self.setup.players
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=BASE,
            num_players=players,
            min_utility=-1.0 if players == 2 else -1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.setup.most_moves,
        )
        super().__init__(kind, info, parameters or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    StateStruct, ObservationStruct, ActionStruct = StateStruct, ObservationStruct, ActionStruct

    def action_struct_spec(self) -> tuple[str, str]:
        """What an action struct needs, and an example."""
        return ACTION_SPEC

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "SpielObserver":
        if params:
            raise sidings.BadOption(f"observations take no parameters, not {params}")
        return SpielObserver(
            self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class _Seen:
    """The states that a game went through, and so all that each seat has seen."""

    def __init__(self, states: Array, before: "_Seen | None") -> None:
        self._states = states
        self._before = before
        self._digests: dict[int, bytes] = {}

    def __deepcopy__(self, memo: object) -> "_Seen":
        return self  # it never changes

    def digest(self, seat: int) -> bytes:
        """A hash of every state so far as the seat saw it."""
        unknown: list[_Seen] = []
        here: _Seen | None = self
        while here is not None and seat not in here._digests:
            unknown.append(here)
            here = here._before
        digest = b"" if here is None else here._digests[seat]
        for step in reversed(unknown):
            seen = hidden_copy(step._states, seat).tobytes()
            digest = hashlib.blake2b(digest + seen, digest_size=12).digest()
            step._digests[seat] = digest
        return digest


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A game in play: the chance nodes of its deal, then the players' moves."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.session = Session(game.setup)
        self._deal: list[int] = []
        self._seen: _Seen | None = None

    @property
    def dealt(self) -> bool:
        return len(self._deal) == DIGITS

    def current_player(self) -> int:
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.session.ended else self.session.seat

    def is_terminal(self) -> bool:
        return self.dealt and self.session.ended

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each digit of the seed is as likely as the next."""
        return [(digit, 1 / BASE) for digit in range(BASE)]

    def _legal_actions(self, player: int) -> list[int]:
        actions: list[int] = np.flatnonzero(self.session.mask()).tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self.dealt:
            self.session.play(action)
        else:
            self._deal.append(action)
            if not self.dealt:
                return
            key = np.zeros(8, np.uint32)
            key_of_game(key, int.from_bytes(bytes(self._deal), "big"), 0)
            self.session.deal(key)
        self._seen = _Seen(self.session.states.copy(), self._seen)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.session.game.write_move(self.session.states[0], action)

    def returns(self) -> list[float]:
        """1 for the winner, -1 shared by the others; 0 until the end."""
        return self.session.utilities() if self.dealt else [0.0] * self.session.players

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that looks the same to the player, with another world behind it.

        Its moves can be played on, but its history is that of the first world, so it is not one
        to save.
        """
        other: SpielState = self.clone()
        other.session.states = states = hidden_copy(other.session.states, player)
        guess_at(states, 0, player, fast_generator(int(sampler() * 2**53)))
        return other

    # --- Structs

    def to_struct(self) -> StateStruct:
        """The whole position."""
        return StateStruct({"position": self._position(self.session.states, hidden=False)})

    def to_observation_struct(self, player: int | None = None) -> ObservationStruct:
        """What a player sees; by default the one in turn."""
        current = self.current_player()
        seat = max(current, SPECTATOR) if player is None else player
        moves = [self._action_to_string(seat, one) for one in self.legal_actions()]
        position = self._position(self.session.hidden(seat), hidden=True) if self.dealt else None
        is_theirs = current == seat
        return ObservationStruct(
            {"seat": seat + 1, "position": position, "moves": moves if is_theirs else []}
        )

    def action_to_struct(self, player: int, action: int | None = None) -> ActionStruct:
        """An action of a player, or (with one argument) of the player in turn."""
        if action is None:
            player, action = self.current_player(), player
        return ActionStruct({"move": self._action_to_string(player, action)})

    def actions_to_struct(self, *arguments: Any) -> ActionStruct:
        """A list of one action: each of our moves is one."""
        (action,) = arguments[-1]
        player = arguments[0] if len(arguments) > 1 else self.current_player()
        return self.action_to_struct(player, action)

    def struct_to_actions(self, struct: ActionStruct) -> list[int]:
        """The legal action that a struct names, or an error that says why there is none."""
        if not self.dealt or self.is_terminal():
            named = [a for a in self.legal_actions() if self.action_to_string(a) == struct.move]
            if not named:
                raise sidings.BadOption(f"there is no {struct.move!r} to play now")
            return named
        states = self.session.states
        return [find_action(self.session.game, states[0], self.legal_actions(), struct.move)]

    def validate_action_struct(self, struct: ActionStruct) -> pyspiel.Status:
        """Whether a struct names a legal action, and why not."""
        try:
            self.struct_to_actions(struct)
        except sidings.SidingsError as error:
            return pyspiel.error_status(str(error))
        return pyspiel.ok_status()

    def apply_action_struct(self, struct: ActionStruct) -> pyspiel.Status:
        """Play what a struct names, if it is legal."""
        status = self.validate_action_struct(struct)
        if status.ok():
            self.apply_action(self.struct_to_actions(struct)[0])
        return status

    def _position(self, states: Array, *, hidden: bool) -> dict[str, Any] | None:
        """A position with everything that ``sidings.load`` or ``sidings.observe`` needs."""
        if not self.dealt:
            return None
        game = self.session.game
        return {
            "game": game.name,
            "players": self.session.players,
            "options": game.read_options(states[0]),
            **game.dump(states[0], hidden=hidden),
        }

    def seen_by(self, seat: int) -> dict[str, Any]:
        """The position as a seat (or a spectator) may see it; empty before the deal."""
        session = self.session
        return session.game.dump(session.hidden(seat)[0], hidden=True) if self.dealt else {}

    def remembered_by(self, seat: int) -> str:
        """A hash of all that a seat has seen so far: it tells information states apart."""
        return "" if self._seen is None else self._seen.digest(seat).hex()

    def __str__(self) -> str:
        if not self.dealt:
            return f"deal {self._deal}"
        return json.dumps(self.session.game.dump(self.session.states[0], hidden=False))


class SpielObserver:
    """What a player sees, as a tensor with named parts and as a string.

    The public part of it is what a spectator sees; the private part is what differs from that.
    """

    def __init__(self, setup: Setup, kind: Any) -> None:
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = kind.perfect_recall
        self.tensor = np.zeros(setup.layout.size, np.float32)
        self.dict = setup.layout.unpack(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0
        if state.dealt:
            seen = state.session.observe(self._seat(player))
            public = None if self._public else state.session.observe(SPECTATOR)
            self.tensor[:] = seen if public is None else np.where(seen == public, 0, seen)

    def string_from(self, state: SpielState, player: int) -> str:
        seat = self._seat(player)
        seen = state.seen_by(seat)
        if not self._public:
            public = state.seen_by(SPECTATOR)
            seen = {key: value for key, value in seen.items() if value != public[key]}
        memory = f"{state.remembered_by(seat)} " if self._recall else ""
        return memory + json.dumps(seen)

    def _seat(self, player: int) -> int:
        return player if self._private else SPECTATOR


def register(name: str) -> None:
    """Make a game known to pyspiel; those that are installed at the import of this are known."""

    class Registered(SpielGame):  # pyspiel calls it with the parameters alone
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, params)

    pyspiel.register_game(_game_type(sidings.game(name)), Registered)


for _name in game_names():
    register(_name)
