"""A table that is played step by step, so that a check can look at, and change, what lies between the steps."""

import warnings
from collections.abc import Callable, Sequence
from itertools import islice

from simcards import compiled
from simcards.engine import faults
from simcards.engine.asking import State
from simcards.engine.chunk import match_rows, new_rows
from simcards.engine.fields import fields_of
from simcards.engine.start import single_deal
from simcards.engine.table import Ask, NotCompiledWarning, Player, Table
from simcards.errors import StrategyError
from simcards.games.game import Game
from simcards.games.options import Rules


class IllegalAnswerError(StrategyError):
    """A strategy raised or answered illegally while it was played; the text names the deal."""


class BreachError(StrategyError):
    """A strategy, or a view, is not what it has to be; the text names decision and deal."""


def every_field(decision: str) -> tuple[str, ...]:
    """The names of all fields of a view that depend on the deal."""
    return tuple(name for name in fields_of(decision) if name != "layout")


class StepTable(Table):
    """A table whose loops are compiled, but no driver: it is there sooner, and plays at the speed of its steps."""

    def __init__(self, game: Game, rules: Rules, players: Sequence[Player]) -> None:
        super().__init__(game, rules, players)
        self.watches_voids = True

    @property
    def is_sole(self) -> bool:
        """False: decisions are asked one at a time, also where one player holds all seats."""
        return False

    @property
    def is_compiled(self) -> bool:
        """False: whatever compiles, the steps are run from Python."""
        return False

    def prepare(self, *, matches: bool = False) -> None:
        """Compiles, or takes from the cache, every loop of the steps; `reasons` tells what cannot be compiled."""
        if compiled.ENABLED:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", NotCompiledWarning)
                for k, player in enumerate(self.players):
                    for decision in self.game.decisions:
                        self._prepare(decision, k, player[decision])
        self.run(1, 0, 0, self._answer_and_look)
        if matches:
            self.play_rounds(1, 0, 0)

    def _answer_and_look(self, ask: Ask) -> None:
        self.answer_all(ask)
        ask.fields(every_field(ask.decision))

    def played(self, seed: int, first: int, n: int, answered: Callable[[Ask], None]) -> State:
        """The final state of n deals; `IllegalAnswerError` for the lowest deal in which a strategy fails."""
        try:
            return self.run(seed, first, n, answered)
        except BreachError:
            raise
        except (Exception, SystemExit) as error:
            raise IllegalAnswerError(str(faults.find_fault(self, seed, first, n, error))) from error

    def play_rounds(self, seed: int, matches: int, most: int) -> int:
        """How many deals were played of so many matches, each broken off after `most` deals."""
        results = new_rows(matches, match_rows(self.game)["R_COLUMNS"])
        rounds = self.match_rounds(seed, 0, matches, max(1, matches), self.answer_all, results)
        try:
            return sum(len(played.match) for played in islice(rounds, most))
        except (Exception, SystemExit) as error:
            raise IllegalAnswerError(str(faults.find_match_fault(self, seed, 0, matches, error))) from error

    def breach(self, where: tuple[int, int, int], k: int, decision: str, problem: str) -> BreachError:
        """The error of a decision of player k at which something is not as it has to be.

        `where` is (seed, deal, seat); the error ends with the command that shows the deal.
        """
        seed, deal, seat = where
        start = single_deal(self.game, seed, deal)
        return BreachError(
            f"{self.players[k][decision].text}: {decision} of seat {seat} {problem} "
            f"({self.game.name}, {start.where}); look at it with: {faults.show_command(self, start)}"
        )
