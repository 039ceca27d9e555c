"""Translates plain Python functions to JavaScript: a small subset, and nothing by guess.

Functions are read from the sources of live modules, with all that they call; constants are taken
from the modules as they are. Kernels that take a state are not translated: the module of the game
exports them. What is outside the subset is refused with its file and line. The helpers that the
translation calls are those of ``web/src/lib/local/python.ts``.
"""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from sidings.errors import BadOption
from sidings.games.contract import Game, Objection
from sidings.offline.calls import Call
from sidings.offline.literals import Untranslatable, literal, safe

KINDS = {int: "int", str: "str", bool: "bool", Mapping: "Mapping"}
ERRORS = (BadOption,)
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.BitAnd: "&",
              ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"}  # fmt: skip
# Constants as they are written: words, None and whole numbers, but not those of True and False.
UNIQUE = re.compile(r'"[^"\\]*"|null|\(?-?(?:[2-9]|[1-9]\d+)\)?|\(-1\)')
NUMBER = re.compile(r"\d+")
ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


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
        if isinstance(operator, ast.Add) and not any(map(NUMBER.fullmatch, (left, right))):
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
                case ast.Eq() | ast.Is() | ast.NotEq() | ast.IsNot():
                    out.append(self.equality(isinstance(operator, ast.Eq | ast.Is), one, other))
                case _:
                    out.append(f"{one} {ORDER[type(operator)]} {other}")
            one = other
        return f"({' && '.join(out)})"

    def equality(self, wanted: bool, one: str, other: str) -> str:
        """``===`` where a constant stands that no value of another type is equal to."""
        if UNIQUE.fullmatch(one) or UNIQUE.fullmatch(other):
            return f"{one} {'===' if wanted else '!=='} {other}"
        return f"{'' if wanted else '!'}{self.use('equal')}({one}, {other})"


def _returns(body: Sequence[ast.stmt]) -> bool:
    return isinstance(body[-1], ast.Return)
