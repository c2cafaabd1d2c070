"""Tables from counts, against sums made by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from simcards.engine.game_text import score_columns, table_rows
from simcards.experiments.tables import COLUMNS, Totals, columns_of
from simcards.games.game import find_game
from simcards.statistics.intervals import wilson

GAME = find_game("canadian_smear")
RULES = GAME.book.rules()
LENGTHS = 14


def totals_of(deals, strategies=("a", "b"), passed_out=0):
    """Totals of single deals, each (declaring side, bid, trump length, made, score of side 0, of side 1)."""
    counts = np.zeros((table_rows(GAME), len(score_columns(GAME))), np.int64)
    for side, bid, length, made, s0, s1 in deals:
        counts[(side * 5 + bid) * LENGTHS + length] += (1, made, s0, s1, (s0 - s1) ** 2)
    return Totals(GAME, RULES, tuple(strategies), 1, len(deals) + passed_out, counts)


DEALS = [(0, 2, 3, 1, 3, 1), (0, 2, 4, 0, -2, 2), (0, 3, 4, 1, 4, 0), (1, 2, 2, 0, 1, -2), (1, 4, 6, 1, 0, 4)]
SCORES_0, SCORES_1 = [3, -2, 4, 1, 0, 0, 0], [1, 2, 0, -2, 4, 0, 0]


def test_a_side_is_counted_over_all_deals_and_passed_out_ones_are_zero():
    row = totals_of(DEALS, passed_out=2).table("sides")[0]
    margins = np.array(SCORES_0) - np.array(SCORES_1)
    assert (row["contracts"], row["made"], row["strategy"]) == (3, 2, "a")
    assert row["mean_score"] == pytest.approx(np.mean(SCORES_0))
    assert row["mean_margin"] == pytest.approx(margins.mean())
    half = 2.446911848791681 * margins.std(ddof=1) / math.sqrt(7)  # t quantile for 6 degrees, from a printed table
    assert row["margin_high"] - row["mean_margin"] == pytest.approx(half)


def test_the_margins_of_two_sides_are_opposite():
    first, second = totals_of(DEALS, passed_out=2).table("sides")
    assert first["mean_margin"] == -second["mean_margin"]
    assert first["margin_low"] == pytest.approx(-second["margin_high"])


def test_a_bid_is_seen_from_the_declaring_side_over_its_contracts():
    rows = {(row["side"], row["bid"]): row for row in totals_of(DEALS).table("bids")}
    twos, fours = rows[0, 2], rows[1, 4]
    assert (twos["contracts"], twos["made"], twos["make_rate"]) == (2, 1, 0.5)
    assert (twos["make_low"], twos["make_high"]) == (wilson(1, 2).low, wilson(1, 2).high)
    assert (twos["mean_score"], twos["mean_margin"]) == (0.5, -1.0)
    assert (fours["mean_score"], fours["mean_margin"], fours["margin_low"]) == (4.0, 4.0, None)


def test_a_cell_without_contracts_is_empty_and_keeps_its_place():
    rows = {(row["side"], row["bid"]): row for row in totals_of(DEALS).table("bids")}
    assert sorted(rows) == [(side, bid) for side in (0, 1) for bid in (2, 3, 4)]
    empty = rows[1, 3]
    assert empty["contracts"] == 0
    assert [empty[name] for name in ("make_rate", "make_low", "mean_score", "mean_margin", "margin_low")] == [None] * 5


def test_a_bid_below_the_least_is_listed_only_when_the_rules_allow_it():
    counts = np.zeros((table_rows(GAME), len(score_columns(GAME))), np.int64)
    rows = Totals(GAME, GAME.book.rules({"bid_min": 1}), ("a",), 1, 0, counts).table("bids")
    assert [row["bid"] for row in rows if row["side"] == 0] == [1, 2, 3, 4]


def test_nothing_played_gives_empty_tables_without_an_error():
    none = totals_of([])
    assert none.table("summary")[0]["make_rate"] is None
    assert none.table("sides")[0]["mean_margin"] is None
    assert none.table("counts") == []


def test_the_difference_is_there_for_two_strategies_only():
    row = totals_of(DEALS).table("difference")[0]
    assert (row["strategy_a"], row["strategy_b"], row["mean_difference"]) == ("a", "b", pytest.approx(1 / 5))
    assert totals_of(DEALS, ["a"]).table("difference") == []


def test_seats_of_one_side_that_differ_are_named_both():
    rows = totals_of(DEALS, ["a", "b", "c"]).table("sides")
    assert [row["strategy"] for row in rows] == ["a & c", "b & a"]


def test_counts_are_those_that_were_given():
    rows = totals_of([*DEALS, DEALS[0]]).table("counts")
    assert sum(row["contracts"] for row in rows) == 6
    first = rows[0]
    assert (first["side"], first["bid_name"], first["trump_length"]) == (0, "2", 3)
    assert (first["contracts"], first["made"], first["score_0"], first["margin_squares_0"]) == (2, 2, 6, 8)


@pytest.mark.parametrize("name", COLUMNS)
def test_every_column_of_every_table_is_documented_in_order(name):
    totals = totals_of(DEALS)
    groups = {"all": np.vstack([totals.cells[side].sum(axis=(0, 1)) for side in (0, 1)] + [[len(DEALS), 0, 0, 0, 0]])}
    rows = replace(totals, groups=groups).table(name)
    assert list(rows[0]) == list(columns_of(name, 2))


def test_sums_beyond_what_a_float_holds_stay_exact():
    counts = totals_of(DEALS).counts * 10**12
    big = Totals(GAME, RULES, ("a", "b"), 1, 5 * 10**12, counts).table("difference")[0]
    assert big["mean_difference"] == pytest.approx(0.2, rel=1e-15)
    assert 0 < big["high"] - big["mean_difference"] < 1e-5
