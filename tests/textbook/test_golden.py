"""The faithful programs print what the Java programs print: every score, node and move."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.board import Board
from outflank.textbook import (
    Article,
    Table,
    ablation,
    alphabeta,
    best_move,
    iterative_mtdf,
    random_midgame,
    self_play,
)

MIDGAME = "----------X-------XXXX----XOOO---XXXOOOO-X-OOO--X---X----------- X"
FAITHFUL_MTDF = Article.MTDF.settings(faithful=True)
FAITHFUL_PVS = Article.PVS.settings(faithful=True)


def rows(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="ascii").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def test_eighty_searches_of_the_mtdf_program(golden: Path) -> None:
    cases = rows(golden / "mtdf-article-cases.tsv")
    assert len(cases) == 80
    for seed, plies, text, depth_text, *expected in cases:
        board, depth = Board.from_text(text), int(depth_text)
        assert random_midgame(int(seed), int(plies)) == board
        mtdf = iterative_mtdf(board, depth, FAITHFUL_MTDF)
        full = alphabeta(board, depth, FAITHFUL_MTDF)
        move = best_move(board, depth, FAITHFUL_MTDF).answer if depth <= 6 else "-"
        found = [mtdf.score, mtdf.nodes, full.score, full.nodes, move]
        assert list(map(str, found)) == expected, (text, depth)


@pytest.mark.parametrize(
    ("depth", "score", "mtdf_nodes", "full_nodes"),
    [(4, -74, 668, 644), (6, -70, 5715, 7882), (8, -74, 80472, 168266)],
)
def test_the_articles_midgame(depth: int, score: int, mtdf_nodes: int, full_nodes: int) -> None:
    board = random_midgame(7, 18)
    assert board.to_text() == MIDGAME
    mtdf = iterative_mtdf(board, depth, FAITHFUL_MTDF)
    full = alphabeta(board, depth, FAITHFUL_MTDF)
    assert (mtdf.score, mtdf.nodes) == (score, mtdf_nodes)
    assert (full.score, full.nodes) == (score, full_nodes)
    assert str(mtdf.best) == str(full.best) == "g4"


def test_the_articles_midgame_has_seven_moves_and_g4_is_best() -> None:
    board = random_midgame(7, 18)
    assert (board.empties, len(board.legal_moves)) == (42, 7)
    assert len(random_midgame(7, 0).legal_moves) == 4
    assert best_move(board, 6, FAITHFUL_MTDF).answer == "g4"


def test_all_combinations_of_the_ablation(golden: Path) -> None:
    expected = [row[:7] for row in rows(golden / "pvs-article-ablation.tsv")]
    found = [
        [row.depth, row.pvs, row.table, row.ordering, row.result.best, row.result.score,
         row.result.nodes]
        for row in ablation(settings=FAITHFUL_PVS)
    ]  # fmt: skip
    assert [[str(value).lower() for value in row] for row in found] == expected
    assert len(found) == 24


def test_the_whole_game_of_the_pvs_program_against_itself(golden: Path) -> None:
    expected = [row[:7] for row in rows(golden / "pvs-article-selfplay.tsv")]
    seen = []
    game = self_play(FAITHFUL_PVS, watch=seen.append)
    found = [[m.ply, m.empties, m.depth, m.move, m.score, m.nodes, m.before] for m in game.moves]
    assert [list(map(str, row)) for row in found] == expected
    assert tuple(seen) == game.moves
    assert (len(game.moves), game.nodes, game.black, game.white) == (60, 883_009, 47, 17)
    assert game.board.is_game_over()
    assert game.unit == "pvs-article"
    assert game.milliseconds_per_move == pytest.approx(1000 * game.seconds / 60)


def test_node_counts_do_not_depend_on_the_first_size_of_the_hash_map(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = random_midgame(7, 18)
    monkeypatch.setattr("outflank.textbook.tables.FIRST_ROWS", 4)
    table = Table.hash_map()
    assert iterative_mtdf(board, 6, FAITHFUL_MTDF, table).nodes == 5715
    assert len(table.entries) > 1000
    known = table.stored
    assert iterative_mtdf(board, 8, FAITHFUL_MTDF, table).score == -74
    assert table.stored > known
