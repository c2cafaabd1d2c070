"""The helpers of card sets mean the same on Python's integers, on arrays and in compiled loops."""

import numpy as np
import pytest

from simcards import randomness
from simcards.cards import dealing, sets
from simcards.generated import compiled_module

SIZE = 400
LARGEST = (1 << 63) - 1


def random_sets():
    """Sets of all sizes, with the empty one, the full one, and every set of one card."""
    draw = np.random.default_rng(7)
    thin = [int(cards) for k in range(SIZE) for cards in [draw.integers(0, LARGEST)] if k % 2]
    thinner = [
        int(draw.integers(0, LARGEST) & draw.integers(0, LARGEST) & draw.integers(0, LARGEST)) for _ in range(SIZE)
    ]
    return np.array([0, LARGEST, 1 << 62, *(1 << code for code in range(62)), *thin, *thinner], np.int64)


def bits_of(cards):
    """The codes of a set."""
    return [code for code in range(63) if cards >> code & 1]


# Expressions of a set s and a small number k, each with what it must give in the most obvious Python.
EXPECTED = {
    "count(s)": lambda s, _: len(bits_of(s)),
    "lowest(s)": lambda s, _: min(bits_of(s), default=-1),
    "highest(s)": lambda s, _: max(bits_of(s), default=-1),
    "lowest_rank(s)": lambda s, _: min(bits_of(s & INSIDE), key=lambda code: (code % 16, code), default=-1),
    "highest_rank(s)": lambda s, _: max(bits_of(s & INSIDE), key=lambda code: (code % 16, code), default=-1),
    "nth(s, k)": lambda s, k: bits_of(s)[k] if 0 <= k < len(bits_of(s)) else -1,
    "bit(k)": lambda _, k: 1 << k if k >= 0 else 0,
    "select(k > 3, s)": lambda s, k: s if k > 3 else 0,
    "where(k > 3, s, k)": lambda s, k: s if k > 3 else k,
    "at((s, k, 5, -7), k)": lambda s, k: (s, k, 5, -7)[k] if 0 <= k < 4 else 0,
    "mix(s, k)": randomness.mix,
}
INSIDE = sum(0x7FFF << 16 * lane for lane in range(4))  # slot 15 of a lane holds no card
NAMES = [expression.partition("(")[0] for expression in EXPECTED]
SCOPE = {name: getattr(sets, name) for name in NAMES if name != "mix"} | {"mix": randomness.mix}


def arguments(expression):
    """Sets and small numbers for an expression; ranks are looked for among real cards only."""
    cards = random_sets()
    if "rank" in expression:
        cards &= INSIDE
    numbers = np.random.default_rng(8).integers(-1, 12, len(cards))
    if expression.startswith("mix"):
        numbers = np.abs(numbers)
    return cards, numbers


@pytest.mark.parametrize("expression", EXPECTED)
def test_a_helper_gives_on_pythons_integers_what_it_says(expression):
    cards, numbers = arguments(expression)
    for s, k in zip(cards.tolist(), numbers.tolist(), strict=True):
        found = eval(expression, SCOPE, {"s": s, "k": k})  # noqa: S307  # an expression of this file
        assert found == EXPECTED[expression](s, k)
        assert type(found) is int


@pytest.mark.parametrize("expression", EXPECTED)
def test_a_helper_gives_the_same_on_arrays(expression):
    cards, numbers = arguments(expression)
    found = eval(expression, SCOPE, {"s": cards, "k": numbers})  # noqa: S307  # an expression of this file
    expected = [EXPECTED[expression](s, k) for s, k in zip(cards.tolist(), numbers.tolist(), strict=True)]
    assert found.dtype == np.int64
    assert found.tolist() == expected


def test_every_helper_gives_the_same_in_a_compiled_loop():
    lines = "\n".join(f"        out[{row}, i] = {expression}" for row, expression in enumerate(EXPECTED))
    text = (
        f"@loop\ndef helpers(sets, numbers, out):\n    for i in range(len(sets)):\n        s = sets[i]\n"
        f"        k = numbers[i]\n{lines}\n"
    )
    module = compiled_module("helpers", text, SCOPE)
    cards, numbers = arguments("rank mix")
    numbers = np.abs(numbers)
    out = np.zeros((len(EXPECTED), len(cards)), np.int64)
    module.helpers(cards, numbers, out)
    for row, expression in enumerate(EXPECTED):
        expected = [EXPECTED[expression](s, k) for s, k in zip(cards.tolist(), numbers.tolist(), strict=True)]
        assert out[row].tolist() == expected, expression


def test_a_code_of_minus_one_is_no_card_in_a_compiled_loop_too():
    text = "@loop\ndef none(code, out):\n    out[0] = bit(code); out[1] = nth(7, code); out[2] = at((1, 2), code)\n"
    out = np.full(3, 9, np.int64)
    compiled_module("none", text, SCOPE).none(-1, out)
    assert out.tolist() == [0, -1, 0]


@pytest.mark.parametrize("positions", [1, 2])
def test_taking_cards_by_position_is_the_same_by_the_instruction_and_portably(positions):
    text = (
        "@loop\ndef take_all(masks, sets, fast, slow):\n    for i in range(len(sets)):\n"
        "        fast[i] = deposit(masks[i], sets[i])\n        slow[i] = portable(masks[i], sets[i])\n"
    )
    scope = {"deposit": dealing.deposit, "portable": dealing._deposit_portably}
    module = compiled_module("positions", text, scope)
    cards = random_sets()
    cards = cards[np.bitwise_count(cards) >= positions]
    draw = np.random.default_rng(9)
    chosen = [draw.choice(int(s).bit_count(), positions, replace=False).tolist() for s in cards]
    masks = np.array([sum(1 << k for k in places) for places in chosen], np.int64)
    fast, slow = np.zeros_like(cards), np.zeros_like(cards)
    module.take_all(masks, cards, fast, slow)
    expected = [sum(1 << bits_of(s)[k] for k in places) for s, places in zip(cards.tolist(), chosen, strict=True)]
    assert fast.tolist() == slow.tolist() == expected
    assert [dealing.deposit(*pair) for pair in zip(masks.tolist(), cards.tolist(), strict=True)] == expected
