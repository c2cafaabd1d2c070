"""Play order: once trump is named every set is relabelled so that trump is lane 3 and a higher code is a stronger card.

Lane 2 holds the other suit of trump's colour, lane 1 the higher-numbered of the two other suits, lane 0 the lower.
"""

from typing import Any, NamedTuple

from simcards.cards.sets import LANE, NO_TRUMP, where


class TrumpLayout(NamedTuple):
    """Where the cards of the trump suit go within lane 3: three masks of slots, each moved up by a number of slots.

    `guests` are slots of the suit of the same colour that become trumps (a bower, an off five); `jokers` are codes that
    lie in lane 3 whatever the trump. A move is stored plus 8, so that all are shifts to the left, then 8 to the right.
    """

    mask_a: int = LANE
    move_a: int = 8
    mask_b: int = 0
    move_b: int = 8
    mask_c: int = 0
    move_c: int = 8
    guests: int = 0
    move_guests: int = 8
    jokers: int = 0


PLAIN_LAYOUT = TrumpLayout()
NONNEGATIVE = (1 << 63) - 1


def trump_layout(*, moves: dict[int, str], guest: tuple[str, int] | None = None, jokers: int = 0) -> TrumpLayout:
    """A layout from `{slots up: "ranks of the trump suit"}`, a guest (rank, slots up) and the set of jokers."""
    fields = [part for up, ranks in moves.items() for part in (_slots(ranks), up + 8)]
    fields += [0, 8] * (3 - len(moves))
    guests, up = (_slots(guest[0]), guest[1] + 8) if guest else (0, 8)
    a, move_a, b, move_b, c, move_c = fields
    return TrumpLayout(a, move_a, b, move_b, c, move_c, guests, up, jokers)


def _slots(ranks: str) -> int:
    order = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    return sum(1 << order.index(rank) for rank in ranks.split())


def in_play_order(cards: Any, trump: Any, layout: TrumpLayout) -> Any:
    """The set in play order for trump 0 … 3; unchanged for 4 (no trump). `cards` is in suit order."""
    suit = trump & 3
    low = 1 - ((suit & 1) ^ (suit >> 1))
    plain = cards & (NONNEGATIVE ^ layout.jokers)  # bit 63 is clear, which makes shifts to the right cheap
    own = (plain >> (suit << 4)) & LANE
    colour = (plain >> ((3 - suit) << 4)) & LANE
    guests = colour & layout.guests
    trumps = (
        ((own & layout.mask_a) << layout.move_a)
        | ((own & layout.mask_b) << layout.move_b)
        | ((own & layout.mask_c) << layout.move_c)
        | (guests << layout.move_guests)
    ) >> 8
    moved = (
        (trumps << 48)
        | ((colour ^ guests) << 32)
        | (((plain >> ((3 - low) << 4)) & LANE) << 16)
        | ((plain >> (low << 4)) & LANE)
        | (cards & layout.jokers)
    )
    return where(trump == NO_TRUMP, cards, moved)


def as_trump(v: Any, cards: Any, suit: Any) -> Any:
    """The set as it would be in play order with that trump (4: unchanged); `v` is the view that holds `cards`."""
    return in_play_order(cards, suit, v.layout)
