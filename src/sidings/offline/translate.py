"""Translates plain Python functions to JavaScript: a small subset, and nothing by guess.

Functions are read from the sources of live modules, with all that they call; constants are taken
from the modules as they are. Kernels that take a state are not translated: the module of the game
exports them. What is outside the subset is refused with its file and line. The helpers that the
translation calls are those of ``web/src/lib/local/python.ts``.
"""

import ast
import dataclasses
import inspect
import json
import math
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

import msgspec
import numpy as np

from sidings.errors import BadOption, shown
from sidings.games.contract import Game, Objection
from sidings.kernel.play import legal_actions, survey_bytes, survey_numbers, surveyed
from sidings.kernel.record import Record

BUILTINS = {
    "all", "any", "bool", "dict", "divmod", "enumerate", "int", "isinstance", "len", "list", "max",
    "min", "range", "repr", "reversed", "sorted", "str", "sum", "tuple", "type", "zip",
}  # fmt: skip
METHODS = {
    "append", "format", "fullmatch", "get", "index", "isascii", "isdigit", "items", "join",
    "ravel", "tolist", "values",
}  # fmt: skip
KINDS = {int: "int", str: "str", bool: "bool", Mapping: "Mapping"}
HELPERS = {legal_actions: "legal_actions", surveyed: "surveyed", survey_bytes: "survey_bytes",
           survey_numbers: "survey_numbers", shown: "shown", math.sqrt: "sqrt"}  # fmt: skip
ERRORS = (BadOption,)
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.BitAnd: "&",
              ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"}  # fmt: skip
ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Untranslatable(Exception):
    """Something outside the subset, and where it stands."""


class Script:
    """The functions and constants of a game's script, each translated when it is first needed."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.kernels: dict[str, Callable[..., Any]] = {}
        self.helpers: set[str] = set()
        self._names: dict[tuple[str, str], str] = {}
        self._functions: dict[str, str] = {}
        self._constants: dict[str, str] = {}
        self._waiting: list[FunctionType] = []

    def method(self, name: str) -> str:
        """The JavaScript name of a method of the game."""
        return self.function(getattr(type(self.game), name))

    def function(self, function: Any) -> str:
        function = inspect.unwrap(getattr(function, "py_func", function))
        key = function.__module__, function.__qualname__
        if key not in self._names:
            name = "_".join([*function.__module__.split(".")[-2:], function.__name__])
            self._names[key] = name
            self._waiting.append(function)
        return self._names[key]

    def constant(self, name: str, value: Any) -> str:
        """The name of a constant; small ones stand for themselves."""
        written = literal(value)
        if isinstance(value, int | str) or len(written) < 20:
            return written
        while self._constants.setdefault(name, written) != written:
            name += "_"
        return name

    def helper(self, name: str) -> str:
        self.helpers.add(name)
        return name

    def text(self) -> str:
        while self._waiting:
            function = self._waiting.pop()
            name = self._names[function.__module__, function.__qualname__]
            self._functions[name] = Function(self, function).text(name)
        constants = [f"const {name} = {value};" for name, value in self._constants.items()]
        return "\n".join([*constants, *self._functions.values()])


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


class Function:
    """The translation of one function."""

    def __init__(self, script: Script, function: FunctionType) -> None:
        self.script = script
        self.function = function
        self.globals = function.__globals__
        lines, self.first_line = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        if tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs or tree.args.defaults:
            raise self.refusal(tree, "these parameters")
        names = [argument.arg for argument in tree.args.args]
        self.is_method = names[:1] == ["self"]
        self.parameters = names[1:] if self.is_method else names
        self.locals = {*self.parameters, *self._assigned()}
        self.temporaries = 0

    def _assigned(self) -> set[str]:
        found = set()
        for node in ast.walk(self.tree):
            match node:
                case ast.Name(name, ast.Store()) | ast.MatchAs(None, str() as name):
                    found.add(name)
                case ast.ExceptHandler(_, str() as name):
                    raise self.refusal(node, f"an exception as {name}")
        return found

    def refusal(self, node: Any, what: str) -> Untranslatable:
        place = inspect.getsourcefile(self.function)
        line = self.first_line + getattr(node, "lineno", 1) - 1
        return Untranslatable(f"{place}:{line}: {what} cannot be translated to JavaScript")

    def text(self, name: str) -> str:
        own = sorted(self.locals - set(self.parameters))
        declared = f"  let {', '.join(map(safe, own))};\n" if own else ""
        body = self.block(self.tree.body)
        parameters = ", ".join(map(safe, self.parameters))
        return f"function {name}({parameters}) {{\n{declared}{body}}}"

    # --- Statements

    def block(self, nodes: Sequence[ast.stmt]) -> str:
        return "".join(self.statement(node) for node in nodes)

    def statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Expr(ast.Constant(str())):
                return ""  # a docstring
            case ast.Expr(value):
                return f"  {self.value(value)};\n"
            case ast.Return(None):
                return "  return null;\n"
            case ast.Return(value) if value:
                return f"  return {self.value(value)};\n"
            case ast.If():
                return self.branch(node)
            case ast.For(target, values, body, []):
                each = f"{self.target(target)} of {self.use('iterate')}({self.value(values)})"
                return f"  for ({each}) {{\n{self.block(body)}  }}\n"
            case ast.Assign([target], value):
                return self.assignment(target, self.value(value))
            case ast.AnnAssign(target, _, value) if value:
                return self.assignment(target, self.value(value))
            case ast.AugAssign(ast.Name(name), operator, value):
                changed = self.binary(node, operator, safe(name), self.value(value))
                return f"  {safe(name)} = {changed};\n"
            case ast.AugAssign(ast.Subscript(owner, index), operator, value):
                old = self.subscript(owner, index)
                return self.assignment(
                    node.target, self.binary(node, operator, old, self.value(value))
                )
            case ast.Match(subject, cases):
                return self.match(subject, cases)
            case ast.Raise(ast.Call(ast.Name(name), [message]), None):
                if self.globals.get(name) in ERRORS:
                    return f"  throw new {self.use(name)}({self.value(message)});\n"
            case ast.Try(body, [ast.ExceptHandler(ast.Name(name), None, caught)], [], []):
                if self.globals.get(name) in ERRORS:
                    check = f"if (!($$e instanceof {self.use(name)})) throw $$e;"
                    handled = f"catch ($$e) {{\n  {check}\n{self.block(caught)}  }}"
                    return f"  try {{\n{self.block(body)}  }} {handled}\n"
        raise self.refusal(node, type(node).__name__)

    def branch(self, node: ast.If) -> str:
        known = self.known(node.test)
        if known is not None:
            return self.block(node.body if known else node.orelse)
        other = f" else {{\n{self.block(node.orelse)}  }}" if node.orelse else ""
        return f"  if ({self.truth(node.test)}) {{\n{self.block(node.body)}  }}{other}\n"

    def known(self, test: ast.expr) -> bool | None:
        """What ``self.has_part("…")`` is."""
        match test:
            case ast.Call(ast.Attribute(ast.Name("self"), "has_part"), [ast.Constant(str(part))]):
                return self.script.game.has_part(part)
        return None

    def assignment(self, target: ast.expr, value: str) -> str:
        match target:
            case ast.Name() | ast.Tuple():
                return f"  {self.target(target)} = {value};\n"
            case ast.Attribute(ast.Name(name), field) if name in self.locals:
                return f"  {safe(name)}.{field} = {value};\n"
            case ast.Subscript(owner, ast.Slice(None, None, None)):
                return f"  {self.use('fill')}({self.value(owner)}, {value});\n"
            case ast.Subscript(owner, index) if not isinstance(index, ast.Slice):
                return f"  {self.use('put')}({self.value(owner)}, {self.value(index)}, {value});\n"
        raise self.refusal(target, "an assignment to this")

    def target(self, target: ast.expr) -> str:
        match target:
            case ast.Name(name):
                return safe(name)
            case ast.Tuple(parts):
                return f"[{', '.join(self.target(part) for part in parts)}]"
        raise self.refusal(target, "an assignment to this")

    def match(self, subject: ast.expr, cases: Sequence[ast.match_case]) -> str:
        """Sequences of words, each case of which returns."""
        self.temporaries += 1
        found = f"$$match{self.temporaries}"
        out = f"  const {found} = {self.value(subject)};\n"
        for case in cases:
            pattern = case.pattern
            if not isinstance(pattern, ast.MatchSequence) or not _returns(case.body):
                raise self.refusal(pattern, "this case")
            tests, taken = [f"{found}.length === {len(pattern.patterns)}"], []
            for i, part in enumerate(pattern.patterns):
                match part:
                    case ast.MatchValue(ast.Constant(str(word))):
                        tests.append(f"{found}[{i}] === {literal(word)}")
                    case ast.MatchAs(None, str(name)):
                        taken.append(f"(({safe(name)} = {found}[{i}]), true)")
                    case _:
                        raise self.refusal(part, "this pattern")
            tests += taken
            if case.guard is not None:
                tests.append(self.truth(case.guard))
            out += f"  if ({' && '.join(tests)}) {{\n{self.block(case.body)}  }}\n"
        return out

    # --- Expressions

    def use(self, helper: str) -> str:
        return self.script.helper(helper)

    def truth(self, node: ast.expr) -> str:
        match node:
            case ast.Compare():
                return self.value(node)
            case ast.UnaryOp(ast.Not(), inner):
                return f"!{self.truth(inner)}"
            case ast.BoolOp(operator, values):
                word = " && " if isinstance(operator, ast.And) else " || "
                return f"({word.join(self.truth(value) for value in values)})"
        return f"{self.use('truth')}({self.value(node)})"

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(None | bool() | int() | float() | str() as constant):
                return literal(constant)
            case ast.Name(name):
                return self.name(node, name)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Subscript(owner, index):
                return self.subscript(owner, index)
            case ast.BinOp(left, operator, right):
                return self.binary(node, operator, self.value(left), self.value(right))
            case ast.UnaryOp(ast.USub(), inner):
                return f"(-{self.value(inner)})"
            case ast.UnaryOp(ast.Not()):
                return self.truth(node)
            case ast.BoolOp(operator, values):
                return self.choice(operator, values)
            case ast.Compare(left, operators, rest):
                return self.comparison(left, operators, rest)
            case ast.IfExp(test, one, other) if self.known(test) is not None:
                return self.value(one if self.known(test) else other)
            case ast.IfExp(test, one, other):
                return f"({self.truth(test)} ? {self.value(one)} : {self.value(other)})"
            case ast.JoinedStr(parts):
                return self.joined(parts)
            case ast.List(parts) | ast.Tuple(parts):
                return f"[{', '.join(map(self.part, parts))}]"
            case ast.Dict(keys, values):
                return self.mapping(keys, values)
            case ast.ListComp(one, loops) | ast.GeneratorExp(one, loops):
                return self.comprehension(loops, f"$$all.push({self.value(one)});", "[]")
            case ast.DictComp(key, value, loops):
                add = f"{self.use('put')}($$all, {self.value(key)}, {self.value(value)});"
                return self.comprehension(loops, add, "{}")
            case ast.Call():
                return Call(self, node).text()
        raise self.refusal(node, ast.unparse(node))

    def part(self, node: ast.expr) -> str:
        if isinstance(node, ast.Starred):
            return f"...{self.use('iterate')}({self.value(node.value)})"
        return self.value(node)

    def choice(self, operator: ast.boolop, values: Sequence[ast.expr]) -> str:
        """``and`` and ``or`` between values: the one that decides."""
        out = self.value(values[-1])
        word = self.use("and" if isinstance(operator, ast.And) else "or")
        for value in reversed(values[:-1]):
            out = f"{word}({self.value(value)}, () => {out})"
        return out

    def joined(self, parts: Sequence[ast.expr]) -> str:
        out = ""
        for part in parts:
            match part:
                case ast.Constant(str(text)):
                    out += re.sub(r"([`\\]|\$\{)", r"\\\1", text)
                case ast.FormattedValue(value, -1, None):
                    out += f"${{{self.use('str')}({self.value(value)})}}"
                case _:
                    raise self.refusal(part, "this format")
        return f"`{out}`"

    def mapping(self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> str:
        parts = []
        for key, value in zip(keys, values, strict=True):
            written = self.value(value)
            parts.append(f"...{written}" if key is None else f"[{self.value(key)}]: {written}")
        return f"{{{', '.join(parts)}}}"

    def comprehension(self, loops: Sequence[ast.comprehension], inner: str, empty: str) -> str:
        names: set[str] = set()
        for loop in reversed(loops):
            targets = [node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
            names.update(map(safe, targets))
            for test in reversed(loop.ifs):
                inner = f"if ({self.truth(test)}) {{ {inner} }}"
            values = f"{self.use('iterate')}({self.value(loop.iter)})"
            inner = f"for ({self.target(loop.target)} of {values}) {{ {inner} }}"
        declared = ", ".join(sorted(names))
        return f"(() => {{ const $$all = {empty}; let {declared}; {inner} return $$all; }})()"

    def name(self, node: ast.expr, name: str) -> str:
        if name in self.locals:
            return safe(name)
        if name in self.globals:
            return self.reference(node, name, self.globals[name])
        if name in ("int", "str", "bool"):
            return literal(name)
        raise self.refusal(node, name)

    def attribute(self, node: ast.Attribute) -> str:
        match node.value:
            case ast.Name("self") if self.is_method:
                return self.reference(node, f"self_{node.attr}", getattr(self.game, node.attr))
            case ast.Name(name) if name not in self.locals and name in self.globals:
                value = getattr(self.globals[name], node.attr)
                return self.reference(node, f"{name}_{node.attr}", value)
        return f"{self.value(node.value)}.{node.attr}"

    @property
    def game(self) -> Game[Any]:
        return self.script.game

    def reference(self, node: ast.expr, name: str, value: Any) -> str:
        if value in KINDS if isinstance(value, type) else False:
            return literal(KINDS[value])
        if value is Objection:
            return self.use("Objection")
        if isinstance(value, FunctionType) or hasattr(value, "py_func"):
            return self.script.function(value)
        try:
            return self.script.constant(name, value)
        except Untranslatable as error:
            raise self.refusal(node, str(error)) from None

    def subscript(self, owner: ast.expr, index: ast.expr) -> str:
        value = self.value(owner)
        match index:
            case ast.Slice(lower, upper, step):
                bounds = ", ".join(self.value(one) if one else "null" for one in (lower, upper))
                by = f", {self.value(step)}" if step else ""
                return f"{self.use('slice')}({value}, {bounds}{by})"
            case ast.Tuple(parts):
                places = ", ".join(self.value(part) for part in parts)
                return f"{self.use('at')}({value}, [{places}])"
        return f"{self.use('at')}({value}, {self.value(index)})"

    def binary(self, node: ast.AST, operator: ast.operator, left: str, right: str) -> str:
        if isinstance(operator, ast.FloorDiv):
            return f"Math.floor({left} / {right})"
        if isinstance(operator, ast.Mod):
            return f"{self.use('modulo')}({left}, {right})"
        if isinstance(operator, ast.Add):
            return f"{self.use('add')}({left}, {right})"
        if type(operator) not in ARITHMETIC:
            raise self.refusal(node, type(operator).__name__)
        return f"({left} {ARITHMETIC[type(operator)]} {right})"

    def comparison(
        self, left: ast.expr, operators: Sequence[ast.cmpop], rest: Sequence[ast.expr]
    ) -> str:
        out, one = [], self.value(left)
        for operator, node in zip(operators, rest, strict=True):
            other = self.value(node)
            match operator:
                case ast.In():
                    out.append(f"{self.use('contains')}({other}, {one})")
                case ast.NotIn():
                    out.append(f"!{self.use('contains')}({other}, {one})")
                case ast.Eq() | ast.Is():
                    out.append(f"{self.use('equal')}({one}, {other})")
                case ast.NotEq() | ast.IsNot():
                    out.append(f"!{self.use('equal')}({one}, {other})")
                case _:
                    out.append(f"{one} {ORDER[type(operator)]} {other}")
            one = other
        return f"({' && '.join(out)})"


class Call:
    """The translation of one call."""

    def __init__(self, within: Function, node: ast.Call) -> None:
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


def _returns(body: Sequence[ast.stmt]) -> bool:
    return isinstance(body[-1], ast.Return)


def safe(name: str) -> str:
    """A local name that means nothing else in JavaScript, nor is one of ours."""
    return f"${name}"
