"""From thirteen cards to six in King Pedro: folds, gifts and discards, and what the views show of them."""

import pytest

from tests.reference import RuleBreachError, replay
from tests.reference.king_pedro import layout
from tests.reference.sample_deals import cards, rules_with
from tests.reference.test_king_pedro import DEFAULT, GAME, HANDS, HEARTS, dealt, of_kind

PLAIN = [card for card in HEARTS.code if HEARTS.group[card] != "trumps"]


def hands_with(*trumps):
    """Hands of these trumps, filled with plain cards: the lowest of clubs go to seat 0."""
    plain = iter(PLAIN)
    return [[*cards(text), *(next(plain) for _ in range(13 - len(cards(text))))] for text in trumps]


def entries(replayed):
    """The exchange as (seat, action, number of cards)."""
    return [(entry["seat"], entry["action"], len(entry["cards"])) for entry in replayed.record["exchange"]]


def trick_sizes(replayed):
    """The number of cards in each trick."""
    return [len(trick["plays"]) for trick in replayed.record["tricks"]]


def test_example_10_a_partner_gives_both_his_trumps_and_folds_and_nine_plain_cards_go():
    replayed = dealt([30, 0, 0, 0], gifts={2: "5H 3H"})
    assert entries(replayed) == [
        (1, "fold", 13), (2, "give", 2), (2, "fold", 11), (3, "discard", 7), (0, "discard", 9),
    ]  # fmt: skip
    assert replayed.record["exchange"][1] == {"seat": 2, "action": "give", "to": 0, "cards": ["5H", "3H"]}
    assert replayed.record["exchange"][4]["cards"] == cards("2C 3C 4C 5C 6C 7C 8C 9C 10C")
    assert trick_sizes(replayed) == [2] * 6
    assert sum(replayed.record["tally"]["points"]) == 62


def test_a_partner_who_keeps_his_trumps_plays():
    replayed = dealt([30, 0, 0, 0])
    assert entries(replayed) == [(1, "fold", 13), (2, "discard", 7), (3, "discard", 7), (0, "discard", 7)]
    assert trick_sizes(replayed) == [3] * 6


@pytest.mark.parametrize("answer", ["5H", "5H 3H JC", "JC QC"])
def test_a_gift_is_all_trumps_or_nothing(answer):
    with pytest.raises(RuleBreachError, match="give of seat 2"):
        dealt([30, 0, 0, 0], gifts={2: answer})


def test_gifts_are_asked_only_of_a_seat_with_one_or_two_trumps_whose_partner_is_in_and_never_of_the_declarer():
    # Seat 3 has one trump but its partner, seat 1, has none.
    replayed = dealt([30, 0, 0, 0], hands=hands_with("AH KH", "", "5H 3H 2H 4H QH JH 10H 9H 8H 7H 6H", "5D"))
    assert of_kind(replayed, "give") == []
    assert of_kind(dealt([30, 0, 0, 0], rules=rules_with(GAME, gift=False)), "give") == []
    # Seat 0 declares with two trumps, its partner has three.
    replayed = dealt([30, 0, 0, 0], hands=hands_with("AH KH", "QH JH 10H 9H", "8H 7H 6H", "5H 4H 3H 2H 5D"))
    assert of_kind(replayed, "give") == []


def test_gifts_are_asked_from_the_left_of_the_declarer_and_who_has_received_is_not_asked():
    hands = hands_with("AH KH QH JH 10H 9H 8H 7H 6H 5H", "5D", "4H", "3H 2H")
    replayed = dealt([30, 0, 0, 0], hands=hands, gifts={1: "5D", 2: "4H"})
    assert [(decision.seat, decision.answer.bit_count()) for decision in of_kind(replayed, "give")] == [(1, 1), (2, 1)]
    assert entries(replayed)[:4] == [(1, "give", 1), (1, "fold", 12), (2, "give", 1), (2, "fold", 12)]
    kept = dealt([30, 0, 0, 0], hands=hands, gifts={3: "3H 2H"})
    assert [(decision.seat, decision.answer.bit_count()) for decision in of_kind(kept, "give")] == [
        (1, 0),
        (2, 0),
        (3, 2),
    ]


def test_the_views_of_a_gift_and_of_a_discard_show_who_is_still_in():
    replayed = dealt([30, 0, 0, 0], gifts={2: "5H 3H"})
    give = of_kind(replayed, "give")[0]
    gift = HEARTS.mask(cards("5H 3H"))
    assert give[:6] == ("give", 2, gift, 0, 2, gift)
    assert (give.view["hand"], give.view["trumps"]) == (HEARTS.mask(HANDS[2]), gift)
    assert (give.view["active"], give.view["declarer"], give.view["declaring"]) == (0b0111, 2, True)
    assert (give.view["trump"], give.view["bid"], give.view["calls"]) == (2, 30, (0, 0, 30, 0))
    first, last = of_kind(replayed, "discard")
    assert (first.seat, first.view["active"], first.view["received"], first.need) == (3, 0b0011, 0, 7)
    assert (last.seat, last.view["active"], last.view["received"], last.need) == (0, 0b1001, gift, 9)
    assert first.must == HEARTS.mask(cards("10D JD QD KD AD"))
    assert last.must == last.legal
    for decision in of_kind(replayed, "play"):
        mine = decision.seat == 0
        assert decision.view["received"] == (gift if mine else 0)
        assert decision.view["discarded"] == (last.answer if mine else first.answer)
        assert (decision.view["gave"], decision.view["kitty"], decision.view["exposed"]) == (0, 0, 0)


def test_what_has_been_folded_and_laid_away_by_others_stays_unseen():
    view = of_kind(dealt([30, 0, 0, 0], gifts={2: "5H 3H"}), "play")[0].view
    assert view["unseen"].bit_count() == 52 - 6 - 9
    assert view["to_play"] == 1


def test_trumps_laid_away_are_by_option_shown_to_all():
    rules = rules_with(GAME, show_trump_discards=True)
    shown = HEARTS.mask(cards("4H 6H"))
    for decision in of_kind(dealt([30, 0, 0, 0], rules=rules, discards={3: "4H 6H 10D JD QD KD AD"}), "play"):
        assert decision.view["shown"] == shown
        assert decision.view["unseen"] & shown == 0
    assert {decision.view["shown"] for decision in of_kind(dealt([30, 0, 0, 0]), "play")} == {0}


def test_the_trump_is_named_on_nine_cards_and_the_rest_of_the_deal_is_in_play_order():
    replayed = dealt([30, 0, 0, 0])
    named = of_kind(replayed, "name_trump")[0]
    assert (named.legal, named.view["hand"]) == (0b1111, layout(-1, DEFAULT).mask(HANDS[0][:9]))
    assert (named.view["kitty"], named.view["received"], named.view["discarded"]) == (0, 0, 0)
    assert of_kind(replayed, "discard")[0].view["hand"].bit_count() == 13


def test_the_first_lead_is_a_trump_and_later_leads_are_any_card():
    leads = [decision for decision in of_kind(dealt([30, 0, 0, 0]), "play") if decision.view["position"] == 0]
    assert leads[0].legal == leads[0].view["trumps"] != leads[0].view["hand"]
    assert all(lead.legal == lead.view["hand"] for lead in leads[1:])


def test_a_declarer_without_trumps_folds_last_and_the_next_seat_in_leads():
    replayed = dealt([0, 30, 0, 0, 0])
    assert replayed.record["contract"]["declarer"] == 1
    assert entries(replayed)[0] == (1, "fold", 13)
    assert replayed.record["tricks"][0]["leader"] == 2
    void = dealt([30, 0, 0, 0], hands=hands_with("", "", "AH KH QH JH 10H 9H 8H", "7H 6H 5H 4H 3H 2H 5D"))
    assert entries(void)[:2] == [(1, "fold", 13), (0, "fold", 13)]
    assert void.record["tricks"][0]["leader"] == 2


def test_partners_who_are_left_alone_play_all_tricks():
    replayed = dealt([30, 0, 0, 0], hands=hands_with("AH KH QH JH 10H 9H 8H", "", "7H 6H 5H 4H 3H 2H 5D", ""))
    assert trick_sizes(replayed) == [2] * 6
    assert replayed.record["tally"]["tricks"] == [6, 0]
    last = of_kind(replayed, "play")[1].view
    assert (last["active"], last["best_seat"], last["partner_winning"], last["to_play"]) == (0b0101, 2, True, 0)


def test_a_player_who_is_left_alone_plays_six_tricks_of_one_card():
    hands = hands_with("AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H", "", "5D", "")
    replayed = dealt([62, 0, 0, 0], hands=hands, gifts={2: "5D"}, discards={0: "QH 8H 7H 6H 4H 3H 2H AH"})
    assert entries(replayed) == [
        (1, "fold", 13), (3, "fold", 13), (2, "give", 1), (2, "fold", 12), (0, "discard", 8),
    ]  # fmt: skip
    assert trick_sizes(replayed) == [1] * 6
    assert replayed.record["tally"] == {"points": [60, 0], "tricks": [6, 0]}
    assert (replayed.record["made"], replayed.record["score"]) == (False, [-62, 0])


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({"discard_points_to": "discarder"}, [62, 0]),
        ({"discard_points_to": "opponents"}, [60, 2]),
        ({"two_to": "dealt"}, [61, 0]),
        ({"two_to": "dealt", "discard_points_to": "opponents"}, [61, 1]),
        ({"two_to": "winner"}, [60, 0]),
    ],
)
def test_points_laid_away_count_towards_the_bid_where_the_option_gives_them_to_somebody(changes, points):
    hands = hands_with("AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H", "", "5D", "")
    answers = {"gifts": {2: "5D"}, "discards": {0: "QH 8H 7H 6H 4H 3H 2H AH"}}
    record = dealt([62, 0, 0, 0], hands=hands, rules=rules_with(GAME, **changes), **answers).record
    assert record["tally"]["points"] == points
    assert record["made"] == (points[0] == 62)


def test_the_two_counts_for_the_side_of_its_holder_before_gifts():
    hands = hands_with("AH KH QH JH 10H 9H 8H 7H 6H 5H", "2H", "4H 3H", "5D")
    record = dealt([30, 0, 0, 0], hands=hands, rules=rules_with(GAME, two_to="dealt"), gifts={1: "2H"}).record
    assert record["tally"]["points"][1] >= 1
    assert sum(record["tally"]["points"]) == 62


def test_a_declarer_who_has_laid_away_all_his_trumps_may_lead_any_card():
    rules = rules_with(GAME, discard="free")
    replayed = dealt([30, 0, 0, 0], rules=rules, discards={0: "AH KH QH JH 2C 3C 4C"})
    lead = of_kind(replayed, "play")[0]
    assert lead.legal == lead.view["hand"] == HEARTS.mask(cards("5C 6C 7C 8C 9C 10C"))
    assert replayed.record["tricks"][0]["winner"] in (0, 3)


def test_no_plain_card_beats_the_leader_whose_card_stays_best():
    rules = rules_with(GAME, discard="free")
    answers = {"discards": {0: "AH KH QH JH 2C 3C 4C", 2: "5H 3H 2D 3D 4D 6D 7D", 3: "2H 4H 6H 7H 8H 9H 10D"}}
    views = [decision.view for decision in of_kind(dealt([30, 0, 0, 0], rules=rules, plays="5C AC", **answers), "play")]
    # Seat 2 has only plain cards: none of them wins. Seat 3 has plain cards and trumps, and may play no trump.
    assert (views[1]["winning"], views[1]["best"], views[1]["best_seat"]) == (0, HEARTS.code["5C"], 2)
    assert (views[2]["winning"], views[2]["best"], views[2]["best_seat"]) == (0, HEARTS.code["5C"], 1)
    ranked = rules_with(GAME, discard="free", plain_winner="highest_of_led")
    views = [
        decision.view for decision in of_kind(dealt([30, 0, 0, 0], rules=ranked, plays="5C AC", **answers), "play")
    ]
    assert views[1]["winning"] == HEARTS.mask(cards("JC QC KC AC"))
    assert (views[2]["best"], views[2]["best_seat"]) == (HEARTS.code["AC"], 3)


def test_an_exchange_that_does_not_fit_the_record_is_refused():
    record = dealt([30, 0, 0, 0], gifts={2: "5H 3H"}).record
    fold, give, fold_2, discard_3, discard_0 = record["exchange"]
    for found, message in [
        ([fold, fold_2, discard_3, discard_0], "discard: it is seat 2's turn"),
        ([fold, {**give, "cards": ["5H"]}, fold_2, discard_3, discard_0], "give of seat 2"),
        ([fold, give, fold_2, discard_0, discard_3], "discard: it is seat 3's turn"),
        ([fold, give, fold_2, {**discard_3, "cards": ["2H", *discard_3["cards"][1:]]}, discard_0], "discard of seat 3"),
        ([fold, give, {**give, "seat": 3}, fold_2, discard_3, discard_0], "the exchange is over"),
    ]:
        with pytest.raises(RuleBreachError, match=message):
            replay({**record, "exchange": found})
