"""What a recipient is sent: made from what his seat may see, and from nothing else.

The last view of each seat is kept, so that only the parts that changed are sent.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from sidings.games.reading import Position
from sidings.tables.header import Rules
from sidings.tables.live import Ending, LiveTable, Made

_encode = msgspec.json.Encoder().encode

Parts = dict[str, Any]  # by name


# --- What the parts are --------------------------------------------------------------------------


class SeatView(msgspec.Struct, omit_defaults=True):
    kind: Literal["free", "person", "bot"]
    name: str = ""
    level: str = ""
    away: bool = False
    host: bool = False
    words: str | None = None


class ClockView(msgspec.Struct):
    since: int
    deadline: int | None
    remaining: list[int]


class HeaderView(msgspec.Struct):
    """The header as anybody at the table may read it."""

    game: str
    rules_version: int
    players: int
    options: Mapping[str, int | str]
    deck: Mapping[str, Any] | None
    rules: Rules
    created: int
    before: str | None


class View(msgspec.Struct):
    """What the bytes of the parts are the JSON of; the position apart, which is the game's."""

    status: Literal["open", "playing", "over"]
    turn: int | None
    seats: list[SeatView]
    clock: ClockView | None
    dealer: str
    commitment: str | None
    wishes: list[int]
    result: Ending | None
    rematch: str | None
    secret: str | None
    seed: str | None
    moves: list[str]
    takeback: bool


# --- How they are made ---------------------------------------------------------------------------


class Sight(NamedTuple):
    """What one seat (0 for a spectator) sees, beside what all see alike."""

    moves: list[str]
    takeback: bool
    position: Position  # empty before the deal


def sight(table: LiveTable, seat: int) -> Sight:
    if table.states is None:
        return Sight([], False, {})
    kit = table.kit
    kit.look(table.states, seat)
    moves = list(table.offer()) if seat and seat == table.turn else []
    position = kit.position_seen()
    return Sight(moves, seat > 0 and table.can_take_back(seat), position)


def shared_parts(table: LiveTable) -> Parts:
    """What everybody sees alike and a move does not change, the clock and the turn excepted."""
    # The key is told with the result, and never if there was no deal.
    told = table.status == "over" and bool(table.commitment)
    return {
        "status": table.status,
        "turn": table.turn or None,
        "seats": [_seat(table, number) for number in range(1, len(table.seats) + 1)],
        "clock": clock(table),
        "dealer": table.header.dealer,
        "commitment": table.commitment or None,
        "wishes": sorted(table.wishes),
        "result": table.ending,
        "rematch": table.rematch or None,
        "secret": table.secret.hex() if told else None,
        "seed": table.key().hex() if told else None,
    }


def _seat(table: LiveTable, number: int) -> SeatView:
    seat = table.seats[number - 1]
    return SeatView(
        seat.kind,
        name=seat.name,
        level=seat.level,
        away=seat.away,
        host=bool(seat.person) and seat.person == table.header.host,
        words=table.words.get(number),
    )


def clock(table: LiveTable) -> ClockView | None:
    if table.header.rules.clock.kind == "none":
        return None
    return ClockView(table.since, table.deadline, table.remaining.copy())


def refresh(table: LiveTable, shared: Parts) -> Parts:
    """Bring the shared parts up to date after a move, in place; answers what has changed."""
    changed = differences(shared, {"turn": table.turn or None, "clock": clock(table)})
    shared.update(changed)
    return changed


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Parts:
    """The parts that are not as they were."""
    return {key: part for key, part in new.items() if key not in old or old[key] != part}


def _told_as(name: str) -> msgspec.Meta:
    """What a dictionary has the fields of, for who reads the types."""
    return msgspec.Meta(extra={"told_as": name})


_PartsOfView = Annotated[Parts, _told_as("Partial<View>")]
_WholeView = Annotated[Parts, _told_as("View")]


class Snapshot(msgspec.Struct, tag="table"):
    """The whole view of one recipient."""

    table: str
    version: int
    seat: int
    header: HeaderView
    view: _WholeView
    position: dict[str, Any] | None
    history: list[tuple[int, int, str, str]]
    presence: list[bool]


class Change(msgspec.Struct, tag="change", omit_defaults=True):
    """What differs from the view at version ``since``."""

    table: str
    since: int
    version: int
    view: _PartsOfView = {}
    position: dict[str, Any] = {}
    made: list[tuple[int, int, str, str]] = []
    undone: int = 0  # so many of the last moves of the history were taken back


def public_header(table: LiveTable) -> HeaderView:
    header = table.header
    return HeaderView(
        header.game, header.rules_version, header.players, header.options, header.deck,
        header.rules, header.created, header.before,
    )  # fmt: skip


def snapshot(
    table: LiveTable, seat: int, shared: Parts, seen: Sight, presence: list[bool]
) -> bytes:
    return _encode(
        Snapshot(
            table.header.id,
            table.version,
            seat,
            public_header(table),
            {**shared, "moves": seen.moves, "takeback": seen.takeback},
            seen.position or None,
            list(table.history),
            presence,
        )
    )


def change(
    table: LiveTable, since: int, shared: Parts, old: Sight, new: Sight, made: list[Made],
    undone: int,
) -> bytes:  # fmt: skip
    """What changed: in what all see (``shared``), and in what this seat sees."""
    view = shared.copy()
    if new.moves != old.moves:
        view["moves"] = new.moves
    if new.takeback != old.takeback:
        view["takeback"] = new.takeback
    position = differences(old.position, new.position)
    return _encode(
        Change(
            table.header.id,
            since,
            table.version,
            view,
            position,
            made,  # type: ignore[arg-type]  # tuples with names
            undone,
        )
    )
