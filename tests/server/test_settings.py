"""Flags, environment and what is handed to worker processes."""

import pickle
from typing import Any

import pytest

from sidings.server.command import server_options
from sidings.server.settings import Settings, from_environment


def test_settings_go_through_the_environment_to_the_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings(port=9, database="postgresql://x", workers=3, pace=0.5, games="a b")
    for name, value in settings.to_environment().items():
        monkeypatch.setenv(name, value)
    assert from_environment() == settings
    pickle.dumps(server_options(settings))


def test_several_workers_need_postgresql() -> None:
    with pytest.raises(ValueError, match="PostgreSQL"):
        Settings(workers=2, database="sqlite:///x").checked()


def test_origins_follow_from_the_address() -> None:
    assert Settings(port=5).allowed_origins() == {"http://127.0.0.1:5", "http://localhost:5"}
    public = Settings(public_url="https://trains.example/", origins="https://other.example")
    assert public.allowed_origins() == {"https://trains.example", "https://other.example"}


@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("HTTPS://Trains.Example:443/", "https://trains.example"),
        ("trains.example", "https://trains.example"),
        ("http://trains.example:80", "http://trains.example"),
        ("https://trains.example:8443", "https://trains.example:8443"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("http://[2001:DB8::1]:8000", "http://[2001:db8::1]:8000"),
    ],
)
def test_an_address_is_written_as_browsers_do(written: str, origin: str) -> None:
    assert Settings(public_url=written).allowed_origins() == {origin}
    assert origin in Settings(origins=f"{written} https://x.example").allowed_origins()


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"port": 99_999}, "port"),
        ({"port": 0}, "port"),
        ({"public_url": "ftp://x"}, "address"),
        ({"public_url": "https://"}, "address"),
        ({"public_url": "https://x:port"}, "address"),
        ({"origins": "//"}, "address"),
        ({"proxies": "caddy"}, "caddy"),
    ],
)
def test_what_cannot_be_meant_is_refused(wrong: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        Settings(database="sqlite:///x", **wrong).checked()


def test_who_serves_a_network_is_found_at_its_address_there() -> None:
    settings = Settings(host="0.0.0.0", port=5)
    assert "0.0.0.0" not in settings.url
    ours = {settings.url, "http://127.0.0.1:5", "http://localhost:5"}
    assert ours <= settings.allowed_origins()
