"""Hasenpfeffer: four players in two partnerships, 25 cards with a joker and bowers, bids of 1 to 6 tricks.

Source: the Hasenpfeffer rules of gamerules.com (bowers; the holder of the joker is forced to three when all pass).
"""

from typing import Any

from simcards.cards.codes import Deck
from simcards.cards.order import as_trump, trump_layout
from simcards.cards.sets import NO_TRUMP, TRUMPS, at, count, select, where
from simcards.games.game import Game, Played
from simcards.games.options import DECLARERS, Option, RuleBook, Rules, common_options
from simcards.games.shared import (
    always_pass,
    bids_between,
    highest_score,
    lowest_legal,
    one_bidder_left,
    proves_strictly,
    strictly,
)

JOKER = 1 << 62
TOP_BID = 6
FORCED = 3


def legal_calls(high_bid: int, is_dealer: int, rules: Any) -> int:
    """Bits of the bids above the high bid."""
    return bids_between(where(high_bid > 0, high_bid + 1, rules.bid_min), TOP_BID)


def still_open(open_seats: int, high_bid: int, high_bidder: int, dealer: int, rules: Any) -> int:
    """The seats still in, none after a bid of 6 or when only the high bidder is."""
    return where(high_bid == TOP_BID, 0, one_bidder_left(open_seats, high_bid, high_bidder, dealer, rules))


def forced_bid(rules: Any) -> int:
    """The bid of a dealer or holder of the joker whom everybody's pass forces."""
    return FORCED


def trump_choices(hand: int, rules: Any) -> int:
    """Bits of the four suits, and of no trump where it is allowed."""
    return 0b01111 | select(rules.allow_no_trump != 0, 1 << NO_TRUMP)


def trump_mask(trump: int) -> int:
    """The trump suit with its guests; with no trump the joker alone."""
    return where(trump == NO_TRUMP, JOKER, TRUMPS)


def tally(played: Played, rules: Any) -> tuple[int, ...]:
    """Tricks by side."""
    return played.tricks[0], played.tricks[1]


def made(played: Played, tally: tuple[int, ...], rules: Any) -> bool:
    """Whether the declaring side took as many tricks as it bid."""
    return at(tally, played.side) >= played.bid


def score(side: int, made: int, played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """A point a trick, minus the bid for a side that failed."""
    points = where(made, where(rules.overtricks != 0, tally[side], played.bid), -played.bid)
    return where(side == played.side, points, tally[side])


def both_out(played: Played, made: int, before: Any, after: Any, tally: Any, rules: Any) -> int:
    """The declaring side, or the higher score."""
    return where(rules.both_out == DECLARERS, played.side, highest_score(played, made, before, after, tally, rules))


def tally_record(tally: tuple[int, ...]) -> dict[str, Any]:
    """The tally as it stands in a deal record."""
    return {"tricks": list(tally)}


def default_name_trump(v: Any) -> int:
    """The suit that would hold most trumps, the highest-numbered among equals."""
    best = -1
    suit = 0
    for s in range(4):
        held = count(as_trump(v, v.hand, s) & TRUMPS)
        if held >= best:
            best = held
            suit = s
    return suit


WITH_BOWERS = trump_layout(moves={0: "9 10", -1: "Q K A", 4: "J"}, guest=("J", 3), jokers=JOKER)
PLAIN = trump_layout(moves={0: "9 10 J Q K A"}, jokers=JOKER)


def deck(rules: Rules) -> Deck:
    """Nine to ace and a joker; with bowers both jacks of trump's colour rank below the joker."""
    return Deck(lowest_rank="9", jokers=("JK",), layout=WITH_BOWERS if rules["bowers"] else PLAIN)


game = Game(
    name="hasenpfeffer",
    title="Hasenpfeffer",
    source="gamerules.com, Hasenpfeffer",
    summary="4 players, 2 sides, 6 of 25 cards; tricks; bids 1 to 6; to 10",
    book=RuleBook(
        game="hasenpfeffer",
        options=(
            *common_options(
                target=10,
                win_requires_made_bid=False,
                all_pass=("joker_forced", ("redeal_next", "redeal_same", "dealer_forced", "joker_forced")),
                bid_min=(1, range(1, TOP_BID + 1)),
                auction="single_round",
            ),
            Option(
                "both_out",
                "declarers",
                "who wins when both sides reach the target in one deal",
                choices=("declarers", "higher_score"),
            ),
            Option("overtricks", True, "a made bid scores all tricks taken, not only the bid"),
            Option("bowers", True, "the jacks of trump's colour are the highest trumps but the joker"),
            Option("allow_no_trump", False, "the declarer may name no trump: the joker is then the only trump"),
        ),
    ),
    seats=4,
    sides=2,
    hand=6,
    tricks=6,
    kitty=1,
    cards=25,
    calls={call: str(call) for call in range(1, TOP_BID + 1)},
    deck=deck,
    legal_calls=legal_calls,
    still_open=still_open,
    forced_bid=forced_bid,
    forced_holder="JK",
    trump_choices=trump_choices,
    trump_mask=trump_mask,
    follow=strictly,
    proves=proves_strictly,
    tally=tally,
    made=made,
    score=score,
    both_out=both_out,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": default_name_trump, "play": lowest_legal},
)
