"""Ledgers: what a run adds up, task by task and in order, and what it can say before it is over."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from numpy.typing import NDArray

from simcards.engine.table import Table
from simcards.experiments.match_tables import MatchTotals
from simcards.experiments.tables import Totals
from simcards.experiments.tasks import Done
from simcards.statistics.sequences import mean_sequence


class Ledger(Protocol):
    """Adds up the results of tasks, which come in order; `units` are what tasks are made of."""

    @property
    def units(self) -> str:
        """What is counted: deals, matches or boards."""

    @property
    def finished(self) -> bool:
        """Whether the run may end before all is done."""

    @property
    def played(self) -> int:
        """Deals played."""

    def add(self, done: Done) -> None:
        """Adds the results of the next task."""

    def estimate(self, planned: int) -> str:
        """What is known so far, with an interval that may be looked at all the time."""


@dataclass
class DealLedger:
    """The counts of deals or matches; `on_rows` takes the deals of each task, in order."""

    table: Table
    texts: tuple[str, ...]  # the strategies as they are shown
    seed: int
    matches: MatchTotals | None = None
    on_rows: Callable[[dict[str, NDArray[Any]]], None] | None = None
    finished: bool = False
    played: int = 0
    counts: NDArray[Any] = field(init=False)
    groups: dict[str, NDArray[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.counts = self.table.new_counts()

    @property
    def units(self) -> str:
        """What is counted."""
        return "deals" if self.matches is None else "matches"

    def add(self, done: Done) -> None:
        """Adds the counts of the next task."""
        self.counts += done.counts
        if self.matches is not None and done.matches is not None:
            self.matches.add(done.matches)
        for label, counts in (done.groups or {}).items():
            self.groups[label] = self.groups.get(label, 0) + counts
        if self.on_rows is not None and done.columns is not None:
            self.on_rows(done.columns)
        self.played = self.played + done.task.deals if self.matches is None else self.matches.deals

    @property
    def totals(self) -> Totals:
        """The totals of the deals done so far."""
        table = self.table
        return Totals(
            table.game, table.rules, self.texts, self.seed, self.played, self.counts, self.matches, self.groups
        )

    def estimate(self, planned: int) -> str:
        """The margin of side 0 so far, or its share of matches."""
        totals = self.totals
        if self.matches is not None:
            won, matches = self.matches.won[0], self.matches.matches
            half = mean_sequence(won, won, matches, planned).half_width if matches else None
            rate = f"side 0 won {100 * won / max(matches, 1):.2f} %"
            return rate + (f" ± {100 * half:.2f} %" if half is not None else "")
        margin = totals.margin(0, totals.counts, totals.deals)
        if margin.estimate is None:
            return ""
        if totals.game.sides != 2:
            return f"margin of side 0 {margin.estimate:+.4f}"
        first = 2
        scores = totals.counts[:, first : first + 2].sum(axis=0).tolist()
        squares = int(totals.counts[:, first + 2].sum())
        half = mean_sequence(scores[0] - scores[1], squares, totals.deals, planned).half_width
        return f"margin of side 0 {margin.estimate:+.4f}" + (f" ± {half:.4f}" if half is not None else "")
