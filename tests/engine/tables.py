"""Tables for the tests of the engine: players that answer at random, and a table that keeps every view it has shown."""

import gc
from typing import Any

from simcards.engine import asking, records
from simcards.engine.deciders import Decider
from simcards.engine.fields import fields_of
from simcards.engine.table import Table
from simcards.games.game import find_game
from simcards.strategy import at, bit, count, mix, nth, select, where
from tests.reference import replay

GAMES = ("canadian_smear", "charlemagne", "cutthroat_pitch", "hasenpfeffer", "king_pedro")
# The first and the third set of a game share one compilation.
RULE_SETS = {
    "canadian_smear": (
        {},
        {"bid_min": 1, "all_pass": "dealer_forced", "dealer_may_equal": True, "low": "lowest_in_play"},
        {"follow": "strict", "low_to": "winner", "game_tie": "defenders", "high": "highest_in_play", "target": 11},
        {"game_tie": "declarers", "values": {"10": 0, "9": 17, "A": 1}},
    ),
    "charlemagne": (
        {},
        {"exchange_after_trump": True, "auction": "continuous", "fail": "set_back", "overtricks": True, "target": 50},
        {
            "bid_min": 1,
            "bid_order": "text_listing",
            "all_pass": "dealer_forced",
            "kitty_face_up": True,
            "lead_5_8": "declarer",
            "stop_early": True,
            "values": {"made": {"5": 0, "mulot": 3}, "failed": {"6": 60, "gros_mulot": 1000}},
        },
        {"exchange_after_trump": True, "kitty_face_up": True, "fail": "both", "stop_early": True, "overtricks": True},
    ),
    "cutthroat_pitch": (
        {},
        {"players": 3, "auction": "single_round", "all_pass": "redeal_same", "game_tie": "all", "low_to": "player"},
        {"follow": "strict", "dealer_may_steal_smudge": True, "game_tie": "defenders", "target": 11},
        {"players": 7, "dealer_may_equal": False, "game_tie": "declarers", "values": {"10": 0, "9": 17, "A": 1}},
    ),
    "hasenpfeffer": (
        {},
        {"bowers": False, "auction": "continuous", "overtricks": False},
        {"allow_no_trump": True, "all_pass": "dealer_forced", "bid_min": 2},
        {"bowers": False, "allow_no_trump": True, "auction": "continuous", "all_pass": "redeal_next"},
    ),
    "king_pedro": (
        {},
        {
            "auction": "single_round",
            "discard": "free",
            "discard_points_to": "opponents",
            "two_to": "dealt",
            "plain_follow": "follow_suit",
            "plain_winner": "highest_of_led",
            "show_trump_discards": True,
        },
        {
            "discard": "protect_points",
            "discard_points_to": "discarder",
            "two_to": "winner",
            "gift": False,
            "plain_follow": "follow_or_trump",
            "bid_min": 40,
            "all_pass": "dealer_forced",
        },
        {"show_trump_discards": True, "bid_max": 35, "values": {"K": 0, "Q": 31, "off5": 1000}},
    ),
}
SCORES = (7, -3, 2, 5, -1, 4, 0, 9)  # match scores that tell up to eight sides apart


# ---- players that answer at random -----------------------------------------------------------------------------------


def any_legal(v):
    """Any legal answer, each as likely as the others."""
    return nth(v.legal, ((v.random >> 31) * count(v.legal)) >> 32)


def call_seldom(v):
    """A pass half of the time, else any legal call: uniform calls would hardly ever pass a deal out."""
    return select(v.random & 1 != 0, nth(v.legal, ((v.random >> 31) * count(v.legal)) >> 32))


def one_call_or_pass(v):
    """The call that the parameters name, where it is legal, half of the time; from the last but one seat on always."""
    wanted = (v.random & 1 != 0) | (v.high_bid == 0) & (v.order >= len(v.calls) - 2)
    return select(wanted & ((v.legal >> v.params.call) & 1 != 0), v.params.call)


def any_discards(v):
    """What must go, and any other legal cards."""
    going = v.must
    for k in range(9):
        left = v.legal & ~going
        card = bit(nth(left, ((mix(v.random, k) >> 31) * count(left)) >> 32))
        going = going | where(count(going) < v.need, card, 0)
    return going


def all_or_nothing(v):
    """All that may be given, or nothing."""
    return select(v.random & 1 != 0, v.legal)


def any_card(v):
    """Any one card that may be given."""
    return bit(nth(v.legal, ((v.random >> 31) * count(v.legal)) >> 32))


def random_player(game, bid=call_seldom, kind="scalar", **params):
    """A player that gives any legal answer, which reaches everywhere that the rules can lead; `params` are of `bid`."""
    functions = {"discard": any_discards, "give": all_or_nothing if game.gift_is_free else any_card}
    others = {d: Decider(d, functions.get(d, any_legal), kind, "at_random") for d in game.decisions}
    return others | {"bid": Decider("bid", bid, kind, "at_random", tuple(params.items()))}


# ---- players whose answers depend on all that they see ---------------------------------------------------------------

SMALL = (1 << 31) - 1


def folded(cards):
    """A set of cards as a number of 31 bits."""
    return (cards ^ (cards >> 31) ^ (cards >> 40)) & SMALL


def always_seen(v):
    """A number that depends on every field that each view has."""
    x = v.random & SMALL
    x += folded(v.hand) * 3 + folded(v.trumps) * 5 + folded(v.trump_mask) * 7 + folded(v.legal) * 9
    x += v.order * 1_001 + v.dealer * 2_003 + v.score_us * 3_007 + v.score_them * 4_013 + v.target * 5_003
    x += v.trump * 7_001
    for seat in range(len(v.calls)):
        x += at(v.scores, seat) * (6_001 + 100 * seat) + at(v.calls, seat) * (8_009 + 100 * seat)
    return x


def chosen(v, x):
    """The legal answer that a number chooses."""
    return nth(v.legal, (((x ^ (x >> 9) ^ (x >> 20)) & 0xFFFFF) * count(v.legal)) >> 20)


def call_by_every_field(v):
    """A call that every field of the view decides together."""
    return chosen(v, always_seen(v) + v.high_bid * 9_001 + v.high_bidder * 9_103)


def name_by_every_field(v):
    """A trump that every field of the view decides together."""
    x = always_seen(v) + v.high_bid * 9_001 + v.high_bidder * 9_103
    x += folded(v.kitty) * 29 + folded(v.received) * 31 + folded(v.discarded) * 33
    return chosen(v, x + v.bid * 9_203 + v.declarer * 9_311)


def exchange_seen(v):
    """A number that depends on every field of a view of the exchange."""
    x = always_seen(v) + v.bid * 9_203 + v.declarer * 9_311 + v.active * 11_003 + v.declaring * 11_213
    return x + v.need * 9_401 + folded(v.must) * 27 + folded(v.kitty) * 29 + folded(v.received) * 31


def discard_by_every_field(v):
    """Discards that every field of the view decides together."""
    x = exchange_seen(v)
    going = v.must
    for k in range(9):
        left = v.legal & ~going
        card = bit(nth(left, ((mix(x, k) >> 31) * count(left)) >> 32))
        going = going | where(count(going) < v.need, card, 0)
    return going


def give_all_by_every_field(v):
    """All or nothing, as every field of the view decides together."""
    return select(mix(exchange_seen(v), 0) & 1 != 0, v.legal)


def give_one_by_every_field(v):
    """One card that every field of the view decides together."""
    return bit(chosen(v, exchange_seen(v)))


def choose_by_every_field(v):
    """A choice that every field of the view decides together."""
    return chosen(v, exchange_seen(v))


def play_by_every_field(v):
    """A card that every field of the view decides together: it gives away any difference between two ways to play."""
    x = always_seen(v) + v.bid * 9_203 + v.declarer * 9_311 + v.led * 9_403 + v.best * 9_511 + v.best_seat * 9_601
    x += v.partner_winning * 9_709 + v.position * 9_803 + v.to_play * 9_901 + v.active * 11_003 + v.trick_no * 11_113
    x += v.declaring * 11_213 + folded(v.winning) * 11 + folded(v.trick) * 13 + folded(v.unseen) * 15
    x += folded(v.kitty) * 29 + folded(v.received) * 31 + folded(v.discarded) * 33 + folded(v.gave) * 35
    x += folded(v.shown) * 37 + folded(v.exposed) * 39
    for side in range(len(v.tricks)):
        x += at(v.tricks, side) * (11_311 + 100 * side) + folded(at(v.taken, side)) * (17 + 2 * side)
    for seat in range(len(v.voids)):
        x += at(v.voids, seat) * (12_007 + 100 * seat) + folded(at(v.played, seat)) * (41 + 2 * seat)
    return chosen(v, x)


def attentive_player(game, kind="scalar"):
    """A player whose answers depend on all that it sees."""
    functions = {
        "bid": call_by_every_field,
        "name_trump": name_by_every_field,
        "discard": discard_by_every_field,
        "give": give_all_by_every_field if game.gift_is_free else give_one_by_every_field,
        "choose": choose_by_every_field,
        "play": play_by_every_field,
    }
    return {d: Decider(d, functions[d], kind, "attentive") for d in game.decisions}


# ---- tables ----------------------------------------------------------------------------------------------------------


class WatchedTable(Table):
    """A table that keeps every decision with all fields of its view; `before` are the sides' match scores (none: 0).

    `arrange(table, state)`, if given, puts other cards into deals that have just been dealt.
    """

    is_compiled = False  # it plays by the steps in Python, whose loops are compiled

    def __init__(self, game, rules, players, before=(), arrange=None):
        super().__init__(game, rules, players)
        self.before = list((before or (0,) * self.game.sides)[: self.game.sides])
        self.arrange = arrange
        self.decisions: dict[int, list[tuple[Any, ...]]] = {}  # by deal: (kind, seat, legal, answer, view)
        self.watches_voids = True

    def prepare(self):
        """Finds the loops that ask; whole rounds, whole tricks and the compiled driver are never used."""
        for k, player in enumerate(self.players):
            for decision in self.game.decisions:
                if player[decision].kind == "scalar":
                    self._loops[decision, k] = asking.ask_loop(self.game, self.rules, player[decision])

    def run(self, seed, first, n, answered):
        """Play, and keep what each seat saw before it answered."""
        self.decisions = {deal: [] for deal in range(first, first + n)}
        begun = False

        def watched(ask):
            nonlocal begun
            if not begun:
                begun = True
                for side, score in enumerate(self.before):
                    ask.state.c[self.rows["BEFORE"] + side, :n] = score
                if self.arrange:
                    self.arrange(self, ask.state)
            names = tuple(name for name in fields_of(ask.decision) if name != "layout")
            views = ask._views = ask.fields(names)  # what `ask` would otherwise compile another loop for
            answered(ask)
            columns = [plain(views.columns[name]) for name in names]
            numbers = (ask.deals.tolist(), ask.seats.tolist(), ask.legal.tolist(), ask.answers.tolist())
            for deal, seat, legal, answer, *values in zip(*numbers, *columns, strict=True):
                view = dict(zip(names, values, strict=True))
                self.decisions[deal].append((ask.decision, seat, legal, answer, view))

        return super().run(seed, first, n, watched)


def plain(column):
    """A field of many lanes as a list of Python's numbers, or of tuples of them."""
    if isinstance(column, tuple):
        return list(zip(*(part.tolist() for part in column), strict=True))
    return column.tolist()


def watched(game_name, rules, before=(), players=None, arrange=None):
    """A prepared table of a game with these changed rules, at which random players sit."""
    game = find_game(game_name)
    table = WatchedTable(game, game.book.rules(rules), players or [random_player(game)], before, arrange)
    table.prepare()
    return table


def compare(table, texts, seed, first, deals):
    """The records of these deals, after asserting that the reference sees them, and every decision, as the engine does.

    The cards of an exchange are sets: the reference lists them in the order of the record.
    """
    gc.disable()  # millions of small dicts without a cycle: looking for cycles takes a fifth of the time
    try:
        return list(_compared(table, texts, seed, first, deals))
    finally:
        gc.enable()


def _compared(table, texts, seed, first, deals):
    for record in records.write(table.game, table.rules, texts, table, seed, first, deals):
        replayed = replay(record, scores_before=table.before)
        where = f"{record['game']} seed {seed} deal {record['deal']} {table.rules!r}"
        decisions = table.decisions.pop(record["deal"])
        assert len(decisions) == len(replayed.decisions), where
        for ours, theirs in zip(decisions, replayed.decisions, strict=True):
            kind, seat, legal, answer, view = ours
            del view["random"]  # the strategy's own: no part of the deal
            assert (kind, seat, legal, answer) == (theirs.kind, theirs.seat, theirs.legal, theirs.answer), where
            assert view == theirs.view, f"{where}: {kind} of seat {seat}: {differing(view, theirs.view)}"
        after = [before + score for before, score in zip(table.before, record["score"], strict=True)]
        assert record | {"scores_before": table.before, "scores_after": after} == replayed.record, where
        yield record


def differing(view, other):
    """The fields in which two views differ, with both values."""
    names = view.keys() | other.keys()
    return {name: (view.get(name), other.get(name)) for name in names if view.get(name) != other.get(name)}
