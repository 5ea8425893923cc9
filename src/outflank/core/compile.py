"""The one decorator that compiles a kernel, and the ledger of what was compiled.

Environment: ``OUTFLANK_CHECKED=1``, array bounds and addresses are checked (slower);
``OUTFLANK_CACHE_DIR``, see :mod:`outflank.core.cache`.
"""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numba
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typeinfer import register_dispatcher

from outflank.core import cache
from outflank.core.cache import CHECKED

#: Modules whose import reaches every kernel (`outflank.arrays` and `outflank.textbook`
#: bring their own), in the order in which they build on each other.
KERNEL_MODULES = (
    "outflank.core.intrinsics",
    "outflank.core.lanes",
    "outflank.core.memory",
    "outflank.core.rules",
    "outflank.core.portable",
    "outflank.core.symmetry",
    "outflank.core.stability",
    "outflank.core.perft",
    "outflank.core.bulk",
    "outflank.arrays",
    "outflank.textbook",
    "outflank.training.positions",
    "outflank.training.settle",
    "outflank.training.labels",
    "outflank.training.fit",
    "outflank.training.network",
)

#: How Numba's mangled names write the type of a bare literal.
LITERAL_TYPE = "Literal_5b"


@dataclass(frozen=True, slots=True)
class Compilation:
    """One kernel that this process compiled or loaded.

    Attributes:
        name: module and function, without the package (``core.perft.count``).
        seconds: wall time it took.
        cached: True if it came from the disk cache.
    """

    name: str
    seconds: float
    cached: bool


Listener = Callable[[str], None]
Function = TypeVar("Function", bound=Callable[..., Any])

#: What this process compiled or loaded so far, in order.
ledger: list[Compilation] = []

_listeners: list[Listener] = []

_postponed: list[_Postponed] = []

#: Seconds that this thread spent on kernels within the one that it compiles.
_others = threading.local()


def kernel(signature: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function to machine code for one explicit signature.

    The signature is explicit so that each kernel is compiled once, for the types it says:
    when its module is imported or, if it is inlined, when something needs it by itself. A
    bare literal that a self-recursive kernel hands to itself would still be compiled for
    the type "literal 1", which the next process cannot load from the cache; it is refused.

    Args:
        signature: Numba's notation, for instance ``"u8(u8, u8)"``.
        inline: ask LLVM to copy the body into its callers (for small leaves).

    Returns:
        A decorator; the decorated function keeps its Python type for readers and mypy.

    Raises:
        TypeError: the kernel hands itself a bare literal.
    """

    def compile_function(function: Function) -> Function:
        name = f"{function.__module__.removeprefix('outflank.')}.{function.__name__}"
        with _jit_enabled():
            dispatcher: Any = numba.njit(
                nogil=True, error_model="numpy", boundscheck=CHECKED, forceinline=inline
            )(function)
        cache.use_cache(dispatcher, on_miss=lambda: _tell(name))
        compile_now = partial(_compile_once, dispatcher, signature, name)
        if inline:
            _postponed.append(_Postponed(dispatcher, compile_now))
        else:
            compile_now()
        return dispatcher  # type: ignore[no-any-return]

    return compile_function


def _compile_once(dispatcher: Any, signature: str, name: str) -> None:
    """Load a kernel from the cache, or compile it, and note it in the ledger.

    Compiling a kernel may compile others that it inlines: their time is their own.
    """
    started = time.perf_counter()
    outer = getattr(_others, "seconds", 0.0)
    _others.seconds = 0.0
    _compile(dispatcher, signature)
    dispatcher.disable_compile()  # other argument types are converted, never compiled for
    cached = any(dispatcher.stats.cache_hits.values())
    if not cached:
        _refuse_literals(dispatcher)
    whole = time.perf_counter() - started
    ledger.append(Compilation(name, whole - _others.seconds, cached))
    _others.seconds = outer + whole


class _Postponed:
    """A kernel that is compiled when it is first needed.

    The body of an inlined kernel stands in its callers. Once those are cached it is not
    needed by itself, and most of a warm process's start would go into loading such
    kernels. Numba asks a dispatcher for `get_call_template` when it compiles a caller,
    and for `_compile_for_args` when Python calls it: until then both stand for us.
    """

    def __init__(self, dispatcher: Any, compile_now: Callable[[], None]) -> None:
        self._dispatcher = dispatcher
        self._compile_now = compile_now
        self._done = False
        dispatcher.get_call_template = self._get_call_template
        dispatcher._compile_for_args = self._compile_for_args

    def settle(self) -> None:
        """Compile the kernel, unless it was.

        Under Numba's own lock and no other: a thread that compiles a caller has it already.
        """
        with global_compiler_lock:
            if not self._done:
                self._compile_now()
                self._done = True
                # Only now: another thread that called meanwhile must find us, or the code.
                del self._dispatcher.get_call_template
                del self._dispatcher._compile_for_args

    def _get_call_template(self, args: Any, kws: Any) -> Any:
        self.settle()
        return type(self._dispatcher).get_call_template(self._dispatcher, args, kws)

    def _compile_for_args(self, *_args: Any, **_kws: Any) -> Any:
        """The machine code, which the dispatcher then calls."""
        self.settle()
        (result,) = self._dispatcher.overloads.values()
        return result.entry_point


def address_of(compiled: Callable[..., Any]) -> int:
    """Address of a kernel as a C function of its own signature, for a kernel that calls it.

    The address is good as long as the process lives: kernels are never unloaded.
    """
    dispatcher: Any = compiled
    (result,) = dispatcher.overloads.values()
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_cfunc_wrapper_name))


@contextmanager
def _jit_enabled() -> Iterator[None]:
    """Kernels are compiled even where a user debugs his own with ``NUMBA_DISABLE_JIT``.

    They call machine instructions, which nothing can interpret.
    """
    users = numba.config.DISABLE_JIT
    numba.config.DISABLE_JIT = 0
    try:
        yield
    finally:
        numba.config.DISABLE_JIT = users


def _compile(dispatcher: Any, signature: str) -> None:
    """Load or compile one signature; a kernel that calls itself finds itself by name."""
    with _jit_enabled(), register_dispatcher(dispatcher):
        dispatcher.compile(signature)


def _tell(name: str) -> None:
    for listener in _listeners:
        listener(name)


def _refuse_literals(dispatcher: Any) -> None:
    """Refuse a self-recursive kernel that no later process could load from the cache."""
    if any(LITERAL_TYPE in code for code in dispatcher.inspect_llvm().values()):
        dispatcher._cache.flush()
        raise TypeError(
            f"{dispatcher.__name__} hands itself a bare literal (such as 1 or True), which the "
            "next process could not load: use a typed constant, np.int64(1) or np.bool_(True)"
        )


def warm_up(listener: Listener | None = None) -> list[Compilation]:
    """Compile, or load from disk, every kernel of the package.

    Args:
        listener: called with a kernel's name before each one that has to be compiled.

    Returns:
        What this process compiled or loaded so far.
    """
    with listening(listener):
        for module in KERNEL_MODULES:
            importlib.import_module(module)
        for kernel_to_come in _postponed:
            kernel_to_come.settle()
    cache.prune()
    return list(ledger)


@contextmanager
def listening(listener: Listener | None) -> Iterator[None]:
    """Call `listener` with the name of each kernel that is compiled meanwhile."""
    if listener is None:
        yield
        return
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
