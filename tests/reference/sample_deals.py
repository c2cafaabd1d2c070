"""Deals and ways to choose for the tests of the reference: shuffled packs, scripted and random answers."""

import random
from collections.abc import Sequence
from typing import Any

from tests.reference.cards import SUITS
from tests.reference.deal import GAMES, Choose, Record, play_out
from tests.reference.options import OPTIONS, default_rules
from tests.reference.table import View


def cards(text: str) -> list[str]:
    """Return the cards of a text like "KS 2D 10H"."""
    return text.split()


def rules_with(game: str, **changes: Any) -> dict[str, Any]:
    """Return the default rules of a game with some options changed."""
    return {**default_rules(game), **changes}


def drawn_rules(game: str, draw: random.Random) -> dict[str, Any]:
    """Return rules with every option drawn from its default and its other values."""
    return {key: draw.choice((option.default, *option.others)) for key, option in OPTIONS[game].items()}


def shuffled(game: str, draw: random.Random) -> tuple[list[list[str]], list[str]]:
    """Return the four hands and the kitty of a shuffled pack."""
    spec = GAMES[game]
    deck = list(spec.deck)
    draw.shuffle(deck)
    hands = [deck[seat * spec.hand_size : (seat + 1) * spec.hand_size] for seat in range(4)]
    return hands, deck[4 * spec.hand_size :][: spec.kitty_size]


def at_random(draw: random.Random) -> Choose:
    """Return a chooser that takes any legal answer."""

    def choose(_kind: str, _seat: int, legal: int, _view: View) -> int:
        return draw.choice([answer for answer in range(63) if legal >> answer & 1])

    return choose


def scripted(calls: Sequence[int], trump: str = "") -> Choose:
    """Return a chooser that makes these calls in turn, names this trump and always plays its lowest legal code."""
    left = list(calls)

    def choose(kind: str, _seat: int, legal: int, _view: View) -> int:
        if kind == "bid":
            return left.pop(0)
        if kind == "name_trump":
            return SUITS.index(trump)
        return (legal & -legal).bit_length() - 1

    return choose


def random_record(game: str, seed: int, rules: dict[str, Any] | None = None) -> Record:
    """Return the record of a shuffled deal played at random."""
    draw = random.Random(seed)
    hands, kitty = shuffled(game, draw)
    scores_before = [draw.randrange(-9, 12), draw.randrange(-9, 12)]
    chosen = at_random(draw)
    return play_out(game, rules or default_rules(game), hands, kitty, draw.randrange(4), chosen, scores_before)
