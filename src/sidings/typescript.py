"""Python's message types as TypeScript, so that the page cannot disagree with them.

``python -m sidings.typescript`` writes the server's messages to ``web/src/lib/protocol.ts`` and the
views of every game to the ``types.ts`` of its page folder; a test checks that they are up to date.
"""

import string
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect

from sidings.games.catalogue import game as game_of_name
from sidings.games.catalogue import game_names
from sidings.games.contract import Game
from sidings.server import protocol
from sidings.server.api import clubs, notices, operation, people, solo, tables
from sidings.tables import header, state, taken, views

FROM_SERVER = (
    protocol.Hello, protocol.Done, protocol.Error, protocol.Said, protocol.Presence, protocol.Pong,
    views.Snapshot, views.Change,
)  # fmt: skip
REQUESTS = (people.NewGuest, people.Credentials, people.Claim, tables.NewTableRequest,
            tables.OptionsRequest, taken.TakenTable, clubs.NewTournament,
            notices.NewChannel, solo.PlayedDay)  # fmt: skip
ANSWERS = (
    operation.Catalogue, people.Me, tables.NewTableAnswer, tables.OptionsAnswer, tables.TableList,
    views.StateView, views.HeaderView, protocol.Judged, protocol.Analysed,
    clubs.TournamentList, clubs.TournamentInfo, clubs.LadderInfo, notices.Channels,
    solo.DayTable, solo.OwnRecord,
)  # fmt: skip

ROOT = Path(__file__).parents[2]
HEADING = "// Made by `python -m sidings.typescript`: do not edit.\n"


class Writer:
    """Writes each struct once, in the order in which it is met."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def add(self, kind: Any, *, request: bool = False) -> str:
        """Write whatever a type refers to; returns the type's own name or expression."""
        return self._type(inspect.type_info(kind), request)

    def text(self) -> str:
        return "\n\n".join(self.written.values())

    def _struct(self, kind: inspect.StructType, request: bool) -> str:
        name = kind.cls.__name__
        if name in self.written:
            return name
        self.written[name] = ""  # it may refer to itself
        lines = []
        if kind.tag_field is not None:
            lines.append(f"  {kind.tag_field}: {literal(kind.tag)};")
        for field in kind.fields:
            may_lack = request or kind.cls.__struct_config__.omit_defaults
            mark = "?" if not field.required and may_lack else ""
            lines.append(f"  {field.encode_name}{mark}: {self._type(field.type, request)};")
        del self.written[name]
        self.written[name] = "\n".join([f"export interface {name} {{", *lines, "}"])
        return name

    def _type(self, kind: inspect.Type, request: bool) -> str:
        match kind:
            case inspect.Metadata():
                name = (kind.extra or {}).get("typescript")
                return name or self._type(kind.type, request)
            case inspect.StructType():
                partial = request and not kind.forbid_unknown_fields
                name = self._struct(kind, request and not partial)
                return f"Partial<{name}>" if partial else name
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self._type(t, request) for t in kind.types))
            case inspect.LiteralType():
                return " | ".join(literal(value) for value in kind.values)
            case inspect.StrType() | inspect.BytesType():  # bytes are written as base64
                return "string"
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.DictType():
                return f"Record<{self._key(kind, request)}, {self._type(kind.value_type, request)}>"
            case inspect.TupleType():
                return f"[{', '.join(self._type(t, request) for t in kind.item_types)}]"
            case inspect.CollectionType():
                item = self._type(kind.item_type, request)
                return f"({item})[]" if " " in item else f"{item}[]"
            case inspect.RawType() | inspect.AnyType():
                return "unknown"
        raise TypeError(f"no TypeScript for {kind}")

    def _key(self, kind: inspect.DictType, request: bool) -> str:
        key = self._type(kind.key_type, request)
        return "string" if key == "number" else key


def literal(value: object) -> str:
    return msgspec.json.encode(value).decode().replace('"', "'")


# --- The server's messages ------------------------------------------------------------------------


def protocol_types() -> str:
    """The whole of ``protocol.ts``."""
    writer = Writer()
    asked = writer.add(protocol.ClientMessage, request=True)
    for request in REQUESTS:
        writer.add(request, request=True)
    told = [writer.add(kind) for kind in FROM_SERVER]
    for answer in ANSWERS:
        writer.add(answer)
    parts = [
        HEADING,
        f"export const PROTOCOL = {protocol.PROTOCOL};",
        f"export const SUBPROTOCOL = {literal(protocol.SUBPROTOCOL)};",
        f"export const HISTORY = {state.HISTORY};\n",
        f"export type Phrase = {' | '.join(map(literal, protocol.PHRASES))};\n",
        writer.text(),
        f"\nexport const RULES: Rules = {literal(header.Rules())};",
        f"\nexport type Asked = {asked};",
        f"\nexport type Told = {' | '.join(told)};\n",
    ]
    return "\n".join(parts)


# --- A game's types -------------------------------------------------------------------------------


def game_types(game: Game[Any]) -> str:
    """The view, events, choices and objections of a game, and the constants that its view names."""
    view = game.part("view")
    writer = Writer()
    for name in ("View", "Event", "Choice"):
        writer.add(getattr(view, name))
    parts = [
        HEADING, writer.text(), "", _objections(game), *_options(game), *_constants(view),
        _reasons(game),
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def _objections(game: Game[Any]) -> str:
    """What each code of an objection is about."""
    lines = ["/** The parameters of each objection, by its code. */"]
    lines.append("export interface Objections {")
    for code, words in sorted(game.objections.items()):
        names = dict.fromkeys(name for _, name, _, _ in string.Formatter().parse(words) if name)
        fields = "; ".join(f"{name}: number | string" for name in names)
        lines.append(f"  {literal(code)}: {{ {fields} }};")
    return "\n".join([*lines, "}"])


def _reasons(game: Game[Any]) -> str:
    """The phrases with which a bot speaks for or against a move."""
    phrases = [phrase for pair in game.part("bot").TERMS for phrase in pair if phrase]
    return f"\nexport type Reason = {' | '.join(map(literal, phrases)) or 'never'};"


def _options(game: Game[Any]) -> list[str]:
    """The names of the options and presets: a game's words must have them all."""
    found = {"OptionName": [one.name for one in game.options], "Preset": list(game.presets)}
    return [
        f"\nexport type {kind} = {' | '.join(map(literal, names))};"
        for kind, names in found.items()
        if names
    ]


def _constants(view: ModuleType) -> list[str]:
    """``constants`` of a view: what is printed on the cards, for pictures in the rule book."""
    constants: dict[str, Any] = getattr(view, "constants", dict)()
    return [
        f"\nexport const {name} = {msgspec.json.encode(value).decode()} as const;"
        for name, value in constants.items()
    ]


def files() -> dict[Path, str]:
    """What each generated file should hold."""
    games = [game_of_name(name) for name in game_names()]
    page = ROOT / "web" / "src"
    views = {
        page / "games" / game.name / "types.ts": game_types(game)
        for game in games
        if game.has_part("view")
    }
    return {page / "lib" / "protocol.ts": protocol_types(), **views}


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(ROOT), file=sys.stderr)
