"""Cells: cards that no limit tells apart, and the compositions of a hand, how many of its cards come from each cell.

A class of hands is the sum of its compositions. One with n₁ n₂ … cards from cells of s₁ s₂ … is C(s₁, n₁) · C(s₂, n₂) …
hands, so hands are counted without listing them. A deck has at most 63 cards and C(63, 31) < 2⁶³: all fits in int64.
"""

from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcards.bidding.where import Condition, Limit, limits_of, may_hold
from simcards.errors import UsageError

MOST = 200_000  # compositions, of whole hands or of a part


@dataclass(frozen=True)
class Compositions:
    """The hands of a class beside the cards held for certain."""

    cells: tuple[int, ...]  # the sets of cards, disjoint
    taken: NDArray[np.int64]  # by composition and cell, the number of cards

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The number of cards in each cell."""
        return np.array([cell.bit_count() for cell in self.cells], np.int64)

    def hands(self) -> NDArray[np.int64]:
        """By composition, the number of hands."""
        hands = np.ones(len(self.taken), np.int64)
        for size, taken in zip(self.sizes.tolist(), self.taken.T, strict=True):
            hands *= np.array([comb(size, k) for k in range(size + 1)], np.int64)[taken]
        return hands

    def certain(self) -> int:
        """The cards that every hand has."""
        least = self.taken.min(axis=0) if len(self.taken) else np.zeros(len(self.cells), np.int64)
        return sum(cell for cell, k in zip(self.cells, least.tolist(), strict=True) if k == cell.bit_count())

    def hands_by_number(self, cards: int, most: int) -> list[int]:
        """The number of hands with 0 … most cards of a set."""
        ways = np.zeros((len(self.taken), most + 1), np.int64)
        ways[:, 0] = 1
        for cell, taken in zip(self.cells, self.taken.T, strict=True):
            inside, outside = (cell & cards).bit_count(), (cell & ~cards).bit_count()
            before, ways = ways, np.zeros_like(ways)
            for k in range(min(inside, most) + 1):
                way = [comb(inside, k) * comb(outside, n - k) if n >= k else 0 for n in range(inside + outside + 1)]
                ways[:, k:] += before[:, : most + 1 - k] * np.array(way, np.int64)[taken][:, None]
        return [int(number) for number in ways.sum(axis=0)]


def cells_of(free: int, limits: list[Limit]) -> tuple[int, ...]:
    """The free cards, those together that count alike in every limit."""
    cells: dict[tuple[int, ...], int] = {}
    for code in range(63):
        if free >> code & 1:
            counts = tuple(_counted(limit, 1 << code) for limit in limits)
            cells[counts] = cells.get(counts, 0) | 1 << code
    return tuple(cells.values())


class _Partial(NamedTuple):
    """Compositions of which the first cells are filled."""

    taken: NDArray[np.int64]  # by composition and cell
    counts: NDArray[np.int64]  # by composition and limit, what the limit counts so far
    left: NDArray[np.int64]  # by composition, how many cards are still to be taken

    def chosen(self, rows: Any) -> "_Partial":
        """Some of the compositions."""
        return _Partial(self.taken[rows], self.counts[rows], self.left[rows])

    def with_more(self, cell: int, cards: int, weights: NDArray[np.int64]) -> "_Partial":
        """The compositions with so many cards from one more cell, of which each limit counts as given."""
        enough = self.chosen(self.left >= cards)
        enough.taken[:, cell] = cards
        return _Partial(enough.taken, enough.counts + cards * weights, enough.left - cards)


class _Pruning:
    """Tells which partial compositions may still become whole ones that hold a condition."""

    def __init__(self, condition: Condition, cells: tuple[int, ...], number: int) -> None:
        self.condition = condition
        self.limits = list(dict.fromkeys(limits_of(condition)))
        self.sizes = [cell.bit_count() for cell in cells]
        # by cell and limit, what a card of the cell counts
        self.weights = np.array([[_counted(limit, cell & -cell) for limit in self.limits] for cell in cells], np.int64)
        self.weights = self.weights.reshape(len(cells), len(self.limits))
        self.number = number

    def kept(self, partial: _Partial, filled: int) -> _Partial:
        """The compositions that may become whole, when `filled` cells are."""
        place_of = {limit: place for place, limit in enumerate(self.limits)}

        def bounds(limit: Limit) -> tuple[Any, Any]:
            k = place_of[limit]
            each = np.sort(np.repeat(self.weights[filled:, k], self.sizes[filled:]))
            least, most = (_sums(some, self.number) for some in (each, each[::-1]))
            return partial.counts[:, k] + least[partial.left], partial.counts[:, k] + most[partial.left]

        room = partial.left <= sum(self.sizes[filled:])
        return partial.chosen(room & may_hold(self.condition, bounds))


def _counted(limit: Limit, cards: int) -> int:
    return sum((counted & cards).bit_count() for counted in limit.counted)


def _sums(each: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """The sums of the first 0 … number of some values, of all of them when there are fewer."""
    sums = np.concatenate([np.zeros(1, np.int64), np.cumsum(each)])
    return sums[np.minimum(np.arange(number + 1), len(each))]


def compositions(free: int, known: int, number: int, condition: Condition, place: str) -> Compositions:
    """All compositions of `number` free cards that hold the condition together with the known cards.

    Cell after cell is filled in every way; what cannot hold the condition any more is left out at once. `UsageError`
    that starts with `place` when there are too many.
    """
    cells = cells_of(free, limits_of(condition))
    pruning = _Pruning(condition, cells, number)
    counts = np.array([[_counted(limit, known) for limit in pruning.limits]], np.int64)
    partial = _Partial(np.zeros((1, len(cells)), np.int64), counts, np.array([number], np.int64))
    partial = pruning.kept(partial, 0)
    for at, cell in enumerate(cells):
        ways = [
            pruning.kept(partial.with_more(at, cards, pruning.weights[at]), at + 1)
            for cards in range(min(cell.bit_count(), number) + 1)
        ]
        if sum(len(way.left) for way in ways) > MOST:
            raise UsageError(f"{place}: too fine, it parts the hands in more than {MOST} ways; leave out some limits")
        partial = _Partial(*(np.concatenate(parts) for parts in zip(*ways, strict=True)))
    return Compositions(cells, partial.taken)
