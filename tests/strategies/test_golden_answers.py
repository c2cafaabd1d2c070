"""What `basic` answers in 1,000 positions a game is golden: whoever changes an answer measures again what quotes it.

The positions come up in deals that `random` plays, so they stay the same whatever `basic` does.
`SIMCARDS_WRITE_ANSWERS=1 pytest tests/strategies/test_golden_answers.py` writes the answers given now.
"""

import os
from itertools import count
from pathlib import Path

import pytest

from simcards.engine.interpreted import decisions, plain_answer
from simcards.engine.start import single_deal
from simcards.games.game import find_game
from simcards.strategy.texts import load

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden"
GAMES = ("canadian_smear", "charlemagne", "cutthroat_pitch", "hasenpfeffer", "king_pedro")
POSITIONS = 1000
AT_MOST = {"bid": 350, "play": 600}  # of each kind of decision; the rarer kinds are all taken
SEED = 11


def answers(game_name):
    """Lines "deal seat decision: answer" of the first positions with a choice, at most so many of each kind."""
    game = find_game(game_name)
    rules = game.book.rules()
    basic, at_random = load("basic", game, ROOT).player, load("random", game, ROOT).player
    taken, lines = dict.fromkeys(game.decisions, 0), []
    for deal in count():
        for ask in decisions(game, rules, [at_random], single_deal(game, SEED, deal)):
            kind = ask.decision
            if ask.legal & (ask.legal - 1) and taken[kind] < AT_MOST.get(kind, POSITIONS):
                taken[kind] += 1
                lines.append(f"{deal} {ask.seat} {kind}: {plain_answer(basic[kind], ask.view)}")
                if len(lines) == POSITIONS:
                    return "\n".join(lines) + "\n"
    raise AssertionError("deals do not end")


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_of_basic_stay_what_they_were(game):
    path = GOLDEN / f"answers_of_basic_{game}.txt"
    found = answers(game)
    if os.environ.get("SIMCARDS_WRITE_ANSWERS"):
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
