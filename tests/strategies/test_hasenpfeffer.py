"""The shipped strategies of Hasenpfeffer: what they say and play, and that basic is the best of them."""

import pytest

from tests.strategies.answers import answer, first_calls, margins, shipped
from tests.strategies.position import HASENPFEFFER, answer_text, is_legal_answer
from tests.strategies.positions_hasenpfeffer import POSITIONS

EVERY_ONE = ("basic", "cautious", "aggressive", "random")


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
def test_basic_answers_as_a_club_player_does(position):
    _, given = answer(HASENPFEFFER, shipped(HASENPFEFFER, "basic"), position)
    assert answer_text(HASENPFEFFER, position, given) in position.answers.split()


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
@pytest.mark.parametrize("name", EVERY_ONE)
def test_every_answer_is_legal(name, position):
    assert is_legal_answer(*answer(HASENPFEFFER, shipped(HASENPFEFFER, name), position))


def test_cautious_never_calls_more_than_basic_and_aggressive_never_less():
    cautious, basic, aggressive = (
        first_calls(HASENPFEFFER, name, hands=3000) for name in ("cautious", "basic", "aggressive")
    )
    assert all(low <= middle <= high for low, middle, high in zip(cautious, basic, aggressive, strict=True))
    assert sum(cautious) < sum(basic) < sum(aggressive)


@pytest.mark.parametrize("name", ["cautious", "aggressive", "random"])
def test_basic_beats_the_others_in_either_seats(name):
    first, second = margins("hasenpfeffer", "basic", name, deals=100_000)
    assert first["margin_low"] > 0
    assert second["margin_high"] < 0
