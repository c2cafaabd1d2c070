"""Classes of hands: all hands that a text and its limits mean, counted exactly, drawn, and told from others.

Every hand of a class is equally likely. Nothing is drawn to be thrown away: a hand's composition is drawn first, in
proportion to its hands, then the cards of each cell (cells.py).
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.bidding.cells import Compositions, compositions
from simcards.bidding.pattern import RAG_RANKS, SUIT_WORDS, SUITS, Pattern, parse_pattern
from simcards.bidding.where import Condition, Every, Limit, holds, parse_where
from simcards.cards.codes import SUIT_LETTERS, Deck
from simcards.cards.dealing import deposit
from simcards.cards.sets import count, nth
from simcards.errors import UsageError
from simcards.generated import Generated, compiled_module
from simcards.randomness import HALF, MAX_SEED, POSITIVE, STEP, deal_key, hand_key, plus, seed_key, times, word

BLOCK = 4096  # hands drawn together, so that what is computed stays in the cache
RAGS = sum(RAG_RANKS << 16 * suit for suit in range(4))


def places_limits(pattern: Pattern, deck: int) -> list[Limit]:
    """The limits on a whole hand that say that each place of the pattern gets a card of its own.

    This is Hall's theorem: for some places together, there are at least as many other cards that one of them allows.
    """
    places = [(SUITS[suit] & deck, number) for suit, number in enumerate(pattern.suits) if number]
    places += [(rags, pattern.rags.count(rags)) for rags in dict.fromkeys(pattern.rags)]
    needs: dict[int, int] = {}
    for n in range(1, len(places) + 1):
        for some in combinations(places, n):
            cards = 0
            for allowed, _ in some:
                cards |= allowed
            number = sum(number for _, number in some)
            needs[cards] = max(needs.get(cards, 0), number)
    held = pattern.known
    return [Limit((cards,), ">=", n + (cards & held).bit_count()) for cards, n in _not_implied(needs)]


def _not_implied(needs: dict[int, int]) -> list[tuple[int, int]]:
    """The sets and numbers without those that two others with no card in common say already."""

    def is_implied(cards: int, number: int) -> bool:
        parts = ((part, cards & ~part) for part in needs if part != cards and not part & ~cards)
        return any(needs[part] + needs.get(rest, 0) >= number for part, rest in parts)

    return [(cards, number) for cards, number in needs.items() if not is_implied(cards, number)]


@dataclass(frozen=True)
class HandClass:
    """The hands that a text means, with what else is known: `hand_class` makes it."""

    text: str
    where: str
    known: int  # the cards that every hand of the class has, in suit order
    size: int
    hands: int  # how many hands the class has
    all_hands: int  # how many hands there are of cards that do not lie elsewhere
    deck: Deck = field(repr=False)
    elsewhere: int = field(repr=False)
    pattern: Pattern = field(repr=False)
    condition: Condition = field(repr=False)
    _parts: Compositions = field(repr=False, compare=False)

    @property
    def is_whole(self) -> bool:
        """Whether the class is one hand."""
        return self.hands == 1

    @property
    def probability(self) -> Fraction:
        """The probability that a hand is of the class."""
        return Fraction(self.hands, self.all_hands)

    def lengths(self) -> list[list[Fraction]]:
        """By suit C D H S, then for the jokers: the probability of holding 0 … size cards of it."""
        table = []
        for cards in (*(suit & self.deck.cards for suit in SUITS), self.deck.cards & ~sum(SUITS)):
            held = (self.pattern.known & cards).bit_count()
            numbers = [0] * held + self._parts.hands_by_number(cards, self.size - held)
            table.append([Fraction(number, self.hands) for number in numbers])
        return table

    def holds(self, hands: NDArray[np.int64]) -> NDArray[np.bool_]:
        """By hand, whether it is of the class; found from the words of the text, not from its compositions."""
        hands = np.asarray(hands, np.int64)
        good: NDArray[np.bool_] = (
            (count(hands) == self.size) & (hands & ~self.deck.cards == 0) & (hands & self.elsewhere == 0)
        )
        good &= (hands & self.pattern.known == self.pattern.known) & holds(self.condition, hands)
        good &= _has_place(self.pattern, hands & ~self.pattern.known)
        return good

    @cached_property
    def _tables(self) -> "_Tables":
        return _tables(self._parts)

    def draw(self, seed: int, first: int, number: int) -> NDArray[np.int64]:
        """A hand a deal for deals first … first + number - 1: sets in suit order, each hand equally likely.

        A hand depends on the seed and the number of its deal, and is independent of the other cards dealt with them.
        """
        if not 0 <= seed <= MAX_SEED:
            raise UsageError(f"seed {seed} is not a whole number from 0 to 2**53 - 1")
        hands = np.full(number, self.known, np.int64)
        if not self.is_whole:
            start = hand_key(seed_key(seed))
            for begin in range(0, number, BLOCK):
                block = np.arange(first + begin, first + min(number, begin + BLOCK), dtype=np.int64)
                hands[begin : begin + BLOCK] = self.pattern.known | self._tables.draw(deal_key(start, block))
        return hands


@dataclass(frozen=True)
class _Tables:
    """What drawing looks up: a composition from 63 random bits, then for each draw its cell and how many are left."""

    thresholds: NDArray[np.int64]  # the first word of each composition but the first
    cells: NDArray[np.int64]  # the sets of cards
    cell_of: NDArray[np.int64]  # by draw and composition, the number of a cell
    left_in: NDArray[np.int64]  # by draw and composition, how many of its cards are left

    def draw(self, key: Any) -> NDArray[np.int64]:
        """The cards drawn, by deal, from the keys of the deals."""
        composition = np.searchsorted(self.thresholds, word(plus(key, STEP)) & POSITIVE, side="right")
        hands = np.zeros(len(key), np.int64)
        for k, (cell_of, left_in) in enumerate(zip(self.cell_of, self.left_in, strict=True)):
            if k % 2 == 0:
                random = word(plus(key, times(k // 2 + 2, STEP)))
            half = random >> 32 & HALF if k % 2 == 0 else random & HALF
            cells, bounds = self.cells[cell_of[composition]], left_in[composition]
            if compiled.ENABLED:
                _picking().pick(hands, cells, bounds, half, len(hands))
            else:
                hands |= 1 << nth(cells & ~hands, half * bounds >> 32)
        return hands


@cache
def _picking() -> Generated:
    """The loop that takes one more card for each hand: of a cell's cards that are left, the one at a random place."""
    text = '''"""Picks cards of cells, generated by simcards; safe to delete."""


@loop
def pick(hands, cells, bounds, random, n):
    for i in range(n):
        hands[i] |= deposit(1 << ((random[i] * bounds[i]) >> 32), cells[i] & ~hands[i])
'''
    return compiled_module("picking", text, {"deposit": deposit})


def _tables(parts: Compositions) -> _Tables:
    hands = parts.hands().tolist()
    total, before = sum(hands), 0
    thresholds = []
    for number in hands[:-1]:
        before += number
        thresholds.append(-(-(before << 63) // total))  # rounded up: bias below 2⁻⁶²
    n, cells = parts.taken.shape
    cell_of = np.repeat(np.tile(np.arange(cells), n), parts.taken.ravel()).reshape(n, -1)
    firsts = np.cumsum(parts.taken, axis=1) - parts.taken  # by composition and cell, its first draw
    drawn = np.arange(cell_of.shape[1]) - np.take_along_axis(firsts, cell_of, axis=1)
    left_in = parts.sizes[cell_of] - drawn
    return _Tables(
        np.array(thresholds, np.int64),
        np.array(parts.cells, np.int64),
        np.ascontiguousarray(cell_of.T),
        np.ascontiguousarray(left_in.T),
    )


def _has_place(pattern: Pattern, others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """By hand, whether its cards beside the known ones can be given to the places of the pattern.

    A place of a suit is best given a card that is no rag; the rags left over then go to the rags of the text, from
    the last, which allows least, to the first, which allows all that later ones do.
    """
    good = np.ones(others.shape, np.bool_)
    spare = np.zeros((4, *others.shape), np.int64)
    for suit, number in enumerate(pattern.suits):
        low = count(others & SUITS[suit] & RAGS)
        high = count(others & SUITS[suit] & ~RAGS)
        good &= low + high >= number
        spare[suit] = low - np.maximum(number - high, 0)
    for wanted, rags in enumerate(reversed(pattern.rags), start=1):
        suits = [suit for suit in range(4) if rags & SUITS[suit]]
        good &= spare[suits].sum(axis=0) >= wanted
    return good


def _check_room(pattern: Pattern, deck: Deck, elsewhere: int, place: str) -> None:
    """Raise the error that names what there is too little of, when no hand fits a pattern."""
    lost = pattern.known & elsewhere
    if lost:
        names = " ".join(deck.set_names(lost))
        raise UsageError(f"{place}: {names} cannot be in this hand and elsewhere; leave it out of one of them")
    free = deck.cards & ~elsewhere & ~pattern.known
    for suit, number in enumerate(pattern.suits):
        left = (free & SUITS[suit]).bit_count()
        if number > left:
            name = f"x{SUIT_LETTERS[suit]}"
            raise UsageError(f"{place}: {number} {name}, but other {SUIT_WORDS[suit]} left: {left}; write x instead")
    for limit in places_limits(pattern, deck.cards):
        wanted = limit.number - (limit.counted[0] & pattern.known).bit_count()
        left = free & limit.counted[0]
        if wanted > left.bit_count():
            names = " ".join(deck.set_names(left)) or "no cards"
            raise UsageError(f"{place}: no hand fits: of {names} there have to be {wanted}; write x in place of r")
    if pattern.cards > (free | pattern.known).bit_count():
        raise UsageError(f"{place}: no hand fits: too many cards lie elsewhere; leave some of them out")


def hand_class(text: str, deck: Deck, size: int, where: str = "", elsewhere: int = 0, game: str = "") -> HandClass:
    """The class of hands of `size` cards that a text (pattern.py) and limits (where.py) mean.

    `elsewhere` are cards known to lie elsewhere, `game` is named in errors. `UsageError` for a text that cannot be
    read, and when no hand fits.
    """
    pattern, condition = parse_pattern(text, deck, size, game), parse_where(where, deck)
    if elsewhere & ~deck.cards:
        raise UsageError("a card that lies elsewhere is not in this deck; give cards of the deck")
    place, limited = f"hand {pattern.text!r}", f"--where {' '.join(where.split())!r}"
    _check_room(pattern, deck, elsewhere, place)
    free = deck.cards & ~elsewhere
    both = Every((*places_limits(pattern, deck.cards), condition))
    known = pattern.known
    parts = compositions(free & ~known, known, size - known.bit_count(), both, limited if where.strip() else place)
    hands = int(parts.hands().sum())
    if not hands:
        if not len(compositions(free, 0, size, condition, limited).taken):
            raise UsageError(f"{limited}: no hand of {size} cards fits; loosen a limit")
        raise UsageError(f"{place}: no hand fits it and {limited}; loosen a limit or write x for a card")
    return HandClass(
        pattern.text,
        " ".join(where.split()),
        known | parts.certain(),
        size,
        hands,
        comb(free.bit_count(), size),
        deck,
        elsewhere,
        pattern,
        condition,
        parts,
    )
