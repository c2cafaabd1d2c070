"""One way to play matches equals every other: lanes, parts, compiled or by steps, kinds of strategy, uncompiled."""

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simcards.engine.chunk import DRAW
from simcards.engine.table import Table
from simcards.games.game import find_game
from tests.engine.matches import TARGETS, columns_of, played_by_steps, table_of_steps, written
from tests.engine.tables import GAMES, attentive_player, random_player

SEED = 5
MATCHES = 400
FEW = 40

every_game = pytest.mark.parametrize("game", GAMES)


def rules_of(game):
    """Rules under which matches of random players end in every way."""
    return {"target": TARGETS[game][-1] * (3 if game == "charlemagne" else 1), "max_hands": 8}


@functools.cache
def table_of(game, players=2):
    """A table at which every way to play is compiled, and whose players look at everything, the scores too."""
    found = find_game(game)
    table = Table(found, found.book.rules(rules_of(game)), [attentive_player(found) for _ in range(players)])
    table.prepare(matches=True)
    assert table.is_compiled
    return table


@functools.cache
def expected(game):
    """(counts, rows) that all ways must give."""
    table = table_of(game)
    counts = table.new_counts()
    return counts, table.play_matches(SEED, 0, MATCHES, counts)


def the_same(found, game):
    """Assert that counts and rows are the expected ones."""
    np.testing.assert_array_equal(found[0], expected(game)[0])
    np.testing.assert_array_equal(found[1], expected(game)[1])


def first_rows(rows, game):
    """Assert that rows are those of the first matches."""
    np.testing.assert_array_equal(rows, expected(game)[1][: len(rows)])


@every_game
def test_matches_end_in_every_way_and_add_up(game):
    table, (counts, rows) = table_of(game), expected(game)
    winner, deals, passed, capped, scores = columns_of(table, rows)
    assert ((winner == DRAW) | ((winner >= 0) & (winner < table.game.sides))).all()
    assert set(winner.tolist()) >= set(range(table.game.sides))
    assert set(capped.tolist()) == {0, 1}
    assert ((deals >= 1) & (deals <= 8)).all()
    assert (deals[capped == 1] == 8).all()
    assert (capped[winner == DRAW] == 1).all()
    best = scores.max(axis=1)
    level = (scores == best[:, None]).sum(axis=1) > 1
    np.testing.assert_array_equal((winner == DRAW)[capped == 1], level[capped == 1])
    assert (passed <= deals).all()
    assert counts[:, 0].sum() + passed.sum() == deals.sum()
    np.testing.assert_array_equal(counts[:, 2 : 2 + table.game.sides].sum(axis=0), scores.sum(axis=0))


@every_game
@pytest.mark.parametrize("lanes", [1, 7, 100, 4096])
def test_the_number_of_lanes_changes_nothing(game, lanes):
    counts = table_of(game).new_counts()
    the_same((counts, table_of(game).play_matches(SEED, 0, MATCHES, counts, lanes)), game)


@every_game
def test_matches_played_in_two_parts_are_the_same_as_at_once(game):
    table = table_of(game)
    counts = table.new_counts()
    parts = [table.play_matches(SEED, 0, 123, counts), table.play_matches(SEED, 123, MATCHES - 123, counts, 64)]
    the_same((counts, np.concatenate(parts)), game)


@every_game
def test_the_compiled_driver_and_the_steps_in_python_play_the_same_matches(game):
    the_same(played_by_steps(table_of(game), MATCHES, SEED, 150), game)


def test_a_player_in_all_seats_plays_the_same_as_in_turn():
    table = table_of("canadian_smear", players=1)
    assert table.is_sole
    counts = table.new_counts()
    the_same((counts, table.play_matches(SEED, 0, MATCHES, counts, 96)), "canadian_smear")


@every_game
@pytest.mark.parametrize("kind", ["array", "python"])
def test_array_and_python_strategies_play_the_same_matches_as_their_scalar_twins(game, kind):
    table = table_of_steps(game, rules_of(game), [attentive_player(find_game(game), kind)])
    assert not table.is_compiled
    first_rows(table.play_matches(SEED, 0, FEW, table.new_counts(), 16), game)


@every_game
def test_records_tell_the_same_matches_as_the_rows(game):
    table = table_of(game)
    for deals, row in zip(written(table, FEW, SEED), expected(game)[1], strict=False):
        winner, number, passed, _, scores = (part[0] for part in columns_of(table, row[None]))
        assert deals[-1]["match_winner"] == ("draw" if winner == DRAW else winner)
        assert (len(deals), sum(record["contract"] is None for record in deals)) == (number, passed)
        assert deals[-1]["scores_after"] == scores.tolist()


# ---- what seats see of the scores ------------------------------------------------------------------------------------


@every_game
def test_every_seat_sees_the_scores_before_the_deal_its_own_first(game):
    table = table_of_steps(game, rules_of(game) | {"all_pass": "redeal_next", "max_hands": 12})
    seats, sides, target = table.game.seats, table.game.sides, rules_of(game)["target"]
    seen = set()
    passed = 0

    def answered(ask):
        here = table.round
        fields = ask.fields(("scores", "score_us", "score_them", "target", "dealer"))
        columns = fields.columns
        for i, (lane, seat) in enumerate(zip(ask.deals.tolist(), ask.seats.tolist(), strict=True)):
            before = here.before[:, lane].tolist()
            others = [score for side, score in enumerate(before) if side != seat % sides]
            assert [scores[i] for scores in columns["scores"]] == [
                before[(seat + k) % seats % sides] for k in range(seats)
            ]
            assert (columns["score_us"][i], columns["score_them"][i]) == (before[seat % sides], max(others))
            assert (columns["target"][i], columns["dealer"][i]) == (target, (here.dealer[lane] - seat) % seats)
            seen.add(ask.decision)
        table.answer_all(ask)

    counts, rows = played_by_steps(table, FEW, SEED, 20, answered)
    passed = columns_of(table, rows)[2].sum()
    assert seen == set(table.game.decisions)
    assert passed
    assert counts[:, 0].sum() > FEW


# ---- without compiling -----------------------------------------------------------------------------------------------

PLAIN_MATCHES, PLAIN_DEALS = 4, 3
WITHOUT_COMPILING = f"""
import json
from simcards import compiled
from simcards.engine.table import Table
from simcards.games.game import find_game
from tests.engine.matches import written
from tests.engine.tables import GAMES, random_player
assert not compiled.ENABLED
for name in GAMES:
    game = find_game(name)
    rules = game.book.rules({{"max_hands": {PLAIN_DEALS}}})
    table = Table(game, rules, [random_player(game)])
    table.prepare(matches=True)
    counts = table.new_counts()
    rows = table.play_matches(1, 0, {PLAIN_MATCHES}, counts, 3)
    print(json.dumps([written(table, {PLAIN_MATCHES}), rows.tolist(), counts.tolist()]))
"""


def test_matches_are_the_same_where_nothing_is_compiled():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command, root = [sys.executable, "-c", WITHOUT_COMPILING], Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    for game, line in zip(GAMES, done.stdout.splitlines(), strict=True):
        table = table_of_steps(game, {"max_hands": PLAIN_DEALS})
        counts, rows = played_by_steps(table, PLAIN_MATCHES, 1)
        assert json.loads(line) == [written(table, PLAIN_MATCHES), rows.tolist(), counts.tolist()]


def test_random_players_of_two_matches_are_told_apart():
    table = table_of_steps("canadian_smear", {"max_hands": 1}, [random_player(find_game("canadian_smear"))])
    auctions = [str(deals[0]["auction"]) for deals in written(table, 40)[::4]]  # all have the same dealer
    assert len(set(auctions)) > 4
