"""The test that any game must pass, ours or a third party's: ``check_game``.

It plays random games and compares every position with the contract.
"""

import json
from typing import Any

import msgspec
import numpy as np

from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import MOST_MOVES, Game
from sidings.games.reading import Position
from sidings.kernel.chacha import key_of_game
from sidings.kernel.events import OVERFLOW, new_events, rows_of
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import (
    actor_at,
    apply_at,
    apply_telling_at,
    deal_at,
    guess_at,
    hidden_copy,
    hide_events_for,
    legal_at,
)
from sidings.kernel.record import Array
from sidings.play.observation import observe
from sidings.play.record import replay
from sidings.play.table import Table, load
from sidings.testing.contents import check_contents
from sidings.testing.digest import check_plain_python
from sidings.testing.kernels import EVERY, MOVES_PER_GAME
from sidings.testing.violation import BrokenContract, one_of_each, random_mix

DRAWN = 50  # drawing is slow, so that every fiftieth position has to do
LONG_GAMES = 10  # that may go on to MOST_MOVES before a game counts as endless


def check_game(
    name: str | Game[Any], games: int = 20, seed: int = 1, *, both_ways: bool = True
) -> None:
    """Play ``games`` random games and raise BrokenContract at the first violation.

    All numbers of players and all options take their turn; every fourth game has a random mix of
    options. At least one of the games must end. ``both_ways`` compares plain Python with compiled
    code as well, in another process.

    >>> check_game("game-of-trains", games=3, both_ways=False)
    """
    game = game_of_name(name) if isinstance(name, str) else name
    check_contents(game)
    tables = one_of_each(game)
    some_ended = False
    for index in range(games):
        mixed = index % 4 == 3
        players, options = random_mix(game, index) if mixed else tables[index % len(tables)]
        some_ended |= _Check(game, players, options, seed, index).run()
    if not some_ended:
        _check_that_games_end(game, seed)
    if both_ways:
        check_plain_python(game, seed)


def _check_that_games_end(game: Game[Any], seed: int) -> None:
    """Play random games, without further checks, until one has come to an end."""
    actions = np.zeros(game.actions, np.int16)
    for index in range(LONG_GAMES):
        states = game.template(game.players[-1], {})
        key_of_game(states[0].key, seed, index)
        rng = fast_generator(seed, index)
        deal_at(states, 0)
        for _ in range(MOST_MOVES):
            if actor_at(states, 0) < 0:
                return
            apply_at(states, 0, int(actions[below(rng, legal_at(states, 0, actions))]))
    raise BrokenContract(
        f"none of {LONG_GAMES} random games of {game.name} ended within {MOST_MOVES:,} moves:"
        " `actor` must be -1 at the end"
    )


class _Check:
    """One random game, checked position by position."""

    def __init__(
        self, game: Game[Any], players: int, options: dict[str, int | str], seed: int, index: int
    ) -> None:
        self.game = game
        self.states = game.template(players, options)
        key_of_game(self.states[0].key, seed, index)
        self.seed = bytes(self.states[0].key.astype("<u4")).hex()
        self.rng = fast_generator(seed, index)
        self.where = f"{game.name}, {players} players, {options or 'default options'}, game {index}"
        self.moves: list[str] = []

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            raise BrokenContract(f"{what} ({self.where}, after {self.moves[-3:] or 'the deal'})")

    def run(self) -> bool:
        """Whether the game came to its end within MOVES_PER_GAME moves."""
        deal_at(self.states, 0)
        cards = self.game.cards(self.states[0])
        table = Table(self.game, self.states.copy(), self.seed)
        for count in range(MOVES_PER_GAME):
            self.require(self.game.cards(self.states[0]) == cards, "cards were lost or made")
            if actor_at(self.states, 0) < 0:
                break
            if count % DRAWN == 0:
                str(table)
            actions = self.legal_actions(self.states)
            action = actions[below(self.rng, len(actions))]
            if count % EVERY == 0:
                self.check_hiding(cards)
                self.check_position(table)
                self.check_views(actions)
                self.check_events(action)
            self.step(action, table)
        else:
            return False
        self.check_end(table)
        return True

    def legal_actions(self, states: Array) -> list[int]:
        buffer = np.full(self.game.actions, -1, np.int16)
        n = legal_at(states, 0, buffer)
        actions = [int(action) for action in buffer[:n]]
        self.require(n > 0, "no legal action before the end")
        self.require(len(set(actions)) == n, "an action is listed twice")
        self.require(all(0 <= a < self.game.actions for a in actions), "an action is out of range")
        return actions

    def step(self, action: int, table: Table) -> None:
        """Apply the action to the state and, as text, to a table: both must agree."""
        before = self.states.copy()
        move = self.game.write_move(self.states[0], action)
        read = self.game.read_move(self.states[0], move.split())
        self.require(read == action, f"{move!r} does not read back")
        twin, _ = self.told(self.states, action)
        self.require(self.states.tobytes() == before.tobytes(), "a copy is not independent")
        apply_at(self.states, 0, action)
        self.moves.append(move)
        self.require(self.states.tobytes() == twin.tobytes(), "apply is not deterministic")
        table.play(move)
        self.require(table.state.tobytes() == self.states.tobytes(), "Table.play differs")

    def check_hiding(self, cards: list[Any]) -> None:
        turn = actor_at(self.states, 0)
        for seat in range(-1, int(self.states[0].players)):
            hidden = hidden_copy(self.states, seat)
            self.require(
                hidden_copy(hidden, seat).tobytes() == hidden.tobytes(), "hide is not idempotent"
            )
            self.require(actor_at(hidden, 0) == turn, "hide changes whose turn it is")
            self.require(not hidden[0].key.any(), "hide leaves the key")
            world = hidden.copy()
            guess_at(world, 0, seat, self.rng)
            self.require(self.game.cards(world[0]) == cards, "a guessed world has other cards")
            self.require(
                hidden_copy(world, seat).tobytes() == hidden.tobytes(),
                f"a guessed world is not what seat {seat + 1} sees",
            )
            if seat == turn:
                actions = self.legal_actions(self.states)
                self.require(self.legal_actions(hidden) == actions, "hide changes the legal moves")
                self.require(self.legal_actions(world) == actions, "guess changes the legal moves")

    def check_views(self, actions: list[int]) -> None:
        """Every seat's view can be sent, and the choices are the legal moves."""
        turn = actor_at(self.states, 0)
        for seat in range(-1, int(self.states[0].players)):
            hidden = hidden_copy(self.states, seat)
            msgspec.json.encode(self.game.view(hidden[0], seat))
            if seat == turn:
                choices = self.game.choices(hidden[0], actions)
                moves = [self.game.write_move(self.states[0], action) for action in actions]
                self.require([choice.move for choice in choices] == moves, "choices are not legal")

    def check_events(self, action: int) -> None:
        """Events lead from the position before a move to the one after, and tell no secret."""
        after, events = self.told(self.states, action)
        for seat in range(-1, int(self.states[0].players)):
            seen = self.events_for(events, seat)
            hidden = hidden_copy(self.states, seat)
            position = self.game.dump(hidden[0], hidden=True)
            for event in self.game.tell(seen):
                self.game.follow(position, event)
            expected = self.game.dump(hidden_copy(after, seat)[0], hidden=True)
            self.require_followed(position, expected, action)
            world = hidden.copy()
            guess_at(world, 0, seat, self.rng)
            if action not in self.legal_actions(world):
                continue
            other, others = self.told(world, action)
            if hidden_copy(other, seat).tobytes() == hidden_copy(after, seat).tobytes():
                same = self.events_for(others, seat) == seen
                self.require(same, f"the events tell seat {seat + 1} what it may not know")

    def require_followed(self, position: Position, expected: Position, action: int) -> None:
        if not self.game.has_part("view"):  # it tells no events
            return
        for key in self.game.keys:
            if key not in self.game.unfollowed:
                move = self.game.write_move(self.states[0], action)
                what = f"the events of {move!r} lead to another {key!r}"
                self.require(position[key] == expected[key], what)

    def told(self, states: Array, action: int) -> tuple[Array, Array]:
        """The state after an action, and the events of it."""
        after, events = states.copy(), new_events(self.game.most_events)
        apply_telling_at(after, 0, action, events)
        self.require(
            not events[0, OVERFLOW], f"a move tells more than {self.game.most_events} events"
        )
        return after, events

    def events_for(self, events: Array, seat: int) -> list[list[int]]:
        seen = np.zeros_like(events)
        hide_events_for(events, seat, seen)
        return rows_of(seen)

    def check_position(self, table: Table) -> None:
        """A position goes through JSON and back, and plays on alike."""
        position = table.dump()
        loaded = load(json.loads(json.dumps(position)), seed=self.seed, game=self.game)
        self.require(loaded.dump() == position, "dump and load differ")
        self.require(sorted(loaded.moves()) == sorted(table.moves()), "a loaded position differs")
        for seat in range(table.players + 1):
            json.dumps(table.dump(seat=seat))
        if table.turn is not None and self.game.has_part("completing"):
            seen = table.dump(seat=table.turn)
            observed = observe(json.loads(json.dumps(seen)), game=self.game)
            self.require(observed.position == seen, "an observed position differs")
            self.require(observed.moves == loaded.moves(), "an observed position's moves differ")

    def check_end(self, table: Table) -> None:
        result = table.result
        self.require(result is not None, "no result at the end")
        assert result is not None  # for the type checker
        places = result.ranking
        expected = [1 + sum(other < place for other in places) for place in places]
        self.require(
            places == expected,
            f"rank wrote the places {places}: they begin at 1, equals share the better one"
            " and the next is left out (1, 2, 2, 4)",
        )
        self.require(table.moves() == [], "there are moves after the end")
        self.check_position(table)
        again = replay(table.record(), self.game)
        self.require(again.state.tobytes() == table.state.tobytes(), "the record replays otherwise")
        self.require(again.record() == table.record(), "the record is not the same again")
