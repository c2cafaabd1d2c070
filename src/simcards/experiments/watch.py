"""The watchdog: notices a strategy that does not come back, and finds the deal in which it does not."""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from simcards.engine import faults
from simcards.engine.asking import params_of, scalar_views
from simcards.engine.chunk import match_rows, new_rows
from simcards.engine.deciders import Decider
from simcards.engine.fields import DECISIONS
from simcards.engine.table import WHOLE, Ask, Table
from simcards.errors import StrategyError
from simcards.experiments.tasks import InterruptedThreadError, Pulse, interrupt

LOOK = 0.5  # seconds between two looks at the pulses
POLL = 0.05
GRACE = 1.0  # seconds in which a thread that was interrupted should end
SEARCH = 10.0  # seconds spent on finding the deal in which a strategy does not come back
SLOW_ANSWER = 1.0  # seconds after which a single answer counts as the one that does not come back
BLOCK = 64  # matches that the search plays together

Beat = tuple[int, ...]  # 1 while at work, then Table.now: first deal of the chunk, decision, player
Play = Callable[[Callable[[Ask], None]], object]  # plays again, having every decision answered


class HungStrategyError(StrategyError):
    """A strategy that did not come back. A thread may still be inside it: only the end of the process ends it."""


@dataclass
class Watch:
    """Looks at the pulses of all workers for one that has stood still for too long while it was at work."""

    patience: float
    seen: dict[str, tuple[Beat, float]] = field(default_factory=dict)
    last: float = 0.0

    def stuck(self, pulses: Callable[[], Mapping[str, Pulse]]) -> Beat | None:
        """The beat of a worker that does not come back, else None."""
        now = time.monotonic()
        if now - self.last < min(LOOK, self.patience / 4):
            return None
        self.last = now
        for worker, pulse in pulses().items():
            beat = tuple(pulse.beat.tolist())
            before = self.seen.get(worker)
            if before is None or before[0] != beat or not beat[0]:
                self.seen[worker] = (beat, now)
            elif now - before[1] > self.patience:
                return beat
        return None


def decision_of(number: int) -> str:
    """The decision that a number in `Table.now` stands for, also where a whole round or trick is asked at once."""
    whole = {number: decision for decision, number in WHOLE.items()}
    return whole[number] if number in whole else DECISIONS[number]


def hung_error(table: Table, seed: int, deals: int, lanes: int, beat: Beat, patience: float) -> HungStrategyError:
    """The error that names the strategy and the decision which did not come back, and where to look."""
    chunk = range(beat[1], beat[1] + min(lanes, deals - beat[1]))
    where = f"deals {chunk[0]} to {chunk[-1]}"
    return _error(table, seed, beat, patience, where, lambda answered: table.run(seed, chunk[0], len(chunk), answered))


def hung_match_error(table: Table, seed: int, matches: range, beat: Beat, patience: float) -> HungStrategyError:
    """The same in a run of matches, for a worker that played these."""

    def play(answered: Callable[[Ask], None]) -> None:
        for first in range(matches[0], matches[-1] + 1, BLOCK):
            n = min(BLOCK, matches[-1] + 1 - first)
            results = new_rows(n, match_rows(table.game)["R_COLUMNS"])
            for _ in table.match_rounds(seed, first, n, n, answered, results):
                pass

    return _error(table, seed, beat, patience, f"matches {matches[0]} to {matches[-1]}", play, in_matches=True)


def _error(
    table: Table, seed: int, beat: Beat, patience: float, where: str, play: Play, *, in_matches: bool = False
) -> HungStrategyError:
    """The error, with the very decision when it can be found by playing again."""
    decider = table.players[beat[3]][decision_of(beat[2])]
    problem = f"did not come back for {patience:g} s (if it is only slow, give it more --patience)"
    asked = _find_hung(table, play, decider, beat[3])
    if asked is None:
        where = f"{table.game.name}, seed {seed}, {where}"
        return HungStrategyError(f"{decider.text}: {decider.decision} {problem} ({where}); look for an endless loop")
    names = faults.answer_names(table.game, table.rules, decider.decision, asked.legal, asked.trump)
    start = table.round.start(seed, asked.deal) if in_matches else table.start_of(seed, asked.deal)
    fault = faults.Fault(start, asked.seat, decider.decision, decider.text, problem, " ".join(names))
    return HungStrategyError(str(faults.error_of(table, fault)))


@dataclass
class _Asked:
    """Where the search stands; `deal` is the column DEAL."""

    deal: int
    seat: int
    legal: int
    trump: int
    since: float


def _find_hung(table: Table, play: Play, decider: Decider, player: int) -> _Asked | None:
    """Where a decider does not come back when it is asked deal by deal in plain Python; None in doubt."""
    here: list[_Asked] = []

    def answered(ask: Ask) -> None:
        for k in range(len(table.players)):
            if k == player and ask.decision == decider.decision and decider.kind != "array":
                _ask_one_by_one(table, ask, decider, k, here)
            else:
                table.answer(ask, k)

    def search() -> None:
        with suppress(Exception, InterruptedThreadError):
            play(answered)

    thread = threading.Thread(target=search, name="simcards-search", daemon=True)
    thread.start()
    end = time.monotonic() + SEARCH
    found = None
    while thread.is_alive() and found is None and time.monotonic() < end:
        thread.join(POLL)
        if here and time.monotonic() - here[0].since > SLOW_ANSWER:
            found = here[0]
    interrupt(thread)
    thread.join(GRACE)
    return found


def _ask_one_by_one(table: Table, ask: Ask, decider: Decider, k: int, here: list[_Asked]) -> None:
    """Has player k answer for its seats, noting before each where it is."""
    views = table.views(ask, k, tuple(dict.fromkeys((*decider.fields, "legal", "trump"))))
    deals, firsts = (np.array(ask.state.c[table.rows[name], views.lanes]).tolist() for name in ("DEAL", "FIRST"))
    legal, trump = (np.asarray(views.columns[name]).tolist() for name in ("legal", "trump"))
    answers = []
    for i, view in enumerate(scalar_views(decider.fields, decider.decision, views, params_of(decider))):
        seat = (firsts[i] + ask.place) % table.game.seats
        here[:] = [_Asked(deals[i], seat, legal[i], trump[i], time.monotonic())]
        answers.append(decider.function(view))
    here.clear()
    ask.state.c[table.rows["OUT"], views.lanes] = np.array(answers, np.int64)
