"""Matches are those of the reference: dealers, scores, cards, and who has won when."""

import random

import numpy as np
import pytest

from simcards.engine import records
from simcards.errors import RecordError
from tests.engine.matches import TARGETS, table_of_steps, written
from tests.engine.tables import GAMES
from tests.reference import OPTIONS, replay
from tests.reference.deal import play_out
from tests.reference.match import match_result, next_dealer
from tests.reference.sample_deals import cards, rules_with, scripted

MATCHES = 16
DRAWS = 4
WINS = 6  # draws of rules under which only the ends of matches are compared
DEALS = 200

every_game = pytest.mark.parametrize("game", GAMES)


def drawn_rules(game, draw):
    """Rules with every option drawn, a target within reach, and few deals a match."""
    chosen = random.Random(f"matches of {game} {draw}")
    rules = {key: chosen.choice((option.default, *option.others)) for key, option in OPTIONS[game].items()}
    if "players" in rules:
        rules["players"] = chosen.choice((3, 4, 7))
    return rules | {"target": chosen.choice(TARGETS[game]), "max_hands": chosen.choice((1, 2, 5, 9))}


def result_of(record, before=None, number=None):
    """What the reference says of the match after the deal of a record."""
    contract = record["contract"]
    return match_result(
        record["game"],
        record["rules"],
        record["scores_before"] if before is None else before,
        record["score"],
        None if contract is None else contract["declarer"] % len(record["score"]),
        record["made"],
        record["tally"],
        record["match"]["number"] + 1 if number is None else number,
        bid=contract and contract["bid"],
    )


def check(match, deals):
    """Assert that the records of a match follow each other as the reference has it, and end where it ends them."""
    dealer, scores = match % len(deals[0]["hands"]), [0] * len(deals[0]["score"])
    for number, record in enumerate(deals):
        where = f"match {match} deal {number} {record['rules']}"
        assert (record["match"], record["deal"]) == ({"match": match, "number": number}, None), where
        assert (record["dealer"], record["scores_before"]) == (dealer, scores), where
        scores = [before + score for before, score in zip(scores, record["score"], strict=True)]
        assert record["scores_after"] == scores, where
        winner = result_of(record)
        assert record["match_winner"] == winner, where
        assert (winner is not None) == (number == len(deals) - 1), where
        dealer = next_dealer(record["rules"], dealer, record["contract"] is None)
    assert replay(deals[-1]).record == deals[-1], where
    records.verify(deals[-1])


@every_game
def test_matches_under_the_default_rules_are_those_of_the_reference(game):
    ends = []
    for match, deals in enumerate(written(table_of_steps(game, {"max_hands": 20}), MATCHES)):
        check(match, deals)
        ends.append(deals[-1]["match_winner"])
    assert len(set(ends)) > 1


@every_game
@pytest.mark.parametrize("draw", range(DRAWS))
def test_matches_with_all_options_drawn_together_are_those_of_the_reference(game, draw):
    table = table_of_steps(game, drawn_rules(game, draw))
    for match, deals in enumerate(written(table, MATCHES, seed=2)):
        check(match, deals)


@every_game
def test_every_deal_of_a_match_replays_and_is_verified(game):
    rules = {"target": TARGETS[game][-1], "max_hands": 12}
    for match, deals in enumerate(written(table_of_steps(game, rules), 2, seed=3)):
        check(match, deals)
        for record in deals:
            assert replay(record).record == record
            records.verify(record)


# ---- who has won -----------------------------------------------------------------------------------------------------


@every_game
def test_who_has_won_is_what_the_reference_says_from_any_scores(game):
    together = [winners_from_any_scores(game, draw) for draw in range(WINS)]
    winners, several = {winner for found, _ in together for winner in found}, sum(times for _, times in together)
    assert winners >= {None, 0, 1}
    assert (several > 0) == (game != "charlemagne")  # there never more than one side scores


def winners_from_any_scores(game, draw):
    """(who has won, how often several sides were at the target), after asserting that the reference says the same."""
    chosen = random.Random(f"ends of {game} {draw}")
    rules = drawn_rules(game, draw) | {"max_hands": 500}
    table, kept = table_of_steps(game, rules), []
    run = table.run
    table.run = lambda *given: kept.append(run(*given)) or kept[-1]
    written_deals = list(records.write(table.game, table.rules, ["at_random"], table, 5, 0, DEALS))
    c, n, place, sides = kept[0].c, kept[0].n, table.rows, table.game.sides
    # Where more than two play, two that share the lead play on, so some may be at the target before a deal.
    highest = rules["target"] + (1 if sides > 2 else -1)
    lowest = highest - {"charlemagne": 20, "king_pedro": 60}.get(game, 3)
    before = [[chosen.randint(lowest, highest) for _ in range(sides)] for _ in range(n)]
    c[place["BEFORE"] : place["BEFORE"] + sides, :n] = np.array(before).T
    table.module.decide_matches(c, n, table.facts)
    winners, several = set(), 0
    numbers = zip(c[place["DEAL"], :n].tolist(), before, c[place["WINNER"], :n].tolist(), strict=True)
    for deal, scores, winner in numbers:
        record = written_deals[deal]
        expected = result_of(record, scores, 1)
        assert (None if winner < 0 else winner) == expected, f"{rules} {scores} {record}"
        after = [score + change for score, change in zip(scores, record["score"], strict=True)]
        several += sum(score >= rules["target"] for score in after) > 1
        winners.add(expected)
    return winners, several


@pytest.mark.parametrize(("wins", "target", "winner"), [(True, 21, 1), (False, 21, None), (False, 5, 1)])
def test_a_smudge_wins_the_match_where_the_rules_say_so(wins, target, winner):
    rules = rules_with("cutthroat_pitch", smudge_wins_match=wins, target=target)
    hands = [cards(" ".join(f"{rank}{suit}" for rank in "234567")) for suit in "CDH"]
    hands.insert(1, cards("AS KS QS JS 10S 9S"))
    record = play_out("cutthroat_pitch", rules, hands, [], 0, scripted([5], "S"))
    assert (record["contract"]["bid"], record["made"], record["score"]) == ("smudge", True, [0, 5, 0, 0])
    in_match = record | {"match": {"match": 4, "number": 0}, "deal": None, "match_winner": winner}
    assert replay(in_match).record["match_winner"] == winner
    assert records.replay(in_match).record["match_winner"] == winner
    records.verify(in_match)


# ---- cards -----------------------------------------------------------------------------------------------------------


def dealt(record):
    """The cards of a deal, eldest's hand first."""
    first = record["dealer"] + 1
    hands = [record["hands"][(first + place) % len(record["hands"])] for place in range(len(record["hands"]))]
    second = record["second_deal"]
    return hands, record["kitty"], second and [second[(first + place) % 4] for place in range(4)]


@every_game
def test_the_cards_depend_on_seed_match_and_number_alone(game):
    other = {"win_requires_made_bid": game == "hasenpfeffer", "target": TARGETS[game][1]}
    tables = [table_of_steps(game, {"max_hands": 6} | rules) for rules in ({"all_pass": "redeal_next"}, other)]
    found = []
    for table in tables:
        by_place = {}
        for match, deals in enumerate(written(table, 8, seed=4)):
            by_place |= {(match, number): dealt(record) for number, record in enumerate(deals)}
        found.append(by_place)
    common = found[0].keys() & found[1].keys()
    assert len(common) > 8
    for place in common:
        for one, two in zip(found[0][place], found[1][place], strict=True):
            assert one == two or None in (one, two)  # a passed out deal has no second deal
    hands = [str(cards_dealt[0]) for cards_dealt in found[0].values()]
    later = [dealt(record)[0] for record in written(tables[0], 1, seed=4, first=5)[0]]
    assert later == [found[0][5, number][0] for number in range(len(later))]
    singles = records.write(tables[0].game, tables[0].rules, ["at_random"], tables[0], 4, 0, 50)
    hands += [str(dealt(record)[0]) for record in singles]
    hands += [str(dealt(record)[0]) for deals in written(tables[0], 3, seed=5) for record in deals]
    assert len(set(hands)) == len(hands)


# ---- what no match can have ------------------------------------------------------------------------------------------


@every_game
def test_a_record_whose_place_in_its_match_cannot_be_is_refused(game):
    table = table_of_steps(game, {"max_hands": 6, "all_pass": "redeal_next"})
    first, second = written(table, 1, seed=6)[0][:2]
    seats = len(first["hands"])
    with pytest.raises(RecordError, match=r"at most 6 deals"):
        records.verify(second | {"match": {"match": 0, "number": 6}})
    with pytest.raises(RecordError, match=r"a match begins at 0, not with scores_before"):
        records.verify(first | {"scores_before": [1] + [0] * (len(first["score"]) - 1)})
    with pytest.raises(RecordError, match=f"deal 1 of match 1 is dealt by seat {2 % seats}, not 1"):
        records.verify(second | {"match": {"match": 1, "number": 1}})
    ended = 0 if second["match_winner"] is None else None
    with pytest.raises(RecordError, match="match_winner"):
        records.verify(second | {"match_winner": ended})
