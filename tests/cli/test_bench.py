"""``outflank bench``: right scores, its own totals, and a signature that does not change."""

from outflank.lab import endgame, ffo


def test_a_position_is_solved_and_told(run):
    ran = run("bench", "--first", 1, "--last", 2)
    assert ran.code == 0
    assert "+18" in ran.out
    assert "M nodes a P" in ran.out


def test_json_has_one_object_a_position(run):
    ran = run("bench", "endgame", "--first", 5, "--last", 6, "--runs", 2, "--json")
    assert [row["number"] for row in ran.objects] == [5, 6]
    assert all(row["right"] for row in ran.objects)
    assert set(ran.objects[0]) == {
        "number", "empties", "score", "right", "best", "nodes", "seconds", "cpu",
    }  # fmt: skip


def test_the_suite_is_whole():
    problems = ffo.suite()
    assert [problem.number for problem in problems] == list(range(1, 60))
    for problem in problems:
        assert set(problem.best) <= {int(square) for square in problem.position.legal_moves}


def test_nodes_do_not_depend_on_what_was_solved_before():
    first = [row.solution.nodes for row in endgame.run(ffo.suite(1, 12))]
    again = [row.solution.nodes for row in endgame.run(ffo.suite(1, 12), runs=2)]
    assert first == again


def test_an_unknown_suite_or_number_is_a_usage_error(run):
    assert run("bench", "midgame").code == 2
    assert run("bench", "--last", 60).code == 2
