"""Continental Express on the page, as people play it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from web.staging import Wanted, visit
from web.steps import (
    BLANK,
    BOT,
    DESK,
    EXPRESS,
    FAST,
    ME,
    PHONE,
    OpenPage,
    my_turn_or_end,
    play_till_end,
    play_together,
    sit_at,
    sit_together,
    speak,
    turn_of_express,
    version,
    wait_for_news,
)
from web.test_everybody import fits, serious_by_day_and_night, shown_at

SURE = {"kind": "bot", "level": "expert"}  # who leaves nothing to chance


def choose_contract(page: Page) -> None:
    expect(page.locator(".contract.choose.lit")).to_have_count(2)
    page.locator(".contract.choose").first.click()
    expect(page.locator(".contract .now")).to_be_visible()


def test_whole_game_by_clicks(open_page: OpenPage) -> None:
    page = open_page(BLANK, size=PHONE, settings=FAST)
    sit_at(page, EXPRESS, [ME, SURE])  # so that the game is the same every time
    choose_contract(page)
    expect(page.locator(".offer")).to_have_count(9)
    expect(page.locator(".long")).to_have_count(3)
    assert "reconstruction" in page.locator("footer").inner_text()
    sums = set()

    def look_and_move(page: Page) -> None:
        sums.add(page.locator(".parts").inner_text())
        turn_of_express(page)

    assert play_till_end(page, look_and_move) > 5
    # The parts of a score are shown where there is more than one, and none of them is 0.
    assert "" in sums
    assert len(sums) > 1
    assert all(re.fullmatch(r"|[1-9]\d*( \+ [1-9]\d*)+", shown) for shown in sums)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    # Now everybody sees the other's contract too.
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.locator(".revealed")).to_have_count(1)


def test_two_people_and_a_spectator(open_page: OpenPage) -> None:
    """Two browsers, a reload, a lost connection, and somebody who may not see the contracts.

    These are chosen first, in a quiet moment of its own; the market comes afterwards.
    """
    friends = sit_together(open_page, EXPRESS)
    host, guest, watcher = friends.everybody
    first = friends.in_turn()
    for page in friends.everybody:
        expect(page.get_by_role("heading", name="Contracts first")).to_be_visible()
        expect(page.locator(".offer, .long")).to_have_count(0)
        expect(page.locator(".choosing .left")).to_have_text(["28", "27", "27"])
    choose_contract(first)
    for page in friends.everybody:
        expect(page.locator(".choosing .state", has_text="has chosen")).to_have_count(1)
    expect(watcher.locator(".contract")).to_have_count(0)
    choose_contract(guest if first == host else host)
    for page in friends.everybody:
        expect(page.locator(".offer")).to_have_count(9)
        expect(page.locator(".long")).to_have_count(3)
        expect(page.locator(".choosing")).to_have_count(0)
    play_together(friends, turn_of_express, ".contract", 6)
    expect(watcher.locator(".contract")).to_have_count(0)
    expect(watcher.locator(".offer:enabled")).to_have_count(0)
    assert host.locator(".contract").inner_text() != guest.locator(".contract").inner_text()
    secrets = [one[key] for one in friends.views_told() for key in ("contracts", "offered")
               if one.get(key)]  # fmt: skip
    assert secrets
    assert all(set(str(seen)) <= set("[]'?, None") for seen in secrets)


def test_unplayable_tells_the_rule(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, EXPRESS, [ME, BOT])
    expect(page.locator(".ask.mine")).to_be_visible()
    choose_contract(page)
    expect(page.get_by_test_id("ask")).to_have_text(re.compile("take a card"))
    page.locator("[data-at=a3]").click()
    expect(page.get_by_role("link", name="Rule CE-7")).to_be_visible()


def phase(name: str) -> Wanted:
    return lambda table: table.dump()["phase"] == name


REASONS = {
    "take": [
        ("pl", ".offer.dimmed", "Ta karta kosztuje"),
        ("pl", ".long", "Najpierw weź kartę z targu."),
        ("fr", ".token", "Directeur : prenez d’abord cette carte"),
    ],
    "objective": [
        ("fr", ".long.dimmed", "Il vous manque"),
        ("pl", ".offer", "Karta na tę turę jest już wzięta"),
    ],
    "pointsman": [
        ("fr", ".offer", "Aiguilleur : utilisez d’abord son effet"),
        ("fr", ".depot .dimmed", "Vous n’avez pas de"),
        ("pl", ".small .dimmed", "nie ma takiego wagonu"),
    ],
}  # by phase: language, what is tapped, and what is told


@pytest.mark.parametrize("name", REASONS)
def test_reasons_in_the_language_of_the_page(open_page: OpenPage, name: str) -> None:
    """What is wrong with this move, not the rule at large."""
    page = open_page(BLANK, settings=FAST)
    visit(page, EXPRESS, 3, phase(name))
    for language, tapped, reason in REASONS[name]:
        speak(page, language)
        page.locator(tapped).first.click()
        expect(page.get_by_test_id("notice")).to_contain_text(reason)


def test_places_are_named_as_they_are_seen(open_page: OpenPage) -> None:
    """The letter of a line is on its pile; columns are counted in words."""
    page = open_page(BLANK, settings=FAST)
    visit(page, EXPRESS, 3, phase("take"))
    assert page.locator(".pile .letter").all_inner_texts() == ["A", "B", "C"]
    expect(page.locator("[data-at=b2]")).to_contain_text("line B, second column")
    page.get_by_role("button", name="All moves").click()
    moves = page.get_by_role("dialog").get_by_role("listitem").all_inner_texts()
    assert any("from line B, first column (free)" in move.replace("\xa0", " ") for move in moves)
    assert not any(re.search(r"\b[abc][123]\b", move) for move in moves)


def test_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, EXPRESS, [ME, BOT])
    expect(page.locator(".ask.mine")).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_test_id("ask")).to_have_text(re.compile("take a card"))
    before = version(page)
    page.keyboard.press("b")
    expect(page.locator("[data-at=b1]")).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_news(page, before)
    expect(page.locator(".ask.mine")).to_be_visible()


def test_full_table_for_everybody(open_page: OpenPage, node_modules: Path) -> None:
    """Four players, some turns on: nothing is cut or too small, and axe finds nothing serious."""
    page = open_page(BLANK, size=PHONE, settings=FAST)
    sit_at(page, EXPRESS, [ME, BOT, BOT, BOT])
    for _ in range(6):
        assert my_turn_or_end(page)
        for size in DESK, PHONE:
            shown_at(page, size)
            fits(page)
        turn_of_express(page)
    assert my_turn_or_end(page)
    page.locator("summary").click()
    for size in DESK, PHONE:
        shown_at(page, size)
        assert serious_by_day_and_night(page, node_modules) == []


@pytest.mark.parametrize("phase", ["objective", "pointsman"])
def test_choosing_for_everybody(open_page: OpenPage, node_modules: Path, phase: str) -> None:
    """What cannot be chosen is dimmed, and still to be read."""
    page = open_page(BLANK, size=PHONE, settings=FAST)
    visit(page, EXPRESS, 3, lambda table: table.dump()["phase"] == phase)
    expect(page.locator(".dimmed").first).to_be_visible()
    for size in DESK, PHONE:
        shown_at(page, size)
        fits(page)
        assert serious_by_day_and_night(page, node_modules) == []
