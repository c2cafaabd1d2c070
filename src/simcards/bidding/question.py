"""Questions: what each answer of one decision comes to, all answers on the same deals, counted in whole numbers.

A deal is drawn with the cards that are known, and played to the decision. Where a strategy would have come there on
another way, the deal is left out. The others are then played on once for each answer; a question about a call also
plays each contract, as if everybody else had passed from there on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcards.bidding.hands import HandClass
from simcards.bidding.tally import BLOCK, Counts, Tally, left_out, stacked
from simcards.cards.dealing import deals as dealt
from simcards.cards.order import in_play_order
from simcards.engine.asking import are_legal
from simcards.engine.chunk import deal_needs, outcome_rows
from simcards.engine.guided import FITS, GuidedTable, Reached
from simcards.engine.script import ALL_LEGAL, Moment, Script
from simcards.engine.table import ABSENT, Player
from simcards.games.game import Game
from simcards.games.options import Rules

CHUNK = 1 << 14  # deals of which is asked together whether they fit
SUITS = 5  # no trump included
MOST_ACHIEVED = 1 << 12
# What may come of a call: our seat declares at it, or higher, partner or opponents declare, nobody does.
FATES = ("declares", "higher", "partner", "opponents", "passed_out")


class Known(NamedTuple):
    """Cards known to lie at a destination of the deal (`chunk.deal_needs`), as a set in suit order."""

    destination: int
    cards: int


@dataclass(frozen=True)
class Question:
    """What is asked: the hand of our seat, the moment of a decision, how it came to that, and the answers.

    `before` are match scores by side; `asked` are the options that say all this. `legal` are, for each set of rules,
    the answers that are legal under them, by number; `pool` are the cards, or the bits of answers, that are named.
    """

    hand: HandClass
    moment: Moment
    seat: int
    script: Script
    answers: tuple[int, ...]
    before: tuple[int, ...]
    known: tuple[Known, ...] = ()
    legal: tuple[tuple[int, ...], ...] = ()
    pool: int = -1
    asked: str = ""

    @property
    def is_bid(self) -> bool:
        """Whether the question is about a call."""
        return self.moment.decision == "bid"

    def draw(self, game: Game, rules: Rules, seed: int, first: int, number: int) -> NDArray[np.int64]:
        """The cards of deals first … first + number - 1, by destination and deal, in suit order."""
        needs = deal_needs(game)
        known: list[Any] = [0] * len(needs)
        for destination, cards in self.known:
            known[destination] = cards
        known[self.place_of_hand(game)] = self.hand.draw(seed, first, number)
        return dealt(game.deck(rules).cards, needs, seed, first, number, known)

    def place_of_hand(self, game: Game) -> int:
        """The destination of our hand."""
        return (1 if game.kitty else 0) + self.seat

    def tables(self, game: Game, rule_sets: Sequence[Rules], players: Sequence[Player]) -> list[GuidedTable]:
        """A table for each set of rules; our side is held by the first player, the others by the second."""
        ours = game.side(self.seat)
        seating = [0 if game.side(seat) == ours else len(players) - 1 for seat in range(game.seats)]
        return [
            GuidedTable(
                game, rules, players, seating, _Drawn(self, game, rules), self.before, self.asked, self._looked_at
            )
            for rules in rule_sets
        ]

    @property
    def _looked_at(self) -> list[str]:
        """The decisions at which it is looked what is legal: those of the script, and the one asked about."""
        moments = [*(given.moment for given in self.script.given), self.moment]
        return list(dict.fromkeys(moment.decision for moment in moments)) if self._is_played_to else []

    @property
    def _is_played_to(self) -> bool:
        """Whether something has to be played before it is known which deals fit."""
        return bool(self.script.given) or not self.is_bid

    # ---- counting ----------------------------------------------------------------------------------------------------

    def counts(self, tables: Sequence[GuidedTable], seed: int, first: int, deals: int, lanes: int, beat: Any) -> Counts:
        """What deals first … first + deals - 1 come to: arrays whose first axis is the block of 1,024 deals."""
        blocks = -(-deals // BLOCK)
        cards = tables[0].draw(seed, first, deals)
        misfits = np.full((len(tables), deals), FITS, np.int64)
        legal = np.ones((len(self.answers), deals), bool)
        unnamed = np.zeros(deals, bool)
        for v, table in enumerate(tables):
            beat[-1] = v
            for begin in range(0, deals, min(CHUNK, lanes)):
                part = slice(begin, min(deals, begin + min(CHUNK, lanes)))
                numbers = np.arange(first + part.start, first + part.stop)
                reached = self._reached(table, cards[:, part], seed, numbers)
                misfits[v, part] = reached.misfits
                if not self.is_bid and len(reached.asked):
                    for k, answer in enumerate(self.answers):
                        illegal = reached.asked[~legal_there(table.game, self.moment, answer, reached)]
                        legal[k, part.start + illegal] = False
                    unnamed[part.start + reached.asked] = (reached.fields["legal"] & ~self.pool) != 0
        fits = np.flatnonzero(misfits[0] == FITS)
        tally = Tally(fits // BLOCK, blocks)
        found: Counts = {
            "dealt": np.bincount(np.arange(deals) // BLOCK, minlength=blocks),
            "fits": tally.number(np.ones(len(fits), np.int64)),
            "left_out": left_out(misfits[0], blocks, len(self.script.given) + 1),
            "illegal": tally.numbers(~legal[:, fits]),
            "unnamed": tally.number(unnamed[fits]),
            "lengths": self._lengths(tables[0].game, cards[self.place_of_hand(tables[0].game), fits], tally),
        }
        margins: list[NDArray[np.int64]] = []
        for v, table in enumerate(tables):
            beat[-1] = v
            here = fits[(misfits[: v + 1, fits] == FITS).all(axis=0)]  # other rules: deals that fit under both
            counting = Tally(here // BLOCK, blocks)
            found[f"fits/{v}"] = counting.number(np.ones(len(here), np.int64))
            answered = _Answered(self, table, v, counting, legal[:, here], margins)
            for name, counted in answered.counts(cards[:, here], seed, first + here, lanes).items():
                found[f"{name}/{v}"] = counted
            if v:
                found |= counting.paired(margins[v] - margins[0][:, np.isin(fits, here)])
        return found

    def _reached(self, table: GuidedTable, cards: NDArray[np.int64], seed: int, numbers: NDArray[np.int64]) -> Reached:
        if not self._is_played_to:
            return Reached(np.full(len(numbers), FITS, np.int64))
        return table.play_to(cards, seed, numbers, self.script, self.moment)

    def _lengths(self, game: Game, hands: NDArray[np.int64], tally: Tally) -> NDArray[np.int64]:
        """By block, suit (the last: jokers) and number of its cards, how many of the hands hold so many."""
        held = suit_lengths(hands)
        found = [tally.by_value(one, game.hand + 1) for one in held]
        return np.stack(found, axis=1)


@dataclass(frozen=True)
class _Drawn:
    """The cards of a question's deals, as a table asks for them."""

    question: Question
    game: Game
    rules: Rules

    def __call__(self, seed: int, first: int, number: int) -> NDArray[np.int64]:
        return self.question.draw(self.game, self.rules, seed, first, number)


def suit_lengths(hands: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """By suit C D H S how many cards of it each hand holds, then how many jokers; hands in suit order."""
    plain = 0x1FFF
    suits = [np.bitwise_count((hands >> (16 * lane)) & plain).astype(np.int64) for lane in range(4)]
    return [*suits, np.bitwise_count(hands).astype(np.int64) - sum(suits)]


def legal_there(game: Game, moment: Moment, answer: int, reached: Reached) -> NDArray[np.bool_]:
    """Where an answer is legal, of the deals that came to a decision."""
    if answer == ALL_LEGAL:
        return np.ones(len(reached.asked), bool)
    return are_legal(game, moment.decision, np.full(len(reached.asked), answer, np.int64), reached.fields)


@dataclass
class _Answered:
    """The deals that fit, played on for each answer under one set of rules."""

    question: Question
    table: GuidedTable
    number: int  # of the rules
    tally: Tally
    legal: NDArray[np.bool_]
    all_margins: list[NDArray[np.int64]]

    def counts(self, cards: NDArray[np.int64], seed: int, deals: NDArray[np.int64], lanes: int) -> Counts:
        """What is counted, each first by block, then by answer."""
        question, game = self.question, self.table.game
        ours = game.side(question.seat)
        margins = np.zeros((len(question.answers), len(deals)), np.int64)
        parts: list[Counts] = []
        for k, answer in enumerate(question.answers):
            if answer not in question.legal[self.number]:
                parts.append({})
                continue
            scores, outcome, _ = self._played(
                cards, seed, deals, lanes, question.script.then(question.moment, answer), self.legal[k]
            )
            margins[k] = game.sides * scores[ours] - scores.sum(axis=0)
            parts.append(self._counted(answer, scores[ours], outcome))
            if question.is_bid and answer:
                parts[-1] |= self._contract(cards, seed, deals, lanes, answer)
        self.all_margins.append(margins)
        largest = np.zeros(self.tally.blocks, np.int64)
        np.maximum.at(largest, self.tally.block, np.abs(margins).max(axis=0, initial=0))
        found = {name: stacked([part.get(name) for part in parts]) for name in {n: 0 for part in parts for n in part}}
        return found | {"margin": self.tally.numbers(margins), "largest": largest} | self.tally.pairs(margins)

    def _counted(self, answer: int, score: NDArray[np.int64], outcome: dict[str, NDArray[np.int64]]) -> Counts:
        declarer, made = outcome["DECLARER"], outcome["MADE"]
        declares = declarer != ABSENT
        found = {
            "score": self.tally.number(score),
            "contracts": self.tally.number(declares),
            "made": self.tally.number(declares & (made == 1)),
        }
        if self.question.is_bid:
            fate = self._fates(answer, declarer, outcome["BID"])
            found["fates"] = self.tally.by_value(fate, len(FATES))
            found["stands_made"] = self.tally.number((fate == 0) & (made == 1))
        return found

    def _fates(self, answer: int, declarer: NDArray[np.int64], bid: NDArray[np.int64]) -> NDArray[np.int64]:
        seat, game = self.question.seat, self.table.game
        with_us = (declarer - seat) % game.sides == 0 if game.sides < game.seats else declarer == seat
        fate = np.where(with_us, FATES.index("partner"), FATES.index("opponents"))
        fate = np.where(declarer == seat, FATES.index("higher"), fate)
        fate = np.where((declarer == seat) & (bid == answer), FATES.index("declares"), fate)
        return np.where(declarer == ABSENT, FATES.index("passed_out"), fate)

    def _contract(
        self, cards: NDArray[np.int64], seed: int, deals: NDArray[np.int64], lanes: int, answer: int
    ) -> Counts:
        """The contract at a call, played on every deal: the others pass."""
        question = self.question
        script = question.script.then(question.moment, answer, others_pass=True)
        _, outcome, achieved = self._played(cards, seed, deals, lanes, script, None, achieved=True)
        made, trump = outcome["MADE"] == 1, outcome["TRUMP"]
        width = int(min(MOST_ACHIEVED, achieved.max(initial=0) + 1))
        return {
            "given_made": self.tally.number(made),
            "given_trumps": self.tally.by_value(trump, SUITS),
            "given_trumps_made": self.tally.by_value(np.where(made, trump, -1), SUITS),
            "achieved": self.tally.by_value(np.minimum(achieved, MOST_ACHIEVED - 1), width),
        }

    def _played(
        self,
        cards: NDArray[np.int64],
        seed: int,
        deals: NDArray[np.int64],
        lanes: int,
        script: Script,
        legal: NDArray[np.bool_] | None,
        *,
        achieved: bool = False,
    ) -> tuple[NDArray[np.int64], dict[str, NDArray[np.int64]], NDArray[np.int64]]:
        """By deal: scores by side, outcomes by name, and with `achieved` points or tricks of the declaring side.

        Deals in which the answer is not legal are not played: they came to nothing.
        """
        table, rows = self.table, outcome_rows(self.table.game)
        outcomes = table.new_outcomes(len(deals))
        reached = np.full(len(deals), -1, np.int64)
        chosen = np.arange(len(deals)) if legal is None else np.flatnonzero(legal)
        for begin in range(0, len(chosen), lanes):
            part = chosen[begin : begin + lanes]
            state = table.play_cards(cards[:, part], seed, deals[part], script)
            here = table.new_outcomes(len(part))
            table.module.keep_outcomes(state.c, state.n, 0, here)
            outcomes[:, part] = here
            if achieved and table.game.achieved is not None:
                reached[part] = table.achieved(state, len(part))
        sides = table.game.sides
        names = ("DECLARER", "BID", "TRUMP", "MADE")
        return outcomes[:sides], {name: outcomes[rows[f"O_{name}"]] for name in names}, reached


def play_set(game: Game, rules: Rules, cards: int, trump: int) -> int:
    """A set of cards as it lies once this trump is named (-1: not named)."""
    return cards if trump < 0 else int(in_play_order(cards, trump, game.deck(rules).layout))
