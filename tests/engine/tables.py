"""Tables for the tests of the engine: players that answer at random, and a table that keeps every view it has shown."""

import gc
from typing import Any

from simcards.engine import records
from simcards.engine.deciders import Decider
from simcards.engine.fields import fields_of
from simcards.engine.table import Table
from simcards.games.game import find_game
from simcards.strategy import count, nth, select
from tests.reference import replay

GAMES = ("canadian_smear", "hasenpfeffer")
RULE_SETS = {
    "canadian_smear": (
        {},
        {"bid_min": 1, "all_pass": "dealer_forced", "dealer_may_equal": True, "low": "lowest_in_play"},
        {"follow": "strict", "low_to": "winner", "game_tie": "defenders", "high": "highest_in_play", "target": 11},
        {"game_tie": "declarers", "values": {"10": 0, "9": 17, "A": 1}},
    ),
    "hasenpfeffer": (
        {},
        {"bowers": False, "auction": "continuous", "overtricks": False},
        {"allow_no_trump": True, "all_pass": "dealer_forced", "bid_min": 2},
        {"bowers": False, "allow_no_trump": True, "auction": "continuous", "all_pass": "redeal_next"},
    ),
}


def any_legal(v):
    """Any legal answer, each as likely as the others."""
    return nth(v.legal, ((v.random >> 31) * count(v.legal)) >> 32)


def call_seldom(v):
    """A pass half of the time, else any legal call: uniform calls would hardly ever pass a deal out."""
    return select(v.random & 1 != 0, nth(v.legal, ((v.random >> 31) * count(v.legal)) >> 32))


# One long expression compiles many times faster than a helper called for each field.
SMALL = (1 << 31) - 1


def always_seen(v):
    """A number that depends on every field that each view has; sets of cards are folded to 31 bits."""
    x = v.random & SMALL
    x += ((v.hand ^ (v.hand >> 31) ^ (v.hand >> 40)) & SMALL) * 3
    x += ((v.trumps ^ (v.trumps >> 31) ^ (v.trumps >> 40)) & SMALL) * 5
    x += ((v.trump_mask ^ (v.trump_mask >> 31) ^ (v.trump_mask >> 40)) & SMALL) * 7
    x += ((v.legal ^ (v.legal >> 31) ^ (v.legal >> 40)) & SMALL) * 9
    x += v.order * 1_001 + v.dealer * 2_003 + v.score_us * 3_007 + v.score_them * 4_013 + v.target * 5_003
    x += v.scores[0] * 6_001 + v.scores[1] * 6_101 + v.scores[2] * 6_203 + v.scores[3] * 6_301 + v.trump * 7_001
    x += v.calls[0] * 8_009 + v.calls[1] * 8_111 + v.calls[2] * 8_209 + v.calls[3] * 8_311
    return x  # a sum in steps


def chosen(v, x):
    """The legal answer that a number chooses."""
    return nth(v.legal, (((x ^ (x >> 9) ^ (x >> 20)) & 0xFFFFF) * count(v.legal)) >> 20)


def call_by_every_field(v):
    """A call that every field of the view decides together."""
    return chosen(v, always_seen(v) + v.high_bid * 9_001 + v.high_bidder * 9_103)


def name_by_every_field(v):
    """A trump that every field of the view decides together."""
    x = always_seen(v) + v.high_bid * 9_001 + v.high_bidder * 9_103
    return chosen(v, x + v.bid * 9_203 + v.declarer * 9_311)


def play_by_every_field(v):
    """A card that every field of the view decides together: it gives away any difference between two ways to play."""
    x = always_seen(v) + v.bid * 9_203 + v.declarer * 9_311 + v.led * 9_403 + v.best * 9_511 + v.best_seat * 9_601
    x += v.partner_winning * 9_709 + v.position * 9_803 + v.to_play * 9_901 + v.active * 11_003 + v.trick_no * 11_113
    x += v.declaring * 11_213 + v.tricks[0] * 11_311 + v.tricks[1] * 11_411 + v.kitty + v.discarded + v.gave
    x += v.received + v.shown + v.exposed + ((v.winning ^ (v.winning >> 31) ^ (v.winning >> 40)) & SMALL) * 11
    x += v.voids[0] * 12_007 + v.voids[1] * 12_101 + v.voids[2] * 12_203 + v.voids[3] * 12_301
    x += ((v.trick ^ (v.trick >> 31) ^ (v.trick >> 40)) & SMALL) * 13
    x += ((v.unseen ^ (v.unseen >> 31) ^ (v.unseen >> 40)) & SMALL) * 15
    x += ((v.taken[0] ^ (v.taken[0] >> 31) ^ (v.taken[0] >> 40)) & SMALL) * 17
    x += ((v.taken[1] ^ (v.taken[1] >> 31) ^ (v.taken[1] >> 40)) & SMALL) * 19
    x += ((v.played[0] ^ (v.played[0] >> 31) ^ (v.played[0] >> 40)) & SMALL) * 21
    x += ((v.played[1] ^ (v.played[1] >> 31) ^ (v.played[1] >> 40)) & SMALL) * 23
    x += ((v.played[2] ^ (v.played[2] >> 31) ^ (v.played[2] >> 40)) & SMALL) * 25
    x += ((v.played[3] ^ (v.played[3] >> 31) ^ (v.played[3] >> 40)) & SMALL) * 27
    return chosen(v, x)


def attentive_player(kind="scalar"):
    """A player whose answers depend on all that it sees."""
    functions = {"bid": call_by_every_field, "name_trump": name_by_every_field, "play": play_by_every_field}
    return {d: Decider(d, function, kind, "attentive") for d, function in functions.items()}


def random_player(game, bid=call_seldom, kind="scalar"):
    """A player that gives any legal answer, which reaches everywhere that the rules can lead."""
    others = dict.fromkeys(game.decisions, any_legal) | {"bid": bid}
    return {decision: Decider(decision, function, kind, "at_random") for decision, function in others.items()}


class WatchedTable(Table):
    """A table that keeps every decision with all fields of its view; `before` are the match scores before each deal."""

    def __init__(self, game, rules, players, before=(0, 0)):
        super().__init__(game, rules, players)
        self.before = list(before)
        self.decisions: dict[int, list[tuple[Any, ...]]] = {}  # by deal: (kind, seat, legal, answer, view)
        self.watches_voids = True

    def run(self, seed, first, n, answered):
        """Play, and keep what each seat saw before it answered."""
        self.decisions = {deal: [] for deal in range(first, first + n)}

        def watched(ask):
            if ask.decision == "bid":
                for side, score in enumerate(self.before):
                    ask.state.c[self.rows["BEFORE"] + side, :n] = score
            names = tuple(name for name in fields_of(ask.decision) if name != "layout")
            views = ask.fields(names)
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


def compare(table, texts, seed, first, deals):
    """Assert that the reference sees every decision and every record of these deals as the engine does."""
    gc.disable()  # millions of small dicts without a cycle: looking for cycles takes a fifth of the time
    try:
        _compare(table, texts, seed, first, deals)
    finally:
        gc.enable()


def _compare(table, texts, seed, first, deals):
    for record in records.write(table.game, table.rules, texts, table, seed, first, deals):
        replayed = replay(record, scores_before=table.before)
        where = f"{record['game']} seed {seed} deal {record['deal']} {table.rules!r}"
        decisions = table.decisions[record["deal"]]
        assert len(decisions) == len(replayed.decisions), where
        for ours, theirs in zip(decisions, replayed.decisions, strict=True):
            kind, seat, legal, answer, view = ours
            del view["random"]  # the strategy's own: no part of the deal
            assert (kind, seat, legal, answer) == (theirs.kind, theirs.seat, theirs.legal, theirs.answer), where
            assert view == theirs.view, f"{where}: {kind} of seat {seat}: {differing(view, theirs.view)}"
        after = [before + score for before, score in zip(table.before, record["score"], strict=True)]
        assert record | {"scores_before": table.before, "scores_after": after} == replayed.record, where


def differing(view, other):
    """The fields in which two views differ, with both values."""
    names = view.keys() | other.keys()
    return {name: (view.get(name), other.get(name)) for name in names if view.get(name) != other.get(name)}


def watched(game_name, rules, before=(0, 0), players=None):
    """A prepared table of a game with these changed rules, at which random players sit."""
    game = find_game(game_name)
    table = WatchedTable(game, game.book.rules(rules), players or [random_player(game)], before)
    table.prepare()
    return table
