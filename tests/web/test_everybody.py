"""For everybody: languages, small and large screens, day and night, axe."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.staging import set_up_for_two
from web.steps import (
    BLANK,
    BOT,
    DESK,
    EXPRESS,
    FAST,
    FREE,
    ME,
    MEXICAN,
    NAMES,
    PHONE,
    TRAINS,
    OpenPage,
    go,
    set_up,
    speak,
)

SIDEWAYS = (740, 360)
LANGUAGES = ["en-GB", "fr-FR", "pl-PL"]

OVERFLOWING = """async () => {
  await document.fonts.ready;
  const sideways = document.documentElement.scrollWidth > innerWidth;
  const wide = !sideways ? [] : [...document.querySelectorAll('body *')]
    .filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth)
    .map(e => e.className + ': ' + e.textContent.trim().slice(0, 40));
  const cut = [...document.querySelectorAll('button, a, h1, h2, p, label, span, strong, th')]
    .filter(e => e.checkVisibility() && !e.closest('.hidden, svg, .flaps') &&
      !e.querySelector('.alert') &&  // the sign at an open double stands out on purpose
      e.textContent.trim() && !e.classList.contains('hidden') &&
      e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).display !== 'inline' &&
      getComputedStyle(e).clipPath === 'none' &&
      getComputedStyle(e).webkitLineClamp === 'none' &&  // the log has the whole of it
      getComputedStyle(e.parentElement).clipPath === 'none')  // what only a screen reader says
    .map(e => e.className + ': ' + e.textContent.trim().slice(0, 40));
  return {wide, cut};
}"""
SETTLED = """() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"""
SMALL = """() => [...document.querySelectorAll('*')]
  .filter(e => e.checkVisibility() && !e.closest('svg, .hidden') &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) &&
    parseFloat(getComputedStyle(e).fontSize) < 16)
  .map(e => e.tagName + '.' + e.className)"""
TARGETS = """() => [...document.querySelectorAll('button, select, a.button')]
  .filter(e => e.checkVisibility())
  .map(e => [e.className + ' ' + (e.textContent || e.ariaLabel || '').trim().slice(0, 20),
             e.getBoundingClientRect()])
  .filter(([, box]) => box.height < 44 || box.width < 44)
  .map(([name, box]) => name + ' ' + Math.round(box.width) + 'x' + Math.round(box.height))"""


# The words of headings and buttons that are broken into two lines.
BROKEN = """() => [...document.querySelectorAll('h1, h2, .button, .bar button')].flatMap(e => {
  if (!e.checkVisibility()) return [];
  const range = document.createRange();
  const texts = [...e.childNodes].filter(n => n.nodeType === 3);
  return texts.flatMap(n => [...n.textContent.matchAll(/\\S+/g)].filter(word => {
    range.setStart(n, word.index);
    range.setEnd(n, word.index + word[0].length);
    const tops = [...range.getClientRects()].map(r => Math.round(r.top));
    return new Set(tops).size > 1;
  }).map(word => word[0]));
})"""


def fits(page: Page) -> None:
    """Nothing is cut, too small to read or to hit, and no word is missing."""
    found: dict[str, Any] = page.evaluate(OVERFLOWING)
    assert found["wide"] == []
    assert found["cut"] == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate(TARGETS) == []
    assert not re.search(r"undefined|\bnull\b|NaN|\[object O", page.locator("body").inner_text())


def serious(page: Page, node_modules: Path, *rules: str) -> list[str]:
    """The serious and critical findings of axe, by all of its rules or by some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((node_modules / "axe-core" / "axe.min.js").read_text("utf-8"))
    chosen = {"runOnly": rules} if rules else {}
    found: dict[str, Any] = page.evaluate(
        "chosen => axe.run(document, {resultTypes: ['violations'], ...chosen})", chosen
    )
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def serious_by_day_and_night(page: Page, node_modules: Path) -> list[str]:
    """Of all that axe looks at, only contrast depends on the colours."""
    page.emulate_media(color_scheme="dark")
    page.evaluate(SETTLED)
    by_night = serious(page, node_modules, "color-contrast")
    page.emulate_media(color_scheme="light")
    page.evaluate(SETTLED)
    return by_night + serious(page, node_modules)


def at_one_device(page: Page) -> Iterator[str]:
    """What a family sees that passes a device on, or plays with the box."""
    two = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Leo"}]
    go(page, set_up(page, MEXICAN, two, start=True, rules={"pass_and_play": True, "listed": False}))
    expect(page.get_by_test_id("curtain")).to_be_visible()
    yield "curtain"
    go(page, "/pad")
    page.locator("main .primary").click()
    for points in ("12", "0"), ("5", "140"):
        page.locator("input").nth(0).fill(points[0])
        page.locator("input").nth(1).fill(points[1])
        page.locator("main .primary").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    yield "score pad"


def every_page(page: Page) -> Iterator[str]:
    """Goes to each page, and to what opens on it, whatever its language; says where it is."""
    expect(page.locator("article")).to_have_count(3)
    expect(page.locator(".departures .none, .departures li").first).to_be_visible()
    yield "home"
    for name, opens in (
        ("settings", "header .more > button:last-of-type"),
        ("options", "article:first-of-type .first > button:last-of-type"),
        ("friends", "article:first-of-type .actions > button:nth-of-type(2)"),
    ):
        page.locator(opens).click()
        page.locator("dialog summary").first.click()
        yield name
        if name == "friends":
            page.locator("dialog input[type=radio]").nth(1).check()
            yield "friends at this device"
        page.keyboard.press("Escape")
    for name in NAMES.values():
        go(page, f"/rules/{name}")
        expect(page.locator(".rule").first).to_be_visible()
        yield f"rules of {name}"
    go(page, set_up(page, TRAINS, [ME, FREE, BOT]))
    expect(page.locator(".go")).to_be_visible()
    yield "waiting room"
    for title, name in NAMES.items():
        go(page, set_up(page, title, [ME, BOT, BOT], start=True))
        expect(page.locator(".ask.mine")).to_be_visible()
        yield f"table of {name}"
        page.keyboard.press("m")
        expect(page.get_by_role("dialog")).to_be_visible()
        yield f"moves of {name}"
        page.keyboard.press("Escape")
    yield from at_one_device(page)
    go(page, set_up_for_two(page, TRAINS))  # somebody to talk to
    page.locator(".go").click()
    page.locator(".bar button").nth(3).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "phrases"
    page.keyboard.press("Escape")
    page.locator("header .more button").nth(1).click()  # after the sound's
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "menu"
    page.locator("dialog .ways button").last.click()
    page.locator("dialog .row .primary").click()
    expect(page.locator("#result")).to_be_visible()
    yield "end"
    page.locator(".acts a").first.click()
    expect(page.get_by_test_id("told")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    yield "replay"
    go(page, "/rules")
    expect(page.locator(".shelf a")).to_have_count(3)
    yield "shelf"


def shown_at(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


def keeps_words_whole_in_large_print(page: Page) -> None:
    usual = page.evaluate("document.documentElement.dataset.print")
    page.evaluate("document.documentElement.dataset.print = 'large'")
    page.evaluate(SETTLED)
    assert page.evaluate(OVERFLOWING)["wide"] == []
    broken = page.evaluate(BROKEN)
    assert [word for word in broken if not re.search(r"[-/]", word)] == []
    page.evaluate("usual => { document.documentElement.dataset.print = usual; }", usual)


def test_every_page(open_page: OpenPage, node_modules: Path) -> None:
    """In every language, on a small and on a large screen, and in large print; with axe in one.

    It looks at both screens where they differ: at home and at the tables.
    """
    page = open_page("/", settings=FAST)
    words = {"fr": "Tous les coups", "pl": "Wszystkie ruchy", "en": "All moves"}
    found = {}

    def look(where: str, language: str) -> None:
        for size in DESK, PHONE:
            shown_at(page, size)
            fits(page)
            differs = where == "home" or where.startswith("table")
            if language == "en" and (size == PHONE or differs):
                found[where, size] = serious_by_day_and_night(page, node_modules)
        keeps_words_whole_in_large_print(page)

    for where in every_page(page):
        for language, word in words.items():
            speak(page, language)
            if where.startswith("rules"):  # a book is fetched
                expect(page.locator(".rule").first).to_be_visible()
            if where.startswith("table"):
                expect(page.locator("body")).to_contain_text(word)
            look(where, language)
    for language in words:  # there the language cannot be chosen
        speak(page, language)
        go(page, "/nowhere")
        expect(page.locator("h1")).to_be_visible()
        look("nowhere", language)
        go(page, "/rules")
    assert len(found) > 20
    assert {seen: what for seen, what in found.items() if what} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_keeps_within_the_window_before_its_typeface_comes(
    open_page: OpenPage, language: str
) -> None:
    page = open_page("/", size=PHONE, language=language, settings=FAST | {"large": True})
    expect(page.locator("html")).to_have_attribute("lang", language[:2])
    expect(page.locator("article")).to_have_count(3)
    for face in "--text-face", "--title-face":
        plain = f"document.documentElement.style.setProperty('{face}', 'sans-serif')"
        page.evaluate(plain)
    assert page.evaluate(OVERFLOWING)["wide"] == []


def test_phone_on_its_side(open_page: OpenPage) -> None:
    """Nothing scrolls sideways, and where one decides is in sight."""
    page = open_page(BLANK, size=SIDEWAYS, settings=FAST)
    first = {MEXICAN: ".hand .lit", TRAINS: ".train .place", EXPRESS: ".contract.choose"}
    for title, where in first.items():
        go(page, set_up(page, title, [ME, BOT, BOT], start=True))
        expect(page.locator(where).first).to_be_in_viewport()
        assert page.evaluate(OVERFLOWING)["wide"] == []


def test_language_can_be_switched_at_any_time(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    go(page, set_up(page, TRAINS, [ME, BOT], start=True))
    page.get_by_label("Language").select_option("pl")
    expect(page.get_by_role("button", name="Wszystkie ruchy")).to_be_visible()
    page.get_by_label("Język").select_option("fr")
    expect(page.get_by_role("button", name="Tous les coups")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Tous les coups")).to_be_visible()


def test_rule_has_an_address(open_page: OpenPage) -> None:
    page = open_page("/rules/game-of-trains#GT-9")
    expect(page.locator("#GT-9")).to_contain_text("Swap")
    expect(page.locator("#GT-9")).to_be_in_viewport()
    page.get_by_placeholder("Search the rules").fill("shuffled")
    expect(page.locator(".rule")).to_have_count(1)


PICTURES = """figures => figures.map(figure => ({
  drawn: figure.querySelector('svg') !== null,
  caption: figure.querySelector(':scope > figcaption')?.textContent.trim() ?? '',
}))"""


def test_every_book_has_its_pictures(open_page: OpenPage) -> None:
    page = open_page("/rules")
    for name in NAMES.values():
        go(page, f"/rules/{name}")
        captions = set()
        for language in LANGUAGES:
            speak(page, language[:2])
            pictures = page.locator("section > figure")
            expect(pictures.first).to_be_visible()
            seen = pictures.evaluate_all(PICTURES)
            assert all(picture["drawn"] and picture["caption"] for picture in seen)
            captions.add(tuple(picture["caption"] for picture in seen))
        assert len(captions) == len(LANGUAGES)
