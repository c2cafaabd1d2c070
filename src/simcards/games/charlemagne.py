"""Charlemagne: four players in two partnerships, 34 cards with two jokers, a kitty, bids of tricks and four solo bids.

Source: the Charlemagne rules of gamerules.com; the order of the bids and their values are those of pagat.com's
Charlemagne page, because the source text leaves them out. Failure is paid to the opponents.
"""

from collections.abc import Mapping
from typing import Any

from simcards.cards.codes import Deck
from simcards.cards.order import as_trump, trump_layout
from simcards.cards.sets import NO_TRUMP, TRUMPS, at, bit, count, highest, select, where
from simcards.games.game import Game, Played
from simcards.games.options import Option, RuleBook, Rules, ValueTable, common_options
from simcards.games.shared import (
    always_pass,
    bids_between,
    class_bit,
    highest_score,
    lowest_discards,
    lowest_legal,
    one_bidder_left,
)

ALL_TRICKS = 8
LAST_IN_TRICKS = 8  # bids up to this are numbers of tricks, the others are played alone
MULOT, CHARLEMAGNE, GROS_MULOT, GROS_CHARLEMAGNE = 9, 10, 11, 12
FORCED = 5
JOKERS = 0b11 << 61
PAGAT, TEXT_LISTING = range(2)
OPPONENTS, SET_BACK, BOTH = range(3)
LEFT, DECLARER = range(2)
KITTY, PARTNERS_CARD = range(2)

CALLS = {bid: str(bid) for bid in range(1, LAST_IN_TRICKS + 1)} | {
    MULOT: "mulot",
    CHARLEMAGNE: "charlemagne",
    GROS_MULOT: "gros_mulot",
    GROS_CHARLEMAGNE: "gros_charlemagne",
}
MADE = {"mulot": 15, "charlemagne": 16, "gros_mulot": 30, "gros_charlemagne": 32}
FAILED = {"mulot": 7, "charlemagne": 8, "gros_mulot": 15, "gros_charlemagne": 16}


def payoffs(values: Mapping[str, int]) -> dict[str, int]:
    """The values as the rules' numbers: `made_9`, `failed_9` by number of the bid."""
    return {f"{table}_{bid}": values[f"{table}.{name}"] for table in ("made", "failed") for bid, name in CALLS.items()}


def is_mulot(bid: int) -> Any:
    """Whether the bid is to lose every trick."""
    return (bid == MULOT) | (bid == GROS_MULOT)


def gets_a_card(bid: int, choice: int) -> Any:
    """Whether the declarer gets a card from its partner."""
    return (bid == CHARLEMAGNE) | ((bid == GROS_CHARLEMAGNE) & (choice == PARTNERS_CARD))


# ---- the auction -----------------------------------------------------------------------------------------------------


def legal_calls(high_bid: int, is_dealer: int, rules: Any) -> int:
    """Bits of the bids above the high bid; in the order of the text a gros mulot lies below a charlemagne."""
    listing = rules.bid_order == TEXT_LISTING
    above = bids_between(where(high_bid > 0, high_bid + 1, rules.bid_min), GROS_CHARLEMAGNE)
    above = where(listing & (high_bid == CHARLEMAGNE), 1 << GROS_CHARLEMAGNE, above)
    return where(listing & (high_bid == GROS_MULOT), 1 << GROS_CHARLEMAGNE | 1 << CHARLEMAGNE, above)


def forced_bid(rules: Any) -> int:
    """The bid of a dealer whom everybody's pass forces."""
    return FORCED


# ---- the exchange ----------------------------------------------------------------------------------------------------


def offers_choice(bid: int, rules: Any) -> Any:
    """Whether the declarer chooses between the kitty and a card of its partner."""
    return bid == GROS_CHARLEMAGNE


def takes_kitty(bid: int, choice: int, rules: Any) -> Any:
    """Whether the declarer takes the kitty."""
    return (bid <= LAST_IN_TRICKS) | (bid == CHARLEMAGNE) | ((bid == GROS_CHARLEMAGNE) & (choice == KITTY))


def sits_out(hand: int, place: int, bid: int, choice: int, trump_mask: int, rules: Any) -> Any:
    """Whether it is the partner of who plays alone; one who gives a card leaves with it."""
    return (place == 2) & (bid > LAST_IN_TRICKS) & where(gets_a_card(bid, choice), False, True)


def gift(hand: int, place: int, partner_plays: int, bid: int, choice: int, trump_mask: int, rules: Any) -> Any:
    """Any one card, from the declarer's partner."""
    return select((place == 2) & gets_a_card(bid, choice), hand), 1


def discard(hand: int, place: int, bid: int, choice: int, trump_mask: int, rules: Any) -> Any:
    """As many cards as the declarer took."""
    took = select(takes_kitty(bid, choice, rules), 2) + select(gets_a_card(bid, choice), 1)
    return hand, 0, select(place == 0, took)


# ---- trump and play --------------------------------------------------------------------------------------------------


def names_trump(bid: int, rules: Any) -> Any:
    """Whether the contract has a trump suit."""
    return (bid != MULOT) & (bid != GROS_MULOT)


def trump_choices(hand: int, rules: Any) -> int:
    """Bits of the four suits."""
    return 0b1111


def trump_mask(trump: int) -> int:
    """The trump suit with its guests; in a mulot the jokers alone."""
    return where(trump == NO_TRUMP, JOKERS, TRUMPS)


def follow(hand: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """The class led; a player without it plays anything, but in a mulot a joker when it holds one."""
    suit, jokers = hand & led_class, hand & trump_mask
    forced = (trump_mask != TRUMPS) & (jokers != 0)
    return where(suit != 0, suit, where(forced, jokers, hand))


def proves(card: int, led: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """A card of another class shows that its player has none of the class led, and in a mulot no joker either."""
    other = (bit(card) & led_class) == 0
    no_joker = (trump_mask != TRUMPS) & ((bit(card) & trump_mask) == 0)
    return select(other, class_bit(led, trump_mask) | select(no_joker, 1 << NO_TRUMP))


def leader(bid: int, rules: Any) -> int:
    """The player on the declarer's left, by default, for bids in tricks; the declarer when it plays alone."""
    return 1 * ((bid <= LAST_IN_TRICKS) & (rules.lead_5_8 == LEFT))


def exposes(bid: int, trick_no: int, rules: Any) -> Any:
    """Whether the hand of who plays a gros mulot lies open."""
    return (bid == GROS_MULOT) & (trick_no > 0)


def stops(bid: int, tricks: int, defenders_tricks: int, rules: Any) -> Any:
    """Whether play ends because the tricks taken already decide the score."""
    failed = where(bid > LAST_IN_TRICKS, where(is_mulot(bid), tricks > 0, defenders_tricks > 0), False)
    in_tricks = ((tricks >= bid) & (rules.overtricks == 0)) | (defenders_tricks > ALL_TRICKS - bid)
    return (rules.stop_early != 0) & where(bid > LAST_IN_TRICKS, failed, in_tricks)


# ---- the score -------------------------------------------------------------------------------------------------------


def tally(played: Played, rules: Any) -> tuple[int, ...]:
    """Tricks by side."""
    return played.tricks[0], played.tricks[1]


def made(played: Played, tally: tuple[int, ...], rules: Any) -> Any:
    """Whether the declaring side took enough tricks: as many as it bid, none, or all."""
    own, other = at(tally, played.side), at(tally, 1 - played.side)
    alone = where(is_mulot(played.bid), own == 0, other == 0)
    return where(played.bid > LAST_IN_TRICKS, alone, own >= played.bid)


def value_made(bid: int, rules: Any) -> int:
    """What a bid is worth when it is made."""
    values = (
        rules.made_1,
        rules.made_2,
        rules.made_3,
        rules.made_4,
        rules.made_5,
        rules.made_6,
        rules.made_7,
        rules.made_8,
        rules.made_9,
        rules.made_10,
        rules.made_11,
        rules.made_12,
    )
    return at(values, bid - 1)


def value_failed(bid: int, rules: Any) -> int:
    """What a bid is worth to the opponents when it fails."""
    values = (
        rules.failed_1,
        rules.failed_2,
        rules.failed_3,
        rules.failed_4,
        rules.failed_5,
        rules.failed_6,
        rules.failed_7,
        rules.failed_8,
        rules.failed_9,
        rules.failed_10,
        rules.failed_11,
        rules.failed_12,
    )
    return at(values, bid - 1)


def score(side: int, made: int, played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """The value of a made bid to the declaring side; that of a failed one to the opponents, or against the side."""
    bid = played.bid
    worth = value_made(bid, rules)
    won = where((rules.overtricks != 0) & (bid <= LAST_IN_TRICKS), tally[side], worth)
    own = where(made, won, where(rules.fail == OPPONENTS, 0, -worth))
    other = where(made, 0, where(rules.fail == SET_BACK, 0, value_failed(bid, rules)))
    return where(side == played.side, own, other)


def tally_record(tally: tuple[int, ...]) -> dict[str, Any]:
    """The tally as it stands in a deal record."""
    return {"tricks": list(tally)}


# ---- defaults of strategies ------------------------------------------------------------------------------------------


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


def default_give(v: Any) -> int:
    """The card with the highest code: a joker, or the highest card of the highest-numbered suit."""
    return bit(highest(v.legal))


def default_choose(v: Any) -> int:
    """The kitty."""
    return KITTY


LAYOUT = trump_layout(moves={-1: "7 8 9 10", -2: "Q K A", 3: "J"}, guest=("J", 2), jokers=JOKERS)


def deck(rules: Rules) -> Deck:
    """Seven to ace and two jokers; both jacks of trump's colour rank below the jokers."""
    return Deck(lowest_rank="7", jokers=("LJ", "BJ"), layout=LAYOUT)


def trump_first(rules: Rules) -> bool:
    """Whether trump is named before the exchange."""
    return bool(rules["exchange_after_trump"])


game = Game(
    name="charlemagne",
    title="Charlemagne",
    source="gamerules.com, Charlemagne; bids and values: pagat.com, Charlemagne",
    summary="4 players, 2 sides, 8 of 34 cards, kitty of 2; tricks, or alone: mulot, charlemagne; to 32",
    book=RuleBook(
        game="charlemagne",
        options=(
            *common_options(
                target=32,
                win_requires_made_bid=False,
                all_pass=("redeal_next", ("redeal_next", "redeal_same", "dealer_forced")),
                bid_min=(5, range(1, LAST_IN_TRICKS + 1)),
                auction="single_round",
            ),
            Option(
                "bid_order",
                "pagat",
                "which of gros mulot and charlemagne is higher",
                choices=("pagat", "text_listing"),
            ),
            Option("fail", "opponents", "who pays for a failed bid", choices=("opponents", "set_back", "both")),
            Option("overtricks", False, "a made bid in tricks scores all tricks taken, not the bid"),
            Option("kitty_face_up", False, "the kitty is turned up after the auction"),
            Option("lead_5_8", "left", "who leads when the bid is in tricks", choices=("left", "declarer")),
            Option("exchange_after_trump", False, "trump is named before cards are taken and laid away"),
            Option("stop_early", False, "play stops once the tricks taken decide the score"),
        ),
        values=ValueTable(
            "points of a bid, made (to the bidders) and failed (to their opponents)",
            {f"made.{name}": MADE.get(name, bid) for bid, name in CALLS.items()}
            | {f"failed.{name}": FAILED.get(name, bid) for bid, name in CALLS.items()},
        ),
        derived=payoffs,
    ),
    seats=4,
    sides=2,
    hand=8,
    tricks=8,
    kitty=2,
    cards=34,
    calls=CALLS,
    deck=deck,
    giving_places=(2,),
    discard_places=(0,),
    trump_first=trump_first,
    legal_calls=legal_calls,
    still_open=one_bidder_left,
    forced_bid=forced_bid,
    names_trump=names_trump,
    trump_choices=trump_choices,
    trump_mask=trump_mask,
    follow=follow,
    proves=proves,
    leader=leader,
    offers_choice=offers_choice,
    takes_kitty=takes_kitty,
    sits_out=sits_out,
    gift=gift,
    discard=discard,
    exposes=exposes,
    stops=stops,
    tally=tally,
    made=made,
    score=score,
    both_out=highest_score,
    tally_record=tally_record,
    defaults={
        "bid": always_pass,
        "name_trump": default_name_trump,
        "discard": lowest_discards,
        "give": default_give,
        "choose": default_choose,
        "play": lowest_legal,
    },
)
