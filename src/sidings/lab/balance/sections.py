"""What a balance report says: questions, findings, pictures and numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from sidings.lab.balance import figures
from sidings.lab.balance.measures import Difference, Factor
from sidings.lab.balance.study import PLAYOUTS, VALUES_TRIED, YARDSTICK, Skill, Study, rounded
from sidings.lab.luck import LuckStudy
from sidings.lab.statistics import Rate, win_shares

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass
class Section:
    """One question and its answer; text is escaped unless it is ``Markup``."""

    title: str
    finding: str
    pictures: "list[tuple[str, Figure]]"  # with the names of their files
    head: Sequence[str] = ()
    body: Sequence[Sequence[str]] = ()
    note: str = ""
    wide: bool = False


def summary(study: Study) -> list[str]:
    """The report in a few lines."""
    first, equal = study.seats[0], 1 / study.players
    half = study.ahead[1]
    lines = [
        f"The first player wins {first}; an equal share is {equal:.1%}.",
        f"The seat that is ahead half-way wins {half.wins}.",
    ]
    if study.skills:
        one = _yardstick(study)
        lines.append(f"{study.policy} wins {one.wins} against {one.weaker}.")
    if study.luck is not None:
        lines.append(f"Luck explains at least {study.luck.share} of the results.")
    seen = [one for one in study.effects if one.seen]
    if study.effects:
        lines.append(f"{len(seen)} of {len(study.effects)} effects of changed rules are seen.")
    return lines


def sections(study: Study) -> Iterator[Section]:
    """The questions of the report, as far as the game raises them."""
    yield _seats(study)
    yield _lengths(study)
    if study.points:
        yield _scores(study)
    yield _ahead(study)
    if study.skills:
        yield _skills(study)
    if study.luck is not None:
        yield _luck(study.luck)
    groups = groupby(study.factors, key=lambda factor: factor.group)
    for number, (group, members) in enumerate(groups, start=1):
        found = list(members)
        if found[0].games:
            yield _decided(study, group, found, f"decides-{number}")
    if study.effects:
        yield _effects(study)


def _seats(study: Study) -> Section:
    equal = 1 / study.players
    rates = study.seats
    best = max(range(len(rates)), key=lambda order: rates[order].rate)
    unfair = [rate for rate in rates if rate.low > equal or rate.high < equal]
    finding = (
        f"The {figures.ORDINALS[best]} player does best and wins {rates[best]}."
        if unfair
        else f"No seat is seen to be better than another in {study.games:,} games."
    )
    body = [[figures.ORDINALS[order], *_rate_cells(rate)] for order, rate in enumerate(rates)]
    return Section(
        "Does it matter who begins?", finding, [("seats", figures.seats(rates))],
        ["player", "wins", "95 % interval"], body,
        f"Dashed: an equal share, {equal:.1%}. Green is above it, red below, grey not told apart.",
    )  # fmt: skip


def _lengths(study: Study) -> Section:
    moves = study.rows["moves"]
    low, middle, high = np.percentile(moves, [5, 50, 95])
    finding = f"A game takes {middle:.0f} moves; nine games in ten take {low:.0f} to {high:.0f}."
    if study.stopped:
        finding += f" {study.stopped:,} games were stopped without an end and count as draws."
    return Section("How long is a game?", finding, [("length", figures.lengths(moves))])


def _scores(study: Study) -> Section:
    shares = win_shares(study.rows["places"]) > 0
    winners, others = study.rows["scores"][shares], study.rows["scores"][~shares]
    finding = (
        f"Winners have {winners.mean():.1f} points on average, the others {others.mean():.1f}; "
        f"the points of one game and the next differ by a standard deviation of "
        f"{study.rows['scores'].std():.1f}."
    )
    return Section("How do scores spread?", finding, [("scores", figures.scores(winners, others))])


def _ahead(study: Study) -> Section:
    half = study.ahead[1]
    finding = (
        f"Half-way, the seat that is ahead wins {half.wins}: "
        f"{1 - half.wins.rate:.0%} of the games are turned round after that."
    )
    body = [
        [f"{one.moment:.0%}", *_rate_cells(one.wins), f"{one.chance:.1%}"] for one in study.ahead
    ]
    note = (
        f"Ahead is the seat that wins most of {PLAYOUTS} games played out from what everybody "
        f"sees. Dashed: an equal share."
    )
    return Section(
        "Can you come back?", finding, [("comeback", figures.ahead(study.ahead, study.players))],
        ["of the moves", "the seat ahead wins", "95 % interval", "chance it was given"], body, note,
    )  # fmt: skip


def _skills(study: Study) -> Section:
    one = _yardstick(study)
    wins, seats = one.wins.rate, study.players
    finding = (
        f"One {study.policy} among players who play like {one.weaker} wins "
        f"{one.wins}. The same cards are played from every seat: it wins {one.every:.1%} of "
        f"the deals wherever it sits and {one.none:.1%} nowhere. If the cards did not matter, it "
        f"would be {wins**seats:.1%} and {(1 - wins) ** seats:.1%}."
    )
    body = [
        [one.weaker, *_rate_cells(one.wins), f"{one.every:.0%}", f"{one.none:.0%}"]
        for one in study.skills
    ]
    return Section(
        "Luck or skill?", finding,
        [("skill", figures.skills(study.skills, study.policy, study.players))],
        ["against", f"{study.policy} wins", "95 % interval", "from every seat", "from none"],
        body, "Dashed: an equal share, which luck alone would give.",
    )  # fmt: skip


def _luck(found: LuckStudy) -> Section:
    share, kinds = found.share, sorted(found.lucks, key=lambda kind: -found.spread(kind))
    finding = (
        f"Among equals luck explains at least {share} of the results (of their variance). "
        f"Most of it comes with: {kinds[0]}."
    )
    body = [
        [kind, f"{100 * found.spread(kind):.1f}", _points(found.mean(kind, 0))] for kind in kinds
    ]
    note = (
        f"From {len(found.results):,} games. Luck is what the deal and the cards turned up were "
        "worth beyond their average, in points: chances to win in a hundred. A learned network "
        "judges that, so the true part is rather larger. On average luck comes to nothing, but "
        "for the deal where it matters who begins."
    )
    spreads = [100 * found.spread(kind) for kind in kinds]
    return Section(
        "How much of the result is luck?", finding, [("luck", figures.lucks(kinds, spreads))],
        ["event", "spread, in points per game", "mean of the first seat"], body, note,
    )  # fmt: skip


def _points(rate: Rate) -> str:
    return f"{100 * rate.rate:+.1f} ({100 * rate.low:+.1f} to {100 * rate.high:+.1f})"


def _yardstick(study: Study) -> Skill:
    """The weaker policy that the text names: the yardstick, if it was played."""
    return next((one for one in study.skills if one.weaker == YARDSTICK), study.skills[0])


def _decided(study: Study, group: str, found: list[Factor], file: str) -> Section:
    had = [factor for factor in found if factor.games]
    never = [factor.name for factor in found if not factor.games]
    best = max(had, key=lambda factor: factor.wins.low)  # what is hardly known is no extreme
    worst = min(had, key=lambda factor: factor.wins.high)
    finding = Markup(
        "Strongest: <em>{}</em>, with {} of the games; weakest: <em>{}</em>, with {}."
    ).format(best.name, best.wins, worst.name, worst.wins)
    if never:
        finding += f" Nobody ever had {', '.join(never)}."
    body = [[one.name, *_rate_cells(one.wins), f"{one.games:,}", f"{one.mean:.2f}"] for one in had]
    note = (
        "Of the games in which one seat alone had it (or the most of it). Going together is not "
        f"causing: a winner has had time for more. Dashed: an equal share, {1 / study.players:.1%}."
    )
    return Section(
        f"What decides? {group} …", finding, [(file, figures.decided(had, study.players))],
        ["", "wins", "95 % interval", "games", "per seat, on average"], body, note,
    )  # fmt: skip


def _effects(study: Study) -> Section:
    seen = [one for one in study.effects if one.seen and one.measure != "moves"]
    finding = Markup("Each change alone, compared with the rules of this report. ")
    if seen:
        most = min(seen, key=lambda one: one.needed)
        finding += Markup(
            "Clearest beside the length: <em>{}</em> changes <em>{}</em> from {} to {}."
        ).format(most.variant, most.measure, _value(most, most.before), _value(most, most.after))
    measures = list(dict.fromkeys(one.measure for one in study.effects))
    pictures = [
        (f"effect-{number}", figures.effects([e for e in study.effects if e.measure == measure]))
        for number, measure in enumerate(measures, start=1)
    ]
    body = [_effect_cells(one) for one in study.effects]
    note = (
        f"At most {VALUES_TRIED} values of an option are tried. Bold: seen, as the 95 % interval "
        "of the change leaves 0 out (of twenty changes that do nothing, one will look so). The "
        "last column says how many games of each kind show a change of that size four times out "
        "of five."
    )
    return Section(
        "What would other rules change?", finding, pictures,
        ["change", "measure", "before", "after", "difference", "games to see it"], body, note,
        wide=True,
    )  # fmt: skip


def _effect_cells(one: Difference) -> list[str]:
    scale = 100 if one.unit == "%" else 1
    change = f"{scale * one.change:+.2f} ± {scale * one.error:.2f}"
    return [
        one.variant,
        one.measure,
        _value(one, one.before),
        _value(one, one.after),
        Markup("<b>{}</b>").format(change) if one.seen else change,
        rounded(one.needed),
    ]


def _value(one: Difference, value: float) -> str:
    return f"{value:.1%}" if one.unit == "%" else f"{value:.1f}"


def _rate_cells(rate: Rate) -> list[str]:
    return [f"{rate.rate:.1%}", f"{rate.low:.1%} to {rate.high:.1%}"]
