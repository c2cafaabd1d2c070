"""Dealing: the q-th of the cards left, one after the other, for any deck, any destinations, and any cards known.

The cards of a deal depend on its key alone. Several draws share a random word while the product of their bounds stays
below 2³²; the bias of a draw is then below 2⁻³² for every outcome. Known cards only shrink what is left and what a
destination needs, so a conditional deal is the same loop with smaller numbers, and each deal that has those cards is
equally likely. A destination that takes all that is left costs no draw.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.cards.sets import nth
from simcards.compiled import twin
from simcards.errors import UsageError
from simcards.generated import Generated, compiled_module
from simcards.randomness import MAX_SEED, STEP, deal_key, high_low, plus, seed_key, word

BOUND = 1 << 32


def _pick_portably(cards: Any, k: Any) -> Any:
    return 1 << nth(cards, k)


@twin(compiled.deposit_nth if compiled.HAS_DEPOSIT else compiled.compiled(_pick_portably))
def pick(cards: int, k: int) -> int:
    """The k-th lowest card (0-based) of a set, as a set of one; there must be more than k."""
    return _pick_portably(cards, k)


# What the lines of `draw_lines` refer to.
DRAW_SCOPE: dict[str, Any] = {
    "STEP": STEP,
    "plus": plus,
    "word": word,
    "high_low": high_low,
    "pick": pick,
    "deal_key": deal_key,
}


def draw_lines(needs: Sequence[int], cards: int) -> list[str]:
    """Lines that set `dealt_0`, `dealt_1` … to drawn sets from the locals `left` (so many cards) and `key`."""
    lines = ["z = key", "q = 0", "r = 0"]
    product = 0
    for destination, need in enumerate(needs):
        if need == cards:
            lines += [f"dealt_{destination} = left", "left = 0"]
            cards = 0
            continue
        lines.append("before = left")
        for _ in range(need):
            if not product or product * cards >= BOUND:
                lines += ["z = plus(z, STEP)", "r = word(z)"]
                product = 1
            product *= cards
            lines += [f"q, r = high_low(r, {cards})", "left ^= pick(left, q)"]
            cards -= 1
        lines.append(f"dealt_{destination} = before ^ left")
    return lines


@cache
def _dealing_module(needs: tuple[int, ...], cards: int) -> Generated:
    body = "\n        ".join(draw_lines(needs, cards))
    stores = "\n        ".join(f"out[{d}, i] = known[{d}] | dealt_{d}" for d in range(len(needs)))
    text = f'''"""Deals of {"+".join(map(str, needs))} of {cards} cards."""


@loop
def deal(out, n, start, first, free, known):
    for i in range(n):
        key = deal_key(start, first + i)
        left = free
        {body}
        {stores}
'''
    return compiled_module("dealing", text, DRAW_SCOPE)


def deals(
    deck: int, sizes: Sequence[int], seed: int, first: int, number: int, known: Sequence[int] | None = None
) -> NDArray[np.int64]:
    """Sets dealt, by destination and deal: int64 of shape (len(sizes), number), for deals first … first + number - 1.

    `deck` is the set of all cards, `sizes` how many each destination gets, `known` a set by destination that it is
    certain to hold. `UsageError` when the known cards overlap, are not in the deck, or are too many.
    """
    known = list(known or [0] * len(sizes))
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"seed {seed} is not a whole number from 0 to 2**53 - 1")
    together = 0
    for cards in known:
        if cards & together or cards & ~deck:
            raise UsageError("a known card is there twice or not in the deck")
        together |= cards
    needs = tuple(size - cards.bit_count() for size, cards in zip(sizes, known, strict=True))
    if min(needs) < 0 or sum(sizes) > deck.bit_count():
        raise UsageError("more cards than a destination or the deck holds")
    free = deck & ~together
    out = np.zeros((len(needs), number), np.int64)
    module = _dealing_module(needs, free.bit_count())
    module.deal(out, number, seed_key(seed), first, free, np.array(known, np.int64))
    return out
