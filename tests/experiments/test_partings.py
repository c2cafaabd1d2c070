"""Where two strategies part: on every board that differs, at the first decision that they answer differently."""

from collections import Counter

import numpy as np
import pytest

from simcards.engine.interpreted import decisions, plain_answer
from simcards.engine.start import single_deal
from simcards.experiments.boards import Play, lineup_tables
from simcards.experiments.compare import compare, compared, schedule_of
from simcards.experiments.partings import NEVER, PartingTable
from tests.experiments import by_hand

BOARDS, SEED = 2000, 3
PAIRS = [
    ("canadian_smear", ("basic", "cautious"), {}),
    ("canadian_smear", ("basic", "random"), {}),
    ("hasenpfeffer", ("basic", "random"), {}),
    ("charlemagne", ("basic", "random"), {}),
    ("cutthroat_pitch", ("basic", "cautious"), {}),
    ("cutthroat_pitch", ("random", "basic"), {"players": 3}),
    ("king_pedro", ("basic", "random"), {}),
]
KINDS = {"bid": "call", "name_trump": "trump", "give": "gift", "discard": "discard", "choose": "choice"}
HANDS = ["", "second hand", "third hand", "hand 4", "hand 5", "hand 6", "hand 7"]


def name_of(pair):
    return " ".join([pair[0], *pair[1], *(f"{key}={value}" for key, value in pair[2].items())])


class Case:
    def __init__(self, name, strategies, changes):
        self.results = compare(name, strategies, deals=BOARDS, seed=SEED, rules=changes)
        request = compared(name, strategies, BOARDS, rules=changes)
        self.game, self.rules = request.game, request.rules
        self.players = [strategy.player for strategy in request.strategies]
        self.plan = Play(schedule_of(self.game, matches=False), 2)
        tables = lineup_tables(self.game, self.rules, self.players, self.plan.schedule.lineups)
        for table in tables:
            table.prepare()
        self.values = self.plan.values(tables, 0, BOARDS, SEED, 512)
        self.table = PartingTable(self.game, self.rules, self.players)
        self.table.prepare()
        self.where, self.seat = self.table.part(SEED, 0, BOARDS)

    def situation(self, ask):
        """(kind, situation) of a decision, from what its seat sees."""
        if ask.decision == "play":
            place, trick = ask.view["position"], f"trick {ask.turn + 1}"
            if place == 0:
                return "lead", trick
            last = place == self.game.seats - 1
            return "follow", f"{trick}, {'last hand' if last else HANDS[place]}"
        if ask.decision == "bid":
            high = ask.view["high_bid"]
            return "call", f"high bid {self.game.call_name(high)}" if high else "no bid yet"
        return KINDS[ask.decision], f"contract {self.game.call_name(ask.view['bid'])}"

    def first_difference(self, deal):
        """(kind, situation, seat) of where the two part on a deal played as plain Python; None if they never do."""
        first, second = self.players
        for ask in decisions(self.game, self.rules, [first], single_deal(self.game, SEED, deal)):
            if plain_answer(second[ask.decision], ask.view) != ask.answer:
                return *self.situation(ask), ask.seat
        return None


@pytest.fixture(scope="module", params=PAIRS, ids=name_of)
def case(request):
    return Case(*request.param)


def test_on_every_board_whose_margin_is_not_0_they_part_somewhere(case):
    assert (case.values != 0).any()
    assert not ((case.where == NEVER) & (case.values != 0)).any()
    assert ((case.where == NEVER) == (case.seat == NEVER)).all()


def test_up_to_the_parting_they_answer_alike_and_there_they_differ(case):
    """On the deals that are shown, and on some others."""
    rows = case.results.rows("partings")
    for row in rows:
        assert case.first_difference(row["deal"]) == (row["kind"], row["situation"], row["seat"])
    for deal in range(40):
        number = case.where[deal]
        expected = None if number == NEVER else (*case.table.places[number], case.seat[deal])
        assert case.first_difference(deal) == expected


def test_partings_are_counted_with_the_margins_of_their_boards(case):
    rows = case.results.rows("partings")
    counted = Counter(case.where.tolist())
    assert sum(row["boards"] for row in rows) == BOARDS - counted[NEVER]
    assert sum(row["share"] for row in rows) == pytest.approx(1 - counted[NEVER] / BOARDS)
    assert [row["boards"] for row in rows] == sorted((row["boards"] for row in rows), reverse=True)
    divisor = case.plan.schedule.quantities[0].divisor
    numbers = {place: number for number, place in enumerate(case.table.places)}
    for row in rows:
        here = case.where == numbers[row["kind"], row["situation"]]
        assert row["boards"] == here.sum()
        assert row["margin"] == pytest.approx(case.values[here].mean() / divisor)
        assert row["deal"] == np.flatnonzero(here)[0]
    parts = sum(row["share"] * row["margin"] for row in rows)
    assert parts == pytest.approx(case.results.summary["margin"])


def test_boards_on_which_they_never_part_are_played_alike_in_all_seatings(case):
    lines = by_hand.replays(case.game, case.rules, case.results.totals.strategies, 60, SEED)
    never = np.flatnonzero(case.where[:60] == NEVER)
    for deal in never.tolist():
        played = [{key: line[deal][key] for key in ("auction", "exchange", "tricks", "score")} for line in lines]
        assert all(one == played[0] for one in played)


def test_any_chunk_finds_the_same(case):
    for first in range(0, BOARDS, 700):
        n = min(700, BOARDS - first)
        where, seat = case.table.part(SEED, first, n)
        assert (where == case.where[first : first + n]).all()
        assert (seat == case.seat[first : first + n]).all()


def test_it_is_looked_at_no_more_boards_than_are_played_and_as_many_as_are_told(monkeypatch):
    monkeypatch.setattr("simcards.experiments.compare.LOOKED_AT", 1500)
    monkeypatch.setattr("simcards.experiments.compare.LOOKED_AT_SLOWLY", 100)
    results = compare("canadian_smear", ("basic", "cautious"), deals=2000)
    assert results.totals.looked_at == 1500
    assert 0 < sum(row["boards"] for row in results.rows("partings")) <= 1500
    assert compare("canadian_smear", ("basic", "cautious"), deals=10).totals.looked_at == 10
    slow = compare("canadian_smear", ("basic", "basic_python:safety=30"), deals=200, jobs=1)
    assert slow.totals.looked_at == 100
