"""The worked examples of the rule sheet of Canadian Smear, one by one, and its figures."""

import random

import pytest

from tests.reference import RuleBreachError, match_result, play_out
from tests.reference.canadian_smear import score
from tests.reference.four_points import DECK, game_pips, layout, tally
from tests.reference.sample_deals import cards, rules_with, scripted, shuffled
from tests.reference.tricks import legal_cards, winner

GAME = "canadian_smear"
DEFAULT = rules_with(GAME)
SPADES = layout(3, DEFAULT)
A, B = 0, 1

# The cards of example 4, Game 45-20. A (seats 0, 2) wins the first three tricks, B (seats 1, 3) the others.
TRICKS_OF_A = [[(0, "AS"), (1, "3S"), (2, "10S"), (3, "9H")], [(0, "JS"), (1, "10H"), (2, "8H"), (3, "7H")]]
TRICKS_OF_A += [[(0, "10D"), (1, "10C"), (2, "9D"), (3, "8D")]]
TRICKS_OF_B = [[(0, "AH"), (1, "AD"), (2, "AC"), (3, "7D")], [(0, "KH"), (1, "KD"), (2, "9C"), (3, "8C")]]
TRICKS_OF_B += [[(0, "QH"), (1, "7C"), (2, "6C"), (3, "5C")]]


def tricks_with(swaps=(), to_a=TRICKS_OF_A, to_b=TRICKS_OF_B):
    """The tricks of example 4, with some cards exchanged for cards that were not dealt."""
    names = dict(swaps)
    return [
        {"leader": 0, "plays": [[seat, names.get(card, card)] for seat, card in plays], "winner": side}
        for side, tricks in ((A, to_a), (B, to_b))
        for plays in tricks
    ]


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [("7S", "KS 2D AH", "KS"), ("9H", "4H QS 3D", "4H QS"), ("9H", "QS 3D 2C", "QS 3D 2C")],
)
def test_example_1_suit_or_trump_is_followed_and_a_void_seat_plays_anything(led, hand, legal):
    assert legal_cards(cards(hand), led, SPADES, DEFAULT["follow"]) == cards(legal)


def test_example_1_the_first_lead_is_of_the_suit_that_becomes_trump():
    hands = [cards("7S 8H 9H 10H JH QH"), cards("KS 2D AH 3D 4D 5D"), cards("2C 3C 4C 5C 6C 7C")]
    hands.append(cards("2H 3H 4H 5H 6H 7H"))
    record = play_out(GAME, DEFAULT, hands, [], 3, scripted([2, 0, 0, 0], "S"))
    assert record["contract"]["trump"] == "S"
    assert record["tricks"][0]["plays"][:2] == [[0, "7S"], [1, "KS"]]


def test_strict_following_leaves_no_trump_on_a_plain_lead_that_can_be_followed():
    assert legal_cards(cards("4H QS 3D"), "9H", SPADES, "strict") == ["4H"]


def test_example_2_the_only_trump_takes_fourteen_pips():
    plays = [(0, "9H"), (1, "10H"), (2, "3S"), (3, "AH")]
    assert winner(plays, SPADES) == 2
    assert game_pips([card for _, card in plays], DEFAULT) == 14


def test_example_3_without_trump_the_highest_card_of_the_suit_led_wins():
    assert winner([(1, "JD"), (2, "QC"), (3, "2D"), (0, "AC")], SPADES) == 1


def test_example_4_a_bid_of_three_is_made_with_high_jack_and_game():
    result = tally(tricks_with(), "S", A, DEFAULT)
    assert result == {"high": A, "low": None, "jack": A, "game": A, "game_points": [45, 20], "tricks": [3, 3]}
    assert score(result, A, 3) == (True, [3, 0])


def test_example_4_the_lowest_trump_in_play_gives_its_player_low():
    result = tally(tricks_with(), "S", A, rules_with(GAME, low="lowest_in_play"))
    assert result["low"] == B
    assert score(result, A, 3) == (True, [3, 1])


def test_example_5_a_bid_of_four_fails_on_three_points():
    assert score(tally(tricks_with(), "S", A, DEFAULT), A, 4) == (False, [-4, 0])


@pytest.mark.parametrize(("low_to", "side"), [("player", B), ("winner", A)])
def test_example_6_low_goes_to_its_player_or_by_option_to_its_captor(low_to, side):
    assert tally(tricks_with({"3S": "2S"}), "S", A, rules_with(GAME, low_to=low_to))["low"] == side


@pytest.mark.parametrize(("game_tie", "side"), [("nobody", None), ("declarers", A), ("defenders", B)])
def test_example_7_a_tied_game_gives_nobody_a_point_unless_an_option_says_so(game_tie, side):
    to_a = [cards("AS 3S 10S 9H"), cards("10H AH 8H 7H"), cards("QH 2C 9D 8D")]
    to_b = [cards("10D AD 2D 7D"), cards("10C 3C 9C 8C"), cards("AC QD 6C 5C")]
    tricks = tricks_with(to_a=[list(enumerate(t)) for t in to_a], to_b=[list(enumerate(t)) for t in to_b])
    result = tally(tricks, "S", A, rules_with(GAME, game_tie=game_tie))
    assert result["game_points"] == [30, 30]
    assert result["game"] == side


def test_example_7_a_jack_that_was_not_dealt_gives_no_point():
    assert tally(tricks_with({"JS": "9S"}), "S", A, DEFAULT)["jack"] is None


@pytest.mark.parametrize("game_tie", ["nobody", "declarers", "defenders"])
def test_a_tie_at_no_pips_is_nobodys_whatever_the_option(game_tie):
    nothing = {"A": 0, "K": 0, "Q": 0, "J": 0, "10": 0}
    assert tally(tricks_with(), "S", A, rules_with(GAME, game_tie=game_tie, values=nothing))["game"] is None


def test_high_is_the_ace_by_default_and_the_highest_dealt_trump_by_option():
    without_ace = tricks_with({"AS": "4S", "3S": "KS"})
    assert tally(without_ace, "S", A, DEFAULT)["high"] is None
    assert tally(without_ace, "S", A, rules_with(GAME, high="highest_in_play"))["high"] == B


def test_the_jack_goes_to_the_side_that_captures_it():
    assert tally(tricks_with({"AH": "JS", "JS": "AH"}), "S", A, DEFAULT)["jack"] == B


def result_of(before, change, tally=None, *, made=True, **changes):
    """The result of a match after a deal that A declared."""
    return match_result(GAME, rules_with(GAME, **changes), before, change, A, made, tally, 9)


def test_example_8_at_equal_scores_the_declaring_side_wins():
    assert result_of([13, 14], [2, 1]) == A


@pytest.mark.parametrize(("both_out", "side"), [("higher_score", B), ("declarers", A)])
def test_example_8_the_higher_score_wins_unless_declarers_go_first(both_out, side):
    assert result_of([13, 14], [2, 2], both_out=both_out) == side


@pytest.mark.parametrize(
    ("high", "low", "jack", "game", "side"), [(A, B, B, A, B), (A, A, B, B, A), (B, A, A, B, B), (A, None, B, A, B)]
)
def test_the_order_of_points_says_who_was_out_first(high, low, jack, game, side):
    points = {"high": high, "low": low, "jack": jack, "game": game}
    change = [sum(owner == one for owner in points.values()) for one in (A, B)]
    before = [13, 14]
    assert result_of(before, change, points, both_out="point_order") == side


def test_points_of_a_declaring_side_that_was_set_do_not_count_in_the_order_of_points():
    points = {"high": A, "low": B, "jack": None, "game": None}
    assert result_of([20, 14], [-2, 1], points, made=False, both_out="point_order") == B


def test_one_side_at_the_target_wins_even_as_defenders_and_none_means_playing_on():
    assert result_of([3, 14], [2, 1]) == B
    assert result_of([3, 13], [2, 1]) is None
    assert result_of([3, 13], [2, 1], target=14) == B


def test_with_win_requires_made_bid_only_declarers_who_made_it_win():
    assert result_of([3, 14], [2, 1], win_requires_made_bid=True) is None
    assert result_of([13, 14], [2, 4], win_requires_made_bid=True) == A
    assert result_of([19, 14], [-3, 1], made=False, win_requires_made_bid=True) is None


def test_at_max_hands_the_higher_score_wins_and_a_tie_is_a_draw():
    assert result_of([3, 2], [2, 1], max_hands=9) == A
    assert result_of([3, 4], [2, 1], max_hands=9) == "draw"
    assert result_of([3, 4], [2, 1], max_hands=10) is None
    assert result_of([13, 14], [2, 2], max_hands=9) == B


def deal_calls(calls, **changes):
    """The record of a deal by seat 3 in which these calls are made."""
    hands, kitty, _ = shuffled(GAME, random.Random(5))
    declarers_suit = "C"
    for hand in hands:  # every seat can name clubs
        hand[:] = [card for card in hand if not card.endswith("C")][:5]
    clubs = iter(cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"))
    for hand in hands:
        hand += [next(clubs) for _ in range(6 - len(hand))]
    return play_out(GAME, rules_with(GAME, **changes), hands, kitty, 3, scripted(calls, declarers_suit))


def test_a_call_of_four_ends_the_auction():
    assert deal_calls([2, 4])["auction"] == [[0, "2"], [1, "4"]]
    assert deal_calls([2, 4], dealer_may_equal=True)["contract"]["declarer"] == 1


def test_the_dealer_may_take_the_bid_at_the_same_number_where_the_option_says_so():
    record = deal_calls([2, 0, 3, 3], dealer_may_equal=True)
    assert record["contract"] == {"declarer": 3, "bid": "3", "trump": "C"}
    with pytest.raises(RuleBreachError, match="bid of seat 2: 2 is not one of"):
        deal_calls([2, 0, 2], dealer_may_equal=True)
    with pytest.raises(RuleBreachError, match="bid of seat 3: 3 is not one of"):
        deal_calls([2, 0, 3, 3])


def test_when_all_pass_the_deal_is_passed_out_or_the_dealer_is_forced_to_the_lowest_bid():
    record = deal_calls([0, 0, 0, 0])
    assert (record["contract"], record["tally"], record["made"], record["score"]) == (None, None, None, [0, 0])
    forced = deal_calls([0, 0, 0, 0], all_pass="dealer_forced", bid_min=3)  # noqa: S106 (a pass, no password)
    assert forced["auction"] == [[0, "pass"], [1, "pass"], [2, "pass"], [3, "pass"], [3, "3"]]
    assert forced["contract"]["declarer"] == 3


def test_the_pack_has_52_cards_and_80_pips():
    assert len(set(DECK)) == 52
    assert game_pips(DECK, DEFAULT) == 80
    assert game_pips(["9S", "AS", "KS"], rules_with(GAME, values={"9": 2, "A": 0})) == 5
