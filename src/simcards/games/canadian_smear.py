"""Canadian Smear: four players in two partnerships, six cards, bids of 2 to 4 for High, Low, Jack and Game.

Source: the Canadian Smear rules of gamerules.com, whose text is silent on the minimum bid (2, as in the Pitch family)
and on a tied Game (nobody, as in Pitch). High and Low are the literal ace and two of trump: no point if undealt.
"""

from collections.abc import Mapping
from typing import Any

from simcards.cards.codes import RANKS, Deck
from simcards.cards.sets import EVERY, TRUMPS, at, bit, count, highest, lowest, where
from simcards.games.game import Game, Played
from simcards.games.options import (
    DECLARERS,
    POINT_ORDER,
    SOURCE,
    Option,
    RuleBook,
    Rules,
    ValueTable,
    common_options,
)
from simcards.games.shared import (
    always_pass,
    bids_between,
    follow_or_trump,
    highest_score,
    lead_trump_first,
    longest_suit,
    lowest_legal,
    proves_unless_trump,
    suits_held,
    trump_suit,
)

TO_PLAYER, TO_WINNER = range(2)
TIE_NOBODY, TIE_DECLARERS, TIE_DEFENDERS = range(3)
LITERAL, IN_PLAY = range(2)

ACE, TWO, JACK = 1 << 60, 1 << 48, 1 << 57
TOP_BID = 4
NOBODY = -1

PIPS = {"A": 4, "K": 3, "Q": 2, "J": 1, "10": 10} | dict.fromkeys("98765432", 0)
SMALL = 16


def pip_numbers(values: Mapping[str, int]) -> dict[str, int]:
    """The pips as the rules' numbers: by bit of a value the set of all cards whose value has it, and by rank.

    Values below 16 are then four counts, where one count a rank would be thirteen.
    """
    bits = {
        f"pips_{b}": sum(EVERY << slot for slot, rank in enumerate(RANKS) if values[rank] >> b & 1) for b in range(4)
    }
    return bits | {f"pips_of_{rank}": values[rank] for rank in RANKS}


def legal_calls(high_bid: int, is_dealer: int, rules: Any) -> int:
    """Bits of the bids above the high bid; a dealer who may equal it also has the same number."""
    equal = is_dealer & rules.dealer_may_equal & (high_bid > 0)
    return bids_between(where(high_bid > 0, high_bid + 1 - equal, rules.bid_min), TOP_BID)


def still_open(open_seats: int, high_bid: int, high_bidder: int, dealer: int, rules: Any) -> int:
    """The seats that have not called, none after a bid of 4."""
    return where(high_bid == TOP_BID, 0, open_seats)


def forced_bid(rules: Any) -> int:
    """The bid of a dealer whom everybody's pass forces."""
    return rules.bid_min


def small_pips(cards: int, rules: Any) -> int:
    """The Game points in a set of cards when no card has more than 15."""
    low = count(cards & rules.pips_0) + count(cards & rules.pips_1) * 2
    return low + count(cards & rules.pips_2) * 4 + count(cards & rules.pips_3) * 8


def large_pips(cards: int, rules: Any) -> int:
    """The Game points in a set of cards, whatever their values."""
    total = 0
    for slot in range(13):
        total += count(cards & (EVERY << slot)) * rules[FIRST_RANK + slot]
    return total


def side_of(cards: int, sets: tuple[int, ...]) -> int:
    """The side whose set holds one of these cards, -1 when neither does."""
    return where((sets[1] & cards) != 0, 1, where((sets[0] & cards) != 0, 0, NOBODY))


def adapted(rules: Rules) -> dict[str, Any]:
    """How Game points are counted, for the rules' pips."""
    return {} if max(rules.values.values()) < SMALL else {"card_points": large_pips}


def tally(played: Played, rules: Any) -> tuple[int, ...]:
    """Who has High, Low, Jack and Game (a side, -1 nobody), Game points by side, tricks by side."""
    pips_0, pips_1 = played.points
    trumps = (played.played[0] | played.played[1]) & TRUMPS
    highest_trump = where(rules.high == LITERAL, ACE, bit(highest(trumps)))
    lowest_trump = where(rules.low == LITERAL, TWO, bit(lowest(trumps)))
    high = side_of(highest_trump, played.played)
    low = where(rules.low_to == TO_PLAYER, side_of(lowest_trump, played.played), side_of(lowest_trump, played.taken))
    jack = side_of(JACK, played.taken)
    tied = where(
        rules.game_tie == TIE_DECLARERS, played.side, where(rules.game_tie == TIE_DEFENDERS, 1 - played.side, NOBODY)
    )
    game = where(pips_0 > pips_1, 0, where(pips_1 > pips_0, 1, where(pips_0 > 0, tied, NOBODY)))
    return high, low, jack, game, pips_0, pips_1, played.tricks[0], played.tricks[1]


def points_won(side: int, tally: tuple[int, ...]) -> int:
    """How many of High, Low, Jack and Game a side has."""
    return (tally[0] == side) * 1 + (tally[1] == side) * 1 + (tally[2] == side) * 1 + (tally[3] == side) * 1


def achieved(played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """How many points the declaring side won."""
    return points_won(played.side, tally)


def made(played: Played, tally: tuple[int, ...], rules: Any) -> bool:
    """Whether the declaring side won as many points as it bid."""
    return achieved(played, tally, rules) >= played.bid


def score(side: int, made: int, played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """The points a side won; minus the bid when it failed."""
    return where((side == played.side) & (made == 0), -played.bid, points_won(side, tally))


def tally_record(tally: tuple[int, ...]) -> dict[str, Any]:
    """The tally as it stands in a deal record."""
    named = dict(zip(("high", "low", "jack", "game"), (None if side < 0 else side for side in tally[:4]), strict=True))
    return named | {"game_points": list(tally[4:6]), "tricks": list(tally[6:8])}


def both_out(played: Played, made: int, before: Any, after: Any, tally: Any, rules: Any) -> int:
    """The declaring side, the higher score, or who is there first when High, Low, Jack, Game count in that order."""
    higher = highest_score(played, made, before, after, tally, rules)
    us, them = played.side, 1 - played.side
    own, other = at(before, us), at(before, them)
    reached = NOBODY
    for k in range(4):
        own = own + 1 * ((made != 0) & (tally[k] == us))
        other = other + 1 * (tally[k] == them)
        now = where((tally[k] == us) & (made != 0) & (own >= rules.target), us, NOBODY)
        now = where((tally[k] == them) & (other >= rules.target), them, now)
        reached = where(reached == NOBODY, now, reached)
    by_points = where(reached == NOBODY, higher, reached)
    return where(rules.both_out == DECLARERS, us, where(rules.both_out == POINT_ORDER, by_points, higher))


RULES = """
## Aim

Four people play in two partnerships; partners sit opposite each other. In every deal there are up to four points to
win: High, Low, Jack and Game. Deals are played until a side has 15 points and so wins the match.

## Cards

The full pack of 52 cards, without jokers. In every suit the ace is the highest card and the 2 the lowest.

## The deal

The first dealer is chosen by lot, and the deal passes to the left after every deal that is played. The dealer gives
each player six cards. The other 28 cards stay face down: nobody looks at them, and they take no part in the deal.

## The auction

The player on the dealer's left speaks first, and the turn passes clockwise until the dealer has spoken; everybody
speaks once. To speak is to pass or to bid 2, 3 or 4, and a bid must be higher than the bid before it. The dealer has no
privilege. A bid is the number of points that the bidder and partner undertake to win together. A bid of 4 ends the
auction at once. Whoever bid highest is the declarer. If all four pass, the cards are thrown in and the same dealer
deals again.

## Trump

Trump is not announced. The declarer leads to the first trick, and the suit of the card led is trump for the deal.

## The play

The turn passes clockwise. A player who holds cards of the suit led must play one of them or a trump: one may trump
although one could follow suit. A player who has none of the suit led may play any card. So when a trump is led,
everybody who has a trump must play one. The highest trump wins the trick, and if there is no trump in it, the highest
card of the suit led. The winner leads to the next trick, with any card. There are six tricks.

## The points

- High goes to the side that plays the ace of trump.
- Low goes to the side that plays the 2 of trump, whoever wins that trick.
- Jack goes to the side that wins the trick in which the jack of trump is played.
- Game goes to the side whose tricks are worth more, when the cards in them are counted by the values below, in all four
  suits. If both sides count the same, nobody has Game.

A point whose card was not dealt is not scored in that deal.

## The score

If the declarer's side has won at least as many points as it bid, it scores all the points it won, those above the bid
too. If it has won fewer, the bid is taken off its score and its points do not count. The other side scores the points
it won in either case. Scores may fall below 0.

## The match

A side that has 15 points or more at the end of a deal wins the match, whether or not it was the side that bid. If both
sides have, the higher score wins, and of equal scores that of the declarer's side. A match that is still open after 500
deals goes to the higher score, or is a draw.

## An example

The declarer's side bid 3. It played the ace of trump and won the jack of trump; the 2 of trump was not dealt; its
tricks count 45, the others' 20. High, Jack and Game are three points, so it scores 3 and the other side nothing. Had it
bid 4, it would lose 4, and the other side would still score nothing.

## Where the source text is silent or contradicts itself

The source text is a retelling of the gamerules.com page named above.

- It says that every deal has four points, but it gives High to the ace, Low to the 2 and Jack to the jack of trump, and
  each of these often lies among the cards that are not dealt. We take the text at its word: that point is then not
  scored. The preset all_fours gives High and Low to the highest and the lowest trump in play instead.
- It says that the dealer keeps the undealt cards for later, and never comes back to them. They are not used.
- It says that a player may follow suit or trump, but only those without the suit are free to play anything. So we read
  it as a duty to do one or the other.
- It names no lowest bid. We take 2, as in Pitch.
- It does not say how Game is counted, or what happens to a tie. The values are those of the page that it retells; a tie
  is nobody's, as in Pitch.
- It does not say who wins when both sides reach 15 in the same deal. We let the higher score decide, as other forms of
  Smear do.
"""

BOOK = RuleBook(
    game="canadian_smear",
    options=(
        *common_options(
            target=15,
            win_requires_made_bid=False,
            all_pass=("redeal_same", ("redeal_next", "redeal_same", "dealer_forced")),
            bid_min=(2, range(1, TOP_BID + 1)),
            auction=None,
            forced="the lowest bid",
            origins={
                "target": SOURCE,
                "win_requires_made_bid": SOURCE,
                "all_pass": SOURCE,
                "bid_min": "pagat.com, Pitch; the source text is silent",
            },
        ),
        Option(
            "both_out",
            "higher_score",
            "who wins when both sides reach the target in one deal: the declaring side (declarers); the higher score, "
            "and of equal scores that of the declaring side (higher_score); or who is there first when the points are "
            "counted in the order High, Low, Jack, Game (point_order)",
            choices=("declarers", "higher_score", "point_order"),
            origin="Wikipedia, Smear; the source text is silent",
        ),
        Option(
            "dealer_may_equal",
            False,
            "the dealer may take over another player's bid by bidding the same number",
            origin=SOURCE,
        ),
        Option(
            "follow",
            "follow_or_trump",
            "what a player who holds the suit led may play: that suit or a trump (follow_or_trump), or that suit only "
            "(strict)",
            choices=("follow_or_trump", "strict"),
            origin=SOURCE,
        ),
        Option(
            "low_to",
            "player",
            "which side scores Low: the one that plays the card (player), or the one that wins its trick (winner)",
            choices=("player", "winner"),
            origin=SOURCE,
        ),
        Option(
            "game_tie",
            "nobody",
            "which side scores Game when both count the same: none, the declaring side (declarers), or the other "
            "(defenders); nobody scores a tie at 0",
            choices=("nobody", "declarers", "defenders"),
            origin="pagat.com, Pitch; the source text is silent",
        ),
        Option(
            "high",
            "ace_only",
            "which card is High: the ace of trump (ace_only), or the highest trump dealt (highest_in_play)",
            choices=("ace_only", "highest_in_play"),
            origin=SOURCE,
        ),
        Option(
            "low",
            "two_only",
            "which card is Low: the 2 of trump (two_only), or the lowest trump dealt (lowest_in_play)",
            choices=("two_only", "lowest_in_play"),
            origin=SOURCE,
        ),
    ),
    values=ValueTable(
        "what a card counts for Game, by its rank",
        PIPS,
        origin="gamerules.com, Canadian Smear; the source text has lost them",
    ),
    presets={"all_fours": {"high": "highest_in_play", "low": "lowest_in_play", "low_to": "player"}},
    derived=pip_numbers,
)
FIRST_RANK = len(BOOK.codes_type._fields) - len(RANKS)


def deck(rules: Rules) -> Deck:
    """The pack of 52."""
    return Deck()


game = Game(
    name="canadian_smear",
    title="Canadian Smear",
    source="gamerules.com, Canadian Smear",
    rules=RULES,
    summary="4 players, 2 sides, 6 cards; High, Low, Jack and Game; bids 2 to 4; to 15",
    book=BOOK,
    seats=4,
    sides=2,
    hand=6,
    tricks=6,
    kitty=0,
    cards=52,
    calls={call: str(call) for call in range(1, TOP_BID + 1)},
    deck=deck,
    legal_calls=legal_calls,
    still_open=still_open,
    forced_bid=forced_bid,
    trump_choices=suits_held,
    trump_mask=trump_suit,
    lead=lead_trump_first,
    follow=follow_or_trump,
    proves=proves_unless_trump,
    card_points=small_pips,
    tally=tally,
    made=made,
    achieved=achieved,
    score=score,
    both_out=both_out,
    adapted=adapted,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": longest_suit, "play": lowest_legal},
)
