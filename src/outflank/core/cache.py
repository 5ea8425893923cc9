"""Where compiled kernels are kept between processes.

Numba's disk cache does not see an edit in a function that a cached function
calls. So the folder is named by the hash of *every* kernel source and of the
versions below us: an edit anywhere means a new folder. The folder is ours alone;
a user's own Numba functions keep the cache they chose.

Nothing here may stop a program: a cache that cannot be written or read costs time,
and a `CacheWarning` says so.

Environment: ``OUTFLANK_CACHE_DIR``, where the folders are; else the user's cache.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core import caching

PACKAGE = Path(__file__).resolve().parent.parent

#: Every room whose sources are compiled; their text names the cache folder.
KERNEL_ROOMS = ("core", "arrays.py", "textbook", "training")

#: True when kernels check array bounds and addresses (environment ``OUTFLANK_CHECKED``).
CHECKED = os.environ.get("OUTFLANK_CHECKED", "") not in {"", "0"}

#: How many cache folders of other versions are kept beside the one in use.
KEPT_FOLDERS = 4

#: Made in every folder of ours, and what their names look like: only such are removed.
MARKER = "outflank-kernels"
FOLDER_NAME = re.compile(r"[0-9a-f]{20}")


class CacheWarning(UserWarning):
    """The compiled kernels cannot be kept on disk, so each process compiles them anew."""


def use_cache(dispatcher: Any, on_miss: Callable[[], None]) -> None:
    """Let Numba keep and find a kernel's machine code in our folder, if there is one.

    Args:
        dispatcher: the kernel, not yet compiled.
        on_miss: called when the kernel has to be compiled.
    """
    if folder() is None:
        on_miss()
    else:
        dispatcher._cache = _KernelCache(dispatcher.py_func, on_miss)


@cache
def folder() -> Path | None:
    """The folder of this version's compiled kernels; None if there can be none.

    A folder that is complete but cannot be written, as in a container image, is used too.
    """
    name = source_hash()
    usual = _usual_home()
    if usual is not None and (_prepare(usual / "kernels" / name) or _is_ours(usual, name)):
        return usual / "kernels" / name
    temporary = Path(tempfile.gettempdir()) / f"outflank-{_user()}"
    if _is_private(temporary) and _prepare(temporary / name):
        _warn(f"compiled kernels are kept in {temporary} for now")
        return temporary / name
    _warn("every process compiles its kernels anew")
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


def prune() -> None:
    """Remove the cache folders of older versions, but only folders that are ours."""
    current = folder()
    if current is None:
        return
    others = []
    with contextlib.suppress(OSError):
        others = [
            path for path in current.parent.iterdir() if path != current and _made_by_us(path)
        ]
    for path in sorted(others, key=_age, reverse=True)[KEPT_FOLDERS:]:
        shutil.rmtree(path, ignore_errors=True)


class _Locator(caching._CacheLocator):  # type: ignore[misc]  # Numba is untyped here
    """Tells Numba where our folder is; its name stands for the sources."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._name = f"{function.__module__}-{function.__code__.co_firstlineno}"

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator:
        return cls(function, file)

    def get_cache_path(self) -> str:
        return str(folder())

    def get_source_stamp(self) -> str:
        return source_hash()

    def get_disambiguator(self) -> str:
        return self._name


class _Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]  # as above
    _locator_classes = (_Locator,)


class _KernelCache(caching.FunctionCache):  # type: ignore[misc]  # as above
    """Numba's cache of one function, in our folder; what it cannot read or write is a miss."""

    _impl_class = _Implementation

    def __init__(self, function: Callable[..., Any], on_miss: Callable[[], None]) -> None:
        super().__init__(function)
        self._on_miss = on_miss

    def load_overload(self, signature: Any, target: Any) -> Any:
        try:
            loaded = super().load_overload(signature, target)
        except Exception:  # whatever a damaged file makes of itself
            with contextlib.suppress(OSError):
                self.flush()
            loaded = None
        if loaded is None:
            self._on_miss()
        return loaded

    def save_overload(self, signature: Any, data: Any) -> None:
        try:
            super().save_overload(signature, data)
        except OSError as error:
            _warn_once(f"a compiled kernel was not kept ({error.strerror})")


def _usual_home() -> Path | None:
    """Where the user wants caches; None where nobody can say (no home, no account)."""
    asked = os.environ.get("OUTFLANK_CACHE_DIR")
    try:
        return Path(asked) if asked else Path(platformdirs.user_cache_dir("outflank"))
    except (OSError, RuntimeError, KeyError):
        return None


def _prepare(path: Path) -> bool:
    """Make a folder with our marker in it; False if it cannot be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        (path / MARKER).touch()
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError:
        return False


def _is_ours(home: Path, name: str) -> bool:
    try:
        return (home / "kernels" / name / MARKER).is_file()
    except OSError:
        return False


def _is_private(path: Path) -> bool:
    """Make a folder that only this user can write; False if it is or may be another's.

    What lies in it is unpickled and run, so it must not come from anybody else.
    """
    try:
        path.mkdir(mode=stat.S_IRWXU, exist_ok=True)
        status = path.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    others_may_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return status.st_uid == os.getuid() and not others_may_write


def _made_by_us(path: Path) -> bool:
    return (
        FOLDER_NAME.fullmatch(path.name) is not None
        and not path.is_symlink()
        and (path / MARKER).is_file()
    )


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _user() -> str:
    """A name that keeps the temporary caches of two users of one machine apart."""
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _warn(consequence: str) -> None:
    home = _usual_home() or "the user's cache folder"
    warnings.warn(
        f"cannot write {home}: {consequence}; set OUTFLANK_CACHE_DIR to a folder you can write",
        CacheWarning,
        stacklevel=2,
    )


@cache
def _warn_once(consequence: str) -> None:
    _warn(consequence)
