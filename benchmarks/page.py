"""How fast the page is, in a real Chromium against a real server on this machine.

``python benchmarks/page.py [decisions]`` plays each game against bots and prints, for the decisions
of the person: how long the server's answer took, in how many frames after it the page showed it,
and how far anything shifted that should not. Then, with the processor slowed down four times, how
long the page itself takes to make a view of a record. How large the page is, its build says.
"""

import argparse
import random
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from sidings.games.catalogue import game_names
from sidings.testing.browser import PAGE, build_page, launch
from sidings.testing.server_process import ServerProcess

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
CLICKS_PER_MOVE = 60
ANSWER_MS, FRAMES, READING_MS = 20.0, 1, 8.0  # what we want at most
SLOWER = 4  # times, as a phone
NO_SHIFT = 0.001  # a word that becomes a letter longer

# Notes when a move is sent and answered, and counts the frames until the page shows it.
MEASURE = """
window.measured = {sent: 0, answers: [], frames: [], shift: 0, reading: []};
let sent = null;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  const asked = JSON.parse(text);
  if (asked.do === 'play') {
    sent = {id: asked.id, at: performance.now()};
    measured.sent += 1;
  }
  return send.call(this, text);
};
const shown = () => Number(document.querySelector('.page')?.dataset.version ?? 0);
function hear(event) {
  const now = performance.now();
  const told = [JSON.parse(event.data)].flat();
  const done = told.find(one => one.type === 'done' && one.id === sent?.id);
  if (!done) return;
  measured.answers.push(now - sent.at);
  let frames = 0;
  const look = () => {
    frames += 1;
    if (shown() >= done.version) measured.frames.push(frames);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', hear);
  }
  set onmessage(handle) {
    super.onmessage = event => {
      const began = performance.now();
      handle(event);
      if (event.data.includes('"record":')) measured.reading.push(performance.now() - began);
    };
  }
};
new PerformanceObserver(list => {
  if (document.querySelector('#result')) return; // the result takes its place: it is a new page
  for (const one of list.getEntries()) {
    const elsewhere = one.sources.some(({node}) => !node?.parentElement?.closest('.log'));
    // the log moves with each entry, as it should
    if (!one.hadRecentInput && elsewhere) measured.shift += one.value;
  }
}).observe({type: 'layout-shift', buffered: true});
"""


# As the page does when a table is set up.
SET_UP = """async (asked) => {
  const post = (path, body) => fetch(`/api/${path}`, {method: 'POST',
    headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
  await post('guests', {name: 'Ania'});
  return (await post('tables', asked)).json();
}"""


def measure(page: Page, game: str, decisions: int) -> dict[str, Any]:
    """So many decisions at one table, or fewer if the game ends."""
    asked = {"game": game, "seats": SEATS, "rules": {"pace": 0}, "start": True}
    table = page.evaluate(SET_UP, asked)["table"]
    page.goto(f"{page.url.rstrip('/')}/t/{table}")
    chance = random.Random(1)
    for _ in range(decisions):
        expect(page.locator(".ask.mine, #result").first).to_be_visible()
        if page.locator("#result").count():
            break
        make_a_move(page, chance)
    page.wait_for_function("() => measured.frames.length === measured.answers.length")
    found: dict[str, Any] = page.evaluate("measured")
    return found


def measure_reading(page: Page, game: str, decisions: int) -> list[float]:
    """How long each message with a record kept a slow page busy, in ms, the longest last."""
    page.goto(page.url.split("/t/")[0])
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    found: list[float] = measure(page, game, decisions)["reading"]
    return sorted(found)


def make_a_move(page: Page, chance: random.Random) -> None:
    """Click on what can be clicked on the board until a move has been sent."""
    sent = page.evaluate("measured.sent")
    for _ in range(CLICKS_PER_MOVE):
        buttons = page.locator(".board button:enabled:visible")
        buttons.nth(chance.randrange(buttons.count())).click()
        if page.locator("dialog[open]").count():  # something to read; no move
            page.keyboard.press("Escape")
        if page.evaluate("measured.sent") > sent:
            page.wait_for_function("() => measured.answers.length >= measured.sent")
            return
    raise AssertionError("no click made a move")


def main(decisions: int) -> None:
    build_page()
    expect.set_options(timeout=60_000)
    database = f"sqlite:///{Path(tempfile.mkdtemp()) / 'tables.db'}"
    server = ServerProcess(database, page=PAGE.parent, pace=0).start().wait()
    fine = True
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            print(f"{'':20} decisions  answer: median    95 %  frames  layout shift"
                  f"  view of a record, {SLOWER} x slower: 95 %  most")  # fmt: skip
            for game in game_names():
                context = browser.new_context(viewport={"width": 1440, "height": 900})
                context.add_init_script(MEASURE)
                page = context.new_page()
                page.goto(server.url)
                found = measure(page, game, decisions)
                answers = sorted(found["answers"])
                high = answers[int(len(answers) * 0.95)]
                most = max(found["frames"])
                fine &= high <= ANSWER_MS and most <= FRAMES and found["shift"] < NO_SHIFT
                reading = measure_reading(page, game, decisions)
                slow = reading[int(len(reading) * 0.95)]
                fine &= slow <= READING_MS
                print(f"{game:20} {len(answers):9}  {statistics.median(answers):11.1f} ms "
                      f"{high:5.1f} ms  {most:6}  {found['shift']:12.4f}"
                      f"  {slow:30.1f} ms  {reading[-1]:.1f} ms", flush=True)  # fmt: skip
                context.close()
            browser.close()
    finally:
        server.stop()
    print(f"wanted: answers ≤ {ANSWER_MS:.0f} ms, {FRAMES} frame, no shift, "
          f"views ≤ {READING_MS:.0f} ms: "
          f"{'all kept' if fine else 'not kept'}")  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("decisions", nargs="?", type=int, default=40, help="per game")
    main(parser.parse_args().decisions)
