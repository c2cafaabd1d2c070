"""Questions: what other rules change and what they do not, what is complete, what cannot be asked, what is replayed."""

import json
import re
import shlex

import pytest

import simcards
from simcards.cli.main import run
from simcards.engine.records import verify
from simcards.errors import StrategyError, UsageError

RARELY_WRONG = '''"""Raises now and then when it is to call."""
from simcards.strategy import Strategy


def bid(v):
    if v.random % 50 == 0:
        raise ValueError("now and then")
    return 0


strategy = Strategy(game="canadian_smear", kind="python", bid=bid)
'''


def bid(game, hand, **options):
    return simcards.bid(game, hand, **{"deals": 4000, "jobs": 1} | options)


def advise(game, decision, hand, **options):
    return simcards.advise(game, decision, hand, **{"deals": 600, "jobs": 1} | options)


def test_other_rules_leave_the_numbers_of_the_rules_as_they_are():
    alone = bid("canadian_smear", "AS JS x x x x", order=3)
    both = bid("canadian_smear", "AS JS x x x x", order=3, versus={"bid_min": 1})
    for table in ("calls", "trumps", "achieved", "hands", "before"):
        assert both.rows(table) == alone.rows(table)
    (deals,) = {row["deals"] for row in both.rows("versus")}
    assert 0 < deals < alone.summary["deals"]  # under the other rules those before us pass less often


def test_other_rules_give_what_a_run_by_them_gives_where_nobody_spoke_before():
    both = bid("cutthroat_pitch", "AS JS 2S r r r", versus={"low_to": "player"})
    other = bid("cutthroat_pitch", "AS JS 2S r r r", rules={"low_to": "player"})
    theirs = {row["call_name"]: row for row in other.rows("calls")}
    for row in both.rows("versus"):
        found = theirs[row["answer"]]
        assert (row["success"], row["margin"]) == (found["success"], found["margin"])


def test_rules_that_lay_the_same_cards_out_in_another_way_can_be_compared():
    found = bid("hasenpfeffer", "JK JS x x x x", versus={"bowers": False})
    success = {row["call_name"]: row["success"] for row in found.rows("calls")}
    without = {row["answer"]: row["success"] for row in found.rows("versus")}
    assert without["3"] < success["3"]


@pytest.mark.parametrize(
    ("decision", "hand", "options", "is_complete"),
    [
        ("lead", "JK x x x x x", {"trump": "S"}, False),
        ("lead", "JK JS JC AS KS QS", {"trump": "S"}, True),
        ("trump", "JK x x x x x", {}, True),
    ],
)
def test_whether_all_answers_are_compared(decision, hand, options, is_complete):
    assert advise("hasenpfeffer", decision, hand, bid="3", **options).totals.is_complete == is_complete


def test_suits_that_may_be_named_in_some_deals_only_are_told():
    found = advise("canadian_smear", "trump", "AS JS 2S r r r", bid="3", order="third", deals=3000)
    assert [row["answer"] for row in found.rows("answers")] == ["spades"]
    assert not found.totals.is_complete
    assert found.notes == ["not legal in every deal, and left out: clubs, diamonds, hearts"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: advise("canadian_smear", "lead", "AS x x x x x", bid="2", trump="H"), "none of the cards you named"),
        (lambda: advise("hasenpfeffer", "lead", "x x x x x x", bid="3", trump="none of it"), "none of it"),
        (lambda: advise("charlemagne", "lead", "7S 8S AS KS AD 7D 8H 9H", bid="6", trump="S"), "--auction"),
        (lambda: bid("cutthroat_pitch", "AS JS 2S r r r", order="dealer"), "--auction '2 pass pass'"),
        (lambda: bid("cutthroat_pitch", "AS JS 2S r r r", auction="smudge"), "give only the calls before yours"),
        (lambda: bid("canadian_smear", None), "hand is a text"),
        (lambda: bid("canadian_smear", "AS x x x x x", where=None), "where is a text"),
        (lambda: bid("canadian_smear", "AS x x x x x", auction=["pass"]), "auction is a text"),
        (lambda: bid("canadian_smear", "AS x x x x x", scores=5), "scores are a list"),
        (lambda: bid("canadian_smear", "AS x x x x x", until="0.5%", deals=None), "until must be"),
        (lambda: bid("canadian_smear", "AS x x x x x", versus="low_to=winner"), "versus are other rules"),
        (lambda: advise("canadian_smear", None, "AS x x x x x", bid="2"), "no decision None"),
    ],
)
def test_what_cannot_be_asked_is_told(asked, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        asked()


def test_a_decision_that_no_deal_comes_to_names_the_answer_that_does_not_fit():
    with pytest.raises(UsageError, match="fewer than 1 in 10,000: the call 'pass' of the dealer is the first"):
        advise("hasenpfeffer", "trump", "JK AS KS x x x", auction="pass pass pass pass", order=2)


def test_a_fault_before_any_call_is_given_is_replayed_by_the_command_it_names(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "strategies" / "canadian_smear"
    folder.mkdir(parents=True)
    (folder / "moody.py").write_text(RARELY_WRONG)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StrategyError) as caught:
        bid("canadian_smear", "AS x x x x x", order=3, us="basic", them="moody", workspace=tmp_path)
    command = re.search(r"simcards (show .*)$", str(caught.value))[1]
    code, _ = run(shlex.split(command))
    said = capsys.readouterr()
    assert code == 1
    assert "now and then" in said.err


def test_the_record_of_a_deal_asked_about_says_so_and_can_be_read_again(tmp_path, capsys):
    options = ["--hand", "AS JS 2S r r r", "--order", "3", "--auction", "pass pass 3", "--deal", "5"]
    assert run(["show", "canadian_smear", "basic", *options, "--json"])[0] == 0
    line = capsys.readouterr().out
    verify(json.loads(line))
    file = tmp_path / "one.jsonl"
    file.write_text(line)
    assert run(["show", "--record", str(file)])[0] == 0
    again = capsys.readouterr().out
    assert run(["show", "canadian_smear", "basic", *options])[0] == 0
    assert capsys.readouterr().out == again
    assert "pass pass 3" in " ".join(again.split())
