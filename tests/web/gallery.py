"""Pictures of every page and of the states that matter, at three widths, by day and by night.

``make gallery`` writes them to ``docs/gallery``; ``python tests/web/gallery.py NAME …`` makes those
of some scenes only. A scene is a function of a stage; it calls ``shoot(name)`` where there is
something to see, and that is photographed in every size and light.
"""

import re
import sys
import tempfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image, ImageOps
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from sidings.testing.browser import ROOT, build_page, launch
from sidings.testing.server_process import ServerProcess
from web.scenes import SCENES
from web.staging import find_end, set_up_for_two, show, visit
from web.start import start_server
from web.steps import EXPRESS, FREE, ME, MEXICAN, NAMES, TRAINS, go, poster, set_up

BOT = {"kind": "bot", "level": "casual"}
FOLDER = ROOT / "docs" / "gallery"
PUBLIC = ROOT / "web" / "public"
LINK_SIZE = (1200, 630)
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desk": (1440, 900)}
SIDEWAYS = (740, 360)
THEMES: dict[str, Literal["light", "dark"]] = {"day": "light", "night": "dark"}
TALLEST = 2600  # pixels; of a longer page its beginning is enough
SETTLED = """() => document.fonts.ready.then(() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))"""

# As the page does when a table is opened.
FIRST = """() => { scrollTo(0, 0);
  document.querySelector('[data-first]')?.scrollIntoView({block: 'nearest'}); }"""


class Stage:
    """A page, a server, and a camera."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self.server = server
        self._context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        self.page: Page = self._context.new_page()
        self.page.goto(server.url)

    def shoot(self, name: str, sizes: Mapping[str, tuple[int, int]] = SIZES) -> None:
        for size, (width, height) in sizes.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for theme, scheme in THEMES.items():
                self.page.emulate_media(color_scheme=scheme)
                self.page.evaluate(SETTLED)
                tall = self.page.evaluate("document.documentElement.scrollHeight")
                stays = self.page.locator("dialog, .bar, .own, .page > nav").count() > 0
                if stays:  # what stays at the edge would be seen in the midst of a longer picture
                    self.page.evaluate(FIRST)
                whole = not stays and tall < TALLEST
                picture = self.page.screenshot(full_page=whole)
                save(picture, FOLDER / f"{name}-{size}-{theme}.png")

    def close(self) -> None:
        self._context.close()


def look_at(on: Stage, name: str) -> None:
    """Go to a scene, and photograph it."""
    scene = SCENES[name]
    visit(on.page, scene.title, scene.players, scene.wanted, **scene.options)
    on.shoot(name)


def save(picture: bytes, path: Path) -> None:
    """A flat drawing needs few colours."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


# --- Pages ----------------------------------------------------------------------------------------


def home(on: Stage) -> None:
    page = on.page
    expect(page.locator("article")).to_have_count(3)
    on.shoot("home")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    on.shoot("settings")


def links(on: Stage) -> None:
    """The pictures that shared links show: the posters, on a board of the usual size."""
    assert on.page.context.browser is not None
    page = on.page.context.browser.new_page(
        device_scale_factor=2, color_scheme="light",
        viewport={"width": 1280, "height": 1400},  # on a low screen the posters are cut
    )  # fmt: skip
    page.goto(on.server.url)
    expect(page.locator("article")).to_have_count(3)
    page.evaluate(SETTLED)
    posters = [
        Image.open(BytesIO(poster(page, title).locator(".poster").screenshot())).convert("RGB")
        for title in NAMES
    ]
    save(stick(posters), PUBLIC / "link.png")
    for name, picture in zip(NAMES.values(), posters, strict=True):
        save(stick([picture]), PUBLIC / f"link-{name}.png")
    page.close()


def stick(posters: list[Image.Image]) -> bytes:
    """Posters side by side on a board."""
    board = Image.new("RGB", LINK_SIZE, "#14284b")
    width, height = LINK_SIZE[0] // len(posters), LINK_SIZE[1]
    for i, one in enumerate(posters):
        fitted = ImageOps.contain(one, (width - 40, height - 40))
        board.paste(
            fitted, (i * width + (width - fitted.width) // 2, (height - fitted.height) // 2)
        )
    stuck = BytesIO()
    board.save(stuck, "PNG")
    return stuck.getvalue()


def lobby(on: Stage) -> None:
    """Running games, open tables and finished games of somebody who plays a lot."""
    page = on.page
    for title in NAMES:
        set_up(page, title, [ME, BOT, BOT], start=True)
    show(on.page, TRAINS, 2, find_end(TRAINS, 2, {}))
    set_up(page, MEXICAN, [ME, BOT], start=True)
    other = on.page.context.browser
    assert other is not None
    guest = Stage(other, on.server)
    set_up(guest.page, EXPRESS, [ME, FREE, FREE])
    set_up(guest.page, MEXICAN, [ME, BOT, BOT, FREE])
    go(page, "/")
    expect(page.locator(".departures li").first).to_be_visible()
    expect(page.get_by_test_id("finished")).to_be_visible()
    on.shoot("lobby")
    guest.close()


def friends(on: Stage) -> None:
    page = on.page
    poster(page, TRAINS).get_by_role("button", name=re.compile("With friends")).click()
    on.shoot("friends")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("button", name="Fill with bots and start")).to_be_visible()
    on.shoot("waiting-room")


def rules(on: Stage) -> None:
    for name in NAMES.values():
        go(on.page, f"/rules/{name}")
        picture = on.page.locator("section > figure").first
        expect(picture).to_be_visible()
        picture.scroll_into_view_if_needed()
        on.shoot(f"rules-{name}")


def guide(on: Stage) -> None:
    page = on.page
    poster(page, TRAINS).get_by_role("button", name=re.compile("Learn by playing")).click()
    expect(page.locator(".ask.mine")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    on.shoot("guide")


def menu(on: Stage) -> None:
    page = on.page
    go(page, set_up_for_two(page, TRAINS))
    page.get_by_role("button", name="All aboard: start").click()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    on.shoot("menu")


def lost(on: Stage) -> None:
    page = on.page
    go(page, set_up(page, TRAINS, [ME, BOT], start=True))
    expect(page.locator(".ask.mine")).to_be_visible()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_be_visible()
    on.shoot("reconnecting")
    go(page, "/")
    expect(page.locator(".offline")).to_be_visible()
    on.shoot("offline")


def coach(on: Stage) -> None:
    """The analysis of a game, and one of its moments on the board."""
    page = on.page
    show(page, TRAINS, 2, find_end(TRAINS, 2, {}))
    page.get_by_role("link", name="Analyse the game").click()
    expect(page.get_by_test_id("analysis")).to_be_visible()
    on.shoot("analysis")
    page.get_by_role("link", name="On the board").first.click()
    expect(page.get_by_test_id("beside")).to_be_visible()
    on.shoot("moment")


def alone(on: Stage) -> None:
    """Puzzles, the deal of the day, and one's own record."""
    page = on.page
    go(page, "/puzzles")
    page.get_by_role("link", name=EXPRESS).click()
    expect(page.locator(".board")).to_be_visible()
    on.shoot("puzzle")
    page.get_by_role("button", name="All moves").click()
    page.get_by_role("dialog").get_by_role("listitem").first.get_by_role("button").click()
    expect(page.get_by_test_id("answer")).to_be_visible()
    on.shoot("puzzle-answer")
    for name in ("daily", "record"):
        go(page, f"/{name}")
        expect(page.locator("main")).to_be_visible()
        on.shoot(name)


def nowhere(on: Stage) -> None:
    go(on.page, "/nowhere")
    on.shoot("nowhere")


# --- Mexican Train --------------------------------------------------------------------------------


def mexican_train(on: Stage) -> None:
    page = on.page
    look_at(on, "mexican-first")
    on.shoot("mexican-first", {"sideways": SIDEWAYS})
    page.locator(".hand .dimmed").first.click()
    expect(page.get_by_role("link", name=re.compile("Rule MT-"))).to_be_visible()
    on.shoot("mexican-error")
    for name in ("mexican-many", "mexican-long-hand", "mexican-eight", "mexican-double"):
        look_at(on, name)
    show(on.page, MEXICAN, 3, find_end(MEXICAN, 3, {"rounds": 1}), rounds=1)
    the_end(on, "mexican")


# --- Game of Trains -------------------------------------------------------------------------------


def game_of_trains(on: Stage) -> None:
    page = on.page
    look_at(on, "trains-first")
    look_at(on, "trains-turn")
    on.shoot("trains-turn", {"sideways": SIDEWAYS})
    page.locator(".place").first.click()
    expect(page.get_by_role("link", name=re.compile("Rule GT-"))).to_be_visible()
    on.shoot("trains-error")
    for kind, name in (("Remove", "trains-remove"), ("Swap|Two", "trains-preview")):
        card = ability(page, kind)
        if card.count():
            preview(page, card)
            on.shoot(name)
            page.get_by_role("button", name="Cancel", exact=True).click()
    page.get_by_role("button", name="All moves").click()
    on.shoot("trains-moves")
    look_at(on, "trains-four")
    show(on.page, TRAINS, 2, find_end(TRAINS, 2, {}))
    the_end(on, "trains")


def ability(page: Page, kind: str) -> Locator:
    named = page.locator("span", has_text=re.compile(kind))
    return page.locator("button.ability.lit").filter(has=named).first


def preview(page: Page, card: Locator) -> None:
    card.click()
    do_it = page.get_by_role("button", name="Do it")
    for _ in range(2):
        if do_it.count() == 0:
            page.locator(".place.lit").nth(1).click()
    expect(do_it).to_be_visible()


# --- Continental Express --------------------------------------------------------------------------


def continental_express(on: Stage) -> None:
    look_at(on, "express-first")
    look_at(on, "express-turn")
    on.shoot("express-turn", {"sideways": SIDEWAYS})
    on.page.locator(".offer.dimmed").first.click()
    expect(on.page.get_by_role("link", name=re.compile("Rule CE-"))).to_be_visible()
    on.shoot("express-error")
    look_at(on, "express-exchange")
    look_at(on, "express-objective")
    show(on.page, EXPRESS, 3, find_end(EXPRESS, 3, {}))
    the_end(on, "express")


def the_end(on: Stage, name: str) -> None:
    page = on.page
    expect(page.locator(".end figure")).to_be_visible()
    on.shoot(f"{name}-end")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".board")).to_be_visible()
    page.get_by_role("slider").fill("12")
    expect(page.get_by_text("Move 12 of")).to_be_visible()
    on.shoot(f"{name}-replay")


ALBUM = [
    home, links, lobby, friends, rules, guide, menu, lost, coach, alone, nowhere,
    mexican_train, game_of_trains, continental_express,
]  # fmt: skip


def main(only: list[str]) -> None:
    build_page()
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=60_000)
    server = start_server(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            for scene in ALBUM:
                if not only or scene.__name__ in only:
                    on = Stage(browser, server)
                    scene(on)
                    on.close()
                    print(scene.__name__, flush=True)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
