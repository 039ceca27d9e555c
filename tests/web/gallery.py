"""Pictures of every page and of the states that matter, at three widths, by day and by night.

``make gallery`` writes them to ``docs/gallery``. A scene is a function of a page; it calls
``shoot(name)`` where there is something to see. A game adds its scenes by one line in SCENES.
"""

import re
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from web.house import ROOT, Server, build_page, launch
from web.steps import TRAINS, my_turn_or_end, play_now, poster, turn_of_trains

FOLDER = ROOT / "docs" / "gallery"
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desk": (1440, 900)}
THEMES: dict[str, Literal["light", "dark"]] = {"day": "light", "night": "dark"}
TALLEST = 2600  # pixels; of a longer page its beginning is enough
Shoot = Callable[[str], None]
Scene = Callable[[Page, Shoot], None]


def home(page: Page, shoot: Shoot) -> None:
    expect(page.locator("article")).to_have_count(3)
    shoot("home")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    shoot("settings")


def friends(page: Page, shoot: Shoot) -> None:
    poster(page, TRAINS).get_by_role("button", name=re.compile("With friends")).click()
    shoot("friends")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("button", name="Fill with bots and start")).to_be_visible()
    shoot("waiting-room")


def rules(page: Page, shoot: Shoot) -> None:
    poster(page, TRAINS).get_by_role("link", name=re.compile("Rules")).click()
    expect(page.locator("#GT-1")).to_be_visible()
    shoot("rules")


def game_of_trains(page: Page, shoot: Shoot) -> None:
    play_now(page, TRAINS)
    assert my_turn_or_end(page)
    shoot("trains-first")
    shown = False
    while my_turn_or_end(page):
        usable = page.locator(".ability.lit")
        if not shown and usable.count() >= 3:
            shown = True
            shoot("trains-turn")
            _abilities(page, shoot)
        turn_of_trains(page)
    expect(page.locator(".end figure, .end table").first).to_be_visible()
    shoot("trains-end")
    page.get_by_role("link", name="Look at it again").click()
    forward = page.get_by_role("button", name="One move on")
    for _ in range(5):
        forward.click()
    shoot("trains-replay")


def _abilities(page: Page, shoot: Shoot) -> None:
    page.locator(".place").first.click()
    expect(page.get_by_role("link", name=re.compile("Rule GT-"))).to_be_visible()
    shoot("trains-error")
    page.locator(".toast button").first.click()
    do_it = page.get_by_role("button", name="Do it")
    for kind, name in (("Remove", "trains-remove"), ("Swap|Two", "trains-preview")):
        card = page.locator(".ability.lit").filter(
            has=page.locator("span", has_text=re.compile(kind))
        )
        if card.count():
            card.first.click()
            for _ in range(2):
                if do_it.count() == 0:
                    page.locator(".place.lit").nth(1).click()
            expect(do_it).to_be_visible()
            shoot(name)
            page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="All moves").click()
    shoot("trains-moves")
    page.keyboard.press("Escape")


def lost(page: Page, shoot: Shoot) -> None:
    play_now(page, TRAINS)
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_be_visible()
    shoot("reconnecting")
    page.context.set_offline(False)


SCENES: list[Scene] = [home, friends, rules, game_of_trains, lost]


def save(picture: bytes, path: Path) -> None:
    """A flat drawing needs few colours."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def photograph(browser: Browser, url: str, scene: Scene, size: str, theme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce",
        color_scheme=THEMES[theme],
    )  # fmt: skip
    page = context.new_page()
    page.goto(url)

    def shoot(name: str) -> None:
        height = page.evaluate("document.documentElement.scrollHeight")
        whole = page.locator("dialog").count() == 0 and height < TALLEST
        save(page.screenshot(full_page=whole), FOLDER / f"{name}-{size}-{theme}.png")

    scene(page, shoot)
    context.close()


def main(only: list[str]) -> None:
    build_page()
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=60_000)
    server = Server(Path(tempfile.mkdtemp()))
    server.start()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for scene in SCENES:
                if only and scene.__name__ not in only:
                    continue
                for size in SIZES:
                    for theme in THEMES:
                        photograph(browser, server.url, scene, size, theme)
                print(scene.__name__)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
