"""An answer is the same however it is found: compiled or in plain Python, for many deals or for one, in any order."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.engine.asking import Views, array_of_one, params_of, scalar_views, whole_answer
from simcards.engine.deciders import Decider
from simcards.engine.table import Ask
from simcards.strategy.check.guard import OverflowedError, WideShiftError, guard, guarded, is_foreign, place_of
from simcards.strategy.check.outcome import OK, WARNING, Outcome
from simcards.strategy.check.seen import Seen
from simcards.strategy.check.situations import Situation, Trial
from simcards.strategy.check.steps import BreachError

WANTED, WATCHED = 10_000, 1_000  # decisions in all, and of one kind that are asked with numbers that watch themselves
COMPILED, PLAIN, ARRAY = "compiled and as plain Python", "alone and in another order", "as an array and one by one"


class Origin(NamedTuple):
    """Where a decision was met."""

    situation: Situation
    deal: int
    seat: int


@dataclass
class Gathered:
    """Decisions of one kind from played deals: the fields that its decider reads, the answers, where they were met."""

    columns: list[dict[str, Any]]
    answers: list[NDArray[np.int64]]
    origins: list[Origin]


def ways_agree(trial: Trial) -> Outcome:
    """Asks decisions of played deals again in the other way, shuffled; the answers must be the same."""
    found = gather(trial)
    numbers: dict[str, dict[str, int]] = {}
    warnings = [f"{decision} runs as plain Python: {reason}" for decision, reason in trial.reasons.items()]
    for decision, number in shares({d: len(found[d].origins) for d in trial.game.decisions}).items():
        decider = trial.strategy.player[decision]
        way = way_of(trial, decider)
        warnings += compare(trial, decider, found[decision], number, way)
        numbers.setdefault(way, {})[decision] = number
    told = [f"{sum(some.values()):,} decisions {way}" for way, some in numbers.items()]
    return Outcome("agreement", WARNING if warnings else OK, "; ".join([*told, *warnings]), {"decisions": numbers})


def way_of(trial: Trial, decider: Decider) -> str:
    """The ways in which a decider is asked."""
    if decider.kind == "array":
        return ARRAY
    is_compiled = compiled.ENABLED and decider.kind == "scalar" and decider.decision not in trial.reasons
    return COMPILED if is_compiled else PLAIN


# ---- decisions of played deals ---------------------------------------------------------------------------------------


def gather(trial: Trial) -> dict[str, Gathered]:
    """The decisions of the strategy on trial in all situations, by kind."""
    found: dict[str, Gathered] = defaultdict(lambda: Gathered([], [], []))
    for situation in trial.situations:
        situation.table.played(trial.seed, 0, trial.few, _noting(trial, situation, found))
    return found


def _noting(trial: Trial, situation: Situation, found: dict[str, Gathered]) -> Callable[[Ask], None]:
    def answered(ask: Ask) -> None:
        situation.table.answer_all(ask)
        seen = Seen(ask, situation, trial.seed)
        own = seen.is_own
        if not own.any():
            return
        names = [name for name in trial.strategy.player[ask.decision].fields if name != "layout"]
        here = found[ask.decision]
        here.columns.append({name: _rows(seen.views.columns[name], own) for name in names})
        here.answers.append(seen.answers()[own])
        pairs = zip(seen.deals[own].tolist(), seen.seats[own].tolist(), strict=True)
        here.origins += [Origin(situation, deal, seat) for deal, seat in pairs]

    return answered


def _rows(column: Any, chosen: NDArray[Any]) -> Any:
    return tuple(part[chosen] for part in column) if isinstance(column, tuple) else column[chosen]


def _joined(parts: list[Any]) -> Any:
    if isinstance(parts[0], tuple):
        return tuple(np.concatenate(same) for same in zip(*parts, strict=True))
    return np.concatenate(parts)


def shares(available: dict[str, int]) -> dict[str, int]:
    """How many decisions of each kind are asked again: an equal share, and more of one where others are few."""
    left, found = WANTED, {}
    for k, (decision, number) in enumerate(sorted(available.items(), key=lambda one: one[1])):
        found[decision] = min(number, left // (len(available) - k))
        left -= found[decision]
    return {decision: found[decision] for decision in available}


# ---- asking them again -----------------------------------------------------------------------------------------------


def compare(trial: Trial, decider: Decider, found: Gathered, number: int, way: str) -> list[str]:
    """Warnings about so many decisions; `BreachError` for the first whose answer is another the other way."""
    if not number:
        return []
    draw = np.random.default_rng(trial.seed)
    chosen = draw.permutation(len(found.origins))[:number]
    columns = {name: _rows(_joined([one[name] for one in found.columns]), chosen) for name in found.columns[0]}
    columns["layout"] = trial.game.deck(trial.rules).layout
    views = Views(chosen, columns)
    answers = np.concatenate(found.answers)[chosen].tolist()
    others = one_by_one(trial, decider, views)
    for k, (answer, (other, place)) in enumerate(zip(answers, others, strict=True)):
        if other != answer:
            told = {ARRAY: "as an array of one", COMPILED: "as plain Python", PLAIN: "when asked the same alone"}[way]
            said = other if isinstance(other, str) else f"answered {other}"
            raise breach(trial, found.origins[chosen[k]], decider, f"answered {answer}, and {said} {told}{place}")
    if way != COMPILED or is_foreign(decider.function.__module__):
        return []
    return watch(trial, decider, views, [found.origins[k] for k in chosen[:WATCHED]])


def one_by_one(trial: Trial, decider: Decider, views: Views) -> Iterator[tuple[int | str, str]]:
    """What a decider answers to each view, or what else it does; and where in its file, when it raises."""
    params = params_of(decider)
    setup = trial.situations[0].table.setup_of(decider)
    for view in scalar_views(decider.fields, decider.decision, views, params):
        try:
            if decider.kind == "array":
                yield array_of_one(decider, view._asdict(), setup), ""
                continue
            answer = decider.function(view)
            number = whole_answer(answer)
            yield (f"returned {answer!r}" if number is None else number), ""
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a strategy raises
            yield f"raised {type(error).__name__}: {error}", place_of(error)


def watch(trial: Trial, decider: Decider, views: Views, origins: list[Origin]) -> list[str]:
    """A warning where values leave 64 bits; `BreachError` for the first decision with a shift beyond 62."""
    function = guarded(decider.function)
    plain = scalar_views(decider.fields, decider.decision, views, params_of(decider))
    found: dict[str, None] = {}
    for view, origin in zip(plain, origins, strict=False):
        try:
            function(guard(view))
        except WideShiftError as error:
            problem = f"has {error}{place_of(error)}, which compiled code does not do as Python does"
            raise breach(trial, origin, decider, problem) from None
        except OverflowedError as error:
            found[f"{decider.decision} has {error}{place_of(error)}, which has changed no answer yet"] = None
    return list(found)


def breach(trial: Trial, origin: Origin, decider: Decider, problem: str) -> BreachError:
    """The error of a decision that was asked again."""
    table = origin.situation.table
    player = table.seating[origin.seat]
    return table.breach((trial.seed, origin.deal, origin.seat), player, decider.decision, problem)
