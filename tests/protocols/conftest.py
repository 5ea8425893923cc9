"""One small engine for all tests of the servers."""

import pytest

from outflank.engine import Engine


@pytest.fixture(scope="session")
def engine():
    return Engine(hash_mb=4)
