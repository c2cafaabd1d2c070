"""The numbering of cards, and views worked out by hand."""

import pytest

from tests.reference import play_out, replay
from tests.reference.cards import TRUMPS
from tests.reference.deal import GAMES
from tests.reference.sample_deals import cards, rules_with, scripted
from tests.reference.tricks import FOLLOW_OR_TRUMP, STRICT, proved_voids


def codes_of(game, trump, names, **changes):
    """The codes of some cards while this suit is trump."""
    layout = GAMES[game].layout(trump, rules_with(game, **changes))
    return [layout.code[card] for card in cards(names)]


@pytest.mark.parametrize("game", GAMES)
def test_before_trump_is_named_lanes_are_the_suits_clubs_diamonds_hearts_spades(game):
    assert codes_of(game, -1, "AC AD AH AS 9C 10D JH QS") == [12, 28, 44, 60, 7, 24, 41, 58]


def test_the_joker_has_code_62_whatever_is_trump():
    assert [codes_of("hasenpfeffer", trump, "JK") for trump in (-1, 0, 1, 2, 3, 4)] == [[62]] * 6


@pytest.mark.parametrize(
    ("trump", "aces"),
    [(0, "AD AH AS AC"), (1, "AC AS AH AD"), (2, "AC AS AD AH"), (3, "AD AH AC AS")],
)
def test_in_play_order_trump_is_lane_3_and_its_colour_lane_2(trump, aces):
    assert codes_of("canadian_smear", trump, aces) == [12, 28, 44, 60]


def test_the_trump_lane_of_hasenpfeffer_holds_both_bowers_above_the_ace():
    assert codes_of("hasenpfeffer", 2, "9H 10H QH KH AH JD JH JK") == [48 + slot for slot in range(7, 15)]
    without = codes_of("hasenpfeffer", 2, "9H 10H JH QH KH AH JD JK", bowers=False)
    assert without == [55, 56, 57, 58, 59, 60, 41, 62]


def test_without_trump_hands_stay_in_suit_order_and_only_the_joker_is_trump():
    layout = GAMES["hasenpfeffer"].layout(4, rules_with("hasenpfeffer", allow_no_trump=True))
    assert layout.code["JH"] == 41
    assert layout.trump_mask == 1 << 62
    assert layout.void_bit == {"C": 0, "D": 1, "H": 2, "S": 3, TRUMPS: 4}


@pytest.mark.parametrize(
    ("led", "card", "follow", "void"),
    [
        ("9H", "2H", FOLLOW_OR_TRUMP, ""),
        ("9H", "2S", FOLLOW_OR_TRUMP, ""),
        ("9H", "2D", FOLLOW_OR_TRUMP, "H"),
        ("9S", "2D", FOLLOW_OR_TRUMP, TRUMPS),
        ("9S", "2S", FOLLOW_OR_TRUMP, ""),
        ("9H", "2S", STRICT, "H"),
        ("9H", "2D", STRICT, "H"),
    ],
)
def test_a_card_of_another_class_proves_a_void_unless_it_is_a_ruff_that_was_legal_anyway(led, card, follow, void):
    layout = GAMES["canadian_smear"].layout(3, rules_with("canadian_smear"))
    assert proved_voids(card, led, layout, follow) == (1 << layout.void_bit[void] if void else 0)


# Dealer 1; seat 2 passes, 3 bids two, 0 three, 1 passes; 0 names hearts. Each plays its lowest legal code, and lane 0
# is clubs, lane 1 spades, lane 2 diamonds, lane 3 hearts.
HANDS = [cards("2H AH KH 9C 4D AS"), cards("3H QC JC 5D 6D 7D"), cards("AC KC 2C 3C 4C 5C"), cards("JH QH 2S 3S 4S 5S")]


def smear_replay():
    """The replayed deal."""
    rules = rules_with("canadian_smear")
    return replay(play_out("canadian_smear", rules, HANDS, [], 1, scripted([0, 2, 3, 0], "H"), [4, -2]))


def bits(*codes):
    """The set of these codes."""
    return sum(1 << code for code in codes)


def test_the_view_of_a_call_shows_the_hand_in_suit_order_and_the_auction_so_far():
    decision = smear_replay().decisions[2]
    hand = bits(32, 44, 43, 7, 18, 60)
    assert decision == ("bid", 0, 0b11001, 0, 0, 3, decision.view)
    assert decision.view == {
        "hand": hand, "order": 2, "dealer": 1, "scores": (4, -2, 4, -2), "score_us": 4, "score_them": -2, "target": 15,
        "trump": -1, "trump_mask": 0, "trumps": 0, "legal": 0b11001, "high_bid": 2, "high_bidder": 3,
        "calls": (-1, -1, 0, 2),
    }  # fmt: skip


def test_the_view_for_naming_trump_shows_the_end_of_the_auction():
    decision = smear_replay().decisions[4]
    assert decision[:6] == ("name_trump", 0, 0b1111, 0, 0, 2)
    named = {"legal": 0b1111, "high_bid": 3, "high_bidder": 0, "calls": (3, 0, 0, 2), "bid": 3, "declarer": 0}
    assert named.items() <= decision.view.items()
    assert decision.view["hand"] == bits(32, 44, 43, 7, 18, 60)


def test_the_view_of_a_play_shows_what_the_seat_may_know_in_play_order():
    # Trick 0: 2H, 3H, 2C (no heart), QH or JH: the lower, JH, wins. Trick 1: 3 leads 2S, 0 has AS and hearts.
    replayed = smear_replay()
    assert replayed.record["tricks"][0] == {
        "leader": 0,
        "plays": [[0, "2H"], [1, "3H"], [2, "2C"], [3, "JH"]],
        "winner": 3,
    }
    decision = replayed.decisions[5 + 4 + 1]
    hand = bits(60, 59, 7, 34, 28)
    legal = bits(60, 59, 28)
    deck = sum(0x1FFF << 16 * lane for lane in range(4))
    assert decision[:6] == ("play", 0, legal, 0, 0, 28)
    assert decision.view == {
        "hand": hand, "order": 2, "dealer": 1, "scores": (4, -2, 4, -2), "score_us": 4, "score_them": -2, "target": 15,
        "trump": 2, "trump_mask": 0x7FFF << 48, "trumps": bits(60, 59), "legal": legal, "winning": legal, "led": 16,
        "best": 16, "best_seat": 3, "trick": bits(16), "partner_winning": False, "position": 1, "to_play": 2,
        "active": 0b1111, "trick_no": 1, "declaring": True, "declarer": 0, "bid": 3, "calls": (3, 0, 0, 2), "kitty": 0,
        "played": (bits(48), bits(49), bits(0), bits(57, 16)), "voids": (0, 0, 0b1000, 0),
        "taken": (0, bits(48, 49, 0, 57)), "tricks": (0, 1), "discarded": 0, "gave": 0, "received": 0, "shown": 0,
        "exposed": 0, "unseen": deck - hand - bits(48, 49, 0, 57, 16),
    }  # fmt: skip


def test_the_view_of_third_hand_knows_that_the_partner_is_winning_and_a_leader_wins_with_every_card():
    decisions = smear_replay().decisions
    third = decisions[5 + 2].view  # 2H, 3H, then seat 2
    assert (third["position"], third["best_seat"], third["partner_winning"], third["winning"]) == (2, 3, False, 0)
    fourth = decisions[5 + 3].view  # 3H is best: the partner of seat 3 leads the trick so far
    assert (fourth["best"], fourth["best_seat"], fourth["partner_winning"]) == (49, 2, True)
    leader = decisions[5 + 4].view
    assert (leader["led"], leader["best"], leader["best_seat"], leader["winning"]) == (-1, -1, -1, leader["legal"])
    assert leader["declaring"] is False


def test_the_calls_of_a_forced_bidder_end_with_the_forced_bid_which_is_no_decision():
    hands = [cards("9C 10C JC 9D 10D JD"), cards("QC KC AC QD KD AD"), cards("JK 9H 10H 9S 10S JS")]
    hands.append(cards("JH QH KH AH QS AS"))
    record = play_out("hasenpfeffer", rules_with("hasenpfeffer"), hands, ["KS"], 1, scripted([0] * 4, "H"))
    decisions = replay(record).decisions
    assert [decision.kind for decision in decisions[:6]] == ["bid"] * 4 + ["name_trump", "play"]
    view = decisions[4].view
    assert (view["calls"], view["high_bid"], view["high_bidder"], view["bid"]) == ((3, 0, 0, 0), 3, 0, 3)
    assert view["legal"] == 0b1111
    # The buried card is among what a player does not see.
    assert decisions[5].view["unseen"].bit_count() == 25 - 6


def test_without_trump_a_joker_lead_proves_the_others_without_a_joker_and_a_joker_played_proves_a_void():
    hands = [cards("JK 9C 10C JC QC KC"), cards("9D 10D JD QD KD AD"), cards("9H 10H JH QH KH AH")]
    hands.append(cards("9S 10S JS QS KS AS"))
    rules = rules_with("hasenpfeffer", allow_no_trump=True)

    def choose(kind, _seat, legal, view):
        if kind == "bid":
            return 1 if view["high_bid"] == 0 else 0
        if kind == "name_trump":
            return 4
        return legal.bit_length() - 1

    view = replay(play_out("hasenpfeffer", rules, hands, ["AC"], 3, choose)).decisions[5 + 4].view
    assert view["voids"] == (0, 0b10000, 0b10000, 0b10000)
    assert (view["trump"], view["trump_mask"], view["trumps"]) == (4, 1 << 62, 0)
    view = replay(play_out("hasenpfeffer", rules, hands, ["AC"], 2, choose)).decisions[5 + 4].view
    # Seat 3 led its ace of spades; seat 0 had to discard and took the trick with the joker.
    assert view["played"][0] == 1 << 62
    assert view["voids"] == (0b1000, 0b1000, 0b1000, 0)
