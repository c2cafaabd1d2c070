"""A workspace in a temporary folder, with nothing shipped and nothing installed unless a test asks for it."""

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from simcards.errors import UsageError
from simcards.games.game import find_game
from simcards.strategy import candidates
from simcards.strategy.texts import LoadedStrategy, load

STRATEGY = '''"""{summary}"""
from simcards.strategy import Strategy

def bid(v):
    return {bid}

strategy = Strategy(game="{game}", bid=bid, params={params})
'''


def strategy_text(bid="0", game="canadian_smear", params="{}", summary="A test.", before=""):
    """The text of a small strategy."""
    return before + STRATEGY.format(bid=bid, game=game, params=params, summary=summary)


@dataclass
class Workspace:
    """A folder to write files into, relative to it."""

    path: Path
    shipped: Path

    def write(self, file: str, text: str | None = None, **parts: str) -> Path:
        path = self.path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(strategy_text(**parts) if text is None else text, encoding="utf-8")
        return path

    def load(self, text: str, game: str = "canadian_smear") -> LoadedStrategy:
        return load(text, find_game(game))

    def error(self, text: str, game: str = "canadian_smear") -> str:
        """What is said of a text that cannot be loaded: one line."""
        with pytest.raises(UsageError) as caught:
            self.load(text, game)
        said = str(caught.value)
        assert "\n" not in said
        return said

    def bid(self, text: str) -> int:
        """What the strategy of a text bids, whatever it holds."""
        return self.load(text).player["bid"].function(None)


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    found = Workspace(tmp_path / "workspace", tmp_path / "shipped")
    (found.path / "strategies").mkdir(parents=True)
    found.shipped.mkdir()
    monkeypatch.chdir(found.path)
    monkeypatch.setattr(candidates, "shipped_root", lambda: found.shipped)
    monkeypatch.setattr(candidates, "GROUP", "simcards.tests")  # what else is installed here is no matter
    return found


@pytest.fixture
def install(tmp_path, monkeypatch):
    """A function that installs a package with entry points: name -> object, and modules: file -> text."""
    site = tmp_path / "site"

    def installed(package: str, entries: dict[str, str], modules: dict[str, str]) -> None:
        info = site / f"{package}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in entries.items()]
        (info / "entry_points.txt").write_text("\n".join(["[simcards.tests]", *lines, ""]))
        for file, text in modules.items():
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            (site / file).write_text(text)
        monkeypatch.syspath_prepend(str(site))
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            monkeypatch.delitem(sys.modules, name)  # another test may have imported a package of that name

    return installed


THREE = """
from simcards.strategy import Strategy

def bid(v):
    return 2

def name_trump(v):
    return 0

def play(v):
    return 1

strategy = Strategy(game="canadian_smear", bid=bid, name_trump=name_trump, play=play, params={"low": 2, "share": 0.5})
"""


@pytest.fixture
def table(workspace):
    """A workspace with a strategy `three` of all decisions, and `two` with a bid and the parameter `high`."""
    workspace.write("strategies/canadian_smear/three.py", THREE)
    workspace.write("strategies/canadian_smear/two.py", params='{"high": 4}')
    return workspace
