"""The tree of legal plays has the size that counting by hand, or playing everything out, gives."""

import random
from math import factorial

import pytest

from tests.reference.phases import play_tricks
from tests.reference.sample_deals import bits_of, cards, drawn_rules, rules_with, shuffled
from tests.reference.tree import table_at_first_lead, tree_size

CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP = range(5)


def size(game, hands, declarer, bid, trump, active=None, **changes):
    """The size of the tree of hands given as texts."""
    return tree_size(game, rules_with(game, **changes), [cards(hand) for hand in hands], declarer, bid, trump, active)


def test_one_card_each_can_be_played_in_one_way():
    assert size("hasenpfeffer", ["AC", "KC", "QC", "JC"], 2, 1, SPADES) == 1


def test_whoever_follows_suit_has_no_choice_and_a_void_seat_has():
    # Seat 0 leads either ace, the others have one card of each suit but seat 3, which holds two hearts.
    assert size("hasenpfeffer", ["AC AD", "KC KD", "QC QD", "9H 10H"], 0, 1, SPADES) == 4


def test_in_smear_the_first_lead_is_a_trump_and_a_ruff_is_a_choice():
    hands = ["AS 2C", "3C 4S", "5C 6C", "7C 8D"]
    # 0 leads AS; 1 must follow; 2 has two ways, 3 two: then one card is left to each.
    assert size("canadian_smear", hands, 0, 2, SPADES) == 4
    # 1 leads 4S; the others: 5C or 6C, 7C or 8D, and AS must follow.
    assert size("canadian_smear", hands, 1, 2, SPADES) == 4
    # 2 leads clubs, which are trump here: 5C or 6C; all follow with their one club.
    assert size("canadian_smear", hands, 2, 2, CLUBS) == 2


def test_seven_play_pitch_each_for_himself():
    hands = ["AC 2C", "3C 4C", "5C 6C", "7C 8C", "9C 10C", "JC QC", "KC 2D"]
    assert size("cutthroat_pitch", hands, 6, 2, CLUBS, players=7) == 2**6


def test_a_mulot_forces_the_joker_and_leaves_the_partner_out():
    hands = ["7S 8S 9H", "LJ KD 7C", "AH AD AC", "9S 10S JS"]
    # 7S: LJ is forced, 3 has three ways. 1 leads either card; 3 and 0 are void of it: 2 ways each, then one card each.
    lead_a_spade = 2 * 3 * (2 * 2 * 2)
    # 9H: LJ is forced, 3 three ways; then 1 leads either card, 3 two ways, 0 two ways.
    lead_the_heart = 3 * (2 * 2 * 2)
    assert size("charlemagne", hands, 0, 9, NO_TRUMP, [0, 1, 3]) == lead_a_spade + lead_the_heart


def test_an_early_stop_cuts_the_tree():
    hands = ["7S 8S 9H", "LJ KD 7C", "AH AD AC", "9S 10S JS"]
    # Alone with hearts trump, 3 leads a spade (3 ways) and 0 follows (2). If 2 ruffs, it leads an ace (2), to which 3
    # and 0 have 2 ways each: 8. If it throws one of its aces away, 3 leads again (2), and 2 has 2 ways: 4 for each ace.
    assert size("charlemagne", hands, 3, 10, HEARTS, [0, 2, 3]) == 3 * 2 * (8 + 4 + 4)
    # A ruff in the first trick ends the play; one in the second leaves as many ways as there were.
    assert size("charlemagne", hands, 3, 10, HEARTS, [0, 2, 3], stop_early=True) == 3 * 2 * (1 + 4 + 4)


def test_a_bid_in_tricks_is_led_from_the_left_of_the_declarer():
    hands = ["AC KC", "7D 8D", "7C 8C", "9C 10C"]
    # 1 leads a diamond; all others choose freely, and seat 1 wins the second trick too.
    assert size("charlemagne", hands, 0, 5, SPADES) == 2**4
    # 0 leads a club, 1 throws away either diamond, 2 and 3 follow with either club.
    assert size("charlemagne", hands, 0, 5, SPADES, lead_5_8="declarer") == 2**4


def test_in_king_pedro_any_plain_card_answers_a_plain_lead():
    hands = ["AH 2C 3C", "2S 3S 4S", "KH QH JH", "2D 3D 4D"]
    # AH has to be led; the others have three ways each. Then 0 leads a club (2 ways), to which 1, 3 and 2, which has
    # only trumps, have two ways each.
    assert size("king_pedro", hands, 0, 30, HEARTS) == 3**3 * 2**4


def test_seats_that_have_folded_play_no_card():
    hands = ["AH KH QH", "", "", "2H 3H 4H"]
    assert size("king_pedro", hands, 0, 30, HEARTS, [0, 3]) == factorial(3) ** 2
    assert size("king_pedro", ["AH KH QH", "", "", ""], 0, 30, HEARTS, [0]) == factorial(3)
    assert size("king_pedro", ["", "AH KH QH", "", "2H 3H 4H"], 0, 30, HEARTS, [1, 3]) == factorial(3) ** 2


def ways_to_answer(table_of):
    """The number of ways to answer all questions of the play, each of them played to its end on a new table."""
    ways, path = 0, []  # path: the place of each answer among the legal ones
    while True:
        table = table_of()
        steps, choices = play_tricks(table), []
        answer = None
        try:
            while True:
                question = steps.send(answer)
                legal = bits_of(question.legal)
                place = path[len(choices)] if len(choices) < len(path) else 0
                choices.append((place, len(legal)))
                answer = legal[place]
        except StopIteration:
            ways += 1
        while choices and choices[-1][0] == choices[-1][1] - 1:
            choices.pop()
        if not choices:
            return ways
        path = [place for place, _ in choices[:-1]] + [choices[-1][0] + 1]


# (game, bid, seats out as steps from the declarer)
CONTRACTS = [
    ("canadian_smear", 2, ()), ("cutthroat_pitch", 2, ()), ("hasenpfeffer", 1, ()), ("charlemagne", 5, ()),
    ("charlemagne", 9, (2,)), ("charlemagne", 10, (2,)), ("charlemagne", 11, (2,)), ("charlemagne", 12, (2,)),
    ("king_pedro", 30, ()), ("king_pedro", 30, (0,)), ("king_pedro", 30, (1,)), ("king_pedro", 30, (2,)),
    ("king_pedro", 30, (1, 2)), ("king_pedro", 30, (1, 2, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "bid", "out"), CONTRACTS)
@pytest.mark.parametrize("seed", range(3))
def test_the_tree_is_as_large_as_the_number_of_ways_to_answer_every_question_of_the_play(game, bid, out, seed):
    draw = random.Random(f"{game} {bid} {out} {seed}")
    rules = {**drawn_rules(game, draw), **({"players": 3} if game == "cutthroat_pitch" else {})}
    hands = [hand[:3] for hand in shuffled(game, draw, rules)[0]]
    seats = range(len(hands))
    declarer = draw.choice(seats)
    active = [seat for seat in seats if (seat - declarer) % len(hands) not in out]
    trump = NO_TRUMP if bid in (9, 11) else draw.choice([CLUBS, DIAMONDS, HEARTS, SPADES])
    contract = (game, rules, hands, declarer, bid, trump, active)
    assert tree_size(*contract) == ways_to_answer(lambda: table_at_first_lead(*contract))
