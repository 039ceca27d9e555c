"""The Python client keeps a view by following changes."""

import pytest

from server.running import GAME, Running, play
from sidings.client import Client, ServerRefused, View


def test_a_change_that_does_not_fit_is_not_followed() -> None:
    view = View("t")
    assert not view.change({"version": 5, "since": 4})
    assert view.change({"version": -1, "since": -1})


def test_a_request_that_is_refused_says_why(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Ann") as ann:
            with pytest.raises(ServerRefused, match="is for 2 to 4 players, not 1"):
                await ann.create(GAME, [{"kind": "me"}])
            with pytest.raises(ServerRefused, match=r"400: .*; game: Expected `str`, got `int`"):
                await ann.create(7, [{"kind": "me"}])  # type: ignore[arg-type]  # as one may err

    play(database, work)


def test_a_client_plays_as_its_docstring_says(database: str) -> None:
    async def work(running: Running) -> None:
        async with Client.open(running.url, "Robin") as client:
            seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
            table = await client.create(GAME, seats, start=True)
            version = 0
            for _ in range(3):
                view = await client.until(
                    table, lambda view, least=version: view.version >= least and view.moves != []
                )
                version = (await client.play(table, view.moves[0]))["version"]

    play(database, work)
