"""The shipped strategies of Charlemagne: what they say, keep, give and play, and that basic is the best of them."""

import random
from functools import cache

import pytest

from simcards.strategy.loading import load_file
from simcards.strategy.sources import read_folder
from tests.strategies.answers import SHIPPED, margins
from tests.strategies.position_charlemagne import PACK, Position, is_legal_answer, is_sound, view_of
from tests.strategies.positions_charlemagne import POSITIONS

EVERY_ONE = ("basic", "cautious", "aggressive", "random")


@cache
def shipped(name):
    return load_file(read_folder(SHIPPED / "charlemagne"), f"{name}.py", f"strategies/charlemagne/{name}.py").strategy


def answer(name, position):
    """The view in a position, and the strategy's answer."""
    strategy = shipped(name)
    view = view_of(position, strategy.params)
    return view, getattr(strategy, position.decision)(view)


def first_calls(name, hands):
    """What the eldest says with each of some random hands, the same ones for every strategy."""
    cards = random.Random(20)
    positions = (
        Position(says="", hand=" ".join(cards.sample(PACK, 8)), answers="", decision="bid") for _ in range(hands)
    )
    return [answer(name, position)[1] for position in positions]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
def test_basic_answers_as_a_club_player_does(position):
    _, given = answer("basic", position)
    assert is_sound(position, given)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
@pytest.mark.parametrize("name", EVERY_ONE)
def test_every_answer_is_legal(name, position):
    view, given = answer(name, position)
    assert is_legal_answer(view, position, given)


def test_nobody_bids_a_gros_who_wins_the_match_without():
    hand = "7C 8C 9C 7D 8D 7H 8H 7S"
    view = view_of(Position(says="", hand=hand, answers="", decision="bid"), shipped("basic").params)
    view.score_us = 17
    assert shipped("basic").bid(view) == 9


def test_cautious_never_calls_more_than_basic_and_aggressive_never_less():
    cautious, basic, aggressive = (first_calls(name, hands=3000) for name in ("cautious", "basic", "aggressive"))
    assert all(low <= middle <= high for low, middle, high in zip(cautious, basic, aggressive, strict=True))
    assert sum(cautious) < sum(basic) < sum(aggressive)


@pytest.mark.parametrize("name", ["cautious", "aggressive", "random"])
def test_basic_beats_the_others_in_either_seats(name):
    first, second = margins("charlemagne", "basic", name, deals=100_000)
    assert first["margin_low"] > 0
    assert second["margin_high"] < 0
