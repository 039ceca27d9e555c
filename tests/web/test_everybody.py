"""For everybody: languages, small and large screens, day and night, axe."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.steps import TRAINS

PHONE, DESK = (360, 740), (1440, 900)
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk")]
OpenPage = Callable[..., Page]

OVERFLOWING = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const cut = [...document.querySelectorAll('button, a, h1, h2, p, label, span, strong, th')]
    .filter(e => e.checkVisibility() && !e.closest('.hidden, svg, .flaps') &&
      !e.classList.contains('hidden') && e.scrollWidth > e.clientWidth + 2 &&
      getComputedStyle(e).display !== 'inline')
    .map(e => e.className + ': ' + e.textContent.trim().slice(0, 40));
  return {wide, cut};
}"""
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


def start(page: Page) -> None:
    expect(page.locator("article")).to_have_count(3)
    page.locator("article").nth(1).get_by_role("button").first.click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(".ask.mine")).to_be_visible()


def fits(page: Page) -> None:
    found: dict[str, Any] = page.evaluate(OVERFLOWING)
    assert found["wide"] <= 0
    assert found["cut"] == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate(TARGETS) == []


def serious(page: Page, node_modules: Path) -> list[str]:
    """The serious and critical findings of axe."""
    source = (node_modules / "axe-core" / "axe.min.js").read_text("utf-8")
    page.evaluate(source)
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("language", "word"),
    [("en-GB", "Your turn|Set-up"), ("fr-FR", "À vous|Préparation"), ("pl-PL", "Twoja|Przygot")],
)
def test_languages(open_page: OpenPage, size: tuple[int, int], language: str, word: str) -> None:
    page = open_page("/", size=size, language=language)
    expect(page.locator("html")).to_have_attribute("lang", language[:2])
    expect(page.locator("article")).to_have_count(3)
    fits(page)
    start(page)
    expect(page.get_by_test_id("ask")).to_have_text(re.compile(word))
    fits(page)
    assert "undefined" not in page.locator("body").inner_text()


def test_language_can_be_switched_at_any_time(open_page: OpenPage) -> None:
    page = open_page("/")
    start(page)
    page.get_by_label("Language").select_option("pl")
    expect(page.get_by_role("button", name="Wszystkie ruchy")).to_be_visible()
    page.get_by_label("Język").select_option("fr")
    expect(page.get_by_role("button", name="Tous les coups")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Tous les coups")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_axe(open_page: OpenPage, node_modules: Path, size: tuple[int, int], theme: str) -> None:
    page = open_page("/", size=size, theme=theme)
    expect(page.locator("article")).to_have_count(3)
    assert serious(page, node_modules) == []
    start(page)
    assert serious(page, node_modules) == []
    page.get_by_role("button", name="All moves").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert serious(page, node_modules) == []


@pytest.mark.parametrize("path", ["/rules", "/rules/game-of-trains", "/nowhere"])
def test_axe_of_quiet_pages(open_page: OpenPage, node_modules: Path, path: str) -> None:
    page = open_page(path, size=PHONE)
    expect(page.locator("main")).to_be_visible()
    assert serious(page, node_modules) == []
    fits(page)


def test_large_print_fits(open_page: OpenPage) -> None:
    page = open_page("/", size=PHONE, settings={"large": True, "language": "pl"})
    expect(page.locator("article")).to_have_count(3)
    assert page.evaluate(OVERFLOWING)["wide"] <= 0
    start(page)
    assert page.evaluate(OVERFLOWING)["wide"] <= 0


def test_rule_has_an_address(open_page: OpenPage) -> None:
    page = open_page("/rules/game-of-trains#GT-14")
    rule = page.locator("#GT-9")
    expect(rule).to_contain_text("Swap")
    page.get_by_placeholder("Search the rules").fill("shuffled")
    expect(page.locator(".rule")).to_have_count(1)


def test_title_is_there(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.get_by_role("heading", name=TRAINS)).to_be_visible()
