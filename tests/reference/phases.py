"""The phases that games share: asking a seat, the auction, naming trump, the play of the tricks."""

from collections.abc import Generator

from tests.reference import tricks
from tests.reference.cards import TRUMPS
from tests.reference.errors import RuleBreachError
from tests.reference.table import Question, Steps, Table, bits
from tests.reference.views import auction_view, name_trump_view, play_view


def ask(question: Question) -> Generator[Question, int, int]:
    """Return the answer to a question that has one answer out of the bits of `legal`."""
    answer = yield question
    if type(answer) is not int or answer < 0 or not question.legal >> answer & 1:
        allowed = [number for number in range(63) if question.legal >> number & 1]
        raise RuleBreachError(f"{question.kind} of seat {question.seat}: {answer!r} is not one of {allowed}")
    return answer


def call_text(call: int) -> str:
    """Return a call as deal records write it."""
    return "pass" if call == 0 else str(call)


def legal_calls(high_bid: int, lowest: int, highest: int, may_equal: bool) -> list[int]:
    """Return the calls allowed over the high bid (0: nobody has bid); 0 is a pass."""
    floor = max(lowest, high_bid if may_equal and high_bid else high_bid + 1)
    return [0, *range(floor, highest + 1)]


def hold_auction(table: Table, highest: int, *, continuous: bool = False, dealer_may_equal: bool = False) -> Steps:
    """Return the steps of an auction in numbers that the highest call ends.

    Each seat has one call, or, when continuous, as many as it likes until it passes or is the only one left.
    """
    waiting = table.clockwise_from((table.dealer + 1) % table.seats)
    while waiting and waiting != [table.high_bidder]:
        seat = waiting.pop(0)
        may_equal = dealer_may_equal and seat == table.dealer
        legal = bits(legal_calls(table.high_bid, table.rules["bid_min"], highest, may_equal))
        call = yield from ask(Question("bid", seat, legal, 0, 0, auction_view(table, seat, legal)))
        record_call(table, seat, call)
        if call == highest:
            return
        if call > 0 and continuous:
            waiting.append(seat)


def record_call(table: Table, seat: int, call: int) -> None:
    """Return nothing; enter a call, asked for or forced, into the auction."""
    table.auction.append([seat, call_text(call)])
    table.calls[seat] = call
    if call > 0:
        table.high_bid, table.high_bidder = call, seat


def settle_contract(table: Table) -> bool:
    """Return whether there is a contract: the high bidder becomes the declarer."""
    table.declarer, table.bid = table.high_bidder, table.high_bid
    return table.declarer is not None


def ask_trump(table: Table, choices: list[int]) -> Steps:
    """Return the step in which the declarer names trump: one of `choices`, 4 being no trump."""
    assert table.declarer is not None
    legal = bits(choices)
    view = name_trump_view(table, table.declarer, legal)
    trump = yield from ask(Question("name_trump", table.declarer, legal, 0, 0, view))
    table.name_trump(trump)


def play_tricks(table: Table, follow: str, *, trump_first: bool = False) -> Steps:
    """Return the steps of the play: the declarer leads first, to `trump_first` a trump, then each trick's winner."""
    assert table.declarer is not None
    leader = table.declarer
    for number in range(table.game.hand_size):
        for seat in table.clockwise_from(leader):
            yield from _play_card(table, seat, follow, must_lead_trump=trump_first and number == 0)
        leader = _gather_trick(table)


def _play_card(table: Table, seat: int, follow: str, *, must_lead_trump: bool) -> Steps:
    layout, hand = table.layout, table.hands[seat]
    led = table.trick[0][1] if table.trick else None
    allowed = tricks.legal_cards(hand, led, layout, follow)
    if led is None and must_lead_trump:
        allowed = [card for card in hand if layout.group[card] == TRUMPS]
    legal = layout.mask(allowed)
    view = play_view(table, seat, allowed, legal)
    card = layout.card[(yield from ask(Question("play", seat, legal, 0, 0, view)))]
    hand.remove(card)
    table.trick.append((seat, card))
    table.played[seat].append(card)
    if led is not None and tricks.proves_void(card, led, layout, follow):
        table.voids[seat] |= 1 << layout.void_bit[layout.group[led]]


def _gather_trick(table: Table) -> int:
    """Return the winner of the trick just completed, which is laid aside."""
    winner = tricks.winner(table.trick, table.layout)
    plays = [[seat, card] for seat, card in table.trick]
    table.tricks.append({"leader": table.trick[0][0], "plays": plays, "winner": winner})
    table.taken[table.side(winner)] += [card for _, card in table.trick]
    table.tricks_won[table.side(winner)] += 1
    table.trick = []
    return winner
