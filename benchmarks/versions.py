"""Plays the bots of this checkout against those of another, such as an older version.

    git worktree add /tmp/older COMMIT
    python benchmarks/versions.py mexican-train /tmp/older --mine master --theirs master
                                  [--players 2] [--options.rounds 13] [--minutes 10] [--jobs 2]
                                  [--seed 1] [--out FILE]

Every deal is played with this checkout's bot in each seat; the other checkout's sits in all others.
Each side keeps a table of its own, dealt from the same seed, on which the moves of both are played:
so the two versions need not know the same options, positions or protocol, only the same rules; and
one may ask for a forced move, such as another pass in a blocked round, where the other does not.
Each bot is handed what its seat may see of its own table. Luck is subtracted as in the arena.

The file gets a line for each game, and the same command plays on from there. What is under way when
the time is up does not count.
"""

import csv
import hashlib
import json
import os
import subprocess
import sys
import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from itertools import count
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from cyclopts import run
from rich.console import Console

import sidings
from sidings.bots import bot
from sidings.bots.levels import prepare
from sidings.bots.luck import LuckMeter, can_measure_luck
from sidings.lab.statistics import mean_of, rate_of, win_shares, without_luck
from sidings.play.moves import find_action
from sidings.play.observation import observe

# Runs with the other checkout's code: a table for each game, and a bot for each of its seats.
OTHER = """
import json, os, sys
import sidings
from sidings.bots import bot, observe
table, bots = None, {}
for line in sys.stdin:
    command, *words = json.loads(line)
    if command == "deal":
        game, players, seed, options, name, seeds = words
        table = sidings.deal(game, players=players, seed=seed, options=options)
        bots = {int(seat): bot(name, seed=number) for seat, number in seeds.items()}
        continue
    *move, legal = words
    while len(moves := table.moves()) == 1 and sorted(moves) != legal:
        table.play(moves[0])
    if command == "choose":
        try:
            print(bots[table.turn].choose(observe(table)), flush=True)
        except BrokenPipeError:  # the time is up: nobody listens any more
            os._exit(0)
    elif sorted(moves) == legal:
        table.play(*move)
    elif len(legal) > 1:
        raise SystemExit(f"the versions differ: {legal} are legal there, {moves} here")
"""

console = Console(width=120)


class Row(NamedTuple):
    """One game, as it went for the bot of this checkout."""

    deal: int
    seat: int
    share: float  # of the win
    luck: float
    lead: float  # over the others' average score; below 0 is better where few points win
    seconds: float  # that it thought
    moves: int  # that it made
    other_seconds: float
    other_moves: int


@dataclass(frozen=True)
class Match:
    game: str
    other: str  # the folder of the other checkout
    mine: str
    theirs: str
    players: int
    options: dict[str, Any] = field(hash=False)
    seed: int


class OtherVersion:
    """The bots of the other checkout, in a process of their own."""

    def __init__(self, folder: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(folder) / "src")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", OTHER], env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def say(self, *words: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(words) + "\n")
        self._process.stdin.flush()

    def choose(self, legal: list[str]) -> str:
        assert self._process.stdout is not None
        self.say("choose", legal)
        answer = self._process.stdout.readline().strip()
        if not answer:
            raise RuntimeError("the other version has ended; its last words are above")
        return answer


_others: dict[str, OtherVersion] = {}  # of this worker process


def play(match: Match, deal: int, seat: int) -> Row:
    """One deal, with the bot of this checkout at ``seat``."""
    seed = f"{match.seed}/{deal}"
    table = sidings.deal(match.game, players=match.players, seed=seed, options=match.options)
    if match.other not in _others:
        _others[match.other] = OtherVersion(match.other)
    other = _others[match.other]
    seats = [one for one in range(1, match.players + 1) if one != seat]
    seeds = {one: _seed_of(seed, seat, one) for one in seats}
    other.say("deal", match.game, match.players, seed, match.options, match.theirs, seeds)
    mine = bot(match.mine, seed=_seed_of(seed, seat, seat))
    meter = LuckMeter(table.game) if can_measure_luck(table.game) else None
    luck, seconds, moves = np.zeros(match.players), [0.0, 0.0], [0, 0]
    while (turn := table.turn) is not None:
        legal = sorted(table.moves())
        began, is_other = time.perf_counter(), turn != seat
        move = other.choose(legal) if is_other else mine.choose(observe(table))
        seconds[is_other] += time.perf_counter() - began
        moves[is_other] += 1
        action = find_action(table.game, table.state, table.actions(), move)
        if meter is not None:
            luck += meter.of(np.array([table.state], table.game.dtype), action)
        table.play_action(action)
        other.say("play", move, legal)
    result = table.result
    assert result is not None
    places = np.array([result.ranking])
    lead = result.scores[seat - 1] - float(np.mean([result.scores[one - 1] for one in seats]))
    share = float(win_shares(places)[0, seat - 1])
    return Row(deal, seat, share, float(luck[seat - 1]), lead, seconds[0], moves[0], seconds[1],
               moves[1])  # fmt: skip


def _seed_of(*what: Any) -> int:
    return int.from_bytes(hashlib.blake2b(repr(what).encode(), digest_size=6).digest(), "little")


def get_ready(match: Match) -> None:
    """Compile all that a game of the match needs, in both versions."""
    game = sidings.game(match.game)
    prepare(game, net=True)
    other = _others[match.other] = OtherVersion(match.other)
    play(replace(match, mine="club", theirs="club"), 0, 1)
    for seed in count():  # the bots only think about moves if there are several
        table = sidings.deal(match.game, match.players, seed, options=match.options)
        if len(legal := sorted(table.moves())) > 1:
            break
    bots = dict.fromkeys(range(1, match.players + 1), 0)
    other.say("deal", match.game, match.players, seed, match.options, match.theirs, bots)
    other.choose(legal)
    bot(match.mine, seed=0).choose(observe(table))


def play_all(match: Match, out: Path, jobs: int, seconds: float) -> None:
    """Keep all workers busy with the games that are not in the file yet, until the time is up."""
    end = time.monotonic() + seconds
    done = {(row.deal, row.seat) for row in read_rows(out)}
    games = ((deal, seat) for deal in count() for seat in range(1, match.players + 1))
    waiting = (game for game in games if game not in done)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as one:
        one.submit(get_ready, match).result()  # or every worker would compile the same
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    running = {pool.submit(play, match, *next(waiting)) for _ in range(jobs)}
    while (left := end - time.monotonic()) > 0:
        ended, running = wait(running, timeout=left, return_when=FIRST_COMPLETED)
        with out.open("a", newline="") as file:
            csv.writer(file).writerows(future.result() for future in ended)
        running |= {pool.submit(play, match, *next(waiting)) for _ in ended}
    for process in active_children():  # with the other versions, whose input ends
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def read_rows(out: Path) -> list[Row]:
    if not out.exists():
        return []
    kinds = Row.__annotations__.values()
    with out.open(newline="") as file:
        return [
            Row(*(kind(cell) for kind, cell in zip(kinds, cells, strict=True)))
            for cells in csv.reader(file)
        ]


def show(match: Match, rows: list[Row]) -> None:
    """What the deals say that were played with this checkout's bot in every seat."""
    deals: dict[int, list[Row]] = {}
    for row in rows:
        deals.setdefault(row.deal, []).append(row)
    whole = [games for games in deals.values() if len(games) == match.players]
    if len(whole) < 2:
        console.print("too few games to say anything")
        return
    shares = [float(np.mean([row.share for row in games])) for games in whole]
    lucks = [float(np.mean([row.luck for row in games])) for games in whole]
    leads = mean_of([float(np.mean([row.lead for row in games])) for games in whole])
    games = len(whole) * match.players
    console.print(f"{match.game}: {match.mine} – {match.theirs} of {match.other}, {games} games")
    console.print(f"wins          {rate_of(shares, games)}")
    if any(lucks):
        console.print(f"without luck  {mean_of(without_luck(shares, lucks).tolist())}")
    console.print(f"lead          {leads.rate:+.1f} ± {leads.high - leads.rate:.1f}")
    for name, seconds, moves in (("mine", 5, 6), ("theirs", 7, 8)):
        spent = sum(row[seconds] for row in rows) / max(sum(row[moves] for row in rows), 1)
        console.print(f"{name:<13} {1000 * spent:.1f} ms per decision")


def main(
    game: str, other: Path, *, mine: str = "master", theirs: str = "master", players: int = 2,
    options: dict[str, Any] | None = None, minutes: float = 10, jobs: int = 0, seed: int = 1,
    out: Path = Path("versions.csv"),
) -> None:  # fmt: skip
    """Play for so many minutes, and print what all games in the file say."""
    given = {name: _number(value) for name, value in (options or {}).items()}
    match = Match(game, str(other.resolve()), mine, theirs, players, given, seed)
    if minutes > 0:
        play_all(match, out, jobs or os.cpu_count() or 1, 60 * minutes)
    show(match, read_rows(out))


def _number(value: Any) -> Any:
    return int(value) if str(value).isdecimal() else value


if __name__ == "__main__":
    run(main)
