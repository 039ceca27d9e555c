"""What is played in training: mostly the printed game, partly house rules and other decks."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from sidings.errors import BadOption
from sidings.games.catalogue import game as game_of_name
from sidings.games.contract import Game
from sidings.kernel.record import Array

TEMPLATES = 256
AS_PRINTED = 0.7  # of the templates
TWO_PLAYERS = 0.5


def templates_for(
    game: Game[Any], seed: int, printed: float = AS_PRINTED, duels: float = TWO_PLAYERS
) -> Array:
    """Templates of games, each for a number of players, options and a deck.

    ``printed`` of them are as printed; ``duels`` are for two players, the others for any number.
    """
    chance = random.Random(seed)
    found = []
    while len(found) < TEMPLATES:
        players = 2 if chance.random() < duels else chance.choice(game.players)
        if chance.random() < printed:
            options, deck = _rounds(game), None
        else:
            options = {option.name: chance.choice(option.values) for option in game.options}
            options |= _rounds(game)
            deck = _DECKS.get(game.name, lambda chance: None)(chance)
        try:
            found.append(game_of_name(game.name, deck=deck).template(players, options))
        except BadOption:
            continue  # not for so many players
    return np.concatenate(found)


def _rounds(game: Game[Any]) -> dict[str, Any]:
    """As many rounds as there can be: each is an episode of its own."""
    return {option.name: 10 for option in game.options if option.name == "rounds"}


def _other_abilities(chance: random.Random) -> dict[str, Any]:
    """The numbers keep their places, the abilities change them; some become rarer."""
    deck = dict(game_of_name("game-of-trains").part("deck").load_deck(None))
    names = game_of_name("game-of-trains").part("rules").ABILITIES
    abilities = list(deck.values())
    chance.shuffle(abilities)
    for i in range(len(abilities)):
        if chance.random() < chance.random() / 2:
            abilities[i] = chance.randrange(len(names))
    return {str(card): names[ability] for card, ability in zip(deck, abilities, strict=True)}


def _other_objectives(chance: random.Random) -> dict[str, Any]:
    """Wagons change their names, objectives their colours and some of their points."""
    game = game_of_name("continental-express")
    data = game.part("deck").as_data(game.card_list)  # type: ignore[attr-defined]
    wagons = [name for name in data["wagons"] if name != "locomotive"]
    renamed = dict(zip(wagons, chance.sample(wagons, len(wagons)), strict=True))
    colours = [objective["colour"] for objective in data["objectives"]]
    chance.shuffle(colours)
    objectives = [
        {
            "colour": colour,
            "wagons": [renamed.get(name, name) for name in objective["wagons"]],
            "points": max(1, objective["points"] + chance.choice((-1, 0, 0, 1))),
        }
        for colour, objective in zip(colours, data["objectives"], strict=True)
    ]
    return {**data, "objectives": objectives}


_DECKS: dict[str, Callable[[random.Random], Any]] = {
    "game-of-trains": _other_abilities,
    "continental-express": _other_objectives,
}
