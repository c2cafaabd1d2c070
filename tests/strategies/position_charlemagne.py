"""Positions of Charlemagne as a person writes them, and the view a strategy gets in them.

As in `position`, nothing here uses the package: a position tests the strategy and not the engine. Only the default
rules are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tests.strategies.position import LANE, RANKS, SUITS, card_set

if TYPE_CHECKING:
    from collections.abc import Mapping

SEATS = ("me", "left", "partner", "right")
CALLS = ("pass", "1", "2", "3", "4", "5", "6", "7", "8", "mulot", "charlemagne", "gros_mulot", "gros_charlemagne")
MULOT, CHARLEMAGNE, GROS_MULOT, GROS_CHARLEMAGNE = 9, 10, 11, 12
LITTLE_JOKER, BIG_JOKER = 61, 62
JOKERS = 1 << LITTLE_JOKER | 1 << BIG_JOKER
PACK = (*(rank + suit for suit in SUITS for rank in RANKS[5:]), "LJ", "BJ")
CHOICES = ("kitty", "partner")
NEED = {MULOT: 0, CHARLEMAGNE: 3, GROS_MULOT: 0}  # cards to lay away; two in the others, one after partner's card


@dataclass(frozen=True)
class Position:
    """One decision. Calls and tricks are written as the first seat and then what was said or played, clockwise.

    `hand` is what I hold now. `answers` are all the answers a sound player might give: words, or for a discard sets of
    cards with " | " between them. A trick of a solo contract has no card of the declarer's partner. `trump` is empty
    in both Mulots; `exposed` is what lies open in Gros Mulot.
    """

    says: str
    hand: str
    answers: str
    auction: str = ""
    trump: str = ""
    tricks: tuple[str, ...] = ()
    trick: str = ""
    decision: str = "play"
    kitty: str = ""
    received: str = ""
    discarded: str = ""
    exposed: str = ""


@dataclass(frozen=True)
class Contract:
    """What the auction of a position has come to."""

    eldest: int
    calls: tuple[int, ...]
    bid: int
    declarer: int

    @property
    def solo(self) -> bool:
        """Whether the declarer's partner does not play."""
        return self.bid >= MULOT

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that play, from me on."""
        return tuple(seat for seat in range(4) if not (self.solo and seat == (self.declarer + 2) % 4))

    @property
    def leader(self) -> int:
        """Who leads to the first trick."""
        return self.declarer if self.solo else (self.declarer + 1) % 4

    def plays(self, text: str, codes: Mapping[str, int]) -> list[tuple[int, int]]:
        """(seat, code) of a line such as "left AS 3S 9S"."""
        words = text.split()
        if not words:
            return []
        start = self.seats.index(SEATS.index(words[0]))
        seats = (self.seats[start:] + self.seats[:start])[: len(words) - 1]
        return list(zip(seats, (codes[word] for word in words[1:]), strict=True))


def contract_of(position: Position) -> Contract:
    """What the auction of a position has come to so far."""
    words = position.auction.split()
    eldest = SEATS.index(words[0]) if words else 0
    calls, bid, declarer = [-1, -1, -1, -1], 0, -1
    for place, word in enumerate(words[1:]):
        call = CALLS.index(word)
        seat = (eldest + place) % 4
        calls[seat] = call
        if call > bid:
            bid, declarer = call, seat
    return Contract(eldest, tuple(calls), bid, declarer)


def codes_of(trump: str) -> dict[str, int]:
    """Code of every card: in suit order with no trump, else in play order."""
    jokers = {"LJ": LITTLE_JOKER, "BJ": BIG_JOKER}
    if not trump:
        return {card: 16 * SUITS.index(card[-1]) + RANKS.index(card[:-1]) for card in PACK[:-2]} | jokers
    mate = SUITS[3 - SUITS.index(trump)]
    lanes = {suit: lane for lane, suit in enumerate(suit for suit in SUITS if suit not in (trump, mate))}
    lanes[mate] = 2
    codes = {card: 16 * lanes[card[-1]] + RANKS.index(card[:-1]) for card in PACK[:-2] if card[-1] != trump}
    rising = [*(rank + trump for rank in ("7", "8", "9", "10", "Q", "K", "A")), "J" + mate, "J" + trump]
    return codes | {card: 48 + 4 + place for place, card in enumerate(rising)} | jokers


def class_of(code: int, mask: int) -> int:
    """The cards that must be played on this one."""
    return mask if mask >> code & 1 else LANE << (code & 48) & ~mask


def winner(plays: list[tuple[int, int]], mask: int) -> tuple[int, int]:
    """(seat, code) that is winning a trick: the highest trump, else the highest card of the class led."""
    led = class_of(plays[0][1], mask)
    return max(plays, key=lambda play: (mask >> play[1] & 1, led >> play[1] & 1, play[1]))


def legal_cards(hand: int, led: int, mask: int, *, lowest_wins: bool) -> int:
    """The cards of the hand that may be played; who is void in a Mulot must play a joker he holds."""
    if led < 0:
        return hand
    follow = hand & class_of(led, mask)
    forced = hand & mask if lowest_wins else 0
    return follow or forced or hand


def proven_voids(tricks: list[list[tuple[int, int]]], mask: int, *, lowest_wins: bool) -> tuple[int, ...]:
    """By seat the lanes (as bits) that the cards played prove it does not hold; bit 4 the jokers in a Mulot."""
    voids = [0, 0, 0, 0]
    for plays in tricks:
        led = plays[0][1]
        joker_led = lowest_wins and mask >> led & 1
        for seat, code in plays[1:]:
            if not class_of(led, mask) >> code & 1:
                joker = lowest_wins and not mask >> code & 1
                voids[seat] |= (0 if joker_led else 1 << (led >> 4)) | (16 if joker else 0)
    return tuple(voids)


def common_fields(position: Position, params: Mapping[str, int]) -> dict[str, object]:
    """The fields that every view has, and the calls."""
    contract = contract_of(position)
    playing = position.decision == "play"
    hand = card_set(codes_of(position.trump if playing else ""), position.hand.split())
    mask = (LANE << 48 if position.trump else JOKERS) if playing else 0
    return {
        "hand": hand,
        "params": SimpleNamespace(**params),
        "random": 0x1234567812345678,
        "order": (4 - contract.eldest) % 4,
        "dealer": (contract.eldest + 3) % 4,
        "scores": (0, 0, 0, 0),
        "score_us": 0,
        "score_them": 0,
        "target": 32,
        "trump": (SUITS.index(position.trump) if position.trump else 4) if playing else -1,
        "trump_mask": mask,
        "trumps": hand & mask,
        "calls": contract.calls,
    }


def auction_view(position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view of a player who is to call."""
    contract = contract_of(position)
    legal = 1 + sum(1 << call for call in range(5, len(CALLS)) if call > contract.bid)
    high = {"high_bid": contract.bid, "high_bidder": contract.declarer}
    return SimpleNamespace(**common_fields(position, params), **high, legal=legal)


def exchange_view(position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view of a player who is to name trump, to lay away, to give or to choose."""
    contract = contract_of(position)
    suits = codes_of("")
    kitty, received = (card_set(suits, cards.split()) for cards in (position.kitty, position.received))
    fields = common_fields(position, params) | {
        "bid": contract.bid,
        "declarer": contract.declarer,
        "declaring": contract.declarer in (0, 2),
        "kitty": kitty,
        "received": received,
        "discarded": card_set(suits, position.discarded.split()),
        "active": 0b1111 if position.decision == "give" else sum(1 << seat for seat in contract.seats),
        "must": 0,
    }
    if position.decision == "name_trump":
        high = {"high_bid": contract.bid, "high_bidder": contract.declarer}
        return SimpleNamespace(**fields, **high, legal=0b1111)
    if position.decision == "choose":
        return SimpleNamespace(**fields, legal=0b11, need=0)
    need = 1 if position.decision == "give" or (received and not kitty) else NEED.get(contract.bid, 2)
    size = 8 if position.decision == "give" else 8 + need
    if len(position.hand.split()) != size:
        raise ValueError(f"{position.says}: not {size} cards")
    return SimpleNamespace(**fields, legal=fields["hand"], need=need)


def play_view(position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view of a player who is to play a card."""
    fields = common_fields(position, params)
    contract = contract_of(position)
    codes = codes_of(position.trump)
    mask, hand = int(str(fields["trump_mask"])), int(str(fields["hand"]))
    mulot = contract.bid in (MULOT, GROS_MULOT)
    earlier = [contract.plays(trick, codes) for trick in position.tricks]
    now = contract.plays(position.trick, codes)
    check(position, contract, hand, earlier, now, mask)

    every = [*earlier, now] if now else earlier
    played = tuple(sum(1 << code for plays in every for who, code in plays if who == seat) for seat in range(4))
    won = [(winner(plays, mask)[0] % 2, sum(1 << code for _, code in plays)) for plays in earlier]
    led = now[0][1] if now else -1
    best_seat, best = winner(now, mask) if now else (-1, -1)
    legal = legal_cards(hand, led, mask, lowest_wins=mulot)
    takes = [code for code in range(63) if legal >> code & 1 and (not now or winner([*now, (0, code)], mask)[0] == 0)]
    known = {
        name: card_set(codes, getattr(position, name).split()) for name in ("kitty", "received", "discarded", "exposed")
    }
    seen = played[0] | played[1] | played[2] | played[3] | known["discarded"] | known["exposed"] | known["kitty"]
    return SimpleNamespace(
        **fields,
        **known,
        bid=contract.bid,
        declarer=contract.declarer,
        declaring=contract.declarer in (0, 2),
        legal=legal,
        winning=sum(1 << code for code in takes),
        led=led,
        best=best,
        best_seat=best_seat,
        trick=sum(1 << code for _, code in now),
        partner_winning=best_seat == 2,
        position=len(now),
        to_play=len(contract.seats) - 1 - len(now),
        active=sum(1 << seat for seat in contract.seats),
        trick_no=len(earlier),
        played=played,
        voids=proven_voids(every, mask, lowest_wins=mulot),
        taken=tuple(sum(cards for who, cards in won if who == side) for side in (0, 1)),
        tricks=tuple(sum(who == side for who, _ in won) for side in (0, 1)),
        gave=0,
        shown=0,
        unseen=card_set(codes, list(PACK)) & ~hand & ~seen,
    )


def check(
    position: Position,
    contract: Contract,
    hand: int,
    earlier: list[list[tuple[int, int]]],
    now: list[tuple[int, int]],
    mask: int,
) -> None:
    """Raise ValueError when the position could not have come about."""
    every = [*earlier, now] if now else earlier
    cards = [code for plays in every for _, code in plays] + [code for code in range(63) if hand >> code & 1]
    if len(set(cards)) != len(cards) or hand.bit_count() + len(earlier) != 8:
        raise ValueError(f"{position.says}: a card twice, or not eight cards in all")
    leaders = [plays[0][0] for plays in every] + ([] if now else [0])
    if leaders != [contract.leader] + [winner(plays, mask)[0] for plays in earlier]:
        raise ValueError(f"{position.says}: somebody leads out of turn")
    if any(len(plays) != len(contract.seats) for plays in earlier) or any(seat == 0 for seat, _ in now):
        raise ValueError(f"{position.says}: a trick has too few cards, or too many")
    if now and contract.seats[(contract.seats.index(now[-1][0]) + 1) % len(contract.seats)] != 0:
        raise ValueError(f"{position.says}: it is not my turn")
    for plays in earlier:
        led = class_of(plays[0][1], mask)
        if any(seat == 0 and not led >> code & 1 for seat, code in plays) and hand & led:
            raise ValueError(f"{position.says}: I did not follow suit")


def view_of(position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view a strategy with these parameters gets in the position."""
    if position.decision == "bid":
        return auction_view(position, params)
    return (play_view if position.decision == "play" else exchange_view)(position, params)


def is_sound(position: Position, answer: int) -> bool:
    """Whether an answer is one of those that a sound player might give."""
    if position.decision == "bid":
        return CALLS[answer] in position.answers.split()
    if position.decision == "name_trump":
        return SUITS[answer] in position.answers.split()
    if position.decision == "choose":
        return CHOICES[answer] in position.answers.split()
    if position.decision == "play":
        codes = codes_of(position.trump)
        return answer in [codes[card] for card in position.answers.split()]
    return answer in [card_set(codes_of(""), cards.split()) for cards in position.answers.split("|")]


def is_legal_answer(view: SimpleNamespace, position: Position, answer: int) -> bool:
    """Whether an answer is one that the rules allow."""
    if position.decision in ("discard", "give"):
        return answer & ~view.legal == 0 and answer & view.must == view.must and answer.bit_count() == view.need
    return answer >= 0 and bool(view.legal >> answer & 1)
