"""Intervals against statsmodels, SciPy, published values, and their own promise: coverage."""

import math
import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from simcards.statistics.intervals import (
    MANY_DEGREES,
    Interval,
    _t_quantile,
    clopper_pearson,
    deals_to_halve,
    mean_interval,
    wilson,
)

COUNTS = [
    (0, 1),
    (1, 1),
    (0, 2),
    (1, 2),
    (2, 2),
    (3, 10),
    (0, 50),
    (50, 50),
    (81, 263),
    (7, 1_000_000),
    (499_999, 10**6),
]
LEVELS = [0.8, 0.95, 0.999]


@pytest.fixture(scope="module")
def proportion_confint():
    from statsmodels.stats.proportion import proportion_confint  # takes seconds

    return proportion_confint


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("successes", "n"), COUNTS)
@pytest.mark.parametrize(("ours", "method"), [(wilson, "wilson"), (clopper_pearson, "beta")])
def test_intervals_of_rates_equal_those_of_statsmodels(ours, method, successes, n, level, proportion_confint):
    low, high = proportion_confint(successes, n, alpha=1 - level, method=method)
    interval = ours(successes, n, level)
    assert interval.estimate == successes / n
    assert interval.low == pytest.approx(low, rel=1e-12, abs=1e-15)
    assert interval.high == pytest.approx(high, rel=1e-12, abs=1e-15)


# R. G. Newcombe, Two-sided confidence intervals for the single proportion: comparison of seven methods, Statistics in
# Medicine 17 (1998), 857-872, table I: methods 3 (score) and 5 (exact), four decimals.
@pytest.mark.parametrize(
    ("successes", "n", "score", "exact"),
    [
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0000, 0.1611), (0.0000, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_intervals_of_rates_equal_published_ones(successes, n, score, exact):
    assert _rounded(wilson(successes, n), 4) == score
    assert _rounded(clopper_pearson(successes, n), 4) == exact


@pytest.mark.parametrize("ours", [wilson, clopper_pearson])
def test_a_rate_of_nothing_is_undefined(ours):
    interval = ours(0, 0)
    assert (interval.estimate, interval.low, interval.high, interval.n) == (None, None, None, 0)
    assert interval.half_width is None


@pytest.mark.parametrize("ours", [wilson, clopper_pearson])
@pytest.mark.parametrize("n", [1, 2, 3, 1000, 10**12])
def test_all_or_none_reaches_the_edge_exactly_and_still_has_width(ours, n):
    none, every = ours(0, n), ours(n, n)
    assert (none.estimate, none.low) == (0.0, 0.0)
    assert (every.estimate, every.high) == (1.0, 1.0)
    assert 0 < none.high < 1
    assert none.high == pytest.approx(1 - every.low, abs=1e-15)


@pytest.mark.parametrize("ours", [wilson, clopper_pearson])
def test_counts_of_numpy_do_not_overflow(ours):
    assert ours(np.int64(4 * 10**11), np.int64(10**12)) == ours(4 * 10**11, 10**12)


@pytest.mark.parametrize("n", [1, 2, 5, 30])
@pytest.mark.parametrize("ours", [wilson, clopper_pearson])
def test_bounds_lie_in_order_around_the_estimate(ours, n):
    for successes in range(n + 1):
        interval = ours(successes, n)
        assert 0 <= interval.low <= interval.estimate <= interval.high <= 1


@pytest.mark.parametrize(("successes", "n"), [(-1, 3), (4, 3), (0, -1)])
@pytest.mark.parametrize("ours", [wilson, clopper_pearson])
def test_impossible_counts_are_refused(ours, successes, n):
    with pytest.raises(ValueError, match="no count of successes"):
        ours(successes, n)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_outside_0_and_1_is_refused(level):
    for make in (
        lambda: wilson(1, 2, level),
        lambda: clopper_pearson(1, 2, level),
        lambda: mean_interval(1, 1, 2, level),
    ):
        with pytest.raises(ValueError, match="confidence level"):
            make()


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("n", [40, 1000])
def test_wilson_covers_the_true_rate_as_often_as_it_says(rate, n):
    drawn = np.random.default_rng(20).binomial(n, rate, size=20_000)
    covers = {int(k): wilson(int(k), n).low <= rate <= wilson(int(k), n).high for k in np.unique(drawn)}
    coverage = np.mean([covers[int(k)] for k in drawn])
    # Brown, Cai, DasGupta (2001), figure 5: the actual coverage swings around the level, by some percent at small n.
    assert 0.925 < coverage < 0.985


@pytest.mark.parametrize("rate", [0.02, 0.5])
def test_clopper_pearson_covers_at_least_as_often_as_it_says(rate):
    n = 40
    chances = stats.binom.pmf(np.arange(n + 1), n, rate)
    bounds = [clopper_pearson(k, n) for k in range(n + 1)]
    assert sum(p for p, b in zip(chances, bounds, strict=True) if b.low <= rate <= b.high) >= 0.95


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("n", [2, 3, 40, MANY_DEGREES, MANY_DEGREES + 1, 5000])
def test_the_interval_of_a_mean_equals_that_of_scipy(n, level):
    values = np.random.default_rng(n).integers(-9, 10, size=n)
    interval = mean_interval(int(values.sum()), int((values**2).sum()), n, level)
    low, high = stats.t.interval(level, n - 1, loc=values.mean(), scale=stats.sem(values))
    assert interval.estimate == pytest.approx(values.mean(), rel=1e-14)
    assert (interval.low, interval.high) == pytest.approx((low, high), rel=1e-11)
    assert interval.half_width == pytest.approx((high - low) / 2, rel=1e-11)


def test_the_interval_of_a_mean_equals_a_published_one():
    # Student (1908), section IX: hours of sleep gained by 10 patients through D and L hyoscyamine. Differences in
    # tenths of an hour; mean 1.58, and t = 4.06 in later textbooks, so 1.58 ± 2.262 * 1.58 / 4.06 = 0.70 to 2.46.
    gains = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14]
    interval = mean_interval(sum(gains), sum(gain * gain for gain in gains), len(gains))
    assert interval.estimate == 15.8
    assert _rounded(interval, 1) == (7.0, 24.6)


def test_a_mean_of_nothing_is_undefined_and_of_one_value_has_no_interval():
    assert mean_interval(0, 0, 0) == Interval(None, None, None, 0, 0.95, "t")
    assert mean_interval(-7, 49, 1) == Interval(-7.0, None, None, 1, 0.95, "t")


def test_equal_values_have_a_mean_but_no_interval():
    assert mean_interval(-12, 36, 4) == Interval(-3.0, None, None, 4, 0.95, "t")


def test_the_spread_of_many_large_values_is_exact():
    # n values of b and n of b + 1 vary by 1/2 around their mean, however large b is; floats would give 0 or noise.
    n, b = 5 * 10**11, 10**9
    interval = mean_interval(n * b + n * (b + 1), n * b * b + n * (b + 1) ** 2, 2 * n)
    half = stats.norm.ppf(0.975) * 0.5 / math.sqrt(2 * n)
    assert interval.estimate == b + 0.5
    # near 10^9 floats lie 1.2e-7 apart, so the bounds show no more than that
    assert interval.high - interval.estimate == pytest.approx(half, abs=2.4e-7)
    near_zero = mean_interval(0, 2 * n, 2 * n)
    assert near_zero.high == pytest.approx(2 * half, rel=1e-9)


def test_sums_that_no_integers_have_are_refused():
    for total, squares, n in [(10, 1, 3), (1, 1, 0), (0, 0, -1)]:
        with pytest.raises(ValueError, match="integers have the sum"):
            mean_interval(total, squares, n)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.9999])
@pytest.mark.parametrize("degrees", [1, 2, 30, 999, 1000, 1001, 10**6, 10**12])
def test_the_t_quantile_equals_that_of_scipy_on_both_sides_of_the_switch(degrees, level):
    assert _t_quantile(level, degrees) == pytest.approx(stats.t.ppf((1 + level) / 2, degrees), rel=1e-11)


def test_four_times_the_deals_halve_an_interval():
    assert deals_to_halve(250_000) == 1_000_000
    wide, narrow = wilson(300, 1000), wilson(1200, 4000)
    assert narrow.half_width == pytest.approx(wide.half_width / 2, rel=0.01)


def test_a_long_run_needs_no_scipy():
    code = """
import sys
from simcards.statistics.intervals import mean_interval, wilson
wilson(5, 10**6)
mean_interval(5, 10**7, 10**6)
sys.exit("scipy" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def _rounded(interval, digits):
    return round(interval.low, digits), round(interval.high, digits)
