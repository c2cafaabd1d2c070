"""The engine and the reference agree: at every decision seat, legal answers and view, at the end every record.

The reference knows nothing of the engine: it replays the hands and answers of records by rules of its own.
"""

import random
from pathlib import Path

import pytest

from simcards.games.game import find_game
from simcards.strategy.texts import load
from tests.engine.tables import GAMES, SCORES, compare, watched
from tests.reference import OPTIONS

A_BLOCK = 500
A_DRAW = 100  # deals that share a drawn rule set
PROOF = 10

every_game = pytest.mark.parametrize("game", GAMES)
LARGE_VALUES = {"9": 16, "A": 1000}  # beyond 15, Game points are counted in another way
WITH_PIPS = ("canadian_smear", "cutthroat_pitch")
NOT_DEFAULT = [
    pytest.param(game, key, value, id=f"{game}-{key}={value}".replace(" ", ""))
    for game in GAMES
    for key, option in OPTIONS[game].items()
    for value in (*option.others, *([LARGE_VALUES] if key == "values" and game in WITH_PIPS else ()))
]


def check(game, rules, first, deals, seed=1):
    """Compare a range of deals of random players."""
    compare(watched(game, rules, SCORES), ["at_random"], seed, first, deals)


def check_drawn(game, block):
    """Compare deals under rules whose every option is drawn from its default and its other values."""
    for draw in range(block * A_BLOCK // A_DRAW, (block + 1) * A_BLOCK // A_DRAW):
        chosen = random.Random(f"{game} {draw}")
        rules = {key: chosen.choice((option.default, *option.others)) for key, option in OPTIONS[game].items()}
        check(game, rules, draw * A_DRAW, A_DRAW, seed=2)


@every_game
@pytest.mark.parametrize("block", range(20_000 // A_BLOCK))
def test_engine_and_reference_agree_under_the_default_rules(game, block):
    check(game, {}, block * A_BLOCK, A_BLOCK)


@pytest.mark.parametrize(("game", "key", "value"), NOT_DEFAULT)
def test_engine_and_reference_agree_under_every_other_value_of_an_option(game, key, value):
    check(game, {key: value}, 0, 1000)


@every_game
@pytest.mark.parametrize("block", range(5_000 // A_BLOCK))
def test_engine_and_reference_agree_with_all_options_drawn_together(game, block):
    check_drawn(game, block)


@every_game
@pytest.mark.parametrize("pair", [("basic", "cautious"), ("aggressive", "random"), ("basic", "random", "aggressive")])
def test_engine_and_reference_agree_when_shipped_strategies_play(game, pair):
    players = [load(text, find_game(game), Path(__file__).parents[2]).player for text in pair]
    compare(watched(game, {}, SCORES, players), pair, 6, 0, A_BLOCK)


@pytest.mark.prove
@every_game
@pytest.mark.parametrize("block", range(PROOF * 20_000 // A_BLOCK))
def test_proof_of_the_default_rules(game, block):
    check(game, {}, block * A_BLOCK, A_BLOCK, seed=3)


@pytest.mark.prove
@pytest.mark.parametrize(("game", "key", "value"), NOT_DEFAULT)
@pytest.mark.parametrize("block", range(PROOF))
def test_proof_of_every_other_value_of_an_option(game, key, value, block):
    check(game, {key: value}, block * 1000, 1000, seed=4)


@pytest.mark.prove
@every_game
@pytest.mark.parametrize("block", range(10, 10 + PROOF * 5_000 // A_BLOCK))
def test_proof_with_all_options_drawn_together(game, block):
    check_drawn(game, block)
