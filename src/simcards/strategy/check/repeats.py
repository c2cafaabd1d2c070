"""The same seed gives the same play: asked twice at once, and played again in chunks of another size."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from simcards.engine.fields import DECISIONS
from simcards.engine.table import Ask
from simcards.strategy.check.outcome import OK, Outcome
from simcards.strategy.check.seen import Seen, lowest_deal
from simcards.strategy.check.situations import Situation, Trial

SMALLER = 3  # so many times smaller are the chunks of the second play
DEAL, STEP, SEAT, DECISION, TURN, ANSWER = range(6)
Rows = NDArray[np.int64]


def same_seed_same_play(trial: Trial) -> Outcome:
    """Plays every situation twice, and asks every decision twice."""
    asked: Counter[str] = Counter()
    for situation in trial.situations:
        once = transcript(trial, situation, trial.few, asked)
        again = transcript(trial, situation, 1 + trial.few // SMALLER)
        compare(trial, situation, once, again)
    deals = trial.few * len(trial.situations)
    text = f"{deals:,} deals played twice, {sum(asked.values()):,} decisions asked twice"
    return Outcome("repeatable", OK, text, {"decisions": dict(asked)})


def transcript(trial: Trial, situation: Situation, chunk: int, asked: Counter[str] | None = None) -> Rows:
    """All answers, deal by deal in the order in which they were given; a column each, as the rows DEAL … ANSWER.

    With `asked` the strategy on trial is asked everything twice, and its decisions are counted.
    """
    parts: list[Rows] = []

    def answered(ask: Ask) -> None:
        situation.table.answer_all(ask)
        seen = Seen(ask, situation, trial.seed)
        answers = seen.answers()
        same = np.ones(len(answers), np.int64)
        decision = DECISIONS.index(ask.decision)
        parts.append(np.array([seen.deals, same * len(parts), seen.seats, same * decision, same * ask.turn, answers]))
        if asked is not None:
            asked[ask.decision] += int(seen.is_own.sum())
            ask_twice(seen, answers)

    for first in range(0, trial.few, chunk):
        situation.table.played(trial.seed, first, min(chunk, trial.few - first), answered)
    rows = np.concatenate(parts, axis=1)
    return rows[:, np.lexsort((rows[STEP], rows[DEAL]))]


def ask_twice(seen: Seen, answers: Rows) -> None:
    """`BreachError` when the strategy on trial answers otherwise when it is asked the same again."""
    again = seen.answer_again()
    if (again != answers).any():
        lane = lowest_deal(seen, again != answers)
        raise seen.breach(lane, f"answered {answers[lane]}, and {again[lane]} when it was asked the same again")


def compare(trial: Trial, situation: Situation, once: Rows, again: Rows) -> None:
    """`BreachError` for the first answer in which two plays of the same deals differ."""
    told = [DEAL, SEAT, DECISION, TURN, ANSWER]
    most = min(once.shape[1], again.shape[1])
    differ = (once[told, :most] != again[told, :most]).any(axis=0)
    if not differ.any():
        return
    k = int(np.argmax(differ))
    deal, _, seat, decision, _, answer = once[:, k].tolist()
    problem = f"answered {answer}, and {again[ANSWER, k]} when the deals were played again, fewer at once"
    player = situation.table.seating[seat]
    raise situation.table.breach((trial.seed, deal, seat), player, DECISIONS[decision], problem)
