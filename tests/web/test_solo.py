"""What one plays alone: puzzles, the deal of the day, one's own record."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from web.steps import EXPRESS, FAST, PHONE, TRAINS, OpenPage, go, play_till_end, turn_of_trains
from web.test_everybody import fits, serious


def answer(page: Page, move: int) -> None:
    """Answer a puzzle with one of all its moves."""
    page.get_by_role("button", name="All moves").click()
    page.get_by_role("dialog").get_by_role("listitem").nth(move).get_by_role("button").click()


def test_a_puzzle_is_answered_with_the_chances_and_the_reason(
    open_page: OpenPage, node_modules: Path
) -> None:
    page = open_page("/", size=PHONE)
    page.get_by_role("link", name="Puzzles").click()
    page.get_by_role("link", name=EXPRESS).click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.get_by_test_id("ask")).to_have_text("Find the best move.")
    answer(page, 0)
    found = page.get_by_test_id("answer")
    expect(found).to_contain_text(re.compile("Right!|There is a better move."))
    expect(found).to_contain_text("Best: ")
    expect(found.get_by_role("listitem").first).to_contain_text("%")
    assert serious(page, node_modules) == []
    fits(page)
    found.get_by_role("button", name="Next puzzle").click()
    expect(found).to_have_count(0)
    answer(page, 1)
    expect(found).to_be_visible()
    go(page, "/record")
    expect(page.get_by_role("heading", name=EXPRESS)).to_be_visible()
    expect(page.locator("main")).to_contain_text(re.compile(r"Puzzles: \d of 2 solved"))


def test_the_deal_of_the_day_is_played_checked_and_kept(
    open_page: OpenPage, node_modules: Path
) -> None:
    page = open_page("/daily", size=PHONE, settings=FAST)
    section = page.locator("section").filter(has=page.get_by_role("heading", name=TRAINS))
    section.get_by_role("button", name="Play").click()
    play_till_end(page, turn_of_trains)
    card = page.get_by_test_id("daily")
    expect(card).to_contain_text("Your result is in today’s table.")
    expect(card.locator("tbody tr.you")).to_have_count(1)
    expect(card.locator("canvas")).to_have_attribute("aria-label", re.compile("luck"))
    go(page, "/daily")
    expect(section).to_contain_text(re.compile("Place [12] of 2"))
    expect(section.locator("tbody tr.you")).to_have_count(1)
    assert serious(page, node_modules) == []
    fits(page)
    section.get_by_role("button", name="Practise").click()
    expect(page.locator(".board")).to_be_visible()
    go(page, "/record")
    expect(page.get_by_role("heading", name=TRAINS)).to_be_visible()
    expect(page.locator("main")).to_contain_text("1 game,")
    assert serious(page, node_modules) == []
    fits(page)
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Press again").click()
    expect(page.get_by_text("Play a game to its end")).to_be_visible()
