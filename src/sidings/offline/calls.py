"""Calls of functions, methods, kernels and classes in JavaScript."""

import ast
import inspect
import math
from types import ModuleType
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from sidings.errors import shown
from sidings.games.contract import Objection
from sidings.kernel.play import legal_actions, survey_bytes, survey_numbers, surveyed
from sidings.kernel.record import Record
from sidings.offline.literals import literal

if TYPE_CHECKING:
    from sidings.offline.translate import Function

BUILTINS = {
    "all", "any", "bool", "dict", "divmod", "enumerate", "int", "isinstance", "len", "list", "max",
    "min", "range", "repr", "reversed", "sorted", "str", "sum", "tuple", "type", "zip",
}  # fmt: skip
METHODS = {
    "append", "format", "fullmatch", "get", "index", "isascii", "isdigit", "items", "join",
    "ravel", "tolist", "values",
}  # fmt: skip
HELPERS = {legal_actions: "legal_actions", surveyed: "surveyed", survey_bytes: "survey_bytes",
           survey_numbers: "survey_numbers", shown: "shown", math.sqrt: "sqrt"}  # fmt: skip


class Call:
    """The translation of one call."""

    def __init__(self, within: "Function", node: ast.Call) -> None:
        self.within = within
        self.script = within.script
        self.node = node
        self.arguments = [within.part(argument) for argument in node.args]

    def text(self) -> str:
        within, node = self.within, self.node
        match node.func:
            case ast.Attribute(ast.Call(ast.Name("super"), []), name):
                return self.plain(self.script.function(self.inherited(name)))
            case ast.Attribute(
                ast.Call(ast.Attribute(ast.Name("self"), "part"), [ast.Constant(str(part))]), name
            ):
                return self.to(getattr(within.game.part(part), name))
            case ast.Attribute(ast.Name("self"), name) if within.is_method:
                return self.plain(self.script.method(name))
            case ast.Attribute(ast.Name(owner), name) if owner not in within.locals:
                module = within.globals.get(owner)
                if isinstance(module, ModuleType):
                    return self.to(getattr(module, name))
                return self.to_method(name)
            case ast.Attribute(_, name):
                return self.to_method(name)
            case ast.Name(name) if name not in within.locals:
                if name in within.globals:
                    return self.to(within.globals[name])
                if name in BUILTINS:
                    return self.to_builtin(name)
        raise within.refusal(node, f"a call of {ast.unparse(node.func)}")

    def inherited(self, name: str) -> Any:
        """The method that ``super`` finds."""
        order = type(self.within.game).__mro__
        owners = [one for one in order if vars(one).get(name) is not None]
        mine = next(one for one in owners if vars(one)[name] is self.within.function)
        return vars(owners[owners.index(mine) + 1])[name]

    def plain(self, name: str) -> str:
        if self.node.keywords:
            raise self.within.refusal(self.node, "arguments by name")
        return f"{name}({', '.join(self.arguments)})"

    def to_builtin(self, name: str) -> str:
        keywords = [keyword.arg for keyword in self.node.keywords]
        if name == "zip" and keywords == ["strict"]:
            keywords = []
        elif name == "enumerate" and keywords == ["start"]:
            self.arguments.append(self.within.value(self.node.keywords[0].value))
            keywords = []
        if keywords:
            raise self.within.refusal(self.node, f"{name} with these arguments")
        helper = self.within.use({"str": "str", "repr": "repr"}.get(name, f"{name}_"))
        return f"{helper}({', '.join(self.arguments)})"

    def to_method(self, name: str) -> str:
        if name not in METHODS:
            raise self.within.refusal(self.node, f"the method {name}")
        assert isinstance(self.node.func, ast.Attribute)
        arguments = [self.within.value(self.node.func.value), *self.arguments]
        if self.node.keywords:
            arguments.append(self.by_name())
        return f"{self.within.use(f'{name}_')}({', '.join(arguments)})"

    def by_name(self) -> str:
        parts = []
        for keyword in self.node.keywords:
            value = self.within.value(keyword.value)
            parts.append(f"{keyword.arg}: {value}" if keyword.arg else f"...{value}")
        return f"{{{', '.join(parts)}}}"

    def to(self, called: Any) -> str:
        """A call of a function, a kernel or a class that lives in a module."""
        wrapped = inspect.unwrap(called)
        if wrapped in HELPERS:
            return self.plain(self.within.use(HELPERS[wrapped]))
        if called is Objection:
            given = [*self.arguments, self.by_name()]
            return f"new {self.within.use('Objection')}({', '.join(given)})"
        if isinstance(called, type):
            return self.to_class(called)
        if hasattr(called, "py_func") and _takes_state(called.py_func):
            name = called.py_func.__name__
            if self.script.kernels.setdefault(name, called) is not called:
                raise self.within.refusal(self.node, f"a second kernel {name}")
            state, *rest = self.arguments
            return f"{state}.kernels.text_{name}({', '.join([f'{state}.at', *rest])})"
        return self.plain(self.script.function(called))

    def to_class(self, called: type) -> str:
        """An object with the fields of a struct or a named tuple, as it is sent."""
        fields, defaults, omits = _fields_of(called)
        if not fields:
            raise self.within.refusal(self.node, f"an object of type {called.__name__}")
        if len(self.node.keywords) == 1 and self.node.keywords[0].arg is None:
            given = self.within.value(self.node.keywords[0].value)
            return f"{self.within.use('pick')}({given}, {literal(fields)})"
        values = dict(zip(fields, self.arguments, strict=False))
        values |= {str(one.arg): self.within.value(one.value) for one in self.node.keywords}
        for name in fields:
            if name not in values and not omits:
                values[name] = literal(defaults[name])
        written = ", ".join(f"{name}: {values[name]}" for name in fields if name in values)
        if not omits:
            return f"{{{written}}}"
        known = self.script.constant(f"{called.__name__}_defaults", defaults)
        return f"{self.within.use('omit')}({{{written}}}, {known})"


def _fields_of(called: type) -> tuple[list[str], dict[str, Any], bool]:
    """The fields of a class, the values that need not be given, and whether these are left out."""
    if issubclass(called, msgspec.Struct):
        fields = msgspec.structs.fields(called)
        defaults: dict[str, Any] = {}
        for field in fields:
            if field.default is not msgspec.NODEFAULT:
                defaults[field.name] = field.default
            elif field.default_factory is not msgspec.NODEFAULT:
                defaults[field.name] = field.default_factory()
        return [one.name for one in fields], defaults, called.__struct_config__.omit_defaults
    names: list[str] = list(getattr(called, "_fields", ()))
    return names, {}, False


def _takes_state(function: Any) -> bool:
    hints = get_type_hints(function)
    kinds = [hints.get(name) for name in inspect.signature(function).parameters]
    return bool(kinds) and isinstance(kinds[0], type) and issubclass(kinds[0], Record)
