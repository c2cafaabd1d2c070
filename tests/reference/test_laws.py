"""Laws that hold for every deal, under the default rules and under all options drawn together."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import default_rules, replay
from tests.reference.cards import RANKS, SUITS
from tests.reference.deal import GAMES
from tests.reference.sample_deals import drawn_rules, random_record, rules_with
from tests.reference.tricks import JOKERS_WHEN_VOID, STRICT, legal_cards

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
PERMUTATIONS = [dict(zip(SUITS, suits, strict=True)) for suits in itertools.permutations(SUITS)]
COLOURLESS = ("canadian_smear", "cutthroat_pitch")  # where the suits of one colour have nothing in common
COLOURS = ({"C", "S"}, {"D", "H"})
COLOUR_KEEPING = [suits for suits in PERMUTATIONS if {suits["C"], suits["S"]} in COLOURS]

laws = settings(max_examples=60, deadline=None, derandomize=True)
every_game = pytest.mark.parametrize("game", list(GAMES))


def record_of(game, seed):
    """A deal played at random: half of them under default rules, half under drawn ones."""
    return random_record(game, seed, drawn_rules(game, random.Random(seed)) if seed % 2 else None)


def layout_of(record):
    """The numbering of the cards in the play of a record."""
    trump = record["contract"]["trump"]
    return GAMES[record["game"]].layout(4 if trump is None else SUITS.index(trump), record["rules"])


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
def test_every_card_is_played_or_laid_away_once_by_the_seat_that_had_it(game, seed):
    record = record_of(game, seed)
    if record["contract"] is None:
        assert record["tricks"] == record["exchange"] == []
        return
    held = [list(hand) for hand in record["hands"]]
    for seat, more in enumerate(record["second_deal"] or []):
        held[seat] += more
    for entry in record["exchange"]:
        if entry["action"] in ("give", "discard", "fold"):
            for card in entry["cards"]:
                held[entry["seat"]].remove(card)
        if entry["action"] in ("give", "take_kitty"):
            held[entry.get("to", entry["seat"])] += entry["cards"]
    folded = {entry["seat"] for entry in record["exchange"] if entry["action"] == "fold"}
    assert all(not held[seat] for seat in folded)
    for seat, card in plays_of(record):
        held[seat].remove(card)
    left = {len(cards) for seat, cards in enumerate(held) if seat not in folded}
    assert left == {0} or (len(left) == 1 and record["rules"].get("stop_early"))


@every_game
@laws
@given(seed=SEEDS)
def test_each_view_divides_the_pack_into_what_is_seen_and_unseen_and_the_plays_into_past_tricks_and_this(game, seed):
    record = record_of(game, seed)
    deck_size = len(GAMES[game].deck)
    for decision in replay(record).decisions:
        view = decision.view
        assert decision.legal == view["legal"]
        assert (decision.must, decision.need) == (view.get("must", 0), view.get("need", 0))
        if decision.kind in ("give", "discard"):
            assert decision.must & ~decision.legal == decision.legal & ~view["hand"] == 0
            assert decision.answer & ~decision.legal == decision.must & ~decision.answer == 0
            continue
        assert decision.legal >> decision.answer & 1
        if decision.kind != "play":
            continue
        seen = view["hand"] | view["discarded"] | view["shown"] | view["exposed"] | view["kitty"]
        for cards in view["played"]:
            assert not (view["hand"] | view["discarded"] | view["exposed"]) & cards
            seen |= cards
        assert not seen & view["unseen"]
        assert (seen | view["unseen"]).bit_count() == deck_size
        assert sum(view["taken"]) + view["trick"] == sum(view["played"])
        assert view["trick"].bit_count() == view["position"]
        assert view["active"].bit_count() == view["position"] + 1 + view["to_play"]
        assert sum(view["tricks"]) == view["trick_no"]
        assert view["winning"] & ~view["legal"] == 0
        assert view["legal"] & ~view["hand"] == 0


def follow_of(record):
    """The follow rule of a record's contract."""
    rules = record["rules"]
    if record["contract"]["bid"] in ("mulot", "gros_mulot"):
        return JOKERS_WHEN_VOID
    return {"follow_suit": STRICT}.get(rules.get("plain_follow"), rules.get("plain_follow")) or rules.get(
        "follow", STRICT
    )


@every_game
@laws
@given(seed=SEEDS)
def test_a_class_is_marked_as_void_exactly_when_a_card_of_it_would_have_made_the_play_illegal(game, seed):
    record = record_of(game, seed)
    if record["contract"] is None:
        return
    layout, follow, seats = layout_of(record), follow_of(record), len(record["hands"])
    expected = [0] * seats
    plays = iter(plays_of(record))
    led = ""
    for decision in replay(record).decisions:
        if decision.kind != "play":
            continue
        seen = decision.view["voids"]
        assert seen == tuple(expected[(decision.seat + step) % seats] for step in range(seats))
        seat, card = next(plays)
        if decision.view["position"] == 0:
            led = card
            continue
        for other, group in layout.group.items():
            if other != card and card not in legal_cards([card, other], led, layout, follow):
                expected[seat] |= 1 << layout.void_bit[group]


def relabelled(record, suits):
    """The record with the suits renamed, nothing else changed."""

    def renamed(card):
        return card if card in ("JK", "LJ", "BJ") else card[:-1] + suits[card[-1]]

    contract = record["contract"]
    if contract is not None and contract["trump"] is not None:
        contract = {**contract, "trump": suits[contract["trump"]]}
    return {
        **record,
        "hands": [[renamed(card) for card in hand] for hand in record["hands"]],
        "kitty": [renamed(card) for card in record["kitty"]],
        "second_deal": record["second_deal"] and [[renamed(card) for card in more] for more in record["second_deal"]],
        "contract": contract,
        "exchange": [{**entry, "cards": [renamed(card) for card in entry["cards"]]} for entry in record["exchange"]],
        "tricks": [
            {**trick, "plays": [[seat, renamed(card)] for seat, card in trick["plays"]]} for trick in record["tricks"]
        ],
    }


@every_game
@laws
@given(seed=SEEDS, data=st.data())
def test_with_the_suits_relabelled_the_same_answers_win_the_same_tricks_and_points(game, seed, data):
    suits = data.draw(st.sampled_from(PERMUTATIONS if game in COLOURLESS else COLOUR_KEEPING))
    record = relabelled(record_of(game, seed), suits)
    assert replay(record).record == record


def turned(record, by):
    """The record with every seat moved on by some places, and the sides with them."""
    n, sides = len(record["hands"]), len(record["score"])

    def by_side(values):
        return [values[(side - by) % sides] for side in range(sides)]

    def by_seat(values):
        return [values[(seat - by) % n] for seat in range(n)]

    def moved_owner(owner):
        if isinstance(owner, list):  # the sides that share Game
            return sorted((side + by) % sides for side in owner)
        return None if owner is None else (owner + by) % sides

    contract, tally = record["contract"], record["tally"]
    if contract is not None:
        contract = {**contract, "declarer": (contract["declarer"] + by) % n}
    if tally is not None:
        tally = {
            key: by_side(value) if key in ("points", "tricks", "game_points") else moved_owner(value)
            for key, value in tally.items()
        }
    exchange = [{**entry, "seat": (entry["seat"] + by) % n} for entry in record["exchange"]]
    return {
        **record,
        "dealer": (record["dealer"] + by) % n,
        "hands": by_seat(record["hands"]),
        "second_deal": record["second_deal"] and by_seat(record["second_deal"]),
        "scores_before": by_side(record["scores_before"]),
        "auction": [[(seat + by) % n, call] for seat, call in record["auction"]],
        "contract": contract,
        "exchange": [{**entry, "to": (entry["to"] + by) % n} if "to" in entry else entry for entry in exchange],
        "tricks": [
            {
                "leader": (trick["leader"] + by) % n,
                "plays": [[(seat + by) % n, card] for seat, card in trick["plays"]],
                "winner": (trick["winner"] + by) % n,
            }
            for trick in record["tricks"]
        ],
        "tally": tally,
        "score": by_side(record["score"]),
        "scores_after": by_side(record["scores_after"]),
    }


@every_game
@laws
@given(seed=SEEDS, by=st.integers(min_value=1, max_value=3))
def test_with_the_seats_rotated_every_seat_sees_the_same_and_the_result_turns_with_them(game, seed, by):
    record = record_of(game, seed)
    moved = turned(record, by)
    after = replay(moved)
    assert after.record == moved
    expected = [
        decision._replace(seat=(decision.seat + by) % len(record["hands"])) for decision in replay(record).decisions
    ]
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
