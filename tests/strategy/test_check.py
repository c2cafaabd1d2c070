"""Each test of `check` tells what it is there to tell, and lets pass what is in order."""

import re

import pytest

from simcards.errors import StrategyError
from simcards.games.game import find_game
from simcards.strategy.check import situations
from simcards.strategy.check.agreement import shares
from simcards.strategy.check.at_random import random_file, with_parts
from simcards.strategy.check.run import watched
from simcards.strategy.check.situations import begin, rule_sets, text_rule_sets
from simcards.strategy.check.suite import outcomes

HEAD = "from simcards.strategy import Strategy, count, select, where\n"
FILE = "strategies/canadian_smear/mine.py"


@pytest.fixture
def tried(workspace, monkeypatch):
    """A function that tries a strategy of a text, under the default rules, and gives the outcomes by test."""
    monkeypatch.setattr(situations, "RULE_SETS", 0)

    def run(text, tests, kind="scalar", deals=None, functions="bid=bid"):
        end = f'\n\nstrategy = Strategy(game="canadian_smear", {functions}, kind="{kind}")\n'
        workspace.write(FILE, HEAD + text + end)
        game = find_game("canadian_smear")
        trial = begin(FILE, game, game.book.rules(), 1, deals)
        return {outcome.test: outcome for outcome in outcomes(trial, names=tests.split())}

    return run


def assert_failed(outcome, *said):
    """The test failed with one line that says this, and ends with a command that shows the deal."""
    assert outcome.result == "failed", outcome
    assert "\n" not in outcome.text
    for text in said:
        assert text in outcome.text
    assert re.search(r"simcards show canadian_smear (\S+ )+--seed 1 --deal \d+ --views$", outcome.text), outcome.text


# ---- legal -----------------------------------------------------------------------------------------------------------

RARE = """
def bid(v):
    return where(v.random % 10_007 == 7, 1, 0)
"""


@pytest.mark.parametrize("kind", ["scalar", "array"])
def test_a_bid_that_is_illegal_once_in_ten_thousand_is_found(tried, kind):
    found = tried(RARE, "legal", kind, 40_000)
    assert_failed(found["legal"], f"{FILE}: bid of seat ", "returned 1, which is illegal", "legal: pass 2 3 4")


def test_answers_of_a_wrong_type_are_told_before_anything_is_played(tried):
    found = tried("def bid(v):\n    return 0.5 * v.order\n", "legal repeatable")
    assert list(found) == ["legal"]
    assert found["legal"].result == "failed"
    assert "bid returns a float, not an int" in found["legal"].text


def test_an_exception_is_told_with_the_deal(tried):
    text = "def bid(v):\n    if v.random % 97 == 7:\n        raise ValueError('boom')\n    return 0\n"
    assert_failed(tried(text, "legal", "python")["legal"], "raised ValueError: boom")


def test_a_fault_that_only_other_decisions_lead_to_is_found(tried):
    text = (
        "def play(v):\n    return where((v.bid == 4) & (v.declarer == 2), 63, (v.legal & -v.legal).bit_length() - 1)\n"
    )
    found = tried(text, "legal", "python", 300, "play=play")["legal"]
    assert_failed(found, "play of seat ", "returned 63", "+bid=")


# ---- repeatable ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["scalar", "python"])
def test_the_random_module_is_found_out(tried, kind):
    text = "import random\n\n\ndef bid(v):\n    return 2 if v.high_bid == 0 and random.random() < 0.5 else 0\n"
    assert_failed(tried(text, "repeatable", kind)["repeatable"], "bid of seat ", "when it was asked the same again")


COUNTER = """
asked = []


def bid(v):
    asked.append(v.random)
    return 2 if v.high_bid == 0 and len(asked) % 47 == 7 else 0
"""


def test_a_count_of_calls_is_found_out(tried):
    assert_failed(tried(COUNTER, "repeatable", "python")["repeatable"], "asked the same again")


CHUNK = """
import numpy as np


def bid(v):
    return np.where((v.high_bid == 0) & (len(v.hand) > 150), 2, 0)
"""


def test_an_answer_that_depends_on_the_deals_beside_it_is_found_out(tried):
    found = tried(CHUNK, "repeatable", "array", 400)
    assert_failed(found["repeatable"], "answered 2, and 0 when the deals were played again, fewer at once")


# ---- agreement -------------------------------------------------------------------------------------------------------

MEMORY = """
last = []


def bid(v):
    if not last or last[-1][0] != v.hand:
        last.append((v.hand, last[-1][0] if last else 0))
    return 2 if v.high_bid == 0 and last[-1][1] % 7 == 3 else 0
"""


def test_what_is_remembered_of_other_hands_is_found_out(tried):
    found = tried(MEMORY, "repeatable agreement", "python")
    assert found["agreement"].result == "failed"
    assert_failed(found["agreement"], "when asked the same alone")


OVERFLOW = """
def bid(v):
    return where((v.high_bid == 0) & (v.hand * (v.random | 1) < 0), 2, 0)
"""
HARMLESS = """
def bid(v):
    return where((v.high_bid == 0) & ((v.hand << 8) & 0xFF00 == 0x300), 2, 0)
"""
WIDE = """
def lowest_bits(hand, places):
    return hand & ((1 << places) - 1)


def bid(v):
    return where((v.high_bid == 0) & (lowest_bits(v.hand, 61 + v.order) < 0), 2, 0)
"""


def test_an_overflow_that_changes_the_answer_is_a_failure(tried):
    assert_failed(tried(OVERFLOW, "agreement")["agreement"], "answered 2, and answered 0 as plain Python")


def test_an_overflow_that_changes_no_answer_is_a_warning_with_its_line(tried):
    found = tried(HARMLESS, "agreement")["agreement"]
    assert found.result == "warning"
    assert "bid has a result of << beyond 64 bits, in mine.py line 4, which has changed no answer yet" in found.text


def test_a_shift_beyond_62_is_a_failure_with_its_line(tried):
    assert_failed(tried(WIDE, "agreement")["agreement"], "has a shift << by 6", ", in mine.py line 4, which compiled")


def test_a_function_that_does_not_compile_is_a_warning_with_the_reason(tried):
    text = "def bid(v):\n    return len({v.order: 0, 'two': 1}) - 2\n"
    found = tried(text, "agreement")["agreement"]
    assert found.result == "warning"
    assert "bid runs as plain Python: " in found.text


ALONE = """
import numpy as np


def bid(v):
    return np.where((v.high_bid == 0) & (v.hand == v.hand.max()), 2, 0)
"""


def test_an_array_answer_that_depends_on_other_lanes_is_found_out(tried):
    found = tried(ALONE, "agreement", "array")
    assert_failed(found["agreement"], "as an array of one")


def test_shares_add_up_to_ten_thousand_where_there_are_as_many():
    assert shares({"bid": 50_000, "choose": 12, "play": 90_000}) == {"bid": 4994, "choose": 12, "play": 4994}
    assert shares({"bid": 100, "play": 200}) == {"bid": 100, "play": 200}
    assert shares({"bid": 0, "play": 20_000}) == {"bid": 0, "play": 10_000}


# ---- speed -----------------------------------------------------------------------------------------------------------

SLOW = """
def bid(v):
    x = v.random & 0xFFFF
    k = 0
    while k < 300:
        x = (x * 31 + 7) % 65521
        k = k + 1
    return where((v.high_bid == 0) & (x == 7), 2, 0)
"""


def test_a_slow_decision_is_a_warning(tried):
    found = tried(SLOW, "speed")["speed"]
    assert found.result == "warning"
    assert found.numbers["nanoseconds"]["bid"] > 100
    assert "above 3 ns: look in bid" in found.text


# ---- the whole -------------------------------------------------------------------------------------------------------

GOOD = """
def bid(v):
    return where((v.high_bid == 0) & (count(v.hand >> 48) > 3), 2, 0)
"""


@pytest.mark.parametrize("kind", ["scalar", "python", "array"])
def test_a_strategy_that_is_in_order_passes(tried, kind):
    found = tried(GOOD, "legal repeatable hidden agreement speed", kind, 600)
    assert list(found) == ["legal", "repeatable", "hidden", "agreement", "speed"]
    assert {one.result for one in found.values()} <= {"ok", "warning"}, found
    assert found["legal"].numbers["contracts"]["4"] > 50
    asked = sum(sum(some.values()) for some in found["agreement"].numbers["decisions"].values())
    assert asked == 10_000 if kind != "python" else asked > 2000


WAITING = """
import threading

released = threading.Event()


def bid(v):
    released.wait(60)
    return 0


strategy = Strategy(game="canadian_smear", bid=bid, kind="python")
"""


def test_a_strategy_that_does_not_come_back_is_given_up(workspace, monkeypatch):
    monkeypatch.setattr(situations, "RULE_SETS", 0)
    workspace.write(FILE, HEAD + WAITING)
    game = find_game("canadian_smear")
    trial = begin(FILE, game, game.book.rules(), 1)
    with pytest.raises(StrategyError, match=f"{FILE}: bid does not come back within 0.5 s"):
        list(watched(trial, lambda _: None, patience=0.5))
    trial.strategy.player["bid"].function.__globals__["released"].set()


@pytest.mark.usefixtures("workspace")
def test_every_game_has_an_opponent_that_reads_nothing_but_what_is_legal():
    from simcards.strategy.texts import load

    for name in ("king_pedro", "charlemagne", "hasenpfeffer"):
        game = find_game(name)
        player = load(str(random_file(game)), game).player
        assert set(player) == set(game.decisions)
        assert all(set(decider.fields) <= {"legal", "must", "need", "random"} for decider in player.values())


def test_parts_are_put_in_the_place_of_those_that_are_there():
    assert with_parts("mine", ("bid",), "x.py") == "mine+bid=x.py"
    assert with_parts("mine:a=1+bid=basic+play=b", ("bid", "give"), "x.py") == "mine:a=1+play=b+bid=x.py+give=x.py"


def test_rules_are_drawn_from_flags_and_choices_and_what_is_given_stays():
    game = find_game("king_pedro")
    drawn = rule_sets(game, game.book.rules({"gift": False}), 3)
    assert len(drawn) == 3
    assert all(not rules["gift"] and rules["bid_min"] == 30 and rules["target"] == 262 for rules in drawn)
    assert {rules["discard"] for rules in drawn} == {"nontrump_first", "free", "protect_points"}
    assert {rules["show_trump_discards"] for rules in drawn} == {True, False}
    assert text_rule_sets(game, game.book.rules()) == []


def test_rules_that_change_the_loops_are_tried_one_by_one():
    game = find_game("charlemagne")
    assert [rules.changed_text for rules in text_rule_sets(game, game.book.rules())] == ["exchange_after_trump=true"]
    assert not any(rules["exchange_after_trump"] for rules in rule_sets(game, game.book.rules(), 3))
