"""The worked examples of Cutthroat Pitch through the engine's own rules."""

import pytest

from simcards.games.game import find_game
from tests.engine.sheet import Deal

PITCH = find_game("cutthroat_pitch")
SMUDGE = 5


def test_pitch_1_the_dealer_takes_the_bid_over_at_the_same_number_again_and_again():
    assert Deal(PITCH, "S").auction(3, "2 pass 3 3 pass 4 4 pass") == (3, 4)


def test_pitch_2_when_all_others_have_passed_the_dealer_has_the_bid_at_two_without_being_asked():
    deal = Deal(PITCH, "S")
    assert deal.auction(3, "pass pass pass") == (-1, 0)
    assert PITCH.forced_bid(deal.codes) == 2
    redealt = Deal(PITCH, "S", all_pass="redeal_next")  # noqa: S106
    assert redealt.auction(3, "pass pass pass pass") == (-1, 0)


def test_pitch_3_a_smudge_ends_the_auction_and_by_option_a_dealer_who_is_still_in_may_steal_it():
    assert Deal(PITCH, "S").auction(3, "smudge") == (0, SMUDGE)
    stealing = Deal(PITCH, "S", dealer_may_steal_smudge=True)
    assert stealing.auction(3, "smudge smudge") == (3, SMUDGE)
    assert stealing.auction(3, "smudge pass") == (0, SMUDGE)
    assert stealing.auction(3, "2 pass 3 pass smudge") == (0, SMUDGE)


def test_pitch_4_the_first_lead_is_a_trump_and_who_can_follow_may_trump():
    deal = Deal(PITCH, "S")
    assert deal.legal("KS 2D AH", "7S") == {"KS"}
    assert deal.legal("4H QS 3D", "9H") == {"4H", "QS"}
    assert Deal(PITCH, "S", follow="strict").legal("4H QS 3D", "9H") == {"4H"}
    assert deal.leads("7S KS 2D AH") == {"7S", "KS"}
    assert deal.leads("7S KS 2D AH", trick_no=1) == {"7S", "KS", "2D", "AH"}


# Example 5: diamonds are trump; 0 holds the king and wins the jack, 2 wins the three that 1 plays.
PLAYED = ("KD 10S", "3D 10C", "AH KH", "JD QC")
TAKEN = ("KD JD 10S 10C AC", "10H", "3D KC KH QC AH", "")


@pytest.mark.parametrize(
    ("bid", "low_to", "score"), [(2, "winner", [3, 0, 1, 0]), (2, "player", [3, 1, 0, 0]), (4, "winner", [-4, 0, 1, 0])]
)
def test_pitch_5_and_6_high_low_jack_and_game_each_go_to_one_player(bid, low_to, score):
    tally, made, scored = Deal(PITCH, "D", low_to=low_to).result(0, bid, PLAYED, TAKEN, (3, 1, 2, 0))
    assert tally["game_points"] == [28, 10, 12, 0]
    assert (tally["high"], tally["jack"], tally["game"]) == (0, 0, 0)
    assert tally["low"] == (2 if low_to == "winner" else 1)
    assert (made, scored) == (score[0] > 0, score)


@pytest.mark.parametrize(
    ("bid", "jack", "tricks", "made", "score"),
    [
        (SMUDGE, "QD", (6, 0, 0, 0), False, -5),
        (SMUDGE, "JD", (6, 0, 0, 0), True, 5),
        (SMUDGE, "JD", (5, 1, 0, 0), False, -5),
        (4, "JD", (6, 0, 0, 0), True, 4),
    ],
)
def test_pitch_7_a_smudge_needs_all_four_points_and_all_six_tricks(bid, jack, tricks, made, score):
    played, taken = ("AD 2D", jack, "10S", ""), (f"AD 2D {jack} 10S", "", "", "")
    assert Deal(PITCH, "D").result(0, bid, played, taken, tricks)[1:] == (made, [score, 0, 0, 0])


def test_pitch_8_the_only_trump_is_high_low_and_jack():
    tally, made, score = Deal(PITCH, "D").result(0, 3, ("JD", "10S", "", ""), ("JD", "10S", "", ""), (1, 5, 0, 0))
    assert (tally["high"], tally["low"], tally["jack"], tally["game"]) == (0, 0, 0, 1)
    assert (made, score) == (True, [3, 1, 0, 0])


TIED = ("10S 10H", "10D 10C", "AC AH AS", "")


@pytest.mark.parametrize(
    ("game_tie", "declarer", "game"),
    [
        ("nobody", 0, None),
        ("declarers", 0, 0),
        ("declarers", 2, None),
        ("defenders", 0, 1),
        ("defenders", 2, None),
        ("all", 2, [0, 1]),
    ],
)
def test_pitch_9_a_tied_game_is_nobodys_or_by_option_the_pitchers_a_defenders_or_all_the_tied_ones(
    game_tie, declarer, game
):
    deal = Deal(PITCH, "S", game_tie=game_tie)
    tally, _, score = deal.result(declarer, 2, ("10S", "", "AS", ""), TIED, (2, 2, 2, 0))
    assert tally["game_points"] == [20, 20, 12, 0]
    assert tally["game"] == game
    shared = [0, 1] if game == [0, 1] else [game]
    assert score[1] == (1 if 1 in shared else 0)


def test_pitch_nobody_has_game_without_a_point_and_a_score_is_kept_for_each_of_up_to_eight():
    taken = ("2S", *[""] * 7)
    tally, made, score = Deal(PITCH, "S", players=8, game_tie="all").result(0, 2, taken, taken, (6, *[0] * 7))
    assert tally == {"high": 0, "low": 0, "jack": None, "game": None, "game_points": [0] * 8, "tricks": [6, *[0] * 7]}
    assert (made, score) == (True, [2, *[0] * 7])
