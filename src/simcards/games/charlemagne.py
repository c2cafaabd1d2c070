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
from simcards.games.options import SOURCE, Option, RuleBook, Rules, ValueTable, common_options
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
PAGAT_PAGE = "pagat.com, Charlemagne; the source text is silent"
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


def leader(bid: int, dealer: int, rules: Any) -> int:
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


def achieved(played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """How many tricks the declaring side took."""
    return at(tally, played.side)


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


RULES = """
## Aim

Four people play in two partnerships; partners sit opposite each other. The sides bid for a number of tricks with their
own trump suit, or a player undertakes alone to lose every trick (Mulot) or to win every trick (Charlemagne). The first
side that has 32 points wins the match.

## Cards

34 cards: the ace, king, queen, jack, 10, 9, 8 and 7 of each suit and two jokers that can be told apart, the big joker
and the little joker. When there is a trump suit, it has eleven cards. The big joker is the highest, then the little
joker, then the jack of trump (the big jack), then the jack of the other suit of the same colour (the little jack), then
ace, king, queen, 10, 9, 8, 7. The little jack is a trump in every respect and does not belong to the suit printed on
it. In the other suits the ace is high, then king, queen, jack (where it is not the little jack), 10, 9, 8, 7.

## The deal

Anybody may deal first, and the deal passes to the left after every deal. The player on the dealer's right cuts. Each
player gets eight cards, two at a time or as the players like, and two cards go face down to the middle, the kitty.

## The auction

The player on the dealer's left speaks first, and the turn passes clockwise until the dealer has spoken; everybody
speaks once. To speak is to pass or to make a bid that is higher than the one before. From low to high the bids are 5,
6, 7, 8, Mulot, Charlemagne, Gros Mulot, Gros Charlemagne. Even after the highest the others still speak, but they can
only pass. Whoever bid highest is the declarer. If all four pass, the cards are thrown in and the next player deals.

## What the bids mean

- 5, 6, 7 or 8: the declarer's side undertakes to take at least that many of the eight tricks. The declarer picks up the
  kitty, lays away any two cards face down, and names trump. The player on the declarer's left leads to the first trick.
- Mulot: the declarer undertakes to lose every trick. There is no trump suit; only the two jokers are trumps. Nobody
  touches the kitty. The declarer's partner lays down the hand and does not play. The declarer leads.
- Charlemagne: the declarer undertakes to win every trick. The declarer picks up the kitty; the partner gives one card,
  face down and without knowing what will be trump, then lays down the other seven and does not play. The declarer lays
  away any three cards, names trump, and leads.
- Gros Mulot: as Mulot, but after the first trick the declarer's other cards lie open on the table. The declarer still
  plays them.
- Gros Charlemagne: as Charlemagne, but the declarer takes either the kitty or a card from the partner, and says which
  before seeing it. The declarer then lays away as many cards as were taken, two or one, names trump, and leads.

What is taken or laid away stays hidden from the others, and nobody scores it. Jokers and cards that were just taken may
be laid away too.

## The play

The turn passes clockwise; a partner who does not play is passed over. A player who can follow suit must; one who cannot
may play any card. The jokers and the little jack belong to the trump suit: when one of them is led, trump is led. The
highest trump wins the trick, and if there is no trump in it, the highest card of the suit led. The winner leads to the
next trick. There are eight tricks.

## The play in the Mulots

All jacks are ordinary cards between queen and 10. The two jokers are a suit of their own that beats all others, the big
one above the little one. A player who can follow suit must, and may not play a joker. A player who cannot follow suit
and holds a joker must play it (either one, if both). When a joker is led, the holder of the other must play it, and
everybody else may play anything. So a declarer may lead the little joker to draw the big one; but if the big joker lies
in the kitty or in the partner's hand, the little one wins and the bid has failed.

## The score

If the bid is made, the declarer's side scores what the bid is worth, and nothing for tricks above it; the other side
scores nothing. If it fails, the other side scores what the failed bid is worth, and the declarer's side loses nothing.
The values are below. A bid below 5, which an option allows, is worth its number either way.

## The match

The first side that has 32 points or more wins the match; it need not have bid. Only one side scores in a deal, so both
cannot get there together. A made Gros Charlemagne wins from any score that is not below 0, and scores fall below 0 only
with `fail=set_back` or `fail=both`. A match that is still open after 500 deals goes to the higher score, or is a draw.

## An example

A side that bids 5 and takes seven tricks scores 5. One that bids 6 and takes five scores nothing, and its opponents 6.
A Mulot without a trick is worth 15; with one trick the opponents score 7. In a Mulot the 8 of spades is led, and the
next player holds the little joker, the king of diamonds and the 7 of clubs: the joker must be played. With the king of
spades in place of that of diamonds, it would have to be the king.

## Where the source text is silent or contradicts itself

The source text is a retelling of the gamerules.com page named above.

- It explains the bids, but gives neither their order nor their values, and does not say that a Mulot is to lose every
  trick and a Charlemagne to win every trick. All this is taken from pagat.com. The order in which the text lists the
  bids, with Gros Mulot below Charlemagne, is an option.
- It does not say what a failed bid costs. As on pagat.com, the opponents score.
- It does not say what happens when all four pass. We let the next player deal, since the deal always moves on.
- It says that a player who cannot follow suit plays a trump or another card, which is any card.
- It wants players to fulfil their bid "and/or" reach 32 points; only the points decide.
- It says that in the Mulots a player who cannot follow must play a joker, but not whether one who can follow may. We
  say that following comes first.
"""

game = Game(
    name="charlemagne",
    title="Charlemagne",
    source="gamerules.com, Charlemagne; bids and values: pagat.com, Charlemagne",
    rules=RULES,
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
                forced="5",
                origins={
                    "target": SOURCE,
                    "win_requires_made_bid": "source text; pagat.com, Charlemagne",
                    "all_pass": "our own choice; the source text is silent",
                    "bid_min": "source text; pagat.com, Charlemagne",
                    "auction": SOURCE,
                },
            ),
            Option(
                "bid_order",
                "pagat",
                "which of the two is the higher bid: gros_mulot (pagat), or charlemagne, in the order in which the "
                "source text lists them (text_listing)",
                choices=("pagat", "text_listing"),
                origin=PAGAT_PAGE,
            ),
            Option(
                "fail",
                "opponents",
                "what a failed bid does: the opponents score its failed value (opponents), the bidders lose its made "
                "value (set_back), or both (both)",
                choices=("opponents", "set_back", "both"),
                origin=PAGAT_PAGE,
            ),
            Option(
                "overtricks",
                False,
                "a made bid in tricks scores all tricks taken, in place of its value",
                origin=PAGAT_PAGE,
            ),
            Option(
                "kitty_face_up",
                False,
                "the kitty is turned up for all to see after the auction, whatever the bid",
                origin=SOURCE,
            ),
            Option(
                "lead_5_8",
                "left",
                "who leads to the first trick when the bid is in tricks: the player on the declarer's left (left), or "
                "the declarer",
                choices=("left", "declarer"),
                origin=SOURCE,
            ),
            Option(
                "exchange_after_trump",
                False,
                "trump is named before cards are taken, given and laid away",
                origin="source text; pagat.com, Charlemagne",
            ),
            Option(
                "stop_early",
                False,
                "play stops as soon as the tricks taken decide the score",
                origin="our own choice",
            ),
        ),
        values=ValueTable(
            "what a bid is worth when made (to the bidders) and when failed (to the opponents)",
            {f"made.{name}": MADE.get(name, bid) for bid, name in CALLS.items()}
            | {f"failed.{name}": FAILED.get(name, bid) for bid, name in CALLS.items()},
            origin="pagat.com, Charlemagne; below 5: our own choice",
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
    achieved=achieved,
    counted_in="tricks",
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
