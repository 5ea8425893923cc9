"""What every test may use: the folder of real data beside the checkout, the golden files."""

import csv
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: a busy machine and a kernel's first call are no faults.
settings.register_profile("outflank", deadline=None)
settings.load_profile("outflank")

# Programs that tests start must end on signals, even where this process was started in the
# background or by nohup, which have them ignored by all that follow.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

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


FAKES = Path(__file__).resolve().parent / "protocols"

#: Where Debian puts GRhino, which is not on the PATH of everybody.
GAMES = Path("/usr/games")


@pytest.fixture
def fake():
    """The command of a small engine that misbehaves as it is told: see the files."""

    def command(protocol, modes="good", log=""):
        return f"{sys.executable} {FAKES / f'fake_{protocol}.py'} {modes} {log}".rstrip()

    return command


@pytest.fixture(scope="session")
def grhino() -> str:
    """The command of a real engine that speaks GTP; the test is skipped where it is absent."""
    path = os.pathsep.join((os.environ.get("PATH", ""), str(GAMES)))
    program = shutil.which("gtp-rhino", path=path)
    if program is None:
        pytest.skip("GRhino is not here: apt-get install grhino")
    return f"{program} -l 1 -b 0"
