"""The decks of the games, and cards in the order that a rule sheet gives them."""

from simcards.games.game import find_game

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


def deck_of(game, **rules):
    """The deck of a game under some rules."""
    found = find_game(game)
    return found.deck(found.book.rules(rules))


DECKS = {
    "smear": deck_of("canadian_smear"),
    "bowers": deck_of("hasenpfeffer"),
    "no_bowers": deck_of("hasenpfeffer", bowers=False),
}


def cards_of(kind):
    """All cards of a deck as text."""
    if kind == "smear":
        return [rank + suit for suit in "CDHS" for rank in RANKS]
    return [*(rank + suit for suit in "CDHS" for rank in RANKS[7:]), "JK"]


def trumps_of(kind, suit):
    """The trumps from low to high, as the rule sheets give them."""
    if kind == "smear":
        return [rank + suit for rank in RANKS]
    if kind == "no_bowers":
        return [*(rank + suit for rank in RANKS[7:]), "JK"]
    return [*(rank + suit for rank in ("9", "10", "Q", "K", "A")), "J" + COLOUR[suit], "J" + suit, "JK"]
