"""The decisions of one deal for a person: what each seat saw, what it might answer, and what it answered."""

import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from simcards.cards.codes import SUIT_LETTERS, Deck
from simcards.cards.order import in_play_order
from simcards.engine.deal_record import Record, Recorder
from simcards.engine.deciders import Decider
from simcards.engine.faults import CHOICES, problem_with
from simcards.engine.fields import FIELDS, SETS
from simcards.engine.interpreted import PlainAsk, plain_answer, play_one
from simcards.engine.record_reading import game_and_rules
from simcards.engine.record_replay import cards_of, note_outcome, replay, winner_of
from simcards.engine.start import Start, place_cards
from simcards.errors import StrategyError
from simcards.games.game import Game
from simcards.games.options import Rules

WIDTH = 80
NO_BREAK = "\xa0"
Write = Callable[[str], Any]

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades", "no trump")
# How the whole numbers of a view are shown; what is in none of these is a plain number.
CARD_SETS = frozenset(
    (
        "hand",
        "must",
        "trumps",
        "winning",
        "trick",
        "played",
        "kitty",
        "taken",
        "discarded",
        "gave",
        "received",
        "shown",
        "exposed",
        "unseen",
    )
)
CARDS = frozenset(("led", "best"))
SEATS = frozenset(("dealer", "high_bidder", "declarer", "best_seat"))
CALLS = frozenset(("high_bid", "bid", "calls"))


def show_views(
    game: Game,
    rules: Rules,
    players: Sequence[dict[str, Decider]],
    texts: Sequence[str],
    start: Start,
    write: Write,
) -> Record:
    """The record of a deal played as plain Python, every decision of which has been given to `write` on the way.

    A view is written before its strategy is asked, so that what the strategy prints stands below it. After an illegal
    answer, or an exception, the decision is shown as it is and `StrategyError` raised.
    """
    teller = _Teller(game, rules, texts, write)
    setups: dict[int, Any] = {}
    notes = cards_of(game, rules, start)

    def answered(ask: PlainAsk) -> None:
        if ask.given_by(start.script):
            teller.question(ask, whose="given")
            teller.answered(ask)
            notes.note(ask.decision, ask.seat, ask.answer)
            return
        decider = players[ask.seat % len(players)][ask.decision]
        if decider.setup is not None and id(decider.setup) not in setups:
            setups[id(decider.setup)] = decider.setup()
        teller.question(ask, decider)
        what = f"{decider.text}: {ask.decision} of seat {ask.seat}"
        where = f"{game.name}, {start.where}; legal: {teller.legal(ask)}"
        try:
            answer = plain_answer(decider, ask.view, setups.get(id(decider.setup)))
        except (Exception, SystemExit) as error:
            teller.answer(f"none, it raised {type(error).__name__}: {error}")
            raise StrategyError(f"{what} raised {type(error).__name__}: {error} ({where})") from error
        problem = problem_with(game, ask, answer)
        if problem:
            teller.answer(teller.wrong(ask, answer))
            raise StrategyError(f"{what} {problem} ({where})")
        ask.answer = int(answer)
        teller.answered(ask)
        notes.note(ask.decision, ask.seat, ask.answer)

    end = play_one(game, rules, partial(place_cards, game, rules, start), answered)
    note_outcome(game, rules, notes, end)
    notes.winner = winner_of(game, rules, notes, end)
    record = Recorder(game, rules, list(texts), start.seed).record(notes)
    return record | ({"asked": start.asked} if start.cards else {})


def show_record_views(record: Record, write: Write, where: str = "record", game: Game | None = None) -> None:
    """Gives `write` every decision of a record that was read; `RecordError` when its answers do not fit the rules."""
    game, rules = game_and_rules(record, game)
    teller = _Teller(game, rules, record["strategies"], write)
    for ask in replay(record, where, game).asks:
        teller.question(ask)
        teller.answered(ask)


class _Teller:
    """Writes decisions in words."""

    def __init__(self, game: Game, rules: Rules, texts: Sequence[str], write: Write) -> None:
        self.game = game
        self.rules = rules
        self.texts = texts
        self.write = write
        self.deck: Deck = game.deck(rules)
        self.number = 0

    def question(self, ask: PlainAsk, decider: Decider | None = None, whose: str = "") -> None:
        """Writes who is asked, what it sees, and what it may answer; `whose` answer it is, if not its strategy's."""
        self.number += 1
        text = whose or (decider.text if decider else self.texts[ask.seat % len(self.texts)])
        moment = f"trick {ask.turn + 1}, " if ask.decision == "play" else ""
        head = f"{self.number}. {ask.decision}, {moment}seat {ask.seat} ({text})"
        seats = ", ".join(
            f"{self._relative(j)} = seat {(ask.seat + j) % self.game.seats}" for j in range(self.game.seats)
        )
        self.write("\n".join((_filled(head, "   "), _filled(f"   {seats}", "   "), *self._fields(ask, decider))))
        self.write(_filled(f"   legal: {self.legal(ask)}", " " * 10))

    def answer(self, text: str) -> None:
        """Writes what was answered."""
        self.write(_filled(f"   answer: {text}", " " * 11) + "\n")

    def answered(self, ask: PlainAsk) -> None:
        """Writes the answer of a decision."""
        if ask.decision in SETS:
            self.answer(self._cards(ask, ask.answer) if ask.answer else "nothing")
        else:
            self.answer(self.answers(ask, 1 << ask.answer))

    def legal(self, ask: PlainAsk) -> str:
        """The legal answers in words."""
        names = self.answers(ask, ask.legal)
        if ask.decision not in SETS:
            return names
        none_or = "none, or " if ask.decision == "give" and self.game.gift_is_free else ""
        must = f", with {self._cards(ask, ask.view['must'])}" if ask.view["must"] else ""
        return f"{none_or}{ask.view['need']} of {names}{must}"

    def answers(self, ask: PlainAsk, bits: int) -> str:
        """Some answers to a decision, given as bits, in words."""
        if ask.decision == "play" or ask.decision in SETS:
            return self._cards(ask, bits)
        if ask.decision == "choose":
            return ", ".join(CHOICES[k] for k in range(2) if bits >> k & 1)
        names: Sequence[str] = SUIT_WORDS if ask.decision == "name_trump" else [self.game.call_name(0), *self._bids()]
        return ", ".join(names[k] for k in range(len(names)) if bits >> k & 1)

    def _bids(self) -> list[str]:
        calls = self.game.calls
        return [calls.get(call, "?") for call in range(1, max(calls) + 1)]

    def wrong(self, ask: PlainAsk, answer: object) -> str:
        """An answer that is not legal, in words where it has some."""
        text = repr(answer)
        if ask.decision in SETS and isinstance(answer, int) and not isinstance(answer, bool) and answer >= 0:
            named = self._cards(ask, answer & self._known(ask))
            return f"{text} ({named}), which is not legal"
        if isinstance(answer, int) and not isinstance(answer, bool):
            bits = 1 << answer if 0 <= answer < 63 else 0
            named = self.answers(ask, bits & self._known(ask))
            text += f" ({named})" if named else ""
        else:
            text += f" (of type {type(answer).__name__})"
        return f"{text}, which is not legal"

    def _known(self, ask: PlainAsk) -> int:
        if ask.decision not in ("play", *SETS):
            return (1 << 63) - 1
        trump = ask.view["trump"]
        return self.deck.cards if trump < 0 else int(in_play_order(self.deck.cards, trump, self.deck.layout))

    # ---- fields ------------------------------------------------------------------------------------------------------

    def _fields(self, ask: PlainAsk, decider: Decider | None) -> list[str]:
        """The fields of a view: small ones together, then each card set that is not empty, then the empty ones."""
        small: list[str] = []
        sets: list[str] = []
        empty: list[str] = []
        for name, value in ask.view.items():
            if name in ("legal", "layout"):
                continue
            if name not in CARD_SETS:
                small.append(_together(f"{name} {self._value(ask, name, value)}"))
            elif value == 0 or (isinstance(value, tuple) and not any(value)):
                empty.append(name)
            else:
                sets.append(_filled(f"   {name}: {self._set(ask, name, value)}", "      "))
        if decider and decider.params:
            small += [_together(f"params.{name} {value}") for name, value in decider.params]
        lines = [_filled("   " + "; ".join(small), "   "), *sets]
        return [*lines, _filled(f"   no cards in: {', '.join(empty)}", "      ")] if empty else lines

    def _set(self, ask: PlainAsk, name: str, value: Any) -> str:
        if not isinstance(value, tuple):
            return self._cards(ask, value)
        two_sides = FIELDS[name].shape == "by_side" and self.game.sides == 2
        who = ("us", "them") if two_sides else tuple(self._relative(j) for j in range(len(value)))
        return "; ".join(f"{one} {self._cards(ask, cards)}" for one, cards in zip(who, value, strict=True))

    def _cards(self, ask: PlainAsk, cards: int) -> str:
        return " ".join(self.deck.set_names(cards, ask.view["trump"])) or "-"

    def _value(self, ask: PlainAsk, name: str, value: Any) -> str:
        if isinstance(value, tuple):
            return " ".join(self._value(ask, name, part) for part in value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if name in SEATS:
            return "nobody" if value < 0 else self._relative(value)
        if name in CARDS:
            return "none" if value < 0 else self.deck.card_name(value, ask.view["trump"])
        if name in CALLS:
            return self._call(value, none_at=-1 if name == "calls" else 0)
        if name == "trump":
            return "not named" if value < 0 else SUIT_WORDS[value]
        if name == "trump_mask":
            return self._mask(value)
        if name == "voids":
            return self._voids(ask, value)
        if name == "active":
            return "+".join(self._relative(j) for j in range(self.game.seats) if value >> j & 1)
        return str(value)

    def _call(self, call: int, none_at: int) -> str:
        return "none" if call == none_at else self.game.call_name(call)

    def _mask(self, mask: int) -> str:
        lanes = [lane for lane in range(4) if mask >> (16 * lane) & 0x7FFF]
        if not lanes:
            return "none"
        return f"lane {lanes[0]}" if mask.bit_count() > len(self.deck.jokers) else "the jokers alone"

    def _voids(self, ask: PlainAsk, bits: int) -> str:
        """The suits of the lanes that a seat has shown to be void in; `trumps` for the trump lane or jokers alone."""
        trump = ask.view["trump"]
        names = []
        for lane in range(5):
            if bits >> lane & 1:
                is_trump = lane == (4 if trump == 4 else 3)
                names.append("trumps" if is_trump else SUIT_LETTERS[_suit_of_lane(lane, trump)])
        return "+".join(names) or "-"

    def _relative(self, seat: int) -> str:
        """What a relative seat is called: me, left, partner, right where four sit in two partnerships."""
        partnership = self.game.seats == 4 and self.game.sides == 2
        return ("me", "left", "partner", "right")[seat] if partnership else ("me" if seat == 0 else f"me+{seat}")


def _suit_of_lane(lane: int, trump: int) -> int:
    """The suit whose plain cards lie in a lane of play order."""
    if trump == 4:
        return lane
    others = sorted({0, 1, 2, 3} - {trump, 3 - trump})
    return (*others, 3 - trump, trump)[lane]


def _together(text: str) -> str:
    """The text with spaces at which no line is broken."""
    return text.replace(" ", NO_BREAK)


def _filled(text: str, indent: str) -> str:
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False).replace(NO_BREAK, " ")
