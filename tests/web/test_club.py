"""The club's page: a tournament from its announcement to the game, and turn notices."""

from playwright.sync_api import expect

from web.steps import PHONE, OpenPage


def test_a_tournament_is_announced_joined_and_played(open_page: OpenPage) -> None:
    host = open_page("/", size=PHONE)
    host.get_by_role("link", name="Club").click()
    expect(host.get_by_role("heading", name="Turn notices")).to_be_visible()
    expect(host.get_by_text("No tournament has been announced.")).to_be_visible()
    host.get_by_text("Announce a tournament").click()
    host.get_by_role("textbox", name="Name of the tournament").fill("Friday club")
    host.get_by_role("combobox", name="Format").select_option("knockout")
    expect(host.get_by_text("Whoever loses is out.")).to_be_visible()
    host.get_by_role("button", name="Announce", exact=True).click()
    expect(host.get_by_role("heading", name="Friday club")).to_be_visible()

    guest = open_page("/club/" + host.url.rpartition("/")[2], size=PHONE)
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_text("You have joined.")).to_be_visible()
    host.reload()
    expect(host.locator("main li")).to_have_count(2)
    host.get_by_role("button", name="Start").click()
    expect(host.get_by_test_id("tournament-state")).to_have_text("Round 1 of 1")
    host.get_by_role("link", name="Go to your game").click()
    expect(host.get_by_role("heading", name="Friday club")).to_have_count(0)
    host.go_back()
    host.get_by_text("For the host").click()
    host.get_by_role("combobox").last.select_option("1")
    expect(host.get_by_test_id("tournament-state")).to_have_text("Finished")
    expect(host.locator("tbody tr").first).to_contain_text("1")
    host.get_by_role("button", name="Delete it").click()
    host.get_by_role("button", name="Press again").click()
    expect(host.get_by_role("heading", name="Tournaments")).to_be_visible()
