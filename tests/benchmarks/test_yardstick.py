"""The C yardstick plays the same deals as simcards: their tables are equal, number by number."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmarks import yardstick

from simcards import compiled

COMPILER = yardstick.find_compiler()
SCRIPT = Path(yardstick.__file__)
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
needs_numba = pytest.mark.skipif(not compiled.ENABLED, reason="200,000 deals are too many for plain Python")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return yardstick.compile_c(COMPILER, yardstick.SOURCE, tmp_path_factory.mktemp("yardstick"), "-Werror", "-Wall")


@pytest.fixture(scope="module")
def table():
    return yardstick.yardstick_table()


@needs_compiler
@needs_numba
@pytest.mark.parametrize(("seed", "first"), [(1, 0), (2_718_281_828, 1_000_003)])
def test_c_and_simcards_fill_the_same_table_from_the_same_deals(program, table, seed, first):
    theirs = yardstick.c_counts(program, seed, first, 200_000)
    ours = yardstick.simcards_counts(table, seed, first, 200_000)
    assert theirs[:, 0].sum() > 70_000
    np.testing.assert_array_equal(theirs, ours)


@needs_compiler
def test_contracts_are_bid_and_made_as_often_as_an_independent_program_found(program):
    counts = yardstick.c_counts(program, 1, 0, 200_000)
    contracts, made = counts[:, 0].sum(), counts[:, 1].sum()
    half = len(counts) // 2  # the declaring side's rows: side 0, then side 1
    mean = (counts[:half, 2].sum() + counts[half:, 3].sum()) / contracts
    assert contracts / 200_000 == pytest.approx(0.388, abs=0.004)
    assert made / contracts == pytest.approx(0.8825, abs=0.005)
    assert mean == pytest.approx(2.191, abs=0.02)


@needs_compiler
def test_other_deals_fill_another_table(program):
    assert not np.array_equal(yardstick.c_counts(program, 1, 0, 2_000), yardstick.c_counts(program, 1, 1, 2_000))


@needs_compiler
@pytest.mark.skipif(platform.machine().lower() not in {"x86_64", "amd64"}, reason="elsewhere nothing else is compiled")
def test_the_portable_way_to_pick_a_card_deals_the_same(program, tmp_path):
    portable = yardstick.compile_c(COMPILER, yardstick.SOURCE, tmp_path, "-DPORTABLE")
    np.testing.assert_array_equal(yardstick.c_counts(portable, 3, 7, 20_000), yardstick.c_counts(program, 3, 7, 20_000))


def run_script(*options, **environment):
    arguments = [sys.executable, str(SCRIPT), *options]
    return subprocess.run(arguments, capture_output=True, text=True, check=False, env=os.environ | environment)


@needs_compiler
@needs_numba
def test_the_script_prints_equal_tables_and_a_ratio():
    done = run_script("--deals", "2e3", "--rounds", "1")
    assert done.returncode == 0, done.stderr
    assert "both tables are equal, number by number" in done.stdout
    assert "ratio" in done.stdout


def test_without_a_compiler_the_script_says_why_and_ends_well(tmp_path):
    done = run_script("--deals", "1", PATH=str(tmp_path), CC="")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Skipped: no C compiler")


def test_no_deals_are_wrong_use():
    done = run_script("--deals", "0")
    assert done.returncode == 2
    assert "--deals" in done.stderr
