"""A strategy at fault in a match is named with the lowest match and its first deal at fault."""

import re

import pytest

from simcards.engine import records
from simcards.engine.deciders import Decider
from simcards.engine.faults import fault_in, last_start
from simcards.engine.table import Table
from simcards.errors import StrategyError
from simcards.games.game import find_game
from simcards.strategy import select, where
from tests.engine.matches import table_of_steps
from tests.engine.tables import any_discards, random_player
from tests.engine.test_faults import rare_call, rare_error, rare_exit

CASES = [
    (rare_call, "scalar", "returned 7, which is illegal"),
    (rare_call, "python", "returned 7, which is illegal"),
    (rare_error, "array", "raised ValueError: boom"),
    (rare_exit, "python", "raised SystemExit: 0"),
]
MATCHES = 1200


def table_with(bid, kind):
    """A table of Canadian Smear at which nobody bids, but for one fault in some thousand calls."""
    game = find_game("canadian_smear")
    player = {d: Decider(d, game.defaults[d], "scalar", "faulty") for d in game.decisions}
    player["bid"] = Decider("bid", bid, kind, "faulty")
    table = Table(game, game.book.rules({"max_hands": 6}), [player])
    table.prepare(matches=True)
    return table


def named(text):
    """(match, number) in the text of an error."""
    found = re.search(r"seed 1, match (\d+), deal (\d+) of it;", text)
    assert f"--seed 1 --match {found[1]} --number {found[2]} --rule max_hands=6 --views" in text
    assert "\n" not in text
    return int(found[1]), int(found[2])


@pytest.mark.parametrize(("bid", "kind", "problem"), CASES, ids=[f"{bid.__name__} {kind}" for bid, kind, _ in CASES])
def test_the_first_deal_at_fault_of_the_lowest_match_is_named(bid, kind, problem):
    table = table_with(bid, kind)
    with pytest.raises(StrategyError) as caught:
        table.play_matches(1, 0, MATCHES, table.new_counts(), 128)
    assert problem in str(caught.value)
    match, number = named(str(caught.value))
    starts = {last_start(table, 1, match, earlier) for earlier in range(number + 1)}
    assert [start.number for start in starts if fault_in(table, start) is not None] == [number]
    assert not any(table.fails_in_matches(1, lower, 1) for lower in range(max(0, match - 40), match))
    with pytest.raises(StrategyError) as again:
        list(records.write_matches(table.game, table.rules, ["faulty"], table, 1, 0, MATCHES))
    assert str(again.value) == str(caught.value)


@pytest.mark.parametrize(("bid", "kind"), [(rare_exit, "python"), (rare_call, "scalar")])
def test_records_of_single_deals_name_the_deal_of_a_strategy_that_ends_or_errs(bid, kind):
    table = table_with(bid, kind)
    with pytest.raises(StrategyError, match=r"faulty: bid of seat \d re?[atu].*--deal \d+ "):
        list(records.write(table.game, table.rules, ["faulty"], table, 1, 0, 8000))


def test_a_deal_after_the_one_at_fault_is_answered_with_the_fault():
    table = table_with(rare_call, "python")
    with pytest.raises(StrategyError) as caught:
        table.play_matches(1, 0, MATCHES, table.new_counts())
    match, number = named(str(caught.value))
    with pytest.raises(StrategyError) as again:
        last_start(table, 1, match, number + 1)
    assert str(again.value) == str(caught.value)


def test_a_deal_that_a_match_does_not_have_is_answered_with_its_last():
    table = table_of_steps("hasenpfeffer", {"max_hands": 4, "target": 500})
    assert [last_start(table, 1, 3, number).number for number in (0, 3, 4, 9)] == [0, 3, 3, 3]


def wrong_when_behind(v):
    """A call that is illegal once the others are near the target."""
    return where(v.score_them >= v.target - 2, 7, where((v.legal >> 2) & 1 != 0, 2, 0))


def keeps_all_when_behind(v):
    """No discards, which is illegal, once the others lead."""
    return select(v.score_them <= v.score_us, any_discards(v))


SCORED = [("canadian_smear", "bid", wrong_when_behind, 6), ("king_pedro", "discard", keeps_all_when_behind, 62)]


@pytest.mark.parametrize(("game", "decision", "function", "target"), SCORED, ids=[case[0] for case in SCORED])
@pytest.mark.parametrize("kind", ["scalar", "array", "python"])
def test_a_fault_that_depends_on_the_scores_is_found_with_them(game, decision, function, target, kind):
    player = random_player(find_game(game)) | {decision: Decider(decision, function, kind, "faulty")}
    table = table_of_steps(game, {"target": target, "max_hands": 30}, [player])
    with pytest.raises(StrategyError, match=f"faulty: {decision} of seat .* returned ") as caught:
        table.play_matches(1, 0, 20, table.new_counts())
    found = re.search(r"match (\d+), deal (\d+) of it", str(caught.value))
    start = last_start(table, 1, int(found[1]), int(found[2]))
    assert start.number > 0
    assert start.before[0] != start.before[1]
    assert fault_in(table, start).problem in str(caught.value)
