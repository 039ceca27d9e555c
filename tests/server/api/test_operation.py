"""Headers, the page, metrics, and the whole API against its own description."""

import asyncio
import subprocess
import sys

import httpx

from server.running import Running, play
from sidings.client import Client


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
