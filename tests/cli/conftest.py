"""A workspace with small strategies, and the command line: called in this process, or as one of its own."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from simcards.cli.main import run
from tests.experiments.samples import make_workspace


class Said(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def workspace(tmp_path_factory) -> Path:
    return make_workspace(tmp_path_factory.mktemp("workspace"))


@pytest.fixture
def simcards(workspace, monkeypatch, capsys):
    """Calls a command in the workspace."""
    monkeypatch.chdir(workspace)

    def call(*arguments) -> Said:
        capsys.readouterr()
        code, _ = run([str(argument) for argument in arguments])
        return Said(code, *capsys.readouterr())

    return call


@pytest.fixture
def process(workspace):
    """Starts a command as a process of its own."""
    started = []

    def start(*arguments, **options) -> subprocess.Popen:
        command = [sys.executable, "-m", "simcards.cli.main", *(str(argument) for argument in arguments)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": workspace}
        started.append(subprocess.Popen(command, **pipes | options))
        return started[-1]

    yield start
    for one in started:
        if one.poll() is None:
            one.kill()
        one.communicate()
