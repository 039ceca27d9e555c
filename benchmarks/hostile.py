"""Kernels stay within their arrays, at full size: hostile positions, bounds checked.

    python benchmarks/hostile.py --positions 100000

Positions are changed at random, and where ``load`` accepts them every verb is asked about them and
every legal move is tried. The check itself is ``sidings.testing.hostile``. The kernels are
compiled anew for it, with an error for every index beyond its array, and kept apart from others.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["NUMBA_BOUNDSCHECK"] = "1"
os.environ["SIDINGS_CACHE"] = str(Path(tempfile.gettempdir()) / "sidings-boundscheck")
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # with a fourth game,
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "installed"))  # and its entry point

import numpy as np
from numba import njit

import sidings
from sidings.testing import hostile


@njit
def reads_beyond(values: "np.ndarray[tuple[int], np.dtype[np.int8]]", i: int) -> int:
    return int(values[i])


def require_checked_bounds() -> None:
    """Fail unless compiled code does raise an error for an index beyond its array."""
    try:
        reads_beyond(np.zeros(1, np.int8), 1)
    except IndexError:
        return
    raise SystemExit("bounds are not checked")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000, help="tried with each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=sidings.game_names())
    arguments = parser.parse_args()
    require_checked_bounds()
    for name in arguments.games:
        game = sidings.game(name)
        began = time.process_time()
        counts = hostile.check(game, arguments.positions, arguments.seed)
        print(
            f"{name}: {counts.tried} positions, {counts.accepted} accepted, {counts.moves} moves, "
            f"0 out of bounds, {time.process_time() - began:.0f} s of CPU",
            flush=True,
        )


if __name__ == "__main__":
    main()
