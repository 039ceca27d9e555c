"""Nothing acknowledged is ever lost: kill -9 at random moments under load, restart, compare.

    python benchmarks/chaos.py --kills 100                 # SQLite
    python benchmarks/chaos.py --kills 100 --postgresql    # PostgreSQL, killing it too

What is done and compared is in ``sidings.testing.kills``.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from sidings.testing import kills
from sidings.testing.postgres import Postgres


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="game-of-trains")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--minutes", type=float, default=60.0, help="no more kills after these")
    given = parser.parse_args()
    began = time.monotonic()

    def tell(text: str) -> None:
        print(f"{time.monotonic() - began:5.0f} s  {text}", flush=True)

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = f"sqlite:///{Path(folder) / 'tables.db'}"
        postgres = None
        if given.postgresql:
            postgres = Postgres()
            stack.callback(postgres.stop)
            database = postgres.database("chaos")
        report = asyncio.run(
            kills.run(
                given.game, database, given.kills, postgres, given.tables, given.seed,
                most_seconds=60 * given.minutes, tell=tell,
            )
        )  # fmt: skip
    print(report)
    tell("clean" if report.clean else "BROKEN")
    sys.exit(not report.clean)


if __name__ == "__main__":
    main()
