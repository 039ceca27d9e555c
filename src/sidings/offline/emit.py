"""The entries of a game as one module of LLVM's code, not optimised yet.

Numba's code is for the machine it runs on, where addresses have 64 bits. Before Numba optimises
it, it does not depend on that: offsets are worked out from types. So it must be made with
``NUMBA_OPT=0``, in a process and with a cache of its own (``sidings.offline.build``). The machine's
own kernels are made from the same code later (``sidings.kernel.jit``), never the other way round.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from llvmlite import binding
from numba import types
from numba.core import codegen
from numba.core.compiler_lock import global_compiler_lock

from sidings.kernel.jit import config
from sidings.kernel.linked import LinkedKernel
from sidings.offline.entries import Entry
from sidings.offline.returns import return_values

JITCodeLibrary: Any = codegen.JITCodeLibrary

WRAPPER = """
declare i32 @"{inner}"({kinds})
define {returns} @{name}({parameters}) {{
  %result = alloca {slot}
  %error = alloca ptr
  store {slot} zeroinitializer, ptr %result
  store ptr null, ptr %error
  %status = call i32 @"{inner}"({arguments})
  %failed = icmp sgt i32 %status, 0
  br i1 %failed, label %fail, label %succeed
fail:
  call void @llvm.trap()
  unreachable
succeed:
{last}
}}
"""


def emit(entries: Mapping[str, Entry]) -> Any:
    """A module that defines each entry under its name; an error within one traps."""
    if config.OPT != 0:
        raise RuntimeError("optimised code cannot be retargeted: set NUMBA_OPT=0")
    JITCodeLibrary._optimize_functions = JITCodeLibrary._optimize_final_module = _leave
    # First of all, so that what it defines takes the place of Numba's own runtime.
    whole = binding.parse_assembly(files(__package__).joinpath("runtime.ll").read_text("utf-8"))
    for name, entry in entries.items():
        kernel = LinkedKernel(entry.function)
        kernel.compile(entry.returns(*entry.arguments))
        compiled: Any = kernel.overloads[entry.arguments]
        inner = compiled.fndesc.llvm_func_name
        with global_compiler_lock:
            module = compiled.library._get_module_for_linking()
        module.get_function(inner).linkage = "external"
        whole.link_in(module)  # which takes all that it has
        whole.link_in(binding.parse_assembly(_wrapper(name, inner, entry)))
    return binding.parse_assembly(return_values(str(whole)))


def _leave(*_: Any) -> None:
    """What Numba would do without optimising still takes time."""


def _wrapper(name: str, inner: str, entry: Entry) -> str:
    """The function as it is called from JavaScript, around the one that Numba made."""
    kinds = [_kind(argument) for argument in entry.arguments]
    returns = _kind(entry.returns)
    slot = "ptr" if returns == "void" else returns
    own = [f"{kind} %a{i}" for i, kind in enumerate(kinds)]
    last = f"  %value = load {slot}, ptr %result\n  ret {returns} %value"
    return "declare void @llvm.trap()" + WRAPPER.format(
        name=name,
        inner=inner,
        kinds=", ".join(["ptr", "ptr", *kinds]),
        returns=returns,
        parameters=", ".join(own),
        slot=slot,
        arguments=", ".join(["ptr %result", "ptr %error", *own]),
        last="  ret void" if returns == "void" else last,
    )


def _kind(kind: Any) -> str:
    """A type of Numba's in LLVM's words."""
    if isinstance(kind, types.CPointer):
        return "ptr"
    return {types.int32: "i32", types.float64: "double", types.void: "void"}[kind]
