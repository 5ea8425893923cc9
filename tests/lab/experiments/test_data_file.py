"""Files of data: what is written is read, equal data make equal files, others are refused."""

import gzip
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.lab.experiments import data_file
from outflank.lab.experiments.data_file import DataError, checked, read_data, write_data

from .toy import COLUMNS

HEADER = {"experiment": "toy", "games": "none: at all", "empty": ""}
ROWS = [
    {"name": "a", "number": 1, "share": 0.1234567},
    {"name": None, "number": None, "share": 0.5},
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
    checksum = hashlib.sha256(b"name,number,share\na,1,0.123457\n").hexdigest()
    assert gzip.decompress(path.read_bytes()).decode().splitlines() == [
        "# experiment: toy",
        "# games: none: at all",
        "# empty: ",
        "# rows: 1",
        f"# sha256: {checksum}",
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
                "number": st.none() | st.integers(-(10**15), 10**15),
                "share": st.none() | st.floats(allow_nan=False, allow_infinity=False),
            }
        ).filter(lambda row: any(cell is not None for cell in row.values())),
        min_size=1,
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
        ({"name": "a\nb", "number": 1, "share": 1.0}, "one line"),
        ({"name": "\ud800", "number": 1, "share": 1.0}, "one line"),
        ({"name": "a", "number": 10**15 + 1, "share": 1.0}, "beyond"),
        ({"name": "a", "number": 1, "share": 10**400}, "beyond"),
        ({"name": "a", "number": 1, "share": float("inf")}, "no finite number"),
        ({"name": None, "number": None, "share": None}, "nothing was measured"),
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

    @pytest.mark.parametrize(
        ("cells", "reason"),
        [
            ("a,1,nan", "no finite number"),
            ("a,1,1e999", "no finite number"),
            (f"a,{10**16},1", "beyond"),
            (f"a,{'9' * 5000},1", "number is of the type int"),
            (",,", "nothing was measured"),
            ("", "0 cells"),
            ('"a,1,2', "unexpected end"),
            (f"{'x' * 200_000},1,2", "field larger"),
            ("a\rb,1,2", "new-line"),
            ("a\x1b[2J,1,2", "cannot be written"),
        ],
    )
    def test_a_cell_that_cannot_be_meant(self, path, cells, reason):
        told = self.refusal(path, f"# experiment: toy\nname,number,share\na,1,2\n{cells}\na,1,2\n")
        assert told.startswith("toy.csv.gz line 4: ")
        assert reason in told
        assert len(told) < 200

    def test_no_rows(self, path):
        assert "no rows" in self.refusal(path, "# experiment: toy\nname,number,share\n")

    def test_rows_are_missing_or_others(self, path):
        write_data(path, COLUMNS, HEADER, ROWS)
        text = gzip.decompress(path.read_bytes()).decode()
        assert "2 rows, where there were 3" in self.refusal(
            path, text.replace("a,1,0.123457\n", "")
        )
        assert "not those that were written" in self.refusal(path, text.replace("a,1,", "a,2,"))
        assert "3 rows, where there were x" in self.refusal(
            path, text.replace("rows: 3", "rows: x")
        )

    def test_more_than_can_be_unpacked(self, path, monkeypatch):
        monkeypatch.setattr(data_file, "LARGEST", 5 << 20)
        text = f"# experiment: toy\n{' ' * (6 << 20)}"
        assert self.refusal(path, text) == "toy.csv.gz: more than 5 MB when it is unpacked"


def test_files_of_before_without_checksum_are_read(path):
    text = "# experiment: toy\nname,number,share\na,1,2\n"
    path.write_bytes(gzip.compress(text.encode()))
    assert read_data(path, "toy", COLUMNS).rows == [{"name": "a", "number": 1, "share": 2.0}]
