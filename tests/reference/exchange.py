"""What can happen between the auction and the first lead: kitty, gifts, folds, discards, each entered in the record."""

from collections.abc import Generator, Sequence

from tests.reference.errors import RuleBreachError
from tests.reference.phases import ask
from tests.reference.table import Question, Steps, Table
from tests.reference.views import exchange_view

KITTY, PARTNERS_CARD = 0, 1


def take_kitty(table: Table, seat: int) -> None:
    """Return nothing; the seat takes the kitty into its hand."""
    table.hands[seat] += table.kitty
    table.kitty_taker = seat
    table.exchange.append({"seat": seat, "action": "take_kitty", "cards": list(table.kitty)})


def fold(table: Table, seat: int) -> None:
    """Return nothing; the seat lays its hand away and leaves the deal."""
    table.exchange.append({"seat": seat, "action": "fold", "cards": table.hands[seat]})
    table.hands[seat] = []
    table.active.remove(seat)


def ask_choice(table: Table, seat: int) -> Generator[Question, int, int]:
    """Return KITTY or PARTNERS_CARD, whichever the seat chooses."""
    legal = 1 << KITTY | 1 << PARTNERS_CARD
    return (yield from ask(Question("choose", seat, legal, 0, 0, exchange_view(table, seat, legal, 0, 0))))


def ask_discard(table: Table, seat: int, allowed: Sequence[str], must: Sequence[str], need: int) -> Steps:
    """Return the step in which a seat lays away `need` cards: all of `must` and others of `allowed`.

    A seat that has nothing to lay away is not asked.
    """
    if need == 0:
        return
    cards = yield from _ask_cards(table, "discard", seat, allowed, must, need)
    table.discarded[seat] += cards
    table.exchange.append({"seat": seat, "action": "discard", "cards": cards})


def ask_gift(
    table: Table, seat: int, allowed: Sequence[str], need: int, *, may_decline: bool
) -> Generator[Question, int, bool]:
    """Return whether the seat gives its partner `need` of the cards `allowed`."""
    cards = yield from _ask_cards(table, "give", seat, allowed, [], need, may_decline=may_decline)
    if not cards:
        return False
    partner = table.partner(seat)
    table.given[seat] += cards
    table.hands[partner] += cards
    table.received[partner] += cards
    table.exchange.append({"seat": seat, "action": "give", "to": partner, "cards": cards})
    return True


def _ask_cards(
    table: Table,
    kind: str,
    seat: int,
    allowed: Sequence[str],
    must: Sequence[str],
    need: int,
    *,
    may_decline: bool = False,
) -> Generator[Question, int, list[str]]:
    """Return the cards that the seat puts out of its hand, in the order in which it held them."""
    layout = table.layout
    legal, forced = layout.mask(allowed), layout.mask(must)
    view = exchange_view(table, seat, legal, forced, need)
    answer = yield Question(kind, seat, legal, forced, need, view)
    declined = may_decline and answer == 0
    fits = type(answer) is int and answer & ~legal == 0 and forced & ~answer == 0 and answer.bit_count() == need
    if type(answer) is not int or not (fits or declined):
        choice = f"{need} of {' '.join(allowed)}" + (f", with {' '.join(must)}" if must else "")
        raise RuleBreachError(f"{kind} of seat {seat}: {answer!r} is not {choice}")
    cards = [card for card in table.hands[seat] if answer & layout.bit[card]]
    table.hands[seat] = [card for card in table.hands[seat] if not answer & layout.bit[card]]
    return cards
