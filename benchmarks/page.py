"""How fast the page is, in a real Chromium against a real server on this machine.

``python benchmarks/page.py [decisions]`` plays each game against bots and prints, for the decisions
of the person: how long the server's answer took, in how many frames after it the page showed it,
and how far anything shifted that should not. Then, with the processor slowed down four times, how
long each message keeps the page itself busy, at a table of the server whose views are made of
records and at one on the device. How large the page is, its build says.
"""

import argparse
import random
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from sidings.games.catalogue import game as game_of_name
from sidings.games.catalogue import game_names
from sidings.testing.browser import PAGE, build_page, launch
from sidings.testing.server_process import ServerProcess

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
CLICKS_PER_MOVE = 60
ANSWER_MS, FRAMES, READING_MS = 20.0, 1, 8.0  # what we want at most
SLOWER = 4  # times, as a phone
NO_SHIFT = 0.001  # a word that becomes a letter longer

SETTINGS = """localStorage.setItem('sidings', '{"level": "random", "pace": 0, "guide": null}');"""

# Notes when a move is sent and answered, and counts the frames until the page shows it.
MEASURE = """
window.measured = {sent: 0, answers: [], frames: [], shift: 0, reading: []};
let sent = null;
function note(asked) {
  if (asked.do !== 'play') return;
  sent = {id: asked.id, at: performance.now()};
  measured.sent += 1;
}
const {send} = WebSocket.prototype, {postMessage} = Worker.prototype;
WebSocket.prototype.send = function (text) {
  note(JSON.parse(text));
  return send.call(this, text);
};
Worker.prototype.postMessage = function (asked) {
  note(asked);
  return postMessage.call(this, asked);
};
const shown = () => Number(document.querySelector('.page')?.dataset.version ?? 0);
function hear(told) {
  const now = performance.now();
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
// Notes how long a message keeps the page busy, if it is about what is shown.
const listening = (Source, read, isShown) => class extends Source {
  set onmessage(handle) {
    super.onmessage = event => {
      const began = performance.now();
      handle(event);
      const took = performance.now() - began;
      const told = read(event.data);
      if (told.some(isShown)) measured.reading.push(took);
      hear(told);
    };
  }
};
const ofRecord = told => 'record' in told;
const ofView = told => 'view' in told || !!told.answer?.told;
window.WebSocket = listening(WebSocket, text => [JSON.parse(text)].flat(), ofRecord);
window.Worker = listening(Worker, told => [told], ofView);
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


def measure(page: Page, home: str, game: str, decisions: int) -> dict[str, Any]:
    """So many decisions at one table of the server, or fewer if the game ends."""
    asked = {"game": game, "seats": SEATS, "rules": {"pace": 0}, "start": True}
    page.goto(home)
    page.goto(f"{home}/t/{page.evaluate(SET_UP, asked)['table']}")
    return decide(page, decisions)


def decide(page: Page, decisions: int) -> dict[str, Any]:
    chance = random.Random(1)
    for _ in range(decisions):
        expect(page.locator(".ask.mine, .ask button, #result").first).to_be_visible()
        if not page.locator(".ask.mine").count():  # the end: read what was shown, then the result
            break
        make_a_move(page, chance)
    page.wait_for_function("() => measured.frames.length === measured.answers.length")
    found: dict[str, Any] = page.evaluate("measured")
    return found


def measure_reading(page: Page, home: str, game: str, decisions: int) -> list[list[float]]:
    """How long each message kept a slow page busy, in ms, the longest last: there and here."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    there = measure(page, home, game, decisions)["reading"]
    page.goto(home)
    title = page.get_by_role("heading", name=game_of_name(game).title)
    page.locator("article").filter(has=title).locator(".play").click()
    here = decide(page, decisions)["reading"]
    return [sorted(there), sorted(here)]


def make_a_move(page: Page, chance: random.Random) -> None:
    """Click on what can be clicked until a move has been sent."""
    sent = page.evaluate("measured.sent")
    for _ in range(CLICKS_PER_MOVE):
        buttons = page.locator(":is(.board, .ask) button:enabled:visible")
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
                  f"  page busy, {SLOWER} x slower, at the server: 95 %  most"
                  "      here: 95 %  most")  # fmt: skip
            for game in game_names():
                context = browser.new_context(viewport={"width": 1440, "height": 900})
                context.add_init_script(SETTINGS + MEASURE)
                page = context.new_page()
                found = measure(page, server.url, game, decisions)
                answers = sorted(found["answers"])
                high = answers[int(len(answers) * 0.95)]
                most = max(found["frames"])
                fine &= high <= ANSWER_MS and most <= FRAMES and found["shift"] < NO_SHIFT
                reading = measure_reading(page, server.url, game, decisions)
                slow = [times[int(len(times) * 0.95)] for times in reading]
                fine &= max(slow) <= READING_MS
                print(f"{game:20} {len(answers):9}  {statistics.median(answers):11.1f} ms "
                      f"{high:5.1f} ms  {most:6}  {found['shift']:12.4f}"
                      f"  {slow[0]:37.1f}  {reading[0][-1]:5.1f} ms"
                      f"  {slow[1]:8.1f}  {reading[1][-1]:5.1f} ms", flush=True)  # fmt: skip
                context.close()
            browser.close()
    finally:
        server.stop()
    print(f"wanted: answers ≤ {ANSWER_MS:.0f} ms, {FRAMES} frame, no shift, "
          f"page busy ≤ {READING_MS:.0f} ms: "
          f"{'all kept' if fine else 'not kept'}")  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("decisions", nargs="?", type=int, default=40, help="per game")
    main(parser.parse_args().decisions)
