"""A table of the server is shown at once; when the rules are here, records are enough."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from web.steps import (
    BLANK,
    BOT,
    FAST,
    ME,
    TRAINS,
    OpenPage,
    my_turn_or_end,
    play_now,
    sit_at,
    turn_of_trains,
)

RULES = "**/*.wasm"
FAIL = "() => { Uint8Array.prototype.set = () => { throw new RangeError('no memory') } }"
MOST_TURNS = 20


def begin(
    open_page: OpenPage, reply: Callable[[Route], None] | None = None
) -> tuple[Page, list[str]]:
    """A table with a bot, and every frame that is sent; ``reply`` is asked for the rules."""
    frames: list[str] = []
    page = open_page(BLANK, settings=FAST)
    if reply:
        page.route(RULES, reply)
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    with page.expect_request(RULES):
        sit_at(page, TRAINS, [ME, BOT])
    return page, frames


def take_a_turn(page: Page) -> None:
    assert my_turn_or_end(page)
    turn_of_trains(page)


def has_records(frames: list[str]) -> bool:
    return any('"record":' in frame for frame in frames)


def play_until_records(page: Page, frames: list[str]) -> None:
    for _ in range(MOST_TURNS):
        take_a_turn(page)
        if has_records(frames):
            return
    raise AssertionError("no record came")


def test_a_table_is_played_before_its_rules_are_here(open_page: OpenPage) -> None:
    held: list[Route] = []
    page, frames = begin(open_page, lambda route: held.append(route))
    for _ in range(2):
        take_a_turn(page)
    assert not has_records(frames)
    held[0].continue_()
    play_until_records(page, frames)
    frames.clear()
    take_a_turn(page)
    expect(page.locator(".ask.mine")).to_be_visible()
    assert has_records(frames)
    assert not any('"view":{' in frame for frame in frames)


def test_a_page_that_cannot_load_the_rules_is_sent_views(open_page: OpenPage) -> None:
    page, frames = begin(open_page, lambda route: route.abort())
    for _ in range(3):
        take_a_turn(page)
    assert not has_records(frames)


def test_a_page_whose_rules_fail_is_sent_views_again(open_page: OpenPage) -> None:
    page, frames = begin(open_page)
    play_until_records(page, frames)
    page.workers[0].evaluate(FAIL)
    take_a_turn(page)
    assert my_turn_or_end(page)
    frames.clear()
    take_a_turn(page)
    expect(page.locator(".ask.mine")).to_be_visible()
    assert not has_records(frames)
    assert any('"view":{' in frame for frame in frames)


def test_a_game_whose_rules_cannot_be_loaded_is_played_at_the_server(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    page.route(RULES, lambda route: route.abort())
    play_now(page, TRAINS)
    expect(page).not_to_have_url(re.compile("/t/local-"))
    take_a_turn(page)
