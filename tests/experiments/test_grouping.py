"""Results grouped by a function of the user's own: groups add up, and every wrong function is told in one line."""

import polars as pl
import pytest

import simcards
from simcards.errors import StrategyError, UsageError
from simcards.experiments.grouping import dealt_cards, parse_grouping
from tests.engine.tables import GAMES, attentive_player

SMEAR = "canadian_smear"
FUNCTIONS = """
def dealer(deal):
    return deal.dealer

def longest(deal):
    hand = deal.hands[deal.eldest]
    return max((hand >> 16 * lane & 0x7FFF).bit_count() for lane in range(4))

def nothing(deal):
    return None

def broken(deal):
    return 1 / 0

def leaves(deal):
    raise SystemExit(3)
"""


def run(workspace, texts, **given):
    return simcards.simulate(SMEAR, texts, workspace=workspace, **given)


@pytest.fixture
def functions(tmp_path):
    path = tmp_path / "groups.py"
    path.write_text(FUNCTIONS)
    return path


def test_groups_of_dealers_are_the_deals_that_each_seat_dealt(workspace, functions, tmp_path):
    results = run(
        workspace, ["eager", "eager:length=4"], deals=8000, by=f"{functions}:dealer", out=tmp_path / "run", rows=True
    )
    groups = results["groups"]
    deals = pl.read_parquet(tmp_path / "run" / "deals.parquet")
    for dealer in range(4):
        mine = deals.filter(pl.col("dealer") == dealer)
        for side in (0, 1):
            row = groups.filter((pl.col("group") == str(dealer)) & (pl.col("side") == side)).to_dicts()[0]
            declared = mine.filter(pl.col("declarer") % 2 == side)
            margin = (mine[f"score_{side}"] - mine[f"score_{1 - side}"]).sum() / len(mine)
            assert (row["deals"], row["contracts"], row["made"]) == (2000, len(declared), declared["made"].sum())
            assert row["mean_margin"] == pytest.approx(margin, abs=1e-12)


def test_groups_add_up_to_the_whole_in_any_number_of_workers(workspace, functions):
    one, many = (run(workspace, ["eager"], deals=100_000, by=f"{functions}:longest", jobs=jobs) for jobs in (1, 3))
    assert one["groups"].equals(many["groups"])
    side = one["groups"].filter(pl.col("side") == 0)
    whole = one.rows("sides")[0]
    assert side["deals"].sum() == 100_000
    assert side["contracts"].sum() == whole["contracts"]
    assert (side["mean_margin"] * side["deals"]).sum() / 100_000 == pytest.approx(whole["mean_margin"], abs=1e-12)


@pytest.mark.parametrize("game", GAMES)
def test_a_grouping_sees_the_cards_that_the_record_of_the_deal_has(game):
    from simcards.engine.table import SteppedTable
    from simcards.games.game import find_game

    found = find_game(game)
    rules = found.book.rules()
    table = SteppedTable(found, rules, [attentive_player(found)])
    deck = table.game.deck(rules)
    records = simcards.deals(game, "random", 20, seed=9, first=100)
    for deal, record in zip(dealt_cards(table, 9, 100, 20), records, strict=True):
        assert (deal.number, deal.dealer) == (record["deal"], record["dealer"])
        for seat, hand in enumerate(deal.hands):
            assert set(deck.set_names(hand, -1)) == set(record["hands"][seat])
        assert set(deck.set_names(deal.kitty, -1)) == set(record["kitty"] or [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("groups.py", "give a file and a function in it"),
        ("nothing_there.py:f", "cannot be read"),
        ("{file}:deeler", "did you mean 'dealer'?"),
    ],
)
def test_a_grouping_that_is_not_there_is_a_wrong_request(workspace, functions, text, said):
    with pytest.raises(UsageError) as caught:
        run(workspace, ["eager"], deals=100, by=text.format(file=functions))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nothing", "returned None (NoneType) for deal 0"),
        ("broken", "raised ZeroDivisionError"),
        ("leaves", "raised SystemExit: 3 on deal 0"),
    ],
)
def test_a_grouping_that_fails_is_named_with_the_deal(workspace, functions, name, said):
    with pytest.raises(StrategyError) as caught:
        run(workspace, ["eager"], deals=100, by=f"{functions}:{name}")
    assert f"groups.py:{name} {said}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_grouping_is_found_by_the_last_colon(functions):
    grouping = parse_grouping(f"{functions}:dealer")
    assert (grouping.function, grouping.name) == ("dealer", "groups.py:dealer")
