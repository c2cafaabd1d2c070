"""Every answer is legal, in every contract that the game knows."""

from collections import Counter

import numpy as np

from simcards.engine.faults import error_of, fault_in
from simcards.engine.start import single_deal
from simcards.strategy.check.outcome import OK, Outcome
from simcards.strategy.check.situations import Situation, Trial
from simcards.strategy.check.steps import IllegalAnswerError, StepTable

MATCHES, MOST_DEALS_A_MATCH = 32, 30
DEALS_IN_PLAIN_PYTHON = 12  # of the tables whose loops are not compiled


def answers_are_legal(trial: Trial) -> Outcome:
    """Plays all situations, some matches, and under rules that change the loops a few deals in plain Python."""
    contracts: Counter[int] = Counter()
    for situation in trial.situations:
        contracts += play_all(trial, situation)
    matches = trial.situations[0].table
    in_matches = matches.play_rounds(trial.seed, min(MATCHES, trial.few), MOST_DEALS_A_MATCH)
    for table in trial.other_texts:
        play_in_plain_python(table, trial.seed, min(DEALS_IN_PLAIN_PYTHON, trial.deals))
    names = {trial.game.calls[bid]: contracts[bid] for bid in trial.game.calls}
    never = [name for name, number in names.items() if not number]
    single = len(trial.situations) * trial.deals
    rules = len({situation.table.rules for situation in trial.situations}) + len(trial.other_texts)
    text = (
        f"{single + in_matches:,} deals under {rules} set{'s' * (rules != 1)} of rules, {len(names) - len(never)} bids"
    )
    text += f"; never played: {' '.join(never)}" if never else ""
    return Outcome("legal", OK, text, {"deals": single, "deals_in_matches": in_matches, "contracts": names})


def play_all(trial: Trial, situation: Situation) -> Counter[int]:
    """How many contracts of which bid were played at a table."""
    contracts: Counter[int] = Counter()
    table = situation.table
    for first in range(0, trial.deals, trial.chunk):
        n = min(trial.chunk, trial.deals - first)
        state = table.played(trial.seed, first, n, table.answer_all)
        if state.n:
            bids = np.asarray(state.c[table.rows["BID"], np.arange(state.n)])
            contracts.update(bids.tolist())
    return contracts


def play_in_plain_python(table: StepTable, seed: int, deals: int) -> None:
    """Plays deals one by one in plain Python; `IllegalAnswerError` for the first in which a strategy fails."""
    for deal in range(deals):
        fault = fault_in(table, single_deal(table.game, seed, deal))
        if fault is not None:
            raise IllegalAnswerError(str(error_of(table, fault)))
