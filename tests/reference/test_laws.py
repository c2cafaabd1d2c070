"""Laws that hold for every deal, under the default rules and under all options drawn together."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import default_rules, replay
from tests.reference.canadian_smear import game_pips
from tests.reference.cards import RANKS, SUITS
from tests.reference.deal import GAMES
from tests.reference.sample_deals import drawn_rules, random_record, rules_with
from tests.reference.tricks import legal_cards

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
PERMUTATIONS = [dict(zip(SUITS, suits, strict=True)) for suits in itertools.permutations(SUITS)]
COLOURS = ({"C", "S"}, {"D", "H"})
COLOUR_KEEPING = [suits for suits in PERMUTATIONS if {suits["C"], suits["S"]} in COLOURS]

laws = settings(max_examples=60, deadline=None, derandomize=True)
every_game = pytest.mark.parametrize("game", list(GAMES))


def record_of(game, seed):
    """A deal played at random: half of them under default rules, half under drawn ones."""
    return random_record(game, seed, drawn_rules(game, random.Random(seed)) if seed % 2 else None)


def plays_of(record):
    """All (seat, card) of a record."""
    return [(seat, card) for trick in record["tricks"] for seat, card in trick["plays"]]


@every_game
@laws
@given(seed=SEEDS)
def test_a_deal_that_was_played_out_replays_to_the_same_record(game, seed):
    record = record_of(game, seed)
    assert replay(record).record == record


@every_game
@laws
@given(seed=SEEDS)
def test_every_card_dealt_is_played_once_by_the_seat_that_held_it(game, seed):
    record = record_of(game, seed)
    for seat, hand in enumerate(record["hands"]):
        played = [card for player, card in plays_of(record) if player == seat]
        assert sorted(played) == (sorted(hand) if record["contract"] else [])


@every_game
@laws
@given(seed=SEEDS)
def test_each_view_divides_the_pack_into_hand_played_and_unseen_and_taken_into_past_tricks(game, seed):
    record = record_of(game, seed)
    deck_size = len(GAMES[game].deck)
    for decision in replay(record).decisions:
        view = decision.view
        assert decision.legal == view["legal"]
        assert decision.legal >> decision.answer & 1
        if decision.kind != "play":
            continue
        parts = [view["hand"], view["unseen"], *view["played"]]
        together = 0
        for part in parts:
            assert not together & part
            together |= part
        assert sum(part.bit_count() for part in parts) == deck_size
        assert view["taken"][0] | view["taken"][1] | view["trick"] == sum(view["played"])
        assert sum(view["tricks"]) == view["trick_no"]
        assert view["winning"] & ~view["legal"] == 0
        assert view["legal"] & ~view["hand"] == 0


@every_game
@laws
@given(seed=SEEDS)
def test_a_void_is_marked_exactly_when_a_card_of_the_led_class_would_have_made_the_play_illegal(game, seed):
    record = record_of(game, seed)
    if record["contract"] is None:
        return
    trump = record["contract"]["trump"]
    layout = GAMES[game].layout(4 if trump is None else SUITS.index(trump), record["rules"])
    follow = record["rules"].get("follow", "strict")
    expected = [0] * 4
    plays = iter(plays_of(record))
    led = ""
    for decision in replay(record).decisions:
        if decision.kind != "play":
            continue
        seen = decision.view["voids"]
        assert seen == tuple(expected[(decision.seat + step) % 4] for step in range(4))
        seat, card = next(plays)
        if decision.view["position"] == 0:
            led = card
        of_led_class = [other for other, group in layout.group.items() if group == layout.group[led] and other != card]
        if not of_led_class:  # a joker that is the only trump: whoever plays another card does not hold it
            of_led_class = [led] if card != led else []
        if of_led_class and card not in legal_cards([card, of_led_class[0]], led, layout, follow):
            expected[seat] |= 1 << layout.void_bit[layout.group[led]]


@laws
@given(seed=SEEDS)
def test_the_points_of_smear_add_up(seed):
    record = record_of("canadian_smear", seed)
    if record["contract"] is None:
        assert record["score"] == [0, 0]
        return
    tally, declaring = record["tally"], record["contract"]["declarer"] % 2
    owners = [tally[name] for name in ("high", "low", "jack", "game")]
    points = [owners.count(side) for side in (0, 1)]
    bid = int(record["contract"]["bid"])
    assert record["score"][1 - declaring] == points[1 - declaring]
    assert record["score"][declaring] == (points[declaring] if record["made"] else -bid)
    assert record["made"] == (points[declaring] >= bid)
    assert sum(tally["tricks"]) == 6
    dealt = [card for hand in record["hands"] for card in hand]
    assert sum(tally["game_points"]) == game_pips(dealt, record["rules"])
    trump = record["contract"]["trump"]
    assert (tally["jack"] is not None) == ("J" + trump in dealt)
    if record["rules"]["high"] == "ace_only":
        assert (tally["high"] is not None) == ("A" + trump in dealt)


@laws
@given(seed=SEEDS)
def test_the_points_of_hasenpfeffer_are_six_when_the_bid_is_made(seed):
    record = random_record("hasenpfeffer", seed, rules_with("hasenpfeffer", all_pass="dealer_forced"))  # noqa: S106
    declaring, bid = record["contract"]["declarer"] % 2, int(record["contract"]["bid"])
    tricks = record["tally"]["tricks"]
    assert sum(tricks) == 6
    assert record["made"] == (tricks[declaring] >= bid)
    assert sum(record["score"]) == (6 if record["made"] else tricks[1 - declaring] - bid)


def relabelled(record, suits):
    """The record with the suits renamed, nothing else changed."""

    def renamed(card):
        return card if card == "JK" else card[:-1] + suits[card[-1]]

    contract = record["contract"]
    if contract is not None and contract["trump"] is not None:
        contract = {**contract, "trump": suits[contract["trump"]]}
    return {
        **record,
        "hands": [[renamed(card) for card in hand] for hand in record["hands"]],
        "kitty": [renamed(card) for card in record["kitty"]],
        "contract": contract,
        "tricks": [
            {**trick, "plays": [[seat, renamed(card)] for seat, card in trick["plays"]]} for trick in record["tricks"]
        ],
    }


@every_game
@laws
@given(seed=SEEDS, data=st.data())
def test_with_the_suits_relabelled_the_same_answers_win_the_same_tricks_and_points(game, seed, data):
    suits = data.draw(st.sampled_from(COLOUR_KEEPING if game == "hasenpfeffer" else PERMUTATIONS))
    record = relabelled(record_of(game, seed), suits)
    assert replay(record).record == record


def turned(record, by):
    """The record with every seat moved on by some places, and the sides with them."""

    def sides(values):
        return None if values is None else [values[(side - by) % 2] for side in (0, 1)]

    def seats(values):
        return [values[(seat - by) % 4] for seat in range(4)]

    contract, tally = record["contract"], record["tally"]
    if contract is not None:
        contract = {**contract, "declarer": (contract["declarer"] + by) % 4}
    if tally is not None:
        tally = {
            key: sides(value) if isinstance(value, list) else None if value is None else (value + by) % 2
            for key, value in tally.items()
        }
    return {
        **record,
        "dealer": (record["dealer"] + by) % 4,
        "hands": seats(record["hands"]),
        "scores_before": sides(record["scores_before"]),
        "auction": [[(seat + by) % 4, call] for seat, call in record["auction"]],
        "contract": contract,
        "tricks": [
            {
                "leader": (trick["leader"] + by) % 4,
                "plays": [[(seat + by) % 4, card] for seat, card in trick["plays"]],
                "winner": (trick["winner"] + by) % 4,
            }
            for trick in record["tricks"]
        ],
        "tally": tally,
        "score": sides(record["score"]),
        "scores_after": sides(record["scores_after"]),
    }


@every_game
@laws
@given(seed=SEEDS, by=st.integers(min_value=1, max_value=3))
def test_with_the_seats_rotated_every_seat_sees_the_same_and_the_result_turns_with_them(game, seed, by):
    record = record_of(game, seed)
    moved = turned(record, by)
    after = replay(moved)
    assert after.record == moved
    expected = [decision._replace(seat=(decision.seat + by) % 4) for decision in replay(record).decisions]
    assert after.decisions == expected


@laws
@given(seed=SEEDS)
def test_without_bowers_any_relabelling_of_the_suits_of_hasenpfeffer_changes_nothing(seed):
    record = random_record("hasenpfeffer", seed, rules_with("hasenpfeffer", bowers=False))
    suits = PERMUTATIONS[seed % len(PERMUTATIONS)]
    moved = relabelled(record, suits)
    assert replay(moved).record == moved


def test_the_default_rules_are_a_new_dict_each_time():
    rules = default_rules("canadian_smear")
    rules["values"]["A"] = 1
    assert default_rules("canadian_smear")["values"] == {}
    assert set(RANKS) > set(rules["values"])
