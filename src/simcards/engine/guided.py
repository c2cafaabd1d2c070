"""A table whose deals are drawn in another way than by their seed alone, and at which a script gives some answers.

The dealer always sits on the highest seat, so that seat 0 is eldest in every deal, and a script means the same in all.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.cards.codes import suit_name
from simcards.engine import faults, game_text
from simcards.engine.asking import State, are_legal
from simcards.engine.chunk import deal_rows, new_chunk
from simcards.engine.fields import SETS
from simcards.engine.script import ALL_LEGAL, NOTHING_GIVEN, Moment, Script
from simcards.engine.start import Start
from simcards.engine.table import Ask, Player, SteppedTable
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.randomness import deal_key, seed_key

FITS = -1
Draw = Callable[[int, int, int], NDArray[np.int64]]  # (seed, first, number) -> cards by destination and deal


def noted(decision: str) -> tuple[str, ...]:
    """The fields of a decision that say what is legal there."""
    return ("legal", "trump", *(("must", "need") if decision in SETS else ()))


class _ReachedError(Exception):
    """Play has come to the moment at which it was to stop."""


@dataclass
class Reached:
    """Deals that were played to a moment: what keeps each from fitting the script (FITS, or the number of an answer).

    Of the deals asked there: their columns among those played, and the fields `legal`, `must`, `need` and `trump`.
    """

    misfits: NDArray[np.int64]
    asked: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    fields: dict[str, Any] = field(default_factory=dict)


class GuidedTable(SteppedTable):
    """Deals with the cards that `draw` gives, match scores `before`, and the answers of the script in force.

    `asked` are the options of `simcards show` that say this; `looked_at` are the decisions at which it is looked what
    is legal, by default all.
    """

    def __init__(
        self,
        game: Game,
        rules: Rules,
        players: Sequence[Player],
        seating: Sequence[int],
        draw: Draw,
        before: Sequence[int],
        asked: str = "",
        looked_at: Sequence[str] | None = None,
    ) -> None:
        super().__init__(game, rules, players, seating)
        self.draw, self.before, self.asked = draw, tuple(before), asked
        self.looked_at = self.game.decisions if looked_at is None else tuple(looked_at)
        self.script = NOTHING_GIVEN
        self._stop: Moment | None = None
        self._reached: Reached | None = None
        self._settled = 0  # so many answers of the script were given on the way to the moment to stop at
        self._at_fault: NDArray[np.int64] | None = None  # deals one of which is at fault
        self._scratch = threading.local()

    def prepare(self, *, matches: bool = False) -> None:
        """Compiles, or takes from the cache, every loop that is needed, those that look at decisions too."""
        super().prepare(matches=matches)
        state, none = State(new_chunk(self.game, 0), 0, self.facts), self.new_outcomes(0)
        for decision in self.looked_at:
            Ask(decision, 0, 0, state, self).fields(noted(decision))
        self.module.keep_outcomes(state.c, 0, 0, none)
        if self.game.achieved is not None:
            self.module.keep_achieved(state.c, 0, 0, state.facts, none)

    # ---- dealing -----------------------------------------------------------------------------------------------------

    def dealt(self, seed: int, first: int, n: int) -> State:
        """The state of n deals of a seed after their cards are dealt."""
        deals = np.arange(first, first + n)
        cards = self.draw(seed, first, max(n, 1))[:, :n]  # of no deals it could not be said how many cards are known
        return self._placed(cards, seed, deals, deals)

    def _placed(
        self, cards: NDArray[np.int64], seed: int, deals: NDArray[np.int64], numbers: NDArray[np.int64]
    ) -> State:
        """The state of some deals of a seed with these cards, by destination and deal; column DEAL gets the numbers."""
        game, rows, n = self.game, self.rows, len(deals)
        state = State(self._chunk(n), n, self.facts)
        lanes: Any = slice(0, n) if compiled.ENABLED else np.arange(n)
        alike = {"DEALER": game.seats - 1, "DECLARER": -1, "OPEN_SEATS": (1 << game.seats) - 1}
        alike |= dict.fromkeys(("BID", "CALLS", "FIRST"), 0)
        values: dict[str, Any] = {**alike, "DEAL": numbers, "KEY": deal_key(seed_key(seed), deals)}
        for name, value in values.items():
            state.c[rows[name], lanes] = value
        for side, score in enumerate(self.before):
            state.c[rows["BEFORE"] + side, lanes] = score
        for row, sets in zip(deal_rows(game), cards, strict=True):
            state.c[row, lanes] = sets
        return state

    def _chunk(self, n: int) -> Any:
        """A chunk for n deals; each worker has one that is used again and again."""
        if not compiled.ENABLED:
            return new_chunk(self.game, n)
        mine = self._scratch.__dict__
        if mine.get("lanes", -1) < n:
            mine["lanes"], mine["chunk"] = n, new_chunk(self.game, n)
        return mine["chunk"]

    def start_of(self, seed: int, deal: int) -> Start:
        """Where a deal begins; of one at fault on the way to a moment, with the answers that were given before."""
        if self._at_fault is not None and self._stop is not None:
            self.fails(seed, deal, 1)
            self.script = Script(self.script.given[: self._settled])
        cards = tuple(int(one[0]) for one in self.draw(seed, deal, 1))
        key, dealer, asked = deal_key(seed_key(seed), deal), self.game.seats - 1, self._asked
        return Start(seed, key, dealer, self.before, deal, cards=cards, script=self.script, asked=asked)

    @property
    def _asked(self) -> str:
        """The options of `simcards show` that lead to the deals and the answers given, as far as there are such."""
        given = self.script.given
        calls = " ".join(self.game.call_name(one.answer) for one in given if one.moment.decision == "bid")
        trumps = [suit_name(one.answer) for one in given if one.moment.decision == "name_trump"]
        parts = [self.asked, f'--auction "{calls}"', *(f"--trump {trump}" for trump in trumps)]
        return " ".join([*(part for part in parts if part), *(["--rest-pass"] if self.script.others_pass else [])])

    # ---- playing -----------------------------------------------------------------------------------------------------

    def play_cards(self, cards: NDArray[np.int64], seed: int, deals: NDArray[np.int64], script: Script) -> State:
        """The final state of deals with these cards, in which the script gives its answers; column DEAL counts from 0.

        It holds until the next deals are played. `StrategyError` for a fault of a strategy.
        """
        self.script, self._stop, self._reached, self._at_fault = script, None, None, None
        return self._played(cards, seed, deals)

    def play_to(
        self, cards: NDArray[np.int64], seed: int, deals: NDArray[np.int64], script: Script, stop: Moment
    ) -> Reached:
        """Plays deals up to a moment, the script's answers given, and tells which of them fit it.

        A deal does not fit where a strategy itself would have answered otherwise, or where an answer of our own is
        illegal.
        """
        self.script, self._stop, self._at_fault = script, stop, None
        self._reached = Reached(np.full(len(deals), FITS, np.int64))
        try:
            self._played(cards, seed, deals)
        except _ReachedError:
            return self._reached
        self._reached.misfits[self._reached.misfits == FITS] = len(script.given)  # it never came so far
        return self._reached

    def _played(self, cards: NDArray[np.int64], seed: int, deals: NDArray[np.int64]) -> State:
        self.now[0] = deals[0]
        try:
            return self.play_on(self._placed(cards, seed, deals, np.arange(len(deals))), self.answer_all)
        except _ReachedError:
            raise
        except (Exception, SystemExit) as error:
            self._at_fault = deals
            raise faults.find_fault(self, seed, int(deals[0]), int(deals[-1] - deals[0]) + 1, error) from error

    def fails(self, seed: int, first: int, n: int) -> bool:
        """Whether a strategy raises or answers illegally in one of these deals, as far as they are being played."""
        if self._at_fault is None:
            return super().fails(seed, first, n)
        deals = self._at_fault[(self._at_fault >= first) & (self._at_fault < first + n)]
        if not len(deals):
            return False
        cards, self._settled = self.draw(seed, first, n)[:, deals - first], 0
        if self._reached is not None:
            self._reached = Reached(np.full(len(deals), FITS, np.int64))
        try:
            self.play_on(self._placed(cards, seed, deals, np.arange(len(deals))), self.answer_all)
        except _ReachedError:
            return False
        except (Exception, SystemExit):  # noqa: BLE001  # whatever a strategy raises
            return True
        return False

    def answer_all(self, ask: Ask) -> None:
        """Has every player answer that must; ends the play at the moment where it is to stop."""
        moment = self._moment(ask)
        if self._reached is None:
            if moment is not None and self.script.answer(moment) not in (None, ALL_LEGAL):
                return  # nobody need be asked
        elif moment == self._stop:
            self._note_reached(ask, self._reached)
            raise _ReachedError
        super().answer_all(ask)

    def settle(self, ask: Ask) -> None:
        """Gives the script's answer."""
        moment = self._moment(ask)
        answer = None if moment is None else self.script.answer(moment)
        if moment is None or answer is None:
            return
        if self._reached is not None:
            self._compare(ask, moment, answer, self._reached)
        elif answer == ALL_LEGAL:
            ask.answer(ask.legal)
        else:
            ask.state.c[self.rows["OUT"], np.arange(ask.state.n)] = answer

    def _moment(self, ask: Ask) -> Moment | None:
        """The moment of a decision in the deals that fit the script so far, which are alike in who decides."""
        if not ask.state.n:
            return None
        if ask.decision == "bid":
            return Moment("bid", ask.turn, ask.place)
        lane = 0
        if self._reached is not None:
            fitting = self._fitting(ask, self._reached)
            lane = int(fitting.argmax())
            if not fitting[lane]:
                return None
        turn = ask.turn if ask.decision == "play" else 0
        return Moment(ask.decision, turn, (int(ask.state.c[self.rows["FIRST"], lane]) + ask.place) % self.game.seats)

    def _columns(self, ask: Ask) -> NDArray[np.int64]:
        """By lane the column of its deal among those played."""
        return np.array(ask.state.c[self.rows["DEAL"], slice(0, ask.state.n)])

    def _fitting(self, ask: Ask, reached: Reached) -> NDArray[np.bool_]:
        """By lane whether its deal fits so far."""
        return np.asarray(reached.misfits[self._columns(ask)] == FITS)

    def _compare(self, ask: Ask, moment: Moment, answer: int, reached: Reached) -> None:
        """Notes which deals do not fit an answer of the script; there the strategy's own answer stands."""
        number = next((k for k, one in enumerate(self.script.given) if one.moment == moment), None)
        if number is None:
            return
        views = ask.fields(noted(ask.decision))
        out, lanes = self.rows["OUT"], views.lanes
        fitting = self._fitting(ask, reached)
        theirs = np.array(ask.state.c[out, lanes])
        wanted = views.columns["legal"] if answer == ALL_LEGAL else np.full(len(lanes), answer, np.int64)
        if self.script.given[number].own:
            good = are_legal(self.game, ask.decision, wanted, views.columns) & fitting[lanes]
            ask.state.c[out, lanes] = np.where(good, wanted, theirs)
        else:
            good = theirs == wanted
        fits = np.full(len(fitting), ask.decision in SETS and answer == 0)  # who has nothing to give has given nothing
        fits[lanes] = good
        if (fitting & fits).any():
            self._settled = number + 1
        reached.misfits[self._columns(ask)[fitting & ~fits]] = number

    def _note_reached(self, ask: Ask, reached: Reached) -> None:
        """Notes the fields of the deals that fit; one in which nothing is asked there does not."""
        views = ask.fields(noted(ask.decision))
        fitting, columns = self._fitting(ask, reached), self._columns(ask)
        asked = np.zeros(len(fitting), bool)
        asked[views.lanes] = True
        reached.misfits[columns[fitting & ~asked]] = len(self.script.given)
        here = fitting[views.lanes]
        reached.asked = columns[views.lanes[here]]
        reached.fields = {name: np.asarray(column)[here] for name, column in views.columns.items()}

    def achieved(self, state: State, number: int) -> NDArray[np.int64]:
        """By deal of `play_cards` the points or tricks of the declaring side, -1 for what was passed out."""
        out = np.full((1, number), -1, np.int64)
        self.module.keep_achieved(state.c, state.n, 0, state.facts, out)
        return np.asarray(out[0])

    @property
    def module(self) -> Any:
        """The game's module."""
        return game_text.game_module(self.game, self.rules)
