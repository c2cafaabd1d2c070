"""`simcards tournament`: its text, its JSON, its exit codes."""

import os
import re
import shlex

import pytest

import simcards as library
from tests.cli.test_compare import fits, last_part
from tests.cli.test_simulate import SMEAR, strict

THREE = [SMEAR, "basic", "cautious", "aggressive"]
LONG = "random+play=basic+name_trump=basic:safety=0"
MANY = ["basic", "cautious", "aggressive", "random", *(f"random:salt={k}" for k in range(1, 4)), LONG]
KEYS = {
    "game",
    "rules",
    "seed",
    "strategies",
    "boards",
    "lineups",
    "deals",
    "comparisons",
    "names",
    "jobs",
    "seconds",
    "tables",
    "notes",
    "out",
}


def unbroken(text):
    return " ".join(text.split())


# ---- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [SMEAR, *MANY],
        ["king_pedro", *MANY[:4], LONG],
        ["charlemagne", *MANY[:4], LONG],
        ["cutthroat_pitch", *MANY[:3], LONG],
        ["cutthroat_pitch", *MANY[:7], LONG, "--rule", "players=8"],
    ],
    ids=lambda arguments: " ".join([arguments[0], *arguments[9:]]),
)
def test_the_text_fits_the_screen_and_the_verdict_comes_last(simcards, arguments):
    said = simcards("tournament", *arguments, "--deals", "60")
    assert said.code == 0
    text = fits(said.out)
    names = [argument for argument in arguments[1:9] if argument[0] != "-"]
    for name in names:
        assert f"{arguments.index(name)} {name}" in unbroken(text)
    assert re.fullmatch(
        r"(\S+ is the best: all others are separated from it|Not separated from the best: .+) "
        r"\(Holm over all pairs, 95 %\)\.",
        last_part(text),
    )
    assert "basic" in last_part(text)


def test_the_text_says_the_same_as_the_json(simcards):
    arguments = ["tournament", *THREE, "--deals", "2000"]
    found, text = strict(simcards(*arguments, "--json").out), fits(simcards(*arguments).out)
    assert text.startswith("Canadian Smear: tournament of 3 strategies, 2,000 boards, seed 1\n")
    assert "Each board is one deal, played by 6 line-ups: 12,000 deals." in text
    for row in found["tables"]["cross"]:
        assert f"{row['margin']:+.4f} ± {(row['high'] - row['low']) / 2:.4f}" in text
    for row in found["tables"]["ranking"]:
        half = (row["high"] - row["low"]) / 2
        best = "yes" if row["may_be_best"] else "no"
        assert f"{row['rank']} {row['strategy']} {row['mean_margin']:+.4f} {half:.4f} {best}" in unbroken(text)
        assert (row["strategy"] in last_part(text)) == row["may_be_best"]


def test_a_line_up_stays_on_one_line_and_is_told_as_it_is_played(simcards):
    arguments = ["tournament", *THREE, "--deals", "20"]
    text, found = simcards(*arguments).out, strict(simcards(*arguments, "--json").out)
    numbers = {name: str(k + 1) for k, name in enumerate(found["names"])}
    played = {}
    for row in found["tables"]["schedule"]:
        played.setdefault(row["lineup"], []).append(numbers[row["strategy"]])
    for lineup in played.values():
        assert re.search(rf"(^|; |: | ){' '.join(lineup)}[;.]", text, re.MULTILINE)


def test_a_line_up_that_plays_more_than_once_is_listed_once(simcards):
    text = unbroken(simcards("tournament", "cutthroat_pitch", "basic", "cautious", "--deals", "20").out)
    assert "Line-ups by seat (1 basic, 2 cautious): 1 1 2 2; 1 2 1 2; 1 2 2 1; 2 1 1 2; 2 1 2 1; 2 2 1 1." in text


def test_a_bound_is_marked_and_one_board_leaves_no_gaps(simcards):
    cells = re.findall(r"[+-]\d\.\d{4} ± \d\.\d{4}\*", fits(simcards("tournament", *THREE, "--deals", "60").out))
    assert len(cells) == 6
    assert "+0.0000*" not in fits(simcards("tournament", *THREE, "--deals", "1").out)


def test_a_gauntlet_is_one_row_and_says_whom_the_first_beats(simcards):
    arguments = [SMEAR, "basic", "cautious", "random", LONG, "--gauntlet", "--deals"]
    text = fits(simcards("tournament", *arguments, "1500").out)
    assert text.startswith("Canadian Smear: gauntlet of 4 strategies, 1,500 boards, seed 1\n")
    assert f"\nOpponents:\n2 cautious\n3 random\n4 {LONG}\n" in text
    assert "Ranking" not in text
    assert re.fullmatch(r"basic beats .*random.*\(95 %, all together\)\.", last_part(text))
    lost = simcards("tournament", SMEAR, "random", "basic", "--gauntlet", "--deals", "1500").out
    assert last_part(fits(lost)) == "random loses to basic (95 %, all together)."


def test_a_pipe_gets_no_progress_and_no_colour_with_no_color(process):
    one = process("tournament", *THREE, "--deals", "500", env=os.environ | {"COLUMNS": "80", "NO_COLOR": "1"})
    out, err = one.communicate(timeout=120)
    assert one.returncode == 0
    assert err.replace("compiling … (first run only)\n", "") == ""
    assert "best" in last_part(fits(out))


# ---- JSON ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gauntlet", [False, True], ids=["round robin", "gauntlet"])
def test_json_is_one_object_with_all_tables(simcards, gauntlet):
    more = ["--gauntlet"] * gauntlet
    said = simcards("tournament", *THREE, *more, "--deals", "1e3", "--seed", "7", "--json", "--quiet")
    assert (said.code, said.err) == (0, "")
    assert said.out.count("\n") == 1
    found = strict(said.out)
    assert set(found) == KEYS
    assert set(found["tables"]) == {"cross", "schedule"} | (set() if gauntlet else {"ranking", "differences"})
    assert (found["game"], found["seed"], found["boards"], found["strategies"]) == (SMEAR, 7, 1000, 3)
    assert found["names"] == THREE[1:]
    assert found["comparisons"] == (2 if gauntlet else 3)
    assert found["deals"] == 1000 * found["lineups"] == 1000 * (4 if gauntlet else 6)


def test_what_is_undefined_is_null(simcards):
    found = strict(simcards("tournament", *THREE, "--deals", "1", "--json").out)
    assert [row["low"] for row in found["tables"]["cross"] if row["margin"] == 0] == [None, None]
    assert {row["p_value"] for row in found["tables"]["differences"]} == {None}


def test_a_run_folder_holds_tables_and_pictures_and_reads_back(simcards, tmp_path):
    out = tmp_path / "run"
    said = simcards("tournament", *THREE, "--deals", "200", "--out", out)
    assert f"Written to {out}" in said.out
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    tables = {f"{name}.parquet" for name in ("summary", "cross", "ranking", "differences", "schedule")}
    pictures = {"plots/cross_table.png", "plots/cross_table.svg"}
    assert names >= {"manifest.json", "summary.csv"} | tables | pictures
    found = strict(simcards("tournament", *THREE, "--deals", "200", "--json").out)
    assert library.read_results(out).rows("cross") == found["tables"]["cross"]
    again = simcards("tournament", *THREE, "--deals", "200", "--out", out)
    assert (again.code, again.out) == (2, "")
    assert "there is a folder of that name" in again.err


# ---- wrong use and faults --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([SMEAR, "basic"], "2 to 40 strategies are compared, not 1"),
        ([SMEAR, "basic", "cautios"], "did you mean 'cautious'?"),
        ([*THREE, "basic"], "basic is named twice"),
        ([*THREE, "--deals", "0"], "--deals 0: not a whole number from 1"),
        ([*THREE, "--deals", "few"], "--deals few"),
        ([*THREE, "--out", "strategies"], "there is a folder of that name"),
        (["cutthroat_pitch", *MANY[:5]], "5 strategies do not fit at a table of 4"),
        (["king_pedro", "basic", "eager"], "no strategy 'eager' for king_pedro"),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, list) else "",
)
def test_wrong_use_is_told_in_one_line(simcards, arguments, said):
    found = simcards("tournament", *arguments)
    assert (found.code, found.out) == (2, "")
    assert found.err.count("\n") == 1
    assert found.err.startswith("simcards: ")
    assert said in found.err


def test_a_strategy_at_fault_ends_the_run_with_a_command_that_shows_it(simcards, tmp_path):
    arguments = [SMEAR, "basic", "cautious", "wrong", "--deals", "1e6", "--out", tmp_path / "run", "--quiet"]
    said = simcards("tournament", *arguments)
    assert (said.code, said.out) == (1, "")
    assert said.err.count("\n") == 1
    found = re.search(
        r"wrong: bid of seat (\d) returned 1, which is illegal .* replay it with: simcards (.*)", said.err
    )
    assert not list(tmp_path.iterdir())
    shown = simcards(*shlex.split(found[2]))
    assert shown.code == 1
    assert f"wrong: bid of seat {found[1]} returned 1, which is illegal" in shown.err.splitlines()[-1]
