"""Tournaments: every table is what plain Python makes of the records of all line-ups; equal bytes; what is refused."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest
from scipy import stats

import simcards
from simcards.engine import records
from simcards.errors import UsageError
from simcards.experiments.grouping import parse_grouping
from simcards.experiments.tournament import tournament
from simcards.statistics.multiple import holm_adjusted
from tests.experiments import by_hand

BOARDS, SEED = 200, 11
CASES = [
    ("canadian_smear", {}, ("basic", "cautious", "random")),
    ("cutthroat_pitch", {}, ("basic", "random")),
    ("cutthroat_pitch", {}, ("basic", "cautious", "random")),
    ("cutthroat_pitch", {}, ("basic", "cautious", "aggressive", "random")),
    ("cutthroat_pitch", {"players": 6}, ("basic", "random")),
]
near = {"rel": 1e-9, "abs": 1e-12}


def name_of(case):
    return " ".join([case[0], *(f"{key}={value}" for key, value in case[1].items()), f"of {len(case[2])}"])


def mean(values):
    values = list(values)
    return Fraction(sum(values)) / len(values)


class Case:
    """A tournament, and by line-up the scores of the same boards by hand."""

    def __init__(self, name, changes, strategies):
        self.game, self.rules = by_hand.game_of(name, changes)
        self.strategies = strategies
        self.results = tournament(name, strategies, deals=BOARDS, seed=SEED, rules=changes)
        lineups = {}
        for row in self.results.rows("schedule"):
            lineups.setdefault(row["lineup"], []).append(row["strategy"])
        self.lineups = [tuple(lineup) for _, lineup in sorted(lineups.items())]
        self.scores = [self.played(texts) for texts in self.lineups]

    def played(self, texts):
        table = by_hand.table_of(self.game, self.rules, texts)
        found = records.write(self.game, self.rules, texts, table, SEED, 0, BOARDS)
        return [record["score"] for record in found]

    def holds(self, texts, side):
        """The strategy of a side."""
        (text,) = {text for seat, text in enumerate(texts) if self.game.side(seat) == side}
        return text

    def against(self, a, b):
        """By board what a scores more than b where they meet."""
        found = []
        for board in range(BOARDS):
            meetings = []
            for texts, line in zip(self.lineups, self.scores, strict=True):
                for one, other in permutations(range(self.game.sides), 2):
                    if (self.holds(texts, one), self.holds(texts, other)) == (a, b):
                        meetings.append(line[board][one] - line[board][other])
            found.append(mean(meetings))
        return found

    def field(self, a):
        """By board the mean margin of a strategy."""
        return [
            mean(
                by_hand.margin(line[board], side)
                for texts, line in zip(self.lineups, self.scores, strict=True)
                for side in range(self.game.sides)
                if self.holds(texts, side) == a
            )
            for board in range(BOARDS)
        ]


@pytest.fixture(scope="module", params=CASES, ids=name_of)
def case(request):
    return Case(*request.param)


def agrees(row, column, values, comparisons):
    """That a row has the mean of these values, and an interval that holds together with so many others."""
    assert row[column] == pytest.approx(float(mean(values)), **near)
    floats = [float(value) for value in values]
    if sum(value != 0 for value in values) < 50:
        assert row["method"] == "bound"
        return
    assert row["method"] == "t"
    level = 1 - 0.05 / comparisons
    low, high = stats.t.interval(level, BOARDS - 1, loc=float(mean(values)), scale=stats.sem(floats))
    assert (row["low"], row["high"]) == pytest.approx((low, high), **near)


# ---- against plain Python --------------------------------------------------------------------------------------------


def test_the_cross_table_is_what_each_scores_more_than_each_where_they_meet(case):
    rows = case.results.rows("cross")
    assert [(row["strategy"], row["opponent"]) for row in rows] == list(permutations(case.strategies, 2))
    pairs = len(list(combinations(case.strategies, 2)))
    for row in rows:
        agrees(row, "margin", case.against(row["strategy"], row["opponent"]), pairs)


def test_the_margin_of_i_against_j_is_that_of_j_against_i_with_the_other_sign(case):
    found = {(row["strategy"], row["opponent"]): row for row in case.results.rows("cross")}
    for a, b in combinations(case.strategies, 2):
        one, other = found[a, b], found[b, a]
        assert (one["margin"], one["low"], one["high"]) == (-other["margin"], -other["high"], -other["low"])
        assert one["method"] == other["method"]


def test_the_ranking_is_by_mean_margin_over_all_line_ups(case):
    rows = case.results.rows("ranking")
    assert [row["rank"] for row in rows] == list(range(1, len(case.strategies) + 1))
    assert sorted(row["strategy"] for row in rows) == sorted(case.strategies)
    assert [row["mean_margin"] for row in rows] == sorted((row["mean_margin"] for row in rows), reverse=True)
    for row in rows:
        agrees(row, "mean_margin", case.field(row["strategy"]), len(case.strategies))
    assert sum(row["mean_margin"] for row in rows) == pytest.approx(0, abs=1e-12)


def test_the_differences_are_tested_on_common_boards_all_pairs_together(case):
    rows = case.results.rows("differences")
    assert [(row["strategy_a"], row["strategy_b"]) for row in rows] == list(combinations(case.strategies, 2))
    p_values = []
    for row in rows:
        a, b = case.field(row["strategy_a"]), case.field(row["strategy_b"])
        values = [x - y for x, y in zip(a, b, strict=True)]
        agrees(row, "difference", values, len(rows))
        enough = sum(value != 0 for value in values) >= 50
        p_values.append(float(stats.ttest_1samp([float(x) for x in values], 0).pvalue) if enough else None)
    for row, p_value in zip(rows, holm_adjusted(p_values), strict=True):
        assert row["p_value"] == (None if p_value is None else pytest.approx(p_value, rel=1e-6))
        assert row["separated"] == (p_value is not None and p_value <= 0.05)


def test_who_may_be_the_best_is_who_is_not_separated_from_the_first(case):
    first, *others = case.results.rows("ranking")
    assert first["may_be_best"]
    separated = {
        frozenset((row["strategy_a"], row["strategy_b"])): row["separated"] for row in case.results.rows("differences")
    }
    for row in others:
        assert row["may_be_best"] == (not separated[frozenset((first["strategy"], row["strategy"]))])


def test_each_sits_in_each_seat_equally_often_and_all_line_ups_are_counted(case):
    seats = range(case.game.seats)
    sat = {
        (text, seat): sum(lineup[seat] == text for lineup in case.lineups) for text in case.strategies for seat in seats
    }
    assert set(sat.values()) == {len(case.lineups) // len(case.strategies)}
    row = case.results.summary
    assert (row["boards"], row["lineups"], row["deals"]) == (BOARDS, len(case.lineups), BOARDS * len(case.lineups))
    assert row["comparisons"] == len(list(combinations(case.strategies, 2)))


@pytest.mark.parametrize(
    ("name", "strategies"),
    [("canadian_smear", ("basic", "cautious", "random")), ("cutthroat_pitch", ("basic", "cautious"))],
)
def test_a_gauntlet_is_the_first_against_each_as_compare_has_it(name, strategies):
    results = tournament(name, strategies, deals=2000, seed=SEED, one_against_all=True)
    assert results.names == ["summary", "cross", "schedule"]
    margins = {(row["strategy"], row["opponent"]): row["margin"] for row in results.rows("cross")}
    for other in strategies[1:]:
        alone = simcards.compare(name, [strategies[0], other], deals=2000, seed=SEED)
        assert margins[strategies[0], other] == pytest.approx(alone.summary["margin"], **near)
        assert margins[other, strategies[0]] == -margins[strategies[0], other]
    if name == "canadian_smear":  # with partners it is also the first row of the round robin
        full = tournament(name, strategies, deals=2000, seed=SEED).rows("cross")
        assert {row["opponent"]: row["margin"] for row in full if row["strategy"] == "basic"} == {
            other: margins["basic", other] for other in strategies[1:]
        }


# ---- equal bytes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["canadian_smear", "cutthroat_pitch"])
def test_workers_and_chunks_change_no_byte_of_any_table(tmp_path, name):
    ways = [{"jobs": 1}, {"jobs": 2}, {"jobs": 7}, {"jobs": 1, "lanes": 100}, {"jobs": 2, "lanes": 4096}]
    found = []
    for k, way in enumerate(ways):
        tournament(name, ["basic", "cautious", "random"], deals=3000, out=tmp_path / str(k), **way)
        found.append(
            {
                path.name: path.read_bytes()
                for path in (tmp_path / str(k)).iterdir()
                if path.suffix in (".parquet", ".csv")
            }
        )
    assert len(found[0]) == 6
    assert all(one == found[0] for one in found)


# ---- groups, folders, what is refused --------------------------------------------------------------------------------


def test_two_that_only_differ_in_their_random_numbers_stay_together():
    results = tournament("canadian_smear", ["random", "random:salt=1"], deals=5000)
    assert [row["may_be_best"] for row in results.rows("ranking")] == [True, True]
    (row,) = results.rows("differences")
    assert row["difference"] != 0
    assert not row["separated"]


def test_a_run_folder_reads_back_and_says_how_to_repeat_it(tmp_path):
    strategies = ["basic", "random:salt=1", "cautious"]
    results = simcards.tournament(
        "cutthroat_pitch", strategies, deals=100, seed=5, rules={"target": 11}, out=tmp_path / "run"
    )
    back = simcards.read_results(tmp_path / "run")
    assert {name: back.rows(name) for name in results.names} == {name: results.rows(name) for name in results.names}
    command = dict(back.manifest["command"])
    assert command.pop("name") == "tournament"
    again = simcards.tournament(command.pop("game"), command.pop("strategies"), **command)
    assert {name: again.rows(name) for name in again.names} == {name: back.rows(name) for name in again.names}
    assert set(back.manifest["tables"]) == set(results.names)
    assert str(tmp_path) not in (tmp_path / "run" / "manifest.json").read_text()


@pytest.mark.parametrize(
    ("name", "strategies", "options", "said"),
    [
        ("canadian_smear", ["basic"], {}, "2 to 40 strategies are compared, not 1"),
        ("canadian_smear", "basic", {}, "2 to 40 strategies are compared, not 1"),
        ("canadian_smear", ["basic", "cautious", "basic"], {}, "basic is named twice"),
        ("canadian_smear", ["basic", "no_such"], {}, "no strategy 'no_such' for canadian_smear"),
        ("canadian_smear", ["basic", "strategies/king_pedro/basic.py"], {}, "king_pedro"),
        ("canadian_smear", ["basic", "cautious"], {"deals": 0}, "deals"),
        ("canadian_smear", ["basic", "cautious"], {"deals": 1.5}, "deals"),
        ("cutthroat_pitch", ["basic", *(f"random:salt={k}" for k in range(4))], {}, "do not fit at a table of 4"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(name, strategies, options, said):
    with pytest.raises(UsageError) as caught:
        tournament(name, strategies, **options)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_gauntlet_may_have_more_strategies_than_the_table_seats():
    strategies = ["basic", *(f"random:salt={k}" for k in range(5))]
    results = tournament("cutthroat_pitch", strategies, deals=50, one_against_all=True)
    assert [row["margin"] > 0 for row in results.rows("cross")[:5]] == [True] * 5


# ---- groups ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("only_the_first", [False, True])
@pytest.mark.parametrize("game", ["canadian_smear", "cutthroat_pitch"])
def test_groups_of_dealers_add_up_to_the_whole(tmp_path, game, only_the_first):
    path = tmp_path / "groups.py"
    path.write_text("def dealer(deal):\n    return deal.dealer\n", encoding="utf-8")
    given = {"deals": 2002, "one_against_all": only_the_first, "by": parse_grouping(f"{path}:dealer")}
    one, two = (tournament(game, ["basic", "cautious", "random"], jobs=jobs, **given) for jobs in (1, 2))
    assert one["groups"].equals(two["groups"])
    rows = one.rows("groups")
    assert {(row["group"], row["boards"]) for row in rows} == {("0", 501), ("1", 501), ("2", 500), ("3", 500)}
    if only_the_first:
        whole = {row["opponent"]: row["margin"] for row in one.rows("cross") if row["strategy"] == "basic"}
    else:
        whole = {row["strategy"]: row["mean_margin"] for row in one.rows("ranking")}
    for strategy, mean_margin in whole.items():
        mine = [row for row in rows if row["strategy"] == strategy]
        assert sum(row["mean_margin"] * row["boards"] for row in mine) / 2002 == pytest.approx(mean_margin, **near)
        assert all(row["low"] <= row["mean_margin"] <= row["high"] for row in mine)


# ---- strategies in plain Python --------------------------------------------------------------------------------------

PLAIN = '''"""Bids two with an ace, in plain Python. Origin: for tests."""

from simcards.strategy import Strategy


def bid(v):
    return 2 if v.hand & 0x1000_1000_1000_1000 and v.legal >> 2 & 1 else 0


strategy = Strategy(game="{game}", bid=bid, kind="python")
'''


@pytest.mark.parametrize("only_the_first", [False, True])
@pytest.mark.parametrize("game", ["canadian_smear", "cutthroat_pitch"])
def test_processes_seat_the_same_strategies_as_threads(tmp_path, game, only_the_first):
    path = tmp_path / "plain.py"
    path.write_text(PLAIN.format(game=game), encoding="utf-8")
    texts = ["random", "basic", str(path)]
    given = {"deals": 1100, "one_against_all": only_the_first}  # two blocks of boards
    one, two = (tournament(game, texts, jobs=jobs, **given) for jobs in (1, 2))
    assert one["cross"].equals(two["cross"])
    margins = {(row["strategy"], row["opponent"]): row["margin"] for row in one.rows("cross")}
    assert margins["random", "basic"] != margins["random", one.totals.strategies[2]]
