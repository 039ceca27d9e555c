"""Moves are read from what a seat sees, and a record is read as it is."""

import types
from typing import Any

import numpy as np
import pytest

from high_card import HighCard
from sidings.errors import IllegalMove
from sidings.kernel import Record, bind, field, record_dtype
from sidings.kernel.fast import fast_generator
from sidings.kernel.play import hide_copy_at
from sidings.tables.reveal import reveals
from sidings.tables.runtime import Runtime, runtime_of
from tables.people import Played


def test_an_error_tells_nothing_that_the_asker_may_not_know() -> None:
    """GT-4: the cards that one drew in the set-up are named in the objection to another."""
    table = Played().start()
    other = 3 - table.state.turn
    drawn = {move.split()[1] for move in table.moves()}
    for card in range(1, 85):
        with pytest.raises(IllegalMove) as error:
            table.state.runtime.read(table.state.position, other, f"keep {card} at 1")
        words = set(str(error.value).replace(",", " ").split()) - {str(card)}
        assert not words & drawn


def test_the_fast_view_reads_as_the_record_itself(each_game: str) -> None:
    table = Played(each_game).start().play_at_random(40)
    position, runtime = table.state.position, table.state.runtime
    assert position is not None
    for seat in range(3):
        plain = np.zeros(1, runtime.game.dtype)
        hide_copy_at(position, 0, seat - 1, plain)
        seen = runtime.look(position, seat)
        for name in runtime.game.dtype.names:
            assert np.array_equal(getattr(seen.fields, name), plain[0][name])
        assert runtime.game.dump(seen.fields, True) == runtime.game.dump(plain[0], True)


def test_a_short_game_is_over_before_the_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidings.tables.runtime.WARM_UP_MOVES", 3)
    runtime = Runtime(HighCard())
    assert runtime.turn(runtime.game.template(2, {})) == 1


def test_the_runtimes_of_other_people_s_decks_are_dropped_in_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: dict[tuple[str, str], Runtime] = {}
    monkeypatch.setattr("sidings.tables.runtime._runtimes", kept)
    monkeypatch.setattr("sidings.tables.runtime.CUSTOM_DECKS", 0)
    decks = [{str(card): ability for card in range(1, 85)} for ability in ("protect", "move-left")]
    first, second = (runtime_of("game-of-trains", deck) for deck in decks)
    assert first is not second
    assert list(kept.values()) == [second]


@pytest.mark.plain
def test_a_shuffle_counts_as_something_told() -> None:
    """Even where nobody sees its effect."""

    class Shuffler(Record):
        shuffler: int = field(np.int8)

    def apply(s: Any, action: int) -> None:
        s.shuffles += 1

    rules = types.ModuleType("shuffler")
    vars(rules).update(
        apply=apply,
        legal=lambda s, out: 1,
        hide=lambda s, seat: None,
        guess=lambda s, seat, rng: None,
    )
    bind(record_dtype(Shuffler), rules)
    states = [np.zeros(room, record_dtype(Shuffler)) for room in (1, 1, 1, 3)]
    raw = states[3].view(np.uint32).reshape(3, -1)
    out, rng = np.zeros(4, np.int16), fast_generator(1)
    assert reveals(*states, raw, 0, 0, 2, out, rng)
