"""Whatever is given for options, players, decks or positions: an error of ours, and a short one."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import sidings

DEEP: Any = reduce(lambda inner, _: [inner], range(100_000), [])
HOSTILE = {
    "deep": DEEP,
    "deep object": {"rounds": DEEP},
    "huge number": 10**5000,
    "huge number within": [10**5000],
    "long": "x" * 100_000,
    "nan": float("nan"),
    "bytes": b"x",
    "something else": object(),
}


def is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(sidings.SidingsError) as caught:
        call()
    assert len(str(caught.value)) < 800


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_dealt(what: str) -> None:
    value = HOSTILE[what]
    is_refused(lambda: sidings.deal(value))
    is_refused(lambda: sidings.deal("mexican-train", players=value))
    is_refused(lambda: sidings.deal("mexican-train", options=value))
    is_refused(lambda: sidings.deal("mexican-train", rounds=value))
    is_refused(lambda: sidings.deal("mexican-train", preset=value))
    is_refused(lambda: sidings.deal("mexican-train", seed=value))


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("name", sidings.game_names())
def test_decks(name: str, what: str) -> None:
    value = HOSTILE[what]
    for deck in (value, {"1": value}, {10**5000: "protect"}, {"wagons": value}):
        is_refused(lambda deck=deck: sidings.game(name, deck))


@pytest.mark.parametrize("name", sidings.game_names())
def test_every_key_of_a_position(name: str) -> None:
    game = sidings.game(name)
    position = sidings.deal(game, seed=1).dump()
    for what in ("deep", "huge number within", "nan"):
        is_refused(lambda value=HOSTILE[what]: sidings.load(value))
        for key in position:
            changed = {**position, key: HOSTILE[what]}
            is_refused(lambda changed=changed: sidings.load(changed, game=game))


def test_a_mapping_of_another_type_is_a_position_too() -> None:
    position = sidings.deal("game-of-trains", seed=1).dump()
    assert sidings.load(MappingProxyType(position)).dump() == position  # type: ignore[arg-type]  # not a dict


@pytest.mark.parametrize("content", ["a\0b", "\0", '"' + "x" * 200_000])
def test_deck_files(content: str, tmp_path: Path) -> None:
    path = tmp_path / "deck"
    path.write_text(content)
    for name in ("game-of-trains", "continental-express"):
        is_refused(lambda name=name: sidings.game(name, content))  # as the name of a file
        is_refused(lambda name=name: sidings.game(name, path))
