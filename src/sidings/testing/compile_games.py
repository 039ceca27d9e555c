"""Compile every game once, so that the tests of several processes find it in the cache.

python -m sidings.testing.compile_games
"""

from sidings.games.catalogue import game, game_names
from sidings.lab import play
from sidings.server.games import warm_up_bots
from sidings.tables.runtime import runtime_of


def main() -> None:
    for name in game_names():
        runtime_of(name)
        warm_up_bots(game(name))
        play(name, "thumb", games=1)


if __name__ == "__main__":
    main()
