"""What intervals, sequences and tests promise is kept on real boards of every game.

Each proof has a short version of a twentieth of its size; the long ones run with `-m prove`. The truth is the mean of
boards of another seed, some thousand times as many as an interval is of.
"""

from functools import cache

import numpy as np
import pytest
from scipy import stats

from simcards.experiments.board_run import PLANNED, fixed_interval
from simcards.experiments.boards import Play, Sums, lineup_tables
from simcards.experiments.compare import compare, compared, schedule_of
from simcards.experiments.schedule import VERDICT, difference_name, field_name, round_robin
from simcards.statistics.multiple import board_p_value, not_separated_from_best
from simcards.statistics.sequences import sequence_interval
from simcards.statistics.sprt import sprt

GAMES = ["canadian_smear", "hasenpfeffer", "charlemagne", "cutthroat_pitch", "king_pedro"]
PAIR = ("basic", "cautious")
TRUTH_SEED, SEED, OTHER_SEED = 1_000_003, 77, 78
TRUTH, SHORT_TRUTH, COMPARISONS, RUNS, TESTS = 10**7, 100_000, 4000, 1000, 2000
LONGEST = 20_000  # boards of a run that is looked at all the time
LOOK = 64  # boards between two looks
AT_ONCE = 100_000  # boards played together
COMPARED_AT_ONCE = 50  # comparisons of many strategies
SIZES = [pytest.param(20, id="short"), pytest.param(1, id="long", marks=pytest.mark.prove)]


class Boards:
    """The boards of some strategies, and what the quantities of a schedule come to on them."""

    def __init__(self, game, strategies, schedule_for):
        request = compared(game, strategies, 1, most=20)
        self.schedule = schedule_for(request.game)
        self.plan = Play(self.schedule, len(strategies))
        players = [strategy.player for strategy in request.strategies]
        self.tables = lineup_tables(request.game, request.rules, players, self.schedule.lineups)
        for table in self.tables:
            table.prepare()

    @property
    def divisor(self):
        return self.schedule.quantities[0].divisor

    def verdicts(self, first, boards, seed):
        """The first quantity, board by board, in whole numbers."""
        starts = range(first, first + boards, AT_ONCE)
        last = first + boards
        return np.concatenate([self.plan.values(self.tables, at, min(AT_ONCE, last - at), seed, 1024) for at in starts])

    def quantities(self, boards, seed):
        """All quantities, some boards at a time: a row each, in whole numbers."""
        sides = self.tables[0].game.sides
        for first in range(0, boards, 500 * COMPARED_AT_ONCE):
            n = min(500 * COMPARED_AT_ONCE, boards - first)
            found = np.zeros((len(self.schedule.quantities), n))
            for k, table in enumerate(self.tables):
                scores = self.plan._deals(table, seed, first, n, 1024)[0]
                found += self.schedule.matrix[:, sides * k : sides * (k + 1)] @ scores
            yield found.astype(np.int64)


@cache
def boards_of(game):
    return Boards(game, PAIR, lambda found: schedule_of(found, matches=False))


@cache
def truth_of(game, part):
    """The mean verdict of very many boards, in whole numbers (points times the divisor)."""
    boards = TRUTH if part == 1 else SHORT_TRUTH
    sums = compare(game, PAIR, deals=boards, seed=TRUTH_SEED, jobs=2).totals.totals.sums(VERDICT)
    assert sums.divisor == boards_of(game).divisor
    return sums.total / sums.boards


def sums_of(values):
    """The sums of some boards, with a divisor of 1."""
    return Sums(
        len(values),
        int((values != 0).sum()),
        int((values > 0).sum()),
        int(values.sum()),
        int((values * values).sum()),
        int(abs(values).max()),
        1,
    )


def chance(times, share):
    """How often at most, in so many times, something of that chance happens (with probability 0.999)."""
    return stats.binom.ppf(0.999, times, share) / times


def reported(name, text):
    """Shows a measured number in the test's output."""
    print(f"{name}: {text}")  # noqa: T201  # seen with -s, or when a promise is broken


# ---- intervals of a fixed number of boards ---------------------------------------------------------------------------


@pytest.mark.parametrize("part", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_95_percent_interval_holds_the_truth_in_95_of_100_comparisons(game, part):
    truth, times = truth_of(game, part), COMPARISONS // part
    values = boards_of(game).verdicts(0, 500 * times, SEED).reshape(times, 500)
    found = [fixed_interval(sums_of(one)) for one in values]
    held = np.mean([interval.low <= truth <= interval.high for interval in found])
    reported(game, f"{held:.2%} of {times} intervals of 500 boards hold {truth / boards_of(game).divisor:+.5f}")
    assert {interval.method for interval in found} == {"t"}
    slack = 0.01 if part == 1 else 0.05
    assert 0.95 - slack <= held <= 0.95 + slack


@pytest.mark.parametrize("part", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_bound_for_few_differing_boards_holds_the_truth_at_least_as_often(game, part):
    truth, times = truth_of(game, part), COMPARISONS // part
    values = boards_of(game).verdicts(10**7, 60 * times, SEED).reshape(times, 60)
    found = [interval for one in values if (interval := fixed_interval(sums_of(one))).method == "bound"]
    held = np.mean([interval.low <= truth <= interval.high for interval in found])
    reported(game, f"{held:.2%} of {len(found)} bounds of 60 boards hold the truth")
    assert len(found) > 0.9 * times
    assert held >= 0.94


# ---- looking all the time --------------------------------------------------------------------------------------------


def wrong_at_some_time(values, truth, planned):
    """Whether the confidence sequence ever leaves out the truth, looked at every few boards."""
    ends = np.arange(LOOK, len(values) + 1, LOOK)
    columns = (np.cumsum(one)[ends - 1].tolist() for one in (values, values * values, values != 0))
    for n, total, squares, differing in zip(ends.tolist(), *columns, strict=True):
        found = sequence_interval(total, squares, n, differing, planned)
        if found.low is not None and not found.low <= truth <= found.high:
            return True
    return False


@pytest.mark.parametrize("part", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_confidence_sequence_looked_at_all_the_time_is_wrong_in_at_most_5_of_100_runs(game, part):
    truth, times = truth_of(game, part), RUNS // part
    longest = LONGEST if part == 1 else LONGEST // 8
    wrong = {PLANNED: 0, 2000: 0}
    for run in range(times):
        values = boards_of(game).verdicts(run * LONGEST, longest, OTHER_SEED)
        for planned in wrong:
            wrong[planned] += wrong_at_some_time(values, truth, planned)
    text = ", ".join(f"{count / times:.1%} planned for {planned:,}" for planned, count in wrong.items())
    reported(game, f"sequence at some time wrong in {times} runs of {longest:,} boards: {text}")
    assert max(wrong.values()) / times <= chance(times, 0.05)


# ---- the sequential test ---------------------------------------------------------------------------------------------


def accepted(pool, generator, low, high):
    """What a test accepts that is looked at every few boards, drawn from a pool, and how many it took."""
    total = squares = n = differing = 0
    while n < 100 * LONGEST:
        drawn = pool[generator.integers(0, len(pool), 64 * LOOK)].reshape(64, LOOK)
        columns = (one.sum(axis=1).tolist() for one in (drawn, drawn * drawn, drawn != 0))
        for more, more_squares, more_differing in zip(*columns, strict=True):
            total, squares, n, differing = total + more, squares + more_squares, n + LOOK, differing + more_differing
            verdict = sprt(total, squares, n, differing, low, high).verdict
            if verdict != "running":
                return verdict, n
    raise AssertionError("the test came to no end")


@pytest.mark.parametrize("part", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_the_sequential_test_accepts_the_wrong_hypothesis_in_at_most_5_of_100_runs(game, part):
    pool = boards_of(game).verdicts(0, 10**6 // part, SEED)
    mean, apart = pool.mean(), 0.08 * pool.std()
    generator, times = np.random.default_rng(5), TESTS // part
    for name, low, high, wrong in (
        ("low", mean, mean + apart, "accepted high"),
        ("high", mean - apart, mean, "accepted low"),
    ):
        found = [accepted(pool, generator, low, high) for _ in range(times)]
        rate = np.mean([verdict == wrong for verdict, _ in found])
        length = np.mean([n for _, n in found])
        reported(game, f"SPRT wrong in {rate:.2%} of {times} runs when {name} is true, {length:,.0f} boards on average")
        assert rate <= (0.065 if part == 1 else chance(times, 0.05))
        assert length < 5000


# ---- the group that may be the best ----------------------------------------------------------------------------------


def groups_of(boards, strategies, times, size=500):
    """Comparison by comparison, each of so many boards, who is not separated from the best."""
    schedule = boards.schedule
    fields = [schedule[field_name(i)] for i in range(strategies)]
    pairs = [(i, j) for j in range(strategies) for i in range(j)]
    found = []
    for values in boards.quantities(size * times, SEED):
        for own in np.split(values, values.shape[1] // size, axis=1):
            means = [own[k].sum() / size / schedule.quantities[k].divisor for k in fields]
            sums = {(i, j): sums_of(own[schedule[difference_name(i, j)]]) for i, j in pairs}
            p_values = {
                pair: board_p_value(one.total, one.squares, one.boards, one.differing, one.largest)
                for pair, one in sums.items()
            }
            found.append(not_separated_from_best(means, p_values))
    return found


@pytest.mark.parametrize("part", SIZES)
def test_the_best_of_some_is_in_the_group_that_is_not_separated_from_the_best(part):
    strategies = ["basic", "cautious", "aggressive", "basic:safety=10"]
    boards = Boards("canadian_smear", strategies, lambda game: round_robin(game, len(strategies)))
    fields = [boards.schedule[field_name(i)] for i in range(len(strategies))]
    totals = sum(values[fields].sum(axis=1) for values in boards.quantities(10**6 // part, TRUTH_SEED))
    best = int(np.argmax(totals))  # all fields have one divisor
    times = TESTS // part
    groups = groups_of(boards, len(strategies), times)
    assert len({boards.schedule.quantities[k].divisor for k in fields}) == 1
    held = np.mean([best in group for group in groups])
    size = np.mean([len(group) for group in groups])
    reported("group", f"{strategies[best]} in {held:.2%} of {times} groups of {size:.2f} of {len(strategies)}")
    assert held >= 0.95 - (0 if part == 1 else 0.03)
    assert size < len(strategies)


@pytest.mark.parametrize("part", SIZES)
def test_strategies_that_are_equal_stay_together(part):
    strategies = ["random", "random:salt=1", "random:salt=2", "random:salt=3"]
    boards = Boards("canadian_smear", strategies, lambda game: round_robin(game, len(strategies)))
    times = TESTS // part
    groups = groups_of(boards, len(strategies), times)
    together = np.mean([len(group) == len(strategies) for group in groups])
    reported("group", f"{len(strategies)} times random together in {together:.2%} of {times} groups")
    assert together >= (0.95 if part == 1 else 1 - chance(times, 0.05))
