"""Flags, environment and what is handed to worker processes."""

import pickle

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


def test_who_serves_a_network_is_found_at_its_address_there() -> None:
    settings = Settings(host="0.0.0.0", port=5)
    assert "0.0.0.0" not in settings.url
    ours = {settings.url, "http://127.0.0.1:5", "http://localhost:5"}
    assert ours <= settings.allowed_origins()
