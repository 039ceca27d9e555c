"""What people do on the page, for all its tests."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

TRAINS = "Game of Trains"


def poster(page: Page, title: str) -> Locator:
    return page.locator("article").filter(has=page.get_by_role("heading", name=title))


def play_now(page: Page, title: str) -> None:
    """One tap on the home page."""
    poster(page, title).get_by_role("button", name=re.compile("^Play now")).click()
    expect(page).to_have_url(re.compile(r"/t/"))
    expect(page.locator(".board")).to_be_visible()


def my_turn_or_end(page: Page) -> bool:
    """Waits; True if one is asked for something, False when the game is over."""
    expect(page.locator(".ask.mine, #result").first).to_be_visible()
    return page.locator("#result").count() == 0


def play_till_end(page: Page, turn: Callable[[Page], None], most: int = 400) -> int:
    """Takes turns until the result is shown; answers how many."""
    for count in range(most):
        if not my_turn_or_end(page):
            return count
        turn(page)
    raise AssertionError("the game does not end")


def turn_of_trains(page: Page) -> None:
    """Draws and puts the card where a number of its size belongs."""
    asked = page.get_by_test_id("ask")
    text = asked.inner_text()
    number = re.search(r"(?:card|drew) (\d+)", text)
    if number:
        place = min(6, int(number[1]) * 7 // 85)
        page.locator(".place").nth(place).click()
    elif "choose one of your" in text:
        page.locator(".hand").first.click()
        page.locator(".place").nth(3).click()
    else:
        page.locator(".pile").click()
    expect(page.locator("#result").or_(asked.filter(has_not_text=text)).first).to_be_visible()
