"""Files of known scores: lines as they are cut, and what no line may be."""

from pathlib import Path

import pytest

from outflank.board import Position
from outflank.board.errors import OutflankError
from outflank.training.against import read_known

LINE = f"{Position.start().to_text()}\t+0"


def known(path: Path, text: str) -> list[float]:
    """The scores in a file of that text."""
    file = path / "known.tsv"
    file.write_bytes(text.encode())
    scores: list[float] = read_known(file).scores.tolist()
    return scores


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_lines_of_files_do(end: str, tmp_path: Path) -> None:
    assert known(tmp_path, f"# a\u2028b\x0bc\x85d{end}{end}{LINE}{end}{LINE}") == [0, 0]


def test_the_number_of_a_line_is_that_of_an_editor(tmp_path: Path) -> None:
    with pytest.raises(OutflankError, match=r"known\.tsv line 2: not a position"):
        known(tmp_path, "# a\u2028b\nwrong")


def test_a_line_without_a_side_is_refused(tmp_path: Path) -> None:
    squares = LINE.split(maxsplit=1)[0]
    with pytest.raises(OutflankError, match=r"known\.tsv line 2: the side to move is missing"):
        known(tmp_path, f"{LINE}\n{squares}\t+0\n")
    assert known(tmp_path, f"{squares}X\t+0\n") == [0]
