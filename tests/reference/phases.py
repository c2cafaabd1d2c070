"""The phases that games share: asking a seat, the auction, naming trump, the play of the tricks."""

from collections.abc import Generator, Sequence

from tests.reference import tricks
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


def legal_calls(ladder: Sequence[int], high_bid: int, *, may_equal: bool = False) -> list[int]:
    """Return the calls allowed over the high bid (0: nobody has bid) in the order of the ladder; 0 is a pass."""
    if high_bid == 0:
        return [0, *ladder]
    higher = ladder[ladder.index(high_bid) + 1 :]
    return [0, high_bid, *higher] if may_equal else [0, *higher]


def ask_call(table: Table, seat: int, calls: Sequence[int]) -> Generator[Question, int, int]:
    """Return the call of a seat, out of `calls`, as entered into the auction."""
    legal = bits(calls)
    call = yield from ask(Question("bid", seat, legal, 0, 0, auction_view(table, seat, legal)))
    record_call(table, seat, call)
    return call


def hold_auction(
    table: Table,
    ladder: Sequence[int],
    *,
    last_call: int = -1,
    continuous: bool = False,
    dealer_may_equal: bool = False,
    spares_lone_dealer: bool = False,
) -> Generator[Question, int, list[int]]:
    """Return the seats that have not passed and would still have been asked, once the auction is over.

    `ladder` has the bids from low to high; `last_call` is one that ends the auction. Each seat has one call, or, when
    continuous, as many as it likes until it passes or is the only one left. A dealer whom all others have left alone
    without a bid is not asked where he is spared.
    """
    waiting = table.clockwise_from((table.dealer + 1) % table.seats)
    while waiting and waiting != [table.high_bidder]:
        if spares_lone_dealer and table.high_bidder is None and waiting == [table.dealer]:
            break
        seat = waiting.pop(0)
        may_equal = dealer_may_equal and seat == table.dealer
        call = yield from ask_call(table, seat, legal_calls(ladder, table.high_bid, may_equal=may_equal))
        if call == last_call:
            break
        if call > 0 and continuous:
            waiting.append(seat)
    return waiting


def record_call(table: Table, seat: int, call: int) -> None:
    """Return nothing; enter a call, asked for or forced, into the auction."""
    table.auction.append([seat, table.game.call_text(call)])
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


def play_tricks(table: Table) -> Steps:
    """Return the steps of the play, as the game has it for this contract: each trick's winner leads the next."""
    table.play = table.game.play(table)
    leader = table.play.leader
    while table.hands[leader] and not table.play.is_over(table.tricks_won):
        for seat in table.active_from(leader):
            yield from _play_card(table, seat)
        leader = _gather_trick(table)


def _play_card(table: Table, seat: int) -> Steps:
    layout, hand, play = table.layout, table.hands[seat], table.play
    assert play is not None
    led = table.trick[0][1] if table.trick else None
    if led is None and not table.tricks:
        allowed = tricks.first_leads(hand, layout, trump_first=play.trump_first)
    else:
        allowed = tricks.legal_cards(hand, led, layout, play.follow)
    legal = layout.mask(allowed)
    view = play_view(table, seat, allowed, legal)
    card = layout.card[(yield from ask(Question("play", seat, legal, 0, 0, view)))]
    hand.remove(card)
    table.trick.append((seat, card))
    table.played[seat].append(card)
    if led is not None:
        table.voids[seat] |= tricks.proved_voids(card, led, layout, play.follow)


def _gather_trick(table: Table) -> int:
    """Return the winner of the trick just completed, which is laid aside."""
    winner = tricks.winner(table.trick, table.layout)
    plays = [[seat, card] for seat, card in table.trick]
    table.tricks.append({"leader": table.trick[0][0], "plays": plays, "winner": winner})
    table.taken[table.side(winner)] += [card for _, card in table.trick]
    table.tricks_won[table.side(winner)] += 1
    table.trick = []
    return winner
