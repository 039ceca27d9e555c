"""Changes how the functions of a module call each other, before LLVM optimises it.

Numba's functions return whether they failed, and put their result and their error at addresses that
the caller gives them. In a browser an error traps at once, and numbers are returned as they are:
callers need neither check anything nor keep room for results in memory.
"""

import re
from itertools import count

ERROR = re.compile(r"store ptr @\.const\.picklebuf.*")
TRAP = "call void @llvm.trap()"
NOTHING = re.compile(r"\n  store ptr null, ptr %retptr, .*")  # the result of a function without one
FUNCTION = re.compile(
    r"^define ([^@]*)i32 @(\S+?)\(ptr [^,]*%retptr, ([^\n]*) \{\nentry:\n(.*?)^\}", re.M | re.S
)
RESULT = re.compile(r"store (i\d+|float|double) \S+, ptr %retptr,")
RETURN = re.compile(r"ret i32 .*")
CALL = re.compile(r"(%\S+) = call i32 @(\S+?)\(ptr (%\S+), (.*)")


def return_values(text: str) -> str:
    """The code of a module in which functions of Numba's return their numbers."""
    text = NOTHING.sub("", ERROR.sub(TRAP, text))
    kinds: dict[str, str] = {}
    text = FUNCTION.sub(lambda found: _returning(found, kinds), text)
    numbers = count()
    return CALL.sub(lambda found: _called(found, kinds, next(numbers)), text)


def _returning(found: re.Match[str], kinds: dict[str, str]) -> str:
    """A function that returns its number; others are left as they are."""
    before, name, parameters, body = found.groups()
    results = RESULT.findall(body)
    if len(set(results)) != 1 or len(results) != body.count("%retptr"):
        return found[0]
    kind = kinds[name] = results[0]
    numbers = count()

    def give(_: re.Match[str]) -> str:
        number = next(numbers)
        return f"%result.{number} = load {kind}, ptr %retptr\n  ret {kind} %result.{number}"

    body = RETURN.sub(give, body)
    start = f"entry:\n  %retptr = alloca {kind}\n"
    return f"define {before}{kind} @{name}({parameters} {{\n{start}{body}}}"


def _called(found: re.Match[str], kinds: dict[str, str], number: int) -> str:
    """A call whose result is put where the caller expects it; it has never failed."""
    status, name, place, others = found.groups()
    if name not in kinds:
        return found[0]
    kind, value = kinds[name], f"%value.{number}"
    return (
        f"{value} = call {kind} @{name}({others}\n"
        f"  store {kind} {value}, ptr {place}\n"
        f"  {status} = add i32 0, 0"
    )
