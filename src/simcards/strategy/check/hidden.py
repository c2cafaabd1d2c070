"""The cards that a seat has not seen, dealt anew in the middle of a deal: nothing that the seat sees may change.

Wherever unseen cards lie as many others come to lie: in the hands of all other seats (those that have left the deal
too), in the second deal, the kitty, the discards, and in what was not dealt at all. What the seat holds or has held,
what was played, and what lies open stays. Who knows what is told here from the rules, not taken from the views: these
are on trial.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.cards.order import in_play_order
from simcards.cards.sets import count
from simcards.engine.asking import Views
from simcards.engine.table import Ask

Lanes = NDArray[np.int64]
CODES = np.arange(63, dtype=np.int64)


class Unseen:
    """A decision's lanes, and the cards that the seats asked have not seen; `deal_anew` changes the chunk."""

    def __init__(self, ask: Ask, views: Views) -> None:
        self.ask, self.table = ask, ask.table
        self.game, self.rules = ask.table.game, ask.table.rules
        self.lanes = views.lanes
        self.trump: Lanes = views.columns["trump"]
        self.mask: Lanes = views.columns["trump_mask"]
        self.first = self.row("FIRST")
        self.declarer = self.row("DECLARER")
        self.seat = self._turned(self.first + ask.place)
        self.is_play = ask.decision == "play"
        self.is_after_auction = ask.decision != "bid"
        self.may_be_taken = self.game.takes_kitty is not None and self.is_after_auction
        self.took = self.row("TOOK") != 0 if self.may_be_taken else np.zeros(len(self.lanes), np.bool_)
        self.pool = self._deck() & ~self._known()

    def row(self, name: str, k: int = 0) -> Lanes:
        """A column of the chunk at the lanes asked."""
        return np.asarray(self.ask.state.c[self.table.rows[name] + k, self.lanes])

    def _turned(self, seat: Lanes) -> Lanes:
        return seat % self.game.seats

    # ---- what the seat knows -----------------------------------------------------------------------------------------

    def _deck(self) -> Lanes:
        deck = self.game.deck(self.rules)
        cards = np.full(len(self.lanes), deck.cards, np.int64)
        return np.where(self.trump < 0, cards, in_play_order(cards, self.trump, deck.layout))

    def _known(self) -> Lanes:
        """The seat's own cards, those it laid away, those played, and what lies open to it."""
        known = self.row("HAND", self.ask.place)
        if self.is_play:
            for side in range(self.game.sides):
                known = known | self.row("TAKEN", side)
            known = known | (self.row("TRICK") if self.ask.place else 0)
        if not self.is_after_auction:
            return known
        if self.game.discard is not None:
            own = self._turned(self.seat - self.declarer)
            for j in range(self.game.seats):
                known = known | np.where(own == j, self.row("DISCARD", j), 0)
        if self.may_be_taken:
            known = known | np.where(self._sees_kitty(), self.row("KITTY"), 0)
        return known | self._open_to_all() if self.is_play else known

    def _sees_kitty(self) -> NDArray[np.bool_]:
        face_up = "kitty_face_up" in self.game.book.by_key and self.rules["kitty_face_up"]
        return np.asarray(face_up | (self.took & (self.declarer == self.seat)))

    def _open_to_all(self) -> Lanes:
        """Hands that are exposed, and discards that are shown."""
        found = np.zeros(len(self.lanes), np.int64)
        exposes = self.game.functions(self.rules).get("exposes")
        if exposes is not None:
            exposed = exposes(self.row("BID"), self.ask.turn, self.rules.codes)
            for place in range(self.game.seats):
                is_declarer = self._turned(self.first + place) == self.declarer
                found |= np.where(exposed & is_declarer, self.row("HAND", place), 0)
        if self._shows_discards():
            for j in range(self.game.seats):
                found |= self.row("DISCARD", j) & self.mask
        return found

    def _shows_discards(self) -> bool:
        return "show_trump_discards" in self.game.book.by_key and bool(self.rules["show_trump_discards"])

    # ---- dealing -----------------------------------------------------------------------------------------------------

    def _places(self) -> list[tuple[str, int]]:
        """The columns that hold unseen cards, each card in one of them."""
        seats = range(self.game.seats)
        places = [("HAND", place) for place in seats if place != self.ask.place]
        if self.game.second_deal and self.ask.decision in ("bid", "name_trump"):
            places += [("SECOND", place) for place in seats]
        if self.game.discard is not None and self.is_after_auction:
            places += [("DISCARD", j) for j in seats]
        if self.game.kitty:
            places.append(("KITTY", 0))
        return places

    def deal_anew(self, draw: np.random.Generator) -> Callable[[], None]:
        """Deals the unseen cards anew; returns a function that puts everything back."""
        places = self._places()
        before = {place: self.row(*place) for place in places}
        movable = {place: cards & self.pool for place, cards in before.items()}
        if self.may_be_taken:  # the kitty is in somebody's hand: it is no place of its own
            movable["KITTY", 0] = np.where(self.took, 0, movable["KITTY", 0])
        # Where trumps that were laid away lie open, everybody knows that other discards are none.
        classes = [self.mask, ~self.mask] if self._shows_discards() else [np.full_like(self.mask, -1)]
        moved = dict.fromkeys(places, np.zeros(len(self.lanes), np.int64))
        for kind in classes:
            parts = dealt(self.pool & kind, [count(cards & kind) for cards in movable.values()], draw)
            moved = {place: moved[place] | part for place, part in zip(places, parts, strict=True)}
        after = {place: before[place] & ~movable[place] | moved[place] for place in places}
        after |= self._told_of_elsewhere(moved, draw)
        kept = {place: self.row(*place) for place in (*after, ("OUT", 0))}
        self._put(after)
        return lambda: self._put(kept)

    def _told_of_elsewhere(
        self, moved: dict[tuple[str, int], Lanes], draw: np.random.Generator
    ) -> dict[tuple[str, int], Lanes]:
        """The columns that name cards which lie in others: a kitty that was taken, cards given, hands at the start."""
        found: dict[tuple[str, int], Lanes] = {}
        again = [("KITTY", 0)] if self.may_be_taken else []
        if self.game.gift is not None and self.is_after_auction:
            again += [("RECEIVED", j) for j in range(self.game.seats)]
        for place in again:
            cards = self.row(*place)
            (other,) = dealt(self.pool, [count(cards & self.pool)], draw)
            found[place] = cards & ~self.pool | other
        if self.may_be_taken:
            found["KITTY", 0] = np.where(
                self.took, found["KITTY", 0], self.row("KITTY") & ~self.pool | moved["KITTY", 0]
            )
        if self.is_play:
            for j in range(self.game.seats):
                start = self.row("START", j)
                held = np.zeros(len(self.lanes), np.int64)
                for (name, k), cards in moved.items():
                    if name == "HAND":
                        held |= np.where(self._turned(self.first + k - self.declarer) == j, cards, 0)
                found["START", j] = np.where(start != 0, start & ~self.pool | held, 0)
        return found

    def _put(self, values: dict[tuple[str, int], Lanes]) -> None:
        for (name, k), cards in values.items():
            self.ask.state.c[self.table.rows[name] + k, self.lanes] = cards


def dealt(pool: Lanes, sizes: list[Any], draw: np.random.Generator) -> list[Lanes]:
    """Sets of these sizes, lane by lane, dealt from a pool; no card twice."""
    held = (pool[:, None] >> CODES) & 1 != 0
    order = np.argsort(np.where(held, draw.random(held.shape), 2.0), axis=1)
    rank = np.argsort(order, axis=1)
    found = []
    begin = np.zeros(len(pool), np.int64)
    for size in sizes:
        end = begin + size
        chosen = held & (rank >= begin[:, None]) & (rank < end[:, None])
        found.append((chosen << CODES).sum(axis=1))
        begin = end
    return found
