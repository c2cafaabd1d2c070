"""A table: a game, its rules, and the deciders that sit at it; plays deals into counts.

Where all deciders compile, one compiled driver plays; else the same steps run from Python and yield at each decision.
Both play the same cards with the same answers.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards import compiled
from simcards.engine import asking, generate
from simcards.engine.asking import State, array_answers, array_view, params_of, read_views, scalar_views, whole_answer
from simcards.engine.chunk import columns, new_chunk
from simcards.engine.deciders import Decider
from simcards.engine.fields import BID, DECISIONS, TRICK
from simcards.errors import StrategyError
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.randomness import seed_key

LANES = 2048
MOST_PARAMS = 32
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
    def lanes(self) -> NDArray[np.int64]:
        """The lanes that are asked."""
        return self._views.lanes

    @cached_property
    def _views(self) -> asking.Views:
        return self.fields(("legal",))

    @cached_property
    def deals(self) -> NDArray[np.int64]:
        """The numbers of the deals that are asked."""
        return self.state.c[self.table.rows["DEAL"], self.lanes].copy()

    @cached_property
    def seats(self) -> NDArray[np.int64]:
        """The absolute seats that are asked."""
        first = self.state.c[self.table.rows["FIRST"], self.lanes]
        return (first + self.place) % self.table.game.seats

    @cached_property
    def legal(self) -> NDArray[np.int64]:
        """The legal answers, as bits."""
        return np.asarray(self._views.columns["legal"])

    def fields(self, names: tuple[str, ...]) -> asking.Views:
        """Fields of the views of all seats that are asked."""
        table = self.table
        return read_views(
            table.game, table.rules, self.decision, names, self.state, self.place, self.turn, (1 << table.game.seats) - 1
        )

    @property
    def answers(self) -> NDArray[np.int64]:
        """The answers given, by lane asked."""
        return self.state.c[self.table.rows["OUT"], self.lanes].copy()

    def answer(self, answers: NDArray[np.int64]) -> None:
        """Gives the answers of all lanes asked."""
        self.state.c[self.table.rows["OUT"], self.lanes] = answers


class Table:
    """Seat s is held by player s mod k; a player is a decider for each decision of the game."""

    def __init__(self, game: Game, rules: Rules, players: Sequence[Player]) -> None:
        self.game = game
        self.rules = rules
        self.players = list(players)
        self.facts = np.array(rules.codes, np.int64)
        self.rows = columns(game)
        self.who = [
            sum(1 << seat for seat in range(game.seats) if seat % len(players) == k) for k in range(len(players))
        ]
        self.setups: dict[tuple[int, str], Any] = {}
        self.now = np.zeros(4, np.int64)  # first deal of the chunk, decision, player: read by a watchdog
        self._loops: dict[tuple[str, int], asking.Loop] = {}
        self.reasons: dict[str, str] = {}  # why a scalar decider is not compiled, by its text and decision

    # ---- preparing ---------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Compiles, or takes from the cache, every loop that this table needs; warns of what cannot be compiled."""
        if not compiled.ENABLED:
            return
        for k, player in enumerate(self.players):
            for decision in self.game.decisions:
                decider = player[decision]
                if decider.kind != "scalar":
                    continue
                try:
                    self._loops[decision, k] = asking.ask_loop(self.game, self.rules, decider)
                except TypeError as error:
                    self._not_compiled(decider, str(error))
        if self.is_compiled and self.is_sole:
            self._loops["trick", 0] = asking.trick_loop(self.game, self.rules, self.players[0]["play"])

    def _not_compiled(self, decider: Decider, reason: str) -> None:
        self.reasons[f"{decider.text} {decider.decision}"] = reason
        warnings.warn(
            f"{decider.text}: {decider.decision} runs as plain Python, some 100 times slower: {reason}",
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
        return all((decision, k) in self._loops for k in range(len(self.players)) for decision in self.game.decisions)

    @cached_property
    def watches_voids(self) -> bool:
        """Whether somebody reads `voids`, which cost time to keep."""
        return any("voids" in player["play"].fields for player in self.players)

    # ---- playing -----------------------------------------------------------------------------------------------------

    def new_counts(self) -> NDArray[np.int64]:
        """An empty table of counts: rows side × bid × trump length, columns as `generate.score_columns`."""
        return np.zeros((generate.table_rows(self.game), len(generate.score_columns(self.game))), np.int64)

    def play(self, seed: int, first: int, deals: int, counts: NDArray[np.int64], lanes: int = LANES) -> None:
        """Plays deals first … first + deals - 1 of a seed and adds them to the counts."""
        if not compiled.ENABLED:
            raise NotImplementedError
        if self.is_compiled:
            self._play_compiled(seed, first, deals, counts, lanes)
            return
        module = generate.game_module(self.game, self.rules)
        for start in range(first, first + deals, lanes):
            state = self.run(seed, start, min(lanes, first + deals - start), self._answered)
            module.count_deals(state.c, state.n, counts)

    def _play_compiled(self, seed: int, first: int, deals: int, counts: NDArray[np.int64], lanes: int) -> None:
        module = generate.game_module(self.game, self.rules)
        decisions = len(DECISIONS) + 1
        players = len(self.players)
        addresses = np.zeros((decisions, players), np.int64)
        whole = np.zeros((decisions, players, MOST_PARAMS), np.int64)
        reals = np.zeros((decisions, players, MOST_PARAMS), np.float64)
        for (decision, k), loop in self._loops.items():
            row = TRICK if decision == "trick" else DECISIONS.index(decision)
            addresses[row, k] = loop.address
            for p, (_, value) in enumerate(self.players[k]["play" if decision == "trick" else decision].params):
                (reals if isinstance(value, float) else whole)[row, k, p] = value
        index = np.zeros(lanes + 1, np.int64)
        chunk = new_chunk(self.game, lanes)
        who = np.array(self.who, np.int64)
        faults, start = module.play_chunks(
            chunk, lanes, index, self.facts, seed_key(seed), first, deals, int(self.watches_voids), int(self.is_sole),
            addresses, who, whole, reals, counts, self.now,
        )  # fmt: skip
        if faults:
            raise StrategyError(f"illegal answer in the chunk of deal {start}")

    def run(self, seed: int, first: int, n: int, answered: Callable[[Ask], None]) -> State:
        """Plays n deals by the steps in Python; `answered(ask)` answers every decision. Returns the final state."""
        module = generate.game_module(self.game, self.rules)
        state = State(new_chunk(self.game, n), n, self.facts)
        index = np.zeros(n + 1, np.int64)
        steps = module.steps(state.c, n, index, self.facts, seed_key(seed), first, self.watches_voids, False)
        while True:
            try:
                decision, place, turn, state.n = next(steps)
            except StopIteration as end:
                state.n = end.value
                return state
            self.now[:2] = first, decision
            answered(Ask(DECISIONS[decision], place, turn, state, self))

    def _answered(self, ask: Ask) -> None:
        for k in range(len(self.players)):
            self.now[2] = k
            self.answer(ask, k)

    def answer(self, ask: Ask, k: int) -> None:
        """Has player k answer for its seats."""
        decider = self.players[k][ask.decision]
        loop = self._loops.get((ask.decision, k))
        if loop is not None:
            self._answer_compiled(ask, k, loop)
        elif decider.kind == "array":
            self._answer_array(ask, k, decider)
        else:
            self._answer_plain(ask, k, decider)

    def _answer_compiled(self, ask: Ask, k: int, loop: asking.Loop) -> None:
        decider = self.players[k][ask.decision]
        whole = np.zeros(MOST_PARAMS, np.int64)
        reals = np.zeros(MOST_PARAMS, np.float64)
        for p, (_, value) in enumerate(decider.params):
            (reals if isinstance(value, float) else whole)[p] = value
        dispatcher = loop.module.names[f"{ask.decision}_loop"]
        state = ask.state
        wrong = dispatcher(state.c, state.n, ask.place, self.who[k], ask.turn, state.facts, whole, reals)
        if wrong:
            raise StrategyError(f"illegal answer of {decider.text}")

    def _views(self, ask: Ask, k: int, names: tuple[str, ...]) -> asking.Views:
        return read_views(self.game, self.rules, ask.decision, names, ask.state, ask.place, ask.turn, self.who[k])

    def _answer_array(self, ask: Ask, k: int, decider: Decider) -> None:
        views = self._views(ask, k, (*dict.fromkeys((*decider.fields, "legal")),))
        if not len(views.lanes):
            return
        arguments = [array_view(decider, views)]
        if decider.setup is not None:
            key = (k, decider.decision)
            if key not in self.setups:
                self.setups[key] = decider.setup()
            arguments.append(self.setups[key])
        answers = array_answers(decider.function(*arguments), len(views.lanes))
        if isinstance(answers, str):
            raise StrategyError(f"{decider.text}: {decider.decision} returned {answers}")
        self._take(ask, views, answers, decider)

    def _answer_plain(self, ask: Ask, k: int, decider: Decider) -> None:
        views = self._views(ask, k, (*dict.fromkeys((*decider.fields, "legal")),))
        function = decider.function
        answers = [function(view) for view in scalar_views(decider.fields, decider.decision, views, params_of(decider))]
        for answer in answers:
            if type(answer) is not int and whole_answer(answer) is None:
                raise StrategyError(f"{decider.text}: {decider.decision} returned {answer!r}")
        self._take(ask, views, np.array(answers, np.int64), decider)

    def _take(self, ask: Ask, views: asking.Views, answers: NDArray[np.int64], decider: Decider) -> None:
        legal = views.columns["legal"]
        good = (answers >= 0) & (answers < 63) & ((legal >> (answers & 63)) & 1 != 0)
        if not good.all():
            raise StrategyError(f"illegal answer of {decider.text}")
        ask.state.c[self.rows["OUT"], views.lanes] = answers
