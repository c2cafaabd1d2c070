"""Runs of compare: the same bytes however they are played, also when they stop by themselves; what is refused."""

import polars as pl
import pytest

import simcards
from simcards.errors import StrategyError, UsageError
from simcards.experiments import tasks
from simcards.experiments.boards import BLOCK
from simcards.experiments.compare import compare
from simcards.experiments.grouping import parse_grouping
from tests.experiments.samples import EAGER
from tests.experiments.test_simulate import digests

SMEAR = "canadian_smear"
PAIR = ("eager", "eager:length=4")
MARGIN = -0.7013  # of this pair, nearly
STOPS = {
    "all boards": {"deals": 100_000},
    "until": {"until": 0.02},
    "until in few boards": {"until": 0.25, "deals": 4096},
    "sprt": {"sprt": (MARGIN - 0.02, MARGIN + 0.005)},
    "sprt in few boards": {"sprt": (MARGIN - 0.3, MARGIN + 0.1), "deals": 4096},
    "sprt without an answer": {"sprt": (MARGIN - 0.001, MARGIN + 0.001), "deals": 5000},
}


def run(workspace, strategies=PAIR, game=SMEAR, **given):
    return compare(game, strategies, workspace=workspace, **given)


# ---- the same bytes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", STOPS)
def test_any_number_of_workers_and_any_chunk_gives_the_same_bytes(workspace, tmp_path, stop):
    ways = [(1, None), (2, None), (7, None), (2, 777)]
    for number, (jobs, lanes) in enumerate(ways):
        results = run(workspace, jobs=jobs, lanes=lanes, out=tmp_path / str(number), **STOPS[stop])
    first = digests(tmp_path / "0")
    assert {f"{name}.parquet" for name in ("split", "seats", "bids", "partings")} | {"summary.csv"} <= set(first)
    assert all(digests(tmp_path / str(number)) == first for number in range(1, len(ways)))
    boards, stopped = results.summary["boards"], results.summary["stopped"]
    if "sprt" in STOPS[stop] or "until" in STOPS[stop]:
        assert {row["method"] for row in results.rows("seats")} == {"sequence"}
    if stop == "all boards":
        assert (boards, stopped) == (100_000, None)
    elif stop == "sprt without an answer":
        assert (boards, stopped) == (5000, "all boards played")
    else:
        task = tasks.task_size("compiled", rows=False, matches=False, replays=2)
        assert boards % BLOCK == 0 != boards % task
        assert "accepted" in stopped or "reached" in stopped


def test_a_run_that_stops_by_itself_is_that_of_so_many_boards(workspace):
    stopped = run(workspace, until=0.02)
    fixed = run(workspace, deals=stopped.summary["boards"])
    assert stopped.summary["deals"] == fixed.summary["deals"] == 2 * fixed.summary["boards"]
    same = ["margin", "differing", "won", "tied", "lost", "win_share", "effective_deals"]
    assert [stopped.summary[name] for name in same] == [fixed.summary[name] for name in same]
    assert (stopped.summary["method"], fixed.summary["method"]) == ("sequence", "t")
    assert stopped.summary["high"] - stopped.summary["low"] <= 2 * 0.02
    assert stopped.summary["high"] > fixed.summary["high"]
    assert stopped["bids"].equals(fixed["bids"])


def test_a_longer_limit_changes_nothing_in_a_run_that_stops_before_it(workspace, tmp_path):
    for number, deals in enumerate((40_000, 100_000, None)):
        run(workspace, sprt=(MARGIN - 0.02, MARGIN + 0.005), deals=deals, out=tmp_path / str(number))
    assert digests(tmp_path / "0") == digests(tmp_path / "1") == digests(tmp_path / "2")


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    """By kind a workspace whose `eager` is of that kind."""
    found = {}
    for kind in ("scalar", "array", "python"):
        found[kind] = tmp_path_factory.mktemp(kind)
        folder = found[kind] / "strategies" / SMEAR
        folder.mkdir(parents=True)
        text = EAGER.replace('params={"length": 3}', f'params={{"length": 3}}, kind="{kind}"')
        (folder / "eager.py").write_text(text, encoding="utf-8")
    return found


@pytest.mark.parametrize("stop", ["fixed", "until in few boards", "sprt in few boards"])
def test_every_kind_of_strategy_gives_the_same_bytes(kinds, tmp_path, monkeypatch, stop):
    given = STOPS.get(stop, {"deals": 3000})
    monkeypatch.setitem(tasks.TASK_DEALS, "array", 1 << 12)  # two blocks a task, as in plain Python
    ways = [("scalar", 1, None), ("array", 2, None), ("array", 1, 500), ("python", 1, 100)]
    ways += [("python", 2, None)] if stop == "until in few boards" else []  # processes take their time to start
    for number, (kind, jobs, lanes) in enumerate(ways):
        results = run(kinds[kind], jobs=jobs, lanes=lanes, out=tmp_path / str(number), **given)
    first = digests(tmp_path / "0")
    assert all(digests(tmp_path / str(number)) == first for number in range(1, len(ways)))
    if stop != "fixed":
        assert results.summary["boards"] in (BLOCK, 3 * BLOCK)  # in the middle of a task


def test_groups_are_the_same_for_any_number_of_workers(workspace, tmp_path):
    by = grouping_of(tmp_path, "def f(deal):\n    return deal.hands[0] % 7")
    for number, jobs in enumerate((1, 2)):
        run(workspace, deals=40_000, jobs=jobs, by=by, out=tmp_path / str(number))
    assert digests(tmp_path / "0") == digests(tmp_path / "1")
    groups = pl.read_parquet(tmp_path / "0" / "groups.parquet")
    assert groups["group"].to_list() == [str(k) for k in range(7)]
    assert groups["boards"].sum() == 40_000


def test_matches_are_the_same_for_any_number_of_workers(workspace, tmp_path, monkeypatch):
    monkeypatch.setattr(tasks, "BLOCK", 512)
    for number, (jobs, lanes) in enumerate([(1, None), (2, None), (7, 100)]):
        run(workspace, matches=1200, jobs=jobs, lanes=lanes, out=tmp_path / str(number))
    assert digests(tmp_path / "0") == digests(tmp_path / "1") == digests(tmp_path / "2")


def test_a_run_folder_reads_back_as_what_was_returned(workspace, tmp_path):
    made = run(workspace, deals=5000, rules={"target": 11}, out=tmp_path / "run")
    read = simcards.read_results(tmp_path / "run")
    assert set(read.names) == set(made.names) == {"summary", "split", "seats", "bids", "partings"}
    assert all(read[name].equals(made[name]) for name in made.names)
    assert read.manifest == made.manifest


# ---- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategies", "given", "said"),
    [
        (["eager"], {}, "two strategies are compared, not 1"),
        ("eager", {}, "two strategies are compared, not 1"),
        ([], {}, "two strategies are compared, not 0"),
        (["eager", "eager", "basic"], {}, "two strategies are compared, not 3"),
        (["eager", "eagre"], {}, "did you mean 'eager'"),
        (PAIR, {"deals": 0}, "deals must be a whole number from 1"),
        (PAIR, {"deals": 1.5}, "1.5"),
        (PAIR, {"deals": float("nan")}, "nan"),
        (PAIR, {"deals": 10, "matches": 10}, "give deals or matches, not both"),
        (PAIR, {"matches": 0}, "matches must be a whole number from 1"),
        (PAIR, {"matches": -3}, "matches must be a whole number from 1"),
        (PAIR, {"until": 0}, "until must be a half width in points above 0"),
        (PAIR, {"until": -1}, "not -1"),
        (PAIR, {"until": float("nan")}, "not nan"),
        (PAIR, {"until": float("inf")}, "not inf"),
        (PAIR, {"sprt": (0, 0)}, "0 is not below 0"),
        (PAIR, {"sprt": (0.05, 0)}, "0.05 is not below 0"),
        (PAIR, {"sprt": (float("nan"), 0)}, "nan is not below 0"),
        (PAIR, {"sprt": (0, float("inf"))}, "0 is not below inf"),
        (PAIR, {"until": 0.1, "sprt": (0, 1)}, "not both"),
        (PAIR, {"jobs": 0}, "jobs must be a whole number from 1"),
        (PAIR, {"seed": -1}, "seed must be"),
        (PAIR, {"rules": {"targe": 11}}, "did you mean 'target'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(workspace, monkeypatch, strategies, given, said):
    monkeypatch.setattr("simcards.experiments.compare.run_boards", never)
    with pytest.raises(UsageError) as caught:
        run(workspace, strategies, **given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def never(*_, **__):
    raise AssertionError("a deal was played")


def grouping_of(folder, text, name="f"):
    (folder / "groups.py").write_text(text, encoding="utf-8")
    return parse_grouping(f"{folder / 'groups.py'}:{name}")


def test_matches_are_not_grouped_by_the_cards_of_a_deal(workspace, tmp_path):
    by = grouping_of(tmp_path, "def f(deal):\n    return 1")
    with pytest.raises(UsageError, match="a grouping is one of deals"):
        run(workspace, matches=10, by=by)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("groups.py", "give a file and a function in it"),
        (":f", "give a file and a function in it"),
        ("groups.py:", "give a file and a function in it"),
        ("nowhere.py:f", "nowhere.py cannot be read: No such file"),
        ("groups.py:g", "has no function 'g'; choose one of: f"),
        ("groups.py:math", "has no function 'math'"),
        ("broken.py:f", "broken.py cannot be loaded: SyntaxError"),
        ("raising.py:f", "raising.py cannot be loaded: ZeroDivisionError"),
    ],
)
def test_a_grouping_that_is_not_there_is_refused_in_one_line(tmp_path, monkeypatch, text, said):
    (tmp_path / "groups.py").write_text("import math\n\n\ndef f(deal):\n    return 1\n", encoding="utf-8")
    (tmp_path / "broken.py").write_text("def f(deal:\n", encoding="utf-8")
    (tmp_path / "raising.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as caught:
        parse_grouping(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(deal):\n    return 1 // (deal.number - 3)", "raised ZeroDivisionError: .* on deal 3"),
        ("def f(deal):\n    return None if deal.number == 5 else 1", r"returned None \(NoneType\) for deal 5"),
        ("def f(deal):\n    return [1]", r"returned \[1\] \(list\) for deal 0"),
        ("def f():\n    return 1", "raised TypeError: .* on deal 0"),
        ("def f(deal):\n    return deal.hand", "raised AttributeError: .* on deal 0"),
    ],
)
def test_a_grouping_that_makes_no_label_is_named_with_its_deal(workspace, tmp_path, text, said):
    by = grouping_of(tmp_path, text)
    for jobs in (1, 2):
        with pytest.raises(StrategyError, match=rf"groups\.py:f {said}") as caught:
            run(workspace, deals=40_000, jobs=jobs, by=by, out=tmp_path / "run")
        assert "\n" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["groups.py"]


def test_labels_may_be_texts_numbers_and_flags_and_are_in_order(workspace, tmp_path):
    by = grouping_of(tmp_path, "def f(deal):\n    return (10, 9, True, 'b', 'a', 2.5)[deal.number % 6]")
    rows = run(workspace, deals=600, by=by).rows("groups")
    assert [row["group"] for row in rows] == ["2.5", "9", "10", "True", "a", "b"]
    assert {row["boards"] for row in rows} == {100}


# ---- what is told ----------------------------------------------------------------------------------------------------


def test_progress_is_told_in_boards_with_bounds_that_may_be_looked_at(workspace):
    told = []
    results = run(workspace, deals=200_000, progress=told.append)
    last = told[-1]
    assert (last.stage, last.done, last.deals, last.played) == ("playing", 200_000, 200_000, 400_000)
    assert last.estimate.startswith(f"margin {results.summary['margin']:+.4f} ± ")


def test_the_manifest_says_how_to_repeat_the_run(workspace, tmp_path):
    by = grouping_of(tmp_path, "def f(deal):\n    return 1")
    manifest = run(workspace, until=0.1, by=by, seed=4, out=tmp_path / "run").manifest
    text = (tmp_path / "run" / "manifest.json").read_text(encoding="utf-8")
    assert (manifest["command"]["name"], manifest["seed"]) == ("compare", 4)
    assert [entry["text"] for entry in manifest["strategies"]] == list(PAIR)
    assert manifest["command"]["until"] == 0.1
    assert manifest["command"]["by"] == "groups.py:f"
    assert str(tmp_path) not in text
