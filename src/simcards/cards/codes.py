"""Codes and text of cards, suits and decks: `parse_card("10H")`, `card_name(40)`, and the decks of the games.

A card is a small integer, its code = 16 · lane + slot. In suit order the lanes are C D H S, the slots 2 … A = 0 … 12;
jokers are LJ = 61 and BJ = JK = 62.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from simcards.cards.order import PLAIN_LAYOUT, TrumpLayout, in_play_order
from simcards.errors import UsageError

SUIT_LETTERS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER_CODES = {"LJ": 61, "BJ": 62, "JK": 62}


def suit_name(suit: int) -> str | None:
    """The letter of a suit 0 … 3; None for no trump (4)."""
    return None if suit == len(SUIT_LETTERS) else SUIT_LETTERS[suit]


def parse_suit(text: str | None) -> int:
    """The number of a suit from its letter; 4 for None, no trump."""
    if text is None:
        return len(SUIT_LETTERS)
    if text.upper() not in SUIT_LETTERS or len(text) != 1:
        raise UsageError(f"suit {text!r} is none of C D H S")
    return SUIT_LETTERS.index(text.upper())


@dataclass(frozen=True)
class Deck:
    """A deck: its lowest rank, its jokers, and how the trump lane is laid out in play order."""

    lowest_rank: str = "2"
    jokers: tuple[str, ...] = ()
    layout: TrumpLayout = PLAIN_LAYOUT

    @cached_property
    def names(self) -> dict[int, str]:
        """Code to text of every card, in suit order."""
        first = RANKS.index(self.lowest_rank)
        plain = {
            16 * lane + slot: RANKS[slot] + letter
            for lane, letter in enumerate(SUIT_LETTERS)
            for slot in range(first, len(RANKS))
        }
        return plain | {JOKER_CODES[joker]: joker for joker in self.jokers}

    @cached_property
    def cards(self) -> int:
        """The set of all cards, in suit order."""
        return sum(1 << code for code in self.names)

    @cached_property
    def _names_in_play_order(self) -> list[dict[int, str]]:
        """By trump 0 … 4: code in play order to text."""
        return [
            {in_play_order(1 << code, trump, self.layout).bit_length() - 1: name for code, name in self.names.items()}
            for trump in range(5)
        ]

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {name: code for code, name in self.names.items()}

    def card_name(self, code: int, trump: int = -1) -> str:
        """The text of a card; with a trump, of a code in play order."""
        return self._names_in_play_order[trump][code] if trump >= 0 else self.names[code]

    def parse_card(self, text: str) -> int:
        """The code of a card in suit order; `T` for 10 and either case are read too."""
        name = text.strip().upper()
        if name[:1] == "T" and len(name) == 2:
            name = "10" + name[1:]
        if name not in self._codes:
            raise UsageError(f"card {text!r} is not in this deck ({len(self.names)} cards, e.g. {self._example})")
        return self._codes[name]

    @cached_property
    def _example(self) -> str:
        return " ".join(list(self.names.values())[-3:])

    def set_names(self, cards: int, trump: int = -1) -> list[str]:
        """The texts of a set's cards, highest suit and highest card first (trumps first in play order)."""
        return [self.card_name(code, trump) for code in range(62, -1, -1) if cards >> code & 1]

    def parse_set(self, texts: Iterable[str]) -> int:
        """The set of some cards in suit order; a card twice is an error."""
        cards = 0
        for text in texts:
            one = 1 << self.parse_card(text)
            if cards & one:
                raise UsageError(f"card {text!r} is there twice")
            cards |= one
        return cards
