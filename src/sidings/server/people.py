"""Who somebody is: a guest with a random token in a cookie, or a claimed name with a passphrase."""

import asyncio
import hashlib
import secrets
import time
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from sidings.server.bounds import network_of
from sidings.server.clock import now_ms
from sidings.server.ids import new_id
from sidings.server.limits import Bucket, Buckets
from sidings.server.settings import Settings
from sidings.store import Store
from sidings.tables import Person

TOKEN_BYTES = 32
LONGEST_NAME = 24
YEAR = 365 * 86_400
BURST_OF_GUESTS = 60
PASSPHRASE_RATE = 1 / 20  # attempts per second from one address, five at once
HANDLE_RATE = 1 / 2  # attempts per second for one name from everywhere, 60 at once
HANDLE_ATTEMPTS = 20


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@cache
def _hash_of_nobody() -> str:
    """What a passphrase is compared with if there is none to compare it with."""
    return PasswordHasher().hash(secrets.token_hex())


def clean_name(name: str) -> str:
    """A name to be shown: printable, on one line, not too long."""
    text = unicodedata.normalize("NFC", "".join(ch if ch.isprintable() else " " for ch in name))
    return " ".join(text.split())[:LONGEST_NAME].strip() or "Guest"


@dataclass(frozen=True, slots=True)
class Account:
    """A person with their claimed name, if they have one."""

    person: Person
    handle: str | None


class People:
    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        # On https the browser holds the cookie to this host; on http it refuses that prefix.
        self.cookie = "__Host-sidings" if settings.secure else "sidings"
        rate, address = settings.person_rate, settings.address_rate
        self._persons = Buckets(rate, 2 * rate)
        self._addresses = Buckets(address, 2 * address)
        self._guests = Buckets(settings.guest_rate, BURST_OF_GUESTS)
        self._passphrases = Buckets(PASSPHRASE_RATE, 5)
        self._handles = Buckets(HANDLE_RATE, 60)
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(1)

    # --- Limits

    def buckets(self, person: str, address: str) -> tuple[Bucket, Bucket]:
        now = time.monotonic()
        return self._persons.of(person, now), self._addresses.of(network_of(address), now)

    def throttle_address(self, address: str, purpose: str = "") -> float:
        """For every request; those for another purpose are counted on their own."""
        return self._addresses.take(purpose + network_of(address), time.monotonic())

    def throttle_new(self, address: str) -> float:
        """For what fills the database: new guests and new tables."""
        return self._guests.take(network_of(address), time.monotonic())

    # --- Cookies

    def token(self, header: str) -> str:
        """The token in a Cookie header, empty if there is none.

        Only our cookie is read: those of others on the same host may be of any form, and Python's
        own parser takes a time that grows with the square of their length.
        """
        start = f"{self.cookie}="
        for part in header.split(";"):
            cookie = part.strip()
            if cookie.startswith(start):
                return cookie.removeprefix(start)
        return ""

    async def account(self, token: str) -> Account | None:
        if not token or len(token) > 100:
            return None
        row = await self._store.person_of_token(hash_of(token))
        return None if row is None else Account(Person(row.id, row.name), row.handle)

    def set_cookie(self, token: str) -> str:
        secure = "; Secure" if self._settings.secure else ""
        age = YEAR if token else 0
        return f"{self.cookie}={token}; Max-Age={age}; Path=/; HttpOnly; SameSite=Lax{secure}"

    # --- Guests

    async def add_guest(self, name: str) -> tuple[Person, str]:
        """A new person and their token, which nobody else has."""
        person = Person(new_id(), clean_name(name))
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.add_person(person.id, person.name, hash_of(token), now_ms())
        return person, token

    # --- Claimed names

    async def claim(self, person: Person, name: str, passphrase: str) -> str:
        """Claim a name; returns the handle to come back with, the name and a random number.

        The number makes every name free, so the answer tells nobody which names exist.
        """
        hashed = await self._hash(passphrase)
        for _ in range(HANDLE_ATTEMPTS):
            handle = f"{clean_name(name)}#{secrets.randbelow(10**6):06d}"
            if await self._store.claim(person.id, handle, hashed):
                await self._store.rename(person.id, clean_name(name))
                return handle
        raise RuntimeError("no number is left for this name")

    async def return_as(self, handle: str, passphrase: str) -> tuple[Person, str] | None:
        """The person of a handle and a new token; None if the passphrase is wrong."""
        row = await self._row_of(handle, passphrase)
        if row is None:
            return None
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.add_token(row.id, hash_of(token), now_ms())
        return Person(row.id, row.name), token

    async def knows(self, handle: str, passphrase: str) -> bool:
        """Whether it is the passphrase of this handle."""
        return await self._row_of(handle, passphrase) is not None

    async def _row_of(self, handle: str, passphrase: str) -> Any:
        """The row of a handle, None if the passphrase is wrong.

        A handle that nobody has costs the same time.
        """
        row = await self._store.person_of_handle(handle)
        fits = await self._verify(None if row is None else row.passphrase, passphrase)
        return row if row is not None and row.passphrase is not None and fits else None

    def throttle_passphrase(self, handle: str, address: str) -> float:
        """Slow down those who guess, by their own address first.

        For one name there are more attempts than one address has, so that a stranger cannot use
        them all up and keep its owner out.
        """
        now = time.monotonic()
        key = hash_of(handle.casefold())
        wait = self._passphrases.take(f"from {network_of(address)}", now)
        return wait or self._handles.take(key, now)

    async def _hash(self, passphrase: str) -> str:
        async with self._hashing:  # one at a time: each takes 64 MiB
            return await asyncio.to_thread(self._hasher.hash, passphrase)

    async def _verify(self, hashed: str | None, passphrase: str) -> bool:
        def fits() -> bool:
            # Made whether it is needed or not: how long an answer takes must not tell who exists.
            nobodys = _hash_of_nobody()
            try:
                return self._hasher.verify(hashed or nobodys, passphrase)
            except Argon2Error:
                return False

        async with self._hashing:
            return await asyncio.to_thread(fits)
