"""A run cut into tasks, and what a worker does with one: deals in, counts out, with a sign of life while it plays.

Tasks have a fixed size, so neither the number of workers nor their speed shows in any result. Threads share what is
compiled, each with its own copy of the table; processes, for strategies in plain Python, load the strategies again from
their texts, because functions cannot always be sent.
"""

import copy
import ctypes
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.bidding.question import Question
from simcards.bidding.tally import Counts
from simcards.engine.chunk import match_rows, new_rows, outcome_rows
from simcards.engine.faults import find_match_fault
from simcards.engine.table import Table
from simcards.errors import SimcardsError, StrategyError
from simcards.experiments.boards import BLOCK, Blocks, Play, joined, lineup_tables
from simcards.experiments.grouping import Grouping, counts_by_label, dealt_cards
from simcards.experiments.schedule import Lineup
from simcards.games.game import Game

# Deals a task and lanes a chunk, by how the deals are played: a task takes a fraction of a second, a chunk of slow
# strategies comes back soon enough to show that they live.
COMPILED, ARRAY, PLAIN, UNCOMPILED = "compiled", "array", "plain", "uncompiled"
TASK_DEALS = {COMPILED: 1 << 18, ARRAY: 1 << 16, PLAIN: 1 << 12, UNCOMPILED: 1 << 8}
ROWS_TASK_DEALS = 1 << 15
# Matches a task; a match is some ten to fifty deals.
TASK_MATCHES = {COMPILED: 1 << 13, ARRAY: 1 << 12, PLAIN: 1 << 7, UNCOMPILED: 1 << 2}
ROWS_TASK_MATCHES = 1 << 10
LANES = {COMPILED: 1 << 10, ARRAY: 1 << 14, PLAIN: 1 << 9, UNCOMPILED: 1 << 5}

BEAT = 6  # numbers of a sign of life: 1 while at work, then Table.now, then which table plays


def task_size(way: str, *, rows: bool, matches: bool, replays: int) -> int:
    """Deals, matches or boards a task; boards, each replayed so often, are whole blocks."""
    if replays:
        return max(1, min(1 << 15, TASK_DEALS[way] // replays) // BLOCK) * BLOCK
    sizes, most = (TASK_MATCHES, ROWS_TASK_MATCHES) if matches else (TASK_DEALS, ROWS_TASK_DEALS)
    return min(most, sizes[way]) if rows else sizes[way]


def question_task_size(way: str, question: Question) -> int:
    """Deals a task of a question, whole blocks; more where only some of the deals will fit."""
    if way in (PLAIN, UNCOMPILED):
        return BLOCK
    return 1 << 16 if question.script.given else 1 << 14


def slowest_way(tables: Sequence[Table]) -> str:
    """How a run at some prepared tables plays: as slowly as the slowest of them."""
    slower = (COMPILED, ARRAY, PLAIN, UNCOMPILED)
    return max((way_of(table) for table in tables), key=slower.index)


def way_of(table: Table) -> str:
    """How a prepared table plays: compiled, with arrays, in plain Python, or with nothing compiled at all."""
    if not compiled.ENABLED:
        return UNCOMPILED
    if table.is_compiled:
        return COMPILED
    kinds = {decider.kind for player in table.players for decider in player.values()}
    return PLAIN if "python" in kinds or table.reasons else ARRAY


@dataclass(frozen=True)
class Task:
    """Deals, or matches, first … first + deals - 1."""

    index: int
    first: int
    deals: int


def tasks_of(deals: int, size: int) -> Iterator[Task]:
    """The tasks of a run, one at a time: there may be millions."""
    for index, first in enumerate(range(0, deals, size)):
        yield Task(index, first, min(size, deals - first))


@dataclass
class Done:
    """What came of a task: counts, a row a match, on request deals as columns; blocks of boards; or what stopped it.

    `counted` are the blocks of a question's deals.
    """

    task: Task
    counts: NDArray[np.int64] | None = None
    columns: dict[str, NDArray[Any]] | None = None
    matches: NDArray[np.int64] | None = None
    blocks: Blocks | None = None
    counted: list[Counts] = field(default_factory=list)
    groups: dict[str, NDArray[np.int64]] | None = None
    error: Exception | None = None


@dataclass(frozen=True)
class Way:
    """How tasks are played: seed, lanes of a chunk, deals, matches or boards; a row a deal; deals by group.

    `question` is what is asked on each deal, `rule_sets` the changed rules of each of its tables.
    """

    seed: int
    lanes: int
    matches: bool = False
    rows: bool = False
    boards: Play | None = None
    by: Grouping | None = None
    question: Question | None = None
    rule_sets: tuple[tuple[tuple[str, Any], ...], ...] = ()


@dataclass
class Pulse:
    """One worker's sign of life, written by the worker and read by the watchdog; `beat` may be shared memory."""

    beat: NDArray[np.int64] = field(default_factory=lambda: np.zeros(BEAT, np.int64))

    def play(self, tables: Sequence[Table], task: Task, way: Way) -> Done:
        """Plays a task at tables whose `now` is this pulse; whatever goes wrong comes back as a value, in order."""
        table = tables[0]
        self.beat[1] = task.first
        self.beat[0] = 1
        try:
            if way.boards is not None:
                return self._play_boards(way.boards, tables, task, way)
            if way.question is not None:
                return self._ask(way.question, tables, task, way)
            if way.rows or way.by is not None:
                return (play_match_rows if way.matches else play_deal_by_deal)(table, task, way)
            counts = table.new_counts()
            if way.matches:
                return Done(
                    task, counts, matches=table.play_matches(way.seed, task.first, task.deals, counts, way.lanes)
                )
            table.play(way.seed, task.first, task.deals, counts, way.lanes)
            return Done(task, counts)
        except SimcardsError as error:
            return Done(task, error=error)
        except Exception as error:  # noqa: BLE001  # a fault of simcards itself: it is raised where the run was started
            error.add_note("".join(traceback.format_tb(error.__traceback__)))
            return Done(task, error=RuntimeError(f"{type(error).__name__}: {error}"))
        except BaseException as error:  # noqa: BLE001  # e.g. a strategy that calls sys.exit()
            units = "matches" if way.matches else "deals"
            where = f"{units} {task.first} to {task.first + task.deals - 1} of seed {way.seed}"
            return Done(task, error=StrategyError(f"a strategy raised {type(error).__name__} in {where}"))
        finally:
            self.beat[0] = 0

    def _play_boards(self, plan: Play, tables: Sequence[Table], task: Task, way: Way) -> Done:
        """A task of boards; with a fault in it the blocks before, because the run may end before it comes there."""

        def blocks(first: int, boards: int) -> Blocks:
            return plan.blocks(tables, first, boards, way.seed, way.lanes, self.beat)

        try:
            return Done(task, blocks=blocks(task.first, task.deals))
        except SimcardsError:
            good = []
            for first in range(task.first, task.first + task.deals, BLOCK):
                try:
                    good.append(blocks(first, min(BLOCK, task.first + task.deals - first)))
                except SimcardsError as error:
                    return Done(task, blocks=joined(good) if good else None, error=error)
            raise

    def _ask(self, question: Question, tables: Sequence[Any], task: Task, way: Way) -> Done:
        """A task of a question's deals; with a fault in it the blocks before, as for boards."""

        def counts(first: int, deals: int) -> Counts:
            return question.counts(tables, way.seed, first, deals, way.lanes, self.beat)

        try:
            return Done(task, counted=[counts(task.first, task.deals)])
        except SimcardsError:
            good: list[Counts] = []
            for first in range(task.first, task.first + task.deals, BLOCK):
                try:
                    good.append(counts(first, min(BLOCK, task.first + task.deals - first)))
                except SimcardsError as error:
                    return Done(task, counted=good, error=error)
            raise


def own_tables(tables: Sequence[Table], pulse: Pulse) -> list[Table]:
    """A worker's own copies of prepared tables: they share what is compiled, and report to its own pulse."""
    own = [copy.copy(table) for table in tables]
    for table in own:
        table.now = pulse.beat[1:-1]
    return own


# ---- one row a deal --------------------------------------------------------------------------------------------------

# A deal's columns, and the outcomes that they show.
SOURCES = {"declarer": "DECLARER", "bid": "BID", "trump": "TRUMP", "trump_length": "LENGTH", "made": "MADE"}


def outcome_columns(game: Game, outcomes: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """What deals came to as columns, one by contract and side; ABSENT where a deal was passed out."""
    rows = outcome_rows(game)
    found: dict[str, NDArray[Any]] = {n: outcomes[rows[f"O_{s}"]].astype(np.int8) for n, s in SOURCES.items()}
    return found | {f"score_{side}": outcomes[rows["O_SCORE"] + side] for side in range(game.sides)}


def play_deal_by_deal(table: Table, task: Task, way: Way) -> Done:
    """A task with its deals as columns in deal order, and counted by group, as far as that is asked for."""
    game, counts = table.game, table.new_counts()
    outcomes = table.new_outcomes(task.deals)
    table.play(way.seed, task.first, task.deals, counts, way.lanes, outcomes)
    done = Done(task, counts)
    if way.rows:
        deals = np.arange(task.first, task.first + task.deals, dtype=np.int64)
        found: dict[str, NDArray[Any]] = {"deal": deals, "dealer": (deals % game.seats).astype(np.int8)}
        done.columns = found | outcome_columns(game, outcomes)
    if way.by is not None:
        labels = way.by.labels(dealt_cards(table, way.seed, task.first, task.deals))
        done.groups = counts_by_label(game, outcomes, labels)
    return done


def play_match_rows(table: Table, task: Task, way: Way) -> Done:
    """A task of matches with its deals as columns, match by match; scores after each deal are the score path."""
    game, counts, rows = table.game, table.new_counts(), match_rows(table.game)
    results = new_rows(task.deals, rows["R_COLUMNS"])
    rounds = []
    try:
        for played in table.match_rounds(way.seed, task.first, task.deals, way.lanes, table.answer_all, results):
            state = played.state
            table.module.count_deals(state.c, state.n, table.facts, counts)
            outcomes = table.new_outcomes(len(played.match))
            table.module.keep_outcomes(state.c, state.n, 0, outcomes)  # a deal of a match is numbered by its lane
            columns = outcome_columns(game, outcomes)
            after = {f"after_{side}": played.before[side] + columns[f"score_{side}"] for side in range(game.sides)}
            head = {"match": played.match, "number": played.number, "dealer": played.dealer.astype(np.int8)}
            rounds.append(head | columns | after)
    except (Exception, SystemExit) as error:
        raise find_match_fault(table, way.seed, task.first, task.deals, error) from error
    together = {name: np.concatenate([one[name] for one in rounds]) for name in rounds[0]}
    order = np.lexsort((together["number"], together["match"]))
    matches = np.array([[results[k, j] for j in range(rows["R_COLUMNS"])] for k in range(task.deals)], np.int64)
    return Done(task, counts, {name: column[order] for name, column in together.items()}, matches)


class InterruptedThreadError(BaseException):
    """Raised inside a thread from outside; no Exception, so that no strategy catches it by the way."""


def interrupt(thread: threading.Thread) -> None:
    """Raises an exception in a thread that runs Python; nothing else can end an endless loop there."""
    if thread.is_alive() and thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident), ctypes.py_object(InterruptedThreadError)
        )


# ---- threads ---------------------------------------------------------------------------------------------------------


class Threads:
    """Plays tasks in threads of this process; `pulses` are those of all threads that have played so far.

    Only so many results may wait to be taken: a thread that would make one more waits first.
    """

    def __init__(self, tables: Sequence[Table], way: Way, *, most_waiting: int) -> None:
        self.tables, self.way = tables, way
        self.pulses: dict[str, Pulse] = {}
        self.workers: list[threading.Thread] = []
        self._stopped = False
        self._room = threading.Semaphore(most_waiting)
        self._mine = threading.local()

    def __call__(self, task: Task) -> Done | None:
        """Plays a task; None once the run was stopped."""
        self._room.acquire()  # released by whoever takes a result: tasks start in order, so the next to be taken runs
        if self._stopped:
            self._room.release()
            return None
        if not hasattr(self._mine, "tables"):
            self._mine.pulse = Pulse()
            self._mine.tables = own_tables(self.tables, self._mine.pulse)
            self.pulses[threading.current_thread().name] = self._mine.pulse
            self.workers.append(threading.current_thread())
        done: Done = self._mine.pulse.play(self._mine.tables, task, self.way)
        return done

    def taken(self) -> None:
        """Notes that a result was taken."""
        self._room.release()

    def stop(self) -> None:
        """Lets tasks that have not begun come to nothing, and ends those that run Python."""
        self._stopped = True
        self._room.release()
        for worker, pulse in zip(self.workers, list(self.pulses.values()), strict=False):
            if pulse.beat[0]:
                interrupt(worker)


# ---- processes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """All that another process needs to set the same table: texts and numbers, no functions."""

    game: str
    rules: tuple[tuple[str, Any], ...]
    texts: tuple[str, ...]
    workspace: str | None
    lineups: tuple[Lineup, ...]  # of boards; without them one table, seat s held by strategy s mod k
    way: Way
    pulses: str  # the folder in which each process keeps its pulse


def play_in_process(order: Order, task: Task) -> Done:
    """Plays a task in a process of its own."""
    tables, pulse = _tables_of(order)
    return pulse.play(tables, task, order.way)


@cache
def _tables_of(order: Order) -> tuple[list[Table], Pulse]:
    import warnings  # noqa: PLC0415

    from simcards.games.game import find_game  # noqa: PLC0415
    from simcards.strategy.texts import load  # noqa: PLC0415

    sys.stdout = sys.stderr  # what strategies print is no result
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that was started by hand; it ends this one
    beat = np.memmap(Path(order.pulses) / f"{os.getpid()}", np.int64, "w+", shape=(BEAT,))
    pulse = Pulse(beat.view(np.ndarray))
    game = find_game(order.game)
    rules = game.book.rules(_thawed(order.rules))
    workspace = Path(order.workspace) if order.workspace else None
    players = [load(text, game, workspace).player for text in order.texts]
    if order.way.question is not None:
        rule_sets = [game.book.rules(_thawed(changes)) for changes in order.way.rule_sets]
        tables: list[Table] = [*order.way.question.tables(game.under(rules), rule_sets, players)]
    elif order.lineups:
        tables = lineup_tables(game, rules, players, order.lineups)
    else:
        tables = [Table(game, rules, players)]
    matches = order.way.matches or (order.way.boards is not None and order.way.boards.matches)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whoever started the run has been warned
        for table in tables:
            table.prepare(matches=matches)
    return own_tables(tables, pulse), pulse


def frozen(changes: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Changed rules as something that can be compared and hashed."""
    return tuple((key, tuple(value.items()) if isinstance(value, dict) else value) for key, value in changes.items())


def _thawed(changes: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return {key: dict(value) if isinstance(value, tuple) else value for key, value in changes}


def pulses_in(folder: Path) -> dict[str, Pulse]:
    """The pulses of all processes that have begun to play."""
    found = {}
    for path in folder.iterdir():
        beat = np.fromfile(path, np.int64)
        if len(beat) == BEAT:
            found[path.name] = Pulse(beat)
    return found
