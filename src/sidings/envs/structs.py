"""Structs of OpenSpiel 2 for our games: a state, an observation and an action as JSON.

pyspiel's own classes of structs cannot be derived from in Python, so these have the same face:
made from JSON or a dictionary, and written with ``to_json`` and ``to_dict``.
"""

import json
from typing import Any, ClassVar


class Struct:
    """A few named values."""

    fields: ClassVar[tuple[str, ...]]

    def __init__(self, values: str | dict[str, Any]) -> None:
        try:
            read = json.loads(values) if isinstance(values, str) else dict(values)
        except ValueError as error:
            raise RuntimeError(f"expected JSON: {error}") from None  # as pyspiel's own do
        if not isinstance(read, dict) or set(read) != set(self.fields):
            raise RuntimeError(f"expected an object with {', '.join(self.fields)}")
        self.__dict__.update(read)

    def to_dict(self) -> dict[str, Any]:
        """The values by name."""
        return {name: getattr(self, name) for name in self.fields}

    def to_json(self) -> str:
        """The values as a JSON object."""
        return json.dumps(self.to_dict())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Struct) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # its values may change


class StateStruct(Struct):
    """A whole position; null before the deal."""

    fields = ("position",)
    position: dict[str, Any] | None


class ObservationStruct(Struct):
    """What a seat (from 1, 0 for a spectator) sees, and its legal moves when it is its turn."""

    fields = ("seat", "position", "moves")
    seat: int
    position: dict[str, Any] | None
    moves: list[str]


class ActionStruct(Struct):
    """One move in notation."""

    fields = ("move",)
    move: str


#: For ``action_struct_spec``: what an action needs, and an example.
ACTION_SPEC = ('{"move": string}', '{"move": "draw"}')
