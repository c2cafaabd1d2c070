"""High, Low, Jack and Game, as Canadian Smear and Cutthroat Pitch count them, and cards without guest trumps."""

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
from tests.reference.phases import ask_trump
from tests.reference.table import Steps, Table

DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
POINTS = ("high", "low", "jack", "game")


def layout(trump: int, _rules: Rules) -> Layout:
    """Return the numbering of the cards; no rule changes it."""
    return _layout(trump)


@lru_cache
def _layout(trump: int) -> Layout:
    suits = {suit: [rank + suit for rank in RANKS] for suit in SUITS}
    if trump == NOT_NAMED:
        return make_layout(NOT_NAMED, SUITS, [], suits, 0)
    trumps = [(card, 16 * TRUMP_LANE + slot) for slot, card in enumerate(suits[SUITS[trump]])]
    return make_layout(trump, suit_contract_lanes(trump), trumps, suits, WHOLE_LANE << 16 * TRUMP_LANE)


def ask_suit_held(table: Table) -> Steps:
    """Return the step in which the declarer names trump. The first card led sets it, so he must hold one."""
    assert table.declarer is not None
    held = sorted({SUITS.index(suit_of(card)) for card in table.hands[table.declarer]})
    yield from ask_trump(table, held)


def game_pips(cards: Iterable[str], rules: Rules) -> int:
    """Return what captured cards count towards Game."""
    changed = rules["values"]
    return sum(changed.get(rank_of(card), GAME_PIPS[rank_of(card)]) for card in cards)


def tally(tricks: Sequence[dict[str, Any]], trump: str, declaring: int, rules: Rules, sides: int = 2) -> dict[str, Any]:
    """Return who has High, Low, Jack and Game (a side or None), the pips and the tricks by side.

    A rule set without the options `high` and `low` has the highest and the lowest trump in play.
    """
    player: dict[str, int] = {}
    captor: dict[str, int] = {}
    captured: list[list[str]] = [[] for _ in range(sides)]
    won = [0] * sides
    for trick in tricks:
        side = trick["winner"] % sides
        won[side] += 1
        for seat, card in trick["plays"]:
            player[card] = seat % sides
            captor[card] = side
            captured[side].append(card)
    in_play = [rank + trump for rank in RANKS if rank + trump in player]  # from low to high
    high_card = "A" + trump if rules.get("high") == "ace_only" else in_play[-1]
    low_card = "2" + trump if rules.get("low") == "two_only" else in_play[0]
    pips = [game_pips(cards, rules) for cards in captured]
    return {
        "high": player.get(high_card),
        "low": (player if rules["low_to"] == "player" else captor).get(low_card),
        "jack": captor.get("J" + trump),
        "game": game_winner(pips, declaring, rules["game_tie"]),
        "game_points": pips,
        "tricks": won,
    }


def game_winner(pips: Sequence[int], declaring: int, game_tie: str) -> int | list[int] | None:
    """Return the side with most pips; of several a side, all of them, or None, as `game_tie` has it."""
    most = [side for side, count in enumerate(pips) if count == max(pips)]
    if len(most) == 1:
        return most[0]
    if max(pips) == 0 or game_tie == "nobody":
        return None
    if game_tie == "all":
        return most
    if game_tie == "declarers":
        return declaring if declaring in most else None
    defending = [side for side in most if side != declaring]
    return defending[0] if len(defending) == 1 else None


def points_won(tally: dict[str, Any], side: int) -> int:
    """Return how many of the four points a side has won."""
    return sum(tally[name] == side or (isinstance(tally[name], list) and side in tally[name]) for name in POINTS)
