"""Values and names of Python's in JavaScript."""

import dataclasses
import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np


class Untranslatable(Exception):
    """Something outside the subset, and where it stands."""


def literal(value: Any) -> str:
    """A value of Python's as JavaScript."""
    match value:
        case None | bool() | int() | float() | str():
            return json.dumps(value, ensure_ascii=False)
        case np.integer():
            return str(int(value))
        case np.dtype():
            return "null"  # the script of a game has one type of record
        case np.ndarray():
            return literal(value.tolist())
        case re.Pattern():
            return f"new RegExp({json.dumps(f'^(?:{value.pattern})$')})"
        case Mapping():
            if all(isinstance(key, str) for key in value):
                pairs = [f"{json.dumps(key)}: {literal(one)}" for key, one in value.items()]
                return "{" + ", ".join(pairs) + "}"
            pairs = [f"[{literal(key)}, {literal(one)}]" for key, one in value.items()]
            return f"new Map([{', '.join(pairs)}])"
        case range() | list() | tuple():
            return f"[{', '.join(map(literal, value))}]"
    if dataclasses.is_dataclass(value):
        names = [field.name for field in dataclasses.fields(value)]
        names += [name for name, one in vars(type(value)).items() if isinstance(one, property)]
        return literal({name: getattr(value, name) for name in names})
    if isinstance(value, msgspec.Struct):
        return literal(msgspec.to_builtins(value))
    raise Untranslatable(f"a constant of type {type(value).__name__}: {value!r:.80}")


def safe(name: str) -> str:
    """A local name that means nothing else in JavaScript, nor is one of ours."""
    return f"${name}"
