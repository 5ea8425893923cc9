"""What every test may use: the folder of real data beside the checkout, the golden files."""

from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: a busy machine and a kernel's first call are no faults.
settings.register_profile("outflank", deadline=None)
settings.load_profile("outflank")

ROOT = Path(__file__).resolve().parent.parent
SHARED_DATA = ROOT.parent / "shared" / "data"
GOLDEN = Path(__file__).resolve().parent / "data" / "golden"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real files; the test is skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"real data is not here: {SHARED_DATA.relative_to(ROOT.parent)} is absent")
    return SHARED_DATA


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of the figures that the articles' own programs print."""
    return GOLDEN
