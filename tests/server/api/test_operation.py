"""Headers, the page, metrics, and the whole API against its own description."""

import asyncio
import gc
import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.running import GAME, Running, error_of, play, raw
from sidings.client import Client
from sidings.server import games


def test_every_answer_has_the_security_headers(database: str) -> None:
    async def work(running: Running) -> None:
        async with httpx.AsyncClient(base_url=running.url) as http:
            for path in ("/", "/t/abc", "/api/games", "/nothing.js", "/api/docs"):
                answer = await http.get(path)
                assert "default-src 'none'" in answer.headers["content-security-policy"]
                assert answer.headers["x-content-type-options"] == "nosniff"
            assert (await http.get("/nothing.js")).status_code == 404
            tag = (await http.get("/")).headers["etag"]
            again = await http.get("/", headers={"if-none-match": tag})
            assert again.status_code == 304
            metrics = (await http.get("/metrics")).text
            for name in ("tables", "sockets", "moves_total", "move_seconds_bucket", "conflicts"):
                assert f"sidings_{name}" in metrics or f"sidings_append_{name}" in metrics

    play(database, work)


def test_a_page_can_be_asked_for_its_head_alone(database: str) -> None:
    async def work(running: Running) -> None:
        async with httpx.AsyncClient(base_url=running.url) as http:
            answer = await http.head("/")
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.content == b""

    play(database, work)


def test_the_docs_are_served_where_they_were_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    (site / "rules").mkdir(parents=True)
    (site / "index.html").write_text("<title>Docs</title>")
    (site / "rules" / "one.html").write_text("One")
    (tmp_path / "secret.html").write_text("not for you")
    monkeypatch.setattr("sidings.server.pages.DOCS", site)

    async def work(running: Running) -> None:
        async with httpx.AsyncClient(base_url=running.url, follow_redirects=True) as http:
            for path in ("/docs", "/docs/", "/docs/index.html"):
                answer = await http.get(path)
                assert answer.text == "<title>Docs</title>"
                assert answer.url.path == "/docs/index.html"
                assert "script-src 'self' 'unsafe-inline'" in str(answer.headers)
            assert (await http.get("/docs/rules/one.html")).text == "One"
            for path in ("/docs/two.html", "/docs/../secret.html", "/docs/%2e%2e/secret.html"):
                assert "not for you" not in (await http.get(path)).text
            assert (await http.get("/docs/two.html")).status_code == 404
            assert "unsafe-inline" not in str((await http.get("/")).headers)

    play(f"sqlite:///{tmp_path / 'tables.db'}", work)


def test_a_server_that_is_not_ready_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidings.server.readiness.CHECK_AGAIN_SECONDS", 0.0)
    file = tmp_path / "tables.db"

    async def work(running: Running) -> None:
        async with httpx.AsyncClient(base_url=running.url) as http:
            while (await http.get("/ready")).status_code == 503:
                await asyncio.sleep(0.01)
            file.unlink()
            answer = await http.get("/ready")
            assert answer.status_code == 503
            assert "tables.db is gone" in answer.json()["detail"]
            assert (await http.get("/health")).status_code == 200

    play(f"sqlite:///{file}", work)


def test_games_that_cannot_be_compiled_are_told(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("sidings.server.services.COMPILE_AGAIN_SECONDS", 0.01)

    def fail(*_: Any) -> None:
        raise OSError("the cache cannot be written to")

    async def work(running: Running) -> None:
        async with httpx.AsyncClient(base_url=running.url) as http:
            while "compiled: OSError" not in (text := (await http.get("/ready")).text):
                await asyncio.sleep(0.01)
            assert "the cache cannot be written to" in text
            monkeypatch.undo()
            while (await http.get("/ready")).status_code == 503:
                await asyncio.sleep(0.01)

    monkeypatch.setattr(games, "runtime_of", fail)
    with caplog.at_level(logging.ERROR):
        play(database, work)
    assert [record.message for record in caplog.records] == ["the compiler failed; trying again"]


def test_an_error_is_one_line_in_the_log_which_the_answer_names(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            monkeypatch.setattr(running.services.store, "listed", fail)
            answer = await ann.http.get("/api/tables")
            assert answer.status_code == 500
            incident = answer.json()["extra"]["incident"]
            assert incident in answer.json()["detail"]
            table = await ann.create(GAME, [{"kind": "me"}, {"kind": "free"}])
            monkeypatch.setattr(running.services.questions, "say", fail)
            socket = await raw(running, ann)
            await socket.send(
                json.dumps({"do": "say", "id": "a", "table": table, "phrase": "hello"})
            )
            error = await error_of(socket)
            assert error["code"] == "failed"
            logged = [record.__dict__.get("incident") for record in caplog.records]
            assert logged == [incident, error["incident"]]
            await socket.close()

    with caplog.at_level(logging.ERROR):
        play(database, work)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_schemathesis_finds_no_server_error(database: str) -> None:
    """The whole HTTP API, from its own OpenAPI description."""

    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            cookie = f"sidings={ann.http.cookies['sidings']}"
            command = [
                sys.executable, "-c", "from schemathesis.cli import schemathesis as s; s()",
                "run", f"{running.url}/api/schema/openapi.json",
                "--header", f"Origin: {running.url}", "--header", f"Cookie: {cookie}",
                "--checks", "not_a_server_error,status_code_conformance",
                "--max-examples", "8", "--phases", "examples,fuzzing", "--seed", "1",
                "--suppress-health-check", "all",
            ]  # fmt: skip
            done = await asyncio.to_thread(
                subprocess.run, command, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]

    play(database, work)
    # It breaks connections off; one that the end of the loop left to the collector is no fault.
    gc.collect()


def test_who_goes_away_within_a_request_is_no_fault_of_the_server(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(running: Running) -> None:
        http = running.application._http
        assert http is not None
        scope = {
            "type": "http", "method": "POST", "path": "/api/guests", "raw_path": b"/api/guests",
            "query_string": b"", "root_path": "", "http_version": "1.1", "scheme": "http",
            "client": ("127.0.0.1", 1), "server": None, "state": {},
            "headers": [(b"content-type", b"application/json"), (b"content-length", b"9")],
        }  # fmt: skip
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await http(scope, receive, send)
        assert sent[0]["status"] == 400

    play(database, work)
    assert "a request failed" not in caplog.text
