"""Sounds: nothing is made before somebody turns them on, and nothing is heard when they are off."""

from playwright.sync_api import Page, expect

from web.steps import (
    BLANK,
    BOT,
    FAST,
    ME,
    PHONE,
    TRAINS,
    OpenPage,
    my_turn_or_end,
    sit_at,
    turn_of_trains,
)

# The browser's own context, which notes how many were made and how many parts have been started.
LISTEN = """
globalThis.heard = {contexts: 0, parts: 0};
globalThis.AudioContext = class extends AudioContext {
  constructor() { super(); heard.contexts += 1; }
};
for (const source of [AudioBufferSourceNode, AudioScheduledSourceNode]) {
  const start = source.prototype.start;
  source.prototype.start = function (...when) { heard.parts += 1; start.apply(this, when); };
}
"""


def heard(page: Page) -> dict[str, int]:
    found: dict[str, int] = page.evaluate("heard")
    return found


def take_turn(page: Page) -> None:
    turn_of_trains(page)
    assert my_turn_or_end(page)


def test_sounds_only_after_a_tap_on_their_switch(open_page: OpenPage) -> None:
    page = open_page(BLANK, size=PHONE, settings=FAST)
    page.context.add_init_script(LISTEN)
    sit_at(page, TRAINS, [ME, BOT])
    assert my_turn_or_end(page)
    take_turn(page)
    assert heard(page) == {"contexts": 0, "parts": 0}

    switch = page.get_by_role("button", name="Sounds")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    sample = heard(page)
    assert sample["contexts"] == 1
    assert sample["parts"] > 0
    take_turn(page)
    played = heard(page)
    assert played["contexts"] == 1
    assert played["parts"] > sample["parts"]

    page.reload()  # what is chosen lasts, but a browser allows no sound before a tap
    assert my_turn_or_end(page)
    assert heard(page) == {"contexts": 0, "parts": 0}
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    take_turn(page)
    assert heard(page) == {"contexts": 0, "parts": 0}
