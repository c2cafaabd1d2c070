"""Confidence sequences: intervals that may be looked at while a run goes on, as often as one likes.

An ordinary 95 % interval is wrong at some time far more often than 5 % when it is looked at again and again. The bounds
here hold at all times together: the chance that they ever leave out the true mean is at most 1 - level.
"""

from math import log, sqrt

from simcards.statistics.boards import ENOUGH_DIFFERING, BoardInterval, alike_value, checked_sums
from simcards.statistics.intervals import LEVEL, Interval, check_level


def mean_sequence(total: int, total_squares: int, n: int, planned: int, level: float = LEVEL) -> Interval:
    """Return the bounds at n of the asymptotic confidence sequence of a mean, from the sum and the sum of squares.

    They are narrowest near n = `planned`, which must not be chosen by looking at the data. As the name says, they rest
    on the central limit theorem: below some fifty values they promise nothing. One value has no bounds.

    Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, Time-uniform central limit theory and
    asymptotic confidence sequences, The Annals of Statistics 52 (2024), 2613-2640: theorem 2.2, and for the choice of
    rho the approximation given after it.
    """
    check_level(level)
    if planned < 1:
        raise ValueError(f"a run of {planned} values cannot be planned")
    total, total_squares, n = int(total), int(total_squares), int(n)
    if n == 0:
        return Interval(None, None, None, 0, level, "sequence")
    mean = total / n
    if n == 1:
        return Interval(mean, None, None, 1, level, "sequence")
    deviation = sqrt((n * total_squares - total * total) / (n * n))
    half = deviation * boundary(n, planned, 1 - level)
    return Interval(mean, mean - half, mean + half, n, level, "sequence")


def boundary(n: int, planned: int, alpha: float) -> float:
    """Return the half width at n of the sequence for values with a standard deviation of 1."""
    rho_squared = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / planned
    grown = n * rho_squared + 1
    return sqrt(2 * grown / (n * n * rho_squared) * log(sqrt(grown) / alpha))


def sequence_interval(
    total: int, total_squares: int, n: int, differing: int, planned: int, level: float = LEVEL
) -> BoardInterval:
    """Return the bounds of `mean_sequence` for n boards, given their sums and how many of them are not 0.

    No bounds while fewer than 50 boards differ or all are alike: a spread of next to nothing would give bounds of next
    to no width, and a run that stops at a width would stop at once. Source: see `mean_sequence`.
    """
    total, total_squares, n, differing = checked_sums(total, total_squares, n, differing)
    found = mean_sequence(total, total_squares, n, planned, level)
    if differing < ENOUGH_DIFFERING or alike_value(total, total_squares, n) is not None:
        return BoardInterval(found.estimate, None, None, n, level, "sequence", differing)
    return BoardInterval(found.estimate, found.low, found.high, n, level, "sequence", differing)
