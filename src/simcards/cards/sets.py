"""Card sets: one signed 64-bit integer, bit 63 never used, sixteen bits (a lane) a suit.

Every helper is total (the empty set has an answer) and means the same in a compiled loop, in plain Python and on NumPy
arrays over lanes.
"""

from typing import Any

import numpy as np

from simcards import compiled
from simcards.compiled import twin

LANE = 0x7FFF
EVERY = 0x0001_0001_0001_0001
TRUMPS = LANE << 48
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
NO_TRUMP = 4
FEW = 12  # on arrays, so many lowest cards are taken away one by one: quicker than halving


@twin(compiled.count_bits)
def count(cards: Any) -> Any:
    """The number of cards in a set."""
    if isinstance(cards, int):
        return cards.bit_count()
    return np.bitwise_count(cards).astype(np.int64)


@twin(compiled.lowest_bit)
def lowest(cards: Any) -> Any:
    """The lowest code in a set, -1 when it is empty."""
    if isinstance(cards, int):
        return (cards & -cards).bit_length() - 1
    return _exponents(cards & -cards)


@twin(compiled.highest_bit)
def highest(cards: Any) -> Any:
    """The highest code in a set, -1 when it is empty."""
    if isinstance(cards, int):
        return cards.bit_length() - 1
    return _exponents(cards & ~(cards >> 1))  # without the bit below the highest, no rounding reaches the next power


def _exponents(cards: Any) -> Any:
    """The position of each word's highest bit, from the exponent of a double; -1 for 0."""
    exponents = np.asarray(cards, np.float64).view(np.int64) >> 52
    exponents -= 1023
    return np.maximum(exponents, -1)


@twin(compiled.where_instruction)
def where(flag: Any, a: Any, b: Any) -> Any:
    """`a` where the flag holds, else `b`; both are computed."""
    if isinstance(flag, np.ndarray):
        return np.where(flag, a, b)
    return a if flag else b


@twin(compiled.select_instruction)
def select(flag: Any, x: Any) -> Any:
    """`x` where the flag holds, else 0."""
    if isinstance(flag, np.ndarray):
        return np.where(flag, x, 0)
    return x if flag else x - x


@twin(compiled.at_instruction)
def at(by_seat: Any, seat: Any) -> Any:
    """The entry of a field by seat for a relative seat, 0 for seat -1."""
    if isinstance(seat, np.ndarray):
        return np.choose(np.where((seat >= 0) & (seat < len(by_seat)), seat, len(by_seat)), (*by_seat, 0))
    return by_seat[seat] if 0 <= seat < len(by_seat) else 0


def bit(code: Any) -> Any:
    """The set of one card, empty for code -1."""
    return select(code >= 0, 1 << (code & 63))


def lowest_rank(cards: Any) -> Any:
    """The code of the card with the lowest slot, whatever its lane (the lowest lane among equals), -1 when empty."""
    slots = cards | cards >> 32
    slots = (slots | slots >> 16) & LANE
    slot = slots & -slots
    slot = slot | slot << 16
    return lowest(cards & (slot | slot << 32))


def highest_rank(cards: Any) -> Any:
    """The code of the card with the highest slot, whatever its lane (the highest lane among equals), -1 when empty."""
    slots = cards | cards >> 32
    slots = (slots | slots >> 16) & LANE
    return highest(cards & (EVERY << (highest(slots) & 15)))


def _nth_by_halves(cards: Any, k: Any) -> Any:
    """The code of the k-th lowest card (0-based), -1 when there are no more than k."""
    have = count(cards)
    found = k - k
    left = k
    for width in (32, 16, 8, 4, 2, 1):
        below = count((cards >> found) & ((1 << width) - 1))
        beyond = left >= below
        left = left - select(beyond, below)
        found = found + select(beyond, width)
    return where((k >= 0) & (k < have), found, -1)


@twin(compiled.compiled(_nth_by_halves))
def nth(cards: Any, k: Any) -> Any:
    """The code of the k-th lowest card (0-based), -1 when there are no more than k."""
    if isinstance(cards, int) and isinstance(k, int):
        for _ in range(min(k, 63)):  # a set has no more cards
            cards &= cards - 1
        return lowest(cards) if k >= 0 else -1
    if isinstance(cards, np.ndarray) and np.max(k, initial=0) < FEW:
        left = cards
        for taken in range(int(np.max(k, initial=0))):
            left = np.where(taken < k, left & (left - 1), left)
        return np.where(np.asarray(k) < 0, -1, lowest(left))
    return _nth_by_halves(cards, k)
