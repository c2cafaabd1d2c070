"""Intervals of comparisons: the unit is the board, one deal replayed with the strategies exchanged.

A board's value is a whole number of points (divided by a fixed divisor, if at all, by who prints it). Most boards of
two similar strategies are 0, because both did the same. A t interval trusts the spread it sees, so while only a few
boards differ it is far too narrow; until enough do, what is known for certain is how seldom they differ and how large
a board can be.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isfinite

from simcards.statistics.intervals import LEVEL, Interval, clopper_pearson, mean_interval

ENOUGH_DIFFERING = 50  # boards that must differ before their spread is trusted


@dataclass(frozen=True, slots=True)
class BoardInterval(Interval):
    """The interval of the mean of n boards of which `differing` are not 0; method `t`, `bound` or `sequence`."""

    differing: int

    @property
    def differing_at_most(self) -> float | None:
        """The upper Clopper-Pearson bound on the share of boards that differ; None without boards."""
        return clopper_pearson(self.differing, self.n, self.level).high


def board_interval(
    total: int, total_squares: int, n: int, differing: int, largest: int, level: float = LEVEL
) -> BoardInterval:
    """Return the interval of the mean of n boards, given their sum, the sum of their squares and how many are not 0.

    Once 50 boards differ it is Student's t interval over all n boards, those that are 0 included. Below that it is
    what two facts leave open: the share of boards that differ is at most its upper Clopper-Pearson bound, and no board
    is larger than `largest`: the most that a board can be or, where that is not known, the most that one was. The
    bounds are then ± share × largest, whatever the estimate. The same reasoning applies around the value of 50 or more
    boards that are all alike (all won, all lost). Without boards, or while `largest` is 0, nothing can be said: no
    bounds.

    The Clopper-Pearson bound is that of the two-sided interval, so `bound` is conservative: it holds with probability
    (1 + level) / 2 or more. Source of the bound: see `clopper_pearson`; if a share p of the values is not v and none
    is larger than m, the mean lies between v - p (m + v) and v + p (m - v).
    """
    total, total_squares, n, differing = checked_sums(total, total_squares, n, differing)
    largest = checked_largest(total_squares, differing, largest)
    alike = alike_value(total, total_squares, n)
    if differing < ENOUGH_DIFFERING:
        common, others = 0, differing  # one value, and how many boards have another
    elif alike is not None:
        common, others = alike, 0
    else:
        found = mean_interval(total, total_squares, n, level)
        return BoardInterval(found.estimate, found.low, found.high, n, level, "t", differing)
    share = clopper_pearson(others, n, level).high
    estimate = total / n if n else None
    if share is None or largest == 0:
        return BoardInterval(estimate, None, None, n, level, "bound", differing)
    low, high = common - share * (largest + common), common + share * (largest - common)
    return BoardInterval(estimate, low, high, n, level, "bound", differing)


def squared_error(total: int, total_squares: int, n: int) -> float | None:
    """Return the square of the standard error of the mean of n integers; None for fewer than two.

    Source: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.5.2: the sample variance, which divides by
    n - 1, over n.
    """
    total, total_squares, n, _ = checked_sums(total, total_squares, n)
    return None if n < 2 else (n * total_squares - total * total) / (n * n * (n - 1))


def effective_deals(single_variance: float, standard_error_squared: float | None) -> float | None:
    """Return how many independent deals would give a mean the same standard error; None when there is no error.

    `single_variance` is the variance of one deal that is not replayed. Source: the variance of a mean of k independent
    values is that of one over k; as effective sample size in L. Kish, Survey Sampling (1965), section 8.2.
    """
    if single_variance < 0:
        raise ValueError(f"a variance is not negative, {single_variance} is")
    return _ratio(single_variance, standard_error_squared)


def reduction_factor(effective: float | None, deals: int) -> float | None:
    """Return how many independent deals each deal played is worth: `effective_deals` over those played, or None."""
    return None if effective is None else _ratio(effective, deals)


def boards_needed(n: int, half_width: float | None, wanted: float) -> int | None:
    """Return how many boards in all an interval of half width `wanted` needs, rounded up; None when n tell nothing.

    n boards gave `half_width`, and widths shrink with the root of n, those of t intervals and nearly those of
    sequences. It is fewer than n when the interval is narrower than wanted already.
    """
    if not (isfinite(wanted) and wanted > 0):
        raise ValueError(f"a wanted half width is larger than 0, {wanted} is not")
    if n < 1 or half_width is None or half_width <= 0:
        return None
    return max(1, ceil(int(n) * (Fraction(half_width) / Fraction(wanted)) ** 2))


def checked_sums(total: int, total_squares: int, n: int, differing: int | None = None) -> tuple[int, int, int, int]:
    """Return the sums and counts as Python integers; where it is not told how many differ, all n may.

    Raises ValueError when no values have them.
    """
    total, total_squares, n = int(total), int(total_squares), int(n)
    least = 0 if differing is None else int(differing)  # a board that differs has a square of 1 or more
    differing = n if differing is None else int(differing)
    if not 0 <= differing <= n:
        raise ValueError(f"{differing} of {n} is no count of boards that differ")
    if total_squares < least or total * total > differing * total_squares or (total_squares and not differing):
        raise ValueError(f"no {differing} values have the sum {total} and the sum of squares {total_squares}")
    return total, total_squares, n, differing


def checked_largest(total_squares: int, differing: int, largest: int) -> int:
    """Return the largest absolute value of a board as a Python integer, or raise if some board must be larger."""
    largest = int(largest)
    if largest < 0 or total_squares > differing * largest * largest:
        raise ValueError(f"{differing} boards of at most {largest} have no sum of squares of {total_squares}")
    return largest


def alike_value(total: int, total_squares: int, n: int) -> int | None:
    """Return the value that all n boards have; None if they are not alike, or none were played."""
    return total // n if n and n * total_squares == total * total else None


def _ratio(above: float, below: float | None) -> float | None:
    """Return a quotient, or None where it is undefined or beyond what a float holds."""
    if below is None or below <= 0:
        return None
    quotient = above / below
    return quotient if isfinite(quotient) else None
