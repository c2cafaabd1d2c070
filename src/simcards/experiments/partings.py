"""Where two strategies part: on each board the first decision that they answer differently.

Up to there both have played alike, so it is found by playing the deal with the first strategy in all seats and asking
the second the same questions.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.engine.table import Ask, Player, SteppedTable
from simcards.experiments.boards import Sums
from simcards.experiments.comparison import Parting
from simcards.games.game import Game
from simcards.games.options import Rules

HANDS = {1: "second hand", 2: "third hand"}
KINDS = {"bid": "call", "name_trump": "trump", "give": "gift", "discard": "discard", "choose": "choice"}
NEVER = -1
Where = tuple[str, str]  # kind, situation


class PartingTable(SteppedTable):
    """A table at which two players are asked every decision of every seat, and the first one's answer is played."""

    def __init__(self, game: Game, rules: Rules, players: Sequence[Player]) -> None:
        super().__init__(game, rules, players)
        self.who = [(1 << game.seats) - 1] * 2
        self.places: list[Where] = []
        self._numbers: dict[Where, int] = {}
        self._begin(0, 0)

    def part(self, seed: int, first: int, n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """By deal the number (in `places`) of where the two part, NEVER if they do not, and the seat that decides."""
        self._begin(first, n)
        self.run_checked(seed, first, n)
        return self._where, self._seat

    def _begin(self, first: int, n: int) -> None:
        self._first = first
        self._where = np.full(n, NEVER, np.int64)
        self._seat = np.full(n, NEVER, np.int64)

    def answer_all(self, ask: Ask) -> None:
        """Has both players answer for all seats; notes where they differ for the first time."""
        lanes, out = ask.lanes, self.rows["OUT"]
        self.now[2] = 1
        self.answer(ask, 1)
        theirs = np.array(ask.state.c[out, lanes])
        self.now[2] = 0
        self.answer(ask, 0)
        deals = ask.deals - self._first
        new = (np.array(ask.state.c[out, lanes]) != theirs) & (self._where[deals] == NEVER)
        if new.any():
            self._where[deals[new]] = self._situations(ask, lanes[new])
            self._seat[deals[new]] = ask.seats[new]

    def _situations(self, ask: Ask, lanes: NDArray[np.int64]) -> NDArray[np.int64]:
        bids = np.array(ask.state.c[self.rows["BID"], lanes])
        found = np.zeros(len(lanes), np.int64)
        for bid in np.unique(bids).tolist():
            found[bids == bid] = self._number(self._place(ask, int(bid)))
        return found

    def _place(self, ask: Ask, bid: int) -> Where:
        if ask.decision == "play":
            trick = f"trick {ask.turn + 1}"
            if ask.place == 0:
                return "lead", trick
            last = ask.place == self.game.seats - 1
            return "follow", f"{trick}, {'last hand' if last else HANDS.get(ask.place, f'hand {ask.place + 1}')}"
        if ask.decision == "bid":
            return "call", f"high bid {self.game.call_name(bid)}" if bid else "no bid yet"
        return KINDS[ask.decision], f"contract {self.game.call_name(bid)}"

    def _number(self, place: Where) -> int:
        if place not in self._numbers:
            self._numbers[place] = len(self.places)
            self.places.append(place)
        return self._numbers[place]


def find_partings(table: PartingTable, seed: int, values: NDArray[np.int64], divisor: int, lanes: int) -> list[Parting]:
    """Where two strategies part on boards 0 … n - 1, the most frequent first; the margins are `values` / `divisor`."""
    sums: dict[int, Any] = defaultdict(lambda: Sums(0, 0, 0, 0, 0, 0, divisor))
    seen: dict[int, tuple[int, int]] = {}
    for first in range(0, len(values), lanes):
        n = min(lanes, len(values) - first)
        where, seats = table.part(seed, first, n)
        for number in np.unique(where[where != NEVER]).tolist():
            chosen = np.flatnonzero(where == number)
            mine = values[first + chosen]
            sums[number] += Sums(
                len(mine),
                int((mine != 0).sum()),
                int((mine > 0).sum()),
                int(mine.sum()),
                int((mine * mine).sum()),
                int(np.abs(mine).max()),
                divisor,
            )
            seen.setdefault(number, (first + int(chosen[0]), int(seats[chosen[0]])))
    found = [Parting(*table.places[number], sums[number], *seen[number]) for number in sums]
    return sorted(found, key=lambda parting: (-parting.sums.boards, parting.kind, parting.situation))
