"""What may decide a game: its counters, with names for people."""

from typing import Any

from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.lab.balance.measures import Factor, holders_of, most_of

MOST_OF = "Who had the most"


def factors(game: Game[Any], rows: Array, shares: Array) -> list[Factor]:
    """How each counter of a seat goes together with winning, strongest of a group first."""
    part = game.part("counters")
    labels = part.labels(game)
    found: list[Factor] = []
    for counter in part.COUNTERS:
        title = counter.name.replace("_", " ")
        if not counter.of_seat:
            continue
        values = rows[counter.name]
        if counter.identifies:
            group, names = labels[counter.name]
            for number, name in enumerate(names, start=1):
                held = values == number
                held = held if held.ndim == shares.ndim else held.any(axis=2)
                found.append(holders_of(group, name, held, shares))
        elif counter.width == 1:
            found.append(most_of(MOST_OF, title, values, shares))
        else:
            numbers = [str(number) for number in range(1, counter.width + 1)]
            group, names = labels.get(counter.name, (title, numbers))
            for number, name in enumerate(names):
                if values[:, :, number].any():  # an event is a card that nobody can take
                    found.append(most_of(group, name, values[:, :, number], shares))
    return sorted(found, key=lambda factor: (factor.group, not factor.games, -factor.wins.rate))
