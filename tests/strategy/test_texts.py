"""The text that names a strategy: its grammar, its parts, and what is known of the loaded strategy."""

import hashlib
from pathlib import Path

import pytest

from simcards.games.game import find_game
from simcards.strategy.texts import load

from .conftest import THREE

HOME = "strategies/canadian_smear"


def params_of(loaded, decision="bid"):
    return dict(loaded.player[decision].params)


# ---- what a text stands for


def test_a_name_stands_for_all_decisions_of_a_strategy(table):
    loaded = table.load("three")
    assert list(loaded.player) == ["bid", "name_trump", "play"]
    assert [loaded.player[d].function.__name__ for d in loaded.player] == ["bid", "name_trump", "play"]
    assert all(decider.kind == "scalar" and decider.text == "three" for decider in loaded.player.values())
    assert all(decider.params == (("low", 2), ("share", 0.5)) for decider in loaded.player.values())


def test_a_decision_left_out_takes_the_default_of_the_game_without_parameters(table):
    play = table.load("two").player["play"]
    assert play.function is find_game("canadian_smear").defaults["play"]
    assert (play.kind, play.params, play.decision) == ("scalar", (), "play")


def test_a_decision_left_out_by_an_array_strategy_takes_the_scalar_default(table):
    text = "from simcards.strategy import Strategy\ndef bid(v): return v.hand * 0\n"
    table.write("a.py", f"{text}strategy = Strategy(game='canadian_smear', bid=bid, kind='array', setup=dict)\n")
    player = table.load("a.py").player
    assert [player[d].kind for d in player] == ["array", "scalar", "scalar"]
    assert (player["bid"].setup, player["play"].setup) == (dict, None)


def test_a_part_takes_one_decision_from_another_strategy(table):
    player = table.load("two+play=three").player
    assert [player[d].function.__module__.rpartition(".")[2] for d in player][::2] == ["two", "three"]


def test_a_parts_function_sees_the_parameters_of_its_own_strategy(table):
    loaded = table.load("two:high=3+play=three:low=1")
    assert params_of(loaded, "bid") == {"high": 3}
    assert params_of(loaded, "play") == {"low": 1, "share": 0.5}


def test_the_same_strategy_can_have_different_parameters_in_different_decisions(table):
    loaded = table.load("three:low=3+play=three:low=4")
    assert (params_of(loaded, "bid")["low"], params_of(loaded, "play")["low"]) == (3, 4)


def test_a_part_of_a_strategy_that_leaves_the_decision_out_takes_the_games_default(table):
    assert table.load("three+play=two").player["play"].function is find_game("canadian_smear").defaults["play"]


def test_paths_may_stand_wherever_names_do(table):
    loaded = table.load(f"{HOME}/two.py:high=3+play={HOME}/three.py:low=1")
    assert (params_of(loaded, "bid"), params_of(loaded, "play")["low"]) == ({"high": 3}, 1)


def test_a_decider_names_its_own_part_and_the_whole(table):
    player = table.load("two:high=3+play=three").player
    assert [player[d].text for d in player] == ["two:high=3", "two:high=3", "three"]
    assert {player[d].strategy_text for d in player} == {"two:high=3+play=three"}


def test_a_path_object_is_as_good_as_a_text(table):
    assert table.load(Path(HOME) / "two.py").text == f"{HOME}/two.py"


def test_anything_else_in_place_of_a_text_is_refused(table):
    assert table.error(3) == "a strategy is given as text, a name or a path, not as 3"


# ---- grammar


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "names no strategy"),
        (":low=1", "names no strategy"),
        ("three+", "'' is not DECISION=STRATEGY"),
        ("+three", "'three' is not DECISION=STRATEGY"),
        ("three+play", "'play' is not DECISION=STRATEGY; e.g. +play=basic"),
        ("three+=two", "'=two' is not DECISION=STRATEGY"),
        ("three+play=", "'play=' names no strategy"),
        ("three+play=:low=1", "'play=:low=1' names no strategy"),
        ("three+plai=two", "'plai=two': canadian_smear has no decision 'plai'; did you mean 'play'?"),
        ("three+discard=two", "'discard=two': canadian_smear has no decision 'discard'"),
        ("three+play=two+play=two", "'play=two': play is given twice"),
        ("play=two", "'play=two' is no name or path"),
        ("three,two", "'three,two' is no name or path"),
        ("three=1", "'three=1' is no name or path"),
        ("three:", "'' is not KEY=NUMBER"),
        ("three:low", "'low' is not KEY=NUMBER; e.g. three:limit=3"),
        ("three:low=", "'low=' is not KEY=NUMBER"),
        ("three:=1", "'=1' is not KEY=NUMBER"),
        ("three:low=1,", "'' is not KEY=NUMBER"),
        ("three:low=1,,share=1", "'' is not KEY=NUMBER"),
        ("three:low=1:share=1", "'low=1:share=1' is not KEY=NUMBER"),
        ("three:low=1,low=1", "low is given twice"),
        ("three:low=x", "'low=x' is not KEY=NUMBER"),
        ("three:low=1_000", "'low=1_000' is not KEY=NUMBER"),
        ("three:low=0x10", "'low=0x10' is not KEY=NUMBER"),
        ("three:low= 1", "'low= 1' is not KEY=NUMBER"),
        ("three:low=٣", "'low=٣' is not KEY=NUMBER"),
        ("three:low=1e+6", "'three:low=1e+6': a number has no '+'; write 1e6"),
        ("three:low=+6", "'three:low=+6': a number has no '+'"),
        ("three:low=1e+6,share=1", "'three:low=1e+6,share=1': a number has no '+'"),
        ("three+play=two:high=1e+6", "'play=two:high=1e+6': a number has no '+'"),
        ("three:low=nan", "'low=nan' is not KEY=NUMBER"),
        ("three:share=inf", "'share=inf' is not KEY=NUMBER"),
        ("three:share=-Infinity", "'share=-Infinity' is not KEY=NUMBER"),
    ],
)
def test_a_text_against_the_grammar_is_named_with_the_piece_at_fault(table, text, said):
    found = table.error(text)
    assert found.startswith("strategy ")
    assert repr(text) in found
    assert said in found


def test_a_name_that_ends_in_e_and_a_digit_is_no_number_with_a_plus(table):
    table.write(f"{HOME}/a1e.py")
    assert table.load("a1e+play=three").text == "a1e+play=three"


# ---- texts for people


def test_the_text_is_kept_as_given_with_paths_relative_to_the_workspace(table, monkeypatch):
    monkeypatch.chdir(table.path / HOME)
    assert table.load("two.py:high=3.0+play=./three.py").text == f"{HOME}/two.py:high=3.0+play={HOME}/three.py"
    assert table.load(f"{table.path}/{HOME}/two.py").text == f"{HOME}/two.py"


def test_a_text_as_it_is_shown_can_be_given_again_from_any_folder_of_the_workspace(table, monkeypatch):
    table.write("a/mine.py")
    monkeypatch.chdir(table.path / "a")
    shown = table.load("mine.py").text
    assert shown == "a/mine.py"
    assert table.load(shown).sources == table.load("mine.py").sources


def test_a_path_in_the_home_folder_does_not_show_whose_it_is(table, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "alice"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "alice"))
    table.write("../alice/mine.py", params='{"a": 1}')
    loaded = table.load(f"{tmp_path}/alice/mine.py:a=2")
    assert loaded.text == "~/mine.py:a=2"
    assert [file for file, _ in loaded.sources] == ["~/mine.py"]
    assert table.load("~/mine.py:a=2").fingerprint == loaded.fingerprint


def test_a_path_outside_is_shown_as_it_is_given(table):
    table.write("../elsewhere/mine.py")
    assert table.load("../elsewhere/mine.py").text == "../elsewhere/mine.py"


def test_another_workspace_than_the_current_one_can_be_given(table, tmp_path):
    table.write("../other/strategies/canadian_smear/theirs.py", bid="3")
    loaded = load("theirs", find_game("canadian_smear"), tmp_path / "other")
    assert loaded.sources[0][0] == "strategies/canadian_smear/theirs.py"


# ---- sources and fingerprints


def test_sources_are_the_files_used_with_their_digests(table):
    own = table.write(f"{HOME}/own.py", before="from .common import level\n", bid="level")
    common = table.write(f"{HOME}/common.py", "from . import deeper\nlevel = 1\n")
    deeper = table.write(f"{HOME}/deeper.py", "")
    table.write(f"{HOME}/unused.py", "")
    files = {f"{HOME}/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest() for path in (own, common, deeper)}
    assert dict(table.load("own").sources) == files


def test_sources_of_all_parts_are_listed_once(table):
    assert [file for file, _ in table.load("two+bid=three+play=three").sources] == [
        f"{HOME}/two.py",
        f"{HOME}/three.py",
    ]


def test_a_helper_imported_inside_a_function_is_a_source(table):
    table.write("a/common.py", "level = 4\n")
    text = "from simcards.strategy import Strategy\ndef bid(v):\n    from .common import level\n    return level\n"
    table.write("a/mine.py", f"{text}strategy = Strategy(game='canadian_smear', bid=bid)\n")
    assert [file for file, _ in table.load("a/mine.py").sources] == ["a/common.py", "a/mine.py"]


def test_where_names_of_helpers_are_computed_all_files_are_sources(table):
    table.write("a/common.py", "level = 4\n")
    table.write("a/mine.py", before="import importlib\nimportlib.import_module('.com' + 'mon', __package__)\n")
    assert [file for file, _ in table.load("a/mine.py").sources] == ["a/common.py", "a/mine.py"]


def test_the_fingerprint_is_the_same_for_the_same_functions_and_parameters(table):
    same = [
        "three",
        "three:low=2",
        "three:low=2.0,share=0.5",
        "three+play=three",
        "two+bid=three+name_trump=three+play=three",
    ]
    assert len({table.load(text).fingerprint for text in same}) == 1


def test_the_fingerprint_is_the_same_for_a_copy_of_the_file(table):
    table.write("copy.py", THREE)
    assert table.load("copy.py").fingerprint == table.load("three").fingerprint


def test_the_fingerprint_differs_with_functions_parameters_and_helpers(table):
    texts = ["three", "two", "three:low=3", "three:share=0.25", "three+play=two", "three+play=three:low=1"]
    found = {table.load(text).fingerprint for text in texts}
    for level in (1, 2):
        table.write("a/common.py", f"level = {level}\n")
        table.write("a/mine.py", before="from .common import level\n", bid="level")
        found.add(table.load("a/mine.py").fingerprint)
    assert len(found) == len(texts) + 2


def test_a_whole_and_a_real_parameter_of_the_same_value_are_told_apart(table):
    table.write("a.py", params='{"x": 1}')
    table.write("b.py", params='{"x": 1.0}')
    assert table.load("a.py").fingerprint != table.load("b.py").fingerprint
