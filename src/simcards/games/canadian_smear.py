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


def made(played: Played, tally: tuple[int, ...], rules: Any) -> bool:
    """Whether the declaring side won as many points as it bid."""
    return points_won(played.side, tally) >= played.bid


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


BOOK = RuleBook(
    game="canadian_smear",
    options=(
        *common_options(
            target=15,
            win_requires_made_bid=False,
            all_pass=("redeal_same", ("redeal_next", "redeal_same", "dealer_forced")),
            bid_min=(2, range(1, TOP_BID + 1)),
            auction=None,
        ),
        Option(
            "both_out",
            "higher_score",
            "who wins when both sides reach the target in one deal",
            choices=("declarers", "higher_score", "point_order"),
        ),
        Option("dealer_may_equal", False, "the dealer may take the bid over at the same number"),
        Option(
            "follow",
            "follow_or_trump",
            "whether a player who could follow suit may trump",
            choices=("follow_or_trump", "strict"),
        ),
        Option("low_to", "player", "who scores Low: who plays the card, or who wins it", choices=("player", "winner")),
        Option("game_tie", "nobody", "who scores a tied Game", choices=("nobody", "declarers", "defenders")),
        Option("high", "ace_only", "which trump is High", choices=("ace_only", "highest_in_play")),
        Option("low", "two_only", "which trump is Low", choices=("two_only", "lowest_in_play")),
    ),
    values=ValueTable("Game points of a card by rank", PIPS),
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
    score=score,
    both_out=both_out,
    adapted=adapted,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": longest_suit, "play": lowest_legal},
)
