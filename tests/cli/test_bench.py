"""``outflank bench``: right scores, its own totals, its targets, and the signature."""

import pytest

from outflank.lab import endgame, ffo, figures

EASY = "--XXX---X-OOOO--X-OOOOOOXXXOOOOOXXOOOOOOXOOOOOOO-OOOOOO--OOOOOOO X; B3:+8; F1:+4;"


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


@pytest.mark.parametrize(
    ("options", "numbers"),
    [(["--first", 45], [45]), (["--last", 39], [39]), (["--first", 43], [43, 44])],
)
def test_one_end_of_the_suite_alone(run, monkeypatch, options, numbers):
    """The other end is as usual, or the same where that would be none."""
    asked = []
    monkeypatch.setattr(endgame, "run", lambda problems, *_: asked.extend(problems) or iter(()))
    run("bench", *options, "--json")
    assert [problem.number for problem in asked] == numbers


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["midgame"], "SUITE"),
        (["--last", 60], "--last"),
        (["--first", 0], "--first"),
        (["--runs", 0], "--runs"),
        (["--first", 45, "--last", 44], "--first 45 comes after --last 44"),
        (["--targets", "--first", 3], "--first: what is measured is fixed"),
        (["--signature", "--threads", 2], "--threads: what is measured is fixed"),
        (["--bulk", "file.obf"], "only with --targets"),
    ],
)
def test_what_cannot_be_meant(refuses, options, reason):
    ran = refuses(2, "bench", *options)
    assert reason in ran.err
    assert ran.out == ""


class TestTargets:
    """With easy positions in the place of the suite's."""

    @pytest.fixture(autouse=True)
    def easy(self, monkeypatch, tmp_path):
        def suite(first, last):
            easy = ffo.suite(1, 10)
            return [easy[number % 10]._replace(number=number) for number in range(first, last + 1)]

        monkeypatch.setattr(figures, "suite", suite)
        monkeypatch.setattr(figures, "unit", lambda: 0.2)
        monkeypatch.setattr(figures, "memory_beside_the_table", lambda: 190.0)
        self.bulk = tmp_path / "bulk.obf"
        self.bulk.write_text(f"{EASY}\n" * 3)

    def test_table(self, run):
        ran = run("bench", "endgame", "--targets", "--runs", 1, "--bulk", self.bulk)
        assert (ran.code, ran.err) == (0, "")
        heading, *rows = ran.out.splitlines()
        assert heading.split() == ["what", "figure", "target", "seconds"]
        assert [row.partition("  ")[0] for row in rows] == [
            "FFO 40-44",
            "FFO 40-44, nodes",
            "FFO 40-44, nodes a P",
            "FFO 40-49",
            "memory beside the table",
            "FFO 1-39",
            "FFO 45-47, two threads against one",
            "bulk of 12 empties",
        ]
        assert "≤ 10" in rows[0]
        assert "≥ 3,500" in rows[-1]

    def test_json(self, run):
        rows = run("bench", "endgame", "--targets", "--runs", 2, "--json").objects
        assert len(rows) == 8
        for row in rows:
            assert set(row) == {"what", "value", "unit", "target", "least", "met", "seconds"}
        *measured, bulk = rows
        assert (bulk["value"], bulk["met"]) == (None, None)
        for row in measured:
            assert row["met"] == (
                row["value"] >= row["target"] if row["least"] else row["value"] <= row["target"]
            )

    def test_progress_comes_to_its_end(self):
        told = []
        assert len(list(figures.figures(2, progress=lambda: told.append(1)))) == 8
        assert len(told) == figures.steps(2)

    def test_a_wrong_score_is_told(self, refuses):
        self.bulk.write_text(EASY.replace("+8", "+10"))
        ran = refuses(1, "bench", "--targets", "--runs", 1, "--bulk", self.bulk)
        assert "bulk.obf line 1: known +10, proved +8" in ran.err

    def test_a_file_that_is_not_there_or_broken(self, refuses):
        ran = refuses(1, "bench", "--targets", "--bulk", "missing.obf")
        assert "missing.obf: no such file" in ran.err
        self.bulk.write_text(f"{EASY}\nhello\n")
        assert "bulk.obf line 2" in refuses(1, "bench", "--targets", "--bulk", self.bulk).err

    def test_a_wrong_score_of_the_suite(self, refuses, monkeypatch):
        right = figures.suite
        monkeypatch.setattr(
            figures, "suite", lambda *ends: [p._replace(score=2) for p in right(*ends)]
        )
        assert "the score is wrong" in refuses(1, "bench", "--targets", "--runs", 1).err
