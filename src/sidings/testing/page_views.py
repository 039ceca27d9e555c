"""What the page is sent during games that bots play, for the tests of its words.

``python -m sidings.testing.page_views FILE`` writes views, choices and events as JSON. Of all the
positions and moves it keeps the first of each kind, so that every situation is there once, and it
goes on, with random options, until every kind of event has happened.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec

from sidings.bots import bot, observe
from sidings.games.catalogue import game as game_of_name
from sidings.games.catalogue import game_names
from sidings.play.table import deal
from sidings.tables.runtime import runtime_of
from sidings.testing.violation import random_mix

GAMES = 6  # of each game, with 2 to 4 players, before options are mixed
MOST_GAMES, MOST_MOVES = 300, 3000
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


def set_up(name: str, number: int) -> tuple[int, dict[str, int | str]]:
    """The players and options of a game: as printed but short, later mixed."""
    game = game_of_name(name)
    players, options = (2 + number % 3, {}) if number < GAMES else random_mix(game, number)
    has_rounds = any(option.name == "rounds" for option in game.options)
    return min(players, 4), options | ({"rounds": ROUNDS} if has_rounds else {})


def played(name: str, number: int) -> Iterator[Sent]:
    """Every move of a game, as the mover and the seat after it are sent it."""
    runtime = runtime_of(name)
    players, options = set_up(name, number)
    table = deal(name, players, f"page {number}", options=options)
    levels = LEVELS if number < GAMES else ("random", "random")  # which get everywhere
    bots = [bot(levels[seat % 2], seed=seat) for seat in range(players)]
    for _ in range(MOST_MOVES):
        if table.turn is None:
            return
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
        events, _ = runtime.play(after, runtime.read(states, mover, move)[0])
        for seat in seats:
            view = runtime.view(runtime.look(after, seat), seat)
            told = list(runtime.events_for(events, seat))
            yield Sent(name, seat, mover, players, table.options, move, before[seat],
                       choices[seat], view, told)  # fmt: skip
        table.play(move)


def kinds_of_events(name: str) -> set[str]:
    """All that the rules of a game can tell."""
    return set(get_args(get_type_hints(game_of_name(name).part("view").Event)["do"]))


def samples() -> list[Sent]:
    """One move of each kind, of every game."""
    found: dict[tuple[object, ...], Sent] = {}
    for name in game_names():
        missing = kinds_of_events(name)
        for number in range(MOST_GAMES):
            if number >= GAMES and not missing:
                break
            for sent in played(name, number):
                missing -= {event.do for event in sent.events}
                found.setdefault((name, *kind_of(sent)), sent)
        if missing:
            raise LookupError(f"in no game of {name} there was {', '.join(sorted(missing))}")
    return list(found.values())


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(msgspec.json.encode(samples()))
