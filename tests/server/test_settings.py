"""Flags, environment, logs and what is handed to worker processes."""

import json
import logging
import pickle
import subprocess
import sys

import pytest

from sidings.server.command import server_options
from sidings.server.logs import JsonLines
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


def test_logs_are_json_without_values() -> None:
    hand = ["5-12"]
    try:
        raise ValueError(f"a secret hand {hand}")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("sidings", logging.ERROR, "", 0, "it failed", (), info)
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["event"], line["error"]) == ("error", "it failed", "ValueError")
    assert "5-12" not in json.dumps(line)


def test_libraries_do_not_tell_cookies_and_frames_at_the_lowest_level() -> None:
    program = """if True:
        import logging.config
        from sidings.server.logs import configuration
        logging.config.dictConfig(configuration("debug"))
        for name in ("sidings.hub", "websockets.server", "uvicorn.error"):
            print(name, logging.getLogger(name).isEnabledFor(logging.DEBUG))
    """
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert told == ["sidings.hub True", "websockets.server False", "uvicorn.error False"]
