"""A database of the games of two small WTHOR files."""

import pytest

from outflank.games.database import Database
from wthor_files import make_folder


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """Two WTHOR files; see `make_folder`."""
    return make_folder(tmp_path_factory.mktemp("wthor"))


@pytest.fixture(scope="session")
def filled(tmp_path_factory, files):
    """The path of a database of all games, which tests only read."""
    path = tmp_path_factory.mktemp("database") / "games.duckdb"
    with Database(path) as database:
        database.import_files(files)
    return path


@pytest.fixture
def database(filled):
    with Database(filled) as opened:
        yield opened
