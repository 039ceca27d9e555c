"""Hidden stays hidden, at full size: what a viewer is sent in another world is the same bytes.

    python benchmarks/hidden.py --positions 100000

The check itself is ``sidings.testing.hidden_worlds``.
"""

import argparse
import logging
import time

from sidings.games.catalogue import game_names
from sidings.testing import hidden_worlds


class Logged(logging.Handler):
    """Whatever is logged meanwhile, to be searched for cards and keys."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=game_names())
    arguments = parser.parse_args()
    logged = Logged()
    logging.getLogger("sidings").addHandler(logged)
    logging.getLogger("sidings").setLevel(logging.DEBUG)
    for game in arguments.games:
        began = time.monotonic()
        counts = hidden_worlds.check(game, arguments.positions, arguments.seed)
        print(
            f"{game}: {counts.positions} positions, {counts.changes // 2} increments, "
            f"{counts.previews // 2} previews, {counts.bytes / 1e6:.0f} MB compared, "
            f"0 differences, {time.monotonic() - began:.0f} s",
            flush=True,
        )
    print(f"lines logged meanwhile: {len(logged.lines)}")


if __name__ == "__main__":
    main()
