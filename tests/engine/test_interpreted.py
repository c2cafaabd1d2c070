"""A deal run as plain Python is the compiled one: the same decisions, views in every field, and answers."""

import pytest

from simcards.engine import records
from simcards.engine.interpreted import decisions
from simcards.engine.start import single_deal
from simcards.games.game import find_game
from tests.engine.tables import GAMES, RULE_SETS, attentive_player, random_player, watched

DEALS = 60


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rule_set", [0, 1, 2, pytest.param(3, marks=pytest.mark.prove)])
def test_interpreted_and_compiled_decisions_are_equal_field_by_field(game, rule_set):
    players = [attentive_player(find_game(game)), random_player(find_game(game))]
    table = watched(game, RULE_SETS[game][rule_set], players=players)
    written = list(records.write(table.game, table.rules, ["attentive", "at_random"], table, 9, 0, DEALS))
    assert any(record["contract"] for record in written)
    for deal in range(DEALS):
        plain = list(decisions(table.game, table.rules, players, single_deal(table.game, 9, deal)))
        compiled = table.decisions[deal]
        assert len(plain) == len(compiled)
        for ask, (kind, seat, legal, answer, view) in zip(plain, compiled, strict=True):
            assert (ask.decision, ask.seat, ask.legal, ask.answer) == (kind, seat, legal, answer)
            layout = ask.view.pop("layout")
            assert layout == table.game.deck(table.rules).layout
            assert ask.view == view
            assert all(type(value) in (int, bool, tuple) for value in ask.view.values())


@pytest.mark.parametrize("game", GAMES)
def test_each_decision_of_a_deal_has_random_numbers_of_its_own(game):
    found = find_game(game)
    rules, players = found.book.rules(), [attentive_player(found)]
    words = [
        ask.view["random"]
        for deal in range(50)
        for ask in decisions(found, rules, players, single_deal(found, 9, deal))
    ]
    assert len(set(words)) == len(words) > 1000
    assert all(0 <= word < 1 << 63 for word in words)
