"""Runs of a question: how many deals they take, what they add up, and what ends them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from math import ceil
from operator import sub
from statistics import NormalDist

from simcards.bidding.auction import the_seat
from simcards.bidding.question import Question
from simcards.bidding.tally import BLOCK, Counts, added
from simcards.engine.guided import GuidedTable
from simcards.engine.script import Given
from simcards.errors import UsageError
from simcards.experiments.request import Request, not_compiled_notes
from simcards.experiments.runner import play, prepare
from simcards.experiments.setting import Setting, run_of
from simcards.experiments.tasks import Done
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.statistics.intervals import LEVEL, wilson

HALF_WIDTH = 0.005  # of every rate, when nothing else is asked for
MOST_DEALS = 10_000_000  # dealt at most, when nothing else is asked for
RARELY = 10_000  # fewer than one deal in so many that fits ends a run
RARE_AFTER = 1 << 17  # deals dealt before that is judged
LEAST_WIDTH = 1e-5


Completed = Callable[[Sequence[GuidedTable]], Question]


def deals_for(half_width: float) -> int:
    """How many deals give the Wilson interval of every rate, whatever it is, at most this half width.

    It is widest at a rate of one half, where it is z / (2 sqrt(n + z²)). A number that is fixed before the first deal
    needs no sequential test.
    """
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    return max(1, ceil(z * z / (4 * half_width * half_width) - z * z))


@dataclass(frozen=True)
class Length:
    """How long a run goes on: `dealt` deals, or until so many fit, dealing at most `dealt`."""

    dealt: int
    fitting: int | None
    until: float | None

    def of(self, question: Question) -> int:
        """The deals to be dealt at most; where every deal fits, no more than are needed."""
        if self.fitting is None or question.script.given or not question.is_bid:
            return self.dealt
        return min(self.dealt, -(-self.fitting // BLOCK) * BLOCK)


def length_of(until: float | None, deals: int | None, max_deals: int | None) -> Length:
    """How long a run goes on by its three options; `UsageError` for what cannot be."""
    if deals is not None:
        if until is not None or max_deals is not None:
            raise UsageError("deals (--deals) is a number that is fixed: leave out until (--until) and --max-deals")
        return Length(deals, None, None)
    width: object = HALF_WIDTH if until is None else until
    if not isinstance(width, int | float) or not LEAST_WIDTH <= width < 0.5:
        raise UsageError(
            f"until must be a half width of a rate from 0.001% to below 50%, e.g. 0.5% or 0.005, not {width!r}"
        )
    return Length(MOST_DEALS if max_deals is None else max_deals, deals_for(width), width)


@dataclass
class QuestionLedger:
    """Adds up the counts of blocks in order until enough deals fit, or it is clear that hardly any will."""

    game: Game
    question: Question
    length: Length
    totals: Counts = field(default_factory=dict)
    units: str = "deals"
    rare: bool = False
    enough: bool = False

    @property
    def finished(self) -> bool:
        """Whether the run may end."""
        return self.rare or self.enough

    @property
    def played(self) -> int:
        """Deals dealt."""
        return int(self.totals["dealt"]) if self.totals else 0

    @property
    def fits(self) -> int:
        """Deals that fit."""
        return int(self.totals["fits"]) if self.totals else 0

    @property
    def fewest(self) -> int:
        """Deals that fit under all rules that are asked about."""
        return min(int(n) for name, n in self.totals.items() if name.startswith("fits"))

    def add(self, done: Done) -> None:
        """Adds the blocks of the next task; what comes after the end is dropped."""
        for counted in done.counted:
            for k in range(len(counted["dealt"])):
                if self.finished:
                    return
                self.totals = added(self.totals, counted, k)
                self.enough = self.length.fitting is not None and self.fewest >= self.length.fitting
                self.rare = self.played >= RARE_AFTER and self.fits * RARELY < self.played

    def estimate(self, planned: int) -> str:
        """How many deals fit so far."""
        del planned
        wanted = f" of {self.length.fitting:,}" if self.length.fitting is not None else ""
        return f"{self.fits:,}{wanted} deals that fit"


def ask(
    question: Question,
    completed: Completed | None,
    request: Request,
    rule_sets: list[Rules],
    length: Length,
    setting: Setting,
) -> tuple[QuestionLedger, float, list[str]]:
    """The ledger of a run of a question, the seconds it took, and what is to be told about the strategies.

    `completed` gives the question its answers, where they are found by playing to the decision.
    """
    players = [strategy.player for strategy in request.strategies]
    tables = question.tables(request.game, rule_sets, players)
    request = replace(request, deals=length.of(question))
    prepare(tables, setting.tell, request.deals)
    if completed is not None:
        question = completed(tables)
    ledger = QuestionLedger(request.game, question, length)
    seconds = play(run_of(request, tables, ledger, setting, question=question), setting.tell)
    if ledger.rare or not ledger.fits:
        raise UsageError(rare_text(request.game, question, ledger.played, ledger.totals["left_out"].tolist()))
    notes = [note for table in tables for note in not_compiled_notes(table)]
    return ledger, seconds, list(dict.fromkeys([*request.notes, *notes]))


def rare_text(game: Game, question: Question, dealt: int, left_out: list[int]) -> str:
    """That hardly any deal fits, and at which answer that shows.

    It is the first that leaves too few; of few deals, the one that leaves out the largest share for certain.
    """
    given, fits = question.script.given, dealt - sum(left_out)
    left = list(accumulate(left_out, sub, initial=dealt))
    if dealt < RARELY:
        bounds = [wilson(after, before).high for before, after in pairwise(left)]
        least = min(range(len(bounds)), key=lambda k: bounds[k] or 1.0)
        rate, which = "", "is what fits least"
    else:
        least = next(k for k, after in enumerate(left[1:]) if after * RARELY < dealt)
        rate, which = f", fewer than 1 in {RARELY:,}", "is the first that does not"
    if least == len(given):
        return f"only {fits:,} of {dealt:,} deals come to that decision; look at the hand and the calls"
    return (
        f"only {fits:,} of {dealt:,} deals fit what came before{rate}: {given_text(game, given[least])} "
        f"{which} (it leaves out {left_out[least]:,} of {left[least]:,} deals); change the calls, or who makes them "
        "(--us, --them)"
    )


def given_text(game: Game, given: Given) -> str:
    """An answer that is given, in words."""
    who = the_seat(game, given.moment.seat)
    if given.moment.decision == "bid":
        return f"the call {game.call_name(given.answer)!r} of {who}"
    if given.moment.decision == "name_trump":
        return f"the trump named by {who}"
    return f"what {who} gave" if given.answer else f"that {who} gave nothing"
