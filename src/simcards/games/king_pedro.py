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
from simcards.games.options import Option, RuleBook, Rules, ValueTable, common_options
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


def made(played: Played, tally: tuple[int, ...], rules: Any) -> Any:
    """Whether the declaring side has as many points as it bid."""
    return where(played.side == 0, tally[0], tally[1]) >= played.bid


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


game = Game(
    name="king_pedro",
    title="King Pedro",
    source="gamerules.com, Canadian & Ukrainian King Pedro",
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
            ),
            Option("bid_max", MOST_BID, "the highest bid", allowed=range(1, MOST_BID + 1)),
            Option(
                "discard",
                "nontrump_first",
                "which cards may be laid away",
                choices=("nontrump_first", "free", "protect_points"),
            ),
            Option(
                "discard_points_to",
                "nobody",
                "who scores trumps that are laid away",
                choices=("nobody", "opponents", "discarder"),
            ),
            Option("show_trump_discards", False, "trumps that are laid away are shown to all"),
            Option("two_to", "player", "who scores the 2 of trump", choices=("player", "dealt", "winner")),
            Option("gift", True, "a player with one or two trumps may give them to its partner and leave the deal"),
            Option(
                "plain_follow",
                "any_plain",
                "what a plain lead asks for",
                choices=("any_plain", "follow_suit", "follow_or_trump"),
            ),
            Option(
                "plain_winner",
                "leader",
                "who wins a trick without a trump",
                choices=("leader", "highest_of_led"),
            ),
        ),
        values=ValueTable("points of a trump", POINTS),
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
