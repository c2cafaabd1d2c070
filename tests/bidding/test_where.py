"""Limits on a hand: which hands they hold for, and what is said of texts that are none."""

import numpy as np
import pytest

from simcards.bidding.where import ALWAYS, Either, Every, Limit, holds, limits_of, may_hold, parse_where
from simcards.errors import UsageError
from tests.bidding.decks import BOWERS, FULL, MULOT

HAND = "AS KS JS JH 9D LJ"  # 3 spades, a heart, a diamond, no club, a joker, an ace, two jacks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        ("spades = 3", True),
        ("spades == 3", True),
        ("S=3", True),
        ("spade>3", False),
        ("spades >= 3", True),
        ("spades < 3", False),
        ("spades <= 3", True),
        ("spades != 3", False),
        ("hearts != 3", True),
        ("Clubs = 0 AND Hearts = 1", True),
        ("c = 0, d = 1, h = 1, s = 3", True),
        ("jokers = 1", True),
        ("joker > 1", False),
        ("count(A) = 1", True),
        ("count(J) = 2", True),
        ("count(j a 9d) = 4", True),
        ("count(J, A, 9D, LJ) = 5", True),
        ("count(BJ lj) = 1", True),
        ("count(T 10 10H) = 0", True),
        ("spades + jokers >= 4", True),
        ("spades + count(A) = 4", True),
        ("hearts + diamonds + clubs > 2", False),
        ("2 <= spades <= 4", True),
        ("4 <= spades <= 5", False),
        ("1 < hearts + diamonds < 3", True),
        ("4 > spades", True),
        ("3 = spades", True),
        ("3 != spades", False),
        ("3 > spades", False),
        ("spades = 9 and hearts = 9 or jokers = 1", True),
        ("jokers = 1 or spades = 9 and hearts = 9", True),
        ("(jokers = 1 or spades = 9) and hearts = 9", False),
        ("jokers = 1 or spades = 9, hearts = 9", True),
        ("((spades=3))and((hearts=1)or(clubs=2))", True),
    ],
)
def test_limits_hold_for_a_hand_or_not(text, expected):
    hand = MULOT.parse_set(HAND.split())
    condition = parse_where(text, MULOT)
    assert bool(holds(condition, hand)) is expected
    by_hand = np.broadcast_to(holds(condition, np.array([hand, 0])), 2)
    assert bool(by_hand[0]) is expected


def test_the_tree_of_a_text():
    spades = FULL.parse_set(name for name in FULL.names.values() if name[-1] == "S")
    aces = FULL.parse_set(["AC", "AD", "AH", "AS"])
    assert parse_where("  ", FULL) == ALWAYS
    assert parse_where("spades == 2", FULL) == Limit((spades,), "=", 2)
    assert parse_where("1 <= s + count(A) < 3 or jokers = 0", FULL) == Either(
        (Every((Limit((spades, aces), ">=", 1), Limit((spades, aces), "<", 3))), Limit((0,), "=", 0))
    )
    assert len(limits_of(parse_where("s=1 and (h=1 or d=1)", FULL))) == 3


def test_jacks_and_fives_count_in_the_suit_printed_on_them():
    hand = FULL.parse_set(["JC", "5C", "5S", "AS"])
    assert holds(parse_where("clubs = 2 and spades = 2", FULL), hand)


@pytest.mark.parametrize("sign", ["<", "<=", "=", "!=", ">=", ">"])
def test_a_limit_may_hold_when_it_holds_for_a_number_within_its_bounds(sign):
    meaning = {
        "<": int.__lt__,
        "<=": int.__le__,
        "=": int.__eq__,
        "!=": int.__ne__,
        ">=": int.__ge__,
        ">": int.__gt__,
    }[sign]
    for number in range(5):
        limit = Limit((1,), sign, number)
        for low in range(5):
            for high in range(low, 5):
                expected = any(meaning(k, number) for k in range(low, high + 1))
                assert bool(may_hold(limit, lambda _, low=low, high=high: (low, high))) == expected


TERMS = "clubs, diamonds, hearts, spades, jokers or count(…) should be"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("spades", "the end after 'spades', where one of <= >= == != < > = should be"),
        ("spades > x", "--where 'spades > x': 'x' after '>', where a number of cards should be; e.g. 'spades >= 3"),
        ("spades >", "the end after '>', where a number of cards should be"),
        ("spades => 1", "'>' after '=', where a number of cards should be"),
        ("spades >= -1", "'-' after '>=', where a number of cards should be"),
        ("spades >= 99999", "'99999' after '>=', where a number of cards should be"),
        ("spades >= 1.5", "'.' after '1', where 'and', 'or' or the end should be"),
        ("3", "the end after '3', where one of"),
        ("3 <=", f"the end after '<=', where {TERMS}"),
        ("3 <= spades <=", "the end after '<=', where a number of cards should be"),
        ("1 < spades < 3 < 4", "'<' after '3', where 'and', 'or' or the end should be"),
        ("(spades > 1", "the end after '1', where ')' should be"),
        ("spades > 1)", "')' after '1', where 'and', 'or' or the end should be"),
        ("()", f"')' after '(', where {TERMS}"),
        ("spades > 1 hearts > 1", "'hearts' after '1', where 'and', 'or' or the end should be"),
        ("spades > 1 and", f"the end after 'and', where {TERMS}"),
        ("spades > 1,", f"the end after ',', where {TERMS}"),
        ("or", f"'or', where {TERMS}"),
        ("A > 1", f"'A', where {TERMS}"),
        ("♠ > 1", f"'♠', where {TERMS}"),
        ("spades + > 1", f"'>' after '+', where {TERMS}"),
        ("count A", "'A' after 'count', where '(' should be"),
        ("count() > 1", "')' after '(', where a card (AS), a rank (A, 10) or a joker should be"),
        ("count(A", "the end after 'A', where a card (AS), a rank (A, 10) or a joker should be"),
        ("count(A,) > 1", "')' after ',', where a card (AS)"),
        ("count(spades) > 1", "'spades' after '(', where a card (AS)"),
        ("count(2C) > 1", "--where 'count(2C) > 1': card 2C is not in this deck (9 to A with JK)"),
        ("count(BJ) > 1", "card BJ is not in this deck (9 to A with JK)"),
        ("count(A, 2) > 1", "no 2 is in this deck (9 to A with JK)"),
        ("(" * 3000, "more than 40 parentheses within each other"),
    ],
)
def test_a_text_that_is_no_limit_is_told_where(text, message):
    with pytest.raises(UsageError) as caught:
        parse_where(text, BOWERS)
    assert message in str(caught.value)
    assert str(caught.value).startswith("--where '")
    assert "\n" not in str(caught.value)
