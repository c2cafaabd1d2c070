"""A seventh game: one of the five under other rules, with a name of its own."""

from pathlib import Path

import pytest

from simcards.engine import records
from simcards.engine.game_text import game_module, game_text
from simcards.engine.show_decisions import show_views
from simcards.engine.start import single_deal
from simcards.errors import RecordError, UsageError
from simcards.games.game import find_game
from simcards.games.variant import variant
from simcards.strategy.discovery import find_strategies
from simcards.strategy.texts import load

HERE = Path(__file__).parent
SMEAR = find_game("canadian_smear")
PUB = find_game(str(HERE / "pub_smear.py"))
CHANGES = {"target": 11, "bid_min": 1, "low_to": "winner", "values": {"10": 11}}
TEXTS = ("random", "basic")


def played(game, rules, deals=25):
    """The records of some deals, played as plain Python: the compiled loops are the same, as a test below says."""
    in_force = game.book.rules(rules)
    players = [load(text, game, HERE).player for text in TEXTS]
    starts = (single_deal(game, 3, deal) for deal in range(deals))
    return [show_views(game, in_force, players, TEXTS, start, lambda _: None) for start in starts]


def unnamed(found):
    """Records without what names the game and its rules."""
    return [{key: value for key, value in record.items() if key not in ("game", "rules")} for record in found]


def test_a_variant_plays_exactly_as_the_game_under_those_rules():
    mine, its = played(PUB, {}), played(SMEAR, CHANGES)
    assert unnamed(mine) == unnamed(its)
    assert unnamed(mine) != unnamed(played(SMEAR, {}))


def test_its_records_have_its_own_name_and_all_its_rules_and_are_verified_by_it():
    for record in played(PUB, {}, 10):
        assert record["game"] == "pub_smear"
        rules = record["rules"]
        assert (rules["target"], rules["bid_min"], rules["low_to"]) == (11, 1, "winner")
        assert rules.keys() == SMEAR.book.rules().as_dict().keys()
        line = records.to_line(record)
        records.verify(records.parse_line(line, "line", PUB), "line", PUB)
        with pytest.raises(RecordError, match='no game "pub_smear"'):
            records.parse_line(line, "line")


def test_the_rules_of_a_variant_can_be_changed_back():
    back = {"target": 15, "bid_min": 2, "low_to": "player", "values": {"10": 10}}
    assert unnamed(played(PUB, back)) == unnamed(played(SMEAR, {}))


def test_a_variant_shares_the_compiled_loops_of_its_game():
    assert game_module(PUB, PUB.book.rules()) is game_module(SMEAR, SMEAR.book.rules(CHANGES))


def test_a_variant_with_another_number_of_players_has_it_from_the_start():
    pitch = find_game("cutthroat_pitch")
    three = variant(pitch, name="three", title="Pitch for three", rules={"players": 3})
    assert (three.seats, three.sides) == (3, 3)
    rules = pitch.book.rules({"players": 3})
    assert game_text(three, three.book.rules()) == game_text(pitch.under(rules), rules)
    assert three.under(three.book.rules({"players": 5})).seats == 5


def test_the_sheet_of_a_variant_says_what_is_changed_and_by_whom(simcards):
    text = " ".join(simcards("rules", "pub_smear.py").out.split())
    assert text.startswith("Pub Smear Canadian Smear with target=11, bid_min=1, low_to=winner, values.10=11. Source: ")
    assert "- target is 11, not 15: points that win the match." in text
    assert "- values.10 is 11, not 10." in text
    assert "target = 11 points that win the match values: any whole number from 1 on from: our pub" in text
    assert "both_out = higher_score" in text


def test_strategies_of_the_game_play_its_variant_and_its_own_come_first(simcards, tmp_path, monkeypatch):
    said = simcards("simulate", "pub_smear.py", "cautious", "basic", "--deals", "200", "--json")
    assert said.code == 0, said.err
    own = tmp_path / "strategies" / "pub_smear" / "basic.py"
    own.parent.mkdir(parents=True)
    own.write_text(
        '"""Mine."""\nfrom simcards.strategy import Strategy\n'
        'def bid(v):\n    return 0\nstrategy = Strategy(game="pub_smear", bid=bid)\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert load("basic", PUB).player["bid"].function(None) == 0
    found = [(one.name, one.note) for one in find_strategies(PUB) if one.name == "basic"]
    assert found == [("basic", None), ("basic", "hidden by strategies/pub_smear/basic.py")]
    with pytest.raises(UsageError, match="is a strategy for pub_smear"):
        load(str(own), SMEAR)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"trget": 11}, "pub: canadian_smear has no rule 'trget'; did you mean 'target'?"),
        ({"target": 0}, "pub: rule 'target' cannot be 0; allowed: any whole number from 1 on"),
        ({"values": {"11": 1}}, "pub: values has no entry '11'"),
    ],
)
def test_a_rule_that_the_game_does_not_have_is_one_line(rules, expected):
    with pytest.raises(UsageError) as caught:
        variant(SMEAR, name="pub", title="Pub Smear", rules=rules)
    assert str(caught.value).startswith(expected)


def test_a_variant_needs_a_name_of_its_own():
    with pytest.raises(UsageError, match="a variant needs a name of its own, not 'canadian_smear'"):
        variant(SMEAR, name="canadian_smear", title="Smear", rules={"target": 11})
