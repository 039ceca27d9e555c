"""Thousands of games at once: NumPy arrays in and out, everything in between compiled."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from sidings.envs.kernels import ALL_LEGAL, first_illegal, random_all, start_all, step_all
from sidings.envs.session import set_up
from sidings.errors import BadOption, IllegalMove, shown
from sidings.games.contract import MOST_MOVES, Deck, Game
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import hidden_copy
from sidings.kernel.record import Array


class Step(NamedTuple):
    """What the games of a batch show after a step, the first axis being the game.

    ``observations`` and ``masks`` belong to the seat in ``seats``, which decides next. Where
    ``terminated`` or ``truncated`` is true the next game has been dealt already: ``rewards`` are
    those of the game that ended, everything else is of the new one.
    """

    observations: Array  # int16, games × layout.size
    masks: Array  # bool, games × actions
    seats: Array  # int8, games; from 0
    rewards: Array  # float32, games × players
    terminated: Array  # bool, games
    truncated: Array  # bool, games


class VectorEnv:
    """A batch of games of one kind, stepped together; a game that ends is dealt again.

    The arrays of a ``Step`` are the environment's own and change with the next step: copy what
    you keep. The deals depend only on (seed, place in the batch, episode).

    >>> env = VectorEnv("game-of-trains", games=3, seed=7)
    >>> batch = env.reset()
    >>> batch = env.step(env.random_actions())
    >>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
    ((3, 266), (3, 63), (3, 2))
    """

    def __init__(
        self,
        game: str | Game[Any],
        games: int = 4096,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        seed: int = 1,
        most_moves: int = MOST_MOVES,
    ) -> None:
        self.setup = set_up(game, players, options, deck, most_moves)
        if type(games) is not int or games < 1:
            raise BadOption(f"games must be a whole number from 1, not {shown(games)}")
        self.game = self.setup.game
        self.layout = self.setup.layout
        self.games = games
        players = self.setup.players
        self.states = np.repeat(self.setup.template, games)
        self.batch = Step(
            np.zeros((games, self.layout.size), np.int16),
            np.zeros((games, self.game.actions), np.bool_),
            np.zeros(games, np.int8),
            np.zeros((games, players), np.float32),
            np.zeros(games, np.bool_),
            np.zeros(games, np.bool_),
        )
        #: Of the last game that ended at each place: the scores as the game counts, and the moves.
        self.scores = np.zeros((games, players), np.int64)
        self.lengths = np.zeros(games, np.int64)
        self._episodes = np.full(games, -1, np.int64)
        self._moves = np.zeros(games, np.int64)
        self._places = np.zeros(players, np.int64)
        self._work = self.setup.template.copy()
        self._buffer = np.zeros(self.game.actions, np.int16)
        self._actions = np.zeros(games, np.int64)
        self._seed = seed
        self._rng = self._generator(seed)
        self._prepare()

    def _generator(self, seed: int) -> Array:
        if type(seed) is not int or not 0 <= seed < 2**63:
            raise BadOption(f"seed must be a whole number from 0 to 2**63 - 1, not {shown(seed)}")
        return fast_generator(seed)

    def _prepare(self) -> None:
        """Compile."""
        self.reset(self._seed)
        self._step(self.random_actions())
        self._episodes[:] = -1
        self._rng = self._generator(self._seed)

    def reset(self, seed: int | None = None) -> Step:
        """Deal every game: the first deals of a seed, or without one the next of this."""
        if seed is not None:
            self._rng = self._generator(seed)
            self._seed = seed
            self._episodes[:] = 0
        else:
            self._episodes += 1
        batch = self.batch
        batch.rewards[:], batch.terminated[:], batch.truncated[:] = 0, False, False
        start_all(
            self.states,
            self.setup.template,
            self._seed,
            self._episodes,
            self._moves,
            batch.seats,
            batch.masks,
            batch.observations,
            self._work,
            self._buffer,
        )
        return batch

    def step(self, actions: Array) -> Step:
        """Play one legal action in every game; IllegalMove otherwise, and nothing is changed."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise BadOption(f"step takes {self.games} whole numbers, one action for each game")
        if self._episodes[0] < 0:
            raise BadOption("reset() deals the first games; call it before step()")
        chosen = chosen.astype(np.int64, copy=False)
        wrong = first_illegal(self.batch.masks, chosen)
        if wrong != ALL_LEGAL:
            raise IllegalMove(str(chosen[wrong]), "", f"not legal now in game {wrong} of the batch")
        return self._step(chosen)

    def _step(self, actions: Array) -> Step:
        batch = self.batch
        step_all(
            self.states,
            self.setup.template,
            self._seed,
            self.setup.most_moves,
            actions,
            self._episodes,
            self._moves,
            batch.seats,
            batch.masks,
            batch.observations,
            batch.rewards,
            self.scores,
            self.lengths,
            batch.terminated,
            batch.truncated,
            self._places,
            self._work,
            self._buffer,
        )
        return batch

    def random_actions(self) -> Array:
        """A random legal action for each game, from the environment's own generator."""
        random_all(self.states, self._buffer, self._rng, self._actions)
        return self._actions

    def hidden(self, i: int, seat: int) -> Any:
        """The record of game ``i`` as ``seat`` (from 0) may see it."""
        return hidden_copy(self.states, seat, i)[0]
