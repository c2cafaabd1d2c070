"""Following, winning and what a card proves, on cards as text."""

from collections.abc import Sequence

from tests.reference.cards import TRUMPS, Layout

STRICT = "strict"
FOLLOW_OR_TRUMP = "follow_or_trump"


def legal_cards(hand: Sequence[str], led: str | None, layout: Layout, follow: str) -> list[str]:
    """Return the cards of the hand that may be played on the led card (None: to lead)."""
    if led is None:
        return list(hand)
    led_group = layout.group[led]
    following = [card for card in hand if layout.group[card] == led_group]
    if not following:
        return list(hand)
    if follow == FOLLOW_OR_TRUMP:
        return [card for card in hand if layout.group[card] in (led_group, TRUMPS)]
    return following


def proves_void(card: str, led: str, layout: Layout, follow: str) -> bool:
    """Return whether this card on this lead proves that its player holds nothing of the led class."""
    group = layout.group[card]
    if group == layout.group[led]:
        return False
    # Where a trump may always be played, one on a plain lead says nothing about the suit led.
    return not (follow == FOLLOW_OR_TRUMP and group == TRUMPS)


def beats(card: str, best: str, layout: Layout) -> bool:
    """Return whether a card would take the trick from the best card so far."""
    if layout.group[card] == layout.group[best]:
        return layout.rank[card] > layout.rank[best]
    # The best card is a trump or of the suit led, so of another class only a trump beats it.
    return layout.group[card] == TRUMPS


def winner(plays: Sequence[tuple[int, str]], layout: Layout) -> int:
    """Return the seat that wins the trick (or is winning it so far): highest trump, else highest of the suit led."""
    led = layout.group[plays[0][1]]
    trumps = [(layout.rank[card], seat) for seat, card in plays if layout.group[card] == TRUMPS]
    followers = [(layout.rank[card], seat) for seat, card in plays if layout.group[card] == led]
    return max(trumps or followers)[1]
