"""What a recipient is sent: made from what their seat may see, and from nothing else.

The last view of each seat is kept, so that only the parts that changed are sent.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from sidings.games.contract import Position
from sidings.tables.exits import exits
from sidings.tables.header import Rules
from sidings.tables.state import Ending, Exits, PlayedMove, Status, TableState
from sidings.tables.takeback import can_take_back

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
    """All parts of a view, except the position, whose fields are the game's own."""

    status: Status
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
    exits: Exits | None


# --- How they are made ---------------------------------------------------------------------------


class OwnView(NamedTuple):
    """What one seat (0 for a spectator) sees, beside what everybody sees."""

    moves: list[str]
    takeback: bool
    exits: Exits | None
    position: Position  # empty before the deal


def own_view(state: TableState, seat: int) -> OwnView:
    """The only place where a seat's view of the game is made."""
    if state.position is None:
        return OwnView([], False, None, {})
    seen = state.runtime.look(state.position, seat)
    moves: list[str] = []
    if seat and seat == state.turn:
        if state.moves is None:
            state.moves = state.runtime.moves(seen)
        moves = list(state.moves)
    position = state.runtime.dump(seen)
    if not seat:
        return OwnView(moves, False, None, position)
    return OwnView(moves, can_take_back(state, seat), exits(state, seat), position)


def shared_parts(state: TableState) -> Parts:
    """What everybody sees alike and a move does not change, the clock and the turn excepted."""
    # The key is published with the result, and never if there was no deal.
    published = state.status == "over" and bool(state.commitment)
    return {
        "status": state.status,
        "turn": state.turn or None,
        "seats": [_seat(state, number) for number in range(1, len(state.seats) + 1)],
        "clock": clock(state),
        "dealer": state.header.dealer,
        "commitment": state.commitment or None,
        "wishes": sorted(state.wishes),
        "result": state.ending,
        "rematch": state.rematch or None,
        "secret": state.secret.hex() if published else None,
        "seed": state.key().hex() if published else None,
    }


def _seat(state: TableState, number: int) -> SeatView:
    seat = state.seats[number - 1]
    return SeatView(
        seat.kind,
        name=seat.name,
        level=seat.level,
        away=seat.away,
        host=bool(seat.person) and seat.person == state.header.host,
        words=state.words.get(number),
    )


def clock(state: TableState) -> ClockView | None:
    if state.header.rules.clock.kind == "none":
        return None
    return ClockView(state.since, state.deadline, state.remaining.copy())


def refresh(state: TableState, shared: Parts) -> Parts:
    """Bring the shared parts up to date after a move, in place; returns what has changed."""
    changed = differences(shared, {"turn": state.turn or None, "clock": clock(state)})
    shared.update(changed)
    return changed


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Parts:
    """The parts that are not as they were."""
    return {key: part for key, part in new.items() if key not in old or old[key] != part}


def _typescript(name: str) -> msgspec.Meta:
    """TypeScript type emitted for this dict."""
    return msgspec.Meta(extra={"typescript": name})


_PartsOfView = Annotated[Parts, _typescript("Partial<View>")]
_WholeView = Annotated[Parts, _typescript("View")]


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


def public_header(state: TableState) -> HeaderView:
    header = state.header
    return HeaderView(
        header.game, header.rules_version, header.players, header.options, header.deck,
        header.rules, header.created, header.before,
    )  # fmt: skip


def snapshot(
    state: TableState, seat: int, shared: Parts, own: OwnView, presence: list[bool]
) -> bytes:
    return _encode(
        Snapshot(
            state.header.id,
            state.version,
            seat,
            public_header(state),
            {**shared, "moves": own.moves, "takeback": own.takeback, "exits": own.exits},
            own.position or None,
            list(state.history),
            presence,
        )
    )


def change(
    state: TableState, since: int, shared: Parts, old: OwnView, new: OwnView,
    made: list[PlayedMove], undone: int,
) -> bytes:  # fmt: skip
    """What changed: in what all see (``shared``), and in what this seat sees."""
    view = shared.copy()
    if new.moves != old.moves:
        view["moves"] = new.moves
    if new.takeback != old.takeback:
        view["takeback"] = new.takeback
    if new.exits is not old.exits and new.exits != old.exits:
        view["exits"] = new.exits
    position = differences(old.position, new.position)
    return _encode(
        Change(
            state.header.id,
            since,
            state.version,
            view,
            position,
            made,  # type: ignore[arg-type]  # tuples with names
            undone,
        )
    )
