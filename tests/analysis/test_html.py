"""The page: whole, escaped, alone in the world; and in a real browser where one is here."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from outflank.analysis import AnalysisOptions, GameReport, analyse, write_html
from outflank.analysis.describe import describe_report
from outflank.board import Color, OutflankError
from outflank.games import Game, famous_game
from outflank.games.notes import MoveNote
from outflank.textbook import Article

GAME = famous_game("murakami-logistello-1997-1")
OPTIONS = AnalysisOptions(depth=1, exact_from=18)
EVIL = "</script><script>alert('x')</script><img src=x onerror=alert(1)>\"'&\u202e\ud800$css"

VOID = {"meta", "input", "br", "img", "link"}


class Page(HTMLParser):
    """Collects tags, and the text of scripts; tags must be closed in their order."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.open, self.attributes, self.scripts = [], [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] == "script":
            self.scripts.append(data)


def data_of(page):
    return json.loads(Page(page).scripts[0])


@pytest.fixture(scope="module")
def report():
    return analyse(GAME, OPTIONS)


def test_the_page_is_whole(report):
    page = write_html(report)
    assert page.startswith("<!DOCTYPE html>")
    data = data_of(page)
    assert len(data["stops"]) == len(data["places"]) == len(GAME.moves) + 1
    assert data["places"] == sorted(data["places"])
    boards = [board.to_text() for board, _ in GAME.steps()]
    assert [f"{stop['board']} {stop['side']}" for stop in data["stops"][:-1]] == boards
    assert "43. g2 loses 8" in page
    assert "prefers-color-scheme: dark" in page
    assert 'lang="en"' in page


def test_it_needs_nothing_from_outside(report):
    page = write_html(report)
    addresses = set(re.findall(r"https?://[^\"'\s<]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}  # a name, not a place
    parsed = Page(page)
    assert not {name for name, _ in parsed.attributes} & {"src", "href", "srcset", "action"}
    assert not {"link", "img", "iframe", "object"} & set(parsed.tags)
    assert "default-src 'none'" in page
    assert "@import" not in page
    assert "url(" not in page.replace('"url(#head)"', "")


def test_names_cannot_leave_their_place(report):
    game = replace(GAME, black=EVIL, white=EVIL, event=EVIL, source=EVIL, date=EVIL)
    page = write_html(GameReport(game, OPTIONS, report.moves))
    parsed = Page(page)
    assert parsed.tags.count("script") == 2
    assert "img" not in parsed.tags
    assert "onerror" not in {name for name, _ in parsed.attributes}
    page.encode()  # no half of a character is left
    assert "$css" in page


def test_everything_that_can_be_pressed_has_a_name(report):
    page = write_html(report)
    for button in re.findall(r"<button[^>]*>.*?</button>", page, flags=re.DOTALL):
        text = re.sub(r"<[^>]+>", "", button).strip()
        assert text or "aria-label" in button
    assert re.search(r'<svg viewBox="0 0 720 \d+" role="img" aria-label="Graph of 62 moves', page)
    assert 'role="slider"' in page


def test_clocks_are_shown_where_they_are_known():
    notes = tuple(MoveNote(seconds=61.5) for _ in range(4))
    game = Game.from_transcript("f5d6c3d3", notes=notes, black_time="15:00//2:00")
    data = data_of(write_html(analyse(game, OPTIONS)))
    assert "2:03 of 15:00" in data["stops"][-1]["cards"]["black"]
    assert data["stops"][-1]["cards"]["white"].endswith("2:03")
    assert "Thought for 1:02." in data["stops"][0]["told"]
    assert "time" not in data_of(write_html(analyse(GAME, OPTIONS)))["stops"][0]["cards"]["black"]


def test_remarks_of_the_record_are_shown_as_text():
    notes = (MoveNote(comment=EVIL), MoveNote())
    page = write_html(analyse(Game.from_transcript("f5d6", notes=notes), OPTIONS))
    assert Page(page).tags.count("script") == 2
    assert data_of(page)["stops"][0]["told"][-1].startswith("Recorded: </script>")


def test_a_game_that_is_not_finished_and_one_of_an_article():
    page = write_html(analyse(Game.from_transcript("f5"), OPTIONS))
    assert "1 discs placed, not finished" in page
    options = AnalysisOptions(depth=1, exact_from=0, article=Article.MTDF)
    page = write_html(analyse(Game.from_transcript("f5d6c3"), options))
    assert "mtdf-article" in page
    assert not re.search(r"\bNaN\b|\bnan\b|\bNone\b", page)


def test_a_part_of_a_game_says_so(report):
    page = write_html(GameReport(GAME, OPTIONS, report.moves[-5:]))
    assert "only the last 5 moves were analysed" in page
    assert data_of(page)["first"] == len(GAME.moves) - 5


def test_no_move_makes_no_page():
    with pytest.raises(OutflankError, match="no move"):
        write_html(analyse(Game(), OPTIONS))


def test_the_same_report_makes_the_same_page(report):
    assert write_html(report) == write_html(report)


def test_a_report_as_json(report):
    values = json.loads(json.dumps(describe_report(report)))
    assert [move["number"] for move in values["moves"]] == list(range(1, 63))
    assert values["convention"].startswith("values are in discs from the view of the side")
    assert values["opening"]["name"]
    assert values["players"][0]["colour"] == Color.BLACK.value
    assert values["players"][0]["phases"]["endgame"]["lost"] is not None
    assert any(point["text"].startswith("43. g2 loses 8") for point in values["turning_points"])


@pytest.fixture
def browser():
    path = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if path is None:
        pytest.skip("no Chromium is here")
    return path


def test_a_browser_steps_to_the_move_of_the_address(report, browser, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(write_html(report), encoding="utf-8")
    shown = subprocess.run(
        [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
         f"--user-data-dir={tmp_path / 'profile'}", f"{path.as_uri()}#43"],
        capture_output=True, text=True, timeout=120, check=True,
    ).stdout  # fmt: skip
    assert re.search(r'<tr id="m42" class="here">', shown)
    assert 'aria-label="Board: Black 22 discs, White 24 discs, Black to move"' in shown
    assert "Loses 8: it " in shown
