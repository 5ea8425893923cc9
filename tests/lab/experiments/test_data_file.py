"""Files of data: what is written is read, equal data make equal files, others are refused."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.lab.experiments.data_file import DataError, checked, read_data, write_data

from .toy import COLUMNS

HEADER = {"experiment": "toy", "games": "none: at all", "empty": ""}
ROWS = [
    {"name": "a", "number": 1, "share": 0.1234567},
    {"name": None, "number": None, "share": None},
    {"name": 'with, "signs"', "number": -5, "share": 1e-9},
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "toy.csv.gz"


def test_what_is_written_is_read(path):
    write_data(path, COLUMNS, HEADER, ROWS)
    data = read_data(path, "toy", COLUMNS)
    assert dict(data.header) == HEADER
    assert data.rows == [{**ROWS[0], "share": 0.123457}, *ROWS[1:]]


def test_it_is_plain_csv_after_its_header(path):
    write_data(path, COLUMNS, HEADER, ROWS[:1])
    assert gzip.decompress(path.read_bytes()).decode().splitlines() == [
        "# experiment: toy",
        "# games: none: at all",
        "# empty: ",
        "name,number,share",
        "a,1,0.123457",
    ]


def test_equal_data_make_equal_files(path, tmp_path):
    write_data(path, COLUMNS, HEADER, ROWS)
    other = tmp_path / "other.csv.gz"
    write_data(other, COLUMNS, HEADER, iter(ROWS))
    assert path.read_bytes() == other.read_bytes()
    assert path.name.encode() not in path.read_bytes()


PRINTABLE = st.characters(exclude_categories=["C", "Z"])


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "name": st.none() | st.text(PRINTABLE, min_size=1),
                "number": st.none() | st.integers(),
                "share": st.none() | st.floats(allow_nan=False),
            }
        )
    )
)
def test_any_rows(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("data") / "toy.csv.gz"
    write_data(path, COLUMNS, HEADER, rows)
    read = read_data(path, "toy", COLUMNS).rows
    assert len(read) == len(rows)
    for written, row in zip(rows, read, strict=True):
        assert row["name"] == written["name"]
        assert row["number"] == written["number"]
        if written["share"] is not None:
            assert row["share"] == pytest.approx(written["share"], rel=1e-5)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"name": "a", "number": 1}, "a row of name, number"),
        ({"name": 1, "number": 1, "share": 1.0}, "name is of the type str"),
        ({"name": "a", "number": True, "share": 1.0}, "number is of the type int"),
        ({"name": "a\nb", "number": 1, "share": 1.0}, "several lines"),
    ],
)
def test_a_row_that_does_not_fit_is_a_fault_of_the_experiment(row, reason):
    with pytest.raises(TypeError, match=reason):
        checked(row, COLUMNS)


def test_a_whole_number_is_a_float_where_one_is_wanted():
    assert checked({"name": "a", "number": 1, "share": 1}, COLUMNS) == ["a", 1, 1.0]


class TestRefused:
    def refusal(self, path, content, packed=True):
        path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
        with pytest.raises(DataError) as caught:
            read_data(path, "toy", COLUMNS)
        assert str(caught.value).startswith("toy.csv.gz")
        return str(caught.value)

    def test_no_gzip(self, path):
        assert "damaged" in self.refusal(path, "name,number\n", packed=False)

    def test_cut_short(self, path):
        write_data(path, COLUMNS, HEADER, ROWS)
        path.write_bytes(path.read_bytes()[:-9])
        with pytest.raises(DataError, match=r"toy\.csv\.gz: damaged"):
            read_data(path, "toy", COLUMNS)

    def test_a_bit_turned(self, path):
        write_data(path, COLUMNS, HEADER, ROWS * 50)
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 4
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"toy\.csv\.gz"):
            read_data(path, "toy", COLUMNS)

    def test_another_experiment(self, path):
        assert "no data of the experiment toy" in self.refusal(path, "# experiment: other\na\n")
        assert "no data of the experiment toy" in self.refusal(path, "")

    def test_other_columns(self, path):
        told = self.refusal(path, "# experiment: toy\nname,number\na,1\n")
        assert told.startswith("toy.csv.gz line 2: other columns")

    def test_cells_missing(self, path):
        told = self.refusal(path, "# experiment: toy\nname,number,share\na,1,2\nb,2\n")
        assert told.startswith("toy.csv.gz line 4: 2 cells")

    def test_a_cell_of_another_type(self, path):
        told = self.refusal(path, "# experiment: toy\nname,number,share\na,x,2\n")
        assert told.startswith("toy.csv.gz line 3: number is of the type int, and 'x' is not")

    def test_a_header_that_is_none(self, path):
        told = self.refusal(path, "# experiment: toy\n# what\nname,number,share\n")
        assert told.startswith("toy.csv.gz line 2: not")
