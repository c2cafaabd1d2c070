"""The tests of a strategy, in order, and how a breach becomes an outcome."""

from collections.abc import Callable, Collection, Iterator

from simcards.errors import StrategyError
from simcards.strategy.check.agreement import ways_agree
from simcards.strategy.check.leaks import unseen_cards_change_nothing
from simcards.strategy.check.legality import answers_are_legal
from simcards.strategy.check.outcome import FAILED, SKIPPED, Outcome
from simcards.strategy.check.repeats import same_seed_same_play
from simcards.strategy.check.situations import Trial
from simcards.strategy.check.speed import decisions_are_quick
from simcards.strategy.check.steps import BreachError, IllegalAnswerError, StepTable

TESTS: dict[str, Callable[[Trial], Outcome]] = {
    "legal": answers_are_legal,
    "repeatable": same_seed_same_play,
    "hidden": unseen_cards_change_nothing,
    "agreement": ways_agree,
    "speed": decisions_are_quick,
}


def outcomes(
    trial: Trial, prepare: Callable[[StepTable], None] = StepTable.prepare, names: Collection[str] = tuple(TESTS)
) -> Iterator[Outcome]:
    """The outcome of each test of these names, as soon as it is known; `prepare` compiles a table."""
    try:
        for situation in trial.situations:
            prepare(situation.table)
    except StrategyError as error:  # answers that are of a wrong type, whatever the cards
        yield Outcome("legal", FAILED, str(error))
        return
    is_legal = True
    for name, test in ((name, test) for name, test in TESTS.items() if name in names):
        try:
            yield test(trial)
        except IllegalAnswerError as error:
            text = "it has to answer legally first" if not is_legal else str(error)
            yield Outcome(name, FAILED if is_legal else SKIPPED, text)
            is_legal = False
        except BreachError as error:
            yield Outcome(name, FAILED, str(error))
