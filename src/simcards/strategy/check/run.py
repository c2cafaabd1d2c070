"""Runs the tests beside a main thread that only waits: it sees Ctrl-C at once, and a strategy that never comes back."""

import threading
import time
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from simcards.engine.fields import DECISIONS
from simcards.errors import StoppedError, StrategyError
from simcards.strategy.check.outcome import Outcome
from simcards.strategy.check.situations import Trial
from simcards.strategy.check.steps import StepTable
from simcards.strategy.check.suite import outcomes

POLL = 0.1  # seconds between two looks
COMPILING = 1.5  # seconds of preparing after which it is told that something is being compiled
PATIENCE = 120.0


def watched(trial: Trial, tell: Callable[[str], object], patience: float = PATIENCE) -> Iterator[Outcome]:
    """The outcome of each test, as soon as it is known; `tell` is told when it takes time to compile.

    Raises `StrategyError` when a strategy shows no sign of life for so many seconds, `StoppedError` on Ctrl-C.
    """
    tables = [situation.table for situation in trial.situations]
    found: SimpleQueue[Outcome | BaseException | None] = SimpleQueue()
    is_ready = threading.Event()

    def prepare(table: StepTable) -> None:
        table.prepare(matches=table is tables[0])
        if table is tables[-1]:
            is_ready.set()

    def work() -> None:
        try:
            for outcome in outcomes(trial, prepare):
                found.put(outcome)
            found.put(None)
        except BaseException as error:  # noqa: BLE001  # raised again where the check was started
            found.put(error)

    threading.Thread(target=work, name="simcards-check", daemon=True).start()
    watch = _Watch(tables, patience)
    try:
        while True:
            try:
                one = found.get(timeout=POLL)
            except Empty:
                watch.look(is_ready.is_set(), tell)
                continue
            if one is None:
                return
            if isinstance(one, BaseException):
                raise one
            watch.rest()
            yield one
    except KeyboardInterrupt:
        raise StoppedError("stopped: the check is not finished") from None


class _Watch:
    """Looks at the steps that tables have done, and loses patience when there are no more."""

    def __init__(self, tables: list[StepTable], patience: float) -> None:
        self.tables, self.patience = tables, patience
        self.begin = self.since = time.monotonic()
        self.steps: list[int] = []
        self.told = False
        self.at: int | None = None  # the table that moved last

    def rest(self) -> None:
        """Begins to wait anew."""
        self.since = time.monotonic()

    def look(self, is_ready: bool, tell: Callable[[str], object]) -> None:
        """Tells that something is compiled; raises when nothing moves."""
        if not is_ready:
            if not self.told and time.monotonic() - self.begin > COMPILING:
                tell("compiling … (first run only)")
                self.told = True
            self.rest()
            return
        steps = [int(table.now[3]) for table in self.tables]
        last = next((k for k, pair in enumerate(zip(steps, self.steps, strict=False)) if pair[0] != pair[1]), None)
        if steps != self.steps:
            self.steps, self.at = steps, last
            self.rest()
        elif time.monotonic() - self.since > self.patience:
            raise self._hung()

    def _hung(self) -> StrategyError:
        table = self.tables[self.at or 0]
        first, decision, player, _ = table.now.tolist()
        text = table.players[player][DECISIONS[decision]].text
        return StrategyError(
            f"{text}: {DECISIONS[decision]} does not come back within {self.patience:g} s "
            f"({table.game.name}, deals from {first} on); look for a loop without an end"
        )
