"""The home page and what begins there: a first game, finished games, friends, no network."""

import re

import pytest
from playwright.sync_api import Page, expect

from sidings.testing.browser import ROOT
from sidings.testing.server_process import ServerProcess
from web.staging import find_end, show
from web.steps import (
    BLANK,
    BOT,
    EXPRESS,
    FAST,
    FREE,
    ME,
    MEXICAN,
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
    sit_together,
    speak,
    turn_of_dominoes,
    turn_of_express,
    turn_of_trains,
    version,
    wait_for_news,
)


def test_finished_games_can_be_looked_at_again(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
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


def test_whoever_comes_back_finds_their_games(open_page: OpenPage) -> None:
    """One row each, with who plays, how it stands and whose turn it is; a new game is in sight."""
    page = open_page(BLANK, size=PHONE, settings=FAST)
    for title in NAMES:
        set_up(page, title, [ME, BOT, BOT], start=True)
    last = set_up(page, TRAINS, [ME, BOT], start=True)
    go(page, "/")
    games = page.get_by_test_id("running").get_by_role("listitem")
    expect(games).to_have_count(3)
    page.get_by_role("button", name="All 4 games").click()
    expect(games).to_have_count(4)
    page.get_by_role("button", name="Show fewer").click()
    expect(games.filter(has_text=EXPRESS)).to_contain_text(re.compile(r"Points: (.*, )?You \d"))
    expect(games.filter(has_text="Round 1 of 3")).to_contain_text(MEXICAN)
    offer = page.locator("article").first
    for named in ("^Play now", "^Options", "^Learn by playing", "^With friends"):
        box = offer.get_by_role("button", name=re.compile(named)).bounding_box()
        assert box
        assert box["y"] + box["height"] <= PHONE[1], named
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    mine = games.filter(has=page.locator(f"a[href='{last.split('#')[0]}']"))
    expect(mine).to_contain_text("Couplings in order")
    mine.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("dialog")).to_contain_text("ends at once, without a result")
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(mine).to_have_count(0)
    expect(page.get_by_role("button", name="All 4 games")).to_have_count(0)
    expect(page.get_by_test_id("finished")).to_have_count(0)
    games.filter(has_text="Couplings").get_by_role("link", name=re.compile("Continue")).click()
    assert my_turn_or_end(page)


def test_levels_are_explained_where_they_are_chosen(open_page: OpenPage) -> None:
    page = open_page("/", settings={**FAST, "level": "casual"})
    poster(page, TRAINS).get_by_role("button", name=re.compile("^Options")).click()
    expect(page.get_by_role("radio")).to_have_count(9)
    characters = page.get_by_role("group", name="Club players with a style of their own")
    expect(characters.get_by_role("radio")).to_have_count(3)
    expect(characters).to_contain_text("Blocker Would rather spoil your plans")
    page.get_by_role("radio", name=re.compile("^Novice New to the game")).check()
    page.get_by_label("Players").select_option("3")
    page.get_by_role("button", name="Done").click()
    for title, players in ((TRAINS, 3), (MEXICAN, 4)):
        offer = poster(page, title).get_by_role("button", name=re.compile("^Play now"))
        expect(offer).to_contain_text(f"{players} players · Novice")


def texts_of(title: str, language: str) -> list[str]:
    """What a guide may say in a game."""
    file = ROOT / "web" / "src" / "games" / NAMES[title] / "words" / f"{language}.ts"
    lesson = file.read_text("utf-8").split("\n  lesson: {")[1].split("\n  },")[0]
    return re.findall(r"'([^']+)'", lesson)


TWO_LINES = 42  # pixels: by the deal, the question may be so much longer


def height(page: Page) -> float:
    """Of what lies over the board in a guided game."""
    box = page.locator(".top").bounding_box()
    assert box
    return box["height"]


FIRST_TURN = {TRAINS: turn_of_trains, MEXICAN: turn_of_dominoes, EXPRESS: turn_of_express}


@pytest.mark.parametrize("title", NAMES)
def test_guided_first_game(open_page: OpenPage, title: str) -> None:
    """What a situation asks for stays until the move; nothing can be clicked away in advance.

    On a phone the guide takes a quarter of the height at most, and folded a sixth, in any language.
    """
    page = open_page("/", size=PHONE, settings={"speed": "off", "pace": 0})
    poster(page, title).locator(".learn").click()
    assert my_turn_or_end(page)
    guide, says = page.locator("aside.guide"), page.locator("aside.guide .says")
    texts = {language: texts_of(title, language) for language in ("fr", "pl", "en")}
    for language in texts:
        speak(page, language)
        expect(says).to_have_text(texts[language][0])
    guide.locator(".primary").click()
    expect(says).not_to_have_text(texts["en"][0])
    expect(guide.locator(".primary")).to_have_count(0)
    tip = says.inner_text()
    number = texts["en"].index(tip)
    page.reload()
    expect(says).to_have_text(tip)
    for language in texts:
        speak(page, language)
        expect(says).to_have_text(texts[language][number])
        for text in texts[language][1:]:
            says.evaluate("(p, text) => (p.firstChild.data = text)", text)
            assert height(page) <= PHONE[1] / 4 + TWO_LINES, text
        guide.locator(".fold").click()
        assert height(page) <= PHONE[1] / 6 + TWO_LINES
        guide.locator(".fold").click()
    page.reload()
    FIRST_TURN[title](page)
    expect(says).not_to_have_text(tip)
    guide.get_by_role("button", name="Turn off the guide").click()
    expect(guide).to_have_count(0)


def test_a_lesson_sends_on_to_the_next_level(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    show(page, TRAINS, 2, find_end(TRAINS, 2, {}))
    expect(page.locator("#result")).to_be_visible()
    ending = page.get_by_test_id("lesson-end")
    expect(ending).to_have_count(0)
    page.evaluate(
        """() => localStorage.setItem('sidings', JSON.stringify({
          ...JSON.parse(localStorage.getItem('sidings')),
          guide: {table: location.pathname.slice(3), learnt: ['goal'], given: []}}))"""
    )
    page.reload()
    expect(ending).to_contain_text("You know the game")
    ended = page.url
    ending.get_by_role("button", name="Play at level “Casual”").click()
    expect(page).not_to_have_url(ended)
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("aside.guide")).to_have_count(0)
    go(page, "/")
    offer = poster(page, TRAINS).get_by_role("button", name=re.compile("^Play now"))
    expect(offer).to_contain_text("Casual")


STOPPED = "stopped without a result"
KEPT = {  # what the table says afterwards
    "Your seat becomes free": "A seat is free",
    "ends at once, without a result": STOPPED,
    "you come last": "gave up",
}


@pytest.mark.parametrize(
    ("absence", "way", "promised"),
    [
        ("wait", "Leave the table", "Your seat becomes free"),
        ("wait", "Stop the game", "ends at once, without a result"),
        ("wait", "Give up", "you come last"),
        ("bot", "Leave the table", "ends at once, without a result"),
        ("bot", "Give up", "ends at once, without a result"),
        ("end", "Leave the table", "you come last"),
    ],
)
def test_ways_out_say_where_they_lead(
    open_page: OpenPage, absence: str, way: str, promised: str
) -> None:
    """Before a tap, and it is true: here with bots only."""
    page = open_page(BLANK, settings=FAST)
    path = set_up(page, TRAINS, [ME, BOT, BOT], start=True, rules={"absence": absence})
    go(page, path)
    assert my_turn_or_end(page)
    page.get_by_role("button", name="Menu").click()
    button = page.get_by_role("button", name=way)
    expect(button).to_have_accessible_description(re.compile(promised))
    button.click()
    expect(page.get_by_role("dialog")).to_contain_text(promised)
    page.get_by_role("button", name="Do it").click()
    if way.startswith("Leave"):
        expect(page.locator("article")).to_have_count(3)
        go(page, path)
    expect(page.locator("main")).to_contain_text(KEPT[promised])


def test_stopping_and_talking_among_people(open_page: OpenPage) -> None:
    """Phrases are for people; to stop, these must agree."""
    page = open_page(BLANK, settings=FAST)
    sit_at(page, TRAINS, [ME, BOT])
    expect(page.get_by_role("button", name="All moves")).to_be_visible()
    expect(page.get_by_role("button", name="Say something")).to_have_count(0)
    friends = sit_together(open_page, TRAINS)
    friends.host.get_by_role("button", name="Say something").click()
    friends.host.get_by_role("button", name="Good luck!").click()
    expect(friends.guest.locator(".bubble")).to_have_text("Good luck!")
    for one, leads_to in (
        (friends.host, "as soon as everybody agrees"),
        (friends.guest, "The game ends at once"),  # the host has agreed already
    ):
        one.get_by_role("button", name="Menu").click()
        stop = one.get_by_role("button", name="Stop the game")
        expect(stop).to_have_accessible_description(re.compile(leads_to))
        stop.click()
        one.get_by_role("button", name="Do it").click()
        if one is friends.host:
            expect(friends.guest.locator(".wish")).to_contain_text("would like to stop")
    expect(friends.host.locator("#result")).to_contain_text(STOPPED)


def test_why_nothing_can_be_taken_back(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, TRAINS, [ME, BOT])
    button = page.locator(".bar button[aria-disabled=true]")
    for language, reason in (
        ("en", "You have not moved yet"),
        ("fr", "Vous n’avez pas encore joué"),
        ("pl", "Nie było jeszcze twojego ruchu"),
    ):
        speak(page, language)
        expect(button).to_have_attribute("title", re.compile(reason))
        button.click(force=True)  # it looks disabled, and answers all the same
        expect(page.get_by_test_id("notice")).to_contain_text(reason)


def test_advice_lasts_until_the_move(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    sit_at(page, TRAINS, [ME, BOT])
    assert my_turn_or_end(page)
    page.keyboard.press("u")
    notice = page.get_by_test_id("notice")
    expect(notice).to_contain_text("You have not moved yet")
    page.get_by_role("button", name="Hint").click()
    advice = page.get_by_test_id("advice")
    expect(advice.locator("li")).to_have_count(3)
    expect(advice.locator(".chance").first).to_contain_text(re.compile(r"\d+ % ± \d+"))
    expect(page.locator(".hinted").first).to_be_visible()
    expect(notice).to_have_count(0)
    before = version(page)
    advice.get_by_role("button", name=re.compile("^Play it")).first.click()
    wait_for_news(page, before)
    expect(advice).to_have_count(0)


def test_friends_are_invited_by_a_link(open_page: OpenPage, server: ServerProcess) -> None:
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
    # Whoever changes their name is called so at once.
    guest.get_by_role("button", name="Settings").click()
    guest.get_by_label("Your name").fill("Barbara")
    guest.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Barbara").first).to_be_visible()


def test_open_table_is_on_the_departures_board(open_page: OpenPage) -> None:
    host = open_page(BLANK, settings=FAST)
    path = set_up(host, TRAINS, [ME, FREE])
    guest = open_page("/", settings=FAST)
    guest.locator(f".departures a[href='{path.split('#')[0]}']").click()
    expect(guest.get_by_role("button", name="Sit here")).to_be_visible()


def test_without_a_network_the_page_says_so(open_page: OpenPage) -> None:
    page = open_page("/", settings=FAST, works_offline=True)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    go(page, "/rules/game-of-trains")  # what was read once can be read again
    expect(page.locator(".rule").first).to_be_visible()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".rule").first).to_be_visible()
    go(page, "/")
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    poster(page, TRAINS).get_by_role("button", name=re.compile("^With friends")).click()
    expect(page.get_by_role("dialog")).to_contain_text("Friends on other devices need a server")
    expect(page.get_by_role("radio", name="On this device")).to_be_checked()
