"""The recorder searches as the textbook does: value, best move, nodes, probes and table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from outflank.board import PASS, Board, Move, OutflankError
from outflank.lab.recorder import Recorder, record
from outflank.lab.recording import (
    INFINITY,
    Driver,
    Event,
    MoveValued,
    NodeEntered,
    NodeLeft,
    ProbeBegan,
    ProbeEnded,
    Researched,
    Search,
    SearchEnded,
    Stored,
    TableHit,
    Use,
)
from outflank.textbook import (
    Article,
    Evaluation,
    Keys,
    Ordering,
    Result,
    Settings,
    Table,
    alphabeta,
    aspiration,
    iterative_mtdf,
    minimax,
    mtdf,
    pvs,
    random_midgame,
)
from textbook.boards import boards, late_boards

Searched = Callable[[Board, int, Settings, Table], Result]
Recorded = Callable[[Recorder, int], Iterator[Event]]

#: Each search of the textbook, and the recorder's way to do the same.
TWINS: dict[str, tuple[Searched, Recorded]] = {
    "mtdf": (mtdf, lambda twin, depth: twin.events(Driver.MTDF, depth)),
    "mtdf from 37": (
        lambda *of: mtdf(*of, guess=37),
        lambda twin, depth: twin.events(Driver.MTDF, depth, guess=37),
    ),
    "mtdf from far below": (
        lambda *of: mtdf(*of, guess=-INFINITY),
        lambda twin, depth: twin.events(Driver.MTDF, depth, guess=-INFINITY),
    ),
    "mtdf from far above": (
        lambda *of: mtdf(*of, guess=INFINITY),
        lambda twin, depth: twin.events(Driver.MTDF, depth, guess=INFINITY),
    ),
    "iterative mtdf": (
        iterative_mtdf,
        lambda twin, depth: twin.events(Driver.MTDF, depth, iterative=True),
    ),
    "alphabeta": (alphabeta, lambda twin, depth: twin.events(Driver.ALPHABETA, depth)),
    "pvs": (pvs, lambda twin, depth: twin.events(Driver.PVS, depth)),
    "aspiration from 0": (
        lambda *of: aspiration(*of, guess=0),
        lambda twin, depth: twin.events(Driver.ASPIRATION, depth),
    ),
    "iterative aspiration": (
        aspiration,
        lambda twin, depth: twin.events(Driver.ASPIRATION, depth, iterative=True),
    ),
}

TABLES: dict[str, Callable[[], Table]] = {
    "none": Table.none,
    "hash map": Table.hash_map,
    "array of the PVS article": lambda: Table.array(10, Keys.PVS_ARTICLE),
    "four entries": lambda: Table.array(2),
}

SETTINGS = [
    article.settings(faithful=faithful) for article in Article for faithful in (False, True)
]
FAMILY = [Driver.MTSSS, Driver.MTDUAL, Driver.MTDBEST, Driver.BISECTION]

MIDGAME = random_midgame(7, 18)


def end_of(events: Iterator[Event]) -> SearchEnded:
    *_, end = events
    assert isinstance(end, SearchEnded)
    return end


def check_twins(name: str, board: Board, depth: int, settings: Settings, kind: str) -> None:
    searched, recorded = TWINS[name]
    table, twin_table = TABLES[kind](), TABLES[kind]()
    wanted = searched(board, depth, settings, table)
    end = end_of(recorded(Recorder(board, settings, twin_table), depth))
    found = end.value, end.best, end.nodes, end.probes
    told = (board.to_text(), depth, settings, kind)
    assert found == (wanted.score, wanted.best, wanted.nodes, wanted.probes), told
    assert np.array_equal(table.entries, twin_table.entries), told
    assert table.stored == twin_table.stored


@pytest.mark.parametrize("name", TWINS)
def test_the_same_search_as_the_textbook_s(name: str) -> None:
    places = [*boards(16), *late_boards(32, most_empties=12)]
    for number, board in enumerate(places):
        for depth in range(1, 5):
            settings = SETTINGS[(number + depth) % len(SETTINGS)]
            kinds = list(TABLES)
            check_twins(name, board, depth, settings, kinds[(number // 4 + depth) % len(kinds)])


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("name", TWINS)
def test_five_plies(name: str, kind: str) -> None:
    for board in (random_midgame(11, 40), random_midgame(12, 51)):
        for settings in (SETTINGS[0], SETTINGS[3]):
            check_twins(name, board, 5, settings, kind)


@pytest.mark.parametrize("driver", FAMILY)
def test_the_family_of_mtd_finds_the_value_of_minimax(driver: Driver) -> None:
    for number, board in enumerate([*boards(12), *late_boards(12, most_empties=10)]):
        for depth in (1, 3):
            settings = Settings(ordering=list(Ordering)[number % 3])
            table = list(TABLES.values())[number % 4]()
            end = end_of(Recorder(board, settings, table).events(driver, depth))
            assert end.value == minimax(board, depth, settings).score, board.to_text()
            assert (end.best is None) == board.is_game_over()


@pytest.mark.parametrize("iterative", [False, True])
@pytest.mark.parametrize("driver", Driver)
def test_the_bounds_close_in(driver: Driver, iterative: bool) -> None:
    search = Search(MIDGAME.to_text(), driver, 4, iterative=iterative)
    lower = upper = None
    for event in record(search):
        if isinstance(event, ProbeBegan):
            lower, upper = event.lower, event.upper
        if isinstance(event, ProbeEnded):
            assert event.lower is None or lower is None or event.lower >= lower
            assert event.upper is None or upper is None or event.upper <= upper
            assert (event.lower, event.upper) != (lower, upper)
            lower, upper = event.lower, event.upper
    assert isinstance(event, SearchEnded)
    assert lower == upper == event.value == -74


def test_where_the_family_asks() -> None:
    def windows(driver: Driver) -> list[tuple[int | None, int | None]]:
        search = Search(MIDGAME.to_text(), driver, 4)
        return [(e.alpha, e.beta) for e in record(search) if isinstance(e, ProbeBegan)]

    assert windows(Driver.MTSSS)[0] == (INFINITY - 1, None)
    assert windows(Driver.MTDUAL)[0] == (None, 1 - INFINITY)
    assert windows(Driver.MTDBEST)[0] == (-1, 0)
    assert windows(Driver.BISECTION)[0] == windows(Driver.MTDF)[0] == (-1, 0)
    assert windows(Driver.ALPHABETA) == windows(Driver.PVS) == [(None, None)]
    assert windows(Driver.ASPIRATION) == [(-50, 50), (None, -53)]


def test_every_position_that_is_entered_is_left() -> None:
    levels: list[int] = []
    for event in record(Search(MIDGAME.to_text(), Driver.PVS, 4)):
        if isinstance(event, NodeEntered):
            assert event.level == len(levels)
            levels.append(event.level)
        if isinstance(event, NodeLeft):
            assert levels.pop() == event.level
    assert not levels


def test_the_root_of_pvs_is_no_node() -> None:
    events = list(record(Search(MIDGAME.to_text(), Driver.PVS, 4)))
    roots = [event for event in events if isinstance(event, NodeEntered) and event.level == 0]
    assert [root.number for root in roots] == [None]
    assert any(isinstance(event, Researched) for event in events)


def test_mtd_best_asks_about_moves_of_the_root_until_one_is_shown_to_be_the_best() -> None:
    asked: list[list[Move]] = []
    for event in record(Search(MIDGAME.to_text(), Driver.MTDBEST, 4)):
        if isinstance(event, ProbeBegan):
            asked.append([])
        if isinstance(event, NodeEntered) and event.level == 1:
            assert event.move is not None
            asked[-1].append(event.move)
    assert isinstance(event, SearchEnded)
    assert len(asked) == event.probes
    assert len(asked[0]) > 1  # first which one it is
    assert asked[-1] == [event.best]  # then what it is worth


def test_the_root_of_mtd_best_is_no_node() -> None:
    *events, end = record(Search(MIDGAME.to_text(), Driver.MTDBEST, 4))
    assert isinstance(end, SearchEnded)
    nodes = [event for event in events if isinstance(event, NodeEntered)]
    assert {node.number for node in nodes if node.level == 0} == {None}
    assert sum(node.level > 0 for node in nodes) == end.nodes


def test_what_the_table_is_good_for() -> None:
    def uses(driver: Driver) -> set[Use]:
        search = Search(MIDGAME.to_text(), driver, 4, iterative=True)
        return {event.use for event in record(search) if isinstance(event, TableHit)}

    assert uses(Driver.ASPIRATION) == set(Use)
    assert uses(Driver.MTDF) == {Use.ANSWER, Use.NOTHING}  # nothing is narrower than its windows


def test_what_raises_alpha_and_cuts_off() -> None:
    events = list(record(Search(MIDGAME.to_text(), Driver.MTDF, 4)))
    for event in events:
        if isinstance(event, MoveValued) and event.cutoff:
            assert event.raised
    tableless = list(record(Search(MIDGAME.to_text(), Driver.MTDF, 3, table=False)))
    assert not any(isinstance(event, TableHit | Stored) for event in tableless)


def test_an_entry_that_is_not_kept() -> None:
    recorder = Recorder(MIDGAME, Settings(), Table.array(1))
    stored = [event for event in recorder.events(Driver.ALPHABETA, 4) if isinstance(event, Stored)]
    assert {event.kept for event in stored} == {True, False}


def test_a_root_that_must_pass_and_one_that_is_over() -> None:
    for board in late_boards(60, most_empties=8):
        end = end_of(record(Search(board.to_text(), depth=2)))
        assert (end.best == PASS) == board.must_pass
        assert (end.best is None) == board.is_game_over()


def test_a_hash_map_that_is_full_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = mtdf(MIDGAME, 4, Article.MTDF.settings())
    monkeypatch.setattr("outflank.textbook.tables.FIRST_ROWS", 4)
    end = end_of(record(Search(MIDGAME.to_text(), depth=4)))
    assert (end.nodes, end.value) == (wanted.nodes, wanted.score)


def test_a_search_that_is_given_up_lets_go_of_the_table() -> None:
    table = Table.hash_map()
    steps = Recorder(MIDGAME, Settings(), table).events(Driver.MTDF, 4)
    next(steps)
    with pytest.raises(OutflankError, match="in use"):
        next(Recorder(MIDGAME, Settings(), table).events(Driver.MTDF, 4))
    steps.close()
    assert end_of(Recorder(MIDGAME, Settings(), table).events(Driver.MTDF, 1))
    with pytest.raises(OutflankError, match="clear it"):
        next(Recorder(MIDGAME, Settings(Evaluation.PVS_ARTICLE), table).events(Driver.MTDF, 1))
