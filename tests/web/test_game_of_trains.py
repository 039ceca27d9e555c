"""Game of Trains on the page, as people play it."""

import re

import pytest
from playwright.sync_api import Page, expect

from sidings.play.table import Table
from web.staging import Wanted, visit
from web.steps import (
    BLANK,
    BOT,
    DESK,
    FAST,
    ME,
    TRAINS,
    OpenPage,
    my_turn_or_end,
    play_now,
    play_till_end,
    play_together,
    sit_at,
    sit_together,
    speak,
    turn_of_trains,
    version,
    wait_for_news,
)


def train(page: Page) -> list[str]:
    return [place.get_attribute("aria-label") or "" for place in page.locator(".place").all()]


def begin_with_two_abilities(open_page: OpenPage) -> Page:
    """The set-up is over and two different cards lie in the row; answers who is in turn."""
    friends = sit_together(open_page, TRAINS)
    for _ in range(2):
        page = friends.in_turn()
        before = version(page)
        in_row = [one.get_attribute("title") for one in page.locator("button.ability").all()]
        page.locator(".hand").first.click()
        place = next(i for i, one in enumerate(train(page)) if one.split(", ")[1] not in in_row)
        page.locator(".place").nth(place).click()
        wait_for_news(page, before)
        friends.all_see(page)
    page = friends.in_turn()
    expect(page.locator("button.ability")).to_have_count(2)
    return page


def test_play_now_is_one_tap(open_page: OpenPage) -> None:
    page = open_page("/")
    play_now(page, TRAINS)
    expect(page.locator(".ask.mine")).to_be_visible()
    expect(page.locator(".train .place")).to_have_count(7)


def test_whole_game_by_clicks(open_page: OpenPage) -> None:
    page = open_page(BLANK, size=DESK, settings=FAST)
    sit_at(page, TRAINS, [ME, BOT])
    assert play_till_end(page, turn_of_trains) > 1
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.get_by_role("link", name="Watch the replay").click()
    told = page.get_by_test_id("told")
    expect(told).to_have_text("The deal")
    page.get_by_role("button", name="One move on").click()
    expect(told).to_contain_text("at position")
    page.get_by_label("Seen by").select_option("2")
    expect(page).to_have_url(re.compile(r"/replay/[\w-]+\?move=1&seat=2$"))
    page.reload()  # as whoever is sent the link
    expect(told).to_contain_text("at position")
    expect(page.get_by_label("Seen by")).to_have_value("2")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="One move on")).to_be_disabled()
    page.get_by_role("button", name="One move back").click()
    page.keyboard.press("Home")
    expect(told).to_have_text("The deal")


def test_two_people_and_a_spectator(open_page: OpenPage) -> None:
    """Two browsers, a reload, a lost connection, and somebody who may not see what they drew."""
    friends = sit_together(open_page, TRAINS)
    play_together(friends, turn_of_trains, ".place, .hand", 8)
    expect(friends.watcher.locator(".place:enabled")).to_have_count(0)
    for key in ("drawn", "hands"):
        seen = [one[key] for one in friends.views_told() if one.get(key)]
        assert seen
        assert all(set(str(cards)) <= set("[]'?, ") for cards in seen)


def test_unplayable_tells_the_rule_and_an_ability_is_previewed(open_page: OpenPage) -> None:
    page = begin_with_two_abilities(open_page)
    page.locator(".place").first.click()  # nothing was drawn that could go there
    rule = page.get_by_role("link", name="Rule GT-6")
    expect(rule).to_have_attribute("href", "/rules/game-of-trains#GT-6")
    before, seen = train(page), version(page)
    ability = page.locator(".ability.lit").first
    expect(ability).to_be_visible()
    ability.click()
    do_it = page.get_by_role("button", name="Do it")
    for _ in range(2):
        if do_it.count() == 0:
            page.locator(".place.lit").first.click()
    expect(do_it).to_be_visible()
    page.keyboard.press("Escape")
    expect(do_it).to_have_count(0)
    assert train(page) == before
    assert version(page) == seen


def may_choose(table: Table) -> bool:
    return table.dump()["phase"] == "setup" and len(table.dump(seat=1)["drawn"][0]) > 1


def may_use(ability: str) -> Wanted:
    """It lies in the row, and no lock is on the train."""
    move = {"protect": "protect left", "swap-adjacent": "swap 1 2"}[ability]
    return lambda table: move in table.moves() and not any(table.dump()["locks"][0].values())


@pytest.mark.parametrize(
    ("wanted", "reasons"),
    [
        (may_choose, [("fr", [".pile"], "GT-4", "Choisissez d’abord l’une des cartes")]),
        (may_use("protect"), [
            ("pl", [".place >> nth=0"], "GT-6", "Najpierw dobierz kartę albo"),
            ("fr", ["[title='Protéger']", ".place >> nth=1"], "GT-16",
             "Seuls le premier wagon, celui du milieu et le dernier"),
        ]),
        (may_use("swap-adjacent"), [
            ("pl", ["[title='Zamień sąsiadów']", ".place >> nth=2", ".place >> nth=5"], "GT-9",
             "Ta karta zamienia tylko sąsiadów"),
        ]),
    ],
)  # fmt: skip
def test_reasons_in_the_language_of_the_page(
    open_page: OpenPage, wanted: Wanted, reasons: list[tuple[str, list[str], str, str]]
) -> None:
    """What is wrong with this move, not the rule at large."""
    page = open_page(BLANK, settings=FAST)
    visit(page, TRAINS, 3, wanted)
    for language, taps, rule, reason in reasons:
        speak(page, language)
        for tapped in taps:
            page.locator(tapped).click()
        expect(page.get_by_test_id("notice")).to_contain_text(reason)
        expect(page.locator("[data-testid=notice] a")).to_have_attribute(
            "href", f"/rules/game-of-trains#{rule}"
        )


def test_keyboard_alone(open_page: OpenPage) -> None:
    """From the home page through set-up and turns, without a mouse."""
    page = open_page("/", settings=FAST)
    button = page.get_by_role("button", name=re.compile(f"Play now {TRAINS}"))
    expect(button).to_be_enabled()
    for _ in range(40):
        if button.evaluate("e => e === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert my_turn_or_end(page)
    page.keyboard.press("m")
    expect(page.get_by_role("dialog")).to_be_visible()
    before = version(page)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for_news(page, before)
    for _ in range(2):  # draw, then choose a place
        assert my_turn_or_end(page)
        before = version(page)
        page.keyboard.press("d")
        wait_for_news(page, before)
        expect(page.get_by_test_id("ask")).to_contain_text("You drew")
        before = version(page)
        page.keyboard.press("2")
        wait_for_news(page, before)


def test_cards_travel(open_page: OpenPage) -> None:
    page = open_page(BLANK, motion="no-preference", settings=FAST | {"speed": "fast"})
    sit_at(page, TRAINS, [ME, BOT])
    flown = page.evaluate_handle(
        """() => { const flown = {count: 0}; const animate = Element.prototype.animate;
             Element.prototype.animate = function (...given) {
               flown.count += 1; return animate.apply(this, given); };
             return flown; }"""
    )
    for _ in range(4):
        assert my_turn_or_end(page)
        turn_of_trains(page)
    assert flown.evaluate("flown => flown.count") >= 4
    # Nothing that flew stays behind: the likeness of a card that has gone is taken away.
    expect(page.locator("body > :not(#app, noscript, script)")).to_have_count(0)


def test_nothing_shifts(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, TRAINS, [ME, BOT])
    assert my_turn_or_end(page)
    page.evaluate(
        """() => { window.shift = 0; new PerformanceObserver(list => {
             for (const e of list.getEntries()) if (!e.hadRecentInput) window.shift += e.value;
           }).observe({type: 'layout-shift', buffered: false}); }"""
    )
    for _ in range(4):
        assert my_turn_or_end(page)
        turn_of_trains(page)
    assert page.evaluate("window.shift") == 0
