"""The games as PettingZoo environments (AEC: one agent acts at a time)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sidings.envs.session import (
    ILLEGAL_REWARD,
    Session,
    check_render_mode,
    prepare,
    set_up,
)
from sidings.errors import BadOption
from sidings.games.contract import MOST_MOVES, Deck, Game
from sidings.kernel.record import Array


def env(game: str | Game[Any], **settings: Any) -> "AECEnv[str, Array, int]":
    """The environment as PettingZoo's users expect it: an illegal action loses the game.

    >>> table = env("game-of-trains", players=2)
    >>> table.reset(seed=7)
    >>> observation, reward, termination, truncation, info = table.last()
    >>> table.agent_selection, observation.shape, int(info["action_mask"].sum())
    ('seat_1', (266,), 7)
    """
    raw: AECEnv[str, Array, int] = RawEnv(game, **settings)
    illegal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


class RawEnv(AECEnv[str, Array, int]):  # type: ignore[misc]  # PettingZoo has no types
    """Agents are ``seat_1``, ``seat_2`` …; an illegal action raises IllegalMove.

    An observation is a flat vector (``layout`` names its parts). The action mask is in
    ``infos[agent]["action_mask"]``, all 0 for those who are not in turn.
    """

    metadata = {  # noqa: RUF012  # PettingZoo wants it so
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str | Game[Any],
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        most_moves: int = MOST_MOVES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        setup = set_up(game, players, options, deck, most_moves)
        self.render_mode = check_render_mode(render_mode)
        prepare(setup)
        self.layout = setup.layout
        self.metadata = {**self.metadata, "name": f"{setup.game.name.replace('-', '_')}_v1"}
        self.possible_agents = [f"seat_{seat}" for seat in range(1, setup.players + 1)]
        space = Box(self.layout.low, self.layout.high, dtype=np.int16)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        # Each agent seeds its own space, and so needs one of its own.
        self.action_spaces = {agent: Discrete(setup.game.actions) for agent in self.possible_agents}
        self._session = Session(setup)
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next game."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._session.deal(self._random.integers(2**32, size=8, dtype=np.uint32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._look()

    def step(self, action: int | None) -> None:
        """Play the action of the agent in turn; None for one whose game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadOption("None is only for an agent whose game is over")
        self._session.play(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, self._session.utilities(), strict=True))
        self._accumulate_rewards()
        self._look()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """Whose turn it is, who is done, and what is legal."""
        session = self._session
        self.terminations = dict.fromkeys(self.agents, session.seat < 0)
        self.truncations = dict.fromkeys(self.agents, session.truncated)
        if not session.ended:
            self.agent_selection = self.agents[session.seat]
        nothing = np.zeros(session.game.actions, np.int8)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": nothing.copy()} for agent in self.agents
        }
        if session.ended:
            for agent, score in zip(self.agents, session.scores(), strict=True):
                self.infos[agent]["score"] = score
        else:
            self.infos[self.agent_selection]["action_mask"] = session.mask()

    def observe(self, agent: str) -> Array:
        return self._session.observe(self._seat(agent))

    def hidden(self, agent: str) -> Any:
        """The record that the agent's seat may see: what our bots are handed."""
        return self._session.hidden(self._seat(agent))[0]

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            offered = ", ".join(self.possible_agents)
            raise BadOption(f"there is no agent {agent!r}; there are {offered}")
        return self.possible_agents.index(agent)

    def render(self) -> str | None:
        """The table as the agent in turn sees it."""
        drawing = self._session.draw(self._seat(self.agent_selection))
        if self.render_mode != "human":
            return drawing
        print(drawing)  # "human" means the terminal
        return None

    def close(self) -> None:
        """There is nothing to close."""
