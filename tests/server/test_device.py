"""The page makes what a server's table tells: of a table on one's own device, and of records.

Games are played at a server, and every message is written down. The page's own tables (run in Node)
are asked the same, and must answer the same. A second socket is sent records instead of views, of
which the page must make the same views.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from server.running import Running, play, raw
from sidings.client import Client
from sidings.offline.build import build
from sidings.offline.sources import fingerprint
from sidings.server import setup
from sidings.tables import decode_entry
from sidings.tables.entries import Move
from sidings.tables.fairness import SECRET_BYTES
from sidings.testing.browser import ROOT, find_node
from sidings.testing.offline import ENGINES

WEB = ROOT / "web"
ME, BOT = {"kind": "me"}, {"kind": "bot", "level": "random"}
ANN, LEO = {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Leo"}
GAMES = {"game-of-trains": {}, "mexican-train": {"rounds": 1}, "continental-express": {}}
TURNS = 14
COMPARED = ("src/lib/local/same.test.ts", "src/lib/local/reader.same.test.ts")

Message = dict[str, Any]


class Scribe:
    """Asks a server's table, and writes down what is asked and told."""

    def __init__(self, socket: ClientConnection, table: str, reader: "Reader") -> None:
        self.socket = socket
        self.table = table
        self.reader = reader
        self.steps: list[Message] = []
        self.view: Message = {}
        self.seats: list[int] = []
        self._ids = 0

    async def ask(self, do: str, **more: Any) -> list[Message]:
        """Ask, and wait until it is a person's turn or the game is over."""
        told: list[Message] = []
        await self._send(do, **more, table=self.table)
        answer = f"{self._ids}"
        while not any(one.get("id") == answer for one in told) or self._bots_move():
            told += await self._hear()
        await self._send("ping")  # what is still under way comes before the answer
        while not told or told[-1]["type"] != "pong":
            told += await self._hear()
        told.pop()
        self.steps.append({"ask": {"do": do, **more}, "told": told})
        if do == "watch":
            await self.reader.watch(self.table, **more)
        return told

    async def _send(self, do: str, **more: Any) -> None:
        self._ids += 1
        await self.socket.send(json.dumps({"do": do, "id": f"{self._ids}", **more}))

    async def _hear(self) -> list[Message]:
        frame = json.loads(await self.socket.recv())
        messages: list[Message] = frame if isinstance(frame, list) else [frame]
        for one in messages:
            if one["type"] in ("table", "change"):
                state = self.view.get("state", {}) | one.get("state", {})
                self.view = self.view | one | {"state": state}
            if one["type"] == "done" and "seats" in (one.get("answer") or {}):
                self.seats = one["answer"]["seats"]
        return [one for one in messages if one["type"] != "hello"]

    def _bots_move(self) -> bool:
        turn = self.view["state"]["turn"] if self.view else None
        return turn is not None and self.view["state"]["seats"][turn - 1]["kind"] == "bot"

    # --- What people do

    @property
    def turn(self) -> int | None:
        turn: int | None = self.view["state"]["turn"]
        return turn

    async def play(self, which: int) -> None:
        choices = self.view["choices"]
        move = choices[which % len(choices)]["move"]
        await self.ask("preview", move=move)
        await self.ask("why", move=move)
        await self.ask("play", move=move, version=self.view["version"])

    async def take_back(self) -> None:
        await self.ask("takeback", version=self.view["version"])


class Reader:
    """The same person on another socket, to which records are sent."""

    def __init__(self, socket: ClientConnection, game: str) -> None:
        self.socket = socket
        self.rules = fingerprint(game)
        self.told: list[Message] = []

    async def watch(self, table: str, seat: int = 0) -> None:
        """Watch as a seat; as a spectator without asking for one, which would be a big screen."""
        ask: Message = {"do": "watch", "id": "w", "table": table, "record": self.rules}
        if seat:
            ask["seat"] = seat
        await self.socket.send(json.dumps(ask))
        await self._hear_until("done")

    async def finish(self) -> list[Message]:
        """All that was told about the table."""
        await self.socket.send(json.dumps({"do": "ping", "id": "p"}))
        await self._hear_until("pong")
        return [one for one in self.told if one["type"] in ("table", "change")]

    async def _hear_until(self, kind: str) -> None:
        messages: list[Message] = []
        while not any(one["type"] == kind for one in messages):
            frame = json.loads(await self.socket.recv())
            messages = frame if isinstance(frame, list) else [frame]
            self.told += messages


async def alone(scribe: Scribe) -> None:
    """One person against bots: wrong moves, take-backs, leaving and coming back, giving up."""
    await scribe.ask("watch")
    await scribe.take_back()
    for step in range(TURNS):
        if not scribe.turn:
            break
        await scribe.ask("why", move="fly")
        await scribe.ask("play", move="fly high", version=scribe.view["version"])
        await scribe.ask("play", move="draw", version=0)
        await scribe.play(step * 7)
        if step in (3, 4, 8) and scribe.turn:
            await scribe.take_back()
    await scribe.ask("say", phrase="hello")
    await scribe.ask("start")
    await scribe.ask("sit", seat=2)
    await scribe.ask("leave")
    await scribe.ask("sit", seat=1)
    await scribe.ask("resign")
    await scribe.ask("say", phrase="bye")
    await scribe.ask("rematch")
    await scribe.ask("rematch")


async def shared(scribe: Scribe) -> None:
    """Two people who pass a device on: each sees their own hand."""
    await scribe.ask("watch")
    for step in range(TURNS):
        if not scribe.turn:
            break
        await scribe.ask("watch", seat=scribe.turn)
        await scribe.play(step * 5)
        if step % 2:
            await scribe.take_back()
    await scribe.ask("watch", seat=0)
    await scribe.ask("watch", seat=2)
    await scribe.ask("leave")
    await scribe.ask("watch")
    await scribe.ask("abandon")
    await scribe.ask("rematch")


async def write_down(running: Running, game: str, is_shared: bool) -> Message:
    async with Client.open(running.url, "Ann") as ann:
        rules = {"pace": 0, "pass_and_play": is_shared}
        seats = [ANN, LEO, BOT] if is_shared else [ME, BOT]
        plan = {
            "game": game, "seats": seats, "options": GAMES[game], "rules": rules, "words": "tests",
        }  # fmt: skip
        made = await ann.http.post("/api/tables", json={**plan, "start": True})
        table = made.json()["table"]
        async with await raw(running, ann) as socket, await raw(running, ann) as other:
            scribe = Scribe(socket, table, Reader(other, game))
            await (shared if is_shared else alone)(scribe)
            records = await scribe.reader.finish()
        path = f"/api/tables/{table}"
        views = {
            seat: (await ann.http.get(f"{path}/views{seat}")).json() for seat in ("", "?seat=1")
        }
        record = (await ann.http.get(f"{path}/record.train")).text
        log = [decode_entry(row.body) for row in await running.services.store.log(table)]
        bots = [entry.move for entry in log if isinstance(entry, Move) and entry.by == "bot"]
        return {
            "plan": plan, "steps": scribe.steps, "bots": bots, "record": record, "records": records,
            "open": views[""], "first": views["?seat=1"],
        }  # fmt: skip


def test_the_same_is_told(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "draw_secret", lambda: bytes(SECRET_BYTES))
    written: list[Message] = []

    async def work(running: Running) -> None:
        for game in GAMES:
            written.extend([await write_down(running, game, one) for one in (False, True)])

    play(database, work, games=" ".join(GAMES))
    (tmp_path / "told.json").write_text(json.dumps(written), "utf-8")
    build(ENGINES)
    node, _ = find_node()
    run = subprocess.run(
        [str(node), "node_modules/vitest/vitest.mjs", "run", *COMPARED],
        cwd=WEB, env=os.environ | {"SIDINGS_TOLD": str(tmp_path / "told.json")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(COMPARED) * len(written)} passed" in run.stdout
