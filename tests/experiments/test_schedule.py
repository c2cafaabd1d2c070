"""Schedules: every quantity is what its definition says, computed here in plain Python from all scores of a board."""

from fractions import Fraction
from itertools import combinations, permutations, product
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcards.experiments.schedule import (
    GAIN_A,
    GAIN_B,
    VERDICT,
    arrangements,
    balanced_lineups,
    difference_name,
    field_name,
    gauntlet,
    head_to_head,
    mean_margin,
    pair_name,
    round_robin,
    seat_name,
    sides_of,
    single_name,
)
from simcards.games.game import find_game

laws = settings(max_examples=100, deadline=None, derandomize=True)
PARTNERSHIP = ["canadian_smear", "charlemagne", "hasenpfeffer", "king_pedro"]
SIZES = [(seats, strategies) for seats in range(2, 9) for strategies in range(2, seats + 1)]
POINTS = st.integers(-(10**6), 10**6)


def pitch(players=4):
    game = find_game("cutthroat_pitch")
    return game.under(game.book.rules({"players": players}))


GAMES = {name: find_game(name) for name in PARTNERSHIP} | {f"pitch {n}": pitch(n) for n in range(2, 9)}


@st.composite
def played(draw, schedule_of):
    """A game, a schedule of it, and made-up scores: by line-up those of its sides."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    schedule = schedule_of(game)
    scores = st.lists(POINTS, min_size=game.sides, max_size=game.sides)
    # a few different boards are enough: with `players` there can be hundreds of line-ups
    pool = draw(st.lists(scores, min_size=1, max_size=7))
    step = draw(st.integers(1, 5))
    return game, schedule, [pool[k * step % len(pool)] for k in range(len(schedule.lineups))]


def value(schedule, name, scores):
    """A quantity on one board."""
    quantity = schedule.quantities[schedule[name]]
    total = sum(
        int(weight) * score
        for weights, line in zip(quantity.weights, scores, strict=True)
        for weight, score in zip(weights, line, strict=True)
    )
    return Fraction(total, quantity.divisor)


def margin(scores, side):
    """Own score minus the mean of the others'."""
    others = [score for other, score in enumerate(scores) if other != side]
    return scores[side] - Fraction(sum(others), len(others))


def mean(values):
    values = list(values)
    return Fraction(sum(values)) / len(values)


# ---- margins ---------------------------------------------------------------------------------------------------------


@laws
@given(st.sampled_from(sorted(GAMES)), st.data())
def test_the_margins_at_a_table_add_up_to_0_whatever_the_scores(name, data):
    game = GAMES[name]
    scores = data.draw(st.lists(POINTS, min_size=game.sides, max_size=game.sides))
    lineups = [tuple(range(game.seats))]
    margins = []
    for side in range(game.sides):
        quantity = mean_margin(game, lineups, "margin", [(0, side)])
        margins.append(Fraction(int(quantity.weights[0] @ scores), quantity.divisor))
    assert margins == [margin(scores, side) for side in range(game.sides)]
    assert sum(margins) == 0


@laws
@given(played(head_to_head), st.data())
def test_a_quantity_minus_another_is_the_difference_of_their_values(found, data):
    _, schedule, scores = found
    one, other = (data.draw(st.sampled_from(schedule.quantities)) for _ in range(2))
    difference = one - other
    total = sum(int((weights * line).sum()) for weights, line in zip(difference.weights, scores, strict=True))
    expected = value(schedule, one.name, scores) - value(schedule, other.name, scores)
    assert Fraction(total, difference.divisor) == expected


@laws
@given(played(head_to_head))
def test_the_matrix_of_a_schedule_gives_all_quantities_at_once(found):
    _, schedule, scores = found
    flat = [score for line in scores for score in line]
    values = schedule.matrix @ flat
    for k, quantity in enumerate(schedule.quantities):
        assert Fraction(int(values[k]), quantity.divisor) == value(schedule, quantity.name, scores)


# ---- two strategies --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PARTNERSHIP)
def test_two_strategies_play_a_board_with_partners_in_both_seatings(name):
    game = GAMES[name]
    assert head_to_head(game).lineups == ((0, 1, 0, 1), (1, 0, 1, 0))


@laws
@given(st.sampled_from(PARTNERSHIP), POINTS, POINTS, POINTS, POINTS)
def test_with_partners_the_verdict_is_the_mean_of_the_margins_in_both_seatings(name, a_0, b_1, b_0, a_1):
    schedule = head_to_head(GAMES[name])
    scores = [[a_0, b_1], [b_0, a_1]]
    assert value(schedule, VERDICT, scores) == Fraction((a_0 - b_1) + (a_1 - b_0), 2)
    assert value(schedule, seat_name(0), scores) == value(schedule, single_name(0), scores) == a_0 - b_1
    assert value(schedule, seat_name(1), scores) == value(schedule, single_name(1), scores) == a_1 - b_0


def one_among_others(players, one, others):
    return [tuple(one if seat == own else others for seat in range(players)) for own in range(players)]


@laws
@given(st.integers(3, 8), st.data())
def test_where_everyone_plays_alone_gains_and_verdict_are_those_of_the_definition(players, data):
    schedule = head_to_head(pitch(players))
    seats = range(players)
    wanted = [*one_among_others(players, 0, 1), *one_among_others(players, 1, 0), (0,) * players, (1,) * players]
    assert list(schedule.lineups) == wanted
    line = st.lists(POINTS, min_size=players, max_size=players)
    scores = [data.draw(line) for _ in wanted]
    all_a, all_b = scores[-2:]
    a_among_b = [margin(scores[seat], seat) for seat in seats]
    b_among_a = [margin(scores[players + seat], seat) for seat in seats]
    gains_a = [a_among_b[seat] - margin(all_b, seat) for seat in seats]
    gains_b = [b_among_a[seat] - margin(all_a, seat) for seat in seats]
    assert value(schedule, GAIN_A, scores) == mean(gains_a) == mean(a_among_b)
    assert value(schedule, GAIN_B, scores) == mean(gains_b) == mean(b_among_a)
    assert value(schedule, VERDICT, scores) == (mean(gains_a) - mean(gains_b)) / 2
    for seat in seats:
        assert value(schedule, seat_name(seat, 0), scores) == gains_a[seat]
        assert value(schedule, seat_name(seat, 1), scores) == gains_b[seat]
        assert value(schedule, single_name(seat), scores) == a_among_b[seat]
        assert value(schedule, single_name(players + seat), scores) == b_among_a[seat]


def test_two_players_who_play_alone_are_two_sides_like_any_others():
    schedule = head_to_head(pitch(2))
    assert list(schedule.lineups) == [(0, 1), (1, 0)]
    assert value(schedule, VERDICT, [[7, 3], [1, 4]]) == (4 + 3) / 2
    assert list(round_robin(pitch(2), 3).lineups) == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]


@pytest.mark.parametrize("players", range(3, 9))
def test_the_tables_of_one_strategy_alone_cancel_in_the_gains_and_the_verdict(players):
    schedule = head_to_head(pitch(players))
    for name in (VERDICT, GAIN_A, GAIN_B):
        quantity = schedule.quantities[schedule[name]]
        assert not quantity.weights[-2:].any()
        assert quantity.weights.any(axis=1).sum() == (2 * players if name == VERDICT else players)


@laws
@given(played(head_to_head))
def test_exchanging_the_strategies_turns_the_verdict_round(found):
    game, schedule, scores = found
    by_lineup = dict(zip(schedule.lineups, scores, strict=True))  # of two players, two line-ups are there twice
    scores = [by_lineup[lineup] for lineup in schedule.lineups]
    exchanged = [tuple(1 - strategy for strategy in lineup) for lineup in schedule.lineups]
    other = [by_lineup[lineup] for lineup in exchanged]
    assert value(schedule, VERDICT, other) == -value(schedule, VERDICT, scores)
    if game.sides > 2:
        assert value(schedule, GAIN_A, other) == value(schedule, GAIN_B, scores)


# ---- line-ups of many ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_arrangements_take_any_two_chairs_to_any_two_seats_equally_often(seats):
    found = arrangements(seats)
    assert len(set(found)) == len(found)
    assert all(sorted(one) == list(range(seats)) for one in found)
    taken = {
        (chairs, places): sum(tuple(one[chair] for chair in chairs) == places for one in found)
        for chairs in permutations(range(seats), 2)
        for places in permutations(range(seats), 2)
    }
    assert len(set(taken.values())) == 1


@pytest.mark.parametrize(("seats", "strategies"), SIZES)
def test_each_strategy_sits_in_each_seat_and_at_each_distance_from_each_other_equally_often(seats, strategies):
    lineups = balanced_lineups(seats, strategies)
    in_seat = {
        (strategy, seat): sum(lineup[seat] == strategy for lineup in lineups)
        for strategy, seat in product(range(strategies), range(seats))
    }
    assert set(in_seat.values()) == {len(lineups) // strategies}
    assert len(lineups) % strategies == 0
    met = dict.fromkeys(product(permutations(range(strategies), 2), range(1, seats)), 0)
    for lineup in lineups:
        for seat, distance in product(range(seats), range(1, seats)):
            pair = lineup[seat], lineup[(seat + distance) % seats]
            if pair[0] != pair[1]:
                met[pair, distance] += 1
    assert len(set(met.values())) == 1
    assert all(times > 0 for times in met.values())


@pytest.mark.parametrize(("seats", "strategies"), SIZES)
def test_as_many_seats_as_can_be_are_held_by_different_strategies_and_no_line_up_more_often_than_needed(
    seats, strategies
):
    lineups = balanced_lineups(seats, strategies)
    least, most = seats // strategies, -(-seats // strategies)
    assert all(least <= lineup.count(strategy) <= most for lineup in lineups for strategy in range(strategies))
    times = {lineup: lineups.count(lineup) for lineup in set(lineups)}
    assert len(lineups) <= 2520
    assert all(any(count % factor for count in times.values()) for factor in range(2, max(times.values()) + 1))


# ---- many strategies -------------------------------------------------------------------------------------------------


def partnership_margins(schedule, scores, i, j):
    """The margins of i in all replays against j."""
    found = []
    for lineup, line in zip(schedule.lineups, scores, strict=True):
        if lineup == (i, j, i, j):
            found.append(line[0] - line[1])
        if lineup == (j, i, j, i):
            found.append(line[1] - line[0])
    return found


@pytest.mark.parametrize("strategies", [2, 3, 5, 20])
def test_with_partners_everyone_meets_everyone_in_both_seatings(strategies):
    schedule = round_robin(GAMES["canadian_smear"], strategies)
    pairs = list(combinations(range(strategies), 2))
    assert sorted(schedule.lineups) == sorted((i, j, i, j) for i, j in permutations(range(strategies), 2))
    scores = [[17 * k % 23 - 9, 5 * k % 31 - 12] for k in range(len(schedule.lineups))]
    fields = {}
    for i in range(strategies):
        against = {j: partnership_margins(schedule, scores, i, j) for j in range(strategies) if j != i}
        assert all(len(margins) == 2 for margins in against.values())
        fields[i] = mean(mean(margins) for margins in against.values())
        assert value(schedule, field_name(i), scores) == fields[i]
    for i, j in pairs:
        assert value(schedule, pair_name(i, j), scores) == mean(partnership_margins(schedule, scores, i, j))
        assert value(schedule, difference_name(i, j), scores) == fields[i] - fields[j]
    assert len(schedule.quantities) == 2 * len(pairs) + strategies
    assert sum(fields.values()) == 0


@pytest.mark.parametrize(("players", "strategies"), [(n, k) for n, k in SIZES if 2 < n <= 6])
def test_where_everyone_plays_alone_all_meet_at_common_tables(players, strategies):
    game = pitch(players)
    schedule = round_robin(game, strategies)
    assert list(schedule.lineups) == balanced_lineups(players, strategies)
    scores = [[(17 * k + 7 * side * side) % 41 - 20 for side in range(players)] for k in range(len(schedule.lineups))]
    lines = list(zip(schedule.lineups, scores, strict=True))
    seats = range(players)
    fields = {}
    for i in range(strategies):
        fields[i] = mean(margin(line, seat) for lineup, line in lines for seat in seats if lineup[seat] == i)
        assert value(schedule, field_name(i), scores) == fields[i]
    for i, j in combinations(range(strategies), 2):
        against = mean(
            line[mine] - line[theirs]
            for lineup, line in lines
            for mine, theirs in permutations(seats, 2)
            if (lineup[mine], lineup[theirs]) == (i, j)
        )
        assert value(schedule, pair_name(i, j), scores) == against
        assert value(schedule, difference_name(i, j), scores) == fields[i] - fields[j]
    assert sum(fields.values()) == 0


@pytest.mark.parametrize("strategies", [2, 3, 6])
def test_a_gauntlet_with_partners_is_the_first_against_each_other(strategies):
    schedule = gauntlet(GAMES["king_pedro"], strategies)
    rivals = range(1, strategies)
    assert sorted(schedule.lineups) == sorted(one for j in rivals for one in ((0, j, 0, j), (j, 0, j, 0)))
    scores = [[17 * k % 23 - 9, 5 * k % 31 - 12] for k in range(len(schedule.lineups))]
    assert [quantity.name for quantity in schedule.quantities] == [pair_name(0, j) for j in rivals]
    for j in rivals:
        assert value(schedule, pair_name(0, j), scores) == mean(partnership_margins(schedule, scores, 0, j))


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("strategies", [2, 4])
def test_a_gauntlet_where_everyone_plays_alone_is_the_verdict_against_each_other(players, strategies):
    game = pitch(players)
    schedule = gauntlet(game, strategies)
    scores = [[(17 * k + 7 * side * side) % 41 - 20 for side in range(players)] for k in range(len(schedule.lineups))]
    together = head_to_head(game)
    for j in range(1, strategies):
        begin = 2 * players * (j - 1)
        own = schedule.lineups[begin : begin + 2 * players]
        assert [tuple(min(1, k) for k in lineup) for lineup in own] == list(together.lineups[:-2])
        assert {k for lineup in own for k in lineup} == {0, j}
        alone = [[9, *([4] * (players - 1))], [3 * side for side in range(players)]]  # whatever they are
        expected = value(together, VERDICT, [*scores[begin : begin + 2 * players], *alone])
        assert value(schedule, pair_name(0, j), scores) == expected


def test_sides_of_a_strategy_are_those_it_holds_alone():
    game = GAMES["canadian_smear"]
    assert sides_of(game, (0, 1, 0, 1), 1) == [1]
    assert sides_of(game, (0, 1, 1, 1), 0) == []
    assert sides_of(pitch(3), (0, 1, 0), 0) == [0, 2]


def test_weights_are_as_small_as_they_can_be():
    schedule = head_to_head(pitch(4))
    verdict = schedule.quantities[schedule[VERDICT]]
    assert verdict.divisor == 24
    assert sorted({int(weight) for weight in verdict.weights.ravel()}) == [-3, -1, 0, 1, 3]
    assert fmean(abs(verdict.weights[k]).sum() for k in range(8)) == 6
