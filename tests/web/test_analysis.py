"""The analysis of a finished game: of a server's table, and of one on this device."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import sidings
from sidings.bots.catalogue import bot
from sidings.play.keys import mix
from sidings.play.table import Table
from sidings.tables.fairness import hash_of_key
from web.steps import BLANK, EXPRESS, FAST, MEXICAN, NAMES, PHONE, TRAINS, OpenPage, go
from web.test_everybody import fits, serious, shown_at
from web.test_local import SHORT

from web.steps import give_up, my_turn_or_end, play_now, turn_of_dominoes  # isort: skip

DESK, LAPTOP = (1440, 900), (1366, 768)
ANALYSIS = "analysis"
# What is advised and cannot be seen without scrolling: each must be on top where its centre is.
HIDDEN_HINTS = """() => [...document.querySelectorAll('.board .hinted')].filter((hinted) => {
  const { x, y, width, height } = hinted.getBoundingClientRect();
  return !hinted.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((hinted) => hinted.outerHTML)"""


def played(title: str, levels: list[str], secret: bytes, options: dict[str, int | str]) -> Table:
    """A game of bots."""
    table = sidings.deal(NAMES[title], len(levels), mix(secret, {}).hex(), options=options)
    players = [bot(level, seed=seat) for seat, level in enumerate(levels)]
    while (seat := table.turn) is not None:
        table.play(players[seat - 1].choose(sidings.observe(table)))
    return table


def finished_game(page: Page, title: str, levels: list[str], **options: int | str) -> str:
    """Bring a finished game of bots to the server, as if one had played it; its table.

    It is the shortest of several, since every move is analysed.
    """
    secrets = [bytes([number] * 32) for number in range(20)]
    games = {secret: played(title, levels, secret, options) for secret in secrets}
    secret, table = min(games.items(), key=lambda game: len(game[1].history))
    deeds: list[Any] = [
        {"do": "bot", "seat": seat, "level": "casual"} for seat in range(2, len(levels) + 1)
    ]
    start = {"do": "start", "commitment": hash_of_key(mix(secret, {}))}
    taken = {
        "game": NAMES[title], "rules_version": table.game.rules_version, "players": len(levels),
        "options": table.options, "rules": {}, "created": 0, "secret": secret.hex(),
        "log": [{"do": "sit", "seat": 1, "name": "Ania"}, *deeds, start, *table.history],
    }  # fmt: skip
    answer: dict[str, str] = page.evaluate(
        """async (taken) => {
          const post = (path, body) => fetch(`/api/${path}`, {method: 'POST',
            headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
          await post('guests', {name: 'Ania'});
          return (await post('tables/taken', taken)).json();
        }""",
        taken,
    )
    return answer["table"]


def numbers(text: str) -> list[int]:
    return [int(found.replace("\u2212", "-")) for found in re.findall(r"[-\u2212]?\d+", text)]


@pytest.mark.parametrize("title", [TRAINS, MEXICAN, EXPRESS])
def test_a_game_of_a_server(open_page: OpenPage, node_modules: Path, title: str) -> None:
    page = open_page(BLANK, settings=FAST)
    options = {"rounds": 1} if title == MEXICAN else {}
    table = finished_game(page, title, ["random", "thumb"], **options)
    go(page, f"/t/{table}")
    page.get_by_role("link", name="Analyse the game").click()
    found = page.get_by_test_id(ANALYSIS)
    expect(found.locator("h2")).to_contain_text(re.compile("luckier|nobody"))
    for row in page.locator(".sums").all():
        *parts, result = numbers(row.inner_text())
        assert sum(parts) == result
    played = page.locator(".played")
    expect(played.filter(has_text="Ania")).to_have_count(0)
    if title != MEXICAN:  # there no move of one's own was marked
        expect(played.filter(has_text=re.compile("^You ")).first).to_be_visible()
    for language, better in (("en", "Better"), ("fr", "Mieux"), ("pl", "Lepiej")):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".better").first).to_contain_text(better)
        for size in DESK, PHONE:
            shown_at(page, size)
            fits(page)
    page.locator("#language").select_option("en")
    assert serious(page, node_modules) == []
    # A mistake on the board, with the better move shown.
    wrong = page.locator("ol li").filter(has=page.locator(".better")).first
    number = numbers(wrong.locator(".which").inner_text())[0]
    wrong.get_by_role("link", name="On the board").click()
    expect(page).to_have_url(re.compile(rf"/replay/{table}\?.*analysis$"))
    beside = page.get_by_test_id("beside")
    expect(beside).to_contain_text(f"Move {number}")
    shown_at(page, LAPTOP)
    if title != MEXICAN:  # there the better move may be to pass
        expect(page.locator(".board .hinted").first).to_be_visible()
        assert page.evaluate(HIDDEN_HINTS) == []
    fits(page)
    assert serious(page, node_modules) == []
    page.reload()
    expect(beside).to_contain_text(f"Move {number}")
    page.keyboard.press("ArrowRight")
    expect(beside).not_to_contain_text(f"Move {number} ")
    page.keyboard.press("ArrowLeft")
    # And on from there against bots, on this device.
    beside.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile("/t/local-"))
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(".ask.mine")).to_be_visible()


def test_a_game_of_this_device(open_page: OpenPage) -> None:
    page = open_page("/", size=PHONE, settings=SHORT)
    play_now(page, MEXICAN)
    for _ in range(3):
        if my_turn_or_end(page):
            turn_of_dominoes(page)
    if my_turn_or_end(page):
        give_up(page)
    page.get_by_role("link", name="Analyse the game").click()
    expect(page.get_by_test_id(ANALYSIS)).to_be_visible()
    expect(page.locator(".sums")).to_have_count(2)
    page.get_by_role("button", name="Look deeper").click()
    expect(page.locator(".deeper")).to_contain_text("4,000 games")
    page.reload()
    expect(page.locator(".deeper")).to_contain_text("judged by up to 400 games")
