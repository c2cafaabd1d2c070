"""Every command of README.md is run as it stands, in a folder of its own, and prints what README.md says.

`SIMCARDS_WRITE_README=1 pytest tests/test_readme.py` writes what is printed now into README.md; read it before you
commit it.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What differs from run to run: the clock and the number of workers.
CLOCK = re.compile(r"[\d.,]+ s, [\d,]+ deals/s with \d+ workers?")


def blocks(language):
    return [match[2] for match in BLOCK.finditer(README.read_text(encoding="utf-8")) if match[1] == language]


def commands():
    """Pairs (command, printed text) of all console blocks, but those that set an environment up."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            if command.startswith("simcards "):
                found.append((command.partition("#")[0].strip(), printed.strip("\n")))
    return found


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """A folder with the strategy and the rules file that README.md tells the reader to write."""
    folder = tmp_path_factory.mktemp("readme")
    mine = folder / "strategies/canadian_smear/mine.py"
    mine.parent.mkdir(parents=True)
    mine.write_text(next(block for block in blocks("python") if "strategy = Strategy(" in block))
    (folder / "house.toml").write_text(next(iter(blocks("toml"))))
    return folder


def run(command, folder):
    words = [sys.executable, "-m", "simcards.cli.main", *shlex.split(command)[1:]]
    environment = os.environ | {"COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return CLOCK.sub("CLOCK", done.stdout.strip("\n")), done.stdout.strip("\n")


@pytest.mark.parametrize(("command", "printed"), commands(), ids=[command for command, _ in commands()])
def test_a_command_prints_what_the_readme_says(command, printed, workspace):
    masked, whole = run(command, workspace)
    if printed and os.environ.get("SIMCARDS_WRITE_README"):
        text = README.read_text(encoding="utf-8")
        README.write_text(text.replace(f"$ {command}\n{printed}\n", f"$ {command}\n{whole}\n"), encoding="utf-8")
        return
    if printed:
        assert masked == CLOCK.sub("CLOCK", printed)


def test_the_library_example_runs(tmp_path):
    example = next(block for block in blocks("python") if "import simcards" in block)
    lines = [line for line in example.splitlines() if "read_results" not in line]
    script = tmp_path / "example.py"
    script.write_text("\n".join(lines).replace("1_000_000", "20_000"))
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "side" in done.stdout


def test_every_field_of_a_view_is_in_the_readme():
    from simcards.engine.fields import FIELDS

    text = README.read_text(encoding="utf-8")
    missing = [name for name in FIELDS if name != "layout" and f"`{name}`" not in text]
    assert not missing
