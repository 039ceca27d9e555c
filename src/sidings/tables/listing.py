"""What a list of tables shows of each. It is stored beside the log and changes with the seats."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sidings.tables import entries
from sidings.tables.apply import apply
from sidings.tables.entries import Entry
from sidings.tables.header import Clock
from sidings.tables.state import Ending, TableState

#: Entries that may change what is listed. A move does only when it ends the game.
LISTED_ENTRIES = frozenset({
    entries.Sit, entries.Rename, entries.Leave, entries.PutBot, entries.Start, entries.Resign,
    entries.Abandon, entries.Close, entries.RunOut,
})  # fmt: skip


class ListedSeat(msgspec.Struct, frozen=True):
    kind: Literal["free", "person", "bot"]
    name: str  # of a bot its level
    host: bool = False


class Summary(msgspec.Struct, frozen=True):
    """A table in a list of tables."""

    game: str
    rules_version: int
    players: int
    seats: list[ListedSeat]
    clock: Clock
    options: Mapping[str, int | str]
    result: Ending | None


def summary(state: TableState) -> Summary:
    header = state.header
    return Summary(
        header.game,
        header.rules_version,
        header.players,
        [
            ListedSeat(
                seat.kind,
                seat.name or seat.level,
                bool(seat.person) and seat.person == header.host,
            )
            for seat in state.seats
        ],
        header.rules.clock,
        header.options,
        state.ending,
    )


def state_to_list(state: TableState, entry: Entry) -> TableState | None:
    """The table as it will be listed after an entry; None if that changes nothing."""
    if type(entry) not in LISTED_ENTRIES and state.entries_left > 1:
        return None
    after = state.copy()
    apply(after, entry)
    return after
