"""Hasenpfeffer, written from rules/hasenpfeffer.md and rules/options.md."""

from functools import lru_cache

from tests.reference.cards import (
    JOKER,
    JOKER_CODE,
    NO_TRUMP,
    NOT_NAMED,
    SUITS,
    TRUMP_LANE,
    WHOLE_LANE,
    Layout,
    make_layout,
    suit_contract_lanes,
)
from tests.reference.options import Rules
from tests.reference.phases import ask_trump, hold_auction, play_tricks, record_call, settle_contract
from tests.reference.table import Game, Play, Steps, Table
from tests.reference.tricks import STRICT

HIGHEST_BID = 6
FORCED_BID = 3
RANKS = ("9", "10", "J", "Q", "K", "A")
LOWEST_TRUMP_SLOT = 7


def trumps_low_to_high(trump: int, bowers: bool) -> list[str]:
    """Return the trumps of a suit contract: with bowers both jacks of the colour stand between ace and joker."""
    suit, same_colour = SUITS[trump], SUITS[3 - trump]
    if bowers:
        return [rank + suit for rank in RANKS if rank != "J"] + ["J" + same_colour, "J" + suit, JOKER]
    return [rank + suit for rank in RANKS] + [JOKER]


def layout(trump: int, rules: Rules) -> Layout:
    """Return the numbering of the cards."""
    return _layout(trump, rules["bowers"])


@lru_cache
def _layout(trump: int, bowers: bool) -> Layout:
    suits = {suit: [rank + suit for rank in RANKS] for suit in SUITS}
    if trump in (NOT_NAMED, NO_TRUMP):
        joker_mask = 1 << JOKER_CODE if trump == NO_TRUMP else 0
        return make_layout(trump, SUITS, [(JOKER, JOKER_CODE)], suits, joker_mask)
    trumps = trumps_low_to_high(trump, bowers)
    codes = [16 * TRUMP_LANE + LOWEST_TRUMP_SLOT + height for height in range(len(trumps))]
    codes[-1] = JOKER_CODE  # without bowers a slot below the joker stays empty
    plain = {suit: [card for card in cards if card not in trumps] for suit, cards in suits.items()}
    lanes = suit_contract_lanes(trump)
    return make_layout(trump, lanes, list(zip(trumps, codes, strict=True)), plain, WHOLE_LANE << 16 * TRUMP_LANE)


def steps(table: Table) -> Steps:
    """Return the course of a deal: auction, trump, six tricks, score."""
    rules = table.rules
    bids = range(rules["bid_min"], HIGHEST_BID + 1)
    yield from hold_auction(table, bids, last_call=HIGHEST_BID, continuous=rules["auction"] == "continuous")
    forced = forced_bidder(table)
    if table.high_bidder is None and forced is not None:
        record_call(table, forced, FORCED_BID)
    if not settle_contract(table):
        return
    assert table.declarer is not None
    yield from ask_trump(table, [0, 1, 2, 3, NO_TRUMP] if rules["allow_no_trump"] else [0, 1, 2, 3])
    yield from play_tricks(table)
    table.tally = {"tricks": list(table.tricks_won)}
    declaring = table.side(table.declarer)
    table.made, table.score = score(table.tricks_won, declaring, table.bid, overtricks=rules["overtricks"])


def play(table: Table) -> Play:
    """Return how the tricks are played: the declarer leads first."""
    assert table.declarer is not None
    return Play(leader=table.declarer, follow=STRICT)


def forced_bidder(table: Table) -> int | None:
    """Return the seat that must bid three when all have passed, None when the deal is passed out."""
    policy = table.rules["all_pass"]
    if policy == "dealer_forced":
        return table.dealer
    if policy == "joker_forced":
        # Nobody when the joker is the buried card.
        return next((seat for seat, hand in enumerate(table.dealt) if JOKER in hand), None)
    return None


def score(tricks_won: list[int], declaring: int, bid: int, *, overtricks: bool) -> tuple[bool, list[int]]:
    """Return whether the bid was made, and the score by side."""
    points = list(tricks_won)
    made = points[declaring] >= bid
    if not made:
        points[declaring] = -bid
    elif not overtricks:
        points[declaring] = bid
    return made, points


DECK = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)
GAME = Game("hasenpfeffer", DECK, hand_size=6, kitty_size=1, layout=layout, steps=steps, play=play)
