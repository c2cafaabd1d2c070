"""Counts of deals by block: whole numbers that add up in any order, so that a run may end after any block."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.engine.guided import FITS

BLOCK = 1024  # deals between two looks at what is known
Counts = dict[str, NDArray[np.int64]]


def left_out(misfits: NDArray[np.int64], blocks: int, answers: int) -> NDArray[np.int64]:
    """By block and answer of the script (then: never asked) how many deals do not fit it."""
    bad = misfits != FITS
    where = (np.flatnonzero(bad) // BLOCK) * answers + misfits[bad]
    return np.bincount(where, minlength=blocks * answers).reshape(blocks, answers)


class Tally:
    """Adds up numbers of deals by block, exactly: sums of floats that are whole and below 2⁵³."""

    def __init__(self, block: NDArray[np.int64], blocks: int) -> None:
        self.block, self.blocks = block, blocks
        self.edges = np.searchsorted(block, np.arange(blocks + 1))

    def number(self, values: NDArray[Any]) -> NDArray[np.int64]:
        """The sum by block."""
        return np.rint(np.bincount(self.block, values, self.blocks)).astype(np.int64)

    def numbers(self, rows: NDArray[Any]) -> NDArray[np.int64]:
        """The sums by block of several rows."""
        return np.stack([self.number(row) for row in rows], axis=1)

    def by_value(self, values: NDArray[np.int64], most: int) -> NDArray[np.int64]:
        """By block how often each of 0 … most - 1 is there; what lies outside counts nowhere."""
        good = (values >= 0) & (values < most)
        where = self.block[good] * most + values[good]
        return np.bincount(where, minlength=self.blocks * most).reshape(self.blocks, most)

    def pairs(self, margins: NDArray[np.int64]) -> Counts:
        """Of each two rows by block: the sum of products, and in how many deals they differ."""
        rows = len(margins)
        products = np.zeros((self.blocks, rows, rows), np.int64)
        differing = np.zeros((self.blocks, rows, rows), np.int64)
        for b in range(self.blocks):
            part = margins[:, self.edges[b] : self.edges[b + 1]]
            products[b] = np.rint(part.astype(np.float64) @ part.T.astype(np.float64)).astype(np.int64)
            differing[b] = (part[:, None, :] != part[None, :, :]).sum(axis=2)
        return {"products": products, "differing": differing}

    def paired(self, differences: NDArray[np.int64]) -> Counts:
        """Of each row by block: the sum, the sum of squares, and in how many deals it is not 0."""
        return {
            "versus_total": self.numbers(differences),
            "versus_squares": self.numbers(differences * differences),
            "versus_differing": self.numbers(differences != 0),
        }


def stacked(parts: Sequence[NDArray[np.int64] | None]) -> NDArray[np.int64]:
    """Arrays by block, one an answer (0 for none), as one array by block and answer; the widest decides."""
    known = [part for part in parts if part is not None]
    shape = np.max([part.shape for part in known], axis=0)
    found = np.zeros((shape[0], len(parts), *shape[1:]), np.int64)
    for k, part in enumerate(parts):
        if part is not None:
            where: Any = (slice(None), k, *(slice(0, size) for size in part.shape[1:]))
            found[where] = part
    return found


def added(total: Counts, block: Counts, k: int) -> Counts:
    """Totals with block k of some counts added; `largest` is the largest, and rows grow where they must."""
    found = {}
    for name, array in block.items():
        one = array[k]
        before = total.get(name)
        if before is None:
            found[name] = one.copy()
        elif name.startswith("largest"):
            found[name] = np.maximum(before, one)
        elif before.shape == one.shape:
            found[name] = before + one
        else:
            shape = np.maximum(before.shape, one.shape)
            wide = np.zeros(shape, np.int64)
            for part in (before, one):
                wide[tuple(slice(0, size) for size in part.shape)] += part
            found[name] = wide
    return found
