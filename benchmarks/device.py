"""How fast the games on a device are, in a real Chromium and without any server.

``python benchmarks/device.py [moves]`` writes the static site, serves its files, and prints for
each game: how long it takes from the tap on *Play now* to the first card, how long
``master`` thinks about a move, how long the page did not answer meanwhile, and how much memory
the table took.
"""

import argparse
import os
import statistics
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from sidings.games.catalogue import game_names
from sidings.site import write_site
from sidings.testing.browser import build_page, launch

FIRST_CARD_MS, MASTER_MS, MEGABYTES = 100.0, 1000.0, 32.0  # what we want at most
CARD = ".board [data-card]"

# Asks a Worker of its own, as the page does, and notes how long each move of the bot takes.
PLAY = """async ({ game, script, moves, players }) => {
  const worker = new Worker(script, { type: 'module' });
  let [ids, table, version, choices, turn, since, wake] = [0, '', 0, [], 0, 0, () => {}];
  const [thought, waiting] = [[], new Map()];
  worker.onmessage = ({ data }) => {
    if (data.type === 'done' || data.type === 'error') waiting.get(data.id)?.(data);
    if (data.type !== 'table' && data.type !== 'change') return;
    version = data.version;
    choices = data.choices ?? choices;
    const now = performance.now();
    for (const made of data.made ?? []) if (made.by === 'bot') thought.push(now - since);
    since = now;
    turn = data.state?.turn ?? (data.state && 'turn' in data.state ? 0 : turn);
    wake();
  };
  const ask = (command) => new Promise((settle) => {
    const id = String(++ids);
    waiting.set(id, settle);
    worker.postMessage({ ...command, id });
  });
  const bots = Array.from({ length: players - 1 }, () => ({ kind: 'bot', level: 'master' }));
  const seats = [{ kind: 'me' }, ...bots];
  let [longest, last] = [0, performance.now()];
  const beat = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 10);
    last = now;
  }, 10);
  ({ answer: { table } } = await ask({ do: 'create', plan: { game, seats, rules: { pace: 0 } } }));
  await ask({ do: 'watch', table });
  while (!version) await new Promise((settle) => (wake = settle));
  while (thought.length < moves && turn) {
    if (turn !== 1) await new Promise((settle) => (wake = settle));
    else {
      const before = version;
      await ask({ do: 'play', table, move: choices[0].move, version });
      while (version === before) await new Promise((settle) => (wake = settle));
    }
  }
  clearInterval(beat);
  window.played = worker; // until its memory has been measured
  return { thought, longest };
}"""

FIRST_CARD = """(card) => new Promise((settle) => {
  const button = [...document.querySelectorAll('article .play')][window.which ?? 0];
  const began = performance.now();
  const look = () => {
    if (!document.querySelector(card)) return requestAnimationFrame(look);
    requestAnimationFrame(() => settle(performance.now() - began));
  };
  button.click();
  look();
})"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def resident() -> float:
    """Megabytes of memory that the browsers started from here have for themselves."""
    total = 0
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and b"--type=renderer" in (entry / "cmdline").read_bytes():
                for line in (entry / "smaps_rollup").read_text().splitlines():
                    if line.startswith(("Private_Clean", "Private_Dirty")):
                        total += int(line.split()[1])
        except OSError:
            continue
    return total / 1024


def first_cards(page: Page, url: str, which: int, times: int) -> list[float]:
    found = []
    for _ in range(times):
        page.goto(url)
        page.locator("article .play").nth(which).wait_for()
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.evaluate("which => { window.which = which }", which)
        found.append(page.evaluate(FIRST_CARD, CARD))
    return found


def measure(page: Page, url: str, game: str, which: int, moves: int) -> dict[str, Any]:
    first = first_cards(page, url, which, 5)
    page.goto(url)
    script = page.evaluate(
        """async () => {
          const worker = await (await fetch('worker.js')).text();
          return new URL(worker.match(/assets\\/worker-[^"]+/)[0], location).href;
        }"""
    )
    before = resident()
    asked = {"game": game, "script": script, "moves": moves, "players": 2}
    played = page.evaluate(PLAY, asked)
    memory = resident() - before
    page.evaluate("played.terminate()")
    return {"first": first, "memory": memory, **played}


def main(moves: int) -> None:
    build_page()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder))
        host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=host.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{host.server_address[1]}/"
        browser = launch(playwright)
        page = browser.new_page()
        page.goto(url)
        page.locator("article .play").first.wait_for()
        names = page.evaluate("fetch('api/games').then(a => a.json())")["games"]
        order = [game["name"] for game in names if game["name"] in game_names()]
        print(f"{'':20} first card (≤ {FIRST_CARD_MS:.0f} ms, warm)   master (≤ {MASTER_MS:.0f} ms)"
              f"   page held up   memory (≤ {MEGABYTES:.0f} MB)")  # fmt: skip
        for which, game in enumerate(order):
            found = measure(page, url, game, which, moves)
            thought, first = found["thought"], found["first"]
            print(
                f"{game:20} {first[0]:5.0f} ms, then {statistics.median(first[1:]):4.0f}"
                f"   median {statistics.median(thought):4.0f}, longest {max(thought):4.0f} ms"
                f" of {len(thought)}"
                f"   {found['longest']:3.0f} ms   {found['memory']:5.1f} MB"
            )
        browser.close()
        host.shutdown()
    print(f"{os.cpu_count()} processors")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("moves", nargs="?", type=int, default=20)
    main(parser.parse_args().moves)
