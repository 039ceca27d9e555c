"""What one holds, what one may act on and what one is told are within the window, on any screen."""

import pytest
from playwright.sync_api import Page

from web.scenes import SCENES
from web.staging import visit
from web.steps import BLANK, FAST, OpenPage

SIZES = [(360, 740), (390, 844), (1280, 720), (1366, 768), (1440, 900), (1920, 1080), (3840, 2160)]
SETTLED = """() => document.fonts.ready.then(() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))"""
OUTSIDE = """() => {
  const wanted = ['[data-testid=ask]', '[data-own]', '.board .lit'];
  const tray = document.querySelector('.board .mine')?.getBoundingClientRect().top ?? innerHeight;
  const hidden = innerWidth < 1000 ? [] : [...document.querySelectorAll('.lanes [data-lane]')]
    .filter(e => e.getBoundingClientRect().bottom > tray + 2)
    .map(e => `lane ${e.dataset.lane} lies under the hand`);
  const own = document.querySelector('.board > .own')?.getBoundingClientRect().top ?? innerHeight;
  const offers = innerWidth < 720 ? [] : [...document.querySelectorAll('.market .offer')]
    .filter(e => e.getBoundingClientRect().bottom > own + 2)
    .map(e => `offer ${e.ariaLabel} lies under one's own wagons`);
  const bar = document.querySelector('.page > nav')?.getBoundingClientRect().top ?? innerHeight;
  return hidden.concat(offers, wanted.flatMap(selector => {
    const found = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
    if (!found.length) return selector === '.board .lit' ? [] : [`${selector} is missing`];
    return found.map(e => [e, e.getBoundingClientRect()])
      .filter(([, box]) => box.left < -2 || box.right > innerWidth + 2
        || box.top < -2 || box.bottom > Math.max(bar, 1) + 2)
      .map(([e, box]) => `${selector} ${e.className} ${[box.left, box.top, box.right, box.bottom]
        .map(Math.round)}`);
  }));
}"""


def outside(page: Page, size: tuple[int, int]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(SETTLED)
    found: list[str] = page.evaluate(OUTSIDE)
    return found


@pytest.mark.parametrize("name", SCENES)
def test_all_that_matters_is_in_sight(open_page: OpenPage, name: str) -> None:
    page = open_page(BLANK, settings=FAST)
    scene = SCENES[name]
    visit(page, scene.title, scene.players, scene.wanted, **scene.options)
    found = {size: outside(page, size) for size in SIZES}
    assert {size: what for size, what in found.items() if what} == {}
