"""Positions as a person writes them, and the view a strategy gets in them.

Nothing here uses the package: cards, play order, legal answers and the fields of the view are built a second time, in
plain Python, so that a position tests the strategy and not the engine. Only the default rules are known.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PARTNERS = ("me", "left", "partner", "right")
ALONE = ("me", "left", "across", "right")
SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER = 62
LANE = 0x7FFF


@dataclass(frozen=True)
class Game:
    """What differs between the games, under their default rules."""

    name: str
    pack: tuple[str, ...]
    bids: tuple[int, ...]
    target: int
    bowers: bool
    may_ruff: bool  # a player able to follow may trump instead
    trump_first: bool  # the first lead is a trump: it is what makes the suit trump
    seats: tuple[str, ...] = PARTNERS  # clockwise, as a position names them
    sides: int = 2
    dealer_may_equal: bool = False
    words: tuple[tuple[int, str], ...] = ((0, "pass"),)  # calls that are not said as a number


CANADIAN_SMEAR = Game(
    name="canadian_smear",
    pack=tuple(rank + suit for suit in SUITS for rank in RANKS),
    bids=(2, 3, 4),
    target=15,
    bowers=False,
    may_ruff=True,
    trump_first=True,
)
HASENPFEFFER = Game(
    name="hasenpfeffer",
    pack=(*(rank + suit for suit in SUITS for rank in RANKS[7:]), "JK"),
    bids=(1, 2, 3, 4, 5, 6),
    target=10,
    bowers=True,
    may_ruff=False,
    trump_first=False,
)
CUTTHROAT_PITCH = Game(
    name="cutthroat_pitch",
    pack=CANADIAN_SMEAR.pack,
    bids=(2, 3, 4, 5),
    target=21,
    bowers=False,
    may_ruff=True,
    trump_first=True,
    seats=ALONE,
    sides=4,
    dealer_may_equal=True,
    words=((0, "pass"), (5, "smudge")),
)


@dataclass(frozen=True)
class Position:
    """One decision. Calls and tricks are written as the first seat and then what was said or played, clockwise.

    `auction="left pass 2 pass"`: left passed, partner bid 2, right passed, and it is my turn (so I dealt). Who has
    passed is not asked again: in "me 2 pass 3 3" the seat across and the dealer on my right have bid three.
    `trick="partner AS 6S"`: partner led the ace, right played the six, and it is my turn; empty when I lead.
    `hand` is what I hold now. `answers` are all the answers a sound player might give.
    """

    says: str
    hand: str
    answers: str
    auction: str = ""
    trump: str = ""
    tricks: tuple[str, ...] = ()
    trick: str = ""
    decision: str = "play"


def suit_code(card: str) -> int:
    """Code of a card in suit order."""
    return JOKER if card == "JK" else 16 * SUITS.index(card[-1]) + RANKS.index(card[:-1])


def play_order(game: Game, trump: str) -> dict[str, int]:
    """Code of every card of the pack in play order with the given trump suit."""
    colour_mate = SUITS[3 - SUITS.index(trump)]
    plain = [suit for suit in SUITS if suit not in (trump, colour_mate)]
    lanes = {plain[0]: 0, plain[1]: 1, colour_mate: 2, trump: 3}
    codes = {card: 16 * lanes[card[-1]] + RANKS.index(card[:-1]) for card in game.pack if card != "JK"}
    if game.bowers:
        rising = [
            f"9{trump}",
            f"10{trump}",
            f"Q{trump}",
            f"K{trump}",
            f"A{trump}",
            f"J{colour_mate}",
            f"J{trump}",
            "JK",
        ]
        codes.update({card: 48 + 7 + place for place, card in enumerate(rising)})
    return codes


def codes_of(game: Game, trump: str) -> dict[str, int]:
    """Code of every card of the pack: in suit order while no trump is named, else in play order."""
    return play_order(game, trump) if trump else {card: suit_code(card) for card in game.pack}


def card_set(codes: Mapping[str, int], cards: list[str]) -> int:
    """The set of some cards."""
    return sum(1 << codes[card] for card in cards)


def turns(game: Game, text: str) -> list[tuple[int, str]]:
    """(seat, card) of a trick such as "left AS 3S 9S 5S"."""
    seats = game.seats
    words = text.split()
    return (
        [((seats.index(words[0]) + place) % len(seats), word) for place, word in enumerate(words[1:])] if words else []
    )


def auction_of(game: Game, text: str) -> tuple[list[tuple[int, int]], int]:
    """(seat, call) of an auction such as "left 2 pass 3 pass 4", in which a pass is final, and who speaks next."""
    numbers = {word: call for call, word in game.words}
    words = text.split()
    around = deque(range(len(game.seats)))
    said = []
    if words:
        around.rotate(-game.seats.index(words[0]))
    for word in words[1:]:
        seat = around.popleft()
        said.append((seat, numbers[word] if word in numbers else int(word)))
        if word != "pass":
            around.append(seat)
    return said, around[0]


def winner(plays: list[tuple[int, int]]) -> tuple[int, int]:
    """(seat, code) that is winning a trick given as (seat, code) in play order, trump in lane 3."""
    led = plays[0][1] >> 4
    return max(plays, key=lambda play: (play[1] >> 4 == 3, play[1] >> 4 == led, play[1]))


def legal_cards(game: Game, hand: int, led: int, trick_no: int) -> int:
    """The cards of the hand that may be played."""
    if led < 0:
        return hand & (LANE << 48) if game.trump_first and trick_no == 0 else hand
    follow = hand & (LANE << (led >> 4 << 4))
    if not follow:
        return hand
    return follow | (hand & (LANE << 48)) if game.may_ruff else follow


def proven_voids(game: Game, tricks: list[list[tuple[int, int]]]) -> tuple[int, ...]:
    """By seat the lanes (as bits) that the cards played prove it does not hold."""
    voids = [0] * len(game.seats)
    for plays in tricks:
        led = plays[0][1] >> 4
        for seat, code in plays[1:]:
            if code >> 4 != led and not (game.may_ruff and code >> 4 == 3):
                voids[seat] |= 1 << led
    return tuple(voids)


def common_fields(game: Game, position: Position, params: Mapping[str, int]) -> dict[str, object]:
    """The fields that every view has, and those of the auction."""
    seats = len(game.seats)
    calls = [-1] * seats
    high_bid, high_bidder = 0, -1
    said, next_to_speak = auction_of(game, position.auction)
    if position.decision == "bid" and next_to_speak != 0:
        raise ValueError(f"{position.says}: it is not my turn")
    for seat, call in said:
        calls[seat] = call
        if call > 0 and call >= high_bid:
            high_bid, high_bidder = call, seat
    eldest = said[0][0] if said else 0
    dealer = (eldest - 1) % seats
    codes = codes_of(game, position.trump if position.decision == "play" else "")
    hand = card_set(codes, position.hand.split())
    trump_mask = LANE << 48 if position.decision == "play" else 0
    return {
        "hand": hand,
        "params": SimpleNamespace(**params),
        "random": 0x1234567812345678,
        "order": -(dealer + 1) % seats,
        "dealer": dealer,
        "scores": (0,) * seats,
        "score_us": 0,
        "score_them": 0,
        "target": game.target,
        "trump": SUITS.index(position.trump) if trump_mask else -1,
        "trump_mask": trump_mask,
        "trumps": hand & trump_mask,
        "calls": tuple(calls),
        "high_bid": high_bid,
        "high_bidder": high_bidder,
    }


def auction_view(game: Game, position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view of a player who is to call, or to name trump."""
    fields = common_fields(game, position, params)
    if position.decision == "bid":
        least = int(str(fields["high_bid"])) + (0 if game.dealer_may_equal and fields["dealer"] == 0 else 1)
        legal = 1 + sum(1 << bid for bid in game.bids if bid >= least)
        return SimpleNamespace(**fields, legal=legal)
    # Where the first lead makes trump, a suit must be held to be named.
    held = {card[-1] for card in position.hand.split()} if game.trump_first else set(SUITS)
    legal = sum(1 << SUITS.index(suit) for suit in held)
    return SimpleNamespace(**fields, legal=legal, bid=fields["high_bid"], declarer=fields["high_bidder"])


def play_view(game: Game, position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view of a player who is to play a card."""
    fields = common_fields(game, position, params)
    bid, declarer = fields.pop("high_bid"), fields.pop("high_bidder")
    codes = codes_of(game, position.trump)
    earlier = [[(seat, codes[card]) for seat, card in turns(game, trick)] for trick in position.tricks]
    now = [(seat, codes[card]) for seat, card in turns(game, position.trick)]
    hand = card_set(codes, position.hand.split())
    seats, sides = len(game.seats), game.sides
    check(position, seats, declarer, hand, earlier, now)

    played, taken, tricks = [0] * seats, [0] * sides, [0] * sides
    for plays in [*earlier, now]:
        for seat, code in plays:
            played[seat] |= 1 << code
    for plays in earlier:
        side = winner(plays)[0] % sides
        taken[side] |= sum(1 << code for _, code in plays)
        tricks[side] += 1

    led = now[0][1] if now else -1
    best_seat, best = winner(now) if now else (-1, -1)
    legal = legal_cards(game, hand, led, len(earlier))
    takes = [code for code in range(63) if legal >> code & 1 and (not now or winner([*now, (0, code)])[0] == 0)]
    return SimpleNamespace(
        **fields,
        bid=bid,
        declarer=declarer,
        declaring=int(str(declarer)) % sides == 0,
        legal=legal,
        winning=sum(1 << code for code in takes),
        led=led,
        best=best,
        best_seat=best_seat,
        trick=sum(1 << code for _, code in now),
        partner_winning=best_seat > 0 and best_seat % sides == 0,
        position=len(now),
        to_play=seats - 1 - len(now),
        active=(1 << seats) - 1,
        trick_no=len(earlier),
        played=tuple(played),
        voids=proven_voids(game, [*earlier, now] if now else earlier),
        taken=tuple(taken),
        tricks=tuple(tricks),
        kitty=0,
        discarded=0,
        gave=0,
        received=0,
        shown=0,
        exposed=0,
        unseen=card_set(codes, list(game.pack)) & ~hand & ~sum(played),
    )


def check(
    position: Position,
    seats: int,
    declarer: object,
    hand: int,
    earlier: list[list[tuple[int, int]]],
    now: list[tuple[int, int]],
) -> None:
    """Raise ValueError when the position could not have come about."""
    cards = [code for plays in [*earlier, now] for _, code in plays] + [code for code in range(63) if hand >> code & 1]
    if len(set(cards)) != len(cards) or len(position.hand.split()) + len(earlier) != 6:
        raise ValueError(f"{position.says}: a card twice, or not six cards in all")
    if [*earlier, now, [(0, -1)]][0 if earlier or now else 1][0][0] != declarer:
        raise ValueError(f"{position.says}: the declarer does not lead to the first trick")
    for plays, following in zip(earlier, [*earlier, now][1:], strict=True):
        leader = following[0][0] if following else 0
        if len(plays) != seats or winner(plays)[0] != leader:
            raise ValueError(f"{position.says}: the winner of a trick does not lead to the next")
    if now and now[-1][0] + 1 != seats:
        raise ValueError(f"{position.says}: it is not my turn")


def view_of(game: Game, position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view a strategy with these parameters gets in the position."""
    return (play_view if position.decision == "play" else auction_view)(game, position, params)


def answer_text(game: Game, position: Position, answer: int) -> str:
    """The answer of a strategy as a person would say it: a call, a suit or a card."""
    if position.decision == "bid":
        return dict(game.words).get(answer, str(answer))
    if position.decision == "name_trump":
        return SUITS[answer]
    return {code: card for card, code in play_order(game, position.trump).items()}[answer]


def is_legal_answer(legal: int, answer: int) -> bool:
    """Whether an answer is one of the legal ones."""
    return answer >= 0 and bool(legal >> answer & 1)
