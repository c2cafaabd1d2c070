"""What the tests of hands share: decks, and what the words of a hand text mean, told on names of cards."""

import functools
from itertools import combinations

from simcards.cards.codes import Deck

FULL = Deck()
BOWERS = Deck("9", ("JK",))
SMALL = Deck("8", ("JK",))  # 29 cards, eight rags
MULOT = Deck("7", ("LJ", "BJ"))

RAGS = {"2", "3", "4", "5", "6", "7", "8", "9"}


def suit_of(name):
    """The suit letter of a card, empty for a joker."""
    return "" if name in {"JK", "BJ", "LJ"} else name[-1]


def plain_words(text):
    """The words of a hand text, its dotted word written out."""
    words = []
    for word in text.split():
        if "." in word:
            for part, suit in zip(word.split("."), "SHDC", strict=True):
                ranks = [rank.replace("T", "10") for rank in part.replace("10", "T").strip("-")]
                words += [rank + suit for rank in ranks]
        else:
            words.append(word)
    return words


def places_of(text):
    """The cards named in a hand text, and for each other word what it allows, as a function of a card's name."""
    named, held, places = set(), [], []
    for word in plain_words(text):
        if word == "x":
            places.append(lambda _: True)
        elif word == "r":
            places.append(lambda card, out=frozenset(named): card[:-1] in RAGS and suit_of(card) not in out)
        elif word[0] == "x":
            places.append(lambda card, suit=word[1]: suit_of(card) == suit)
            named.add(word[1])
        else:
            held.append(word)
            named.add(suit_of(word))
    return held, places


def can_be_seated(cards, places):
    """Whether each card can have a place of its own: every way is tried."""
    if not cards:
        return True
    first, rest = cards[0], cards[1:]
    return any(place(first) and can_be_seated(rest, places[:at] + places[at + 1 :]) for at, place in enumerate(places))


@functools.cache
def all_hands(deck, size):
    """All hands of a deck as names."""
    return [frozenset(hand) for hand in combinations(deck.names.values(), size)]


def hands_meant(text, deck, size, where=lambda _: True, elsewhere=()):
    """The sets of all hands that a text means."""
    held, places = places_of(text)
    return {
        deck.parse_set(hand)
        for hand in all_hands(deck, size)
        if hand.issuperset(held)
        and hand.isdisjoint(elsewhere)
        and where(hand)
        and can_be_seated(sorted(hand.difference(held)), places)
    }
