"""Many comparisons at once: which differences are real when the best was chosen by looking at the data.

Of twenty strategies that are all the same, some pair looks different at the 95 % level almost surely. What is said here
holds for all pairs together.
"""

from collections.abc import Mapping, Sequence
from math import erfc, isfinite, sqrt

from simcards.statistics.boards import (
    ENOUGH_DIFFERING,
    BoardInterval,
    alike_value,
    board_interval,
    checked_largest,
    checked_sums,
)
from simcards.statistics.intervals import LEVEL, check_level

HUGE_DEGREES = 10**12  # from here on Student's t is the normal distribution, to 8 digits of any p value above 10^-23


def paired_p_value(total: int, total_squares: int, n: int) -> float | None:
    """Return the two-sided p value of Student's t test that the mean of n differences is 0, from their integer sums.

    None for fewer than two values, or when all are alike: no spread, no test.

    Source: Student, The probable error of a mean, Biometrika 6 (1908), 1-25.
    """
    total, total_squares, n, _ = checked_sums(total, total_squares, n)
    if n < 2 or alike_value(total, total_squares, n) is not None:
        return None
    t = sqrt(total * total * (n - 1) / (n * total_squares - total * total))
    if n > HUGE_DEGREES:
        return erfc(t / sqrt(2))
    from scipy import special  # noqa: PLC0415 - SciPy takes half a second to import

    return min(1.0, 2 * float(special.stdtr(n - 1, -t)))


def board_p_value(total: int, total_squares: int, n: int, differing: int, largest: int) -> float | None:
    """Return the two-sided p value that the mean of n boards is 0, by the rule of `board_interval`.

    It is at most alpha where the interval of level 1 - alpha leaves out 0. None while fewer than 50 boards differ. When
    all boards are alike, the value v, a mean of 0 allows each of them with a chance of at most m / (m + |v|), where no
    board is larger than m; the p value is twice that of n such boards.
    """
    total, total_squares, n, differing = checked_sums(total, total_squares, n, differing)
    largest = checked_largest(total_squares, differing, largest)
    if differing < ENOUGH_DIFFERING:
        return None
    alike = alike_value(total, total_squares, n)
    if alike is not None:
        return min(1.0, 2 * (largest / (largest + abs(alike))) ** n)
    return paired_p_value(total, total_squares, n)


def holm_adjusted(p_values: Sequence[float | None]) -> list[float | None]:
    """Return Holm's adjusted p values: each is the smallest alpha at which its hypothesis is rejected.

    A p value of None (no test) stays None; it counts as a comparison all the same, one that is never rejected.

    Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6
    (1979), 65-70.
    """
    for p in p_values:
        if p is not None and not 0 <= p <= 1:
            raise ValueError(f"a p value lies between 0 and 1, {p} does not")
    tested = sorted((p, index) for index, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    reached = 0.0
    for rank, (p, index) in enumerate(tested):
        reached = max(reached, min(1.0, (len(p_values) - rank) * p))
        adjusted[index] = reached
    return adjusted


def holm(p_values: Sequence[float | None], level: float = LEVEL) -> list[bool]:
    """Return for each hypothesis whether Holm's step-down test rejects it.

    Whichever hypotheses are true, and however the tests depend on each other, the chance that any true one is rejected
    is at most 1 - level. Source: see `holm_adjusted`.
    """
    check_level(level)
    return [p is not None and p <= 1 - level for p in holm_adjusted(p_values)]


def simultaneous_level(comparisons: int, level: float = LEVEL) -> float:
    """Return the level that each of some intervals needs so that all hold together with probability `level`.

    Source: the Bonferroni inequality, as in O. J. Dunn, Multiple comparisons among means, J. Am. Stat. Assoc. 56
    (1961), 52-64.
    """
    check_level(level)
    if comparisons < 1:
        raise ValueError(f"intervals of {comparisons} comparisons cannot hold together")
    return 1 - (1 - level) / int(comparisons)


def simultaneous_interval(
    total: int, total_squares: int, n: int, differing: int, largest: int, comparisons: int, level: float = LEVEL
) -> BoardInterval:
    """Return the interval of one of some comparisons, by the rule of `board_interval`, that all hold together.

    Its `level` is that of this one alone, 1 - (1 - level) / comparisons.
    """
    return board_interval(total, total_squares, n, differing, largest, simultaneous_level(comparisons, level))


def not_separated_from_best(
    means: Sequence[float | None], p_values: Mapping[tuple[int, int], float | None], level: float = LEVEL
) -> tuple[int, ...]:
    """Return who may be the best: the one with the largest mean and all who are not separated from it, in order.

    `p_values` has one entry (i, j), i < j, for each pair: that the difference of just these two means is 0, on common
    boards. Two are separated when Holm's test over all pairs says so. Who has no mean (None) is left out, equal means
    are settled by order, and nobody is separated by a p value of None.

    What it promises: the true best is in the group with probability `level` or more. It is left out only when one that
    is no better looks best and is separated from it. One that is equal is, by Holm's theorem, with probability at most
    1 - level. One that is worse would be separated with the wrong sign, of which the theorem does not speak: for up to
    three strategies the bound is the same by Bonferroni's inequality, each sign having half the chance; for more it is
    proved for independent tests, and simulated for differences on common boards.

    Source: S. Holm (1979), see `holm_adjusted`; signs: J. P. Shaffer, Control of directional errors with stagewise
    multiple test procedures, The Annals of Statistics 8 (1980), 1342-1347.
    """
    if any(mean is not None and not isfinite(mean) for mean in means):
        raise ValueError(f"means are finite or None, not all of {list(means)} are")
    known = [(mean, -index) for index, mean in enumerate(means) if mean is not None]
    if not known:
        return ()
    best = -max(known)[1]
    pairs = sorted(p_values)
    wanted = [(i, j) for j in range(len(means)) for i in range(j)]
    if pairs != sorted(wanted):
        raise ValueError(f"{len(means)} strategies have one p value for each of {len(wanted)} pairs (i, j) with i < j")
    separated = dict(zip(pairs, holm([p_values[pair] for pair in pairs], level), strict=True))
    members = sorted(-index for _, index in known)
    return tuple(i for i in members if i == best or not separated[min(i, best), max(i, best)])
