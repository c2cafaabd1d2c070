"""The asymptotic confidence sequence: its formula, where it is narrowest, and that it may be looked at."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcards.statistics.boards import BoardInterval, board_interval
from simcards.statistics.intervals import mean_interval
from simcards.statistics.sequences import boundary, mean_sequence, sequence_interval
from tests.statistics.boards_played import BASIC_CAUTIOUS, NEARLY_SAME, sums

# Margins of a bidding game: most small, some failures that cost a lot, many zeros.
MARGINS = np.array([-6, -4, -2, -1, 0, 1, 2, 3, 4])
CHANCES = np.array([0.05, 0.05, 0.1, 0.1, 0.3, 0.1, 0.1, 0.1, 0.1])
MEAN = float(MARGINS @ CHANCES)


def test_the_boundary_is_the_formula_of_the_paper():
    # theorem 2.2 written out with rho chosen for n = 100 and alpha = 0.05: rho^2 = (5.99146 + log 6.99146) / 100
    rho_squared = 0.0793615
    assert (-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / 100 == pytest.approx(rho_squared, abs=1e-6)
    by_hand = math.sqrt(2 * (100 * rho_squared + 1) / (100**2 * rho_squared) * math.log(math.sqrt(8.93615) / 0.05))
    assert boundary(100, 100, 0.05) == pytest.approx(by_hand, rel=1e-5)
    assert boundary(100, 100, 0.05) == pytest.approx(0.303521, abs=1e-6)


def test_it_is_narrowest_for_the_number_that_was_planned():
    widths = {planned: boundary(1000, planned, 0.05) for planned in (10, 100, 500, 1000, 2000, 10_000, 100_000)}
    assert min(widths, key=widths.get) == 1000


def test_it_is_wider_than_an_interval_that_is_looked_at_once():
    for n in (100, 10_000, 1_000_000):
        assert 1.2 < boundary(n, n, 0.05) / (1.96 / math.sqrt(n)) < 2


def test_its_estimate_and_spread_come_from_exact_sums():
    values = [3, -1, 4, 1, -5, 9, 2, 6]
    found = mean_sequence(sum(values), sum(v * v for v in values), len(values), planned=8)
    assert found.estimate == np.mean(values)
    assert found.half_width == pytest.approx(np.std(values) * boundary(8, 8, 0.05))
    assert found.method == "sequence"


def test_looked_at_all_the_time_it_is_seldom_wrong_where_an_ordinary_interval_often_is():
    generator = np.random.default_rng(5)
    looks = np.unique(np.geomspace(100, 20_000, 60).astype(int))
    wrong = {"sequence": 0, "t": 0}
    for _ in range(200):
        values = generator.choice(MARGINS, 20_000, p=CHANCES)
        sums, squares = np.cumsum(values), np.cumsum(values * values)
        for name, interval in (("sequence", lambda s, q, n: mean_sequence(s, q, n, 20_000)), ("t", mean_interval)):
            bounds = [interval(sums[n - 1], squares[n - 1], n) for n in looks]
            wrong[name] += any(not b.low <= MEAN <= b.high for b in bounds)
    assert wrong["sequence"] <= 10
    assert wrong["t"] >= 40


def test_what_has_no_bounds_has_none():
    assert mean_sequence(0, 0, 0, 10).estimate is None
    assert mean_sequence(3, 9, 1, 10).low is None
    assert mean_sequence(6, 18, 2, 10).half_width == 0


@pytest.mark.parametrize(("planned", "level"), [(0, 0.95), (10, 0), (10, 1)])
def test_impossible_requests_are_refused(planned, level):
    with pytest.raises(ValueError, match=r"planned|level"):
        mean_sequence(1, 1, 2, planned, level)


def test_played_boards_have_the_bounds_of_the_sequence():
    found = sequence_interval(*sums(BASIC_CAUTIOUS), planned=3000)
    expected = mean_sequence(*sums(BASIC_CAUTIOUS)[:3], planned=3000)
    assert (found.estimate, found.low, found.high) == (expected.estimate, expected.low, expected.high)
    assert (found.n, found.differing, found.level, found.method) == (3000, 1444, 0.95, "sequence")


def test_boards_have_no_bounds_while_few_differ():
    assert sequence_interval(*sums(NEARLY_SAME), planned=3000) == BoardInterval(
        5 / 3000, None, None, 3000, 0.95, "sequence", 8
    )
    assert sequence_interval(1, 49, 1000, 49, planned=1000).half_width is None
    assert sequence_interval(2, 50, 1000, 50, planned=1000).half_width > 0


@pytest.mark.parametrize("value", [0, 1, -1])
@pytest.mark.parametrize("n", [0, 1, 2, 49, 50, 10**12])
def test_boards_that_are_all_alike_never_have_bounds(n, value):
    found = sequence_interval(value * n, value * value * n, n, n * abs(value), planned=100)
    assert found.estimate == (value if n else None)
    assert (found.low, found.high) == (None, None)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    boards=st.dictionaries(st.integers(-9, 9), st.sampled_from([0, 1, 2, 49, 50, 10**12]), max_size=4),
    planned=st.sampled_from([1, 1000, 10**12]),
)
def test_any_boards_give_finite_bounds_around_their_mean_or_none(boards, planned):
    found = sequence_interval(*sums(boards), planned)
    assert (found.low is None) == (found.high is None)
    if found.low is not None:
        assert -math.inf < found.low < found.estimate < found.high < math.inf


def test_boards_looked_at_all_the_time_are_seldom_said_to_have_another_mean():
    swings = np.array(list(BASIC_CAUTIOUS))
    chances = np.array(list(BASIC_CAUTIOUS.values())) / 3000
    generator = np.random.default_rng(6)
    wrong = {"sequence": 0, "t": 0}
    for _ in range(300):
        drawn = np.cumsum(generator.multinomial(50, chances, size=100), axis=0)
        counts = zip(drawn @ swings, drawn @ swings**2, range(50, 5001, 50), drawn @ (swings != 0), strict=True)
        looks = [(sequence_interval(*at, planned=5000), board_interval(*at, largest=12)) for at in counts]
        for index, name in enumerate(wrong):
            shown = [look[index] for look in looks if look[index].method == name and look[index].low is not None]
            wrong[name] += any(not found.low <= float(swings @ chances) <= found.high for found in shown)
    assert wrong["sequence"] <= 0.05 * 300
    assert wrong["t"] > 0.15 * 300


@pytest.mark.parametrize(("differing", "planned", "level"), [(3, 10, 0.95), (2, 0, 0.95), (2, 10, 1)])
def test_impossible_boards_are_refused(differing, planned, level):
    with pytest.raises(ValueError, match=r"differ|planned|level"):
        sequence_interval(0, 2, 2, differing, planned, level)
