"""The worked examples of the rule sheet of Hasenpfeffer, one by one, and its figures."""

from collections import Counter

import pytest

from tests.reference import RuleBreachError, match_result, next_dealer, play_out
from tests.reference.cards import TRUMPS
from tests.reference.hasenpfeffer import DECK, layout, score
from tests.reference.sample_deals import cards, rules_with, scripted
from tests.reference.tricks import STRICT, legal_cards, winner

GAME = "hasenpfeffer"
SPADES = layout(3, rules_with(GAME))
SPADES_WITHOUT_BOWERS = layout(3, rules_with(GAME, bowers=False))
NO_TRUMP = layout(4, rules_with(GAME, allow_no_trump=True))
A, B = 0, 1

# Seat 2 holds the joker; the king of spades is buried.
HANDS = [cards("9C 10C JC 9D 10D JD"), cards("QC KC AC QD KD AD"), cards("JK 9H 10H 9S 10S JS")]
HANDS.append(cards("JH QH KH AH QS AS"))
BURIED = ["KS"]


def plays(text):
    """The plays of a text like "9H KH JC AH" by seats 0, 1, 2, 3."""
    return list(enumerate(cards(text)))


@pytest.mark.parametrize(("trick", "seat"), [("AS JC JS JK", 3), ("AS JC JS KS", 2)])
def test_example_1_joker_right_bower_left_bower_and_ace_rank_in_this_order(trick, seat):
    assert winner(plays(trick), SPADES) == seat


def test_example_1_without_bowers_the_ace_beats_both_jacks():
    assert winner(plays("AS JC JS KS"), SPADES_WITHOUT_BOWERS) == 0


def test_example_2_the_left_bower_ruffs():
    assert winner(plays("9H KH JC AH"), SPADES) == 2


@pytest.mark.parametrize(
    ("led", "hand", "legal", "legal_without_bowers"),
    [
        ("AC", "JC 10C QD", "10C", "JC 10C"),
        ("AC", "JC QD", "JC QD", "JC"),
        ("JK", "9S AC", "9S", "9S"),
        ("JK", "JC AH", "JC", "JC AH"),
    ],
)
def test_example_3_the_left_bower_follows_trump_and_not_its_own_suit(led, hand, legal, legal_without_bowers):
    assert legal_cards(cards(hand), led, SPADES, STRICT) == cards(legal)
    assert legal_cards(cards(hand), led, SPADES_WITHOUT_BOWERS, STRICT) == cards(legal_without_bowers)


def test_the_joker_may_not_be_played_by_a_seat_that_can_follow_a_plain_suit():
    assert legal_cards(cards("JK 9H AC"), "AH", SPADES, STRICT) == ["9H"]
    assert legal_cards(cards("JK 9H AC"), "AH", NO_TRUMP, STRICT) == ["9H"]
    assert legal_cards(cards("JK 9D AC"), "AH", NO_TRUMP, STRICT) == cards("JK 9D AC")


def test_without_trump_the_joker_wins_and_the_jacks_are_ordinary():
    assert winner(plays("QC JC JS AC"), NO_TRUMP) == 3
    assert winner(plays("QC JC JK AC"), NO_TRUMP) == 2
    assert winner(plays("JK AC AS AH"), NO_TRUMP) == 0


@pytest.mark.parametrize(("bid", "tricks", "made", "points"), [(4, [5, 1], True, [5, 1]), (5, [4, 2], False, [-5, 2])])
def test_example_4_every_trick_counts_when_the_bid_is_made_and_the_bid_is_lost_when_not(bid, tricks, made, points):
    assert score(tricks, A, bid, overtricks=True) == (made, points)


def test_without_overtricks_a_made_bid_scores_the_bid_and_defenders_their_tricks():
    assert score([5, 1], A, 4, overtricks=False) == (True, [4, 1])
    assert score([3, 3], A, 4, overtricks=False) == (False, [-4, 3])


def result_of(before, change, *, made, deals_played=9, **changes):
    """The result of a match after a deal that A declared."""
    tally = {"tricks": [3, 3]}
    return match_result(GAME, rules_with(GAME, **changes), before, change, A, made, tally, deals_played)


def test_example_5_the_declaring_side_wins_when_both_are_out():
    assert result_of([7, 9], [4, 2], made=True) == A


def test_example_5_a_set_declaring_side_is_not_out():
    assert result_of([7, 9], [-3, 4], made=False) == B


@pytest.mark.parametrize(("both_out", "side"), [("declarers", A), ("higher_score", B)])
def test_example_6_declarers_go_out_first_even_when_lower(both_out, side):
    assert result_of([8, 9], [2, 4], made=True, both_out=both_out) == side


def test_with_win_requires_made_bid_the_match_goes_on_after_a_failure():
    assert result_of([7, 9], [-3, 4], made=False, win_requires_made_bid=True) is None
    assert result_of([8, 9], [2, 4], made=True, win_requires_made_bid=True, both_out="higher_score") == A


def test_a_passed_out_deal_counts_towards_max_hands():
    rules = rules_with(GAME, max_hands=9)
    assert match_result(GAME, rules, [4, 6], [0, 0], None, None, None, 8) is None
    assert match_result(GAME, rules, [4, 6], [0, 0], None, None, None, 9) == B
    assert match_result(GAME, rules, [6, 6], [0, 0], None, None, None, 9) == "draw"


def all_pass(hands, buried, **changes):
    """The record of a deal by seat 1 in which all pass and a forced bidder names hearts."""
    return play_out(GAME, rules_with(GAME, **changes), hands, buried, 1, scripted([0] * 4, "H"))


ALL_PASSED = [[2, "pass"], [3, "pass"], [0, "pass"], [1, "pass"]]


@pytest.mark.parametrize("bid_min", [1, 5])
def test_example_7_the_holder_of_the_joker_is_forced_to_three_names_trump_and_leads(bid_min):
    record = all_pass(HANDS, BURIED, bid_min=bid_min)
    assert record["auction"] == [*ALL_PASSED, [2, "3"]]
    assert record["contract"] == {"declarer": 2, "bid": "3", "trump": "H"}
    assert record["tricks"][0]["leader"] == 2


def test_example_7_with_the_joker_buried_the_deal_is_passed_out_and_the_next_seat_deals():
    hands = [[card.replace("JK", "KS") for card in hand] for hand in HANDS]
    record = all_pass(hands, ["JK"])
    assert record["auction"] == ALL_PASSED
    assert (record["contract"], record["tricks"], record["score"]) == (None, [], [0, 0])
    assert next_dealer(record["rules"], record["dealer"], passed_out=True) == 2


@pytest.mark.parametrize(("policy", "dealer"), [("redeal_next", 2), ("redeal_same", 1)])
def test_other_rules_for_all_pass_say_who_deals_again(policy, dealer):
    record = all_pass(HANDS, BURIED, all_pass=policy)
    assert record["contract"] is None
    assert next_dealer(record["rules"], record["dealer"], passed_out=True) == dealer
    assert next_dealer(record["rules"], record["dealer"], passed_out=False) == 2


def test_the_dealer_is_forced_to_three_where_the_option_says_so():
    record = all_pass(HANDS, BURIED, all_pass="dealer_forced", bid_min=1)  # noqa: S106 (a pass, no password)
    assert record["auction"] == [*ALL_PASSED, [1, "3"]]


def test_example_8_with_spades_trump_there_are_8_trumps_5_clubs_6_hearts_and_6_diamonds():
    assert Counter(SPADES.group.values()) == {TRUMPS: 8, "C": 5, "H": 6, "D": 6}
    assert {card for card, group in SPADES.group.items() if group == TRUMPS} == set(cards("JK JS JC AS KS QS 10S 9S"))
    assert len(set(DECK)) == 25


def auction(calls, dealer=3, **changes):
    """The record of a deal with these calls, spades being named."""
    return play_out(GAME, rules_with(GAME, **changes), HANDS, BURIED, dealer, scripted(calls, "S"))


def test_example_9_in_a_single_round_nobody_gets_a_second_call():
    record = auction([2, 0, 3, 0])
    assert record["auction"] == [[0, "2"], [1, "pass"], [2, "3"], [3, "pass"]]
    assert record["contract"] == {"declarer": 2, "bid": "3", "trump": "S"}


def test_a_continuous_auction_goes_round_until_one_is_left():
    record = auction([2, 0, 3, 0, 4, 0], auction="continuous")
    assert record["auction"] == [[0, "2"], [1, "pass"], [2, "3"], [3, "pass"], [0, "4"], [2, "pass"]]
    assert record["contract"]["declarer"] == 0


def test_a_continuous_auction_asks_the_last_seat_that_has_not_called_and_not_the_high_bidder_again():
    record = auction([0, 0, 0, 1], auction="continuous")
    assert record["auction"] == [[0, "pass"], [1, "pass"], [2, "pass"], [3, "1"]]
    assert record["contract"]["declarer"] == 3


def test_a_continuous_auction_in_which_all_pass_at_once_forces_the_joker():
    assert auction([0, 0, 0, 0], auction="continuous")["auction"][-1] == [2, "3"]


@pytest.mark.parametrize("kind", ["single_round", "continuous"])
def test_a_bid_of_six_ends_the_auction(kind):
    assert auction([2, 6], auction=kind)["auction"] == [[0, "2"], [1, "6"]]


def test_a_call_must_be_higher_than_the_one_before_and_not_below_the_minimum():
    with pytest.raises(RuleBreachError, match="bid of seat 1: 3 is not one of"):
        auction([3, 3])
    with pytest.raises(RuleBreachError, match="bid of seat 0: 2 is not one of"):
        auction([2], bid_min=3)


def test_no_trump_can_be_named_only_where_the_option_allows_it():
    def choose(kind, _seat, legal, _view):
        return 4 if kind == "name_trump" else (legal & -legal).bit_length() - 1

    record = play_out(GAME, rules_with(GAME, allow_no_trump=True), HANDS, BURIED, 3, choose)
    assert record["contract"]["trump"] is None
    with pytest.raises(RuleBreachError, match="name_trump"):
        play_out(GAME, rules_with(GAME), HANDS, BURIED, 3, choose)
