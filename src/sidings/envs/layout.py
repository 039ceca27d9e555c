"""Where each feature of a game's observation lies in the vector."""

from typing import Any

import numpy as np

from sidings.errors import BadOption
from sidings.games.contract import Game
from sidings.games.parts import Feature
from sidings.kernel.record import Array


class Layout:
    """The features of an observation, one after another."""

    def __init__(self, features: tuple[Feature, ...]) -> None:
        self.features = features
        self.offsets: dict[str, int] = {}
        self.size = 0
        for feature in features:
            self.offsets[feature.name] = self.size
            self.size += feature.size
        self.low: Array = np.concatenate([np.full(f.size, f.low, np.int16) for f in features])
        self.high: Array = np.concatenate([np.full(f.size, f.high, np.int16) for f in features])

    def unpack(self, observations: Array) -> dict[str, Array]:
        """The features by name, as views; of one observation or of a batch of them."""
        batch = observations.shape[:-1]
        return {
            feature.name: observations[..., start : start + feature.size].reshape(
                (*batch, *feature.shape)
            )
            for feature, start in zip(self.features, self.offsets.values(), strict=True)
        }

    def table(self) -> str:
        """The features as a Markdown table, for the documentation."""
        lines = ["| offset | part | shape | range | meaning |", "|---:|---|---|---|---|"]
        for feature in self.features:
            shape = " × ".join(map(str, feature.shape)) or "1"
            lines.append(
                f"| {self.offsets[feature.name]} | `{feature.name}` | {shape} "
                f"| {feature.low} … {feature.high} | {feature.meaning} |"
            )
        return "\n".join(lines)


def layout_of(game: Game[Any]) -> Layout:
    """The layout of the game's observation; its encoder is bound, so that kernels can call it.

    >>> import sidings
    >>> layout = layout_of(sidings.game("game-of-trains"))
    >>> layout.size, layout.offsets["trains"]
    (266, 6)
    """
    if not game.has_part("observation"):
        raise BadOption(f"{game.title} has no observation: its folder has no observation.py")
    return Layout(game.part("observation").FEATURES)
