"""Fair deals: the key follows from the dealer's secret and the players' words (``keys.mix``).

The dealer publishes a hash of the secret when the table is set up. Only then do the players give
their words, so the secret cannot be fitted to them; and they do not know the secret, so they
cannot fit their words to it. The hash of the key is published before the first card, the secret
with the result.
"""

import hashlib
import hmac

SECRET_BYTES = 32
TOKEN_CHARACTERS = 32  # 128 bits in hexadecimal digits


def hash_of_secret(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def hash_of_key(key: bytes) -> str:
    """The same as ``sidings.table.commitment`` of the key in hexadecimal digits."""
    return hashlib.sha256(key).hexdigest()


def invitation(links: bytes) -> str:
    """The token of the link that lets anybody in."""
    return _token(links, "invitation")


def seat_token(links: bytes, seat: int, person: str | None) -> str:
    """The token of the link to one seat; it is valid until somebody else holds the seat."""
    return _token(links, f"seat {seat} {person or 'free'}")


def _token(links: bytes, what: str) -> str:
    return hmac.new(links, what.encode(), hashlib.sha256).hexdigest()[:TOKEN_CHARACTERS]


def same(token: str | None, expected: str) -> bool:
    return token is not None and hmac.compare_digest(token.encode(), expected.encode())
