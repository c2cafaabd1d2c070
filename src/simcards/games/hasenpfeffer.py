"""Hasenpfeffer: four players in two partnerships, 25 cards with a joker and bowers, bids of 1 to 6 tricks.

Source: the Hasenpfeffer rules of gamerules.com (bowers; the holder of the joker is forced to three when all pass).
"""

from typing import Any

from simcards.cards.codes import Deck
from simcards.cards.order import as_trump, trump_layout
from simcards.cards.sets import NO_TRUMP, TRUMPS, at, count, select, where
from simcards.games.game import Game, Played
from simcards.games.options import DECLARERS, SOURCE, Option, RuleBook, Rules, common_options
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


def achieved(played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """How many tricks the declaring side took."""
    return at(tally, played.side)


def made(played: Played, tally: tuple[int, ...], rules: Any) -> bool:
    """Whether the declaring side took as many tricks as it bid."""
    return achieved(played, tally, rules) >= played.bid


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


RULES = """
## Aim

Four people play in two partnerships; partners sit opposite each other. The sides bid for the number of tricks that they
will take with a trump suit of their own choice. The first side that has 10 points wins the match.

## Cards

25 cards: the ace, king, queen, jack, 10 and 9 of each suit and one joker. The joker is the highest trump, whatever suit
is trump. Next come the two bowers: the jack of the trump suit (the right bower), then the jack of the other suit of the
same colour (the left bower). The left bower is a trump in every respect and does not belong to the suit printed on it.
After the bowers come the ace, king, queen, 10 and 9 of trump, so that there are eight trumps. In the other suits the
ace is high, then king, queen, jack (where it is not the left bower), 10 and 9.

## The deal

To find partners and the first dealer everybody draws a card: the two lowest play against the two highest, and the
lowest of all deals first and keeps the score. The deal passes to the left after every deal. Each player gets six cards,
three at a time. The one card that is left over stays face down, and nobody sees it before the end.

## The auction

The player on the dealer's left speaks first, and the turn passes clockwise until the dealer has spoken; everybody
speaks once. To speak is to pass or to bid from 1 to 6, higher than the bid before. A bid is the number of tricks that
the bidder and partner undertake to take together. A bid of 6 ends the auction at once. Whoever bid highest is the
declarer. If all four pass, whoever holds the joker has to say so and becomes the declarer at 3. If the joker is the
card left over, the cards are thrown in and the next player deals.

## Trump

The declarer names one of the four suits as trump, and then leads any card to the first trick.

## The play

The turn passes clockwise. A player who can follow suit must; one who cannot may play any card. The joker and both
bowers belong to the trump suit: when one of them is led, trump is led; when another suit is led, a player who can
follow may not play one of them. The highest trump wins the trick, and if there is no trump in it, the highest card of
the suit led. The winner leads to the next trick. There are six tricks.

## The score

If the declarer's side has taken at least as many tricks as it bid, it scores a point for every trick it took, those
above the bid too. If it has taken fewer, the bid is taken off its score and its tricks do not count. The other side
scores a point for every trick it took in either case. Scores may fall below 0.

## The match

A side that has 10 points or more at the end of a deal wins the match. If both sides have, the declarer's side wins,
even when its score is the lower one. A match that is still open after 500 deals goes to the higher score, or is a draw.

## An example

The declarer's side bid 4 and took five tricks: it scores 5, the other side 1. Had it bid 5 and taken four, it would
lose 5, and the other side would score 2. At 8 points to 9, the declarer's side bids 2 and takes two tricks: the score
is 10 to 13, and the declarer's side wins the match.

## Where the source text is silent or contradicts itself

The source text is a retelling of the gamerules.com page named above.

- It gives no order below the joker, but calls the game a form of Euchre. The page that it retells, and every other
  account that we know, has the two bowers.
- It does not say what happens when all four pass. That the joker's holder must play for 3 is the rule of the page that
  it retells; that the cards are thrown in when the joker is left over is the likely end of that page's sentence.
- It names no lowest bid. Since it tells a player to pass who expects no trick, the lowest bid is 1.
- It says that each player has a chance to bid. We read this as one turn each; some play on until three have passed.
- It decides the match for the bidders when both sides reach the same winning score. We read this as: when both have 10
  or more, equal or not.
- It deals in three stages, the page that it retells three cards at a time. This changes nothing.
"""

game = Game(
    name="hasenpfeffer",
    title="Hasenpfeffer",
    source="gamerules.com, Hasenpfeffer",
    rules=RULES,
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
                forced="3",
                origins={
                    "target": SOURCE,
                    "win_requires_made_bid": SOURCE,
                    "all_pass": "gamerules.com, Hasenpfeffer; the source text has lost it",
                    "bid_min": "source text, where a player who expects no trick passes",
                    "auction": SOURCE,
                },
            ),
            Option(
                "both_out",
                "declarers",
                "who wins when both sides reach the target in one deal: the declaring side (declarers); or the higher "
                "score, and of equal scores that of the declaring side (higher_score)",
                choices=("declarers", "higher_score"),
                origin=SOURCE,
            ),
            Option("overtricks", True, "a made bid scores all tricks taken, not only the bid", origin=SOURCE),
            Option(
                "bowers",
                True,
                "the two jacks of trump's colour are the highest trumps after the joker; if not, the jack of trump "
                "ranks between queen and 10, and the other jack belongs to its own suit",
                origin="gamerules.com, Hasenpfeffer; the source text is silent",
            ),
            Option(
                "allow_no_trump",
                False,
                "the declarer may name no trump: then the joker is the only trump, and all jacks are ordinary",
                origin="source text, which knows only suits",
            ),
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
    achieved=achieved,
    counted_in="tricks",
    score=score,
    both_out=both_out,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": default_name_trump, "play": lowest_legal},
)
