"""Intervals of boards: t where the spread can be trusted, else what is certain; on boards that were played."""

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from simcards.statistics.boards import (
    ENOUGH_DIFFERING,
    BoardInterval,
    board_interval,
    boards_needed,
    effective_deals,
    reduction_factor,
    squared_error,
)
from simcards.statistics.intervals import clopper_pearson, deals_to_halve, mean_interval
from tests.statistics.boards_played import BASIC_CAUTIOUS, NEARLY_SAME, SINGLE, sums, values

laws = settings(max_examples=200, deadline=None, derandomize=True)
BOARDS = st.dictionaries(st.integers(-9, 9), st.sampled_from([0, 1, 2, 49, 50, 51, 10**6, 10**12]), max_size=5)


def test_enough_boards_that_differ_give_the_t_interval_of_all_boards():
    found = board_interval(*sums(BASIC_CAUTIOUS), largest=10)
    played = np.array(values(BASIC_CAUTIOUS))
    low, high = stats.t.interval(0.95, len(played) - 1, loc=played.mean(), scale=stats.sem(played))
    assert (found.n, found.differing, found.method) == (3000, 1444, "t")
    assert (found.estimate, found.low, found.high) == pytest.approx((played.mean(), low, high), rel=1e-11)


def test_two_strategies_that_seldom_differ_get_a_bound_on_how_seldom():
    from statsmodels.stats.proportion import proportion_confint  # takes seconds

    found = board_interval(*sums(NEARLY_SAME), largest=12)
    share = proportion_confint(8, 3000, alpha=0.05, method="beta")[1]
    assert (found.estimate, found.differing, found.method) == (5 / 3000, 8, "bound")
    assert found.differing_at_most == pytest.approx(share, rel=1e-12)
    assert (found.low, found.high) == pytest.approx((-12 * share, 12 * share), rel=1e-12)


def test_the_bound_gives_way_to_t_at_fifty_boards_that_differ():
    assert ENOUGH_DIFFERING == 50
    assert board_interval(1, 49, 1000, 49, 1).method == "bound"
    assert board_interval(2, 50, 1000, 50, 1).method == "t"
    assert board_interval(2, 50, 1000, 50, 1).high == mean_interval(2, 50, 1000).high


def test_boards_that_are_all_0_are_not_said_to_be_exactly_0():
    # the share of what was never seen in n is at most 1 - 0.025^(1/n), nearly 3.69 / n
    found = board_interval(0, 0, 10**6, 0, 8)
    assert (found.estimate, found.low) == (0.0, -found.high)
    assert found.high == pytest.approx(8 * (1 - 0.025**1e-6), rel=1e-9)
    assert found.high == pytest.approx(8 * 3.689e-6, rel=1e-3)


def test_without_boards_or_a_largest_board_nothing_can_be_said():
    assert board_interval(0, 0, 0, 0, 8) == BoardInterval(None, None, None, 0, 0.95, "bound", 0)
    assert board_interval(0, 0, 0, 0, 8).differing_at_most is None
    assert board_interval(0, 0, 500, 0, 0) == BoardInterval(0.0, None, None, 500, 0.95, "bound", 0)


@pytest.mark.parametrize(
    ("boards", "estimate", "share"),
    [({3: 1}, 3.0, 1.0), ({0: 1}, 0.0, 0.975), ({3: 1, -3: 1}, 0.0, 1.0), ({0: 1, 3: 1}, 1.5, 1.0)],
)
def test_one_or_two_boards_say_next_to_nothing(boards, estimate, share):
    found = board_interval(*sums(boards), largest=4)
    upper = clopper_pearson(found.differing, found.n).high
    assert found.estimate == estimate
    assert (found.low, found.high) == (-4 * upper, 4 * upper)
    assert 0.8 < upper <= share


@pytest.mark.parametrize("sign", [1, -1])
def test_a_side_that_wins_every_board_is_better_by_what_was_never_seen(sign):
    few, many = (board_interval(sign * n, n, n, n, 1) for n in (49, 1000))
    assert (few.low, few.high, few.method) == (-1, 1, "bound")
    assert (many.estimate, many.method) == (sign, "bound")
    near, far = sorted((many.low, many.high), key=abs)
    # for boards won or lost this is the exact interval of the rate of wins, from 0 … 1 to -1 … 1
    assert abs(near) == pytest.approx(2 * clopper_pearson(1000, 1000).low - 1, rel=1e-12)
    assert far == sign


def test_the_bound_covers_the_mean_of_rare_swings_where_a_t_interval_does_not():
    generator = np.random.default_rng(4)
    chances, swings = [0.997, 0.002, 0.001], np.array([0, -1, 6])
    mean = float(swings @ chances)
    missed = {"bound": 0, "t": 0}
    for zeros, ones, sixes in generator.multinomial(1000, chances, size=300):
        total, squares, differing = int(6 * sixes - ones), int(36 * sixes + ones), int(ones + sixes)
        bound, t = board_interval(total, squares, 1000, differing, 6), mean_interval(total, squares, 1000)
        assert zeros + differing == 1000
        missed["bound"] += not bound.low <= mean <= bound.high
        missed["t"] += t.low is None or not t.low <= mean <= t.high
    assert missed["bound"] == 0
    assert missed["t"] > 0.2 * 300


def test_the_t_interval_of_played_boards_covers_their_mean_as_often_as_it_says():
    # a field of boards like those of the comparison; each run draws fifty or more that differ
    swings, counts = np.array(list(BASIC_CAUTIOUS)), np.array(list(BASIC_CAUTIOUS.values()))
    mean = float(swings @ counts) / 3000
    covered = 0
    for drawn in np.random.default_rng(8).multinomial(400, counts / 3000, size=2000):
        found = board_interval(*sums(dict(zip(swings.tolist(), drawn.tolist(), strict=True))), largest=12)
        assert found.method == "t"
        covered += found.low <= mean <= found.high
    assert 0.94 < covered / 2000 < 0.96


@laws
@given(boards=BOARDS, spare=st.integers(0, 3))
def test_any_boards_give_finite_bounds_in_order_or_none(boards, spare):
    total, squares, n, differing = sums(boards)
    largest = max((abs(value) for value, count in boards.items() if count), default=0) + spare
    found = board_interval(total, squares, n, differing, largest)
    assert (found.estimate is None) == (n == 0)
    assert (found.low is None) == (found.high is None) == (n == 0 or largest == 0)
    if found.low is not None:
        assert math.isfinite(found.low)
        assert found.low < found.high
        assert found.method == "t" or max(-found.low, found.high) <= largest * (1 + 1e-12)


@laws
@given(boards=BOARDS)
def test_exchanging_the_strategies_turns_the_interval_round(boards):
    turned = {-value: count for value, count in boards.items()}
    one, other = board_interval(*sums(boards), largest=9), board_interval(*sums(turned), largest=9)
    if one.low is not None:
        assert (other.low, other.high) == pytest.approx((-one.high, -one.low), rel=1e-12, abs=1e-15)


def test_counts_of_numpy_do_not_overflow():
    total, squares, n, differing = 4 * 10**11, 9 * 10**17, 10**12, 10**11
    narrow = board_interval(np.int64(total), np.int64(squares), np.int64(n), np.int64(differing), np.int64(5000))
    assert narrow == board_interval(total, squares, n, differing, 5000)


@pytest.mark.parametrize(
    ("total", "squares", "n", "differing", "largest", "message"),
    [
        (0, 0, 1, 2, 1, "no count of boards that differ"),
        (0, 0, -1, 0, 1, "no count of boards that differ"),
        (5, 5, 9, 4, 5, "values have the sum"),
        (0, 3, 9, 4, 1, "values have the sum"),
        (0, 2, 9, 0, 1, "values have the sum"),
        (0, 50, 9, 2, 4, "boards of at most 4"),
        (0, 0, 9, 0, -1, "boards of at most -1"),
    ],
)
def test_sums_that_no_boards_have_are_refused(total, squares, n, differing, largest, message):
    with pytest.raises(ValueError, match=message):
        board_interval(total, squares, n, differing, largest)


@pytest.mark.parametrize("boards", [{}, {0: 100}, {1: 60, -1: 60}, {1: 60}])
def test_a_level_outside_0_and_1_is_refused(boards):
    with pytest.raises(ValueError, match="confidence level"):
        board_interval(*sums(boards), largest=1, level=95)


def test_the_squared_error_is_that_of_scipy():
    total, squares, n, _ = sums(BASIC_CAUTIOUS)
    assert squared_error(total, squares, n) == pytest.approx(stats.sem(values(BASIC_CAUTIOUS)) ** 2, rel=1e-12)
    assert squared_error(3, 9, 1) is None
    assert squared_error(6, 18, 2) == 0


def test_a_board_is_worth_more_than_the_deals_it_takes():
    # margins a deal: half a board's; two deals a board
    error = squared_error(*sums(BASIC_CAUTIOUS)[:3]) / 4
    variance = squared_error(*SINGLE, 3000) * 3000
    effective = effective_deals(variance, error)
    assert effective == pytest.approx(variance / error)
    assert mean_interval(*SINGLE, 3000).half_width / math.sqrt(effective / 3000) == pytest.approx(
        board_interval(*sums(BASIC_CAUTIOUS), largest=10).half_width / 2, rel=1e-3
    )
    assert reduction_factor(effective, 6000) > 1


def test_independent_deals_are_worth_what_they_are():
    error = squared_error(*SINGLE, 3000)
    assert effective_deals(error * 3000, error) == pytest.approx(3000)
    assert reduction_factor(3000.0, 3000) == 1


def test_no_error_is_worth_no_number_of_deals():
    assert effective_deals(2.5, 0) is None
    assert effective_deals(2.5, None) is None
    assert effective_deals(1e300, 1e-300) is None
    assert effective_deals(0.0, 0.1) == 0
    assert reduction_factor(None, 100) is None
    assert reduction_factor(1.0, 0) is None
    with pytest.raises(ValueError, match="variance"):
        effective_deals(-1, 1)


def test_widths_shrink_with_the_root_of_the_boards():
    assert boards_needed(1000, 0.5, 0.25) == deals_to_halve(1000) == 4000
    assert boards_needed(1000, 0.5, 0.3) == math.ceil(1000 / 0.36) == 2778
    assert boards_needed(1000, 0.25, 0.5) == 250
    assert boards_needed(10**15, 0.5, 0.25) == 4 * 10**15


def test_boards_that_tell_no_width_tell_no_number():
    assert boards_needed(0, None, 0.1) is None
    assert boards_needed(30, None, 0.1) is None
    assert boards_needed(30, 0.0, 0.1) is None
    for wanted in (0, -1, math.inf, math.nan):
        with pytest.raises(ValueError, match="half width"):
            boards_needed(10, 0.5, wanted)


def test_a_long_comparison_that_is_looked_at_needs_no_scipy():
    code = """
import sys
from simcards.statistics import boards, multiple, sequences, sprt
boards.board_interval(5, 10**6, 10**6, 1000, 50)
sequences.sequence_interval(5, 10**6, 10**6, 1000, 10**6)
sprt.sprt(5, 10**6, 10**6, 1000, 0, 1)
sys.exit("scipy" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
