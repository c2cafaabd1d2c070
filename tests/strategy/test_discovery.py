"""Where a name is looked up, which file of several wins, and what the list of strategies says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import simcards
from simcards.games.game import find_game
from simcards.strategy.candidates import shipped_root
from simcards.strategy.discovery import find_strategies, workspace_root

from .conftest import strategy_text

HOME = "strategies/canadian_smear"
SMEAR = find_game("canadian_smear")


def listed(game=SMEAR):
    return {(one.name, one.origin): one for one in find_strategies(game)}


# ---- the workspace


def test_the_workspace_is_the_nearest_folder_upwards_with_strategies(workspace, monkeypatch):
    assert workspace_root() == workspace.path
    deep = workspace.path / HOME / "deep"
    deep.mkdir(parents=True)
    assert workspace_root(deep) == workspace.path
    monkeypatch.chdir(deep)
    assert workspace_root() == workspace.path


def test_without_strategies_the_workspace_is_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert workspace_root() == tmp_path


def test_a_name_is_found_in_a_sub_folder(workspace):
    workspace.write(f"{HOME}/teams/red/mine.py", bid="3")
    assert workspace.bid("mine") == 3
    assert workspace.load("mine").sources[0][0] == f"{HOME}/teams/red/mine.py"


def test_each_game_has_its_own_names(workspace):
    workspace.write(f"{HOME}/mine.py")
    workspace.write("strategies/hasenpfeffer/mine.py", game="hasenpfeffer")
    assert workspace.load("mine").sources != workspace.load("mine", "hasenpfeffer").sources


def test_a_strategy_found_by_name_and_by_path_is_the_same(workspace):
    workspace.write(f"{HOME}/common.py", "level = 3\n")
    workspace.write(f"{HOME}/team/mine.py", before="from ..common import level\n", bid="level")
    by_name, by_path = workspace.load("mine"), workspace.load(f"{HOME}/team/mine.py")
    assert by_name.sources == by_path.sources
    assert by_name.player["bid"].function is by_path.player["bid"].function


# ---- which one wins


def test_the_workspace_wins_over_the_shipped_copy_with_a_note_when_they_differ(workspace):
    workspace.write(f"{HOME}/basic.py", bid="3")
    workspace.write("../shipped/canadian_smear/basic.py", bid="2")
    assert workspace.bid("basic") == 3
    said = f"basic: your {HOME}/basic.py is used; it differs from the shipped one"
    assert workspace.load("basic").notes == [said]


def test_there_is_no_note_when_the_copies_are_the_same(workspace):
    workspace.write(f"{HOME}/basic.py", bid="2")
    workspace.write("../shipped/canadian_smear/basic.py", bid="2")
    assert workspace.load("basic").notes == []


def test_there_is_a_note_when_only_a_helper_differs(workspace):
    for folder, level in ((HOME, 2), ("../shipped/canadian_smear", 3)):
        workspace.write(f"{folder}/basic.py", before="from .common import level\n", bid="level")
        workspace.write(f"{folder}/common.py", f"level = {level}\n")
    assert len(workspace.load("basic").notes) == 1


def test_the_shipped_copy_is_used_where_the_workspace_has_none(workspace):
    workspace.write("../shipped/canadian_smear/basic.py", bid="2")
    loaded = workspace.load("basic")
    assert loaded.player["bid"].function(None) == 2
    assert [file for file, _ in loaded.sources] == ["simcards/shipped/canadian_smear/basic.py"]
    assert loaded.notes == []


def test_a_helper_of_the_name_in_the_workspace_does_not_hide_the_shipped_strategy(workspace):
    workspace.write(f"{HOME}/basic.py", "level = 3\n")
    workspace.write("../shipped/canadian_smear/basic.py", bid="2")
    assert workspace.bid("basic") == 2


def test_a_helper_of_the_name_in_the_shipped_copy_makes_no_note(workspace):
    workspace.write(f"{HOME}/common.py", bid="3")
    workspace.write("../shipped/canadian_smear/common.py", "level = 3\n")
    assert workspace.load("common").notes == []


def test_a_broken_file_in_the_workspace_is_an_error_not_silently_replaced(workspace):
    workspace.write(f"{HOME}/basic.py", "1 / 0\n")
    workspace.write("../shipped/canadian_smear/basic.py", bid="2")
    assert f"{HOME}/basic.py, line 1: ZeroDivisionError" in workspace.error("basic")


def test_one_name_twice_in_one_place_is_an_error_that_names_both(workspace):
    workspace.write(f"{HOME}/a/mine.py")
    workspace.write(f"{HOME}/b/mine.py")
    said = workspace.error("mine")
    assert said == f"mine is there 2 times: {HOME}/a/mine.py and {HOME}/b/mine.py; rename one, or give its path"
    assert {one.problem for one in find_strategies(SMEAR)} == {said}


def test_one_name_twice_in_one_place_can_be_told_apart_by_path(workspace):
    workspace.write(f"{HOME}/a/mine.py", bid="2")
    workspace.write(f"{HOME}/b/mine.py", bid="3")
    assert workspace.bid(f"{HOME}/b/mine.py") == 3


def test_helpers_of_one_name_in_two_sub_folders_are_no_error(workspace):
    workspace.write(f"{HOME}/a/mine.py", bid="2")
    workspace.write(f"{HOME}/b/mine.py", "level = 3\n")
    assert workspace.bid("mine") == 2


def test_where_the_workspace_is_the_repository_strategies_are_found_once(workspace, monkeypatch):
    monkeypatch.setattr("simcards.strategy.candidates.shipped_root", lambda: workspace.path / "strategies")
    workspace.write(f"{HOME}/basic.py")
    assert [(one.name, one.origin) for one in find_strategies(SMEAR)] == [("basic", "workspace")]
    assert workspace.load("basic").notes == []


# ---- unknown names


def test_an_unknown_name_is_answered_with_the_nearest_of_that_game(workspace):
    workspace.write(f"{HOME}/cautious.py")
    workspace.write("strategies/hasenpfeffer/caution.py", game="hasenpfeffer")
    said = "no strategy 'caution' for canadian_smear; did you mean 'cautious'?"
    found = workspace.error("caution")
    assert found.startswith(said)
    assert "strategies/hasenpfeffer/caution.py is not in strategies/canadian_smear/" in found
    assert "`simcards strategies canadian_smear` lists them" in found


def test_an_unknown_name_in_a_part_is_named_with_the_whole_text(workspace):
    workspace.write(f"{HOME}/mine.py")
    found = workspace.error("mine+play=mein")
    assert found.startswith("strategy 'mine+play=mein': no strategy 'mein' for canadian_smear; did you mean 'mine'?")


def test_a_broken_strategy_is_not_suggested(workspace):
    workspace.write(f"{HOME}/broken.py", "1 / 0\n")
    assert "'broken'" not in workspace.error("brokn")


def test_a_helper_asked_for_by_name_is_told_what_it_lacks(workspace):
    workspace.write(f"{HOME}/common.py", "level = 3\n")
    assert f"{HOME}/common.py has no `strategy` in it" in workspace.error("common")


# ---- the list


def test_the_list_tells_where_each_strategy_was_found_and_what_it_is(workspace):
    workspace.write(f"{HOME}/mine.py", summary="Bids little.\n\nMore.", params='{"low": 2}')
    workspace.write("../shipped/canadian_smear/basic.py")
    mine = listed()["mine", "workspace"]
    assert (mine.game, mine.path, mine.kind, mine.summary) == (
        "canadian_smear",
        f"{HOME}/mine.py",
        "scalar",
        "Bids little.",
    )
    assert (mine.params, mine.problem, mine.note) == ({"low": 2}, None, None)
    assert listed()["basic", "shipped"].path.endswith("shipped/canadian_smear/basic.py")


def test_helper_files_are_not_listed(workspace):
    workspace.write(f"{HOME}/common.py", "level = 3\n")
    workspace.write(f"{HOME}/lib/__init__.py", "")
    workspace.write(f"{HOME}/lib/cards.py", "from ..common import level\n")
    workspace.write(f"{HOME}/.hidden.py")
    assert find_strategies(SMEAR) == []


def test_a_broken_file_is_listed_with_its_problem_and_hides_no_other(workspace):
    workspace.write(f"{HOME}/a_broken.py", "\n1 / 0\n")
    workspace.write(f"{HOME}/b_wrong.py", game="hasenpfeffer")
    workspace.write(f"{HOME}/c_good.py")
    problems = [(one.name, one.problem) for one in find_strategies(SMEAR)]
    assert problems == [
        ("a_broken", "line 2: ZeroDivisionError: division by zero"),
        ("b_wrong", "is a strategy for hasenpfeffer, not for canadian_smear"),
        ("c_good", None),
    ]


def test_a_strategy_hidden_by_another_is_listed_with_a_note(workspace):
    workspace.write(f"{HOME}/basic.py")
    workspace.write("../shipped/canadian_smear/basic.py")
    assert listed()["basic", "workspace"].note is None
    assert listed()["basic", "shipped"].note == f"hidden by {HOME}/basic.py"


def test_a_file_whose_name_no_text_can_hold_is_listed_with_that_problem(workspace):
    workspace.write(f"{HOME}/a,b.py")
    assert listed()["a,b", "workspace"].problem.startswith("no text can name it; rename it")


def test_all_games_are_listed_together(workspace, install):
    workspace.write(f"{HOME}/mine.py")
    workspace.write("strategies/hasenpfeffer/mine.py", game="hasenpfeffer")
    workspace.write("strategies/smeer/mine.py")
    install("listpack", {"inst": "listpack:strategy", "odd": "oddpack:strategy", "bad": "nopack:strategy"}, {
        "listpack.py": strategy_text(), "oddpack.py": strategy_text(game="bridge"),
    })  # fmt: skip
    found = [(one.game, one.name, one.problem is None) for one in find_strategies()]
    assert found == [
        ("canadian_smear", "inst", True),
        ("canadian_smear", "mine", True),
        ("hasenpfeffer", "mine", True),
        ("smeer", "mine", False),
        ("", "bad", False),
        ("bridge", "odd", False),
    ]


def test_the_list_of_one_game_holds_no_other(workspace):
    workspace.write(f"{HOME}/mine.py")
    workspace.write("strategies/hasenpfeffer/mine.py", game="hasenpfeffer")
    assert [one.game for one in find_strategies(SMEAR)] == ["canadian_smear"]


# ---- the shipped copy


def test_in_a_repository_the_shipped_strategies_are_its_own(tmp_path, monkeypatch):
    package = tmp_path / "src" / "simcards"
    package.mkdir(parents=True)
    (tmp_path / "strategies").mkdir()
    monkeypatch.setattr("simcards.strategy.candidates.files", lambda _: package)
    assert shipped_root() == tmp_path / "strategies"


def test_elsewhere_nothing_beside_the_package_is_taken_for_shipped(tmp_path, monkeypatch):
    package = tmp_path / "lib" / "simcards"
    package.mkdir(parents=True)
    (tmp_path / "strategies").mkdir()
    monkeypatch.setattr("simcards.strategy.candidates.files", lambda _: package)
    assert shipped_root() is None


PRINT_FOUND = """
from simcards.games.game import find_game
from simcards.strategy.discovery import find_strategies
from simcards.strategy.texts import load
import simcards
game = find_game("canadian_smear")
print(simcards.__file__)
print([(one.name, one.origin, one.problem) for one in find_strategies(game)])
print([file for file, _ in load("basic", game).sources], load("basic", game).player["bid"].function(None))
"""


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_an_installed_package_finds_its_own_copy(tmp_path, form):
    source = Path(simcards.__file__).parent
    package = tmp_path / "site" / "simcards"
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__", "shipped"))
    shipped = package / "shipped" / "canadian_smear"
    shipped.mkdir(parents=True)
    (shipped / "basic.py").write_text(strategy_text(before="from .common import level\n", bid="level"))
    (shipped / "common.py").write_text("level = 4\n")
    site = str(tmp_path / "site")
    if form == "zip":
        site = shutil.make_archive(str(tmp_path / "simcards"), "zip", site)
    (tmp_path / "empty").mkdir()
    environment = os.environ | {"PYTHONPATH": site}
    ended = subprocess.run(
        [sys.executable, "-c", PRINT_FOUND],
        cwd=tmp_path / "empty",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    where, found, used = ended.stdout.splitlines()
    assert where.startswith(site)
    assert found == "[('basic', 'shipped', None)]"
    assert used == "['simcards/shipped/canadian_smear/basic.py', 'simcards/shipped/canadian_smear/common.py'] 4"
