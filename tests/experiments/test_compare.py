"""Comparisons on boards: every table is what plain Python makes of the records of all replays."""

from fractions import Fraction
from math import sqrt
from statistics import fmean, variance

import numpy as np
import pytest
from scipy import stats

from simcards.experiments.boards import BLOCK, BoardTotals, Play, lineup_tables
from simcards.experiments.compare import compare, compared, schedule_of
from simcards.experiments.comparison import Comparison
from simcards.experiments.grouping import parse_grouping
from simcards.experiments.schedule import GAIN_A, GAIN_B, VERDICT, seat_name, single_name
from tests.experiments import by_hand

GAMES = [
    ("canadian_smear", {}),
    ("hasenpfeffer", {}),
    ("charlemagne", {}),
    ("cutthroat_pitch", {}),
    ("cutthroat_pitch", {"players": 3}),
    ("king_pedro", {}),
]
BOARDS, SEED = 300, 11
STRATEGIES = ("basic", "cautious")
ACES = '''"""How many aces eldest was dealt."""


def aces(deal):
    hand = deal.hands[deal.eldest]
    return sum(hand >> (16 * lane + 12) & 1 for lane in range(4))
'''
near = {"rel": 1e-9, "abs": 1e-12}


def name_of(case):
    return " ".join([case[0], *(f"{key}={value}" for key, value in case[1].items())])


@pytest.fixture(scope="module")
def grouping(tmp_path_factory):
    path = tmp_path_factory.mktemp("groups") / "groups.py"
    path.write_text(ACES, encoding="utf-8")
    return parse_grouping(f"{path}:aces")


class Case:
    """A comparison, and the same boards by hand."""

    def __init__(self, name, changes, grouping):
        self.game, self.rules = by_hand.game_of(name, changes)
        self.results = compare(name, STRATEGIES, deals=BOARDS, seed=SEED, rules=changes, by=grouping)
        self.totals = self.results.totals
        self.lines = by_hand.replays(self.game, self.rules, STRATEGIES, BOARDS, SEED)
        self.boards = [
            by_hand.quantities(self.game, [line[board]["score"] for line in self.lines]) for board in range(BOARDS)
        ]
        self.verdicts = [board["verdict"] for board in self.boards]
        scores = [record["score"] for line in self.lines for record in line]
        self.largest_margin = max(abs(by_hand.margin(one, side)) for one in scores for side in range(self.game.sides))

    def agrees(self, row, values, column, margins=1):
        """That a row of a table has the mean, bounds and method of these values, each made of so many margins."""
        mean, low, high, method = by_hand.interval(values, margins * self.largest_margin)
        assert row["method"] == method
        assert (row[column], row["low"], row["high"]) == pytest.approx((mean, low, high), **near)


@pytest.fixture(scope="module", params=GAMES, ids=name_of)
def case(request, grouping):
    return Case(*request.param, grouping)


def exact(sums):
    return Fraction(sums.total, sums.divisor), Fraction(sums.squares, sums.divisor**2)


def added(values):
    return sum(values), sum(value * value for value in values)


# ---- against plain Python --------------------------------------------------------------------------------------------


def test_the_replays_of_a_board_are_of_the_same_cards(case):
    for line in case.lines:
        for board, record in enumerate(line):
            first = case.lines[0][board]
            assert (record["hands"], record["kitty"], record["dealer"]) == (
                first["hands"],
                first["kitty"],
                board % case.game.seats,
            )


def test_the_sums_of_the_verdict_are_exact(case):
    sums = case.totals.totals.sums(VERDICT)
    assert exact(sums) == added(case.verdicts)
    assert Fraction(sums.largest, sums.divisor) == max(abs(value) for value in case.verdicts)
    assert (sums.boards, sums.differing) == (BOARDS, sum(value != 0 for value in case.verdicts))
    for name, values in by_name(case).items():
        assert exact(case.totals.totals.sums(name)) == added(values), name


def by_name(case):
    """The values of each quantity of the schedule, board by board."""
    found = {VERDICT: case.verdicts}
    singles = list(zip(*(board["singles"] for board in case.boards), strict=True))
    found |= {single_name(k): values for k, values in enumerate(singles)}
    for strategy in range(len(case.boards[0]["seats"])):
        for seat in range(len(case.boards[0]["seats"][0])):
            found[seat_name(seat, strategy)] = [board["seats"][strategy][seat] for board in case.boards]
    if "gains" in case.boards[0]:
        for k, name in enumerate((GAIN_A, GAIN_B)):
            found[name] = [board["gains"][k] for board in case.boards]
    return found


def test_the_summary_tells_who_is_better_and_by_how_much(case):
    row = case.results.summary
    case.agrees(row, case.verdicts, "margin")
    won = sum(value > 0 for value in case.verdicts)
    tied = case.verdicts.count(0)
    assert (row["boards"], row["deals"]) == (BOARDS, BOARDS * len(case.lines))
    assert (row["won"], row["tied"], row["lost"]) == (won, tied, BOARDS - won - tied)
    assert row["differing"] == BOARDS - tied > 0
    assert row["win_share"] == pytest.approx((won + tied / 2) / BOARDS)
    assert (row["seed"], row["strategy_a"], row["strategy_b"], row["stopped"]) == (SEED, *STRATEGIES, None)
    half = (row["high"] - row["low"]) / 2
    assert row["boards_to_halve"] == pytest.approx(4 * BOARDS, abs=1)
    assert half > 0


def test_effective_deals_are_the_spread_of_single_replays_over_that_of_boards(case):
    row = case.results.summary
    singles = zip(*(board["singles"] for board in case.boards), strict=True)
    of_one = fmean(variance(map(float, values)) for values in singles)
    effective = of_one / (variance(map(float, case.verdicts)) / BOARDS)
    assert row["effective_deals"] == pytest.approx(effective, **near)
    replays = BOARDS * len(case.boards[0]["singles"])
    assert row["reduction"] == pytest.approx(effective / replays, **near)


def test_gains_are_those_of_each_among_the_other(case):
    if case.game.sides < case.game.seats:
        assert "gains" not in case.results.names
        return
    rows = case.results.rows("gains")
    assert [(row["strategy"], row["among"]) for row in rows] == [STRATEGIES, STRATEGIES[::-1]]
    for k, row in enumerate(rows):
        case.agrees(row, [board["gains"][k] for board in case.boards], "gain")
    assert (rows[0]["gain"] - rows[1]["gain"]) / 2 == pytest.approx(case.results.summary["margin"], **near)


def test_the_split_goes_by_whether_all_replays_came_to_one_contract(case):
    rows = {row["contract"]: row for row in case.results.rows("split")}
    same = [by_hand.came_to_one_contract(case.lines, board) for board in range(BOARDS)]
    for name, wanted in (("same", True), ("different", False)):
        row = rows[name]
        own = [value for value, here in zip(case.verdicts, same, strict=True) if here == wanted]
        assert row["boards"] == len(own)
        assert row["share"] == len(own) / BOARDS
        assert row["mean"] == (pytest.approx(float(sum(own) / len(own)), **near) if own else None)
        parts = [value * (here == wanted) for value, here in zip(case.verdicts, same, strict=True)]
        case.agrees(row, parts, "contribution")


def test_the_parts_of_the_split_add_up_to_the_margin(case):
    sums = [case.totals.totals.sums(VERDICT, same_contract=same) for same in (True, False)]
    every = case.totals.totals.sums(VERDICT)
    assert sums[0] + sums[1] == every
    rows = case.results.rows("split")
    assert sum(row["contribution"] for row in rows) == pytest.approx(case.results.summary["margin"], **near)
    assert sum(row["boards"] for row in rows) == BOARDS


def test_seats_are_places_counted_from_the_dealer(case):
    rows = {(row["strategy"], row["place"]): row for row in case.results.rows("seats")}
    places = [by_hand.by_place(case.game, board, deal) for deal, board in enumerate(case.boards)]
    expected = {}
    for strategy in range(len(places[0])):
        for place in places[0][strategy]:
            expected[STRATEGIES[strategy], place] = [board[strategy][place] for board in places]
    assert rows.keys() == expected.keys()
    for key, values in expected.items():
        row = rows[key]
        assert row["boards"] == BOARDS
        case.agrees(row, values, "margin", 1 if case.game.sides < case.game.seats else 2)


def test_the_seats_add_up_to_the_margin(case):
    rows = case.results.rows("seats")
    texts = dict.fromkeys(row["strategy"] for row in rows)
    by_strategy = [fmean(row["margin"] for row in rows if row["strategy"] == text) for text in texts]
    margin = case.results.summary["margin"]
    if case.game.sides < case.game.seats:
        assert by_strategy == [pytest.approx(margin, **near)]
    else:
        assert by_strategy == pytest.approx([row["gain"] for row in case.results.rows("gains")], **near)
        assert (by_strategy[0] - by_strategy[1]) / 2 == pytest.approx(margin, **near)


def test_bids_are_counted_over_all_replays(case):
    rows = case.results.rows("bids")
    found = {(row["strategy"], row["bid"]): (row["contracts"], row["made"]) for row in rows}
    assert found == by_hand.contracts(case.game, STRATEGIES, case.lines)
    for row in rows:
        assert row["make_rate"] == row["made"] / row["contracts"]
        assert row["bid_name"] == case.game.call_name(row["bid"])
        assert row["make_low"] < row["make_rate"] or not row["made"]


def test_groups_are_what_the_function_says_and_add_up_to_the_margin(case):
    rows = case.results.rows("groups")
    eldest = [record["hands"][(record["dealer"] + 1) % case.game.seats] for record in case.lines[0]]
    labels = [str(sum(card.startswith("A") for card in hand)) for hand in eldest]
    assert [row["group"] for row in rows] == sorted(set(labels))
    assert len(rows) > 2
    for row in rows:
        own = [value for value, label in zip(case.verdicts, labels, strict=True) if label == row["group"]]
        assert (row["boards"], row["share"]) == (len(own), len(own) / BOARDS)
        assert exact(case.totals.totals.label_sums(row["group"], VERDICT)) == added(own)
        assert row["margin"] == pytest.approx(float(sum(own) / len(own)), **near)
    assert sum(row["boards"] for row in rows) == BOARDS
    assert sum(row["share"] * row["margin"] for row in rows) == pytest.approx(case.results.summary["margin"], **near)


# ---- one strategy against itself -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "changes", "strategy"),
    [
        *((*given, strategy) for given in GAMES for strategy in ("basic", "random")),
        ("cutthroat_pitch", {"players": 6}, "basic"),
    ],
)
def test_a_strategy_against_itself_is_exactly_0(name, changes, strategy):
    results = compare(name, [strategy, strategy], deals=2000, rules=changes)
    row = results.summary
    assert (row["margin"], row["differing"], row["tied"], row["boards"]) == (0, 0, 2000, 2000)
    assert results.totals.same
    assert [row["contribution"] for row in results.rows("split")] == [0, 0]
    assert [row["boards"] for row in results.rows("split")] == [2000, 0]
    assert results.rows("partings") == []
    if "gains" in results.names:
        assert [row["gain"] for row in results.rows("gains")] == [0, 0]
        assert {row["margin"] for row in results.rows("seats")} == {0}


def test_the_same_parameters_make_the_same_strategy_and_others_do_not():
    assert compare("canadian_smear", ["basic", "basic:safety=0"], deals=100).totals.same
    assert not compare("canadian_smear", ["basic", "basic:safety=1"], deals=100).totals.same


# ---- the spread that is reported -------------------------------------------------------------------------------------

REPEATS = 200


def repeats(name, replay_apart=0):
    """Comparisons of one block each, of as many seeds; line-up k plays boards `replay_apart` · k further on."""
    request = compared(name, STRATEGIES, BLOCK)
    plan = Play(schedule_of(request.game, matches=False), 2)
    tables = lineup_tables(request.game, request.rules, [s.player for s in request.strategies], plan.schedule.lineups)
    for k, table in enumerate(tables):
        table.prepare()
        if replay_apart:
            table.play = elsewhere(table.play, k * replay_apart)
    found = []
    for seed in range(1000, 1000 + REPEATS):
        totals = BoardTotals(request.game, plan.schedule, 2)
        totals.add(plan.blocks(tables, 0, BLOCK, seed, 1024, np.zeros(1, np.int64)), 0)
        found.append(Comparison(request.game, request.rules, seed, STRATEGIES, totals, 2 * BLOCK, matches=False))
    return found


def elsewhere(play, further):
    def play_there(seed, first, deals, counts, lanes, outcomes):
        play(seed + further, first, deals, counts, lanes, outcomes)

    return play_there


def standard_error(row):
    return (row["high"] - row["low"]) / 2 / stats.t.ppf(0.975, row["boards"] - 1)


@pytest.mark.parametrize("name", ["canadian_smear", "cutthroat_pitch", "king_pedro"])
def test_the_reported_error_is_the_spread_over_many_repeats(name):
    found = repeats(name)
    rows = [comparison.table("summary")[0] for comparison in found]
    assert {row["method"] for row in rows} == {"t"}
    reported = sqrt(fmean(standard_error(row) ** 2 for row in rows))
    spread = np.std([row["margin"] for row in rows], ddof=1)
    # the standard deviation of 200 values is known to 5 %
    assert spread / reported == pytest.approx(1, abs=0.15)
    # and effective deals are what independent deals of that error would be
    single = fmean(variances(comparison) for comparison in found)
    effective = fmean(row["effective_deals"] for row in rows)
    assert effective == pytest.approx(single / reported**2, rel=0.03)
    assert effective == pytest.approx(single / spread**2, rel=0.3)


def variances(comparison):
    """The mean variance of a single replay's margin, in points."""
    found = []
    for sums in comparison.singles:
        mean = sums.total / sums.boards
        found.append((sums.squares / sums.boards - mean * mean) / sums.divisor**2)
    return fmean(found)


@pytest.mark.parametrize("name", ["canadian_smear", "cutthroat_pitch"])
def test_replays_of_other_cards_are_worth_one_deal_each(name):
    apart = [comparison.table("summary")[0] for comparison in repeats(name, replay_apart=10_000)]
    assert fmean(row["reduction"] for row in apart) == pytest.approx(1, abs=0.02)
    together = [comparison.table("summary")[0] for comparison in repeats(name)]
    factor = fmean(row["reduction"] for row in together)
    assert factor > 1.5
    ratio = np.var([row["margin"] for row in apart], ddof=1) / np.var([row["margin"] for row in together], ddof=1)
    assert ratio == pytest.approx(factor, rel=0.4)


# ---- matches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "matches"), [("canadian_smear", 60), ("cutthroat_pitch", 10)])
def test_matches_are_pairs_on_the_same_cards_and_what_counts_is_the_share_won(name, matches):
    game, rules = by_hand.game_of(name)
    lines = by_hand.replays(game, rules, STRATEGIES, matches, SEED, matches=True)
    for line in lines:
        for match, own in enumerate(line):
            assert own[0]["dealer"] == match % game.seats
            for one, other in zip(own, lines[0][match], strict=False):
                assert (cards_from_eldest(one), one["kitty"]) == (cards_from_eldest(other), other["kitty"])
    values = [
        by_hand.quantities(game, [shares(game, line[match][-1]["match_winner"]) for line in lines])["verdict"]
        for match in range(matches)
    ]
    results = compare(name, STRATEGIES, matches=matches, seed=SEED)
    row = results.summary
    sums = results.totals.totals.sums(VERDICT)
    assert (sums.boards, *exact(sums)) == (matches, *added(values))
    assert row["margin"] == pytest.approx(float(sum(values) / matches), **near)
    assert (row["won"], row["tied"]) == (sum(value > 0 for value in values), values.count(0))
    assert row["deals"] == sum(len(own) for line in lines for own in line)
    assert set(results.names) == {"summary"} | ({"gains"} if game.sides > 2 else set())


def cards_from_eldest(record):
    """The hands from eldest on: in a match the deal may have passed on after one replay's deal, and not the other's."""
    eldest = record["dealer"] + 1
    return [record["hands"][(eldest + place) % len(record["hands"])] for place in range(len(record["hands"]))]


def shares(game, winner):
    """By side its share of a match."""
    if winner == "draw":
        return [Fraction(1, game.sides)] * game.sides
    return [Fraction(side == winner) for side in range(game.sides)]


def test_a_match_that_nobody_wins_is_shared():
    results = compare("canadian_smear", STRATEGIES, matches=50, rules={"max_hands": 1})
    game, rules = by_hand.game_of("canadian_smear", {"max_hands": 1})
    lines = by_hand.replays(game, rules, STRATEGIES, 50, 1, matches=True)
    winners = [[own[-1]["match_winner"] for own in line] for line in lines]
    assert "draw" in winners[0]
    values = [
        by_hand.quantities(game, [shares(game, line[match]) for line in winners])["verdict"] for match in range(50)
    ]
    assert exact(results.totals.totals.sums(VERDICT)) == added(values)
