"""The package as a whole: lazy imports, the public names, examples that run."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from importlib.metadata import version

import pytest

import outflank
from conftest import ROOT

#: What must not be imported before a kernel is needed.
HEAVY = ("numba", "numpy", "rich")


def modules_after(code: str) -> set[str]:
    """The names of all modules that a fresh process has imported after `code`."""
    script = f"import sys\n{code}\nprint(' '.join(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "code",
    [
        "import outflank",
        "import outflank; print(outflank.Board.from_transcript('f5d6')._repr_svg_())",
        "from outflank import Board; print(Board().draw(unicode=False))",
    ],
)
def test_a_drawn_board_costs_no_compiler(code: str) -> None:
    assert not modules_after(code).intersection(HEAVY)


def test_every_public_name_is_there() -> None:
    for name in outflank.__all__:
        assert getattr(outflank, name) is not None
    assert set(outflank.__all__) <= set(dir(outflank))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'othello'"):
        _ = outflank.othello  # type: ignore[attr-defined]


def test_the_version_is_the_packages() -> None:
    assert outflank.__version__ == version("outflank")


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/analysis.md",
        "docs/api.md",
        "docs/commands.md",
        "docs/faults.md",
        "docs/training.md",
    ],
)
def test_examples_of_the_pages_run(page: str) -> None:
    failed, _ = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert failed == 0


def test_examples_of_every_docstring_run() -> None:
    modules = [name for _, name, _ in pkgutil.walk_packages(outflank.__path__, "outflank.")]
    tried = 0
    for name in ["outflank", *modules]:
        if not name.endswith("__main__"):
            results = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
            assert results.failed == 0, name
            tried += results.attempted
    assert tried > 20
