"""Cutthroat Pitch: two to eight players, each alone, six cards, bids of 2 to 4 and smudge for High, Low, Jack and Game.

Source: the Cutthroat Pitch rules of gamerules.com; where its text is silent, pagat.com's Pitch: a tied Game is
nobody's, Low goes to who captures it, and a smudge needs the jack as well as all six tricks.
"""

from typing import Any

from simcards.cards.codes import Deck
from simcards.cards.sets import TRUMPS, at, bit, count, highest, lowest, select, where
from simcards.games.canadian_smear import JACK, PIPS, SMALL, pip_numbers, small_pips
from simcards.games.game import Game, Played
from simcards.games.options import DEALER_FORCED, SOURCE, Option, RuleBook, Rules, ValueTable, common_options
from simcards.games.shared import (
    always_pass,
    bids_between,
    follow_or_trump,
    lead_trump_first,
    longest_suit,
    lowest_legal,
    one_bidder_left,
    proves_unless_trump,
    suits_held,
    trump_suit,
)

LOWEST_BID, SMUDGE = 2, 5
ALL_POINTS, ALL_TRICKS = 4, 6
NOBODY = -1
TO_PLAYER, TO_WINNER = range(2)
TIE_NOBODY, TIE_DECLARERS, TIE_DEFENDERS, TIE_ALL = range(4)


def legal_calls(high_bid: int, is_dealer: int, rules: Any) -> int:
    """Bits of the bids above the high bid; a dealer who may equal it, or steal a smudge, also has the same number."""
    may_equal = where(high_bid == SMUDGE, rules.dealer_may_steal_smudge, rules.dealer_may_equal)
    equal = is_dealer & may_equal & (high_bid > 0)
    return bids_between(where(high_bid > 0, high_bid + 1 - equal, LOWEST_BID), SMUDGE)


def still_open(open_seats: int, high_bid: int, high_bidder: int, dealer: int, rules: Any) -> int:
    """The seats still in: after a smudge at most the dealer, none when only the high bidder or a forced dealer is."""
    at_dealer = 1 << dealer
    may_steal = (high_bidder != dealer) & (rules.dealer_may_steal_smudge != 0)
    forced = (high_bid == 0) & (open_seats == at_dealer) & (rules.all_pass == DEALER_FORCED)
    left = where(forced, 0, one_bidder_left(open_seats, high_bid, high_bidder, dealer, rules))
    return where(high_bid == SMUDGE, select(may_steal, open_seats & at_dealer), left)


def forced_bid(rules: Any) -> int:
    """The bid of a dealer whom everybody's pass forces."""
    return LOWEST_BID


def side_of(cards: int, sets: tuple[int, ...]) -> int:
    """The side whose set holds one of these cards, -1 when none does."""
    side = NOBODY
    for s in range(len(sets)):
        side = where((at(sets, s) & cards) != 0, s, side)
    return side


def tally(played: Played, rules: Any) -> tuple[int, ...]:
    """Who has High, Low, Jack and Game (a side, -1 nobody), bits of the sides that share Game, Game points, tricks."""
    trumps = 0
    most = 0
    for s in range(len(played.points)):
        trumps = trumps | at(played.played, s) & TRUMPS
        most = where(at(played.points, s) > most, at(played.points, s), most)
    tied = 0
    for s in range(len(played.points)):
        tied = tied | (1 * ((at(played.points, s) == most) & (most > 0)) << s)
    low_card = bit(lowest(trumps))
    low = where(rules.low_to == TO_PLAYER, side_of(low_card, played.played), side_of(low_card, played.taken))
    declarer = 1 << played.side
    defenders = tied & ~declarer
    to_declarer = where((tied & declarer) != 0, played.side, NOBODY)
    to_defender = where(count(defenders) == 1, lowest(defenders), NOBODY)
    shared = where(
        rules.game_tie == TIE_DECLARERS, to_declarer, where(rules.game_tie == TIE_DEFENDERS, to_defender, NOBODY)
    )
    game = where(count(tied) == 1, lowest(tied), shared)
    all_of_them = select((rules.game_tie == TIE_ALL) & (count(tied) > 1), tied)
    named = (side_of(bit(highest(trumps)), played.played), low, side_of(JACK, played.taken), game, all_of_them)
    return named + played.points + played.tricks


def points_won(side: int, tally: tuple[int, ...]) -> int:
    """How many of High, Low, Jack and Game a side has."""
    named = (tally[0] == side) * 1 + (tally[1] == side) * 1 + (tally[2] == side) * 1 + (tally[3] == side) * 1
    return named + ((tally[4] >> side) & 1)


def achieved(played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """How many points the pitcher won."""
    return points_won(played.side, tally)


def made(played: Played, tally: tuple[int, ...], rules: Any) -> bool:
    """Whether the pitcher won as many points as it bid; for a smudge all four and all six tricks."""
    points = points_won(played.side, tally)
    smudged = (points == ALL_POINTS) & (at(played.tricks, played.side) == ALL_TRICKS)
    return where(played.bid == SMUDGE, smudged, points >= played.bid)


def score(side: int, made: int, played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """The points a side won; for the pitcher 5 when it made a smudge, minus the bid when it failed."""
    pitcher = where(made == 0, -played.bid, where(played.bid == SMUDGE, SMUDGE, points_won(side, tally)))
    return where(side == played.side, pitcher, points_won(side, tally))


def both_out(played: Played, made: int, before: Any, after: Any, tally: Any, rules: Any) -> int:
    """The side with the highest score; of several the pitcher if it is among them, else nobody yet."""
    most = after[0]
    for s in range(len(after)):
        most = where(at(after, s) > most, at(after, s), most)
    leaders = 0
    for s in range(len(after)):
        leaders = leaders | (1 * (at(after, s) == most) << s)
    alone = where(count(leaders) == 1, lowest(leaders), NOBODY)
    return where(((leaders >> played.side) & 1) != 0, played.side, alone)


def wins_at_once(bid: int, rules: Any) -> bool:
    """Whether a made smudge wins the match."""
    return (bid == SMUDGE) & (rules.smudge_wins_match != 0)


def adapted(rules: Rules) -> dict[str, Any]:
    """How Game points are counted, for the rules' pips."""
    return {} if max(rules.values.values()) < SMALL else {"card_points": large_pips}


def large_pips(cards: int, rules: Any) -> int:
    """The Game points in a set of cards, whatever their values."""
    total = 0
    for slot in range(13):
        total += count(cards & (0x0001_0001_0001_0001 << slot)) * rules[FIRST_RANK + slot]
    return total


def tally_record(tally: tuple[int, ...]) -> dict[str, Any]:
    """The tally as it stands in a deal record."""
    sides = (len(tally) - 5) // 2
    shared = [side for side in range(sides) if tally[4] >> side & 1]
    named = dict(zip(("high", "low", "jack", "game"), (None if side < 0 else side for side in tally[:4]), strict=True))
    game: Any = shared or named["game"]
    return named | {"game": game, "game_points": list(tally[5 : 5 + sides]), "tricks": list(tally[5 + sides :])}


RULES = """
## Aim

Two to eight people play, usually four, everybody alone. In every deal there are up to four points to win: High, Low,
Jack and Game. A player who makes a bid and then has 21 points or more wins the match.

## Cards

The full pack of 52 cards, without jokers. In every suit the ace is the highest card and the 2 the lowest.

## The deal

The first dealer is chosen by lot, and the deal passes to the left after every deal. The dealer gives each player six
cards. The other cards stay face down: nobody looks at them, and they take no part in the deal.

## The auction

The player on the dealer's left speaks first, and the turn passes clockwise, as often as needed. To speak is to pass or
to bid 2, 3, 4 or smudge, higher than the bid before. A bid is the number of points that the bidder undertakes to win.
Smudge counts as 5 and means all four points and all six tricks. A player who has passed does not speak again. The
auction is over when only one player is left, or at once when somebody bids smudge. The highest bidder is called the
pitcher.

The dealer has a privilege: in turn, and as long as the dealer has not passed, the dealer may take over another player's
bid by bidding the same number. The others must then go higher or pass, and the dealer may take over again at the new
number. A smudge cannot be taken over. If all the others pass without a bid, the dealer must play for 2.

## Trump

Trump is not announced. The pitcher leads to the first trick, and the suit of the card led is trump for the deal.

## The play

The turn passes clockwise. A player who holds cards of the suit led must play one of them or a trump: one may trump
although one could follow suit. A player who has none of the suit led may play any card. So when a trump is led,
everybody who has a trump must play one. The highest trump wins the trick, and if there is no trump in it, the highest
card of the suit led. The winner leads to the next trick, with any card. There are six tricks.

## The points

- High goes to the player who holds the highest of the trumps dealt.
- Low goes to the player who wins the trick in which the lowest of the trumps dealt is played, whoever plays it.
- Jack goes to the player who wins the trick in which the jack of trump is played. If it was not dealt, there is no such
  point.
- Game goes to the player whose tricks are worth most, when the cards in them are counted by the values below, in all
  four suits. If two or more players share the highest count, nobody has Game.

One card may bring several points: a jack that is the only trump in play is High, Low and Jack.

## The score

A pitcher who has won at least as many points as were bid scores all the points won, those above the bid too. One who
has won fewer loses the bid, and the points won do not count. A smudge is worth 5 when it is made, and costs 5 when a
point or a trick is missing; a jack that was not dealt is missing too. A player who wins all points and tricks without
having bid smudge scores 4. Everybody else scores the points they won in either case. Scores may fall below 0.

## The match

A pitcher who makes the bid and has 21 points or more after that deal wins the match. Nobody else can win in that deal,
however high their score is. (With `win_requires_made_bid=false` the highest score wins as soon as somebody has reached
the target; of equal scores the pitcher's, and if the pitcher is not among them, play goes on.) A match that is still
open after 500 deals goes to the highest score, or is a draw.

## An example

Four play, and the fourth deals. First player 2, second pass, third 3, dealer 3 (taken over); first pass, third 4,
dealer 4 (taken over again); third pass. The dealer is the pitcher at 4. In another deal diamonds are trump. The pitcher
holds the highest trump dealt, the king, wins the jack, and counts 28 for Game, more than anybody; another player wins
the trick with the 3, the lowest trump dealt. With a bid of 2 the pitcher scores 3, with a bid of 4 loses 4; the other
scores 1.

## Where the source text is silent or contradicts itself

The source text is a retelling of the gamerules.com page named above.

- It speaks of teams, but everybody plays alone.
- It wants two or more players and says no more. The pack is enough for eight; four are said to be best.
- It lets the bidding go on until one player is left and gives the dealer the right to bid the same as the highest bid,
  without joining the two. We let the dealer do so in turn, once at each number.
- It gives Low to the winner of a trick with the lowest trump, which could mean the trick that this card wins. We read
  it as the trick in which it is played, as pagat.com has it.
- It says nothing of a tie for Game. As on pagat.com, nobody scores it.
- It says that there are four points in a deal, and also that there is no Jack when the jack is not dealt. A smudge
  fails then, as on pagat.com.
"""

BOOK = RuleBook(
    game="cutthroat_pitch",
    options=(
        *common_options(
            target=21,
            win_requires_made_bid=True,
            all_pass=("dealer_forced", ("redeal_next", "redeal_same", "dealer_forced")),
            bid_min=None,
            auction="continuous",
            forced="2",
            origins={
                "target": SOURCE,
                "win_requires_made_bid": SOURCE,
                "all_pass": SOURCE,
                "auction": "source text; pagat.com, Pitch has one round",
            },
        ),
        Option(
            "players",
            4,
            "how many play, each alone",
            allowed=range(2, 9),
            origin="thesprucecrafts.com, Solo Pitch; the source text has two or more",
        ),
        Option(
            "dealer_may_equal",
            True,
            "the dealer may take over another player's bid by bidding the same number",
            origin=SOURCE,
        ),
        Option(
            "dealer_may_steal_smudge",
            False,
            "a dealer who has not passed may take over a smudge too, at once after it is bid; then the auction is over",
            origin=SOURCE,
        ),
        Option(
            "smudge_wins_match",
            False,
            "a smudge that is made wins the match, whatever the score",
            origin="source text; pagat.com, Pitch",
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
            "winner",
            "who scores Low: the one who plays the card (player), or the one who wins its trick (winner)",
            choices=("player", "winner"),
            origin="source text; pagat.com, Pitch",
        ),
        Option(
            "game_tie",
            "nobody",
            "who scores Game when players share the highest count: nobody; the pitcher, when among them (declarers); "
            "another player, when only one other is among them (defenders); or all of them; nobody scores a tie at 0",
            choices=("nobody", "declarers", "defenders", "all"),
            origin="pagat.com, Pitch; the source text is silent",
        ),
    ),
    values=ValueTable("what a card counts for Game, by its rank", PIPS, origin=SOURCE),
    derived=pip_numbers,
)
FIRST_RANK = len(BOOK.codes_type._fields) - 13


def deck(rules: Rules) -> Deck:
    """The pack of 52."""
    return Deck()


def players(rules: Rules) -> int:
    """How many play."""
    return int(rules["players"])


game = Game(
    name="cutthroat_pitch",
    title="Cutthroat Pitch",
    source="gamerules.com, Cutthroat Pitch",
    rules=RULES,
    summary="2 to 8 players, each alone, 6 cards; High, Low, Jack and Game; bids 2 to 4 and smudge; to 21",
    book=BOOK,
    seats=4,
    sides=4,
    hand=6,
    tricks=6,
    kitty=0,
    cards=52,
    calls={2: "2", 3: "3", 4: "4", SMUDGE: "smudge"},
    deck=deck,
    single_players=players,
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
    wins_at_once=wins_at_once,
    adapted=adapted,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": longest_suit, "play": lowest_legal},
)
