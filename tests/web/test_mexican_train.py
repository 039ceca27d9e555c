"""Mexican Train on the page, as people play it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from sidings.play.table import Table
from web.staging import Wanted, visit
from web.steps import (
    BLANK,
    BOT,
    DESK,
    FAST,
    ME,
    MEXICAN,
    PHONE,
    VERSION,
    OpenPage,
    my_turn_or_end,
    play_till_end,
    play_together,
    sit_at,
    sit_together,
    speak,
    turn_of_dominoes,
    version,
    wait_for_news,
)
from web.test_everybody import fits, serious_by_day_and_night, shown_at

CARDS = "() => [...document.querySelectorAll('.hand .bone')].map(e => e.dataset.card)"


def drag(page: Page, what: Locator, where: Locator) -> None:
    """As a hand does it: not in one leap."""
    start, end = what.bounding_box(), where.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=20)
    page.mouse.up()


def until(page: Page, wanted: str, most: int = 60) -> bool:
    """Plays till something is on the page at one's turn; False if the game ends before."""
    for _ in range(most):
        expect(page.locator(f".ask.mine, #result, {wanted}").first).to_be_visible()
        if page.locator(wanted).count():
            return True
        if not my_turn_or_end(page):
            return False
        turn_of_dominoes(page)
    return False


def test_whole_game_by_clicks(open_page: OpenPage) -> None:
    page = open_page(BLANK, size=PHONE, settings=FAST)
    sit_at(page, MEXICAN, [ME, BOT, BOT], options={"rounds": 2, "set": "double-9"})
    expect(page.locator(".lane")).to_have_count(4)
    expect(page.locator(".hand .bone").first).to_be_visible()
    assert until(page, "[data-testid=round-over]", 150)
    expect(page.get_by_role("heading", name="Round 1 is over")).to_be_visible()
    expect(page.locator(".station")).to_contain_text("Round 1 of 2")  # the old table is there
    expect(page.get_by_test_id("round-over").locator(".tile").first).to_be_visible()
    assert play_till_end(page, turn_of_dominoes) >= 1
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_test_id("told")).to_have_text("The deal")
    expect(page.locator(".open-hand")).to_have_count(2)
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_test_id("told")).not_to_have_text("The deal")


def test_two_people_and_a_spectator(open_page: OpenPage) -> None:
    """Two browsers, a reload, a lost connection, and somebody who may not see the hands."""
    friends = sit_together(open_page, MEXICAN, options={"rounds": 1})
    play_together(friends, turn_of_dominoes, ".hand .bone", 10)
    watcher = friends.watcher
    expect(watcher.locator(".hand")).to_have_count(0)
    expect(watcher.locator(".backs span").first).to_be_visible()
    expect(watcher.locator(".lane .hit")).to_have_count(0)
    hands = [one["hands"] for one in friends.views_told() if "hands" in one]
    assert hands
    assert all(type(hand) is int for seen in hands for hand in seen)


def test_unplayable_tells_the_rule(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, MEXICAN, [ME, BOT, BOT])
    assert until(page, ".hand .dimmed")
    page.locator(".hand .dimmed").first.click()
    rule = page.get_by_role("link", name=re.compile(r"Rule MT-\d+"))
    expect(rule).to_be_visible()
    assert re.search(r"/rules/mexican-train(\?[^#]+)?#MT-\d+", rule.get_attribute("href") or "")


def first_turn(table: Table) -> bool:
    seen = table.dump(seat=1)
    return seen["phase"] == "play" and 1 in seen["first_turns"] and "draw" not in table.moves()


def double_waits(table: Table) -> bool:
    seen = table.dump(seat=1)
    return seen["double"] not in (None, 1) and "draw" not in table.moves() and not seen["drawn"]


def drew(table: Table) -> bool:
    return bool(table.dump(seat=1)["drawn"]) and len(table.moves()) > 1


def may_not_draw(table: Table) -> bool:
    seen = table.dump(seat=1)
    begun = seen["double"] is None and seen["trains"][0] and not any(seen["markers"])
    return bool(begun and "draw" not in table.moves() and not seen["drawn"])


@pytest.mark.parametrize(
    ("wanted", "reasons"),
    [
        (first_turn, [
            ("fr", ".hand .dimmed", r"^\d+-\d+ ne correspond pas à l’extrémité libre"),
            ("pl", ".lane.mexican .hit", "^W pierwszej turze możesz tylko rozpocząć"),
        ]),
        (double_waits, [
            ("pl", ".hand .dimmed", r"^\d+-\d+ nie potwierdza dubletu \d+-\d+\."),
            ("fr", ".lane.own .hit", r"^Il faut d’abord confirmer le double \d+"),
        ]),
        (drew, [
            ("pl", ".hand .dimmed", "^Dobrana kostka to .*: teraz możesz dołożyć tylko ją"),
        ]),
        (may_not_draw, [
            ("fr", ".lane[data-lane='2'] .hit", "^Le train de Bruno n’a pas de marq"),
            ("pl", ".boneyard", "^Masz kostkę, która pasuje, więc nie możesz dobrać"),
        ]),
    ],
)  # fmt: skip
def test_reasons_in_the_language_of_the_page(
    open_page: OpenPage, wanted: Wanted, reasons: list[tuple[str, str, str]]
) -> None:
    """What is wrong with this move, not the rule at large."""
    page = open_page(BLANK, settings=FAST)
    visit(page, MEXICAN, 3, wanted, rounds=1)
    for language, tapped, reason in reasons:
        speak(page, language)
        page.locator(tapped).first.click()
        expect(page.get_by_test_id("notice")).to_have_text(re.compile(reason))
        expect(page.locator("[data-testid=notice] a")).to_have_attribute("href", re.compile("#MT-"))


# Stops every flight to a train soon after it began, and remembers it.
BEGUN = """() => { window.flying = {}; const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const flight = animate.call(this, frames, timing);
    if (this.closest('.track') && this.dataset.card) {
      flight.pause();
      flight.currentTime = timing.delay + timing.duration / 8;
      window.flying[this.dataset.card] = this;
    }
    return flight;
  }; }"""
ON_TOP = """card => {
  const flying = window.flying[card];
  const box = flying.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every(part => flying.contains(
    document.elementFromPoint(box.left + part * box.width, box.top + box.height / 2))); }"""


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_domino_flies_above_the_rows(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(BLANK, size=size, motion="no-preference", settings=FAST | {"speed": "slow"})
    sit_at(page, MEXICAN, [ME, BOT, BOT])
    assert until(page, ".hand .lit")
    page.evaluate(BEGUN)
    domino = page.locator(".hand .lit").first
    card = domino.get_attribute("data-card")
    domino.click()
    page.wait_for_function("card => window.flying[card]", arg=card)
    assert page.evaluate(ON_TOP, card)


def test_star_of_a_drawn_domino_outlives_a_reload(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, MEXICAN, [ME, BOT, BOT])
    assert until(page, "[data-testid=draw]")
    before = version(page)
    page.get_by_test_id("draw").click()
    wait_for_news(page, before)
    star = page.locator(".hand .fresh [data-card]")
    expect(star).to_have_count(1)
    drawn = star.get_attribute("data-card")
    page.reload()
    expect(page.locator(".hand .bone").first).to_be_visible()
    expect(star).to_have_count(1)
    assert star.get_attribute("data-card") == drawn


def test_hand_is_sorted_and_dragged(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, MEXICAN, [ME, BOT, BOT])
    assert until(page, ".hand .lit")
    dealt = page.evaluate(CARDS)
    page.get_by_test_id("sort").click()
    expect(page.locator(".hand .joined").first).to_be_visible()
    by_train = page.evaluate(CARDS)
    assert sorted(by_train) == sorted(dealt)
    bones = page.locator(".hand .bone")
    drag(page, bones.nth(3), bones.nth(0))
    assert page.evaluate(CARDS)[0] == by_train[3]
    page.keyboard.press("Shift+ArrowRight")
    bones.nth(0).focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(bones.nth(1)).to_be_focused()
    assert page.evaluate(CARDS)[1] == by_train[3]
    page.reload()
    expect(bones.first).to_be_visible()
    assert page.evaluate(CARDS)[1] == by_train[3]


def test_drag_onto_a_train(open_page: OpenPage) -> None:
    """The lane lights up under it; dropped elsewhere, nothing happens."""
    page = open_page(BLANK, settings=FAST)
    sit_at(page, MEXICAN, [ME, BOT, BOT])
    assert until(page, ".hand .lit")
    before = version(page)
    domino = page.locator(".hand .lit").first
    name = domino.get_attribute("data-card")
    drag(page, domino, page.get_by_test_id("ask"))
    assert version(page) == before
    # In one's first turns there is but one's own train.
    drag(page, page.locator(f".hand [data-card='{name}']"), page.locator(".lane.own"))
    wait_for_news(page, before)
    expect(page.locator(f".hand [data-card='{name}']")).to_have_count(0)


def test_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, MEXICAN, [ME, BOT, BOT])
    for _ in range(6):
        assert my_turn_or_end(page)
        before = version(page)
        lit = page.locator(".hand .lit")
        if lit.count():
            lit.first.focus()
            page.keyboard.press("Enter")
            page.wait_for_function(
                f"was => document.querySelector('.lane.lit .hit:focus') || {VERSION} !== was",
                arg=before,
            )
            if version(page) == before:
                page.keyboard.press("Enter")
        else:
            page.keyboard.press("d" if page.get_by_test_id("draw").count() else "p")
        wait_for_news(page, before)


def test_full_table_for_everybody(open_page: OpenPage, node_modules: Path) -> None:
    """Eight players, some turns on: nothing is cut or too small, and axe finds nothing serious."""
    page = open_page(BLANK, size=PHONE, settings=FAST)
    sit_at(page, MEXICAN, [ME, *[BOT] * 7])
    for _ in range(6):
        assert my_turn_or_end(page)
        turn_of_dominoes(page)
    assert my_turn_or_end(page)
    for size in DESK, PHONE:
        shown_at(page, size)
        fits(page)
        assert serious_by_day_and_night(page, node_modules) == []
