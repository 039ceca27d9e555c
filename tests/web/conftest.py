"""A real server, a real browser. The tests wait for what is on the page, never for a time."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from sidings.testing.browser import build_page, install_modules, launch
from sidings.testing.server_process import ServerProcess
from web.start import start_server

DESK = (1440, 900)
PATIENCE = 60_000  # ms; machines may be busy

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session", autouse=True)
def built_page() -> None:
    build_page()


@pytest.fixture(scope="session")
def node_modules() -> Path:
    return install_modules()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    found = start_server(tmp_path_factory.mktemp("server"))
    yield found
    found.stop()


def _complaint(told: ConsoleMessage) -> list[str]:
    """What the browser says of the page; that a connection was lost is not the page's fault."""
    lost = "WebSocket" in told.text or "ERR_" in told.text
    return [told.text] if told.type == "error" and not lost else []


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: ServerProcess) -> Iterator[OpenPage]:
    yield from opening(browser, server.url)


def opening(browser: Browser, url: str) -> Iterator[OpenPage]:
    """Opens pages, each of a person of its own; a complaint of the browser fails the test.

    Where nothing is done without a network, there is no service worker: it would fetch all there
    is for each of them.
    """
    contexts = []
    complaints: list[str] = []

    def open_one(
        path: str = "/", *, size: tuple[int, int] = DESK, language: str = "en-GB",
        motion: str = "reduce", settings: dict[str, Any] | None = None,
        works_offline: bool = False,
    ) -> Page:  # fmt: skip
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=language,
            color_scheme="light", reduced_motion=motion,  # type: ignore[arg-type]  # plain texts
            service_workers="allow" if works_offline else "block",
        )  # fmt: skip
        contexts.append(context)
        if settings:
            kept = json.dumps(json.dumps(settings))
            context.add_init_script(
                f"localStorage.getItem('sidings') ?? localStorage.setItem('sidings', {kept})"
            )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.extend(_complaint(told)))
        page.goto(f"{url}{path}")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints
