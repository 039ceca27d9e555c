"""Nothing acknowledged is ever lost: kill -9 at random moments under load, restart, compare.

    python benchmarks/chaos.py --kills 100                 # SQLite
    python benchmarks/chaos.py --kills 100 --postgresql    # PostgreSQL, killing it too

What is done and compared is in ``sidings.testing.kills``.
"""

import argparse
import asyncio
import tempfile
import time
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
    given = parser.parse_args()
    began = time.monotonic()
    postgres = Postgres() if given.postgresql else None
    with tempfile.TemporaryDirectory() as folder:
        database = (
            f"sqlite:///{Path(folder) / 'tables.db'}"
            if postgres is None
            else postgres.database("chaos")
        )
        report = asyncio.run(
            kills.run(given.game, database, given.kills, postgres, given.tables, given.seed)
        )
    if postgres is not None:
        postgres.stop()
    print(report)
    print(f"{'clean' if report.clean else 'BROKEN'}, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
