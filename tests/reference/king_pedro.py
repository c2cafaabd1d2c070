"""King Pedro, written from rules/king_pedro.md and rules/options.md."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from tests.reference.cards import (
    NOT_NAMED,
    RANKS,
    SUITS,
    TRUMP_LANE,
    TRUMPS,
    WHOLE_LANE,
    Layout,
    make_layout,
    rank_of,
    suit_contract_lanes,
    suit_of,
)
from tests.reference.errors import RuleBreachError
from tests.reference.exchange import ask_discard, ask_gift, fold
from tests.reference.options import PEDRO_VALUES, Rules
from tests.reference.phases import ask_trump, hold_auction, play_tricks, record_call, settle_contract
from tests.reference.table import Game, Play, Steps, Table
from tests.reference.tricks import ANY_PLAIN, FOLLOW_OR_TRUMP, STRICT

DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
HAND_IN_PLAY = 6
FEW_TRUMPS = (1, 2)  # so many may be given to the partner
FOLLOW = {"any_plain": ANY_PLAIN, "follow_suit": STRICT, "follow_or_trump": FOLLOW_OR_TRUMP}


def off_five(trump: str) -> str:
    """Return the five of the other suit of the colour of trump, which is a trump too."""
    return "5" + SUITS[3 - SUITS.index(trump)]


def layout(trump: int, rules: Rules) -> Layout:
    """Return the numbering of the cards; plain cards have no rank unless the highest of the suit led wins."""
    return _layout(trump, rules["plain_winner"] == "highest_of_led")


@lru_cache
def _layout(trump: int, plain_cards_rank: bool) -> Layout:
    suits = {suit: [rank + suit for rank in RANKS] for suit in SUITS}
    if trump == NOT_NAMED:
        return make_layout(NOT_NAMED, SUITS, [], suits, 0)
    trumps = suits[SUITS[trump]]
    guest = off_five(SUITS[trump])
    trumps = [*trumps[: RANKS.index("5")], guest, *trumps[RANKS.index("5") :]]
    coded = [(card, 16 * TRUMP_LANE + slot) for slot, card in enumerate(trumps)]
    plain = {suit: [card for card in cards if card != guest] for suit, cards in suits.items()}
    ranked = make_layout(trump, suit_contract_lanes(trump), coded, plain, WHOLE_LANE << 16 * TRUMP_LANE)
    if plain_cards_rank:
        return ranked
    return replace(ranked, rank={card: rank if card in trumps else 0 for card, rank in ranked.rank.items()})


def steps(table: Table) -> Steps:
    """Return the course of a deal: auction, trump, second deal, folds, gifts, discards, six tricks, score."""
    rules = table.rules
    bids = range(rules["bid_min"], rules["bid_max"] + 1)
    yield from hold_auction(table, bids, continuous=rules["auction"] == "continuous")
    policy = rules["all_pass"]
    if table.high_bidder is None and policy == "dealer_forced":
        record_call(table, table.dealer, rules["bid_min"])
    if not settle_contract(table):
        return
    assert table.declarer is not None
    yield from ask_trump(table, [0, 1, 2, 3])
    deal_again(table)
    thirteen = [list(hand) for hand in table.hands]
    yield from exchange(table, table.declarer)
    yield from play_tricks(table)
    trump, declaring = SUITS[table.layout.trump], table.side(table.declarer)
    points = captured_points(table.tricks, trump, rules)
    add_points_laid_away(points, table.discarded, trump, rules)
    if rules["two_to"] == "dealt":
        holder = next(seat for seat, hand in enumerate(thirteen) if "2" + trump in hand)
        points[table.side(holder)] += value_of("2" + trump, trump, rules)
    table.tally = {"points": points, "tricks": list(table.tricks_won)}
    table.made, table.score = score(points, declaring, table.bid)


def deal_again(table: Table) -> None:
    """Return nothing; every seat gets four more cards."""
    if table.second_deal is None:
        raise RuleBreachError("king_pedro: trump was named, but there is no second deal")
    table.dealt_again = True
    for seat, more in enumerate(table.second_deal):
        table.hands[seat] += more


def exchange(table: Table, declarer: int) -> Steps:
    """Return the steps from thirteen cards to six: seats without trumps fold, then gifts, then discards."""
    order = table.clockwise_from((declarer + 1) % table.seats)
    for seat in order:
        if not trumps_of(table.hands[seat], table.layout):
            fold(table, seat)
    for seat in order:
        trumps = trumps_of(table.hands[seat], table.layout)
        may_give = seat != declarer and len(trumps) in FEW_TRUMPS and table.partner(seat) in table.active
        # A seat that has left holds no trumps.
        if table.rules["gift"] and may_give:
            gave = yield from ask_gift(table, seat, trumps, len(trumps), may_decline=True)
            if gave:
                fold(table, seat)
    for seat in order:
        if seat in table.active:
            allowed, must, need = discard_choice(table.hands[seat], table.layout, table.rules)
            yield from ask_discard(table, seat, allowed, must, need)
    if table.rules["show_trump_discards"]:
        table.shown = trumps_of([card for cards in table.discarded for card in cards], table.layout)


def trumps_of(cards: Iterable[str], layout: Layout) -> list[str]:
    """Return the trumps among the cards."""
    return [card for card in cards if layout.group[card] == TRUMPS]


def discard_choice(hand: Sequence[str], layout: Layout, rules: Rules) -> tuple[list[str], list[str], int]:
    """Return the cards that may be laid away, those that must be, and how many have to go."""
    trump = SUITS[layout.trump]
    need = len(hand) - HAND_IN_PLAY
    plain = [card for card in hand if layout.group[card] != TRUMPS]
    worthless = [card for card in hand if value_of(card, trump, rules) == 0]
    too_many_trumps = len(hand) - len(plain) > HAND_IN_PLAY
    too_many_points = len(hand) - len(worthless) > HAND_IN_PLAY
    # A scoring trump goes only when there are more than six of them.
    if too_many_points and rules["discard"] != "free":
        allowed, must = list(hand), worthless
    elif rules["discard"] == "free":
        allowed, must = list(hand), []
    elif rules["discard"] == "protect_points":
        allowed, must = worthless, []
    elif too_many_trumps:
        allowed, must = worthless, plain
    else:
        allowed, must = plain, []
    return allowed, list(allowed) if len(allowed) == need else must, need


def play(table: Table) -> Play:
    """Return how the tricks are played: the declarer, or the next seat still in, leads first, a trump."""
    assert table.declarer is not None
    leader = table.active_from(table.declarer)[0]
    return Play(leader=leader, follow=FOLLOW[table.rules["plain_follow"]], trump_first=True)


def value_of(card: str, trump: str, rules: Rules) -> int:
    """Return the points of a card: only trumps have any."""
    if card == off_five(trump):
        key = "off5"
    elif suit_of(card) == trump:
        key = rank_of(card)
    else:
        return 0
    return int(rules["values"].get(key, PEDRO_VALUES[key]))


def captured_points(tricks: Sequence[dict[str, Any]], trump: str, rules: Rules) -> list[int]:
    """Return the points by side of the cards played; the two's only where they go to its player or its captor."""
    points = [0, 0]
    for trick in tricks:
        for seat, card in trick["plays"]:
            if card != "2" + trump or rules["two_to"] == "winner":
                owner = trick["winner"]
            elif rules["two_to"] == "player":
                owner = seat
            else:
                continue
            points[owner % 2] += value_of(card, trump, rules)
    return points


def add_points_laid_away(points: list[int], discarded: Sequence[Sequence[str]], trump: str, rules: Rules) -> None:
    """Return nothing; the points of discarded trumps go to the side that the option names, if to any."""
    if rules["discard_points_to"] == "nobody":
        return
    for seat, cards in enumerate(discarded):
        side = seat % 2 if rules["discard_points_to"] == "discarder" else 1 - seat % 2
        # The two has its owner already where its point goes to the seat that it was dealt to.
        counted = [card for card in cards if card != "2" + trump or rules["two_to"] != "dealt"]
        points[side] += sum(value_of(card, trump, rules) for card in counted)


def score(points: Sequence[int], declaring: int, bid: int) -> tuple[bool, list[int]]:
    """Return whether the bid was made, and the score by side."""
    change = list(points)
    made = points[declaring] >= bid
    if not made:
        change[declaring] = -bid
    return made, change


GAME = Game("king_pedro", DECK, hand_size=9, kitty_size=0, layout=layout, steps=steps, play=play, second_deal_size=4)
