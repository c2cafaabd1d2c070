"""`simcards simulate`: its table, its JSON, its exit codes, and how it ends when it is stopped."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

SMEAR = "canadian_smear"
TWO = [SMEAR, "eager", "eager:length=4"]
KEYS = {
    "game",
    "rules",
    "seed",
    "deals",
    "passed_out",
    "contracts",
    "made",
    "seconds",
    "deals_per_second",
    "strategies",
    "sides",
}
SIDE_KEYS = {
    "strategy",
    "contracts",
    "made",
    "make_rate",
    "mean_score",
    "mean_margin",
    "margin_low",
    "margin_high",
}


def strict(text):
    """The JSON object in a text; NaN and Infinity, which Python would read, are no JSON."""

    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


def test_json_is_one_object_with_what_is_promised(simcards):
    said = simcards("simulate", *TWO, "--deals", "2e4", "--seed", "7", "--rule", "target=11", "--json", "--quiet")
    assert (said.code, said.err) == (0, "")
    found = strict(said.out)
    assert set(found) >= KEYS
    assert (found["game"], found["seed"], found["deals"], found["rules"]["target"]) == (SMEAR, 7, 20_000, 11)
    assert found["passed_out"] + found["contracts"] == found["deals"]
    assert found["strategies"] == ["eager", "eager:length=4"] * 2
    assert len(found["sides"]) == 2
    for side, text in zip(found["sides"], ["eager", "eager:length=4"], strict=True):
        assert set(side) >= SIDE_KEYS
        assert side["strategy"] == text
        assert side["margin_low"] < side["mean_margin"] < side["margin_high"]
    assert sum(side["contracts"] for side in found["sides"]) == found["contracts"]
    assert sum(bid["contracts"] for bid in found["bids"]) == found["contracts"]
    assert found["difference"]["mean_difference"] == found["sides"][0]["mean_margin"]


def test_a_side_whose_seats_differ_has_a_list_of_strategies(simcards):
    found = strict(simcards("simulate", SMEAR, "eager", "basic", "basic", "basic", "--deals", "100", "--json").out)
    assert [side["strategy"] for side in found["sides"]] == [["eager", "basic"], "basic"]
    assert found["difference"] is None


def test_what_is_undefined_is_null(simcards):
    found = strict(simcards("simulate", SMEAR, "slow", "--deals", "1", "--json").out)
    assert (found["passed_out"], found["contracts"]) == (1, 0)
    assert found["sides"][0]["make_rate"] is None
    assert found["sides"][0]["mean_margin"] == 0
    assert found["sides"][0]["margin_low"] is None


def test_the_table_fits_the_screen_and_ends_with_what_more_would_bring(simcards):
    said = simcards("simulate", *TWO, "--deals", "3e5")
    lines = said.out.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert lines[0] == "Canadian Smear: 300,000 deals, seed 1"
    assert "Side 1 (seats 1, 3): eager:length=4" in lines
    assert lines[-1] == "To halve the intervals takes 1,200,000 deals in all (--deals 12e5)."
    assert any(
        line.startswith(("eager beats eager:length=4 by ", "eager loses to eager:length=4 by ")) for line in lines
    )
    assert "\033" not in said.out


def test_the_table_says_the_same_as_the_json(simcards):
    arguments = ["simulate", *TWO, "--deals", "20000"]
    found, text = strict(simcards(*arguments, "--json").out), simcards(*arguments).out
    for row in (*found["sides"], *found["bids"]):
        assert f"{row['contracts']:,}" in text
        if row["contracts"]:
            assert f"{100 * row['make_rate']:.2f}" in text
            assert f"{row['mean_margin']:+.4f}" in text
    assert f"Passed out: {found['passed_out']:,} of 20,000 deals" in text


def test_two_names_of_one_strategy_are_told_to_be_the_same(simcards):
    text = simcards("simulate", SMEAR, "eager", "eager:length=3", "--deals", "20000").out
    assert "eager and eager:length=3 are the same strategy" in text


def test_too_few_deals_leave_cells_empty(simcards):
    text = " ".join(simcards("simulate", *TWO, "--deals", "1").out.split())
    assert "too few deals for an interval" in text
    assert "nan" not in text.lower()


def test_a_run_folder_is_named_and_whole(simcards, tmp_path):
    out = tmp_path / "run"
    said = simcards("simulate", *TWO, "--deals", "5000", "--out", out, "--rows")
    assert f"Written to {out}" in said.out
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert {"manifest.json", "summary.csv", "deals.parquet", "plots/make_rate.png", "plots/make_rate.svg"} <= names
    again = simcards("simulate", *TWO, "--deals", "5000", "--out", out)
    assert again.code == 2
    assert "there is a folder of that name" in again.err


def test_a_strategy_at_fault_ends_the_run_and_leaves_nothing(simcards, tmp_path):
    said = simcards("simulate", SMEAR, "wrong", "--deals", "1e6", "--out", tmp_path / "run")
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines()[-1].startswith("simcards: wrong: bid of seat ")
    assert "simcards show canadian_smear wrong --seed 1 --deal" in said.err
    assert not list(tmp_path.iterdir())


def test_quiet_leaves_only_the_table(simcards):
    assert simcards("simulate", SMEAR, "eager", "--deals", "100", "--quiet").err == ""


def test_a_pipe_gets_no_progress_and_no_colour(process):
    one = process("simulate", SMEAR, "eager_python", "--deals", "20000")
    out, err = one.communicate(timeout=120)
    assert one.returncode == 0
    assert err.replace("compiling … (first run only)\n", "") == ""
    assert "\033" not in out


def wait_for_play(one, folder):
    """Waits until a run has written its first deals; its child processes."""
    for _ in range(1200):
        time.sleep(0.1)
        if list(folder.glob(".run.*.partial/.deals/*.parquet")):
            children = [(task / "children").read_text() for task in Path(f"/proc/{one.pid}/task").glob("*")]
            return [int(child) for child in " ".join(children).split()]
        assert one.poll() is None, one.communicate()
    raise AssertionError("the run did not begin")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize(
    ("strategy", "way"),
    [("eager", signal.SIGINT), ("eager_python", signal.SIGINT), ("eager_python", signal.SIGTERM)],
)
def test_a_stopped_run_says_what_was_done_and_leaves_nothing(process, tmp_path, strategy, way):
    arguments = ["simulate", SMEAR, strategy, "--deals", "1e12", "--jobs", "2", "--out", tmp_path / "run", "--rows"]
    one = process(*arguments, start_new_session=True)
    children = wait_for_play(one, tmp_path)
    assert bool(children) == (strategy == "eager_python")
    os.killpg(one.pid, way) if way == signal.SIGINT else one.send_signal(way)
    said = one.communicate(timeout=60)
    assert one.returncode == 130
    assert said[0] == ""
    last = said[1].splitlines()[-1]
    assert last.startswith("simcards: stopped after ")
    assert "of 1,000,000,000,000 deals (seed 1)" in last
    assert "Traceback" not in said[1]
    assert not list(tmp_path.iterdir())
    for _ in range(100):
        if not any(Path(f"/proc/{child}").exists() for child in children):
            break
        time.sleep(0.1)
    assert not any(Path(f"/proc/{child}").exists() for child in children)


@pytest.mark.parametrize("strategy", ["endless", "endless_python"])
def test_a_strategy_that_does_not_come_back_ends_the_process(process, tmp_path, strategy):
    one = process("simulate", SMEAR, strategy, "--deals", "1e5", "--patience", "1", "--out", tmp_path / "run")
    out, err = one.communicate(timeout=180)
    assert (one.returncode, out) == (1, "")
    assert f"{strategy}: bid of seat" in err.splitlines()[-1]
    assert "did not come back for 1 s" in err.splitlines()[-1]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_strategy_prints_is_no_result(process, workspace, jobs):
    path = workspace / "strategies" / SMEAR / "talker.py"
    path.write_text(
        "from simcards.strategy import Strategy\n\n\ndef bid(v):\n    print('hello')\n    return 0\n\n\n"
        "strategy = Strategy(game='canadian_smear', bid=bid, kind='python')\n"
    )
    out, err = process("simulate", SMEAR, "talker", "--deals", "20", "--json", "--jobs", jobs).communicate()
    assert json.loads(out)["deals"] == 20
    assert err.count("hello") == 80
    out, err = process("records", SMEAR, "talker", "--deals", "3", "-o", "-").communicate()
    assert [json.loads(line)["deal"] for line in out.splitlines()] == [0, 1, 2]
    assert err.count("hello") == 12
