"""Names of openings: our own hundred, files of others, every order of moves and turned boards."""

import pytest

from outflank.board.board import Board
from outflank.board.errors import OutflankError
from outflank.board.square import PASS, Move
from outflank.board.symmetry import SYMMETRIES, transform_square
from outflank.games import (
    Game,
    GameFileError,
    Opening,
    OpeningNames,
    famous_game,
    opening_names,
    opening_of,
    read_openings,
)
from outflank.games.openings import parse_openings

TIGER = "f5d6c3d3c4"


def turned(moves, symmetry):
    return tuple(move if move == PASS else Move(transform_square(move, symmetry)) for move in moves)


def rows(text):
    return list(parse_openings(text, "names.txt"))


def test_the_own_table_has_a_hundred_positions_with_sources():
    names = list(opening_names())
    assert len(names) == 100
    assert len({opening.position for opening in names}) == 100
    assert all(opening.source and opening.moves.startswith("f5") for opening in names)
    assert sum(opening.japanese is not None for opening in names) > 60


def test_every_own_opening_is_found_on_every_board_and_by_position_alone():
    for opening in opening_names():
        moves = Board.from_transcript(opening.moves).moves
        for symmetry in range(SYMMETRIES):
            board = Board(opening.position.symmetries()[symmetry])
            assert opening_of(board) is opening
        assert opening_of(Game(moves=moves)) is opening
        assert opening_of(Game(moves=turned(moves, 4))) is opening


def test_a_transposition_is_the_same_opening():
    # Both orders lead to the Tiger.
    assert opening_of(Board.from_transcript("f5d6c3d3c4")).name == "Tiger"
    assert opening_of(Board.from_transcript("f5d6c4d3c3")).name == "Tiger"


def test_the_last_name_on_the_way_counts():
    game = famous_game("murakami-logistello-1997-6")
    assert opening_of(game).name == "Heath-Bat"
    assert opening_of(Board()) is None
    assert opening_of(Game()) is None


def test_a_board_without_moves_is_a_position():
    text = Board.from_transcript(TIGER).to_text()
    assert opening_of(Board.from_text(text)).name == "Tiger"


def test_names_are_called_in_any_case_and_language():
    assert [str(one) for one in opening_names().called("TIGER ")] == ["Tiger"]
    assert [str(one) for one in opening_names().called("兎定石")] == ["Rabbit"]
    assert [str(one) for one in opening_names().called("jumping out")] == [
        "Heath, Tobidashi, Jumping Out"
    ]
    assert {str(one) for one in opening_names().called("scorpion")} == {"Scorpion"}
    assert len(opening_names().called("scorp")) == 3
    assert opening_names().called("no such name") == []
    assert opening_names().called("") == []


def test_the_forms_of_files():
    nboard = rows("// a comment\n\nF5d6C3d3C4     Tiger, Big Cat\nf5 d6 c3 d3 C4 b3   Tanaka\n")
    assert [one.name for one in nboard] == ["Tiger, Big Cat", "Tanaka"]
    assert nboard[0].moves == TIGER
    assert nboard[0].names == ("Tiger", "Big Cat")
    board = rows(
        "...........................10......010.......1.................. Diagonal Opening"
    )
    assert (board[0].name, board[0].moves) == ("Diagonal Opening", "")
    assert board[0].position == Board.from_transcript("f5f6").position.canonical()
    columns = rows("lang\tmoves\tname\nFrench\tf5d6c3d3c4\ttigre\n")
    assert (columns[0].language, columns[0].name) == ("French", "tigre")
    assert rows("f5d6\tPerpendicular")[0].moves == "f5d6"
    assert rows("English\tf5d6\tPerpendicular")[0].language == "English"
    japanese = rows("name\tmoves\tjapanese\tsource\nTiger\tf5d6c3d3c4\t虎定石\tus\n")[0]
    assert (japanese.japanese, japanese.source) == ("虎定石", "us")
    assert rows("f5d6c3d3c4 虎定石")[0].japanese == "虎定石"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6 A\nf5d5 B", 'names.txt line 2: ply 2: "d5": the square is occupied'),
        ("# only a comment\n", "names.txt: there is no name of an opening in it"),
        ("", "names.txt: there is no name of an opening in it"),
        ("f5d6", 'names.txt line 1: "f5d6": moves, or 64 squares, and a name are wanted'),
        ("f9d6 Tiger", 'names.txt line 1: ply 1: "9" after "f" is not a row: rows are 1 to 8'),
        ("f5\ta\tb\tc", "names.txt line 1: 4 columns where moves and name are wanted"),
        ("lang\tmoves\tname\nx\ty", "line 2: 2 columns where lang, moves, name are wanted"),
        ("f5d6\t", "names.txt line 1: a name is missing"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, message):
    with pytest.raises(GameFileError) as caught:
        rows(text)
    assert message in str(caught.value)


def test_faulty_lines_can_be_left_out():
    faults = []
    found = list(parse_openings("f5d6 A\nf5d5 B\nf5f4 C\n", "names.txt", faults.append))
    assert [one.name for one in found] == ["A", "C"]
    assert len(faults) == 1


def test_an_opening_needs_moves_or_a_position():
    with pytest.raises(OutflankError, match="without moves and position"):
        Opening("Nothing")


def test_names_of_one_position_are_joined():
    names = OpeningNames(rows("f5d6c3d3c4 Tiger\nf5d6c4d3c3 TIGER\nf5d6c4d3c3 Cub\n"))
    assert [one.name for one in names] == ["Tiger, Cub"]


def test_what_is_added_counts_and_japanese_names_stay():
    more = rows("f5d6c3d3c4 Tigre\nf5d6c5f4e3 新兎\nf5d6c3g5 Missile\nf5d6c3d3c6 New\n")
    names = opening_names().adding(more)
    assert len(names) == 101
    by_name = {one.name: one for one in names}
    assert by_name["Tigre"].japanese == "虎定石"
    assert by_name["Rabbit"].japanese == "新兎"
    assert "New" in by_name
    assert len(opening_names()) == 100


@pytest.mark.parametrize(
    ("file", "count"),
    [
        ("edax_opening_names.tsv", 620),
        ("egaroucid_english_openings.txt", 71),
        ("egaroucid_japanese_openings.txt", 355),
        ("nboard_openings.txt", 86),
    ],
)
def test_real_tables_are_read_row_by_row(shared_data, file, count):
    found = read_openings(shared_data / "openings" / file)
    assert len(found) == count
    names = OpeningNames(found)
    for opening in found:
        assert opening.name in names.at(opening.position).name
    if file.startswith("edax"):
        assert {one.language for one in found} == {"English", "French"}
