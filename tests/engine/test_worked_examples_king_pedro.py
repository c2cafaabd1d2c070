"""The worked examples of King Pedro through the engine's own rules (A: seats 0 and 2, B: seats 1 and 3)."""

import pytest

from simcards.games.game import find_game
from tests.engine.sheet import Deal

KING_PEDRO = find_game("king_pedro")
A, B = 0, 1
PLAIN = "AS KS QS JS 10S 9S 8S AC KC QC"  # no trumps while hearts are


@pytest.mark.parametrize(
    ("trick", "winner", "points"),
    [("AH 5D KH 2H", 0, [36, 1]), ("4H 5D 5H 3H", 2, [10, 0])],
)
def test_king_pedro_1_and_2_the_five_of_the_colour_is_a_trump_and_the_two_counts_for_its_player(trick, winner, points):
    deal = Deal(KING_PEDRO, "H")
    cards = trick.split()
    assert deal.winner(trick) == winner
    by_side = (" ".join(cards[0::2]), " ".join(cards[1::2]))
    assert deal.result(A, 30, by_side, (trick, ""))[0]["points"] == points


def test_king_pedro_3_without_a_trump_the_leader_wins():
    assert Deal(KING_PEDRO, "S").winner("3D AD KC QD", leader=1) == 1
    assert Deal(KING_PEDRO, "S", plain_winner="highest_of_led").winner("3D AD KC QD", leader=1) == 2


def test_king_pedro_4_a_player_with_nothing_but_trumps_wins_a_plain_lead():
    deal = Deal(KING_PEDRO, "S")
    assert deal.winner("AD 7C 9S 2D", leader=1) == 3
    assert deal.result(B, 30, ("7C 2D", "AD 9S"), ("", "AD 7C 9S 2D"))[0]["points"] == [0, 9]


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("KC", "AH 5D 7C 9S 3D", "7C 9S 3D"),
        ("KC", "AH 5D 2H", "AH 5D 2H"),
        ("5D", "6D 3H KS", "3H"),
        ("5D", "6D KS", "6D KS"),
    ],
)
def test_king_pedro_5_a_trump_asks_for_trumps_and_a_plain_card_for_any_plain_card(led, hand, legal):
    assert Deal(KING_PEDRO, "H").legal(hand, led) == set(legal.split())


@pytest.mark.parametrize(
    ("plain_follow", "hand", "legal"),
    [
        ("follow_suit", "AH 7C 9S", "7C"),
        ("follow_suit", "AH 9S", "AH 9S"),
        ("follow_or_trump", "AH 7C 9S", "AH 7C"),
        ("follow_or_trump", "AH 9S", "AH 9S"),
    ],
)
def test_king_pedro_by_option_the_suit_led_is_followed(plain_follow, hand, legal):
    assert Deal(KING_PEDRO, "H", plain_follow=plain_follow).legal(hand, "KC") == set(legal.split())


def test_king_pedro_the_first_lead_is_a_trump_and_later_leads_are_free():
    deal = Deal(KING_PEDRO, "H")
    assert deal.leads("AH 5D 7C 9S 3D") == {"AH", "5D"}
    assert deal.leads("AH 5D 7C 9S 3D", trick_no=1) == {"AH", "5D", "7C", "9S", "3D"}


def test_king_pedro_6_a_trick_without_the_seat_that_folded():
    deal = Deal(KING_PEDRO, "H")
    assert deal.winner("6H 5D JH", seats=(3, 0, 2)) == 2
    assert deal.result(A, 30, ("5D JH", "6H"), ("6H 5D JH", ""))[0]["points"] == [6, 0]


@pytest.mark.parametrize(("bid", "made", "score"), [(45, True, [47, 15]), (50, False, [-50, 15])])
def test_king_pedro_7_a_made_bid_scores_what_was_captured_and_a_failed_one_costs_the_bid(bid, made, score):
    sets = ("KH 10H AH JH 5H", "9H 5D 2H")
    tally, was_made, scored = Deal(KING_PEDRO, "H").result(A, bid, sets, sets)
    assert tally["points"] == [47, 15]
    assert (was_made, scored) == (made, score)


def discards(hand, **changes):
    """The cards that may go, those that must, and how many go, of a hand with hearts trump."""
    deal = Deal(KING_PEDRO, "H", **changes)
    may, must, need = KING_PEDRO.discard(deal.set(hand), 1, 30, -1, deal.mask, deal.codes)
    return deal.names(may), deal.names(must), need


def test_king_pedro_9_with_three_trumps_seven_of_ten_plain_cards_go():
    assert discards(f"AH 5D 2H {PLAIN}") == (set(PLAIN.split()), set(), 7)


def test_king_pedro_9_with_seven_trumps_all_plain_cards_go_and_a_trump_that_scores_nothing():
    plain = "AS KS QS JS 10S 9S"
    may, must, need = discards(f"AH KH QH 9H 7H 4H 2H {plain}")
    assert (may, must, need) == ({*plain.split(), "QH", "7H", "4H"}, set(plain.split()), 7)


def test_king_pedro_9_with_seven_scoring_trumps_one_of_them_goes_too():
    plain, scoring = "AS KS QS JS 10S", "AH KH JH 10H 9H 5H 5D"
    may, must, need = discards(f"{scoring} QH {plain}")
    assert (may, must, need) == ({*scoring.split(), "QH", *plain.split()}, {"QH", *plain.split()}, 7)
    kept = ("KH JH 10H 9H 5H 5D", "2H")
    tally, _, _ = Deal(KING_PEDRO, "H").result(A, 30, kept, kept, discarded=("AH QH", ""))
    assert sum(tally["points"]) == 61
    for option, points in (("opponents", [60, 2]), ("discarder", [61, 1])):
        deal = Deal(KING_PEDRO, "H", discard_points_to=option)
        assert deal.result(A, 30, kept, kept, discarded=("AH QH", ""))[0]["points"] == points


def test_king_pedro_by_option_the_two_scores_for_its_winner_or_for_whom_it_was_dealt_to_even_when_laid_away():
    played, taken, away = ("KH", "2H"), ("KH 2H", ""), ("", "3H")
    for two_to, points in (("player", [30, 1]), ("winner", [31, 0]), ("dealt", [30, 1])):
        deal = Deal(KING_PEDRO, "H", two_to=two_to)
        assert deal.result(A, 30, played, taken, discarded=away)[0]["points"] == points
    dealt = Deal(KING_PEDRO, "H", two_to="dealt", discard_points_to="opponents")
    assert dealt.result(A, 30, ("KH", ""), ("KH", ""), discarded=("", "2H"))[0]["points"] == [30, 1]


def test_king_pedro_10_two_trumps_may_be_given_to_a_partner_who_plays_and_no_trump_means_to_fold():
    deal = Deal(KING_PEDRO, "H")
    few, none = deal.set(f"5H 3H {PLAIN}"), deal.set(PLAIN)
    cards, need = KING_PEDRO.gift(few, 2, 1, 30, -1, deal.mask, deal.codes)
    assert (deal.names(cards), need) == ({"5H", "3H"}, 2)
    assert KING_PEDRO.gift(few, 2, 0, 30, -1, deal.mask, deal.codes)[0] == 0
    assert KING_PEDRO.gift(few, 0, 1, 30, -1, deal.mask, deal.codes)[0] == 0
    assert KING_PEDRO.gift(deal.set("5H 3H 2H AS"), 2, 1, 30, -1, deal.mask, deal.codes)[0] == 0
    assert KING_PEDRO.sits_out(none, 2, 30, -1, deal.mask, deal.codes)
    assert not KING_PEDRO.sits_out(few, 2, 30, -1, deal.mask, deal.codes)
    plain = "AS KS QS JS 10S 9S 8S AC KC"
    assert discards(f"AH KH JH 10H 5H 3H {plain}") == (set(plain.split()), set(plain.split()), 9)


def test_king_pedro_the_auction_goes_round_until_three_have_passed():
    deal = Deal(KING_PEDRO, "H")
    assert deal.auction(3, "30 pass 35 pass 40 pass") == (0, 40)
    assert deal.auction(3, "62 pass pass pass") == (0, 62)
    assert deal.auction(3, "pass pass pass pass") == (-1, 0)
    assert Deal(KING_PEDRO, "H", auction="single_round").auction(3, "30 pass 35 pass") == (2, 35)
