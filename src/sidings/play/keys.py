"""The key of a deal: 256 bits, made from a seed and published as a hash before the first card."""

import hashlib
import re
from collections.abc import Mapping, Sequence

from sidings.errors import BadOption, shown

SEED_BITS = 256
LONGEST_SEED = 1000  # characters
Seed = int | str


def key_of_seed(seed: object) -> bytes:
    """The 256-bit key of a seed: itself when it is 64 hexadecimal digits, else a hash of it."""
    if type(seed) is not int and not isinstance(seed, str):
        raise BadOption(f"a seed is a whole number or a text, not {shown(seed)}")
    if isinstance(seed, int) and seed.bit_length() > SEED_BITS:
        raise BadOption(f"a seed has at most {SEED_BITS} bits")
    text = str(seed)
    if len(text) > LONGEST_SEED:
        raise BadOption(f"a seed has at most {LONGEST_SEED} characters")
    if not text or text != text.strip() or not text.isprintable():
        raise BadOption("a seed is one line of text, without spaces around it")
    if re.fullmatch("[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    return hashlib.sha256(b"sidings seed " + text.encode("utf-8", "replace")).digest()


def mix(secret: bytes, words: Mapping[int, str]) -> bytes:
    """The key of a table's deal, from the dealer's secret and each seat's words."""
    digest = hashlib.sha256(b"sidings deal 1\0" + secret)
    for seat in sorted(words):
        share = words[seat].encode("utf-8", "surrogatepass")
        digest.update(bytes([seat]) + len(share).to_bytes(4, "big") + share)
    return digest.digest()


def key_of_public_deal(name: str) -> bytes:
    """The key of a deal that is no secret, at a table where nobody gives words."""
    return mix(key_of_seed(name), {})


def commitment(seed: Seed) -> str:
    """What can be published before the first card: it fixes the key and does not tell it."""
    return hashlib.sha256(key_of_seed(seed)).hexdigest()


def key_words(key: bytes) -> Sequence[int]:
    return [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
