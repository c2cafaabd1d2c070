"""Deal records replayed: the cards and answers of a record through the engine's own rules, run as plain Python."""

import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from simcards.cards.codes import Deck, parse_suit
from simcards.cards.order import in_play_order
from simcards.engine import generate
from simcards.engine.chunk import PlainChunk, columns
from simcards.engine.deal_record import Notes, Outcome, Record, Recorder
from simcards.engine.interpreted import PlainAsk, play_one
from simcards.engine.record_reading import game_and_rules, shown
from simcards.errors import RecordError
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.randomness import deal_key, seed_key

# What a record says of the run that it comes from and of the cards: nothing that the rules decide.
COPIED = (
    "format",
    "game",
    "rules",
    "seed",
    "deal",
    "match",
    "strategies",
    "scores_before",
    "hands",
    "kitty",
    "match_winner",
)


@dataclass(frozen=True)
class Replay:
    """All decisions of a recorded deal, each with its view and its answer, and the record that the rules give."""

    asks: list[PlainAsk]
    record: Record


def replay(record: Record, where: str = "record", game: Game | None = None) -> Replay:
    """The deal rebuilt from the cards, calls, trump and plays of a record that was read.

    `RecordError` at the first answer that does not fit the rules.
    """
    game, rules = game_and_rules(record, game)
    deck = game.deck(rules)
    hands = [deck.parse_set(hand) for hand in record["hands"]]
    notes = Notes(record["deal"] or 0, record["dealer"], hands, deck.parse_set(record["kitty"]))
    answers = _RecordedAnswers(game, rules, record, where)
    asks: list[PlainAsk] = []

    def answered(ask: PlainAsk) -> None:
        ask.answer = answers.answer(ask)
        asks.append(ask)

    steps = _steps_with_cards(game, rules, notes, record["scores_before"])
    end = play_one(game, rules, record["seed"], notes.deal, answered, steps)
    note_answers(notes, asks)
    note_outcome(game, rules, notes, end)
    rebuilt = Recorder(game, rules, record["strategies"], record["seed"]).record(
        notes, record["match"], record["scores_before"]
    )
    return Replay(asks, rebuilt | {key: record[key] for key in COPIED})


def verify(record: Record, where: str = "record", game: Game | None = None) -> None:
    """Raises `RecordError`, in one line, at the first thing in a record that is not as the rules have it."""
    rebuilt = replay(record, where, game).record
    seats = len(record["hands"])
    if record["match"] is None and record["dealer"] != record["deal"] % seats:
        raise RecordError(f"{where}: deal {record['deal']} is dealt by seat {record['deal'] % seats}")
    for key, value in rebuilt.items():
        if key not in COPIED and record[key] != value:
            for what, ours, theirs in _first_difference(key, value, record[key]):
                raise RecordError(f"{where}: {what} is {shown(theirs)}, but by the rules it is {shown(ours)}")


def _first_difference(what: str, ours: Any, theirs: Any) -> Iterator[tuple[str, Any, Any]]:
    """The innermost thing that differs, with its name, ours and theirs."""
    inside: Iterator[tuple[str, Any, Any]] = iter(())
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        inside = ((f"{what}.{key}", ours[key], theirs[key]) for key in ours)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        inside = ((f"{what}[{k}]", *pair) for k, pair in enumerate(zip(ours, theirs, strict=True)))
    for name, one, other in inside:
        if one != other:
            yield from _first_difference(name, one, other)
    yield what, ours, theirs


def cards_of(game: Game, rules: Rules, seed: int, deal: int) -> Notes:
    """The dealer and the cards of a deal, as the engine deals them."""
    c, rows = PlainChunk(columns(game)["COLUMNS"], 1), columns(game)
    generate.interpreted_game(game, rules).deal(c, 1, seed_key(seed), deal)
    eldest = c[rows["FIRST"], 0]
    hands = [c[rows["HAND"] + (seat - eldest) % game.seats, 0] for seat in range(game.seats)]
    return Notes(deal, c[rows["DEALER"], 0], hands, c[rows["KITTY"], 0] if game.kitty else 0)


def note_answers(notes: Notes, asks: list[PlainAsk]) -> None:
    """Notes the answers of a deal's decisions."""
    for ask in asks:
        if ask.decision == "bid":
            notes.calls.append((ask.seat, ask.answer))
        elif ask.decision == "play":
            notes.plays.append((ask.seat, ask.answer))
        else:
            notes.trump = ask.answer


def note_outcome(game: Game, rules: Rules, notes: Notes, end: PlainChunk | None) -> None:
    """Notes what a deal came to; `end` are its last columns, None when it was passed out."""
    if end is None:
        return
    rows, tally = columns(game), dict[tuple[int, int], int]()
    generate.interpreted_game(game, rules).tally_deals(end, 1, [int(code) for code in rules.codes], tally)
    declarer, bid, made, last_winner = (end[rows[name], 0] for name in ("DECLARER", "BID", "MADE", "FIRST"))
    score = [end[rows["SCORE"] + side, 0] for side in range(game.sides)]
    parts = tuple(int(tally[k, 0]) for k in range(len(tally)))
    notes.outcome = Outcome(declarer, bid, bool(made), score, parts, last_winner)


def _steps_with_cards(game: Game, rules: Rules, notes: Notes, before: list[int]) -> Callable[..., Any]:
    """The steps of a deal in which the cards are not drawn but given."""
    rows = columns(game)
    seats = range(game.seats)

    def deal(c: PlainChunk, _n: int, key: int, first: int) -> None:
        eldest = (notes.dealer + 1) % game.seats
        values = {"DEAL": first, "KEY": deal_key(key, first), "DEALER": notes.dealer, "FIRST": eldest, "BID": 0}
        values |= {"DECLARER": -1, "CALLS": 0, "OPEN_SEATS": (1 << game.seats) - 1, "KITTY": notes.kitty}
        for name, value in values.items():
            c[rows[name], 0] = value
        for seat in seats:
            c[rows["HAND"] + (seat - eldest) % game.seats, 0] = notes.hands[seat]
        for side, score in enumerate(before):
            c[rows["BEFORE"] + side, 0] = score

    module = generate.interpreted_game(game, rules)
    return types.FunctionType(module.steps.__code__, {**module.names, "deal": deal})


class _RecordedAnswers:
    """The answers of a record, one by one; each must come from the seat that the rules ask, and be legal."""

    def __init__(self, game: Game, rules: Rules, record: Record, where: str) -> None:
        self.game = game
        self.record = record
        self.where = where
        self.deck: Deck = game.deck(rules)
        self.trump = -1
        self.calls = iter(record["auction"])
        self.plays = iter([play for trick in record["tricks"] for play in trick["plays"]])

    def answer(self, ask: PlainAsk) -> int:
        """The number of the recorded answer."""
        if ask.decision == "name_trump":
            text, answer = self._trump(ask)
        else:
            entries, what = (self.calls, "call") if ask.decision == "bid" else (self.plays, "play")
            seat, text = next(entries, (-1, ""))
            if seat != ask.seat:
                found = f"the record goes on with seat {seat}" if text else "the record stops there"
                self._fail(f"seat {ask.seat} is to {what}, but {found}")
            answer = self.game.parse_call(text) if ask.decision == "bid" else self._code(text)
        if not ask.legal >> answer & 1:
            self._fail(f"seat {ask.seat} may not {_verb(ask.decision)} {text} {self._moment(ask)}")
        return answer

    def _trump(self, ask: PlainAsk) -> tuple[str, int]:
        contract = self.record["contract"]
        if contract is None:
            self._fail(f"seat {ask.seat} has won the auction, but there is no contract")
        self.trump = parse_suit(contract["trump"])
        return contract["trump"] or "no trump", self.trump

    def _code(self, text: str) -> int:
        card = 1 << self.deck.parse_card(text)
        return int(in_play_order(card, self.trump, self.deck.layout)).bit_length() - 1

    def _moment(self, ask: PlainAsk) -> str:
        if ask.decision == "bid":
            high = ask.view["high_bid"]
            return f"over a bid of {self.game.call_name(high)}" if high else "as the first bid"
        if ask.decision == "name_trump":
            return "as trump"
        led = ask.view["led"]
        suffix = f" on the lead of {self.deck.card_name(led, self.trump)}" if led >= 0 else ""
        return f"in trick {ask.turn + 1}{suffix}"

    def _fail(self, problem: str) -> Any:
        raise RecordError(f"{self.where}: {problem}")


def _verb(decision: str) -> str:
    return {"bid": "call", "name_trump": "name"}.get(decision, decision)
