"""The worked examples of the rule sheet of Cutthroat Pitch, one by one, its options and its figures."""

import random

import pytest

from tests.reference import RuleBreachError, match_result, next_dealer, play_out, replay
from tests.reference.cutthroat_pitch import score
from tests.reference.four_points import DECK, game_winner, layout, tally
from tests.reference.sample_deals import at_random, cards, rules_with, scripted, shuffled
from tests.reference.tricks import legal_cards, winner

GAME = "cutthroat_pitch"
DEFAULT = rules_with(GAME)
SPADES = layout(3, DEFAULT)
RULE_OF_TIES = ["nobody", "declarers", "defenders", "all"]

# Every seat holds clubs, so that each may name them.
HANDS = [cards("2C 3C 4C 5H 6H 7H"), cards("5C 6C 7C 8H 9H 10H"), cards("8C 9C 10C 5D 6D 7D")]
HANDS.append(cards("JC QC KC 8D 9D 10D"))


def auction(calls, hands=HANDS, dealer=3, **changes):
    """The record of a deal with these calls, clubs being named."""
    rules = rules_with(GAME, players=len(hands), **changes)
    return play_out(GAME, rules, hands, [], dealer, scripted(calls, "C"))


def offered(calls, number, **changes):
    """The calls allowed at the decision of this number in an auction."""
    legal = replay(auction(calls, **changes)).decisions[number].legal
    return [call for call in range(6) if legal >> call & 1]


def test_example_1_the_dealer_takes_the_bid_at_the_same_number_each_time_and_the_others_must_go_higher():
    record = auction([2, 0, 3, 3, 0, 4, 4, 0])
    assert record["auction"] == [
        [0, "2"], [1, "pass"], [2, "3"], [3, "3"], [0, "pass"], [2, "4"], [3, "4"], [2, "pass"],
    ]  # fmt: skip
    assert record["contract"] == {"declarer": 3, "bid": "4", "trump": "C"}
    assert offered([2, 0, 3, 3, 0, 4, 4, 0], 3) == [0, 3, 4, 5]
    assert offered([2, 0, 3, 3, 0, 4, 4, 0], 5) == [0, 4, 5]
    assert offered([2, 0, 3, 3, 0, 4, 4, 0], 7) == [0, 5]


def test_without_the_dealers_right_he_must_go_higher_too():
    assert offered([2, 0, 0, 0], 3, dealer_may_equal=False) == [0, 3, 4, 5]
    with pytest.raises(RuleBreachError, match="bid of seat 3: 2 is not one of"):
        auction([2, 0, 0, 2], dealer_may_equal=False)


def test_example_2_a_dealer_left_alone_is_not_asked_and_bids_two():
    record = auction([0, 0, 0])
    assert record["auction"] == [[0, "pass"], [1, "pass"], [2, "pass"], [3, "2"]]
    assert record["contract"] == {"declarer": 3, "bid": "2", "trump": "C"}
    decisions = replay(record).decisions
    assert [decision.kind for decision in decisions[:5]] == ["bid", "bid", "bid", "name_trump", "play"]
    assert decisions[3].view["calls"] == (2, 0, 0, 0)


@pytest.mark.parametrize("kind", ["continuous", "single_round"])
@pytest.mark.parametrize(("policy", "next_to_deal"), [("redeal_next", 0), ("redeal_same", 3)])
def test_where_nobody_is_forced_the_dealer_is_asked_too_and_may_pass_the_deal_out(kind, policy, next_to_deal):
    record = auction([0, 0, 0, 0], all_pass=policy, auction=kind)
    assert record["auction"] == [[0, "pass"], [1, "pass"], [2, "pass"], [3, "pass"]]
    assert (record["contract"], record["made"], record["score"]) == (None, None, [0, 0, 0, 0])
    assert next_dealer(record["rules"], 3, passed_out=True) == next_to_deal
    assert auction([0, 0, 0, 3], all_pass=policy, auction=kind)["contract"]["bid"] == "3"


def test_example_3_a_smudge_ends_the_auction_and_the_dealer_has_no_say():
    record = auction([5])
    assert record["auction"] == [[0, "smudge"]]
    assert record["contract"]["bid"] == "smudge"
    assert replay(record).decisions[1].view["bid"] == 5


@pytest.mark.parametrize("kind", ["continuous", "single_round"])
@pytest.mark.parametrize("may_equal", [True, False])
def test_a_dealer_who_may_steal_a_smudge_is_asked_at_once_and_then_the_auction_ends(kind, may_equal):
    changes = {"dealer_may_steal_smudge": True, "auction": kind, "dealer_may_equal": may_equal}
    assert auction([2, 5, 5], **changes)["auction"] == [[0, "2"], [1, "smudge"], [3, "smudge"]]
    assert auction([2, 5, 5], **changes)["contract"]["declarer"] == 3
    assert auction([2, 5, 0], **changes)["auction"] == [[0, "2"], [1, "smudge"], [3, "pass"]]
    assert auction([2, 5, 0], **changes)["contract"]["declarer"] == 1
    assert offered([2, 5, 0], 2, **changes) == [0, 5]


def test_a_dealer_who_has_passed_or_bid_the_smudge_himself_is_not_asked_again():
    assert auction([2, 0, 0, 0], dealer_may_steal_smudge=True)["auction"][-1] == [3, "pass"]
    passed = auction([2, 3, 0, 0, 5], dealer_may_steal_smudge=True)
    assert passed["auction"] == [[0, "2"], [1, "3"], [2, "pass"], [3, "pass"], [0, "smudge"]]
    assert auction([0, 0, 0, 5], dealer_may_steal_smudge=True, all_pass="redeal_next")["auction"][-1] == [3, "smudge"]  # noqa: S106


def test_a_dealer_who_has_bid_may_still_steal_a_smudge():
    record = auction([2, 0, 3, 3, 5, 5], dealer_may_steal_smudge=True)
    assert record["auction"][-2:] == [[0, "smudge"], [3, "smudge"]]
    assert record["contract"]["declarer"] == 3


def test_in_a_single_round_each_has_one_call_and_the_dealer_may_still_equal():
    record = auction([2, 3, 4, 4], auction="single_round")
    assert record["auction"] == [[0, "2"], [1, "3"], [2, "4"], [3, "4"]]
    assert record["contract"]["declarer"] == 3
    assert auction([0, 0, 0], auction="single_round")["auction"][-1] == [3, "2"]


@pytest.mark.parametrize(("led", "hand", "legal"), [("7S", "KS 2D AH", "KS"), ("9H", "4H QS 3D", "4H QS")])
def test_example_4_suit_or_trump_is_followed(led, hand, legal):
    assert legal_cards(cards(hand), led, SPADES, DEFAULT["follow"]) == cards(legal)


def test_strict_following_allows_no_trump_to_a_seat_that_holds_the_suit():
    assert legal_cards(cards("4H QS 3D"), "9H", SPADES, "strict") == ["4H"]


def test_the_first_lead_is_a_trump_of_the_declarer_and_the_winner_leads_on():
    record = auction([0, 2, 0, 0, 0])
    assert record["tricks"][0] == {
        "leader": 1,
        "plays": [[1, "5C"], [2, "8C"], [3, "JC"], [0, "2C"]],
        "winner": 3,
    }
    assert record["tricks"][1]["leader"] == 3


def test_without_trump_the_highest_card_of_the_suit_led_wins():
    assert winner([(1, "JD"), (2, "QC"), (3, "2D"), (4, "KD"), (0, "AC")], SPADES) == 4


# Trump diamonds; the king is the highest in play and the three the lowest. Seat 0 takes the king, the jack and 28 pips.
EXAMPLE_5 = [
    {"leader": 0, "plays": [[0, "KD"], [1, "5D"], [2, "4D"], [3, "JD"]], "winner": 0},  # 4
    {"leader": 0, "plays": [[0, "AS"], [1, "10S"], [2, "9S"], [3, "10C"]], "winner": 0},  # 24
    {"leader": 0, "plays": [[0, "2C"], [1, "3D"], [2, "6D"], [3, "9C"]], "winner": 2},  # 0
    {"leader": 2, "plays": [[2, "10H"], [3, "8H"], [0, "7H"], [1, "6H"]], "winner": 2},  # 10
    {"leader": 2, "plays": [[2, "KH"], [3, "AH"], [0, "9H"], [1, "3C"]], "winner": 3},  # 7
    {"leader": 3, "plays": [[3, "AC"], [0, "JC"], [1, "4C"], [2, "5C"]], "winner": 3},  # 5
]


def of_example_5(declarer=0, tricks=EXAMPLE_5, **changes):
    """The tally of example 5."""
    return tally(tricks, "D", declarer, rules_with(GAME, **changes), sides=4)


def test_example_5_high_low_jack_and_game_go_to_single_players():
    result = of_example_5()
    expected = {"high": 0, "low": 2, "jack": 0, "game": 0, "game_points": [28, 0, 10, 12], "tricks": [2, 0, 2, 2]}
    assert result == expected
    assert score(result, 0, 2) == (True, [3, 0, 1, 0])


def test_example_5_low_goes_by_option_to_its_player():
    assert score(of_example_5(low_to="player"), 0, 2) == (True, [3, 1, 0, 0])


def test_example_6_a_declarer_who_fails_loses_the_bid_and_the_others_keep_their_points():
    assert score(of_example_5(), 0, 4) == (False, [-4, 0, 1, 0])
    assert score(of_example_5(declarer=2), 2, 2) == (False, [3, 0, -2, 0])


def all_tricks_to_0(first_trick):
    """The tally when seat 0 wins every trick with spades."""
    rest = ["KS 2H 2D 2C", "QS 3H 3D 3C", "10S 4H 4D 4C", "9S 5H 5D 5C", "8S 6H 6D 6C"]
    tricks = [
        {"leader": 0, "plays": [[seat, card] for seat, card in enumerate(cards(text))], "winner": 0}
        for text in (first_trick, *rest)
    ]
    return tally(tricks, "S", 0, DEFAULT, sides=4)


def test_example_7_a_smudge_needs_all_four_points_and_all_six_tricks():
    without_jack, with_jack = all_tricks_to_0("AS 7S 7D 7C"), all_tricks_to_0("AS JS 7D 7C")
    assert score(without_jack, 0, 5) == (False, [-5, 0, 0, 0])
    assert score(with_jack, 0, 5) == (True, [5, 0, 0, 0])
    assert score(with_jack, 0, 4) == (True, [4, 0, 0, 0])
    four_points_in_five_tricks = {**with_jack, "tricks": [5, 1, 0, 0]}
    assert score(four_points_in_five_tricks, 0, 5) == (False, [-5, 0, 0, 0])


def test_example_8_the_only_trump_in_play_is_high_low_and_jack():
    result = of_example_5(tricks=[{"leader": 0, "plays": [[0, "JD"], [1, "AS"], [2, "10S"], [3, "AH"]], "winner": 0}])
    assert (result["high"], result["low"], result["jack"]) == (0, 0, 0)


@pytest.mark.parametrize("game_tie", RULE_OF_TIES)
@pytest.mark.parametrize("declarer", [0, 2])
def test_example_9_a_tie_for_game_between_two(game_tie, declarer):
    owner = {"nobody": None, "all": [0, 1]}.get(game_tie)
    if game_tie == "declarers" and declarer == 0:
        owner = 0
    if game_tie == "defenders" and declarer == 0:
        owner = 1  # the one defender among them
    assert game_winner([20, 20, 10, 0], declarer, game_tie) == owner


@pytest.mark.parametrize(("game_tie", "owner"), [("defenders", None), ("declarers", 1), ("all", [0, 1, 3])])
def test_of_three_who_tie_for_game_two_are_defenders(game_tie, owner):
    assert game_winner([20, 20, 10, 20], 1, game_tie) == owner


@pytest.mark.parametrize("game_tie", RULE_OF_TIES)
def test_a_tie_at_no_pips_is_nobodys_and_without_a_tie_the_most_pips_win(game_tie):
    assert game_winner([0, 0, 0, 0], 0, game_tie) is None
    assert game_winner([0, 3, 1, 2], 0, game_tie) == 1


def test_each_who_shares_game_scores_and_it_counts_towards_the_bid():
    shared = {"high": 2, "low": 1, "jack": None, "game": [1, 3], "game_points": [0, 20, 10, 20], "tricks": [0, 2, 2, 2]}
    assert score(shared, 1, 2) == (True, [0, 2, 1, 1])


def test_changed_pips_count_towards_game():
    changed = of_example_5(values={"10": 0, "A": 9, "3": 30})
    assert changed["game_points"] == [13, 0, 30, 52]
    assert changed["game"] == 3


def result_of(before, change, declarer=0, *, made=True, deals_played=9, bid="2", **changes):
    """The result of a match of four after a deal."""
    rules = rules_with(GAME, **changes)
    return match_result(GAME, rules, before, change, declarer, made, {}, deals_played, bid)


def test_example_10_only_a_declarer_who_made_his_bid_wins():
    assert result_of([19, 22, 5, 0], [2, 0, 0, 0]) == 0
    assert result_of([19, 22, 5, 0], [-2, 0, 0, 1], made=False) is None
    assert result_of([19, 22, 5, 0], [1, 0, 2, 0], declarer=2) is None


def test_where_no_made_bid_is_required_the_highest_wins_and_of_the_highest_the_declarer():
    changes = {"win_requires_made_bid": False}
    assert result_of([19, 22, 5, 0], [2, 0, 0, 0], **changes) == 1
    assert result_of([19, 20, 5, 0], [2, 1, 0, 0], **changes) == 0
    assert result_of([19, 20, 5, 0], [3, 2, 0, 0], declarer=2, **changes) is None
    assert result_of([19, 20, 5, 0], [3, 2, 0, 0], declarer=2, deals_played=500, **changes) == "draw"
    assert match_result(GAME, rules_with(GAME, **changes), [22, 22, 0, 0], [0] * 4, None, None, None, 9) is None


def test_a_made_smudge_wins_the_match_at_once_where_the_option_says_so():
    assert result_of([-9, 30, 5, 0], [5, 0, 0, 0], bid="smudge", smudge_wins_match=True) == 0
    assert result_of([-9, 30, 5, 0], [5, 0, 0, 0], bid="smudge") is None
    assert result_of([-9, 30, 5, 0], [-5, 1, 0, 0], made=False, bid="smudge", smudge_wins_match=True) is None
    assert result_of([-9, 30, 5, 0], [4, 0, 0, 0], bid="4", smudge_wins_match=True) is None


def test_at_max_hands_the_highest_wins_made_or_not_and_a_tie_is_a_draw():
    assert result_of([1, 2, 3, 4], [2, 0, 0, 0], max_hands=9) == 3
    assert result_of([2, 2, 3, 4], [2, 0, 0, 0], max_hands=9) == "draw"
    assert result_of([2, 2, 3, 4], [2, 0, 0, 0], max_hands=10) is None


@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_play_each_for_himself(players):
    draw = random.Random(players)
    rules = rules_with(GAME, players=players)
    hands, kitty, second_deal = shuffled(GAME, draw, rules)
    record = play_out(GAME, rules, hands, kitty, players - 1, at_random(draw))
    assert second_deal is None
    assert len(record["score"]) == len(record["scores_before"]) == len(record["tally"]["tricks"]) == players
    assert {len(trick["plays"]) for trick in record["tricks"]} == {players}
    assert record["tally"]["high"] is not None
    assert next_dealer(rules, players - 1, passed_out=False) == 0
    first = next(decision for decision in replay(record).decisions if decision.kind == "play")
    assert len(first.view["scores"]) == len(first.view["tricks"]) == len(first.view["taken"]) == players
    assert (first.view["active"], first.view["to_play"]) == ((1 << players) - 1, players - 1)
    assert first.view["unseen"].bit_count() == 52 - 6


def test_the_sides_of_a_view_are_the_seats_from_its_own_on():
    record = auction([0, 2, 0, 0, 0])
    decisions = [decision for decision in replay(record).decisions if decision.kind == "play"]
    view = decisions[4].view  # seat 3 has won the first trick and leads
    assert (view["tricks"], view["declaring"], view["declarer"]) == ((1, 0, 0, 0), False, 2)
    view = decisions[5].view  # seat 0 sees the seat on its right lead the trick
    assert (view["tricks"], view["best_seat"], view["partner_winning"]) == ((0, 0, 0, 1), 3, False)
    assert [taken.bit_count() for taken in view["taken"]] == [0, 0, 0, 4]


def test_hands_and_scores_must_fit_the_number_of_players():
    record = auction([5])
    with pytest.raises(RuleBreachError, match="4 hands and 4 scores, not 5 and 5"):
        replay({**record, "rules": rules_with(GAME, players=5)})
    with pytest.raises(RuleBreachError, match="4 hands and 2 scores"):
        replay({**record, "scores_before": [0, 0]})


def test_the_dealers_view_of_the_scores_begins_with_his_own_and_names_the_highest_other():
    record = play_out(GAME, DEFAULT, HANDS, [], 3, scripted([2, 0, 0, 0], "C"), [1, 9, 4, 7])
    view = replay(record).decisions[3].view
    assert (view["scores"], view["score_us"], view["score_them"], view["order"]) == ((7, 1, 9, 4), 7, 9, 3)


def test_only_a_suit_held_can_be_named():
    record = auction([2, 0, 0, 0])
    decision = next(decision for decision in replay(record).decisions if decision.kind == "name_trump")
    assert decision.legal == 0b0101
    with pytest.raises(RuleBreachError, match="name_trump"):
        replay({**record, "contract": {**record["contract"], "trump": "S"}})


def test_the_pack_has_52_cards():
    assert len(set(DECK)) == 52
