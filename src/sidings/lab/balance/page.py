"""A balance report as one HTML page that needs nothing else."""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sidings.lab.balance import figures
from sidings.lab.balance.measures import Difference, Factor, win_shares
from sidings.lab.balance.study import PLAYOUTS, VALUES_TRIED, YARDSTICK, Skill, Study, rounded
from sidings.lab.standings import Rate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #f5ecd9; color: #14284b;
  font: 17px/1.55 "Atkinson Hyperlegible", Verdana, "DejaVu Sans", sans-serif; }
header { background: #14284b; color: #fff6e3; padding: 28px 20px 24px;
  border-bottom: 6px solid #b3261e; }
header div, main { max-width: 1080px; margin: 0 auto; }
h1, h2 { font-family: Futura, "Century Gothic", "Josefin Sans", Verdana, sans-serif;
  line-height: 1.2; margin: 0; letter-spacing: .02em; }
h1 { font-size: 30px; }
h2 { font-size: 21px; margin-bottom: 8px; }
header p { margin: 10px 0 0; color: #ffe9b0; }
main { padding: 18px 14px 40px; columns: 2 440px; column-gap: 16px; }
section { background: #fffaf0; border: 1px solid #c3b48f; border-radius: 10px; padding: 18px;
  margin: 0 0 16px; break-inside: avoid; }
section.wide { column-span: all; margin-top: 16px; }
.finding { margin: 0 0 10px; }
.note { color: #47526e; font-size: 16px; margin: 10px 0 0; }
img { display: block; width: 100%; max-width: 500px; height: auto; margin: 0 auto; }
.pictures { display: grid; gap: 12px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 16px; }
th, td { text-align: left; padding: 6px 10px 6px 0; border-bottom: 1px solid #eadfc6; }
td + td, th + th { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; min-height: 44px; padding: 10px 0; color: #1f3f77; }
b { color: #a9211a; }
ul { margin: 0; padding-left: 20px; }
"""


@dataclass
class Section:
    """One question and its answer: words, pictures, numbers."""

    title: str
    finding: str  # HTML
    pictures: "list[tuple[str, Figure]]"  # with the names of their files
    head: Sequence[str] = ()
    body: Sequence[Sequence[str]] = ()
    note: str = ""
    wide: bool = False


def write_page(study: Study, folder: Path) -> Path:
    """Write ``report.html`` into a folder, and the pictures as PNG files beside it."""
    sections = list(_sections(study))
    page = folder / "report.html"
    texts = [_section(section, folder) for section in sections]
    title = f"{study.game.title}: a balance report"
    options = ", ".join(f"{name} {value}" for name, value in study.options.items())
    deck = "" if study.game.custom_deck is None else "a deck of your own"
    settings = [
        f"{study.players} players",
        f"{study.games:,} games a batch",
        f"all by the policy {study.policy}",
        deck,
        options,
        f"seed {study.seed}",
    ]
    page.write_text(
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<header><div><h1>{escape(title)}</h1>"
        f"<p>{escape(' · '.join(filter(None, settings)))}</p></div></header>"
        f"<main>{_summary(study)}{''.join(texts)}</main></body></html>\n",
        "utf-8",
    )
    return page


def _section(section: Section, folder: Path) -> str:
    pictures = "".join(
        f"<img alt='{escape(f'{section.title}: {name}', quote=True)}' "
        f"src='{_inline(figures.save(figure, folder / f'{name}.png'))}'>"
        for name, figure in section.pictures
    )
    if len(section.pictures) > 1:
        pictures = f"<div class='pictures'>{pictures}</div>"
    table = _table(section.head, section.body) if section.body else ""
    note = f"<p class='note'>{section.note}</p>" if section.note else ""
    wide = " class='wide'" if section.wide else ""
    return (
        f"<section{wide}><h2>{escape(section.title)}</h2><p class='finding'>{section.finding}</p>"
        f"{pictures}{table}{note}</section>"
    )


def _inline(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def _table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """The numbers behind a picture; cells are HTML."""
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in body)
    return (
        "<details><summary>The numbers</summary><div class='scroll'><table>"
        f"<tr>{cells}</tr>{lines}</table></div></details>"
    )


# --- What it says ---------------------------------------------------------------------------------


def _summary(study: Study) -> str:
    """The report in a few lines."""
    first, equal = study.seats[0], 1 / study.players
    half = study.ahead[1]
    lines = [
        f"The first player wins {_rate(first)}; an equal share is {equal:.1%}.",
        f"Whoever is ahead half-way wins {_rate(half.wins)}.",
    ]
    if study.skills:
        one = _told(study)
        lines.append(f"{escape(study.policy)} wins {_rate(one.wins)} against {one.weaker}.")
    seen = [one for one in study.effects if one.seen]
    if study.effects:
        lines.append(f"{len(seen)} of {len(study.effects)} effects of changed rules are seen.")
    items = "".join(f"<li>{line}</li>" for line in lines)
    return f"<section class='wide'><h2>In short</h2><ul>{items}</ul></section>"


def _sections(study: Study) -> Iterable[Section]:
    yield _seats(study)
    yield _lengths(study)
    if study.points:
        yield _scores(study)
    yield _ahead(study)
    if study.skills:
        yield _skills(study)
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
        f"The {figures.ORDINALS[best]} player does best and wins {_rate(rates[best])}."
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
    shares = win_shares(study.rows) > 0
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
        f"Half-way, the one who is ahead wins {_rate(half.wins)}: "
        f"{1 - half.wins.rate:.0%} of the games are turned round after that."
    )
    body = [
        [f"{one.moment:.0%}", *_rate_cells(one.wins), f"{one.chance:.1%}"] for one in study.ahead
    ]
    note = (
        f"Ahead is whom an onlooker, who sees no hand, would bet on: the game is played out "
        f"{PLAYOUTS} times from what everybody sees. Dashed: an equal share."
    )
    return Section(
        "Can you come back?", finding, [("comeback", figures.ahead(study.ahead, study.players))],
        ["of the moves", "the one ahead wins", "95 % interval", "chance he was given"], body, note,
    )  # fmt: skip


def _skills(study: Study) -> Section:
    one = _told(study)
    wins, seats = one.wins.rate, study.players
    finding = (
        f"One {escape(study.policy)} among players who play like {one.weaker} wins "
        f"{_rate(one.wins)}. The same cards are played from every seat: it wins {one.every:.1%} of "
        f"the deals wherever it sits and {one.none:.1%} nowhere. Did the cards not matter, it "
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


def _told(study: Study) -> Skill:
    """Of the weaker policies, the one that says most: the yardstick, if it is among them."""
    return next((one for one in study.skills if one.weaker == YARDSTICK), study.skills[0])


def _decided(study: Study, group: str, found: list[Factor], file: str) -> Section:
    had = [factor for factor in found if factor.games]
    never = [escape(factor.name) for factor in found if not factor.games]
    best = max(had, key=lambda factor: factor.wins.low)  # what is hardly known is no extreme
    worst = min(had, key=lambda factor: factor.wins.high)
    finding = (
        f"Strongest: <em>{escape(best.name)}</em>, with {_rate(best.wins)} of the games; weakest: "
        f"<em>{escape(worst.name)}</em>, with {_rate(worst.wins)}."
    )
    if never:
        finding += f" Nobody ever had {', '.join(never)}."
    body = [
        [escape(one.name), *_rate_cells(one.wins), f"{one.games:,}", f"{one.mean:.2f}"]
        for one in had
    ]
    note = (
        "Of the games in which one seat alone had it (or the most of it). Going together is not "
        f"causing: a winner has had time for more. Dashed: an equal share, {1 / study.players:.1%}."
    )
    return Section(
        f"What decides? {group} …", finding, [(file, figures.decided(had, study.players))],
        ["", "wins", "95 % interval", "games", "a seat, on average"], body, note,
    )  # fmt: skip


def _effects(study: Study) -> Section:
    seen = [one for one in study.effects if one.seen and one.measure != "moves"]
    finding = "Each change alone, against the rules of this report. "
    if seen:
        most = min(seen, key=lambda one: one.needed)
        finding += (
            f"Clearest beside the length: <em>{escape(most.variant)}</em> changes "
            f"<em>{escape(most.measure)}</em> from {_value(most, most.before)} to "
            f"{_value(most, most.after)}."
        )
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
        escape(one.variant),
        escape(one.measure),
        _value(one, one.before),
        _value(one, one.after),
        f"<b>{change}</b>" if one.seen else change,
        rounded(one.needed),
    ]


def _value(one: Difference, value: float) -> str:
    return f"{value:.1%}" if one.unit == "%" else f"{value:.1f}"


def _rate(rate: Rate) -> str:
    return f"{rate.rate:.1%} [{rate.low:.1%}, {rate.high:.1%}]"


def _rate_cells(rate: Rate) -> list[str]:
    return [f"{rate.rate:.1%}", f"{rate.low:.1%} to {rate.high:.1%}"]
