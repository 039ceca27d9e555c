"""Kernels as other kernels call them: compiled to be linked in, not to run by themselves.

Numba makes machine code, optimised with all that it calls, of every function. A kernel that only
other kernels call needs none: its code is optimised and translated as a part of theirs, once for
each that Python calls. It also takes every integer as an ``int64``, so that one version of it
serves all kinds of integers and constants. Together this saves more than half of the compiling.
"""

import gc
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numba
from llvmlite import binding
from llvmlite import ir as llvm
from numba import types
from numba.core import cgutils, ir
from numba.core.base import BaseContext
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.datamodel import models
from numba.core.imputils import lower_constant
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import AnnotateTypes
from numba.extending import register_model
from numba.np import arrayobj

Context: Any = BaseContext  # with methods that can be replaced

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}


class LinkedLibrary(JITCodeLibrary):
    """Code that is hardly optimised, and not translated, before it is linked into other code."""

    def _optimize_functions(self, module: Any) -> None:
        """Only what does not depend on the machine, since browsers are one as well."""
        options = binding.create_pipeline_tuning_options(speed_level=1)
        builder = binding.create_pass_builder(self._codegen._tm, options)
        passes = binding.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        for function in self._final_module.functions:
            if function.linkage == binding.Linkage.external and not function.is_declaration:
                function.linkage = binding.Linkage.linkonce_odr
        self._shared_module = self._final_module  # Numba would copy it
        self._finalized = True

    def to_bitcode(self) -> bytes:
        bitcode: bytes = self._get_module_for_linking().as_bitcode()
        return bitcode

    @classmethod
    def from_bitcode(cls, codegen: Any, name: str, bitcode: bytes) -> "LinkedLibrary":
        library = cls(codegen, name)
        library._final_module = binding.parse_bitcode(bitcode)
        library._finalize_final_module()
        return library


class KernelType(types.Dispatcher):
    """A kernel as a constant of another. Nothing is read from it, so it needs no address.

    Numba would write down that of the object in this process, and then not keep the code on disk.
    """


register_model(KernelType)(models.OpaqueModel)


@lower_constant(KernelType)  # type: ignore[untyped-decorator]
def _no_address(context: Any, _: Any, __: Any, ___: Any) -> Any:
    return context.get_dummy_value()


# What takes an array from where it already is. All else may make a new one.
BORROWING = {"getattr", "getitem", "static_getitem", "build_tuple", "exhaust_iter", "cast", "phi"}


@register_pass(mutates_CFG=False, analysis_only=True)
class BorrowArrays(AnalysisPass):
    """Leaves out the counting of references in functions that only borrow arrays.

    Numba counts one more and one less whenever an array is passed on, for each of a tuple by
    itself, which took up to half of the time of a search. But the caller holds on to what it
    passes: only a function that makes arrays, gets new ones from another or returns one must count.
    """

    _name = "borrow_arrays"

    def __init__(self) -> None:
        """The base class leaves it abstract."""
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        counts = state.targetctx.enable_nrt and _owns_arrays(state)
        state.targetctx = state.targetctx.subtarget(enable_nrt=counts)
        return False


def _owns_arrays(state: Any) -> bool:
    models = state.targetctx.data_model_manager
    made = [
        state.typemap[one.target.name]
        for block in state.func_ir.blocks.values()
        for one in block.find_insts(ir.Assign)
        if isinstance(one.value, ir.Expr) and one.value.op not in BORROWING
    ]
    return any(models[kind].contains_nrt_meminfo() for kind in (state.return_type, *made))


class KernelCompiler(Compiler):
    """Numba's compiler, with four differences.

    No index counts from the end, except if it is a constant: no kernel wants that, and every
    access by a number with a sign would pay for it. A record is copied as one block, not as a
    thousand bytes, each of which LLVM would have to look at. Borrowed arrays are not counted. And
    garbage is collected afterwards: of the millions of objects that are made meanwhile most are
    still needed, and looking through them again and again takes a quarter of the time.
    """

    def define_pipelines(self) -> list[Any]:
        pipelines: list[Any] = super().define_pipelines()
        for passes in pipelines:
            passes.add_pass_after(BorrowArrays, AnnotateTypes)
            passes.finalize()
        return pipelines

    def _compile_core(self) -> Any:
        theirs = arrayobj.fix_integer_index, Context.pack_value  # under Numba's lock
        collects = gc.isenabled()
        arrayobj.fix_integer_index, Context.pack_value = _index, _pack
        gc.disable()
        try:
            return super()._compile_core()
        finally:
            arrayobj.fix_integer_index, Context.pack_value = theirs
            if collects:
                gc.enable()


_index_from_the_end = arrayobj.fix_integer_index
_pack_any = Context.pack_value


def _pack(
    context: Any, builder: Any, kind: Any, value: Any, place: Any, align: int | None = None
) -> None:
    if isinstance(kind, types.Record):
        cgutils.raw_memcpy(builder, place, value, cgutils.intp_t(kind.size), 1)
    else:
        _pack_any(context, builder, kind, value, place, align)


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    if isinstance(index, llvm.Constant):
        return _index_from_the_end(context, builder, kind, index, size)
    return context.cast(builder, index, kind, numba.intp)


class LinkedCompiler(KernelCompiler):
    """As far as the code of the function itself."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        state = self.state
        state.library = LinkedLibrary(state.targetctx.codegen(), func.__qualname__)
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return super().compile_extra(func)


class LinkedResult(CompileResultCacheImpl):
    """How a compiled function is kept on disk."""

    def reduce(self, cres: Any) -> tuple[Any, ...]:
        cres.fndesc.typemap = cres.fndesc.calltypes = None  # as Numba does: they cannot be kept
        library = cres.library
        return library.name, library.to_bitcode(), cres.fndesc, cres.environment, cres.signature

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> Any:
        name, bitcode, fndesc, environment, signature = payload
        return compile_result(
            typing_context=target_context.typing_context,
            target_context=target_context,
            library=LinkedLibrary.from_bitcode(target_context.codegen(), name, bitcode),
            fndesc=fndesc,
            environment=environment,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=[],
        )


class LinkedCache(FunctionCache):
    """Code on disk; what is not there may be in others, which are only read."""

    _impl_class = LinkedResult

    def __init__(
        self,
        function: Callable[..., Any],
        others: Callable[[], Iterable["LinkedCache"]] = tuple,
    ) -> None:
        super().__init__(function)
        self._others = others

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None:
            tried = (other.load_overload(sig, target_context) for other in self._others())
            found = next((result for result in tried if result is not None), None)
        return found


class KernelDispatcher(CPUDispatcher):
    @property
    def _numba_type_(self) -> Any:
        return KernelType(self)


class LinkedKernel(KernelDispatcher):
    """A kernel for the calls of other kernels."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=LinkedCompiler)

    def enable_caching(self, others: Callable[[], Iterable[LinkedCache]] = tuple) -> None:
        self._cache = LinkedCache(self.py_func, others)

    def get_call_template(self, args: Sequence[Any], kws: Any) -> Any:
        kinds = {name: _widened(kind) for name, kind in dict(kws).items()}
        return super().get_call_template([_widened(kind) for kind in args], kinds)

    def add_overload(self, cres: Any) -> None:
        key = object()  # by which the compiler finds it; there is no function to call
        self.targetctx.insert_user_function(key, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres._replace(entry_point=key)


def _widened(kind: Any) -> Any:
    return numba.int64 if isinstance(kind, types.Integer) else kind
