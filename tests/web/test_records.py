"""A table of the server is shown at once; when the rules are here, records are enough."""

import re

from playwright.sync_api import Page, expect

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

HELD = """
  const compile = WebAssembly.compile;
  const held = new Promise((go) => (window.letRulesCome = go));
  WebAssembly.compile = async (...given) => { await held; return compile(...given); };
"""
REFUSED = "WebAssembly.compile = () => Promise.reject(new Error('not here'));"
FAILING = """
  const Instance = WebAssembly.Instance;
  WebAssembly.Instance = function (module) {
    const { exports } = new Instance(module);
    const hide = (...given) => {
      if (window.rulesFail) throw new WebAssembly.RuntimeError('unreachable');
      return exports.hide(...given);
    };
    return { exports: { ...exports, hide } };
  };
"""
MOST_TURNS = 20


def begin(open_page: OpenPage, script: str) -> tuple[Page, list[str]]:
    """A table with a bot, on a page that begins with a script; and every frame that it is sent."""
    frames: list[str] = []
    page = open_page(BLANK, settings=FAST)
    page.add_init_script(script)
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
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
    page, frames = begin(open_page, HELD)
    for _ in range(2):
        take_a_turn(page)
    assert not has_records(frames)
    page.evaluate("letRulesCome()")
    play_until_records(page, frames)
    frames.clear()
    take_a_turn(page)
    expect(page.locator(".ask.mine")).to_be_visible()
    assert has_records(frames)
    assert not any('"view":{' in frame for frame in frames)


def test_a_page_that_cannot_load_the_rules_is_sent_views(open_page: OpenPage) -> None:
    page, frames = begin(open_page, REFUSED)
    for _ in range(3):
        take_a_turn(page)
    assert not has_records(frames)


def test_a_page_whose_rules_fail_is_sent_views_again(open_page: OpenPage) -> None:
    page, frames = begin(open_page, FAILING)
    play_until_records(page, frames)
    page.evaluate("rulesFail = true")
    take_a_turn(page)
    assert my_turn_or_end(page)
    frames.clear()
    take_a_turn(page)
    expect(page.locator(".ask.mine")).to_be_visible()
    assert not has_records(frames)
    assert any('"view":{' in frame for frame in frames)


def test_a_game_whose_rules_cannot_be_loaded_is_played_at_the_server(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    page.route("**/*.wasm", lambda route: route.abort())
    play_now(page, TRAINS)
    expect(page).not_to_have_url(re.compile("/t/local-"))
    take_a_turn(page)
