"""Closing and removing tables, and removing people: for hosts, while servers run or not."""

import msgspec
from sqlalchemy.exc import IntegrityError

from sidings.store import KeptTable, Listing, Lost, Store
from sidings.store.upkeep import NOBODY
from sidings.tables import Entry, decode_entry, encode_entry
from sidings.tables.entries import Close, Rename, Sit
from sidings.tables.listing import Summary
from sidings.tables.state import Ending

ATTEMPTS = 16  # at a table where people move at the same time
TOMBSTONE_MS = 86_400_000  # by then every server has forgotten a table that was removed


def last_used(table: KeptTable) -> int:
    """When something last happened at a table, in ms since 1970."""
    at: int = msgspec.json.decode(table.last).get("at", 0)
    return at


async def close_table(store: Store, table: str, now: int) -> bool:
    """End a game without a result; False if it is over or there is no such table."""
    for _ in range(ATTEMPTS):
        found = await store.kept_tables([table])
        if not found or found[0].status == "over":
            return False
        summary = msgspec.json.decode(found[0].summary, type=Summary)
        closed = msgspec.structs.replace(summary, result=Ending("closed", []))
        listing = Listing(
            "over", now, await store.seats_at(table), msgspec.json.encode(closed).decode()
        )
        body = encode_entry(Close(at=now))
        outcome = await store.append(table, found[0].version + 1, body, None, listing)
        if not isinstance(outcome, Lost):
            return True
    raise TimeoutError(f"too many moves at table {table} at the same time; try again")


async def delete_table(store: Store, table: str, now: int) -> bool:
    """Remove a table for good; False if there is none."""
    for _ in range(ATTEMPTS):
        found = await store.kept_tables([table])
        if not found:
            return False
        over = found[0].status == "over"
        tombstone = None if over else (found[0].version + 1, encode_entry(Close(at=now)))
        try:
            await store.delete_table(table, tombstone)
        except IntegrityError:  # somebody moved meanwhile
            continue
        return True
    raise TimeoutError(f"too many moves at table {table} at the same time; try again")


async def sweep_tombstones(store: Store, now: int) -> None:
    """Remove what is left of tables that were removed long ago."""
    old = [
        (row.table, row.seq)
        for row in await store.orphans()
        if decode_entry(row.body).at < now - TOMBSTONE_MS
    ]
    await store.delete_entries(old)


async def delete_person(store: Store, person: str, now: int) -> None:
    """Remove a person, and the tables where nobody else sat; elsewhere their name goes."""
    mine = await store.tables_of(person, limit=2**31 - 1, running=False)
    for table in mine:
        others = {one for _, one in await store.seats_at(table.id)} - {person}
        if others:
            await _forget_name(store, table.id, table.summary, person)
        else:
            await delete_table(store, table.id, now)
    await store.delete_person(person)


async def _forget_name(store: Store, table: str, summary: str, person: str) -> None:
    """Replace a person's name in the log of a table and in its listing.

    The deal and the moves stay as they are, so the record can still be verified.
    """
    holders: dict[int, str] = {}
    bodies: dict[int, str] = {}
    for row in await store.log(table):
        entry: Entry = decode_entry(row.body)
        if isinstance(entry, Sit):
            holders[entry.seat] = entry.person
        if isinstance(entry, Sit | Rename) and holders.get(entry.seat) == person:
            bodies[row.seq] = encode_entry(msgspec.structs.replace(entry, name=NOBODY))
    shown = msgspec.json.decode(summary, type=Summary)
    listed = [
        msgspec.structs.replace(seat, name=NOBODY)
        if seat.kind == "person" and holders.get(number) == person
        else seat
        for number, seat in enumerate(shown.seats, start=1)
    ]
    text = msgspec.json.encode(msgspec.structs.replace(shown, seats=listed)).decode()
    await store.rewrite(table, bodies, text)
