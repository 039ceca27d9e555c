"""The games as browsers play them, beside the same kernels compiled for this machine.

Compiles the games for browsers, in a cache of its own so that the time is that of a bare machine
(unless ``--no-bare``); plays recorded random games again in Node and compares everything; then
plays at random and searches with both. Speeds are by processor time, in one run.

    python benchmarks/offline.py [--games 200] [--playouts 40] [--random 3000] [--search 3000]
                                 [--seed 7] [--no-bare]
"""

import base64
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from cyclopts import run
from rich.console import Console
from rich.table import Table

from sidings.bots.levels import levels_of, prepare, search_of
from sidings.bots.search import Budget
from sidings.games.contract import Game
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import actor_at, deal_at, hidden_copy, legal_at, play_random
from sidings.offline.build import RANDOM
from sidings.play.keys import key_words
from sidings.testing.browser import PAGE, build_page, find_node
from sidings.testing.offline import ENGINES, ROOT, Recorder, compare

SEED, CAP, TRIES = 7, 1000, 5
console = Console()


def main(
    games: int = 200,
    playouts: int = 40,
    random: int = 3000,
    search: int = 3000,
    seed: int = SEED,
    bare: bool = True,
) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        engines = build(Path(scratch), bare)
        play(engines, games, playouts, random, search, seed)


def play(engines: Path, games: int, playouts: int, random: int, search: int, seed: int) -> None:
    """Compare what the page plays with this machine; ``engines`` can also play at random."""
    node = find_node()[0]
    build_page()
    total = size = 0
    for name in [rules.stem for rules in sorted(ENGINES.glob("*.wasm"))]:
        recorder = Recorder(name, playouts, seed)
        record = []
        for number in range(games):
            recorder.playouts = playouts if number % 4 == 0 else 0
            players = recorder.game.players[number % len(recorder.game.players)]
            record.append(recorder.record(players, recorder.options(players), 200))
        found = compare(name, record, ENGINES, node)
        total += found["comparisons"]
        console.print(
            f"{name}: {games} games, {found['comparisons']:,} comparisons,"
            f" {found['different']} different {found['first'] or ''}"
        )
        size += measure(recorder.game, engines, node, random, search)
    console.print(f"{total:,} comparisons; modules and scripts {size / 1000:.1f} kB in all")


def build(scratch: Path, bare: bool) -> Path:
    """Compile the games for browsers, and say what that took; ``bare``: from nothing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    began = time.perf_counter()
    command = [sys.executable, "-m", "sidings.offline", str(scratch / "engines"), "--", RANDOM]
    own = {"SIDINGS_CACHE": str(scratch)} if bare else {}
    subprocess.run(command, env=os.environ | own, check=True)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    console.print(f"built in {spent:.0f} s of processor, {time.perf_counter() - began:.0f} s")
    return scratch / "engines"


def measure(game: Game[Any], engines: Path, node: Path, games: int, playouts: int) -> int:
    """Compare the speeds; returns how many bytes the page has of the game, compressed."""
    prepare(game)
    level = levels_of(game)["master"]
    prepare(game, net=level.net)
    template = game.template(2, {})
    given = {
        "template": base64.b64encode(template.tobytes()).decode(),
        "seed": SEED,
        "games": games,
        "cap": CAP,
        "playouts": playouts,
        "level": {**vars(level), "searches": True},
        "module": str(engines / f"{game.name}.wasm"),  # which can play at random
        "text": str(next((PAGE.parent / "assets").glob(f"{game.name}-*.js"))),  # as it is served
    }
    networks = ROOT / "src" / "sidings" / "games" / game.name.replace("-", "_")
    command = [str(node), "--no-warnings", str(ROOT / "benchmarks" / "offline.ts")]
    done = subprocess.run(
        [*command, str(ENGINES / game.name), str(networks), json.dumps(given)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    browser = json.loads(done.stdout)
    moves, seconds = _random(game, template, games)
    simulated, searching, chance = _search(game, level, playouts)
    assert (moves, simulated, chance) == (
        browser["moves"], browser["simulated"], browser["chance"],
    )  # fmt: skip
    table = Table("", "native", "browser", "browser : native", title=game.name)
    for label, amount, own, theirs in (
        ("random moves/s", moves, seconds, browser["seconds"]),
        ("search, moves/s", simulated, searching, browser["searching"]),
    ):
        table.add_row(
            label, f"{amount / own:,.0f}", f"{amount / theirs:,.0f}", f"{own / theirs:.0%}"
        )
    console.print(table)
    module, text = browser["module"], browser["text"]
    console.print(
        f"brotli: module {module / 1000:.1f} kB, script {text / 1000:.1f} kB;"
        f" opened in {browser['opened']:.0f} ms; memory {browser['memory'] / 1e6:.1f} MB"
    )
    return int(module + text)


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of some work, and the least time of several tries, as in the browser."""
    least = math.inf
    for _ in range(TRIES):
        began = time.process_time()
        result = work()
        least = min(least, time.process_time() - began)
    return result, least


def _random(game: Game[Any], template: Any, games: int) -> tuple[int, float]:
    states, out = np.zeros(1, game.dtype), np.zeros(game.actions, np.int16)
    rng = fast_generator(0)
    return _timed(lambda: play_random(states, template, SEED, 0, games, CAP, out, rng))


def _search(game: Game[Any], level: Any, playouts: int) -> tuple[int, float, float]:
    states = game.template(2, {})
    states[0].key[:] = key_words(bytes([SEED]) * 32)
    deal_at(states, 0)
    seat = actor_at(states, 0)
    out = np.zeros(game.actions, np.int16)
    actions = out[: legal_at(states, 0, out)].tolist()

    def search() -> tuple[int, float]:
        found = search_of(level, Budget(playouts=playouts), SEED)
        best = found.estimate(game, hidden_copy(states, seat), seat, actions)[0]
        return found.moves, best.chance

    (moves, chance), spent = _timed(search)
    return moves, spent, chance


if __name__ == "__main__":
    run(main)
