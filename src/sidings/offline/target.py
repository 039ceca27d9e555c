"""Optimises a module of LLVM's code for WebAssembly, and writes it as an object."""

from collections.abc import Collection
from typing import Any

from llvmlite import binding

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint,+simd128"
SPEED = 2
LATE = "strlen"  # of the runtime: calls of it are made while optimising


def write_object(module: Any, exports: Collection[str]) -> bytes:
    """The object of a module whose exports are kept; the module itself is changed."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=SPEED, reloc="static"
    )
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    module.verify()
    kept = {*exports, LATE}
    for function in module.functions:
        if not function.is_declaration:
            function.linkage = "external" if function.name in kept else "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    options = binding.create_pipeline_tuning_options(SPEED)
    options.loop_vectorization = True  # for the layers of networks
    options.slp_vectorization = options.loop_unrolling = False  # larger, and not faster
    for _ in range(2):  # what the first round makes plain, the second makes small
        builder = binding.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)
    written: bytes = machine.emit_object(module)
    return written
