"""House rules on the page: chosen once for all games, and shown wherever the table is."""

import re

from playwright.sync_api import Page, expect

from rulebook import rule
from web.staging import visit
from web.steps import BLANK, FAST, MEXICAN, PHONE, OpenPage, go, poster

COUNTDOWN = "Countdown, thirteen rounds"
ROUNDS = re.compile("^Rounds")


def open_rules(page: Page) -> None:
    poster(page, MEXICAN).get_by_role("button", name=re.compile("^Options")).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_preset_is_kept_and_shown_at_the_table_and_in_its_book(open_page: OpenPage) -> None:
    page = open_page("/", size=PHONE, settings=FAST)
    open_rules(page)
    page.get_by_label("Play by").select_option(label=COUNTDOWN)
    expect(page.get_by_label(ROUNDS)).to_have_value("13")
    # Each house rule is explained by its rule in the book.
    explained = page.locator(".option", has=page.get_by_label(ROUNDS))
    expect(explained).to_contain_text("rounds")
    expect(explained.get_by_role("link", name="Rule MT-3")).to_be_visible()
    page.get_by_role("button", name="Done").click()
    page.reload()
    offer = poster(page, MEXICAN)
    play = offer.get_by_role("button", name=re.compile("^Play now"))
    expect(play).to_contain_text(COUNTDOWN)
    play.click()
    expect(page.locator("header .note")).to_have_text(COUNTDOWN)
    page.get_by_role("button", name="Menu").click()
    shown = page.get_by_test_id("table-rules")
    expect(shown).to_contain_text(COUNTDOWN)
    book = shown.get_by_role("link", name="The rules of this table")
    go(page, book.get_attribute("href") or "")
    expect(page.get_by_test_id("changes")).to_contain_text(COUNTDOWN)
    expect(page.get_by_test_id("changes").get_by_role("listitem")).to_have_count(2)
    expect(page.locator("#MT-3")).to_contain_text("At this table:")
    expect(page.locator("#MT-4")).not_to_contain_text("At this table:")


def test_an_own_mix_with_friends_in_french(open_page: OpenPage) -> None:
    page = open_page("/", language="fr-FR", settings=FAST)
    poster(page, "Train mexicain").get_by_role("button", name=re.compile("^Entre amis")).click()
    page.locator("summary", has_text=re.compile("^Règles maison")).click()
    page.get_by_label(re.compile("^Manches")).select_option("2")
    page.get_by_role("button", name="Ouvrir la table").click()
    shown = page.get_by_test_id("table-rules")
    expect(shown).to_contain_text("Votre propre choix")
    expect(shown.get_by_role("listitem")).to_have_text(re.compile(r"Manches\s: 2"))


def test_rules_that_cannot_be_combined_are_told_at_once(open_page: OpenPage) -> None:
    """The small set has ten doubles, so there are no thirteen rounds with it."""
    page = open_page("/", settings=FAST)
    open_rules(page)
    page.get_by_label(ROUNDS).select_option("13")
    page.get_by_label(re.compile("^Dominoes Double")).select_option("double-9")
    expect(page.get_by_role("alert")).to_have_text(re.compile("cannot be combined"))
    page.get_by_label(ROUNDS).select_option("10")
    expect(page.get_by_role("alert")).to_have_count(0)


@rule("MT-33")
def test_one_calls_before_the_last_but_one(open_page: OpenPage) -> None:
    page = open_page(BLANK, settings=FAST)
    visit(
        page,
        MEXICAN,
        2,
        lambda table: {"call"} < set(table.moves()) and "draw" not in table.moves(),
        rounds=1,
        last_domino="call",
    )
    page.get_by_test_id("call").click()
    expect(page.get_by_test_id("told")).to_have_text("You called: one domino left.")
    expect(page.get_by_test_id("call")).to_have_count(0)
