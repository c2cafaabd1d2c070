"""Deal records replayed: the cards and answers of a record through the engine's own rules, run as plain Python."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from simcards.cards.codes import Deck, parse_suit
from simcards.cards.order import in_play_order
from simcards.engine.chunk import PlainChunk, columns
from simcards.engine.deal_record import Notes, Outcome, Record, Recorder
from simcards.engine.faults import problem_with_set
from simcards.engine.fields import EXCHANGE
from simcards.engine.game_text import facts_of, interpreted_game
from simcards.engine.interpreted import PlainAsk, play_one
from simcards.engine.record_reading import game_and_rules, shown
from simcards.engine.start import Start, deal_of_match, place_cards, single_deal
from simcards.errors import RecordError
from simcards.games.game import Game
from simcards.games.options import REDEAL_SAME, Rules

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
    notes = notes_of(game, rules, record)
    answers = _RecordedAnswers(game, rules, record, where)
    asks: list[PlainAsk] = []

    def answered(ask: PlainAsk) -> None:
        ask.answer = answers.answer(ask)
        asks.append(ask)
        notes.note(ask.decision, ask.seat, ask.answer)

    end = play_one(game, rules, partial(_place_notes, game, rules, notes, record["seed"]), answered)
    note_outcome(game, rules, notes, end)
    notes.winner = winner_of(game, rules, notes, end)
    rebuilt = Recorder(game, rules, record["strategies"], record["seed"]).record(notes)
    return Replay(asks, rebuilt | {key: record[key] for key in COPIED})


def winner_of(game: Game, rules: Rules, notes: Notes, end: PlainChunk | None) -> int | str | None:
    """Who has won the match with a deal that was played to its end; None when it goes on, or there is no match."""
    if notes.match is None:
        return None
    rows, sides = columns(game), range(game.sides)
    winner = -1
    after = list(notes.before)
    if end is not None:
        interpreted_game(game, rules).decide_matches(end, 1, facts_of(game, rules))
        winner = int(end[rows["WINNER"], 0])
        after = [notes.before[side] + end[rows["SCORE"] + side, 0] for side in sides]
    if winner >= 0:
        return winner
    if notes.match[1] + 1 < rules.codes.max_hands:
        return None
    best = [side for side in sides if after[side] == max(after)]
    return best[0] if len(best) == 1 else "draw"


def notes_of(game: Game, rules: Rules, record: Record) -> Notes:
    """The cards of a record, with its dealer and its place in a match."""
    deck = game.deck(rules)
    hands = [deck.parse_set(hand) for hand in record["hands"]]
    second = [deck.parse_set(cards) for cards in record["second_deal"] or []]
    if game.second_deal and not second:  # passed out: whatever would have been dealt, nobody saw it
        second = [0] * game.seats
    match = record["match"]
    return Notes(
        record["deal"] or 0,
        record["dealer"],
        hands,
        deck.parse_set(record["kitty"]),
        second,
        match=None if match is None else (match["match"], match["number"]),
        before=tuple(record["scores_before"]),
    )


def verify(record: Record, where: str = "record", game: Game | None = None) -> None:
    """Raises `RecordError`, in one line, at the first thing in a record that is not as the rules have it."""
    rebuilt = replay(record, where, game).record
    seats = len(record["hands"])
    drawn = "asked" in record  # with cards that were asked for: the dealer sits on the highest seat
    if record["match"] is None and not drawn and record["dealer"] != record["deal"] % seats:
        raise RecordError(f"{where}: deal {record['deal']} is dealt by seat {record['deal'] % seats}")
    if record["match"] is not None:
        _check_place(record, game_and_rules(record, game)[1], where)
    for key, value in rebuilt.items():
        if key not in COPIED and record[key] != value:
            for what, ours, theirs in _first_difference(key, value, record[key]):
                raise RecordError(f"{where}: {what} is {shown(theirs)}, but by the rules it is {shown(ours)}")


def _check_place(record: Record, rules: Rules, where: str) -> None:
    """Raises `RecordError` when a deal of a match can have no such number, dealer or scores before it."""
    match, number = record["match"]["match"], record["match"]["number"]
    seats, most = len(record["hands"]), rules.codes.max_hands
    if number >= most:
        raise RecordError(f"{where}: number {number}, but a match has at most {most} deals (max_hands)")
    if number == 0 and any(record["scores_before"]):
        raise RecordError(f"{where}: a match begins at 0, not with scores_before {shown(record['scores_before'])}")
    turns = number == 0 or rules.codes.all_pass != REDEAL_SAME  # else it depends on how many deals were passed out
    if turns and record["dealer"] != (match + number) % seats:
        seat = (match + number) % seats
        raise RecordError(f"{where}: deal {number} of match {match} is dealt by seat {seat}, not {record['dealer']}")


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


def cards_of(game: Game, rules: Rules, start: Start) -> Notes:
    """The dealer and the cards of a deal, as the engine deals them."""
    c, rows = PlainChunk(columns(game)["COLUMNS"], 1), columns(game)
    place_cards(game, rules, start, c)
    eldest = c[rows["FIRST"], 0]
    places = [(seat - eldest) % game.seats for seat in range(game.seats)]
    hands = [c[rows["HAND"] + place, 0] for place in places]
    second = [c[rows["SECOND"] + place, 0] for place in places] if game.second_deal else []
    match = None if start.match is None else (start.match, start.number)
    kitty = c[rows["KITTY"], 0] if game.kitty else 0
    return Notes(start.deal, start.dealer, hands, kitty, second, match=match, before=start.before)


def note_outcome(game: Game, rules: Rules, notes: Notes, end: PlainChunk | None) -> None:
    """Notes what a deal came to; `end` are its last columns, None when it was passed out."""
    if end is None:
        return
    rows, tally = columns(game), dict[tuple[int, int], int]()
    interpreted_game(game, rules).tally_deals(end, 1, facts_of(game, rules), tally)
    declarer, bid, made, last_winner = (end[rows[name], 0] for name in ("DECLARER", "BID", "MADE", "FIRST"))
    score = [end[rows["SCORE"] + side, 0] for side in range(game.sides)]
    parts = tuple(int(tally[k, 0]) for k in range(len(tally)))
    notes.outcome = Outcome(declarer, bid, bool(made), score, parts, last_winner)
    notes.trump = end[rows["TRUMP"], 0]


def _place_notes(game: Game, rules: Rules, notes: Notes, seed: int, c: PlainChunk) -> None:
    """Deals the cards that are noted, not those of the seed."""
    rows = columns(game)
    if notes.match is None:
        start = single_deal(game, seed, notes.deal)
    else:
        start = deal_of_match(seed, *notes.match, notes.dealer, notes.before)
    place_cards(game, rules, replace(start, dealer=notes.dealer, before=notes.before), c)
    eldest = (notes.dealer + 1) % game.seats
    for seat in range(game.seats):
        place = (seat - eldest) % game.seats
        c[rows["HAND"] + place, 0] = notes.hands[seat]
        if game.second_deal:
            c[rows["SECOND"] + place, 0] = notes.second[seat]
    if game.kitty:
        c[rows["KITTY"], 0] = notes.kitty


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
        if ask.decision in EXCHANGE:
            return self._exchanged(ask)
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

    def _exchanged(self, ask: PlainAsk) -> int:
        """What a seat gave, laid away or chose."""
        entries = self.record["exchange"]
        if ask.decision == "choose":
            return 1 if any(entry["action"] == "give" for entry in entries) else 0
        found = [entry for entry in entries if entry["seat"] == ask.seat and entry["action"] == ask.decision]
        if not found and ask.decision == "discard":
            self._fail(f"seat {ask.seat} is to discard, but the record has no such entry")
        trump = ask.view["trump"]
        cards = self.deck.parse_set(found[0]["cards"]) if found else 0
        answer = int(in_play_order(cards, trump, self.deck.layout)) if trump >= 0 else cards
        if problem_with_set(self.game, ask, answer):
            self._fail(f"seat {ask.seat} may not {ask.decision} {' '.join(found[0]['cards']) if found else 'nothing'}")
        return answer

    def _trump(self, ask: PlainAsk) -> tuple[str, int]:
        contract = self.record["contract"]
        if contract is None:
            self._fail(f"seat {ask.seat} has won the auction, but there is no contract")
        self.trump = parse_suit(contract["trump"])
        return contract["trump"] or "no trump", self.trump

    def _code(self, text: str) -> int:
        card = 1 << self.deck.parse_card(text)
        trump = 4 if self.trump < 0 else self.trump  # nobody names trump in a contract without one
        return int(in_play_order(card, trump, self.deck.layout)).bit_length() - 1

    def _moment(self, ask: PlainAsk) -> str:
        if ask.decision == "bid":
            high = ask.view["high_bid"]
            return f"over a bid of {self.game.call_name(high)}" if high else "as the first bid"
        if ask.decision == "name_trump":
            return "as trump"
        led = ask.view["led"]
        suffix = f" on the lead of {self.deck.card_name(led, ask.view['trump'])}" if led >= 0 else ""
        return f"in trick {ask.turn + 1}{suffix}"

    def _fail(self, problem: str) -> Any:
        raise RecordError(f"{self.where}: {problem}")


def _verb(decision: str) -> str:
    return {"bid": "call", "name_trump": "name"}.get(decision, decision)
