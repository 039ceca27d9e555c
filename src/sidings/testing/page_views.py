"""What the page is sent during games that bots play, for the tests of its words.

``python -m sidings.testing.page_views FILE`` writes views, choices and events as JSON. Of all the
positions and moves it keeps the first of each kind, so that every situation is there once.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sidings.bots import bot, observe
from sidings.games.catalogue import game_names
from sidings.play.table import deal
from sidings.tables.runtime import runtime_of

GAMES = 6  # of each game and number of players
ROUNDS = 2  # of a game that has rounds
LEVELS = ("random", "thumb")


class Sent(msgspec.Struct):
    """What one seat is sent before and after a move."""

    game: str
    seat: int
    mover: int
    players: int
    options: dict[str, Any]
    move: str
    before: dict[str, Any]
    choices: list[Any]  # before the move, if the seat was in turn
    after: dict[str, Any]
    events: list[Any]


def kind_of(sent: Sent) -> tuple[object, ...]:
    """Two moves of one kind look alike to the words of the page."""
    before = sent.before
    asked = sorted({getattr(choice, "do", "") for choice in sent.choices})
    told = sorted({getattr(event, "do", "") for event in sent.events})
    facts = [before.get(name) is None for name in ("drawn", "double", "last_turns")]
    return sent.seat == sent.mover, before.get("phase"), *asked, None, *told, *facts


def played(name: str, players: int, seed: str) -> Iterator[Sent]:
    """Every move of a game, as the mover and the seat after it are sent it."""
    runtime = runtime_of(name)
    has_rounds = any(option.name == "rounds" for option in runtime.game.options)
    table = deal(name, players, seed, options={"rounds": ROUNDS} if has_rounds else {})
    bots = [bot(LEVELS[seat % 2], seed=seat) for seat in range(players)]
    while table.turn is not None:
        mover = table.turn
        seats = (mover, mover % players + 1)
        move = bots[mover - 1].choose(observe(table))
        states = table._states  # as a table of the server has them
        before, choices = {}, {}
        for seat in seats:
            seen = runtime.look(states, seat)
            before[seat] = runtime.view(seen, seat)
            choices[seat] = list(runtime.choices(seen)[0]) if seat == mover else []
        after = states.copy()
        events = runtime.play(after, runtime.read(states, mover, move)[0])
        for seat in seats:
            view = runtime.view(runtime.look(after, seat), seat)
            told = list(runtime.events_for(events, seat))
            yield Sent(name, seat, mover, players, table.options, move, before[seat],
                       choices[seat], view, told)  # fmt: skip
        table.play(move)


def samples() -> list[Sent]:
    """One move of each kind, of every game."""
    found: dict[tuple[object, ...], Sent] = {}
    for name in game_names():
        for number in range(GAMES):
            for sent in played(name, 2 + number % 3, f"page {number}"):
                found.setdefault((name, *kind_of(sent)), sent)
    return list(found.values())


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(msgspec.json.encode(samples()))
