"""Grouping results by a function of the user's own: what it sees of a deal, and the labels it gives."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.engine.chunk import outcome_rows
from simcards.engine.game_text import score_columns
from simcards.engine.table import Table
from simcards.errors import StrategyError, UsageError, nearest
from simcards.games.game import Game


@dataclass(frozen=True)
class DealtCards:
    """A deal as it was dealt; card sets are whole numbers in suit order, as in the views of strategies.

    number: the deal's number; dealer: the seat that dealt; hands: by seat; kitty: the set of its cards (0 without one);
    second: by seat, what is dealt after trump is named (0 without a second deal); eldest: the seat left of the dealer.
    """

    number: int
    dealer: int
    hands: tuple[int, ...]
    kitty: int
    second: tuple[int, ...]

    @property
    def eldest(self) -> int:
        """The seat left of the dealer."""
        return (self.dealer + 1) % len(self.hands)


@dataclass(frozen=True)
class Grouping:
    """A function in a file that takes a `DealtCards` and returns the label (text, number, flag) of its group."""

    file: str
    function: str

    @property
    def text(self) -> str:
        """The grouping as it is asked for."""
        return f"{self.file}:{self.function}"

    @property
    def name(self) -> str:
        """The grouping without the folder of its file."""
        return f"{Path(self.file).name}:{self.function}"

    def labels(self, deals: Sequence[DealtCards]) -> list[str]:
        """The label of each deal; `StrategyError` names the first deal of which the function makes none."""
        function = _function(self.file, self.function)
        found = []
        for deal in deals:
            try:
                label = function(deal)
            except (Exception, SystemExit) as error:
                raise StrategyError(
                    f"{self.text} raised {type(error).__name__}: {error} on deal {deal.number}"
                ) from error
            if not isinstance(label, str | int | float | bool) and not hasattr(label, "item"):
                raise StrategyError(
                    f"{self.text} returned {label!r} ({type(label).__name__}) for deal {deal.number}; "
                    "return a text, a number or a flag"
                )
            found.append("".join(letter if letter.isprintable() else " " for letter in str(label)))
        return found


def parse_grouping(text: str) -> Grouping:
    """The grouping that FILE:FUNCTION stands for; it must be there."""
    file, colon, function = text.rpartition(":")
    if not colon or not file or not function:
        raise UsageError(f"--by {text}: give a file and a function in it, e.g. --by groups.py:length_of_spades")
    grouping = Grouping(str(Path(file).resolve()), function)
    _function(grouping.file, function)
    return Grouping(grouping.file, function)


@cache
def _function(file: str, name: str) -> Callable[[DealtCards], Any]:
    path = Path(file)
    names: dict[str, Any] = {"__name__": f"simcards_grouping_{path.stem}", "__file__": file}
    try:
        exec(compile(path.read_bytes(), file, "exec", dont_inherit=True), names)  # noqa: S102  # the user's own file
    except OSError as error:
        raise UsageError(f"--by: {path.name} cannot be read: {error.strerror}") from None
    except Exception as error:
        raise UsageError(f"--by: {path.name} cannot be loaded: {type(error).__name__}: {error}") from error
    own = {key: value for key, value in names.items() if inspect.isfunction(value)}
    if name not in own:
        raise UsageError(f"--by: {path.name} has no function {name!r}; {nearest(name, own)}")
    return own[name]


def dealt_cards(table: Table, seed: int, first: int, number: int) -> list[DealtCards]:
    """The cards of deals first … first + number - 1 of a seed."""
    game, rows = table.game, table.rows
    state = table.dealt(seed, first, number)
    seats = range(game.seats)

    def column(row: int) -> list[int]:
        found: list[int] = state.c[row, slice(0, number)].tolist()
        return found

    dealers, eldest = column(rows["DEALER"]), column(rows["FIRST"])
    by_place = [column(rows["HAND"] + place) for place in seats]
    kitties = column(rows["KITTY"]) if game.kitty else [0] * number
    second = [column(rows["SECOND"] + place) for place in seats] if game.second_deal else [[0] * number for _ in seats]
    return [
        DealtCards(
            first + i,
            dealers[i],
            tuple(by_place[(seat - eldest[i]) % game.seats][i] for seat in seats),
            kitties[i],
            tuple(second[(seat - eldest[i]) % game.seats][i] for seat in seats),
        )
        for i in range(number)
    ]


def counts_by_label(game: Game, outcomes: NDArray[np.int64], labels: Sequence[str]) -> dict[str, NDArray[np.int64]]:
    """By label an array: a row a declaring side with the columns of a table of counts, and last a row of deals.

    The last row holds in its first column how many deals have the label, those that were passed out included.
    """
    rows, sides = outcome_rows(game), game.sides
    declarer = outcomes[rows["O_DECLARER"]]
    played = declarer >= 0
    scores = outcomes[:sides]
    squares = [scores[0] - scores[1]] if sides == 2 else [sides * score - scores.sum(axis=0) for score in scores]
    columns = [played, np.where(played, outcomes[rows["O_MADE"]], 0), *scores, *(margin * margin for margin in squares)]
    names, where = np.unique(np.array(labels), return_inverse=True)
    side = np.array([game.side(seat) for seat in range(game.seats)])[declarer]
    cell = where * (sides + 1) + side
    width = len(score_columns(game))
    found = np.zeros((len(names), sides + 1, width), np.int64)
    for k, column in enumerate(columns):
        sums = np.bincount(cell, np.where(played, column, 0), len(names) * (sides + 1))
        found[..., k] = np.rint(sums).astype(np.int64).reshape(len(names), sides + 1)
    found[:, sides, 0] = np.bincount(where, minlength=len(names))
    return {str(name): found[k] for k, name in enumerate(names)}


def label_order(label: str) -> tuple[int, float, str]:
    """Numbers by size, before texts."""
    try:
        return 0, float(label), label
    except ValueError:
        return 1, 0.0, label
