"""Playing boards: every deal by every line-up of a schedule, summed up block by block in board order.

A block is a fixed number of boards: a run that stops by itself looks after each block and nowhere else, so neither
workers nor chunks nor the kind of strategy change where it stops.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.engine.chunk import match_rows, outcome_rows
from simcards.engine.table import ABSENT, Player, Table
from simcards.experiments.grouping import Grouping, dealt_cards
from simcards.experiments.schedule import Lineup, Schedule
from simcards.games.game import Game
from simcards.games.options import Rules

BLOCK = 1024  # boards between two looks
# What is kept of a quantity in each group of boards.
DIFFERING, WON, TOTAL, SQUARES, CELL = range(5)
CALL_COUNTS = 2  # contracts, made


def lineup_tables(game: Game, rules: Rules, players: Sequence[Player], lineups: Sequence[Lineup]) -> list[Table]:
    """A table for each line-up; all are played by the same compiled driver, that of several players."""
    tables = []
    for lineup in lineups:
        held = sorted(set(lineup))
        used = held if len(held) > 1 else range(len(players))
        tables.append(Table(game, rules, [players[k] for k in used], [list(used).index(k) for k in lineup]))
    return tables


@dataclass
class Blocks:
    """Sums over some blocks of boards: arrays whose first axis is the block.

    boards: blocks x groups; cells: blocks x groups x quantities x (differing, won, total, squares); largest: the
    largest absolute value of each quantity; swing: the largest absolute margin of a side in a replay times
    (sides - 1); calls: blocks x strategies x calls x (contracts, made). A group is a dealer
    and whether all line-ups came to the same contract: 2 · dealer + same. deals: by block how many were played.
    labels: by block, of each label of a grouping the cell of each quantity, and before them the boards in a row of 4.
    """

    boards: NDArray[np.int64]
    cells: NDArray[np.int64]
    largest: NDArray[np.int64]
    swing: NDArray[np.int64]
    calls: NDArray[np.int64]
    deals: NDArray[np.int64]
    labels: list[dict[str, NDArray[np.int64]]]


def joined(parts: Sequence[Blocks]) -> Blocks:
    """The blocks of some parts, one after the other."""
    arrays = ("boards", "cells", "largest", "swing", "calls", "deals")
    together = {name: np.concatenate([getattr(part, name) for part in parts]) for name in arrays}
    return Blocks(**together, labels=[label for part in parts for label in part.labels])


@dataclass(frozen=True, eq=False)
class Play:
    """What is played on every board: a deal, or with `matches` a whole match of the same number."""

    schedule: Schedule
    strategies: int
    matches: bool = False
    by: Grouping | None = None

    def blocks(self, tables: Sequence[Table], first: int, boards: int, seed: int, lanes: int, beat: Any) -> Blocks:
        """Plays boards first … first + boards - 1; `beat[-1]` tells which line-up is at it."""
        of = self._matches if self.matches else self._deals
        sides = tables[0].game.sides
        calls_a_side = max(tables[0].game.calls) + 1
        block = np.arange(boards) // BLOCK
        number = -(-boards // BLOCK)
        matrix = self.schedule.matrix
        values = np.zeros((len(matrix), boards))
        calls = np.zeros((number * self.strategies * calls_a_side, CALL_COUNTS), np.int64)
        contracts: NDArray[np.int64] | None = None
        deals = np.zeros(boards)
        swing = np.zeros(boards)
        same = np.ones(boards, bool)
        for k, table in enumerate(tables):
            beat[-1] = k
            scores, length, declarer, bid, trump, made = of(table, seed, first, boards, lanes)
            deals += length
            margins = np.abs(sides * scores - scores.sum(axis=0)).max(axis=0)
            swing = np.maximum(swing, margins)
            values += matrix[:, sides * k : sides * (k + 1)] @ scores
            contract = (declarer + 1) << 16 | (bid + 1) << 8 | (trump + 1)
            same &= True if contracts is None else contract == contracts
            contracts = contract
            played = declarer != ABSENT
            holder = np.array(self.schedule.lineups[k])[declarer[played]]
            where = (block[played] * self.strategies + holder) * calls_a_side + bid[played]
            calls[:, 0] += np.bincount(where, minlength=len(calls))
            calls[:, 1] += np.bincount(where, made[played], len(calls)).astype(np.int64)
        groups = 2 * tables[0].game.seats
        where = block * groups + 2 * ((first + np.arange(boards)) % tables[0].game.seats) + same
        return Blocks(
            np.bincount(where, minlength=number * groups).reshape(number, groups),
            _cells(values, where, number * groups).reshape(number, groups, len(matrix), CELL),
            np.array([np.abs(values[:, block == b]).max(axis=1) for b in range(number)]).astype(np.int64),
            np.array([swing[block == b].max() for b in range(number)]).astype(np.int64)
            // (sides if self.matches else 1),
            calls.reshape(number, self.strategies, calls_a_side, CALL_COUNTS),
            np.bincount(block, deals, number).astype(np.int64),
            self._labels(tables[0], seed, first, block, values),
        )

    def values(self, tables: Sequence[Table], first: int, boards: int, seed: int, lanes: int) -> NDArray[np.int64]:
        """The first quantity, board by board, in whole numbers."""
        sides, matrix = tables[0].game.sides, self.schedule.matrix[0]
        values = np.zeros(boards)
        for k, table in enumerate(tables):
            values += matrix[sides * k : sides * (k + 1)] @ self._deals(table, seed, first, boards, lanes)[0]
        return values.astype(np.int64)

    def _labels(
        self, table: Table, seed: int, first: int, block: NDArray[np.int64], values: NDArray[np.float64]
    ) -> list[dict[str, NDArray[np.int64]]]:
        if self.by is None:
            return [{} for _ in range(int(block[-1]) + 1)]
        labels = np.array(self.by.labels(dealt_cards(table, seed, first, len(block))))
        found = []
        for b in range(int(block[-1]) + 1):
            here, mine = labels[block == b], values[:, block == b]
            names, where = np.unique(here, return_inverse=True)
            cells = np.zeros((len(names), 1 + len(mine), CELL), np.int64)
            cells[:, 0] = np.bincount(where, minlength=len(names))[:, None]
            cells[:, 1:] = _cells(mine, where, len(names))
            found.append({str(name): cells[k] for k, name in enumerate(names)})
        return found

    def _deals(self, table: Table, seed: int, first: int, boards: int, lanes: int) -> tuple[NDArray[Any], ...]:
        rows, outcomes = outcome_rows(table.game), table.new_outcomes(boards)
        table.play(seed, first, boards, table.new_counts(), lanes, outcomes)
        found = (outcomes[rows[f"O_{name}"]] for name in ("DECLARER", "BID", "TRUMP", "MADE"))
        return outcomes[: table.game.sides].astype(np.float64), np.ones(boards), *found

    def _matches(self, table: Table, seed: int, first: int, boards: int, lanes: int) -> tuple[NDArray[Any], ...]:
        """What each side won of a match: all sides together `sides`, shared where nobody won; no contract."""
        results = table.play_matches(seed, first, boards, table.new_counts(), lanes)
        winner = results[:, match_rows(table.game)["R_WINNER"]]
        sides = table.game.sides
        won = np.array([np.where(winner == side, sides, np.where(winner < 0, 1, 0)) for side in range(sides)])
        none = np.full(boards, ABSENT, np.int64)
        return won.astype(np.float64), results[:, match_rows(table.game)["R_DEALS"]], none, none, none, none


def _cells(values: NDArray[np.float64], where: NDArray[np.int64], groups: int) -> NDArray[np.int64]:
    """Groups x quantities x what is kept; sums of floats that are whole numbers below 2⁵³ are exact."""
    cells = np.zeros((groups, len(values), CELL), np.int64)
    for q, one in enumerate(values):
        for kept, weights in ((DIFFERING, one != 0), (WON, one > 0), (TOTAL, one), (SQUARES, one * one)):
            cells[:, q, kept] = np.rint(np.bincount(where, weights, groups)).astype(np.int64)
    return cells


@dataclass
class BoardTotals:
    """What the boards played so far came to, as whole numbers; see `Blocks`."""

    game: Game
    schedule: Schedule
    strategies: int
    boards: int = 0
    groups: NDArray[np.int64] = field(init=False)
    cells: NDArray[np.int64] = field(init=False)
    largest: NDArray[np.int64] = field(init=False)
    swing: int = 0
    calls: NDArray[np.int64] = field(init=False)
    labels: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        groups, quantities = 2 * self.game.seats, len(self.schedule.quantities)
        self.groups = np.zeros(groups, np.int64)
        self.cells = np.zeros((groups, quantities, CELL), np.int64)
        self.largest = np.zeros(quantities, np.int64)
        self.calls = np.zeros((self.strategies, max(self.game.calls) + 1, CALL_COUNTS), np.int64)

    def add(self, blocks: Blocks, k: int) -> None:
        """Adds one block."""
        self.boards += int(blocks.boards[k].sum())
        self.groups += blocks.boards[k]
        self.cells += blocks.cells[k]
        self.largest = np.maximum(self.largest, blocks.largest[k])
        self.swing = max(self.swing, int(blocks.swing[k]))
        self.calls += blocks.calls[k]
        for label, cell in blocks.labels[k].items():
            self.labels[label] = self.labels.get(label, 0) + cell

    def sums(self, name: str, *, same_contract: bool | None = None, dealers: Sequence[int] | None = None) -> "Sums":
        """The sums of a quantity over all boards, or over those of some dealers or with the same contract or not."""
        q = self.schedule[name]
        wanted = [dealer in (dealers if dealers is not None else range(self.game.seats)) for dealer in self._dealers]
        chosen = [
            group
            for group, here in enumerate(wanted)
            if here and (same_contract is None or group % 2 == int(same_contract))
        ]
        differing, won, total, squares = (int(x) for x in self.cells[chosen, q].sum(axis=0))
        boards = int(self.groups[chosen].sum())
        divisor = self.schedule.quantities[q].divisor
        return Sums(boards, differing, won, total, squares, int(self.largest[q]), divisor)

    def bounded(self, sums: "Sums", margins: int = 1) -> "Sums":
        """The sums with the most that a board can be: no mean is further from 0 than the largest margin of a replay.

        It is known from all replays, those of boards that are 0 included; `margins` is 2 for a difference of two.
        """
        most = -(-margins * self.swing * sums.divisor // (self.game.sides - 1))
        return replace(sums, largest=max(sums.largest, most))

    def label_sums(self, label: str, name: str) -> "Sums":
        """The sums of a quantity over the boards with a label."""
        q = self.schedule[name]
        boards = int(self.labels[label][0, 0])
        differing, won, total, squares = (int(x) for x in self.labels[label][1 + q])
        return Sums(boards, differing, won, total, squares, int(self.largest[q]), self.schedule.quantities[q].divisor)

    @property
    def _dealers(self) -> list[int]:
        return [group // 2 for group in range(len(self.groups))]


@dataclass(frozen=True)
class Sums:
    """The sums of one quantity over some boards, in whole numbers: its values are these divided by `divisor`."""

    boards: int
    differing: int
    won: int
    total: int
    squares: int
    largest: int
    divisor: int

    def __add__(self, other: "Sums") -> "Sums":
        """The sums over the boards of both."""
        if self.divisor != other.divisor:
            raise ValueError(f"sums in {self.divisor}ths and {other.divisor}ths of a point cannot be added")
        return Sums(
            self.boards + other.boards,
            self.differing + other.differing,
            self.won + other.won,
            self.total + other.total,
            self.squares + other.squares,
            max(self.largest, other.largest),
            self.divisor,
        )

    @property
    def lost(self) -> int:
        """Boards with a value below 0."""
        return self.differing - self.won

    @property
    def tied(self) -> int:
        """Boards with the value 0."""
        return self.boards - self.differing
