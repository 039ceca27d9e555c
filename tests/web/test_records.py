"""A table of the server is shown at once; when the rules are here, records are enough."""

from playwright.sync_api import Page, expect

from web.steps import BOT, FAST, ME, TRAINS, OpenPage, my_turn_or_end, sit_at, turn_of_trains

HELD = """
  const compile = WebAssembly.compile;
  const held = new Promise((go) => (window.letRulesCome = go));
  WebAssembly.compile = async (...given) => { await held; return compile(...given); };
"""
REFUSED = "WebAssembly.compile = () => Promise.reject(new Error('not here'));"
MOST_TURNS = 20


def begin(open_page: OpenPage, script: str) -> tuple[Page, list[str]]:
    """A table with a bot, on a page that begins with a script; and every frame that it is sent."""
    frames: list[str] = []
    page = open_page("/", settings=FAST)
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


def test_a_table_is_played_before_its_rules_are_here(open_page: OpenPage) -> None:
    page, frames = begin(open_page, HELD)
    for _ in range(2):
        take_a_turn(page)
    assert not has_records(frames)
    page.evaluate("letRulesCome()")
    for _ in range(MOST_TURNS):
        take_a_turn(page)
        if has_records(frames):
            break
    assert has_records(frames)
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
