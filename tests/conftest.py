"""What every test may use: the folder of real data beside the checkout, the golden files."""

import csv
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: a busy machine and a kernel's first call are no faults.
settings.register_profile("outflank", deadline=None)
settings.load_profile("outflank")

ROOT = Path(__file__).resolve().parent.parent
SHARED_DATA = ROOT.parent / "shared" / "data"
DATA = Path(__file__).resolve().parent / "data"
GOLDEN = DATA / "golden"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real files; the test is skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"real data is not here: {SHARED_DATA.relative_to(ROOT.parent)} is absent")
    return SHARED_DATA


def bug_reports(kind: str) -> list[dict[str, str]]:
    """Rows of "positions" or "transcripts" that other programs got wrong, with their sources."""
    lines = (DATA / f"bug_{kind}.tsv").read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader((x for x in lines if not x.startswith("#")), delimiter="\t"))


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of the figures that the articles' own programs print."""
    return GOLDEN
