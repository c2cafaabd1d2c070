"""Tables as plain text, for files, for pipes and for eyes: no colour, numbers to the right, units in the header."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

GAP = "  "

Cell = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Column:
    """What one column shows: `scale` times its number, with so many digits after the point, in `unit`."""

    name: str
    unit: str = ""
    digits: int = 0
    scale: float = 1
    signed: bool = False

    def text(self, cell: Cell) -> str:
        """Return the cell as it is shown; what is undefined is empty, never 0."""
        match cell:
            case None:
                return ""
            case bool():
                return "yes" if cell else "no"
            case str():
                return " ".join(cell.split())
            case int() if self.scale == 1 and self.digits == 0:
                return f"{cell:{self._sign},}"
            case _:
                return f"{cell * self.scale:{self._sign}z,.{self.digits}f}"

    @property
    def _sign(self) -> str:
        return "+" if self.signed else "-"


def percent(name: str, digits: int = 1) -> Column:
    """Return a column of shares of 1, shown in per cent."""
    return Column(name, unit="%", digits=digits, scale=100)


def text_table(columns: Sequence[Column | str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return the table as lines without a last newline: names, units where there are any, a rule, the rows.

    A column is aligned to the right when everything in it is a number, and to the left when not. A row with too few or
    too many cells raises ValueError.
    """
    shown = [Column(column) if isinstance(column, str) else column for column in columns]
    cells = [tuple(row) for row in rows]
    texts = [[column.text(cell) for column, cell in zip(shown, row, strict=True)] for row in cells]
    header = [[column.name for column in shown]]
    if any(column.unit for column in shown):
        header.append([column.unit for column in shown])
    lines = header + texts
    widths = [max(_width(line[place]) for line in lines) for place in range(len(shown))]
    right = [all(_is_number(row[place]) for row in cells) for place in range(len(shown))]
    lines.insert(len(header), ["-" * width for width in widths])
    return "\n".join(
        GAP.join(_padded(*parts) for parts in zip(line, widths, right, strict=True)).rstrip() for line in lines
    )


def _is_number(cell: Cell) -> bool:
    return cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool))


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space


def _width(text: str) -> int:
    """Return how many columns of a terminal the text takes: wide letters two, accents put on a letter none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)
