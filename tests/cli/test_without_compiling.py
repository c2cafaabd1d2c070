"""With NUMBA_DISABLE_JIT=1 everything runs as plain Python, and to the same numbers."""

import json
import os
import subprocess
import sys

import pytest

CASES = [
    ["canadian_smear", "basic", "cautious", "--rule", "follow=strict"],
    ["canadian_smear", "basic"],
    ["hasenpfeffer", "basic", "random", "--rule", "auction=continuous", "--rule", "allow_no_trump=true"],
]


def results(arguments, **environment):
    command = [
        sys.executable,
        "-m",
        "simcards.cli.main",
        "simulate",
        *arguments,
        "--deals",
        "300",
        "--json",
        "--jobs",
        "1",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | environment)
    found = json.loads(done.stdout)
    return {key: found[key] for key in ("deals", "passed_out", "contracts", "made", "sides", "bids")}


@pytest.mark.parametrize("arguments", CASES, ids=" ".join)
def test_plain_python_counts_what_compiled_loops_count(arguments):
    assert results(arguments, NUMBA_DISABLE_JIT="1") == results(arguments)


def test_a_deal_is_shown_without_compiling():
    command = [sys.executable, "-m", "simcards.cli.main", "show", "hasenpfeffer", "basic", "--deal", "3"]
    plain = subprocess.run(
        command, capture_output=True, text=True, check=True, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}
    )
    compiled = subprocess.run(command, capture_output=True, text=True, check=True)
    assert plain.stdout == compiled.stdout
    assert "Contract" in plain.stdout
