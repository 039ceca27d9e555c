"""Optimises a module of LLVM's code for WebAssembly, and writes it as an object."""

import re
from collections.abc import Collection
from typing import Any

from llvmlite import binding

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"
SPEED = 2
INLINE = 20  # how much a function may grow by what it calls: a tenth of the usual, and as fast
# Small numbers are done as many at a time as there are of them, not of the sums that they go into.
MANY = "-vectorizer-maximize-bandwidth"
FINISH = 1  # how much the last steps, to WebAssembly, change: with 2 they save bytes and cost speed
LATE = "strlen"  # of the runtime: calls of it are made while optimising
ROUNDS = 4  # what one makes plain, the next makes small
GLOBAL = re.compile(r'@("[^"]+"|[\w.$-]+)')  # as it is written in LLVM's code


def write_object(
    module: Any,
    exports: Collection[str],
    quick: Collection[str] = (),
    busy: Collection[str] = (),
    loops: Collection[str] = (),
) -> bytes:
    """The object of a module whose exports are kept; the module itself is changed.

    What ``quick`` exports call is made for speed, what ``busy`` ones call to be small where that
    costs little. Functions with one of ``loops`` in their names are made for speed too: these alone
    have loops that are worth to be done several numbers at a time, and they are not copied into
    those that call them. All else is made as small as it goes.
    """
    binding.set_option("sidings", MANY)
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=FINISH, reloc="static"
    )
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    module.verify()
    _hide_all_but(module, {*exports, LATE})
    rules = _called_by(module, quick)
    looping = {one.name for one in _defined(module) if any(name in one.name for name in loops)}
    small = {function.name for function in _defined(module)} - rules - looping
    _mark(module, "noinline", looping)
    _mark(module, "optsize", small)
    _mark(module, "minsize", small - _called_by(module, busy, rules))
    for number in range(1, ROUNDS + 1):
        if number == ROUNDS:
            _mark(module, "optsize", rules | small)
        _optimise(module, machine, vectorise=number == ROUNDS)
    written: bytes = machine.emit_object(module)
    return written


def _hide_all_but(module: Any, kept: Collection[str]) -> None:
    for function in _defined(module):
        function.linkage = "external" if function.name in kept else "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _defined(module: Any) -> list[Any]:
    return [function for function in module.functions if not function.is_declaration]


def _called_by(module: Any, roots: Collection[str], known: Collection[str] = ()) -> set[str]:
    """The names of functions and of all that they call, but for those that are known."""
    functions = {function.name: function for function in _defined(module)}
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in functions and name not in found and name not in known:
            found.add(name)
            waiting += [called.strip('"') for called in GLOBAL.findall(str(functions[name]))]
    return found


def _mark(module: Any, attribute: str, names: Collection[str]) -> None:
    """Give the functions of these names an attribute."""
    for function in _defined(module):
        if function.name in names:
            function.add_function_attribute(attribute)


def _optimise(module: Any, machine: Any, vectorise: bool) -> None:
    options = binding.create_pipeline_tuning_options(SPEED)
    options.inlining_threshold = INLINE
    options.loop_vectorization = vectorise
    options.slp_vectorization = options.loop_unrolling = False  # larger, and not faster
    builder = binding.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.add_merge_functions_pass()
    passes.run(module, builder)
