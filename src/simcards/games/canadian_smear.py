"""Canadian Smear: four players in two partnerships, six cards, bids of 2 to 4 for High, Low, Jack and Game.

Source: the Canadian Smear rules of gamerules.com, whose text is silent on the minimum bid (2, as in the Pitch family)
and on a tied Game (nobody, as in Pitch). High and Low are the literal ace and two of trump: no point if undealt.
"""

from collections.abc import Mapping
from typing import Any

from simcards.cards.codes import RANKS, Deck
from simcards.cards.sets import EVERY, LANE, TRUMPS, bit, count, highest, lowest, select, where
from simcards.games.game import Game, Played, always_pass, lowest_legal
from simcards.games.options import Option, RuleBook, Rules, ValueTable, common_options

FOLLOW_OR_TRUMP, STRICT = range(2)
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
    least = where(high_bid > 0, high_bid + 1 - equal, rules.bid_min)
    return (2 << TOP_BID) - (1 << least) & -(least <= TOP_BID)


def ends_auction(call: int, rules: Any) -> Any:
    """Whether the call is a bid of 4."""
    return call == TOP_BID


def forced_bid(rules: Any) -> int:
    """The bid of a dealer whom everybody's pass forces."""
    return rules.bid_min


def trump_choices(hand: int, rules: Any) -> int:
    """Bits of the suits held: trump is made by the first lead."""
    return (
        ((hand & LANE) != 0)
        | (((hand >> 16) & LANE) != 0) * 2
        | (((hand >> 32) & LANE) != 0) * 4
        | (((hand >> 48) & LANE) != 0) * 8
    )


def trump_mask(trump: int) -> int:
    """The trump suit, always lane 3."""
    return TRUMPS


def lead(hand: int, trump_mask: int, trick_no: int, rules: Any) -> int:
    """Any card; the first lead is of the suit that was named."""
    return hand & where(trick_no == 0, trump_mask, -1)


def follow(hand: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """The led suit or a trump (`follow=strict`: the led suit); a player void in the led suit plays anything."""
    suit = hand & led_class
    return where(suit == 0, hand, suit | select(rules.follow == FOLLOW_OR_TRUMP, hand & trump_mask))


def proves_void(card: int, led_class: int, trump_mask: int, rules: Any) -> Any:
    """Neither the led suit nor, where trumping is free, a trump: the player has none of the led suit."""
    free = led_class | select(rules.follow == FOLLOW_OR_TRUMP, trump_mask)
    return (bit(card) & free) == 0


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


def tally(played: Played, rules: Any) -> tuple[int, ...]:
    """Who has High, Low, Jack and Game (a side, -1 nobody), Game points by side, tricks by side."""
    return points_of(played, small_pips(played.taken[0], rules), small_pips(played.taken[1], rules), rules)


def tally_large(played: Played, rules: Any) -> tuple[int, ...]:
    """The tally where some card has more than 15 pips."""
    return points_of(played, large_pips(played.taken[0], rules), large_pips(played.taken[1], rules), rules)


def adapted(rules: Rules) -> dict[str, Any]:
    """The tally for the rules' pips."""
    return {} if max(rules.values.values()) < SMALL else {"tally": tally_large}


def points_of(played: Played, pips_0: int, pips_1: int, rules: Any) -> tuple[int, ...]:
    """The tally, given each side's Game points."""
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


def score(played: Played, tally: tuple[int, ...], rules: Any) -> tuple[int, int, int]:
    """Whether the bid was made, and what each side scores: its points, or minus the bid when it failed."""
    high, low, jack, game = tally[0], tally[1], tally[2], tally[3]
    points_0 = (high == 0) * 1 + (low == 0) * 1 + (jack == 0) * 1 + (game == 0) * 1
    points_1 = (high == 1) * 1 + (low == 1) * 1 + (jack == 1) * 1 + (game == 1) * 1
    made_0 = where(played.side == 0, points_0 >= played.bid, True)
    made_1 = where(played.side == 1, points_1 >= played.bid, True)
    score_0 = where(made_0, points_0, -played.bid)
    score_1 = where(made_1, points_1, -played.bid)
    return where(made_0 & made_1, 1, 0), score_0, score_1


def tally_record(tally: tuple[int, ...]) -> dict[str, Any]:
    """The tally as it stands in a deal record."""
    named = dict(zip(("high", "low", "jack", "game"), (None if side < 0 else side for side in tally[:4]), strict=True))
    return named | {"game_points": list(tally[4:6]), "tricks": list(tally[6:8])}


def default_name_trump(v: Any) -> int:
    """The longest suit held, the highest-numbered among equals."""
    best = 0
    suit = 0
    for s in range(4):
        held = count((v.hand >> (16 * s)) & LANE)
        if held >= best and held > 0:
            best = held
            suit = s
    return suit


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
    kitty=0,
    cards=52,
    calls={call: str(call) for call in range(1, TOP_BID + 1)},
    deck=deck,
    legal_calls=legal_calls,
    ends_auction=ends_auction,
    forced_bid=forced_bid,
    trump_choices=trump_choices,
    trump_mask=trump_mask,
    lead=lead,
    follow=follow,
    proves_void=proves_void,
    tally=tally,
    score=score,
    adapted=adapted,
    tally_record=tally_record,
    defaults={"bid": always_pass, "name_trump": default_name_trump, "play": lowest_legal},
)
