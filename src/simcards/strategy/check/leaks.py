"""No view shows, and no answer depends on, a card that the seat has not seen."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.engine.asking import Views
from simcards.engine.table import Ask
from simcards.strategy.check.hidden import Unseen
from simcards.strategy.check.outcome import OK, Outcome
from simcards.strategy.check.seen import Seen, lowest_deal
from simcards.strategy.check.situations import Situation, Trial
from simcards.strategy.check.steps import every_field


def unseen_cards_change_nothing(trial: Trial) -> Outcome:
    """Deals the unseen cards anew at every decision of every situation; views and answers must stay as they are."""
    asked: Counter[str] = Counter()
    draw = np.random.default_rng(trial.seed)
    for situation in trial.situations:
        asked += look_through(trial, situation, draw)
    text = f"{sum(asked.values()):,} decisions with the unseen cards dealt anew"
    return Outcome("hidden", OK, text, {"decisions": dict(asked)})


def look_through(trial: Trial, situation: Situation, draw: np.random.Generator) -> Counter[str]:
    """How many decisions of a situation were tried, by kind; `BreachError` for one that changes."""
    asked: Counter[str] = Counter()

    def answered(ask: Ask) -> None:
        situation.table.answer_all(ask)
        seen = Seen(ask, situation, trial.seed)
        if len(seen.lanes):
            asked[ask.decision] += len(seen.lanes)
            deal_anew(seen, draw)

    situation.table.played(trial.seed, 0, trial.few, answered)
    return asked


def deal_anew(seen: Seen, draw: np.random.Generator) -> None:
    """`BreachError` when a view or an answer changes as the unseen cards are dealt anew; leaves all as it was."""
    answers = seen.answers()
    put_back = Unseen(seen.ask, seen.views).deal_anew(draw)
    views = seen.read()
    compare_views(seen, views)
    others = seen.answer_again()
    put_back()
    if (others != answers).any():
        lane = lowest_deal(seen, others != answers)
        raise seen.breach(
            lane,
            f"answered {answers[lane]}, and {others[lane]} to the same view when cards it has not seen were others",
        )


def compare_views(seen: Seen, views: Views) -> None:
    """`BreachError` for the first field that is not as it was."""
    if not np.array_equal(views.lanes, seen.lanes):
        gone = np.setxor1d(views.lanes, seen.lanes)[:1]
        lane = int(np.searchsorted(seen.lanes, gone)[0]) if gone[0] in seen.lanes else 0
        raise seen.breach(lane, "is asked or not for cards that the seat has not seen")
    for name in every_field(seen.ask.decision):
        differ = _differ(seen.views.columns[name], views.columns[name])
        if differ.any():
            lane = lowest_deal(seen, differ)
            before, after = (_value(one.columns[name], lane) for one in (seen.views, views))
            raise seen.breach(
                lane, f"has a view that leaks: {name} is {before}, and {after} when cards it has not seen are others"
            )


def _differ(one: Any, other: Any) -> NDArray[np.bool_]:
    if isinstance(one, tuple):
        return np.any([a != b for a, b in zip(one, other, strict=True)], axis=0)  # type: ignore[no-any-return]
    return np.asarray(one != other)


def _value(column: Any, lane: int) -> Any:
    """The value of a field in a lane as Python's own number, or tuple of numbers."""
    return tuple(part[lane].item() for part in column) if isinstance(column, tuple) else column[lane].item()
