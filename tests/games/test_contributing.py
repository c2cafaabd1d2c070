"""What CONTRIBUTING.md tells somebody who adds a game: its examples work, and the names in it are those of the code."""

import dataclasses
import re
from pathlib import Path

import pytest

from simcards.cards.order import trump_layout
from simcards.games import shared
from simcards.games.game import FUNCTIONS, Game, find_game

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ADD_A_GAME = TEXT[TEXT.index("## Add a game") : TEXT.index("## Make a variant")]


def test_the_variant_is_the_one_that_the_tests_play():
    example = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1]
    assert (Path(__file__).parent / "pub_smear.py").read_text(encoding="utf-8").endswith(example)


def test_the_layout_is_that_of_the_example():
    told = re.search(r"which is `trump_layout\((.*)\)`\.", ADD_A_GAME)[1]
    game = find_game(str(Path(__file__).parent / "bid_euchre.py"))
    layout = game.deck(game.book.rules()).layout
    assert f"trump_layout({told})" in (Path(__file__).parent / "bid_euchre.py").read_text(encoding="utf-8")
    assert layout == trump_layout(moves={0: "9 10", -1: "Q K A", 4: "J"}, guest=("J", 3))


def test_the_functions_that_every_game_has_are_those_without_a_default():
    told = re.search(r"These every game has: (.*?) for records", ADD_A_GAME, re.DOTALL)[1]
    needed = {
        field.name
        for field in dataclasses.fields(Game)
        if field.default is dataclasses.MISSING and field.name in (*FUNCTIONS, "tally_record")
    }
    assert set(re.findall(r"`(\w+)`", told)) == needed


def test_the_class_tells_the_arguments_of_every_function():
    told = set(re.findall(r"^    (\w+)\(.*?(?:->|$)", Game.__doc__, re.MULTILINE))
    assert told == {*FUNCTIONS, "tally_record"}


@pytest.mark.parametrize(
    "name", ["strictly", "proves_strictly", "trump_suit", "suits_held", "highest_score", "bids_between"]
)
def test_a_shared_function_that_is_named_is_there(name):
    assert f"`{name}" in ADD_A_GAME
    assert callable(getattr(shared, name))


def test_paths_that_are_named_are_there():
    for path in set(re.findall(r"`((?:tests|src|docs|strategies)/[\w./]*)`", TEXT)):
        assert (ROOT / path).exists() or path == "strategies/pub_smear/", path
