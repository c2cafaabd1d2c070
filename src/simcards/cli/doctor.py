"""`simcards doctor`: versions, cache, processor, compile times, where strategies are found."""

from typing import Any

import typer

from simcards.cli import screen
from simcards.cli.options import Json


def doctor(json: Json = False) -> None:
    """Check the installation and time a first run."""
    from simcards.experiments import checkup

    report = checkup.report()
    failed = any(game["problem"] and game["strategy"] for game in report["first_run"])
    if json:
        screen.say_json(report)
    else:
        _say(report)
    if failed:
        raise typer.Exit(1)


def _say(report: dict[str, Any]) -> None:
    for name, version in report["versions"].items():
        screen.say(f"{name:12}{version}")
    deposit = "used" if report["pdep"] else "not there: dealing takes a slower way to the same cards"
    screen.say(f"{'processor':12}{report['processor']}, {report['cores']} cores, {report['workers']} usable")
    screen.say(f"{'pdep':12}{deposit}")
    screen.say(f"{'compiler':12}{'on' if report['compiled'] else 'off (NUMBA_DISABLE_JIT): everything is slow'}")
    cache = report["cache"]
    screen.say(
        f"{'cache':12}{cache['folder']}: {cache['bytes'] / 1e6:.1f} MB in {cache['files']} files; safe to delete"
    )
    screen.say(f"{'workspace':12}{report['workspace']}")
    for place in report["strategies"]:
        broken = f", {place['broken']} broken" if place["broken"] else ""
        screen.say(f"{'strategies':12}{place['game']}, {place['origin']}: {place['found']}{broken}")
    for game in report["first_run"]:
        seconds = game["seconds"]
        said = f"{seconds:.1f} s to compile" if seconds is not None else game["problem"]
        strategy = f" with {game['strategy']}" if game["strategy"] else ""
        screen.say(f"{'first run':12}{game['game']}{strategy}: {said}")
