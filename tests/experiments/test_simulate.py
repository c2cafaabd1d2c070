"""Runs: the same bytes however they are played, strategies at fault named, nothing left behind."""

import hashlib
import json
import threading
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import simcards
from simcards.errors import StrategyError, UsageError
from simcards.experiments.runner import Progress
from simcards.experiments.watch import HungStrategyError

SMEAR = "canadian_smear"


def digests(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


def run(workspace, texts, **given):
    return simcards.simulate(SMEAR, texts, workspace=workspace, **given)


def test_any_number_of_workers_and_any_chunk_gives_the_same_bytes(workspace, tmp_path):
    ways = [(1, None), (2, None), (7, None), (2, 777)]
    for number, (jobs, lanes) in enumerate(ways):
        run(workspace, ["eager", "eager:length=4"], deals=600_000, jobs=jobs, lanes=lanes, out=tmp_path / str(number))
    first = digests(tmp_path / "0")
    assert {"summary.csv", "counts.parquet", "sides.parquet", "plots/make_rate.svg"} <= set(first)
    assert all(digests(tmp_path / str(number)) == first for number in range(1, len(ways)))


def test_processes_give_the_same_bytes_as_threads_and_as_compiled_loops(workspace, tmp_path):
    texts = [["eager"], ["eager_array"], ["eager_python"], ["eager_python"]]
    for number, (jobs, text) in enumerate(zip((1, 2, 1, 2), texts, strict=True)):
        run(workspace, text, deals=9000, jobs=jobs, rows=number > 0, out=tmp_path / str(number))
    counts = [pl.read_parquet(tmp_path / str(number) / "counts.parquet") for number in range(4)]
    assert all(counts[0].equals(other) for other in counts[1:])
    assert digests(tmp_path / "2") == digests(tmp_path / "3")


def workers():
    """The command lines of all child processes, those aside that only clean up after this one."""
    children = " ".join(path.read_text() for path in Path("/proc/self/task").glob("*/children")).split()
    lines = [Path(f"/proc/{child}/cmdline").read_bytes().decode() for child in children]
    return [line for line in lines if "resource_tracker" not in line]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="child processes are looked up in /proc")
def test_no_worker_stays_behind(workspace):
    before = set(threading.enumerate())
    run(workspace, ["eager_python"], deals=9000, jobs=2)
    assert workers() == []
    assert not [thread for thread in set(threading.enumerate()) - before if thread.name.startswith("simcards")]


def test_deals_are_written_one_a_row_in_order_and_add_up_to_the_counts(workspace, tmp_path):
    texts = ["eager", "eager:length=4"]
    results = run(workspace, texts, deals=70_000, rows=True, jobs=2, out=tmp_path / "run")
    deals = results["deals"]
    assert deals["deal"].to_list() == list(range(70_000))
    assert deals["dealer"].to_list() == [deal % 4 for deal in range(70_000)]
    summary = results.summary
    assert deals["bid"].null_count() == summary["passed_out"] > 0
    assert int(deals["made"].sum()) == summary["made"]
    assert deals.filter(pl.col("bid").is_null())["score_0"].null_count() == summary["passed_out"]
    plain = run(workspace, texts, deals=70_000, jobs=1)
    assert plain["counts"].equals(results["counts"])
    by_bid = deals.drop_nulls("bid").group_by("bid").agg(pl.col("score_0").sum()).sort("bid")
    counted = results["counts"].group_by("bid").agg(pl.col("score_0").sum()).sort("bid")
    assert by_bid["score_0"].to_list() == counted["score_0"].to_list()


def test_a_run_folder_reads_back_as_what_was_returned(workspace, tmp_path):
    made = run(workspace, ["eager", "eager:length=4"], deals=5000, rules={"target": 11}, out=tmp_path / "run")
    read = simcards.read_results(tmp_path / "run")
    assert set(read.names) == set(made.names) == {"summary", "sides", "bids", "difference", "counts"}
    assert all(read[name].equals(made[name]) for name in made.names)
    assert read.summary == made.summary
    assert read.manifest == made.manifest


def test_the_manifest_tells_how_to_repeat_the_run_and_nothing_about_who_ran_it(workspace, tmp_path):
    run(workspace, ["eager:length=4"], deals=5000, seed=9, rules={"target": 11}, out=tmp_path / "run")
    text = (tmp_path / "run" / "manifest.json").read_text(encoding="utf-8")
    manifest = json.loads(text)
    assert manifest["format"] == "simcards-run/1"
    assert (manifest["seed"], manifest["deals"], manifest["rules"]["target"]) == (9, 5000, 11)
    source = workspace / "strategies" / SMEAR / "eager.py"
    assert manifest["strategies"][0]["text"] == "eager:length=4"
    listed = {entry["path"]: entry["sha256"] for entry in manifest["strategies"][0]["sources"]}
    assert listed[f"strategies/{SMEAR}/eager.py"] == hashlib.sha256(source.read_bytes()).hexdigest()
    counts = manifest["counts"]
    assert counts["passed_out"] + counts["contracts"] == counts["deals"] == 5000
    assert {"numba", "numpy", "polars", "python", "simcards"} <= set(manifest["versions"])
    assert manifest["tables"]["sides"]["mean_margin"]
    assert str(workspace) not in text
    assert str(tmp_path) not in text
    assert str(Path.home()) not in text


def test_pandas_frames_hold_the_same_numbers(workspace):
    results = run(workspace, ["eager"], deals=5000)
    frames = results.to_pandas()
    assert set(frames) == set(results.names)
    assert list(frames["bids"].columns) == results["bids"].columns
    assert frames["sides"]["mean_margin"].tolist() == results["sides"]["mean_margin"].to_list()
    empty = frames["bids"].loc[frames["bids"]["contracts"] == 0, "make_rate"]
    assert empty.isna().all()


def test_an_illegal_answer_once_in_many_is_the_lowest_deal_whatever_the_workers(workspace):
    texts = set()
    for jobs in (1, 2):
        with pytest.raises(StrategyError) as caught:
            run(workspace, ["eager", "wrong"], deals=2_000_000, jobs=jobs)
        texts.add(str(caught.value))
    assert len(texts) == 1
    text = texts.pop()
    assert "wrong: bid" in text
    assert "simcards show canadian_smear eager wrong --seed 1 --deal" in text


@pytest.mark.parametrize(("name", "jobs"), [("endless", 2), ("endless_python", 1), ("endless_python", 2)])
def test_a_strategy_that_does_not_come_back_is_named_with_its_deal(workspace, tmp_path, name, jobs):
    with pytest.raises(HungStrategyError, match=rf"{name}: bid .*did not come back for 1 s.*--deal \d+") as caught:
        run(workspace, ["eager", name], deals=300_000, jobs=jobs, patience=1, out=tmp_path / "run")
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_failing_picture_costs_a_note_and_no_table(workspace, tmp_path, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("no ink")

    monkeypatch.setattr("simcards.reports.plots.make_rate_plot", fail)
    results = run(workspace, ["eager"], deals=5000, out=tmp_path / "run")
    assert results.notes == ["no picture was drawn: RuntimeError: no ink"]
    assert (tmp_path / "run" / "sides.parquet").exists()


def test_progress_is_told_with_an_estimate(workspace):
    told = []
    run(workspace, ["eager", "eager:length=4"], deals=600_000, progress=told.append)
    last = told[-1]
    assert isinstance(last, Progress)
    assert (last.stage, last.done, last.deals) == ("playing", 600_000, 600_000)
    assert last.estimate.startswith("margin of side 0 ")
    assert " ± " in last.estimate


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"deals": 0}, "deals must be a whole number from 1"),
        ({"deals": 1.5}, "1.5"),
        ({"deals": True}, "True"),
        ({"deals": float("nan")}, "nan"),
        ({"jobs": 0}, "jobs must be a whole number from 1"),
        ({"seed": -1}, "seed must be"),
        ({"seed": 1 << 53}, "seed must be"),
        ({"lanes": 0}, "lanes must be"),
        ({"patience": 0}, "patience"),
        ({"rows": True}, "--out"),
        ({"rules": {"targe": 11}}, "did you mean 'target'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(workspace, given, said):
    with pytest.raises(UsageError) as caught:
        run(workspace, ["eager"], **given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("texts", [[], ["eager"] * 5])
def test_too_many_or_no_strategies_are_refused(workspace, texts):
    with pytest.raises(UsageError, match="1 to 4 strategies"):
        run(workspace, texts)


def never(*_, **__):
    raise AssertionError("a deal was played")


def test_an_output_folder_that_cannot_be_is_refused_before_any_deal(workspace, tmp_path, monkeypatch):
    monkeypatch.setattr("simcards.experiments.simulate.play", never)
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("")
    for name, said in [("there", "folder of that name"), ("file", "file of that name"), ("no/where", "is not there")]:
        with pytest.raises(UsageError, match=said):
            run(workspace, ["eager"], deals=10, out=tmp_path / name)
    with pytest.raises(UsageError, match="cannot be written"):
        run(workspace, ["eager"], deals=10, out="/proc/simcards-run")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "there"]


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(UsageError, match="no run folder"):
        simcards.read_results(tmp_path)
    (tmp_path / "manifest.json").write_text('{"format": "simcards-run/9"}')
    with pytest.raises(UsageError, match="simcards-run/9"):
        simcards.read_results(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(UsageError, match="cannot be read"):
        simcards.read_results(tmp_path)


def test_an_unknown_table_is_named_with_the_nearest(workspace):
    results = run(workspace, ["eager"], deals=100)
    with pytest.raises(UsageError, match="did you mean 'sides'"):
        results["side"]


def test_results_do_not_depend_on_what_was_run_before(workspace):
    first = run(workspace, ["eager"], deals=20_000)["counts"]
    run(workspace, ["eager:length=5"], deals=20_000)
    assert run(workspace, ["eager"], deals=20_000)["counts"].equals(first)
    assert np.array_equal(first.to_numpy()[:, 0] % 2, first.to_numpy()[:, 0])
