"""The command that replays a deal names the strategies by seat, whoever sits where."""

import pytest

from simcards.engine.deciders import Decider
from simcards.engine.faults import show_command
from simcards.engine.start import single_deal
from simcards.engine.table import Table
from simcards.games.game import find_game


def seated(game_name, seating, given="abcdefgh", **rules):
    """A table at which seat s is held by the player whose text is letter `seating[s]` of those given."""
    game = find_game(game_name)
    players = [{d: Decider(d, game.defaults[d], "scalar", text) for d in game.decisions} for text in given]
    return Table(game, game.book.rules(rules), players, seating)


@pytest.mark.parametrize(
    ("seating", "texts"),
    [
        ((0, 0, 0, 0), "a"),
        ((1, 1, 1, 1), "b"),
        ((0, 1, 0, 1), "a b"),
        ((1, 0, 1, 0), "b a"),
        ((0, 1, 1, 1), "a b b b"),
        ((1, 0, 1, 1), "b a b"),  # seat 3 is held by strategy 3 mod 3
        ((1, 1, 0, 1), "b b a"),
        ((1, 1, 1, 0), "b b b a"),
        ((0, 0, 1, 1), "a a b b"),
        ((2, 0, 3, 1), "c a d b"),
    ],
)
def test_the_strategies_are_named_by_seat_and_no_more_of_them_than_tell_all_seats(seating, texts):
    table = seated("canadian_smear", seating)
    command = show_command(table, single_deal(table.game, 3, 8))
    assert command == f"simcards show canadian_smear {texts} --seed 3 --deal 8 --views"
    named = texts.split()
    assert [named[seat % len(named)] for seat in range(4)] == ["abcd"[player] for player in seating]


def test_without_a_seating_the_players_take_turns():
    table = seated("canadian_smear", None, "abc")
    assert " canadian_smear a b c --seed" in show_command(table, single_deal(table.game, 1, 0))


def test_players_with_one_text_are_one_strategy():
    table = seated("canadian_smear", (0, 1, 2, 1), "aab")
    assert " canadian_smear a a b --seed" in show_command(table, single_deal(table.game, 1, 0))


@pytest.mark.parametrize(
    ("seating", "texts"), [((0, 1, 1), "a b b"), ((1, 1, 0), "b b a"), ((0, 1, 1, 1, 1, 0), "a b b b b")]
)
def test_any_number_of_seats_is_named_with_the_rules_that_set_it(seating, texts):
    table = seated("cutthroat_pitch", seating, "ab", players=len(seating))
    command = show_command(table, single_deal(table.game, 1, 5))
    assert command == f"simcards show cutthroat_pitch {texts} --seed 1 --deal 5 --rule players={len(seating)} --views"
