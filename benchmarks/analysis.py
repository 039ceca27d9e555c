"""How long the analysis of a long game takes, on a server and in a browser's engine.

Plays some games of bots of each kind and analyses the one with the most decisions, here and in
Node. Prints seconds of one core.

    python benchmarks/analysis.py [--games 20] [--level casual]
"""

import json
import subprocess
import tempfile
import time
from pathlib import Path

from cyclopts import run
from rich.console import Console
from rich.table import Table as Grid

import sidings
from sidings.bots import bot
from sidings.bots.analyst import Analyst
from sidings.bots.search import finish
from sidings.play.keys import key_of_seed
from sidings.play.table import Table
from sidings.testing.browser import find_node
from sidings.testing.offline import ENGINES, ROOT

KINDS = (
    ("game-of-trains", 2, {}),
    ("game-of-trains", 4, {}),
    ("mexican-train", 2, {"rounds": 13}),
    ("mexican-train", 4, {"rounds": 13}),
    ("mexican-train", 8, {"rounds": 13}),
    ("continental-express", 2, {}),
    ("continental-express", 4, {}),
)
PROGRAM = Path(__file__).with_suffix(".ts")
console = Console(width=110)


def main(games: int = 20, level: str = "casual") -> None:
    columns = ("game", "players", "moves", "decisions", "playouts each", "here, s", "in Node, s")
    grid = Grid(*columns, title=f"the longest of {games} games of {level}")
    for name, players, options in KINDS:
        warm_up(name, players)
        longest = max(
            (played(name, players, options, level, seed) for seed in range(games)),
            key=lambda table: decisions_of(table),
        )
        count, moves = decisions_of(longest), list(longest.history)
        in_browser = analysed_in_node(longest)
        began = time.process_time()
        found = finish(Analyst(longest).work())
        here = time.process_time() - began
        grid.add_row(
            name, str(players), str(len(moves)), str(count), str(found.playouts), f"{here:.1f}",
            f"{in_browser:.1f}",
        )  # fmt: skip
    console.print(grid)


def warm_up(name: str, players: int) -> None:
    """Compile all that an analysis needs."""
    table = sidings.deal(name, players, 1)
    for _ in range(4):
        table.play(table.moves()[0])
    finish(Analyst(table, playouts=8).work())


def played(name: str, players: int, options: dict[str, int], level: str, seed: int) -> Table:
    """A game of a level against itself."""
    table = sidings.deal(name, players, seed, options=options)
    bots = [bot(level, seed=seat) for seat in range(players)]
    while (seat := table.turn) is not None:
        table.play(bots[seat - 1].choose(sidings.observe(table)))
    return table


def decisions_of(table: Table) -> int:
    """How many moves of a game were not forced."""
    other, count = table.copy(), 0
    while other.history:
        other.undo()
        count += len(other.actions()) > 1
    return count


def analysed_in_node(table: Table) -> float:
    """The seconds that a browser's engine takes."""
    recorded = {
        "key": key_of_seed(table.seed).hex(), "players": table.players, "options": table.options,
        "names": table.names, "moves": table.history,
    }  # fmt: skip
    folder = ROOT / "src" / "sidings" / "games" / table.game.name.replace("-", "_")
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(recorded, file)
        file.flush()
        files = [str(ENGINES / table.game.name), str(folder), file.name]
        command = [str(find_node()[0]), "--no-warnings", str(PROGRAM), *files]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    seconds: float = json.loads(done.stdout)["seconds"]
    return seconds


if __name__ == "__main__":
    run(main)
