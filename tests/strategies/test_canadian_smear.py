"""The shipped strategies of Canadian Smear: what they say and play, and that basic is the best of them."""

import pytest

from tests.strategies.answers import answer, first_calls, margins, played, shipped
from tests.strategies.position import CANADIAN_SMEAR, answer_text, is_legal_answer
from tests.strategies.positions_canadian_smear import POSITIONS

LIKE_BASIC = ("basic", "basic_array", "basic_python")
EVERY_ONE = (*LIKE_BASIC, "cautious", "aggressive", "random")


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
@pytest.mark.parametrize("name", LIKE_BASIC)
def test_basic_answers_as_a_club_player_does(name, position):
    _, given = answer(CANADIAN_SMEAR, shipped(CANADIAN_SMEAR, name), position)
    assert answer_text(CANADIAN_SMEAR, position, given) in position.answers.split()


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
@pytest.mark.parametrize("name", EVERY_ONE)
def test_every_answer_is_legal(name, position):
    assert is_legal_answer(*answer(CANADIAN_SMEAR, shipped(CANADIAN_SMEAR, name), position))


def test_cautious_never_calls_more_than_basic_and_aggressive_never_less():
    cautious, basic, aggressive = (
        first_calls(CANADIAN_SMEAR, name, hands=3000) for name in ("cautious", "basic", "aggressive")
    )
    assert all(low <= middle <= high for low, middle, high in zip(cautious, basic, aggressive, strict=True))
    assert sum(cautious) < sum(basic) < sum(aggressive)


@pytest.mark.parametrize("name", ["cautious", "aggressive", "random"])
def test_basic_beats_the_others_in_either_seats(name):
    first, second = margins("canadian_smear", "basic", name, deals=100_000)
    assert first["margin_low"] > 0
    assert second["margin_high"] < 0


@pytest.mark.parametrize("name", ["basic_array", "basic_python"])
def test_the_example_plays_exactly_like_basic_card_by_card(name):
    compiled, example = (played("canadian_smear", [text, "cautious"], deals=2000) for text in ("basic", name))
    assert example == compiled
