"""What random deals bring up too seldom, forced (two thousand times a case among the long proofs): both agree on it.

A case changes rules, players or cards so that the rare thing happens, and says how one sees in a record that it did.
"""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from simcards.cards.sets import SPADES
from simcards.engine.deciders import Decider
from simcards.games.game import find_game
from simcards.games.shared import always_pass
from simcards.strategy import count, nth, select
from tests.engine.tables import SCORES, compare, one_call_or_pass, random_player, watched

DEALS = 200
PROOF = 2000
SOLO = {9: "mulot", 10: "charlemagne", 11: "gros_mulot", 12: "gros_charlemagne"}
SOLO_CALLS = 0b1111 << 9
BIDS = {bid: str(bid) for bid in range(1, 9)} | SOLO
SMUDGE = 5
LEAST = 30
TRUMPS = [48 + slot for slot in range(13)] + [3]  # in suit order, with spades trump: spades and the five of clubs
PLAIN = [16 * lane + slot for lane in range(3) for slot in range(13) if (lane, slot) != (0, 3)]


class Case(NamedTuple):
    """A rare thing: how it is brought about, and how it is seen in a record.

    `calls` is a number, the one call that is made, or a function that calls; `trumps(draw)` gives the number of spades
    and fives of clubs by place from eldest on, where cards are to be put together.
    """

    name: str
    game: str
    rules: dict[str, Any]
    happens: Callable[[dict[str, Any]], Any]
    calls: Any = None
    functions: dict[str, Any] = {}  # noqa: RUF012  # never changed
    trumps: Any = None
    share: float = 1.0  # of the deals in which it happens, at least


# ---- what players do -------------------------------------------------------------------------------------------------


def solo_call(v):
    """A pass, or a bid to be played alone while there is one."""
    calls = v.legal & (SOLO_CALLS | 1)
    return select(v.random & 1 != 0, nth(calls, ((v.random >> 31) * count(calls)) >> 32))


def eldest_bids(v):
    """The lowest bid from eldest, a pass from the others."""
    return select(v.order == 0, nth(v.legal, 1))


def spades(_view):
    """Spades."""
    return SPADES


def all_of_them(v):
    """All that may be given."""
    return v.legal


# ---- what a record shows ---------------------------------------------------------------------------------------------


def bid_is(name):
    """Whether the contract is for this bid."""
    return lambda record: record["contract"]["bid"] == name


def is_forced(record):
    """Whether a bid was forced after all had passed."""
    calls = [call for _, call in record["auction"]]
    return record["contract"] and len(set(calls[:-1])) == 1 and calls[0] == "pass" != calls[-1]


def holder_is_forced(record):
    """Whether the holder of the joker was forced to bid; nobody is when it is buried."""
    return record["contract"] is None if record["kitty"] == ["JK"] else is_forced(record)


def actions(record, action):
    """The entries of an exchange of one kind."""
    return [entry for entry in record["exchange"] if entry["action"] == action]


def folds(number):
    """Whether so many seats left the deal."""
    return lambda record: len(actions(record, "fold")) == number and len(record["tricks"][0]["plays"]) == 4 - number


def has_gift(record):
    """Whether a player gave its trumps away."""
    return actions(record, "give")


def goes_without_trumps(record):
    """Whether somebody laid a trump away."""
    away = [card for entry in actions(record, "discard") for card in entry["cards"]]
    return any(card[-1] == "S" or card == "5C" for card in away)


def is_in_the_order_of_the_text(record):
    """Whether a charlemagne was called over a gros mulot."""
    calls = [call for _, call in record["auction"]]
    return "charlemagne" in calls and "gros_mulot" in calls[: calls.index("charlemagne")]


def stops_early(record):
    """Whether tricks were left unplayed."""
    return len(record["tricks"]) < 8


def is_stolen(record):
    """Whether the dealer took a smudge over."""
    return [call for _, call in record["auction"]].count("smudge") == 2


# ---- cards put together ----------------------------------------------------------------------------------------------


def split(draw, number, places):
    """A number of trumps split at random between places, none with one or two, none with more than thirteen."""
    while True:
        shares = [0, 0, 0, 0]
        for _ in range(number):
            shares[draw.choice(places)] += 1
        if all(3 <= shares[place] <= 13 for place in places):
            return shares


def void_seats(number):
    """So many places without a trump."""
    return lambda draw: split(draw, 14, draw.sample(range(4), 4 - number))


def one_left(draw):
    """One place with all trumps but one or two, which its partner, not eldest, can give it."""
    strong = draw.choice((0, 1, 3))
    shares = [0, 0, 0, 0]
    shares[strong] = draw.choice((12, 13))
    shares[(strong + 2) % 4] = 14 - shares[strong]
    return shares


def two_givers(draw):
    """Two neighbours with one or two trumps, whose partners have more."""
    first = draw.randrange(4)
    few = draw.choice((1, 2)), draw.choice((1, 2))
    shares = split(draw, 14 - sum(few), [(first + 2) % 4, (first + 3) % 4])
    shares[first], shares[(first + 1) % 4] = few
    return shares


def crowded(draw):
    """A place with more than six trumps."""
    strong = draw.randrange(4)
    shares = [0, 0, 0, 0]
    shares[strong] = draw.randrange(7, 14)
    others = [place for place in range(4) if place != strong]
    for _ in range(14 - shares[strong]):
        shares[draw.choice(others)] += 1
    return shares


def put_together(trumps):
    """What arranges the cards of King Pedro, nine and four more, with these numbers of trumps."""

    def arrange(table, state):
        c, rows = state.c, table.rows
        for lane, deal in enumerate(c[rows["DEAL"], : state.n].tolist()):
            draw = random.Random(f"{trumps.__name__} {deal}")
            shares = trumps(draw)
            mine, others = draw.sample(TRUMPS, 14), draw.sample(PLAIN, 38)
            for place, share in enumerate(shares):
                hand = [mine.pop() for _ in range(share)] + [others.pop() for _ in range(13 - share)]
                draw.shuffle(hand)
                c[rows["HAND"] + place, lane] = sum(1 << card for card in hand[:9])
                c[rows["SECOND"] + place, lane] = sum(1 << card for card in hand[9:])

    return arrange


# ---- the cases -------------------------------------------------------------------------------------------------------


def charlemagne_cases():
    for bid, name in BIDS.items():
        yield Case(f"bid {name}", "charlemagne", {"bid_min": min(bid, 5)}, bid_is(name), bid)
        rules = {"bid_min": min(bid, 5), "stop_early": True, "fail": "both", "lead_5_8": "declarer"}
        yield Case(f"bid {name}, early stop", "charlemagne", rules, stops_early, bid, share=0.05)
    for bid in (5, 8, *SOLO):
        rules = {"exchange_after_trump": True, "kitty_face_up": bid % 2 == 0, "overtricks": True}
        yield Case(f"bid {BIDS[bid]}, trump first", "charlemagne", rules, bid_is(BIDS[bid]), bid)
    for auction in ("single_round", "continuous"):
        rules = {"bid_order": "text_listing", "auction": auction}
        yield Case(
            f"order of the text, {auction}", "charlemagne", rules, is_in_the_order_of_the_text, solo_call, share=0.03
        )


def pitch_cases():
    for players in range(2, 9):
        rules = {"players": players, "game_tie": "all"}
        yield Case(f"smudge of {players}", "cutthroat_pitch", rules, bid_is("smudge"), SMUDGE)
        rules = {"players": players, "dealer_may_steal_smudge": True}
        yield Case(f"smudge stolen from {players}", "cutthroat_pitch", rules, is_stolen, SMUDGE, share=0.2)


def forced_cases():
    forced = {"all_pass": "dealer_forced"}
    for auction in ("continuous", "single_round"):
        yield Case(f"dealer forced, {auction}", "cutthroat_pitch", {"auction": auction}, is_forced, always_pass)
        for game, least in (("king_pedro", 62), ("charlemagne", 8), ("hasenpfeffer", 6)):
            rules = forced | {"auction": auction} | ({"bid_min": least} if auction == "continuous" else {})
            yield Case(f"dealer forced, {auction}", game, rules, is_forced, always_pass)
    yield Case("dealer forced", "canadian_smear", forced | {"bid_min": 3}, is_forced, always_pass)
    yield Case("holder of the joker forced", "hasenpfeffer", {}, holder_is_forced, always_pass)


def king_pedro_cases():
    named = {"name_trump": spades}
    for number in (1, 2):
        yield Case(f"{number} without trumps", "king_pedro", {}, folds(number), LEAST, named, void_seats(number))
    giving = named | {"give": all_of_them}
    yield Case("one player left", "king_pedro", {}, folds(3), eldest_bids, giving, one_left)
    yield Case("gifts", "king_pedro", {}, has_gift, eldest_bids, giving, two_givers)
    for discard in ("nontrump_first", "free", "protect_points"):
        for points in ("nobody", "opponents", "discarder"):
            rules = {"discard": discard, "discard_points_to": points, "show_trump_discards": points != "nobody"}
            rules["two_to"] = {"nobody": "player", "opponents": "dealt", "discarder": "winner"}[points]
            name = f"more than six trumps, {discard}, {points}"
            yield Case(name, "king_pedro", rules, goes_without_trumps, LEAST, named, crowded, 0.5)


CASES = [*charlemagne_cases(), *pitch_cases(), *forced_cases(), *king_pedro_cases()]


every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.name}".replace(" ", "_"))


def check(case, deals):
    """Compare deals in which the rare thing happens."""
    found = find_game(case.game)
    if isinstance(case.calls, int):
        player = random_player(found, one_call_or_pass, call=case.calls)
    else:
        player = random_player(found, *([case.calls] if case.calls else []))
    player |= {name: Decider(name, function, "scalar", "at_random") for name, function in case.functions.items()}
    arrange = put_together(case.trumps) if case.trumps else None
    table = watched(case.game, case.rules, SCORES, [player], arrange)
    written = compare(table, ["at_random"], 7, 0, deals)
    assert sum(bool(case.happens(record)) for record in written) >= case.share * deals


@every_case
def test_engine_and_reference_agree_on_what_is_rare(case):
    check(case, DEALS)


@pytest.mark.prove
@every_case
def test_proof_of_what_is_rare(case):
    check(case, PROOF)
