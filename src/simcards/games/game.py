"""What a game declares, and where games are found."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

from simcards.cards.codes import Deck
from simcards.errors import UsageError, nearest
from simcards.games import shared
from simcards.games.options import RuleBook, Rules

Pure = Callable[..., Any]


class Played(NamedTuple):
    """What a deal was played to, for a game's `tally` and `score`; sides are absolute, sets are in play order."""

    side: int  # the declaring side
    bid: int
    trump: int
    trump_mask: int
    played: tuple[int, ...]  # by side: all cards that its seats held at the first lead
    taken: tuple[int, ...]  # by side: all cards in the tricks it won
    points: tuple[int, ...]  # by side: what the game counts in the cards taken
    tricks: tuple[int, ...]  # by side: how many
    discarded: tuple[int, ...]  # by side: all cards that its seats laid away


# The rules that are put into a game's loops, with what stands for one that a game leaves out; a phase that a game does
# not have (None) is left out of its loops.
FUNCTIONS: dict[str, Pure | None] = {
    "legal_calls": None,
    "still_open": shared.one_bidder_left,
    "forced_bid": None,
    "names_trump": shared.always,
    "trump_choices": None,
    "trump_mask": None,
    "lead": shared.any_card,
    "follow": None,
    "beats": shared.higher_cards,
    "proves": None,
    "leader": shared.declarer_leads,
    "card_points": shared.no_points,
    "tally": None,
    "made": None,
    "score": None,
    "both_out": None,
    "wins_at_once": shared.never,
    "offers_choice": None,
    "takes_kitty": None,
    "sits_out": None,
    "gift": None,
    "discard": None,
    "exposes": None,
    "stops": None,
    "achieved": None,
}


@dataclass(frozen=True, eq=False)
class Game:
    """A game: numbers, texts, and its rules as pure functions on whole numbers.

    Its functions are compiled into loops over lanes, so they use no branches that depend on a card, no loops of
    unknown length, and the helpers of `cards.sets`. What a game does not have it leaves out.

    `rules` are the options in force as whole numbers. Hands, cards, masks and classes are sets, in suit order until
    trump is named, then in play order; `led_class` is the set of all cards that belong with the card led. Bids, suits
    and seats come as numbers, or as bits where it says so. Seats are absolute; a side is the seat modulo `sides`.

    legal_calls(high_bid, is_dealer, rules) -> bits of the bids allowed (a pass always is)
    still_open(open_seats, high_bid, high_bidder, dealer, rules) -> bits of the seats that may still call, 0 when the
        auction is over (without the option `auction`, `open_seats` may hold some that have called)
    forced_bid(rules) -> the bid of a seat that all_pass forces
    names_trump(bid, rules) -> whether the declarer names trump (else there is none)
    trump_choices(hand, rules) -> bits of the suits that may be named (bit 4: no trump)
    trump_mask(trump) -> the set of trumps, in play order
    lead(hand, trump_mask, trick_no, rules) -> legal leads
    follow(hand, led_class, trump_mask, rules) -> legal answers to a lead of that class
    beats(led, led_class, trump_mask, rules) -> the cards that would take the trick from this lead
    proves(card, led, led_class, trump_mask, rules) -> bits of `voids` that this answer to a lead proves
    leader(bid, dealer, rules) -> how many places left of the declarer the first lead is, and `dealer` how many the
        dealer is (seats that are out are passed over)
    card_points(cards, rules) -> what the game counts in the cards that a side took
    tally(played, rules) -> whole numbers that the score is made of
    made(played, tally, rules) -> whether the declaring side fulfilled its bid
    score(side, made, played, tally, rules) -> the score of a side
    both_out(played, made, before, after, tally, rules) -> the winner when several sides are out (-1: play on)
    achieved(played, tally, rules) -> what the declaring side's bid is about, points or tricks as `counted_in` says
    wins_at_once(bid, rules) -> whether making this bid wins the match, whatever the score

    Between the auction and the first lead, in this order; places are counted from the declarer:
    offers_choice(bid, rules) -> whether the declarer chooses (0 the kitty, 1 partner's card)
    takes_kitty(bid, choice, rules) -> whether the declarer takes the kitty
    sits_out(hand, place, bid, choice, trump_mask, rules) -> whether this seat leaves the deal without a gift
    gift(hand, place, partner_plays, bid, choice, trump_mask, rules) -> (cards it may give, how many of them)
    discard(hand, place, bid, choice, trump_mask, rules) -> (cards that may go, cards that must, how many go)
    exposes(bid, trick_no, rules) -> whether the declarer's hand lies open in this trick
    stops(bid, tricks, defenders_tricks, rules) -> whether play ends here

    tally_record(tally) -> the record's `tally`
    adapted: functions that take the place of the above under some rules (where one text for all would be slow)
    defaults: by decision, the function of a strategy that has none of its own
    """

    name: str
    title: str
    source: str
    book: RuleBook
    seats: int
    sides: int
    hand: int  # cards dealt to each seat before the auction
    tricks: int
    kitty: int  # cards dealt aside
    cards: int  # in the deck
    calls: Mapping[int, str]
    deck: Callable[[Rules], Deck]
    legal_calls: Pure
    forced_bid: Pure
    trump_choices: Pure
    trump_mask: Pure
    follow: Pure
    proves: Pure
    tally: Pure
    made: Pure
    score: Pure
    both_out: Pure
    tally_record: Callable[[tuple[int, ...]], dict[str, Any]]
    defaults: Mapping[str, Pure]
    summary: str = ""
    rules: str = ""  # for people: paragraphs, `## ` headings, `- ` items; a key or KEY=VALUE stands in backticks
    still_open: Pure | None = None
    names_trump: Pure | None = None
    lead: Pure | None = None
    beats: Pure | None = None
    leader: Pure | None = None
    card_points: Pure | None = None
    wins_at_once: Pure | None = None
    offers_choice: Pure | None = None
    takes_kitty: Pure | None = None
    sits_out: Pure | None = None
    gift: Pure | None = None
    discard: Pure | None = None
    exposes: Pure | None = None
    stops: Pure | None = None
    achieved: Pure | None = None
    counted_in: str = "points"
    adapted: Callable[[Rules], dict[str, Pure]] | None = None
    forced_holder: str | None = None  # the card whose holder all_pass may force
    second_deal: int = 0  # cards dealt to each seat when trump is named
    giving_places: tuple[int, ...] = ()  # who may give, in order
    gift_is_free: bool = False  # a gift may be refused
    discard_places: tuple[int, ...] = ()  # who may discard, in order
    trump_first: Callable[[Rules], bool] = shared.trump_before_exchange
    single_players: Callable[[Rules], int] | None = None  # how many play, each alone, where the rules say it
    base: "Game | None" = None  # the game as it was declared, of one that rules have changed
    variant_of: str = ""  # the game of which this one is a variant: its loops and strategies serve here too
    file: str = ""  # where it was loaded from, of a game that is in no list

    @property
    def decisions(self) -> tuple[str, ...]:
        """The decisions a strategy of this game takes, in the order of `Strategy`'s arguments."""
        takes = {"discard": self.discard, "give": self.gift, "choose": self.offers_choice}
        exchange = [decision for decision, function in takes.items() if function is not None]
        return ("bid", "name_trump", *exchange, "play")

    @property
    def phases(self) -> dict[str, bool]:
        """What a deal of this game has, by the names that the text of its loops uses."""
        return {
            "CHOOSES": self.offers_choice is not None,
            "TAKES_KITTY": self.takes_kitty is not None,
            "SITS_OUT": self.sits_out is not None,
            "GIVES": self.gift is not None,
            "DISCARDS": self.discard is not None,
            "EXPOSES": self.exposes is not None,
            "STOPS": self.stops is not None,
            "SEATS_LEAVE": self.seats_leave,
            "SECOND_DEAL": self.second_deal > 0,
            "SOME_UNNAMED": self.names_trump is not None,
        }

    @property
    def seats_leave(self) -> bool:
        """Whether a seat may leave the deal before or during the play."""
        return any(function is not None for function in (self.sits_out, self.gift, self.stops))

    def functions(self, rules: Rules) -> dict[str, Pure]:
        """The rules as functions by name, as compiled loops use them."""
        found = {name: getattr(self, name) or default for name, default in FUNCTIONS.items()}
        found |= self.adapted(rules) if self.adapted else {}
        return {name: function for name, function in found.items() if function is not None}

    def under(self, rules: Rules) -> "Game":
        """The game as these rules have it: with another number of seats and sides where they set one."""
        if self.single_players is None or self.single_players(rules) == self.seats:
            return self
        return _with_players(self.base or self, self.single_players(rules))

    @property
    def declared(self) -> "Game":
        """The game as it was declared, whatever rules have changed."""
        return self.base or self

    @property
    def called(self) -> str:
        """What the game is called on a command line: its name, or the path of its file."""
        return self.file or self.name

    def takes(self, game: str) -> bool:
        """Whether a strategy for a game of that name plays this one."""
        return game in (self.name, self.variant_of)

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return seat % self.sides

    def call_name(self, call: int) -> str:
        """The text of a call: `pass`, or the bid."""
        return "pass" if call == 0 else self.calls[call]

    def parse_call(self, text: str) -> int:
        """The number of a call from its text."""
        if text == "pass":
            return 0
        for call, name in self.calls.items():
            if name == text:
                return call
        raise UsageError(f"{self.name} has no call {text!r}; {nearest(text, ['pass', *self.calls.values()])}")

    def __repr__(self) -> str:
        return f"<game {self.name}>"


@cache
def _with_players(game: Game, players: int) -> Game:
    if players == game.seats:
        return game
    return replace(game, seats=players, sides=players, base=game)


@cache
def games() -> dict[str, Game]:
    """All games by name: the shipped ones, and those of the entry-point group `simcards.games` that can be loaded."""
    return {game.name: game for game in _installed().values() if isinstance(game, Game)} | _shipped()


@cache
def _shipped() -> dict[str, Game]:
    package = importlib.import_module("simcards.games")
    modules = [
        importlib.import_module(f"simcards.games.{found.name}") for found in pkgutil.iter_modules(package.__path__)
    ]
    found = [getattr(module, "game", None) for module in modules]
    return {game.name: game for game in found if isinstance(game, Game)}


@cache
def _installed() -> dict[str, Game | UsageError]:
    """What the entry points of installed packages stand for: a game, or what is wrong with it."""
    from simcards.games.game_file import game_of_entry  # noqa: PLC0415  # which knows games

    return {entry.name: game_of_entry(entry) for entry in entry_points(group="simcards.games")}


def find_game(name: str) -> Game:
    """The game of that name, or of the game file at that path."""
    if name.endswith(".py"):
        from simcards.games.game_file import game_of_file  # noqa: PLC0415  # which knows games

        return game_of_file(Path(name))
    if name in _shipped():  # without a look at packages: one of them may be asking for the game it is a variant of
        return _shipped()[name]
    if name not in games():
        broken = _installed().get(name)
        if isinstance(broken, UsageError):
            raise broken
        raise UsageError(f"no game {name!r}; {nearest(name, games())}")
    return games()[name]
