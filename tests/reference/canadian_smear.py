"""Canadian Smear, written from rules/canadian_smear.md and rules/options.md."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from tests.reference.cards import (
    NOT_NAMED,
    RANKS,
    SUITS,
    TRUMP_LANE,
    WHOLE_LANE,
    Layout,
    make_layout,
    rank_of,
    suit_contract_lanes,
    suit_of,
)
from tests.reference.options import GAME_PIPS, Rules
from tests.reference.phases import ask_trump, hold_auction, play_tricks, record_call, settle_contract
from tests.reference.table import Game, Steps, Table

HIGHEST_BID = 4
POINTS = ("high", "low", "jack", "game")


def layout(trump: int, _rules: Rules) -> Layout:
    """Return the numbering of the cards; no rule of Smear changes it."""
    return _layout(trump)


@lru_cache
def _layout(trump: int) -> Layout:
    suits = {suit: [rank + suit for rank in RANKS] for suit in SUITS}
    if trump == NOT_NAMED:
        return make_layout(NOT_NAMED, SUITS, [], suits, 0)
    trumps = [(card, 16 * TRUMP_LANE + slot) for slot, card in enumerate(suits[SUITS[trump]])]
    return make_layout(trump, suit_contract_lanes(trump), trumps, suits, WHOLE_LANE << 16 * TRUMP_LANE)


def steps(table: Table) -> Steps:
    """Return the course of a deal: auction, trump, six tricks, score."""
    rules = table.rules
    yield from hold_auction(table, HIGHEST_BID, dealer_may_equal=rules["dealer_may_equal"])
    policy = rules["all_pass"]
    if table.high_bidder is None and policy == "dealer_forced":
        record_call(table, table.dealer, rules["bid_min"])
    if not settle_contract(table):
        return
    assert table.declarer is not None
    # The first card led sets trump, so only a suit that the declarer holds can be named.
    held = sorted({SUITS.index(suit_of(card)) for card in table.hands[table.declarer]})
    yield from ask_trump(table, held)
    yield from play_tricks(table, rules["follow"], trump_first=True)
    declaring = table.side(table.declarer)
    table.tally = tally(table.tricks, SUITS[table.layout.trump], declaring, rules)
    table.made, table.score = score(table.tally, declaring, table.bid)


def game_pips(cards: Iterable[str], rules: Rules) -> int:
    """Return what captured cards count towards Game."""
    changed = rules["values"]
    return sum(changed.get(rank_of(card), GAME_PIPS[rank_of(card)]) for card in cards)


def tally(tricks: Sequence[dict[str, Any]], trump: str, declaring: int, rules: Rules) -> dict[str, Any]:
    """Return who has High, Low, Jack and Game (a side or None), the pips and the tricks by side."""
    player: dict[str, int] = {}
    captor: dict[str, int] = {}
    captured: list[list[str]] = [[], []]
    won = [0, 0]
    for trick in tricks:
        side = trick["winner"] % 2
        won[side] += 1
        for seat, card in trick["plays"]:
            player[card] = seat % 2
            captor[card] = side
            captured[side].append(card)
    in_play = [rank + trump for rank in RANKS if rank + trump in player]  # from low to high
    high_card = in_play[-1] if rules["high"] == "highest_in_play" else "A" + trump
    low_card = in_play[0] if rules["low"] == "lowest_in_play" else "2" + trump
    pips = [game_pips(cards, rules) for cards in captured]
    return {
        "high": player.get(high_card),
        "low": (player if rules["low_to"] == "player" else captor).get(low_card),
        "jack": captor.get("J" + trump),
        "game": _game_winner(pips, declaring, rules),
        "game_points": pips,
        "tricks": won,
    }


def _game_winner(pips: list[int], declaring: int, rules: Rules) -> int | None:
    if pips[0] != pips[1]:
        return 0 if pips[0] > pips[1] else 1
    if pips[0] == 0 or rules["game_tie"] == "nobody":
        return None
    return declaring if rules["game_tie"] == "declarers" else 1 - declaring


def score(tally: dict[str, Any], declaring: int, bid: int) -> tuple[bool, list[int]]:
    """Return whether the bid was made, and the score by side."""
    points = [sum(tally[name] == side for name in POINTS) for side in (0, 1)]
    made = points[declaring] >= bid
    if not made:
        points[declaring] = -bid
    return made, points


DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
GAME = Game("canadian_smear", DECK, hand_size=6, kitty_size=0, layout=layout, steps=steps)
