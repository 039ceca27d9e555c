"""Check a record: what it proves was recomputed, what no record can prove is said.

docs/notation.md has the table of both.

>>> import sidings
>>> table = sidings.deal("game-of-trains", players=2, seed=7)
>>> verify(table.record()).moves
0
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sidings.cli.audit import audit, check_secret
from sidings.errors import BadRecord, shown
from sidings.play.keys import commitment, key_of_seed, mix
from sidings.play.record import header_of, replay
from sidings.play.table import Result
from sidings.tables.records import DEALER, ENDING, SECRET, WORDS
from sidings.tables.state import Ending

LONGEST_FILE = 50_000_000  # bytes; the longest game of a server has a tenth of it


@dataclass(frozen=True)
class Verification:
    """What a record proves, when nothing in it was wrong."""

    game: str
    players: list[str]
    moves: int
    scores: list[int] | None  # None: the game was not played to its end
    commitment: str
    dealer: bool  # the key follows from the dealer's secret and the players' words
    words: int  # so many players had a share in it
    proved: list[str]
    unproved: list[str]


def verify(record: str | Path) -> Verification:
    """Recompute the deal and the whole game of a record (text, JSON, or a file of either).

    Raises BadRecord at the first thing that does not fit.
    """
    text = _read(record) if isinstance(record, Path) else record
    return _verify_json(text) if text.lstrip().startswith("{") else _verify_text(text)


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > LONGEST_FILE:
            raise BadRecord(0, "this is too long for a record")
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(0, f"cannot be read: {error}") from None


# --- The two forms


def _verify_json(text: str) -> Verification:
    """A server's record with its whole log: all the rest of it must follow from the log."""
    state, moves = audit(text)
    ending = state.ending
    assert ending is not None  # the seed is revealed at the end
    names = [seat.name or seat.level for seat in state.seats]
    key = state.key().hex()
    proved = [
        *_proved(len(moves), key, len(state.words)),
        f"{_told(ending)}; seats, words, moves and result: as the log says",
    ]
    unproved = [*_unproved(ending.how == "finished"), _unproved_dealer(state.header.dealer)]
    return Verification(
        state.header.game, names, len(moves), ending.scores, commitment(key),
        True, len(state.words), proved, unproved,
    )  # fmt: skip


def _verify_text(text: str) -> Verification:
    """A record of the library, or of a server, which adds what can be said in comments."""
    table = replay(text)
    if table.result is not None and "result" not in header_of(text):
        raise BadRecord(0, "the game is over, and the header has no result")
    comments = _Comments(text, table.players)
    result, seed = table.result, str(table.seed)
    if comments.ending is not None:
        _check_ending(comments.ending, result, table.players)
    dealer = _has_dealer(seed, comments)
    proved = _proved(len(table.history), seed, len(comments.words) if dealer else None)
    if result is not None:
        proved.append(f"scores {result.scores}, places {result.ranking}: as the rules count them")
    unproved = _unproved(result is not None)
    if comments.ending is not None and result is None:
        unproved.append(f"that it ended as the record says: {_told(comments.ending)}")
    if table.start is not None:
        unproved.append("how the position came about in which the record begins")
    unproved.append(
        _unproved_dealer(str(comments.dealer))
        if dealer
        else "that nobody chose the seed: no dealer's secret is in the record"
    )
    return Verification(
        table.game.name, list(table.names), len(table.history),
        None if result is None else result.scores, commitment(seed),
        dealer, len(comments.words), proved, unproved,
    )  # fmt: skip


# --- What is said of it


def _proved(moves: int, seed: str, words: int | None) -> list[str]:
    proved = [
        f"{moves} moves: each is legal, and by the seat in turn",
        f"the seed: the deal follows from it, and so does the commitment {commitment(seed)}",
    ]
    if words is not None:
        proved.append(f"the seed follows from the dealer's secret and the words of {words} players")
    return proved


def _unproved(finished: bool) -> list[str]:
    unproved = [
        "who the players were, when they played, and that these were their moves: "
        "a record is not signed",
        "options that made no difference to the moves and the scores",
        "that the commitment was published before the first card: compare it with what you saw",
    ]
    if not finished:
        unproved.append("that no moves are missing at its end: it was not played to the end")
    return unproved


def _unproved_dealer(dealer: str) -> str:
    return (
        f"that the hash of the dealer's secret, {dealer}, was published before the players gave "
        "their words: compare it with what you saw"
    )


def _told(ending: Ending) -> str:
    by = "" if ending.seat is None else f" (seat {ending.seat})"
    scores = "" if ending.scores is None else f", scores {ending.scores}"
    places = f", places {ending.ranking}" if ending.ranking else ""
    return f"{ending.how}{by}{scores}{places}"


# --- The comments of a server's record


class _Comments:
    """What a server's record says in comments; each may be there once."""

    def __init__(self, record: str, players: int) -> None:
        self.dealer: str | None = None
        self.secret: str | None = None
        self.ending: Ending | None = None
        self.words: dict[int, str] = {}
        self._players = players
        for number, line in enumerate(record.split("\n"), start=1):
            self._read(number, line)

    def _read(self, number: int, line: str) -> None:
        if line.startswith(DEALER):
            self.dealer = _once(number, self.dealer, line[len(DEALER) :].strip())
        elif line.startswith(SECRET):
            self.secret = _once(number, self.secret, line[len(SECRET) :].strip())
        elif line.startswith(ENDING):
            told = _decoded(number, line[len(ENDING) :], Ending)
            self.ending = _once(number, self.ending, told)
        elif line.startswith(WORDS):
            seat, _, text = line[len(WORDS) :].partition(":")
            if seat not in map(str, range(1, self._players + 1)):
                raise BadRecord(number, f"there is no seat {shown(seat)}")
            said = _decoded(number, text, str)
            self.words[int(seat)] = _once(number, self.words.get(int(seat)), said)


def _once(number: int, before: Any, value: Any) -> Any:
    if before is not None:
        raise BadRecord(number, "this is said twice")
    return value


def _decoded(number: int, text: str, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text.encode(), type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadRecord(number, f"cannot be read: {error}") from None


def _check_ending(ending: Ending, result: Result | None, players: int) -> None:
    """Scores and places are those of the rules; without them, of whoever gave up."""
    if (ending.how == "finished") != (result is not None):
        found = "the game is not over" if result is None else "the game was played to its end"
        raise BadRecord(0, f"ending {ending.how}: after the last move {found}")
    if result is not None:
        if (ending.scores, ending.ranking) != (result.scores, result.ranking):
            told = f"scores {result.scores}, places {result.ranking}"
            raise BadRecord(0, f"the ending is not that of the game: {told}")
        return
    last = [players if seat == ending.seat else 1 for seat in range(1, players + 1)]
    gave_up = ending.how in ("resigned", "time", "gone")
    if ending.scores is not None or gave_up != (ending.seat is not None):
        raise BadRecord(0, f"ending {ending.how}: it has other scores or another seat than it can")
    if ending.ranking != (last if gave_up else []):
        raise BadRecord(0, f"ending {ending.how}: whoever gave up is last, the others are first")


def _has_dealer(seed: str, comments: _Comments) -> bool:
    """Whether there is a dealer to check; BadRecord if the secret does not fit."""
    dealer, secret = comments.dealer, comments.secret
    if dealer is None and secret is None and not comments.words:
        return False
    if dealer is None or secret is None:
        raise BadRecord(0, "the dealer's hash and the dealer's secret belong together")
    if mix(check_secret(secret, dealer), comments.words) != key_of_seed(seed):
        raise BadRecord(0, "the key does not follow from the dealer's secret and the words")
    return True
