"""The kernel decorator: what it refuses, whom it tells, and that warm-up reaches all."""

import importlib.util
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import ClassVar

import pytest
from numba.core.compiler_lock import global_compiler_lock

from outflank.core import cache
from outflank.core import compile as compiling
from outflank.core.compile import kernel


def test_warm_up_reaches_every_kernel() -> None:
    """Each module that declares a kernel is imported, and stands in a room that is hashed.

    In a process of its own: here other tests have imported modules that warm-up may miss.
    """
    program = (
        "import sys; from outflank.core import compile as c; c.warm_up();"
        "print(*(name for name in sys.modules if name.startswith('outflank.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    package, found = cache.PACKAGE, 0
    for source in package.rglob("*.py"):
        if "\n@kernel(" in source.read_text(encoding="utf-8"):
            parts = source.relative_to(package).with_suffix("").parts
            assert ".".join(("outflank", *parts)) in done.stdout.split()
            assert parts[0] in {Path(room).stem for room in cache.KERNEL_ROOMS}
            found += 1
    assert found > 20


@pytest.mark.parametrize("literal", ["1", "True"])
def test_a_bare_literal_in_a_recursion_is_refused(literal: str, tmp_path: Path) -> None:
    """Cached, such a kernel would end the next process that loads it (an LLVM error)."""
    source = tmp_path / "recursive.py"
    source.write_text(
        "from outflank.core.compile import kernel\n"
        '@kernel("i8(i8, i8)")\n'
        "def recurse(depth, argument):\n"
        "    if depth <= 0:\n"
        "        return argument\n"
        f"    return recurse(depth - argument, {literal})\n"
    )
    spec = importlib.util.spec_from_file_location("recursive", source)
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(TypeError, match="recurse hands itself a bare literal"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_a_listener_hears_of_each_kernel_that_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "folder", lambda: None)  # nothing to load it from
    heard: list[str] = []

    def twice(number: int) -> int:
        return 2 * number

    with compiling.listening(heard.append):
        assert kernel("i8(i8)")(twice)(21) == 42
    kernel("i8(i8)")(twice)
    assert heard == [f"{__name__}.twice"]


def test_one_thread_compiles_a_caller_while_another_calls_what_it_inlines() -> None:
    """Whoever comes first: none waits for what the other one holds."""
    asked, waiting = threading.Event(), threading.Event()

    class Slow:
        """Stands for a dispatcher; compiling it needs Numba's lock, as all compiling does."""

        overloads: ClassVar[dict[str, object]] = {}

        def get_call_template(self, *_asked: object) -> str:
            return "template"

    dispatcher = Slow()

    def compile_now() -> None:
        with global_compiler_lock:
            asked.set()

    kernel_to_come = compiling._Postponed(dispatcher, compile_now)

    def call_from_python() -> None:
        waiting.set()
        kernel_to_come.settle()

    caller = threading.Thread(target=call_from_python, daemon=True)

    def compile_a_caller() -> None:
        with global_compiler_lock:  # as Numba has it while it infers types
            caller.start()
            waiting.wait()
            time.sleep(0.05)
            assert dispatcher.get_call_template((), {}) == "template"

    compiler = threading.Thread(target=compile_a_caller, daemon=True)
    compiler.start()
    compiler.join(10)
    caller.join(10)
    assert not compiler.is_alive()
    assert not caller.is_alive()
    assert asked.is_set()
