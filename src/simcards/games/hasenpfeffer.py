"""Hasenpfeffer: four players in two partnerships, 25 cards with a joker and bowers, bids of 1 to 6 tricks.

Source: the Hasenpfeffer rules of gamerules.com (bowers; the holder of the joker is forced to three when all pass).
"""

from typing import Any

from simcards.cards.codes import Deck
from simcards.cards.order import as_trump, trump_layout
from simcards.cards.sets import NO_TRUMP, TRUMPS, bit, count, select, where
from simcards.games.game import Game, Played, always_pass, lowest_legal
from simcards.games.options import Option, RuleBook, Rules, common_options

JOKER = 1 << 62
TOP_BID = 6
FORCED = 3


def legal_calls(high_bid: int, is_dealer: int, rules: Any) -> int:
    """Bits of the bids above the high bid."""
    least = where(high_bid > 0, high_bid + 1, rules.bid_min)
    return (2 << TOP_BID) - (1 << least) & -(least <= TOP_BID)


def ends_auction(call: int, rules: Any) -> Any:
    """Whether the call is a bid of 6."""
    return call == TOP_BID


def forced_bid(rules: Any) -> int:
    """The bid of a dealer or holder of the joker whom everybody's pass forces."""
    return FORCED


def trump_choices(hand: int, rules: Any) -> int:
    """Bits of the four suits, and of no trump where it is allowed."""
    return 0b01111 | select(rules.allow_no_trump != 0, 1 << NO_TRUMP)


def trump_mask(trump: int) -> int:
    """The trump suit with its guests; with no trump the joker alone."""
    return where(trump == NO_TRUMP, JOKER, TRUMPS)


def lead(hand: int, trump_mask: int, trick_no: int, rules: Any) -> int:
    """Any card."""
    return hand


def follow(hand: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """The led class (trump, or the suit without its guests); a player without it plays anything."""
    suit = hand & led_class
    return where(suit == 0, hand, suit)


def proves_void(card: int, led_class: int, trump_mask: int, rules: Any) -> Any:
    """Any card of another class."""
    return (bit(card) & led_class) == 0


def tally(played: Played, rules: Any) -> tuple[int, ...]:
    """Tricks by side."""
    return played.tricks[0], played.tricks[1]


def score(played: Played, tally: tuple[int, ...], rules: Any) -> tuple[int, int, int]:
    """Whether the bid was made; a point a trick, minus the bid for a side that failed."""
    won = where(played.side == 0, tally[0], tally[1])
    made = won >= played.bid
    points = where(made, where(rules.overtricks != 0, won, played.bid), -played.bid)
    score_0 = where(played.side == 0, points, tally[0])
    score_1 = where(played.side == 1, points, tally[1])
    return where(made, 1, 0), score_0, score_1


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
    kitty=1,
    cards=25,
    calls={call: str(call) for call in range(1, TOP_BID + 1)},
    deck=deck,
    legal_calls=legal_calls,
    ends_auction=ends_auction,
    forced_bid=forced_bid,
    forced_holder="JK",
    trump_choices=trump_choices,
    trump_mask=trump_mask,
    lead=lead,
    follow=follow,
    proves_void=proves_void,
    tally=tally,
    score=score,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": default_name_trump, "play": lowest_legal},
)
