"""Tables on narrow terminals: columns that go, names that are folded, numbers that stay whole."""

import io

import pytest
from rich.console import Console

from outflank.cli.fitting import fit, fold
from outflank.cli.match_report import PAIRINGS, PLAYERS, SPARE_OF_PAIRINGS, SPARE_OF_PLAYERS
from outflank.cli.output import make_table

NAMES = ("outflank:level=10,driver=mtdf", "gtp:'/usr/games/gtp-rhino -l 2 -b 0'")
PAIRING = (
    *NAMES, "100", "40", "20", "40", "10 20 40 20 10", "+12.3 ± 130.2", "+120.3 ± 130.2", "45.2",
    "+1.2 ± 3.4",
)  # fmt: skip
PLAYER = (
    NAMES[0], "100", "40", "20.5", "-13.2 ± 130.3", "12,345", "1,234.5", "100.2", "12.345", "0",
    "1 on time, 2 illegal",
)  # fmt: skip
TABLES = [(PAIRINGS, PAIRING, SPARE_OF_PAIRINGS), (PLAYERS, PLAYER, SPARE_OF_PLAYERS)]


def shown(columns, rows, width):
    file = io.StringIO()
    Console(file=file, width=width).print(make_table(columns, rows))
    return file.getvalue()


@pytest.mark.parametrize(("columns", "row", "spare"), TABLES)
def test_there_is_room_for_all(columns, row, spare):
    assert fit(columns, [row], spare, 200) == (list(columns), [list(row)], [])


@pytest.mark.parametrize("width", [120, 80, 60, 44])
@pytest.mark.parametrize(("columns", "row", "spare"), TABLES)
def test_headings_and_numbers_are_whole(columns, row, spare, width):
    columns_left, rows, left_out = fit(columns, [row], spare, width)
    assert left_out == list(spare[: len(left_out)])
    assert sorted([*columns_left, *left_out]) == sorted(columns)
    lines = shown(columns_left, rows, width).splitlines()
    assert all(len(line) <= width for line in lines)
    heading, first, *_ = lines
    for column, text in zip(columns, row, strict=True):
        if column in left_out:
            continue
        assert column.removeprefix("<") in heading
        if not column.startswith("<"):
            assert text in first
    assert len(lines) <= 6


def test_names_are_folded_where_they_can_be_read():
    assert fold(NAMES[0], 12).split("\n") == ["outflank:", "level=10,", "driver=mtdf"]
    assert fold("a-name-without-breaks", 8) == "a-name-w\nithout-b\nreaks"
    assert fold("", 3) == ""
    assert "".join(fold(NAMES[1], 5).split()) == NAMES[1].replace(" ", "")


def test_no_rows():
    assert fit(PLAYERS, [], SPARE_OF_PLAYERS, 200) == (list(PLAYERS), [], [])
