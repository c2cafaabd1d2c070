"""A deal as a record (`simcards-deal/1`): what happened at the table in numbers, and the record made of it in text."""

import json
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from simcards.cards.codes import suit_name
from simcards.engine.exchange import Told, as_record, tell
from simcards.games.game import Game
from simcards.games.options import Rules

FORMAT = "simcards-deal/1"
Record: TypeAlias = dict[str, Any]

# All keys of a record, in the order in which they are written.
KEYS = (
    "format",
    "game",
    "rules",
    "seed",
    "deal",
    "match",
    "dealer",
    "strategies",
    "scores_before",
    "hands",
    "kitty",
    "second_deal",
    "auction",
    "contract",
    "exchange",
    "tricks",
    "tally",
    "made",
    "score",
    "scores_after",
    "match_winner",
)


@dataclass
class Outcome:
    """What a deal that was not passed out came to; `tally` are the numbers of the game's own `tally`."""

    declarer: int
    bid: int
    made: bool
    score: list[int]
    tally: tuple[int, ...]
    last_winner: int


@dataclass
class Notes:
    """A deal in numbers. Seats are absolute, hands sets in suit order by seat, cards played codes in play order."""

    deal: int
    dealer: int
    hands: list[int]
    kitty: int
    second: list[int] = field(default_factory=list)
    calls: list[tuple[int, int]] = field(default_factory=list)
    trump: int = -1
    exchange: dict[tuple[str, int], int] = field(default_factory=dict)  # (discard, give or choose, seat): answer
    plays: list[tuple[int, int]] = field(default_factory=list)
    outcome: Outcome | None = None
    match: tuple[int, int] | None = None  # (match, number) of a deal of a match
    before: tuple[int, ...] = ()
    winner: int | str | None = None  # who won the match with this deal

    def note(self, decision: str, seat: int, answer: int) -> None:
        """Notes an answer."""
        if decision == "bid":
            self.calls.append((seat, answer))
        elif decision == "play":
            self.plays.append((seat, answer))
        elif decision == "name_trump":
            self.trump = answer
        else:
            self.exchange[decision, seat] = answer


class Recorder:
    """Makes the records of deals that share game, rules, strategies (their texts by player) and seed."""

    def __init__(self, game: Game, rules: Rules, texts: list[str], seed: int) -> None:
        self.game = game = game.under(rules)
        self.rules = rules
        self.seed = seed
        self.strategies = [texts[seat % len(texts)] for seat in range(game.seats)]
        self.deck = game.deck(rules)
        self.names = self.deck.names

    def cards(self, cards: int, trump: int = -1) -> list[str]:
        """The texts of a set in suit order: jokers, spades, hearts, diamonds, clubs, each from high to low.

        With a trump the set is one in play order.
        """
        if trump >= 0:
            cards = self.deck.parse_set(self.deck.set_names(cards, trump))
        texts = []
        while cards:
            code = cards.bit_length() - 1
            texts.append(self.names[code])
            cards ^= 1 << code
        return texts

    def record(self, notes: Notes) -> Record:
        """The record of a deal."""
        before = list(notes.before or [0] * self.game.sides)
        outcome = notes.outcome
        score = outcome.score if outcome else [0] * self.game.sides
        told = self._told(notes)
        match = None if notes.match is None else dict(zip(("match", "number"), notes.match, strict=True))
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.rules.as_dict(),
            "seed": self.seed,
            "deal": None if match else notes.deal,
            "match": match,
            "dealer": notes.dealer,
            "strategies": list(self.strategies),
            "scores_before": before,
            "hands": [self.cards(hand) for hand in notes.hands],
            "kitty": self.cards(notes.kitty),
            "second_deal": [self.cards(cards) for cards in notes.second] if notes.second and outcome else None,
            "auction": self._auction(notes),
            "contract": self._contract(notes),
            "exchange": as_record(told.entries, self.cards),
            "tricks": self._tricks(notes, len(told.seats)),
            "tally": self.game.tally_record(outcome.tally) if outcome else None,
            "made": outcome.made if outcome else None,
            "score": score,
            "scores_after": [sum(pair) for pair in zip(before, score, strict=True)],
            "match_winner": notes.winner,
        }

    def _told(self, notes: Notes) -> Told:
        if notes.outcome is None:
            return Told([], [])
        contract = notes.outcome.declarer, notes.outcome.bid, notes.trump
        return tell(self.game, self.rules, notes.hands, notes.second, notes.kitty, contract, notes.exchange)

    def _auction(self, notes: Notes) -> list[list[Any]]:
        calls = [[seat, self.game.call_name(call)] for seat, call in notes.calls]
        outcome = notes.outcome
        if outcome and not any(call for _, call in notes.calls):
            calls.append([outcome.declarer, self.game.call_name(outcome.bid)])  # forced: nobody was asked
        return calls

    def _contract(self, notes: Notes) -> dict[str, Any] | None:
        outcome = notes.outcome
        if outcome is None:
            return None
        bid = self.game.call_name(outcome.bid)
        return {"declarer": outcome.declarer, "bid": bid, "trump": suit_name(notes.trump)}

    def _tricks(self, notes: Notes, seats: int) -> list[dict[str, Any]]:
        """The tricks of so many seats each."""
        if notes.outcome is None or not notes.plays:
            return []
        card_name, trump, plays = self.deck.card_name, notes.trump, notes.plays
        starts = range(0, len(plays), seats)
        leaders = [plays[start][0] for start in starts]
        winners = [*leaders[1:], notes.outcome.last_winner]
        return [
            {
                "leader": leader,
                "plays": [[seat, card_name(code, trump)] for seat, code in plays[start : start + seats]],
                "winner": winner,
            }
            for leader, start, winner in zip(leaders, starts, winners, strict=True)
        ]


def to_line(record: Record) -> str:
    """The record as one line of JSON, without a line end."""
    return json.dumps(record, ensure_ascii=False, allow_nan=False)
