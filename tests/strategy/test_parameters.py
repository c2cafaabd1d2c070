"""The parameters in a strategy's text: which numbers they take, which they refuse."""

import pytest

from simcards.engine.table import MOST_PARAMS


def params_of(loaded):
    return dict(loaded.player["bid"].params)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        ("3", 3),
        ("-3", -3),
        ("2.0", 2),
        ("2.", 2),
        ("1e3", 1000),
        ("1E3", 1000),
        ("10e-1", 1),
        ("-0", 0),
        ("9223372036854775807", (1 << 63) - 1),
        ("-9223372036854775808", -(1 << 63)),
        ("9007199254740993", 9007199254740993),
    ],
)
def test_a_whole_parameter_takes_every_number_that_is_whole(table, number, value):
    found = params_of(table.load(f"three:low={number}"))["low"]
    assert found == value
    assert type(found) is int


@pytest.mark.parametrize("number", ["2.5", "1e-3", "1e-999999999", ".5"])
def test_a_whole_parameter_refuses_a_fraction(table, number):
    said = f"low={number}: parameter 'low' of three (default 2) is a whole number; give one, such as"
    assert said in table.error(f"three:low={number}")


@pytest.mark.parametrize(
    "number",
    ["9223372036854775808", "-9223372036854775809", "1e19", "1e999999999", "1e99999999999999999999", "9" * 5000],
)
def test_a_whole_parameter_refuses_what_64_bits_do_not_hold(table, number):
    assert "parameter 'low' of three (default 2) is a whole number of 64 bits" in table.error(f"three:low={number}")


@pytest.mark.parametrize(
    ("number", "value"), [("3", 3.0), ("-0.25", -0.25), (".1", 0.1), ("1e300", 1e300), ("0", 0.0), ("0e-999", 0.0)]
)
def test_a_real_parameter_takes_whole_numbers_and_fractions(table, number, value):
    found = params_of(table.load(f"three:share={number}"))["share"]
    assert found == value
    assert type(found) is float


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("1e999", "cannot be so large"),
        ("-1e999", "cannot be so large"),
        ("1e-999", "cannot be so small"),
        ("9007199254740993", "cannot hold these digits exactly"),
    ],
)
def test_a_real_parameter_refuses_what_a_float_cannot_hold(table, number, said):
    found = table.error(f"three:share={number}")
    assert f"share={number}: parameter 'share' of three (default 0.5)" in found
    assert said in found


def test_an_unknown_parameter_names_the_nearest(table):
    said = "strategy 'three:lov=1': lov=1: three has no parameter 'lov'; did you mean 'low'?"
    assert table.error("three:lov=1") == said


def test_a_parameter_of_another_part_is_unknown(table):
    said = "strategy 'two+play=three:high=1': high=1: three has no parameter 'high'; choose one of: low, share"
    assert table.error("two+play=three:high=1") == said


def test_a_strategy_without_parameters_says_so(table):
    table.write("strategies/canadian_smear/none.py")
    assert table.error("none:low=1").endswith("none has no parameter 'low'; it has none")


def test_more_parameters_than_the_engine_holds_are_refused(table):
    table.write("many.py", params=repr({f"p{k}": k for k in range(MOST_PARAMS + 1)}))
    assert f"many.py has {MOST_PARAMS + 1} parameters; at most {MOST_PARAMS} are possible" in table.error("many.py")


def test_parameters_keep_the_order_in_which_the_strategy_lists_them(table):
    assert [key for key, _ in table.load("three:share=1,low=3").player["bid"].params] == ["low", "share"]
