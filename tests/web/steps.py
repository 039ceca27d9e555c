"""What people do on the page, for all its tests."""

import json
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
from playwright.sync_api import Locator, Page, WebSocket, expect

import sidings
from sidings.play.table import SPECTATOR
from sidings.tables.patch import patched

TRAINS, MEXICAN, EXPRESS = "Game of Trains", "Mexican Train", "Continental Express"
NAMES = {TRAINS: "game-of-trains", MEXICAN: "mexican-train", EXPRESS: "continental-express"}
PHONE, DESK = (360, 740), (1440, 900)
BLANK = "/icon.svg"  # where one may ask the server, and nothing has to be loaded
FAST = {"level": "random", "speed": "off", "pace": 0, "guide": None, "automatic": False}
ME, FREE, BOT = {"kind": "me"}, {"kind": "free"}, {"kind": "bot", "level": "random"}
VERSION = "document.querySelector('.page')?.dataset.version"
OpenPage = Callable[..., Page]
Turn = Callable[[Page], None]


# --- Tables ---------------------------------------------------------------------------------------


def poster(page: Page, title: str) -> Locator:
    return page.locator("article").filter(has=page.get_by_role("heading", name=title))


def play_now(page: Page, title: str) -> None:
    """One tap on the home page."""
    poster(page, title).get_by_role("button", name=re.compile("^Play now")).click()
    expect(page).to_have_url(re.compile(r"/t/"))
    expect(page.locator(".board")).to_be_visible()


def set_up(page: Page, title: str, seats: list[dict[str, str]], **more: Any) -> str:
    """A table as the page sets up few; answers its address. ``words`` choose the deal."""
    rules = {"pace": 0, "listed": True} | more.pop("rules", {})
    asked = {"game": NAMES[title], "seats": seats, "rules": rules, "words": "tests", **more}
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


def speak(page: Page, language: str) -> None:
    """Switch the page to another language, also where a phone hides the field for it."""
    page.locator("#language").select_option(language, force=True)
    expect(page.locator("html")).to_have_attribute("lang", language)


def sit_at(page: Page, title: str, seats: list[dict[str, str]], **more: Any) -> None:
    """Set up a table and begin."""
    go(page, set_up(page, title, seats, start=True, **more))
    expect(page.locator(".board")).to_be_visible()


# --- Turns ----------------------------------------------------------------------------------------


def version(page: Page) -> str:
    return page.locator(".page").get_attribute("data-version") or ""


def wait_for_news(page: Page, before: str) -> None:
    page.wait_for_function(f"was => {VERSION} !== was", arg=before)


def my_turn_or_end(page: Page) -> bool:
    """Waits; True if one is asked for something, False when the game is over."""
    waits = page.locator(".ask.mine, #result, [data-testid=go-on]")
    expect(waits.first).to_be_visible()
    if page.get_by_test_id("go-on").count():
        page.get_by_test_id("go-on").click()
        expect(page.locator(".ask.mine, #result").first).to_be_visible()
    return page.locator("#result").count() == 0


def play_till_end(page: Page, turn: Turn, most: int = 400) -> int:
    """Takes turns until the result is shown; answers how many."""
    for count in range(most):
        if not my_turn_or_end(page):
            return count
        turn(page)
    raise AssertionError("the game does not end")


def give_up(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#result")).to_be_visible()


OWN_TRAIN = """() => [...document.querySelectorAll('.place')]
  .map(place => Number(place.querySelector('[data-card]')?.dataset.card ?? 0))"""


def best_place(train: list[int], card: int) -> int:
    """Where it puts most wagons in order; else where a number of its size belongs."""
    usual = card * 7 // 85

    def rating(place: int) -> tuple[int, int]:
        after = [*train[:place], card, *train[place + 1 :]]
        return sum(left < right for left, right in pairwise(after)), -abs(place - usual)

    return max(range(len(train)), key=rating)


def turn_of_trains(page: Page) -> None:
    """Draws and puts the card where it helps most, so that a game ends soon."""
    before = version(page)
    text = page.get_by_test_id("ask").inner_text()
    number = re.search(r"(?:card|drew) (\d+)", text)
    if number:
        page.locator(".place").nth(best_place(page.evaluate(OWN_TRAIN), int(number[1]))).click()
    elif "choose one of your" in text:
        page.locator(".hand").first.click()
        page.locator(".place").nth(3).click()
    else:
        page.locator(".pile").click()
    wait_for_news(page, before)


def turn_of_dominoes(page: Page) -> None:
    """Lays the last domino that can be laid, else draws or passes, with the mouse."""
    before = version(page)
    lit = page.locator(".hand .lit")
    if lit.count():
        lit.last.click()
        page.wait_for_function(
            f"was => document.querySelector('.lane.lit') || {VERSION} !== was", arg=before
        )
        if version(page) == before:
            page.locator(".lane.lit .hit").first.click()
    else:
        page.get_by_test_id("draw").or_(page.get_by_test_id("pass")).click()
    wait_for_news(page, before)


# In the order in which they are looked for; the offer that is dearest, so that tickets are spent.
CHOICES = (".contract.lit", ".long.lit", ".token.lit", ".choice .primary", ".offer.lit")


def turn_of_express(page: Page) -> None:
    """Does the first thing that is lit."""
    before = version(page)
    if page.locator(".depot button.lit").count():
        page.locator(".depot button.lit").first.click()
        page.locator(".small button.lit").first.click()
    else:
        found = (page.locator(choice) for choice in CHOICES)
        next(lit for lit in found if lit.count()).last.click()
    wait_for_news(page, before)


# --- Two people and somebody who watches ----------------------------------------------------------


@dataclass
class Friends:
    host: Page
    guest: Page
    watcher: Page
    game: str
    told: list[str] = field(default_factory=list)  # every frame that the watcher was sent

    @property
    def everybody(self) -> list[Page]:
        return [self.host, self.guest, self.watcher]

    def in_turn(self) -> Page:
        """Who is asked; all have seen the same before."""
        waits = self.host.get_by_test_id("ask").filter(has_text="’s turn")
        expect(self.host.locator(".ask.mine").or_(waits).first).to_be_visible()
        page = self.host if self.host.locator(".ask.mine").count() else self.guest
        expect(page.locator(".ask.mine")).to_be_visible()
        return page

    def all_see(self, of: Page, but: Page | None = None) -> None:
        seen = version(of)
        for page in self.everybody:
            if page is not but:
                page.wait_for_function(f"now => {VERSION} === now", arg=seen)

    def views_told(self) -> list[dict[str, Any]]:
        """What the watcher was sent of the view, piece by piece: as views, then in records."""
        messages: list[dict[str, Any]] = []
        for frame in self.told:
            found = json.loads(frame)
            messages += found if isinstance(found, list) else [found]
        views = [message["view"] for message in messages if message.get("view")]
        record = b""
        game = sidings.game(self.game)
        for message in messages:
            sent = b64decode(message.get("record", ""))
            if sent:
                record = sent if message["type"] == "table" else patched(record, sent)
                position = np.frombuffer(bytearray(record), game.dtype).view(np.recarray)
                views.append(msgspec.to_builtins(game.view(position[0], SPECTATOR)))
        assert record
        return views


def sit_together(open_page: OpenPage, title: str, **more: Any) -> Friends:
    host = open_page(BLANK, settings=FAST)
    path = set_up(host, title, [ME, FREE], **more)
    go(host, path)
    guest = open_page(path, size=PHONE, settings=FAST)
    guest.get_by_role("button", name="Sit here").first.click()
    host.get_by_role("button", name="All aboard: start").click()
    watcher = open_page(BLANK, settings=FAST)
    friends = Friends(host, guest, watcher, NAMES[title])
    watcher.on("websocket", lambda socket: _listen(socket, friends.told))
    go(watcher, path.split("#")[0])
    for page in friends.everybody:
        expect(page.locator(".board")).to_be_visible()
    return friends


def _listen(socket: WebSocket, told: list[str]) -> None:
    socket.on("framereceived", lambda frame: told.append(str(frame)))


def play_together(friends: Friends, turn: Turn, own: str, least: int) -> None:
    """So many moves, with a reload and a lost connection between them.

    ``own`` is a selector of what the guest alone may see.
    """
    secret = f"() => [...document.querySelectorAll('{own}')].map(e => e.outerHTML).join()"
    lost = friends.guest.locator(".banner")
    reloaded = dropped = False
    step = 0
    while step < least or not (reloaded and dropped):
        assert step < 3 * least, "it never was the turn of whom we waited for"
        mover = friends.in_turn()
        if step >= 2 and mover is friends.guest and not reloaded:
            before = friends.guest.evaluate(secret)
            assert before
            friends.guest.reload()
            expect(friends.guest.locator(".ask.mine")).to_be_visible()
            assert friends.guest.evaluate(secret) == before
            reloaded = True
        if step >= 3 and mover is friends.host and not dropped:
            friends.guest.context.set_offline(True)
            expect(lost).to_be_visible()
            seen = version(friends.guest)
            turn(mover)
            friends.all_see(mover, but=friends.guest)
            assert version(friends.guest) == seen
            friends.guest.context.set_offline(False)
            expect(lost).to_have_count(0)
            dropped = True
        else:
            turn(mover)
        friends.all_see(mover)
        step += 1
