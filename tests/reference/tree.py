"""The full tree of legal plays: how many ways there are to play a deal out from the first lead."""

from collections.abc import Sequence

from tests.reference.cards import Layout
from tests.reference.deal import GAMES
from tests.reference.options import Rules, check_rules
from tests.reference.table import Play, Table, new_table
from tests.reference.tricks import first_leads, legal_cards, winner

Hand = tuple[str, ...]


def tree_size(
    game: str,
    rules: Rules,
    hands: Sequence[Sequence[str]],
    declarer: int,
    bid: int,
    trump: int,
    active: Sequence[int] | None = None,
) -> int:
    """Return the number of complete sequences of legal plays from the first lead on.

    `hands` are those at the first lead, of any one size; `bid` is the number of the call, `trump` 0-3 or 4 for no
    trump, `active` the seats still in (all, unless given); what a seat that is out would hold is of no account.
    The first leader, the follow rule and an early stop are those of the game for this contract.
    """
    table = table_at_first_lead(game, rules, hands, declarer, bid, trump, active)
    play = table.game.play(table)
    counter = _Counter(table.layout, play, table.active, table.seats, table.sides)
    held = tuple(tuple(sorted(hand)) for hand in table.hands)
    return counter.from_trick(held, play.leader, (0,) * table.sides, first=True)


def table_at_first_lead(
    game: str,
    rules: Rules,
    hands: Sequence[Sequence[str]],
    declarer: int,
    bid: int,
    trump: int,
    active: Sequence[int] | None = None,
) -> Table:
    """Return the table on which these hands are to be played out in this contract, in the terms of `tree_size`."""
    check_rules(game, rules)
    spec = GAMES[game]
    table = new_table(spec, rules, [list(hand) for hand in hands], [], 0, [0] * spec.sides(rules))
    table.active = list(range(table.seats)) if active is None else sorted(active)
    table.hands = [hand if seat in table.active else [] for seat, hand in enumerate(table.hands)]
    table.declarer, table.bid = declarer, bid
    table.name_trump(trump)
    return table


class _Counter:
    """Counts plays; what is left of a deal after a trick is counted once for all ways that lead to it."""

    def __init__(self, layout: Layout, play: Play, active: Sequence[int], seats: int, sides: int) -> None:
        self.layout = layout
        self.play = play
        self.active = active
        self.seats = seats
        self.sides = sides
        self.known: dict[tuple[tuple[Hand, ...], int, tuple[int, ...]], int] = {}

    def from_trick(self, hands: tuple[Hand, ...], leader: int, won: tuple[int, ...], *, first: bool = False) -> int:
        """Return the number of ways to go on from the beginning of a trick; `won` are the tricks by side so far."""
        if not hands[leader] or self.play.is_over(won):
            return 1
        state = (hands, leader, won)
        if state not in self.known:
            around = [(leader + step) % self.seats for step in range(self.seats)]
            order = [seat for seat in around if seat in self.active]
            self.known[state] = self._from_card(hands, order, [], won, first=first)
        return self.known[state]

    def _from_card(
        self,
        hands: tuple[Hand, ...],
        order: list[int],
        trick: list[tuple[int, str]],
        won: tuple[int, ...],
        *,
        first: bool = False,
    ) -> int:
        if len(trick) == len(order):
            leader = winner(trick, self.layout)
            side = leader % self.sides
            return self.from_trick(hands, leader, (*won[:side], won[side] + 1, *won[side + 1 :]))
        seat = order[len(trick)]
        hand = hands[seat]
        if trick:
            allowed = legal_cards(hand, trick[0][1], self.layout, self.play.follow)
        elif first:
            allowed = first_leads(hand, self.layout, trump_first=self.play.trump_first)
        else:
            allowed = list(hand)
        ways = 0
        for card in allowed:
            left = tuple(other for other in hand if other != card)
            after = (*hands[:seat], left, *hands[seat + 1 :])
            ways += self._from_card(after, order, [*trick, (seat, card)], won)
        return ways
