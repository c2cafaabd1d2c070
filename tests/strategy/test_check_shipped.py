"""Every shipped strategy of every game passes its check, in all contracts and all kinds of decisions.

It is also the test that no view of any game shows a card that its seat has not seen.
"""

import pytest

from simcards.games.game import find_game, games
from simcards.strategy.candidates import shipped_root
from simcards.strategy.check.legality import play_in_plain_python
from simcards.strategy.check.situations import begin
from simcards.strategy.check.suite import TESTS, outcomes
from simcards.strategy.discovery import find_strategies

DEALS = 400
WHOLE = "basic"  # the others share its play and most of its loops
SHIPPED = [
    (game.name, one.name)
    for game in games().values()
    for one in find_strategies(game, shipped_root().parent)
    if one.problem is None
]
IN_TURN = [  # one of each game at every change, all of them among the long proofs
    pytest.param(game, name, marks=() if name == WHOLE else pytest.mark.prove, id=f"{game}-{name}")
    for game, name in SHIPPED
]


@pytest.mark.parametrize(("name", "strategy"), IN_TURN)
def test_a_shipped_strategy_passes(name, strategy):
    game = find_game(name)
    trial = begin(strategy, game, game.book.rules(), 1, DEALS, shipped_root().parent)
    found = {outcome.test: outcome for outcome in outcomes(trial)}
    assert list(found) == list(TESTS)
    for outcome in found.values():
        assert outcome.result in ("ok", "warning"), outcome.text
        assert "runs as plain Python" not in outcome.text
    if not trial.is_plain:
        least = game.book.by_key["bid_min"].default if "bid_min" in game.book.by_key else 0
        contracts = found["legal"].numbers["contracts"]
        assert all(number for bid, number in zip(game.calls, contracts.values(), strict=True) if bid >= least)
    for test in ("repeatable", "hidden"):
        assert all(found[test].numbers["decisions"][decision] > 10 for decision in game.decisions)


@pytest.mark.parametrize("players", [pytest.param(2), pytest.param(3, marks=pytest.mark.prove), pytest.param(8)])
@pytest.mark.parametrize("strategy", [WHOLE])
def test_a_strategy_of_pitch_passes_at_tables_of_other_sizes(players, strategy):
    game = find_game("cutthroat_pitch")
    trial = begin(strategy, game, game.book.rules({"players": players}), 1, DEALS, shipped_root().parent)
    for situation in trial.situations:
        play_in_plain_python(situation.table, 1, 2)
