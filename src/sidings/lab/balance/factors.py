"""What may decide a game: its counters, with names for people."""

from collections.abc import Callable, Mapping
from typing import Any

from sidings.games.continental_express.rules import CONTRACT_NAMES
from sidings.games.contract import Game
from sidings.kernel.record import Array
from sidings.lab.balance.measures import Factor, holders_of, most_of
from sidings.lab.counters import counters_of

#: Counters that name what a seat had (0 for nothing) instead of counting something.
_KINDS = {"contract", "objectives"}

MOST_OF = "Who had the most"


def factors(game: Game[Any], rows: Array, shares: Array) -> list[Factor]:
    """Every counter of the game's seats, held against winning; the strongest of a group first."""
    labels = _LABELS.get(game.name, lambda game: {})(game)
    found: list[Factor] = []
    for counter in counters_of(game):
        title = counter.name.replace("_", " ")
        if not counter.of_seat:
            continue
        values = rows[counter.name]
        if counter.name in _KINDS:
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


Labels = Mapping[str, tuple[str, list[str]]]


def _continental_express(game: Any) -> Labels:
    kinds, objectives = game.card_list.kinds, game.card_list.objectives
    return {
        "cards_taken": ("Who took the most", list(kinds[1:])),
        "contract": ("Who had the contract", list(CONTRACT_NAMES)),
        "objectives": (
            "Who validated the objective",
            [_objective(number, one, kinds) for number, one in enumerate(objectives, start=1)],
        ),
    }


def _objective(number: int, objective: Any, kinds: tuple[str, ...]) -> str:
    """An objective in words: its number, what it needs, and its points."""
    needs = [
        f"{count} {kinds[kind]}" if count > 1 else kinds[kind]
        for kind, count in enumerate(objective.wagons, start=1)
        if count
    ]
    return f"{number}: {', '.join(needs)} ({objective.points})"


_LABELS: dict[str, Callable[[Any], Labels]] = {"continental-express": _continental_express}
