"""Golden deals: records and their text on paper, each read once against the rule sheet.

The players are the random ones of these tests, so no change of a strategy changes a golden deal. What no seed brings up
in a lifetime is a deal with cards and answers put together by hand, in `known_cards`.
"""

import json
from pathlib import Path

import pytest

from simcards.engine import records, show
from tests.engine.tables import GAMES, watched
from tests.reference import replay

GOLDEN = Path(__file__).parent.parent / "golden"
DEALS = sorted(path for game in GAMES for path in (GOLDEN / game).glob("*.jsonl"))
KNOWN_CARDS = sorted((GOLDEN / "known_cards").glob("*.jsonl"))


def every(paths):
    """A test for each of some files."""
    return pytest.mark.parametrize("path", paths, ids=lambda path: f"{path.parent.name}-{path.stem}")


def golden(path):
    """The record of a golden deal."""
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_golden_deal_has_both_its_record_and_its_text():
    assert (len(DEALS), len(KNOWN_CARDS)) == (38, 1)
    for path in DEALS + KNOWN_CARDS:
        assert path.with_suffix(".txt").exists()


@every(DEALS)
def test_seed_deal_rules_and_strategies_give_the_record_again(path):
    record = golden(path)
    table = watched(record["game"], record["rules"])
    again = next(records.write(table.game, table.rules, ["at_random"], table, record["seed"], record["deal"], 1))
    assert records.to_line(again) + "\n" == path.read_text(encoding="utf-8")


@every(DEALS + KNOWN_CARDS)
def test_the_record_is_written_on_paper_as_it_was(path):
    text = show.show_record(records.parse_line(path.read_text(encoding="utf-8"), path.name))
    assert text + "\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


@every(DEALS + KNOWN_CARDS)
def test_engine_and_reference_both_score_the_record_as_it_stands(path):
    record = golden(path)
    records.verify(record)
    assert replay(record).record == record
