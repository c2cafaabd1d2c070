"""What a decision costs, timed on chunks of real deals in the processor time of this thread."""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcards import compiled
from simcards.engine import asking
from simcards.engine.deciders import Decider
from simcards.engine.table import MOST_PARAMS, Ask, Table

BATCHES, CALLS = 5, 8  # the quickest of so many batches of so many calls of a compiled loop


@dataclass(frozen=True)
class Cost:
    """Nanoseconds a deal of the chunk: of a decision's whole loop with its check, and beyond that of an empty decider.

    `own` is None where the loop is not compiled, both are where the decision was never asked.
    """

    whole: float | None
    own: float | None


def decision_costs(table: Table, lanes: int, seed: int = 1, *, less_empty: bool = True) -> dict[str, Cost]:
    """What each decision of a table's first player costs, on deals of a seed as this table plays them."""
    whole: dict[str, list[float]] = defaultdict(list)
    own: dict[str, list[float]] = defaultdict(list)
    deals: dict[str, int] = defaultdict(int)

    def answered(ask: Ask) -> None:
        table.answer_all(ask)  # what is compiled or fetched at the first call is no cost of the decision
        if not ask.state.n:
            return
        deals[ask.decision] += ask.state.n
        decider = table.players[0][ask.decision]
        loop = _loop(table, ask, decider)
        if loop is None:
            whole[ask.decision].append(seconds(lambda: table.answer(ask, 0), 1, 2))
            return
        answers = np.array(ask.state.c[table.rows["OUT"]])
        spent = seconds(loop, BATCHES, CALLS)
        whole[ask.decision].append(spent)
        empty = _loop(table, ask, Decider(ask.decision, no_answer, "scalar", "nobody")) if less_empty else None
        if empty is not None:
            own[ask.decision].append(spent - seconds(empty, BATCHES, CALLS))
        ask.state.c[table.rows["OUT"]] = answers

    table.run(seed, 0, lanes, answered)
    return {
        decision: Cost(*(1e9 * sum(one[decision]) / deals[decision] if one[decision] else None for one in (whole, own)))
        for decision in table.game.decisions
    }


def no_answer(_view: Any) -> int:
    """Nothing, as quickly as can be."""
    return 0


def seconds(call: Callable[[], object], batches: int, calls: int) -> float:
    """The processor time of a call: that of the quickest batch, divided by its calls."""
    best = float("inf")
    for _ in range(batches):
        start = time.thread_time()
        for _ in range(calls):
            call()
        best = min(best, time.thread_time() - start)
    return best / calls


def _loop(table: Table, ask: Ask, decider: Decider) -> Callable[[], object] | None:
    """A call of a decider's compiled loop; None when it has none."""
    if decider.kind != "scalar" or not compiled.ENABLED:
        return None
    try:
        loop = asking.ask_loop(table.game, table.rules, decider)
    except TypeError:
        return None
    function = loop.module.names[f"{ask.decision}_loop"]
    whole, reals = np.zeros(MOST_PARAMS, np.int64), np.zeros(MOST_PARAMS, np.float64)
    for k, (_, value) in enumerate(decider.params):
        (reals if isinstance(value, float) else whole)[k] = value
    state, who = ask.state, table.who[0]
    return lambda: function(state.c, state.n, ask.place, who, ask.turn, state.facts, whole, reals)
