"""The score pad for the boxed game: entries, correction, undo, and the link that carries it."""

from playwright.sync_api import Page, expect

from web.steps import PHONE, OpenPage

SHEET = "[...document.querySelectorAll('tr')].map(r => [...r.cells].map(c => c.innerText.trim()))"


def enter(page: Page, *points: str) -> None:
    """By keyboard alone: the first field has the focus."""
    for number in points:
        page.keyboard.type(number)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_points_are_entered_corrected_undone_and_sent(open_page: OpenPage) -> None:
    page = open_page("/", size=PHONE)
    page.get_by_role("link", name="Score pad").click()
    page.get_by_role("combobox", name="Game").select_option("mexican-train")
    for number, name in enumerate(("Ann", "Leo"), start=1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    page.get_by_role("button", name="Open the pad").click()
    expect(page.get_by_test_id("pad-state")).to_have_text("Fewest points win")
    page.get_by_role("textbox").first.focus()
    enter(page, "12", "x")
    expect(page.get_by_role("alert")).to_contain_text("Leo")
    page.get_by_role("textbox").last.fill("30")
    page.get_by_role("button", name="Enter the round").click()
    expect(page.get_by_test_id("pad-state")).to_contain_text("Ann leads")
    expect(page.get_by_role("textbox").first).to_be_focused()
    enter(page, "20", "1")
    expect(page.get_by_test_id("pad-state")).to_contain_text("Leo leads")
    page.get_by_role("button", name="Correct round 1").click()
    page.get_by_role("textbox").last.fill("31")
    page.get_by_role("button", name="Enter the round").click()
    expect(page.get_by_test_id("pad-state")).to_contain_text("Ann and Leo share the lead")
    page.get_by_role("button", name="Cancel the last entry").click()
    expect(page.get_by_test_id("pad-state")).to_contain_text("Leo leads")
    page.reload()
    expect(page.locator("tbody tr")).to_have_count(2)
    wanted = [
        ["Rounds", "Ann", "Leo★"],
        ["1", "12", "30"],
        ["2", "20", "1"],
        ["Total", "32", "31"],
    ]
    assert page.evaluate(SHEET) == wanted

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    friend = open_page("/pad" + link.partition("/pad")[2], size=PHONE)
    expect(friend.get_by_text("This pad was sent to you.")).to_be_visible()
    assert friend.evaluate(SHEET) == wanted
    friend.get_by_role("button", name="Keep it on this device").click()
    expect(friend.get_by_role("button", name="Enter the round")).to_be_visible()
    friend.goto(link[:-3])
    expect(friend.get_by_role("alert")).to_contain_text("incomplete or damaged")
    friend.get_by_role("button", name="To my own pad").click()
    expect(friend.locator("tbody tr")).to_have_count(2)
    assert friend.evaluate(SHEET) == wanted
