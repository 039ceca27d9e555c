"""The Python face of a game."""

import json
import subprocess
import sys
from typing import Any

import pytest

import sidings
from sidings.play.keys import commitment, key_of_seed
from sidings.play.table import Table


def ended() -> Table:
    """A finished game of two."""
    trains = [[71, 61, 52, 46, 31, 21, 12], [2, 14, 33, 23, 44, 55, 60]]
    used = {card for train in trains for card in train} | {4}
    position = sidings.deal("game-of-trains", seed=7).dump()
    position |= {"phase": "turn", "drawn": None, "turn": 2, "row": [4], "trains": trains}
    position["deck"] = [card for card in range(1, 85) if card not in used]
    table = sidings.load(position)
    table.play("swap 3 4")
    return table


def test_importing_is_light() -> None:
    """Nothing that is slow to load comes with ``import sidings``."""
    code = "import sidings, sys; print([m for m in ('numba', 'numpy', 'rich') if m in sys.modules])"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "[]"


def test_the_public_names_are_there() -> None:
    for name in sidings.__all__:
        assert getattr(sidings, name)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        sidings.chess  # noqa: B018  # the attribute is what is tested


def test_the_same_seed_deals_the_same_game() -> None:
    def dumped(seed: int | str) -> dict[str, Any]:
        return sidings.deal("game-of-trains", seed=seed).dump()

    assert dumped(7) == dumped(7) == dumped("7") != dumped(8)
    assert dumped(key_of_seed(7).hex()) == dumped(7)


def test_without_a_seed_every_deal_is_another() -> None:
    one, two = sidings.deal("game-of-trains"), sidings.deal("game-of-trains")
    assert one.seed != two.seed
    assert one.dump() != two.dump()


def test_a_commitment_fixes_the_key_and_does_not_tell_it() -> None:
    assert commitment(7) == commitment("7") != commitment(8)
    assert key_of_seed(7).hex() not in commitment(7)


@pytest.mark.parametrize("seed", [1.5, True, None, b"7", [], 10**100, "", " 7", "a\nb", "\ud800"])
def test_what_is_no_seed(seed: Any) -> None:
    with pytest.raises(sidings.BadOption):
        sidings.load(sidings.deal("game-of-trains", seed=1).dump(), seed=seed or b"")


def test_unknown_games_and_options() -> None:
    for name in ("chess", None, ["game-of-trains"]):
        with pytest.raises(
            sidings.UnknownGame, match="there are continental-express, game-of-trains"
        ):
            sidings.deal(name)  # type: ignore[arg-type]  # it is wrong on purpose
    with pytest.raises(sidings.BadOption, match="has no option 'rounds'; it has no options"):
        sidings.deal("game-of-trains", rounds=3)
    with pytest.raises(sidings.BadOption, match="options must be a mapping"):
        sidings.game("game-of-trains").check_options(["rounds"], 2)
    with pytest.raises(sidings.BadOption, match="has no option 'colour'; it has rounds, set"):
        sidings.deal("mexican-train", options={"colour": 1})
    with pytest.raises(sidings.BadOption, match="option dead_double is one of 'wait', 'release'"):
        sidings.deal("mexican-train", dead_double="never")
    with pytest.raises(sidings.BadDeck, match="fixed set"):
        sidings.deal("mexican-train", deck="my.csv")
    with pytest.raises(sidings.BadOption, match="give the deck to sidings"):
        sidings.deal(sidings.game("game-of-trains"), deck="my.csv")


def test_a_game_object_deals_too() -> None:
    assert sidings.deal(game=sidings.game("game-of-trains"), players=3, seed=1).players == 3


def test_undo_takes_moves_back_one_by_one() -> None:
    table = sidings.deal("game-of-trains", seed=7)
    positions = [table.dump()]
    for _ in range(5):
        table.play(table.moves()[0])
        positions.append(table.dump())
    assert len(table.seats) == len(table.history) == 5
    for position in reversed(positions[:-1]):
        table.undo()
        assert table.dump() == position
    with pytest.raises(sidings.BadOption, match="no move to take back"):
        table.undo()


def test_a_copy_is_played_on_its_own() -> None:
    table = sidings.deal("game-of-trains", seed=7)
    table.play(table.moves()[0])
    twin = table.copy()
    twin.play(twin.moves()[0])
    twin.undo()
    assert twin.dump() == table.dump()
    twin.play(twin.moves()[1])
    twin.names[0] = "Ann"
    assert len(table.history) == 1
    assert table.names[0] == "Seat 1"


def test_the_result() -> None:
    table = ended()
    assert sidings.deal("game-of-trains", seed=1).result is None
    assert table.turn is None
    assert table.moves() == table.actions() == []
    assert table.result is not None
    assert table.result.winners == [2]


def test_dump_for_seats() -> None:
    table = sidings.deal("game-of-trains", seed=7)
    assert json.loads(json.dumps(table.dump())) == table.dump() == table.dump(hidden=False)
    assert table.dump(hidden=True) == table.dump(seat=0)
    for seat in (-1, 3, True, "1", 10**30):
        with pytest.raises(sidings.BadOption, match="there is no seat"):
            table.dump(seat=seat)  # type: ignore[arg-type]  # it is wrong on purpose


@pytest.mark.parametrize("position", [None, [], "x", 7, {}, {1: 2}, {"game": "chess"}, {"game": 7}])
def test_what_is_no_position(position: Any) -> None:
    with pytest.raises(sidings.SidingsError):
        sidings.load(position)


def test_a_loaded_position_plays_on_alike_unless_the_seed_differs() -> None:
    position = sidings.deal("game-of-trains", seed=7).dump()
    position["discard"], position["deck"] = position["deck"][1:], position["deck"][:1]

    def deck(**seed: Any) -> list[int]:
        table = sidings.load(position, **seed)
        while table.dump()["phase"] == "setup":
            table.play(table.moves()[0])
        table.play("draw")
        cards: list[int] = table.dump()["deck"]
        return cards

    assert deck() == deck() != deck(seed=1)


def test_moves_of_other_types_are_refused() -> None:
    for move in (None, 7, b"draw", ["draw"]):
        with pytest.raises(sidings.UnknownMove):
            sidings.deal("game-of-trains", seed=7).play(move)  # type: ignore[arg-type]  # wrong on purpose


def test_repr_and_str() -> None:
    table = sidings.deal("game-of-trains", seed=7)
    assert repr(table) == "<Table of game-of-trains, 2 players, 0 moves>"
    assert "Game of Trains: Seat" in str(table)
    assert "\x1b" not in str(table)
    assert "won, scores [0, 1]" in str(ended())
