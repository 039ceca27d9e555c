"""Logs are JSON, and have no values in them."""

import json
import logging
import subprocess
import sys

from sidings.server.logs import JsonLines


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
        for name in ("sidings.socket", "websockets.server", "uvicorn.error"):
            print(name, logging.getLogger(name).isEnabledFor(logging.DEBUG))
    """
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert told == ["sidings.socket True", "websockets.server False", "uvicorn.error False"]
