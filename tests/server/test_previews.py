"""What a shared link shows, to crawlers that run no script."""

import html
import re
from pathlib import Path

import pytest

from server.running import GAME, Running, play, two_players
from sidings.server.previews import HOME, PURPOSES
from sidings.store import Unavailable

WEB = Path(__file__).parents[2] / "web"
MOST_BYTES = 60_000


def test_every_game_of_the_page_has_a_picture_for_its_links() -> None:
    games = [face.parent.name for face in (WEB / "src" / "games").glob("*/index.ts")]
    assert games
    for name in ["link", *(f"link-{game}" for game in games)]:
        assert (WEB / "public" / f"{name}.png").stat().st_size <= MOST_BYTES


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)" />', page)
    return {name: html.unescape(content) for name, content in found}


def test_a_link_shows_the_game_and_what_it_is_for_but_no_names(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"link-{GAME}.png").touch()
    (tmp_path / "index.html").write_text("<html><head></head><body></body></html>")
    game = "Game of Trains – Sidings"

    async def work(running: Running) -> None:
        async with two_players(running) as (ann, _, table):

            async def shown(path: str) -> tuple[str, str]:
                answer = await ann.http.get(path)
                told = tags(answer.text)
                assert answer.status_code == 200
                own = f"link-{GAME}" if told["title"] == game else "link"
                assert told["image"] == f"{running.url}/{own}.png"
                assert "Ann" not in answer.text
                assert "Bob" not in answer.text
                return told["title"], told["description"]

            assert await shown("/") == ("Sidings", HOME)
            assert await shown("/elsewhere") == ("Sidings", HOME)
            assert await shown(f"/t/{table}") == (game, PURPOSES["t"])
            assert await shown("/t/none") == ("Sidings", PURPOSES["t"])
            assert await shown(f"/replay/{table}") == (game, PURPOSES["replay"])
            assert await shown(f"/rules/{GAME}") == (game, PURPOSES["rules"])
            running.services.rooms._rooms.clear()  # as after a restart
            assert await shown(f"/t/{table}") == (game, PURPOSES["t"])

            async def fail(_: str) -> None:
                raise Unavailable("the database is away")

            monkeypatch.setattr(running.services.store, "load", fail)
            assert await shown(f"/t/{table}x") == ("Sidings", PURPOSES["t"])

    play(database, work, page=str(tmp_path))
