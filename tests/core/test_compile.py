"""The private cache: cold, warm, damaged, unwritable; and the user's own left alone."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.core import compile as compiling

#: Compiles two kernels, one of them self-recursive, and reports what it did.
PROBE = """
import json, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from outflank.core import perft, masks, compile as c
    import numba
    leaves = perft.count(int(masks.START_PLAYER), int(masks.START_OPPONENT), 6, True)
print(json.dumps({
    "leaves": leaves,
    "cached": [k.cached for k in c.ledger],
    "folder": str(c.cache_folder()),
    "warnings": [str(w.message) for w in caught],
    "numba": numba.config.CACHE_DIR,
}))
"""


def probe(folder: Path, **environment: str) -> dict[str, object]:
    """Run the probe in a process of its own with its cache in `folder`."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        env={**os.environ, "OUTFLANK_CACHE_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, object] = json.loads(done.stdout)
    assert report["leaves"] == 8200
    return report


def all_cached(report: dict[str, object]) -> bool:
    cached = report["cached"]
    assert isinstance(cached, list)
    return all(cached)


def test_a_second_process_runs_on_the_first_ones_cache(tmp_path: Path) -> None:
    assert not all_cached(probe(tmp_path))
    assert all_cached(probe(tmp_path))


def test_a_damaged_cache_is_compiled_anew(tmp_path: Path) -> None:
    probe(tmp_path)
    for position, file in enumerate(sorted(tmp_path.rglob("*.nb?"))):
        content = file.read_bytes()
        file.write_bytes(content[: len(content) // 2] if position % 2 else b"")
    probe(tmp_path)
    assert all_cached(probe(tmp_path))


def test_a_folder_that_cannot_be_written_is_said_and_replaced(tmp_path: Path) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    report = probe(blocked, TMPDIR=str(tmp_path))
    assert str(tmp_path) in str(report["folder"])
    assert "OUTFLANK_CACHE_DIR" in str(report["warnings"])


def test_the_users_own_cache_folder_is_left_alone(tmp_path: Path) -> None:
    own = tmp_path / "own"
    report = probe(tmp_path / "ours", NUMBA_CACHE_DIR=str(own))
    assert report["numba"] == str(own)
    assert not own.exists()


def test_the_folder_is_named_by_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "PACKAGE", tmp_path)
    (tmp_path / "core").mkdir()
    source = tmp_path / "core" / "rules.py"
    names = []
    for text in ("one = 1", "one = 2"):
        source.write_text(text)
        compiling.source_hash.cache_clear()
        names.append(compiling.source_hash())
    compiling.source_hash.cache_clear()
    assert names[0] != names[1]


def test_warm_up_reaches_every_kernel() -> None:
    """Each module that declares a kernel is imported, and stands in a room that is hashed."""
    compiling.warm_up()
    package = compiling.PACKAGE
    for source in package.rglob("*.py"):
        if "\n@kernel(" in source.read_text(encoding="utf-8"):
            parts = source.relative_to(package).with_suffix("").parts
            assert ".".join(("outflank", *parts)) in sys.modules
            assert parts[0] in {Path(room).stem for room in compiling.KERNEL_ROOMS}


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


def test_a_listener_hears_of_each_kernel_that_is_compiled() -> None:
    heard: list[str] = []
    with compiling.listening(heard.append):
        compiling._listeners[-1]("core.rules.flips")
    assert heard == ["core.rules.flips"]
    assert not compiling._listeners
