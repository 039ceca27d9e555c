"""Continental Express on the page, as people play it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.steps import my_turn_or_end, play_now, play_till_end, poster
from web.test_everybody import fits, serious

EXPRESS = "Continental Express"
PHONE, DESK = (360, 740), (1440, 900)
FAST = {"level": "random", "speed": "off", "players": {"continental-express": 2}}
# In the order in which they are looked for; the offer that is dearest, so that tickets are spent.
CHOICES = (".contract.lit", ".long.lit", ".token.lit", ".choice .primary", ".offer.lit")
OpenPage = Callable[..., Page]


def told(page: Page) -> str:
    """All that can be seen of the table, to notice that it has changed."""
    return page.locator(".page").inner_html()


def wait_for_change(page: Page, before: str) -> None:
    page.wait_for_function("was => document.querySelector('.page')?.innerHTML !== was", arg=before)


def turn_of_express(page: Page) -> None:
    """Does the first thing that is lit."""
    before = told(page)
    if page.locator(".depot button.lit").count():
        page.locator(".depot button.lit").first.click()
        page.locator(".small button.lit").first.click()
    else:
        found = (page.locator(choice) for choice in CHOICES)
        next(lit for lit in found if lit.count()).last.click()
    wait_for_change(page, before)


def choose_contract(page: Page) -> None:
    expect(page.locator(".contract.choose.lit")).to_have_count(2)
    page.locator(".contract.choose").first.click()
    expect(page.locator(".contract .now")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_whole_game_by_clicks(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/", size=size, settings=FAST)
    play_now(page, EXPRESS)
    expect(page.locator(".offer")).to_have_count(9)
    expect(page.locator(".long")).to_have_count(3)
    assert "reconstruction" in page.locator("footer").inner_text()
    assert play_till_end(page, turn_of_express) > 5
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    # Now everybody sees the other's contract too.
    expect(page.locator(".revealed")).to_have_count(1)


def test_two_people_and_a_spectator(open_page: OpenPage) -> None:
    """Two browsers, a reload in the middle, and somebody who may not see the contracts."""
    host = open_page("/", settings=FAST)
    poster(host, EXPRESS).get_by_role("button", name=re.compile("^With friends")).click()
    host.get_by_label("Seats at the table").select_option("2")
    host.get_by_label("Show it on the departures board").check()
    host.get_by_role("button", name="Set up the table").click()
    expect(host).to_have_url(re.compile(r"/t/"))
    path = host.url[host.url.index("/t/") :]
    guest = open_page(path, size=PHONE, settings=FAST)
    guest.get_by_role("button", name="Sit here").first.click()
    host.get_by_role("button", name="All aboard: start").click()
    expect(guest.locator(".board")).to_be_visible()
    watcher = open_page(path.split("#")[0], settings=FAST)
    expect(watcher.locator(".board")).to_be_visible()
    people = [host, guest]

    def in_turn() -> Page:
        busy = host.locator(".ask.mine").or_(host.get_by_test_id("ask").filter(has_text="to move"))
        expect(busy.first).to_be_visible()
        return host if host.locator(".ask.mine").count() else guest

    for _ in people:
        page = in_turn()
        expect(page.locator(".ask.mine")).to_be_visible()
        choose_contract(page)
        expect(page.get_by_test_id("ask")).not_to_contain_text("contracts")
    for step in range(6):
        page = in_turn()
        expect(page.locator(".ask.mine")).to_be_visible()
        turn_of_express(page)
        if step == 2:
            guest.reload()
            expect(guest.locator(".board")).to_be_visible()
            expect(guest.locator(".contract .now")).to_be_visible()
        # Nobody goes on before both have seen the move.
        market = "[...document.querySelectorAll('.offer')].map(e => e.textContent).join()"
        seen = page.evaluate(market)
        for other in (host, guest, watcher):
            other.wait_for_function(f"was => {market} === was", arg=seen)
    expect(watcher.locator(".contract")).to_have_count(0)
    expect(watcher.locator(".offer:enabled")).to_have_count(0)
    expect(host.locator(".contract")).to_have_count(1)
    assert host.locator(".contract").inner_text() != guest.locator(".contract").inner_text()


def test_unplayable_tells_the_rule(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    play_now(page, EXPRESS)
    expect(page.locator(".ask.mine")).to_be_visible()
    choose_contract(page)
    expect(page.get_by_test_id("ask")).to_have_text(re.compile("take a card"))
    page.locator("[data-at=a3]").click()
    expect(page.get_by_role("link", name="Rule CE-7")).to_be_visible()


def test_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    play_now(page, EXPRESS)
    expect(page.locator(".ask.mine")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_test_id("ask")).to_have_text(re.compile("take a card"))
    before = told(page)
    page.keyboard.press("b")
    expect(page.locator("[data-at=b1]")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    expect(page.locator(".ask.mine")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize(("language", "word"), [("fr-FR", "contrats"), ("pl-PL", "kontraktów")])
def test_languages(open_page: OpenPage, size: tuple[int, int], language: str, word: str) -> None:
    page = open_page("/", size=size, language=language, settings={**FAST, "large": True})
    page.locator("article").nth(2).get_by_role("button").first.click()
    expect(page.get_by_test_id("ask")).to_contain_text(word)
    page.locator(".contract.choose").first.click()
    expect(page.locator(".contract .now")).to_be_visible()
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")  # all landed
    assert "undefined" not in page.locator("body").inner_text()


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "light"), (DESK, "dark")])
def test_full_table_for_everybody(
    open_page: OpenPage, node_modules: Path, size: tuple[int, int], theme: str
) -> None:
    """Four players, some turns on: nothing is cut or too small, and axe finds nothing serious."""
    four = {**FAST, "players": {"continental-express": 4}}
    page = open_page("/", size=size, theme=theme, settings=four)
    play_now(page, EXPRESS)
    for _ in range(8):
        assert my_turn_or_end(page)
        fits(page)
        turn_of_express(page)
    assert my_turn_or_end(page)
    page.locator("summary").click()
    assert serious(page, node_modules) == []
