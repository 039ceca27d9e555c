"""One winner per version: 8 writers on 2 server processes against one PostgreSQL.

    python benchmarks/contention.py --appends 100000

What is done and compared is in ``sidings.testing.contention``.
"""

import argparse
import asyncio
import time
from contextlib import suppress

from sidings.testing import contention
from sidings.testing.postgres import Postgres


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--appends", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--game", default="game-of-trains")
    given = parser.parse_args()
    began = time.monotonic()
    postgres = Postgres()
    with suppress(KeyboardInterrupt):
        database = postgres.database("contention")
        report = asyncio.run(contention.run(given.game, database, given.appends, given.tables))
        print(report)
        print(f"{'clean' if report.clean else 'BROKEN'}, {time.monotonic() - began:.0f} s")
    postgres.stop()


if __name__ == "__main__":
    main()
