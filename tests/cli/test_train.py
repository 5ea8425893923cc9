"""``outflank train``: rows, JSON, going on after Ctrl-C, and what cannot be meant."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from exact import with_empties
from outflank.board import Board
from outflank.cli import train_options
from outflank.cli.output import UsageError
from outflank.cli.train import NAMES, Options
from outflank.cli.train_options import output_path
from outflank.engine import solve
from outflank.evaluation import (
    PatternWeights,
    engine_features,
    ordering_features,
    read_weights,
    write_weights,
)
from outflank.evaluation.errors import ErrorModel
from outflank.evaluation.weights import shape_of_steps
from outflank.training import EVALUATION, ORDERING, recipe
from outflank.training.calibrate import LEAST_DEVIATION

#: As few positions as a stage can have: 100 in each of 20 stages.
TINY = ["--scale", "1e-9"]

ROW = re.compile(r"^ +([12]) +(\d+–\d+) +(2 plies) +100 +[\d.]+ +[\d.]+$", re.MULTILINE)

windows = pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process")


def test_the_command_line_takes_the_scales_that_a_recipe_takes():
    """The limit is written again there, where nothing is imported to know it."""
    assert train_options.MOST_SCALE == recipe.MOST_SCALE


def test_a_row_for_each_stage_and_the_file(run, tmp_path):
    folder = tmp_path / "training"
    ran = run("train", "ordering", "--folder", folder, *TINY)
    assert ran.code == 0
    assert ran.err == ""
    rows = ROW.findall(ran.out)
    assert len(rows) == 20
    assert rows[0] == ("1", "8–9", "2 plies")
    assert rows[-1] == ("2", "26–27", "2 plies")
    written = folder / "ordering.weights"
    recipe = ORDERING.scaled(1e-9).hash
    assert read_weights(written, ordering_features()).recipe_hash == recipe
    size = f"{written.stat().st_size:,}"
    assert ran.out.splitlines()[-1].startswith(f"{written}: {size} bytes, recipe {recipe}, ")


def test_json(run, tmp_path):
    written = tmp_path / "some.weights"
    words = ["train", "ordering", "--folder", tmp_path / "f", "-o", written, *TINY, "--seed", "3"]
    rows = run(*words, "--json").objects
    keys = {"generation", "empties", "depth", "positions", "error", "deviation"}
    assert all(set(row) == keys for row in rows[:-1])
    assert [row["depth"] for row in rows[:10]] == [2] * 10
    assert rows[0]["empties"] == [8, 9]
    assert rows[-1]["file"] == str(written)
    assert rows[-1]["bytes"] == written.stat().st_size
    assert rows[-1]["recipe"] == ORDERING.scaled(1e-9).seeded(3).hash
    again = run(*words, "--json").objects
    assert again[:-1] == rows[:-1]
    assert again[-1] | {"seconds": 0} == rows[-1] | {"seconds": 0}


def test_the_engines_evaluation_is_trained_and_checked(run, tmp_path):
    written, recipe = tmp_path / "a.weights", EVALUATION.scaled(1e-9)
    words = ["train", "evaluation", "--folder", tmp_path / "f", "-o", written, *TINY]
    ran = run(*words)
    assert ran.code == 0
    assert ran.err == "outflank: 10 games at the end are too few: they changed nothing\n"
    heading, *_, file, checked = ran.out.splitlines()
    assert heading.startswith("4,500 positions in 3 generations, 2,210 games played to their end, ")
    assert read_weights(written, engine_features()).recipe_hash == recipe.hash
    assert f"recipe {recipe.hash}" in file
    assert re.fullmatch(
        r"without a search, on 100 solved positions of 20 empties: error [\d.]+ discs in the mean, "
        r"[\d.]+ root mean square(, winner right in [\d.]+%)?",
        checked,
    )
    *stages, file, checked = run(*words, "--json").objects
    depths = [stage["depth"] for stage in stages]
    assert depths == [None] * 4 + [4] * 11 + [None] * 4 + [5] * 11 + [None] * 4 + [8] * 11
    # Deep searches are nearer the truth than plain play, which sets the others right.
    assert all(("correction" in stage) == (stage["depth"] in (4, 5)) for stage in stages)
    assert set(checked) == {"checked"}
    assert set(checked["checked"]) == {
        "positions", "empties", "mean_error", "error", "bias", "winner_right"
    }  # fmt: skip


@windows
def test_ctrl_c_says_how_to_go_on(run, tmp_path):
    folder, written, whole = tmp_path / "a folder", tmp_path / "a.weights", tmp_path / "whole"
    words = ["train", "ordering", "--folder", folder, "-o", written, "--scale", "0.001", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "outflank", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline().startswith(b'{"generation": 1,')
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        _, err = process.communicate(timeout=60)
    assert time.monotonic() - sent < 5
    assert process.returncode == 130
    advice, last = err.decode().splitlines()[-2:]
    assert advice.endswith(" --json")
    assert last == "outflank: interrupted"
    assert advice.startswith("outflank: what was made is kept; to go on: outflank train ordering ")
    assert not written.exists()
    command = shlex.split(advice.partition("to go on: ")[2])
    assert run(*command[1:]).code == 0
    run("train", "ordering", "--folder", tmp_path / "other", "-o", whole, "--scale", "0.001")
    assert written.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["ordering"],
        ["chess", "--folder", "f"],
        ["ordering", "--folder", "f", "--scale", "0"],
        ["ordering", "--folder", "f", "--scale", "-1"],
        ["ordering", "--folder", "f", "--scale", "nan"],
        ["ordering", "--folder", "f", "--scale", "1000"],
        ["ordering", "--folder", "f", "--seed", "-1"],
        ["ordering", "--folder", "f", "--seed", str(1 << 63)],
        ["calibrate", "--folder", "f", "--seed", str(1 << 58)],
        ["ordering", "--folder", "f", "--threads", "0"],
        ["ordering", "--folder", "f", "-o", "nowhere/some.weights"],
        ["ordering", "--folder", "f", "-o", "."],
        ["ordering", "--folder", "f", "-o", "f"],
        ["ordering", "--folder", "f/g", "-o", "f"],
        ["ordering", "--folder", "f", "-o", "f/recipe.json"],
        ["ordering", "--folder", "f", "-o", "f/generation-1"],
        ["ordering", "--folder", "f", "-o", "f/checked-000.npy"],
        ["calibrate", "--folder", "f", "-o", "f/plan.json"],
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(refuses, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = refuses(2, "train", *words).err
    command = " ".join(word for word in words[:1] if word in NAMES)
    assert told.endswith(f"Try: {' '.join(['outflank train', command]).strip()} --help\n")
    assert list(tmp_path.iterdir()) == []


def test_the_command_that_goes_on_is_of_the_same_recipe(tmp_path):
    words = shlex.split(Options(folder=tmp_path, scale=0.3333333).command("ordering"))
    assert float(words[words.index("--scale") + 1]) == 0.3333333


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no null device here")
@pytest.mark.parametrize("what", ["ordering", "calibrate"])
def test_what_takes_no_file_is_told_before_the_training(refuses, what, tmp_path):
    folder, long = tmp_path / "f", tmp_path / ("x" * 240)
    words = ["train", what, "--folder", folder, *TINY, "-o"]
    assert "/dev/null: not a regular file" in refuses(1, *words, "/dev/null").err
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    assert f"{link}: not a regular file" in refuses(1, *words, link).err
    assert str(long) in refuses(1, *words, long).err
    assert str(folder / long.name) in refuses(1, *words, folder / long.name).err
    assert list(tmp_path.iterdir()) == [link]


def test_a_link_stays_one(tmp_path):
    link, written = tmp_path / "link", tmp_path / "a.weights"
    link.symlink_to(written)
    assert output_path(link, tmp_path / "f", "ordering.weights") == written
    link.unlink()
    link.symlink_to(tmp_path / "f" / "recipe.json")
    (tmp_path / "f").mkdir()
    with pytest.raises(UsageError, match="where the training keeps its own"):
        output_path(link, tmp_path / "f", "ordering.weights")


def test_a_folder_of_another_training_is_named(refuses, run, tmp_path):
    folder = tmp_path / "training"
    assert run("train", "ordering", "--folder", folder, *TINY).code == 0
    ran = refuses(1, "train", "ordering", "--folder", folder, *TINY, "--seed", "5")
    assert str(folder) in ran.err
    assert "another recipe, scale or seed (seed 1, not 5)" in ran.err
    assert ran.out == ""
    refuses(1, "train", "calibrate", "--folder", folder, *TINY)
    assert not (folder / "errors.json").exists()


def test_errors_are_measured_and_gone_on_with(run, refuses, tmp_path):
    folder = tmp_path / "errors"
    tiny = ["--scale", "1e-9"]
    ran = run("train", "calibrate", "--folder", folder, *tiny, "--json")
    assert ran.code == 0
    (errors,) = ran.objects
    written = ErrorModel.from_json((folder / "errors.json").read_text())
    assert tuple(errors["to_a_depth"]) == written.to_a_depth
    assert 1 < written.deviation(24, 8, 4) < 20
    assert 1 < written.deviation(16, 16, 4) < 20
    # What is there is not measured again; half of it gone is.
    (folder / "end-18.npy").unlink()
    table = run("train", "calibrate", "--folder", folder, *tiny).out
    assert "empties" in table
    assert f"of the weights that ship, recipe {errors['recipe']}\n" in table
    assert ErrorModel.from_json((folder / "errors.json").read_text()) == written
    ran = refuses(1, "train", "calibrate", "--folder", folder, "--seed", 3, *tiny)
    assert "another plan" in ran.err


def test_errors_of_other_weights(run, refuses, tmp_path):
    features = engine_features()
    steps = np.zeros(shape_of_steps(features), np.int16)
    nothing, written = tmp_path / "nothing.weights", tmp_path / "errors.json"
    write_weights(nothing, PatternWeights(features, steps, {}, features.steps_per_disc))
    words = ["train", "calibrate", "--folder", tmp_path / "f", "-o", written, *TINY]
    told = run(*words, "--weights", nothing).out
    recipe = read_weights(nothing, features).recipe_hash
    assert f"of {nothing}, recipe {recipe}\n" in told
    # Where everything is worth nothing, searches of any depth say so, and agree.
    assert ErrorModel.from_json(written.read_text()).deviation(40, 8, 4) < 2 * LEAST_DEVIATION
    assert "other weights" in refuses(1, *words).err
    refuses(1, *words, "--weights", written)
    refuses(2, *words, "--weights", tmp_path / "none")
    refuses(2, *words, "--threads", 2)


def test_selfplay(run, refuses, tmp_path):
    output = tmp_path / "games.jsonl"
    words = ["train", "selfplay", "--games", "20", "--seed", "4", "--level", "1"]
    ran = run(*words, "-o", output, "--random-plies", "10-20")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{output}: 20 games, ")
    games = [json.loads(line) for line in output.read_text().splitlines()]
    assert [game["game"] for game in games] == list(range(20))
    for game in games:
        assert set(game) == {"game", "seed", "random_plies", "moves", "score", "exact_from"}
        outcome = Board.from_transcript(game["moves"]).outcome()
        assert outcome.score == game["score"]
        assert game["seed"] == 4
        assert 10 <= game["random_plies"] <= 20
        assert game["exact_from"] == 2
    again = tmp_path / "again.jsonl"
    assert run(*words, "-o", again, "--random-plies", "10-20", "--threads", "1").code == 0
    assert again.read_bytes() == output.read_bytes()
    refuses(2, *words)
    refuses(2, *words, "-o", tmp_path / "x.csv", "--random-plies", "8-60")
    refuses(2, "train", "selfplay", "--games", "0", "-o", tmp_path / "x.csv")


def test_check_against_known_scores(run, refuses, tmp_path):
    file = tmp_path / "known.tsv"
    positions = [with_empties(12, seed) for seed in range(1, 30)]
    lines = [f"{position.to_text()}\t{solve(position).lower:+d}\n" for position in positions]
    file.write_text(f"# comment\n{''.join(lines)}")
    objects = {
        depth: run("train", "check", "--against", file, "--depth", depth, "--json").objects[0]
        for depth in (0, 4, 60)
    }
    for depth, found in objects.items():
        assert found["n"] == 29
        assert found["depth"] == depth
        assert found["selectivity"] == (73 if depth else None)
        assert found["seconds_per_position"] == pytest.approx(found["seconds"] / 29, rel=1e-3)
    assert objects[0]["mae"] > objects[4]["mae"] > 0
    exact = run(
        "train", "check", "--against", file, "--depth", 60, "--selectivity", 100, "--json"
    ).objects[0]
    assert (exact["mae"], exact["rmse"], exact["winner"]) == (0, 0, 1)
    shipped = files("outflank") / "evaluation" / "data" / "evaluation.weights"
    told = run("train", "check", "--against", file, "--depth", 0, "--weights", shipped).out
    assert told.startswith("without a search, 29 positions: error ")
    file.write_text(f"{lines[0]}{positions[0].to_text()} +4\n")
    assert "known.tsv line 2: " in refuses(1, "train", "check", "--against", file, "--depth", 1).err
    file.write_text(f"{positions[0].to_text()}\t+3\n")
    told = refuses(1, "train", "check", "--against", file, "--depth", 1).err
    assert "known.tsv line 1: +3 is odd" in told
    for score in ("65", "+-4", "9" * 5000):
        file.write_text(f"{positions[0].to_text()}\t{score}\n")
        told = refuses(1, "train", "check", "--against", file, "--depth", 1).err
        assert "known.tsv line 1: " in told
        assert "is not a score in discs, -64 to 64" in told
    file.write_text("\n")
    refuses(1, "train", "check", "--against", file, "--depth", 1)
    refuses(2, "train", "check", "--against", file, "--depth", -1)
    refuses(2, "train", "check", "--against", tmp_path / "none.tsv", "--depth", 1)
    refuses(1, "train", "check", "--against", file, "--depth", 1, "--weights", file)
