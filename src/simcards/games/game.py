"""What a game declares, and where games are found."""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

from simcards.cards.codes import Deck
from simcards.cards.sets import lowest_rank
from simcards.errors import UsageError, nearest
from simcards.games.options import RuleBook, Rules

Pure = Callable[..., Any]


class Played(NamedTuple):
    """What a deal was played to, for a game's `tally` and `score`; sides are absolute, sets are in play order."""

    side: int  # the declaring side
    bid: int
    trump: int
    trump_mask: int
    played: tuple[int, ...]  # by side: all cards its seats played
    taken: tuple[int, ...]  # by side: all cards in the tricks it won
    tricks: tuple[int, ...]  # by side: how many


FUNCTIONS = [
    "legal_calls",
    "ends_auction",
    "forced_bid",
    "trump_choices",
    "trump_mask",
    "lead",
    "follow",
    "proves_void",
    "tally",
    "score",
]


def always_pass(v: Any) -> int:
    """Pass: the bid of a strategy that has no `bid`."""
    return 0


def lowest_legal(v: Any) -> int:
    """The legal card of lowest rank: the play of a strategy that has no `play`."""
    return lowest_rank(v.legal)


@dataclass(frozen=True, eq=False)
class Game:
    """A game: numbers, texts, and its rules as pure functions on whole numbers.

    Its functions are compiled into loops over lanes, so they use no branches that depend on a card, no loops of
    unknown length, and the helpers of `cards.sets`.

    legal_calls(high_bid, is_dealer, rules) -> bits of the bids allowed (a pass always is)
    ends_auction(call, rules) -> whether this call ends the auction at once
    forced_bid(rules) -> the bid of a seat that all_pass forces
    trump_choices(hand, rules) -> bits of the suits that may be named (bit 4: no trump)
    trump_mask(trump) -> the set of trumps, in play order
    lead(hand, trump_mask, trick_no, rules) -> legal leads
    follow(hand, led_class, trump_mask, rules) -> legal answers to a lead of that class
    proves_void(card, led_class, trump_mask, rules) -> whether this answer shows that its player lacks the led class
    tally(played, rules) -> whole numbers that the score is made of
    score(played, tally, rules) -> (made, score of side 0, score of side 1, …)
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
    hand: int
    kitty: int
    cards: int  # in the deck
    calls: Mapping[int, str]
    deck: Callable[[Rules], Deck]
    legal_calls: Pure
    ends_auction: Pure
    forced_bid: Pure
    trump_choices: Pure
    trump_mask: Pure
    lead: Pure
    follow: Pure
    proves_void: Pure
    tally: Pure
    score: Pure
    tally_record: Callable[[tuple[int, ...]], dict[str, Any]]
    defaults: Mapping[str, Pure]
    summary: str = ""
    adapted: Callable[[Rules], dict[str, Pure]] | None = None
    forced_holder: str | None = None  # the card whose holder all_pass may force

    @property
    def tricks(self) -> int:
        """The number of tricks of a deal."""
        return self.hand

    @property
    def decisions(self) -> tuple[str, ...]:
        """The decisions a strategy of this game takes, in the order in which they come up."""
        return ("bid", "name_trump", "play")

    def functions(self, rules: Rules) -> dict[str, Pure]:
        """The rules as functions by name, as compiled loops use them."""
        found = {name: getattr(self, name) for name in FUNCTIONS}
        return found | (self.adapted(rules) if self.adapted else {})

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
def games() -> dict[str, Game]:
    """All games by name: the shipped ones, and those of the entry-point group `simcards.games`."""
    found: dict[str, Game] = {}
    package = importlib.import_module("simcards.games")
    for module in pkgutil.iter_modules(package.__path__):
        game = getattr(importlib.import_module(f"simcards.games.{module.name}"), "game", None)
        if isinstance(game, Game):
            found[game.name] = game
    for entry in entry_points(group="simcards.games"):
        game = entry.load()
        if isinstance(game, Game):
            found.setdefault(game.name, game)
    return found


def find_game(name: str) -> Game:
    """The game of that name, or of the game file at that path."""
    if name.endswith(".py"):
        return _game_of_file(Path(name))
    if name not in games():
        raise UsageError(f"no game {name!r}; {nearest(name, games())}")
    return games()[name]


def _game_of_file(path: Path) -> Game:
    if not path.is_file():
        raise UsageError(f"game file {path} is not there; give a game's name or the path of its file")
    spec = importlib.util.spec_from_file_location(f"simcards_game_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise UsageError(f"game file {path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the file raises is the user's to see, in one line
        raise UsageError(f"game file {path}: {type(error).__name__}: {error}") from error
    game = getattr(module, "game", None)
    if not isinstance(game, Game):
        raise UsageError(f"game file {path} defines no `game`; end it with game = Game(…)")
    return game
