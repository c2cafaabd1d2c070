"""Text of cards, suits and sets, both ways."""

import pytest

from simcards.cards.codes import Deck, parse_suit, suit_name
from simcards.errors import UsageError
from tests.cards.decks import DECKS, RANKS, cards_of

every_deck = pytest.mark.parametrize("kind", DECKS)
every_card = pytest.mark.parametrize(("kind", "card"), [(kind, card) for kind in DECKS for card in cards_of(kind)])


@every_card
def test_a_card_has_its_code_and_its_text_both_ways(kind, card):
    code = 62 if card == "JK" else 16 * "CDHS".index(card[-1]) + RANKS.index(card[:-1])
    assert DECKS[kind].parse_card(card) == code
    assert DECKS[kind].card_name(code) == card
    assert DECKS[kind].parse_card(card.lower()) == code
    assert DECKS[kind].parse_card(card.replace("10", "T")) == code
    assert DECKS[kind].parse_card(card.replace("10", "t").lower()) == code


@every_deck
def test_a_deck_holds_the_cards_of_its_game_and_no_others(kind):
    deck = DECKS[kind]
    assert set(deck.names.values()) == set(cards_of(kind))
    assert deck.cards.bit_count() == len(cards_of(kind))
    assert deck.cards < 1 << 63


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("smear", "JK"),
        ("smear", "1S"),
        ("smear", "11S"),
        ("smear", "A"),
        ("smear", "S"),
        ("smear", ""),
        ("smear", "AX"),
        ("smear", "AS AS"),
        ("smear", "TT"),
        ("bowers", "8S"),
        ("bowers", "BJ"),
        ("bowers", "T"),
    ],
)
def test_a_card_that_is_not_in_the_deck_is_refused_by_name(kind, text):
    with pytest.raises(UsageError, match=f"card '{text}'"):
        DECKS[kind].parse_card(text)


@every_deck
def test_a_set_is_read_from_its_texts_in_any_order_and_written_from_high_to_low(kind):
    deck, cards = DECKS[kind], cards_of(kind)
    assert deck.parse_set(cards) == deck.parse_set(reversed(cards)) == deck.cards
    assert deck.set_names(deck.cards) == cards[::-1]
    assert deck.parse_set([]) == 0
    assert deck.set_names(0) == []
    with pytest.raises(UsageError, match="'9S' is there twice"):
        deck.parse_set(["9S", "KS", "9S"])


@pytest.mark.parametrize(("suit", "name"), [(0, "C"), (1, "D"), (2, "H"), (3, "S"), (4, None)])
def test_a_suit_has_its_letter_both_ways_and_no_trump_has_none(suit, name):
    assert suit_name(suit) == name
    assert parse_suit(name) == suit
    if name:
        assert parse_suit(name.lower()) == suit


@pytest.mark.parametrize("text", ["X", "", "CD", "CDHS", "HS"])
def test_what_is_no_suit_is_refused(text):
    with pytest.raises(UsageError, match="none of C D H S"):
        parse_suit(text)


def test_little_and_big_joker_have_the_two_highest_codes():
    deck = Deck(lowest_rank="7", jokers=("LJ", "BJ"))
    assert (deck.parse_card("LJ"), deck.parse_card("BJ")) == (61, 62)
    assert deck.set_names(deck.cards)[:3] == ["BJ", "LJ", "AS"]
    assert deck.cards.bit_count() == 34
