"""Unseen cards are dealt anew wherever they lie, and a view that shows one of them is found out."""

from dataclasses import replace

import numpy as np
import pytest

from simcards.engine import asking, fields
from simcards.engine.deciders import Decider
from simcards.games.game import find_game
from simcards.strategy.check import situations
from simcards.strategy.check.hidden import Unseen, dealt
from simcards.strategy.check.leaks import look_through
from simcards.strategy.check.situations import begin
from simcards.strategy.check.steps import BreachError, StepTable, every_field
from simcards.strategy.texts import load

DEALS = 300
GAMES = {
    "canadian_smear": {},
    "hasenpfeffer": {"allow_no_trump": True},
    "king_pedro": {},
    "charlemagne": {},
    "cutthroat_pitch": {},
}
OPEN = {
    "king_pedro": {"show_trump_discards": True, "discard": "free", "two_to": "dealt"},
    "charlemagne": {"kitty_face_up": True, "bid_order": "text_listing", "auction": "continuous"},
}
HIDDEN = ("HAND", "SECOND", "KITTY", "DISCARD", "START", "RECEIVED")


def random_table(name, rules):
    game = find_game(name)
    in_force = game.book.rules(rules)
    player = load(str(situations.random_file(game.under(in_force))), game).player
    table = StepTable(game, in_force, [player, player])
    table.prepare()
    return table


def columns(table, ask, lanes):
    """The columns of cards that may be hidden, by name and number."""
    sizes = {"KITTY": 1}
    present = {
        "SECOND": table.game.second_deal,
        "KITTY": table.game.kitty,
        "DISCARD": table.game.discard,
        "RECEIVED": table.game.gift,
    }
    return {
        (name, k): np.array(ask.state.c[table.rows[name] + k, lanes])
        for name in HIDDEN
        if present.get(name, True)
        for k in range(sizes.get(name, table.game.seats))
    }


@pytest.mark.parametrize(("name", "rules"), [*GAMES.items(), *OPEN.items()])
def test_dealing_anew_changes_what_is_hidden_keeps_all_sizes_and_is_undone(name, rules):
    table = random_table(name, rules)
    draw = np.random.default_rng(5)
    changed = dict.fromkeys(HIDDEN, 0)

    def answered(ask):
        table.answer_all(ask)
        views = ask.fields(every_field(ask.decision))
        if not len(views.lanes):
            return
        before = columns(table, ask, views.lanes)
        out = np.array(ask.state.c[table.rows["OUT"], views.lanes])
        put_back = Unseen(ask, views).deal_anew(draw)
        after = columns(table, ask, views.lanes)
        for (column, k), cards in before.items():
            other = after[column, k]
            assert (np.bitwise_count(cards) == np.bitwise_count(other)).all()
            changed[column] += int((cards != other).sum())
        assert (before["HAND", ask.place] == after["HAND", ask.place]).all()
        held = [after["HAND", place] for place in range(table.game.seats)]
        for one in range(table.game.seats):
            assert all((held[one] & held[other] == 0).all() for other in range(one))
        put_back()
        again = columns(table, ask, views.lanes)
        assert all((cards == again[place]).all() for place, cards in before.items())
        assert (out == ask.state.c[table.rows["OUT"], views.lanes]).all()

    table.run(1, 0, DEALS, answered)
    game = table.game
    there = {"HAND", "START"}
    there |= {"SECOND"} if game.second_deal else set()
    there |= {"KITTY"} if game.kitty else set()
    there |= {"DISCARD"} if game.discard else set()
    there |= {"RECEIVED"} if name == "king_pedro" else set()
    assert {column for column, number in changed.items() if number > 50} >= there


def test_dealt_sets_are_of_the_sizes_asked_for_and_every_card_is_as_likely_everywhere():
    pool = np.full(20_000, 0b1011_0111 << 20, np.int64)
    sizes = [np.full(20_000, 2, np.int64), np.arange(20_000) % 3]
    one, other = dealt(pool, sizes, np.random.default_rng(1))
    assert (np.bitwise_count(one) == 2).all()
    assert (np.bitwise_count(other) == sizes[1]).all()
    assert (one & other == 0).all()
    assert ((one | other) & ~pool == 0).all()
    for code in (20, 21, 22, 24, 25, 27):
        share = ((one >> code) & 1).mean()
        assert abs(share - 2 / 6) < 5 * (2 / 9 / 20_000) ** 0.5


# ---- leaks -----------------------------------------------------------------------------------------------------------

LEAKS = [
    ("canadian_smear", "exposed", "hand_1"),
    ("charlemagne", "shown", "kitty"),
    ("king_pedro", "gave", "discard_0"),
    ("king_pedro", "gave", "count(hand_2 & mask)"),
]


@pytest.mark.parametrize(("name", "field", "leak"), LEAKS)
def test_a_field_that_shows_an_unseen_card_is_found_out(name, field, leak, monkeypatch):
    monkeypatch.setitem(fields.FIELDS, field, replace(fields.FIELDS[field], text=leak))
    monkeypatch.setattr(situations, "RULE_SETS", 0)
    asking.fields_loop.cache_clear()
    try:
        game = find_game(name)
        trial = begin(str(situations.random_file(game)), game, game.book.rules(), 1, 200)
        situation = trial.situations[0]
        situation.table.prepare()
        with pytest.raises(BreachError, match=f"play of seat . has a view that leaks: {field} is "):
            look_through(trial, situation, np.random.default_rng(1))
    finally:
        asking.fields_loop.cache_clear()


def test_a_legal_set_that_depends_on_unseen_cards_is_found_out(monkeypatch):
    changed = fields.BY_DECISION["bid"] | {"legal": "1 | (legal_calls(bid, (hand_1 >> 60) & 1, rules) & -asked)"}
    monkeypatch.setitem(fields.BY_DECISION, "bid", changed)
    game = find_game("canadian_smear")
    caches = (fields.definitions, fields.needed, asking.fields_loop, asking.ask_loop)
    for cache in caches:
        cache.cache_clear()
    try:
        table = random_table("canadian_smear", {"dealer_may_equal": True})
        trial = begin(str(situations.random_file(game)), game, table.rules, 1, 200)
        situation = trial.situations[0]
        situation.table.prepare()
        with pytest.raises(BreachError, match=r"bid of seat . has a view that leaks: legal is \d+, and \d+ when"):
            look_through(trial, situation, np.random.default_rng(1))
    finally:
        for cache in caches:
            cache.cache_clear()


def test_an_answer_that_depends_on_unseen_cards_though_no_view_shows_them_is_found_out(monkeypatch):
    game = find_game("canadian_smear")
    monkeypatch.setattr(situations, "RULE_SETS", 0)
    trial = begin(str(situations.random_file(game)), game, game.book.rules(), 1, 100)
    table = trial.situations[0].table
    table.prepare()

    def peek(view):
        return 2 * int(view.legal >> 2 & 1 and table.peeked[table.rows["HAND"] + 1, 0] % 7 < 3)

    def answer(ask, k):
        table.peeked = ask.state.c
        StepTable.answer(table, ask, k)

    table.players = [player | {"bid": Decider("bid", peek, "python", "peeking")} for player in table.players]
    table._loops = {key: loop for key, loop in table._loops.items() if key[0] != "bid"}
    monkeypatch.setattr(table, "answer", answer)
    with pytest.raises(BreachError, match=r"peeking: bid of seat . answered ., and . to the same view when cards"):
        look_through(trial, trial.situations[0], np.random.default_rng(1))
