"""One device that several people pass on, and a big screen with the hands on phones."""

import re

from playwright.sync_api import Page, expect

from web.steps import (
    BLANK,
    FAST,
    ME,
    MEXICAN,
    PHONE,
    OpenPage,
    give_up,
    go,
    poster,
    set_up,
    sit_at,
    turn_of_dominoes,
    version,
)

HERE = {"rules": {"pass_and_play": True}}
TWO = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Leo"}]
HAND = "[...document.querySelectorAll('.hand [data-card]')].map(e => e.dataset.card)"


def invite(page: Page, title: str, where: str) -> None:
    poster(page, title).get_by_role("button", name=re.compile("^With friends")).click()
    page.get_by_role("radio", name=where).check()


def lift(page: Page) -> str:
    """Lift the curtain; answers for whom."""
    asked = page.get_by_test_id("curtain").get_by_role("heading").text_content()
    name = re.fullmatch(r"Pass the device to (\w+)\.", asked or "")
    assert name
    page.get_by_role("button", name=f"I am {name[1]}: show my hand").click()
    expect(page.locator(".ask.mine")).to_be_visible()
    return name[1]


def take_turn(page: Page) -> None:
    """Plays until the turn is another's."""
    onward = page.get_by_role("button", name=re.compile("^Pass to "))
    while True:
        turn_of_dominoes(page)
        expect(page.locator(".ask.mine").or_(onward).first).to_be_visible()
        if onward.count():
            return


def test_people_pass_a_device_and_each_sees_their_own_hand(open_page: OpenPage) -> None:
    page = open_page("/", size=PHONE, settings=FAST)
    invite(page, MEXICAN, "On this device")
    for number, name in enumerate(("Ann", "Leo"), start=1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    seen: dict[str, set[str]] = {}
    for _ in range(2):
        expect(page.get_by_test_id("curtain")).to_be_visible()
        assert page.evaluate(HAND) == []
        name = lift(page)
        seen[name] = set(page.evaluate(HAND))
        assert len(seen[name]) > 1
        take_turn(page)
        page.get_by_role("button", name=re.compile("^Pass to ")).click()
    assert seen.keys() == {"Ann", "Leo"}
    assert not seen["Ann"] & seen["Leo"]
    expect(page.get_by_test_id("curtain")).to_be_visible()
    # Nothing of the hands is left, not even in the moments that can be seen again.
    page.get_by_test_id("told").click()
    expect(page.get_by_test_id("log").locator("li").first).to_be_visible()
    expect(page.get_by_test_id("log").get_by_role("button")).to_have_count(0)
    assert page.evaluate(HAND) == []
    page.reload()
    expect(page.get_by_test_id("curtain")).to_be_visible()


def test_they_stop_together_and_play_again(open_page: OpenPage) -> None:
    page = open_page(BLANK, size=PHONE, settings=FAST)
    sit_at(page, MEXICAN, TWO, **HERE)
    lift(page)
    expect(page.get_by_role("button", name="Say something")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Stop the game").click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#result")).to_have_text("The game was stopped without a result")
    before = page.url
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_test_id("curtain")).to_be_visible()
    assert page.url != before


def sit_by_link(open_page: OpenPage, link: str, name: str) -> Page:
    phone = open_page(re.sub("^https?://[^/]+", "", link), size=PHONE, settings=FAST)
    phone.get_by_role("textbox", name="Your name").fill(name)
    phone.get_by_role("button", name="Sit here").first.click()
    expect(phone.locator("li.mine")).to_contain_text(name)
    return phone


def test_a_big_screen_shows_the_table_and_phones_the_hands(open_page: OpenPage) -> None:
    screen = open_page("/", size=(1920, 1080), settings=FAST)
    invite(screen, MEXICAN, "On phones; this device is the big screen")
    screen.get_by_role("combobox", name="Seats at the table").select_option("2")
    screen.get_by_role("button", name="Set up the table").click()
    link = screen.locator("code").inner_text()
    expect(screen.get_by_role("button", name="Sit here")).to_have_count(0)
    ann, leo = (sit_by_link(open_page, link, name) for name in ("Ann", "Leo"))
    screen.get_by_role("button", name="All aboard: start").click()
    for phone in (ann, leo):
        expect(phone.locator(".page.hand-first")).to_be_visible()
        assert phone.evaluate(HAND)
        top = "document.querySelector('{}').getBoundingClientRect().top"
        assert phone.evaluate(f"{top.format('.mine')} < {top.format('.lanes')}")
    expect(screen.locator(".page.screen .board")).to_be_visible()
    assert screen.evaluate(HAND) == []
    expect(screen.get_by_test_id("ask")).to_have_text(re.compile("^(Ann|Leo)’s turn$"))
    mover = ann if ann.locator(".ask.mine").count() else leo
    turn_of_dominoes(mover)
    screen.wait_for_function(
        "now => document.querySelector('.page')?.dataset.version === now", arg=version(mover)
    )
    give_up(ann)
    ann.get_by_role("button", name="Play again").click()
    expect(screen.get_by_role("button", name="All aboard: start")).to_be_visible()  # it comes along
    leo.get_by_role("button", name="Go to the new table").click()
    leo.get_by_role("button", name="All aboard: start").click()
    expect(screen.locator(".page.screen")).to_be_visible()
    screen.reload()
    screen.get_by_role("button", name="Menu").click()
    screen.get_by_role("button", name="No longer a big screen").click()
    expect(ann.locator(".page:not(.hand-first)")).to_be_visible()


def test_a_hand_moves_from_the_screen_to_a_phone(open_page: OpenPage) -> None:
    laptop = open_page(BLANK, settings=FAST)
    bots = [{"kind": "bot", "level": "random"}]
    go(laptop, set_up(laptop, MEXICAN, [ME, *bots], start=True))
    expect(laptop.locator(".ask.mine")).to_be_visible()
    hand = sorted(laptop.evaluate(HAND))
    laptop.get_by_role("button", name="Menu").click()
    laptop.get_by_role("button", name="Use this device as the big screen").click()
    link = laptop.locator("dialog code").inner_text()
    phone = open_page(re.sub("^https?://[^/]+", "", link), size=PHONE, settings=FAST)
    expect(phone.locator(".ask.mine")).to_be_visible()
    assert sorted(phone.evaluate(HAND)) == hand
    expect(laptop.locator(".page.screen")).to_be_visible()
    assert laptop.evaluate(HAND) == []
    expect(laptop.get_by_test_id("ask")).to_have_text("Ania’s turn")  # the name moved with it
    expect(phone.locator(".page.hand-first")).to_be_visible()
