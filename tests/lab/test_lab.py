"""The laboratory: the suite is whole, the unit is the one it says, nodes repeat themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.board import OutflankError
from outflank.lab import endgame, ffo, figures, signature, unit

#: Kernels of the workload by the names that both files give them.
KERNELS = ("legal", "flips", "perft")
CONSTANTS = ("FACTOR", "U", "ALL", "NOT_A", "NOT_H", "SHIFTS", "UP", "DOWN", "START")


def test_the_suite_is_whole() -> None:
    problems = ffo.suite()
    assert [problem.number for problem in problems] == list(range(1, 60))
    for problem in problems:
        assert set(problem.best) <= {int(square) for square in problem.position.legal_moves}


@pytest.mark.parametrize(("first", "last"), [(45, 44), (0, 3), (1, 60), (60, 60)])
def test_problems_that_are_not_there(first: int, last: int) -> None:
    with pytest.raises(OutflankError, match=f"1 to 59, not {first} to {last}"):
        ffo.suite(first, last)


def test_nodes_do_not_depend_on_what_was_solved_before() -> None:
    told: list[int] = []
    first = [row.solution.nodes for row in endgame.run(ffo.suite(1, 12))]
    again = endgame.run(ffo.suite(1, 12), runs=2, progress=lambda: told.append(1))
    assert first == [row.solution.nodes for row in again]
    assert len(told) == 24


def test_the_signature_has_positions_of_every_size() -> None:
    problems = [p for p in ffo.suite() if p.number in signature.SOLVED]
    assert set(range(1, 37)) <= {problem.number for problem in problems}
    assert sum(problem.position.empties >= 20 for problem in problems) >= 4


def test_the_memory_of_a_process_that_solves() -> None:
    memory = figures.memory_beside_the_table()
    assert memory is None or 50 < memory < 500


def test_the_unit_takes_some_time() -> None:
    assert 0.01 < unit.unit(1) < 10


class _Plain(ast.NodeTransformer):
    """Takes away in what the two files may differ: types, names' underscores, casts."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name, node.returns, node.decorator_list = node.name.lstrip("_"), None, []
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = node.id.lstrip("_")
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "int":
            return node.args[0]
        return node


def parts(source: Path) -> dict[str, str]:
    """The kernels, their signatures and the constants of a file, each as text to compare."""
    found: dict[str, str] = {}
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.lstrip("_") in KERNELS:
            name = node.name.lstrip("_")
            (decorator,) = node.decorator_list
            assert isinstance(decorator, ast.Call)
            found[f"{name} signature"] = ast.dump(decorator.args[0])
            found[name] = ast.dump(_Plain().visit(node))
        elif isinstance(node, ast.Assign):
            found |= {name: text for name, text in assigned(node) if name in CONSTANTS}
    return found


def assigned(node: ast.Assign) -> Iterator[tuple[str, str]]:
    """Each name of an assignment with its value."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple):
        assert isinstance(value, ast.Tuple)
        for name, part in zip(target.elts, value.elts, strict=True):
            yield ast.unparse(name), ast.dump(part)
    else:
        yield ast.unparse(target), ast.dump(value)


def test_the_unit_is_the_one_that_figures_are_given_in(shared_data: Path) -> None:
    """Every line of the workload is that of the common tool, and so are factor and depth."""
    tool = shared_data.parent / "tools" / "unit.py"
    ours, theirs = parts(Path(unit.__file__)), parts(tool)
    assert len(ours) == len(KERNELS) * 2 + len(CONSTANTS)
    assert ours == theirs
    text = tool.read_text(encoding="utf-8")
    assert f"perft(START[0], START[1], {unit.DEPTH})" in text
    assert f"leaves == {unit.LEAVES}" in text
    assert "statistics.median(times) * FACTOR" in text
