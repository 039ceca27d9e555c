"""Mexican Train on the page, as people play it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.steps import my_turn_or_end, play_now, play_till_end
from web.test_everybody import fits, serious

MEXICAN = "Mexican Train"
PHONE, DESK = (360, 740), (1440, 900)
FAST = {"level": "random", "speed": "off", "players": {"mexican-train": 3}}
ME, FREE, BOT = {"kind": "me"}, {"kind": "free"}, {"kind": "bot", "level": "random"}
MADE = "document.querySelector('.board')?.dataset.made"
OpenPage = Callable[..., Page]


def set_up(page: Page, seats: list[dict[str, str]], **more: Any) -> str:
    """A table with options that the page asks for rarely; answers its address."""
    asked = {"game": "mexican-train", "seats": seats, "rules": {"pace": 0, "listed": True}, **more}
    answer: dict[str, str] = page.evaluate(
        """async (asked) => {
          const post = (path, body) => fetch(`/api/${path}`, {method: 'POST',
            headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
          await post('guests', {name: 'Ania'});
          return (await post('tables', asked)).json();
        }""",
        asked,
    )
    return f"/t/{answer['table']}#{answer['invitation']}"


def go(page: Page, path: str) -> None:
    page.goto(re.sub(r"(//[^/]+)/.*", rf"\1{path}", page.url))
    expect(page.locator("main :is(.board, .go)").first).to_be_visible()


def drag(page: Page, what: Locator, where: Locator) -> None:
    """As a hand does it: not in one leap."""
    start, end = what.bounding_box(), where.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=20)
    page.mouse.up()


def made(page: Page) -> str:
    return page.locator(".board").get_attribute("data-made") or ""


def turn_of_dominoes(page: Page) -> None:
    """Lays the last domino that can be laid, else draws or passes, with the mouse."""
    before = made(page)
    lit = page.locator(".hand .lit")
    if lit.count():
        lit.last.click()
        page.wait_for_function(
            f"was => document.querySelector('.lane.lit') || {MADE} !== was", arg=before
        )
        if page.locator(".lane.lit").count():
            page.locator(".lane.lit .hit").first.click()
    else:
        page.get_by_test_id("draw").or_(page.get_by_test_id("pass")).click()
    page.wait_for_function(
        f"was => document.querySelector('#result') || {MADE} !== was", arg=before
    )


def until(page: Page, wanted: str, most: int = 60) -> bool:
    """Plays till something is on the page at one's turn; False if the game ends before."""
    for _ in range(most):
        if not my_turn_or_end(page):
            return False
        if page.locator(wanted).count():
            return True
        turn_of_dominoes(page)
    return False


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_whole_game_by_clicks(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/", size=size, settings=FAST)
    go(page, set_up(page, [ME, BOT, BOT], options={"rounds": 2}, start=True))
    expect(page.locator(".lane")).to_have_count(4)
    expect(page.locator(".hand .bone").first).to_be_visible()
    assert until(page, "[data-testid=round-over]", 150)
    expect(page.get_by_text("Round 1 is over")).to_be_visible()
    assert play_till_end(page, turn_of_dominoes) >= 1
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(page.get_by_role("button", name="Once more")).to_be_visible()
    page.get_by_role("link", name="Look at it again").click()
    expect(page.get_by_test_id("told")).to_have_text("The deal")
    expect(page.locator(".open-hand")).to_have_count(2)
    page.get_by_role("button", name="One move on").click()
    expect(page.get_by_test_id("told")).not_to_have_text("The deal")


def test_two_people_and_a_spectator(open_page: OpenPage) -> None:
    """Two browsers, a reload in the middle, and somebody who may not see the hands."""
    host = open_page("/", settings=FAST)
    path = set_up(host, [ME, FREE], options={"rounds": 1})
    go(host, path)
    guest = open_page(path, size=PHONE, settings=FAST)
    guest.get_by_role("button", name="Sit here").first.click()
    host.get_by_role("button", name="All aboard: start").click()
    expect(guest.locator(".board")).to_be_visible()
    watcher = open_page("/", settings=FAST)
    frames: list[str] = []
    watcher.on(
        "websocket", lambda ws: ws.on("framereceived", lambda frame: frames.append(str(frame)))
    )
    go(watcher, path.split("#")[0])
    for step in range(12):
        waits = host.get_by_test_id("ask").filter(has_text="is to move")
        expect(host.locator(".ask.mine").or_(waits).first).to_be_visible()
        page = host if host.locator(".ask.mine").count() else guest
        expect(page.locator(".ask.mine")).to_be_visible()
        turn_of_dominoes(page)
        if step == 4:
            cards = "[...document.querySelectorAll('.hand .bone')].map(e => e.dataset.card).join()"
            before = guest.evaluate(cards)
            guest.reload()
            expect(guest.locator(".hand .bone").first).to_be_visible()
            assert guest.evaluate(cards) == before
        # Nobody goes on before all have seen the move.
        for other in (host, guest, watcher):
            other.wait_for_function(f"was => {MADE} === was", arg=made(page))
    expect(watcher.locator(".hand")).to_have_count(0)
    expect(watcher.locator(".backs span").first).to_be_visible()
    expect(watcher.locator(".lane .hit")).to_have_count(0)
    told = [one for frame in frames for one in _messages(frame)]
    hands = [one["position"]["hands"] for one in told if "hands" in (one.get("position") or {})]
    assert hands
    assert all(type(hand) is int for seen in hands for hand in seen)


def _messages(frame: str) -> list[dict[str, Any]]:
    found = json.loads(frame)
    return found if isinstance(found, list) else [found]


def test_unplayable_tells_the_rule(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    play_now(page, MEXICAN)
    assert until(page, ".hand .dimmed")
    page.locator(".hand .dimmed").first.click()
    rule = page.get_by_role("link", name=re.compile(r"Rule MT-\d+"))
    expect(rule).to_be_visible()
    assert re.search(r"/rules/mexican-train#MT-\d+", rule.get_attribute("href") or "")


def test_hand_is_sorted_and_dragged(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    play_now(page, MEXICAN)
    assert until(page, ".hand .lit")
    cards = "[...document.querySelectorAll('.hand .bone')].map(e => e.dataset.card)"
    dealt = page.evaluate(cards)
    page.get_by_test_id("sort").click()
    expect(page.locator(".hand .joined").first).to_be_visible()
    by_train = page.evaluate(cards)
    assert sorted(by_train) == sorted(dealt)
    bones = page.locator(".hand .bone")
    drag(page, bones.nth(3), bones.nth(0))
    assert page.evaluate(cards)[0] == by_train[3]
    page.keyboard.press("Shift+ArrowRight")
    bones.nth(0).focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(bones.nth(1)).to_be_focused()
    assert page.evaluate(cards)[1] == by_train[3]
    page.reload()
    expect(bones.first).to_be_visible()
    assert page.evaluate(cards)[1] == by_train[3]


def test_drag_onto_a_train(open_page: OpenPage) -> None:
    """The lane lights up under it; dropped elsewhere, nothing happens."""
    page = open_page("/", settings=FAST)
    play_now(page, MEXICAN)
    assert until(page, ".hand .lit")
    before = made(page)
    domino = page.locator(".hand .lit").first
    name = domino.get_attribute("data-card")
    drag(page, domino, page.get_by_test_id("ask"))
    assert made(page) == before
    # In one's first turns there is but one's own train.
    drag(page, page.locator(f".hand [data-card='{name}']"), page.locator(".lane.own"))
    page.wait_for_function(f"was => {MADE} !== was", arg=before)
    expect(page.locator(f".hand [data-card='{name}']")).to_have_count(0)


def test_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    play_now(page, MEXICAN)
    for _ in range(6):
        if not my_turn_or_end(page):
            break
        before = made(page)
        lit = page.locator(".hand .lit")
        if lit.count():
            lit.first.focus()
            page.keyboard.press("Enter")
            page.wait_for_function(
                f"was => document.querySelector('.lane.lit .hit:focus') || {MADE} !== was",
                arg=before,
            )
            if made(page) == before:
                page.keyboard.press("Enter")
        else:
            page.keyboard.press("d" if page.get_by_test_id("draw").count() else "p")
        page.wait_for_function(
            f"was => document.querySelector('#result') || {MADE} !== was", arg=before
        )


@pytest.mark.parametrize(
    ("language", "word"), [("fr-FR", "Ranger en train"), ("pl-PL", "Ułóż w pociąg")]
)
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_languages(open_page: OpenPage, size: tuple[int, int], language: str, word: str) -> None:
    page = open_page("/", size=size, language=language, settings={**FAST, "large": True})
    page.locator("article").first.get_by_role("button").first.click()
    expect(page.get_by_role("button", name=word)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert "undefined" not in page.locator("body").inner_text()


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "light"), (DESK, "dark")])
def test_full_table_for_everybody(
    open_page: OpenPage, node_modules: Path, size: tuple[int, int], theme: str
) -> None:
    """Eight players, some turns on: nothing is cut or too small, and axe finds nothing serious."""
    page = open_page("/", size=size, theme=theme, settings=FAST)
    go(page, set_up(page, [ME, *[BOT] * 7], start=True))
    for _ in range(8):
        if my_turn_or_end(page):
            turn_of_dominoes(page)
    my_turn_or_end(page)
    fits(page)
    assert serious(page, node_modules) == []
