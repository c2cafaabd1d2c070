"""The command line, called in this folder: it is a workspace with games of its own and their strategies."""

from pathlib import Path
from typing import NamedTuple

import pytest

from simcards.cli.main import run

HERE = Path(__file__).parent


class Said(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def simcards(monkeypatch, capsys):
    """Calls a command."""
    monkeypatch.chdir(HERE)

    def call(*arguments) -> Said:
        capsys.readouterr()
        code, _ = run([str(argument) for argument in arguments])
        return Said(code, *capsys.readouterr())

    return call
