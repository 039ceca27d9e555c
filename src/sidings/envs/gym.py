"""The games as Gymnasium environments: one learner against bots.

Importing this registers each of them with Gymnasium, as in ``sidings/GameOfTrains-v1``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from sidings.bots import Bot, NotLegal, ProgramBot, bot, choose_action
from sidings.envs.session import ILLEGAL_REWARD, Session, check_render_mode, prepare, set_up
from sidings.errors import BadOption, shown
from sidings.games.catalogue import game_names
from sidings.games.contract import MOST_MOVES, Deck, Game
from sidings.kernel.record import Array

SEED_BITS = 48


class AgainstBots(gymnasium.Env[Array, int]):
    """One seat is yours; at the others sit bots (``sidings.bots.bot`` has the names).

    An observation is a flat vector (``layout`` names its parts); ``info["action_mask"]`` and
    ``action_masks()`` say what is legal. The reward comes at the end: 1 for the winner, -1 shared
    by the others. An illegal action ends the episode with -1.

    >>> env = AgainstBots("game-of-trains", ["club"], seat=1)
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
    >>> reward, terminated
    (0.0, False)
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012  # theirs

    def __init__(
        self,
        game: str | Game[Any],
        bots: Sequence[str] = ("club",),
        *,
        players: int | None = None,
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        most_moves: int = MOST_MOVES,
        render_mode: str | None = None,
    ) -> None:
        """``bots`` sit to your left in this order, repeated until the table is full.

        ``seat`` is yours, from 1; without one it is drawn for each game.
        """
        setup = set_up(game, players, options, deck, most_moves)
        self.render_mode = check_render_mode(render_mode)
        if isinstance(bots, str) or not 1 <= len(bots) < setup.players:
            raise BadOption(f"name 1 to {setup.players - 1} bots in a list, not {shown(bots)}")
        if seat is not None and seat not in range(1, setup.players + 1):
            raise BadOption(f"there is no seat {shown(seat)} at a table of {setup.players}")
        for name in bots:
            bot(name, game=setup.game)  # raises what is wrong with it
        prepare(setup)
        self.layout = setup.layout
        self.observation_space = Box(self.layout.low, self.layout.high, dtype=np.int16)
        self.action_space = Discrete(setup.game.actions)  # type: ignore[assignment]  # of NumPy ints
        self._names = list(bots)
        self._given_seat = seat
        self._session = Session(setup)
        self._seat = 0
        self._others: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal the next game, and let the bots play until it is your turn."""
        super().reset(seed=seed)
        self.close()
        session, random = self._session, self.np_random
        session.deal(random.integers(2**32, size=8, dtype=np.uint32))
        given = self._given_seat
        self._seat = int(random.integers(session.players)) if given is None else given - 1
        for order in range(1, session.players):
            name = self._names[(order - 1) % len(self._names)]
            seeded = bot(name, int(random.integers(2**SEED_BITS)))
            self._others[(self._seat + order) % session.players] = seeded
        self._play_others()
        return session.observe(self._seat), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play your action, then the bots' until it is your turn again or the game is over."""
        session = self._session
        if session.ended:
            raise BadOption("the game is over; reset() deals the next")
        if not 0 <= int(action) < session.game.actions or not session.mask()[action]:
            info = {**self._info(), "illegal": True}
            return session.observe(self._seat), ILLEGAL_REWARD, True, False, info
        session.play(action)
        self._play_others()
        reward = session.utilities()[self._seat]
        return (
            session.observe(self._seat),
            reward,
            session.seat < 0,
            session.truncated,
            self._info(),
        )

    def _play_others(self) -> None:
        session = self._session
        while not session.ended and session.seat != self._seat:
            session.play(_choice(self._others[session.seat], session))

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "seat": self._seat + 1}
        if self._session.ended:
            info["scores"] = self._session.scores()
        return info

    def action_masks(self) -> Array:
        """1 for each legal action; the name that sb3-contrib's MaskablePPO looks for."""
        return self._session.mask()

    def hidden(self) -> Any:
        """The record that your seat may see: what our bots are handed."""
        return self._session.hidden(self._seat)[0]

    def render(self) -> str | None:
        """The table as your seat sees it."""
        drawing = self._session.draw(self._seat)
        if self.render_mode != "human":
            return drawing
        print(drawing)  # "human" means the terminal
        return None

    def close(self) -> None:
        """End the bots that are programs."""
        for other in self._others.values():
            if isinstance(other, ProgramBot):
                other.close()
        self._others.clear()


def _choice(player: Bot, session: Session) -> int:
    """The action that a bot picks, handed only what its seat may see."""
    seat = session.seat
    legal = [int(action) for action in np.flatnonzero(session.mask())]
    try:
        return choose_action(player, session.game, session.hidden(seat), seat, legal)
    except NotLegal as fault:
        raise BadOption(f"the bot at seat {seat + 1} {fault}") from None


for _name in game_names():
    gymnasium.register(
        f"sidings/{_name.title().replace('-', '')}-v1",
        entry_point="sidings.envs.gym:AgainstBots",
        kwargs={"game": _name},
    )
