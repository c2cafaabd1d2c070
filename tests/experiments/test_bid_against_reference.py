"""`bid` and the reference agree on every count: twenty hands a game, the same deals, all calls."""

import pytest
from scipy import stats

from simcards import bid
from tests.engine.tables import GAMES
from tests.experiments.bid_by_reference import Asked, call_number, counted

DEALS = 2000
A_FEW = 60
FATES = ("declares", "higher", "partner", "opponents", "passed_out")
SUITS = ("clubs", "diamonds", "hearts", "spades", "no trump")  # jokers alone
TIMID = "basic:safety=150"  # passes often
SHY = "basic:safety=12"  # so in King Pedro

# The first three of each game belong to the ordinary tests.
HANDS = {
    "canadian_smear": [
        Asked("canadian_smear", "AJ2.K.x.x", order="eldest", versus={"low": "lowest_in_play"}),
        Asked("canadian_smear", "KH QH JH xH x r", auction="2", us="cautious", them="aggressive"),
        Asked("canadian_smear", "AS JS x x x x", order="dealer", us="basic", them="cautious", scores=(12, 9), seed=2),
        Asked("canadian_smear", "AS KS QS JS 10S 2S", order="2"),
        Asked("canadian_smear", "AD KD x x x x", order="3", us="aggressive"),
        Asked("canadian_smear", "x x x x x x", order="dealer", where="count(A) >= 2 and spades <= 1", seed=3),
        Asked("canadian_smear", "x x x x x x", where="spades + hearts = 5, count(J) >= 1", us="random"),
        Asked("canadian_smear", "QC JC 10C xC r r", auction="pass 2", them="random"),
        Asked("canadian_smear", "AS KS 2S x x x", auction="2 3", us="aggressive", them="aggressive", seed=4),
        Asked("canadian_smear", "AC QC JC x x x", auction="pass pass 3", us="cautious", them="random"),
        Asked("canadian_smear", "9S 8H 7D 6C 5S 4H", order="dealer", rules={"all_pass": "dealer_forced"}),
        Asked(
            "canadian_smear",
            "AH 3H xH x x x",
            rules={"low": "lowest_in_play", "high": "highest_in_play", "low_to": "winner"},
            them="aggressive",
        ),
        Asked(
            "canadian_smear",
            "KS JS xS xS x x",
            auction="1 pass 2",
            rules={"bid_min": 1, "dealer_may_equal": True},
            them="aggressive",
        ),
        Asked("canadian_smear", "9C 9D 9H 9S x x", order="3", rules={"values": {"10": 0, "9": 17, "A": 1}}),
        Asked("canadian_smear", "AD 10D xD xD x x", auction="pass 2", versus={"game_tie": "declarers"}),
        Asked("canadian_smear", "AS QS JS x x x", auction="pass 2 3", versus={"dealer_may_equal": True}),
        Asked(
            "canadian_smear",
            "AS KS QS JS x x",
            auction="pass pass 2",
            rules={"dealer_may_equal": True},
            versus={"dealer_may_equal": False, "follow": "strict"},
            scores=(14, -3),
        ),
        Asked(
            "canadian_smear", "KD QD xD xC xC x", order="2", rules={"follow": "strict"}, us="cautious", them="random"
        ),
        Asked("canadian_smear", "-.AKJ.xxx.-", order="2", us="basic_array", them="basic_python", seed=5),
        Asked(
            "canadian_smear",
            "A.A.A.A x x",
            order="dealer",
            rules={"game_tie": "defenders", "target": 11},
            us="aggressive",
            them="cautious",
        ),
    ],
    "charlemagne": [
        Asked("charlemagne", "BJ JS AS xS x x x x", order="eldest", them="cautious"),
        Asked(
            "charlemagne",
            "LJ JH AH KH x x x x",
            auction="5 6 pass pass",
            us="aggressive",
            rules={"auction": "continuous"},
        ),
        Asked("charlemagne", "AKQ.A.x.xxx", auction="pass 5", versus={"fail": "set_back", "lead_5_8": "declarer"}),
        Asked("charlemagne", "BJ LJ JS JC AS KS QS 10S", order="2", seed=2),
        Asked("charlemagne", "7S 8S 7H 8H 7D 8D 7C 8C", order="dealer", us=TIMID, them=TIMID, scores=(20, 30)),
        Asked("charlemagne", "x x x x x x x x", order="3", us=TIMID, them=TIMID, where="jokers = 1 and count(J) >= 2"),
        Asked("charlemagne", "LJ 7H 8H 7D 8D 7C x x", order="eldest", us="aggressive", them="aggressive"),
        Asked("charlemagne", "BJ xS xS xS xS x x x", auction="pass 6", them="basic", us="cautious"),
        Asked("charlemagne", "JD JH xD xD xD x x x", auction="5 6 7", us="aggressive", them="aggressive"),
        Asked("charlemagne", "x x x x x x x x", auction="mulot pass", us="random", where="count(7 8) >= 5"),
        Asked("charlemagne", "BJ JS JC x x x x x", auction="charlemagne", them="random", seed=3),
        Asked(
            "charlemagne",
            "BJ LJ x x x x x x",
            auction="gros_mulot",
            rules={"bid_order": "text_listing"},
            them="random",
        ),
        Asked(
            "charlemagne",
            "x x x x x x x x",
            order="dealer",
            us="basic:safety=600",
            them="basic:safety=600",
            where="jokers >= 1, spades = 3",
            rules={"bid_order": "text_listing", "bid_min": 1, "kitty_face_up": True, "stop_early": True},
            versus={"bid_order": "pagat", "fail": "both"},
        ),
        Asked(
            "charlemagne",
            "7S 7H xC xC x x x x",
            order="dealer",
            rules={"all_pass": "dealer_forced", "overtricks": True},
            us=TIMID,
            them=TIMID,
        ),
        Asked(
            "charlemagne",
            "BJ AS KS x x x x x",
            auction="pass 5 pass 6",
            rules={"auction": "continuous", "exchange_after_trump": True},
            us="aggressive",
            them=TIMID,
        ),
        Asked(
            "charlemagne",
            "JS JC AS xS x x x x",
            auction="5 pass pass 6",
            rules={"auction": "continuous"},
            them="aggressive",
            us="cautious",
        ),
        Asked(
            "charlemagne",
            "LJ JD xD x x x x x",
            order="2",
            rules={"values": {"made": {"5": 0, "mulot": 3}, "failed": {"6": 60, "gros_mulot": 1000}}},
            scores=(3, 31),
        ),
        Asked(
            "charlemagne",
            "BJ JD xH xH x x x x",
            rules={"stop_early": True},
            versus={"stop_early": False, "overtricks": True},
        ),
        Asked("charlemagne", "AKQ.AKQ.A.A", order="2", us="random", them="random"),
        Asked(
            "charlemagne",
            "x x x x x x x x",
            auction="7 8",
            where="hearts >= 3",
            rules={"exchange_after_trump": True, "kitty_face_up": True, "lead_5_8": "declarer"},
            us="random",
            them="random",
        ),
    ],
    "cutthroat_pitch": [
        Asked("cutthroat_pitch", "AS JS x x x x", order="eldest", them="cautious"),
        Asked("cutthroat_pitch", "KS QS xS x x x", auction="2 pass pass 2", us="cautious", them="aggressive"),
        Asked(
            "cutthroat_pitch", "A9.K.x.xx", auction="pass pass 2", versus={"low_to": "player"}, scores=(20, 19, 3, -5)
        ),
        Asked("cutthroat_pitch", "AS KS QS JS 10S 9S", order="2"),
        Asked(
            "cutthroat_pitch", "x x x x x x", auction="pass 2", where="count(A) = 2 and clubs <= 2", them="aggressive"
        ),
        Asked("cutthroat_pitch", "AD QD x x x x", auction="2 3 pass 3 pass", us="aggressive", them="aggressive"),
        Asked("cutthroat_pitch", "AH KH JH x x x", auction="pass 2 3 3", us="aggressive", them="aggressive", seed=2),
        Asked("cutthroat_pitch", "KC JC xC xC x x", auction="2 pass 3 pass", them="aggressive"),
        Asked(
            "cutthroat_pitch",
            "AS KS QS JS 10S x",
            auction="smudge",
            rules={"dealer_may_steal_smudge": True},
            them="random",
        ),
        Asked(
            "cutthroat_pitch",
            "AS KS JS x x x",
            auction="pass 2 pass 2",
            rules={"dealer_may_steal_smudge": True},
            us="random",
            them="aggressive",
        ),
        Asked("cutthroat_pitch", "AS 2S x x x x", order="dealer", rules={"players": 3, "all_pass": "redeal_same"}),
        Asked(
            "cutthroat_pitch", "KD 10D xD x x x", auction="2 3", rules={"players": 3}, them="random", scores=(1, 18, 7)
        ),
        Asked("cutthroat_pitch", "QS JS xS xS x x", auction="2 2", rules={"players": 2}, seed=3),
        Asked(
            "cutthroat_pitch", "AC 3C x x x x", order="3", rules={"players": 5, "game_tie": "all"}, them="aggressive"
        ),
        Asked("cutthroat_pitch", "KH xH xH x x x", order="7", rules={"players": 8, "low_to": "player"}, them=TIMID),
        Asked("cutthroat_pitch", "AS xS xS x x x", auction="2 pass", rules={"auction": "single_round"}, us="cautious"),
        Asked(
            "cutthroat_pitch",
            "AD KD JD x x x",
            auction="pass 2 pass",
            rules={"dealer_may_equal": True},
            versus={"dealer_may_equal": False},
        ),
        Asked(
            "cutthroat_pitch",
            "10S 9S 8H 7D 6C 5C",
            order="3",
            versus={"all_pass": "redeal_next", "follow": "strict"},
            them="cautious",
        ),
        Asked(
            "cutthroat_pitch",
            "9S 9H x x x x",
            order="2",
            rules={"values": {"10": 0, "9": 17, "A": 1}, "game_tie": "defenders"},
            them="random",
        ),
        Asked("cutthroat_pitch", "x x x x x x", where="hearts >= 4", us="random", seed=4),
    ],
    "hasenpfeffer": [
        Asked("hasenpfeffer", "JK JS x x x x", order="eldest", them="aggressive"),
        Asked("hasenpfeffer", "JH AH xH x x x", auction="1 2", us="cautious", versus={"overtricks": False}),
        Asked("hasenpfeffer", "AJ9.A.x.x", order="dealer", us=TIMID, them=TIMID, scores=(8, 5), seed=2),
        Asked("hasenpfeffer", "JK JS JC AS KS QS", order="2"),
        Asked("hasenpfeffer", "JK 9S 9H 9D 9C 10C", order="dealer", us=TIMID, them=TIMID),
        Asked("hasenpfeffer", "9S 10S 9H 10H 9D 10D", order="3", us=TIMID, them="cautious"),
        Asked("hasenpfeffer", "x x x x x x", auction="pass 2", us=TIMID, where="jokers = 0 and spades >= 3"),
        Asked("hasenpfeffer", "JS JC xS x x x", auction="2", us="aggressive", them="aggressive"),
        Asked("hasenpfeffer", "AH KH xH xH x x", auction="pass 1 2", them=TIMID, us="aggressive", seed=3),
        Asked("hasenpfeffer", "JK JD AD xD x x", auction="3 4", us="random", them="random"),
        Asked("hasenpfeffer", "x x x x x x", auction="pass pass 5", where="jokers = 1", them="random", us=TIMID),
        Asked("hasenpfeffer", "JK AS x x x x", auction="2 3 pass 4", rules={"auction": "continuous"}, them="random"),
        Asked(
            "hasenpfeffer",
            "JD AD KD x x x",
            auction="pass 1 2 pass 3",
            rules={"auction": "continuous"},
            us=TIMID,
            them="cautious",
        ),
        Asked("hasenpfeffer", "JK JS x x x x", order="3", rules={"allow_no_trump": True}, us="random", them="random"),
        Asked("hasenpfeffer", "AS KS QS x x x", rules={"bowers": False}, versus={"overtricks": False}, them="cautious"),
        Asked(
            "hasenpfeffer",
            "9S 9C xH x x x",
            order="dealer",
            us=TIMID,
            them=TIMID,
            rules={"all_pass": "dealer_forced", "bid_min": 2},
        ),
        Asked(
            "hasenpfeffer",
            "9S 9C xH xH x x",
            order="dealer",
            us=TIMID,
            them=TIMID,
            versus={"all_pass": "redeal_next", "target": 21},
        ),
        Asked("hasenpfeffer", "JK x x x x x", order="2", rules={"bid_min": 4}, versus={"bid_min": 5}, us="aggressive"),
        Asked("hasenpfeffer", "JK AK.A.-.x x", where="clubs <= 1"),
        Asked("hasenpfeffer", "KC xC xC x x r", order="eldest", us="cautious", them="random", seed=4),
    ],
    "king_pedro": [
        Asked("king_pedro", "AS KS x x x x x x x", order="eldest", rules={"bid_max": 33}, them="cautious"),
        Asked(
            "king_pedro",
            "KH 5D 9H xH x x x x x",
            auction="30 pass 31 pass",
            us="cautious",
            them="aggressive",
            rules={"bid_max": 34},
        ),
        Asked(
            "king_pedro",
            "K95.A.xxx.xx",
            auction="pass 30",
            rules={"bid_max": 33},
            versus={"two_to": "winner", "discard_points_to": "opponents"},
            seed=2,
        ),
        Asked("king_pedro", "AS KS 10S 9S 5S 5C 2S JS QS", order="2"),
        Asked("king_pedro", "KD 10D x x x x x x x", order="dealer", us="aggressive", seed=3),
        Asked("king_pedro", "x x x x x x x x x", where="count(K) = 1, spades >= 5", rules={"bid_max": 36}, us="random"),
        Asked("king_pedro", "AH KH JH x x x x x x", auction="30 31", rules={"bid_max": 38}, us="aggressive"),
        Asked("king_pedro", "AC QC 10C xC x x x x x", auction="pass pass 30", rules={"bid_max": 35}),
        Asked("king_pedro", "KS 9S x x x x x x x", auction="56", them="random"),
        Asked(
            "king_pedro",
            "AD KD xD x x x x x x",
            auction="30 31 32 pass",
            rules={"bid_max": 36},
            us="cautious",
            them="aggressive",
        ),
        Asked(
            "king_pedro",
            "KS JS 10S 5C x x x x x",
            auction="pass 30 pass 31",
            rules={"bid_max": 36},
            us="random",
            them="aggressive",
        ),
        Asked(
            "king_pedro",
            "3S 4S 6H 7H 8D QD QC 3C 4C",
            order="dealer",
            us=SHY,
            them=SHY,
            rules={"all_pass": "dealer_forced", "bid_max": 33},
        ),
        Asked(
            "king_pedro",
            "KC 5C 5S xC x x x x x",
            order="3",
            rules={"discard": "free", "plain_follow": "follow_suit", "plain_winner": "highest_of_led", "bid_max": 34},
            us="random",
            them="random",
        ),
        Asked(
            "king_pedro",
            "AS 10S 9S 8S 7S 6S 4S x x",
            order="2",
            rules={"discard": "protect_points", "discard_points_to": "discarder", "gift": False, "bid_max": 34},
            versus={"discard": "nontrump_first", "show_trump_discards": True},
        ),
        Asked(
            "king_pedro",
            "QS x x x x x x x x",
            where="spades <= 4",
            rules={"values": {"K": 0, "Q": 31, "off5": 1000}, "bid_max": 33},
            versus={"values": {"Q": 7, "3": 2}},
            them="cautious",
        ),
        Asked(
            "king_pedro",
            "KH xH xH xH x x x x x",
            auction="31",
            rules={"auction": "single_round", "bid_max": 37, "two_to": "dealt"},
            us="aggressive",
            them="random",
        ),
        Asked(
            "king_pedro",
            "AD KD 5D x x x x x x",
            order="dealer",
            rules={"plain_follow": "follow_or_trump", "bid_min": 40, "bid_max": 45},
            versus={"bid_max": 42},
            scores=(230, -40),
        ),
        Asked("king_pedro", "AK.AK.AK.AK x", order="3", rules={"bid_max": 34}, scores=(261, 250)),
        Asked("king_pedro", "KS r r r r r r x x", rules={"bid_min": 1, "bid_max": 6}, us="cautious", them="cautious"),
        Asked(
            "king_pedro", "x x x x x x x x x", auction="59", where="count(K) >= 3", us="random", them="random", seed=4
        ),
    ],
}


def check(asked, deals):
    """Compare every count, and the tables, with what the reference comes to."""
    results = bid(asked.game, asked.hand, deals=deals, jobs=1, **asked.options)
    totals = results.totals
    drawn = totals.question.draw(totals.game, totals.rule_sets[0], asked.seed, 0, deals)
    want = counted(asked, drawn)
    assert totals.question.answers == tuple(want["answers"])
    counts = {name: array.tolist() for name, array in totals.counts.items()}
    assert counts == {name: value for name, value in want.items() if name not in ("answers", "legal_there")}
    assert want["fits"] >= deals / 100, f"{want['fits']} deals fit"
    check_tables(asked, results, want)


def check_tables(asked, results, want):
    """Compare the tables with the counts of the reference."""
    (summary,) = results.rows("summary")
    assert (summary["dealt"], summary["deals"]) == (want["dealt"], want["fits"])
    assert summary["left_out"] == sum(want["left_out"])
    deals, unit = want["fits"], asked.sides - 1
    rows = results.rows("calls")
    assert [call_number(row["call_name"]) for row in rows] == [row["call"] for row in rows] == want["answers"]
    for k, row in enumerate(rows):
        call = row["call"]
        assert row["deals"] == deals
        fates = dict(zip(FATES, want["fates/0"][k], strict=True))
        assert sum(fates.values()) == deals
        for name in FATES[1:]:
            assert row[name] == fates[name] / deals
        margin = want["margin/0"][k] / deals
        assert row["margin"] == pytest.approx(margin / unit, rel=1e-12)
        assert row["score"] == want["score/0"][k] / deals
        spread = deals * want["products/0"][k][k] - want["margin/0"][k] ** 2
        assert (row["margin_low"] is None) == (spread == 0)
        if spread:
            half = stats.t.ppf(0.975, deals - 1) * (spread / (deals - 1)) ** 0.5 / deals / unit
            assert row["margin_low"] == pytest.approx(margin / unit - half, rel=1e-9, abs=1e-9)
            assert row["margin_high"] == pytest.approx(margin / unit + half, rel=1e-9, abs=1e-9)
        if not call:
            assert fates["declares"] == 0
            assert {row[name] for name in ("made", "success", "declares", "stands", "stands_made")} == {None}
            continue
        assert (row["made"], row["success"]) == (want["given_made/0"][k], want["given_made/0"][k] / deals)
        assert row["declares"] == fates["declares"] / deals
        assert (row["stands"], row["stands_made"]) == (fates["declares"], want["stands_made/0"][k])
    best = max(want["margin/0"])
    assert [row["is_best"] for row in rows].index(True) == want["margin/0"].index(best)
    check_by_trump_and_value(results, want)
    before = results.rows("before") if asked.given else []
    assert [row["left_out"] for row in before] == want["left_out"][:-1]
    if asked.versus is not None:
        check_versus(results, want, unit)


def check_by_trump_and_value(results, want):
    """Compare the tables by the trump that was named, and by the points or tricks that were won."""
    by_trump = {
        (call, SUITS[trump]): (number, want["given_trumps_made/0"][k][trump])
        for k, call in enumerate(want["answers"])
        for trump, number in enumerate(want["given_trumps/0"][k])
        if number
    }
    found = {(row["call"], row["trump"]): (row["deals"], row["made"]) for row in results.rows("trumps")}
    assert found == by_trump
    by_value = {
        (call, value): number
        for k, call in enumerate(want["answers"])
        for value, number in enumerate(want["achieved/0"][k])
        if number
    }
    assert {(row["call"], row["value"]): row["deals"] for row in results.rows("achieved")} == by_value


def check_versus(results, want, unit):
    """Compare the table of the other rules."""
    deals, known = want["fits/1"], {row["answer"]: row for row in results.rows("versus")}
    assert {call_number(name) for name in known} == set(want["legal_there"])
    for name, row in known.items():
        assert row["deals"] == deals
        k = want["answers"].index(call_number(name))
        assert row["margin"] == pytest.approx(want["margin/1"][k] / deals / unit, rel=1e-12)
        assert row["difference"] == pytest.approx(want["versus_total"][k] / deals / unit, rel=1e-12)
        assert row["success"] == (want["given_made/1"][k] / deals if call_number(name) else None)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_every_count_is_the_reference_s(game, number):
    check(HANDS[game][number], A_FEW)


def test_there_are_twenty_hands_a_game():
    assert {game: len(set(map(repr, hands))) for game, hands in HANDS.items()} == dict.fromkeys(GAMES, 20)


@pytest.mark.prove
@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("game", GAMES)
def test_proof_that_every_count_is_the_reference_s(game, number):
    check(HANDS[game][number], DEALS)
