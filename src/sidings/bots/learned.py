"""The learned network of a game: its file, and the bot that plays the move it values most."""

import hashlib
import warnings
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sidings.bots.contract import KernelBot
from sidings.bots.network import Room, Weights, learned_at, room_for
from sidings.bots.thumb import ThumbBot
from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.games.parts import Input, Senses
from sidings.kernel.fast import fast_generator
from sidings.kernel.record import Array

WEIGHTS, ABOUT = "net.bin", "net.json"


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


def unpack(data: bytes, about: About, senses: Senses) -> Weights:
    """The weights of a file, checked."""
    if hashlib.sha256(data).hexdigest() != about.sha256:
        raise BadOption(f"{WEIGHTS} does not have the hash that {ABOUT} names")
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
    if at != numbers.size or [len(arrays["own"]), len(arrays["others"])] != rows:
        raise BadOption(f"{WEIGHTS} was trained for other inputs than the game has now")
    return Weights(**arrays)


def about_of(folder: Path | Traversable) -> About:
    return msgspec.json.decode(folder.joinpath(ABOUT).read_bytes(), type=About)


def load(folder: Path | Traversable, senses: Senses) -> Weights:
    """The network in a folder."""
    return unpack(folder.joinpath(WEIGHTS).read_bytes(), about_of(folder), senses)


def home_of(game: Game[Any]) -> Traversable:
    """The folder of a game's network."""
    return files(game.part("net").__package__)


def has_network(game: Game[Any]) -> bool:
    return game.has_part("net") and home_of(game).joinpath(WEIGHTS).is_file()


@cache
def _network(game: type[Game[Any]], folder: str) -> Weights:
    senses: Senses = game().part("net").SENSES
    return load(Path(folder) if folder else home_of(game()), senses)


def network_of(game: Game[Any], folder: str = "") -> tuple[Weights, Room]:
    """The game's network, or the one in another folder, and room to ask it."""
    weights = _network(type(game), folder)
    return weights, room_for(weights, game.part("net").SENSES)


class LearnedBot(KernelBot):
    """Plays the move that the network values most; without one, by the rule of thumb."""

    def __init__(self, folder: str = "", seed: int = 0) -> None:
        self._folder = folder
        self._rng = fast_generator(seed)
        self._thumb = ThumbBot(seed=seed)
        self._networks: dict[str, tuple[Weights, Room] | None] = {}

    def choose_action(self, game: Game[Any], states: Array) -> int:
        if game.name not in self._networks:
            self._networks[game.name] = self._prepare(game)
        network = self._networks[game.name]
        if network is None:
            return self._thumb.choose_action(game, states)
        actions = np.zeros(game.actions, np.int16)
        return learned_at(states, 0, *network, actions, self._rng)

    def _prepare(self, game: Game[Any]) -> tuple[Weights, Room] | None:
        if self._folder or has_network(game):
            return network_of(game, self._folder)
        reason = f"{game.title} has no learned network: the rule of thumb plays instead"
        warnings.warn(reason, stacklevel=2)
        game.part("bot")
        return None
