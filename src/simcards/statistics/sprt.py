"""The sequential probability ratio test of a mean: looks as often as one likes and stops when one side is clear.

Two hypotheses are given before the run: the mean is `low`, or it is `high`. A true mean outside them is found faster,
one between them may be accepted as either.
"""

import sys
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, log
from typing import Literal

from simcards.statistics.boards import ENOUGH_DIFFERING, alike_value, checked_sums

ERROR_RATE = 0.05

Verdict = Literal["running", "accepted low", "accepted high"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """The state of a test: its log likelihood ratio, the bounds at which it stops, and what they say by now."""

    llr: float
    lower: float
    upper: float
    verdict: Verdict


def sprt(
    total: int,
    total_squares: int,
    n: int,
    differing: int,
    low: float,
    high: float,
    alpha: float = ERROR_RATE,
    beta: float = ERROR_RATE,
) -> Sprt:
    """Return the state of the test after n boards, given their sum, the sum of their squares and how many are not 0.

    `alpha` is the accepted chance of `accepted high` when the mean is `low`, `beta` that of `accepted low` when it is
    `high`. The ratio is 0, and the test goes on, while fewer than 50 boards differ or all boards are alike: it divides
    by the spread that it has seen, and a spread of next to nothing would decide anything. A run of such boards ends at
    its planned number, undecided.
    """
    lower, upper = wald_bounds(alpha, beta)
    total, total_squares, n, differing = checked_sums(total, total_squares, n, differing)
    llr = log_likelihood_ratio(total, total_squares, n, low, high)
    if differing < ENOUGH_DIFFERING:
        llr = 0.0
    verdict: Verdict = "accepted low" if llr <= lower else "accepted high" if llr >= upper else "running"
    return Sprt(llr, lower, upper, verdict)


def log_likelihood_ratio(total: int, total_squares: int, n: int, low: float, high: float) -> float:
    """Return the logarithm of how much likelier the values are if their mean is `high` than if it is `low`.

    The normal form n (high - low) (mean - (low + high) / 2) / variance. The variance is that of maximum likelihood,
    which divides by n and not by n - 1; it is the sums' own, around their mean. 0 for fewer than two values, or when
    all are alike. Exact until the last rounding.

    Source: A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16 (1945), 117-186,
    for normal values. With the variance estimated it approximates the generalised test for any values: M. Van den
    Bergh, A practical introduction to the GSPRT (notes to Fishtest), formula (2.1).
    """
    if not (isfinite(low) and isfinite(high) and low < high):
        raise ValueError(f"the low hypothesis must be less than the high one, {low} and {high} are not so")
    total, total_squares, n, _ = checked_sums(total, total_squares, n)
    if n < 2 or alike_value(total, total_squares, n) is not None:
        return 0.0
    below, above = Fraction(low), Fraction(high)
    spread = n * total_squares - total * total  # n^2 times the variance
    llr = n * n * (above - below) * (2 * total - n * (below + above)) / (2 * spread)
    most = Fraction(sys.float_info.max)
    return float(max(-most, min(most, llr)))


def wald_bounds(alpha: float = ERROR_RATE, beta: float = ERROR_RATE) -> tuple[float, float]:
    """Return the log likelihood ratios at which the low and the high hypothesis are accepted.

    Source: A. Wald (1945), see `log_likelihood_ratio`: log(beta / (1 - alpha)) and log((1 - beta) / alpha).
    """
    if not (alpha > 0 and beta > 0 and alpha + beta < 1):
        raise ValueError(f"error rates are larger than 0 and together less than 1, {alpha} and {beta} are not")
    return log(beta) - log(1 - alpha), log(1 - beta) - log(alpha)
