"""How the characters differ from ``club``, and how often they win against it, with two players.

    python benchmarks/characters.py [GAME ...] [--games 20000] [--seed 1]

Each character plays so many games against ``club``, and ``club`` against itself on the same deals.
Prints a table for each game: the share of wins, and traits in which a style shows, each ± half of
its 95 % interval (from deals, which are independent). A star marks the trait that a character is
named for. A character that does not differ there by more than both intervals, or that wins less
than 40 or more than 60 %, is an error.
"""

from collections.abc import Callable, Iterable

import numpy as np
from cyclopts import run
from rich import box
from rich.console import Console
from rich.table import Table as Grid

import sidings
from sidings import lab
from sidings.bots.levels import CHARACTERS, characters_of
from sidings.kernel.record import Array
from sidings.lab.progress import progress_bar
from sidings.lab.statistics import Rate, mean_of, win_shares

CLUB = "club"
FAIR = (40, 60)  # per cent of the wins
OPTIONS = {"mexican-train": {"rounds": 3}}
REMOVALS = ("remove_left", "remove_middle", "remove_right")
ABILITIES = ("swap_adjacent", "swap_over_one", "move_right", "move_left", *REMOVALS, "protect")

console = Console(width=150)


class Games:
    """The games of a batch of two, from the seat of its first policy."""

    def __init__(self, rows: Array) -> None:
        self.rows = rows
        self._each = np.arange(len(rows))
        self._seat = (rows["policies"] == 0).argmax(axis=1)

    def own(self, *columns: str) -> Array:
        """The sum of the columns."""
        return sum((self.rows[one][self._each, self._seat] for one in columns), np.zeros(1))

    def other(self, column: str) -> Array:
        found: Array = self.rows[column][self._each, 1 - self._seat]
        return found

    def wins(self) -> Array:
        shares: Array = win_shares(self.rows["places"])[self._each, self._seat]
        return 100 * shares

    def spread(self) -> Array:
        """How far each score is from the middle one."""
        scores = self.own("scores")
        return np.abs(scores - np.median(scores))

    def per_turn(self, *columns: str) -> Array:
        """Per cent of the turns in Game of Trains: each is a draw (GT-6) or an ability (GT-7)."""
        return 100 * ratio(self.own(*columns), self.own("draws", *ABILITIES))


def ratio(count: Array, whole: Array) -> Array:
    """Game by game; not a number where the whole is nothing."""
    found: Array = np.divide(count, whole, out=np.full(len(count), np.nan), where=whole > 0)
    return found


#: The first three are what the blocker, the saver and the gambler are named for.
TRAITS: dict[str, dict[str, Callable[[Games], Array]]] = {
    "mexican-train": {
        "draws of the other per 100 dominoes": lambda games: (  # MT-14
            100 * ratio(games.other("draws"), games.other("dominoes_played"))
        ),
        "pips in a lost round": lambda games: (  # MT-24
            ratio(games.own("scores"), games.rows["rounds"] - games.own("rounds_won"))
        ),
        "spread of the score": Games.spread,
        "rounds won": lambda games: games.own("rounds_won"),
    },
    "game-of-trains": {
        "removals, % of turns": lambda games: games.per_turn(*REMOVALS),  # GT-13 to GT-15
        "protections, % of turns": lambda games: games.per_turn("protect"),  # GT-16
        "draws, % of turns": lambda games: games.per_turn("draws"),  # GT-6
        "moves per game": lambda games: games.rows["moves"],
    },
    "continental-express": {
        "tickets that the other pays": lambda games: games.other("tickets_spent"),  # CE-7
        "tickets kept": lambda games: games.own("tickets_left"),  # CE-28
        "points of the contract": lambda games: games.own("contract_points"),
        "spread of the score": Games.spread,
    },
}


def main(*names: str, games: int = 20_000, seed: int = 1) -> None:
    problems = []
    for name in names or TRAITS:
        found = measure(name, games, seed)
        console.print(told(name, found))
        problems += list(objections(name, found))
    for problem in problems:
        console.print(problem)
    raise SystemExit(bool(problems))


def measure(name: str, games: int, seed: int) -> dict[str, dict[str, Rate]]:
    """The wins and traits of the characters of a game, and of ``club``."""
    game = sidings.game(name)
    players = [CLUB, *characters_of(game)]
    traits = {"wins, %": Games.wins, **TRAITS[name]}
    found = {}
    with progress_bar(game.title, Console(stderr=True)) as report:
        for i, player in enumerate(players):
            rows = lab.play(
                game, [player, CLUB], games=games, seed=seed, rotate=True,
                options=OPTIONS.get(name), progress=False,
            )  # fmt: skip
            seen = Games(rows)
            found[player] = {trait: mean_by_deal(of(seen)) for trait, of in traits.items()}
            report(i + 1, len(players))
    return found


def mean_by_deal(values: Array) -> Rate:
    """The mean with its interval; each deal was played in both seatings."""
    deals = values.reshape(-1, 2).astype(np.float64)
    return mean_of(np.nanmean(deals[~np.isnan(deals).all(axis=1)], axis=1))


def told(name: str, found: dict[str, dict[str, Rate]]) -> Grid:
    grid = Grid(sidings.game(name).title, *found[CLUB], box=box.MARKDOWN)
    for player, traits in found.items():
        marked = [
            half_of(rate) + " *" * is_named_for(name, player, trait)
            for trait, rate in traits.items()
        ]
        grid.add_row(f"`{player}`", *marked)
    return grid


def half_of(rate: Rate) -> str:
    """The rate ± half of its interval, to two digits of that."""
    half = (rate.high - rate.low) / 2
    digits = max(0, 1 - int(np.floor(np.log10(half)))) if half else 0
    return f"{rate.rate:.{digits}f} ± {half:.{digits}f}"


def is_named_for(name: str, player: str, trait: str) -> bool:
    return (player, trait) in zip(CHARACTERS, TRAITS[name], strict=False)


def objections(name: str, found: dict[str, dict[str, Rate]]) -> Iterable[str]:
    """What is wrong with the characters of a game."""
    club = found[CLUB]
    for player, traits in found.items():
        for trait, rate in traits.items():
            same = rate.low <= club[trait].high and club[trait].low <= rate.high
            if same and is_named_for(name, player, trait):
                yield f"{name}: {player} hardly differs in {trait}"
        if not FAIR[0] <= traits["wins, %"].rate <= FAIR[1]:
            yield f"{name}: {player} is not about as strong as {CLUB}"


if __name__ == "__main__":
    run(main)
