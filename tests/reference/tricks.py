"""Following, winning and what a card proves, on cards as text."""

from collections.abc import Sequence

from tests.reference.cards import TRUMPS, Layout

STRICT = "strict"  # the suit led; void in it, anything
FOLLOW_OR_TRUMP = "follow_or_trump"  # the suit led or a trump; void in the suit, anything
ANY_PLAIN = "any_plain"  # trump to trump, and any plain card to a plain one; without such cards anything
JOKERS_WHEN_VOID = "jokers_when_void"  # the suit led; void in it, a joker (the only trumps); without one, anything


def legal_cards(hand: Sequence[str], led: str | None, layout: Layout, follow: str) -> list[str]:
    """Return the cards of the hand that may be played on the led card (None: to lead)."""
    if led is None:
        return list(hand)
    group = layout.group
    led_group = group[led]
    if follow == ANY_PLAIN and led_group != TRUMPS:
        following = [card for card in hand if group[card] != TRUMPS]
    else:
        following = [card for card in hand if group[card] == led_group]
    if not following:
        jokers = [card for card in hand if group[card] == TRUMPS] if follow == JOKERS_WHEN_VOID else []
        return jokers or list(hand)
    if follow == FOLLOW_OR_TRUMP:
        return [card for card in hand if group[card] in (led_group, TRUMPS)]
    return following


def first_leads(hand: Sequence[str], layout: Layout, *, trump_first: bool) -> list[str]:
    """Return the cards that may be led to the first trick: any, or only trumps if there are any."""
    trumps = [card for card in hand if layout.group[card] == TRUMPS] if trump_first else []
    return trumps or list(hand)


def proved_voids(card: str, led: str, layout: Layout, follow: str) -> int:
    """Return the bits of `voids` that this card on this lead proves of its player."""
    group, led_group = layout.group[card], layout.group[led]
    if group == led_group:
        return 0
    if follow == ANY_PLAIN and led_group != TRUMPS:
        return 0b0111 if group == TRUMPS else 0
    # Where a trump may always be played, one on a plain lead says nothing about the suit led.
    if follow == FOLLOW_OR_TRUMP and group == TRUMPS:
        return 0
    proved = 1 << layout.void_bit[led_group]
    if follow == JOKERS_WHEN_VOID and group != TRUMPS:
        proved |= 1 << layout.void_bit[TRUMPS]
    return proved


def beats(card: str, best: str, layout: Layout) -> bool:
    """Return whether a card would take the trick from the best card so far."""
    if layout.group[card] == layout.group[best]:
        return layout.rank[card] > layout.rank[best]
    # The best card is a trump or of the suit led, so of another class only a trump beats it.
    return layout.group[card] == TRUMPS


def winner(plays: Sequence[tuple[int, str]], layout: Layout) -> int:
    """Return the seat that wins the trick (or is winning it so far): highest trump, else highest of the suit led."""
    best_seat, best = plays[0]
    for seat, card in plays:
        if beats(card, best, layout):
            best_seat, best = seat, card
    return best_seat
