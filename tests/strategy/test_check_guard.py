"""Numbers that watch themselves are Python's own in all but what leaves 64 bits."""

import operator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcards.cards.sets import at, bit, count, select
from simcards.randomness import mix
from simcards.strategy.check.guard import Guarded, OverflowedError, WideShiftError, guard, guarded, unguard

WORDS = st.integers(-(1 << 63), (1 << 63) - 1)
OPERATIONS = (operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor)
DIVISIONS = (operator.floordiv, operator.mod)


def fits(value):
    return -(1 << 63) <= value < 1 << 63


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)  # a busy machine is no fault
@given(WORDS, WORDS, st.sampled_from([*OPERATIONS, *DIVISIONS]))
def test_a_result_is_that_of_plain_numbers_when_it_fits_and_an_error_when_not(a, b, operation):
    if operation in DIVISIONS and b == 0:
        return
    expected = operation(a, b)
    for one, other in ((Guarded(a), b), (a, Guarded(b)), (Guarded(a), Guarded(b))):
        if fits(expected):
            found = operation(one, other)
            assert (found, type(found)) == (expected, Guarded)
        else:
            with pytest.raises(OverflowedError, match="beyond 64 bits"):
                operation(one, other)


@given(st.integers(0, 1 << 20), st.integers(-3, 70), st.sampled_from((operator.lshift, operator.rshift)))
def test_a_shift_is_one_of_0_to_62_places(a, places, shift):
    for one, other in ((Guarded(a), places), (a, Guarded(places))):
        if not 0 <= places <= 62:
            with pytest.raises(WideShiftError, match=f"by {places}"):
                shift(one, other)
        elif fits(shift(a, places)):
            assert shift(one, other) == shift(a, places)
        else:
            with pytest.raises(OverflowedError):
                shift(one, other)


def test_signs_and_counts_stay_guarded():
    for value in (-Guarded(5), ~Guarded(5), abs(Guarded(-5)), Guarded(5).bit_count(), Guarded(5).bit_length()):
        assert type(value) is Guarded
    with pytest.raises(OverflowedError):
        -Guarded(-(1 << 63))


def test_flags_and_reals_are_left_alone():
    assert type(Guarded(1) < 2) is bool
    assert type(Guarded(1) / 2) is float
    assert guard((True, 1.5, 3)) == (True, 1.5, 3)
    assert type(unguard(guard((3, (4,))))[1][0]) is int


def doubled(x):
    return x * 2


def twice(x):
    return doubled(x) + 1


def even(x):
    return True if x == 0 else odd(x - 1)


def odd(x):
    return False if x == 0 else even(x - 1)


def of_a_hand(hand, word):
    return count(bit(-1)) + at((1, 2), 1) + select(hand != 0, mix(word, 3)) * 0


def test_helpers_of_a_strategy_are_guarded_and_may_call_each_other():
    assert guarded(twice)(Guarded(5)) == 11
    with pytest.raises(OverflowedError):
        guarded(twice)(Guarded(1 << 62))
    assert guarded(even)(Guarded(6)) is True


def test_what_a_strategy_imports_may_go_beyond_on_its_way():
    assert guarded(of_a_hand)(Guarded(1 << 60), Guarded((1 << 63) - 1)) == 2
