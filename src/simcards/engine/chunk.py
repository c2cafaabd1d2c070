"""The chunk: the state of thousands of deals, one row of whole numbers a quantity, one lane a deal."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.games.game import Game

# Rows of a power of two would all fall into one set of the first-level cache.
PADDING = 8


def columns(game: Game) -> dict[str, int]:
    """Row numbers by name; `HAND`, `START`, `TAKEN`, `BEFORE` and `SCORE` are the first of several rows.

    The rows up to `LIVE_COLUMNS` are what a deal holds when its auction ends; the others are written after.
    """
    rows: dict[str, int] = {}
    sizes = {
        "HAND": game.seats,  # by place
        "KITTY": 1,
        "DEAL": 1,
        "KEY": 1,
        "DEALER": 1,
        "FIRST": 1,
        "BID": 1,
        "DECLARER": 1,
        "CALLS": 1,
        "LIVE_COLUMNS": 0,
        "OPEN_SEATS": 1,
        "OUT": 1,
        "TRUMP": 1,
        "LED": 1,
        "LED_CLASS": 1,
        "BEST": 1,
        "TRICK": 1,
        "START": game.seats,  # by place
        "TAKEN": game.sides,
        "TRICKS": 1,
        "VOIDS": 1,
        "BEFORE": game.sides,  # match scores before the deal
        "MADE": 1,
        "SCORE": game.sides,
        "LENGTH": 1,
        "TABLE_ROW": 1,
        "COLUMNS": 0,
    }
    row = 0
    for name, size in sizes.items():
        rows[name] = row
        row += size
    return rows


def new_chunk(game: Game, lanes: int) -> NDArray[np.int64]:
    """An empty chunk for so many deals."""
    return np.zeros((columns(game)["COLUMNS"], lanes + PADDING), np.int64)


class OneDeal:
    """A chunk of one lane made of Python's own integers: what loops see when they run as plain Python."""

    def __init__(self, game: Game) -> None:
        self.values = [0] * columns(game)["COLUMNS"]

    def __getitem__(self, where: tuple[int, int]) -> int:
        return self.values[where[0]]

    def __setitem__(self, where: tuple[int, int], value: Any) -> None:
        self.values[where[0]] = int(value)
