"""A strategy that looks at the scores of the match beats its twin that does not, and is the same in single deals."""

import shutil
from pathlib import Path

import polars as pl
import pytest

import simcards

SMEAR = "canadian_smear"
SHIPPED = Path(__file__).parents[2] / "strategies" / SMEAR / "common.py"
TARGET, NEAR = 15, 2  # points that win a match; points below them from which on a side is near

BIDDING = '''"""How both twins bid: as the shipped strategies do, with some hundredths of a point added to the hand."""

from simcards.strategy import EVERY, count, lowest, select

from .common import best_trump


def call(v, more):
    worth = 50 + (best_trump(v.hand) >> 2) + 9 * count(v.hand & EVERY << 12) + 5 * count(v.hand & EVERY << 11)
    worth += more - select(v.high_bidder == 2, 30)
    enough = (worth >= 100) + (worth >= 182) + (worth >= 250) + (worth >= 350)
    least = lowest(v.legal & ~1)
    return select((least > 0) & (least <= enough), least)
'''
BLIND = '''"""Bids the same whatever the scores. Origin: for tests."""

from simcards.strategy import Strategy

from .bidding import call
from .common import name_trump, play


def bid(v):
    return call(v, 0)


strategy = Strategy(game="canadian_smear", bid=bid, name_trump=name_trump, play=play)
'''
AWARE = '''"""Dares more once the others are near the target. Origin: for tests."""

from simcards.strategy import Strategy, select

from .bidding import call
from .common import name_trump, play


def bid(v):
    return call(v, select(v.score_them >= v.target - v.params.near, v.params.dare))


strategy = Strategy(
    game="canadian_smear", bid=bid, name_trump=name_trump, play=play, params={"near": 2, "dare": 60}
)
'''


@pytest.fixture(scope="module")
def twins(tmp_path_factory):
    """A workspace with the two strategies and what they share."""
    root = tmp_path_factory.mktemp("twins")
    folder = root / "strategies" / SMEAR
    folder.mkdir(parents=True)
    shutil.copy(SHIPPED, folder / "common.py")
    for name, text in (("bidding", BIDDING), ("blind", BLIND), ("aware", AWARE)):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return root


def run(twins, texts, **given):
    return simcards.simulate(SMEAR, texts, workspace=twins, jobs=1, **given)


# Where a side has to make a bid to win, the others can keep it from bidding: there the scores matter most.
RULES = [({"win_requires_made_bid": True}, 60, 30_000), ({}, 30, 300_000)]


@pytest.mark.parametrize(("rules", "dare", "matches"), RULES, ids=["must make a bid to win", "default rules"])
def test_who_looks_at_the_scores_wins_more_matches_than_its_blind_twin_on_the_same_cards(twins, rules, dare, matches):
    aware, lead = f"aware:dare={dare}", 0
    for own, texts in enumerate([(aware, "blind"), ("blind", aware)]):
        won = run(twins, texts, rules=rules, matches=matches)["matches"]["won"].to_list()
        lead += won[own] - won[1 - own]
    # A match played in both seatings leads by 2, 0 or -2, so its standard deviation is at most 2.
    assert lead > 4.5 * 2 * matches**0.5


def rows_of(twins, texts, folder, **given):
    """A row a deal."""
    run(twins, texts, rows=True, out=folder, **given)
    return pl.read_parquet(folder / "deals.parquet")


def test_in_single_deals_both_are_the_same(twins, tmp_path):
    tables = [["blind"], ["aware"], ["aware", "blind"], ["blind", "aware"]]
    rows = [rows_of(twins, texts, tmp_path / str(k), deals=20_000) for k, texts in enumerate(tables)]
    assert all(rows[0].equals(other) for other in rows[1:])
    counts = [run(twins, texts, deals=200_000)["counts"] for texts in tables]
    assert all(counts[0].equals(other) for other in counts[1:])


def test_in_matches_they_part_only_once_a_side_is_near_the_target(twins, tmp_path):
    place = ["match", "number"]
    blind, aware = (rows_of(twins, [name], tmp_path / name, matches=2000) for name in ("blind", "aware"))
    told = [column for column in blind.columns if column not in place]
    both = blind.join(aware, on=place, suffix="_aware", maintain_order="left")
    same = pl.all_horizontal(pl.col(column).eq_missing(pl.col(f"{column}_aware")) for column in told)
    before = pl.max_horizontal(pl.col(f"after_{side}").shift(1, fill_value=0).over("match") for side in (0, 1))
    parted = both.with_columns(same.alias("same"), before.alias("before")).filter(~pl.col("same"))
    first = parted.group_by("match", maintain_order=True).first()
    assert first.height > 200
    assert first["before"].min() >= TARGET - NEAR
    assert parted["number"].min() > 0
