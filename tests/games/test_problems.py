"""Positions in any form, mixed in one text, and the faults of each with its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Board, Move
from outflank.games import GameFileError, famous_games, parse_problems, read_obf, read_problems
from strategies import reachable_boards

GAME = famous_games()["murakami-logistello-1997-1"].transcript()
AFTER_60 = Board.from_transcript(GAME[:60]).to_text()
AFTER_80 = Board.from_transcript(GAME[:80]).to_text()


def read(text):
    return list(parse_problems(text, "file"))


def read_with_faults(text):
    faults = []
    return list(parse_problems(text, "file", faults.append)), [str(fault) for fault in faults]


def texts(problems):
    return [problem.board().to_text() for problem in problems]


def drawn(text, *, blanks="", side="below"):
    squares, turn = text.split()
    rows = [blanks.join(squares[i : i + 8]) for i in range(0, 64, 8)]
    if side == "below":
        return "\n".join([*rows, turn])
    if side == "beside":
        rows[-1] += f" {turn}"
    return "\n".join(rows)


def test_one_position_a_line():
    problems = read(f"{AFTER_60}\n\n# a comment\n{AFTER_80.replace(' ', '')}\n{AFTER_60};")
    assert texts(problems) == [AFTER_60, AFTER_80, AFTER_60]
    assert [problem.line for problem in problems] == [1, 4, 5]
    assert problems[0].place == "file line 1"
    assert problems[0].score is None


@pytest.mark.parametrize("blanks", ["", " "])
@pytest.mark.parametrize("side", ["below", "beside"])
def test_drawn_boards(blanks, side):
    one = drawn(AFTER_60, blanks=blanks, side=side)
    other = drawn(AFTER_80, blanks=blanks, side=side)
    problems = read(f"{one}\n\n{other}\n{one}")
    assert texts(problems) == [AFTER_60, AFTER_80, AFTER_60]
    rows = 9 if side == "below" else 8
    assert [problem.line for problem in problems] == [1, rows + 2, 2 * rows + 2]


def test_drawn_boards_without_a_side():
    squares = AFTER_60.split()[0]
    board = drawn(AFTER_60, side="missing")
    assert texts(read(f"{board}\n{board}")) == [f"{squares} X"] * 2


def test_boards_of_digits():
    squares = AFTER_60.split()[0].translate(str.maketrans("XO-", "01."))
    for digit, side in ("0X", "1O"):
        assert texts(read(f"{squares} {digit}")) == [f"{AFTER_60.split()[0]} {side}"]


def test_transcripts():
    problems = read(f"{GAME[:60]}\n{GAME[:80]}\n")
    assert texts(problems) == [AFTER_60, AFTER_80]
    assert [problem.line for problem in problems] == [1, 2]


def test_transcripts_over_several_lines():
    problems = read(f"{GAME[:40]}\n{GAME[40:60]}\n\n{GAME[:50]}\n{GAME[50:80]}")
    assert texts(problems) == [AFTER_60, AFTER_80]
    assert [problem.line for problem in problems] == [1, 4]


def test_a_transcript_may_go_on_from_the_position_above_it():
    assert texts(read(f"{AFTER_60}\n{GAME[60:80]}")) == [AFTER_80]
    assert texts(read(f"{AFTER_60}\n{AFTER_60}\n{GAME[60:80]}\n")) == [AFTER_60, AFTER_80]
    assert texts(read(f"{AFTER_60}\n{GAME[:80]}")) == [AFTER_60, AFTER_80]
    problems, faults = read_with_faults(f"{AFTER_60}\n\n{GAME[60:80]}")
    assert texts(problems) == [AFTER_60]
    assert faults[0].startswith("file line 3: ply 1:")


def test_all_forms_in_one_text():
    move = str(next(iter(Board.from_text(AFTER_60).legal_moves)))
    problems = read(
        f"{AFTER_60}; {move}:+4; % known\n{GAME[:80]}\n{drawn(AFTER_60)}\n{AFTER_80}\n\n{GAME[:60]}"
    )
    assert texts(problems) == [AFTER_60, AFTER_80, AFTER_60, AFTER_80, AFTER_60]
    assert problems[0].scores == {Move(move): 4}
    assert [problem.line for problem in problems] == [1, 2, 3, 12, 14]


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (AFTER_60[1:], "file line 2: a board has 64 squares, this text has 63"),
        (AFTER_60[5:], "file line 2: a board has 64 squares, this text has 59"),
        (AFTER_60.replace("X", "q", 1), 'file line 2: "q" on'),
        (f"{AFTER_60}; A9:+4;", 'file line 2: "A9" is not a move'),
        (f"{AFTER_60}; f5:+4;", 'file line 2: "f5": the square is occupied'),
        (drawn(AFTER_60)[9:], "file line 2: a board has 64 squares, this text has 56"),
        ("XO", "file line 2: ply 1"),
        ("X", "file line 2: a board has 64 squares"),
        ("f5d6a1", 'file line 2: ply 3: "a1"'),
        ("hello", 'file line 2: ply 1: "e" after "h"'),
    ],
)
def test_a_fault_names_file_and_line_and_the_rest_is_read(broken, fault):
    problems, faults = read_with_faults(f"{AFTER_60};\n{broken}\n{AFTER_80}")
    assert texts(problems) == [AFTER_60, AFTER_80]
    (told,) = faults
    assert told.startswith(fault)
    with pytest.raises(GameFileError, match="file line 2"):
        read(f"{AFTER_60};\n{broken}\n{AFTER_80}")


def test_an_empty_text_is_an_error():
    for text in ("", "\n\n", "# nothing\n% nothing"):
        with pytest.raises(GameFileError, match="file: empty"):
            read(text)


def test_obf_files_are_read_as_obf(shared_data):
    for path in sorted((shared_data / "endgame").glob("*.obf")):
        assert list(read_problems(path)) == list(read_obf(path))


def test_real_positions_and_openings(shared_data):
    found = list(read_problems(shared_data / "xot" / "xot_small_3623.txt"))
    assert len(found) == 3623
    assert {problem.position.empties for problem in found} == {52}


@given(st.lists(st.tuples(reachable_boards(), st.integers(0, 2)), min_size=1, max_size=4))
def test_boards_written_in_any_form_are_read_back(boards):
    forms = (Board.to_text, lambda board: drawn(board.to_text()), Board.transcript)
    played = [(board, form if board.moves else 0) for board, form in boards]
    text = "\n\n".join(forms[form](board) for board, form in played)
    wanted = []
    for board, form in played:
        ends_in_pass = form == 2 and board.last_move.is_pass
        wanted.append(board.position.passed() if ends_in_pass else board.position)
    assert [problem.position for problem in read(text)] == wanted


@given(st.text("XO-.bw01 ;:+48f5dPA%#\n", max_size=300) | st.text(max_size=60))
def test_any_text_is_read_or_refused_by_our_own_errors(text):
    faults = []
    try:
        found = list(parse_problems(text, "file", faults.append))
    except GameFileError:  # nothing but comments
        found = []
    assert all(problem.place.startswith("file line ") for problem in found)
    assert all(str(fault).startswith("file line ") for fault in faults)


def test_moves_behind_a_board_lead_to_a_position():
    board = Board.from_transcript("f5d6c3")
    (problem,) = parse_problems(f"{board.to_text()} d3c4", "x")
    assert problem.position == Board.from_transcript("f5d6c3d3c4").position
