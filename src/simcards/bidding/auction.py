"""The auction so far: whose turn it is, what is legal, and the script that leads there. Seat 0 is eldest."""

from dataclasses import dataclass, field
from typing import Any

from simcards.engine.game_text import interpreted_game
from simcards.engine.script import Given, Moment
from simcards.errors import UsageError
from simcards.games.game import Game
from simcards.games.options import Rules

PASS = 0
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass
class Auction:
    """An auction as it goes on, with the dealer on the highest seat; `said` are the calls with their moments."""

    game: Game
    rules: Rules
    bid: int = 0
    declarer: int = -1
    said: list[tuple[Moment, int]] = field(default_factory=list)
    _calls: int = 0
    _open: int = -1
    _turn: int = 0
    _place: int = 0

    def __post_init__(self) -> None:
        self._open = (1 << self.game.seats) - 1
        self._functions: Any = interpreted_game(self.game, self.rules).names
        self._rules = self._functions["rules_of"](self.rules.codes)

    @property
    def moment(self) -> Moment | None:
        """Whose call is next, None when the auction is over."""
        return Moment("bid", self._turn, self._place) if self._open else None

    @property
    def legal(self) -> list[int]:
        """The legal calls, pass first."""
        bits = 1 | self._functions["legal_calls"](self.bid, int(self._place == self.game.seats - 1), self._rules)
        return [call for call in range(63) if bits >> call & 1]

    def call(self, call: int) -> None:
        """Takes the next call; `UsageError` for one that is illegal, or when the auction is over."""
        moment = self.moment
        name = self.game.call_name(call)
        if moment is None:
            raise UsageError(f"the auction is over after {self.text}: {name!r} comes too late; leave it out")
        if call not in self.legal:
            after = f" after {self.text}" if self.said else ""
            names = " ".join(self.game.call_name(one) for one in self.legal)
            who = the_seat(self.game, moment.seat)
            raise UsageError(f"the call {name!r} of {who} is illegal{after}; legal there: {names}")
        self.said.append((moment, call))
        state = (self.bid, self.declarer, self._calls, self._open)
        dealer = self.game.seats - 1
        self.bid, self.declarer, self._calls, self._open = self._functions["after_call"](
            call, moment.seat, dealer, *state, self._rules
        )
        self._go_on()

    def _go_on(self) -> None:
        """Turns to the next seat that may still call."""
        while self._open:
            self._place += 1
            if self._place == self.game.seats:
                self._place, self._turn = 0, self._turn + 1
            if self._open >> self._place & 1:
                return

    @property
    def text(self) -> str:
        """The calls so far as they are written."""
        return " ".join(self.game.call_name(call) for _, call in self.said)

    def given(self, seat: int) -> tuple[Given, ...]:
        """The calls so far as answers that are given, our own being those of a seat."""
        return tuple(Given(moment, call, moment.seat == seat) for moment, call in self.said)


def auction_of(game: Game, rules: Rules, text: str) -> Auction:
    """The auction after the calls of a text, with blanks or commas between them."""
    auction = Auction(game, rules)
    for word in text.replace(",", " ").split():
        auction.call(game.parse_call(word.lower()))
    return auction


def passes_before(game: Game, rules: Rules, seat: int) -> Auction:
    """The auction in which all seats before a seat have passed."""
    auction = Auction(game, rules)
    while auction.moment is not None and auction.moment.seat != seat:
        auction.call(PASS)
    return auction


def seat_text(game: Game, seat: int) -> str:
    """What a seat is called by the order in which it speaks."""
    if seat == game.seats - 1:
        return "dealer"
    return "eldest" if seat == 0 else f"{ORDINALS[seat]} to speak"


def the_seat(game: Game, seat: int) -> str:
    """The same within a sentence."""
    return f"the {seat_text(game, seat)}"


def parse_order(game: Game, text: str) -> int:
    """The seat of `eldest`, `2` … `dealer`."""
    words = {word: seat for seat, word in enumerate(ORDINALS[: game.seats])}
    words |= {"eldest": 0, "dealer": game.seats - 1, "last": game.seats - 1}
    word = text.strip().lower()
    if word in words:
        return words[word]
    if word.isdecimal() and 1 <= int(word) <= game.seats:
        return int(word) - 1
    raise UsageError(
        f"order {text!r} is no place at this table: give eldest, 2 … {game.seats} or dealer ({game.seats} players)"
    )
