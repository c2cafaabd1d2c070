"""Manifests: what is needed to repeat a run, and to know what to think of its speed."""

import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from simcards.experiments.request import Request
from simcards.experiments.results import FORMAT
from simcards.experiments.tables import Tabled

LIBRARIES = ("numba", "numpy", "polars")


def manifest_of(
    command: str, request: Request, totals: Tabled, seconds: float, options: dict[str, Any]
) -> dict[str, Any]:
    """All that is needed to repeat the run: `options` are those of the command that are its own."""
    summary = totals.table("summary")[0]
    counts = {name: summary[name] for name in ("boards", "deals", "passed_out", "contracts", "made") if name in summary}
    return {
        "format": FORMAT,
        "command": {
            "name": command,
            "game": request.game.name,
            "strategies": list(request.texts),
            "rules": request.rules.changes,
            **options,
            "seed": request.seed,
        },
        "game": request.game.name,
        "rules": request.rules.as_dict(),
        "seed": request.seed,
        "deals": summary["deals"],
        "matches": request.deals if request.matches else None,
        "strategies": [
            {
                "text": s.text,
                "fingerprint": s.fingerprint,
                "sources": [{"path": path, "sha256": digest} for path, digest in s.sources],
            }
            for s in request.strategies
        ],
        "counts": counts,
        "jobs": request.jobs,
        "seconds": round(seconds, 3),
        **surroundings(),
        "tables": {
            name: {column: meaning for column, (_, meaning) in totals.columns(name).items()} for name in totals.names
        },
    }


def surroundings() -> dict[str, Any]:
    """Versions and the processor: what a speed depends on. Nothing that names a person or a machine."""
    return {
        "versions": {
            "simcards": version("simcards"),
            "python": platform.python_version(),
            **{name: version(name) for name in LIBRARIES},
        },
        "processor": processor_name(),
        "cores": os.cpu_count(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def processor_name() -> str:
    """The name of the processor, as far as the system tells."""
    if sys.platform == "linux":
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:  # noqa: PTH123  # no real file
            for line in file:
                if line.startswith(("model name", "Model", "Processor")):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
