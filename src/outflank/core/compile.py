"""The one decorator that compiles a kernel, and the private cache it compiles into.

Numba's disk cache does not see an edit in a function that a cached function
calls. So the cache folder is named by the hash of *every* kernel source and of
the versions below us: an edit anywhere means a new folder. The folder is ours
alone; a user's own Numba functions keep the cache they chose.

Environment:

* ``OUTFLANK_CACHE_DIR``: where the compiled kernels are kept.
* ``OUTFLANK_CHECKED=1``: array bounds and addresses are checked (slower).
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.typeinfer import register_dispatcher

PACKAGE = Path(__file__).resolve().parent.parent

#: Every room whose sources are compiled; their text names the cache folder.
KERNEL_ROOMS = ("core", "arrays.py", "textbook")

#: Every module that declares kernels, in the order in which they build on each other.
KERNEL_MODULES = (
    "outflank.core.intrinsics",
    "outflank.core.lanes",
    "outflank.core.memory",
    "outflank.core.rules",
    "outflank.core.portable",
    "outflank.core.symmetry",
    "outflank.core.stability",
    "outflank.core.perft",
    "outflank.arrays",
    "outflank.textbook",
)

#: True when kernels check array bounds and addresses (environment ``OUTFLANK_CHECKED``).
CHECKED = os.environ.get("OUTFLANK_CHECKED", "") not in {"", "0"}

#: How Numba's mangled names write the type of a bare literal.
LITERAL_TYPE = "Literal_5b"

#: How many cache folders of other versions are kept beside the one in use.
KEPT_CACHES = 4


class CacheWarning(UserWarning):
    """The compiled kernels cannot be kept on disk, so each process compiles them anew."""


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
        dispatcher: Any = numba.njit(
            nogil=True, error_model="numpy", boundscheck=CHECKED, forceinline=inline
        )(function)
        with _private_cache() as writable:
            if writable:
                dispatcher.enable_caching()
        started = time.perf_counter()
        _compile_or_recompile(dispatcher, signature, name)
        dispatcher.disable_compile()  # other argument types are converted, never compiled for
        cached = bool(sum(dispatcher.stats.cache_hits.values()))
        ledger.append(Compilation(name, time.perf_counter() - started, cached))
        return dispatcher  # type: ignore[no-any-return]

    return compile_function


def _compile_or_recompile(dispatcher: Any, signature: str, name: str) -> None:
    """Load or compile one kernel; a damaged cache file is thrown away, never fatal."""
    index = getattr(dispatcher._cache, "_cache_file", None)
    if index is None or not Path(index._index_path).exists():
        for listener in _listeners:
            listener(name)
    try:
        _compile(dispatcher, signature)
    except (numba.core.errors.NumbaError, TypeError):
        raise
    except Exception:
        if index is None:
            raise
        index.flush()
        _compile(dispatcher, signature)


def _compile(dispatcher: Any, signature: str) -> None:
    """Compile one signature; a kernel that calls itself finds itself by name."""
    with register_dispatcher(dispatcher):
        dispatcher.compile(signature)
    if not any(dispatcher.stats.cache_hits.values()):
        _refuse_literals(dispatcher)


def _refuse_literals(dispatcher: Any) -> None:
    """Refuse a self-recursive kernel that no later process could load from the cache."""
    if any(LITERAL_TYPE in code for code in dispatcher.inspect_llvm().values()):
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
    _prune_old_caches()
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


@cache
def cache_folder() -> Path | None:
    """The folder of this version's compiled kernels; None if no folder can be written."""
    name = source_hash()
    asked = os.environ.get("OUTFLANK_CACHE_DIR")
    home = Path(asked) if asked else Path(platformdirs.user_cache_dir("outflank"))
    for parent in (home / "kernels", Path(tempfile.gettempdir()) / f"outflank-{_user()}"):
        if _can_write(parent / name):
            if home not in parent.parents:
                warnings.warn(
                    f"cannot write {home}: compiled kernels are kept in {parent} for now; "
                    "set OUTFLANK_CACHE_DIR to a folder you can write",
                    CacheWarning,
                    stacklevel=2,
                )
            return parent / name
    warnings.warn(
        f"cannot write {home} nor a temporary folder: every process compiles its kernels anew; "
        "set OUTFLANK_CACHE_DIR to a folder you can write",
        CacheWarning,
        stacklevel=2,
    )
    return None


@cache
def source_hash() -> str:
    """Hash of all kernel sources, of the versions under them, and of the checked mode."""
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    digest.update(repr((*versions, CHECKED)).encode())
    for room in KERNEL_ROOMS:
        path = PACKAGE / room
        for source in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            if source.exists():
                digest.update(source.relative_to(PACKAGE).as_posix().encode())
                digest.update(source.read_bytes())
    return digest.hexdigest()[:20]


@contextmanager
def _private_cache() -> Iterator[bool]:
    """Point Numba at our folder while one kernel is declared, then back at the user's."""
    folder = cache_folder()
    users = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder) if folder else ""
    try:
        yield folder is not None
    finally:
        numba.config.CACHE_DIR = users


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _user() -> str:
    """A name that keeps the temporary caches of two users of one machine apart."""
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _prune_old_caches() -> None:
    """Remove the cache folders of older versions, the oldest first."""
    folder = cache_folder()
    if folder is None:
        return
    others = [path for path in folder.parent.iterdir() if path.is_dir() and path != folder]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)
