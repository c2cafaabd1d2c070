"""The chunk: the state of thousands of deals, one row of whole numbers a quantity, one lane a deal."""

from functools import cache
from typing import Any

import numpy as np

from simcards import compiled
from simcards.cards.dealing import draw_rows
from simcards.games.game import Game

# Rows of a power of two would all fall into one set of the first-level cache.
PADDING = 8


def deal_needs(game: Game) -> list[int]:
    """How many cards each destination gets, in the order in which they are dealt: kitty, hands, second deal.

    Hands and second deal go to eldest … dealer.
    """
    second = [game.second_deal] * game.seats if game.second_deal else []
    return [*([game.kitty] if game.kitty else []), *([game.hand] * game.seats), *second]


@cache
def deal_rows(game: Game) -> list[int]:
    """The row of a chunk that each destination of a deal goes to, in the order of `deal_needs`."""
    rows = columns(game)
    hands = [rows["HAND"] + place for place in range(game.seats)]
    second = [rows["SECOND"] + place for place in range(game.seats) if game.second_deal]
    return [*([rows["KITTY"]] if game.kitty else []), *hands, *second]


@cache
def columns(game: Game) -> dict[str, int]:
    """Row numbers by name; those of several rows are the first of them.

    The rows up to `LIVE_COLUMNS` are what a deal holds when its auction ends; the others are written after.
    """
    rows: dict[str, int] = {}
    exchanges = game.seats_leave or game.discard is not None
    sizes = {
        "HAND": game.seats,  # by place
        "SECOND": game.seats if game.second_deal else 0,  # by place
        "KITTY": 1 if game.kitty else 0,
        "DEAL": 1,
        "KEY": 1,
        "DEALER": 1,
        "BID": 1,
        "DECLARER": 1,
        "CALLS": 1,
        "LIVE_COLUMNS": 0,
        "BEFORE": game.sides,  # match scores before the deal; they live too, where there are matches
        "FIRST": 1,
        "OPEN_SEATS": 1,
        "OUT": 1,
        "TRUMP": 1,
        "ACTIVE": 1 if exchanges else 0,  # bits of the seats still in the deal
        "CHOICE": 1 if exchanges else 0,
        "TOOK": 1 if exchanges else 0,  # whether the declarer has taken the kitty
        "RECEIVED": game.seats if game.gift is not None else 0,  # by seat from the declarer on
        "DISCARD": game.seats if game.discard is not None else 0,  # by seat from the declarer on
        "LED": 1,
        "LED_CLASS": 1,
        "BEST": 1,  # the card that takes the trick so far
        "BEST_PLACE": 1,
        "BEAT": 1,  # the set of cards that would take it
        "TRICK": 1,
        "START": game.seats,  # held at the first lead, by seat from the declarer on
        "TAKEN": game.sides,
        "TRICKS": 1,
        "VOIDS": 1,
        "MADE": 1,
        "SCORE": game.sides,
        "WINNER": 1,  # who wins the match with this deal, -1 when it goes on
        "LENGTH": 1,
        "TABLE_ROW": 1,
        "DRAWS": draw_rows(deal_needs(game), game.cards),  # masks of cards to take, for a block of deals
        "COLUMNS": 0,
    }
    row = 0
    for name, size in sizes.items():
        rows[name] = row
        row += size
    return rows


DRAW = -2  # the winner of a match that nobody won


def match_rows(game: Game) -> dict[str, int]:
    """Row numbers of the state of the matches that are on, and column numbers of their results (R_…), by name."""
    names = ("M_MATCH", "M_NUMBER", "M_PASSED", "M_KEY", "M_DEALER", "M_WINNER", "M_PLAYED", "M_SCORE")
    results = ("R_WINNER", "R_DEALS", "R_PASSED", "R_CAPPED", "R_SCORE")
    rows = {name: k for k, name in enumerate(names)} | {name: k for k, name in enumerate(results)}
    last = len(names) - 1 + game.sides
    return rows | {"M_ROWS": last, "R_COLUMNS": len(results) - 1 + game.sides, "DRAW": DRAW}


OUTCOMES = ("DECLARER", "BID", "TRUMP", "LENGTH", "MADE")  # columns of a chunk that tell what a deal came to


def outcome_rows(game: Game) -> dict[str, int]:
    """Row numbers of what deals came to, by name: the score of each side, then `OUTCOMES`."""
    rows = {"O_SCORE": 0} | {f"O_{name}": game.sides + k for k, name in enumerate(OUTCOMES)}
    return rows | {"O_ROWS": game.sides + len(OUTCOMES)}


def new_chunk(game: Game, lanes: int) -> Any:
    """An empty chunk for so many deals."""
    return new_rows(columns(game)["COLUMNS"], lanes)


def new_rows(rows: int, lanes: int) -> Any:
    """So many empty rows: an array, or lists of Python's integers where nothing is compiled."""
    return np.zeros((rows, lanes + PADDING), np.int64) if compiled.ENABLED else PlainChunk(rows, lanes)


class PlainChunk:
    """A chunk of Python's own integers, which is what loops need when they run as plain Python."""

    def __init__(self, rows: int, lanes: int) -> None:
        self.rows = [[0] * lanes for _ in range(rows)]

    def __getitem__(self, where: tuple[int, Any]) -> Any:
        row, lane = where
        if isinstance(lane, np.ndarray | slice):
            return np.array(self.rows[row], np.int64)[lane]
        return self.rows[row][lane]

    def __setitem__(self, where: tuple[int, Any], value: Any) -> None:
        row, lane = where
        if isinstance(lane, np.ndarray):
            for i, one in zip(lane.tolist(), np.broadcast_to(value, lane.shape).tolist(), strict=True):
                self.rows[row][i] = one
        else:
            self.rows[row][lane] = int(value)
