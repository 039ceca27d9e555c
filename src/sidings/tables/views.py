"""What a recipient is sent: made from what their seat may see, and from nothing else.

The last view of each seat is kept, so that only the parts that changed are sent.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from sidings.kernel.record import Array
from sidings.tables.entries import Mover
from sidings.tables.exits import exits
from sidings.tables.header import Rules
from sidings.tables.runtime import Fields
from sidings.tables.state import Ending, Exits, PlayedMove, Status, TableState
from sidings.tables.takeback import can_take_back

_encode = msgspec.json.Encoder().encode

_ABSENT = object()
_NO_VIEW: Fields = {}

Parts = dict[str, Any]  # by name


# --- What the parts are --------------------------------------------------------------------------


class SeatView(msgspec.Struct, omit_defaults=True):
    kind: Literal["free", "person", "bot"]
    colour: int  # from 1; a bot's name goes with it
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


class StateView(msgspec.Struct):
    """The table itself, as a seat may see it."""

    status: Status
    turn: int | None
    seats: list[SeatView]
    clock: ClockView | None
    dealer: str
    commitment: str | None
    wishes: list[int]
    result: Ending | None
    rematch: str | None
    taken_back: int  # how often a move was
    secret: str | None
    seed: str | None
    takeback: bool
    exits: Exits | None


class MoveView(msgspec.Struct, frozen=True):
    """A move that was played, and what happened in it."""

    version: int
    seat: int
    move: str
    by: Mover
    events: Sequence[Any] | bytes  # the game's; in a message with a record, rows of numbers


# --- How they are made ---------------------------------------------------------------------------


class Viewer(NamedTuple):
    """As which seat somebody sees a table (0 for a spectator), and in which form.

    With ``by_record`` they are sent the position as the seat may see it, and make the view, the
    choices and the events of it themselves.
    """

    seat: int
    by_record: bool = False


class OwnView(NamedTuple):
    """What one seat (0 for a spectator) sees, beside what everybody sees."""

    takeback: bool
    exits: Exits | None
    view: Fields  # the game's; empty before the deal
    choices: Sequence[Any]  # the game's; empty when it is not their turn
    record: Array | None = None  # instead of both
    changed: bytes = b""  # in the record: see ``tables.patch``


def own_view(state: TableState, viewer: Viewer, record: Array | None = None) -> OwnView:
    """The only place where a seat's view of the game is made.

    A ``record`` that was made before is brought up to date.
    """
    if state.position is None:
        return OwnView(False, None, _NO_VIEW, [])
    seat = viewer.seat
    takeback, ways_out = can_take_back(state, seat), exits(state, seat)
    runtime = state.runtime
    if viewer.by_record:
        if record is None:
            record, changed = runtime.record(state.position, seat), b""
        else:
            changed = runtime.renew(record, state.position, seat)
        return OwnView(takeback, ways_out, _NO_VIEW, [], record, changed)
    seen = runtime.look(state.position, seat)
    choices: Sequence[Any] = []
    if seat and seat == state.turn:
        state.offer = runtime.choices(seen)
        choices = state.offer[0]
    return OwnView(takeback, ways_out, runtime.view(seen, seat), choices)


def move_view(state: TableState, viewer: Viewer, played: PlayedMove) -> MoveView:
    """A move of the history, as a seat may know it."""
    runtime = state.runtime
    tell = runtime.event_rows_for if viewer.by_record else runtime.events_for
    events = tell(played.events, viewer.seat)
    return MoveView(played.version, played.seat, played.move, played.by, events)


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
        "taken_back": state.taken_back,
        "secret": state.secret.hex() if published else None,
        "seed": state.key().hex() if published else None,
    }


def _seat(state: TableState, number: int) -> SeatView:
    seat = state.seats[number - 1]
    return SeatView(
        seat.kind,
        state.header.colour_of(number),
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
    before = old.get
    return {
        key: part
        for key, part in new.items()
        if (was := before(key, _ABSENT)) is not part and was != part
    }


def _typescript(name: str) -> msgspec.Meta:
    """TypeScript type emitted for this dict."""
    return msgspec.Meta(extra={"typescript": name})


class Snapshot(msgspec.Struct, tag="table", omit_defaults=True):
    """The whole view of one recipient."""

    table: str
    version: int
    seat: int
    header: HeaderView
    state: Annotated[Parts, _typescript("StateView")]
    view: Fields | None
    choices: Sequence[Any]
    history: list[MoveView]
    presence: list[bool]
    screen: bool  # the table is shown on a big screen
    record: bytes = b""  # instead of ``view`` and ``choices``


class Change(msgspec.Struct, tag="change", omit_defaults=True):
    """What differs from the view at version ``since``."""

    table: str
    since: int
    version: int
    state: Annotated[Parts, _typescript("Partial<StateView>")] = {}
    view: Fields = {}
    choices: Sequence[Any] | None = None  # None: as they were
    made: list[MoveView] = []
    undone: int = 0  # so many of the last moves of the history were taken back
    record: bytes = b""  # instead of ``view`` and ``choices``: see ``patch``


def public_header(state: TableState) -> HeaderView:
    header = state.header
    return HeaderView(
        header.game, header.rules_version, header.players, header.options, header.deck,
        header.rules, header.created, header.before,
    )  # fmt: skip


def snapshot(
    state: TableState,
    viewer: Viewer,
    shared: Parts,
    own: OwnView,
    presence: list[bool],
    screen: bool = False,
) -> bytes:
    return _encode(
        Snapshot(
            state.header.id,
            state.version,
            viewer.seat,
            public_header(state),
            {**shared, "takeback": own.takeback, "exits": own.exits},
            own.view or None,
            own.choices,
            [move_view(state, viewer, played) for played in state.history],
            presence,
            screen,
            b"" if own.record is None else own.record.tobytes(),
        )
    )


def changes(
    state: TableState, views: dict[Viewer, OwnView], since: int, shared: Parts,
    played: list[PlayedMove], undone: int,
) -> dict[Viewer, bytes]:  # fmt: skip
    """What changed for each of those whose last views are given, which are replaced.

    That is: in what all see (``shared``), and in what the seat sees.
    """
    messages: dict[Viewer, bytes] = {}
    before = after = _NO_VIEW
    view: Parts = {}
    for viewer, old in views.items():
        new = views[viewer] = own_view(state, viewer, old.record)
        if old.view is not before or new.view is not after:  # else as the seat before
            before, after = old.view, new.view
            view = differences(before, after)
        parts = shared
        if new.takeback != old.takeback:
            parts = {**parts, "takeback": new.takeback}
        if new.exits is not old.exits and new.exits != old.exits:
            parts = {**parts, "exits": new.exits}
        messages[viewer] = _encode(
            Change(
                state.header.id,
                since,
                state.version,
                parts,
                view,
                new.choices if new.choices or old.choices else None,
                [move_view(state, viewer, one) for one in played],
                undone,
                new.changed,
            )
        )
    return messages
