"""The shipped strategies of Cutthroat Pitch: what they say and play, and that basic is the best of them."""

import pytest

from simcards import simulate
from tests.strategies.answers import answer, first_calls, margins, shipped
from tests.strategies.position import CUTTHROAT_PITCH, answer_text, is_legal_answer
from tests.strategies.positions_cutthroat_pitch import POSITIONS

EVERY_ONE = ("basic", "cautious", "aggressive", "random")
SMUDGE = 5


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
def test_basic_answers_as_a_club_player_does(position):
    _, given = answer(CUTTHROAT_PITCH, shipped(CUTTHROAT_PITCH, "basic"), position)
    assert answer_text(CUTTHROAT_PITCH, position, given) in position.answers.split()


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.says)
@pytest.mark.parametrize("name", EVERY_ONE)
def test_every_answer_is_legal(name, position):
    assert is_legal_answer(*answer(CUTTHROAT_PITCH, shipped(CUTTHROAT_PITCH, name), position))


def test_cautious_never_calls_more_than_basic_and_aggressive_never_less():
    cautious, basic, aggressive = (
        first_calls(CUTTHROAT_PITCH, name, hands=3000) for name in ("cautious", "basic", "aggressive")
    )
    assert all(low <= middle <= high for low, middle, high in zip(cautious, basic, aggressive, strict=True))
    assert sum(cautious) < sum(basic) < sum(aggressive)


@pytest.mark.parametrize("name", ["cautious", "aggressive", "random"])
def test_basic_beats_the_others_in_either_seats(name):
    first, second = margins("cutthroat_pitch", "basic", name, deals=400_000)
    assert first["margin_low"] > 0
    assert second["margin_high"] < 0


@pytest.mark.parametrize("players", [3, 6])
def test_the_pitcher_makes_more_bids_than_he_fails_at_a_table_of_any_size(players):
    results = simulate("cutthroat_pitch", "basic", deals=20_000, jobs=1, rules={"players": players})
    assert all(row["make_rate"] > 0.55 for row in results.rows("sides"))


def test_a_smudge_of_basic_is_hardly_ever_set():
    results = simulate("cutthroat_pitch", "basic", deals=500_000, jobs=1)
    smudges = [row for row in results.rows("bids") if row["bid"] == SMUDGE]
    contracts, made = (sum(row[column] for row in smudges) for column in ("contracts", "made"))
    assert contracts > 50
    assert made > 0.9 * contracts
