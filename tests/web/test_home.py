"""The home page and what begins there: a first game, finished games, friends, no network."""

import re

import pytest
from playwright.sync_api import expect

from web.house import Server
from web.steps import (
    BOT,
    FAST,
    FREE,
    ME,
    NAMES,
    PHONE,
    TRAINS,
    OpenPage,
    give_up,
    go,
    my_turn_or_end,
    poster,
    set_up,
    sit_at,
    turn_of_trains,
    version,
    wait_for_news,
)


def test_finished_games_can_be_looked_at_again(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    sit_at(page, TRAINS, [ME, BOT])
    assert my_turn_or_end(page)
    turn_of_trains(page)
    give_up(page)
    page.get_by_role("link", name="Home").last.click()
    finished = page.get_by_test_id("finished").get_by_role("link")
    expect(finished).to_have_count(1)
    expect(finished).to_contain_text("Place 2 of 2")
    finished.click()
    expect(page.get_by_test_id("told")).to_have_text("The deal")


def test_running_game_is_one_tap_away(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    sit_at(page, TRAINS, [ME, BOT])
    assert my_turn_or_end(page)
    page.locator("a.brand").click()
    ticket = page.get_by_role("link", name=re.compile("Your turn"))
    expect(ticket).to_contain_text(TRAINS)
    ticket.click()
    assert my_turn_or_end(page)


@pytest.mark.parametrize("title", NAMES)
def test_guided_first_game(open_page: OpenPage, title: str) -> None:
    """Each thing is said once, and pointed at; one can do without."""
    page = open_page("/", size=PHONE, settings={"speed": "off"})
    poster(page, title).get_by_role("button", name=re.compile("Learn by playing")).click()
    assert my_turn_or_end(page)
    guide = page.get_by_role("complementary", name="Your guide")
    following = guide.get_by_role("button", name="Next")
    said: list[str] = []
    while following.count():
        said.append(guide.inner_text())
        following.click()
        expect(guide).not_to_have_text(said[-1], use_inner_text=True)
    assert len(said) >= 2
    assert len(set(said)) == len(said)
    expect(guide).to_contain_text("Go on playing")
    page.reload()
    expect(guide).to_contain_text("Go on playing")
    guide.get_by_role("button", name="Without the guide").click()
    expect(guide).to_have_count(0)


def test_advice_lasts_until_the_move(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    sit_at(page, TRAINS, [ME, BOT])
    assert my_turn_or_end(page)
    page.keyboard.press("u")
    expect(page.locator(".toast")).to_contain_text("You can take back your last move only")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_test_id("ask")).to_contain_text("A bot’s advice")
    expect(page.locator(".toast")).to_have_count(0)
    before = version(page)
    page.get_by_role("button", name="All moves").click()
    page.get_by_role("dialog").locator("li button").first.click()
    wait_for_news(page, before)
    expect(page.get_by_text("A bot’s advice")).to_have_count(0)


def test_friends_are_invited_by_a_link(open_page: OpenPage, server: Server) -> None:
    page = open_page("/", settings=FAST)
    poster(page, TRAINS).get_by_role("button", name=re.compile("^With friends")).click()
    page.get_by_label("Seats at the table").select_option("3")
    page.get_by_role("button", name="Set up the table").click()
    link = page.locator("code").inner_text()
    assert link.startswith(f"{server.url}/t/")
    guest = open_page(link.removeprefix(server.url), settings=FAST)
    # A guest finds a seat first, then how to ask others in.
    seat, invitation = guest.get_by_role("button", name="Sit here").first, guest.locator("code")
    expect(invitation).to_have_text(link)
    above, below = seat.bounding_box(), invitation.bounding_box()
    assert above
    assert below
    assert above["y"] < below["y"]
    guest.get_by_label("Your name").fill("Basia")
    guest.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_text("Basia")).to_be_visible()
    page.get_by_role("button", name="Fill with bots and start").click()
    for one in (page, guest):
        expect(one.locator(".board")).to_be_visible()
    # Whoever changes his name is called so at once.
    guest.get_by_role("button", name="Settings").click()
    guest.get_by_label("Your name").fill("Barbara")
    guest.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Barbara").first).to_be_visible()


def test_open_table_is_on_the_departures_board(open_page: OpenPage) -> None:
    host = open_page("/", settings=FAST)
    path = set_up(host, TRAINS, [ME, FREE])
    guest = open_page("/", settings=FAST)
    guest.locator(f".departures a[href='{path.split('#')[0]}']").click()
    expect(guest.get_by_role("button", name="Sit here")).to_be_visible()


def test_without_a_network_the_page_says_so(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    go(page, "/rules/game-of-trains")  # what was read once can be read again
    expect(page.locator(".rule").first).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".rule").first).to_be_visible()
    go(page, "/")
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    page.get_by_role("link", name="You can still read the rules").click()
    expect(page.locator(".shelf a")).to_have_count(3)
