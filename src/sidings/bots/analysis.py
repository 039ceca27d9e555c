"""What decided a game, in figures: the formulas, as plain functions that browsers get translated.

All is counted in chances to win. For each seat, exactly::

    result = start + skill + luck + rest

*start* is a fair share of the win. *skill* is what the seat's errors cost it, and what it gained
from the others' errors, shared out evenly. The *error* of a decision is the chance of the move that
search prefers less that of the move played, both counted anew in worlds that fit what the player
knew then, never in the truth. So it is right on average, and below 0 where the move played turned
out better; were it never below 0, chance alone would look like errors. A forced move is no
decision. *luck* is what the cards that were turned up were worth beyond their average: of the deal,
the value after it less the fair share; of a move, see `sidings.bots.luck`. *rest* is what hidden
cards and the judge's doubt leave.

`sidings.bots.analyst` finds the numbers.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from sidings.bots.advice import SIGMAS
from sidings.bots.search import Estimate

PLAYOUTS = 400  # for each decision
DEEP_PLAYOUTS = 10 * PLAYOUTS
MASTER_MOVES = 12  # the decisions of a long game share as many playouts as `master` has for these
MOST_PACE = 3000  # playouts that count for each of these moves
FEWEST_PLAYOUTS = 16
BLUNDER, MISTAKE, DOUBTFUL = 0.12, 0.06, 0.03  # errors, at least
VERY_LUCKY = 0.1
MOST_TURNING_POINTS = 8
FEWEST_DECISIONS = 8  # to rate a player by
WORST_RATING = "beginner"  # of those who err more than the weakest level

Mark = Literal["good", "doubtful", "mistake", "blunder"]
Fortune = Literal["", "lucky", "unlucky"]  # where the cards were very kind or very unkind


class Decision(msgspec.Struct, frozen=True):
    """What search found about a move that was not forced."""

    chance: float  # of the move that search prefers
    error: float  # of the move played
    doubt: float  # half the width of the error's 95 % interval
    better: str  # the move that search prefers; empty if that is no better
    why: str  # it is better: one of the phrases of the game's rule of thumb
    despite: bool  # it is better although the phrase speaks against it
    choices: Sequence[Any]  # the move played and the better one, with what they touch


class Moment(msgspec.Struct, frozen=True):
    """One move, and what it was worth."""

    number: int  # from 1
    seat: int  # from 1
    move: str
    decision: Decision | None  # None if the move was forced
    mark: Mark
    fortune: Fortune
    luck: list[float]  # of the cards that it turned up, by seat
    chances: list[float]  # to win after it, by seat


class Sums(msgspec.Struct, frozen=True):
    """What decided the game for one seat."""

    start: float
    skill: float
    luck: float
    rest: float
    result: float
    decisions: int  # moves that were not forced
    error: float  # on average over the decisions
    accuracy: float  # the part of the chances that the best moves would have had, 0 to 1
    rating: str  # the level that errs as much; empty after too few decisions


class Analysis(msgspec.Struct, frozen=True):
    """A game move by move, and its sums by seat."""

    game: str
    names: list[str]
    playouts: int  # for each decision, at most
    finished: bool  # if not, the result is the chances as they stand
    moments: list[Moment]
    seats: list[Sums]
    turning_points: list[int]  # the numbers of the moves that changed most, in order
    luckiest: int  # a seat; 0 if the cards favoured nobody
    unluckiest: int
    luckier: int  # points of a hundred between these two


def playouts_each(playouts: int, decisions: int, pace: float) -> int:
    """How many playouts each decision gets; ``pace`` is how many `master` has for a move.

    So a long game takes no longer than `master` for so many moves, or ten times that if it is
    looked at ten times as deeply. A `master` who tries moves very often makes it no longer.
    """
    if decisions == 0 or pace == 0:
        return playouts
    share = MASTER_MOVES * min(pace, MOST_PACE) * playouts / PLAYOUTS / decisions
    return min(playouts, max(FEWEST_PLAYOUTS, int(share // 1.0)))


def weigh(best: Estimate, played: Estimate) -> tuple[float, float]:
    """The error of a move and its doubt, from what was counted for it and for the best."""
    spread = best.error * best.error + played.error * played.error
    return best.chance - played.chance, SIGMAS * math.sqrt(spread)


def moment_of(
    number: int,
    seat: int,
    move: str,
    decision: Decision | None,
    luck: list[float],
    chances: list[float],
) -> Moment:
    """A move with its marks."""
    return Moment(
        number=number, seat=seat, move=move, decision=decision, mark=mark_of(decision),
        fortune=fortune_of(luck[seat - 1]), luck=luck, chances=chances,
    )  # fmt: skip


def fortune_of(luck: float) -> Fortune:
    if luck >= VERY_LUCKY:
        return "lucky"
    return "unlucky" if luck <= -VERY_LUCKY else ""


def mark_of(decision: Decision | None) -> Mark:
    """Nothing is called worse than good within its doubt."""
    if decision is None or decision.error <= decision.doubt:
        return "good"
    if decision.error >= BLUNDER:
        return "blunder"
    if decision.error >= MISTAKE:
        return "mistake"
    return "doubtful" if decision.error >= DOUBTFUL else "good"


def share_out(before: list[float], found: list[float], mover: int) -> list[float]:
    """Chances by seat, of which only the mover's is known: the others keep their proportions."""
    others = 0.0
    for seat, chance in enumerate(before, start=1):
        if seat != mover:
            others += chance
    if mover == 0 or others <= 0.0:
        return found
    left = 1.0 - found[mover - 1]
    return [
        found[mover - 1] if seat == mover else left * chance / others
        for seat, chance in enumerate(before, start=1)
    ]


def sum_up(
    game: str,
    names: list[str],
    playouts: int,
    finished: bool,
    start: list[float],
    deal: list[float],
    moments: list[Moment],
    result: list[float],
    ratings: Mapping[str, float],
) -> Analysis:
    """The sums of a game. ``deal`` is its luck by seat; ``ratings`` are those of the game."""
    skills = _skills(moments, len(names))
    lucks = list(deal)
    for one in moments:
        for i, luck in enumerate(one.luck):
            lucks[i] += luck
    seats = []
    for i in range(len(names)):
        own = [one.decision for one in moments if one.seat == i + 1 and one.decision is not None]
        seats.append(_sums(start[i], skills[i], lucks[i], result[i], own, ratings))
    first, last = 0, 0
    for i in range(len(names)):
        first = i if lucks[i] > lucks[first] else first
        last = i if lucks[i] < lucks[last] else last
    points = int((100.0 * (lucks[first] - lucks[last]) + 0.5) // 1.0)
    return Analysis(
        game=game, names=names, playouts=playouts, finished=finished, moments=moments, seats=seats,
        turning_points=_turning_points(moments), luckiest=first + 1 if points > 0 else 0,
        unluckiest=last + 1 if points > 0 else 0, luckier=points,
    )  # fmt: skip


def _skills(moments: list[Moment], players: int) -> list[float]:
    """What errors cost and brought each seat; over all seats it comes to nothing."""
    found = [0.0 for _ in range(players)]
    for one in moments:
        if one.decision is not None:
            part = one.decision.error / (players - 1)
            for i in range(players):
                found[i] += -one.decision.error if i + 1 == one.seat else part
    return found


def _sums(
    start: float,
    skill: float,
    luck: float,
    result: float,
    decisions: list[Decision],
    ratings: Mapping[str, float],
) -> Sums:
    error, possible, count = 0.0, 0.0, len(decisions)
    for one in decisions:
        error += one.error
        possible += one.chance
    kept = 1.0 - error / possible if possible > 0.0 else 1.0
    mean = error / count if count else 0.0
    return Sums(
        start=start, skill=skill, luck=luck, rest=result - start - skill - luck, result=result,
        decisions=count, error=mean, accuracy=min(1.0, max(0.0, kept)),
        rating=rating_of(mean, ratings) if count >= FEWEST_DECISIONS else "",
    )  # fmt: skip


def rating_of(error: float, ratings: Mapping[str, float]) -> str:
    """The best level that errs as much on average; "" in a game for which nobody measured that."""
    for level, most in ratings.items():
        if error <= most:
            return level
    return WORST_RATING if ratings else ""


def _turning_points(moments: list[Moment]) -> list[int]:
    """The marked moves at which an error or the cards changed most."""
    left = [one for one in moments if one.mark != "good" or one.fortune != ""]
    found: list[int] = []
    for _ in range(min(MOST_TURNING_POINTS, len(left))):
        best = left[0]
        for one in left:
            if _weight(one) > _weight(best):
                best = one
        found.append(best.number)
        left = [one for one in left if one.number != best.number]
    return sorted(found)


def _weight(one: Moment) -> float:
    """How much a move changed: by its error if that is told, or by the cards if they are."""
    error = 0.0 if one.decision is None or one.mark == "good" else one.decision.error
    luck = one.luck[one.seat - 1] if one.fortune != "" else 0.0
    return max(error, luck, -luck)
