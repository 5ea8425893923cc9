"""OBF: real files, both dialects, every way a line can be broken, writing what was read."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import BLACK, PASS, WHITE, IllegalMoveError, Move, OutflankError, Position
from outflank.games import GameFileError, GameWarning, Problem, read_obf, write_obf
from strategies import any_positions

SQUARES = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
FFO_1 = f"{SQUARES} X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;"
DATABASE_SQUARES = SQUARES.translate(str.maketrans("XO-", "bw."))
MUST_PASS = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"
GAME_OVER = "O" * 62 + "-- O"

REAL_FILES = {
    "fforum-1-19.obf": 19,
    "fforum-20-39.obf": 20,
    "fforum-40-59.obf": 20,
    "hard-20.obf": 138,
    "hard-25.obf": 156,
    "ntest_solver12_exact.obf": 56,
    "ntest_solver16_exact.obf": 74,
    "ntest_solver6_exact.obf": 69,
    "wthor_sample_12empties_exact.obf": 490,
}


def read_one(line):
    (problem,) = read_obf([line])
    return problem


def read_with_faults(text):
    faults = []
    return list(read_obf(text.splitlines(), faults.append, name="file.obf")), faults


def test_a_line():
    problem = read_one(FFO_1)
    assert problem.position == Position.from_text(f"{SQUARES} X")
    assert problem.turn is BLACK
    assert problem.scores == {
        Move(name): score
        for name, score in {
            "g8": 18, "h1": 12, "h7": 6, "a2": 6, "a3": 4, "b1": -4, "a4": -22, "g2": -24
        }.items()
    }  # fmt: skip
    assert problem.score == 18
    assert problem.comment == ""
    assert problem.place == "text line 1"
    assert problem.board().to_text() == f"{SQUARES} X"


@pytest.mark.parametrize("name", REAL_FILES)
def test_real_files(shared_data, tmp_path, name):
    path = shared_data / "endgame" / name
    problems = list(read_obf(path))
    assert len(problems) == REAL_FILES[name]
    assert [problem.place for problem in problems[:2]] == [f"{name} line 1", f"{name} line 2"]
    write_obf(problems, tmp_path / name)
    lines = [line.removesuffix(" --:-127;") for line in path.read_text().splitlines()]
    assert (tmp_path / name).read_text().splitlines() == lines
    assert list(read_obf(tmp_path / name)) == problems
    if "exact" in name:  # every legal move has its score
        for problem in problems:
            legal = [PASS] if problem.position.must_pass else problem.position.legal_moves
            assert set(problem.scores) == set(legal), problem.place


@pytest.mark.parametrize(
    ("line", "scores", "score", "comment"),
    [
        (f"{SQUARES} X", {}, None, ""),
        (f"{SQUARES} X;", {}, None, ""),
        (f"{SQUARES};", {}, None, ""),
        (f"{SQUARES}X; g8:18", {"g8": 18}, 18, ""),
        (f"  {SQUARES}   X ;G8 : +18;;h1:+12 ;  ", {"g8": 18, "h1": 12}, 18, ""),
        (f"{SQUARES} X; +18;", {}, 18, ""),
        (f"{SQUARES} X; 0;", {}, 0, ""),
        (f"{SQUARES} X; H1:+12; +18;", {"h1": 12}, 18, ""),
        (f"{SQUARES} X; +18; H1:+12;", {"h1": 12}, 18, ""),
        (f"{SQUARES} X; G8:+18; --:-127;", {"g8": 18}, 18, ""),
        (f"{SQUARES} X; --:-127;", {}, None, ""),
        (f"{SQUARES} X; G8:+18; % the first; A1:+4", {"g8": 18}, 18, "the first; A1:+4"),
        (f"{SQUARES} X;%% 50%", {}, None, "% 50%"),
        (f"{DATABASE_SQUARES};b; G8:+18. H1:+12.;", {"g8": 18, "h1": 12}, 18, ""),
        (f"ffo-01;{DATABASE_SQUARES};b; G8:+18. H1:+12;", {"g8": 18, "h1": 12}, 18, "ffo-01"),
        (f"ffo-01;{DATABASE_SQUARES};b;Final, 1997.;", {}, None, "ffo-01 Final, 1997."),
        (f"{MUST_PASS}; PA:-48;", {"pass": -48}, -48, ""),
        (f"{MUST_PASS}; --:-48; --:-127;", {"pass": -48}, -48, ""),
        (f"{GAME_OVER}; +64;", {}, 64, ""),
        (f"{GAME_OVER}; % game over +64", {}, None, "game over +64"),
    ],
)
def test_habits_of_writing(line, scores, score, comment):
    problem = read_one(line)
    assert problem.scores == {Move(move): value for move, value in scores.items()}
    assert problem.score == score
    assert problem.comment == comment
    assert read_one(problem.to_text()) == problem


def test_the_dialect_of_databases_gives_the_same_problem():
    scores = FFO_1.removeprefix(f"{SQUARES} X;")
    points = " G8:+18. H1:+12. H7:+6. A2:+6. A3:+4. B1:-4. A4:-22. G2:-24;"
    for written in (scores, points, points.replace(";", ".;")):
        assert read_one(f"{DATABASE_SQUARES};b;{written}") == read_one(FFO_1)


def test_white_to_move():
    line = f"{SQUARES} O; A4:+2;"
    problem = read_one(line)
    assert problem.turn is WHITE
    assert problem.position == Position.from_text(f"{SQUARES} X").passed()
    assert problem.to_text() == line


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"{SQUARES[:-1]} X; G8:+18;", "a board has 64 squares, this text has 63"),
        (f"{SQUARES}- X; G8:+18;", "a board has 64 squares, this text has 65"),
        (f"{SQUARES.replace('X', 'Q', 1)} X;", '"Q" on c1 is not a square'),
        (f"{SQUARES} Z;", '"Z" after the 64 squares is not a side'),
        (f"{SQUARES} X; G9:+18;", '"G9" is not a move'),
        (f"{SQUARES} X; G8:+1x;", '"+1x" is not a score'),
        (f"{SQUARES} X; G8:;", '"" is not a score'),
        (f"{SQUARES} X; G8;", '"G8" is not a score'),
        (f"{SQUARES} X; G8:+18.5;", '"+18.5" is not a score'),
        (f"{SQUARES} X; G8:18:20;", '"G8:18" is not a move'),
        (f"{SQUARES} X; G8:+66;", "a score in discs is -64 to 64, not +66"),
        (f"{SQUARES} X; -127;", "a score in discs is -64 to 64, not -127"),
        (f"{SQUARES} X; G8:+18; g8:+18;", "g8 has two scores"),
        (f"{SQUARES} X; +18; +18;", "two scores"),
        (f"{SQUARES} X; G8:+18; +16;", "the score of the position, +16, is below that of g8, +18"),
        (f"{SQUARES} X; D1:+4;", '"d1": the square is occupied'),
        (f"{SQUARES} X; A1:+4;", '"a1": it turns no disc'),
        (f"{SQUARES} X; PA:+4;", "a pass is legal only without a move"),
        (f"{MUST_PASS}; H6:+4;", "must pass"),
        (f"{GAME_OVER}; PA:+64;", "the game is over"),
        (f"{DATABASE_SQUARES};q;", '"q" is not a score'),
        ("hello", '"h" on a1 is not a square of a board'),
        ("f5d6c3", "is not a square"),
        (";;;", "64 squares"),
    ],
)
def test_a_broken_line_is_named_and_the_others_are_read(line, reason):
    problems, faults = read_with_faults(f"% a comment\n{FFO_1}\n{line}\n\n{FFO_1}\n")
    assert problems == [read_one(FFO_1)] * 2
    assert [problem.line for problem in problems] == [2, 5]
    (fault,) = faults
    assert isinstance(fault, GameFileError)
    assert str(fault).startswith("file.obf line 3: ")
    assert reason in str(fault)


def test_the_position_before_a_broken_score_is_kept():
    _, (fault,) = read_with_faults(f"{SQUARES} X; G9:+18;")
    assert fault.board.to_text() == f"{SQUARES} X"
    assert fault.problem.to_text() == f"{SQUARES} X;"
    assert (fault.problem.score, fault.problem.line) == (None, 1)
    _, (fault,) = read_with_faults("hello")
    assert fault.problem is None


def test_without_a_listener_the_first_fault_is_raised():
    problems = read_obf([FFO_1, "hello", FFO_1])
    assert next(problems) == read_one(FFO_1)
    with pytest.raises(GameFileError, match='text line 2: "h" on a1'):
        next(problems)


@pytest.mark.parametrize("text", ["", "\n\n", "% nothing\n# nothing\n"])
def test_an_empty_file_is_an_error(tmp_path, text):
    path = tmp_path / "none.obf"
    path.write_text(text)
    with pytest.raises(GameFileError, match=r"none\.obf: empty: there is no position in it"):
        list(read_obf(path))


def test_files_that_are_no_text(tmp_path):
    (tmp_path / "picture.obf").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)))
    with pytest.raises(GameFileError, match=r"picture\.obf: a binary file"):
        list(read_obf(tmp_path / "picture.obf"))
    with pytest.raises(FileNotFoundError):
        list(read_obf(tmp_path / "missing.obf"))
    with pytest.raises((IsADirectoryError, PermissionError)):
        list(read_obf(tmp_path))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_line_ends_and_marks_of_other_systems(tmp_path, encoding):
    path = tmp_path / "file.obf"
    path.write_bytes(f"{FFO_1}\r\n{FFO_1}\r\n".encode(encoding))
    assert list(read_obf(path)) == [read_one(FFO_1)] * 2


def test_a_comment_may_hold_any_bytes(tmp_path):
    path = tmp_path / "file.obf"
    path.write_bytes(f"{SQUARES} X; % Andr".encode() + b"\xe9\n")
    with pytest.warns(GameWarning, match="Latin-1"):
        (problem,) = read_obf(path)
    assert problem.comment == "André"


def test_a_problem_is_checked_when_it_is_made():
    start = Position.start()
    assert Problem(start, scores={Move("f5"): -2, Move("d3"): 4}).score == 4
    with pytest.raises(IllegalMoveError, match="a1"):
        Problem(start, scores={Move("a1"): 0})
    with pytest.raises(OutflankError, match="-64 to 64"):
        Problem(start, score=65)
    with pytest.raises(OutflankError, match="one line"):
        Problem(start, comment="two\nlines")


def test_a_problem_is_a_value():
    problem = read_one(FFO_1)
    assert pickle.loads(pickle.dumps(problem)) == problem
    assert hash(problem) == hash(read_one(FFO_1))
    assert replace(problem, source=None, line=7) == problem
    assert replace(problem, source=None).place == ""
    assert replace(problem, comment="other") != problem


@st.composite
def problems(draw):
    """Any position, with scores of any of its legal moves."""
    position = draw(any_positions())
    legal = [PASS] if position.must_pass else [Move(square) for square in position.legal_moves]
    known = draw(st.lists(st.sampled_from(legal), unique=True)) if legal else []
    scores = {move: draw(st.integers(-64, 64)) for move in known}
    least = max(scores.values(), default=-64)
    return Problem(
        position,
        draw(st.sampled_from([BLACK, WHITE])),
        scores,
        draw(st.none() | st.integers(least, 64)),
        draw(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]))),
    )


@given(problems())
def test_what_was_written_is_read_back(problem):
    assert read_one(problem.to_text()) == problem
    assert list(read_one(problem.to_text()).scores) == list(problem.scores)


@given(st.lists(problems(), min_size=1, max_size=5))
def test_a_file_that_was_written_is_read_back(tmp_path_factory, written):
    path = tmp_path_factory.mktemp("obf") / "file.obf"
    write_obf(written, path)
    assert list(read_obf(path)) == written


PIECES = st.sampled_from(
    [SQUARES, f"{SQUARES} X;", DATABASE_SQUARES, " ", ";", ":", ".", "%", "#", "X", "b", "O",
     "G8", "A1", "PA", "--", "-127", "+18", "-4", "+200", "64", "\N{ARABIC-INDIC DIGIT FOUR}"]
)  # fmt: skip


@given(st.lists(st.lists(PIECES | st.text(max_size=5), max_size=8).map("".join), max_size=4))
def test_any_text_is_read_or_refused_by_our_own_errors(lines):
    faults = []
    try:
        problems = list(read_obf(lines, faults.append))
    except GameFileError:  # nothing but comments
        problems = []
    assert [read_one(problem.to_text()) for problem in problems] == problems
    assert all(str(fault).startswith("text line ") for fault in faults)
