"""Charlemagne, written from rules/charlemagne.md and rules/options.md."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from tests.reference.cards import (
    BIG_JOKER,
    BIG_JOKER_CODE,
    LITTLE_JOKER,
    LITTLE_JOKER_CODE,
    NO_TRUMP,
    NOT_NAMED,
    SUITS,
    TRUMP_LANE,
    WHOLE_LANE,
    Layout,
    make_layout,
    suit_contract_lanes,
)
from tests.reference.exchange import PARTNERS_CARD, ask_choice, ask_discard, ask_gift, fold, take_kitty
from tests.reference.options import CHARLEMAGNE_CALLS, CHARLEMAGNE_FAILED, CHARLEMAGNE_MADE, Rules
from tests.reference.phases import ask_trump, hold_auction, play_tricks, record_call, settle_contract
from tests.reference.table import Game, Play, Steps, Table, never
from tests.reference.tricks import JOKERS_WHEN_VOID, STRICT

MULOT, CHARLEMAGNE, GROS_MULOT, GROS_CHARLEMAGNE = 9, 10, 11, 12
MULOTS, CHARLEMAGNES = (MULOT, GROS_MULOT), (CHARLEMAGNE, GROS_CHARLEMAGNE)
SOLO_BIDS = (*MULOTS, *CHARLEMAGNES)
SOLO_ORDER = {
    "pagat": (MULOT, CHARLEMAGNE, GROS_MULOT, GROS_CHARLEMAGNE),
    "text_listing": (MULOT, GROS_MULOT, CHARLEMAGNE, GROS_CHARLEMAGNE),
}
HAND_SIZE = ALL_TRICKS = 8
FORCED_BID = 5
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
JOKERS = ((LITTLE_JOKER, LITTLE_JOKER_CODE), (BIG_JOKER, BIG_JOKER_CODE))
JOKERS_MASK = 1 << LITTLE_JOKER_CODE | 1 << BIG_JOKER_CODE
LOWEST_TRUMP_SLOT = 4


def trumps_low_to_high(trump: int) -> list[str]:
    """Return the trumps of a suit contract: the jacks of the colour stand between the ace and the jokers."""
    suit, same_colour = SUITS[trump], SUITS[3 - trump]
    ordinary = [rank + suit for rank in ("7", "8", "9", "10", "Q", "K", "A")]
    return [*ordinary, "J" + same_colour, "J" + suit, LITTLE_JOKER, BIG_JOKER]


def layout(trump: int, _rules: Rules) -> Layout:
    """Return the numbering of the cards; no rule changes it."""
    return _layout(trump)


@lru_cache
def _layout(trump: int) -> Layout:
    suits = {suit: [rank + suit for rank in RANKS] for suit in SUITS}
    if trump in (NOT_NAMED, NO_TRUMP):
        return make_layout(trump, SUITS, JOKERS, suits, JOKERS_MASK if trump == NO_TRUMP else 0)
    trumps = trumps_low_to_high(trump)
    coded = [(card, 16 * TRUMP_LANE + slot) for slot, card in enumerate(trumps, start=LOWEST_TRUMP_SLOT)]
    plain = {suit: [card for card in cards if card not in trumps] for suit, cards in suits.items()}
    return make_layout(trump, suit_contract_lanes(trump), coded, plain, WHOLE_LANE << 16 * TRUMP_LANE)


def steps(table: Table) -> Steps:
    """Return the course of a deal: auction, exchange, trump, eight tricks, score."""
    rules = table.rules
    ladder = (*range(rules["bid_min"], ALL_TRICKS + 1), *SOLO_ORDER[rules["bid_order"]])
    yield from hold_auction(table, ladder, continuous=rules["auction"] == "continuous")
    policy = rules["all_pass"]
    if table.high_bidder is None and policy == "dealer_forced":
        record_call(table, table.dealer, FORCED_BID)
    if not settle_contract(table):
        return
    assert table.declarer is not None
    if table.bid in MULOTS:
        fold(table, table.partner(table.declarer))
        table.name_trump(NO_TRUMP)
    elif rules["exchange_after_trump"]:
        yield from ask_trump(table, [0, 1, 2, 3])
        yield from exchange(table, table.declarer)
    else:
        yield from exchange(table, table.declarer)
        yield from ask_trump(table, [0, 1, 2, 3])
    yield from play_tricks(table)
    table.tally = {"tricks": list(table.tricks_won)}
    table.made, table.score = score(table.tricks_won, table.side(table.declarer), table.bid, rules)


def exchange(table: Table, declarer: int) -> Steps:
    """Return the steps in which the declarer takes the kitty, a card of his partner or both, and lays as many away."""
    partner = table.partner(declarer)
    takes_the_kitty, asks_the_partner = True, table.bid == CHARLEMAGNE
    if table.bid == GROS_CHARLEMAGNE:
        asks_the_partner = (yield from ask_choice(table, declarer)) == PARTNERS_CARD
        takes_the_kitty = not asks_the_partner
    if takes_the_kitty:
        take_kitty(table, declarer)
    if asks_the_partner:
        yield from ask_gift(table, partner, table.hands[partner], 1, may_decline=False)
    if table.bid in SOLO_BIDS:
        fold(table, partner)
    hand = table.hands[declarer]
    yield from ask_discard(table, declarer, hand, [], len(hand) - HAND_SIZE)


def play(table: Table) -> Play:
    """Return how the tricks of the contract are played; solo, the declarer leads."""
    declarer = table.declarer
    assert declarer is not None
    declarer_leads = table.bid in SOLO_BIDS or table.rules["lead_5_8"] == "declarer"
    return Play(
        leader=declarer if declarer_leads else (declarer + 1) % table.seats,
        follow=JOKERS_WHEN_VOID if table.bid in MULOTS else STRICT,
        exposes_declarer=table.bid == GROS_MULOT,
        is_over=partial(score_is_fixed, table.side(declarer), table.bid, table.rules)
        if table.rules["stop_early"]
        else never,
    )


def score_is_fixed(declaring: int, bid: int, rules: Rules, tricks_won: Sequence[int]) -> bool:
    """Return whether the tricks won so far already fix the score."""
    ours, theirs = tricks_won[declaring], tricks_won[1 - declaring]
    if bid in MULOTS:
        return ours > 0
    if bid in CHARLEMAGNES:
        return theirs > 0
    # A made bid whose overtricks count is played out.
    return theirs > ALL_TRICKS - bid or (ours >= bid and not rules["overtricks"])


def is_made(tricks_won: Sequence[int], declaring: int, bid: int) -> bool:
    """Return whether the tricks fulfil the bid."""
    if bid in MULOTS:
        return tricks_won[declaring] == 0
    if bid in CHARLEMAGNES:
        return tricks_won[1 - declaring] == 0
    return tricks_won[declaring] >= bid


def score(tricks_won: Sequence[int], declaring: int, bid: int, rules: Rules) -> tuple[bool, list[int]]:
    """Return whether the bid was made, and the score by side."""
    name = CHARLEMAGNE_CALLS[bid]
    values: dict[str, Any] = rules["values"]
    made_value = values.get("made", {}).get(name, CHARLEMAGNE_MADE[name])
    failed_value = values.get("failed", {}).get(name, CHARLEMAGNE_FAILED[name])
    made = is_made(tricks_won, declaring, bid)
    points = [0, 0]
    if made:
        counts_tricks = rules["overtricks"] and bid not in SOLO_BIDS
        points[declaring] = tricks_won[declaring] if counts_tricks else made_value
        return True, points
    if rules["fail"] in ("set_back", "both"):
        points[declaring] = -made_value
    if rules["fail"] in ("opponents", "both"):
        points[1 - declaring] = failed_value
    return False, points


DECK = (*(rank + suit for suit in SUITS for rank in RANKS), LITTLE_JOKER, BIG_JOKER)
GAME = Game(
    "charlemagne",
    DECK,
    hand_size=HAND_SIZE,
    kitty_size=2,
    layout=layout,
    steps=steps,
    play=play,
    call_names={bid: CHARLEMAGNE_CALLS[bid] for bid in SOLO_BIDS},
)
