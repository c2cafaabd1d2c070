"""Laws that hold for every deal the engine plays, under default rules and under options drawn together."""

import functools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcards.engine import records
from simcards.games.game import find_game
from tests.engine.tables import GAMES, watched
from tests.reference import OPTIONS
from tests.reference.test_laws import COLOUR_KEEPING, PERMUTATIONS, plays_of, relabelled, turned

SEEDS = st.integers(min_value=0, max_value=2**53 - 1)
DRAWS = st.integers(min_value=0, max_value=5)

laws = settings(max_examples=40, deadline=None, derandomize=True)
every_game = pytest.mark.parametrize("game", GAMES)


@functools.cache
def table_of(game, draw):
    """A table under the default rules (draw 0) or under drawn ones."""
    chosen = random.Random(f"laws {game} {draw}")
    drawn = {key: chosen.choice((option.default, *option.others)) for key, option in OPTIONS[game].items()}
    return watched(game, drawn if draw else {})


def record_of(game, draw, seed):
    """One record of a seed: of the first of eight deals that was not passed out, if there is one."""
    table = table_of(game, draw)
    found = list(records.write(table.game, table.rules, ["at_random"], table, seed, seed % 1000, 8))
    return next((record for record in found if record["contract"]), found[0])


@every_game
@laws
@given(draw=DRAWS, seed=SEEDS)
def test_every_card_is_dealt_once_and_played_once_by_the_seat_that_holds_it(game, draw, seed):
    record = record_of(game, draw, seed)
    dealt = [card for hand in [*record["hands"], record["kitty"]] for card in hand]
    assert len(set(dealt)) == len(dealt) == (25 if game == "hasenpfeffer" else 24)
    for seat, hand in enumerate(record["hands"]):
        played = [card for player, card in plays_of(record) if player == seat]
        assert sorted(played) == (sorted(hand) if record["contract"] else [])


@every_game
@laws
@given(draw=DRAWS, seed=SEEDS)
def test_views_divide_the_pack_into_hand_played_and_unseen(game, draw, seed):
    record = record_of(game, draw, seed)
    pack = len(find_game(game).deck(table_of(game, draw).rules).names)
    for kind, _, legal, _, view in table_of(game, draw).decisions[record["deal"]]:
        if kind != "play":
            continue
        parts = [view["hand"], view["unseen"], *view["played"]]
        together = functools.reduce(int.__or__, parts)
        assert together.bit_count() == sum(part.bit_count() for part in parts) == pack
        assert view["taken"][0] | view["taken"][1] | view["trick"] == sum(view["played"])
        assert sum(view["tricks"]) == view["trick_no"]
        assert view["winning"] & ~legal == legal & ~view["hand"] == 0


@every_game
@laws
@given(draw=DRAWS, seed=SEEDS, data=st.data())
def test_with_suits_relabelled_the_same_answers_win_the_same_tricks_and_score(game, draw, seed, data):
    # Where there are bowers, suits of one colour must stay of one colour.
    suits = data.draw(st.sampled_from(COLOUR_KEEPING if game == "hasenpfeffer" else PERMUTATIONS))
    record = relabelled(record_of(game, draw, seed), suits)
    assert records.replay(record).record == record


@every_game
@laws
@given(draw=DRAWS, seed=SEEDS, by=st.integers(min_value=1, max_value=3))
def test_with_seats_rotated_every_seat_sees_the_same_and_the_result_turns_along(game, draw, seed, by):
    record = record_of(game, draw, seed)
    moved = turned(record, by)
    replayed, original = records.replay(moved), records.replay(record)
    assert replayed.record == moved
    assert len(replayed.asks) == len(original.asks)
    for ask, other in zip(replayed.asks, original.asks, strict=True):
        assert ask.seat == (other.seat + by) % 4
        assert ask.view | {"random": 0} == other.view | {"random": 0}


@laws
@given(draw=DRAWS, seed=SEEDS)
def test_the_points_of_smear_add_up(draw, seed):
    record = record_of("canadian_smear", draw, seed)
    if record["contract"] is None:
        assert (record["tally"], record["made"], record["score"]) == (None, None, [0, 0])
        return
    tally, declaring, bid = record["tally"], record["contract"]["declarer"] % 2, int(record["contract"]["bid"])
    owners = [tally[name] for name in ("high", "low", "jack", "game")]
    points = [owners.count(side) for side in (0, 1)]
    assert record["made"] == (points[declaring] >= bid)
    assert record["score"][1 - declaring] == points[1 - declaring]
    assert record["score"][declaring] == (points[declaring] if record["made"] else -bid)
    assert sum(tally["tricks"]) == 6
    values = table_of("canadian_smear", draw).rules.values
    assert sum(tally["game_points"]) == sum(values[card[:-1]] for hand in record["hands"] for card in hand)


@laws
@given(draw=DRAWS, seed=SEEDS)
def test_the_points_of_hasenpfeffer_add_up(draw, seed):
    record = record_of("hasenpfeffer", draw, seed)
    if record["contract"] is None:
        assert (record["tally"], record["made"], record["score"]) == (None, None, [0, 0])
        return
    declaring, bid = record["contract"]["declarer"] % 2, int(record["contract"]["bid"])
    tricks = record["tally"]["tricks"]
    assert sum(tricks) == 6
    assert record["made"] == (tricks[declaring] >= bid)
    assert record["score"][1 - declaring] == tricks[1 - declaring]
    kept = tricks[declaring] if record["rules"]["overtricks"] else bid
    assert record["score"][declaring] == (kept if record["made"] else -bid)
