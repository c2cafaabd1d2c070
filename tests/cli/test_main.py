"""The command line as a whole: help, exit codes, errors of one line, and what starting it costs."""

import re
import subprocess
import sys

import pytest

from simcards.cli.main import app, told
from simcards.errors import RecordError, StoppedError, StrategyError, UsageError

COMMANDS = [
    "games", "rules", "strategies", "simulate", "compare", "tournament", "bid", "advise", "show", "records", "check",
    "bench", "doctor",
]  # fmt: skip
HEAVY = ["joblib", "matplotlib", "numba", "numpy", "pandas", "polars", "scipy", "rich", "simcards.engine"]


def test_help_lists_every_command_and_fits_the_screen(simcards):
    said = simcards("--help")
    assert (said.code, said.err) == (0, "")
    assert re.findall(r"^  (\w+)  +\w", said.out, re.MULTILINE)[-len(COMMANDS) :] == COMMANDS
    assert max(len(line) for line in said.out.splitlines()) <= 80
    assert "..." not in said.out.partition("Commands:")[2]


def test_no_command_shows_the_help(simcards):
    assert simcards().out.strip() == simcards("--help").out.strip()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(simcards, command):
    said = simcards(command, "--help")
    assert said.code == 0
    assert f"simcards {command}" in said.out
    assert max(len(line) for line in said.out.splitlines()) <= 80


def test_the_version_is_that_of_the_package(simcards):
    from importlib.metadata import version

    assert simcards("--version").out == f"simcards {version('simcards')}\n"


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from simcards.cli.main import run; assert run(['--help']) == (0, False); "
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_importing_the_library_imports_nothing_heavy():
    code = f"import sys, simcards; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulat"], "no such command 'simulat'. Did you mean 'simulate'?; see simcards --help"),
        (["simulate"], "missing argument 'GAME'; see simcards simulate --help"),
        (["games", "--jsn"], "no such option: --jsn"),
        (["simulate", "canadian_smear"], "missing argument 'STRATEGY...'"),
        (["simulate", "canadian_smeer", "eager"], "no game 'canadian_smeer'; did you mean 'canadian_smear'?"),
        (["rules", "hasenpfefer"], "did you mean 'hasenpfeffer'?"),
        (["strategies", "smear"], "no game 'smear'"),
        (["simulate", "canadian_smear", "eagr"], "did you mean 'eager'?"),
        (["simulate", "canadian_smear", "eager:lenght=2"], "did you mean 'length'?"),
        (["simulate", "canadian_smear", "eager", "--rule", "targe=11"], "did you mean 'target'?"),
        (["simulate", "canadian_smear", "eager", "--rule", "target=x"], "'x'"),
        (["simulate", "canadian_smear", "eager", "--rules", "nowhere.toml"], "nowhere.toml"),
        (["simulate", "nowhere.py", "eager"], "nowhere.py"),
        (["simulate", "canadian_smear", *["eager"] * 5], "1 to 4 strategies"),
    ],
)
def test_wrong_use_is_one_line_that_says_what_to_do(simcards, arguments, said):
    result = simcards(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("simcards: ")
    assert said in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "value"),
    [("--deals", value) for value in ("0", "-5", "1.5", "abc", "", "nan", "inf", "1e99999999", "1e300", "٣e")]
    + [("--jobs", value) for value in ("0", "-1", "two", "1.5")]
    + [("--seed", value) for value in ("-1", "9007199254740992", "x")]
    + [("--patience", value) for value in ("0", "-1", "soon", "nan", "inf")],
)
def test_a_number_that_cannot_be_is_named_with_its_option(simcards, option, value):
    said = simcards("simulate", "canadian_smear", "eager", f"{option}={value}")
    assert said.code == 2
    assert said.err.startswith(f"simcards: {option} {value}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("text", ["1000", "1e3", "1_000", "1000.0", "10E2"])
def test_a_number_may_be_written_as_people_do(text):
    from simcards.cli.options import deals_of

    assert deals_of(text) == 1000


def test_a_trillion_deals_may_be_asked_for():
    from simcards.cli.options import deals_of

    assert deals_of("1e12") == 10**12


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("a"), 2),
        (StrategyError("a"), 1),
        (RecordError("a"), 1),
        (StoppedError("a"), 130),
        (KeyboardInterrupt(), 130),
        (PermissionError(13, "Permission denied", "x"), 1),
        (ZeroDivisionError("a"), 1),
    ],
)
def test_every_kind_of_error_has_its_exit_code_and_one_line(capsys, error, code):
    assert told(error)[0] == code
    said = capsys.readouterr()
    assert said.err.startswith("simcards: ")
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_a_traceback_is_there_on_request_wherever_the_option_stands(simcards):
    arguments = ["simulate", "canadian_smear", "eager", "--deals", "0"]
    assert "Traceback" not in simcards(*arguments).err
    for place in (0, 2, len(arguments)):
        said = simcards(*arguments[:place], "--traceback", *arguments[place:])
        assert said.code == 2
        assert "Traceback" in said.err
        assert said.err.splitlines()[-1].startswith("simcards: --deals 0")


def test_every_command_has_a_test_of_its_help():
    assert sorted(command.name for command in app.registered_commands) == sorted(COMMANDS)
