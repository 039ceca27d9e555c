"""Games on this device: without a network, after a reload, in two tabs, with storage that fails."""

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from sidings.site import write_site
from sidings.testing.browser import launch_with_memory
from web.conftest import opening
from web.steps import (
    EXPRESS,
    FAST,
    MEXICAN,
    NAMES,
    PHONE,
    TRAINS,
    OpenPage,
    go,
    my_turn_or_end,
    play_now,
    play_till_end,
    poster,
    turn_of_dominoes,
    turn_of_express,
    turn_of_trains,
    version,
)
from web.test_hands import invite, lift, take_turn

TURNS = {TRAINS: turn_of_trains, MEXICAN: turn_of_dominoes, EXPRESS: turn_of_express}
SHORT = {
    **FAST,
    "players": dict.fromkeys(NAMES.values(), 2),
    "options": {"mexican-train": {"rounds": 1, "set": "double-9"}},
}
LOCAL = re.compile(r"/t/local-[a-z2-7]{16}$")
# All cards that are shown; those of a kind are told apart by numbers of the page's own.
SHOWN = """() => [...document.querySelectorAll('.board [data-card]')]
  .map(e => e.dataset.card.replace(/[.][0-9]+$/, ''))"""
RUNNING = "running"


class StaticHost(SimpleHTTPRequestHandler):
    """Serves files below /trains/, and 404.html for what it does not have."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/trains"))

    def send_error(self, code: int, *_: object) -> None:
        self.send_response(code)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write((Path(self.directory) / "404.html").read_bytes())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, built_page: None) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    write_site(folder, "/trains/")
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(StaticHost, directory=str(folder)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_address[1]}/trains"
    host.shutdown()
    host.server_close()


@pytest.fixture
def open_site(browser: Browser, site: str) -> Iterator[OpenPage]:
    yield from opening(browser, site)


def home(page: Page) -> None:
    page.get_by_role("link", name="Sidings: Home").click()
    expect(page.locator("article")).to_have_count(3)


def keep_page(page: Page) -> None:
    """Wait until the service worker has everything."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")


def cut_network(page: Page) -> None:
    keep_page(page)
    page.context.set_offline(True)


def test_rules_that_cannot_be_loaded_are_told(open_site: OpenPage) -> None:
    page = open_site("/", settings=SHORT)
    page.route("**/*.wasm", lambda route: route.abort())
    poster(page, TRAINS).get_by_role("button", name=re.compile("^Play now")).click()
    expect(page.get_by_text("The rules of this game could not be loaded.")).to_be_visible()


@pytest.mark.parametrize("title", NAMES)
def test_a_whole_game_without_a_network(open_site: OpenPage, title: str) -> None:
    page = open_site("/", size=PHONE, settings=SHORT, works_offline=True)
    cut_network(page)
    page.reload()
    play_now(page, title)
    expect(page).to_have_url(LOCAL)
    for _ in range(2):
        assert my_turn_or_end(page)
        TURNS[title](page)
    assert my_turn_or_end(page)
    before = page.evaluate(SHOWN)
    page.reload()  # nothing is lost
    assert my_turn_or_end(page)
    assert page.evaluate(SHOWN) == before
    play_till_end(page, TURNS[title])
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    assert download.value.suggested_filename.startswith(NAMES[title])
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.get_by_test_id("told")).to_have_text("The deal")
    home(page)
    expect(page.get_by_test_id("finished").get_by_role("link")).to_have_count(1)


def test_a_game_goes_on_after_a_restart_in_flight_mode(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    first = launch_with_memory(browser, tmp_path)
    page = first.new_page()
    page.goto(site)
    page.evaluate("kept => localStorage.setItem('sidings', kept)", json.dumps(SHORT))
    page.reload()
    play_now(page, TRAINS)
    assert my_turn_or_end(page)
    turn_of_trains(page)
    assert my_turn_or_end(page)
    before, table = page.evaluate(SHOWN), page.url
    keep_page(page)
    first.close()
    again = launch_with_memory(browser, tmp_path)
    again.set_offline(True)
    page = again.new_page()
    page.goto(table)
    assert my_turn_or_end(page)
    assert page.evaluate(SHOWN) == before
    turn_of_trains(page)
    again.close()


def test_a_hint_and_a_move_taken_back_without_a_network(open_site: OpenPage) -> None:
    page = open_site("/", settings=SHORT, works_offline=True)
    cut_network(page)
    page.reload()
    play_now(page, TRAINS)
    assert my_turn_or_end(page)
    before = page.evaluate(SHOWN)
    page.get_by_role("button", name="Hint").click()
    advice = page.get_by_test_id("advice")
    expect(advice.locator("li")).to_have_count(3)
    was = version(page)
    advice.get_by_role("button", name=re.compile("^Play it")).first.click()
    expect(page.locator(".page")).not_to_have_attribute("data-version", was)
    assert my_turn_or_end(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    page.wait_for_function(f"before => JSON.stringify(({SHOWN})()) === before",
                           arg=page.evaluate("shown => JSON.stringify(shown)", before))  # fmt: skip


def test_people_pass_a_device_on_without_a_network(open_site: OpenPage) -> None:
    page = open_site("/", size=PHONE, settings=SHORT, works_offline=True)
    cut_network(page)
    page.reload()
    invite(page, MEXICAN, "On this device")
    for number, name in enumerate(("Ann", "Leo"), start=1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    first = lift(page)
    take_turn(page)
    page.get_by_role("button", name=re.compile("^Pass to ")).click()
    page.reload()
    assert lift(page) != first


def test_one_tab_at_a_time(open_site: OpenPage) -> None:
    page = open_site("/", settings=SHORT)
    play_now(page, TRAINS)
    assert my_turn_or_end(page)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.get_by_text("This game is open in another tab")).to_be_visible()
    turn_of_trains(page)
    seen = version(page)
    page.close()
    expect(second.locator(".board")).to_be_visible()
    assert int(version(second)) >= int(seen)
    assert my_turn_or_end(second)
    turn_of_trains(second)


def test_storage_that_is_full(open_site: OpenPage) -> None:
    page = open_site("/", settings=SHORT, works_offline=True)
    keep_page(page)
    origin = re.sub(r"(//[^/]+)/.*", r"\1", page.url)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    play_now(page, TRAINS)
    expect(page.get_by_text("There is no room left on this device")).to_be_visible()
    for _ in range(2):  # and the game goes on
        assert my_turn_or_end(page)
        turn_of_trains(page)


DAMAGE = """async (table) => {
  const opened = indexedDB.open('sidings');
  const database = await new Promise((settle) => (opened.onsuccess = () => settle(opened.result)));
  const tables = database.transaction('tables', 'readwrite').objectStore('tables');
  tables.put({ id: 'local-foreign', some: 'thing' }, 'local-foreign');
  const asked = tables.get(table);
  await new Promise((settle) => (asked.onsuccess = settle));
  asked.result.log.push({ do: 'move', seat: 1, move: 'fly', at: 0 });
  tables.put(asked.result, table);
  await new Promise((settle) => (tables.transaction.oncomplete = settle));
  database.close();
}"""


def test_a_damaged_game_is_refused_and_the_others_stay(open_site: OpenPage) -> None:
    page = open_site("/", settings=SHORT, works_offline=True)
    keep_page(page)
    play_now(page, TRAINS)
    good = page.url
    home(page)
    play_now(page, EXPRESS)
    bad = page.url
    home(page)
    expect(page.get_by_test_id(RUNNING).get_by_role("listitem")).to_have_count(2)
    page.evaluate(DAMAGE, bad.rsplit("/", 1)[1])
    page.goto(bad)
    expect(page.get_by_text("This stored game is damaged")).to_be_visible()
    page.get_by_role("link", name="Back to the station").click()
    expect(page.get_by_test_id("unreadable")).to_contain_text("2 stored games cannot be read")
    games = page.get_by_test_id(RUNNING).get_by_role("listitem")
    expect(games).to_have_count(1)
    page.get_by_test_id("unreadable").get_by_role("button").click()
    expect(page.get_by_test_id("unreadable")).to_have_count(0)
    games.get_by_role("link").click()
    expect(page).to_have_url(good)
    assert my_turn_or_end(page)


def test_a_game_is_taken_to_the_server(open_page: OpenPage) -> None:
    page = open_page("/", settings=SHORT)
    play_now(page, TRAINS)
    assert my_turn_or_end(page)
    turn_of_trains(page)
    assert my_turn_or_end(page)
    before, here = page.evaluate(SHOWN), page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Take this game to the server").click()
    expect(page).not_to_have_url(here)
    expect(page).not_to_have_url(LOCAL)
    assert my_turn_or_end(page)
    assert page.evaluate(SHOWN) == before
    turn_of_trains(page)
    go(page, "/")
    expect(page.get_by_test_id(RUNNING).get_by_role("listitem")).to_have_count(1)


def test_a_static_site_in_a_folder_of_its_host(open_site: OpenPage, site: str) -> None:
    page = open_site("/", settings=SHORT, works_offline=True)
    expect(page.locator("article")).to_have_count(3)
    expect(page.get_by_text("cannot be reached")).to_have_count(0)
    expect(page.locator(".departures")).to_have_count(0)
    play_now(page, TRAINS)
    assert page.url.startswith(f"{site}/t/local-")
    assert my_turn_or_end(page)
    keep_page(page)
    page.reload()  # an address that the host knows nothing of
    assert my_turn_or_end(page)
    home(page)
    expect(page).to_have_url(f"{site}/")
    poster(page, TRAINS).get_by_role("link", name=re.compile("Rules")).click()
    expect(page.locator(".rule").first).to_be_visible()
    assert page.url.startswith(f"{site}/rules/")
