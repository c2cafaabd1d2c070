"""What a seat may know at each decision (the table of design.md 6), as dicts of plain ints, bools and tuples."""

from collections.abc import Sequence
from typing import Any

from tests.reference import tricks
from tests.reference.table import Table, View, bits


def relative(other: int | None, seat: int, seats: int) -> int:
    """Return `other` as seen from `seat`: 0 me, 1 left, ...; -1 for nobody."""
    return -1 if other is None else (other - seat) % seats


def around(by_seat: Sequence[Any], seat: int) -> tuple[Any, ...]:
    """Return a list by seat (or by side) as a tuple that begins with `seat` (or side)."""
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


def _kitty(table: Table, seat: int) -> int:
    """Return the kitty after the auction, to those who may know it: who took it, or all when it is turned up."""
    seen = seat == table.kitty_taker or table.rules.get("kitty_face_up", False)
    return table.layout.mask(table.kitty) if seen else 0


def _active(table: Table, seat: int) -> int:
    return bits(relative(other, seat, table.seats) for other in table.active)


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
        "kitty": _kitty(table, seat),
        "received": table.layout.mask(table.received[seat]),
        "discarded": table.layout.mask(table.discarded[seat]),
    }


def exchange_view(table: Table, seat: int, legal: int, must: int, need: int) -> View:
    """Return the view of a seat that is asked to discard, to give or to choose."""
    assert table.declarer is not None
    return {
        **_always(table, seat),
        "calls": around(table.calls, seat),
        "legal": legal,
        "must": must,
        "need": need,
        "received": table.layout.mask(table.received[seat]),
        "kitty": _kitty(table, seat),
        "bid": table.bid,
        "declarer": relative(table.declarer, seat, table.seats),
        "declaring": table.side(table.declarer) == table.side(seat),
        "active": _active(table, seat),
    }


def play_view(table: Table, seat: int, legal_cards: Sequence[str], legal: int) -> View:
    """Return the view of a seat that is asked for a card."""
    layout, seats, trick = table.layout, table.seats, table.trick
    view = _always(table, seat)
    best_seat = tricks.winner(trick, layout) if trick else None
    best = dict(trick)[best_seat] if best_seat is not None else None
    played = [layout.mask(cards) for cards in table.played]
    us = table.side(seat)
    assert table.declarer is not None
    assert table.play is not None
    exposed = layout.mask(table.hands[table.declarer]) if table.play.exposes_declarer and table.tricks else 0
    kitty, shown = _kitty(table, seat), layout.mask(table.shown)
    discarded = layout.mask(table.discarded[seat])
    seen = view["hand"] | sum(played) | discarded | shown | exposed | kitty
    view |= {
        "legal": legal,
        "winning": layout.mask(card for card in legal_cards if best is None or tricks.beats(card, best, layout)),
        "led": layout.code[trick[0][1]] if trick else -1,
        "best": -1 if best is None else layout.code[best],
        "best_seat": relative(best_seat, seat, seats),
        "trick": layout.mask(card for _, card in trick),
        "partner_winning": best_seat is not None and table.side(best_seat) == us,
        "position": len(trick),
        "to_play": len(table.active) - 1 - len(trick),
        "active": _active(table, seat),
        "trick_no": len(table.tricks),
        "declaring": table.side(table.declarer) == us,
        "declarer": relative(table.declarer, seat, seats),
        "bid": table.bid,
        "calls": around(table.calls, seat),
        "kitty": kitty,
        "played": around(played, seat),
        "voids": around(table.voids, seat),
        "taken": tuple(layout.mask(cards) for cards in around(table.taken, us)),
        "tricks": around(table.tricks_won, us),
        "discarded": discarded,
        "gave": layout.mask(table.given[seat]),
        "received": layout.mask(table.received[seat]),
        "shown": shown,
        "exposed": exposed,
        "unseen": layout.deck & ~seen,
    }
    return view
