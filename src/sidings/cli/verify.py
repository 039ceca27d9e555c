"""Check a record: that the deal follows from what was published, and the game from the deal.

>>> import sidings
>>> table = sidings.deal("game-of-trains", players=2, seed=7)
>>> verify(table.record()).moves
0
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sidings.errors import BadRecord, SidingsError
from sidings.play.keys import commitment, key_of_seed
from sidings.play.record import replay
from sidings.play.table import Table, deal
from sidings.tables.fairness import hash_of_secret, mix
from sidings.tables.records import DEALER, SECRET, WORDS


@dataclass(frozen=True)
class Verification:
    """What was checked, when nothing was wrong."""

    game: str
    players: list[str]
    moves: int
    scores: list[int] | None  # None: the game was not played to its end
    commitment: str
    dealer: bool  # the key follows from the dealer's secret and the players' words
    words: int  # so many players had a share in it


def verify(record: str | Path) -> Verification:
    """Recompute the deal and the whole game of a record (text, JSON, or a file of either).

    Raises BadRecord at the first thing that does not fit.
    """
    if isinstance(record, Path):
        try:
            record = record.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadRecord(0, f"cannot be read: {error}") from None
    if record.lstrip().startswith("{"):
        return _verify_json(record)
    table = replay(record)
    dealer, secret, words = _comments(record)
    checked = _check_dealer(str(table.seed), dealer, secret, words)
    return _verified(table, checked, len(words))


def _comments(record: str) -> tuple[str | None, str | None, dict[int, str]]:
    dealer = secret = None
    words: dict[int, str] = {}
    for number, line in enumerate(record.split("\n"), start=1):
        if line.startswith(DEALER):
            dealer = line[len(DEALER) :].strip()
        elif line.startswith(SECRET):
            secret = line[len(SECRET) :].strip()
        elif line.startswith(WORDS):
            seat, _, text = line[len(WORDS) :].partition(":")
            try:
                words[int(seat)] = str(json.loads(text))
            except ValueError:
                raise BadRecord(number, "these words cannot be read") from None
    return dealer, secret, words


def _check_dealer(
    seed: str, dealer: str | None, secret: str | None, words: Mapping[int, str]
) -> bool:
    """Whether there is a dealer to check; BadRecord if the secret does not fit."""
    if dealer is None or secret is None:
        return False
    if not re.fullmatch("[0-9a-f]{64}", secret):
        raise BadRecord(0, "the dealer's secret is not 64 hexadecimal digits")
    if hash_of_secret(bytes.fromhex(secret)) != dealer:
        raise BadRecord(0, "the dealer's secret does not fit the hash that was published")
    if mix(bytes.fromhex(secret), words) != key_of_seed(seed):
        raise BadRecord(0, "the key does not follow from the dealer's secret and the words")
    return True


def _verify_json(text: str) -> Verification:
    try:
        data = json.loads(text)
        seed, told = str(data["seed"]), str(data["commitment"])
        names = [str(p.get("name") or p.get("bot")) for p in data["players"]]
        moves = [str(move["move"]) for move in data["moves"]]
        words = {int(seat): str(said) for seat, said in data["words"].items()}
        options, rules = dict(data["options"]), data["rules"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(0, f"not a valid record: {type(error).__name__} {error}") from None
    if data["seed"] is None:
        raise BadRecord(0, "the seed has not been revealed: the game is not over")
    if commitment(seed) != told:
        raise BadRecord(0, "the seed does not fit the commitment")
    try:
        table = deal(data["game"], len(names), seed, data.get("deck"), options)
    except SidingsError as error:
        raise BadRecord(0, str(error)) from None
    if table.game.rules_version != rules:
        raise BadRecord(0, f"these rules are version {table.game.rules_version}")
    table.names = names
    for number, move in enumerate(moves, start=1):
        try:
            table.play(move)
        except SidingsError as error:
            raise BadRecord(0, f"move {number}: {error}") from None
    scores = (data.get("result") or {}).get("scores")
    if scores is not None and (table.result is None or table.result.scores != scores):
        raise BadRecord(0, "the scores are not those of the game")
    checked = _check_dealer(seed, data.get("dealer"), data.get("secret"), words)
    return _verified(table, checked, len(words))


def _verified(table: Table, dealer: bool, words: int) -> Verification:
    result = table.result
    return Verification(
        table.game.name,
        list(table.names),
        len(table.history),
        None if result is None else result.scores,
        hashlib.sha256(key_of_seed(table.seed)).hexdigest(),
        dealer,
        words,
    )
