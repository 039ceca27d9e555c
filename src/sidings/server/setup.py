"""New tables: a header, a secret, and the entries that they begin with."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sidings.server.clock import now_ms
from sidings.server.ids import new_id
from sidings.store import Listing, NewTable
from sidings.tables import Entry, TableState, apply, encode_entry
from sidings.tables.entries import PutBot, Sit, Start
from sidings.tables.fairness import SECRET_BYTES, hash_of_key, hash_of_secret
from sidings.tables.header import Header, Rules
from sidings.tables.listing import summary
from sidings.tables.runtime import Runtime
from sidings.tables.state import Seat

LINKS_BYTES = 32


def draw_secret() -> bytes:
    """The dealer's secret of a new table."""
    return secrets.token_bytes(SECRET_BYTES)


@dataclass
class Draft:
    """A table that is not in the store yet."""

    state: TableState
    entries: list[Entry] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        apply(self.state, entry)
        self.entries.append(entry)

    def row(self) -> NewTable:
        state = self.state
        header = state.header
        return NewTable(
            id=header.id,
            header=msgspec.json.encode(header).decode(),
            secret=state.secret,
            links=state.links,
            host=header.host,
            is_listed=header.rules.listed,
            bodies=[encode_entry(entry) for entry in self.entries],
            listing=listing(state, header.created),
        )


def draft(
    runtime: Runtime,
    players: int,
    options: Mapping[str, int | str],
    rules: Rules,
    host: str,
    before: str | None = None,
    rotation: int = 0,
    secret: bytes | None = None,
    created: int | None = None,
) -> Draft:
    """An empty table with a new id and, unless one is given, a new secret."""
    secret = draw_secret() if secret is None else secret
    header = Header(
        id=new_id(),
        created=now_ms() if created is None else created,
        dealer=hash_of_secret(secret),
        game=runtime.game.name,
        rules_version=runtime.game.rules_version,
        players=players,
        options=options,
        deck=runtime.game.custom_deck,
        rules=rules,
        host=host,
        before=before,
        rotation=rotation,
    )
    return Draft(TableState(header, secret, secrets.token_bytes(LINKS_BYTES), runtime))


def draft_rematch(old: TableState) -> Draft:
    """The same table again, with everybody one seat further.

    On one device, alone or passed on, the game begins at once: there is nobody to wait for.
    """
    header = old.header
    new = draft(
        old.runtime,
        header.players,
        header.options,
        header.rules,
        header.host,
        before=header.id,
        rotation=(header.rotation + 1) % header.players,
    )
    at = new.state.header.created
    for number, seat in enumerate(_rotated(old.seats), start=1):
        if seat.kind == "person":
            new.add(Sit(seat=number, person=seat.person, name=seat.name, at=at))
        elif seat.kind == "bot":
            new.add(PutBot(seat=number, level=seat.level, at=at))
    if new.state.is_complete_here:
        new.add(Start(commitment=hash_of_key(new.state.key()), at=at))
    return new


def _rotated(seats: Sequence[Seat]) -> list[Seat]:
    return [*seats[1:], *seats[:1]]


def listing(state: TableState, changed: int) -> Listing:
    """What the lists of tables show of a table."""
    people = [(number, seat.person) for number, seat in enumerate(state.seats, 1) if seat.person]
    text: Any = msgspec.json.encode(summary(state)).decode()
    return Listing(state.status, changed, people, text)
