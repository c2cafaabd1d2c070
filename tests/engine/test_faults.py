"""A strategy at fault is named with the lowest deal, whatever its kind and however rare the fault."""

import sys

import numpy as np
import pytest

from simcards.engine.deciders import Decider
from simcards.engine.faults import fault_in
from simcards.engine.start import single_deal
from simcards.engine.table import Table
from simcards.errors import StrategyError
from simcards.games.game import find_game


def rare_call(v):
    return 7 if v.random % 5003 == 7 else 0


def rare_error(v):
    if (v.random % 5003 == 0).any():
        raise ValueError("boom")
    return np.zeros(len(v.hand), np.int64)


def rare_exit(v):
    if v.random % 5003 == 0:
        sys.exit(0)
    return 0


def one_number(_view):
    return 0


def reals(v):
    return np.zeros(len(v.hand))


def two_columns(v):
    return np.zeros((len(v.hand), 2), np.int64)


CASES = [
    (rare_call, "scalar", "returned 7, which is illegal"),
    (rare_call, "python", "returned 7, which is illegal"),
    (rare_error, "array", "raised ValueError: boom"),
    (rare_exit, "python", "raised SystemExit: 0"),
    (one_number, "array", "returned an array of shape ()"),
    (reals, "array", "returned an array of float64"),
    (two_columns, "array", "returned an array of shape (1, 2)"),
]


@pytest.mark.parametrize(("bid", "kind", "problem"), CASES, ids=[f"{bid.__name__} {kind}" for bid, kind, _ in CASES])
def test_the_lowest_deal_at_fault_is_named(bid, kind, problem):
    game = find_game("canadian_smear")
    rules = game.book.rules()
    player = {d: Decider(d, game.defaults[d], "scalar", "faulty") for d in game.decisions}
    player["bid"] = Decider("bid", bid, kind, "faulty")
    table = Table(game, rules, [player])
    table.prepare()
    with pytest.raises(StrategyError) as caught:
        table.play(1, 0, 8000, table.new_counts(), 4000)
    text = str(caught.value)
    assert problem in text
    assert "\n" not in text
    deal = int(text.split("deal ")[1].split(";", maxsplit=1)[0])
    assert f"simcards show canadian_smear faulty --seed 1 --deal {deal} --views" in text
    assert fault_in(table, single_deal(table.game, 1, deal)) is not None
    assert all(fault_in(table, single_deal(table.game, 1, lower)) is None for lower in range(max(0, deal - 40), deal))
