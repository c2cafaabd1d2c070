"""Many comparisons: against statsmodels, SciPy and published values, and that the best is seldom left out."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from simcards.statistics.boards import board_interval
from simcards.statistics.multiple import (
    HUGE_DEGREES,
    board_p_value,
    holm,
    holm_adjusted,
    not_separated_from_best,
    paired_p_value,
    simultaneous_interval,
    simultaneous_level,
)
from tests.statistics.boards_played import BASIC_CAUTIOUS, NEARLY_SAME, sums, values

laws = settings(max_examples=200, deadline=None, derandomize=True)


@pytest.fixture(scope="module")
def multipletests():
    from statsmodels.stats.multitest import multipletests  # takes seconds

    return multipletests


@pytest.mark.parametrize("n", [2, 3, 10, 1000, 100_000])
def test_the_p_value_of_a_mean_equals_that_of_scipy(n):
    drawn = np.random.default_rng(n).integers(-9, 11, size=n)
    expected = stats.ttest_1samp(drawn, 0).pvalue
    assert paired_p_value(int(drawn.sum()), int((drawn**2).sum()), n) == pytest.approx(expected, rel=1e-10)


def test_the_p_value_of_a_mean_equals_a_published_one():
    # Student's sleep data (see test_intervals.py); R's documentation of `sleep`, t.test(..., paired = TRUE): 0.002833
    gains = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14]
    assert round(paired_p_value(sum(gains), sum(gain * gain for gain in gains), 10), 6) == 0.002833


@pytest.mark.parametrize("t", [0.5, 2, 5, 10])
@pytest.mark.parametrize("n", [HUGE_DEGREES, HUGE_DEGREES + 2])
def test_huge_numbers_have_the_p_values_of_scipy_on_both_sides_of_the_switch(n, t):
    total = round(t * math.sqrt(n))  # half the values 1, half -1, nearly
    t = total * math.sqrt((n - 1) / (n * n - total * total))
    assert paired_p_value(total, n, n) == pytest.approx(2 * stats.t.sf(t, n - 1), rel=1e-8)


def test_no_spread_has_no_test():
    for total, squares, n in [(0, 0, 0), (3, 9, 1), (0, 0, 10), (10, 10, 10)]:
        assert paired_p_value(total, squares, n) is None


def test_boards_are_tested_once_enough_differ():
    assert board_p_value(*sums(NEARLY_SAME), largest=10) is None
    expected = stats.ttest_1samp(values(BASIC_CAUTIOUS), 0).pvalue
    assert board_p_value(*sums(BASIC_CAUTIOUS), largest=10) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("value", [1, -1])
def test_a_side_that_wins_every_board_is_tested_by_its_signs(value):
    assert board_p_value(49 * value, 49, 49, 49, 1) is None
    assert board_p_value(50 * value, 50, 50, 50, 1) == pytest.approx(stats.binomtest(50, 50).pvalue, rel=1e-12)
    assert board_p_value(10**6 * value, 10**6, 10**6, 10**6, 1) == 0.0
    # a point on every board proves nothing yet when a board that costs a million may come
    assert board_p_value(50 * value, 50, 50, 50, 10**6) == 1.0


@laws
@given(
    boards=st.dictionaries(st.integers(-9, 9), st.integers(0, 300), max_size=4),
    level=st.sampled_from([0.5, 0.9, 0.95, 0.999]),
    spare=st.integers(0, 20),
)
def test_a_p_value_is_small_just_where_the_interval_leaves_out_0(boards, level, spare):
    found = board_interval(*sums(boards), largest=9 + spare, level=level)
    p = board_p_value(*sums(boards), largest=9 + spare)
    assert p is None or 0 <= p <= 1
    if p is None or abs(p / (1 - level) - 1) > 1e-9:
        assert (p is not None and p <= 1 - level) == (found.low is not None and not found.low <= 0 <= found.high)


@pytest.mark.parametrize("count", [1, 2, 5, 45])
def test_holm_equals_statsmodels(count, multipletests):
    drawn = np.random.default_rng(count).choice([0.0, 1e-9, 0.001, 0.001, 0.003, 0.012, 0.02, 0.2, 1.0], count).tolist()
    reject, adjusted, _, _ = multipletests(drawn, alpha=0.05, method="holm")
    assert holm_adjusted(drawn) == pytest.approx(list(adjusted), rel=1e-12)
    assert holm(drawn) == list(reject)


@laws
@given(p_values=st.lists(st.one_of(st.floats(0, 1), st.none()), max_size=12))
def test_adjusting_keeps_the_order_and_lies_between_none_and_bonferroni(p_values):
    adjusted = holm_adjusted(p_values)
    tested = sorted((p, a) for p, a in zip(p_values, adjusted, strict=True) if p is not None)
    assert [a is None for a in adjusted] == [p is None for p in p_values]
    assert [a for _, a in tested] == sorted(a for _, a in tested)
    assert all(p <= a <= 1 for p, a in tested)
    assert not tested or tested[0][1] == min(1, len(p_values) * tested[0][0])


def test_holm_equals_a_published_example():
    # Wikipedia, "Holm-Bonferroni method", example: 0.01 and 0.005 are rejected at 0.05, 0.04 and 0.03 are not
    assert holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    assert holm_adjusted([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_what_has_no_test_counts_and_is_not_rejected():
    assert holm_adjusted([0.01, None, 0.02]) == pytest.approx([0.03, None, 0.04])
    assert holm([0.01, None, 0.03]) == [True, False, False]
    assert holm_adjusted([]) == []
    assert holm([None, None]) == [False, False]


@pytest.mark.parametrize("p", [-0.1, 1.1, math.nan])
def test_what_is_no_p_value_is_refused(p):
    with pytest.raises(ValueError, match="p value"):
        holm([0.5, p])


def test_intervals_that_hold_together_share_the_chance_to_be_wrong():
    assert simultaneous_level(1) == pytest.approx(0.95)
    assert simultaneous_level(10) == pytest.approx(0.995)
    together = simultaneous_interval(*sums(BASIC_CAUTIOUS), 10, comparisons=3)
    assert together == board_interval(*sums(BASIC_CAUTIOUS), 10, level=simultaneous_level(3))
    low, high = stats.t.interval(
        1 - 0.05 / 3, 2999, loc=np.mean(values(BASIC_CAUTIOUS)), scale=stats.sem(values(BASIC_CAUTIOUS))
    )
    assert (together.low, together.high) == pytest.approx((low, high), rel=1e-10)
    assert simultaneous_interval(*sums(NEARLY_SAME), 10, comparisons=3).method == "bound"


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_outside_0_and_1_is_refused(level):
    for make in (lambda: holm([0.1], level), lambda: simultaneous_level(3, level)):
        with pytest.raises(ValueError, match="confidence level"):
            make()
    with pytest.raises(ValueError, match="comparisons"):
        simultaneous_level(0)


def test_the_group_holds_all_that_may_be_the_best():
    means = [0.1, 0.5, 0.4, -2.0]
    p_values = {(0, 1): 0.001, (0, 2): 0.2, (0, 3): 1e-9, (1, 2): 0.3, (1, 3): 1e-9, (2, 3): 1e-9}
    assert not_separated_from_best(means, p_values) == (1, 2)
    # 0.001 is no longer enough at a higher level
    assert not_separated_from_best(means, p_values, level=0.999) == (0, 1, 2)


def test_the_group_of_few_or_of_those_without_boards():
    assert not_separated_from_best([], {}) == ()
    assert not_separated_from_best([0.3], {}) == (0,)
    assert not_separated_from_best([None, None], {(0, 1): None}) == ()
    assert not_separated_from_best([0.0, 0.0], {(0, 1): None}) == (0, 1)
    assert not_separated_from_best([None, -1.0, -3.0], {(0, 1): None, (0, 2): None, (1, 2): 0.0}) == (1,)


@pytest.mark.parametrize("pairs", [[], [(0, 1), (0, 2)], [(1, 0), (0, 2), (1, 2)], [(0, 1), (0, 2), (1, 2), (1, 3)]])
def test_a_missing_pair_is_refused(pairs):
    with pytest.raises(ValueError, match="one p value for each of 3 pairs"):
        not_separated_from_best([1, 2, 3], dict.fromkeys(pairs, 0.5))


def test_a_mean_that_is_no_number_is_refused():
    with pytest.raises(ValueError, match="finite"):
        not_separated_from_best([math.nan, 0.0], {(0, 1): 0.5})


@pytest.mark.parametrize(
    "true",
    [[0, 0, 0, 0, 0, 0], [0, -1, -1, -1, -1, -1], [0, -1, -50, -50, -50, -50], [0, 0, -50, -50, -50, -50]],
)
def test_the_true_best_is_seldom_left_out(true):
    # means on common boards, in units of their standard error; 6 strategies, 2000 tournaments
    left_out, size = 0, len(true)
    drawn = np.random.default_rng(31).normal(true, 1.0, size=(2000, size))
    for means in drawn.tolist():
        p_values = {(i, j): math.erfc(abs(means[i] - means[j]) / 2) for i, j in combinations(range(size), 2)}
        left_out += 0 not in not_separated_from_best(means, p_values)
    assert left_out / 2000 < 0.05
