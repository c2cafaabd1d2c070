"""Runs of boards: when they stop, what they add up, and how a quantity becomes an interval."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Protocol

from simcards.experiments.boards import BoardTotals, Play, Sums, lineup_tables
from simcards.experiments.request import Request, not_compiled_notes
from simcards.experiments.runner import play, prepare
from simcards.experiments.schedule import VERDICT
from simcards.experiments.setting import Setting, run_of
from simcards.experiments.tasks import Done
from simcards.statistics.boards import BoardInterval, board_interval
from simcards.statistics.intervals import LEVEL
from simcards.statistics.sequences import sequence_interval
from simcards.statistics.sprt import sprt

# The count of boards near which the confidence sequence is narrowest; it must not depend on what is seen.
PLANNED = 100_000
# So many boards must have been played before the largest margin seen bounds a mean.
ENOUGH_BOARDS = 50


def in_points(interval: BoardInterval, divisor: int) -> BoardInterval:
    """An interval of whole numbers, divided."""
    estimate, low, high = (None if x is None else x / divisor for x in (interval.estimate, interval.low, interval.high))
    return BoardInterval(estimate, low, high, interval.n, interval.level, interval.method, interval.differing)


def fixed_interval(sums: Sums, level: float = LEVEL) -> BoardInterval:
    """The interval of a mean over a number of boards that was fixed before."""
    found = board_interval(sums.total, sums.squares, sums.boards, sums.differing, sums.largest, level)
    return in_points(found, sums.divisor)


def unbounded(found: BoardInterval) -> BoardInterval:
    """The estimate without bounds."""
    return replace(found, low=None, high=None)


def running_interval(sums: Sums, level: float = LEVEL) -> BoardInterval:
    """The interval of a mean that was looked at while it grew."""
    found = sequence_interval(sums.total, sums.squares, sums.boards, sums.differing, PLANNED, level)
    return in_points(found, sums.divisor)


class Rule(Protocol):
    """When a run of boards may end, asked after every block in board order."""

    def verdict(self, totals: BoardTotals) -> str | None:
        """Why the run ends here; None while it goes on."""


@dataclass(frozen=True)
class AllBoards:
    """The run ends when all boards are played."""

    def verdict(self, totals: BoardTotals) -> str | None:
        """None: it goes on."""
        del totals
        return None


@dataclass(frozen=True)
class Until:
    """The run ends when the confidence sequence of the verdict is as narrow as asked for, in points."""

    half_width: float

    def verdict(self, totals: BoardTotals) -> str | None:
        """That it is narrow enough."""
        half = running_interval(totals.sums(VERDICT)).half_width
        return f"± {self.half_width:g} reached" if half is not None and half <= self.half_width else None


@dataclass(frozen=True)
class SprtRule:
    """The run ends when the sequential test accepts one of two margins per deal."""

    low: float
    high: float

    def ratio(self, totals: BoardTotals) -> float:
        """The log likelihood ratio so far."""
        return self._state(totals)[0]

    def verdict(self, totals: BoardTotals) -> str | None:
        """Which margin was accepted."""
        return {"accepted low": f"accepted {self.low:g}", "accepted high": f"accepted {self.high:g}"}.get(
            self._state(totals)[1]
        )

    def _state(self, totals: BoardTotals) -> tuple[float, str]:
        sums = totals.sums(VERDICT)
        low, high = self.low * sums.divisor, self.high * sums.divisor
        state = sprt(sums.total, sums.squares, sums.boards, sums.differing, low, high)
        return state.llr, state.verdict


@dataclass
class BoardLedger:
    """Adds up blocks of boards in order until the rule ends the run."""

    totals: BoardTotals
    rule: Rule
    unit: str = "boards"
    said: Callable[[BoardTotals], str] = lambda _: ""
    played: int = 0
    verdict: str | None = None
    units: str = field(init=False)

    def __post_init__(self) -> None:
        self.units = self.unit

    @property
    def finished(self) -> bool:
        """Whether the rule has ended the run."""
        return self.verdict is not None

    def add(self, done: Done) -> None:
        """Adds the blocks of the next task; what comes after the end is dropped."""
        if done.blocks is None:
            return
        for k in range(len(done.blocks.boards)):
            if self.finished:
                return
            self.totals.add(done.blocks, k)
            self.played += int(done.blocks.deals[k])
            self.verdict = self.rule.verdict(self.totals)

    def estimate(self, planned: int) -> str:
        """What is known so far."""
        del planned
        return self.said(self.totals)


def margin_so_far(totals: BoardTotals) -> str:
    """The verdict's mean with the bounds of its confidence sequence."""
    found = running_interval(totals.sums(VERDICT))
    if found.estimate is None:
        return ""
    half = "" if found.half_width is None else f" ± {found.half_width:.4f}"
    return f"margin {found.estimate:+.4f}{half}"


def run_boards(
    request: Request, plan: Play, rule: Rule, said: Callable[[BoardTotals], str], setting: Setting
) -> tuple[BoardLedger, float, list[str]]:
    """The ledger of a run of boards, the seconds it took, and what is to be told about the strategies."""
    players = [strategy.player for strategy in request.strategies]
    tables = lineup_tables(request.game, request.rules, players, plan.schedule.lineups)
    totals = BoardTotals(request.game, plan.schedule, len(players))
    ledger = BoardLedger(totals, rule, "pairs of matches" if plan.matches else "boards", said)
    prepare(tables, setting.tell, request.deals, matches=plan.matches)
    seconds = play(run_of(request, tables, ledger, setting, boards=plan), setting.tell)
    notes = [note for table in tables for note in not_compiled_notes(table)]
    return ledger, seconds, list(dict.fromkeys([*request.notes, *notes]))


def boards_to(half_width: float, now: BoardInterval) -> int | None:
    """How many boards in all narrow an interval to a half width; None where nothing can be said.

    A bound tells nothing: it gives way to an interval, which is narrower, as soon as enough boards differ.
    """
    if not now.n or now.half_width is None or now.method == "bound":
        return None
    return ceil(now.n * (now.half_width / half_width) ** 2)
