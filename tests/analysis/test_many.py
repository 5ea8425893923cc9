"""Many games: losses as of one game, the same whoever does them, resumed, and their table."""

import json
import pickle
import threading

import pytest

from outflank.analysis import AnalysisOptions, Phase, analyse
from outflank.analysis.many import GamesWork, Played, a_ply_less
from outflank.analysis.standings import read_records, standings
from outflank.board import Color, OutflankError
from outflank.engine import Limit
from outflank.games import Game, famous_games
from outflank.jobs.depths import Depths
from outflank.jobs.run import run_work
from outflank.jobs.threads import Threads

GAMES = list(famous_games().values())[:3]
DEPTHS = Depths.of(Limit(depth=2, exact_from=10))


def work(games=GAMES, depths=DEPTHS):
    return GamesWork([Played.of("games", game) for game in games], depths)


def done(path, job, threads=1):
    run_work(job, path, lambda: Threads(job.spec, threads))
    return list(read_records(path))


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    return done(tmp_path_factory.mktemp("many") / "losses.jsonl", work())


def test_two_records_a_game(records):
    assert [(record["player"], record["colour"]) for record in records] == [
        (game.player(color), color.value) for game in GAMES for color in Color
    ]
    assert [record["discs"] for record in records[:2]] == [34, 30]
    for record in records:
        assert len(record["losses"].split()) == record["moves"]
        assert record["lost"] == sum(map(int, record["losses"].split()))
        assert record["moves"] == sum(record[f"{phase}_moves"] for phase in Phase)


def test_proved_losses_are_those_of_the_analysis(records):
    for game, pair in zip(GAMES, zip(records[::2], records[1::2], strict=True), strict=True):
        report = analyse(game, AnalysisOptions(depth=2, exact_from=10))
        for color, record in zip(Color, pair, strict=True):
            total = report.summary(color).total
            assert record["proved"] == total.proved
            assert record["proved_lost"] == total.proved_lost
            assert record["choices"] == total.choices
            losses = [int(loss) for loss in record["losses"].split()]
            exact = [move.loss for move in report.moves if move.color is color and move.ply]
            assert losses[-3:] == exact[-3:]


def test_estimates_are_those_of_one_depth(records):
    """Two plies deep from before the move, as `analyse` compares all moves."""
    report = analyse(GAMES[0], AnalysisOptions(depth=2, exact_from=10))
    ours = [int(loss) for loss in records[0]["losses"].split()]
    theirs = [m.lost for m in report.moves if m.color is Color.BLACK and m.ply]
    assert all(loss >= 0 for loss in ours)
    near = sum(abs(one - other) <= 2 for one, other in zip(ours, theirs, strict=True))
    assert near >= 0.8 * len(ours)


def test_after_the_move_a_ply_less_is_searched():
    less = a_ply_less(DEPTHS)
    assert len(less.stages) == len(DEPTHS.stages)
    assert less.stages[40].depth == 1
    assert (less.stages[9], less.stages[0]) == (DEPTHS.stages[9], DEPTHS.stages[0])


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_every_format_reads_back_the_same(records, tmp_path, ending):
    if ending == "parquet":
        pytest.importorskip("duckdb")
    assert done(tmp_path / f"losses.{ending}", work(), threads=2) == records


def test_what_was_done_is_not_done_again(records, tmp_path):
    path = tmp_path / "losses.jsonl"

    def interrupt(*_):
        raise KeyboardInterrupt

    job = work()
    assert len(job.cuts) >= 2
    from outflank.jobs.run import Listener

    with pytest.raises(KeyboardInterrupt):
        run_work(job, path, lambda: Threads(job.spec, 1), Listener(progress=interrupt))
    assert not path.exists()
    assert done(path, work()) == records


def test_another_work_has_another_identity():
    assert work().identity == work().identity
    assert work(GAMES[:2]).identity != work().identity
    assert work(depths=Depths.of(Limit(depth=3))).identity != work().identity
    renamed = [Game(moves=GAMES[0].moves, black="Somebody")]
    assert work(renamed).identity != work([Game(moves=GAMES[0].moves)]).identity


def test_games_without_moves_are_left_out_and_early_ends_are_not():
    job = work([Game(), Game.from_transcript("f5d6c3")])
    assert len(job) == 1
    rows = job.spec.worker().run(job.task(0))
    black, white = job.records(0, rows)
    assert (black["moves"], white["moves"], black["discs"]) == (2, 1, None)


def test_a_stopped_worker_makes_no_rows():
    from outflank.jobs.errors import Halted

    job = work(depths=Depths.of(Limit(exact_from=60)))
    worker = job.spec.worker()
    threading.Timer(0.3, worker.stop).start()
    with pytest.raises(Halted):
        worker.run(job.task(0))


def test_standings(records):
    table = standings(records)
    assert [one.total.accuracy for one in table] == sorted(
        (one.total.accuracy for one in table), reverse=True
    )
    murakami = next(one for one in table if one.player == "Murakami Takeshi")
    own = [record for record in records if record["player"] == "Murakami Takeshi"]
    assert (murakami.year, murakami.games) == (1997, 2)
    assert murakami.loss == sum(record["lost"] for record in own) / 2
    assert murakami.phases[Phase.ENDGAME].lost == sum(record["endgame_lost"] for record in own)
    assert {one.player for one in standings(records, least=2)} == {
        "Murakami Takeshi",
        "Logistello",
    }
    assert set(murakami.describe()) >= {"player", "year", "loss_per_game", "endgame_accuracy"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.jsonl", "hello\n"),
        ("x.jsonl", "[1]\n"),
        ("x.jsonl", '{"a": 1}\n'),
        ("x.csv", "a,b\n1,2\n"),
        ("x.parquet", "hello"),
        ("x.txt", ""),
    ],
)
def test_what_is_no_result_is_refused(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(OutflankError, match=name):
        list(read_records(path))
    with pytest.raises(OutflankError, match="no such file"):
        list(read_records(tmp_path / "none.csv"))


def test_a_worker_elsewhere_makes_the_same_rows():
    job = work(GAMES[:1])
    spec, task = pickle.loads(pickle.dumps((job.spec, job.task(0))))
    assert (spec.worker().run(task) == job.spec.worker().run(job.task(0))).all()


def test_what_is_no_number_or_no_text_is_left_out_of_a_result(tmp_path):
    odd = Game.from_transcript(
        "f5d6c3", black="\ud800<b>", event="\udfff", year=99_999, black_discs=-70_000
    )
    for ending in (".csv", ".jsonl", ".parquet"):
        first, _ = done(tmp_path / f"losses{ending}", work([odd]))
        assert (first["player"], first["event"]) == ("?<b>", "?")
        assert (first["year"], first["discs"]) == (None, None)


@pytest.mark.parametrize(
    "change",
    [
        {"moves": float("inf")},
        {"lost": 10**400},
        {"accuracy": float("nan")},
        {"choices": 10**9},
        {"number": 2**70},
    ],
)
def test_numbers_beyond_all_ranges_are_refused(records, tmp_path, change):
    path = tmp_path / "losses.jsonl"
    path.write_text(json.dumps({**records[0], **change}))
    with pytest.raises(OutflankError, match=r"losses.jsonl record 1: "):
        list(read_records(path))


def test_a_result_without_a_record_is_none(tmp_path):
    path = tmp_path / "losses.csv"
    path.write_text("colour,player\n")
    with pytest.raises(OutflankError, match="there is no record in it"):
        list(read_records(path))


def test_names_of_results_are_no_patterns(records, tmp_path):
    path = tmp_path / "a=b"
    path.mkdir()
    assert done(path / "[x]*.parquet", work()) == records
