"""King Pedro: four players in two partnerships, nine cards and four more, bids of 30 to 62 for the points in trumps.

Source: the Canadian & Ukrainian King Pedro rules of gamerules.com. It names two targets, 200 and 262; 262 is the one of
its win clause. Where it is silent: all pass, the next dealer deals (pagat.com's Pedro page); more than six trumps, the
ones that score nothing go first.
"""

from collections.abc import Mapping
from typing import Any

from simcards.cards.codes import Deck
from simcards.cards.order import trump_layout
from simcards.cards.sets import LANE, bit, count, select, where
from simcards.games.game import Game, Played
from simcards.games.options import SOURCE, Option, RuleBook, Rules, ValueTable, common_options
from simcards.games.shared import (
    always_pass,
    bids_between,
    highest_score,
    lead_trump_first,
    longest_suit,
    lowest_discards,
    lowest_legal,
    one_bidder_left,
    trump_suit,
)

HAND_IN_PLAY = 6
MOST_BID = 62
TWO = 1 << 48
PLAIN = LANE | LANE << 16 | LANE << 32
NOBODY, OPPONENTS, DISCARDER = range(3)
TO_PLAYER, TO_DEALT, TO_WINNER = range(3)
NONTRUMP_FIRST, FREE, PROTECT_POINTS = range(3)
ANY_PLAIN, FOLLOW_SUIT, FOLLOW_OR_TRUMP = range(3)
LEADER, HIGHEST_OF_LED = range(2)

TRUMP_RANKS = ("2", "3", "4", "off5", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")  # from low to high
POINTS = {"A": 1, "K": 30, "J": 1, "10": 10, "9": 9, "5": 5, "off5": 5, "2": 1} | dict.fromkeys("Q87643", 0)


def trump_values(values: Mapping[str, int]) -> dict[str, int]:
    """The points as the rules' numbers: `value_0` … `value_13` by slot of the trump lane, and the set that scores."""
    scoring = sum(1 << 48 + slot for slot, rank in enumerate(TRUMP_RANKS) if values[rank])
    return {f"value_{slot}": values[rank] for slot, rank in enumerate(TRUMP_RANKS)} | {"scoring": scoring}


def legal_calls(high_bid: int, is_dealer: int, rules: Any) -> int:
    """Bits of the bids above the high bid."""
    return bids_between(where(high_bid > 0, high_bid + 1, rules.bid_min), rules.bid_max)


def forced_bid(rules: Any) -> int:
    """The bid of a dealer whom everybody's pass forces."""
    return rules.bid_min


def trump_choices(hand: int, rules: Any) -> int:
    """Bits of the four suits."""
    return 0b1111


# ---- folds, gifts and discards ---------------------------------------------------------------------------------------


def sits_out(hand: int, place: int, bid: int, choice: int, trump_mask: int, rules: Any) -> Any:
    """Whether a hand has no trump."""
    return (hand & trump_mask) == 0


def gift(hand: int, place: int, partner_plays: int, bid: int, choice: int, trump_mask: int, rules: Any) -> Any:
    """All trumps of a hand with one or two, when its partner still plays."""
    trumps = hand & trump_mask
    few = (count(trumps) <= 2) & (place != 0) & (rules.gift != 0) & (partner_plays != 0)
    return select(few, trumps), count(trumps)


def discard(hand: int, place: int, bid: int, choice: int, trump_mask: int, rules: Any) -> Any:
    """All but six: plain cards first, and trumps that score last, by default."""
    trumps = hand & trump_mask
    scoring = trumps & rules.scoring
    plain = hand & ~trump_mask
    need = count(hand) - HAND_IN_PLAY
    crowded = count(scoring) > HAND_IN_PLAY
    idle = hand & ~scoring
    protected = where(crowded, hand, idle)
    over = count(trumps) > HAND_IN_PLAY
    may = where(
        rules.discard == FREE, hand, where(rules.discard == PROTECT_POINTS, protected, where(over, protected, plain))
    )
    kept_back = select(crowded, idle)
    must = where(
        rules.discard == FREE, 0, where(rules.discard == PROTECT_POINTS, kept_back, select(over, plain | kept_back))
    )
    return may, where(count(may) == need, may, must), need


# ---- the play --------------------------------------------------------------------------------------------------------


def follow(hand: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """Trump on trump; on a plain lead any plain card, or by option the suit led, or that suit or a trump."""
    trumps, suit = hand & trump_mask, hand & led_class
    plain = where(rules.plain_follow == ANY_PLAIN, hand & ~trump_mask, suit)
    plain = plain | select((rules.plain_follow == FOLLOW_OR_TRUMP) & (suit != 0), trumps)
    asked = where(led_class == trump_mask, trumps, plain)
    return where(asked == 0, hand, asked)


def beats(led: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """The trumps, above a led one; no plain card beats the leader's, by default."""
    plain = select(rules.plain_winner == HIGHEST_OF_LED, led_class)
    return (trump_mask | plain) & (-2 << led)


def proves(card: int, led: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """A plain card on a trump shows no trumps; a trump on a plain lead no plain cards, by default."""
    is_trump = (bit(card) & trump_mask) != 0
    is_plain = (bit(card) & trump_mask) == 0
    no_suit = select((bit(card) & led_class) == 0, 1 << (led >> 4))
    on_plain = where(
        rules.plain_follow == ANY_PLAIN,
        select(is_trump, 0b0111),
        select((rules.plain_follow == FOLLOW_SUIT) | is_plain, no_suit),
    )
    return where(led_class == trump_mask, select(is_plain, 0b1000), on_plain)


# ---- the score -------------------------------------------------------------------------------------------------------


def worth(cards: int, rules: Any) -> int:
    """The points of the trumps in a set, the 2 aside."""
    return (
        select(cards & 1 << 49, rules.value_1)
        + select(cards & 1 << 50, rules.value_2)
        + select(cards & 1 << 51, rules.value_3)
        + select(cards & 1 << 52, rules.value_4)
        + select(cards & 1 << 53, rules.value_5)
        + select(cards & 1 << 54, rules.value_6)
        + select(cards & 1 << 55, rules.value_7)
        + select(cards & 1 << 56, rules.value_8)
        + select(cards & 1 << 57, rules.value_9)
        + select(cards & 1 << 58, rules.value_10)
        + select(cards & 1 << 59, rules.value_11)
        + select(cards & 1 << 60, rules.value_12)
        + select(cards & 1 << 61, rules.value_13)
    )


def points_of(side: int, played: Played, rules: Any) -> int:
    """The points of a side: the cards it took, the 2 to whom it is due, and discarded trumps where they count."""
    own, laid_away, taken = played.played[side], played.discarded[side], played.taken[side]
    two = where(rules.two_to == TO_DEALT, own | laid_away, where(rules.two_to == TO_WINNER, taken, own))
    theirs = where(rules.discard_points_to == DISCARDER, laid_away, played.discarded[1 - side])
    discards = select(rules.discard_points_to != NOBODY, theirs)
    two_away = select((rules.two_to != TO_DEALT) & ((discards & TWO) != 0), rules.value_0)
    return played.points[side] + worth(discards, rules) + two_away + select(two & TWO, rules.value_0)


def tally(played: Played, rules: Any) -> tuple[int, ...]:
    """Points by side, tricks by side."""
    return points_of(0, played, rules), points_of(1, played, rules), played.tricks[0], played.tricks[1]


def achieved(played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """How many points the declaring side has."""
    return where(played.side == 0, tally[0], tally[1])


def made(played: Played, tally: tuple[int, ...], rules: Any) -> Any:
    """Whether the declaring side has as many points as it bid."""
    return achieved(played, tally, rules) >= played.bid


def score(side: int, made: int, played: Played, tally: tuple[int, ...], rules: Any) -> int:
    """The points of a side; minus the bid when it failed."""
    return where((side == played.side) & (made == 0), -played.bid, tally[side])


def tally_record(tally: tuple[int, ...]) -> dict[str, Any]:
    """The tally as it stands in a deal record."""
    return {"points": list(tally[:2]), "tricks": list(tally[2:])}


def default_give(v: Any) -> int:
    """No gift: the hand is played."""
    return 0


LAYOUT = trump_layout(moves={0: "2 3 4", 1: "5 6 7 8 9 10 J Q K A"}, guest=("5", 0))


def deck(rules: Rules) -> Deck:
    """The pack of 52; the five of trump's colour ranks between the five and the four of trump."""
    return Deck(layout=LAYOUT)


def bounds_problem(rules: Rules) -> str | None:
    """What is wrong with the bounds of the bids, taken together."""
    least, most = rules["bid_min"], rules["bid_max"]
    return f"bid_min {least} is above bid_max {most}" if least > most else None


RULES = """
## Aim

Four people play in two partnerships; partners sit opposite each other. The trumps of a deal are worth 62 points, and
the sides bid for the right to name trump. A side wins the match when it makes its own bid and then has 262 points or
more.

## Cards

The full pack of 52 cards. There are fourteen trumps, because the 5 of the other suit of the same colour, the off-five,
is a trump too: when hearts are trump, the 5 of diamonds is. It ranks between the 5 and the 4 of trump, it is a trump in
every respect, and its own suit has no 5. The other trumps rank from the ace down to the 2. Only trumps count points:
the values are below. All other cards are plain cards. Their rank does not matter, because no plain card beats another.

## The deal

The first dealer is chosen by lot, and the deal passes to the left after every deal. Each player gets nine cards, three
at a time. The other sixteen are dealt later.

## The auction

The player on the dealer's left speaks first, and the turn passes clockwise, as often as needed. To speak is to pass or
to bid from 30 to 62, higher than the bid before. A bid is the number of points that the bidder and partner undertake to
win. A player who has passed does not speak again. The auction is over when somebody has bid and the three others have
passed; after a bid of 62 they can only pass. Whoever bid highest is the declarer. If all four pass, the cards are
thrown in and the next player deals.

## Trump and the second deal

The declarer names one of the four suits as trump. Only then does the dealer give everybody four more cards, so that
each player has thirteen and the whole pack is dealt.

## Folding, giving and laying away

- First, every player without a trump folds: such a player lays down the hand and takes no part in the rest of the deal.
  This holds for the declarer too.
- Next, in turn from the declarer's left, a player with one or two trumps may give them to the partner and fold. The
  trumps go all together, and the partner must not have folded. The declarer does not give. A player who does not give
  plays on.
- Last, in turn from the declarer's left, everybody who is still in lays away cards, face down, until six are left.
  Trumps may be laid away only by a player who has more than six. Such a player lays away all plain cards, then trumps
  that count nothing (queen, 8, 7, 6, 4, 3), and a trump that counts points only when there are more than six of those.
  Points that are laid away are lost to both sides.

## The play

Those who have folded are passed over, so a trick has one to four cards. The declarer leads to the first trick (if the
declarer has folded, the next player to the left who is still in), and the first lead must be a trump. Later leads are
free. When a trump is led, everybody who has a trump must play one; a player who has none may play any card. When a
plain card is led, the others must play a plain card, of any suit; only a player who holds nothing but trumps plays a
trump. The highest trump wins the trick. If there is no trump in it, the player who led wins it. The winner leads to the
next trick. There are six tricks; a player or a partnership left alone plays all six and takes everything.

## The score

The points of the trumps in a trick go to the side that wins it. Only the point of the 2 of trump goes to the side of
the player who plays it. If the declarer's side has at least as many points as it bid, it scores all of them. If it has
fewer, the bid is taken off its score and its points do not count. The other side scores its points in either case.
Scores may fall below 0.

## The match

The declarer's side wins the match when it makes its bid and has 262 points or more after that deal. The other side
cannot win in that deal, however high its score is. (With `win_requires_made_bid=false` any side that has reached the
target wins: the higher score if both have, and of equal scores that of the declarer's side.) A match that is still open
after 500 deals goes to the higher score, or is a draw.

## An example

Hearts are trump and the cards of a trick are 4 of hearts, 5 of diamonds, 5 of hearts, 3 of hearts: the 5 of hearts wins
it, 10 points. When the 3 of diamonds is led and the ace of diamonds, king of clubs and queen of diamonds follow, the
leader wins. A side that bid 45 and won 47 scores 47; its opponents, with 15, score 15. Had it bid 50, it would lose 50.
At 230 to 270, the declarer's side bids 35 and wins 40, the others 22: at 270 to 292 the declarer's side wins the match.

## Where the source text is silent or contradicts itself

The source text is a retelling of the gamerules.com page named above.

- It plays to 200 in its overview and to 262 in its rule for winning. We take the rule, 262.
- It ranks the plain suits, but none of its rules uses that rank.
- Everybody must reduce to six cards, but it does not say what goes when a hand has more than six trumps, or who then
  scores trumps that are laid away. We let plain cards go first, then trumps that count nothing; what is laid away
  counts for nobody and is not shown.
- Its players reduce to six cards, then may give, and the partner has too many again. We give before laying away, which
  comes to the same.
- It does not say who deals when all four have passed, or whether a pass is final. Here the next player deals and a pass
  is final, as in the King Pedro of pagat.com.
- It gives the point of the 2 to the player who plays it; another account of this game gives it to the player who was
  dealt it.
- It says that a player with one or two trumps may give those cards. We read this as all of them, and not without
  folding.
"""

game = Game(
    name="king_pedro",
    title="King Pedro",
    source="gamerules.com, Canadian & Ukrainian King Pedro",
    rules=RULES,
    summary="4 players, 2 sides, 9 cards and 4 more, 6 played; 62 points in trumps; bids 30 to 62; to 262",
    book=RuleBook(
        game="king_pedro",
        options=(
            *common_options(
                target=262,
                win_requires_made_bid=True,
                all_pass=("redeal_next", ("redeal_next", "redeal_same", "dealer_forced")),
                bid_min=(30, range(1, MOST_BID + 1)),
                auction="continuous",
                forced="the lowest bid",
                origins={
                    "target": "source text, its rule for winning; its overview has 200",
                    "win_requires_made_bid": SOURCE,
                    "all_pass": "pagat.com, Pedro; the source text is silent",
                    "bid_min": SOURCE,
                    "auction": "source text; that a pass is final: pagat.com, Pedro",
                },
            ),
            Option("bid_max", MOST_BID, "the highest bid", allowed=range(1, MOST_BID + 1), origin=SOURCE),
            Option(
                "discard",
                "nontrump_first",
                "what may be laid away: plain cards, and trumps only from a hand that has more than six, those "
                "without points first (nontrump_first); any cards (free); or any cards but trumps with points, which "
                "may go only from a hand that has more than six of them, and only those above six (protect_points)",
                choices=("nontrump_first", "free", "protect_points"),
                origin="pagat.com, Pedro; which of more than six trumps go first: our own choice",
            ),
            Option(
                "discard_points_to",
                "nobody",
                "which side scores the points of trumps that are laid away, also towards a bid: none, the other side "
                "(opponents), or the side that laid them away (discarder)",
                choices=("nobody", "opponents", "discarder"),
                origin="our own choice",
            ),
            Option(
                "show_trump_discards",
                False,
                "everybody sees the trumps that are laid away",
                origin="our own choice",
            ),
            Option(
                "two_to",
                "player",
                "which side scores the 2 of trump: that of who plays it (player); that of who was dealt it, even when "
                "it is given or laid away (dealt), or the one that wins its trick (winner)",
                choices=("player", "dealt", "winner"),
                origin="source text; pagat.com, Pedro",
            ),
            Option(
                "gift",
                True,
                "a player with one or two trumps may give them to the partner and fold",
                origin=SOURCE,
            ),
            Option(
                "plain_follow",
                "any_plain",
                "what the others must play on a plain card: any plain card, and a trump only from a hand of trumps "
                "(any_plain); the suit led (follow_suit); or the suit led or a trump (follow_or_trump); with either of "
                "these a player without the suit led may play any card",
                choices=("any_plain", "follow_suit", "follow_or_trump"),
                origin=SOURCE,
            ),
            Option(
                "plain_winner",
                "leader",
                "who wins a trick without a trump: the player who led it (leader), or the highest card of the suit led "
                "(highest_of_led)",
                choices=("leader", "highest_of_led"),
                origin=SOURCE,
            ),
        ),
        values=ValueTable("the points of a trump; off5 is the off-five", POINTS, origin=SOURCE),
        derived=trump_values,
        problem=bounds_problem,
    ),
    seats=4,
    sides=2,
    hand=9,
    tricks=HAND_IN_PLAY,
    kitty=0,
    cards=52,
    calls={bid: str(bid) for bid in range(1, MOST_BID + 1)},
    deck=deck,
    second_deal=4,
    giving_places=(1, 2, 3),
    gift_is_free=True,
    discard_places=(1, 2, 3, 0),
    legal_calls=legal_calls,
    still_open=one_bidder_left,
    forced_bid=forced_bid,
    trump_choices=trump_choices,
    trump_mask=trump_suit,
    lead=lead_trump_first,
    follow=follow,
    beats=beats,
    proves=proves,
    sits_out=sits_out,
    gift=gift,
    discard=discard,
    card_points=worth,
    tally=tally,
    made=made,
    achieved=achieved,
    score=score,
    both_out=highest_score,
    tally_record=tally_record,
    defaults={
        "bid": always_pass,
        "name_trump": longest_suit,
        "discard": lowest_discards,
        "give": default_give,
        "play": lowest_legal,
    },
)
