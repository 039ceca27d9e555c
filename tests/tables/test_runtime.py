"""Moves are read from what a seat sees, and a record is read as it is."""

import numpy as np
import pytest

from sidings.errors import IllegalMove
from sidings.kernel.play import hide_copy_at
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
