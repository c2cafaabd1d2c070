"""Plays the tasks of a run with any number of workers, adds their counts in task order, and watches over them.

The main thread only waits: workers and the thread that collects their results do the rest. So it can draw progress,
sees Ctrl-C at once, and notices a strategy that does not come back.
"""

import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from numpy.typing import NDArray

from simcards.engine.table import Table
from simcards.errors import StoppedError, StrategyError
from simcards.experiments.match_tables import MatchTotals
from simcards.experiments.tables import Totals
from simcards.experiments.tasks import (
    LANES,
    PLAIN,
    ROWS_TASK_DEALS,
    ROWS_TASK_MATCHES,
    TASK_DEALS,
    TASK_MATCHES,
    UNCOMPILED,
    Done,
    Order,
    Pulse,
    Task,
    Threads,
    Way,
    frozen,
    play_in_process,
    pulses_in,
    tasks_of,
    way_of,
)
from simcards.experiments.watch import Beat, Watch, hung_error, hung_match_error
from simcards.generated import cache_folder
from simcards.statistics.sequences import mean_sequence

POLL = 0.05  # seconds between two looks at the workers
GRACE = 1.0  # seconds that a stopped run waits for its threads
COMPILING = 0.5  # seconds of preparing after which it is said that something is being compiled


@dataclass(frozen=True)
class Progress:
    """What a run tells while it goes on: `stage` is compiling or playing; `totals` are those of the `done` deals.

    In a run of matches `deals` and `done` are matches.
    """

    stage: str
    deals: int
    done: int = 0
    seconds: float = 0.0
    totals: Totals | None = None

    @property
    def deals_per_second(self) -> float:
        """Deals a second so far; a run of matches counts the deals of the matches that are over."""
        deals = self.done if self.totals is None else self.totals.deals
        return deals / self.seconds if self.seconds else 0.0

    @property
    def estimate(self) -> str:
        """The running estimate: the mean margin of side 0 with the bounds of its confidence sequence."""
        return "" if self.totals is None else running_estimate(self.totals, self.deals)


def running_estimate(totals: Totals, planned: int) -> str:
    """The margin of side 0 so far, or its share of matches, with an interval that may be looked at all the time."""
    if totals.matches is not None:
        won, matches = totals.matches.won[0], totals.matches.matches
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


@dataclass(frozen=True)
class Run:
    """A run as it is asked for: deals (or matches) 0 … deals - 1 of a seed at a prepared table."""

    table: Table
    texts: tuple[str, ...]  # the strategies as they are shown
    given: tuple[str, ...]  # and as they were given, for other processes to load
    seed: int
    deals: int
    jobs: int
    lanes: int | None = None
    patience: float = 60.0
    workspace: Path | None = None
    game_name: str = ""  # the name or path by which another process finds the game
    on_rows: Callable[[dict[str, NDArray[Any]]], None] | None = None  # takes the deals of each task, in order
    matches: bool = False


def prepare(table: Table, tell: Callable[[Progress], None], deals: int, *, matches: bool = False) -> None:
    """Compiles what the table needs, in a thread so that Ctrl-C is seen; tells when that takes its time."""
    failed: list[BaseException] = []

    def work() -> None:
        try:
            table.prepare(matches=matches)
            if not table.is_driven:  # the steps in Python and the loops that read views, on no deals at all
                table.run(1, 0, 0, lambda ask: _ask_all(table, ask))
        except BaseException as error:  # noqa: BLE001  # raised again where the run was started
            failed.append(error)

    known = _cached()
    thread = threading.Thread(target=work, name="simcards-prepare", daemon=True)
    told = False
    try:
        thread.start()
        thread.join(COMPILING)
        while thread.is_alive():
            if not told and _cached() != known:
                tell(Progress("compiling", deals))
                told = True
            thread.join(POLL)
    except KeyboardInterrupt:
        raise StoppedError("stopped while compiling: no deal was played") from None
    if failed:
        raise failed[0]


def _cached() -> set[str]:
    """The names of the modules in the cache: a new one is there before it is compiled."""
    return {path.name for path in cache_folder().iterdir()}


def _ask_all(table: Table, ask: Any) -> None:
    for k in range(len(table.players)):
        table.answer(ask, k)


def play(run: Run, tell: Callable[[Progress], None]) -> tuple[Totals, float]:
    """The totals of a run, and the seconds it took.

    Raises `StrategyError` for the lowest deal at fault, `HungStrategyError` for a strategy that does not come back, and
    `StoppedError` when it is interrupted.
    """
    player = _Player(run, tell)
    try:
        return player.play()
    except KeyboardInterrupt:  # a second one: Polars, for one, raises its own beside Python's
        player.end()
        raise StoppedError(player.stopped_text()) from None


@dataclass
class _Player:
    run: Run
    tell: Callable[[Progress], None]
    results: SimpleQueue[Done | BaseException | None] = field(default_factory=SimpleQueue)
    folder: Path | None = None  # where processes keep their pulses
    done: int = 0
    stopping: bool = False

    def __post_init__(self) -> None:
        run, table = self.run, self.run.table
        rows = run.on_rows is not None
        way = way_of(table)
        sizes, most = (TASK_MATCHES, ROWS_TASK_MATCHES) if run.matches else (TASK_DEALS, ROWS_TASK_DEALS)
        self.task_deals = min(most, sizes[way]) if rows else sizes[way]
        self.lanes = run.lanes or LANES[way]
        self.way = Way(run.seed, self.lanes, run.matches, rows)
        self.uses_processes = run.jobs > 1 and way in (PLAIN, UNCOMPILED) and bool(run.game_name)
        self.counts = table.new_counts()
        self.watch = Watch(run.patience)
        self.matches = MatchTotals(table.game) if run.matches else None
        self.threads = Threads(table, self.way, most_waiting=4 * run.jobs + 4)
        self.collector = threading.Thread(target=self._collect, name="simcards-collect", daemon=True)

    def so_far(self) -> Totals:
        """The totals of the deals done so far."""
        run = self.run
        deals = self.done if self.matches is None else self.matches.deals
        return Totals(run.table.game, run.table.rules, run.texts, run.seed, deals, self.counts, self.matches)

    def play(self) -> tuple[Totals, float]:
        """The totals of all deals, and the seconds they took."""
        start = time.perf_counter()
        try:
            if self.uses_processes:
                self.folder = Path(tempfile.mkdtemp(prefix="simcards-pulse-"))
            self.collector.start()
            while self.done < self.run.deals:
                self._take()
                self.tell(Progress("playing", self.run.deals, self.done, time.perf_counter() - start, self.so_far()))
                self._look()
            return self.so_far(), time.perf_counter() - start
        except KeyboardInterrupt:
            raise StoppedError(self.stopped_text()) from None
        finally:
            self.end()

    def _take(self) -> None:
        """Takes all results that are there, waiting a little for the first."""
        timeout = POLL
        while self.done < self.run.deals:
            try:
                found = self.results.get(timeout=timeout)
            except Empty:
                return
            timeout = 0.0
            if found is None:
                raise RuntimeError("the workers ended before all deals were played")
            if isinstance(found, BaseException):
                raise _worker_error(found, self.done) from found
            self._add(found)

    def _add(self, found: Done) -> None:
        if found.error is not None:
            raise found.error
        if found.counts is not None:
            self.counts += found.counts
        if self.matches is not None and found.matches is not None:
            self.matches.add(found.matches)
        if self.run.on_rows is not None and found.columns is not None:
            self.run.on_rows(found.columns)
        self.done += found.task.deals
        self.threads.taken()

    def _collect(self) -> None:
        """Feeds the results to the main thread, in task order; runs in a thread of its own."""
        if hasattr(signal, "pthread_sigmask"):  # what this thread starts is ended by us, not by Ctrl-C
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for done in self._results():
                self.results.put(done)
            self.results.put(None)
        except BaseException as error:  # noqa: BLE001  # raised again in the main thread
            self.results.put(error)

    def _results(self) -> Iterator[Done | None]:
        from joblib import Parallel, delayed  # noqa: PLC0415  # it takes a while to import

        run = self.run
        if not self.uses_processes:
            parallel = Parallel(run.jobs, backend="threading", return_as="generator", batch_size=1)
            yield from parallel(delayed(self.threads)(task) for task in self._tasks())
            return
        order = Order(
            game=run.game_name,
            rules=frozen(run.table.rules.changes),
            texts=run.given,
            workspace=str(run.workspace) if run.workspace else None,
            way=self.way,
            pulses=str(self.folder),
        )
        parallel = Parallel(run.jobs, backend="loky", return_as="generator", batch_size=1)
        yield from parallel(delayed(play_in_process)(order, task) for task in self._tasks())

    def _tasks(self) -> Iterator[Task]:
        for task in tasks_of(self.run.deals, self.task_deals):
            if self.stopping:
                return
            yield task

    def _pulses(self) -> dict[str, Pulse]:
        return self.threads.pulses.copy() if self.folder is None else pulses_in(self.folder)

    def _look(self) -> None:
        beat = self.watch.stuck(self._pulses)
        if beat is not None:
            self.end()
            raise self._hung_error(beat)

    def _hung_error(self, beat: Beat) -> StrategyError:
        run = self.run
        if run.matches:
            matches = range(beat[1], min(beat[1] + self.task_deals, run.deals))
            return hung_match_error(run.table, run.seed, matches, beat, run.patience)
        return hung_error(run.table, run.seed, run.deals, self.lanes, beat, run.patience)

    def end(self) -> None:
        """Stops what is still at work; no process stays behind."""
        self.stopping = True
        self.threads.stop()
        end = time.monotonic() + GRACE
        while True:
            if self.uses_processes:
                _kill_workers()
            if self.collector.is_alive():
                self.collector.join(POLL)
            if not self.collector.is_alive() or time.monotonic() > end:
                break
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = None

    def stopped_text(self) -> str:
        """What was done of what, and what was known by then."""
        units = "matches" if self.run.matches else "deals"
        text = f"stopped after {self.done:,} of {self.run.deals:,} {units} (seed {self.run.seed})"
        estimate = running_estimate(self.so_far(), self.run.deals) if self.done else ""
        return f"{text}; {estimate}" if estimate else text


def _kill_workers() -> None:
    """Ends joblib's worker processes, which would otherwise wait for more work."""
    from joblib.externals.loky import get_reusable_executor  # noqa: PLC0415

    get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


def _worker_error(error: BaseException, done: int) -> BaseException:
    if type(error).__name__ in ("TerminatedWorkerError", "BrokenProcessPool"):
        return StrategyError(
            f"a worker process died after {done} were done: out of memory, or a library that a strategy uses crashed; "
            f"try --jobs 1"
        )
    return error
