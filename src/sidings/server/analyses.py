"""Analyses of finished games.

Whoever asks gets an analysis a little further, in the shares of bots' thinking, so it stops by
itself when nobody asks any more. What was found is kept for the next who asks.
"""

import asyncio
import time
from dataclasses import dataclass, field

from sidings.bots.analysis import DEEP_PLAYOUTS, PLAYOUTS, Analysis
from sidings.bots.analyst import Analyst
from sidings.bots.search import Work, do_piece
from sidings.server.archive import Archive
from sidings.server.protocol import Analysed, encode
from sidings.server.robots import Robots
from sidings.server.turns import Turns
from sidings.tables import Refused, TableState
from sidings.tables.records import replay

PIECE_SECONDS = 0.5
KEPT = 48  # analyses: the longest take 0.2 MB
AT_A_TIME = 8


@dataclass
class _Job:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    analyst: Analyst | None = None
    work: Work[Analysis] | None = None
    answer: bytes = b""  # that all are given from now on


class Analyses:
    def __init__(self, archive: Archive, robots: Robots) -> None:
        self._archive = archive
        self._robots = robots
        self._jobs: dict[tuple[str, bool], _Job] = {}  # the last asked for at the end
        self._turns = Turns(AT_A_TIME, per_person=1)

    async def ask(self, state: TableState, person: str, *, deep: bool) -> bytes:
        """Work on the analysis of a table for a moment: `Analysed`, as JSON."""
        if state.status != "over" or not state.commitment:
            raise Refused("not-allowed", "there is no finished game")
        async with self._turns.turn(person):
            job = self._job(state.header.id, deep)
            async with job.lock:
                return job.answer or await self._go_on(job, state, person, deep)

    def _job(self, table: str, deep: bool) -> _Job:
        job = self._jobs.pop((table, deep), None) or _Job()
        self._jobs[table, deep] = job
        for old in list(self._jobs)[:-KEPT]:
            del self._jobs[old]
        return job

    async def _go_on(self, job: _Job, state: TableState, person: str, deep: bool) -> bytes:
        if job.analyst is None or job.work is None:
            table = await self._archive.export(person, state, replay)
            playouts = DEEP_PLAYOUTS if deep else PLAYOUTS
            job.analyst = await self._robots.run(person, lambda: Analyst(table, playouts=playouts))
            job.work = job.analyst.work()
        work, until = job.work, time.monotonic() + PIECE_SECONDS
        found = None
        while found is None and time.monotonic() < until:
            found = await self._robots.run(person, lambda: do_piece(work))
        told = Analysed(len(job.analyst.moments), len(job.analyst.moves), found)
        if found is not None:
            job.answer, job.analyst, job.work = encode(told), None, None
        return job.answer or encode(told)
