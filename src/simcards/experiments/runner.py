"""Plays the tasks of a run with any number of workers, adds their counts in task order, and watches over them.

The main thread only waits: workers and the thread that collects their results do the rest. So it can draw progress,
sees Ctrl-C at once, and notices a strategy that does not come back.
"""

import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue

from simcards.bidding.question import Question
from simcards.engine.table import Table
from simcards.errors import StoppedError, StrategyError
from simcards.experiments.boards import Play
from simcards.experiments.grouping import Grouping
from simcards.experiments.ledger import Ledger
from simcards.experiments.tasks import (
    ARRAY,
    COMPILED,
    LANES,
    PLAIN,
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
    question_task_size,
    slowest_way,
    task_size,
    tasks_of,
)
from simcards.experiments.watch import Beat, Watch, hung_error, hung_match_error
from simcards.generated import cache_folder

POLL = 0.05  # seconds between two looks at the workers
GRACE = 1.0  # seconds that a stopped run waits for its threads
GRACE_AT_END = 10.0  # and one whose work is done
COMPILING = 0.5  # seconds of preparing after which it is said that something is being compiled


@dataclass(frozen=True)
class Progress:
    """What a run tells while it goes on: `stage` is compiling or playing.

    `deals` are the units that were asked for (deals, matches or boards), `done` those done; `played` are deals played.
    """

    stage: str
    deals: int
    done: int = 0
    seconds: float = 0.0
    played: int = 0
    tell: Callable[[], str] = str

    @property
    def deals_per_second(self) -> float:
        """Deals a second so far; a run of matches counts the deals of the matches that are over."""
        return self.played / self.seconds if self.seconds else 0.0

    @property
    def estimate(self) -> str:
        """The running estimate, with an interval that may be looked at all the time."""
        return self.tell()


Tell = Callable[[Progress], None]


@dataclass(frozen=True)
class Run:
    """A run as it is asked for: deals, matches or boards 0 … deals - 1 of a seed at prepared tables.

    There is one table, or one for each line-up of the boards; the ledger adds up what comes of them.
    """

    tables: Sequence[Table]
    ledger: Ledger
    given: tuple[str, ...]  # the strategies as they were given, for other processes to load
    seed: int
    deals: int
    jobs: int
    lanes: int | None = None
    patience: float = 60.0
    workspace: Path | None = None
    game_name: str = ""  # the name or path by which another process finds the game
    rows: bool = False
    matches: bool = False
    boards: Play | None = None
    by: Grouping | None = None
    question: Question | None = None


def prepare(tables: Sequence[Table], tell: Tell, deals: int, *, matches: bool = False) -> None:
    """Compiles what the tables need, in a thread so that Ctrl-C is seen; tells when that takes its time."""
    failed: list[BaseException] = []

    def work() -> None:
        try:
            for table in tables:
                table.prepare(matches=matches)
                if not table.is_driven:  # the steps in Python and the loops that read views, on no deals at all
                    table.run(1, 0, 0, table.answer_all)
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


def play(run: Run, tell: Tell) -> float:
    """Plays a run into its ledger; returns the seconds it took.

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
    tell: Tell
    results: SimpleQueue[Done | BaseException | None] = field(default_factory=SimpleQueue)
    folder: Path | None = None  # where processes keep their pulses
    done: int = 0
    stopping: bool = False

    def __post_init__(self) -> None:
        run = self.run
        way = slowest_way(run.tables)
        self.task_deals = task_size(
            way, rows=run.rows or run.by is not None, matches=run.matches, replays=self._replays
        )
        self.lanes = run.lanes or LANES[way]
        if run.question is not None:
            self.task_deals = question_task_size(way, run.question)
            self.lanes = run.lanes or (LANES[ARRAY] if way == COMPILED else LANES[way])
        rule_sets = tuple(frozen(table.rules.changes) for table in run.tables) if run.question is not None else ()
        self.way = Way(run.seed, self.lanes, run.matches, run.rows, run.boards, run.by, run.question, rule_sets)
        self.uses_processes = run.jobs > 1 and way in (PLAIN, UNCOMPILED) and bool(run.game_name)
        self.watch = Watch(run.patience)
        self.threads = Threads(run.tables, self.way, most_waiting=4 * run.jobs + 4)
        self.collector = threading.Thread(target=self._collect, name="simcards-collect", daemon=True)

    @property
    def _replays(self) -> int:
        return len(self.run.tables) if self.run.boards is not None else 0

    @property
    def _is_over(self) -> bool:
        return self.done >= self.run.deals or self.run.ledger.finished

    def play(self) -> float:
        """Plays until all is done, or the ledger has seen enough; returns the seconds it took."""
        start = time.perf_counter()
        ledger = self.run.ledger
        try:
            if self.uses_processes:
                self.folder = Path(tempfile.mkdtemp(prefix="simcards-pulse-"))
            self.collector.start()
            while not self._is_over:
                self._take()
                seconds = time.perf_counter() - start
                told = Progress("playing", self.run.deals, self.done, seconds, ledger.played, self._estimate)
                self.tell(told)
                self._look()
            seconds = time.perf_counter() - start
            self.end(GRACE_AT_END)
        except KeyboardInterrupt:
            raise StoppedError(self.stopped_text()) from None
        finally:
            self.end()
        return seconds

    def _estimate(self) -> str:
        return self.run.ledger.estimate(self.run.deals)

    def _take(self) -> None:
        """Takes all results that are there, waiting a little for the first."""
        timeout = POLL
        while not self._is_over:
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
        if found.error is None or found.blocks is not None or found.counted:
            self.run.ledger.add(found)
        if found.error is not None and not self.run.ledger.finished:
            raise found.error
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
            rules=frozen(run.tables[0].rules.changes),
            texts=run.given,
            workspace=str(run.workspace) if run.workspace else None,
            lineups=run.boards.schedule.lineups if run.boards is not None else (),
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
        run, table = self.run, self.run.tables[beat[-1]]
        if run.matches or (run.boards is not None and run.boards.matches):
            matches = range(beat[1], min(beat[1] + self.task_deals, run.deals))
            return hung_match_error(table, run.seed, matches, beat, run.patience)
        return hung_error(table, run.seed, run.deals, self.lanes, beat, run.patience)

    def end(self, grace: float = GRACE) -> None:
        """Stops what is still at work, waiting so many seconds for threads; no process stays behind."""
        self.stopping = True
        self.threads.stop()
        end = time.monotonic() + grace
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
        text = f"stopped after {self.done:,} of {self.run.deals:,} {self.run.ledger.units} (seed {self.run.seed})"
        estimate = self._estimate() if self.done else ""
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
