"""One way to play deals equals every other: compiled or by steps, one player or several, few lanes or many."""

import functools

import numpy as np
import pytest

from simcards.engine import game_text
from simcards.engine.table import Table
from simcards.games.game import find_game
from tests.engine.tables import GAMES, RULE_SETS, attentive_player, random_player

SEED = 5
DEALS = 3000

every_game = pytest.mark.parametrize("game", GAMES)
every_rule_set = pytest.mark.parametrize("rule_set", [0, 2])  # these share one compilation


def attentive(game, players=1):
    """Players whose answers depend on all they see."""
    return [attentive_player(find_game(game)) for _ in range(players)]


def assert_as_expected(game, rule_set, counts):
    """Asserts that the counts are those that all ways must give.

    With more than two sides the last column is a contrast of two strategies, 0 for any other number of them.
    """
    columns = slice(0, -1 if find_game(game).sides > 2 else None)
    np.testing.assert_array_equal(counts[:, columns], expected(game, rule_set)[:, columns])


def table_of(game_name, rule_set, players):
    """A prepared table."""
    game = find_game(game_name)
    table = Table(game, game.book.rules(RULE_SETS[game_name][rule_set]), players)
    table.prepare()
    return table


def counted(table, first=0, deals=DEALS, **lanes):
    """The counts of some deals, compiled if the table can."""
    counts = table.new_counts()
    table.play(SEED, first, deals, counts, **lanes)
    return counts


def counted_by_steps(table):
    """The counts of the same deals by the steps in Python."""
    counts = table.new_counts()

    def answered(ask):
        for k in range(len(table.players)):
            table.answer(ask, k)

    state = table.run(SEED, 0, DEALS, answered)
    game_text.game_module(table.game, table.rules).count_deals(state.c, state.n, table.facts, counts)
    return counts


@functools.cache
def expected(game, rule_set):
    """The counts that all ways must give: three attentive seats and a random one, to be compared with by seats."""
    return counted(table_of(game, rule_set, attentive(game)))


@every_game
@every_rule_set
def test_the_compiled_driver_and_the_steps_in_python_count_the_same(game, rule_set):
    table = table_of(game, rule_set, attentive(game))
    assert table.is_compiled
    assert expected(game, rule_set)[:, 0].sum() > DEALS // 2
    np.testing.assert_array_equal(counted_by_steps(table), expected(game, rule_set))


@every_game
@every_rule_set
def test_a_player_in_all_seats_counts_the_same_as_twice_or_four_times_in_turn(game, rule_set):
    for players in (2, 4):
        table = table_of(game, rule_set, attentive(game, players))
        assert not table.is_sole
        assert_as_expected(game, rule_set, counted(table))


@every_game
@pytest.mark.parametrize("lanes", [64, 1000, 4096])
@pytest.mark.parametrize("players", [1, 2])
def test_the_number_of_lanes_changes_no_count(game, lanes, players):
    table = table_of(game, 0, attentive(game, players))
    assert_as_expected(game, 0, counted(table, lanes=lanes))


@every_game
def test_deals_played_in_two_parts_count_the_same_as_at_once(game):
    table = table_of(game, 0, attentive(game))
    parts = counted(table, 0, 1234) + counted(table, 1234, DEALS - 1234)
    np.testing.assert_array_equal(parts, expected(game, 0))


@every_game
def test_a_strategy_run_as_plain_python_counts_the_same_as_compiled(game):
    table = table_of(game, 0, [attentive_player(find_game(game), "python"), attentive_player(find_game(game))])
    assert not table.is_compiled
    assert_as_expected(game, 0, counted(table))


@every_game
def test_different_players_keep_their_own_seats(game):
    one, other = attentive_player(find_game(game)), random_player(find_game(game))
    compiled = table_of(game, 0, [one, other])
    np.testing.assert_array_equal(counted_by_steps(compiled), counted(compiled))
    turned = counted(table_of(game, 0, [other, one]))
    assert (turned != counted(compiled)).any()


@every_game
def test_counts_are_added_to_what_is_there(game):
    table = table_of(game, 0, attentive(game))
    counts = expected(game, 0).copy()
    table.play(SEED, 0, DEALS, counts)
    np.testing.assert_array_equal(counts, 2 * expected(game, 0))
