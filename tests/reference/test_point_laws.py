"""What each game scores adds up on every deal, under the default rules and under all options drawn together."""

from hypothesis import given

from tests.reference import default_rules
from tests.reference.four_points import game_pips
from tests.reference.king_pedro import value_of
from tests.reference.sample_deals import random_record, rules_with
from tests.reference.test_laws import SEEDS, laws, plays_of, record_of


@laws
@given(seed=SEEDS)
def test_the_points_of_smear_add_up(seed):
    record = record_of("canadian_smear", seed)
    if record["contract"] is None:
        assert record["score"] == [0, 0]
        return
    tally, declaring = record["tally"], record["contract"]["declarer"] % 2
    owners = [tally[name] for name in ("high", "low", "jack", "game")]
    points = [owners.count(side) for side in (0, 1)]
    bid = int(record["contract"]["bid"])
    assert record["score"][1 - declaring] == points[1 - declaring]
    assert record["score"][declaring] == (points[declaring] if record["made"] else -bid)
    assert record["made"] == (points[declaring] >= bid)
    assert sum(tally["tricks"]) == 6
    dealt = [card for hand in record["hands"] for card in hand]
    assert sum(tally["game_points"]) == game_pips(dealt, record["rules"])
    trump = record["contract"]["trump"]
    assert (tally["jack"] is not None) == ("J" + trump in dealt)
    if record["rules"]["high"] == "ace_only":
        assert (tally["high"] is not None) == ("A" + trump in dealt)


@laws
@given(seed=SEEDS)
def test_the_points_of_pitch_add_up(seed):
    record = record_of("cutthroat_pitch", seed)
    if record["contract"] is None:
        assert set(record["score"]) == {0}
        return
    tally, declarer, made = record["tally"], record["contract"]["declarer"], record["made"]
    dealt = [card for hand in record["hands"] for card in hand]
    assert sum(tally["tricks"]) == 6
    assert sum(tally["game_points"]) == game_pips(dealt, record["rules"])
    assert (tally["jack"] is not None) == ("J" + record["contract"]["trump"] in dealt)
    owners = [tally["high"], tally["low"], tally["jack"]]
    owners += tally["game"] if isinstance(tally["game"], list) else [tally["game"]]
    points = [owners.count(side) for side in range(len(record["hands"]))]
    smudge = record["contract"]["bid"] == "smudge"
    bid = 5 if smudge else int(record["contract"]["bid"])
    assert made == (points[declarer] == 4 and tally["tricks"][declarer] == 6 if smudge else points[declarer] >= bid)
    points[declarer] = (5 if smudge else points[declarer]) if made else -bid
    assert record["score"] == points


@laws
@given(seed=SEEDS)
def test_the_points_of_hasenpfeffer_are_six_when_the_bid_is_made(seed):
    record = random_record("hasenpfeffer", seed, rules_with("hasenpfeffer", all_pass="dealer_forced"))  # noqa: S106
    declaring, bid = record["contract"]["declarer"] % 2, int(record["contract"]["bid"])
    tricks = record["tally"]["tricks"]
    assert sum(tricks) == 6
    assert record["made"] == (tricks[declaring] >= bid)
    assert sum(record["score"]) == (6 if record["made"] else tricks[1 - declaring] - bid)


@laws
@given(seed=SEEDS)
def test_one_side_scores_a_deal_of_charlemagne_and_solo_the_partner_plays_no_card(seed):
    record = record_of("charlemagne", seed)
    if record["contract"] is None:
        return
    rules, bid, declarer = record["rules"], record["contract"]["bid"], record["contract"]["declarer"]
    tricks = record["tally"]["tricks"]
    assert sum(tricks) == len(record["tricks"])
    assert sum(tricks) == 8 or rules["stop_early"]
    ours, theirs = tricks[declarer % 2], tricks[1 - declarer % 2]
    solo = not bid.isdecimal()
    goal = {"mulot": ours == 0, "gros_mulot": ours == 0, "charlemagne": theirs == 0, "gros_charlemagne": theirs == 0}
    assert record["made"] == (goal[bid] if solo else ours >= int(bid))
    scoring = [side for side in (0, 1) if record["score"][side] > 0]
    if rules == default_rules("charlemagne"):
        assert scoring == [declarer % 2 if record["made"] else 1 - declarer % 2]
    assert len(scoring) <= 1
    assert solo != ((declarer + 2) % 4 in {seat for seat, _ in plays_of(record)})


@laws
@given(seed=SEEDS)
def test_the_points_of_king_pedro_are_those_played_and_what_an_option_gives_for_those_laid_away(seed):
    record = record_of("king_pedro", seed)
    if record["contract"] is None:
        return
    rules, trump, declaring = record["rules"], record["contract"]["trump"], record["contract"]["declarer"] % 2
    points, bid = record["tally"]["points"], int(record["contract"]["bid"])
    lost = [card for entry in record["exchange"] if entry["action"] == "discard" for card in entry["cards"]]
    counted = [card for _, card in plays_of(record)] + (lost if rules["discard_points_to"] != "nobody" else [])
    two = "2" + trump
    if rules["two_to"] == "dealt" and two not in counted:
        counted.append(two)
    assert sum(points) == sum(value_of(card, trump, rules) for card in counted)
    if rules == default_rules("king_pedro"):
        assert sum(points) == 62 - sum(value_of(card, trump, rules) for card in lost)
    assert record["made"] == (points[declaring] >= bid)
    assert record["score"][declaring] == (points[declaring] if record["made"] else -bid)
    assert record["score"][1 - declaring] == points[1 - declaring]
    assert sum(record["tally"]["tricks"]) == 6


@laws
@given(seed=SEEDS)
def test_each_seat_that_plays_king_pedro_plays_six_cards_and_no_other_has_trumps_left(seed):
    record = record_of("king_pedro", seed)
    if record["contract"] is None:
        return
    folded = {entry["seat"] for entry in record["exchange"] if entry["action"] == "fold"}
    players = [seat for seat, _ in plays_of(record)]
    assert {seat: players.count(seat) for seat in range(4)} == {seat: 0 if seat in folded else 6 for seat in range(4)}
    trump = record["contract"]["trump"]
    for entry in record["exchange"]:
        if entry["action"] == "fold":
            assert not any(card[-1] == trump or value_of(card, trump, record["rules"]) for card in entry["cards"])
