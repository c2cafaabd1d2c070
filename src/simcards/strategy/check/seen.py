"""A decision of many deals as a check looks at it: all views in full, whose they are, and the answers."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from simcards.engine.asking import Views
from simcards.engine.table import Ask
from simcards.strategy.check.situations import Situation
from simcards.strategy.check.steps import BreachError, StepTable, every_field

Lanes = NDArray[np.int64]


@dataclass
class Seen:
    """A decision with the views of all seats that are asked, read when it is made."""

    ask: Ask
    situation: Situation
    seed: int

    def __post_init__(self) -> None:
        self.views = self.read()

    @property
    def table(self) -> StepTable:
        """The table of the situation."""
        return self.situation.table

    def read(self) -> Views:
        """The views as the chunk has them now."""
        return self.ask.fields(every_field(self.ask.decision))

    @property
    def lanes(self) -> Lanes:
        """The lanes that are asked."""
        return self.views.lanes

    @cached_property
    def deals(self) -> Lanes:
        """The numbers of the deals, by lane asked."""
        return np.array(self.ask.state.c[self.table.rows["DEAL"], self.lanes])

    @cached_property
    def seats(self) -> Lanes:
        """The absolute seats, by lane asked."""
        first = np.asarray(self.ask.state.c[self.table.rows["FIRST"], self.lanes])
        return (first + self.ask.place) % self.table.game.seats

    @cached_property
    def players(self) -> list[int]:
        """The players that take this decision as the strategy on trial does."""
        return [k for k, decisions in enumerate(self.situation.own) if self.ask.decision in decisions]

    @cached_property
    def is_own(self) -> NDArray[np.bool_]:
        """Which lanes the strategy on trial answers."""
        return np.isin(np.array(self.table.seating)[self.seats], self.players)

    def answers(self) -> Lanes:
        """The answers as the chunk has them now, by lane asked."""
        return np.array(self.ask.state.c[self.table.rows["OUT"], self.lanes])

    def answer_again(self) -> Lanes:
        """The answers of the strategy on trial to the views as the chunk has them now."""
        for k in self.players:
            self.table.answer(self.ask, k)
        return self.answers()

    def put(self, answers: Lanes) -> None:
        """Gives the answers of all lanes asked."""
        self.ask.state.c[self.table.rows["OUT"], self.lanes] = answers

    def breach(self, lane: int, problem: str) -> BreachError:
        """The error of the decision in a lane, counted among those asked."""
        seat = int(self.seats[lane])
        where = self.seed, int(self.deals[lane]), seat
        return self.table.breach(where, self.table.seating[seat], self.ask.decision, problem)


def lowest_deal(seen: Seen, wrong: NDArray[np.bool_]) -> int:
    """Of the lanes where something is wrong, counted among those asked, that of the lowest deal."""
    lanes = np.flatnonzero(wrong)
    return int(lanes[np.argmin(seen.deals[lanes])])
