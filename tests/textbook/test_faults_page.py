"""The lesson on the ten faults is true: every board and figure of the page is run."""

import doctest
import re
from pathlib import Path

import pytest

from outflank.textbook import Fault

PAGE = Path(__file__).resolve().parents[2] / "docs" / "faults.md"


@pytest.fixture(scope="module")
def page() -> str:
    if not PAGE.exists():
        pytest.skip("the docs are not here")
    return PAGE.read_text(encoding="utf-8")


def test_every_figure_of_the_page_is_what_the_code_prints(page: str) -> None:
    examples = doctest.DocTestParser().get_doctest(page, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 40
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_every_fault_has_its_section_and_its_switch_on_the_page(page: str) -> None:
    assert re.findall(r"^## (\d+)\.", page, re.MULTILINE) == [str(n) for n in range(1, 11)]
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:11]
    for fault, section in zip(Fault, sections, strict=True):
        assert f"Fault.{fault.name}" in section, fault
        assert "Corrected:" in section, fault
