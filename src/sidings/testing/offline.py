"""Random games written down with all that a table and its bots make of them.

A browser's engine that plays them again (``tests/offline/compare.ts``) must find the same, to the
byte: states, views, moves, objections, events, and what bots choose.
"""

import hashlib
import json
import random
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sidings.bots.advice import advise_seat
from sidings.bots.analyst import Analyst
from sidings.bots.levels import characters_of, levels_of, player_of, prepare, search_of
from sidings.bots.search import Budget, Estimate, finish
from sidings.errors import IllegalMove
from sidings.games.parts import Level
from sidings.kernel.play import deal_at, outcome_at
from sidings.kernel.record import Array
from sidings.play.keys import key_words
from sidings.play.observation import Observation
from sidings.play.table import deal
from sidings.tables.runtime import Runtime, open_events, runtime_of

ROOT = Path(__file__).parents[3]
ENGINES = ROOT / "web" / "engines"
COMPARE = ROOT / "tests" / "offline" / "compare.ts"
DIGITS = 12  # of a hash
TIMES = 50  # the playouts of a search that may end early
WORDS = ("", "draw", "pass 1", "keep 3 at 9", "0-0 on m", "trade coach for diner of 2", "żółw")


def digest(data: bytes) -> str:
    return hashlib.sha1(data).hexdigest()[:DIGITS]


def told(value: Any) -> str:
    """A hash of a value as the server sends it."""
    return digest(msgspec.json.encode(value))


class Recorder:
    """Writes down random games of one game; ``playouts`` 0 leaves the bots out."""

    def __init__(self, name: str, playouts: int, seed: int) -> None:
        self.runtime: Runtime = runtime_of(name)
        self.game = self.runtime.game
        self.playouts = playouts
        self.random = random.Random(f"{name} {seed}")
        if playouts:
            prepare(self.game)
            prepare(self.game, net=True)

    def options(self, players: int) -> Mapping[str, int | str]:
        """Any options that so many players can choose."""
        while True:
            chosen = {
                option.name: self.random.choice(option.values)
                for option in self.game.options
                if self.random.random() < 0.5
            }
            try:
                return self.game.check_options(chosen, players)
            except ValueError:
                continue

    def record(self, players: int, options: Mapping[str, int | str], most: int) -> dict[str, Any]:
        """One game of at most so many moves."""
        key = self.random.randbytes(32)
        states = self.game.template(players, options)
        states[0].key[:] = key_words(key)
        deal_at(states, 0)
        steps = list(self._steps(states, most))
        end: dict[str, Any] = {"state": digest(states.tobytes())}
        if self.runtime.turn(states) == 0:
            scores, places = np.zeros(players, np.int64), np.zeros(players, np.int64)
            outcome_at(states, 0, scores, places)
            end |= {"scores": scores.tolist(), "ranking": places.tolist()}
        if self.playouts:
            end["analysis"] = self._analysis(key, players, options, steps)
        return {
            "key": key.hex(),
            "players": players,
            "options": options,
            "steps": steps,
            "end": end,
        }

    def _analysis(
        self, key: bytes, players: int, options: Mapping[str, Any], steps: list[dict[str, Any]]
    ) -> Any:
        """What decided the game so far."""
        table = deal(self.game, players, key.hex(), options=options)
        for step in steps:
            table.play_action(step["action"])
        moves = list(table.history)
        found = finish(Analyst(table, playouts=self.playouts, seed=1).work())
        return {"playouts": self.playouts, "moves": moves, "found": msgspec.to_builtins(found)}

    def _steps(self, states: Array, most: int) -> Iterator[dict[str, Any]]:
        runtime = self.runtime
        for number in range(most):
            seat = runtime.turn(states)
            if seat == 0:
                return
            step = self._position(states, seat)
            choices, actions = runtime.choices(runtime.look(states, seat))
            step |= {"turn": seat, "legal": actions, "choices": told(choices)}
            step["asked"] = [
                [text, told(self._asked(states, seat, text))] for text in self._texts(states)
            ]
            if self.playouts and number % 7 == self.random.randrange(7):
                step["bots"] = self._bots(states, seat, number)
            action = self.random.choice(actions)
            step["action"] = action
            step["foreseen"] = told(runtime.foreseen(states, seat, action))
            before = states.tobytes()
            events, _ = runtime.play(states, action)
            step["events"] = told(self.game.tell(open_events(events)))
            step["told"] = [
                told(runtime.events_for(events, viewer)) for viewer in range(states[0].players + 1)
            ]
            if number % 3 == 0:
                step["revealed"] = runtime.revealed(before, seat, action)
            yield step

    def _position(self, states: Array, seat: int) -> dict[str, Any]:
        game, runtime = self.game, self.runtime
        seen = []
        for viewer in range(int(states[0].players) + 1):
            look = runtime.look(states, viewer)
            hidden, view = digest(look.states.tobytes()), told(runtime.view(look, viewer))
            seen.append([hidden, view, told(game.dump(look.fields, hidden=True))])
        return {
            "state": digest(states.tobytes()),
            "seen": seen,
            "open": [told(game.view(states[0], 0)), told(game.dump(states[0], hidden=False))],
        }

    def _texts(self, states: Array) -> list[str]:
        """Some moves, most of which are not legal."""
        actions = [self.random.randrange(self.game.actions) for _ in range(3)]
        moves = [self.game.write_move(states[0], action) for action in actions]
        return [self.random.choice(WORDS), *moves]

    def _asked(self, states: Array, seat: int, text: str) -> list[Any]:
        try:
            action, move = self.runtime.read(states, seat, text)
        except IllegalMove as error:
            return [error.rule, error.code, error.parameters, error.reason, error.nearest]
        return [action, move]

    def _bots(self, states: Array, seat: int, seed: int) -> dict[str, Any]:
        """What each level chooses, with as many playouts as the test has time for."""
        game, seen = self.game, self.runtime.look(states, seat).states.copy()
        known = {**levels_of(game), **characters_of(game)}
        levels = {name: self._cut(level) for name, level in known.items()}
        levels["learned-search"] = Level(
            net=True, playouts=self.playouts, candidates=4, shortlist=2, crowd=2
        )
        levels["learned-blurred"] = Level(net=True, blur=60)
        levels["learned-glancing"] = Level(net=True, looks=8)
        levels["slipping"] = Level(depth=1, playouts=self.playouts, slips=20)
        legal = self.runtime.choices(self.runtime.look(states, seat))[1]
        found = {}
        for name, level in levels.items():
            chosen = player_of(level, seed).choose_action(game, seen)
            found[name] = {"level": _plain(level), "action": chosen}
            if level.searches and len(legal) > 1:
                search = search_of(level, Budget(playouts=level.playouts), seed)
                estimates = search.estimate(game, seen, seat - 1, legal)
                found[name]["estimates"] = _rows(estimates)
        early = {}
        for name in ("learned-search", "slipping") if len(legal) > 1 else ():
            search = search_of(levels[name], Budget(playouts=TIMES * self.playouts), seed)
            early[name] = _rows(search.estimate(game, seen, seat - 1, legal, until_clear=True))
        advice = advise_seat(
            Observation(game, seat, seen[0], legal), ms=1e9, playouts=self.playouts, seed=seed
        )
        hints = [[one.move, one.chance, one.margin, one.reason, one.despite] for one in advice]
        return {
            "seed": seed,
            "levels": found,
            "early": [TIMES * self.playouts, early],
            "playouts": self.playouts,
            "advice": hints,
        }

    def _cut(self, level: Level) -> Level:
        """A level whose search ends by playouts alone, so that it finds the same every time."""
        return replace(level, ms=0.0, playouts=self.playouts if level.searches else 0)


def _rows(estimates: list[Estimate]) -> list[list[float]]:
    return [[one.action, one.chance, one.error, one.playouts] for one in estimates]


def _plain(level: Level) -> dict[str, Any]:
    return {**vars(level), "searches": level.searches}


def compare(name: str, games: list[dict[str, Any]], engines: Path, node: Path) -> dict[str, Any]:
    """Play recorded games again in Node; returns how many comparisons differ, and the first."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.json"
        path.write_text("\n".join(json.dumps(game) for game in games), "utf-8")
        networks = ROOT / "src" / "sidings" / "games" / name.replace("-", "_")
        command = [
            str(node),
            "--no-warnings",
            str(COMPARE),
            str(engines / name),
            str(networks),
            str(path),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
