"""One game of a batch, played again at a table to look at it move by move."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sidings.bots.kernels import buffers
from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import fast_generator
from sidings.lab.batch import prepare_batch
from sidings.lab.kernels import choose_at
from sidings.play.table import Table, deal


def seed_of_deal(seed: int, number: int) -> str:
    """The seed for ``sidings.deal`` that deals the cards of deal ``number`` of a batch."""
    key = np.zeros(8, np.uint32)
    key_of_game(key, seed, number)
    return key.astype("<u4").tobytes().hex()


def replay(game: str | Game[Any], policies: str | Sequence[str], number: int, **more: Any) -> Table:
    """Game ``number`` of the batch that ``play`` plays with the same arguments, as a table.

    >>> from sidings.lab import play
    >>> table = replay("game-of-trains", "thumb", 3, games=10)
    >>> len(table.history) - int(play("game-of-trains", "thumb", games=10)["moves"][3])
    0
    """
    batch = prepare_batch(game, policies, **more)
    if type(number) is not int or not 0 <= number < batch.games:
        raise BadOption(f"the games of this batch are 0 to {batch.games - 1}, not {number!r}")
    batch.game.part("bot")
    turned = number % len(batch.line_ups)
    seed = seed_of_deal(batch.seed, number // len(batch.line_ups))
    table = deal(
        batch.game, batch.players, seed, options=batch.game.read_options(batch.template[0])
    )
    table.names = [batch.policies[policy] for policy in batch.seats_of(turned)]
    actions, terms = buffers(batch.game.actions)
    rng = fast_generator(batch.seed, number)
    while table.turn is not None and len(table.history) < batch.most_moves:
        states = np.array([table.state], batch.game.dtype)
        action = choose_at(states, 0, batch.line_ups[turned], actions, terms, batch.network(), rng)
        table.play_action(action)
    return table
