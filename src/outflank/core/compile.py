"""The one decorator that compiles a kernel, and the ledger of what was compiled.

Environment: ``OUTFLANK_CHECKED=1``, array bounds and addresses are checked (slower);
``OUTFLANK_CACHE_DIR``, see :mod:`outflank.core.cache`.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import numba
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
    "outflank.core.drivers",
    "outflank.core.line",
    "outflank.arrays",
    "outflank.textbook",
    "outflank.training.positions",
    "outflank.training.labels",
    "outflank.training.fit",
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


def kernel(signature: str, *, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function to machine code for one explicit signature.

    The signature is explicit so that each kernel is compiled once, for the types
    it says. A bare literal that a self-recursive kernel hands to itself would
    still be compiled for the type "literal 1", which the next process cannot
    load from the cache; it is refused here.

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
        started = time.perf_counter()
        _compile(dispatcher, signature)
        dispatcher.disable_compile()  # other argument types are converted, never compiled for
        cached = any(dispatcher.stats.cache_hits.values())
        if not cached:
            _refuse_literals(dispatcher)
        ledger.append(Compilation(name, time.perf_counter() - started, cached))
        return dispatcher  # type: ignore[no-any-return]

    return compile_function


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
