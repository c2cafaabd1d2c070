"""Positions of King Pedro as a person writes them, and the view a strategy gets in them.

As in `position`, nothing here uses the package, and only the default rules are known. Cards, play order, the must and
the may of a discard, and what plays prove are built a second time, in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tests.strategies.position import LANE, PARTNERS, RANKS, SUITS, Game, card_set, suit_code

if TYPE_CHECKING:
    from collections.abc import Mapping

KING_PEDRO = Game(
    name="king_pedro",
    pack=tuple(rank + suit for suit in SUITS for rank in RANKS),
    bids=tuple(range(30, 63)),
    target=262,
    bowers=False,
    may_ruff=False,
    trump_first=True,
)
TRUMPS = LANE << 48
# The trumps from the lowest to the highest; "off" is the five of the other suit of trump's colour.
RISING = ("2", "3", "4", "off", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
VALUES = (1, 0, 0, 5, 5, 0, 0, 0, 9, 10, 1, 0, 30, 1)
SCORING = sum(1 << 48 + slot for slot, value in enumerate(VALUES) if value)


@dataclass(frozen=True)
class Position:
    """One decision. Tricks are written as the leader and then what was played, clockwise, without the seats folded.

    `auction="left pass 30 pass"`: left passed, partner bid 30, right passed, and it is my turn; whoever has passed is
    out and not written again. `hand` is what I hold now, `received` what of it my partner gave me.

    `answers` are all the answers a sound player might give: calls ("31-40" is all of them from 31 to 40), suits,
    "give" or "keep", cards, and for a discard the trumps that stay, the ways to do it separated by "/".
    """

    says: str
    hand: str
    answers: str
    auction: str = ""
    trump: str = ""
    folded: tuple[str, ...] = ()
    received: str = ""
    tricks: tuple[str, ...] = ()
    trick: str = ""
    decision: str = "play"


def codes_of(trump: str) -> dict[str, int]:
    """Code of every card of the pack: in suit order while no trump is named, else in play order."""
    if not trump:
        return {card: suit_code(card) for card in KING_PEDRO.pack}
    colour_mate = SUITS[3 - SUITS.index(trump)]
    lower, higher = (suit for suit in SUITS if suit not in (trump, colour_mate))
    lanes = {lower: 0, higher: 1, colour_mate: 2}
    codes = {card: 16 * lanes[card[-1]] + RANKS.index(card[:-1]) for card in KING_PEDRO.pack if card[-1] != trump}
    trumps = {("5" + colour_mate if rank == "off" else rank + trump): 48 + slot for slot, rank in enumerate(RISING)}
    return codes | trumps


def turns(text: str, out: set[int]) -> list[tuple[int, str]]:
    """(seat, word) of a line such as "left pass 30 pass", clockwise past the seats that are out or have passed."""
    words = text.split()
    said: list[tuple[int, str]] = []
    if not words:
        return said
    out, seat = set(out), PARTNERS.index(words[0])
    for word in words[1:]:
        while seat in out:
            seat = (seat + 1) % 4
        said.append((seat, word))
        if word == "pass":
            out.add(seat)
        seat = (seat + 1) % 4
    return said


def winner(plays: list[tuple[int, int]]) -> tuple[int, int]:
    """(seat, code) that is winning a trick given as (seat, code): the highest trump, else the leader."""
    trumps = [play for play in plays if play[1] >= 48]
    return max(trumps, key=lambda play: play[1]) if trumps else plays[0]


def legal_cards(hand: int, led: int, trick_no: int) -> int:
    """The cards of the hand that may be played: trumps to a trump, plain cards to a plain card, else any."""
    trumps, plain = hand & TRUMPS, hand & ~TRUMPS
    wanted = trumps if led >= 48 or (led < 0 and trick_no == 0) else plain
    return (wanted or hand) if led >= 0 or trick_no == 0 else hand


def proven_voids(tricks: list[list[tuple[int, int]]]) -> tuple[int, ...]:
    """By seat what the cards played prove it does not hold: bits 0 to 2 the plain suits, bit 3 trump."""
    voids = [0, 0, 0, 0]
    for plays in tricks:
        for seat, code in plays[1:]:
            if (code >= 48) != (plays[0][1] >= 48):
                voids[seat] |= 0b0111 if code >= 48 else 0b1000
    return tuple(voids)


def common_fields(position: Position, params: Mapping[str, int]) -> dict[str, object]:
    """The fields that every view has, and those of the auction."""
    said = turns(position.auction, set())
    calls = [-1, -1, -1, -1]
    high_bid, high_bidder = 0, -1
    for seat, call in said:
        calls[seat] = 0 if call == "pass" else int(call)
        if calls[seat] > 0:
            high_bid, high_bidder = calls[seat], seat
    dealer = ((said[0][0] if said else 0) + 3) % 4
    named = position.decision not in ("bid", "name_trump")
    hand = card_set(codes_of(position.trump if named else ""), position.hand.split())
    trump_mask = TRUMPS if named else 0
    return {
        "hand": hand,
        "params": SimpleNamespace(**params),
        "random": 0x1234567812345678,
        "order": (3 - dealer) % 4,
        "dealer": dealer,
        "scores": (0, 0, 0, 0),
        "score_us": 0,
        "score_them": 0,
        "target": KING_PEDRO.target,
        "trump": SUITS.index(position.trump) if named else -1,
        "trump_mask": trump_mask,
        "trumps": hand & trump_mask,
        "calls": tuple(calls),
        "high_bid": high_bid,
        "high_bidder": high_bidder,
    }


def auction_view(position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view of a player who is to call, or to name trump."""
    fields = common_fields(position, params)
    if position.decision == "bid":
        legal = 1 + sum(1 << bid for bid in KING_PEDRO.bids if bid > int(str(fields["high_bid"])))
        return SimpleNamespace(**fields, legal=legal)
    seen = {"kitty": 0, "received": 0, "discarded": 0}
    return SimpleNamespace(**fields, **seen, legal=0b1111, bid=fields["high_bid"], declarer=fields["high_bidder"])


def discard_bounds(hand: int) -> tuple[int, int, int]:
    """(legal, must, need) of a discard: plain cards first, then trumps that score nothing, then any."""
    need = hand.bit_count() - 6
    trumps, scoring = hand & TRUMPS, hand & SCORING
    if trumps.bit_count() <= 6:
        legal, must = hand & ~TRUMPS, 0
    elif scoring.bit_count() <= 6:
        legal, must = hand & ~SCORING, hand & ~TRUMPS
    else:
        legal, must = hand, hand & ~SCORING
    return legal, (legal if legal.bit_count() == need else must), need


def active_seats(position: Position) -> int:
    """The seats still in the deal, as bits."""
    return 0b1111 & ~sum(1 << PARTNERS.index(seat) for seat in position.folded)


def exchange_view(position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view of a player who is to give his trumps or not, or to discard."""
    fields = common_fields(position, params)
    bid, declarer = fields.pop("high_bid"), fields.pop("high_bidder")
    hand, trumps = int(str(fields["hand"])), int(str(fields["trumps"]))
    legal, must, need = trumps, 0, trumps.bit_count()
    if position.decision == "discard":
        legal, must, need = discard_bounds(hand)
    received = card_set(codes_of(position.trump), position.received.split())
    if hand.bit_count() != 13 + received.bit_count() or received & ~hand:
        raise ValueError(f"{position.says}: not thirteen cards and those received")
    return SimpleNamespace(
        **fields,
        bid=bid,
        declarer=declarer,
        declaring=declarer in (0, 2),
        legal=legal,
        must=must,
        need=need,
        received=received,
        kitty=0,
        active=active_seats(position),
    )


def play_view(position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view of a player who is to play a card; what was discarded is left open."""
    fields = common_fields(position, params)
    bid, declarer = fields.pop("high_bid"), fields.pop("high_bidder")
    codes, active = codes_of(position.trump), active_seats(position)
    out = {seat for seat in range(4) if not active >> seat & 1}
    earlier = [[(seat, codes[card]) for seat, card in turns(trick, out)] for trick in position.tricks]
    now = [(seat, codes[card]) for seat, card in turns(position.trick, out)]
    hand = int(str(fields["hand"]))
    check(position, int(str(declarer)), hand, earlier, now)

    played, taken, tricks = [0, 0, 0, 0], [0, 0], [0, 0]
    for plays in [*earlier, now]:
        for seat, code in plays:
            played[seat] |= 1 << code
    for plays in earlier:
        side = winner(plays)[0] % 2
        taken[side] |= sum(1 << code for _, code in plays)
        tricks[side] += 1

    led = now[0][1] if now else -1
    best_seat, best = winner(now) if now else (-1, -1)
    legal = legal_cards(hand, led, len(earlier))
    takes = [code for code in range(63) if legal >> code & 1 and (not now or winner([*now, (0, code)])[0] == 0)]
    return SimpleNamespace(
        **fields,
        bid=bid,
        declarer=declarer,
        declaring=declarer in (0, 2),
        legal=legal,
        winning=sum(1 << code for code in takes),
        led=led,
        best=best,
        best_seat=best_seat,
        trick=sum(1 << code for _, code in now),
        partner_winning=best_seat == 2,
        position=len(now),
        to_play=active.bit_count() - 1 - len(now),
        active=active,
        trick_no=len(earlier),
        played=tuple(played),
        voids=proven_voids([*earlier, now] if now else earlier),
        taken=tuple(taken),
        tricks=tuple(tricks),
        kitty=0,
        discarded=0,
        gave=0,
        received=card_set(codes, position.received.split()),
        shown=0,
        exposed=0,
        unseen=card_set(codes, list(KING_PEDRO.pack)) & ~hand & ~(played[0] | played[1] | played[2] | played[3]),
    )


def check(
    position: Position,
    declarer: int,
    hand: int,
    earlier: list[list[tuple[int, int]]],
    now: list[tuple[int, int]],
) -> None:
    """Raise ValueError when the position could not have come about."""
    cards = [code for plays in [*earlier, now] for _, code in plays] + [code for code in range(63) if hand >> code & 1]
    if len(set(cards)) != len(cards) or len(position.hand.split()) + len(earlier) != 6:
        raise ValueError(f"{position.says}: a card twice, or not six cards in all")
    leaders = [plays[0] for plays in [*earlier, now] if plays] + ([] if now else [(0, 63)])
    if leaders[0][0] != declarer or leaders[0][1] < 48:
        raise ValueError(f"{position.says}: the declarer does not lead a trump to the first trick")
    active = active_seats(position)
    for plays, following in zip(earlier, leaders[1:], strict=True):
        if len(plays) != active.bit_count() or winner(plays)[0] != following[0]:
            raise ValueError(f"{position.says}: the winner of a trick does not lead to the next")
    outside = sum(code >= 48 for code in codes_of(position.trump).values()) - sum(code >= 48 for code in cards)
    room = (active.bit_count() - 1) * (6 - len(earlier)) - len(now)
    if outside > room and active.bit_count() > 2:
        raise ValueError(f"{position.says}: more trumps outside than the others have cards")
    passed = now[-1][0] + 1 if now else 0
    if any(active >> seat & 1 for seat in range(passed, 4) if passed):
        raise ValueError(f"{position.says}: it is not my turn")


def view_of(position: Position, params: Mapping[str, int]) -> SimpleNamespace:
    """The view a strategy with these parameters gets in the position."""
    views = {"bid": auction_view, "name_trump": auction_view, "give": exchange_view, "discard": exchange_view}
    return views.get(position.decision, play_view)(position, params)


def is_legal(view: SimpleNamespace, decision: str, answer: int) -> bool:
    """Whether an answer is one of the legal ones."""
    if decision == "give":
        return answer in (0, view.legal)
    if decision == "discard":
        return answer & ~view.legal == 0 and view.must & ~answer == 0 and answer.bit_count() == view.need
    return answer >= 0 and bool(view.legal >> answer & 1)


def is_sound(position: Position, view: SimpleNamespace, answer: int) -> bool:
    """Whether an answer is one that a sound player might give."""
    codes = codes_of(position.trump)
    if position.decision == "give":
        return position.answers == ("give" if answer else "keep")
    if position.decision == "discard":
        ways = (card_set(codes, way.split()) for way in position.answers.split("/"))
        return view.trumps & ~answer in ways
    if position.decision == "name_trump":
        return SUITS[answer] in position.answers.split()
    if position.decision == "play":
        return answer in {codes[card] for card in position.answers.split()}
    ranges = (word.split("-") for word in position.answers.split())
    return any(answer == 0 if word == ["pass"] else int(word[0]) <= answer <= int(word[-1]) for word in ranges)
