"""What a recipient is sent: made from what his seat may see, and from nothing else.

A view is kept as the JSON of its parts, so that what changed is found by comparing bytes, and
only that is sent.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from sidings.tables.header import Rules
from sidings.tables.live import Ending, LiveTable

_encode = msgspec.json.Encoder().encode
NULL, EMPTY, TRUE, FALSE = b"null", b"[]", b"true", b"false"

Parts = dict[str, bytes]


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

    own: Parts
    position: Parts  # empty before the deal


def sight(table: LiveTable, seat: int) -> Sight:
    if table.states is None:
        return Sight({"moves": EMPTY, "takeback": FALSE}, {})
    kit = table.kit
    kit.look(table.states, seat)
    mine = seat and seat == table.turn
    moves = _encode(list(table.offer())) if mine else EMPTY
    position = {key: _encode(value) for key, value in kit.position_seen().items()}
    takeback = TRUE if seat and table.can_take_back(seat) else FALSE
    return Sight({"moves": moves, "takeback": takeback}, position)


def shared_parts(table: LiveTable) -> Parts:
    """What everybody sees alike and a move does not change, the clock and the turn excepted."""
    over = table.status == "over"
    return {
        "status": _encode(table.status),
        "turn": _encode(table.turn or None),
        "seats": _encode([_seat(table, number) for number in range(1, len(table.seats) + 1)]),
        "clock": clock(table),
        "dealer": _encode(table.header.dealer),
        "commitment": _encode(table.commitment or None),
        "wishes": _encode(sorted(table.wishes)),
        "result": _encode(table.ending),
        "rematch": _encode(table.rematch or None),
        # The key is told with the result, and never if there was no deal.
        "secret": _encode(table.secret.hex()) if over and table.commitment else NULL,
        "seed": _encode(table.key().hex()) if over and table.commitment else NULL,
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


def clock(table: LiveTable) -> bytes:
    if table.header.rules.clock.kind == "none":
        return NULL
    return _encode(ClockView(table.since, table.deadline, table.remaining))


def refresh(table: LiveTable, shared: Parts) -> Parts:
    """The shared parts after a move: only the turn and the clock differ."""
    fresh = shared.copy()
    fresh["turn"] = b"%d" % table.turn if table.turn else NULL
    fresh["clock"] = clock(table)
    return fresh


def _told_as(name: str) -> msgspec.Meta:
    """What JSON that is kept as it is was made of, for who reads the types."""
    return msgspec.Meta(extra={"told_as": name})


_PartsOfView = Annotated[dict[str, msgspec.Raw], _told_as("Partial<View>")]
_WholeView = Annotated[dict[str, msgspec.Raw], _told_as("View")]
_Header = Annotated[msgspec.Raw, _told_as("HeaderView")]


class Snapshot(msgspec.Struct, tag="table"):
    """The whole view of one recipient."""

    table: str
    version: int
    seat: int
    header: _Header
    view: _WholeView
    position: dict[str, msgspec.Raw] | None
    history: list[tuple[int, int, str, str]]
    presence: list[bool]


class Change(msgspec.Struct, tag="change", omit_defaults=True):
    """What differs from the view at version ``since``."""

    table: str
    since: int
    version: int
    view: _PartsOfView = {}
    position: dict[str, msgspec.Raw] = {}
    made: list[tuple[int, int, str, str]] = []
    undone: int = 0  # so many of the last moves of the history were taken back


def public_header(table: LiveTable) -> bytes:
    header = table.header
    return _encode(
        HeaderView(
            header.game, header.rules_version, header.players, header.options, header.deck,
            header.rules, header.created, header.before,
        )
    )  # fmt: skip


def snapshot(
    table: LiveTable, seat: int, shared: Parts, seen: Sight, presence: list[bool]
) -> bytes:
    return _encode(
        Snapshot(
            table.header.id,
            table.version,
            seat,
            msgspec.Raw(public_header(table)),
            {key: msgspec.Raw(value) for key, value in (shared | seen.own).items()},
            {key: msgspec.Raw(value) for key, value in seen.position.items()} or None,
            list(table.history),
            presence,
        )
    )


def differences(old: Parts, new: Parts) -> bytes:
    """The inside of a JSON object with the parts that are not as they were."""
    return b",".join(
        [b'"%b":%b' % (key.encode(), part) for key, part in new.items() if old.get(key) != part]
    )


def change(
    table: LiveTable, since: int, shared: bytes, old: Sight, new: Sight, made: bytes, undone: int
) -> bytes:
    """What changed in a view: ``shared`` for all, and what this seat sees.

    ``made`` is the JSON of the moves since then.
    """
    own = differences(old.own, new.own)
    view = b"%b,%b" % (shared, own) if shared and own else shared or own
    position = differences(old.position, new.position)
    text = b'{"type":"change","table":"%b","since":%d,"version":%d' % (
        table.header.id.encode(),
        since,
        table.version,
    )
    if view:
        text += b',"view":{%b}' % view
    if position:
        text += b',"position":{%b}' % position
    if made != EMPTY:
        text += b',"made":%b' % made
    if undone:
        text += b',"undone":%d' % undone
    return text + b"}"


def encode_made(table: LiveTable, since: int) -> bytes:
    """The JSON of the moves after a version."""
    made = []
    for move in reversed(table.history):
        if move.version <= since:
            break
        made.append(move)
    return _encode(made[::-1]) if made else EMPTY
