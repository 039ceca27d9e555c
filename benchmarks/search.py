"""How fast search simulates, beside OpenSpiel's C++ ISMCTS bot in the same run, on one core.

A simulation is one world guessed, one candidate move and one playout. Ours are measured with
random playouts and with the rule of thumb in them; OpenSpiel's bot makes one random rollout a
simulation. It does not say how many moves it simulates, so that is its simulations times the mean
length of a random game from the same positions. Then how long the learned network takes to choose.

    python benchmarks/search.py [--seconds 2]
"""

import random
import time
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from cyclopts import run
from rich.console import Console
from rich.table import Table

import sidings
from sidings.bots import prepare
from sidings.bots.learned import LearnedBot
from sidings.bots.search import Budget, Search
from sidings.games.contract import Game
from sidings.kernel.chacha import key_of_game
from sidings.kernel.fast import below, fast_generator
from sidings.kernel.play import actor_at, apply_at, deal_at, hide_at, legal_at
from sidings.kernel.record import Array

SEED = 7
POSITIONS = 8
PLAYERS = (2, 4)
LOOKS = (0, 30)  # worlds at which the network glances
RANDOM, HASTY, FULL = -1, 0, 2  # playouts: at random, by the rule of thumb at two depths
PLAYOUTS = {RANDOM: "random", HASTY: "rule of thumb, depth 0", FULL: "rule of thumb, depth 2"}
OPEN_SPIEL = ("euchre", "oh_hell", "gin_rummy")
UCT = 2.0
LENGTHS = 50  # random games from each position

console = Console()


class Speed(NamedTuple):
    simulations: float  # per second
    moves: float  # per second


class Decision(NamedTuple):
    states: Array  # hidden for the seat in turn
    seat: int
    actions: list[int]


def decisions(game: Game[Any], players: int) -> list[Decision]:
    """Positions with a choice, each in a random game of its own, some moves after the deal."""
    found: list[Decision] = []
    buffer, rng = np.zeros(game.actions, np.int16), fast_generator(SEED)
    for number in range(POSITIONS):
        states = game.template(players, {})
        key_of_game(states[0].key, SEED, number)
        deal_at(states, 0)
        for step in range(1000):
            n = legal_at(states, 0, buffer)
            if step >= number and n > 1:
                break
            apply_at(states, 0, int(buffer[below(rng, n)]))
        seat = actor_at(states, 0)
        hide_at(states, 0, seat)
        found.append(Decision(states, seat, buffer[:n].tolist()))
    return found


def our_speed(name: str, players: int, depth: int, seconds: float) -> Speed:
    game = sidings.game(name)
    prepare(game)
    search = Search(Budget(ms=1000 * seconds / POSITIONS), depth=depth, seed=SEED)
    spent = 0.0
    for states, seat, actions in decisions(game, players):
        began = time.perf_counter()
        search.estimate(game, states, seat, actions)
        spent += time.perf_counter() - began
    return Speed(search.playouts / spent, search.moves / spent)


def network_microseconds(name: str, players: int, looks: int, seconds: float) -> float:
    """How long the network takes for a decision, among however many moves are legal."""
    game, player = sidings.game(name), LearnedBot(SEED, looks=looks)
    prepare(game, net=True)
    positions = decisions(game, players)
    asked, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        for states, _, _ in positions:
            player.choose_action(game, states)
            asked += 1
    return 1e6 * spent / asked


def open_spiel_speed(name: str, seconds: float) -> Speed:
    import pyspiel

    game = pyspiel.load_game(name)
    choose = random.Random(SEED)
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    simulations, moves, spent = 0, 0.0, 0.0
    for number in range(POSITIONS):
        state = game.new_initial_state()
        walk(state, choose, number)
        while state.is_terminal():  # a short game
            state = game.new_initial_state()
            walk(state, choose, 0)
        length = np.mean([walk(state.clone(), choose) for _ in range(LENGTHS)])
        done, used, most = 0, 0.0, 10
        while used < seconds / POSITIONS:
            bot = pyspiel.ISMCTSBot(SEED, evaluator, UCT, most)
            began = time.perf_counter()
            bot.step(state)
            used += time.perf_counter() - began
            done += most
            most *= 2
        simulations, moves, spent = simulations + done, moves + done * length, spent + used
    return Speed(simulations / spent, moves / spent)


def walk(state: Any, choose: random.Random, decisions: int | None = None) -> int:
    """Play at random until so many decisions are made and there is a choice, or to the end."""
    made = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(outcomes, chances)[0])
            continue
        legal = state.legal_actions()
        if decisions is not None and made >= decisions and len(legal) > 1:
            break
        state.apply_action(choose.choice(legal))
        made += 1
    return made


def main(seconds: float = 2) -> None:
    """Measure each game for so many seconds."""
    theirs = {name: open_spiel_speed(name, seconds) for name in OPEN_SPIEL}
    table = Table("OpenSpiel's ISMCTS on", "simulations/s", "simulated moves/s", title="One core")
    for name, speed in theirs.items():
        table.add_row(name, f"{speed.simulations:,.0f}", f"{speed.moves:,.0f}")
    console.print(table)
    best = max(speed.moves for speed in theirs.values())
    ours = Table("game", "players", "playouts", "simulations/s", "simulated moves/s",
                 *(f"moves/s: times {name}" for name in OPEN_SPIEL))  # fmt: skip
    for name in sidings.game_names():
        for players in PLAYERS:
            for depth, playouts in PLAYOUTS.items():
                speed = our_speed(name, players, depth, seconds)
                ratios = [f"{speed.moves / theirs[other].moves:.1f}" for other in OPEN_SPIEL]
                ours.add_row(name, str(players), playouts, f"{speed.simulations:,.0f}",
                             f"{speed.moves:,.0f}", *ratios)  # fmt: skip
    console.print(ours)
    network = Table("game", "worlds it glances at", *(f"{players} players" for players in PLAYERS),
                    title="The learned network, µs per decision")  # fmt: skip
    for name, looks in product(sidings.game_names(), LOOKS):
        spent = [network_microseconds(name, players, looks, seconds) for players in PLAYERS]
        network.add_row(name, str(looks), *(f"{one:.0f}" for one in spent))
    console.print(network)
    console.print(f"OpenSpiel's best: {best:,.0f} simulated moves/s", style="dim")


if __name__ == "__main__":
    run(main)
