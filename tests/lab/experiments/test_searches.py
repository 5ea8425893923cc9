"""The experiments on the engine's search: measured small, and concluded from known rows."""

import pytest

from outflank.lab.experiments import (
    drivers,
    endgame_strength,
    first_guess,
    mtd_family,
    mtdf_against_full_window,
    probcut,
    small_tables,
    table_size,
)
from outflank.lab.experiments.data_file import Data, checked
from outflank.lab.experiments.experiment import Answer, Plan
from outflank.lab.experiments.pages import Measured, page
from outflank.lab.experiments.telling import compared

from . import synthetic

HOLDS, CONDITIONS, FAILS = Answer.HOLDS, Answer.CONDITIONS, Answer.FAILS
UNDECIDED = Answer.UNDECIDED
ARTICLES = ("mtdf-article", "pvs-article")
ALL = ("patterns", *ARTICLES)
MODULES = (
    drivers,
    endgame_strength,
    first_guess,
    mtd_family,
    mtdf_against_full_window,
    probcut,
    small_tables,
    table_size,
)
#: The least depths that tell something.
TINY = {"probcut": 8, "table-size": 6}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.EXPERIMENT.name)
def test_a_tiny_run_fits_its_columns_and_makes_a_page(module):
    experiment = module.EXPERIMENT
    plan = Plan(positions=2, deepest=TINY.get(experiment.name, 4))
    units = experiment.units(plan)
    assert len({unit.key for unit in units}) == len(units)
    rows = [row for unit in units for row in unit.measure()]
    for row in rows:
        checked(row, experiment.columns)
    assert max(row.get("depth", 0) for row in rows) <= plan.deepest
    findings = experiment.conclude(rows)
    assert findings.verdict.answer is UNDECIDED
    assert len(findings.verdict.short.split()) <= 25
    assert findings.tables
    assert findings.plots
    for table in findings.tables:
        assert {len(row) for row in table.rows} == {len(table.columns)}
    for fewer in (1, 5, len(rows) // 2):  # a run of fewer positions, or not so deep
        assert experiment.conclude(rows[:fewer]).verdict.sentence
    text = page(Measured(experiment, Data({}, rows), findings))
    assert findings.verdict.sentence in text
    assert experiment.claim in text


def answer(module, rows):
    for row in rows:
        checked(row, module.EXPERIMENT.columns)
    return module.conclude(rows).verdict.answer


def only(rows, positions, **cells):
    """The rows but for those with all these cells beyond the first few positions."""
    return [
        row
        for row in rows
        if row["position"] < positions or any(row[key] != cell for key, cell in cells.items())
    ]


def driver_rows(seconds):
    return synthetic.rows(
        lambda c: 1.0,
        seconds=lambda c: seconds(c) if c["driver"] == "mtdf" else 1.0,
        evaluation=ALL,
        way=("deepening", "straight"),
        depth=(10, 12),
        driver=("pvs", "mtdf", "aspiration", "alphabeta"),
    )


def test_drivers():
    assert answer(drivers, driver_rows(lambda c: 0.8)) is HOLDS
    mixed = driver_rows(lambda c: 0.93 if c["evaluation"] == "patterns" else 1.1)
    assert answer(drivers, mixed) is CONDITIONS
    assert answer(drivers, driver_rows(lambda c: 1.05)) is FAILS
    found = drivers.conclude(driver_rows(lambda c: 0.8))
    assert "0.800 (0." in found.verdict.sentence
    assert "not at the deepest" in found.remarks[0]


def test_drivers_are_judged_at_a_depth_of_all_positions():
    rows = only(driver_rows(lambda c: 0.8 if c["depth"] == 12 else 1.05), 10, depth=12)
    assert answer(drivers, rows) is FAILS
    findings = drivers.conclude(rows)
    assert "in 30 positions" in findings.verdict.sentence
    assert "to depth 10" in findings.verdict.sentence
    assert "to depth 12 (n = 10)" in findings.remarks[1]
    assert [row[:2] for row in findings.tables[0].rows] == [["10", "30"], ["12", "10"]]


def test_one_of_six_at_the_edge_is_no_condition():
    """Its own interval is below 1, that of one of six is not."""
    rows = driver_rows(lambda _: 1.05)
    for row in rows:
        if (row["driver"], row["evaluation"], row["way"]) == ("mtdf", "patterns", "straight"):
            row["seconds"] *= (1.05 if row["position"] % 2 else 0.884) / 1.05
    assert "0.963 (0." in drivers.conclude(rows).verdict.sentence
    mine, theirs = (
        [r for r in rows if [r[k] for k in ("driver", "evaluation", "way", "depth")] == wanted]
        for wanted in ([name, "patterns", "straight", 12] for name in ("mtdf", "pvs"))
    )
    assert compared(mine, theirs, "seconds").below(1)
    assert answer(drivers, rows) is FAILS


def window_rows(nodes):
    return synthetic.rows(
        lambda c: 1.0 if c["search"] == "full window" else nodes(c["depth"]),
        evaluation=ALL,
        search=("mtdf deepening", "mtdf straight", "full window"),
        depth=(4, 6, 8),
    )


def test_mtdf_against_the_full_window():
    claimed = {4: 1.1, 6: 1.02, 8: 0.48}
    assert answer(mtdf_against_full_window, window_rows(claimed.get)) is HOLDS
    sooner = {4: 0.8, 6: 0.6, 8: 0.5}
    assert answer(mtdf_against_full_window, window_rows(sooner.get)) is CONDITIONS
    assert answer(mtdf_against_full_window, window_rows(lambda _: 1.2)) is FAILS
    assert answer(mtdf_against_full_window, window_rows({4: 1.1, 6: 1.0, 8: 0.9}.get)) is CONDITIONS


def guess_rows(probes):
    names = (*first_guess.KNOWN, *(f"{offset:+d}" for offset in first_guess.OFFSETS))
    return synthetic.rows(
        lambda c: 1.0,
        probes=lambda c: probes.get(c["guess"], 4) + c["position"] % 2,
        more=lambda c: {"off": 0},
        evaluation=("patterns", "mtdf-article"),
        depth=(6, 8),
        guess=names,
    )


def test_first_guesses():
    assert answer(first_guess, guess_rows({"0": 8, "two plies less": 2})) is HOLDS
    assert answer(first_guess, guess_rows({"0": 15, "two plies less": 3})) is CONDITIONS
    assert answer(first_guess, guess_rows({"0": 4, "two plies less": 4})) is FAILS


def family_rows(nodes, probes=4):
    return synthetic.rows(
        lambda c: nodes if c["driver"] == "mtdf" else 1.0,
        probes=lambda _: probes,
        evaluation=ALL,
        depth=(8, 10),
        driver=("aspiration", *mtd_family.OTHERS),
    )


def test_the_mtd_family():
    assert answer(mtd_family, family_rows(0.93)) is HOLDS
    assert answer(mtd_family, family_rows(0.985)) is CONDITIONS
    assert answer(mtd_family, family_rows(0.93, probes=15)) is CONDITIONS
    assert answer(mtd_family, family_rows(0.93, probes=2)) is CONDITIONS
    assert answer(mtd_family, family_rows(0.8)) is CONDITIONS  # more than is claimed
    assert answer(mtd_family, family_rows(1.05)) is FAILS


def test_the_best_of_a_family_is_no_worse_than_any_other():
    rows = family_rows(0.93)
    for row in rows:
        if row["driver"] == "bisection":
            row["nodes"] = round(row["nodes"] * 0.88)
    assert answer(mtd_family, rows) is CONDITIONS
    assert "of those of bisection" in mtd_family.conclude(rows).verdict.sentence


def small_rows(**worst):
    return synthetic.rows(
        lambda c: worst.get(c["driver"], 1.1) if c["entries"] == 2 else 1.1,
        more=lambda _: {},
        entries=(2, 512, 8192),
        driver=("pvs", *small_tables.FAMILY),
        depth=(8,),
    )


def test_small_tables():
    assert answer(small_tables, small_rows(mtsss=5.0, mtdual=3.0)) is HOLDS
    assert answer(small_tables, small_rows(mtsss=5.0)) is CONDITIONS
    assert answer(small_tables, small_rows(mtsss=5.0, mtdual=3.0, mtdf=2.0)) is CONDITIONS
    assert answer(small_tables, small_rows()) is FAILS
    unmeasured = [r for r in small_rows(mtsss=5.0, mtdual=3.0) if r["driver"] != "mtdf"]
    assert answer(small_tables, unmeasured) is UNDECIDED  # nobody knows whether it is spared


def test_a_mean_alone_is_no_suffering():
    """In the mean 1.5 times as many on the small table, but by a few positions alone."""
    rows = small_rows()
    for row in rows:
        if row["driver"] in small_tables.GREEDY and row["entries"] == 2 and row["position"] < 3:
            row["nodes"] *= 60
    assert answer(small_tables, rows) is FAILS


def table_rows(left):
    return synthetic.rows(
        lambda c: 1.0 if c["bytes"] == 64 else left[c["evaluation"]],
        evaluation=("patterns", "pvs-article"),
        depth=(8, 10),
        bytes=(64, 1 << 16, 1 << 26),
    )


def test_table_sizes():
    assert answer(table_size, table_rows({"patterns": 0.55, "pvs-article": 0.52})) is HOLDS
    assert answer(table_size, table_rows({"patterns": 0.8, "pvs-article": 0.55})) is CONDITIONS
    assert answer(table_size, table_rows({"patterns": 0.8, "pvs-article": 0.9})) is FAILS


def probcut_rows(nodes, lost):
    def off(c):
        return lost(c["selectivity"]) if c["position"] % 2 and c["selectivity"] < 100 else 0

    return synthetic.rows(
        lambda c: 1.0 if c["selectivity"] == 100 else nodes(c["selectivity"]),
        value=off,
        more=lambda c: {"changed": int(off(c) > 0), "lost": off(c)},
        selectivity=(73, 87, 95, 98, 99, 100),
        depth=(12, 14),
    )


def test_probcut():
    assert answer(probcut, probcut_rows(lambda _: 0.2, lambda _: 0)) is HOLDS
    some = probcut_rows(lambda _: 0.2, lambda sure: 3 if sure == 73 else 0)
    assert answer(probcut, some) is CONDITIONS
    assert answer(probcut, probcut_rows(lambda _: 0.9, lambda _: 0)) is FAILS
    table = probcut.conclude(some).tables[-1]
    assert dict(zip(table.columns, table.rows[-1], strict=True))["other moves"].startswith("50.0%")
    assert table.rows[0][0] == "100 %"


def game_rows(**points):
    """Pairs in which a variant makes so many points more than one in the mean."""
    return [
        {
            "opening": at,
            "player": name,
            "points": 1.0 + (0.5 if at < 100 * more else 0.0) - (0.5 if at >= 95 else 0.0),
            "discs": 1.0,
            "seconds": 0.01,
        }
        for name in endgame_strength.NAMES
        for more in (points.get(name.replace(" ", "_"), 0.1),)
        for at in range(100)
    ]


def test_endgame_strength():
    best = game_rows(exact_from_12=0.9, **{"1_ply_more": 0.3, "2_plies_more": 0.5})
    assert answer(endgame_strength, best) is HOLDS
    between = game_rows(exact_from_12=0.6, **{"1_ply_more": 0.3, "2_plies_more": 0.9})
    assert answer(endgame_strength, between) is CONDITIONS
    worse = game_rows(exact_from_12=0.2, **{"1_ply_more": 0.5, "2_plies_more": 0.9})
    assert answer(endgame_strength, worse) is FAILS
    assert answer(endgame_strength, best[:1]) is UNDECIDED


def test_who_wins_everything_is_ranked_by_points():
    rows = game_rows(exact_from_12=0.9, **{"1_ply_more": 0.3})
    for row in rows:
        if row["player"] == "2 plies more":
            row["points"] = 2.0
    assert answer(endgame_strength, rows) is CONDITIONS
    findings = endgame_strength.conclude(rows)
    assert "100.0% (100.0%–100.0%) by 2 plies more" in findings.verdict.sentence
    assert "more than 2 plies more" in findings.verdict.sentence


def test_a_difference_that_may_be_chance_does_not_hold():
    """Points a little higher, but the interval of the difference reaches 0."""
    rows = game_rows(exact_from_12=0.54, **{"1_ply_more": 0.5, "2_plies_more": 0.3})
    for row in rows:  # whether the one wins has nothing to do with whether the other does
        if row["player"] == "1 ply more":
            row["opening"] = (row["opening"] * 37) % 100
    assert answer(endgame_strength, rows) is CONDITIONS


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.EXPERIMENT.name)
def test_what_pages_are_made_of_fits_together(module):
    experiment = module.EXPERIMENT
    assert experiment.claim.endswith(".")
    assert not experiment.source.endswith(".")
    assert module.__name__.endswith(experiment.name.replace("-", "_"))
