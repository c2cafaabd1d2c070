"""Confidence intervals of rates and of means, from integer counts and sums.

Nothing is rounded before it has to be: a mean's spread comes from exact integers, so it is right for 10^12 deals too.
An interval that does not exist (no trials, one value) has None for its bounds, never NaN.

SciPy takes half a second to import, so it is imported where nothing else will do: a run of many deals needs none of it.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

LEVEL = 0.95
MANY_DEGREES = 1000  # from here on the expansion of the t quantile is exact to 12 digits


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the bounds of its confidence interval; what is undefined is None."""

    estimate: float | None
    low: float | None
    high: float | None
    n: int
    level: float
    method: str

    @property
    def half_width(self) -> float | None:
        """Half the distance of the bounds, the ± of a symmetric interval; None without bounds."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def wilson(successes: int, n: int, level: float = LEVEL) -> Interval:
    """Return the Wilson score interval of a rate.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, J. Am. Stat. Assoc. 22
    (1927), 209-212; recommended for reporting by Brown, Cai, DasGupta, Interval estimation for a binomial proportion,
    Statistical Science 16 (2001), 101-133, formula (4).
    """
    successes, n = _checked_rate(successes, n, level)
    if n == 0:
        return Interval(None, None, None, 0, level, "wilson")
    z = _normal_quantile(level)
    rate = successes / n
    centre = (successes + z * z / 2) / (n + z * z)
    half = z * sqrt(successes * (n - successes) / n + z * z / 4) / (n + z * z)
    # With no success the lower bound is exactly 0, and with no failure the upper is exactly 1; floats miss it by 1e-17.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == n else centre + half
    return Interval(rate, low, high, n, level, "wilson")


def clopper_pearson(successes: int, n: int, level: float = LEVEL) -> Interval:
    """Return the exact (conservative) interval of a rate, from quantiles of the beta distribution.

    Source: C. J. Clopper, E. S. Pearson, The use of confidence or fiducial limits illustrated in the case of the
    binomial, Biometrika 26 (1934), 404-413; as beta quantiles in Brown, Cai, DasGupta (2001), section 4.2.1.
    """
    successes, n = _checked_rate(successes, n, level)
    if n == 0:
        return Interval(None, None, None, 0, level, "clopper-pearson")
    from scipy import special  # noqa: PLC0415 - see the top of this file

    tail = (1 - level) / 2
    failures = n - successes
    low = 0.0 if successes == 0 else float(special.betaincinv(successes, failures + 1, tail))
    high = 1.0 if failures == 0 else float(special.betainccinv(successes + 1, failures, tail))
    return Interval(successes / n, low, high, n, level, "clopper-pearson")


def mean_interval(total: int, total_squares: int, n: int, level: float = LEVEL) -> Interval:
    """Return Student's t interval of the mean of n integers, given their sum and the sum of their squares.

    The spread is n * total_squares - total^2 in exact integers: in floats the two terms of a long run agree in most of
    their digits and the difference would be noise. Values that are all the same have a mean but no interval.

    Source: Student, The probable error of a mean, Biometrika 6 (1908), 1-25; NIST/SEMATECH e-Handbook of Statistical
    Methods, section 1.3.5.2.
    """
    check_level(level)
    total, total_squares, n = int(total), int(total_squares), int(n)
    spread = n * total_squares - total * total
    if n < 0 or spread < 0 or (n == 0 and (total or total_squares)):
        raise ValueError(f"no {n} integers have the sum {total} and the sum of squares {total_squares}")
    if n == 0:
        return Interval(None, None, None, 0, level, "t")
    mean = total / n
    if spread == 0:  # one value, or always the same: nothing tells how much others would differ
        return Interval(mean, None, None, n, level, "t")
    standard_error = sqrt(spread / (n * n * (n - 1)))  # one division of exact integers, rounded once
    half = _t_quantile(level, n - 1) * standard_error
    return Interval(mean, mean - half, mean + half, n, level, "t")


def deals_to_halve(n: int) -> int:
    """Return how many deals in all would halve an interval that rests on n: widths shrink with the root of n."""
    return 4 * n


def _normal_quantile(level: float) -> float:
    """Return how many standard deviations around 0 hold the normal distribution's share `level`."""
    return NormalDist().inv_cdf((1 + level) / 2)


def _t_quantile(level: float, degrees: int) -> float:
    """Return how far around 0 Student's t distribution holds its share `level`.

    Source of the expansion for many degrees of freedom: M. Abramowitz, I. A. Stegun, Handbook of Mathematical
    Functions (1964), formula 26.7.5.
    """
    if degrees < MANY_DEGREES:
        from scipy import special  # noqa: PLC0415 - see the top of this file

        return float(special.stdtrit(degrees, (1 + level) / 2))
    x = _normal_quantile(level)
    terms = (
        x,
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return sum(term / float(degrees) ** power for power, term in enumerate(terms))


def _checked_rate(successes: int, n: int, level: float) -> tuple[int, int]:
    """Return the counts as Python integers, which do not overflow like NumPy's."""
    check_level(level)
    successes, n = int(successes), int(n)
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is no count of successes")
    return successes, n


def check_level(level: float) -> None:
    """Raise ValueError unless the confidence level lies between 0 and 1."""
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, {level} does not")
