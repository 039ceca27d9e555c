"""The script of a game: its texts and views in JavaScript, and a class for its record."""

import re
from math import prod
from typing import Any

import numpy as np

from sidings.bots.analysis import (
    DEEP_PLAYOUTS,
    PLAYOUTS,
    moment_of,
    playouts_each,
    share_out,
    sum_up,
    weigh,
)
from sidings.bots.levels import characters_of, levels_of
from sidings.bots.weights import JUDGE, NET, about_of, has_network, home_of
from sidings.games.contract import Game
from sidings.offline.literals import literal
from sidings.offline.sources import fingerprint
from sidings.offline.translate import Script

METHODS = {
    "check_players": "checkPlayers",
    "check_options": "checkOptions",
    "prepare": "prepare",
    "read_options": "readOptions",
    "write_move": "writeMove",
    "read_move": "readMove",
    "object_to": "objectTo",
    "dump": "dump",
    "view": "view",
    "choices": "choices",
    "tell": "tell",
}
ANALYSIS = {
    "playoutsEach": playouts_each,
    "weigh": weigh,
    "momentOf": moment_of,
    "shareOut": share_out,
    "sumUp": sum_up,
}
ATTRIBUTE = re.compile(r"\.(\w+)")


def write_script(game: Game[Any]) -> tuple[str, Script]:
    """The script of a game; the kernels that it calls are to be exported by its module."""
    script = Script(game)
    methods = {name: script.method(method) for method, name in METHODS.items()}
    methods |= {name: script.function(function) for name, function in ANALYSIS.items()}
    body = script.text()
    state = _state(game.dtype, {"players", *ATTRIBUTE.findall(body)})
    exported = [f"  {name}: {function}," for name, function in methods.items()]
    facts = [f"  {name}: {literal(value)}," for name, value in _facts(game).items()]
    helpers = ", ".join(sorted({*script.helpers, "record"}))
    heading = f"// Made by sidings.offline from {type(game).__module__}: do not edit."
    text = "\n".join(
        [
            heading,
            f"import {{ {helpers} }} from '../src/lib/local/python.ts';",
            state,
            body,
            "export const script = {",
            "  State,",
            *facts,
            *exported,
            "};",
            "",
        ]
    )
    return text, script


def _facts(game: Game[Any]) -> dict[str, Any]:
    bot = game.part("bot")
    return {
        "name": game.name,
        "title": game.title,
        "rulesVersion": game.rules_version,
        "fingerprint": fingerprint(game.name),
        "players": game.players,
        "actions": game.actions,
        "mostEvents": game.most_events,
        "size": game.dtype.itemsize,
        "keyAt": _offset(game.dtype, "key"),
        "playersAt": _offset(game.dtype, "players"),
        "objections": dict(game.objections),
        "terms": [list(words) for words in bot.TERMS],
        "levels": {**levels_of(game), **characters_of(game)},
        "playouts": [PLAYOUTS, DEEP_PLAYOUTS],
        "ratings": game.part("ratings").RATINGS,
        "networks": {
            part: 2 * sum(map(prod, about_of(home_of(game), part).shapes.values()))  # bytes
            for part in (NET, JUDGE)
            if has_network(game, part)
        },
    }


def _offset(dtype: np.dtype[Any], name: str) -> int:
    assert dtype.fields is not None
    return int(dtype.fields[name][1])


def _state(dtype: np.dtype[Any], used: set[str]) -> str:
    """A class for a record that lies at an address, with a property for each field that is used.

    Of a field it says the kind of its numbers, where it begins in the record, and its shape.
    """
    assert dtype.fields is not None
    fields = {}
    for name, place in dtype.fields.items():
        kind, offset = place[0], place[1]
        if name in used:
            fields[name] = [kind.base.str[1:], offset // kind.base.itemsize, *kind.shape]
    return f"const State = record({dtype.itemsize}, {literal(fields)});"
