"""Dealing: the q-th of the cards left, one after the other, for any deck, any destinations, and any cards known.

The cards of a deal depend on its key alone. Several draws share a random word while the product of their bounds stays
below 2³²; the bias of a draw is then below 2⁻³² for every outcome. Known cards only shrink what is left and what a
destination needs, so a conditional deal is the same loop with smaller numbers, and each deal that has those cards is
equally likely. A destination that takes all that is left costs no draw.

The text of a deal has two parts. The first computes draws in halves of 32 bits, which LLVM does for many deals at once;
two draws of one destination become one mask (the second position counts from what the first has left). The second takes
the cards, a pair with one instruction, deal by deal.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.cards.sets import count, highest, lowest, nth, select
from simcards.compiled import twin
from simcards.errors import UsageError
from simcards.generated import Generated, compiled_module
from simcards.randomness import MAX_SEED, SALT, STEP, deal_key, plus, seed_key

Known: TypeAlias = int | NDArray[np.int64]
BOUND = 1 << 32
HALF = BOUND - 1


def _deposit_portably(mask: Any, cards: Any) -> Any:
    return (1 << nth(cards, lowest(mask))) | (1 << nth(cards, highest(mask)))


@twin(compiled.deposit if compiled.HAS_DEPOSIT else compiled.compiled(_deposit_portably))
def deposit(mask: int, cards: int) -> int:
    """The cards at one or two positions (bits of `mask`) of a set, counted from its lowest card."""
    return _deposit_portably(mask, cards)


def word_halves(z: int) -> tuple[int, int]:
    """The two halves of `word(z)`, each right in its lower 32 bits: four products of halves in place of a wide one."""
    salted = z ^ SALT
    z_low, z_high = z & HALF, (z >> 32) & HALF
    salted_low, salted_high = salted & HALF, (salted >> 32) & HALF
    low = z_low * salted_low
    middle = z_low * salted_high + ((low >> 32) & HALF)
    upper = z_high * salted_low + (middle & HALF)
    high = z_high * salted_high + ((middle >> 32) & HALF) + ((upper >> 32) & HALF)
    return (high >> 32) ^ upper, high ^ low


# What the lines of `deal_lines` refer to.
DRAW_SCOPE: dict[str, Any] = {
    "STEP": STEP,
    "HALF": HALF,
    "plus": plus,
    "word_halves": word_halves,
    "deposit": deposit,
    "deal_key": deal_key,
    "select": select,
}
# Deals whose draws are computed together, so that the draws stay in the first-level cache.
BLOCK = 64
# Words whose draws are interleaved: each is a chain of products that waits for itself.
TOGETHER = 3


class DealLines(NamedTuple):
    """Lines that compute masks of positions from `key` into `row(k)`, and lines that take cards from `left`."""

    masks: list[str]
    takes: list[str]
    rows: int


def deal_lines(needs: Sequence[int], cards: int, row: Callable[[int], str]) -> DealLines:
    """The text that deals so many cards to each destination (`dealt_0`, `dealt_1` …) from a set of `cards` cards."""
    draws: list[tuple[int, int]] = []  # (word, bound)
    row_of: dict[int, int] = {}  # last draw of a mask -> its row
    pairs: set[int] = set()  # last draws of a mask of two
    takes: list[str] = []
    product = word = 0
    for destination, need in enumerate(needs):
        if need == cards:
            takes += [f"dealt_{destination} = left", "left = 0"]
            cards = 0
            continue
        takes.append("before = left")
        for k in range(need):
            word += not product or product * cards >= BOUND
            product = cards if not product or product * cards >= BOUND else product * cards
            if k % 2 or k == need - 1:
                takes.append(f"left ^= deposit({row(len(row_of))}, left)")
                pairs |= {len(draws)} if k % 2 else set()
                row_of[len(draws)] = len(row_of)
            draws.append((word - 1, cards))
            cards -= 1
        takes.append(f"dealt_{destination} = before ^ left")
    masks = ["z = key"]
    made: set[int] = set()
    for first in range(0, word, TOGETHER):
        group = range(first, min(word, first + TOGETHER))
        for w in group:
            masks += ["z = plus(z, STEP)", f"high_{w}, low_{w} = word_halves(z)"]
        by_word = [[k for k, (of, _) in enumerate(draws) if of == w] for w in group]
        for k in (k for turn in zip_longest(*by_word) for k in turn if k is not None):
            w, bound = draws[k]
            masks.append(f"low_{w} = (low_{w} & HALF) * {bound}")
            masks.append(f"high_{w} = (high_{w} & HALF) * {bound} + ((low_{w} >> 32) & HALF)")
            masks.append(f"one_{k} = 1 << (high_{w} >> 32)")
            made.add(k)
            for last in {k, k + 1} & row_of.keys() & made:
                if last not in pairs:
                    masks.append(f"{row(row_of[last])} = one_{last}")
                elif last - 1 in made:
                    second = f"one_{last} + select(one_{last} >= one_{last - 1}, one_{last})"
                    masks.append(f"{row(row_of[last])} = one_{last - 1} | ({second})")
    return DealLines(masks, takes, len(row_of))


def draw_rows(needs: Sequence[int], cards: int) -> int:
    """How many rows of scratch the text of such a deal needs."""
    return deal_lines(needs, cards, str).rows


@cache
def _dealing_module(needs: tuple[int, ...], cards: int) -> Generated:
    lines = deal_lines(needs, cards, lambda k: f"masks[{k}, j]")
    body = "\n            ".join(lines.masks)
    takes = "\n            ".join(lines.takes)
    stores = "\n            ".join(f"out[{d}, i] = known[{d}, i] | dealt_{d}" for d in range(len(needs)))
    together = " | ".join(f"known[{d}, i]" for d in range(len(needs)))
    text = f'''"""Deals of {"+".join(map(str, needs))} of {cards} cards."""


@loop
def deal(out, masks, n, start, first, deck, known):
    for begin in range(0, n, {BLOCK}):
        m = min({BLOCK}, n - begin)
        for j in range(m):
            key = deal_key(start, first + begin + j)
            {body}
        for j in range(m):
            i = begin + j
            left = deck & ~({together})
            {takes}
            {stores}
'''
    return compiled_module("dealing", text, DRAW_SCOPE)


def _needs(deck: int, sizes: Sequence[int], known: Sequence[Known], number: int) -> tuple[int, ...]:
    """How many cards each destination gets beside its known ones; `UsageError` when they cannot be dealt."""
    together: Known = 0
    needs = []
    for size, cards in zip(sizes, known, strict=True):
        if not isinstance(cards, int) and cards.shape != (number,):
            raise UsageError(f"known cards by deal have the shape {cards.shape}, not ({number},)")
        if np.any(cards & ~deck) or np.any(cards & together):
            raise UsageError("a known card is there twice or not in the deck")
        together = together | cards
        numbers = np.unique(count(cards))
        if len(numbers) > 1:
            raise UsageError(f"{numbers[0]} to {numbers[-1]} known cards of one destination; each deal has as many")
        needs.append(size - int(numbers.sum()))
    if min(needs) < 0 or sum(sizes) > deck.bit_count():
        raise UsageError("more cards than a destination or the deck holds")
    return tuple(needs)


def deals(
    deck: int, sizes: Sequence[int], seed: int, first: int, number: int, known: Sequence[Known] | None = None
) -> NDArray[np.int64]:
    """Sets dealt, by destination and deal: int64 of shape (len(sizes), number), for deals first … first + number - 1.

    `deck` is the set of all cards, `sizes` how many each destination gets, `known` what each is certain to hold: one
    set, or an array of a set a deal, all of as many cards. `UsageError` when the known cards overlap, are not in the
    deck, are too many, or more in one deal than in another.
    """
    known = [cards if np.ndim(cards) else int(cards) for cards in known or [0] * len(sizes)]
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"seed {seed} is not a whole number from 0 to 2**53 - 1")
    needs = _needs(deck, sizes, known, number)
    by_deal = np.zeros((len(needs), number), np.int64)
    for row, cards in zip(by_deal, known, strict=True):
        row[:] = cards
    out = np.zeros((len(needs), number), np.int64)
    free = deck.bit_count() - (sum(sizes) - sum(needs))
    masks = np.zeros((draw_rows(needs, free), BLOCK), np.int64)
    module = _dealing_module(needs, free)
    module.deal(out, masks, number, seed_key(seed), first, deck, by_deal)
    return out
