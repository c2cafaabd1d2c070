"""Cutthroat Pitch: two to eight players, each alone, six cards, bids of 2 to 4 and smudge for High, Low, Jack and Game.

Source: the Cutthroat Pitch rules of gamerules.com; where its text is silent, pagat.com's Pitch: a tied Game is
nobody's, Low goes to who captures it, and a smudge needs the jack as well as all six tricks.
"""

from typing import Any

from simcards.cards.codes import Deck
from simcards.cards.sets import TRUMPS, at, bit, count, highest, lowest, select, where
from simcards.games.canadian_smear import JACK, PIPS, SMALL, pip_numbers, small_pips
from simcards.games.game import Game, Played
from simcards.games.options import DEALER_FORCED, Option, RuleBook, Rules, ValueTable, common_options
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


BOOK = RuleBook(
    game="cutthroat_pitch",
    options=(
        *common_options(
            target=21,
            win_requires_made_bid=True,
            all_pass=("dealer_forced", ("redeal_next", "redeal_same", "dealer_forced")),
            bid_min=None,
            auction="continuous",
        ),
        Option("players", 4, "how many play, each alone", allowed=range(2, 9)),
        Option("dealer_may_equal", True, "the dealer may take the bid over at the same number"),
        Option("dealer_may_steal_smudge", False, "the dealer may take over a smudge too"),
        Option("smudge_wins_match", False, "a smudge that is made wins the match at once"),
        Option(
            "follow",
            "follow_or_trump",
            "whether a player who could follow suit may trump",
            choices=("follow_or_trump", "strict"),
        ),
        Option("low_to", "winner", "who scores Low: who plays the card, or who wins it", choices=("player", "winner")),
        Option("game_tie", "nobody", "who scores a tied Game", choices=("nobody", "declarers", "defenders", "all")),
    ),
    values=ValueTable("Game points of a card by rank", PIPS),
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
    score=score,
    both_out=both_out,
    wins_at_once=wins_at_once,
    adapted=adapted,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": longest_suit, "play": lowest_legal},
)
