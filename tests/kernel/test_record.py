"""Records: every byte has a name, every field is aligned."""

import pickle

import numpy as np
import pytest

from sidings.games.catalogue import game, game_names
from sidings.kernel.record import Record, field, record_dtype

LARGEST = {"game-of-trains": 512, "mexican-train": 1024, "continental-express": 1024}


@pytest.mark.parametrize("name", game_names())
def test_states_are_small_and_have_no_nameless_bytes(name: str) -> None:
    dtype = game(name).dtype
    assert dtype.names is not None
    assert dtype.itemsize <= LARGEST[name]
    assert dtype.itemsize == sum(dtype[field].itemsize for field in dtype.names)
    for field_name in dtype.names:
        kind, offset = dtype.fields[field_name][:2]  # type: ignore[index]  # it has names
        assert offset % kind.base.itemsize == 0


def test_a_record_that_fills_its_words_needs_no_filler() -> None:
    class Full(Record):
        rest: int = field(np.int8, 3)

    assert "filler" not in (record_dtype(Full).names or ())
    assert "filler" in (record_dtype(Record).names or ())


@pytest.mark.parametrize("name", game_names())
def test_a_record_has_its_fields_and_no_others(name: str) -> None:
    states = game(name).template(2, {})
    record = states[0]
    record.shuffles = 7
    assert (states["shuffles"][0], record.shuffles, record.players) == (7, 7, 2)
    with pytest.raises(AttributeError):
        record.shufles = 8
    again = pickle.loads(pickle.dumps(record))
    assert (again.shuffles, again.tobytes()) == (7, record.tobytes())
