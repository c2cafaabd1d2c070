"""A table: a game, its rules, and the deciders that sit at it; plays deals into counts.

Where all deciders compile, one compiled driver plays; else the same steps run from Python and yield at each decision.
Both play the same cards with the same answers.
"""

import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.engine import asking, faults, game_text, warm
from simcards.engine.asking import (
    State,
    are_legal,
    array_answers,
    array_view,
    params_of,
    read_views,
    scalar_views,
    whole_answer,
)
from simcards.engine.chunk import PADDING, PlainChunk, columns, match_rows, new_chunk, new_rows, outcome_rows
from simcards.engine.deciders import Decider
from simcards.engine.fields import DECISIONS, ROUND, SETS, TRICK
from simcards.engine.start import Start, deal_of_match, single_deal
from simcards.errors import StrategyError
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.randomness import seed_key

LANES = 1024
MOST_PARAMS = 64
MOST_ANSWER = (1 << 63) - 1
ABSENT = -1  # what stands for the contract of a deal that was passed out
NO_OUTCOMES = np.zeros((0, 0), np.int64)
# Decisions that are asked for all seats at once when one player holds them, with their place in the driver's tables.
WHOLE = {"bid": ROUND, "play": TRICK}
Player = dict[str, Decider]


class NotCompiledWarning(UserWarning):
    """A scalar strategy that runs as plain Python, slowly; the text says why."""


@dataclass
class Ask:
    """A decision of many deals at once: which lanes are asked, and where their answers go.

    `deals` are their numbers, `seats` the absolute seats asked; `fields(names)` gives what those seats see.
    """

    decision: str
    place: int
    turn: int
    state: State
    table: "Table"

    @cached_property
    def _views(self) -> asking.Views:
        return self.fields(("legal",))

    @property
    def lanes(self) -> NDArray[np.int64]:
        """The lanes that are asked."""
        return self._views.lanes

    @property
    def deals(self) -> NDArray[np.int64]:
        """The numbers of the deals that are asked."""
        return np.array(self.state.c[self.table.rows["DEAL"], self.lanes])

    @property
    def seats(self) -> NDArray[np.int64]:
        """The absolute seats that are asked."""
        first = np.array(self.state.c[self.table.rows["FIRST"], self.lanes])
        return (first + self.place) % self.table.game.seats

    @property
    def legal(self) -> NDArray[np.int64]:
        """The legal answers, as bits."""
        return np.asarray(self._views.columns["legal"])

    def fields(self, names: tuple[str, ...]) -> asking.Views:
        """Fields of the views of all seats that are asked."""
        return self.table.fields(self, names, (1 << self.table.game.seats) - 1)

    @property
    def answers(self) -> NDArray[np.int64]:
        """The answers given, by lane asked."""
        return np.array(self.state.c[self.table.rows["OUT"], self.lanes])

    def answer(self, answers: NDArray[np.int64]) -> None:
        """Gives the answers of all lanes asked."""
        self.state.c[self.table.rows["OUT"], self.lanes] = answers


@dataclass
class Round:
    """A deal of each of some matches: by lane its match, number, dealer and the scores before it, by side.

    Column DEAL of the state holds the lane of each deal that was not passed out (while it is played, of each deal).
    """

    state: State
    match: NDArray[np.int64]
    number: NDArray[np.int64]
    dealer: NDArray[np.int64]
    before: NDArray[np.int64]

    def start(self, seed: int, lane: int) -> Start:
        """The deal of a lane."""
        before = tuple(int(score) for score in self.before[:, lane])
        return deal_of_match(seed, int(self.match[lane]), int(self.number[lane]), int(self.dealer[lane]), before)


class Table:
    """Seat s is held by player `seating[s]`, by default s mod k; a player is a decider for each decision of the game.

    While it plays `now` holds (first deal of the chunk, or first of the matches; decision; player; steps done), for a
    watchdog to read; `round` are the deals of matches that are played by steps.
    """

    drives = True  # whether the compiled driver plays where all deciders compile

    def __init__(
        self, game: Game, rules: Rules, players: Sequence[Player], seating: Sequence[int] | None = None
    ) -> None:
        self.game = game = game.under(rules)
        self.rules = rules
        self.players = list(players)
        self.seating = tuple(seating or (seat % len(players) for seat in range(game.seats)))
        self.facts = self._facts(scored=False)
        self.rows = columns(game)
        self.who = [
            sum(1 << seat for seat, player in enumerate(self.seating) if player == k) for k in range(len(players))
        ]
        self.now = np.zeros(4, np.int64)
        self.round: Round
        self.reasons: dict[str, str] = {}  # why a scalar decider is not compiled, by its text and decision
        self._loops: dict[tuple[str, int], asking.Loop] = {}
        self._whole: dict[str, asking.Loop] = {}
        self._setups = threading.local()

    def _facts(self, *, scored: bool) -> Any:
        facts = game_text.facts_of(self.game, self.rules, len(self.players), scored=scored)
        return np.array(facts, np.int64) if compiled.ENABLED else facts

    # ---- preparing ---------------------------------------------------------------------------------------------------

    def prepare(self, *, matches: bool = False) -> None:
        """Compiles, or takes from the cache, every loop that single deals or matches at this table need.

        Warns of what cannot be compiled.
        """
        if not compiled.ENABLED:
            return
        driver = game_text.driver_name(sole=self.is_sole, matches=matches)
        with warm.driver_on_its_way(self.game, self.rules, driver) if self.drives else nullcontext():
            for k, player in enumerate(self.players):
                for decision in self.game.decisions:
                    self._prepare(decision, k, player[decision])
        if matches:
            self.play_matches(1, 0, 0, self.new_counts(), 1)
        elif self.is_driven:
            self.play(1, 0, 0, self.new_counts(), 1)
        else:
            self.run(1, 0, 0, self.answer_all)

    def _prepare(self, decision: str, k: int, decider: Decider) -> None:
        if decider.kind != "scalar":
            return
        try:
            if self.is_sole and decision in WHOLE:
                self._whole[decision] = asking.whole_loop(self.game, self.rules, decider)
            else:
                self._loops[decision, k] = asking.ask_loop(self.game, self.rules, decider)
        except TypeError as error:
            self.reasons[f"{decider.text} {decider.decision}"] = str(error)
            warnings.warn(
                f"{decider.text}: {decider.decision} runs as plain Python, some 100 times slower: {error}",
                NotCompiledWarning,
                stacklevel=3,
            )

    @property
    def is_sole(self) -> bool:
        """Whether one player holds all seats."""
        return len(self.players) == 1

    @property
    def is_compiled(self) -> bool:
        """Whether every decision of every player is a compiled loop."""
        whole = [decision for decision in self.game.decisions if self.is_sole and decision in WHOLE]
        others = [decision for decision in self.game.decisions if decision not in whole]
        return all(decision in self._whole for decision in whole) and all(
            (decision, k) in self._loops for k in range(len(self.players)) for decision in others
        )

    @property
    def is_driven(self) -> bool:
        """Whether the compiled driver plays, not the steps in Python."""
        return self.drives and self.is_compiled

    @cached_property
    def watches_voids(self) -> bool:
        """Whether somebody reads `voids`, which cost time to keep."""
        return any("voids" in player["play"].fields for player in self.players)

    # ---- playing -----------------------------------------------------------------------------------------------------

    def new_counts(self) -> NDArray[np.int64]:
        """An empty table of counts: rows side × bid × trump length, columns as `game_text.score_columns`."""
        return np.zeros((game_text.table_rows(self.game), len(game_text.score_columns(self.game))), np.int64)

    def new_outcomes(self, deals: int) -> NDArray[np.int64]:
        """What so many deals came to before any is played: rows `chunk.outcome_rows`, a column a deal."""
        rows = outcome_rows(self.game)
        outcomes = np.full((rows["O_ROWS"], deals), ABSENT, np.int64)
        outcomes[: self.game.sides] = 0
        return outcomes

    def play(
        self,
        seed: int,
        first: int,
        deals: int,
        counts: NDArray[np.int64],
        lanes: int = LANES,
        outcomes: NDArray[np.int64] | None = None,
    ) -> None:
        """Plays deals first … first + deals - 1 of a seed and adds them to the counts.

        `outcomes`, from `new_outcomes`, gets what each deal came to; a deal that was passed out changes nothing there.
        `StrategyError` names the lowest deal in which a strategy raised or answered illegally.
        """
        if self.is_driven:
            self._play_compiled(seed, first, deals, counts, lanes, NO_OUTCOMES if outcomes is None else outcomes)
            return
        for start in range(first, first + deals, lanes):
            state = self.run_checked(seed, start, min(lanes, first + deals - start))
            self.module.count_deals(state.c, state.n, self.facts, counts)
            if outcomes is not None:
                self.module.keep_outcomes(state.c, state.n, first, outcomes)

    def run_checked(self, seed: int, first: int, n: int) -> State:
        """The final state of n deals played by the steps in Python; `StrategyError` for the lowest deal at fault."""
        try:
            return self.run(seed, first, n, self.answer_all)
        except (Exception, SystemExit) as error:
            raise faults.find_fault(self, seed, first, n, error) from error

    def fails(self, seed: int, first: int, n: int) -> bool:
        """Whether a strategy raises or answers illegally in one of these deals."""
        try:
            if self.is_driven:
                return bool(self._drive(seed, first, n, self.new_counts(), n, (NO_OUTCOMES,))[0])
            self.run(seed, first, n, self.answer_all)
        except (Exception, SystemExit):  # noqa: BLE001  # whatever a strategy raises
            return True
        return False

    # ---- matches -----------------------------------------------------------------------------------------------------

    def play_matches(
        self, seed: int, first: int, matches: int, counts: NDArray[np.int64], lanes: int = LANES
    ) -> NDArray[np.int64]:
        """Plays matches first … first + matches - 1 of a seed and adds their deals to the counts.

        Returns a row a match, columns `chunk.match_rows` R_…: the winner (DRAW for none), deals, of these passed out,
        whether `max_hands` ended it, each side's score. `StrategyError` names the first deal at fault of the lowest
        match.
        """
        results = new_rows(matches, match_rows(self.game)["R_COLUMNS"])
        if not self.is_driven:
            try:
                for played in self.match_rounds(seed, first, matches, lanes, self.answer_all, results):
                    self.module.count_deals(played.state.c, played.state.n, self.facts, counts)
            except (Exception, SystemExit) as error:
                raise faults.find_match_fault(self, seed, first, matches, error) from error
            return np.array(results.rows) if isinstance(results, PlainChunk) else results[:, :-PADDING]
        scratch = counts.copy()
        state = new_rows(match_rows(self.game)["M_ROWS"], lanes)
        try:
            wrong, _ = self._drive(seed, first, matches, scratch, lanes, (state, results))
        except Exception as error:
            raise faults.find_match_fault(self, seed, first, matches, error) from error
        if wrong:
            raise faults.find_match_fault(self, seed, first, matches)
        counts[:] = scratch
        return np.array(results[:, :-PADDING])

    def match_rounds(
        self, seed: int, first: int, matches: int, lanes: int, answered: Callable[[Ask], None], results: Any
    ) -> Iterator["Round"]:
        """Plays matches by the steps in Python; yields a deal of every match that is on, round after round."""
        rows, key = match_rows(self.game), seed_key(seed)
        n = min(lanes, matches)
        following = first + n
        self.now[0] = first
        m = new_rows(rows["M_ROWS"], n)
        self.module.begin_matches(m, n, key, first)
        while n > 0:
            state = State(new_chunk(self.game, n), n, self._facts(scored=True))
            self.module.begin_match_deals(state.c, m, n)
            self.module.deal_cards(state.c, n)
            match, number, dealer = (np.array(m[rows[k], slice(0, n)]) for k in ("M_MATCH", "M_NUMBER", "M_DEALER"))
            before = np.array([m[rows["M_SCORE"] + side, slice(0, n)] for side in range(self.game.sides)])
            self.round = Round(state, match, number, dealer, before)
            self.play_on(state, answered)
            self.module.decide_matches(state.c, state.n, state.facts)
            yield self.round
            n, following = self.module.end_match_deals(
                state.c, state.n, m, n, state.facts, key, following, first + matches, results, first
            )

    def fails_in_matches(self, seed: int, first: int, matches: int) -> bool:
        """Whether a strategy raises or answers illegally in one of these matches."""
        try:
            if self.is_driven:
                state = new_rows(match_rows(self.game)["M_ROWS"], matches)
                results = new_rows(matches, match_rows(self.game)["R_COLUMNS"])
                return bool(self._drive(seed, first, matches, self.new_counts(), matches, (state, results))[0])
            results = new_rows(matches, match_rows(self.game)["R_COLUMNS"])
            for _ in self.match_rounds(seed, first, matches, matches, self.answer_all, results):
                pass
        except (Exception, SystemExit):  # noqa: BLE001  # whatever a strategy raises
            return True
        return False

    @property
    def module(self) -> Any:
        """The game's module."""
        return game_text.game_module(self.game, self.rules)

    def _play_compiled(
        self, seed: int, first: int, deals: int, counts: NDArray[np.int64], lanes: int, outcomes: NDArray[np.int64]
    ) -> None:
        scratch = counts.copy()
        try:
            wrong, start = self._drive(seed, first, deals, scratch, lanes, (outcomes,))
        except Exception as error:
            start = int(self.now[0])
            raise faults.find_fault(self, seed, start, min(lanes, first + deals - start), error) from error
        if wrong:
            raise faults.find_fault(self, seed, start, min(lanes, first + deals - start))
        counts[:] = scratch

    def _drive(
        self,
        seed: int,
        first: int,
        number: int,
        counts: NDArray[np.int64],
        lanes: int,
        more: tuple[Any] | tuple[Any, Any],
    ) -> tuple[int, int]:
        """Runs the compiled driver of deals, given (outcomes,), or of matches, given (their state, results).

        Returns (faults, first deal of the chunk at fault).
        """
        matches = len(more) > 1
        module = game_text.game_module(self.game, self.rules)
        shape = (len(DECISIONS) + len(WHOLE), len(self.players))
        addresses = np.zeros(shape, np.int64)
        whole = np.zeros((*shape, MOST_PARAMS), np.int64)
        reals = np.zeros((*shape, MOST_PARAMS), np.float64)
        loops = [(DECISIONS.index(decision), decision, k, loop) for (decision, k), loop in self._loops.items()]
        loops += [(WHOLE[decision], decision, 0, loop) for decision, loop in self._whole.items()]
        for row, decision, k, loop in loops:
            addresses[row, k] = loop.address
            _put_params(self.players[k][decision], whole[row, k], reals[row, k])
        index = np.zeros(lanes + 1, np.int64)
        chunk = new_chunk(self.game, lanes)
        who = np.array(self.who, np.int64)
        driver = module.names[game_text.driver_name(sole=self.is_sole, matches=matches)]
        facts = self._facts(scored=True) if matches else self.facts
        wrong, start = driver(
            chunk, lanes, index, facts, seed_key(seed), first, number, int(self.watches_voids),
            addresses, who, whole, reals, counts, self.now, *more,
        )  # fmt: skip
        return int(wrong), int(start)

    def run(self, seed: int, first: int, n: int, answered: Callable[[Ask], None]) -> State:
        """Plays n deals by the steps in Python; `answered(ask)` answers every decision. Returns the final state."""
        state = self.dealt(seed, first, n)
        self.now[0] = first
        return self.play_on(state, answered)

    def dealt(self, seed: int, first: int, n: int) -> State:
        """The state of n deals of a seed after the cards are dealt."""
        module = game_text.game_module(self.game, self.rules)
        state = State(new_chunk(self.game, n), n, self.facts)
        module.begin_deals(state.c, n, seed_key(seed), first)
        module.deal_cards(state.c, n)
        return state

    def play_on(self, state: State, answered: Callable[[Ask], None]) -> State:
        """Plays deals that were dealt to their end; `answered(ask)` answers every decision. Returns the final state."""
        module = game_text.game_module(self.game, self.rules)
        index = np.zeros(state.n + 1, np.int64)
        steps = module.steps(state.c, state.n, index, state.facts, self.watches_voids, False)
        while True:
            try:
                decision, place, turn, state.n = next(steps)
            except StopIteration as end:
                state.n = end.value
                return state
            self.now[1] = decision
            self.now[3] += 1
            ask = Ask(DECISIONS[decision], place, turn, state, self)
            answered(ask)
            self.settle(ask)

    def settle(self, ask: Ask) -> None:
        """Changes answers that were just given, where a table has a say in them."""

    def start_of(self, seed: int, deal: int) -> Start:
        """Where a deal begins that is played here."""
        return single_deal(self.game, seed, deal)

    def answer_all(self, ask: Ask) -> None:
        """Has every player answer for its seats."""
        for k in range(len(self.players)):
            self.now[2] = k
            self.answer(ask, k)

    def fields(self, ask: Ask, names: tuple[str, ...], who: int, *, skip_forced: bool = False) -> asking.Views:
        """Fields of the views of the seats in `who` that are asked; see `read_views`."""
        here = (self.game, self.rules, ask.decision, names, ask.state, ask.place, ask.turn, who)
        return read_views(*here, skip_forced=skip_forced)

    def views(self, ask: Ask, k: int, names: tuple[str, ...]) -> asking.Views:
        """Fields of the views of player k's seats that are asked."""
        return self.fields(ask, names, self.who[k])

    def setup_of(self, decider: Decider) -> Any:
        """What a decider's `setup` returned in this worker; None without one."""
        if decider.setup is None:
            return None
        made = self._setups.__dict__
        key = repr(id(decider.setup))
        if key not in made:
            made[key] = decider.setup()
        return made[key]

    def answer(self, ask: Ask, k: int) -> None:
        """Has player k answer for its seats."""
        decider = self.players[k][ask.decision]
        loop = self._loops.get((ask.decision, k))
        if loop is None and ask.decision in self._whole:  # a sole player, asked at one place after all
            loop = self._loops[ask.decision, k] = asking.ask_loop(self.game, self.rules, decider)
        if loop is not None:
            self._answer_compiled(ask, k, decider, loop)
            return
        checked = ("legal", "must", "need") if ask.decision in SETS else ("legal",)
        names = tuple(dict.fromkeys((*decider.fields, *checked)))
        views = self.fields(ask, names, self.who[k], skip_forced=True)
        if not len(views.lanes):
            return
        of_kind = self._array_answers if decider.kind == "array" else _plain_answers
        answers = of_kind(decider, views)
        if not are_legal(self.game, ask.decision, answers, views.columns).all():
            raise StrategyError(f"{decider.text}: {decider.decision} answered illegally")
        ask.state.c[self.rows["OUT"], views.lanes] = answers

    def _answer_compiled(self, ask: Ask, k: int, decider: Decider, loop: asking.Loop) -> None:
        whole = np.zeros(MOST_PARAMS, np.int64)
        reals = np.zeros(MOST_PARAMS, np.float64)
        _put_params(decider, whole, reals)
        dispatcher = loop.module.names[f"{ask.decision}_loop"]
        state = ask.state
        wrong = dispatcher(state.c, state.n, ask.place, self.who[k], ask.turn, state.facts, whole, reals)
        if wrong:
            raise StrategyError(f"{decider.text}: {decider.decision} answered illegally")

    def _array_answers(self, decider: Decider, views: asking.Views) -> NDArray[np.int64]:
        arguments = [array_view(decider, views)]
        if decider.setup is not None:
            arguments.append(self.setup_of(decider))
        answers = array_answers(decider.function(*arguments), len(views.lanes))
        if isinstance(answers, str):
            raise StrategyError(f"{decider.text}: {decider.decision} returned {answers}")
        return answers


class SteppedTable(Table):
    """A table that plays by the steps in Python, with compiled loops: no driver has to be compiled."""

    drives = False

    @property
    def is_sole(self) -> bool:
        """False: decisions are asked one at a time, also where one player holds all seats."""
        return False


def _put_params(decider: Decider, whole: NDArray[np.int64], reals: NDArray[np.float64]) -> None:
    for k, (_, value) in enumerate(decider.params):
        if isinstance(value, float):
            reals[k] = value
        else:
            whole[k] = value


def _plain_answers(decider: Decider, views: asking.Views) -> NDArray[np.int64]:
    """The answers of a function that is called lane by lane."""
    function = decider.function
    answers = [function(view) for view in scalar_views(decider.fields, decider.decision, views, params_of(decider))]
    for answer in answers:
        if type(answer) is not int and whole_answer(answer) is None:
            raise StrategyError(f"{decider.text}: {decider.decision} returned {answer!r}")
    return np.array([answer if 0 <= answer <= MOST_ANSWER else -1 for answer in answers], np.int64)
