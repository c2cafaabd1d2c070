"""Measures simcards beside hand-written scalar C that plays the same cards with the same strategy.

    python benchmarks/yardstick.py [--deals 2e6] [--rounds 7] [--lanes 1024] [--other PROGRAM.c]

Both play in turn, round by round, because machines are noisy; both tables of counts must be equal, number by number.
One core is measured in processor time, the second worker on the clock. Without a C compiler it says so and ends.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

import simcards
from simcards.engine.table import LANES, Table
from simcards.games.game import find_game
from simcards.strategy import texts

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "smear.c"
STRATEGY = HERE / "yardstick_strategy.py"
GAME = "canadian_smear"
FLAGS = ("-O3", "-march=native", "-fno-tree-vectorize")
SEED = 1

Counts = NDArray[np.int64]


def find_compiler() -> list[str] | None:
    """The command of a C compiler: `$CC`, cc, gcc or clang; None where there is none."""
    for command in (shlex.split(os.environ.get("CC", "")), ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            return command
    return None


def compile_c(compiler: Sequence[str], source: Path, folder: Path, *flags: str) -> Path:
    """The program compiled from a source, in a folder; `CalledProcessError` when that fails."""
    program = folder / source.stem
    subprocess.run([*compiler, *FLAGS, *flags, str(source), "-o", str(program)], check=True)
    return program


def c_counts(program: Path, seed: int, first: int, deals: int) -> Counts:
    """The table of counts that the C program prints."""
    arguments = [str(program), str(deals), str(seed), str(first)]
    rows = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.splitlines()[1:]
    return np.array([row.split() for row in rows], np.int64)


def yardstick_table() -> Table:
    """A prepared table with the yardstick's strategy in all seats, under default rules."""
    game = find_game(GAME)
    table = Table(game, game.book.rules(), [texts.load(str(STRATEGY), game).player])
    table.prepare()
    return table


def simcards_counts(table: Table, seed: int, first: int, deals: int, lanes: int = LANES) -> Counts:
    """The same table of counts from simcards."""
    counts = table.new_counts()
    table.play(seed, first, deals, counts, lanes)
    return counts


def processor_seconds(play: Callable[[], object]) -> float:
    """Processor seconds of a call, and of the processes that it started and waited for."""
    import resource  # noqa: PLC0415  # Unix has it; the rest of this file does without

    def now() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + used.ru_utime + used.ru_stime

    begin = now()
    play()
    return now() - begin


def clock_seconds(play: Callable[[], object]) -> float:
    """Seconds of a call on the clock."""
    begin = time.perf_counter()
    play()
    return time.perf_counter() - begin


def in_turn(
    rounds: int, measure: Callable[[Callable[[], object]], float], players: dict[str, Callable[[], object]]
) -> dict[str, list[float]]:
    """Seconds of each player in each round; in a round each plays once, one after the other."""
    seconds: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            seconds[name].append(measure(play))
    return seconds


def run_programs(program: Path, deals: int, number: int) -> None:
    """Runs a C program in so many processes at once, and waits for all."""
    arguments = [str(program), str(deals), str(SEED)]
    running = [subprocess.Popen(arguments, stdout=subprocess.DEVNULL) for _ in range(number)]
    for process in running:
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, arguments)


def compare_one_core(table: Table, programs: dict[str, Path], options: argparse.Namespace) -> None:
    """Prints rates on one core, and how many times faster than each C program simcards is."""
    deals = options.deals
    players: dict[str, Callable[[], object]] = {
        "simcards": partial(simcards_counts, table, SEED, 0, deals, options.lanes),
        **{name: partial(run_programs, program, deals, 1) for name, program in programs.items()},
    }
    seconds = in_turn(options.rounds, processor_seconds, players)
    print(f"One core, {deals:,} deals a round, {options.rounds} rounds, {options.lanes} lanes, processor time:")
    ours = seconds["simcards"]
    for name, found in seconds.items():
        best, middle = (deals / figure(found) / 1e6 for figure in (min, median))
        line = f"  {name:10} {best:6.2f} million deals a second at best, {middle:6.2f} in the median"
        if name != "simcards":
            ratios = [theirs / own for theirs, own in zip(found, ours, strict=True)]
            line += f"; ratio {min(found) / min(ours):.2f} and {median(ratios):.2f}"
        print(line)


def compare_second_worker(program: Path, options: argparse.Namespace) -> None:
    """Prints how much a second worker adds to simcards, and a second process to the C program."""
    deals = options.deals

    def play(jobs: int) -> None:
        simcards.simulate(GAME, str(STRATEGY), deals=jobs * deals, seed=SEED, jobs=jobs, lanes=options.lanes)

    players: dict[str, Callable[[], object]] = {
        "simcards 1": partial(play, 1),
        "smear.c 1": partial(run_programs, program, deals, 1),
        "simcards 2": partial(play, 2),
        "smear.c 2": partial(run_programs, program, deals, 2),
    }
    play(1)
    seconds = in_turn(options.rounds, clock_seconds, players)
    for name in ("simcards", "smear.c"):
        one, two = seconds[f"{name} 1"], seconds[f"{name} 2"]
        gains = [2 * a / b for a, b in zip(one, two, strict=True)]
        print(f"  {name:10} {2 * min(one) / min(two):.2f} times as fast at best, {median(gains):.2f} in the median")


def parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Measures simcards beside hand-written scalar C.")
    parser.add_argument("--deals", type=lambda text: int(float(text)), default=2_000_000, help="deals a round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--lanes", type=int, default=LANES, help="deals that simcards plays at once")
    parser.add_argument("--other", type=Path, help="another C program to measure; its first argument is the deals")
    options = parser.parse_args(arguments)
    if min(options.deals, options.rounds, options.lanes) < 1:
        parser.error("--deals, --rounds and --lanes must be at least 1")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 when both tables are equal, or there is no compiler; 1 when they differ."""
    options = parse_options(arguments)
    compiler = find_compiler()
    if compiler is None:
        print("Skipped: no C compiler found (set CC, or install cc, gcc or clang).")
        return 0
    table = yardstick_table()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = {SOURCE.name: compile_c(compiler, SOURCE, folder)}
        if options.other:
            other = folder / "other"
            other.mkdir()
            programs["other"] = compile_c(compiler, options.other, other)
        theirs = c_counts(programs[SOURCE.name], SEED, 0, options.deals)
        if not np.array_equal(simcards_counts(table, SEED, 0, options.deals, options.lanes), theirs):
            print(f"The tables of simcards and {SOURCE.name} DIFFER: no comparison of speed.")
            return 1
        print(f"{options.deals:,} deals, {theirs[:, 0].sum():,} contracts: both tables are equal, number by number.")
        print(f"C: {shlex.join([*compiler, *FLAGS])}" + (f"; other: {options.other}" if options.other else ""))
        compare_one_core(table, programs, options)
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if cores < 2:
            print("Second worker skipped: there is one core.")
        else:
            print("Second worker (twice the deals with two, on the clock):")
            compare_second_worker(programs[SOURCE.name], options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
