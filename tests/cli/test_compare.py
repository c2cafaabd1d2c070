"""`simcards compare`: its text, its JSON, its exit codes, and how it ends when it is stopped."""

import json
import os
import re
import shlex
import signal
import time
from pathlib import Path

import pytest

import simcards as library
from tests.cli.test_simulate import SMEAR, strict

TWO = [SMEAR, "basic", "cautious"]
SUMMARY_KEYS = {
    "game",
    "rules",
    "seed",
    "strategy_a",
    "strategy_b",
    "boards",
    "deals",
    "margin",
    "low",
    "high",
    "method",
    "differing",
    "won",
    "tied",
    "lost",
    "win_share",
    "effective_deals",
    "reduction",
    "boards_to_halve",
    "stopped",
}
KEYS = SUMMARY_KEYS | {"replays", "jobs", "seconds", "same_strategy", "tables", "boards_looked_at", "notes", "out"}
LONG = "random+play=basic+name_trump=basic:safety=0"
GROUPS = '''"""Groups of deals. Origin: for tests."""


def aces(deal):
    """How many aces eldest was dealt."""
    return sum(deal.hands[deal.eldest] >> (16 * lane + 12) & 1 for lane in range(4))


def wordy(deal):
    return f"eldest was dealt so many aces, one by one, and then some more words: {aces(deal)}"


def listed(deal):
    return [deal.number]
'''
COMMAND = "  simcards "  # a command is one line, to be copied


@pytest.fixture(scope="module")
def groups(tmp_path_factory):
    path = tmp_path_factory.mktemp("groups") / "groups.py"
    path.write_text(GROUPS, encoding="utf-8")
    return path


def fits(text):
    """That a text is for 80 columns, with neither colour nor gaps."""
    assert all(len(line) <= 80 or line.startswith(COMMAND) for line in text.splitlines()), text
    assert "\033" not in text
    assert not re.search(r"\bnan\b|\bNone\b|\binf\b", text)
    return text


def last_part(text):
    """The words of the last paragraph."""
    return " ".join(text.rstrip("\n").rpartition("\n\n")[2].split())


def numbers(rows):
    """All numbers in some rows of a table."""
    return [value for row in rows for value in row.values() if isinstance(value, float)]


# ---- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [SMEAR, "basic", LONG],
        ["charlemagne", "basic", LONG],
        ["hasenpfeffer", "basic", LONG],
        ["king_pedro", "basic", LONG],
        ["cutthroat_pitch", "basic", LONG],
        ["cutthroat_pitch", "basic", LONG, "--rule", "players=8"],
    ],
    ids=lambda arguments: " ".join([arguments[0], *arguments[4:]]),
)
def test_the_text_of_every_game_fits_the_screen_and_the_verdict_comes_last(simcards, arguments):
    said = simcards("compare", *arguments, "--deals", "1500")
    assert said.code == 0
    text = fits(said.out)
    assert re.fullmatch(
        rf"basic beats {re.escape(LONG)} by \d+\.\d{{4}} ± \d+\.\d{{4}} points per deal \(95 %, t on boards\)\.",
        last_part(text),
    )
    assert f"In the tables A is basic, B is {LONG}." in " ".join(text.split())
    for title in ("Where the margin comes from", "By seat", "Contracts by bid", "Where they first part"):
        assert f"\n{title}" in text


def test_the_text_says_the_same_as_the_json(simcards):
    arguments = ["compare", *TWO, "--deals", "3000"]
    found, text = strict(simcards(*arguments, "--json").out), simcards(*arguments).out
    half = (found["high"] - found["low"]) / 2
    assert last_part(text) == (
        f"basic beats cautious by {found['margin']:.4f} ± {half:.4f} points per deal (95 %, t on boards)."
    )
    assert text.startswith("Canadian Smear: basic against cautious, 3,000 boards, seed 1\n")
    assert f"won {found['won']:,} ({100 * found['won'] / 3000:.1f} %)" in text
    assert f"Worth {found['effective_deals']:,.0f} independent deals: {found['reduction']:.2f} times" in text
    assert f"To halve the interval takes {found['boards_to_halve']:,} boards in all (--deals 12000)." in text
    for row in (*found["tables"]["split"], *found["tables"]["bids"]):
        assert f"{row.get('boards', row.get('contracts')):,}" in text
    for row in found["tables"]["seats"]:
        assert f"{row['margin']:+.4f}" in text
    assert "In the tables" not in text


def test_a_bound_says_neither_who_is_better_nor_how_many_boards_are_enough(simcards):
    text = fits(simcards("compare", *TWO, "--deals", "60").out)
    found = strict(simcards("compare", *TWO, "--deals", "60", "--json").out)
    assert (found["method"], found["boards_to_halve"]) == ("bound", None)
    assert last_part(text).startswith(
        f"basic and cautious differ on {found['differing']} of 60 boards, too few to say who is better; "
        "the margin is at most "
    )
    assert "To halve" not in text
    planned = fits(simcards("compare", *TWO, "--deals", "60", "--plan", "0.1").out)
    assert planned == (f"Only {found['differing']} of 60 boards differ, too few to tell; play more with --deals N.\n")


def test_one_board_has_no_gaps_in_its_text(simcards):
    text = fits(simcards("compare", *TWO, "--deals", "1").out)
    assert last_part(text) == "basic and cautious differ on 0 of 1 boards, too few to say who is better."


def test_one_strategy_under_two_names_is_exactly_0(simcards):
    text = fits(simcards("compare", SMEAR, "basic", "basic:safety=0", "--deals", "100").out)
    assert last_part(text).startswith(
        "basic and basic:safety=0 are the same strategy with the same parameters: exactly 0 points per deal"
    )
    assert "first part" not in text


def test_rules_are_named(simcards):
    text = fits(simcards("compare", *TWO, "--deals", "100", "--rule", "target=11").out)
    assert text.splitlines()[1] == "Rules: target=11"
    assert " --rule target=11 --views\n" in text


def test_a_pipe_gets_no_progress_and_no_colour(process):
    one = process("compare", *TWO, "--deals", "2000", env=os.environ | {"COLUMNS": "80"})
    out, err = one.communicate(timeout=120)
    assert one.returncode == 0
    assert err.replace("compiling … (first run only)\n", "") == ""
    assert last_part(fits(out)).startswith("basic beats cautious by ")


# ---- JSON ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [SMEAR, "cutthroat_pitch"])
def test_json_is_one_object_with_all_tables(simcards, game):
    said = simcards("compare", game, "basic", "cautious", "--deals", "2e3", "--seed", "7", "--json", "--quiet")
    assert (said.code, said.err) == (0, "")
    assert said.out.count("\n") == 1
    found = strict(said.out)
    assert set(found) == KEYS
    gains = {"gains"} if game == "cutthroat_pitch" else set()
    assert set(found["tables"]) == {"split", "seats", "bids", "partings"} | gains
    assert (found["game"], found["seed"], found["boards"]) == (game, 7, 2000)
    assert (found["strategy_a"], found["strategy_b"], found["out"], found["notes"]) == ("basic", "cautious", None, [])
    assert found["won"] + found["tied"] + found["lost"] == 2000
    assert found["low"] < found["margin"] < found["high"]
    assert sum(row["contribution"] for row in found["tables"]["split"]) == pytest.approx(found["margin"])
    assert found["deals"] == 2000 * (2 if game == SMEAR else 10)
    assert found["replays"] == 2000 * (2 if game == SMEAR else 8)


def test_what_is_undefined_is_null(simcards):
    found = strict(simcards("compare", *TWO, "--deals", "1", "--json").out)
    assert (found["margin"], found["low"], found["effective_deals"], found["stopped"]) == (0, None, None, None)
    assert found["tables"]["split"][1]["mean"] is None


# ---- when it stops ---------------------------------------------------------------------------------------------------


def test_until_plays_until_the_interval_is_as_narrow_as_asked_for(simcards):
    found = strict(simcards("compare", *TWO, "--until", "0.1", "--json").out)
    assert found["method"] == "sequence"
    assert (found["high"] - found["low"]) / 2 <= 0.1
    assert found["stopped"] == "± 0.1 reached"
    text = fits(simcards("compare", *TWO, "--until", "0.1").out)
    assert f"Stopped after {found['boards']:,} boards: ± 0.1 reached." in text
    assert last_part(text).endswith("(95 %, confidence sequence).")


@pytest.mark.parametrize(
    ("order", "bounds", "accepted"),
    [
        (["basic", "random"], ["0", "1"], "1 rather than 0"),
        (["basic", "random"], ["0", "9"], "0 rather than 9"),
        (["random", "basic"], ["0", "1"], "0 rather than 1"),
        (["random", "basic"], ["-1", "0.5"], "-1 rather than 0.5"),
        (["cautious", "basic"], ["-0.1", "0.3"], "-0.1 rather than 0.3"),
    ],
)
def test_sprt_accepts_the_margin_that_is_nearer(simcards, order, bounds, accepted):
    """Basic beats random by about 4.3 points a deal and cautious by 0.13."""
    said = simcards("compare", SMEAR, *order, "--sprt", *bounds)
    text = last_part(fits(said.out))
    assert text.startswith(f"The test accepts a margin of {accepted} points per deal for {order[0]} over {order[1]} ")
    assert "(each error at most 5 %). Seen: " in text


def test_sprt_says_when_the_boards_did_not_suffice(simcards):
    text = fits(simcards("compare", *TWO, "--sprt", "0.12", "0.13", "--deals", "1024").out)
    assert "Stopped after 1,024 boards: all boards played." in text
    assert last_part(text).startswith(
        "The test of 0.12 against 0.13 points per deal for basic over cautious has accepted"
    )


def test_plan_only_tells_how_many_boards_it_takes(simcards):
    said = simcards("compare", *TWO, "--plan", "0.01")
    assert said.code == 0
    found = strict(simcards("compare", *TWO, "--plan", "0.01", "--json").out)
    assert found["plan"] == {"half_width": 0.01, "boards": pytest.approx(55_000, rel=0.1)}
    assert found["boards"] == 1 << 15
    boards = found["plan"]["boards"]
    words = " ".join(fits(said.out).split())
    assert re.fullmatch(
        rf"± 0\.01 points per deal takes about {boards:,} boards in all \(--deals \d+\), judged by 32,768 .*",
        words,
    )


def test_a_plan_holds(simcards):
    boards = strict(simcards("compare", *TWO, "--plan", "0.05", "--json").out)["plan"]["boards"]
    found = strict(simcards("compare", *TWO, "--deals", boards, "--seed", "2", "--json").out)
    assert (found["high"] - found["low"]) / 2 == pytest.approx(0.05, rel=0.1)


def test_matches_are_compared_by_the_share_won(simcards):
    arguments = ["compare", *TWO, "--matches", "300", "--rule", "target=6", "--rule", "max_hands=12"]
    text, found = fits(simcards(*arguments).out), strict(simcards(*arguments, "--json").out)
    assert text.startswith("Canadian Smear: basic against cautious, 300 pairs of matches, seed 1\n")
    assert set(found["tables"]) == set()
    assert -1 <= found["low"] < found["margin"] < found["high"] <= 1
    assert f"{100 * abs(found['margin']):.2f} %" in last_part(text)
    assert " of the matches (95 %" in last_part(text)


# ---- groups and folders ----------------------------------------------------------------------------------------------


def test_boards_are_grouped_by_a_function_of_the_users_own(simcards, groups):
    arguments = ["compare", *TWO, "--deals", "3000", "--by"]
    rows = strict(simcards(*arguments, f"{groups}:aces", "--json").out)["tables"]["groups"]
    assert [row["group"] for row in rows] == ["0", "1", "2", "3"]
    assert sum(row["boards"] for row in rows) == 3000
    text = fits(simcards(*arguments, f"{groups}:aces").out)
    assert "\nBy groups.py:aces (margin per board of the group)\n" in text
    for row in rows:
        assert re.search(rf"^{row['group']} +{row['boards']:,} ", text, re.MULTILINE)


def test_long_labels_of_groups_stay_apart(simcards, groups):
    text = fits(simcards("compare", *TWO, "--deals", "3000", "--by", f"{groups}:wordy").out)
    found = [line.partition("  ")[0] for line in text.splitlines() if line.startswith("eldest was ")]
    assert len(set(found)) == len(found) == 4


def test_a_run_folder_is_named_whole_and_reads_back(simcards, tmp_path):
    out = tmp_path / "run"
    said = simcards("compare", *TWO, "--deals", "2000", "--out", out)
    assert f"Written to {out}" in said.out
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    tables = {f"{name}.parquet" for name in ("summary", "split", "seats", "bids", "partings")}
    assert names >= {"manifest.json", "summary.csv"} | tables
    back = library.read_results(out)
    found = strict(simcards("compare", *TWO, "--deals", "2000", "--json").out)
    assert back.rows("split") == found["tables"]["split"]
    assert back.summary["margin"] == found["margin"]
    again = simcards("compare", *TWO, "--deals", "2000", "--out", out)
    assert (again.code, again.out) == (2, "")
    assert "there is a folder of that name" in again.err


# ---- wrong use -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([SMEAR, "basic"], "two strategies are compared, not 1"),
        ([*TWO, "aggressive"], "two strategies are compared, not 3"),
        ([SMEAR, "basic", "cautios"], "did you mean 'cautious'?"),
        ([*TWO, "--until", "0"], "half width in points above 0"),
        ([*TWO, "--until", "-0.1"], "half width in points above 0"),
        ([*TWO, "--until", "abc"], "--until abc: not a number"),
        ([*TWO, "--until", "0.1", "--sprt", "0", "1"], "not both"),
        ([*TWO, "--quiet", "--sprt", "1"], "'--sprt' requires 2 arguments"),
        ([*TWO, "--sprt", "0.05", "0"], "0.05 is not below 0"),
        ([*TWO, "--sprt", "0", "0"], "0 is not below 0"),
        ([*TWO, "--sprt", "0", "much"], "--sprt much: not a number"),
        ([*TWO, "--plan", "-1"], "--plan -1: not a half width"),
        ([*TWO, "--plan", "0.1", "--until", "0.1"], "leave out --until and --sprt"),
        ([*TWO, "--plan", "0.1", "--sprt", "0", "1"], "leave out --until and --sprt"),
        ([*TWO, "--deals", "0"], "--deals 0: not a whole number from 1"),
        ([*TWO, "--deals", "10", "--matches", "10"], "not both"),
        ([*TWO, "--matches", "0"], "--matches 0"),
        ([*TWO, "--by", "nofile.py:f"], "nofile.py cannot be read"),
        ([*TWO, "--by", "x"], "give a file and a function in it"),
        ([*TWO, "--by", "{groups}:acse"], "did you mean 'aces'?"),
        ([*TWO, "--plan", "0.01", "--out", "plan"], "--plan keeps nothing: leave out --out"),
        ([*TWO, "--by", "{groups}:aces", "--matches", "10"], "leave out matches (--matches) or by (--by)"),
        ([*TWO, "--out", "strategies"], "there is a folder of that name"),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, list) else "",
)
def test_wrong_use_is_told_in_one_line(simcards, groups, arguments, said):
    found = simcards("compare", *(argument.format(groups=groups) for argument in arguments))
    assert (found.code, found.out) == (2, "")
    assert found.err.count("\n") == 1
    assert found.err.startswith("simcards: ")
    assert said in found.err


def test_a_grouping_that_returns_no_label_fails_in_one_line(simcards, groups):
    found = simcards("compare", *TWO, "--by", f"{groups}:listed", "--deals", "10")
    assert (found.code, found.out) == (1, "")
    assert "groups.py:listed returned [0] (list) for deal 0; return a text, a number or a flag" in found.err
    assert found.err.count("\n") == 1


# ---- faults and interruptions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [["wrong", "basic"], ["basic", "wrong"]], ids=" ".join)
def test_a_strategy_at_fault_ends_the_run_with_a_command_that_shows_it(simcards, tmp_path, order):
    said = simcards("compare", SMEAR, *order, "--deals", "1e6", "--out", tmp_path / "run", "--quiet")
    assert (said.code, said.out) == (1, "")
    assert said.err.count("\n") == 1
    found = re.search(
        r"wrong: bid of seat (\d) returned 1, which is illegal .* replay it with: simcards (.*)", said.err
    )
    assert not list(tmp_path.iterdir())
    shown = simcards(*shlex.split(found[2]))
    assert shown.code == 1
    assert f"wrong: bid of seat {found[1]} returned 1, which is illegal" in shown.err.splitlines()[-1]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
def test_an_interrupted_test_says_what_was_done_and_leaves_nothing(process, tmp_path):
    seen = tmp_path / "seen"
    watched = tmp_path / "watched.py"
    text = f"from pathlib import Path\n\n\ndef begun(deal):\n    Path({str(seen)!r}).touch()\n    return 0\n"
    watched.write_text(text, encoding="utf-8")
    arguments = ["compare", SMEAR, "eager", "basic", "--sprt", "-1.3221", "-1.322", "--deals", "1e12", "--jobs", "2"]
    one = process(*arguments, "--by", f"{watched}:begun", "--out", tmp_path / "run", start_new_session=True)
    for _ in range(1200):
        if seen.exists():
            break
        assert one.poll() is None, one.communicate()
        time.sleep(0.1)
    os.killpg(one.pid, signal.SIGINT)
    out, err = one.communicate(timeout=60)
    assert (one.returncode, out) == (130, "")
    lines = err.replace("compiling … (first run only)\n", "").splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("simcards: stopped after ")
    assert " of 1,000,000,000,000 boards (seed 1)" in lines[0]
    assert {path.name for path in tmp_path.iterdir()} == {"seen", "watched.py"}


def test_every_parting_has_the_command_that_shows_its_deal(simcards):
    said = simcards("compare", *TWO, "--deals", "2000", "--rule", "bid_min=3", "--json", "--quiet")
    rows = json.loads(said.out)["tables"]["partings"]
    assert rows
    for row in rows[:2]:
        command = row["show"].split()
        assert command[:2] == ["simcards", "show"]
        shown = simcards(*command[1:])
        assert shown.code == 0
        assert f"--deal {row['deal']} " in row["show"]
        assert f"seat {row['seat']}" in shown.out
