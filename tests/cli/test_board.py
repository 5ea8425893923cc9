"""outflank board: drawing, positions in every form, faults with their place."""

import pytest

START = "-" * 27 + "OX------XO" + "-" * 27
E138 = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO"


def test_the_start_is_drawn(run):
    ran = run("board", "--plain")
    assert ran.code == 0
    assert ran.out == (
        "   a b c d e f g h\n"
        " 1 . . . . . . . .\n"
        " 2 . . . . . . . .\n"
        " 3 . . . + . . . .\n"
        " 4 . . + O X . . .\n"
        " 5 . . . X O + . .\n"
        " 6 . . . . + . . .\n"
        " 7 . . . . . . . .\n"
        " 8 . . . . . . . .\n"
        "Black 2, White 2, empty 60\n"
        "Black to move: d3 c4 f5 e6\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["f5d6"],
        ["f5", "d6"],
        ["F5", "D6"],
        ["1. f5 d6"],
        ["--position", "f5d6"],
        ["--position", "f5 d6"],
        ["---------------------------OX------OXX-------------O------------", "X"],
    ],
)
def test_positions_may_be_written_in_many_ways(run, words):
    assert run("board", *words).code == 0


def test_board_and_transcript_give_the_same_position(run):
    (drawn,) = run("board", "f5d6", "--json").objects
    (again,) = run("board", drawn["position"], "--json").objects
    (glued,) = run("board", drawn["position"].replace(" ", ""), "--json").objects
    (piped,) = run("board", "-", "--json", stdin="f5 d6\n").objects
    assert again["position"] == glued["position"] == piped["position"] == drawn["position"]
    assert drawn["moves"] == ["f5", "d6"]
    assert again["moves"] == []


def test_json(run):
    (start,) = run("board", "--json").objects
    assert start == {
        "position": f"{START} X",
        "colour": "black",
        "black": 2,
        "white": 2,
        "empties": 60,
        "moves": [],
        "legal": ["d3", "c4", "f5", "e6"],
        "must_pass": False,
        "outcome": None,
    }


def test_a_pass_is_told(run):
    assert "Black has no move and must pass" in run("board", f"{E138} X").out
    (told,) = run("board", f"{E138} X", "--json").objects
    assert told["must_pass"]
    assert told["legal"] == []


def test_the_end_of_a_game_is_told(run):
    full = "X" * 40 + "O" * 24
    assert "Game over: Black wins 40-24 (full board)" in run("board", full).out
    (told,) = run("board", full, "--json").objects
    assert told["outcome"] == {"winner": "black", "score": 16, "raw": 16, "ending": "full board"}


def test_marks_and_discs(run):
    assert "[X]" in run("board", "--plain", "--mark", "e4").out
    assert "●" in run("board", "--unicode").out


@pytest.mark.parametrize(
    ("position", "place"),
    [
        (START[:63], "63"),
        (START + "Q", '"Q"'),
        (START + "XX", "66"),
        (START.replace("OX", "qX", 1), '"q" on d4'),
        ("f", "f"),
        ("", "empty"),
        ("hello", '"h"'),
    ],
)
def test_what_is_no_position_is_refused(refuses, position, place):
    ran = refuses(1, "board", position)
    assert place in ran.err
    assert ran.out == ""
    refuses(1, "board", "-", stdin=position)


@pytest.mark.parametrize(
    ("moves", "place", "kept"),
    [
        ("d3d4d5", 'ply 2: "d4"', ["d3"]),
        ("f5d6i9", "ply 3", ["f5", "d6"]),
        ("f5--", "ply 2", ["f5"]),
        ("f5d6a1", 'ply 3: "a1"', ["f5", "d6"]),
    ],
)
def test_the_moves_before_a_fault_are_drawn(refuses, moves, place, kept):
    ran = refuses(1, "board", moves, "--json")
    assert place in ran.err
    assert ran.objects[0]["moves"] == kept


def test_binary_input_is_refused(refuses):
    refuses(1, "board", "-", stdin=bytes(range(128, 256)))


@pytest.mark.parametrize(
    "words",
    [
        ["board"],
        ["best", "--depth", "1"],
        ["perft", "2"],
        ["compare", "--depths", "2"],
        ["play", "--side", "both"],
        ["selfplay"],
    ],
)
def test_every_command_takes_its_position_in_both_ways(run, words):
    full = "X" * 32 + "O" * 31 + "-"
    seen = []
    for given in ([full, "X"], ["--position", f"{full} X"], [f"{full}X"], ["--position", "-"]):
        ran = run(*words, *given, "--json", stdin=f"{full} X" if given[-1] == "-" else "")
        assert ran.code == 0, ran
        seen.append([{k: v for k, v in told.items() if k != "seconds"} for told in ran.objects])
    assert seen[0] == seen[1] == seen[2] == seen[3]
    ran = run(*words, "--position", "", "--json")
    assert (ran.code, "the text is empty" in ran.err) == (1, True)


def test_a_position_may_be_no_longer_than_can_be_meant(refuses):
    assert "too long" in refuses(1, "board", "-", stdin=" " * (1 << 20) + "f5").err
