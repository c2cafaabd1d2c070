"""An edit of a strategy or of its helper reaches the compiled loops, and so the results, at once."""

import numpy as np
import pytest

from simcards.engine.table import Table
from simcards.games.game import find_game

HOME = "strategies/canadian_smear"
SMEAR = find_game("canadian_smear")
DEALS = 400
BY_NAME = "from .levels import level\n\ndef wanted(v):\n    return level\n"
BY_MODULE = "from . import levels\n\ndef wanted(v):\n    return levels.level\n"
BID = "wanted(v) * (v.legal >> wanted(v) & 1)"


def counts_of(workspace):
    table = Table(SMEAR, SMEAR.book.rules(), [workspace.load("mine").player])
    table.prepare()
    assert table.is_compiled
    counts = table.new_counts()
    table.play(1, 0, DEALS, counts)
    return counts


@pytest.mark.parametrize("helper", [BY_NAME, BY_MODULE], ids=["by name", "by module"])
def test_results_follow_an_edit_of_a_helpers_helper_and_its_undo(workspace, helper):
    workspace.write(f"{HOME}/mine.py", before="from .helper import wanted\n", bid=BID)
    workspace.write(f"{HOME}/helper.py", helper)
    results = []
    for level in (2, 3, 2):
        workspace.write(f"{HOME}/levels.py", f"level = {level}\n")
        results.append(counts_of(workspace))
    contracts = [np.flatnonzero(counts[:, 0].reshape(2, -1, 14).sum(axis=(0, 2))).tolist() for counts in results]
    assert contracts == [[2], [3], [2]]
    assert (results[0] == results[2]).all()


def test_results_follow_an_edit_of_the_strategy_and_its_undo(workspace):
    results = []
    for level in (2, 3, 2):
        workspace.write(f"{HOME}/mine.py", bid=f"{level} * (v.legal >> {level} & 1)")
        results.append(counts_of(workspace))
    assert (results[0] != results[1]).any()
    assert (results[0] == results[2]).all()
