"""Play order: trump in lane 3, the other suit of its colour in lane 2, and within a lane a higher code is stronger."""

from types import SimpleNamespace

import numpy as np
import pytest

from simcards.cards.order import as_trump, in_play_order
from tests.cards.decks import COLOUR, DECKS, RANKS, cards_of, trumps_of

every_trump = pytest.mark.parametrize(("kind", "trump"), [(kind, trump) for kind in DECKS for trump in range(4)])


def expected_codes(kind, trump):
    """The code of each card in play order, from the rule sheets and the design."""
    suit = "CDHS"[trump]
    trumps = trumps_of(kind, suit)
    slots = {name: slot for slot, name in zip(range(14, -1, -1), reversed(trumps), strict=False)}
    if kind == "smear":
        slots = {name: slot for slot, name in enumerate(trumps)}
    if kind == "no_bowers":
        slots = {name: slot for slot, name in zip([7, 8, 9, 10, 11, 12, 14], trumps, strict=True)}
    others = sorted(set("CDHS") - {suit, COLOUR[suit]}, key="CDHS".index)
    lanes = {others[0]: 0, others[1]: 1, COLOUR[suit]: 2}
    plain = {card: 16 * lanes[card[-1]] + RANKS.index(card[:-1]) for card in cards_of(kind) if card not in slots}
    return plain | {name: 48 + slot for name, slot in slots.items()}


@every_trump
def test_every_card_lies_where_the_rules_rank_it(kind, trump):
    deck = DECKS[kind]
    for card, code in expected_codes(kind, trump).items():
        moved = in_play_order(1 << deck.parse_card(card), trump, deck.layout)
        assert moved == 1 << code, card
        assert deck.card_name(code, trump) == card


@every_trump
def test_trumps_are_written_first_and_from_high_to_low(kind, trump):
    deck = DECKS[kind]
    names = deck.set_names(in_play_order(deck.cards, trump, deck.layout), trump)
    trumps = trumps_of(kind, "CDHS"[trump])
    assert names[: len(trumps)] == trumps[::-1]
    assert sorted(names) == sorted(cards_of(kind))


@every_trump
def test_a_set_moves_card_by_card_in_python_and_in_arrays(kind, trump):
    deck = DECKS[kind]
    draw = np.random.default_rng(trump)
    sets = draw.integers(0, 1 << 63, 200) & deck.cards
    sets[0] = 0
    codes = expected_codes(kind, trump)
    for cards, moved in zip(sets.tolist(), in_play_order(sets, trump, deck.layout).tolist(), strict=True):
        assert moved == in_play_order(cards, trump, deck.layout)
        assert moved == sum(1 << codes[name] for name in deck.set_names(cards))


@pytest.mark.parametrize("kind", DECKS)
def test_without_a_trump_suit_sets_stay_as_they_are(kind):
    deck = DECKS[kind]
    assert in_play_order(deck.cards, 4, deck.layout) == deck.cards
    assert deck.set_names(deck.cards, 4) == deck.set_names(deck.cards)


@pytest.mark.parametrize("kind", DECKS)
def test_as_trump_shows_a_hand_as_it_would_be(kind):
    deck = DECKS[kind]
    view = SimpleNamespace(layout=deck.layout)
    for trump in range(5):
        assert as_trump(view, deck.cards, trump) == in_play_order(deck.cards, trump, deck.layout)
