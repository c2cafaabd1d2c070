"""Deals and ways to choose for the tests of the reference: shuffled packs, scripted and random answers."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference.cards import SUITS
from tests.reference.deal import GAMES, Choose, Hands, play_out
from tests.reference.options import OPTIONS, Rules, default_rules
from tests.reference.recorded import Record
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


def shuffled(game: str, draw: random.Random, rules: Rules | None = None) -> tuple[Hands, list[str], Hands | None]:
    """Return the hands, the kitty and the second deal (None where there is none) of a shuffled pack."""
    spec = GAMES[game]
    deck = list(spec.deck)
    draw.shuffle(deck)

    def deal(size: int) -> list[str]:
        return [deck.pop() for _ in range(size)]

    seats = range(spec.seats(rules or default_rules(game)))
    hands = [deal(spec.hand_size) for _ in seats]
    kitty = deal(spec.kitty_size)
    return hands, kitty, [deal(spec.second_deal_size) for _ in seats] if spec.second_deal_size else None


def bits_of(number: int) -> list[int]:
    """Return the numbers of the bits that are set, from low to high."""
    return [place for place in range(63) if number >> place & 1]


def is_free_gift(view: View) -> bool:
    """Return whether a gift may be declined: where all the cards that may be given have to go together."""
    return bool(view["legal"].bit_count() == view["need"])


def put_together(view: View, order: Sequence[int]) -> int:
    """Return the set of cards that must go, and as many others as are needed in this order of codes."""
    must = view["must"]
    free = [code for code in order if not must >> code & 1]
    return int(must | sum(1 << code for code in free[: view["need"] - must.bit_count()]))


def at_random(draw: random.Random) -> Choose:
    """Return a chooser that takes any legal answer; it passes often and bids low, so that all contracts come up."""

    def choose(kind: str, _seat: int, legal: int, view: View) -> int:
        if kind == "give" and is_free_gift(view):
            return draw.choice([0, legal])
        options = bits_of(legal)
        if kind == "bid":
            return min(draw.choices(options, k=2)) if draw.random() < 0.5 else 0
        if kind in ("give", "discard"):
            return put_together(view, draw.sample(options, len(options)))
        return draw.choice(options)

    return choose


def scripted(calls: Sequence[int], trump: str = "", *, gives: bool = True, choice: int = 0) -> Choose:
    """Return a chooser that makes these calls in turn, names this trump and always plays its lowest legal code.

    It lays away its lowest codes, gives whatever it may (or never what it need not give), and makes this `choice`.
    """
    left = list(calls)

    def choose(kind: str, _seat: int, legal: int, view: View) -> int:
        if kind == "bid":
            return left.pop(0)
        if kind == "name_trump":
            return SUITS.index(trump)
        if kind == "choose":
            return choice
        if kind == "give" and is_free_gift(view):
            return legal if gives else 0
        if kind in ("give", "discard"):
            return put_together(view, bits_of(legal))
        return (legal & -legal).bit_length() - 1

    return choose


def by_name(
    game: str,
    rules: Rules,
    calls: Sequence[int],
    trump: str = "",
    *,
    plays: str = "",
    discards: Mapping[int, str] | None = None,
    gifts: Mapping[int, str] | None = None,
    choice: int = 0,
) -> Choose:
    """Return a chooser like `scripted` that plays these cards first, and lays away and gives these, by seat.

    A seat without an entry in `gifts` keeps what it need not give.
    """
    left, laid_away, given = cards(plays), dict(discards or {}), dict(gifts or {})
    otherwise = scripted(calls, trump, gives=False, choice=choice)

    def choose(kind: str, seat: int, legal: int, view: View) -> int:
        numbering = GAMES[game].layout(view["trump"], rules)
        if kind == "play" and left:
            return numbering.code[left.pop(0)]
        if kind == "discard" and seat in laid_away:
            return numbering.mask(cards(laid_away[seat]))
        if kind == "give" and seat in given:
            return numbering.mask(cards(given[seat]))
        return otherwise(kind, seat, legal, view)

    return choose


def random_record(game: str, seed: int, rules: dict[str, Any] | None = None) -> Record:
    """Return the record of a shuffled deal played at random."""
    draw = random.Random(seed)
    rules = rules or default_rules(game)
    hands, kitty, second_deal = shuffled(game, draw, rules)
    scores_before = [draw.randrange(-9, 12) for _ in range(GAMES[game].sides(rules))]
    dealer = draw.randrange(len(hands))
    return play_out(game, rules, hands, kitty, dealer, at_random(draw), scores_before, second_deal)
