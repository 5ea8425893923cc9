"""The page "How it searches" is true: its example is run, the names on it exist."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "search.md"


@pytest.fixture(scope="module")
def page() -> str:
    if not PAGE.exists():
        pytest.skip("the docs are not here")
    return PAGE.read_text(encoding="utf-8")


def test_the_example_prints_what_the_page_says(page: str) -> None:
    examples = doctest.DocTestParser().get_doctest(page, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0


def test_every_name_of_the_map_exists(page: str) -> None:
    rows = re.findall(r"^(\w+/\w+)\.py +(.*?)   ", page, re.MULTILINE)
    assert len(rows) == 10
    for file, names in rows:
        module = importlib.import_module("outflank." + file.replace("/", "."))
        for name in names.split(", "):
            owner = module
            for part in name.split("."):
                # `analyse` stands for `Engine.analyse`, beside `Engine.play`.
                owner = getattr(owner, part, None) or getattr(module.Engine, part)
            assert callable(owner)
