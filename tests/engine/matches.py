"""Matches for the tests of the engine: played by steps with random players, and their deals as records."""

from simcards.engine import asking, records
from simcards.engine.chunk import PADDING, PlainChunk, match_rows, new_rows
from simcards.engine.table import Table
from simcards.games.game import find_game
from tests.engine.tables import random_player

# Targets that random players reach, so that matches end in every way.
TARGETS = {
    "canadian_smear": (1, 2, 4),
    "charlemagne": (1, 12, 30),
    "cutthroat_pitch": (1, 3, 5),
    "hasenpfeffer": (1, 4, 9),
    "king_pedro": (1, 62, 124),
}


def table_of_steps(game_name, rules, players=None):
    """A table that plays by the steps in Python; random players sit at it unless others are given."""
    game = find_game(game_name)
    found = game.book.rules(rules)
    table = Table(game, found, players or [random_player(game.under(found))])
    for k, player in enumerate(table.players):
        for decision in table.game.decisions:
            if player[decision].kind == "scalar":
                table._loops[decision, k] = asking.ask_loop(table.game, table.rules, player[decision])
    return table


def written(table, matches, seed=1, first=0, texts=("at_random",)):
    """The records of some matches, a list a match."""
    found = [[] for _ in range(matches)]
    for record in records.write_matches(table.game, table.rules, list(texts), table, seed, first, matches):
        found[record["match"]["match"] - first].append(record)
    return found


def played_by_steps(table, matches, seed=1, lanes=50, answered=None):
    """(counts, a row a match as `Table.play_matches` gives them), played by the steps in Python."""
    counts, results = table.new_counts(), new_rows(matches, match_rows(table.game)["R_COLUMNS"])
    for played in table.match_rounds(seed, 0, matches, lanes, answered or table.answer_all, results):
        table.module.count_deals(played.state.c, played.state.n, table.facts, counts)
    assert not isinstance(results, PlainChunk)
    return counts, results[:, :-PADDING]


def columns_of(table, results):
    """The columns of the rows that matches come to: winner, deals, passed out, capped, and scores by side."""
    place = match_rows(table.game)
    winner, deals, passed, capped = (
        results[:, place[name]] for name in ("R_WINNER", "R_DEALS", "R_PASSED", "R_CAPPED")
    )
    return winner, deals, passed, capped, results[:, place["R_SCORE"] :]
