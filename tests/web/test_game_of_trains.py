"""Game of Trains on the page, as people play it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.steps import TRAINS, play_now, play_till_end, turn_of_trains

PHONE, DESK = (360, 740), (1440, 900)
FAST = {"level": "club"}
OpenPage = Callable[..., Page]


def test_play_now_is_one_tap(open_page: OpenPage) -> None:
    page = open_page("/")
    play_now(page, TRAINS)
    expect(page.locator(".ask.mine")).to_be_visible()
    expect(page.locator(".train .place")).to_have_count(7)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_whole_game_by_clicks(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/", size=size, settings=FAST)
    play_now(page, TRAINS)
    assert play_till_end(page, turn_of_trains) > 1
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    page.get_by_role("link", name="Look at it again").click()
    expect(page.get_by_test_id("told")).to_have_text("The deal")
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_test_id("told")).not_to_have_text("The deal")


def test_ability_is_previewed_before_it_happens(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    play_now(page, TRAINS)
    usable = page.locator(".ability.lit")
    for _ in range(60):
        expect(page.locator(".ask.mine, #result").first).to_be_visible()
        if page.locator("#result").count():
            pytest.skip("the game was over before an ability could be used")
        if usable.count():
            break
        turn_of_trains(page)
    before = [label.get_attribute("aria-label") for label in page.locator(".place").all()]
    usable.first.click()
    for _ in range(2):
        if page.get_by_role("button", name="Do it").count() == 0:
            page.locator(".place.lit").first.click()
    expect(page.get_by_role("button", name="Do it")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Do it")).to_have_count(0)
    after = [label.get_attribute("aria-label") for label in page.locator(".place").all()]
    assert before == after


def test_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    expect(page.get_by_role("button", name=re.compile(f"Play now {TRAINS}"))).to_be_enabled()
    for _ in range(60):
        page.keyboard.press("Tab")
        if TRAINS in (page.evaluate("document.activeElement.textContent") or "") and "Play now" in (
            page.evaluate("document.activeElement.textContent") or ""
        ):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".ask.mine")).to_be_visible()
    text = page.get_by_test_id("ask").inner_text()
    page.keyboard.press("m")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_test_id("ask").filter(has_not_text=text)).to_be_visible()


def test_unplayable_tells_the_rule(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    play_now(page, TRAINS)
    turn_of_trains(page)
    expect(page.locator(".ask.mine")).to_be_visible()
    if page.locator(".drawn").count() == 0:
        page.locator(".place").first.click()
        rule = page.get_by_role("link", name=re.compile("Rule GT-"))
        expect(rule).to_be_visible()
        assert re.search(r"/rules/game-of-trains#GT-\d+", rule.get_attribute("href") or "")


def test_cards_travel(open_page: OpenPage) -> None:
    page = open_page("/", motion="no-preference", settings=FAST | {"speed": "fast"})
    play_now(page, TRAINS)
    for _ in range(4):
        expect(page.locator(".ask.mine, #result").first).to_be_visible()
        if page.locator("#result").count():
            break
        turn_of_trains(page)
    # Nothing that flew stays behind: the likeness of a card that has gone is taken away.
    expect(page.locator("body > :not(#app, noscript, script)")).to_have_count(0)


def test_nothing_shifts(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    play_now(page, TRAINS)
    expect(page.locator(".ask.mine")).to_be_visible()
    page.evaluate(
        """() => { window.shift = 0; new PerformanceObserver(list => {
             for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value;
           }).observe({type: 'layout-shift', buffered: false}); }"""
    )
    for _ in range(4):
        expect(page.locator(".ask.mine, #result").first).to_be_visible()
        if page.locator("#result").count():
            break
        turn_of_trains(page)
    assert page.evaluate("window.shift") < 0.01
