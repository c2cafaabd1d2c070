"""Hands whose answer is certain by the rules, what must hold of any answer, and what changes no number."""

import numpy as np
import pytest

from simcards import bid
from simcards.errors import UsageError
from simcards.games.game import find_game
from simcards.strategy.texts import load
from tests.engine.tables import GAMES
from tests.experiments.bid_by_reference import HOME
from tests.reference import default_rules, play_out

DEALS = 3000
Z = 1.959963984540054
TOP_SIX = "AS KS QS JS 10S 9S"
# Only the card play is left to chance, so that what is certain is so by the rules and not by skill.
AT_RANDOM = {
    "canadian_smear": "random+name_trump=basic",
    "cutthroat_pitch": "random+name_trump=basic",
    "hasenpfeffer": "random+name_trump=basic",
    "charlemagne": "random+name_trump=basic+discard=basic",
    "king_pedro": "random+name_trump=basic+discard=basic",
}


def calls_of(game, hand, **options):
    """The rows of the table of calls by call."""
    results = bid(game, hand, **{"deals": DEALS, "jobs": 1, "seed": 11} | options)
    return {row["call_name"]: row for row in results.rows("calls")}


def assert_certain(row):
    """Every deal is made, and the interval tells how many deals say so."""
    assert (row["deals"], row["made"], row["success"], row["success_high"]) == (DEALS, DEALS, 1, 1)
    assert row["success_low"] == pytest.approx(DEALS / (DEALS + Z * Z), abs=1e-12)
    assert row["success_low"] < 1


def assert_impossible(row):
    """No deal is made."""
    assert (row["made"], row["success"], row["success_low"]) == (0, 0, 0)
    assert row["success_high"] == pytest.approx(Z * Z / (DEALS + Z * Z), abs=1e-12)


# ---- certain by the rules --------------------------------------------------------------------------------------------


def of_every_kind(game):
    """Strategies of our side and of the others."""
    return pytest.mark.parametrize(("us", "them"), [("basic", "basic"), (AT_RANDOM[game], "random")])


@of_every_kind("hasenpfeffer")
def test_the_six_highest_trumps_take_six_tricks(us, them):
    rows = calls_of("hasenpfeffer", "JK JS JC AS KS QS", us=us, them=them)
    assert list(rows) == ["pass", "1", "2", "3", "4", "5", "6"]
    for name in list(rows)[1:]:
        assert_certain(rows[name])
    assert rows["6"]["declares"] == 1
    assert rows["6"]["margin"] == rows["6"]["score"] == 6
    assert rows["6"]["margin_low"] is None


@of_every_kind("charlemagne")
def test_the_eight_highest_trumps_take_eight_tricks_and_lose_none(us, them):
    rows = calls_of("charlemagne", "BJ LJ JS JC AS KS QS 10S", us=us, them=them)
    for name in ("5", "6", "7", "8", "charlemagne", "gros_charlemagne"):
        assert_certain(rows[name])
    for name in ("mulot", "gros_mulot"):
        assert_impossible(rows[name])
    assert (rows["gros_charlemagne"]["score"], rows["gros_charlemagne"]["margin"]) == (32, 32)


@pytest.mark.parametrize("players", [2, 4, 8, *(pytest.param(n, marks=pytest.mark.prove) for n in (3, 5, 6, 7))])
def test_the_six_highest_trumps_make_a_smudge_among_any_number_of_players(players):
    rows = calls_of(
        "cutthroat_pitch", TOP_SIX, us=AT_RANDOM["cutthroat_pitch"], them="random", rules={"players": players}
    )
    for name in ("2", "3", "4", "smudge"):
        assert_certain(rows[name])
    assert (rows["smudge"]["score"], rows["smudge"]["margin"], rows["smudge"]["declares"]) == (5, 5, 1)


def test_a_smudge_can_be_lost_to_who_plays_the_lowest_trump_where_low_is_that_player_s():
    row = calls_of("cutthroat_pitch", TOP_SIX, rules={"low_to": "player"})["smudge"]
    assert 0 < row["made"] < DEALS


@of_every_kind("canadian_smear")
def test_ace_two_and_a_jack_that_nobody_beats_make_three(us, them):
    rows = calls_of("canadian_smear", "AS KS QS JS 10S 2S", us=us, them=them)
    assert_certain(rows["2"])
    assert_certain(rows["3"])
    assert rows["4"]["success"] <= 1


def test_four_is_not_certain_with_the_five_highest_trumps_and_the_two():
    """A player with all six other trumps beats the two, and with two tens in that trick Game is tied at 20."""
    plays = ["AS KS QS JS 10S 2S", "9S 8S 7S 6S 5S 4S", "2H 3H 4H 5H 6H 10H", "2D 3D 4D 5D 6D 10D"]
    record = played_by_hand("canadian_smear", plays, {"bid": 4, "name_trump": 3}, plays)
    assert record["tally"]["game_points"] == [20, 20]
    assert (record["made"], record["score"]) == (False, [-4, 0])


PLAIN = "3H 4H 6H 7D 8D 3C 4C"


@of_every_kind("king_pedro")
@pytest.mark.parametrize("hand", [f"AS KS {PLAIN}", "AS KS x x x x x x x", f"AH KH {PLAIN.replace('H', 'S')}"])
def test_ace_and_king_of_trump_make_31_whatever_is_played(us, them, hand):
    """Nothing beats the king but the ace beside it, and basic lays neither away."""
    where = "clubs <= 2, diamonds <= 3, hearts <= 3" if "x" in hand else ""
    rows = calls_of("king_pedro", hand, us=us, them=them, where=where)
    assert_certain(rows["30"])
    assert_certain(rows["31"])
    assert 0 < rows["32"]["made"] < DEALS
    assert rows["62"]["made"] < DEALS


def test_ace_and_king_make_31_whatever_is_laid_away_where_nobody_gives():
    """Two trumps and four more at most: none has to go."""
    rows = calls_of("king_pedro", f"AS KS {PLAIN}", us="random+name_trump=basic", them="random", rules={"gift": False})
    assert_certain(rows["31"])


def test_31_is_not_certain_where_the_king_may_be_laid_away():
    """Four scoring trumps in the second deal and two from the partner: two of eight must go, and any may."""
    hands = [
        f"AS KS {PLAIN}",
        "AH KH QH JH 10H 9H 8H 2H 6S",
        "5S 5C AD KD QD JD 10D 9D 2D",
        "AC KC QC JC 10C 9C 8C 7C 4S",
    ]
    second = ["JS 10S 9S 2S", "8S 5H 7H 2C", "6D 5D 4D 3D", "QS 7S 3S 6C"]
    kept = "AS JS 10S 5S 5C 2S"
    plays = [kept, "8S 6S AH KH QH JH", "", "QS 7S 4S 3S AC KC"]
    record = played_by_hand("king_pedro", hands, {"bid": iter([31, 0, 0, 0]), "name_trump": 3}, plays, second)
    assert [entry["action"] for entry in record["exchange"]] == ["give", "fold", "discard", "discard", "discard"]
    assert record["tally"]["points"][0] < 31
    assert record["made"] is False


def played_by_hand(game, hands, answers, plays, second=None):
    """The record of a deal: `plays` are the cards that each seat keeps; it plays the first that is legal."""
    deck = find_game(game).deck(None)
    left = [play.split() for play in plays]

    def names(cards, trump):
        return {deck.card_name(code, trump): code for code in range(63) if cards >> code & 1}

    def choose(kind, seat, legal, view):
        if kind in ("bid", "name_trump"):
            answer = answers[kind]
            return answer if isinstance(answer, int) else next(answer)
        if kind == "give":
            return 0 if plays[seat] else legal
        if kind == "discard":
            keeps = plays[seat].split()
            return sum(1 << code for name, code in names(view["hand"], view["trump"]).items() if name not in keeps)
        known = names(legal, view["trump"])
        card = next(name for name in left[seat] if name in known)
        left[seat].remove(card)
        return known[card]

    split = [hand.split() for hand in hands]
    more = None if second is None else [hand.split() for hand in second]
    return play_out(game, default_rules(game), split, [], len(hands) - 1, choose, None, more)


# ---- what must hold of any answer ------------------------------------------------------------------------------------

HANDS = {
    "canadian_smear": "AS JS xS x x x",
    "charlemagne": "BJ JS AS xS x x x x",
    "cutthroat_pitch": "AS JS xS x x x",
    "hasenpfeffer": "JK JS xS x x x",
    "king_pedro": "AS KS xS x x x x x x",
}
every_game = pytest.mark.parametrize("game", GAMES)


def calls_seen(game):
    """The fields of the auction that a strategy reads once the contract is made."""
    player = load("basic", find_game(game), HOME).player
    later = [decider for decision, decider in player.items() if decision != "bid"]
    return {name for decider in later for name in decider.fields} & {"bid", "calls", "high_bid", "high_bidder"}


@pytest.mark.parametrize("game", [game for game in GAMES if game != "charlemagne"])
def test_a_higher_call_is_never_made_more_often_where_nobody_plays_by_the_bid(game):
    assert not calls_seen(game)
    made = [row["made"] for row in calls_of(game, HANDS[game]).values() if row["call"]]
    assert made == sorted(made, reverse=True)
    assert made[0] > made[-1]


def test_more_tricks_are_never_made_more_often_than_fewer():
    rows = calls_of("charlemagne", HANDS["charlemagne"])
    made = [rows[name]["made"] for name in "5678"]
    assert made == sorted(made, reverse=True)


@every_game
def test_the_rows_of_a_call_add_up(game):
    results = bid(game, HANDS[game], deals=DEALS, jobs=1, order=2, us="aggressive", them="cautious")
    deals = results.rows("summary")[0]["deals"]
    assert 0 < deals < DEALS
    assert results.rows("summary")[0]["left_out"] == results.rows("before")[0]["left_out"] == DEALS - deals
    for name in ("trumps", "achieved"):
        rows = results.rows(name)
        for row in results.rows("calls"):
            parts = [part for part in rows if part["call"] == row["call"]]
            assert sum(part["deals"] for part in parts) == (deals if row["call"] else 0)
            if name == "trumps":
                assert sum(part["made"] for part in parts) == (row["made"] or 0)
    for fates in results.totals.counts["fates/0"].tolist():
        assert sum(fates) == deals
    suits = results.rows("hands")
    for suit in {row["suit"] for row in suits}:
        assert sum(row["deals"] for row in suits if row["suit"] == suit) == deals
        assert sum(row["exact"] for row in suits if row["suit"] == suit) == pytest.approx(1)


@every_game
def test_what_achieves_enough_is_made(game):
    results = bid(game, HANDS[game], deals=DEALS, jobs=1)
    for row in results.rows("calls"):
        in_points = row["call"] and row["call_name"].isdecimal()
        if in_points:
            enough = [part for part in results.rows("achieved") if part["call"] == row["call"]]
            assert row["made"] == sum(part["deals"] for part in enough if part["value"] >= row["call"])


def test_where_no_deal_fits_no_rate_is_claimed_that_so_few_cannot_show():
    """The one deal that is left at the last call says nothing of it: the call before left out 78 of 78."""
    asked = {"game": "hasenpfeffer", "hand": "9S 10S 9H 10H 9D 10D", "order": 3, "us": "cautious", "them": "cautious"}
    said = (
        "only 0 of 2,000 deals fit what came before: the call 'pass' of .* is what fits least .it leaves out 78 of 78 "
    )
    with pytest.raises(UsageError, match=said):
        bid(**asked, deals=2000, jobs=1)


# ---- nothing but the question changes a number -----------------------------------------------------------------------


def tables_of(*args, **options):
    """All tables as text, digit by digit."""
    results = bid(*args, **options)
    return {name: results[name].write_csv() for name in results.names}


ASKED = {"auction": "2", "versus": {"game_tie": "declarers"}}


@pytest.mark.parametrize("length", [{"deals": 70_001}, {"until": 0.01}, {"until": 0.02, "max_deals": 3000}])
def test_workers_and_lanes_change_no_digit(length):
    ways = [{"jobs": 1}, {"jobs": 2}, {"jobs": 1, "lanes": 64}, {"jobs": 2, "lanes": 1000}]
    found = [tables_of("canadian_smear", HANDS["canadian_smear"], **ASKED, **length, **way) for way in ways]
    assert list(found[0]) == ["summary", "calls", "trumps", "achieved", "hands", "before", "versus"]
    assert all(one == found[0] for one in found[1:])


@every_game
def test_lanes_change_no_digit_in_any_game(game):
    options = {"deals": 1500, "order": 2, "us": "random", "them": "cautious"}
    found = [
        tables_of(game, HANDS[game], **options, **way)
        for way in ({"jobs": 1}, {"jobs": 2, "lanes": 64}, {"jobs": 1, "lanes": 977})
    ]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("us", "them"), [("basic_array", "basic"), ("basic", "basic_python"), ("basic_python", "basic_array")]
)
def test_the_kind_of_a_strategy_changes_no_number(us, them):
    expected, found = (
        bid("canadian_smear", HANDS["canadian_smear"], **ASKED, deals=2500, us=one, them=other, jobs=1)
        for one, other in (("basic", "basic"), (us, them))
    )
    assert found.totals.counts.keys() == expected.totals.counts.keys()
    for name, counts in expected.totals.counts.items():
        np.testing.assert_array_equal(found.totals.counts[name], counts, err_msg=name)
    for name in expected.names:
        if name != "summary":
            assert found.rows(name) == expected.rows(name)


@every_game
def test_a_deal_depends_on_its_number_the_seed_and_the_hand_alone(game):
    def drawn(seed, first, number, **options):
        totals = bid(game, HANDS[game], deals=10, jobs=1, seed=seed, **options).totals
        return totals.question.draw(totals.game, totals.rule_sets[0], seed, first, number)

    deals = drawn(1, 0, 5000)
    np.testing.assert_array_equal(drawn(1, 4090, 20), deals[:, 4090:4110])
    np.testing.assert_array_equal(drawn(1, 7, 1), deals[:, 7:8])
    np.testing.assert_array_equal(drawn(1, 0, 50, us="aggressive", them="random"), deals[:, :50])
    assert (drawn(2, 0, 50) != deals[:, :50]).any(axis=0).all()


@every_game
def test_more_deals_begin_with_the_same(game):
    few, many = (bid(game, HANDS[game], deals=deals, jobs=1).totals.counts for deals in (1024, 2048))
    later = bid(game, HANDS[game], deals=1024, jobs=1, seed=2).totals.counts
    assert (many["given_made/0"] >= few["given_made/0"]).all()
    assert (many["given_made/0"] - few["given_made/0"] <= 1024).all()
    assert any((few[name] != later[name]).any() for name in ("given_made/0", "margin/0"))
