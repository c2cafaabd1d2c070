"""What a seat may know at each decision (the table of design.md 6), as dicts of plain ints, bools and tuples."""

from collections.abc import Sequence
from typing import Any

from tests.reference import tricks
from tests.reference.table import Table, View


def relative(other: int | None, seat: int, seats: int) -> int:
    """Return `other` as seen from `seat`: 0 me, 1 left, ...; -1 for nobody."""
    return -1 if other is None else (other - seat) % seats


def around(by_seat: Sequence[Any], seat: int) -> tuple[Any, ...]:
    """Return a list by seat as a tuple that begins with `seat`."""
    return (*by_seat[seat:], *by_seat[:seat])


def _always(table: Table, seat: int) -> View:
    hand = table.layout.mask(table.hands[seat])
    scores = [table.scores_before[table.side(other)] for other in table.clockwise_from(seat)]
    return {
        "hand": hand,
        "order": (seat - table.dealer - 1) % table.seats,
        "dealer": relative(table.dealer, seat, table.seats),
        "scores": tuple(scores),
        "score_us": scores[0],
        "score_them": max(score for side, score in enumerate(table.scores_before) if side != table.side(seat)),
        "target": table.rules["target"],
        "trump": table.layout.trump,
        "trump_mask": table.layout.trump_mask,
        "trumps": hand & table.layout.trump_mask,
    }


def auction_view(table: Table, seat: int, legal: int) -> View:
    """Return the view of a seat that is asked for a call."""
    return {
        **_always(table, seat),
        "legal": legal,
        "high_bid": table.high_bid,
        "high_bidder": relative(table.high_bidder, seat, table.seats),
        "calls": around(table.calls, seat),
    }


def name_trump_view(table: Table, seat: int, legal: int) -> View:
    """Return the view of the declarer who is asked for the trump suit."""
    return {
        **auction_view(table, seat, legal),
        "bid": table.bid,
        "declarer": relative(table.declarer, seat, table.seats),
    }


def play_view(table: Table, seat: int, legal_cards: Sequence[str], legal: int) -> View:
    """Return the view of a seat that is asked for a card."""
    layout, seats, trick = table.layout, table.seats, table.trick
    view = _always(table, seat)
    best_seat = tricks.winner(trick, layout) if trick else None
    best = dict(trick)[best_seat] if best_seat is not None else None
    played = [layout.mask(cards) for cards in table.played]
    us = table.side(seat)
    us_first = [us, *(side for side in range(table.sides) if side != us)]
    assert table.declarer is not None
    view |= {
        "legal": legal,
        "winning": layout.mask(card for card in legal_cards if best is None or tricks.beats(card, best, layout)),
        "led": layout.code[trick[0][1]] if trick else -1,
        "best": -1 if best is None else layout.code[best],
        "best_seat": relative(best_seat, seat, seats),
        "trick": layout.mask(card for _, card in trick),
        "partner_winning": best_seat is not None and table.side(best_seat) == us,
        "position": len(trick),
        "to_play": seats - 1 - len(trick),
        "active": (1 << seats) - 1,
        "trick_no": len(table.tricks),
        "declaring": table.side(table.declarer) == us,
        "declarer": relative(table.declarer, seat, seats),
        "bid": table.bid,
        "calls": around(table.calls, seat),
        "kitty": 0,
        "played": around(played, seat),
        "voids": around(table.voids, seat),
        "taken": tuple(layout.mask(table.taken[side]) for side in us_first),
        "tricks": tuple(table.tricks_won[side] for side in us_first),
        "discarded": 0,
        "gave": 0,
        "received": 0,
        "shown": 0,
        "exposed": 0,
        "unseen": layout.deck - view["hand"] - sum(played),
    }
    return view
