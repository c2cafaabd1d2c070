"""Strategies of installed packages, found by their entry points."""

from simcards.games.game import find_game
from simcards.strategy.discovery import find_strategies

from .conftest import strategy_text

HOME = "strategies/canadian_smear"


def test_an_installed_strategy_is_found_by_its_entry_points_name(workspace, install):
    install("solidpack", {"solid": "solidpack.s:strategy"}, {
        "solidpack/__init__.py": "",
        "solidpack/level.py": "level = 4\n",
        "solidpack/s.py": strategy_text(before="from solidpack.level import level\n", bid="level"),
        "solidpack/unused.py": "",
    })  # fmt: skip
    loaded = workspace.load("solid")
    assert loaded.player["bid"].function(None) == 4
    assert [file for file, _ in loaded.sources] == ["solidpack/__init__.py", "solidpack/level.py", "solidpack/s.py"]


def test_an_entry_point_comes_after_the_workspace_and_before_the_shipped_copy(workspace, install):
    install("midpack", {"mid": "midpack:strategy"}, {"midpack.py": strategy_text(bid="3")})
    workspace.write("../shipped/canadian_smear/mid.py", bid="2")
    loaded = workspace.load("mid")
    assert loaded.player["bid"].function(None) == 3
    assert loaded.notes == [
        "mid: entry point mid = midpack:strategy of midpack is used; it differs from the shipped one"
    ]
    workspace.write(f"{HOME}/mid.py", bid="4")
    assert workspace.bid("mid") == 4
    assert len(workspace.load("mid").notes) == 2


def test_an_entry_points_name_may_serve_several_games(workspace, install):
    install("bothpack", {"both": "bothpack.smear:strategy"}, {
        "bothpack/__init__.py": "", "bothpack/smear.py": strategy_text(bid="3"),
    })  # fmt: skip
    install("otherpack", {"both": "otherpack:strategy"}, {"otherpack.py": strategy_text(bid="5", game="hasenpfeffer")})
    assert workspace.bid("both") == 3
    assert workspace.load("both", "hasenpfeffer").player["bid"].function(None) == 5


def test_two_entry_points_of_a_name_for_one_game_are_an_error_that_names_both(workspace, install):
    install("onepack", {"solo": "onepack:strategy"}, {"onepack.py": strategy_text()})
    install("twopack", {"solo": "twopack:strategy"}, {"twopack.py": strategy_text()})
    said = workspace.error("solo")
    assert "entry point solo = onepack:strategy of onepack and entry point solo = twopack:strategy of twopack" in said


def test_two_strategies_of_one_installed_module_have_different_fingerprints(workspace, install):
    text = strategy_text() + 'other = Strategy(game="canadian_smear", play=bid)\n'
    install("pairpack", {"left": "pairpack:strategy", "right": "pairpack:other"}, {"pairpack.py": text})
    assert workspace.load("left").fingerprint != workspace.load("right").fingerprint


def test_an_entry_point_that_fails_to_load_is_listed_and_named(workspace, install):
    install("badpack", {"bad": "badpack:strategy"}, {"badpack.py": "1 / 0\n"})
    workspace.write(f"{HOME}/mine.py")
    assert "cannot be loaded: ZeroDivisionError: division by zero" in workspace.error("bad")
    listed = {one.name: one.problem for one in find_strategies(find_game("canadian_smear"))}
    assert "ZeroDivisionError" in listed["bad"]
    assert listed["mine"] is None


def test_an_entry_point_that_fails_to_load_is_passed_over_with_a_note(workspace, install):
    install("wrongpack", {"mine": "wrongpack:strategy"}, {"wrongpack.py": "strategy = 3\n"})
    workspace.write("../shipped/canadian_smear/mine.py", bid="2")
    loaded = workspace.load("mine")
    assert loaded.player["bid"].function(None) == 2
    assert loaded.notes[0].startswith(
        "mine: passed over: entry point mine = wrongpack:strategy of wrongpack is of type int"
    )
