"""Matches on the command line: `simulate --matches`, `records --matches`, `show --match`."""

import json
import os
import re
import shlex

import pytest

from simcards.engine.game_text import driver_name
from tests.cli.test_simulate import SIDE_KEYS, SMEAR, strict

TWO = [SMEAR, "eager", "eager:length=4"]
QUICK = ["--rule", "target=6", "--rule", "max_hands=12"]
MATCH_KEYS = {
    "matches",
    "drawn",
    "ended_by_max_hands",
    "ended_by_max_hands_share",
    "mean_deals",
    "shortest",
    "tenth",
    "median",
    "nine_tenths",
    "longest",
    "sides",
    "lengths",
}
MATCH_SIDE_KEYS = {"side", "strategy", "matches", "won", "win_rate", "win_low", "win_high", "mean_final_score"}


def test_json_has_what_the_matches_came_to_beside_what_the_deals_did(simcards):
    said = simcards("simulate", *TWO, "--matches", "1e3", *QUICK, "--json", "--quiet")
    assert (said.code, said.err) == (0, "")
    found = strict(said.out)
    matches = found["matches"]
    assert set(matches) == MATCH_KEYS
    assert [set(side) for side in matches["sides"]] == [MATCH_SIDE_KEYS] * 2
    assert [set(side) >= SIDE_KEYS for side in found["sides"]] == [True, True]
    assert matches["matches"] == 1000
    assert matches["mean_deals"] * 1000 == found["deals"] == found["passed_out"] + found["contracts"]
    assert sum(length["deals"] * length["matches"] for length in matches["lengths"]) == found["deals"]
    assert sum(side["won"] for side in matches["sides"]) + matches["drawn"] == 1000
    assert matches["ended_by_max_hands_share"] == matches["ended_by_max_hands"] / 1000
    single = strict(simcards("simulate", *TWO, "--deals", "100", "--json").out)
    assert set(single) == set(found)
    assert single["matches"] is None


def test_the_text_says_the_same_as_the_json_and_fits_the_screen(simcards):
    arguments = ["simulate", *TWO, "--matches", "1000", *QUICK]
    found, text = strict(simcards(*arguments, "--json").out), simcards(*arguments).out
    lines, matches = text.splitlines(), found["matches"]
    assert max(len(line) for line in lines) <= 80
    assert lines[0] == f"Canadian Smear: 1,000 matches, {found['deals']:,} deals, seed 1"
    assert "Matches won by side" in lines
    at = lines.index("Matches won by side")
    for side in matches["sides"]:
        cells = next(line.split() for line in lines[at:] if line.split()[:1] == [str(side["side"])])
        assert cells[1:3] == [str(side["won"]), f"{100 * side['win_rate']:.2f}"]
        assert cells[4] == f"{side['mean_final_score']:.2f}"
    said = " ".join(text.split())
    assert f"Deals a match: {matches['mean_deals']:.2f} on average;" in said
    assert f"half {matches['median']}, nine tenths {matches['nine_tenths']};" in said
    assert f"from {matches['shortest']} to {matches['longest']}." in said
    share = 100 * matches["ended_by_max_hands_share"]
    assert (
        f"Ended by max_hands: {matches['ended_by_max_hands']:,} ({share:.3f} %). Drawn: {matches['drawn']:,}." in said
    )
    assert lines[-1] == "To halve the intervals takes 4,000 matches in all (--matches 4000)."
    assert not re.search(r"nan|None", text)


@pytest.mark.parametrize("players", [2, 8])
def test_the_text_fits_the_screen_for_any_number_of_players(simcards, players):
    rules = ["--rule", f"players={players}", "--rule", "target=5"]
    text = simcards("simulate", "cutthroat_pitch", "basic", "--matches", "200", *rules).out
    assert max(len(line) for line in text.splitlines()) <= 80
    rows = text.partition("Matches won by side")[2].partition("Deals a match")[0].splitlines()
    assert [line.split()[0] for line in rows if line.split() and line.split()[0].isdecimal()] == [
        str(side) for side in range(players)
    ]


def test_one_match_has_no_gaps_in_its_text(simcards):
    text = simcards("simulate", *TWO, "--matches", "1", *QUICK).out
    assert not re.search(r"nan|None", text)
    found = strict(simcards("simulate", *TWO, "--matches", "1", *QUICK, "--json").out)
    assert found["matches"]["shortest"] == found["matches"]["longest"] == found["deals"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", *TWO, "--matches", "0"], "--matches 0"),
        (["simulate", *TWO, "--matches=-5"], "--matches -5"),
        (["simulate", *TWO, "--matches", "1.5"], "--matches 1.5"),
        (["simulate", *TWO, "--matches", "abc"], "--matches abc"),
        (["simulate", *TWO, "--matches", ""], "--matches : not a whole number"),
        (["simulate", *TWO, "--deals", ""], "--deals : not a whole number"),
        (["simulate", *TWO, "--matches", "10", "--deals", "10"], "not both"),
        (["records", *TWO, "--matches", "0", "-o", "-"], "--matches 0"),
        (["records", *TWO, "--matches", "1", "--deals", "1", "-o", "-"], "not both"),
        (["show", *TWO, "--number", "3"], "--number 3: of which match?"),
        (["show", *TWO, "--match", "1", "--deal", "3"], "--deal 3: in a match a deal is named by --number"),
        (["show", *TWO, "--match", "-1"], "--match -1"),
        (["show", *TWO, "--match", "1", "--number", "x"], "--number x"),
        (
            ["show", *TWO, "--match", "1", "--number", "12", *QUICK],
            "--number 12: match 1 of seed 1 has only deals 0 to",
        ),
        (["show", "--record", "x.jsonl", "--match", "1"], "--match 1: a record says itself"),
    ],
    ids=lambda value: " ".join(value[-4:]) if isinstance(value, list) else "",
)
def test_wrong_use_is_told_in_one_line(simcards, arguments, said):
    found = simcards(*arguments)
    assert (found.code, found.out) == (2, "")
    assert said in found.err.splitlines()[-1]


# ---- records and show ------------------------------------------------------------------------------------------------


@pytest.fixture
def written(simcards):
    """The records of three matches."""
    return [
        json.loads(line) for line in simcards("records", *TWO, "--matches", "3", *QUICK, "-o", "-").out.splitlines()
    ]


def test_records_are_written_match_by_match(written):
    places = [(record["match"]["match"], record["match"]["number"]) for record in written]
    assert places == sorted(places)
    assert {match for match, _ in places} == {0, 1, 2}
    assert [record["match"]["match"] for record in written if record["match_winner"] is not None] == [0, 1, 2]


def test_show_gives_every_deal_of_a_match_as_its_record_has_it(simcards, written):
    for record in written:
        place = ["--match", record["match"]["match"], "--number", record["match"]["number"]]
        assert json.loads(simcards("show", *TWO, *place, *QUICK, "--json").out) == record


def test_show_names_the_match_its_scores_and_who_has_won(simcards, written):
    last = next(record for record in written if record["match_winner"] in (0, 1))
    place = ["--match", last["match"]["match"], "--number", last["match"]["number"]]
    text = " ".join(simcards("show", *TWO, *place, *QUICK).out.split())
    assert f"match {last['match']['match']}, deal {last['match']['number']} of it; seat {last['dealer']} deals" in text
    assert f"Side {last['match_winner']} wins the match." in text
    scores = ", ".join(f"side {side}: {score}" for side, score in enumerate(last["scores_after"]))
    assert scores in text


def test_views_of_a_deal_of_a_match_show_the_scores_before_it(simcards, written):
    record = next(record for record in written if min(map(abs, record["scores_before"])) > 0)
    place = ["--match", record["match"]["match"], "--number", record["match"]["number"]]
    text = simcards("show", *TWO, *place, *QUICK, "--views").out.replace("\xa0", " ")
    us, them = record["scores_before"]
    seen = re.findall(r"score_us (-?\d+);\s+score_them (-?\d+);\s+target (\d+)", text)
    seats = [int(seat) for seat in re.findall(r"^\d+\. \w+, .*?seat (\d)", text, re.MULTILINE)]
    assert len(seen) == len(seats) > 8
    for seat, found in zip(seats, seen, strict=True):
        assert found == (str(them if seat % 2 else us), str(us if seat % 2 else them), "6")


def test_a_number_just_beyond_the_end_of_a_match_is_refused(simcards, written):
    last = max(record["match"]["number"] for record in written if record["match"]["match"] == 0)
    said = simcards("show", *TWO, "--match", "0", "--number", last + 1, *QUICK)
    assert said.code == 2
    assert f"match 0 of seed 1 has only deals 0 to {last}" in said.err


# ---- faults ----------------------------------------------------------------------------------------------------------

FAULTY = '''"""Errs once its opponents have points. Origin: for tests."""

import sys

from simcards.strategy import Strategy, where


def bid(v):
    {answer}


strategy = Strategy(game="canadian_smear", bid=bid, kind="{kind}")
'''
RARELY = "v.score_them > 1 and v.random % 7 == 3"
ANSWERS = {
    "scalar": "return where((v.score_them > 1) & (v.random % 7 == 3), 9, 0)",
    "array": "return where((v.score_them > 1) & (v.random % 7 == 3), 9, 0)",
    "python": f"return 9 if {RARELY} else 0",
    "raises": f"return 1 // 0 if {RARELY} else 0",
    "ends": f"return sys.exit(0) if {RARELY} else 0",
}
KINDS = {"raises": "python", "ends": "python"}
SAID = {"raises": "raised ZeroDivisionError", "ends": "raised SystemExit: 0"}


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("command", ["simulate", "records"])
def test_the_printed_command_shows_the_fault_at_its_very_end(simcards, workspace, tmp_path, name, command):
    file = workspace / "strategies" / SMEAR / f"faulty_{name}.py"
    file.write_text(FAULTY.format(answer=ANSWERS[name], kind=KINDS.get(name, name)), encoding="utf-8")
    out = ["-o", tmp_path / "records.jsonl"] if command == "records" else []
    said = simcards(command, SMEAR, f"faulty_{name}", "eager", "--matches", "60", *QUICK, *out)
    assert (said.code, said.out) == (1, "")
    assert not list(tmp_path.iterdir())
    line = said.err.splitlines()[-1]
    problem = SAID.get(name, "returned 9, which is illegal")
    found = re.search(r"bid of seat (\d) .*match (\d+), deal (\d+) of it; .* replay it with: simcards (.*)", line)
    assert problem in line
    shown = simcards(*shlex.split(found[4]))
    assert shown.code == 1
    assert f"faulty_{name}: bid of seat {found[1]} {problem}" in shown.err.splitlines()[-1]
    head = re.findall(r"^\d+\. bid, seat (\d)", shown.out, re.MULTILINE)
    assert head[-1] == found[1]
    assert shown.out.rstrip().splitlines()[-1].lstrip().startswith("answer: ")


# ---- what is compiled ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", SMEAR, "eager", "eager:length=4", "--match", "1"],
        ["show", SMEAR, "eager", "--match", "1"],
        ["records", SMEAR, "eager", "--matches", "1", "-o", "-"],
        ["records", SMEAR, "eager", "eager:length=4", "--deals", "5", "-o", "-"],
    ],
    ids=["show two", "show one", "records of matches", "records of deals"],
)
def test_what_is_played_by_steps_compiles_neither_driver_nor_whole_rounds(process, tmp_path, arguments):
    one = process(*arguments, env=os.environ | {"SIMCARDS_CACHE": str(tmp_path)})
    assert one.communicate(timeout=300)[0]
    assert one.returncode == 0
    names = {path.name.split(".")[1].rpartition("-")[0] for path in tmp_path.rglob("*.nbc")}
    assert {"deal_cards", "bid_loop", "play_loop"} <= names
    drivers = {driver_name(sole=sole, matches=matches) for sole in (False, True) for matches in (False, True)}
    assert not names & {*drivers, "round_loop", "trick_loop"}
