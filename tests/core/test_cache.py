"""The private cache: cold, warm, damaged, unwritable; and the user's own left alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.core import cache

#: Compiles two kernels, one of them self-recursive, and reports what it did.
PROBE = """
import json, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from outflank.core import cache, perft, masks, compile as c
    import numba
    leaves = perft.count(int(masks.START_PLAYER), int(masks.START_OPPONENT), 6, True)
print(json.dumps({
    "leaves": leaves,
    "cached": [k.cached for k in c.ledger],
    "folder": str(cache.folder()),
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
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    (tmp_path / "core").mkdir()
    source = tmp_path / "core" / "rules.py"
    names = []
    for text in ("one = 1", "one = 2"):
        source.write_text(text)
        cache.source_hash.cache_clear()
        names.append(cache.source_hash())
    cache.source_hash.cache_clear()
    assert names[0] != names[1]


def test_a_full_disk_costs_time_only(tmp_path: Path) -> None:
    """Saving fails (here: the file's name is taken by a folder): compiled, and said once."""
    probe(tmp_path)
    for file in tmp_path.rglob("*.nbi"):
        file.unlink()
        file.mkdir()
    report = probe(tmp_path)
    assert str(report["warnings"]).count("was not kept") == 1


def test_flipped_bits_in_an_index_are_survived(tmp_path: Path) -> None:
    probe(tmp_path)
    for number, file in enumerate(tmp_path.rglob("*.nbi")):
        content = bytearray(file.read_bytes())
        content[number * 7 % len(content)] ^= 1 << number % 8
        file.write_bytes(content)
    probe(tmp_path)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs a system with accounts")
def test_a_read_only_folder_is_loaded_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container image: the kernels are there, nothing can be written."""
    monkeypatch.setenv("OUTFLANK_CACHE_DIR", str(tmp_path))
    ours = tmp_path / "kernels" / cache.source_hash()
    assert cache._prepare(ours)
    monkeypatch.setattr(cache, "_prepare", lambda _path: False)
    cache.folder.cache_clear()
    assert cache.folder() == ours
    cache.folder.cache_clear()


def test_no_home_and_no_account_are_no_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_name: str) -> str:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("OUTFLANK_CACHE_DIR", raising=False)
    monkeypatch.setattr(cache.platformdirs, "user_cache_dir", nobody)
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path))
    cache.folder.cache_clear()
    with pytest.warns(cache.CacheWarning, match="for now"):
        found = cache.folder()
    cache.folder.cache_clear()
    assert found is not None
    assert tmp_path in found.parents


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs a system with accounts")
def test_a_temporary_folder_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    linked = tmp_path / "linked"
    linked.symlink_to(shared)
    assert not cache._is_private(shared)
    assert not cache._is_private(linked)
    assert cache._is_private(tmp_path / "new")


def test_only_our_own_folders_are_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_CACHE_DIR", str(tmp_path))
    cache.folder.cache_clear()
    current = cache.folder()
    assert current is not None
    old = [current.parent / f"{number:020x}" for number in range(cache.KEPT_FOLDERS + 3)]
    for path in old:
        assert cache._prepare(path)
    theirs = [current.parent / name for name in ("linux", "a" * 20, "cuda")]
    for path in theirs:
        path.mkdir()
        (path / "file").write_text("mine")
    cache.prune()
    cache.folder.cache_clear()
    assert sum(path.exists() for path in old) == cache.KEPT_FOLDERS
    assert all(path.exists() for path in (current, *theirs))


def test_kernels_work_while_a_user_debugs_his_own(tmp_path: Path) -> None:
    probe(tmp_path, NUMBA_DISABLE_JIT="1")
