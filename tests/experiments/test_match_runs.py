"""Runs of matches: the same bytes however they are played, and tables that agree with every deal."""

import polars as pl
import pytest

import simcards
from simcards.experiments import tasks
from tests.experiments.test_simulate import digests

GAMES = ["canadian_smear", "charlemagne", "cutthroat_pitch", "hasenpfeffer", "king_pedro"]
SMEAR = "canadian_smear"
TEXTS = ["eager", "eager:length=4"]
RULES = {"target": 8, "max_hands": 12}
TABLES = {"summary", "sides", "bids", "difference", "counts", "matches", "match_lengths", "match_summary"}


def run(workspace, texts=TEXTS, game=SMEAR, **given):
    return simcards.simulate(game, texts, workspace=workspace, **{"rules": RULES, "matches": 3000} | given)


@pytest.fixture(scope="module")
def rows(workspace, tmp_path_factory):
    """A run with a row a deal, in tasks of a size that does not divide its matches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("simcards.experiments.tasks.ROWS_TASK_MATCHES", 700)
        return run(workspace, jobs=2, rows=True, out=tmp_path_factory.mktemp("rows") / "run")


# ---- ways to play ----------------------------------------------------------------------------------------------------


def test_workers_lanes_and_the_size_of_tasks_change_no_byte(workspace, tmp_path, monkeypatch):
    ways = [(1, None, 8192), (2, None, 701), (3, 77, 256)]
    for number, (jobs, lanes, size) in enumerate(ways):
        monkeypatch.setitem(tasks.TASK_MATCHES, "compiled", size)
        run(workspace, jobs=jobs, lanes=lanes, out=tmp_path / str(number))
    first = digests(tmp_path / "0")
    assert {"matches.parquet", "match_lengths.parquet", "match_summary.parquet", "counts.parquet"} <= set(first)
    assert all(digests(tmp_path / str(number)) == first for number in range(1, len(ways)))


@pytest.mark.parametrize(("kind", "jobs"), [("array", 1), ("array", 2), ("python", 1), ("python", 2)])
def test_every_kind_of_strategy_plays_the_same_matches(workspace, kind, jobs):
    other = run(workspace, ["eager", f"eager_{kind}:length=4"], jobs=jobs, matches=600)
    scalar = run(workspace, matches=600)
    for name in ("counts", "match_lengths", "match_summary"):
        assert other[name].equals(scalar[name])
    assert other["matches"].drop("strategy").equals(scalar["matches"].drop("strategy"))


# ---- tables ----------------------------------------------------------------------------------------------------------


def test_a_run_of_matches_has_its_tables_and_they_add_up(rows):
    assert set(rows.names) >= TABLES
    summary, one = rows.summary, rows.rows("match_summary")[0]
    sides, lengths = rows["matches"], rows["match_lengths"]
    assert one["matches"] == sides["matches"][0] == lengths["matches"].sum() == 3000
    assert sides["won"].sum() + one["drawn"] == 3000
    assert one["drawn"] > 0
    assert (lengths["deals"] * lengths["matches"]).sum() == summary["deals"] == one["mean_deals"] * 3000
    assert summary["passed_out"] + summary["contracts"] == summary["deals"]
    assert (one["shortest"], one["longest"]) == (lengths["deals"].min(), lengths["deals"].max())
    assert lengths["deals"].to_list() == sorted(set(lengths["deals"]))
    for row in rows.rows("matches"):
        assert row["win_rate"] == row["won"] / 3000
        assert row["win_low"] < row["win_rate"] < row["win_high"]
    for side in rows.rows("sides"):
        assert side["mean_score"] * summary["deals"] == pytest.approx(sides["mean_final_score"][side["side"]] * 3000)


def test_quantiles_of_the_length_are_those_of_all_matches(rows):
    lengths = sorted(n for row in rows.rows("match_lengths") for n in [row["deals"]] * row["matches"])
    one = rows.rows("match_summary")[0]
    for name, place in (("tenth", 299), ("median", 1499), ("nine_tenths", 2699)):
        assert one[name] == lengths[place]


def test_rows_are_written_match_by_match_and_tell_the_same_story(workspace, rows):
    deals = pl.read_parquet(rows.folder / "deals.parquet")
    assert deals.columns[:3] == ["match", "number", "dealer"]
    assert "deal" not in deals.columns
    assert deals.height == rows.summary["deals"]
    assert deals.select("match", "number").equals(deals.select("match", "number").sort("match", "number"))
    lengths = deals.group_by("match").len().sort("match")
    assert lengths["match"].to_list() == list(range(3000))
    counted = lengths.group_by(pl.col("len").cast(pl.Int64).alias("deals")).len("matches").sort("deals")
    assert counted["deals"].to_list() == rows["match_lengths"]["deals"].to_list()
    assert counted["matches"].to_list() == rows["match_lengths"]["matches"].to_list()
    assert deals["declarer"].null_count() == rows.summary["passed_out"] > 0
    assert int(deals["made"].sum()) == rows.summary["made"]
    plain = run(workspace, jobs=1)
    assert all(plain[name].equals(rows[name]) for name in TABLES)


def test_the_score_path_of_a_match_is_the_sum_of_its_deals_and_ends_where_the_match_does(rows):
    deals = pl.read_parquet(rows.folder / "deals.parquet")
    for side in (0, 1):
        path = pl.col(f"score_{side}").fill_null(0).cum_sum().over("match")
        assert deals.select((path == pl.col(f"after_{side}")).all()).item()
        assert deals.filter(pl.col("declarer").is_null())[f"score_{side}"].null_count() == rows.summary["passed_out"]
    ends = deals.group_by("match", maintain_order=True).last()
    for side, row in enumerate(rows.rows("matches")):
        assert ends[f"after_{side}"].mean() == pytest.approx(row["mean_final_score"])
        others = ends[f"after_{1 - side}"]
        assert row["won"] == (ends[f"after_{side}"] > others).sum() + decided_by_the_bid(ends, side)
    before = deals.filter(pl.col("number") != pl.col("number").max().over("match"))
    assert before.select(pl.max_horizontal("after_0", "after_1").max()).item() < RULES["target"]
    first = deals.filter(pl.col("number") == 0)
    assert first["dealer"].to_list() == [match % 4 for match in range(3000)]


def decided_by_the_bid(ends, side):
    """Matches in which both sides reached the target with one score: the declaring side has won."""
    both = ends.filter((pl.col("after_0") == pl.col("after_1")) & (pl.col("after_0") >= RULES["target"]))
    return (both["declarer"] % 2 == side).sum()


def test_a_run_folder_of_matches_reads_back_and_says_how_to_repeat_it(rows):
    read = simcards.read_results(rows.folder)
    assert set(read.names) == set(rows.names) >= TABLES
    assert all(read[name].equals(rows[name]) for name in rows.names)
    manifest = read.manifest
    assert (manifest["matches"], manifest["deals"], manifest["command"]["matches"]) == (
        3000,
        rows.summary["deals"],
        3000,
    )
    assert "deals" not in manifest["command"]
    guide = manifest["tables"]
    assert set(guide["deals"]) == set(pl.read_parquet(rows.folder / "deals.parquet").columns)
    assert all(set(guide[name]) == set(read[name].columns) for name in TABLES)


# ---- many sides, and how matches end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 6])
def test_any_number_of_workers_gives_the_same_bytes_where_many_play_alone(workspace, tmp_path, monkeypatch, players):
    monkeypatch.setitem(tasks.TASK_MATCHES, "compiled", 150)
    given = {"game": "cutthroat_pitch", "rules": {"players": players, "target": 5}, "matches": 2000}
    for jobs in (1, 2, 7):
        run(workspace, ["basic", "random"], jobs=jobs, out=tmp_path / str(jobs), **given)
    first = digests(tmp_path / "1")
    assert {"matches.parquet", "match_lengths.parquet", "match_summary.parquet", "counts.parquet"} <= set(first)
    assert digests(tmp_path / "2") == digests(tmp_path / "7") == first
    results = simcards.read_results(tmp_path / "1")
    assert results["matches"]["side"].to_list() == list(range(players))
    assert results["matches"]["won"].sum() + results.rows("match_summary")[0]["drawn"] == 2000
    assert results["matches"]["won"].min() > 0


@pytest.mark.parametrize("game", GAMES)
def test_with_basic_hardly_a_match_is_ended_by_its_number_of_deals(game):
    one = run(None, ["basic"], game, rules=None, matches=5000).rows("match_summary")[0]
    assert one["ended_by_max_hands"] < 0.001 * 5000
    assert one["mean_deals"] < 50
