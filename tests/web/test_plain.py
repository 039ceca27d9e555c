"""A game that the page has no folder for is played on a plain board, from poster to replay."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sidings.testing.server_process import ServerProcess
from web.start import start_server
from web.steps import FAST, OpenPage, my_turn_or_end, version, wait_for_news
from web.test_everybody import fits, serious

GAME, TITLE = "high-card", "High Card"
SIZES = [(390, 844), (1366, 768)]
MOST_TABS = 60


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, installed: None) -> Iterator[ServerProcess]:
    """A server that offers nothing but the installed game."""
    found = start_server(tmp_path_factory.mktemp("plain"), games=GAME)
    yield found
    found.stop()


def press(page: Page, name: str) -> None:
    """Go to the next control of that name with the keyboard, and press it."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if re.search(name, page.evaluate("document.activeElement.innerText") or ""):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard does not get to {name!r}")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_whole_game_with_the_keyboard(
    open_page: OpenPage, size: tuple[int, int], node_modules: Path
) -> None:
    page = open_page("/", size=size, settings=FAST)
    offer = page.locator("article").filter(has=page.get_by_role("heading", name=TITLE))
    expect(offer.get_by_role("button", name=re.compile("^Play now"))).to_be_visible()
    expect(offer.get_by_role("button", name=re.compile("^Learn"))).to_have_count(0)
    press(page, "^Play now")
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    board = page.locator(".board")
    expect(board.locator("dt", has_text="Hands").first).to_be_visible()
    assert my_turn_or_end(page)
    fits(page)
    assert serious(page, node_modules) == []
    before = version(page)
    press(page, r"^play \d+")
    wait_for_news(page, before)
    assert not my_turn_or_end(page)
    fits(page)
    assert serious(page, node_modules) == []
    press(page, "^Watch the replay")
    expect(page.get_by_test_id("told")).to_have_text("The deal")
    page.get_by_role("button", name="One move on").press("Enter")
    expect(page.get_by_test_id("told")).not_to_have_text("The deal")
    assert serious(page, node_modules) == []
