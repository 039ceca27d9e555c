"""The server's messages as TypeScript, so that the page cannot disagree with it.

``python -m sidings.server.typescript`` writes ``web/src/lib/protocol.ts`` and what is printed on
the cards; a test checks that the files are up to date.
"""

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from sidings.games.continental_express import deck as express
from sidings.games.game_of_trains import deck as trains
from sidings.server import protocol
from sidings.server.api import operation, people, tables
from sidings.tables import state, views

FROM_CLIENT = protocol.ClientMessage
FROM_SERVER = (protocol.Hello, protocol.Done, protocol.Error, protocol.Said, protocol.Presence,
        protocol.Pong, views.Snapshot, views.Change)  # fmt: skip
REQUESTS = (people.NewGuest, people.Credentials, people.Claim, tables.NewTableRequest)
ANSWERS = (operation.Catalogue, people.Me, tables.NewTableAnswer, tables.TableList, views.View,
           views.HeaderView)  # fmt: skip

HEADING = """// Made by `python -m sidings.server.typescript` from the server's own types.
"""


class _Writer:
    """Writes each struct once, in the order in which it is met."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def struct(self, kind: inspect.StructType, asked: bool) -> str:
        name = kind.cls.__name__
        if name in self.written:
            return name
        self.written[name] = ""  # it may refer to itself
        lines = []
        if kind.tag_field is not None:
            lines.append(f"  {kind.tag_field}: {_text(kind.tag)};")
        for field in kind.fields:
            has_default = not field.required
            mark = (
                "?" if has_default and (asked or kind.cls.__struct_config__.omit_defaults) else ""
            )
            lines.append(f"  {field.encode_name}{mark}: {self.type(field.type, asked)};")
        del self.written[name]
        self.written[name] = "\n".join([f"export interface {name} {{", *lines, "}"])
        return name

    def type(self, kind: inspect.Type, asked: bool) -> str:
        match kind:
            case inspect.Metadata():
                name = (kind.extra or {}).get("typescript")
                return name or self.type(kind.type, asked)
            case inspect.StructType():
                request = asked and not kind.forbid_unknown_fields
                name = self.struct(kind, asked and not request)
                return f"Partial<{name}>" if request else name
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self.type(t, asked) for t in kind.types))
            case inspect.LiteralType():
                return " | ".join(_text(value) for value in kind.values)
            case inspect.StrType():
                return "string"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.DictType():
                return f"Record<string, {self.type(kind.value_type, asked)}>"
            case inspect.TupleType():
                return f"[{', '.join(self.type(t, asked) for t in kind.item_types)}]"
            case inspect.CollectionType():
                item = self.type(kind.item_type, asked)
                return f"({item})[]" if " " in item else f"{item}[]"
            case inspect.RawType() | inspect.AnyType():
                return "unknown"
        raise TypeError(f"no TypeScript for {kind}")


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode().replace('"', "'")


def typescript() -> str:
    """The whole of ``protocol.ts``."""
    writer = _Writer()
    asked = [writer.type(kind, asked=True) for kind in _types(FROM_CLIENT)]
    for request in REQUESTS:
        writer.type(inspect.type_info(request), asked=True)
    told = [writer.type(inspect.type_info(kind), asked=False) for kind in FROM_SERVER]
    for answer in ANSWERS:
        writer.type(inspect.type_info(answer), asked=False)
    parts = [
        HEADING,
        f"export const PROTOCOL = {protocol.PROTOCOL};",
        f"export const SUBPROTOCOL = {_text(protocol.SUBPROTOCOL)};",
        f"export const HISTORY = {state.HISTORY};\n",
        f"export type Phrase = {' | '.join(map(_text, protocol.PHRASES))};\n",
        "\n\n".join(writer.written.values()),
        f"\nexport type Asked = {' | '.join(asked)};",
        f"\nexport type Told = {' | '.join(told)};\n",
    ]
    return "\n".join(parts)


def _types(union: Any) -> tuple[inspect.Type, ...]:
    info = inspect.type_info(union)
    assert isinstance(info, inspect.UnionType)
    return info.types


def deck_of_trains() -> str:
    """The abilities of the wagons of Game of Trains: what is printed on the cards."""
    abilities = list(trains.as_data(trains.load_deck(None)).values())
    names = list(dict.fromkeys(abilities))
    letters = "".join(str(names.index(ability)) for ability in abilities)
    listed = ", ".join(f"'{name}'" for name in names)
    lines = re.sub(r"(.{42})(?=.)", r"\1' +\n  '", letters)
    return (
        f"{HEADING}\nexport const ABILITIES = [{listed}] as const;\n\n"
        f"/** For each wagon from 1 on, the index of its ability. */\n"
        f"export const PRINTED =\n  '{lines}';\n"
    )


def deck_of_express() -> str:
    """What is printed on the objectives of Continental Express."""
    lines = [
        f"  '{' '.join([one['colour'], str(one['points']), *one['wagons']])}',\n"
        for one in express.as_data(express.load_deck(None))["objectives"]
    ]
    return (
        f"{HEADING}\n/** The objectives in their order: colour, points, wagons. */\n"
        f"export const PRINTED = [\n{''.join(lines)}];\n"
    )


FILES = {
    "web/src/lib/protocol.ts": typescript,
    "web/src/games/game-of-trains/deck.ts": deck_of_trains,
    "web/src/games/continental-express/deck.ts": deck_of_express,
}


def main(root: Path) -> None:
    for name, write in FILES.items():
        (root / name).write_text(write(), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[3])
