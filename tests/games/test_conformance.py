"""All games keep the contract: random games, exact counts, and golden records."""

import json
from pathlib import Path

import pytest

import sidings
from sidings.testing import check_game, check_many, count_sequences

GOLDEN = Path(__file__).parent / "golden"
COUNTS = json.loads((GOLDEN / "counts.json").read_text())
RECORDS = sorted(GOLDEN.glob("*.train"))

# Each way in which a game can end.
ENDINGS = {
    "game-of-trains-own-action", "game-of-trains-own-removal", "game-of-trains-others-removal",
    "mexican-train-last-domino", "mexican-train-last-domino-double", "mexican-train-blocked",
    "mexican-train-shared-win",
    "continental-express-fourth-objective", "continental-express-idle",
    "continental-express-tie-broken", "continental-express-shared-win",
}  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", sidings.game_names())
def test_random_games_keep_the_contract(name: str) -> None:
    check_game(name, games=4)


@pytest.mark.compiled
@pytest.mark.parametrize("name", sidings.game_names())
def test_thousands_of_random_games_keep_the_contract(name: str) -> None:
    assert list(check_many(name, 2000))[-1] == 2000


@pytest.mark.compiled
@pytest.mark.parametrize("entry", COUNTS, ids=lambda entry: f"{entry['game']}-{entry['players']}")
def test_exact_counts_of_action_sequences(entry: dict[str, object]) -> None:
    table = sidings.deal(**{key: value for key, value in entry.items() if key != "counts"})  # type: ignore[arg-type]  # from JSON
    counts = entry["counts"]
    assert isinstance(counts, list)
    assert [count_sequences(table, depth) for depth in range(1, len(counts) + 1)] == counts


def test_there_is_a_golden_record_for_each_way_a_game_can_end() -> None:
    assert {path.stem for path in RECORDS} == ENDINGS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden_records_replay(path: Path) -> None:
    table = sidings.replay(path)
    assert table.result is not None
    assert table.record() == path.read_text("utf-8")


@pytest.mark.compiled
def test_decks_of_ones_own_keep_the_contract() -> None:
    deck = {str(card): "move-left" if card % 2 else "protect" for card in range(1, 85)}
    check_game(sidings.game("game-of-trains", deck=deck), games=2, both_ways=False)
