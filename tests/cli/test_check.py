"""`simcards check`: a line a test, the exit code, JSON, and what cannot be checked."""

import json

import pytest

from simcards.strategy.check import situations

EAGER = "strategies/canadian_smear/eager.py"
TESTS = ["legal", "repeatable", "hidden", "agreement", "speed"]


@pytest.fixture(autouse=True)
def one_set_of_rules(monkeypatch):
    monkeypatch.setattr(situations, "RULE_SETS", 0)


def test_a_strategy_in_order_has_a_line_a_test_and_exit_code_0(simcards):
    said = simcards("check", EAGER, "--deals", "500", "--quiet")
    title, *lines = said.out.splitlines()
    assert (said.code, said.err) == (0, "")
    assert title == f"Canadian Smear: {EAGER}"
    assert [line.split()[0] for line in lines] == TESTS
    assert all(line.split()[1] in ("ok", "warning") for line in lines)


def test_a_strategy_at_fault_has_exit_code_1_and_the_command_that_shows_it(simcards):
    said = simcards("check", "strategies/canadian_smear/wrong.py", "--deals", "200000", "--quiet")
    line = next(line for line in said.out.splitlines() if line.startswith("legal"))
    assert said.code == 1
    assert line.split()[1] == "failed"
    assert "bid of seat" in line
    assert "returned 1, which is illegal" in line
    command = line.partition("replay it with: simcards ")[2].split()
    shown = simcards(*command)
    assert shown.code == 1
    assert "returned 1, which is illegal" in shown.err


def test_json_is_one_object_with_numbers(simcards):
    said = simcards("check", EAGER, "--deals", "500", "--seed", "7", "--rule", "bid_min=1", "--json", "--quiet")
    found = json.loads(said.out)
    assert (said.code, found["ok"], found["seed"], found["game"]) == (0, True, 7, "canadian_smear")
    assert found["strategy"] == EAGER
    assert found["rules"]["bid_min"] == 1
    assert [test["test"] for test in found["tests"]] == TESTS
    assert set(found["tests"][0]["contracts"]) == {"1", "2", "3", "4"}
    assert min(found["tests"][0]["contracts"].values()) > 0


def test_a_name_is_checked_when_its_game_is_given(simcards):
    said = simcards("check", "eager:length=4", "--game", "canadian_smear", "--deals", "200", "--quiet")
    assert said.code == 0
    assert said.out.startswith("Canadian Smear: eager:length=4\n")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["eager"], "eager is no file that says its game; name it with --game"),
        (["nowhere.py"], "nowhere.py is not there"),
        ([EAGER, "--game", "hasenpfeffer"], "is a strategy for canadian_smear, not for hasenpfeffer"),
        ([EAGER, "--deals", "none"], "--deals none: not a whole number"),
        ([EAGER, "--rule", "bowers=true"], "bowers"),
    ],
)
def test_what_cannot_be_checked_is_told_in_one_line(simcards, arguments, text):
    said = simcards("check", *arguments)
    assert (said.code, said.out) == (2, "")
    assert text in said.err
    assert said.err.count("\n") == 1


def test_an_exception_of_several_lines_is_told_in_one(simcards, tmp_path):
    path = tmp_path / "boom.py"
    path.write_text(
        "from simcards.strategy import Strategy\n\n\ndef bid(v):\n    raise RuntimeError('boom\\nsecond line')\n\n\n"
        "strategy = Strategy(game='canadian_smear', bid=bid, kind='python')\n"
    )
    said = simcards("check", path, "--deals", "100", "--quiet")
    assert (said.code, said.err) == (1, "")
    assert "raised RuntimeError: boom second line" in said.out
    assert all(line.split()[1] in ("ok", "failed", "skipped", "warning") for line in said.out.splitlines()[1:])
