"""The shipped strategies of King Pedro: what they say, keep, give and play, and that basic is the best of them."""

import random

import pytest

from simcards.games.game import find_game
from tests.strategies.answers import margins, shipped
from tests.strategies.position_king_pedro import KING_PEDRO, Position, is_legal, is_sound, view_of
from tests.strategies.positions_king_pedro import POSITIONS

EVERY_ONE = ("basic", "cautious", "aggressive", "random")


def answer(strategy, position):
    """The view in a position, and what a strategy answers."""
    view = view_of(position, strategy.params)
    rules = find_game(KING_PEDRO.name)
    view.layout = rules.deck(rules.book.rules()).layout
    return view, getattr(strategy, position.decision)(view)


def first_calls(name, hands):
    """What the eldest says with each of some random hands, the same ones for every strategy."""
    strategy = shipped(KING_PEDRO, name)
    cards = random.Random(20)
    positions = (
        Position(says="", hand=" ".join(cards.sample(KING_PEDRO.pack, 9)), answers="", decision="bid")
        for _ in range(hands)
    )
    return [answer(strategy, position)[1] for position in positions]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
def test_basic_answers_as_a_club_player_does(position):
    assert is_sound(position, *answer(shipped(KING_PEDRO, "basic"), position))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
@pytest.mark.parametrize("name", EVERY_ONE)
def test_every_answer_is_legal(name, position):
    view, given = answer(shipped(KING_PEDRO, name), position)
    assert is_legal(view, position.decision, given)


def test_cautious_never_calls_more_than_basic_and_aggressive_never_less():
    cautious, basic, aggressive = (first_calls(name, hands=3000) for name in ("cautious", "basic", "aggressive"))
    assert all(low <= middle <= high for low, middle, high in zip(cautious, basic, aggressive, strict=True))
    assert sum(cautious) < sum(basic) < sum(aggressive)


@pytest.mark.parametrize("name", ["cautious", "aggressive", "random"])
def test_basic_beats_the_others_in_either_seats(name):
    first, second = margins("king_pedro", "basic", name, deals=100_000)
    assert first["margin_low"] > 0
    assert second["margin_high"] < 0
