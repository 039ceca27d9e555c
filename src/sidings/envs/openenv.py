"""The games as OpenEnv environments: one seat against bots, with one action field, ``move``.

``uvicorn --factory sidings.envs.openenv:app`` serves one; ``SIDINGS_ENV_GAME``, ``_PLAYERS`` and
``_LEVEL`` choose which. It needs ``pip install 'sidings[openenv]'``.
"""

import os
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app
from pydantic import Field

import sidings
from sidings.bots.company import Company, check_level
from sidings.errors import IllegalMove


class Move(Action):  # type: ignore[misc]  # openenv has no types
    """One of the legal moves, in notation."""

    move: str = Field(description="One of `moves`, exactly as it is written")


class Seen(Observation):  # type: ignore[misc]  # openenv has no types
    """What the seat sees. The reward comes at the end: 1 for the winner, -1 shared by others."""

    seat: int
    position: dict[str, Any]
    moves: list[str] = Field(description="The legal moves; none when the game is over")
    news: list[str] = Field(description="What the bots have played since the last observation")
    drawing: str = Field(description="The table as text")
    refused: str = Field(default="", description="Why the last move was not legal; it was not made")


class TrainGame(Environment[Move, Seen, State]):  # type: ignore[misc]  # openenv has no types
    """One seat of a game against bots."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        game: str,
        players: int | None = None,
        level: str = "club",
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self._game = sidings.game(game)
        self._players = self._game.players[0] if players is None else players
        self._level = check_level(level, self._game)
        self._options = options or {}
        self._state = State(episode_id=None, step_count=0)
        self._company = self._deal(None)

    def _deal(self, seed: int | None) -> Company:
        table = sidings.deal(self._game, self._players, seed, options=self._options)
        return Company(table, self._level)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any) -> Seen:
        """Deal a new game; the same seed deals the same one again."""
        self._company = self._deal(seed)
        self._state = State(episode_id=episode_id, step_count=0)
        return self._seen()

    def step(self, action: Move, timeout_s: float | None = None, **more: Any) -> Seen:
        """Play a move and let the bots answer; one that is not legal changes nothing."""
        self._state.step_count += 1
        try:
            self._company.table.play(action.move)
        except IllegalMove as error:
            return self._seen(refused=str(error))
        return self._seen()

    @property
    def state(self) -> State:
        """The number of the episode and its steps."""
        return self._state

    def _seen(self, refused: str = "") -> Seen:
        company = self._company
        company.let_bots_play()
        table, seat = company.table, company.seat
        return Seen(
            done=table.turn is None,
            reward=self._reward(),
            seat=seat,
            position=table.dump(seat=seat),
            moves=table.moves(),
            news=company.news(),
            drawing=str(table),
            refused=refused,
        )

    def _reward(self) -> float:
        """At the end the winners share 1, and the others -1."""
        result = self._company.table.result
        if result is None:
            return 0.0
        winners, players = result.winners, self._company.table.players
        if self._company.seat in winners:
            return 1.0 / len(winners) if len(winners) < players else 0.0
        return -1.0 / (players - len(winners))


def make_app(game: str, **settings: Any) -> FastAPI:
    """A server of environments, each session with a game of its own."""
    return create_fastapi_app(
        lambda: TrainGame(game, **settings), Move, Seen, max_concurrent_envs=64, env_name=game
    )


def app() -> FastAPI:
    """The server that the environment variables describe."""
    players = os.environ.get("SIDINGS_ENV_PLAYERS")
    return make_app(
        os.environ.get("SIDINGS_ENV_GAME") or sidings.game_names()[0],
        players=None if players is None else int(players),
        level=os.environ.get("SIDINGS_ENV_LEVEL", "club"),
    )
