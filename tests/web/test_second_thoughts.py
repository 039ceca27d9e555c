"""Taking back against bots, moves that wait to be confirmed, and another game at once."""

import re

from playwright.sync_api import expect

from web.steps import (
    BLANK,
    BOT,
    FAST,
    ME,
    MEXICAN,
    OpenPage,
    give_up,
    my_turn_or_end,
    sit_at,
    turn_of_dominoes,
    version,
    wait_for_news,
)


def test_against_bots_one_goes_back_to_the_first_move_and_plays_again(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, MEXICAN, [ME, BOT, BOT])
    back = page.get_by_role("button", name="Take back")
    for _ in range(2):
        assert my_turn_or_end(page)
        turn_of_dominoes(page)
    assert my_turn_or_end(page)
    while back.get_attribute("aria-disabled") == "false":
        before = version(page)
        back.click()
        wait_for_news(page, before)
    expect(back).to_have_attribute("title", "You have not moved yet.")
    heads = page.locator(".head strong").all_inner_texts()
    give_up(page)
    expect(page.locator(".end")).to_contain_text("take-backs")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#result")).to_have_count(0)
    assert my_turn_or_end(page)  # nobody had to start it
    assert sorted(page.locator(".head strong").all_inner_texts()) == sorted(heads)


def test_a_move_waits_for_a_second_tap(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings={**FAST, "confirm": True})
    sit_at(page, MEXICAN, [ME, BOT])
    assert my_turn_or_end(page)
    before = version(page)
    page.locator(".hand .lit").last.click()
    lane = page.locator(".lane.lit .hit").last
    if lane.count():
        lane.click()
    play = page.get_by_role("button", name="Play it")
    expect(page.get_by_test_id("ask")).to_contain_text(re.compile("^Chosen: "))
    assert version(page) == before
    play.click()
    wait_for_news(page, before)
    expect(play).to_have_count(0)
