"""The worked examples of Charlemagne through the engine's own rules (A: seats 0 and 2, B: seats 1 and 3)."""

import pytest

from simcards.cards.order import in_play_order
from simcards.games.game import find_game
from tests.engine.sheet import Deal

CHARLEMAGNE = find_game("charlemagne")
A, B = 0, 1
MULOT, ALONE, GROS_MULOT, GROS_ALONE = 9, 10, 11, 12


@pytest.mark.parametrize(("trick", "winner"), [("10H JD AH LJ", 3), ("AH JD JH 7H", 2)])
def test_charlemagne_1_jokers_beat_the_jacks_of_the_colour_and_these_the_ace(trick, winner):
    assert Deal(CHARLEMAGNE, "H").winner(trick) == winner


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [("KD", "JD 7D AS", "7D"), ("KD", "JD AS", "JD AS"), ("JD", "9H AD", "9H"), ("LJ", "QH AS", "QH")],
)
def test_charlemagne_2_the_jack_of_the_colour_is_a_trump_and_a_led_joker_asks_for_trumps(led, hand, legal):
    assert Deal(CHARLEMAGNE, "H").legal(hand, led) == set(legal.split())


@pytest.mark.parametrize(
    ("bid", "tricks", "made", "score"),
    [
        (5, (7, 1), True, [5, 0]),
        (6, (5, 3), False, [0, 6]),
        (8, (7, 1), False, [0, 8]),
        (MULOT, (0, 8), True, [15, 0]),
        (MULOT, (1, 7), False, [0, 7]),
        (ALONE, (8, 0), True, [16, 0]),
        (ALONE, (7, 1), False, [0, 8]),
        (GROS_MULOT, (0, 8), True, [30, 0]),
        (GROS_MULOT, (1, 7), False, [0, 15]),
        (GROS_ALONE, (8, 0), True, [32, 0]),
        (GROS_ALONE, (7, 1), False, [0, 16]),
    ],
)
def test_charlemagne_3_and_4_a_made_bid_scores_its_value_and_a_failed_one_goes_to_the_opponents(
    bid, tricks, made, score
):
    trump = None if bid in (MULOT, GROS_MULOT) else "H"
    assert Deal(CHARLEMAGNE, trump).result(A, bid, tricks=tricks)[1:] == (made, score)
    assert Deal(CHARLEMAGNE, trump).result(B, bid, tricks=tricks[::-1])[1:] == (made, score[::-1])


def test_charlemagne_by_option_a_failed_bid_costs_its_value_or_costs_and_pays_and_overtricks_score():
    assert Deal(CHARLEMAGNE, "H", fail="set_back").result(A, ALONE, tricks=(7, 1))[2] == [-16, 0]
    assert Deal(CHARLEMAGNE, "H", fail="both").result(A, ALONE, tricks=(7, 1))[2] == [-16, 8]
    assert Deal(CHARLEMAGNE, "H", overtricks=True).result(A, 5, tricks=(7, 1))[2] == [7, 0]
    assert Deal(CHARLEMAGNE, "H", overtricks=True).result(A, ALONE, tricks=(8, 0))[2] == [16, 0]


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("8S", "LJ KD 7C", "LJ"),
        ("8S", "LJ BJ KD", "LJ BJ"),
        ("8S", "LJ KS 7C", "KS"),
        ("LJ", "BJ KS 7C", "BJ"),
        ("LJ", "KD KS 7C", "KD KS 7C"),
    ],
)
def test_charlemagne_5_and_6_in_a_mulot_who_cannot_follow_must_play_a_joker(led, hand, legal):
    assert Deal(CHARLEMAGNE, None).legal(hand, led) == set(legal.split())


@pytest.mark.parametrize(("trick", "winner"), [("8S LJ AS", 1), ("LJ BJ 7H", 1), ("LJ KS 7H", 0), ("JD QD 10D", 1)])
def test_charlemagne_5_to_7_in_a_mulot_jokers_win_and_a_jack_is_an_ordinary_card(trick, winner):
    assert Deal(CHARLEMAGNE, None).winner(trick, seats=(0, 1, 3)) == winner


def test_charlemagne_8_with_hearts_trump_there_are_eleven_trumps_seven_diamonds_and_eight_of_each_black_suit():
    deal = Deal(CHARLEMAGNE, "H")
    pack = in_play_order(deal.deck.cards, deal.trump, deal.deck.layout)
    trumps = deal.deck.set_names(pack & deal.mask, deal.trump)
    assert trumps == ["BJ", "LJ", "JH", "JD", "AH", "KH", "QH", "10H", "9H", "8H", "7H"]
    assert [(pack >> 16 * lane & 0x7FFF).bit_count() for lane in range(4)] == [8, 8, 7, 11]


@pytest.mark.parametrize(
    ("bid", "choice", "kitty", "card"),
    [(5, -1, 2, 0), (8, -1, 2, 0), (ALONE, -1, 2, 1), (GROS_ALONE, 0, 2, 0), (GROS_ALONE, 1, 0, 1), (MULOT, -1, 0, 0)],
)
def test_charlemagne_9_as_many_cards_are_laid_away_as_were_taken(bid, choice, kitty, card):
    deal = Deal(CHARLEMAGNE, "H")
    hand = deal.set("7C 8C 9C 10C 7S 8S 9S 10S")
    assert 2 * bool(CHARLEMAGNE.takes_kitty(bid, choice, deal.codes)) == kitty
    asked, need = CHARLEMAGNE.gift(hand, 2, 1, bid, choice, deal.mask, deal.codes)
    assert (asked, need) == (hand if card else 0, 1)
    assert CHARLEMAGNE.gift(hand, 1, 1, bid, choice, deal.mask, deal.codes)[0] == 0
    assert CHARLEMAGNE.discard(hand, 0, bid, choice, deal.mask, deal.codes) == (hand, 0, kitty + card)
    assert CHARLEMAGNE.discard(hand, 1, bid, choice, deal.mask, deal.codes)[2] == 0


@pytest.mark.parametrize(("bid", "alone", "places"), [(5, False, 1), (8, False, 1), (MULOT, True, 0), (ALONE, True, 0)])
def test_charlemagne_the_left_neighbour_leads_to_bids_in_tricks_and_who_plays_alone_leads_itself(bid, alone, places):
    deal = Deal(CHARLEMAGNE, "H")
    assert CHARLEMAGNE.leader(bid, 1, deal.codes) == places
    assert CHARLEMAGNE.leader(bid, 1, Deal(CHARLEMAGNE, "H", lead_5_8="declarer").codes) == 0
    leaves = CHARLEMAGNE.sits_out(0, 2, bid, -1, deal.mask, deal.codes)
    gives = CHARLEMAGNE.gift(1, 2, 1, bid, -1, deal.mask, deal.codes)[0] != 0
    assert (leaves or gives) == alone


@pytest.mark.parametrize("bid", [5, MULOT, ALONE, GROS_MULOT, GROS_ALONE])
def test_charlemagne_the_declarers_hand_lies_open_after_the_first_trick_of_a_gros_mulot_only(bid):
    codes = Deal(CHARLEMAGNE, "H").codes
    assert [bool(CHARLEMAGNE.exposes(bid, trick, codes)) for trick in (0, 1, 7)] == [False, *[bid == GROS_MULOT] * 2]


@pytest.mark.parametrize(
    ("order", "calls", "refused"),
    [
        ("pagat", "8 mulot charlemagne gros_mulot", None),
        ("pagat", "8 gros_mulot charlemagne pass", "charlemagne"),
        ("text_listing", "mulot gros_mulot charlemagne gros_charlemagne", None),
        ("text_listing", "8 charlemagne gros_mulot pass", "gros_mulot"),
    ],
)
def test_charlemagne_the_order_of_the_bids_is_that_of_the_option(order, calls, refused):
    deal = Deal(CHARLEMAGNE, "H", bid_order=order)
    if refused:
        high, low = deal.game.parse_call(calls.split()[1]), deal.game.parse_call(refused)
        assert not deal.game.legal_calls(high, 0, deal.codes) >> low & 1
    else:
        assert deal.auction(3, calls) == (3, deal.game.parse_call(calls.split()[-1]))


def test_charlemagne_there_are_always_four_calls():
    deal = Deal(CHARLEMAGNE, "H")
    assert deal.auction(3, "gros_charlemagne pass pass pass") == (0, GROS_ALONE)
    assert deal.auction(3, "pass 5 pass 6") == (3, 6)


@pytest.mark.parametrize(
    ("bid", "tricks", "over"),
    [
        (5, (5, 0), True),
        (5, (4, 3), False),
        (5, (2, 4), True),
        (MULOT, (0, 7), False),
        (MULOT, (1, 0), True),
        (ALONE, (7, 0), False),
        (ALONE, (3, 1), True),
    ],
)
def test_charlemagne_by_option_play_stops_when_the_tricks_fix_the_score(bid, tricks, over):
    codes = Deal(CHARLEMAGNE, "H", stop_early=True).codes
    assert bool(CHARLEMAGNE.stops(bid, *tricks, codes)) == over
    assert not CHARLEMAGNE.stops(bid, *tricks, Deal(CHARLEMAGNE, "H").codes)
