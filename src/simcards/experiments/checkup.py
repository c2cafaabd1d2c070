"""A look at the installation: versions, cache, processor, where strategies are, how long a first run compiles."""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from simcards import compiled
from simcards.experiments.bench import candidates
from simcards.experiments.manifest import surroundings
from simcards.experiments.request import default_jobs
from simcards.games.game import games
from simcards.generated import cache_folder
from simcards.strategy.discovery import find_strategies, workspace_root

FIRST_RUN = """
import sys, time, warnings
warnings.simplefilter("ignore")
from simcards.engine.table import Table
from simcards.experiments.runner import prepare
from simcards.experiments.request import checked_request
request = checked_request(sys.argv[1], sys.argv[2:])
start = time.perf_counter()
prepare([Table(request.game, request.rules, [s.player for s in request.strategies])], lambda _: None, 1)
print(time.perf_counter() - start)
"""
LONGEST = 300  # seconds


def report() -> dict[str, Any]:
    """Everything that `simcards doctor` tells."""
    about = surroundings()
    return {
        "versions": about["versions"],
        "processor": about["processor"],
        "cores": about["cores"],
        "workers": default_jobs(),
        "pdep": compiled.HAS_DEPOSIT,
        "compiled": compiled.ENABLED,
        "cache": cache(),
        "workspace": str(workspace_root()),
        "strategies": places(),
        "first_run": [first_run(name) for name in sorted(games())],
    }


def cache() -> dict[str, Any]:
    """The folder of compiled loops and its size."""
    folder = cache_folder()
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return {"folder": str(folder), "files": len(sizes), "bytes": sum(sizes)}


def places() -> list[dict[str, Any]]:
    """How many strategies are found where, by game."""
    found = find_strategies()
    counted = Counter((one.game, one.origin) for one in found)
    broken = Counter((one.game, one.origin) for one in found if one.problem)
    return [
        {"game": game, "origin": origin, "found": number, "broken": broken[game, origin]}
        for (game, origin), number in sorted(counted.items())
    ]


def first_run(game: str) -> dict[str, Any]:
    """How long everything that a game needs takes to compile, with an empty cache and in a process of its own."""
    found = candidates(games()[game])
    if not found:
        return {"game": game, "strategy": None, "seconds": None, "problem": "there is no strategy"}
    strategy = "basic" if "basic" in found else found[0]
    with tempfile.TemporaryDirectory(prefix="simcards-doctor-") as folder:
        environment = os.environ | {"SIMCARDS_CACHE": str(Path(folder))}
        command = [sys.executable, "-c", FIRST_RUN, game, strategy]
        try:
            done = subprocess.run(  # noqa: S603  # our own text, with names that were found
                command, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return {"game": game, "strategy": strategy, "seconds": None, "problem": f"not done after {LONGEST} s"}
    if done.returncode:
        problem = (done.stderr.strip().splitlines() or ["it failed"])[-1]
        return {"game": game, "strategy": strategy, "seconds": None, "problem": problem}
    return {"game": game, "strategy": strategy, "seconds": round(float(done.stdout), 2), "problem": None}
