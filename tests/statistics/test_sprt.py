"""The sequential test: published ratios, Wald's bounds, the error rates it promises, and sides that win everything."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcards.statistics.sprt import Sprt, log_likelihood_ratio, sprt, wald_bounds
from tests.statistics.boards_played import BASIC_CAUTIOUS, NEARLY_SAME, sums, values

laws = settings(max_examples=200, deadline=None, derandomize=True)
BOUND = math.log(0.95 / 0.05)


def score(elo):
    """Return the expected score of a game, between 0 and 1, of a player who is that much stronger (logistic Elo)."""
    return 1 / (1 + 10 ** (-elo / 400))


# Disservin/fastchess, app/tests/sprt_test.cpp, "logistic": games lost, drawn, won, or pairs of games by their points,
# from the worst up. It computes the exact generalised test; the normal form agrees to the digits printed.
@pytest.mark.parametrize(
    ("counts", "elo", "published"),
    [
        ([21184, 40708, 21404], (0.5, 2.5), -1.57),
        ([57030, 106593, 57433], (0, 2), -2.59),
        ([223, 9863, 20279 + 1000, 10037, 246], (0.5, 2.5), -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], (0, 2), -4.98),
    ],
)
def test_the_ratio_equals_published_ones(counts, elo, published):
    most = len(counts) - 1  # values 0, 1, … instead of scores from 0 to 1: the ratio knows no unit
    total, squares, n, _ = sums(dict(enumerate(counts)))
    llr = log_likelihood_ratio(total, squares, n, most * score(elo[0]), most * score(elo[1]))
    assert round(llr, 2) == published


def test_the_bounds_are_those_of_wald():
    assert wald_bounds(0.05, 0.05) == pytest.approx((-2.94, 2.94), abs=0.005)  # as every chess tester prints them
    assert wald_bounds(0.01, 0.1) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_the_ratio_is_that_of_normal_densities_with_the_variance_seen():
    from scipy import stats

    played = np.array(values(BASIC_CAUTIOUS))
    by_hand = stats.norm.logpdf(played, 0.2, played.std()) - stats.norm.logpdf(played, -0.1, played.std())
    assert log_likelihood_ratio(*sums(BASIC_CAUTIOUS)[:3], -0.1, 0.2) == pytest.approx(by_hand.sum(), rel=1e-10)


def test_played_boards_decide_once_enough_differ():
    assert sprt(*sums(BASIC_CAUTIOUS), -0.5, -0.1).verdict == "accepted high"
    assert sprt(*sums(BASIC_CAUTIOUS), 0.3, 0.8).verdict == "accepted low"
    assert log_likelihood_ratio(*sums(NEARLY_SAME)[:3], 0, 0.5) < -BOUND
    assert sprt(*sums(NEARLY_SAME), 0, 0.5) == Sprt(0.0, -BOUND, BOUND, "running")


@pytest.mark.parametrize("n", [0, 1, 2, 49, 50, 10**6])
@pytest.mark.parametrize("value", [1, -1, 0])
def test_all_wins_all_losses_and_all_ties_go_on(value, n):
    found = sprt(value * n, value * value * n, n, n * abs(value), -0.5, 0.5)
    assert (found.llr, found.verdict) == (0, "running")


def test_one_loss_among_wins_decides():
    assert sprt(98, 100, 100, 100, -0.1, 0.1).verdict == "accepted high"
    assert sprt(-98, 100, 100, 100, -0.1, 0.1).verdict == "accepted low"


@pytest.mark.parametrize("differing", [1, 49])
def test_few_boards_that_differ_decide_nothing(differing):
    assert log_likelihood_ratio(differing, differing, 1000, -0.5, 0.5) > 2.95
    assert sprt(differing, differing, 1000, differing, -0.5, 0.5).llr == 0


def test_error_rates_are_about_those_asked_for():
    swings, chances = np.array([-4, -1, 0, 1, 2, 6]), np.array([0.1, 0.1, 0.5, 0.15, 0.1, 0.05])
    mean = float(swings @ chances)
    generator = np.random.default_rng(12)
    looks = range(50, 20_001, 50)
    for low, high, wrong in ((mean, mean + 0.1, "accepted high"), (mean - 0.1, mean, "accepted low")):
        verdicts = []
        for _ in range(300):
            drawn = np.cumsum(generator.multinomial(50, chances, size=len(looks)), axis=0)
            totals, squares, differing = drawn @ swings, drawn @ swings**2, drawn @ (swings != 0)
            states = (sprt(*at, low, high) for at in zip(totals, squares, looks, differing, strict=True))
            verdicts.append(next((state.verdict for state in states if state.verdict != "running"), "running"))
        assert 0.01 < verdicts.count(wrong) / 300 < 0.06


@laws
@given(
    boards=st.dictionaries(st.integers(-99, 99), st.sampled_from([0, 1, 2, 50, 10**12]), max_size=4),
    bounds=st.tuples(st.floats(-1e308, 1e308), st.floats(-1e308, 1e308)).map(sorted).filter(lambda b: b[0] < b[1]),
    rates=st.tuples(st.floats(1e-300, 0.49), st.floats(1e-300, 0.49)),
)
def test_any_boards_give_a_finite_ratio_and_a_verdict(boards, bounds, rates):
    found = sprt(*sums(boards), *bounds, *rates)
    assert all(math.isfinite(x) for x in (found.llr, found.lower, found.upper))
    assert found.lower < 0 < found.upper
    assert (found.verdict == "running") == (found.lower < found.llr < found.upper)


@laws
@given(boards=st.dictionaries(st.integers(-9, 9), st.integers(1, 500), max_size=4), high=st.floats(0.01, 5))
def test_exchanging_the_strategies_turns_the_ratio_round(boards, high):
    turned = {-value: count for value, count in boards.items()}
    low = high - 1
    one = log_likelihood_ratio(*sums(boards)[:3], low, high)
    other = log_likelihood_ratio(*sums(turned)[:3], -high, -low)
    assert other == pytest.approx(-one, rel=1e-12)


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 1), (0, math.inf), (math.nan, 1)])
def test_hypotheses_out_of_order_are_refused(low, high):
    with pytest.raises(ValueError, match="low hypothesis must be less"):
        sprt(0, 0, 0, 0, low, high)


@pytest.mark.parametrize(("alpha", "beta"), [(0, 0.1), (0.1, 0), (0.5, 0.5), (1, 0.1), (-0.1, 0.1), (math.nan, 0.1)])
def test_error_rates_that_cannot_be_are_refused(alpha, beta):
    with pytest.raises(ValueError, match="error rates"):
        sprt(0, 0, 0, 0, 0, 1, alpha, beta)
