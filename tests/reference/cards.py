"""Cards as text ("10H", "JK"), and their code numbers in suit order and in play order (design.md 4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

SUITS = ("C", "D", "H", "S")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER = "JK"
JOKER_CODE = 62
LITTLE_JOKER, BIG_JOKER = "LJ", "BJ"
LITTLE_JOKER_CODE, BIG_JOKER_CODE = 61, 62
TRUMP_LANE = 3
WHOLE_LANE = 0x7FFF
NOT_NAMED = -1
NO_TRUMP = 4
# The name of the class of trumps, beside the four suit letters.
TRUMPS = "trumps"


def rank_of(card: str) -> str:
    """Return the rank of a card that has a suit: "10" of "10H"."""
    return card[:-1]


def suit_of(card: str) -> str:
    """Return the suit letter of a card that has a suit."""
    return card[-1]


@dataclass(frozen=True)
class Layout:
    """How cards are numbered, grouped and ranked while one suit (or none) is trump."""

    trump: int  # -1 not named, 0-3 a suit, 4 no trump
    trump_mask: int
    code: dict[str, int]
    bit: dict[str, int]  # 1 << code
    card: dict[int, str]  # code -> card
    group: dict[str, str]  # card -> TRUMPS or a suit letter: what must be followed together
    rank: dict[str, int]  # within a group a higher rank wins; at equal ranks the card played first
    void_bit: dict[str, int]  # group -> number of its bit in the view's `voids`
    deck: int

    def mask(self, cards: Iterable[str]) -> int:
        """Return the set of cards as an integer."""
        return sum(map(self.bit.__getitem__, cards))


def make_layout(
    trump: int,
    lanes: Sequence[str],
    trumps: Sequence[tuple[str, int]],
    plain: Mapping[str, Sequence[str]],
    trump_mask: int,
) -> Layout:
    """Return the layout with plain suits in the given lanes and `trumps` as (card, code) from low to high.

    `lanes[l]` is the suit whose plain cards lie in lane l; `plain` has the cards of each suit that are not trumps,
    low to high.
    """
    code: dict[str, int] = {}
    group: dict[str, str] = {}
    rank: dict[str, int] = {}
    void_bit = {suit: lane for lane, suit in enumerate(lanes)}
    for lane, suit in enumerate(lanes):
        for height, card in enumerate(plain[suit]):
            code[card] = 16 * lane + RANKS.index(rank_of(card))
            group[card] = suit
            rank[card] = height
    for height, (card, number) in enumerate(trumps):
        code[card] = number
        group[card] = TRUMPS
        rank[card] = height
    void_bit[TRUMPS] = TRUMP_LANE if trump in (0, 1, 2, 3) else 4
    bit = {card: 1 << number for card, number in code.items()}
    back = {number: card for card, number in code.items()}
    return Layout(trump, trump_mask, code, bit, back, group, rank, void_bit, sum(bit.values()))


def suit_contract_lanes(trump: int) -> tuple[str, str, str]:
    """Return the suits of lanes 0, 1, 2 in play order: lane 2 has the other suit of the trump's colour."""
    same_colour = 3 - trump
    lower, higher = (suit for suit in range(4) if suit not in (trump, same_colour))
    return SUITS[lower], SUITS[higher], SUITS[same_colour]
