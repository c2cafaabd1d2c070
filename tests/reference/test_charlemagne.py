"""The worked examples of the rule sheet of Charlemagne, one by one, its options and its figures."""

from collections import Counter

import pytest

from tests.reference import RuleBreachError, match_result, next_dealer, play_out, replay
from tests.reference.cards import TRUMPS
from tests.reference.charlemagne import DECK, layout, score, score_is_fixed
from tests.reference.sample_deals import by_name, cards, rules_with
from tests.reference.tricks import JOKERS_WHEN_VOID, STRICT, legal_cards, winner

GAME = "charlemagne"
DEFAULT = rules_with(GAME)
HEARTS, NO_TRUMP = layout(2, DEFAULT), layout(4, DEFAULT)
A, B = 0, 1
MULOT, CHARLEMAGNE, GROS_MULOT, GROS_CHARLEMAGNE = 9, 10, 11, 12

# Seat 0 could lose every trick; the jokers are with 1 and 2, and seat 3 is long in spades.
HANDS = [cards("7S 8S 7H 8H 7D 8D 7C 8C"), cards("LJ 9C 10C JC QC KC AC 9D"), cards("BJ 10D JD QD KD AD 9H 10H")]
HANDS.append(cards("9S 10S JS QS KS AS JH QH"))
KITTY = cards("KH AH")


def dealt(calls, trump="H", *, dealer=3, hands=HANDS, kitty=KITTY, rules=DEFAULT, **answers):
    """The replay of a deal with these calls and cards named for an answer, else the lowest."""
    chosen = by_name(GAME, rules, calls, trump, **answers)
    return replay(play_out(GAME, rules, hands, kitty, dealer, chosen))


def of_kind(replayed, kind):
    """The decisions of one kind."""
    return [decision for decision in replayed.decisions if decision.kind == kind]


@pytest.mark.parametrize(("trick", "seat"), [("10H JD AH LJ", 3), ("AH JD JH 7H", 2), ("AH JD KH 7H", 1)])
def test_example_1_jokers_big_jack_little_jack_and_ace_rank_in_this_order(trick, seat):
    assert winner(list(enumerate(cards(trick))), HEARTS) == seat


def test_the_big_joker_beats_the_little_one():
    assert winner([(0, "LJ"), (1, "BJ"), (2, "JH")], HEARTS) == 1
    assert winner([(0, "BJ"), (1, "LJ")], NO_TRUMP) == 0


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("KD", "JD 7D AS", "7D"),
        ("KD", "JD AS", "JD AS"),
        ("JD", "9H AD", "9H"),
        ("LJ", "QH AS", "QH"),
        ("LJ", "JD AS", "JD"),
        ("7H", "BJ AH AS", "BJ AH"),
        ("KD", "LJ AS", "LJ AS"),
    ],
)
def test_example_2_jokers_and_both_jacks_follow_trump_and_nobody_else_has_to_trump(led, hand, legal):
    assert legal_cards(cards(hand), led, HEARTS, STRICT) == cards(legal)


@pytest.mark.parametrize(
    ("bid", "tricks", "made", "points"),
    [
        (5, [7, 1], True, [5, 0]),
        (6, [5, 3], False, [0, 6]),
        (8, [7, 1], False, [0, 8]),
        (8, [8, 0], True, [8, 0]),
        (MULOT, [0, 8], True, [15, 0]),
        (MULOT, [1, 7], False, [0, 7]),
        (CHARLEMAGNE, [8, 0], True, [16, 0]),
        (CHARLEMAGNE, [7, 1], False, [0, 8]),
        (GROS_MULOT, [0, 8], True, [30, 0]),
        (GROS_MULOT, [2, 6], False, [0, 15]),
        (GROS_CHARLEMAGNE, [8, 0], True, [32, 0]),
        (GROS_CHARLEMAGNE, [0, 8], False, [0, 16]),
    ],
)
def test_examples_3_and_4_a_made_bid_scores_its_value_and_a_failure_gives_the_opponents_theirs(
    bid, tricks, made, points
):
    assert score(tricks, A, bid, DEFAULT) == (made, points)
    assert score(tricks[::-1], B, bid, DEFAULT) == (made, points[::-1])


@pytest.mark.parametrize(
    ("bid", "fail", "points"),
    [
        (6, "set_back", [-6, 0]),
        (6, "both", [-6, 6]),
        (MULOT, "set_back", [-15, 0]),
        (MULOT, "both", [-15, 7]),
        (GROS_CHARLEMAGNE, "both", [-32, 16]),
    ],
)
def test_by_option_bidders_who_fail_lose_the_value_of_the_made_bid(bid, fail, points):
    assert score([5, 3], A, bid, rules_with(GAME, fail=fail)) == (False, points)
    assert score([5, 3], A, 5, rules_with(GAME, fail=fail)) == (True, [5, 0])


def test_with_overtricks_a_made_bid_in_tricks_scores_the_tricks_and_defenders_nothing():
    rules = rules_with(GAME, overtricks=True)
    assert score([7, 1], A, 5, rules) == (True, [7, 0])
    assert score([4, 4], A, 5, rules) == (False, [0, 5])
    assert score([8, 0], A, CHARLEMAGNE, rules) == (True, [16, 0])
    assert score([0, 8], A, MULOT, rules) == (True, [15, 0])
    assert score([7, 1], A, 5, rules_with(GAME, overtricks=True, values={"made": {"5": 50}})) == (True, [7, 0])


def test_changed_values_hold_for_made_and_failed_bids_alone():
    rules = rules_with(GAME, values={"made": {"5": 0, "mulot": 3}, "failed": {"6": 60}}, fail="both")
    assert score([7, 1], A, 5, rules) == (True, [0, 0])
    assert score([4, 4], A, 5, rules) == (False, [0, 5])
    assert score([4, 4], A, 6, rules) == (False, [-6, 60])
    assert score([1, 7], A, MULOT, rules) == (False, [-3, 7])


@pytest.mark.parametrize("bid_min", [1, 4])
def test_a_bid_below_five_is_worth_the_bid(bid_min):
    rules = rules_with(GAME, bid_min=bid_min)
    assert score([4, 4], A, 4, rules) == (True, [4, 0])
    assert score([3, 5], A, 4, rules) == (False, [0, 4])
    assert dealt([bid_min, 0, 0, 0], rules=rules).record["contract"]["bid"] == str(bid_min)


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("8S", "LJ KD 7C", "LJ"),
        ("8S", "LJ KS 7C", "KS"),
        ("8S", "LJ BJ 7C", "LJ BJ"),
        ("8S", "KD 7C", "KD 7C"),
        ("LJ", "BJ KS 7C", "BJ"),
        ("LJ", "KS 7C", "KS 7C"),
    ],
)
def test_examples_5_and_6_in_mulot_a_void_seat_must_play_a_joker_and_a_joker_draws_the_other(led, hand, legal):
    assert legal_cards(cards(hand), led, NO_TRUMP, JOKERS_WHEN_VOID) == cards(legal)


def test_example_5_the_joker_that_had_to_be_played_wins():
    assert winner([(0, "8S"), (1, "LJ"), (3, "AS")], NO_TRUMP) == 1


def test_example_6_a_little_joker_led_wins_when_the_big_one_is_out_of_play_and_the_mulot_fails():
    hands = [["LJ", *HANDS[0][1:]], ["7S", *HANDS[1][1:]], *HANDS[2:]]
    record = dealt([MULOT, 0, 0, 0], hands=hands, plays="LJ").record
    assert record["tricks"][0]["winner"] == 0
    assert (record["made"], record["score"]) == (False, [0, 7])
    drawn = [hands[0], ["BJ", *hands[1][1:]], ["7S", *hands[2][1:]], hands[3]]
    record = dealt([MULOT, 0, 0, 0], hands=drawn, plays="LJ BJ AS").record
    assert record["tricks"][0]["winner"] == 1


def test_example_7_in_mulot_the_jack_is_an_ordinary_card():
    assert winner([(0, "JD"), (1, "QD"), (3, "10D")], NO_TRUMP) == 1
    assert winner([(0, "JD"), (1, "10D"), (3, "JH")], NO_TRUMP) == 0


def test_example_8_with_hearts_trump_there_are_11_trumps_7_diamonds_8_spades_and_8_clubs():
    assert Counter(HEARTS.group.values()) == {TRUMPS: 11, "D": 7, "S": 8, "C": 8}
    assert len(set(DECK)) == 34


def test_the_lead_to_a_bid_in_tricks_is_by_option_the_declarers():
    rules = rules_with(GAME, lead_5_8="declarer")
    assert dealt([5, 0, 0, 0], rules=rules).record["tricks"][0]["leader"] == 0
    assert dealt([5, 0, 0, 6]).record["tricks"][0]["leader"] == 0
    assert dealt([MULOT, 0, 0, 0], rules=rules).record["tricks"][0]["leader"] == 0


def result_of(before, change, *, made, declaring=B, deals_played=9, **changes):
    """The result of a match after a deal that B declared."""
    return match_result(GAME, rules_with(GAME, **changes), before, change, declaring, made, {}, deals_played)


def test_example_10_a_side_wins_by_the_failure_of_the_other_and_a_gros_charlemagne_wins_outright():
    assert result_of([28, 30], [5, 0], made=False) == A
    assert result_of([0, 31], [32, 0], made=True, declaring=A) == A
    assert result_of([28, 30], [5, 0], made=False, win_requires_made_bid=True) is None
    assert result_of([28, 30], [0, 5], made=True, win_requires_made_bid=True) == B


def test_of_two_sides_at_the_target_the_higher_wins_and_of_equals_the_declaring_one():
    assert result_of([40, 30], [0, 5], made=True) == A
    assert result_of([35, 30], [0, 5], made=True) == B
    assert result_of([33, 40], [0, -5], made=False) == B


def test_at_max_hands_the_higher_score_wins_and_a_tie_is_a_draw():
    assert result_of([10, 5], [0, 5], made=True, max_hands=9) == "draw"
    assert result_of([11, 5], [0, 5], made=True, max_hands=9) == A


def test_a_single_round_always_has_four_calls_even_after_the_highest():
    replayed = dealt([GROS_CHARLEMAGNE, 0, 0, 0])
    assert replayed.record["auction"] == [[0, "gros_charlemagne"], [1, "pass"], [2, "pass"], [3, "pass"]]
    assert [decision.legal for decision in of_kind(replayed, "bid")] == [0b1111111100001, 1, 1, 1]


def legal_after(bid, rules=DEFAULT):
    """The calls allowed over a bid."""
    legal = dealt([bid, 0, 0, 0], rules=rules).decisions[1].legal
    return [call for call in range(13) if legal >> call & 1]


def test_the_solo_bids_rank_mulot_charlemagne_gros_mulot_gros_charlemagne():
    assert legal_after(8) == [0, MULOT, CHARLEMAGNE, GROS_MULOT, GROS_CHARLEMAGNE]
    assert legal_after(CHARLEMAGNE) == [0, GROS_MULOT, GROS_CHARLEMAGNE]
    assert legal_after(GROS_MULOT) == [0, GROS_CHARLEMAGNE]


def test_in_the_order_of_the_text_charlemagne_beats_gros_mulot():
    rules = rules_with(GAME, bid_order="text_listing")
    assert legal_after(MULOT, rules) == [0, CHARLEMAGNE, GROS_MULOT, GROS_CHARLEMAGNE]
    assert legal_after(GROS_MULOT, rules) == [0, CHARLEMAGNE, GROS_CHARLEMAGNE]
    assert legal_after(CHARLEMAGNE, rules) == [0, GROS_CHARLEMAGNE]
    assert dealt([GROS_MULOT, CHARLEMAGNE, 0, 0], rules=rules).record["contract"]["declarer"] == 1
    with pytest.raises(RuleBreachError, match="bid of seat 1: 10 is not one of"):
        dealt([GROS_MULOT, CHARLEMAGNE])


def test_a_continuous_auction_goes_round_and_a_pass_is_final():
    record = dealt([5, 0, MULOT, 0, CHARLEMAGNE, 0], rules=rules_with(GAME, auction="continuous")).record
    assert record["auction"][3:] == [[3, "pass"], [0, "charlemagne"], [2, "pass"]]
    assert record["contract"] == {"declarer": 0, "bid": "charlemagne", "trump": "H"}


@pytest.mark.parametrize("bid_min", [1, 5, 6])
def test_a_dealer_who_is_forced_bids_five_whatever_the_minimum(bid_min):
    record = dealt([0, 0, 0, 0], rules=rules_with(GAME, all_pass="dealer_forced", bid_min=bid_min)).record  # noqa: S106
    assert record["auction"][4:] == [[3, "5"]]
    assert (record["contract"]["bid"], record["tricks"][0]["leader"]) == ("5", 0)


@pytest.mark.parametrize(("policy", "dealer"), [("redeal_next", 0), ("redeal_same", 3)])
def test_when_all_pass_nothing_happens_and_the_option_says_who_deals(policy, dealer):
    record = dealt([0, 0, 0, 0], rules=rules_with(GAME, all_pass=policy)).record
    assert (record["contract"], record["exchange"], record["tricks"], record["tally"]) == (None, [], [], None)
    assert next_dealer(record["rules"], 3, passed_out=True) == dealer


@pytest.mark.parametrize(
    ("bid", "tricks", "fixed", "fixed_with_overtricks"),
    [
        (5, [4, 3], False, False),
        (5, [5, 0], True, False),
        (5, [0, 4], True, True),
        (5, [0, 3], False, False),
        (8, [7, 0], False, False),
        (8, [7, 1], True, True),
        (MULOT, [0, 7], False, False),
        (GROS_MULOT, [1, 0], True, True),
        (CHARLEMAGNE, [7, 0], False, False),
        (GROS_CHARLEMAGNE, [2, 1], True, True),
    ],
)
def test_play_stops_by_option_when_the_tricks_fix_the_score(bid, tricks, fixed, fixed_with_overtricks):
    assert score_is_fixed(A, bid, DEFAULT, tricks) is fixed
    assert score_is_fixed(B, bid, DEFAULT, tricks[::-1]) is fixed
    assert score_is_fixed(A, bid, rules_with(GAME, overtricks=True), tricks) is fixed_with_overtricks


def test_a_deal_that_stops_early_scores_the_same_and_holds_the_tricks_played():
    calls, plays, rules = [0, GROS_CHARLEMAGNE, 0, 0], "9D AD 7D", rules_with(GAME, stop_early=True)
    short, whole = dealt(calls, plays=plays, rules=rules).record, dealt(calls, plays=plays).record
    assert short["tally"] == {"tricks": [1, 0]}
    assert (len(short["tricks"]), len(whole["tricks"])) == (1, 8)
    assert whole["tricks"][:1] == short["tricks"]
    assert (short["made"], short["score"]) == (whole["made"], whole["score"]) == (False, [16, 0])


def test_trump_cannot_be_named_in_a_mulot_and_no_trump_not_elsewhere():
    record = dealt([5, 0, 0, 0]).record
    assert dealt([MULOT, 0, 0, 0]).record["contract"]["trump"] is None
    with pytest.raises(RuleBreachError, match="name_trump"):
        replay({**record, "contract": {**record["contract"], "trump": None}})


def test_the_trump_lane_holds_eleven_cards_in_slots_4_to_14():
    names = cards("7H 8H 9H 10H QH KH AH JD JH LJ BJ")
    assert [HEARTS.code[card] for card in names] == list(range(52, 63))
    assert [HEARTS.code[card] for card in cards("AC AS AD 7D")] == [12, 28, 44, 37]
    assert [NO_TRUMP.code[card] for card in cards("JH LJ BJ")] == [41, 61, 62]
    assert NO_TRUMP.trump_mask == 0b11 << 61
