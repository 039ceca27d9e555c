"""The OpenEnv environment, with OpenEnv's own client over a real socket.

OpenEnv needs an older MCP than `sidings mcp`, so it is not among what is installed for all tests;
its own job in .github/workflows/tests.yml runs this.
"""

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

import sidings

pytest.importorskip("openenv.core")

from openenv.core.generic_client import GenericEnvClient

from sidings.envs.openenv import app, make_app


@contextmanager
def serving(application: object) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(application, log_level="warning"))  # type: ignore[arg-type]  # an application
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.mark.parametrize("game", sidings.game_names())
def test_a_whole_game(game: str) -> None:
    options = {"rounds": 1} if sidings.game(game).options else {}
    chance = random.Random(1)
    with (
        serving(make_app(game, options=options)) as url,
        GenericEnvClient(base_url=url).sync() as env,
    ):
        result = env.reset(seed=7)
        first = result.observation
        refused = env.step({"move": "fly"})
        assert "not a move of the game" in refused.observation["refused"]
        assert refused.observation["position"] == first["position"]
        while not result.done:
            seen = result.observation
            assert sidings.observe(seen["position"]).position == seen["position"]
            assert result.reward == 0
            result = env.step({"move": chance.choice(seen["moves"])})
        assert -1 <= result.reward <= 1
        assert result.reward != 0
        assert env.state()["step_count"] > 1
        assert env.reset(seed=7).observation["position"] == first["position"]


def test_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIDINGS_ENV_GAME", "game-of-trains")
    monkeypatch.setenv("SIDINGS_ENV_PLAYERS", "3")
    with serving(app()) as url, GenericEnvClient(base_url=url).sync() as env:
        assert env.reset().observation["position"]["players"] == 3
