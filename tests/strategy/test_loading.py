"""Loading strategy files: helpers, edits, names that collide, and every way a file can be wrong."""

import random
import subprocess
import sys

import pytest

from simcards.errors import UsageError
from simcards.strategy.loading import load_file
from simcards.strategy.sources import read_folder

HOME = "strategies/canadian_smear"
HELPED = "from .common import level\n"


def test_a_helper_is_imported_relatively(workspace):
    workspace.write(f"{HOME}/common.py", "level = 3\n")
    workspace.write(f"{HOME}/mine.py", before=HELPED, bid="level")
    assert workspace.bid("mine") == 3


def test_two_folders_may_each_have_a_helper_of_the_same_name(workspace):
    for folder, level in (("a", 2), ("b", 4)):
        workspace.write(f"{folder}/common.py", f"level = {level}\n")
        workspace.write(f"{folder}/mine.py", before=HELPED, bid="level")
    assert (workspace.bid("a/mine.py"), workspace.bid("b/mine.py"), workspace.bid("a/mine.py")) == (2, 4, 2)


def test_sub_folders_of_a_game_may_each_have_a_helper_of_the_same_name(workspace):
    for folder, level in (("a", 2), ("b", 4)):
        workspace.write(f"{HOME}/{folder}/common.py", f"level = {level}\n")
        workspace.write(f"{HOME}/{folder}/mine_{folder}.py", before=HELPED, bid="level")
    assert (workspace.bid("mine_a"), workspace.bid("mine_b")) == (2, 4)


def test_an_edit_of_the_file_is_seen_at_once_and_an_undo_brings_the_old_one_back(workspace):
    bids, functions = [], []
    for level in (2, 3, 2):
        workspace.write(f"{HOME}/mine.py", bid=str(level))
        bids.append(workspace.bid("mine"))
        functions.append(workspace.load("mine").player["bid"].function)
    assert bids == [2, 3, 2]
    assert functions[0] is functions[2]


def test_an_edit_of_a_helper_is_seen_at_once_and_an_undo_brings_the_old_one_back(workspace):
    workspace.write(f"{HOME}/mine.py", before=HELPED, bid="level")
    bids = []
    for level in (2, 3, 2):
        workspace.write(f"{HOME}/common.py", f"level = {level}\n")
        bids.append(workspace.bid("mine"))
    assert bids == [2, 3, 2]


def test_a_file_that_failed_loads_once_it_is_mended(workspace):
    workspace.write(f"{HOME}/mine.py", "1 / 0\n")
    assert "ZeroDivisionError" in workspace.error("mine")
    workspace.write(f"{HOME}/mine.py", bid="2")
    assert workspace.bid("mine") == 2


def test_no_bytecode_is_written_or_read(workspace, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    workspace.write(f"{HOME}/common.py", "level = 3\n")
    workspace.write(f"{HOME}/mine.py", before=HELPED, bid="level")
    workspace.load("mine")
    assert sorted(path.name for path in (workspace.path / HOME).rglob("*")) == ["common.py", "mine.py"]


@pytest.mark.parametrize("init", [True, False])
def test_sub_packages_work_with_and_without_an_init_file(workspace, init):
    workspace.write("a/lib/cards.py", "from ..common import level\n")
    workspace.write("a/common.py", "level = 4\n")
    if init:
        workspace.write("a/lib/__init__.py", "")
    workspace.write("a/mine.py", before="from .lib.cards import level\n", bid="level")
    assert workspace.bid("a/mine.py") == 4


def test_a_sub_packages_init_file_is_run(workspace):
    workspace.write("a/lib/__init__.py", "from .cards import level\n")
    workspace.write("a/lib/cards.py", "level = 4\n")
    workspace.write("a/mine.py", before="from . import lib\n", bid="lib.level")
    assert workspace.bid("a/mine.py") == 4


def test_a_helper_imported_inside_a_function_is_found_later(workspace):
    workspace.write("a/common.py", "level = 4\n")
    text = "from simcards.strategy import Strategy\ndef bid(v):\n    from .common import level\n    return level\n"
    workspace.write("a/mine.py", f"{text}strategy = Strategy(game='canadian_smear', bid=bid)\n")
    assert workspace.bid("a/mine.py") == 4


def test_a_file_and_a_sub_folder_of_the_same_name_are_both_found(workspace):
    workspace.write(f"{HOME}/same.py", bid="2")
    workspace.write(f"{HOME}/same/other.py", bid="3")
    assert (workspace.bid("same"), workspace.bid("other")) == (2, 3)


def test_a_file_and_a_sub_package_of_the_same_name_are_both_found(workspace):
    workspace.write(f"{HOME}/same.py", before="from .same import level\n", bid="level")
    workspace.write(f"{HOME}/same/__init__.py", "level = 4\n")
    assert workspace.bid("same") == 4


@pytest.mark.parametrize("name", ["my-own.py", "2nd.py", "v1.2.py", "für.py"])
def test_a_file_need_not_have_the_name_of_a_module(workspace, name):
    workspace.write(f"a/{name}", bid="2")
    assert workspace.bid(f"a/{name}") == 2


def test_a_strategy_called_random_shadows_the_standard_library_for_nobody(workspace):
    workspace.write(f"{HOME}/random.py", before="import random\n", bid="random.Random(1).randrange(1)")
    workspace.write(f"{HOME}/other.py", before="import random\n", bid="random.Random(1).randrange(1)")
    assert (workspace.bid("random"), workspace.bid("other")) == (0, 0)
    assert sys.modules["random"] is random
    assert str(workspace.path) not in sys.path


def test_what_a_file_prints_when_it_is_imported_goes_to_standard_error(workspace, capsys):
    workspace.write(f"{HOME}/mine.py", before="print('hello')\n")
    workspace.load("mine")
    assert capsys.readouterr() == ("", "hello\n")


def test_a_strategy_can_find_data_beside_its_file(workspace):
    workspace.write("a/level.txt", "3")
    workspace.write(
        "a/mine.py", before="from pathlib import Path\n", bid="int(Path(__file__).with_name('level.txt').read_text())"
    )
    assert workspace.bid("a/mine.py") == 3


def test_a_folder_of_other_things_beside_a_strategy_is_not_read(workspace):
    workspace.write("a/mine.py")
    workspace.write("a/data/deep/old.py", "level = 1\n")
    workspace.write("a/.venv/lib.py", "level = 1\n")
    workspace.write("a/lib/cards.py", "level = 1\n")
    assert set(read_folder(workspace.path / "a").files) == {"mine.py", "lib/cards.py"}


def test_a_link_that_leads_back_ends(workspace):
    workspace.write("a/mine.py")
    (workspace.path / "a" / "again").symlink_to(workspace.path / "a")
    assert set(read_folder(workspace.path / "a").files) == {"mine.py"}


def test_a_file_that_is_missing_is_named_with_the_nearest_beside_it(workspace):
    workspace.write("a/careful.py")
    assert workspace.error("a/carefull.py") == "a/carefull.py is not there; did you mean 'careful.py'?"


def test_a_folder_that_is_missing_is_named(workspace):
    assert workspace.error("b/mine.py") == "b/mine.py is not there; neither is the folder b"


def test_a_folder_in_place_of_a_file_is_named(workspace):
    (workspace.path / "a.py").mkdir()
    assert workspace.error("a.py") == "a.py is a folder; give the path of a strategy file"


def test_a_file_that_cannot_be_read_is_named(workspace):
    class Locked(type(workspace.path)):
        def read_bytes(self):
            raise PermissionError(13, "Permission denied")

    workspace.write("a/mine.py")
    folder = read_folder(Locked(workspace.path / "a"))
    with pytest.raises(UsageError, match=r"^a/mine.py cannot be read: Permission denied$"):
        load_file(folder, "mine.py", "a/mine.py")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\ndef bid(v:\n", ", line 2: SyntaxError: "),
        ("x = 1\nx = 'a\n", ", line 2: SyntaxError: unterminated string literal"),
        ("\n\n1 / 0\n", ", line 3: ZeroDivisionError: division by zero"),
        ("\nraise ValueError('two\\nlines')\n", ", line 2: ValueError: two lines"),
        ("\nassert False\n", ", line 2: AssertionError"),
        ("import sys\nsys.exit(3)\n", ", line 2: SystemExit: 3"),
        ("import nosuchthing\n", ", line 1: ModuleNotFoundError: No module named 'nosuchthing'"),
        ("import common\n", "a helper in the same folder is imported with `from .common import …`"),
        ("from .comon import x\n", ", line 1: ModuleNotFoundError: No module named '.comon'; did you mean 'common'?"),
        ("from .common import x\n", ", line 1: ImportError: cannot import name 'x' from '.common' (common.py)"),
        ("from .broken import x\n", ": broken.py, line 2: NameError: name 'y' is not defined"),
        ("from .syntax import x\n", ": syntax.py, line 1: SyntaxError: invalid syntax"),
        ("x = 1\n", " has no `strategy` in it; end it with strategy = Strategy("),
        ("from simcards import strategy\n", " has no `strategy` in it; end it with strategy = Strategy("),
        ("strategy = 3\n", ": `strategy` is of type int, not a Strategy; write strategy = Strategy("),
        ("from simcards.strategy import Strategy as strategy\n", ": `strategy` is the class Strategy, not a Strategy"),
    ],
)  # fmt: skip
def test_a_file_that_does_not_load_is_one_line_with_its_place(workspace, text, said):
    workspace.write("a/common.py", "level = 1\n")
    workspace.write("a/broken.py", "\nx = y\n")
    workspace.write("a/syntax.py", "x x\n")
    workspace.write("a/mine.py", text)
    found = workspace.error("a/mine.py")
    assert found.startswith("a/mine.py")
    assert said in found
    assert "simcards_strategies" not in found


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("game='canadian_smear', bidd=bid", "unexpected keyword argument 'bidd'"),
        ("game='canadian_smear', bidd=bid", "id you mean 'bid'?"),
        ("bid=bid", "missing 1 required keyword-only argument: 'game'"),
        ("game=3", "Strategy(game=…) must be the name of a game, not 3"),
        ("game='canadian_smear', kind='scaler'", "Strategy(kind='scaler'): did you mean 'scalar'?"),
        ("game='canadian_smear', bid=3", "Strategy(bid=…) must be a function, not 3"),
        ("game='canadian_smear', setup=bid", "Strategy(setup=…) is for kind='array'"),
        ("game='canadian_smear', params={'a': True}", "'a' must have a finite number, not True"),
        ("game='canadian_smear', params={'a': float('nan')}", "'a' must have a finite number, not nan"),
        ("game='canadian_smear', params={'a': 1 << 63}", "does not fit in 64 bits"),
        ("game='canadian_smear', params={'_a': 1}", "'_a' cannot be a field's name"),
        ("game='canadian_smear', params={'if': 1}", "'if' cannot be a field's name"),
    ],
)
def test_wrong_arguments_of_strategy_are_one_line_with_its_place(workspace, arguments, said):
    text = "from simcards.strategy import Strategy\ndef bid(v): return 0\n"
    workspace.write("a/mine.py", f"{text}strategy = Strategy({arguments})\n")
    found = workspace.error("a/mine.py")
    assert found.startswith("a/mine.py, line 3: ")
    assert said in found


def test_a_strategy_for_another_game_is_refused(workspace):
    workspace.write("a/mine.py", game="hasenpfeffer")
    assert workspace.error("a/mine.py") == "a/mine.py is a strategy for hasenpfeffer, not for canadian_smear"


def test_a_strategy_for_a_game_that_is_not_there_names_the_nearest(workspace):
    workspace.write("a/mine.py", game="canadian_smeer")
    assert "canadian_smeer (which is no game; did you mean 'canadian_smear'?)" in workspace.error("a/mine.py")


def test_a_decision_that_the_game_does_not_have_is_refused(workspace):
    text = "from simcards.strategy import Strategy\ndef discard(v): return 0\n"
    workspace.write("a/mine.py", f"{text}strategy = Strategy(game='canadian_smear', discard=discard)\n")
    said = "a/mine.py: canadian_smear has no decision 'discard'; it asks for bid, name_trump, play"
    assert workspace.error("a/mine.py") == said


def test_an_interrupt_while_a_file_is_imported_is_passed_on(workspace):
    workspace.write("a/mine.py", "raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        workspace.load("a/mine.py")


def test_a_traceback_shows_the_line_of_the_file(workspace):
    workspace.write("a/mine.py", bid="1 // 0")
    code = (
        "from simcards.games.game import find_game\nfrom simcards.strategy.texts import load\n"
        "load('a/mine.py', find_game('canadian_smear')).player['bid'].function(None)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "return 1 // 0" in ended.stderr
    assert 'mine.py", line 5, in bid' in ended.stderr
