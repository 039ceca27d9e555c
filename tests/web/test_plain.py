"""A game that the page has no folder for can be played all the same."""

import json
import re

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from web.steps import BOT, FAST, ME, PHONE, TRAINS, OpenPage, set_up, version, wait_for_news

GAME, TITLE = "branch-lines", "Branch Lines"


def disguise(page: Page) -> None:
    """Let the page believe that the server calls Game of Trains something unknown."""

    def catalogue(route: Route) -> None:
        answer = route.fetch().json()
        for info in answer["games"]:
            if info["name"] == "game-of-trains":
                info |= {"name": GAME, "title": TITLE}
        route.fulfill(json=answer)

    def socket(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(_renamed(text)))

    page.route("**/api/games", catalogue)
    page.route_web_socket(re.compile("/socket$"), socket)


def _renamed(text: str | bytes) -> str:
    told = json.loads(text)
    for one in told if isinstance(told, list) else [told]:
        if one.get("header"):
            one["header"]["game"] = GAME
    return json.dumps(told)


def test_game_without_a_face(open_page: OpenPage) -> None:
    page = open_page("/", size=PHONE, settings=FAST)
    path = set_up(page, TRAINS, [ME, BOT], start=True)
    disguise(page)
    page.reload()
    offer = page.locator("article").filter(has=page.get_by_role("heading", name=TITLE))
    expect(offer.get_by_role("button", name=re.compile("^Play now"))).to_be_visible()
    expect(offer.get_by_role("button", name=re.compile("^Learn"))).to_have_count(0)
    page.goto(re.sub(r"(//[^/]+)/.*", rf"\1{path}", page.url))
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    board = page.locator(".board")
    expect(board.locator("dt", has_text="Trains").first).to_be_visible()
    move = board.get_by_role("button", name=re.compile("^keep")).first
    before = version(page)
    move.focus()
    page.keyboard.press("Enter")
    wait_for_news(page, before)
    expect(board.get_by_role("listitem").filter(has_text=re.compile("^You: keep"))).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
