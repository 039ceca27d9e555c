"""What the others do can be followed: words, marks and flights, one thing after another."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.staging import find_end, show
from web.steps import (
    BLANK,
    BOT,
    EXPRESS,
    ME,
    MEXICAN,
    PHONE,
    TRAINS,
    OpenPage,
    Turn,
    go,
    my_turn_or_end,
    sit_at,
    turn_of_dominoes,
    turn_of_express,
    turn_of_trains,
)

SLOWLY = {"level": "random", "speed": "fast", "guide": None, "automatic": False}

# Writes down what is told, which cards start and land, and when this person is asked.
TRACE = """() => {
  window.trace = [];
  let told = '', mine = null;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const flight = animate.call(this, frames, timing);
    window.trace.push('starts');
    for (const end of ['finish', 'cancel'])
      flight.addEventListener(end, () => window.trace.push('lands'), {once: true});
    return flight;
  };
  const look = () => {
    const now = document.querySelector('[data-testid=told]')?.textContent ?? '';
    if (now !== told) window.trace.push(`told: ${told = now}`);
    const asked = document.querySelector('.ask.mine') !== null;
    if (asked !== mine) window.trace.push((mine = asked) ? 'mine' : 'waits');
  };
  look();
  new MutationObserver(look).observe(document.body,
    {subtree: true, childList: true, characterData: true, attributes: true});
}"""
MARKS = """() => document.adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules])
  .map(rule => rule.cssText).join()"""


def trace_of_a_round(page: Page, turn: Turn) -> list[str]:
    """From one's own move until one is asked again after the others have moved."""
    assert my_turn_or_end(page)
    page.evaluate(TRACE)
    for _ in range(6):  # a turn can be two moves
        turn(page)
        assert my_turn_or_end(page)
        trace: list[str] = page.evaluate("window.trace")
        if any(re.match("told: (Bruno|Wanda) ", one) for one in trace):
            return trace
    raise AssertionError("the others never move")


@pytest.mark.parametrize(
    ("title", "turn"),
    [(MEXICAN, turn_of_dominoes), (TRAINS, turn_of_trains), (EXPRESS, turn_of_express)],
)
def test_one_thing_is_seen_after_another(open_page: OpenPage, title: str, turn: Turn) -> None:
    page = open_page(BLANK, motion="no-preference", settings=SLOWLY)
    sit_at(page, title, [ME, BOT, BOT])
    trace = trace_of_a_round(page, turn)
    told = [i for i, one in enumerate(trace) if re.match("told: (Bruno|Wanda) ", one)]
    asked = len(trace) - 1 - trace[::-1].index("mine")
    assert told[-1] < asked, "one is asked after it was told what the others did"
    assert trace[:asked].count("starts") == trace[:asked].count("lands") > 0
    # What is told of a seat's move is in the log, too, and where it happened is marked.
    log = page.get_by_test_id("log").locator("li")
    expect(log.first).to_have_text(trace[told[-1]].removeprefix("told: "))
    expect(page.get_by_test_id("log").locator("li.fresh").first).to_be_visible()
    assert "dotted" in page.evaluate(MARKS)


def test_a_moment_is_seen_again_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(BLANK, size=PHONE, settings=SLOWLY)
    sit_at(page, TRAINS, [ME, BOT])
    trace_of_a_round(page, turn_of_trains)
    page.locator("button.ticker").click()
    entry = page.get_by_test_id("log").get_by_role("button").first
    expect(entry).not_to_have_text("")
    text = entry.text_content() or ""  # also while it unfolds
    entry.click()
    expect(page.get_by_test_id("told")).to_have_text(text)
    expect(page.locator(".ask.mine")).to_have_count(0)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".ask.mine")).to_be_visible()


# A card, a domino or a token that one seat moves from one place of the table to another.
TRAVELS = """async (id) => (await (await fetch(`/api/tables/${id}/views`)).json())
  .map(step => step.events.filter(e => e.seat && e.card && e.source && e.target).map(e => e.do))"""
STILL = {"kept", "chose", "returned"}  # within a hand that nobody else sees
SEEN = """() => window.trace.filter(one => one === 'starts').length > 0 &&
  window.trace.filter(one => one === 'starts').length
    <= window.trace.filter(one => one === 'lands').length"""


@pytest.mark.parametrize(
    ("title", "options"), [(MEXICAN, {"rounds": 1}), (TRAINS, {}), (EXPRESS, {})]
)
def test_every_kind_of_event_is_told_travels_and_is_marked(
    open_page: OpenPage, title: str, options: dict[str, int | str]
) -> None:
    """Each kind that a whole game has, at the first move that brings it."""
    page = open_page(BLANK, motion="no-preference", settings=SLOWLY)
    show(page, title, 3, find_end(title, 3, options), **options)
    table = page.url.rpartition("/")[2].partition("#")[0]
    steps: list[list[str]] = page.evaluate(TRAVELS, table)
    seen: set[str] = set()
    go(page, f"/replay/{table}?seat=0")
    expect(page.locator(".board")).to_be_visible()
    page.evaluate(TRACE)
    for number, kinds in enumerate(steps):
        if set(kinds) <= seen:
            continue
        seen |= set(kinds)
        page.get_by_role("slider").fill(str(number - 1))
        expect(page.get_by_text(f"Move {number - 1} of")).to_be_visible()
        page.evaluate("window.trace = []")
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text(f"Move {number} of")).to_be_visible()
        expect(page.get_by_test_id("told")).to_have_text(re.compile(r"^(Ania|Bruno|Wanda|You) ."))
        if not set(kinds) <= STILL:
            page.wait_for_function(SEEN)
            assert "dotted" in page.evaluate(MARKS), kinds
    assert len(seen) >= 3
