"""Bid Euchre as played in Cincinnati: four players in two partnerships, 24 cards with bowers, bids of 3 to 6 or a moon.

Source: bicyclecards.com and gamerules.com, Cincinnati Euchre. Neither says which tricks a failed moon is bid for (we
take all six), nor who wins when both sides reach the target (the declaring side, as the bid is what is played for).
"""

# ruff: noqa: ARG001  # the functions of a game take the same arguments whatever it is

from collections.abc import Mapping
from typing import Any

from simcards.cards.codes import Deck
from simcards.cards.order import as_trump, trump_layout
from simcards.cards.sets import NO_TRUMP, TRUMPS, at, count, where
from simcards.games.game import Game, Played
from simcards.games.options import DECLARERS, SOURCE, Option, RuleBook, Rules, ValueTable, common_options
from simcards.games.shared import (
    always_pass,
    bids_between,
    highest_score,
    lowest_legal,
    proves_strictly,
    strictly,
)

ALL_TRICKS, MOON, TOP_BID = 6, 7, 10
MOONS = {7: "moon", 8: "double_moon", 9: "triple_moon", 10: "quadruple_moon"}
ELDEST, DECLARER = range(2)  # codes of the option `first_lead`
TRICKS, STAKE = range(2)  # codes of the option `failed_moon`


def legal_calls(high_bid: int, is_dealer: int, rules: Any) -> int:
    """Bits of the bids above the high bid; a moon can only be answered by the next moon."""
    over = where(high_bid < MOON, MOON, high_bid + 1)
    return bids_between(where(high_bid > 0, high_bid + 1, rules.bid_min), where(over > TOP_BID, 0, over))


def forced_bid(rules: Any) -> int:
    """The lowest bid: what a dealer has to play for when everybody has passed."""
    return rules.bid_min


def trump_choices(hand: int, rules: Any) -> int:
    """Bits of the four suits and of no trump."""
    return 0b11111


def trump_mask(trump: int) -> int:
    """The trump suit with both bowers; with no trump there are none."""
    return where(trump == NO_TRUMP, 0, TRUMPS)


def sits_out(hand: int, place: int, bid: int, choice: int, trump_mask: int, rules: Any) -> Any:
    """Whether this is the partner of somebody who plays a moon, alone."""
    return (bid >= MOON) & (place == 2)


def leader(bid: int, dealer: int, rules: Any) -> int:
    """The dealer's left, or the declarer."""
    return where(rules.first_lead == ELDEST, (dealer + 1) & 3, 0)


def tally(played: Played, rules: Any) -> tuple[int, ...]:
    """Tricks by side."""
    return played.tricks[0], played.tricks[1]


def achieved(played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """How many tricks the declaring side took."""
    return at(tally, played.side)


def made(played: Played, tally: tuple[int, ...], rules: Any) -> bool:
    """Whether the declaring side took as many tricks as it bid, all six in a moon."""
    return achieved(played, tally, rules) >= where(played.bid < MOON, played.bid, ALL_TRICKS)


def score(side: int, made: int, played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """A point a trick, or the stake of a moon; a declaring side that failed loses the tricks it bid."""
    stake = where(played.bid == MOON, rules.stake_moon, rules.stake_double_moon)
    stake = where(played.bid > MOON + 1, rules.stake_triple_moon, stake)
    stake = where(played.bid == TOP_BID, rules.stake_quadruple_moon, stake)
    is_moon = played.bid >= MOON
    lost = where(is_moon, where(rules.failed_moon == STAKE, stake, ALL_TRICKS), played.bid)
    won = where(is_moon, stake, tally[side])
    return where(side == played.side, where(made, won, -lost), tally[side])


def both_out(played: Played, made: int, before: Any, after: Any, tally: Any, rules: Any) -> int:
    """The declaring side, or the higher score."""
    return where(rules.both_out == DECLARERS, played.side, highest_score(played, made, before, after, tally, rules))


def tally_record(tally: tuple[int, ...]) -> dict[str, Any]:
    """The tally as it stands in a deal record."""
    return {"tricks": list(tally)}


def longest_with_bowers(v: Any) -> int:
    """The suit that would hold most trumps, the highest-numbered among equals."""
    best = -1
    suit = 0
    for s in range(4):
        held = count(as_trump(v, v.hand, s) & TRUMPS)
        if held >= best:
            best = held
            suit = s
    return suit


def deck(rules: Rules) -> Deck:
    """Nine to ace; the jack of trump is the highest trump, the other jack of its colour the second."""
    return Deck(lowest_rank="9", layout=trump_layout(moves={0: "9 10", -1: "Q K A", 4: "J"}, guest=("J", 3)))


def stakes(values: Mapping[str, int]) -> dict[str, int]:
    """What each moon is worth, as the rules' numbers."""
    return {f"stake_{moon}": values[moon] for moon in MOONS.values()}


RULES = """
## Aim

Four people play in two partnerships; partners sit opposite each other. The sides bid for the number of tricks that they
will take. The first side that has 32 points wins the match.

## Cards

24 cards: the ace, king, queen, jack, 10 and 9 of each suit. When a suit is trump, its jack (the right bower) is the
highest trump and the other jack of the same colour (the left bower) the second; the left bower belongs to the trump
suit. After them come the ace, king, queen, 10 and 9. In the other suits, and in all suits when there is no trump, the
ace is high, then king, queen, jack (where it is not the left bower), 10 and 9.

## The deal

The deal passes to the left after every deal. Each player gets six cards, so that all are dealt.

## The auction

The player on the dealer's left speaks first; everybody speaks once, the dealer last. To speak is to pass or to bid more
than the bid before: 3, 4, 5 or 6 tricks, or a moon. A moon can be outbid by a double moon, that by a triple moon, and
that by a quadruple moon. If all four pass, the dealer has to play for 3. The highest bidder is the declarer.

## Trump

The declarer names one of the four suits as trump, or no trump.

## The play

Whoever plays a moon plays it alone: the partner's hand is laid down and takes no part. The player on the dealer's left
leads to the first trick, or who sits next when that is the partner of somebody who plays alone. A player who can follow
suit must; one who cannot may play any card. The highest trump wins the trick, and if there is no trump in it, the
highest card of the suit led. The winner leads to the next trick.

## The score

If the declarer's side takes at least as many tricks as it bid, it scores a point for every trick it took; if not, the
number of tricks that it bid is taken off its score. A moon is a bid of all six tricks: it scores 12 when it is made, a
double moon 24, a triple moon 32 and a quadruple moon 48. The other side scores a point for every trick it took. Scores
may fall below 0.

## The match

A side that has 32 points or more at the end of a deal wins the match. If both sides have, the declarer's side wins. A
match that is still open after 500 deals goes to the higher score, or is a draw.

## An example

The declarer's side bid 4. With four tricks it scores 4 and the other side 2; with three it loses 4, and the other side
scores 3. A declarer who bid a moon and lost one trick loses 6, and the other side scores 1.

## Where the source text is silent or contradicts itself

- It does not say what a failed moon loses. We take off six, for the tricks that it is bid for.
- It does not say who wins when both sides reach 32 in the same deal. We let the bid decide: it is what is played for.
"""

PAGES = "bicyclecards.com, Cincinnati Euchre"

game = Game(
    name="bid_euchre",
    title="Bid Euchre",
    source="bicyclecards.com and gamerules.com, Cincinnati Euchre",
    rules=RULES,
    summary="4 players, 2 sides, 6 of 24 cards; tricks; bids 3 to 6 and moons; to 32",
    book=RuleBook(
        game="bid_euchre",
        options=(
            *common_options(
                target=32,
                win_requires_made_bid=False,
                all_pass=("dealer_forced", ("redeal_next", "redeal_same", "dealer_forced")),
                bid_min=(3, range(1, ALL_TRICKS + 1)),
                auction=None,
                forced="the lowest bid",
                origins={
                    "target": "gamerules.com, Cincinnati Euchre",
                    "win_requires_made_bid": SOURCE,
                    "all_pass": PAGES,
                    "bid_min": PAGES,
                },
            ),
            Option(
                "both_out",
                "declarers",
                "who wins when both sides reach the target in one deal: the declaring side (declarers); or the higher "
                "score, and of equal scores that of the declaring side (higher_score)",
                choices=("declarers", "higher_score"),
                origin="our own choice",
            ),
            Option(
                "first_lead",
                "eldest",
                "who leads to the first trick: the player on the dealer's left (eldest), or the declarer",
                choices=("eldest", "declarer"),
                origin=f"{PAGES}, where the play is that of Euchre for four",
            ),
            Option(
                "failed_moon",
                "tricks",
                "what a failed moon loses: six, for the tricks that it was bid for (tricks); or what it would have won "
                "(stake)",
                choices=("tricks", "stake"),
                origin=PAGES,
            ),
        ),
        values=ValueTable(
            "what a moon that is made is worth", dict(zip(MOONS.values(), (12, 24, 32, 48), strict=True)), origin=PAGES
        ),
        derived=stakes,
    ),
    seats=4,
    sides=2,
    hand=6,
    tricks=ALL_TRICKS,
    kitty=0,
    cards=24,
    calls={call: str(call) for call in range(1, MOON)} | MOONS,
    deck=deck,
    legal_calls=legal_calls,
    forced_bid=forced_bid,
    trump_choices=trump_choices,
    trump_mask=trump_mask,
    sits_out=sits_out,
    leader=leader,
    follow=strictly,
    proves=proves_strictly,
    tally=tally,
    made=made,
    achieved=achieved,
    counted_in="tricks",
    score=score,
    both_out=both_out,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": longest_with_bowers, "play": lowest_legal},
)
