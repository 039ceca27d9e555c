"""The decoder takes anything."""

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from sidings.server import protocol

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.binary() | st.text())
def test_any_bytes_are_a_command_or_a_typed_error(frame: bytes | str) -> None:
    try:
        protocol.decode(frame)
    except (msgspec.MsgspecError, UnicodeError):
        protocol.id_of(frame)


@given(st.dictionaries(st.sampled_from(["do", "id", "table", "move", "version", "seat"]), JSON))
def test_any_object_is_a_command_or_a_typed_error(fields: dict[str, Any]) -> None:
    frame = msgspec.json.encode(fields)
    try:
        command = protocol.decode(frame)
    except (msgspec.MsgspecError, UnicodeError):
        protocol.id_of(frame)
    else:
        assert command.id == fields["id"]
