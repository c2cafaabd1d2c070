"""Where a deal begins: the key of its cards, its dealer, the match scores before it, and how it is named."""

from dataclasses import dataclass
from typing import Any

from simcards.engine.chunk import columns, deal_rows
from simcards.engine.game_text import interpreted_game
from simcards.engine.script import NOTHING_GIVEN, Script
from simcards.games.game import Game
from simcards.games.options import Rules
from simcards.randomness import deal_key, match_key, seed_key


@dataclass(frozen=True)
class Start:
    """One deal of a run: deal number `deal` of a seed, or deal `number` of a match.

    `cards` are those dealt, in the order of `chunk.deal_needs`, where they are not the seed's own; `script` are answers
    that are given; `asked` are the options of `simcards show` that lead to both.
    """

    seed: int
    key: int
    dealer: int
    before: tuple[int, ...]
    deal: int = 0
    match: int | None = None
    number: int = 0
    cards: tuple[int, ...] = ()
    script: Script = NOTHING_GIVEN
    asked: str = ""

    @property
    def where(self) -> str:
        """The deal in words."""
        if self.match is None:
            return f"seed {self.seed}, deal {self.deal}"
        return f"seed {self.seed}, match {self.match}, deal {self.number} of it"

    @property
    def options(self) -> str:
        """The deal as options of `simcards show`."""
        if self.match is None:
            return f"{self.asked} --seed {self.seed} --deal {self.deal}".lstrip()
        return f"--seed {self.seed} --match {self.match} --number {self.number}"

    @property
    def match_record(self) -> dict[str, int] | None:
        """The record's `match`."""
        return None if self.match is None else {"match": self.match, "number": self.number}


def single_deal(game: Game, seed: int, deal: int) -> Start:
    """A deal outside a match."""
    return Start(seed, deal_key(seed_key(seed), deal), deal % game.seats, (0,) * game.sides, deal)


def deal_of_match(seed: int, match: int, number: int, dealer: int, before: tuple[int, ...]) -> Start:
    """A deal of a match."""
    key = deal_key(match_key(seed_key(seed), match), number)
    return Start(seed, key, dealer, before, 0, match, number)


def place_cards(game: Game, rules: Rules, start: Start, c: Any) -> None:
    """Deals the cards of a deal into lane 0 of a plain chunk."""
    rows = columns(game)
    values = {"DEAL": start.deal, "KEY": start.key, "DEALER": start.dealer}
    for name, value in values.items():
        c[rows[name], 0] = value
    for side, score in enumerate(start.before):
        c[rows["BEFORE"] + side, 0] = score
    interpreted_game(game, rules).deal_cards(c, 1)
    for row, cards in zip(deal_rows(game), start.cards, strict=False):
        c[row, 0] = cards
