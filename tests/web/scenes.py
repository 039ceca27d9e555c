"""Positions worth a picture, in which seat 1 decides: for the gallery, and for what must fit."""

from dataclasses import dataclass, field

from sidings.play.table import Table
from web.staging import Wanted
from web.steps import EXPRESS, MEXICAN, TRAINS


@dataclass(frozen=True)
class Scene:
    title: str
    players: int
    wanted: Wanted
    options: dict[str, int | str] = field(default_factory=dict)


def laid(table: Table) -> int:
    seen = table.dump(seat=1)
    return sum(map(len, seen["trains"])) + len(seen["mexican"] or [])


def waits_for_me(table: Table) -> bool:
    seen = table.dump(seat=1)
    return seen["double"] not in (None, 1) and laid(table) > 12 and "draw" not in table.moves()


def is_midway(table: Table) -> bool:
    seen = table.dump(seat=1)
    done = sum(map(len, seen["validated"]))
    return bool(
        seen["phase"] == "take" and done > 5 and seen["validated"][0] and seen["tickets"][0] == 1
    )


def in_phase(phase: str, moves: int = 1, row: int = 0) -> Wanted:
    """A phase with so many moves to choose from, and so many abilities in the row."""

    def wanted(table: Table) -> bool:
        seen = table.dump()
        return bool(
            seen["phase"] == phase
            and len(table.moves()) >= moves
            and len(seen.get("row", ())) >= row
        )

    return wanted


ROUNDS: dict[str, int | str] = {"rounds": 3}
SCENES = {
    "mexican-first": Scene(MEXICAN, 4, in_phase("play", moves=3), ROUNDS),
    "mexican-many": Scene(MEXICAN, 4, lambda t: laid(t) > 40 and len(t.moves()) > 3, ROUNDS),
    "mexican-long-hand": Scene(
        MEXICAN, 2, lambda t: len(t.dump(seat=1)["hands"][0]) > 20, {"rounds": 1}
    ),
    "mexican-eight": Scene(MEXICAN, 8, lambda t: laid(t) > 30 and len(t.moves()) > 2, ROUNDS),
    "mexican-double": Scene(MEXICAN, 4, waits_for_me, ROUNDS),
    "trains-first": Scene(TRAINS, 2, in_phase("setup")),
    "trains-turn": Scene(TRAINS, 3, in_phase("turn", row=5)),
    "trains-four": Scene(TRAINS, 4, in_phase("place", row=3)),
    "express-first": Scene(EXPRESS, 3, in_phase("contract")),
    "express-turn": Scene(EXPRESS, 4, is_midway),
    "express-exchange": Scene(EXPRESS, 3, in_phase("pointsman")),
    "express-objective": Scene(EXPRESS, 2, in_phase("objective", moves=3)),
}
