"""Rules that games share, as pure functions, and what stands for a rule that a game does not have."""

from typing import Any

from simcards.cards.sets import LANE, NO_TRUMP, TRUMPS, bit, count, lowest_rank, select, where

FOLLOW_OR_TRUMP, STRICT = range(2)  # codes of the option `follow`

# ---- defaults of strategies ------------------------------------------------------------------------------------------


def always_pass(v: Any) -> int:
    """Pass: the bid of a strategy that has no `bid`."""
    return 0


def lowest_legal(v: Any) -> int:
    """The legal card of lowest rank: the play of a strategy that has no `play`."""
    return lowest_rank(v.legal)


def lowest_discards(v: Any) -> int:
    """What must go and then the legal cards of lowest rank: the discard of a strategy that has no `discard`."""
    going = v.must
    for _ in range(9):
        card = bit(lowest_rank(v.legal & ~going))
        going = going | where(count(going) < v.need, card, 0)
    return going


# ---- the auction -----------------------------------------------------------------------------------------------------


def bids_between(least: int, most: int) -> int:
    """Bits of the bids from `least` to `most`, none when there are none."""
    return ((1 << most) | ((1 << most) - 1)) & -(1 << (least & 63)) & -(1 * (least <= most))


def one_bidder_left(open_seats: int, high_bid: int, high_bidder: int, dealer: int, rules: Any) -> int:
    """The seats still in, none when only the high bidder is."""
    return where((high_bid > 0) & (open_seats == 1 << (high_bidder & 63)), 0, open_seats)


# ---- the play --------------------------------------------------------------------------------------------------------


def any_card(hand: int, trump_mask: int, trick_no: int, rules: Any) -> int:
    """The whole hand: any card may be led."""
    return hand


def higher_cards(led: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """The trumps, and the higher cards of the class led: trumps have the highest codes, so higher is stronger."""
    return (trump_mask | led_class) & (-2 << led)


def class_bit(led: int, trump_mask: int) -> int:
    """The bit of `voids` for the class of a led card: of its lane, 4 for jokers that are the only trumps."""
    jokers = (trump_mask != TRUMPS) & ((bit(led) & trump_mask) != 0)
    return where(jokers, 1 << NO_TRUMP, 1 << (led >> 4))


def strictly(hand: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """The class led; a player without it plays anything."""
    held = hand & led_class
    return where(held == 0, hand, held)


def proves_strictly(card: int, led: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """Any card of another class shows that its player has none of the class led."""
    return where((bit(card) & led_class) == 0, class_bit(led, trump_mask), 0)


def follow_or_trump(hand: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """The led suit or a trump (`follow=strict`: the led suit); a player void in the led suit plays anything."""
    suit = hand & led_class
    return where(suit == 0, hand, suit | select(rules.follow == FOLLOW_OR_TRUMP, hand & trump_mask))


def proves_unless_trump(card: int, led: int, led_class: int, trump_mask: int, rules: Any) -> int:
    """Neither the led suit nor, where trumping is free, a trump: the player has none of the led suit."""
    free = led_class | select(rules.follow == FOLLOW_OR_TRUMP, trump_mask)
    return where((bit(card) & free) == 0, 1 << (led >> 4), 0)


def declarer_leads(bid: int, dealer: int, rules: Any) -> int:
    """No place: the declarer leads."""
    return 0


# ---- trumps ----------------------------------------------------------------------------------------------------------


def suits_held(hand: int, rules: Any) -> int:
    """Bits of the suits held: trump is made by the first lead."""
    return (
        ((hand & LANE) != 0)
        | (((hand >> 16) & LANE) != 0) * 2
        | (((hand >> 32) & LANE) != 0) * 4
        | (((hand >> 48) & LANE) != 0) * 8
    )


def trump_suit(trump: int) -> int:
    """The trump suit with its guests, always lane 3."""
    return TRUMPS


def lead_trump_first(hand: int, trump_mask: int, trick_no: int, rules: Any) -> int:
    """Any card; the first lead is a trump, unless the leader has none."""
    held = hand & trump_mask
    return where((trick_no == 0) & (held != 0), held, hand)


def longest_suit(v: Any) -> int:
    """The longest suit held, the highest-numbered among equals."""
    best = 0
    suit = 0
    for s in range(4):
        held = count((v.hand >> (16 * s)) & LANE)
        if held >= best and held > 0:
            best = held
            suit = s
    return suit


# ---- what a game does not have ---------------------------------------------------------------------------------------


def always(bid: int, rules: Any) -> bool:
    """True."""
    return True


def never(bid: int, rules: Any) -> bool:
    """False."""
    return False


def no_points(cards: int, rules: Any) -> int:
    """Nothing: a game whose cards have no points."""
    return 0


def trump_before_exchange(rules: Any) -> bool:
    """True: trump is named before cards change hands."""
    return True


# ---- who wins a match ------------------------------------------------------------------------------------------------


def highest_score(played: Any, made: int, before: Any, after: Any, tally: Any, rules: Any) -> int:
    """The side with the higher score of two; the declaring side when they are equal."""
    return where(after[0] > after[1], 0, where(after[1] > after[0], 1, played.side))
