"""The asymptotic confidence sequence: its formula, where it is narrowest, and that it may be looked at."""

import math

import numpy as np
import pytest

from simcards.statistics.intervals import mean_interval
from simcards.statistics.sequences import boundary, mean_sequence

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
