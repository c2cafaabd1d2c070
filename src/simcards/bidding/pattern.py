"""Hands as people write them: `AS JS xS r x` or `AJ2.K.x.x`, read into cards held and places for others.

A word is a card; `x`, any other card; `xS`, any other card of that suit; or `r`, a rag: below ten and of no suit named
to its left. One word may have the four suits S.H.D.C with dots between them, ranks and `x` in each.
"""

import re
from dataclasses import dataclass, field

from simcards.cards.codes import JOKER_CODES, RANKS, SUIT_LETTERS, Deck
from simcards.errors import UsageError

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
SUITS = tuple(0x1FFF << 16 * suit for suit in range(4))  # the thirteen ranks of a lane, no joker
RAG_RANKS = 0xFF  # 2 … 9
DOTTED = "SHDC"  # the order of the suits in a dotted word
RANK = "10|[2-9TJQKA]"
CARD = re.compile(f"({RANK})([{SUIT_LETTERS}])|" + "|".join(JOKER_CODES))
RANK_OR_ANY = re.compile(f"{RANK}|X")
CARDS = re.compile(f"(({RANK})[{SUIT_LETTERS}]){{2,}}")
KINDS = "a card is AS or 10H, x any card, xS any spade, r a rag, and S.H.D.C four suits, e.g. AK2.x.-.9"


@dataclass(frozen=True)
class Pattern:
    """A hand text: the cards held for certain, and the places that other cards take."""

    text: str  # as it was written, in capitals, 10 for T
    known: int  # the cards named
    suits: tuple[int, int, int, int]  # how many `xS` of each suit
    rags: tuple[int, ...]  # by `r`, the cards that it may be, known ones included; each is part of the one before
    others: int  # how many `x`

    @property
    def cards(self) -> int:
        """The number of cards."""
        return self.known.bit_count() + sum(self.suits) + len(self.rags) + self.others


def deck_text(deck: Deck) -> str:
    """What a deck is, for people: `2 to A`, `9 to A with JK`."""
    return f"{deck.lowest_rank} to A" + (f" with {' and '.join(deck.jokers)}" if deck.jokers else "")


def rank_number(text: str) -> int:
    """The number of a rank 2 … A from its text in capitals, T for 10 too."""
    return RANKS.index("10" if text == "T" else text)


def is_card(word: str) -> bool:
    """Whether a word in capitals is a card of some deck."""
    return CARD.fullmatch(word) is not None


def card_code(word: str, deck: Deck, place: str) -> int:
    """The code of a card; `UsageError` that starts with `place` when it is not in the deck."""
    try:
        return deck.parse_card(word)
    except UsageError:
        raise UsageError(f"{place}: card {word} is not in this deck ({deck_text(deck)})") from None


@dataclass
class _Reader:
    """What has been read of a hand text so far."""

    deck: Deck
    place: str
    known: int = 0
    suits: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    rags: list[int] = field(default_factory=list)
    others: int = 0
    named: int = 0  # the cards of all suits named so far
    dotted: str = ""

    def word(self, written: str) -> str:
        """The word as it is echoed; what it says is noted."""
        word = written.upper()
        if "." in word:
            return self._four_suits(word)
        if is_card(word):
            return self._card(word)
        if word == "X":
            self.others += 1
            return "x"
        if word == "R":
            return self._rag()
        if len(word) == 2 and word[0] == "X" and word[1] in SUIT_LETTERS:
            self._any_of(SUIT_LETTERS.index(word[1]))
            return f"x{word[1]}"
        raise UsageError(f"{self.place}: {written!r} is no card; {_remedy(word, self.deck)}")

    def _card(self, word: str) -> str:
        code = card_code(word, self.deck, self.place)
        name = self.deck.card_name(code)
        if self.known >> code & 1:
            raise UsageError(f"{self.place}: card {name} is there twice; write it once")
        self.known |= 1 << code
        self.named |= sum(suit for suit in SUITS if suit >> code & 1)
        return name

    def _any_of(self, suit: int) -> None:
        self.suits[suit] += 1
        self.named |= SUITS[suit]

    def _rag(self) -> str:
        rags = sum(RAG_RANKS << 16 * suit for suit in range(4)) & self.deck.cards
        if not rags:
            raise UsageError(f"{self.place}: r is a card below ten, and this deck ({deck_text(self.deck)}) has none")
        if not rags & ~self.named:
            raise UsageError(f"{self.place}: r is of no suit named before it, and all four are; write x or put r first")
        self.rags.append(rags & ~self.named)
        return "r"

    def _four_suits(self, word: str) -> str:
        if self.dotted:
            raise UsageError(f"{self.place}: {self.dotted!r} and {word!r} have dots; one word may be S.H.D.C")
        self.dotted = word
        parts = word.split(".")
        if len(parts) != len(DOTTED):
            raise UsageError(f"{self.place}: {word!r} has {len(parts)} suits; write all four, S.H.D.C, e.g. AK2.x.-.9")
        return ".".join(self._one_suit(part, letter, word) for part, letter in zip(parts, DOTTED, strict=True))

    def _one_suit(self, part: str, letter: str, word: str) -> str:
        """A part of a dotted word as it is echoed."""
        echo = ""
        rest = "" if part == "-" else part
        while rest:
            found = RANK_OR_ANY.match(rest)
            if not found:
                raise UsageError(
                    f"{self.place}: {rest[0]!r} in {word!r} is no rank; between dots are 2 … 9 10 J Q K A x"
                )
            rest = rest[found.end() :]
            if found[0] == "X":
                self._any_of(SUIT_LETTERS.index(letter))
                echo += "x"
            else:
                echo += self._card(found[0] + letter)[:-1]
        return echo or "-"


def _remedy(word: str, deck: Deck) -> str:
    """What to write in place of a word that is none."""
    if word[::-1] in deck.names.values():
        return f"did you mean {word[::-1]}?"
    if re.fullmatch(RANK, word):
        return f"write its suit too, e.g. {word}S"
    suits = [
        letter
        for letter, name in zip(SUIT_LETTERS, SUIT_WORDS, strict=True)
        if word.lower() in {letter.lower(), name, name[:-1]}
    ]
    if suits:
        return f"for any other card of that suit write x{suits[0]}"
    if set(word) in ({"X"}, {"R"}):
        return f"write {' '.join(word.lower())}"
    if CARDS.fullmatch(word):
        return "write blanks between cards"
    return KINDS


def parse_pattern(text: str, deck: Deck, size: int, game: str = "") -> Pattern:
    """The pattern of a hand of `size` cards from its text; every fault is a `UsageError` that names the word."""
    place = f"hand {' '.join(text.split())!r}"
    words = text.replace(",", " ").split()
    if not words:
        raise UsageError(f"{place} is empty; {KINDS}")
    reader = _Reader(deck, place)
    echo = " ".join([reader.word(word) for word in words])
    suits = (reader.suits[0], reader.suits[1], reader.suits[2], reader.suits[3])
    pattern = Pattern(echo, reader.known, suits, tuple(reader.rags), reader.others)
    if pattern.cards != size:
        cards = f"{pattern.cards} card{'s' if pattern.cards != 1 else ''}"
        of = f"a hand of {game} has {size}" if game else f"a hand has {size}"
        remedy = "write x for any other card" if pattern.cards < size else f"leave out {pattern.cards - size}"
        raise UsageError(f"{place}: {cards}, {of}: {remedy}")
    return pattern
