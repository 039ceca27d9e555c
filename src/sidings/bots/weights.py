"""The learned networks of a game as files beside its rules: weights, and where they come from.

``net`` is the network that plays, ``judge`` the one that sees all cards. Each is a part of the
game, which says what it is told, and two files of that name.
"""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sidings.bots.network import Network, Weights, room_for
from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.games.parts import Input, Senses
from sidings.kernel.record import Array

NET, JUDGE = "net", "judge"
WEIGHTS, ABOUT = "{}.bin", "{}.json"  # of a part


class About(msgspec.Struct, frozen=True):
    """What stands beside the weights: their shape and hash, and where they come from."""

    sha256: str
    shapes: dict[str, list[int]]  # of the weights, in the order of the file
    seed: int
    iterations: int
    command: str  # that trains such a network
    measured: dict[str, str] = {}  # the result of each arena command
    curve: list[dict[str, float]] = []  # the log of the training, some lines of it


def starts_of(kinds: tuple[Input, ...]) -> Array:
    """Where the rows of each input begin."""
    values = [kind.values for kind in kinds for _ in range(kind.count)]
    return np.cumsum([0, *values], dtype=np.int32)[:-1]


def pack(weights: Weights) -> tuple[bytes, dict[str, list[int]]]:
    """The weights as the bytes of a file, and their shapes."""
    learned = {name: array for name, array in weights._asdict().items() if array.dtype == np.int16}
    data = b"".join(array.astype("<i2").tobytes() for array in learned.values())
    return data, {name: list(array.shape) for name, array in learned.items()}


def unpack(data: bytes, about: About, senses: Senses, *, grown: bool = False) -> Weights:
    """The weights of a file, checked; ``grown``: the game may have more inputs by now."""
    if hashlib.sha256(data).hexdigest() != about.sha256:
        raise BadOption("the weights of a network do not have the hash that its description names")
    arrays: dict[str, Array] = {
        "own_at": starts_of(senses.own),
        "others_at": starts_of(senses.others),
    }
    numbers, at = np.frombuffer(data, "<i2").astype(np.int16), 0
    for name, shape in about.shapes.items():
        size = int(np.prod(shape))
        arrays[name] = numbers[at : at + size].reshape(shape)
        at += size
    rows = [
        sum(kind.count * kind.values for kind in kinds) for kinds in (senses.own, senses.others)
    ]
    found = [len(arrays["own"]), len(arrays["others"])]
    is_as_told = found == rows or (grown and found[0] <= rows[0] and found[1] <= rows[1])
    if at != numbers.size or not is_as_told:
        raise BadOption("a network was trained for other inputs than the game has now")
    return Weights(**arrays)


def about_of(folder: Path | Traversable, part: str = NET) -> About:
    return msgspec.json.decode(folder.joinpath(ABOUT.format(part)).read_bytes(), type=About)


def load(
    folder: Path | Traversable, senses: Senses, part: str = NET, *, grown: bool = False
) -> Weights:
    """The network in a folder."""
    data = folder.joinpath(WEIGHTS.format(part)).read_bytes()
    return unpack(data, about_of(folder, part), senses, grown=grown)


def home_of(game: Game[Any]) -> Traversable:
    """The folder of a game's networks."""
    return files(str(game.part(NET).__package__))


def has_network(game: Game[Any], part: str = NET) -> bool:
    return game.has_part(part) and home_of(game).joinpath(WEIGHTS.format(part)).is_file()


@cache
def _network(game: type[Game[Any]], part: str) -> Weights:
    return load(home_of(game()), game().part(part).SENSES, part)


def network_of(game: Game[Any], part: str = NET) -> Network:
    """A network of the game, loaded when it is first asked for, and room for a thread to ask it."""
    weights = _network(type(game), part)
    return weights, room_for(weights, game.part(part).SENSES, game.dtype)
