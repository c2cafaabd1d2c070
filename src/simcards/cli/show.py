"""`simcards show`: one deal as a person writes it on paper, from seed and deal or from a record."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli import screen
from simcards.cli.options import Json, RulesFile, RuleTexts, Seed, rules_of, seed_of, whole
from simcards.errors import RecordError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from simcards.engine.start import Start
    from simcards.experiments.asked import Asked
    from simcards.experiments.request import Request
    from simcards.games.game import Game

Record = dict[str, Any]


def show(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's name or file.")] = None,
    strategy: Annotated[list[str] | None, typer.Argument(metavar="[STRATEGY...]", help="As for simulate.")] = None,
    seed: Seed = "1",
    deal: Annotated[
        str | None, typer.Option("--deal", metavar="K", help="The number of the deal, by default 0.")
    ] = None,
    match: Annotated[str | None, typer.Option("--match", metavar="M", help="The number of a match …")] = None,
    number: Annotated[str | None, typer.Option("--number", metavar="K", help="… and of the deal in it.")] = None,
    hand: Annotated[
        str | None, typer.Option("--hand", metavar="HAND", help="Deal K of those with a hand, as for bid; with it …")
    ] = None,
    where: Annotated[str, typer.Option("--where", metavar="LIMITS", help="… limits on the hand,")] = "",
    order: Annotated[
        str | None, typer.Option("--order", metavar="PLACE", help="… who holds it: eldest … dealer,")
    ] = None,
    auction: Annotated[str | None, typer.Option("--auction", metavar="CALLS", help="… calls that are given,")] = None,
    rest_pass: Annotated[bool, typer.Option("--rest-pass", help="… all other calls are passes,")] = False,
    trump: Annotated[str | None, typer.Option("--trump", metavar="SUIT", help="… the trump that is named,")] = None,
    kitty: Annotated[str | None, typer.Option("--kitty", metavar="CARDS", help="… the cards in the kitty,")] = None,
    second: Annotated[str | None, typer.Option("--second", metavar="CARDS", help="… of the second deal,")] = None,
    scores: Annotated[str | None, typer.Option("--scores", metavar="A-B", help="… match scores, ours first.")] = None,
    rule: RuleTexts = None,
    rules: RulesFile = None,
    record: Annotated[Path | None, typer.Option("--record", metavar="FILE", help="A file of records.")] = None,
    line: Annotated[str, typer.Option("--line", metavar="N", help="Its line, from 1.")] = "1",
    views: Annotated[bool, typer.Option("--views", help="Every decision: its view, legal answers, answer.")] = False,
    json: Json = False,
) -> None:
    """Show one deal as on paper, or decision by decision.

    With --views the deal is played uncompiled, so that prints and breakpoints in a strategy work. A
    record of a game that is in no list needs GAME.py too.
    """
    from simcards.games.game import find_game

    write = _nothing if json else screen.say
    given = None if game is None else find_game(game)
    if record is not None:
        if strategy or (given is not None and not given.file):
            raise UsageError("give either GAME and STRATEGY, or --record FILE; not both")
        for option, value in (("--deal", deal), ("--match", match), ("--number", number), ("--hand", hand)):
            if value is not None:
                raise UsageError(f"{option} {value}: a record says itself which deal it is; choose another with --line")
        found = _from_file(record, whole("--line", line, 1, 1 << 53), given, write if views else None)
    else:
        if given is None or not strategy:
            raise UsageError("name a game and its strategies, or give --record FILE; e.g. show canadian_smear basic")
        place = _place(seed_of(seed), deal, match, number)
        asked = _asked(hand, where, order, auction, kitty, second, scores)
        more = (asked, trump, rest_pass)
        if asked is None and (trump is not None or rest_pass):
            raise UsageError("--trump and --rest-pass go with --hand: name the hand too")
        if asked is not None and match is not None:
            raise UsageError(f"--match {match}: the deals with a --hand are in no match; leave one of them out")
        found = _played(given, strategy, place, rule, rules, write if views else None, more)
    if json:
        screen.say_json(found)
    else:
        from simcards.engine.show import show_record

        if views:
            screen.say()
        screen.say(show_record(found, given))


def _place(seed: int, deal: str | None, match: str | None, number: str | None) -> tuple[int, int, int | None]:
    """(seed, deal, None), or (seed, deal of the match, match)."""
    if match is None and number is not None:
        raise UsageError(f"--number {number}: of which match? give --match M too")
    if match is None:
        return seed, whole("--deal", "0" if deal is None else deal, 0, 1 << 53), None
    if deal is not None:
        raise UsageError(f"--deal {deal}: in a match a deal is named by --number K")
    return seed, whole("--number", "0" if number is None else number, 0, 1 << 53), whole("--match", match, 0, 1 << 53)


def _asked(
    hand: str | None,
    where: str,
    order: str | None,
    auction: str | None,
    kitty: str | None,
    second: str | None,
    scores: str | None,
) -> "Asked | None":
    """What is known of the deal, None for a deal of the seed alone."""
    more = {"--where": where, "--order": order, "--auction": auction, "--kitty": kitty, "--second": second}
    if hand is None:
        for option, value in (more | {"--scores": scores}).items():
            if value:
                raise UsageError(f"{option} {value}: it goes with --hand; name the hand too")
        return None
    from simcards.cli.bid import scores_of
    from simcards.experiments.asked import Asked

    return Asked(hand, where, order, auction, None if scores is None else scores_of(scores), kitty, second)


def _nothing(_: str) -> None:
    return None


def _played(
    game: "Game",
    strategies: list[str],
    place: tuple[int, int, int | None],
    rule: list[str] | None,
    rules: Path | None,
    write: "Callable[[str], None] | None",
    more: tuple["Asked | None", str | None, bool],
) -> Record:
    from simcards.engine.show_decisions import show_views
    from simcards.engine.start import single_deal
    from simcards.experiments.request import checked_request

    request = checked_request(game, strategies, seed=place[0], rules=rules_of(game, rule, rules))
    for line in request.notes:
        screen.note(f"note: {line}")
    players = [strategy.player for strategy in request.strategies]
    seed, number, match = place
    asked, trump, rest_pass = more
    if asked is not None:
        from simcards.experiments.asked import shown_start

        start = shown_start(request.game, request.rules, asked, trump, seed, number, others_pass=rest_pass)
    else:
        start = single_deal(request.game, seed, number) if match is None else _in_match(request, seed, number, match)
    return show_views(request.game, request.rules, players, request.texts, start, write or _nothing)


def _in_match(request: "Request", seed: int, number: int, match: int) -> "Start":
    """A deal of a match that is played up to it."""
    from simcards.engine.faults import last_start
    from simcards.engine.table import SteppedTable
    from simcards.experiments.runner import prepare

    table = SteppedTable(request.game, request.rules, [strategy.player for strategy in request.strategies])
    with screen.watched(quiet=False) as watcher, screen.no_warnings():
        prepare([table], watcher, 1, matches=True)
    start = last_start(table, seed, match, number)
    if start.number != number:
        raise UsageError(f"--number {number}: match {match} of seed {seed} has only deals 0 to {start.number}")
    return start


def _from_file(path: Path, number: int, game: "Game | None", write: "Callable[[str], None] | None") -> Record:
    from simcards.engine.records import parse_line, verify
    from simcards.engine.show_decisions import show_record_views

    try:
        with path.open(encoding="utf-8") as file:
            line = next(islice(file, number - 1, None), None)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise UsageError(f"--record {path} cannot be read: {reason}; give a file made by `simcards records`") from None
    if line is None and number == 1:
        raise RecordError(f"{path} is empty; give a file made by `simcards records`")
    if line is None:
        raise RecordError(f"{path} has no line {number}; give a lower --line")
    where = f"{path}, line {number}"
    record = parse_line(line, where, game)
    verify(record, where, game)
    if write is not None:
        show_record_views(record, write, where, game)
    return record
