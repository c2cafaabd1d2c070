"""The fields of a view: what a seat may know at a decision, each as an expression over the state of its deal.

The expressions are text, because loops are generated: a loop computes what its strategy reads and nothing else. Their
names are other definitions here, or the state itself (a column of the chunk, a local of a fused loop):

    hand_J                  cards held, by relative seat J
    start_P                 cards held at the first lead, by seat from the declarer on; discard_P, received_P likewise
    first, dealer, declarer absolute seats; `first` sits at place 0, the one to answer at `place`
    bid, calls, open_seats  the high bid; eight bits a seat: last call + 1; bits of the seats still in the auction
    active, choice          bits of the seats still in the deal; the declarer's choice, -1 before it
    kitty, took             the kitty; whether the declarer has taken it
    trump, led, led_class, trick, voids, tricks, taken_S, before_S, key
    best, best_place, beat  the card that takes the trick so far, its place, the set of cards that would take it
    place, turn             the place to answer; the trick's number, or the auction's round

A name in capitals is a constant of the game's module.
"""

import re
from dataclasses import dataclass
from functools import cache

from simcards.games.game import Game

# A round of the auction, or a trick, is asked as a whole when one player holds all seats.
BID, NAME_TRUMP, PLAY, DISCARD, GIVE, CHOOSE, ROUND, TRICK = range(8)
DECISIONS = ("bid", "name_trump", "play", "discard", "give", "choose")
EXCHANGE = ("discard", "give", "choose")
SETS = ("discard", "give")  # decisions that are answered with a set of cards
EVER = DECISIONS
AUCTION = ("bid", "name_trump")
CONTRACT = ("name_trump", *EXCHANGE, "play")
LATER = (*EXCHANGE, "play")


@dataclass(frozen=True)
class Field:
    """A view's field: the decisions that have it, its meaning, and its expression ({j}: relative seat, {s}: side)."""

    decisions: tuple[str, ...]
    meaning: str
    text: str
    shape: str = "number"  # number, flag, by_seat, by_side


def _play(meaning: str, text: str, shape: str = "number") -> Field:
    return Field(("play",), meaning, text, shape)


FIELDS: dict[str, Field] = {
    "hand": Field(EVER, "the cards you hold", "hand_0"),
    "random": Field(EVER, "63 random bits of your own", "stream(key, ((kind * 8 + seat) << 8) + turn)"),
    "order": Field(EVER, "0 eldest … n-1 dealer", "order"),
    "dealer": Field(EVER, "the dealer's seat", "turned(dealer - seat + SEATS)"),
    "scores": Field(EVER, "match score of each seat's side", "score_of_{j}", "by_seat"),
    "score_us": Field(EVER, "your side's match score", "score_of_0"),
    "score_them": Field(EVER, "the highest match score of another side", "score_them"),
    "target": Field(EVER, "points that win the match", "rules.target"),
    "trump": Field(EVER, "-1 not named, 0-3 the suit, 4 none", "trump_named"),
    "trump_mask": Field(EVER, "the set of trumps, 0 while not named", "mask"),
    "trumps": Field(EVER, "the trumps you hold", "hand_0 & mask"),
    "layout": Field(EVER, "how this deck's trump lane is laid out, for as_trump", "LAYOUT"),
    "legal": Field(EVER, "your legal answers", "legal"),
    "must": Field(EXCHANGE, "the cards that must go", "must"),
    "need": Field(EXCHANGE, "how many cards go", "need"),
    "high_bid": Field(AUCTION, "the highest bid, 0 while there is none", "bid"),
    "high_bidder": Field(AUCTION, "its seat, -1 while there is none", "bidder"),
    "calls": Field(EVER, "each seat's last call: -1 none, 0 pass", "call_of_{j}", "by_seat"),
    "bid": Field(CONTRACT, "the contract's bid", "bid"),
    "declarer": Field(CONTRACT, "the declarer's seat", "bidder"),
    "winning": _play("legal cards that would now take the trick; leading: all", "winning"),
    "led": _play("the card led, -1 when leading", "(-1 if place == 0 else led)"),
    "best": _play("the card that takes the trick so far, -1 when leading", "(-1 if place == 0 else best)"),
    "best_seat": _play("its seat, -1 when leading", "(-1 if place == 0 else turned(best_place - place + SEATS))"),
    "trick": _play("the cards of the trick so far", "(0 if place == 0 else trick)"),
    "partner_winning": _play("your partner takes the trick so far", "partner_winning", "flag"),
    "position": _play("cards already in the trick", "position"),
    "to_play": _play("players after you in this trick", "to_play"),
    "active": Field(LATER, "bits of the seats that play", "active_seats"),
    "trick_no": _play("0 for the first trick", "turn"),
    "declaring": Field(LATER, "your side is the declaring side", "same_side(declarer, seat)", "flag"),
    "kitty": Field(CONTRACT, "the kitty, when you have seen it", "kitty_seen"),
    "played": _play("all cards each seat has played", "played_by_{j}", "by_seat"),
    "voids": _play("lanes each seat has shown to be void in", "void_of_{j}", "by_seat"),
    "taken": _play("cards in the tricks won, your side first", "taken_by_{s}", "by_side"),
    "tricks": _play("tricks won, your side first", "tricks_by_{s}", "by_side"),
    "discarded": Field(("name_trump", "play"), "cards you have laid away", "discarded"),
    "gave": _play("cards you have given away: none, who gives leaves the deal", "0"),
    "received": Field(CONTRACT, "cards you have been given", "received"),
    "shown": _play("discards that everybody has seen", "shown"),
    "exposed": _play("the declarer's cards, when they lie open", "exposed"),
    "unseen": _play(
        "cards you have not seen",
        "deck_of(trump) & ~(hand_0 | gone | (0 if place == 0 else trick) | discarded | shown | exposed | kitty_seen)",
    ),
}

COMMON = {
    "seat": "turned(first + place)",
    "order": "turned(seat - dealer - 1 + SEATS)",
    "bidder": "turned(declarer - seat + SEATS)",
    "score_them": "highest_other(scores_before, seat)",
    "mine": "((who >> seat) & 1) & asked",
    "named": "trump >= 0",
}
IN_EXCHANGE = {
    "trump_named": "trump",
    "mask": "select(named, trump_mask(trump))",
    "must": "0",
    "need": "0",
    "active_here": "(active >> seat) & 1",
}
BY_DECISION: dict[str, dict[str, str]] = {
    "bid": {
        "kind": "0",
        "trump_named": "-1",
        "mask": "0",
        "asked": "(open_seats >> seat) & 1",
        "legal": "1 | (legal_calls(bid, 1 * (dealer == seat), rules) & -asked)",
        "bidder": "where(declarer < 0, -1, turned(declarer - seat + SEATS))",
    },
    "name_trump": {
        "kind": "1",
        "trump_named": "-1",
        "mask": "0",
        "asked": "1 * names_trump(bid, rules)",
        "legal": "trump_choices(hand_0, rules)",
    },
    "play": {
        "kind": "2",
        "trump_named": "trump",
        "mask": "trump_mask(trump)",
        "asked": "here",
        "legal": "(lead(hand_0, mask, turn, rules) if place == 0 else follow(hand_0, led_class, mask, rules))",
        "winning": "(legal if place == 0 else legal & beat)",
        "partner_winning": "(False if place == 0 else partners(best_place, place))",
    },
    "discard": IN_EXCHANGE
    | {
        "kind": "3",
        "going": "discard(hand_0, place, bid, choice, mask, rules)",
        "legal": "going[0]",
        "must": "going[1]",
        "need": "going[2]",
        "asked": "active_here & (need > 0)",
    },
    "give": IN_EXCHANGE
    | {
        "kind": "4",
        "partner_plays": "(active >> turned(seat + SIDES)) & 1",
        "offer": "gift(hand_0, place, partner_plays, bid, choice, mask, rules)",
        "offers": "1 * (offer[0] != 0)",
        "legal": "where(offers != 0, offer[0], hand_0)",
        "need": "offer[1]",
        "asked": "active_here & offers",
    },
    "choose": IN_EXCHANGE | {"kind": "5", "legal": "0b11", "asked": "1 * offers_choice(bid, rules)"},
}


@cache
def definitions(decision: str, game: Game) -> dict[str, str]:
    """All derived names of a decision with their expressions, at a game's table."""
    found = dict(COMMON)
    seats, sides = range(game.seats), range(game.sides)
    shifts = [f"(turned(seat + {j}) << 3)" for j in seats]
    for j in seats:
        found[f"started_by_{j}"] = f"at(starts, turned(turned(seat + {j}) - declarer + SEATS))"
        found[f"played_by_{j}"] = f"started_by_{j} & ~hand_{j}"
        found[f"call_of_{j}"] = f"((calls >> {shifts[j]}) & 255) - 1"
        found[f"void_of_{j}"] = f"(voids >> {shifts[j]}) & 31"
        found[f"score_of_{j}"] = f"at(scores_before, side_of(turned(seat + {j})))"
    found["starts"] = _tuple_of("start", game.seats)
    found["scores_before"] = _tuple_of("before", game.sides)
    found["gone"] = " | ".join(f"taken_{s}" for s in sides)
    found["taken_by_side"] = _tuple_of("taken", game.sides)
    for s in sides:
        found[f"taken_by_{s}"] = f"at(taken_by_side, side_of(turned(seat + {s})))"
        found[f"tricks_by_{s}"] = f"tricks_of_side(tricks, side_of(turned(seat + {s})))"
    return found | _exchanged(game) | _present(game) | BY_DECISION[decision]


def _tuple_of(name: str, size: int) -> str:
    return "(" + "".join(f"{name}_{k}, " for k in range(size)) + ")"


def _exchanged(game: Game) -> dict[str, str]:
    """What a seat knows of cards that changed hands; 0 where none do."""
    found = dict.fromkeys(("discarded", "received", "shown", "exposed", "kitty_seen"), "0")
    from_declarer = "turned(seat - declarer + SEATS)"
    if game.discard is not None:
        found["discarded"] = f"at({_tuple_of('discard', game.seats)}, {from_declarer})"
        if "show_trump_discards" in game.book.by_key:
            away = " | ".join(f"discard_{k}" for k in range(game.seats))
            found["shown"] = f"select(rules.show_trump_discards, ({away}) & mask)"
    if game.gift is not None:
        found["received"] = f"at({_tuple_of('received', game.seats)}, {from_declarer})"
    if game.takes_kitty is not None:
        open_to_all = " | rules.kitty_face_up" if "kitty_face_up" in game.book.by_key else ""
        found["kitty_seen"] = f"select((took & (declarer == seat)){open_to_all}, kitty)"
    if game.exposes is not None:
        found["exposed"] = f"select(exposes(bid, turn, rules), at({_tuple_of('hand', game.seats)}, bidder))"
    return found


def _present(game: Game) -> dict[str, str]:
    """Who is in the deal: a seat that has left is not asked, and is no part of a trick."""
    if not game.seats_leave:
        return {"here": "1", "active_seats": "(1 << SEATS) - 1", "to_play": "SEATS - 1 - place", "position": "place"}
    return {
        "here": "(active >> seat) & 1",
        "active_seats": "((active >> seat) | (active << (SEATS - seat))) & ((1 << SEATS) - 1)",
        "to_play": "count(active_seats & ((1 << (SEATS - place)) - 2))",
        "position": "(0 if place == 0 else count(trick))",
    }


def expressions(name: str, game: Game) -> list[str]:
    """The expressions of a field: one, or one a relative seat or side."""
    field = FIELDS[name]
    if field.shape == "by_seat":
        return [field.text.format(j=j) for j in range(game.seats)]
    if field.shape == "by_side":
        return [field.text.format(s=s) for s in range(game.sides)]
    return [field.text]


def fields_of(decision: str) -> list[str]:
    """The names of all fields of a decision's view, `params` aside."""
    return [name for name, field in FIELDS.items() if decision in field.decisions]


IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


@cache
def needed(decision: str, wanted: tuple[str, ...], game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What some expressions need: (names of state, derived names in the order in which they can be computed)."""
    known = definitions(decision, game)
    derived: dict[str, None] = {}
    state: dict[str, None] = {}

    def visit(text: str) -> None:
        for name in IDENTIFIER.findall(text):
            if name in known:
                if name not in derived:
                    visit(known[name])
                    derived[name] = None
            elif is_state(name):
                state[name] = None

    for text in wanted:
        visit(text)
    return tuple(state), tuple(derived)


STATE = [
    "first",
    "dealer",
    "declarer",
    "bid",
    "calls",
    "open_seats",
    "active",
    "choice",
    "kitty",
    "took",
    "trump",
    "led",
    "led_class",
    "best",
    "best_place",
    "beat",
    "trick",
    "voids",
    "tricks",
    "key",
]
INDEXED_STATE = re.compile(r"(hand|start|taken|before|discard|received)_\d+$")


def is_state(name: str) -> bool:
    """Whether a name is a column of the chunk."""
    return name in STATE or bool(INDEXED_STATE.match(name))
