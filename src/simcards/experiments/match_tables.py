"""What matches came to: who won how many, how long they were, how many were ended by `max_hands`."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.engine.chunk import DRAW, match_rows
from simcards.games.game import Game
from simcards.statistics.intervals import wilson

Row = dict[str, Any]
WHOLE, REAL, TEXT = "int", "float", "str"
QUANTILES = {"shortest": 0.0, "tenth": 0.1, "median": 0.5, "nine_tenths": 0.9, "longest": 1.0}

COLUMNS: dict[str, dict[str, tuple[str, str]]] = {
    "matches": {
        "side": (WHOLE, "the seat modulo 2 in partnership games, the seat where each plays alone"),
        "strategy": (TEXT, "text of the strategy that holds the side's seats; several are joined by ' & '"),
        "matches": (WHOLE, "matches played"),
        "won": (WHOLE, "matches that the side won"),
        "win_rate": (REAL, "won / matches; a drawn match is won by nobody"),
        "win_low": (REAL, "lower bound of the Wilson 95 % interval of win_rate"),
        "win_high": (REAL, "upper bound of the Wilson 95 % interval of win_rate"),
        "mean_final_score": (REAL, "the side's score at the end of a match"),
    },
    "match_lengths": {
        "deals": (WHOLE, "deals of a match, passed out ones included"),
        "matches": (WHOLE, "matches of so many deals"),
    },
    "match_summary": {
        "matches": (WHOLE, "matches played"),
        "drawn": (WHOLE, "matches that nobody won"),
        "ended_by_max_hands": (WHOLE, "matches that the rule max_hands ended"),
        "mean_deals": (REAL, "deals a match, passed out ones included"),
        "shortest": (WHOLE, "deals of the shortest match"),
        "tenth": (WHOLE, "a tenth of the matches have at most so many deals"),
        "median": (WHOLE, "half of the matches have at most so many deals"),
        "nine_tenths": (WHOLE, "nine tenths of the matches have at most so many deals"),
        "longest": (WHOLE, "deals of the longest match"),
    },
}


@dataclass
class MatchTotals:
    """What the matches played so far came to, as whole numbers."""

    game: Game
    matches: int = 0
    drawn: int = 0
    capped: int = 0
    deals: int = 0
    won: list[int] = field(default_factory=list)
    final: list[int] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.won = self.won or [0] * self.game.sides
        self.final = self.final or [0] * self.game.sides

    def add(self, results: NDArray[np.int64]) -> None:
        """Adds some matches, a row each as `Table.play_matches` gives them."""
        columns = match_rows(self.game)
        winners = results[:, columns["R_WINNER"]]
        deals = results[:, columns["R_DEALS"]]
        self.matches += len(results)
        self.drawn += int((winners == DRAW).sum())
        self.capped += int(results[:, columns["R_CAPPED"]].sum())
        self.deals += int(deals.sum())
        for side in range(self.game.sides):
            self.won[side] += int((winners == side).sum())
            self.final[side] += int(results[:, columns["R_SCORE"] + side].sum())
        lengths, matches = np.unique(deals, return_counts=True)
        self.lengths.update(dict(zip(lengths.tolist(), matches.tolist(), strict=True)))

    def quantile(self, share: float) -> int | None:
        """The smallest length that at least this share of the matches does not exceed."""
        so_far = 0
        for length in sorted(self.lengths):
            so_far += self.lengths[length]
            if so_far >= share * self.matches:
                return length
        return None

    def side_rows(self, texts: list[list[str]]) -> list[Row]:
        """A row a side; `texts` are those of each side's strategies."""
        rows = []
        for side, names in enumerate(texts):
            rate = wilson(self.won[side], self.matches)
            mean = self.final[side] / self.matches if self.matches else None
            row = {"side": side, "strategy": " & ".join(names), "matches": self.matches, "won": self.won[side]}
            row |= {"win_rate": rate.estimate, "win_low": rate.low, "win_high": rate.high, "mean_final_score": mean}
            rows.append(row)
        return rows

    def length_rows(self) -> list[Row]:
        """A row a length."""
        return [{"deals": length, "matches": self.lengths[length]} for length in sorted(self.lengths)]

    def summary_rows(self) -> list[Row]:
        """All matches in one row."""
        mean = self.deals / self.matches if self.matches else None
        row: Row = {"matches": self.matches, "drawn": self.drawn, "ended_by_max_hands": self.capped}
        return [row | {"mean_deals": mean} | {name: self.quantile(share) for name, share in QUANTILES.items()}]
