"""The policies of a batch: bots that are a few numbers, so that any device can play them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sidings.bots.catalogue import read_level
from sidings.bots.levels import characters_of, level_of, levels_of, playable
from sidings.errors import BadOption, shown
from sidings.games.contract import Game
from sidings.games.parts import Level, leaning
from sidings.kernel.record import Array
from sidings.lab.kernels import AT_RANDOM, BY_NETWORK, DEPTH, LOOKS

DEPTHS = range(3)
MOST = 100_000  # of blur, and of looks
PLAIN = (0, 0, *leaning({}))  # no blur, no glance and no style


def read_policy(game: Game[Any], name: object) -> tuple[int, ...]:
    """The numbers of a policy: its depth, blur and looks, and how much of each term it counts.

    >>> import sidings
    >>> read_policy(sidings.game("game-of-trains"), "thumb:depth=1,blur=20")
    (1, 20, 0, 100, 100, 100, 100, 100, 100, 100, 100)
    >>> read_policy(sidings.game("game-of-trains"), "net:looks=40")[:3] == (BY_NETWORK, 0, 40)
    True
    """
    if name == "random":
        return AT_RANDOM, *PLAIN
    level = _level(game, name)
    if level.searches:
        raise BadOption(
            f"{name} searches, which batches do not; they play {_offered(game)}"
            " (the arena plays every bot)"
        )
    by_network = playable(level, game).net
    if max(level.blur, level.looks) > MOST or not (by_network or level.depth in DEPTHS):
        most = f"a depth of 0 to 2, and a blur or looks of at most {MOST}"
        raise BadOption(f"a policy has {most}, not {shown(name)}")
    depth, looks = (BY_NETWORK, level.looks) if by_network else (level.depth, 0)
    return depth, level.blur, looks, *(level.style or leaning({}))


def like(game: Game[Any], bot: object) -> tuple[int, ...]:
    """The policy that plays most like a bot: itself, or the network for one that looks ahead.

    >>> import sidings
    >>> like(sidings.game("game-of-trains"), "master")[0] == BY_NETWORK
    True
    """
    try:
        policy = read_policy(game, bot)
    except BadOption:
        return BY_NETWORK, *PLAIN
    return policy if policy[LOOKS] == 0 else (BY_NETWORK, *PLAIN)


def usual_policy(game: Game[Any]) -> str:
    """``club``, or ``random`` for a game without a rule of thumb, where ``club`` searches.

    >>> import sidings
    >>> usual_policy(sidings.game("game-of-trains"))
    'club'
    """
    return "random" if levels_of(game)["club"].searches else "club"


def _level(game: Game[Any], name: object) -> Level:
    if isinstance(name, str):
        kind, _, settings = name.partition(":")
        if kind in ("thumb", "search", "net"):
            return read_level(kind, settings)
        if name in (*levels_of(game), *characters_of(game)):
            return level_of(game, name)
    raise BadOption(f"there is no policy {shown(name)}; batches play {_offered(game)}")


def _offered(game: Game[Any]) -> str:
    levels = [name for name, level in levels_of(game).items() if not level.searches]
    thumbs = ["random", "thumb", "thumb:depth=1,blur=20", "net", "net:blur=40", "net:looks=40"]
    return ", ".join([*thumbs, *levels, *characters_of(game)])


def seat_policies(policies: object, players: int) -> list[int]:
    """Which policy sits at each seat: they are repeated until the table is full."""
    if not isinstance(policies, Sequence) or not 1 <= len(policies) <= players:
        count = len(policies) if isinstance(policies, Sequence) else shown(policies)
        raise BadOption(f"{players} seats take 1 to {players} policies, not {count}")
    return [seat % len(policies) for seat in range(players)]


def line_ups(numbers: Array, seats: Sequence[int], rotate: bool) -> Array:
    """By line-up and seat: the numbers of its policy; rotated, each policy sits everywhere once."""
    return np.stack([numbers[rotated(seats, by)] for by in range(len(seats) if rotate else 1)])


def rotated(seats: Sequence[int], by: int) -> list[int]:
    return [*seats[by:], *seats[:by]]


def all_at_random(line_ups: Array) -> bool:
    return bool((line_ups[:, :, DEPTH] == AT_RANDOM).all())
