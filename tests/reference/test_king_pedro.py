"""The worked examples of the rule sheet of King Pedro, one by one, its scoring and its auction."""

import pytest

from tests.reference import RuleBreachError, match_result, next_dealer, play_out, replay
from tests.reference.cards import TRUMPS
from tests.reference.king_pedro import (
    DECK,
    FOLLOW,
    add_points_laid_away,
    captured_points,
    discard_choice,
    layout,
    score,
    value_of,
)
from tests.reference.sample_deals import by_name, cards, rules_with
from tests.reference.tricks import legal_cards, proved_voids, winner

GAME = "king_pedro"
DEFAULT = rules_with(GAME)
HEARTS, SPADES = layout(2, DEFAULT), layout(3, DEFAULT)
A, B = 0, 1

# Thirteen cards a seat, the first nine dealt first. Hearts being trump, seat 1 has none, seat 2 two and seat 3 eight.
HANDS = [
    cards("AH KH QH JH 2C 3C 4C 5C 6C 7C 8C 9C 10C"),
    cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"),
    cards("5H 3H JC QC KC AC 2D 3D 4D 6D 7D 8D 9D"),
    cards("2H 4H 6H 7H 8H 9H 10H 5D 10D JD QD KD AD"),
]


def dealt(calls, trump="H", *, hands=HANDS, dealer=3, rules=DEFAULT, **answers):
    """The replay of a deal with these calls and cards named for an answer, else the lowest."""
    first, second = [hand[:9] for hand in hands], [hand[9:] for hand in hands]
    chosen = by_name(GAME, rules, calls, trump, **answers)
    return replay(play_out(GAME, rules, first, [], dealer, chosen, second_deal=second))


def of_kind(replayed, kind):
    """The decisions of one kind."""
    return [decision for decision in replayed.decisions if decision.kind == kind]


def trick(leader, text, trump, **changes):
    """A trick by the seats in turn, with its winner."""
    seats = [(leader + step) % 4 for step in range(4)]
    plays = list(zip(seats, cards(text), strict=False))
    won = winner(plays, layout("CDHS".index(trump), rules_with(GAME, **changes)))
    return {"leader": leader, "plays": [list(play) for play in plays], "winner": won}


def points_of(one_trick, trump="H", **changes):
    """The points by side of one trick."""
    return captured_points([one_trick], trump, rules_with(GAME, **changes))


def test_example_1_the_winner_takes_all_points_but_that_of_the_two_which_its_player_keeps():
    first = trick(0, "AH 5D KH 2H", "H")
    assert first["winner"] == 0
    assert points_of(first) == [36, 1]


def test_by_option_the_point_of_the_two_goes_to_its_captor_or_to_whom_it_was_dealt():
    first = trick(0, "AH 5D KH 2H", "H")
    assert points_of(first, two_to="winner") == [37, 0]
    assert points_of(first, two_to="dealt") == [36, 0]  # counted from the hands


def test_example_2_the_off_five_ranks_between_the_five_and_the_four_of_trump():
    first = trick(0, "4H 5D 5H 3H", "H")
    assert first["winner"] == 2
    assert points_of(first) == [10, 0]
    assert winner(list(enumerate(cards("4H 5D 3H 2H"))), HEARTS) == 1


def test_example_3_without_a_trump_the_leader_wins_whatever_the_others_play():
    first = trick(1, "3D AD KC QD", "S")
    assert first["winner"] == 1
    assert points_of(first, "S") == [0, 0]


def test_by_option_the_highest_card_of_the_suit_led_wins():
    assert trick(1, "3D AD KC QD", "S", plain_winner="highest_of_led")["winner"] == 2
    assert trick(1, "3D KC AC 2D", "S", plain_winner="highest_of_led")["winner"] == 1
    assert trick(1, "3D AD 2S QD", "S", plain_winner="highest_of_led")["winner"] == 3


def test_example_4_a_seat_that_holds_nothing_but_trumps_takes_a_plain_trick():
    first = trick(1, "AD 7C 9S 2D", "S")
    assert first["winner"] == 3
    assert points_of(first, "S") == [0, 9]


@pytest.mark.parametrize(
    ("led", "hand", "legal", "follow_suit", "follow_or_trump"),
    [
        ("KC", "AH 5D 7C 9S 3D", "7C 9S 3D", "7C", "AH 5D 7C"),
        ("KC", "AH 5D 2H", "AH 5D 2H", "AH 5D 2H", "AH 5D 2H"),
        ("KC", "AH 9S 3D", "9S 3D", "AH 9S 3D", "AH 9S 3D"),
        ("5D", "6D 3H KS", "3H", "3H", "3H"),
        ("5D", "6D KS", "6D KS", "6D KS", "6D KS"),
        ("6D", "5D 7D KS", "7D KS", "7D", "5D 7D"),
    ],
)
def test_example_5_trump_is_followed_by_trump_and_plain_by_plain_of_any_suit(
    led, hand, legal, follow_suit, follow_or_trump
):
    expected = {"any_plain": legal, "follow_suit": follow_suit, "follow_or_trump": follow_or_trump}
    for name, names in expected.items():
        assert legal_cards(cards(hand), led, HEARTS, FOLLOW[name]) == cards(names)


@pytest.mark.parametrize(
    ("led", "card", "any_plain", "follow_suit", "follow_or_trump"),
    [
        ("KC", "AH", 0b0111, 0b0001, 0),
        ("KC", "3D", 0, 0b0001, 0b0001),
        ("KC", "3C", 0, 0, 0),
        ("3D", "5D", 0b0111, 0b0100, 0),
        ("AH", "KC", 0b1000, 0b1000, 0b1000),
        ("5D", "2H", 0, 0, 0),
        ("5D", "6D", 0b1000, 0b1000, 0b1000),
    ],
)
def test_a_card_proves_the_voids_of_the_follow_rule_in_force(led, card, any_plain, follow_suit, follow_or_trump):
    # Lanes with hearts trump: clubs 0, spades 1, diamonds 2, trumps 3.
    expected = {"any_plain": any_plain, "follow_suit": follow_suit, "follow_or_trump": follow_or_trump}
    for name, proved in expected.items():
        assert proved_voids(card, led, HEARTS, FOLLOW[name]) == proved


def test_example_6_a_trick_has_as_many_cards_as_there_are_seats_still_in():
    plays = [[3, "6H"], [0, "5D"], [2, "JH"]]
    three = {"leader": 3, "plays": plays, "winner": winner([tuple(play) for play in plays], HEARTS)}
    assert three["winner"] == 2
    assert points_of(three) == [6, 0]


@pytest.mark.parametrize(
    ("bid", "made", "points"), [(45, True, [47, 15]), (47, True, [47, 15]), (50, False, [-50, 15])]
)
def test_example_7_bidders_score_what_they_took_or_lose_the_bid_and_defenders_score_theirs(bid, made, points):
    assert score([47, 15], A, bid) == (made, points)


def result_of(before, change, *, made, deals_played=9, **changes):
    """The result of a match after a deal that A declared."""
    return match_result(GAME, rules_with(GAME, **changes), before, change, A, made, {}, deals_played)


def test_example_8_only_a_side_that_made_its_bid_wins():
    assert result_of([230, 270], [40, 22], made=True) == A
    assert result_of([230, 270], [-45, 22], made=False) is None
    assert result_of([300, 270], [-35, 22], made=False) is None


def test_where_no_made_bid_is_required_the_higher_score_wins_and_of_equals_the_declaring_side():
    assert result_of([230, 270], [40, 22], made=True, win_requires_made_bid=False) == B
    assert result_of([252, 270], [40, 22], made=True, win_requires_made_bid=False) == A
    assert result_of([230, 250], [-45, 22], made=False, win_requires_made_bid=False) == B


def test_at_max_hands_the_higher_score_wins_made_or_not():
    assert result_of([230, 270], [-45, 22], made=False, max_hands=9) == B
    assert result_of([230, 140], [-45, 45], made=False, max_hands=9) == "draw"


def discards(hand, **changes):
    """The cards that may go, that must, and how many, hearts being trump."""
    allowed, must, need = discard_choice(cards(hand), HEARTS, rules_with(GAME, **changes))
    return " ".join(allowed), " ".join(must), need


THREE = "AH 5D 2H 3C 4C 5C 6C 7C 8C 9C 10C JC QC"
SEVEN = "AH KH QH 9H 7H 4H 2H 2C 3C 4C 5C 6C 7C"
EIGHT = "AH KH JH 10H 9H 5H 5D QH 2C 3C 4C 5C 6C"


def test_example_9_with_six_trumps_or_fewer_plain_cards_go():
    assert discards(THREE) == ("3C 4C 5C 6C 7C 8C 9C 10C JC QC", "", 7)


def test_example_9_with_more_than_six_all_plain_cards_go_and_of_the_trumps_those_without_points_first():
    assert discards(SEVEN) == ("QH 7H 4H 2C 3C 4C 5C 6C 7C", "2C 3C 4C 5C 6C 7C", 7)
    assert discards(EIGHT) == (EIGHT, "QH 2C 3C 4C 5C 6C", 7)


def test_what_may_go_must_go_when_it_is_no_more_than_has_to():
    assert discards("AH KH QH JH 10H 9H 2C 3C 4C 5C 6C 7C 8C") == ("2C 3C 4C 5C 6C 7C 8C", "2C 3C 4C 5C 6C 7C 8C", 7)
    six_scoring = "AH KH JH 10H 9H 5H QH 8H 2C 3C 4C 5C 6C"
    assert discards(six_scoring) == ("QH 8H 2C 3C 4C 5C 6C", "QH 8H 2C 3C 4C 5C 6C", 7)


def test_free_discards_are_any_cards_and_protected_points_go_only_as_excess():
    assert discards(THREE, discard="free") == (THREE, "", 7)
    assert discards(EIGHT, discard="free") == (EIGHT, "", 7)
    assert discards(THREE, discard="protect_points") == ("3C 4C 5C 6C 7C 8C 9C 10C JC QC", "", 7)
    assert discards(SEVEN, discard="protect_points") == ("QH 7H 4H 2C 3C 4C 5C 6C 7C", "", 7)
    assert discards(EIGHT, discard="protect_points") == (EIGHT, "QH 2C 3C 4C 5C 6C", 7)


def test_a_scoring_trump_is_one_that_the_values_in_force_give_points():
    values = {"A": 0, "K": 0, "Q": 7}
    assert discards(SEVEN, values=values) == ("AH KH 7H 4H 2C 3C 4C 5C 6C 7C", "2C 3C 4C 5C 6C 7C", 7)
    assert discards(EIGHT, values={"9": 0})[1] == "9H QH 2C 3C 4C 5C 6C"


def test_the_values_of_the_cards_add_up_to_62_and_can_be_changed():
    for trump in "CDHS":
        assert sum(value_of(card, trump, DEFAULT) for card in DECK) == 62
    changed = rules_with(GAME, values={"off5": 1000, "Q": 7, "K": 0})
    assert [value_of(card, "H", changed) for card in cards("5D 5H QH KH QD 2H")] == [1000, 5, 7, 0, 0, 1]


@pytest.mark.parametrize(("to", "points"), [("nobody", [3, 4]), ("discarder", [5, 5]), ("opponents", [4, 6])])
def test_points_of_discarded_trumps_go_to_the_side_that_the_option_names(to, points):
    found = [3, 4]
    rules = rules_with(GAME, discard_points_to=to)
    add_points_laid_away(found, [["AH", "3C"], ["2H"], ["JH", "QD"], []], "H", rules)
    assert found == points


def test_a_discarded_two_does_not_count_where_its_point_is_the_dealt_holders_already():
    found = [0, 0]
    add_points_laid_away(
        found, [["AH"], ["2H"], [], []], "H", rules_with(GAME, discard_points_to="discarder", two_to="dealt")
    )
    assert found == [1, 0]


def test_a_bid_of_62_does_not_end_the_auction_the_others_still_pass():
    replayed = dealt([62, 0, 0, 0])
    assert replayed.record["auction"] == [[0, "62"], [1, "pass"], [2, "pass"], [3, "pass"]]
    assert [decision.legal for decision in of_kind(replayed, "bid")][1:] == [1, 1, 1]
    assert replayed.decisions[0].legal == sum(1 << call for call in (0, *range(30, 63)))


def test_the_auction_goes_round_and_a_pass_is_final():
    record = dealt([30, 35, 0, 0, 36, 0]).record
    assert record["auction"] == [[0, "30"], [1, "35"], [2, "pass"], [3, "pass"], [0, "36"], [1, "pass"]]
    assert record["contract"] == {"declarer": 0, "bid": "36", "trump": "H"}


def test_in_a_single_round_each_has_one_call():
    assert dealt([30, 35, 0, 0], rules=rules_with(GAME, auction="single_round")).record["contract"]["declarer"] == 1


def test_bids_lie_between_the_lowest_and_the_highest_of_the_options():
    rules = rules_with(GAME, bid_min=40, bid_max=41)
    decisions = of_kind(dealt([40, 41, 0, 0, 0], rules=rules), "bid")
    assert [decision.legal for decision in decisions] == [1 | 3 << 40, 1 | 1 << 41, 1, 1, 1]
    assert dealt([62, 0, 0, 0], rules=rules_with(GAME, bid_min=62)).record["contract"]["bid"] == "62"


@pytest.mark.parametrize(("policy", "dealer"), [("redeal_next", 0), ("redeal_same", 3)])
def test_when_all_pass_there_is_no_second_deal_and_the_option_says_who_deals(policy, dealer):
    record = dealt([0, 0, 0, 0], rules=rules_with(GAME, all_pass=policy)).record
    assert (record["contract"], record["second_deal"], record["exchange"], record["score"]) == (None, None, [], [0, 0])
    assert next_dealer(record["rules"], 3, passed_out=True) == dealer


def test_a_dealer_who_is_forced_has_passed_and_bids_the_minimum():
    record = dealt([0, 0, 0, 0], rules=rules_with(GAME, all_pass="dealer_forced", bid_min=35)).record  # noqa: S106
    assert record["auction"] == [[0, "pass"], [1, "pass"], [2, "pass"], [3, "pass"], [3, "35"]]


def test_the_trump_lane_holds_fourteen_cards_with_the_off_five_in_slot_3():
    names = cards("2H 3H 4H 5D 5H 6H 7H 8H 9H 10H JH QH KH AH")
    assert [HEARTS.code[card] for card in names] == list(range(48, 62))
    assert [HEARTS.code[card] for card in cards("AC AS 4D 6D AD")] == [12, 28, 34, 36, 44]
    assert {card for card, group in SPADES.group.items() if group == TRUMPS} == {
        card for card in DECK if card[-1] == "S"
    } | {"5C"}


def test_a_contract_without_a_second_deal_is_refused_and_so_is_a_wrong_one():
    record = dealt([30, 0, 0, 0]).record
    for second_deal, message in [
        (None, "no second deal"),
        (record["second_deal"][:3], "a second deal of"),
        ([record["second_deal"][0]] * 4, "twice"),
    ]:
        with pytest.raises(RuleBreachError, match=message):
            replay({**record, "second_deal": second_deal})
