"""One game between bots, each of which sees only what its seat may see."""

import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sidings.bots.contract import Bot, NotLegal, choose_action
from sidings.bots.luck import LuckMeter
from sidings.bots.program import ProgramFault
from sidings.errors import shown
from sidings.games.contract import MOST_MOVES, Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import actor_at, apply_at, deal_at, hidden_copy, legal_at, outcome_at
from sidings.kernel.record import Array
from sidings.lab.arena.clairvoyant import Clairvoyant
from sidings.lab.statistics import win_shares

Player = Bot | Clairvoyant


@dataclass(frozen=True)
class Fault:
    """What the bot at a seat did wrong; it got a random move."""

    seat: int  # from 1
    reason: str

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.reason}"


@dataclass
class Outcome:
    """How a game between bots went, by seat."""

    scores: list[int]
    places: list[int]
    shares: list[float]  # of the win: equals share it
    moves: int
    seconds: list[float]  # that each seat thought
    decisions: list[int]  # that each seat made
    luck: list[float]  # of the cards turned up, in shares of the win; 0 where not measured
    faults: list[Fault] = field(default_factory=list)


def play_game(
    game: Game[Any],
    template: Array,
    bots: Sequence[Player],
    seed: int,
    deal: int,
    *,
    time_limit: float = float("inf"),
    watch: Callable[[int, str], None] | None = None,
    meter: LuckMeter | None = None,
) -> Outcome:
    """Play deal number ``deal`` of the batch ``seed``; ``bots[i]`` sits at seat i + 1.

    A bot that crashes, answers illegally or exceeds ``time_limit`` (seconds per move) gets a
    random move. A Python object cannot be interrupted, so it is seen to be late when it answers.
    After ``MOST_MOVES`` the game is stopped, with scores and places as it stands. With a ``meter``
    the luck of the cards is measured too.
    """
    states = template.copy()
    key_of_game(states[0].key, seed, deal)
    deal_at(states, 0)
    players = len(bots)
    outcome = Outcome([], [], [], 0, [0.0] * players, [0] * players, [0.0] * players)
    luck = np.zeros(players)
    buffer, fallback = np.zeros(game.actions, np.int16), fast_generator(seed, deal)
    while (seat := actor_at(states, 0)) >= 0 and outcome.moves < MOST_MOVES:
        n = legal_at(states, 0, buffer)
        legal = [int(action) for action in buffer[:n]]
        began = time.perf_counter()
        action, fault = _ask(game, bots[seat], states, seat, legal)
        spent = time.perf_counter() - began
        outcome.seconds[seat] += spent
        outcome.decisions[seat] += 1
        if not fault and spent > time_limit:
            fault = f"took {spent:.2f} s for a move"
        if fault:
            outcome.faults.append(Fault(seat + 1, fault))
            action = legal[below(fallback, n)]
        if watch is not None:
            watch(seat + 1, game.write_move(states[0], action))
        if meter is not None:
            luck += meter.of(states, action)
        apply_at(states, 0, action)
        outcome.moves += 1
    outcome.luck = luck.tolist()
    scores, places = np.zeros(players, np.int64), np.zeros(players, np.int64)
    outcome_at(states, 0, scores, places)
    outcome.scores, outcome.places = scores.tolist(), places.tolist()
    outcome.shares = win_shares(places[None, :])[0].tolist()
    return outcome


def _ask(
    game: Game[Any], bot: Player, states: Array, seat: int, legal: list[int]
) -> tuple[int, str]:
    """The bot's action, or what it did wrong."""
    try:
        if isinstance(bot, Clairvoyant):  # the one that is handed the truth
            return bot.choose_seeing_all(game, states.copy()), ""
        return choose_action(bot, game, hidden_copy(states, seat), seat, legal), ""
    except (NotLegal, ProgramFault) as fault:
        return 0, str(fault)
    except Exception as error:  # whatever a stranger's bot raises is its fault
        return 0, f"crashed: {shown(error)}{_place(bot, error)}"


def _place(bot: Player, error: Exception) -> str:
    """Where the bot's own code crashed, if it can be told."""
    code = getattr(getattr(bot, "choose", None), "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code and frame.filename == code.co_filename]
    return f" at {Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""


def duel(
    game: Game[Any], one: Player, two: Player, deals: int, seed: int = 1, **options: Any
) -> tuple[float, float]:
    """Share of wins of ``one`` over duplicated deals with both seatings, and its standard error."""
    template = game.template(2, options)
    shares = []
    for deal in range(deals):
        first = play_game(game, template, [one, two], seed, deal).shares[0]
        second = play_game(game, template, [two, one], seed, deal).shares[1]
        shares.append((first + second) / 2)
    return float(np.mean(shares)), float(np.std(shares) / np.sqrt(max(deals - 1, 1)))
