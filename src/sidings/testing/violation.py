"""What a game that does not keep the contract is told, and which tables are tried."""

import random
from typing import Any

from sidings.errors import BadOption
from sidings.games.contract import Game


class BrokenContract(AssertionError):
    """A game does not keep the contract; the message says where and how."""


def one_of_each(game: Game[Any]) -> list[tuple[int, dict[str, int | str]]]:
    """Every number of players with the default options, then with one option changed at a time."""
    changes: list[dict[str, int | str]] = [{}]
    for option in game.options:
        changes += [{option.name: value} for value in option.values[1:]]
    tables = []
    for change in changes:
        for players in game.players:
            try:
                game.check_options(change, players)
            except BadOption:
                continue
            tables.append((players, change))
    return tables


def random_mix(game: Game[Any], seed: int) -> tuple[int, dict[str, int | str]]:
    """A random number of players with random options that go together."""
    chance = random.Random(seed)
    while True:
        players = chance.choice(game.players)
        options = {option.name: chance.choice(option.values) for option in game.options}
        try:
            return players, game.check_options(options, players)
        except BadOption:
            continue
