"""Compile every game once, so that the tests of several processes find it in the cache.

python -m sidings.testing.compile_games
"""

from multiprocessing import get_context

from sidings.bots.levels import first_decision
from sidings.bots.luck import LuckMeter, can_measure_luck
from sidings.games.catalogue import game as game_of_name
from sidings.games.catalogue import game_names
from sidings.lab import play
from sidings.server.games import warm_up_bots
from sidings.tables.runtime import runtime_of


def main() -> None:
    with get_context("spawn").Pool(maxtasksperchild=1) as pool:
        pool.map(compile_game, game_names(), chunksize=1)


def compile_game(name: str) -> None:
    game = game_of_name(name)
    runtime_of(name)
    warm_up_bots(game)
    play(name, "thumb", games=1)
    if can_measure_luck(game):
        meter, (states, action) = LuckMeter(game), first_decision(game)
        meter.of(states, action)
        meter.prospects(states)


if __name__ == "__main__":
    main()
