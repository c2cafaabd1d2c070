"""The exchange of each bid of Charlemagne and what the views of its decisions show."""

import pytest

from tests.reference import RuleBreachError, play_out, replay
from tests.reference.charlemagne import layout
from tests.reference.sample_deals import by_name, cards, rules_with
from tests.reference.test_charlemagne import (
    CHARLEMAGNE,
    DEFAULT,
    GAME,
    GROS_CHARLEMAGNE,
    GROS_MULOT,
    HANDS,
    HEARTS,
    KITTY,
    MULOT,
    dealt,
    of_kind,
)


def kinds(replayed):
    """The kinds of decision in order, each once."""
    return list(dict.fromkeys(decision.kind for decision in replayed.decisions))


@pytest.mark.parametrize(
    ("calls", "choice", "recipe"),
    [
        ([5, 0, 0, 0], 0, [(0, "take_kitty", 2), (0, "discard", 2)]),
        ([CHARLEMAGNE, 0, 0, 0], 0, [(0, "take_kitty", 2), (2, "give", 1), (2, "fold", 7), (0, "discard", 3)]),
        ([GROS_CHARLEMAGNE, 0, 0, 0], 0, [(0, "take_kitty", 2), (2, "fold", 8), (0, "discard", 2)]),
        ([GROS_CHARLEMAGNE, 0, 0, 0], 1, [(2, "give", 1), (2, "fold", 7), (0, "discard", 1)]),
        ([MULOT, 0, 0, 0], 0, [(2, "fold", 8)]),
        ([GROS_MULOT, 0, 0, 0], 0, [(2, "fold", 8)]),
    ],
)
def test_example_9_each_bid_has_its_exchange_and_leaves_eight_cards(calls, choice, recipe):
    record = dealt(calls, choice=choice).record
    assert [(entry["seat"], entry["action"], len(entry["cards"])) for entry in record["exchange"]] == recipe
    assert len(record["tricks"]) == 8
    solo = calls[0] > 8
    assert {tuple(sorted(seat for seat, _ in trick["plays"])) for trick in record["tricks"]} == {
        (0, 1, 3) if solo else (0, 1, 2, 3)
    }
    # The seat to the left leads to a bid in tricks, the declarer himself to a solo bid.
    assert record["tricks"][0]["leader"] == (0 if solo else 1)


@pytest.mark.parametrize(
    ("bid", "choice", "asked"),
    [
        (5, 0, "bid discard name_trump play"),
        (CHARLEMAGNE, 0, "bid give discard name_trump play"),
        (GROS_CHARLEMAGNE, 0, "bid choose discard name_trump play"),
        (GROS_CHARLEMAGNE, 1, "bid choose give discard name_trump play"),
        (MULOT, 0, "bid play"),
    ],
)
def test_each_bid_asks_for_its_decisions_in_this_order(bid, choice, asked):
    assert kinds(dealt([bid, 0, 0, 0], choice=choice)) == cards(asked)


@pytest.mark.parametrize(
    ("bid", "choice", "asked"),
    [
        (5, 0, "bid name_trump discard play"),
        (CHARLEMAGNE, 0, "bid name_trump give discard play"),
        (GROS_CHARLEMAGNE, 1, "bid name_trump choose give discard play"),
        (MULOT, 0, "bid play"),
    ],
)
def test_by_option_trump_is_named_before_the_exchange_which_is_then_in_play_order(bid, choice, asked):
    replayed = dealt([bid, 0, 0, 0], choice=choice, rules=rules_with(GAME, exchange_after_trump=True))
    assert kinds(replayed) == cards(asked)
    for decision in replayed.decisions:
        if decision.kind in ("choose", "give", "discard"):
            assert decision.view["trump"] == 2
            assert decision.view["trumps"] == decision.view["hand"] & HEARTS.trump_mask


def bits(names, trump=-1):
    """The set of these cards."""
    return layout(trump, DEFAULT).mask(cards(names))


def test_the_taker_knows_the_kitty_to_the_end_and_nobody_else_does():
    replayed = dealt([5, 0, 0, 0], discards={0: "7S KH"})
    assert [decision.view["kitty"] for decision in of_kind(replayed, "discard")] == [bits("KH AH")]
    named = of_kind(replayed, "name_trump")[0].view
    assert (named["kitty"], named["discarded"], named["received"]) == (bits("KH AH"), bits("7S KH"), 0)
    for decision in of_kind(replayed, "play"):
        mine = decision.seat == 0
        assert decision.view["kitty"] == (bits("KH AH", 2) if mine else 0)
        assert decision.view["discarded"] == (bits("7S KH", 2) if mine else 0)
    first = next(decision for decision in of_kind(replayed, "play") if decision.seat == 0)
    # He sees his hand with the ace of the kitty, three cards played before his, and the two that he laid away.
    assert first.view["unseen"].bit_count() == 34 - 8 - 3 - 2


@pytest.mark.parametrize(("bid", "choice"), [(5, 0), (MULOT, 0), (CHARLEMAGNE, 0), (GROS_CHARLEMAGNE, 1)])
def test_a_kitty_turned_up_is_in_every_view_after_the_auction(bid, choice):
    replayed = dealt([bid, 0, 0, 0], choice=choice, rules=rules_with(GAME, kitty_face_up=True))
    for decision in replayed.decisions:
        if decision.kind == "bid":
            assert "kitty" not in decision.view
        else:
            assert decision.view["kitty"] == bits("KH AH", decision.view["trump"])


def test_the_partner_gives_one_card_of_eight_and_neither_sees_what_the_other_lays_away():
    replayed = dealt([CHARLEMAGNE, 0, 0, 0], gifts={2: "BJ"}, discards={0: "BJ 7C 8C"})
    give, discard = of_kind(replayed, "give")[0], of_kind(replayed, "discard")[0]
    assert give[:6] == ("give", 2, bits("BJ 10D JD QD KD AD 9H 10H"), 0, 1, bits("BJ"))
    assert (give.view["active"], give.view["kitty"], give.view["declarer"]) == (0b1111, 0, 2)
    assert (give.view["declaring"], give.view["bid"], give.view["trump"]) == (True, CHARLEMAGNE, -1)
    assert discard[:4] == ("discard", 0, bits("7S 8S 7H 8H 7D 8D 7C 8C KH AH BJ"), 0)
    assert (discard.need, discard.view["received"]) == (3, bits("BJ"))
    assert discard.view["active"] == 0b1011
    assert of_kind(replayed, "play")[0].view["received"] == bits("BJ", 2)
    assert replayed.record["exchange"][1] == {"seat": 2, "action": "give", "to": 0, "cards": ["BJ"]}


def test_the_choice_between_kitty_and_partners_card_is_made_unseen():
    for choice, gained in ((0, "KH AH"), (1, "10H")):
        replayed = dealt([GROS_CHARLEMAGNE, 0, 0, 0], choice=choice, gifts={2: "10H"})
        decision = of_kind(replayed, "choose")[0]
        assert decision[:6] == ("choose", 0, 0b11, 0, 0, choice)
        assert (decision.view["kitty"], decision.view["received"], decision.view["active"]) == (0, 0, 0b1111)
        discard = of_kind(replayed, "discard")[0]
        assert discard.view["hand"] == bits("7S 8S 7H 8H 7D 8D 7C 8C") | bits(gained)
        assert discard.need == len(cards(gained))
        assert discard.view["kitty"] == (0 if choice else bits("KH AH"))


@pytest.mark.parametrize("answer", [0, 0b11, 1 << 62, True, -1])
def test_a_gift_must_be_one_card_that_is_held(answer):
    hands = [HANDS[0], ["BJ", *HANDS[1][1:]], ["LJ", *HANDS[2][1:]], HANDS[3]]
    otherwise = by_name(GAME, DEFAULT, [CHARLEMAGNE, 0, 0, 0], "H")

    def choose(kind, seat, legal, view):
        return answer if kind == "give" else otherwise(kind, seat, legal, view)

    with pytest.raises(RuleBreachError, match="give of seat 2"):
        play_out(GAME, DEFAULT, hands, KITTY, 3, choose)


def test_in_gros_mulot_the_declarers_cards_are_seen_by_all_from_the_second_trick_on():
    for decision in of_kind(dealt([GROS_MULOT, 0, 0, 0]), "play"):
        exposed = decision.view["exposed"]
        if decision.view["trick_no"] == 0:
            assert exposed == 0
        else:
            own_plays = decision.view["played"][decision.view["declarer"]]
            assert exposed == bits("7S 8S 7H 8H 7D 8D 7C 8C") & ~own_plays
            assert decision.view["unseen"] & exposed == 0
    assert all(decision.view["exposed"] == 0 for decision in of_kind(dealt([MULOT, 0, 0, 0]), "play"))


def test_the_partner_of_a_solo_declarer_is_out_and_the_turn_skips_him():
    views = [decision.view for decision in of_kind(dealt([MULOT, 0, 0, 0], plays="7S LJ 9S"), "play")]
    assert [view["active"] for view in views[:3]] == [0b1011, 0b1101, 0b0111]
    assert [view["to_play"] for view in views[:3]] == [2, 1, 0]
    # 7S drew the little joker, whose owner is void of spades but may hold the other.
    assert views[2]["voids"] == (0, 0, 0b01000, 0)
    assert (views[2]["best"], views[2]["best_seat"], views[2]["partner_winning"]) == (61, 2, True)


def test_in_mulot_a_plain_card_of_another_suit_proves_the_suit_led_and_the_jokers():
    # LJ wins the first trick; 9D draws a spade, of a seat that has neither diamonds nor a joker.
    replayed = dealt([MULOT, 0, 0, 0], plays="7S LJ 9S 9D QS 7D")
    views = [decision.view for decision in of_kind(replayed, "play")]
    assert views[5]["voids"] == (0, 0b01000, 0, 0b10010)


def test_in_mulot_a_joker_led_proves_who_has_no_other():
    hands = [["LJ", *HANDS[0][1:]], ["7S", *HANDS[1][1:]], *HANDS[2:]]
    views = [decision.view for decision in of_kind(dealt([MULOT, 0, 0, 0], hands=hands, plays="LJ AC AS"), "play")]
    assert views[3]["voids"] == (0, 0b10000, 0, 0b10000)


def test_an_exchange_that_does_not_fit_the_record_is_refused():
    record = dealt([CHARLEMAGNE, 0, 0, 0]).record
    kitty, give, fold, discard = record["exchange"]
    for entries, message in [
        ([kitty, fold, discard], "give of seat 2: 0"),
        ([kitty, {**give, "cards": ["BJ", "10D"]}, fold, discard], "give of seat 2"),
        ([kitty, {**give, "cards": ["AC"]}, fold, discard], "give of seat 2"),
        ([kitty, give, fold], "discard: it is seat 0's turn"),
        ([kitty, give, fold, {**discard, "seat": 1}], "discard: it is seat 0's turn"),
        ([kitty, give, fold, {**discard, "cards": discard["cards"][:2]}], "discard of seat 0"),
        ([kitty, give, fold, {**discard, "cards": ["1X", *discard["cards"][1:]]}], "'1X' is not a card"),
        ([kitty, give, fold, discard, discard], "the exchange is over"),
        ([kitty, give, give, fold, discard], "the exchange is over"),
    ]:
        with pytest.raises(RuleBreachError, match=message):
            replay({**record, "exchange": entries})
    turned_round = [{**entry, "cards": entry["cards"][::-1]} for entry in record["exchange"]]
    assert replay({**record, "exchange": turned_round}).record["exchange"] == turned_round
    without_folds = replay({**record, "exchange": [kitty, give, discard]})
    assert [entry["action"] for entry in without_folds.record["exchange"]] == ["take_kitty", "give", "fold", "discard"]
