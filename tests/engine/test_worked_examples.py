"""The worked examples of Canadian Smear and Hasenpfeffer through the engine (A: seats 0 and 2, B: seats 1 and 3)."""

import pytest

from simcards.cards.order import in_play_order
from simcards.games.game import find_game
from tests.engine.sheet import Deal

SMEAR, HASENPFEFFER = find_game("canadian_smear"), find_game("hasenpfeffer")
A, B = 0, 1


# ---- Canadian Smear --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [("7S", "KS 2D AH", "KS"), ("9H", "4H QS 3D", "4H QS"), ("9H", "QS 3D 2C", "QS 3D 2C")],
)
def test_smear_1_suit_or_trump_is_followed_and_a_void_player_plays_anything(led, hand, legal):
    assert Deal(SMEAR, "S").legal(hand, led) == set(legal.split())


def test_smear_1_the_first_lead_is_of_the_suit_named_and_later_leads_are_free():
    deal = Deal(SMEAR, "S")
    hand = deal.set("7S KS 2D AH")
    assert SMEAR.lead(hand, deal.mask, 0, deal.codes) == deal.set("7S KS")
    assert SMEAR.lead(hand, deal.mask, 1, deal.codes) == hand
    assert SMEAR.trump_choices(deal.deck.parse_set(["7S", "2D", "AH"]), deal.codes) == 0b1110


def test_smear_by_option_a_player_who_can_follow_may_not_trump():
    assert Deal(SMEAR, "S", follow="strict").legal("4H QS 3D", "9H") == {"4H"}


def test_smear_2_the_only_trump_wins_fourteen_points_of_game():
    deal = Deal(SMEAR, "S")
    assert deal.winner("9H 10H 3S AH") == 2
    tally, _, _ = deal.result(A, 2, ("9H 3S", "10H AH"), ("9H 10H 3S AH", ""))
    assert tally["game_points"] == [14, 0]


def test_smear_3_without_a_trump_the_highest_card_of_the_led_suit_wins():
    assert Deal(SMEAR, "S").winner("JD QC 2D AC", leader=1) == 1


# Example 4: A plays and wins the ace and jack of trump, the two is not dealt, Game is 45 to 20.
PLAYED = ("AS 10S JS 8H 10D 9D AH AC KH 9C QH 6C", "3S 9H 10H 7H 10C 8D AD 7D KD 8C 7C 5C")
TAKEN = ("AS 3S 10S 9H JS 10H 8H 7H 10D 10C 9D 8D", "AH AD AC 7D KH KD 9C 8C QH 7C 6C 5C")


def example_4(bid=3, swap=("", ""), **changes):
    """The result of example 4, one card exchanged for another."""
    played, taken = (tuple(text.replace(*swap) if swap[0] else text for text in sets) for sets in (PLAYED, TAKEN))
    return Deal(SMEAR, "S", **changes).result(A, bid, played, taken)


def test_smear_4_high_jack_and_game_make_a_bid_of_three():
    tally, made, score = example_4()
    assert tally == {"high": A, "low": None, "jack": A, "game": A, "game_points": [45, 20], "tricks": [3, 3]}
    assert (made, score) == (True, [3, 0])


def test_smear_4_the_lowest_trump_in_play_gives_b_low_by_option():
    assert example_4(low="lowest_in_play")[2] == [3, 1]


def test_smear_5_a_bid_of_four_fails_with_three_points():
    assert example_4(bid=4)[1:] == (False, [-4, 0])


def test_smear_6_low_goes_to_its_player_or_by_option_to_its_winner():
    assert example_4(swap=("3S", "2S"))[0]["low"] == B
    assert example_4(swap=("3S", "2S"), low_to="winner")[0]["low"] == A


@pytest.mark.parametrize(
    ("side", "game_tie", "winner"),
    [(A, "nobody", None), (A, "declarers", A), (B, "declarers", B), (A, "defenders", B), (B, "defenders", A)],
)
def test_smear_7_a_tied_game_is_nobodys_or_by_option_a_sides(side, game_tie, winner):
    cards = ("10H 10D 10C", "10S AH AD AC KH KD QC")
    tally, _, _ = Deal(SMEAR, "S", game_tie=game_tie).result(side, 2, cards, cards)
    assert tally["game_points"] == [30, 30]
    assert tally["game"] == winner


def test_smear_7_a_jack_that_was_not_dealt_gives_no_point():
    assert example_4(swap=("JS", "9S"))[0]["jack"] is None


@pytest.mark.parametrize("game_tie", ["nobody", "declarers", "defenders"])
def test_smear_game_without_a_point_is_nobodys_whatever_the_option(game_tie):
    assert example_4(values=dict.fromkeys(("A", "K", "Q", "J", "10"), 0), game_tie=game_tie)[0]["game"] is None


def test_smear_the_pack_holds_eighty_points_of_game():
    deal = Deal(SMEAR, "S")
    pack = " ".join(deal.deck.names.values())
    assert deal.result(A, 2, (pack, ""), (pack, ""))[0]["game_points"] == [80, 0]


@pytest.mark.parametrize("small", [True, False])
def test_smear_changed_values_of_cards_count_whether_small_or_large(small):
    values = {"9": 2, "A": 0, "K": 15 if small else 1000}
    deal = Deal(SMEAR, "S", values=values)
    assert deal.result(A, 2, ("9S AS", "KS"), ("9S AS KS", ""))[0]["game_points"] == [2 + values["K"], 0]


# ---- Hasenpfeffer ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "bowers", "winner"),
    [
        ("AS JC JS JK", True, 3),
        ("AS JC JS KS", True, 2),
        ("AS JC JS KS", False, 0),
        ("9H KH JC AH", True, 2),
        ("9H KH JC AH", False, 3),
    ],
)
def test_hasenpfeffer_1_and_2_the_joker_and_the_bowers_win(trick, bowers, winner):
    assert Deal(HASENPFEFFER, "S", bowers=bowers).winner(trick) == winner


@pytest.mark.parametrize(
    ("led", "hand", "bowers", "legal"),
    [
        ("AC", "JC 10C QD", True, "10C"),
        ("AC", "JC QD", True, "JC QD"),
        ("AC", "JC QD", False, "JC"),
        ("JK", "9S AC", True, "9S"),
        ("JK", "JC AH", True, "JC"),
        ("JK", "JC AH", False, "JC AH"),
    ],
)
def test_hasenpfeffer_3_the_left_bower_is_a_trump_and_a_led_joker_asks_for_trumps(led, hand, bowers, legal):
    assert Deal(HASENPFEFFER, "S", bowers=bowers).legal(hand, led) == set(legal.split())


@pytest.mark.parametrize(("bid", "tricks", "made", "score"), [(4, (5, 1), True, [5, 1]), (5, (4, 2), False, [-5, 2])])
def test_hasenpfeffer_4_a_made_bid_scores_its_tricks_and_a_failed_one_costs_the_bid(bid, tricks, made, score):
    assert Deal(HASENPFEFFER, "S").result(A, bid, ("", ""), ("", ""), tricks)[1:] == (made, score)
    turned = Deal(HASENPFEFFER, "S").result(B, bid, ("", ""), ("", ""), tricks[::-1])
    assert turned[1:] == (made, score[::-1])


def test_hasenpfeffer_by_option_overtricks_score_nothing():
    assert Deal(HASENPFEFFER, "S", overtricks=False).result(A, 4, ("", ""), ("", ""), (5, 1))[2] == [4, 1]


def test_hasenpfeffer_8_with_spades_trump_there_are_eight_trumps_five_clubs_and_six_of_each_red_suit():
    deal = Deal(HASENPFEFFER, "S")
    pack = in_play_order(deal.deck.cards, deal.trump, deal.deck.layout)
    trumps = deal.deck.set_names(pack & deal.mask, deal.trump)
    assert trumps == ["JK", "JS", "JC", "AS", "KS", "QS", "10S", "9S"]
    assert [(pack >> 16 * lane & 0x7FFF).bit_count() for lane in range(4)] == [6, 6, 5, 8]


def test_hasenpfeffer_with_no_trump_the_joker_alone_is_trump_and_jacks_stay_in_their_suits():
    deal = Deal(HASENPFEFFER, None, allow_no_trump=True)
    assert deal.winner("AS JC JS JK") == 3
    assert deal.winner("KH JS AH AS") == 2
    assert deal.legal("9S AC", "JK") == {"9S", "AC"}
    assert deal.legal("JK AC", "9C") == {"AC"}
