"""Plain text tables, compared with what they should look like."""

import pytest

from simcards.reports.tables import Column, percent, text_table


def test_numbers_stand_to_the_right_words_to_the_left_and_units_under_the_names():
    table = text_table(
        ["side", "strategy", "deals", percent("make rate"), Column("mean margin", "points", digits=3, signed=True)],
        [(0, "basic", 1_000_000, 0.61234, 1.25), (1, "cautious", 12, None, -0.75)],
    )
    assert table == (
        "side  strategy      deals  make rate  mean margin\n"
        "                                   %       points\n"
        "----  --------  ---------  ---------  -----------\n"
        "   0  basic     1,000,000       61.2       +1.250\n"
        "   1  cautious         12                  -0.750"
    )


def test_a_table_without_units_has_one_header_line_and_one_without_rows_is_its_header():
    assert text_table(["bid", "deals"], []) == "bid  deals\n---  -----"


def test_what_is_undefined_is_empty_and_no_line_ends_in_a_space():
    assert text_table(["bid", "make rate"], [(2, None), (3, 0)]).splitlines()[2:] == ["  2", "  3          0"]


@pytest.mark.parametrize(
    ("column", "cell", "text"),
    [
        (Column("x", digits=2), -0.001, "0.00"),
        (Column("x", digits=2, signed=True), 0.0, "+0.00"),
        (Column("x", digits=1), 1234.56, "1,234.6"),
        (Column("x", digits=1), 3, "3.0"),
        (Column("x"), 10**18 + 1, "1,000,000,000,000,000,001"),
        (Column("x", signed=True), 7, "+7"),
        (percent("x", digits=2), 1.0, "100.00"),
        (percent("x", digits=0), 1, "100"),
        (Column("x"), True, "yes"),
        (Column("x"), "two\nlines\t ", "two lines"),
    ],
)
def test_a_cell_is_shown_as(column, cell, text):
    assert column.text(cell) == text


def test_wide_letters_and_accents_keep_the_columns_straight():
    table = text_table(["name", "n"], [("日本", 1), ("e\u0301te\u0301", 22), ("abcd", 333)])
    assert table.splitlines()[2:] == ["日本    1", "e\u0301te\u0301    22", "abcd  333"]


def test_a_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match=r"shorter|longer"):
        text_table(["a", "b"], [(1, 2), (1,)])
