"""The tables of a run, as rows made from integer counts: by side, by side and bid, in one line, and the counts.

A rate or a mean that rests on no deals is None. A margin is the side's score minus the mean of the other sides'; its
numerator, (sides x own score - all scores), is a whole number, which is what is summed. Floats appear last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simcards.engine.game_text import MOST_LENGTHS, contrast_weights, score_columns
from simcards.experiments import match_tables
from simcards.experiments.grouping import label_order
from simcards.experiments.match_tables import MatchTotals
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.statistics.intervals import LEVEL, Interval, mean_interval, wilson

Row = dict[str, Any]
CONTRACTS, MADE, SCORES = 0, 1, 2  # columns of the counts

WHOLE, REAL, TEXT, FLAG = "int", "float", "str", "bool"
_RATE = {
    "contracts": (WHOLE, "deals this side declared"),
    "made": (WHOLE, "contracts that were fulfilled"),
    "make_rate": (REAL, "made / contracts"),
    "make_low": (REAL, "lower bound of the Wilson 95 % interval of make_rate"),
    "make_high": (REAL, "upper bound of the Wilson 95 % interval of make_rate"),
}
_SIDE = {
    "side": (WHOLE, "the seat modulo 2 in partnership games, the seat where each plays alone"),
    "strategy": (TEXT, "text of the strategy that holds the side's seats; several are joined by ' & '"),
}
# What stands in each column of each table, with its type; the same texts go into the manifest of a run folder.
COLUMNS: dict[str, dict[str, tuple[str, str]]] = {
    "summary": {
        "game": (TEXT, "name of the game"),
        "rules": (TEXT, "rule options that differ from their defaults"),
        "seed": (WHOLE, "random seed of the run"),
        "deals": (WHOLE, "deals played: passed_out + contracts"),
        "passed_out": (WHOLE, "deals in which nobody bid"),
        **_RATE,
    },
    "sides": {
        **_SIDE,
        **_RATE,
        "mean_score": (REAL, "points of the side per deal, over all deals (passed out = 0)"),
        "mean_margin": (REAL, "own score minus the mean of the other sides' per deal, over all deals (passed out = 0)"),
        "margin_low": (REAL, "lower bound of the t 95 % interval of mean_margin"),
        "margin_high": (REAL, "upper bound of the t 95 % interval of mean_margin"),
    },
    "bids": {
        **_SIDE,
        "bid": (WHOLE, "number of the call"),
        "bid_name": (TEXT, "the call as it is said"),
        **_RATE,
        "mean_score": (REAL, "points of the declaring side per contract of this row"),
        "mean_margin": (REAL, "margin of the declaring side per contract of this row"),
        "margin_low": (REAL, "lower bound of the t 95 % interval of mean_margin"),
        "margin_high": (REAL, "upper bound of the t 95 % interval of mean_margin"),
    },
    "difference": {
        "strategy_a": (TEXT, "the strategy of the even sides"),
        "strategy_b": (TEXT, "the strategy of the odd sides"),
        "deals": (WHOLE, "deals played"),
        "mean_difference": (REAL, "mean points of a side of a minus those of a side of b per deal, over all deals"),
        "low": (REAL, "lower bound of the t 95 % interval of mean_difference"),
        "high": (REAL, "upper bound of the t 95 % interval of mean_difference"),
    },
    "groups": {
        "group": (TEXT, "what the grouping function returned for the deal"),
        **_SIDE,
        "deals": (WHOLE, "deals of this group"),
        "share": (REAL, "deals of this group / all deals"),
        **_RATE,
        "mean_score": (REAL, "points of the side per deal of this group (passed out = 0)"),
        "mean_margin": (REAL, "own score minus the mean of the other sides' per deal of this group (passed out = 0)"),
        "margin_low": (REAL, "lower bound of the t 95 % interval of mean_margin"),
        "margin_high": (REAL, "upper bound of the t 95 % interval of mean_margin"),
    },
    "counts": {
        "side": (WHOLE, "the declaring side"),
        "bid": (WHOLE, "number of the call"),
        "bid_name": (TEXT, "the call as it is said"),
        "trump_length": (WHOLE, "trumps in the declarer's hand at the first lead"),
        "contracts": (WHOLE, "deals of this row"),
        "made": (WHOLE, "of these, how many were made"),
    },
}


def columns_of(table: str, sides: int) -> dict[str, tuple[str, str]]:
    """The columns of a table in order, each with its type (int, float, str) and its meaning."""
    known = dict((COLUMNS | match_tables.COLUMNS)[table])
    if table == "counts":
        for side in range(sides):
            known[f"score_{side}"] = (WHOLE, f"sum of the scores of side {side}")
        squares = 1 if sides == 2 else sides
        for side in range(squares):
            meaning = f"sum of the squares of ({sides} x score of side {side} - all scores)"
            known[f"margin_squares_{side}"] = (WHOLE, "sum of the squares of the margin" if sides == 2 else meaning)
        if sides > 2:
            meaning = "sum of the squares of the contrast of two strategies, see difference; 0 without two"
            known["contrast_squares"] = (WHOLE, meaning)
    return known


class Tabled(Protocol):
    """Tables by name, each a list of rows whose columns have a type (int, float, str, bool) and a meaning."""

    @property
    def names(self) -> list[str]:
        """The names of the tables."""

    def table(self, name: str) -> list[Row]:
        """The rows of a table."""

    def columns(self, name: str) -> dict[str, tuple[str, str]]:
        """The columns of a table, in order."""


@dataclass(frozen=True)
class Totals:
    """What a run has counted so far: `counts` as `Table.new_counts`, over `deals` deals, passed out ones included."""

    game: Game
    rules: Rules
    strategies: tuple[str, ...]
    seed: int
    deals: int
    counts: NDArray[np.int64]
    matches: MatchTotals | None = None
    groups: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)  # by label, see `counts_by_label`

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """The counts by side, bid and trump length."""
        return self.counts.reshape(self.game.sides, -1, MOST_LENGTHS, self.counts.shape[1])

    @property
    def contracts(self) -> int:
        """Deals that had a declarer."""
        return int(self.counts[:, CONTRACTS].sum())

    @property
    def by_seat(self) -> list[str]:
        """The text of each seat's strategy."""
        return [self.strategies[seat % len(self.strategies)] for seat in range(self.game.seats)]

    def texts_of(self, side: int) -> list[str]:
        """The texts of a side's strategies, each once, in the order of its seats."""
        return list(dict.fromkeys(text for seat, text in enumerate(self.by_seat) if self.game.side(seat) == side))

    def margin(self, side: int, cells: NDArray[np.int64], n: int) -> Interval:
        """The mean margin of a side over n deals, whose counts are these rows (passed out deals add nothing)."""
        sides = self.game.sides
        sums = [int(total) for total in cells.sum(axis=0)] if cells.size else [0] * self.counts.shape[1]
        scores = sums[SCORES : SCORES + sides]
        numerator = sides * scores[side] - sum(scores)
        squares = sums[SCORES + sides + (0 if sides == 2 else side)]
        if sides == 2:  # the squares are those of the margin itself, whose numerator is (own - other)
            numerator = scores[side] - scores[1 - side]
        return _divided(mean_interval(numerator, squares, n), sides - 1)

    def difference(self) -> Interval:
        """The mean score of a side of the first of two strategies minus that of a side of the second."""
        sides = self.game.sides
        if sides == 2:
            return self.margin(0, self.counts, self.deals)
        weights = contrast_weights(self.game, len(self.strategies))
        sums = [int(total) for total in self.counts.sum(axis=0)]
        contrast = sum(weight * score for weight, score in zip(weights, sums[SCORES : SCORES + sides], strict=True))
        return _divided(mean_interval(contrast, sums[-1], self.deals), weights[0] * -weights[1])

    @property
    def names(self) -> list[str]:
        """The names of the tables."""
        names = table_names(self.strategies, matches=self.matches is not None)
        return names + (["groups"] if self.groups else [])

    def columns(self, name: str) -> dict[str, tuple[str, str]]:
        """The columns of a table, in order."""
        return columns_of(name, self.game.sides)

    def table(self, name: str) -> list[Row]:
        """The rows of a table."""
        if name == "groups":
            return group_rows(self)
        if self.matches is None or name in _MAKERS:
            return _MAKERS[name](self)
        if name == "matches":
            return self.matches.side_rows([self.texts_of(side) for side in range(self.game.sides)])
        return self.matches.length_rows() if name == "match_lengths" else self.matches.summary_rows()


def _divided(interval: Interval, by: int) -> Interval:
    if by == 1:
        return interval
    estimate, low, high = (None if x is None else x / by for x in (interval.estimate, interval.low, interval.high))
    return Interval(estimate, low, high, interval.n, interval.level, interval.method)


def _rate(cells: NDArray[np.int64]) -> Row:
    contracts, made = int(cells[:, CONTRACTS].sum()), int(cells[:, MADE].sum())
    rate = wilson(made, contracts)
    return {
        "contracts": contracts,
        "made": made,
        "make_rate": rate.estimate,
        "make_low": rate.low,
        "make_high": rate.high,
    }


def _mean(total: int, n: int) -> float | None:
    return total / n if n else None


def _margin_row(margin: Interval) -> Row:
    return {"mean_margin": margin.estimate, "margin_low": margin.low, "margin_high": margin.high}


def summary_rows(totals: Totals) -> list[Row]:
    """The run in one row."""
    head = {
        "game": totals.game.name,
        "rules": totals.rules.changed_text,
        "seed": totals.seed,
        "deals": totals.deals,
        "passed_out": totals.deals - totals.contracts,
    }
    return [head | _rate(totals.counts)]


def side_rows(totals: Totals) -> list[Row]:
    """A row a side: its contracts, and its score and margin over all deals."""
    rows = []
    for side in range(totals.game.sides):
        score = int(totals.counts[:, SCORES + side].sum())
        rows.append(
            {"side": side, "strategy": " & ".join(totals.texts_of(side))}
            | _rate(totals.cells[side].reshape(-1, totals.counts.shape[1]))
            | {"mean_score": _mean(score, totals.deals)}
            | _margin_row(totals.margin(side, totals.counts, totals.deals))
        )
    return rows


def bid_rows(totals: Totals) -> list[Row]:
    """A row a side and bid that the rules allow, or that was played."""
    allowed = int(totals.game.legal_calls(0, 0, totals.rules.codes))
    played = totals.cells[..., CONTRACTS].sum(axis=(0, 2))
    rows = []
    for side in range(totals.game.sides):
        for bid, name in totals.game.calls.items():
            if not (allowed >> bid & 1 or played[bid]):
                continue
            cells = totals.cells[side, bid]
            rate = _rate(cells)
            rows.append(
                {"side": side, "strategy": " & ".join(totals.texts_of(side)), "bid": bid, "bid_name": name}
                | rate
                | {"mean_score": _mean(int(cells[:, SCORES + side].sum()), rate["contracts"])}
                | _margin_row(totals.margin(side, cells, rate["contracts"]))
            )
    return rows


def group_rows(totals: Totals) -> list[Row]:
    """A row a group and side, by label."""
    rows = []
    for label in sorted(totals.groups, key=label_order):
        *by_side, last = totals.groups[label]
        cells, deals = np.array(by_side), int(last[0])
        for side in range(totals.game.sides):
            head = {"group": label, "side": side, "strategy": " & ".join(totals.texts_of(side)), "deals": deals}
            rows.append(
                head
                | {"share": deals / totals.deals}
                | _rate(cells[side : side + 1])
                | {"mean_score": _mean(int(cells[:, SCORES + side].sum()), deals)}
                | _margin_row(totals.margin(side, cells, deals))
            )
    return rows


def difference_rows(totals: Totals) -> list[Row]:
    """With two strategies: how many points more a deal a side of the first scores than a side of the second."""
    if len(totals.strategies) != 2:
        return []
    margin = totals.difference()
    a, b = totals.strategies
    row = {"strategy_a": a, "strategy_b": b, "deals": totals.deals, "mean_difference": margin.estimate}
    return [row | {"low": margin.low, "high": margin.high}]


def count_rows(totals: Totals) -> list[Row]:
    """The counts themselves: a row a declaring side, bid and trump length that came up."""
    names = score_columns(totals.game)
    rows = []
    for side, bid, length in np.argwhere(totals.cells[..., CONTRACTS] > 0).tolist():
        numbers = totals.cells[side, bid, length].tolist()
        head = {"side": side, "bid": bid, "bid_name": totals.game.call_name(bid), "trump_length": length}
        rows.append(head | dict(zip(names, numbers, strict=True)))
    return rows


_MAKERS = {
    "summary": summary_rows,
    "sides": side_rows,
    "bids": bid_rows,
    "difference": difference_rows,
    "counts": count_rows,
}


def table_names(strategies: Sequence[str], *, matches: bool) -> list[str]:
    """The names of the tables of a run, `deals` aside."""
    has_difference = len(strategies) == 2
    names = [name for name in _MAKERS if name != "difference" or has_difference]
    return names + (list(match_tables.COLUMNS) if matches else [])


__all__ = ["COLUMNS", "LEVEL", "Row", "Totals", "columns_of", "table_names"]
