"""The commands of simcards, what each exit code means, and how every error becomes one line."""

import os
import signal
import sys
import threading
from typing import Annotated, Any, NoReturn

import typer

from simcards.cli import advise, bench, bid, check, compare, doctor, lists, records, screen, show, simulate, tournament
from simcards.errors import SimcardsError, StoppedError, StrategyError, UsageError

FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130
TRACEBACK = "--traceback"

app = typer.Typer(
    help="Plays millions of deals of bidding card games with plug-in strategies.\n\nEvery command has --help.",
    epilog="Start with: simcards simulate canadian_smear basic cautious",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.command("games")(lists.games)
app.command("rules")(lists.rules)
app.command("strategies")(lists.strategies)
app.command("simulate")(simulate.simulate)
app.command("compare")(compare.compare)
app.command("tournament")(tournament.tournament)
app.command("bid")(bid.bid)
app.command("advise")(advise.advise)
app.command("show")(show.show)
app.command("records")(records.records)
app.command("check")(check.check)
app.command("bench")(bench.bench)
app.command("doctor")(doctor.doctor)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"simcards {version('simcards')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    traceback: Annotated[bool, typer.Option(TRACEBACK, help="Show where an error comes from.")] = False,
) -> None:
    del version, traceback  # the one has acted already, the other is taken out by `run`, wherever it stands
    if context.invoked_subcommand is None:
        print(context.get_help())


def main() -> None:
    """Runs the command that the process was started with, and ends the process with its exit code."""
    signal.signal(signal.SIGTERM, _interrupt)
    code, at_once = run(sys.argv[1:])
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        screen.drop_output()
    if at_once:  # a thread may still be inside a strategy that does not come back, or inside a compiler
        os._exit(code)
    sys.exit(code)


def run(arguments: list[str]) -> tuple[int, bool]:
    """The exit code of a command line, and whether the process must end without waiting for its threads."""
    wants_traceback = TRACEBACK in arguments
    arguments = [argument for argument in arguments if argument != TRACEBACK]
    screen.prepare()
    try:
        command: Any = typer.main.get_command(app)
        result = command.main(arguments, prog_name="simcards", standalone_mode=False)
    except SystemExit as end:
        if not isinstance(end.__context__, BrokenPipeError):  # Typer's way to leave when nobody reads any more
            return told(StrategyError(f"a strategy called sys.exit({end.code!r}); it has to return its answer"))
        screen.drop_output()
        return 0, False
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  # every error is told in one line
        if wants_traceback:
            _print_traceback()
        return told(error)
    if result == INTERRUPTED:  # Typer's answer to Ctrl-C
        return told(KeyboardInterrupt())
    return (result if isinstance(result, int) else 0), False


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def _print_traceback() -> None:
    import traceback

    traceback.print_exc()


def told(error: BaseException) -> tuple[int, bool]:
    """Prints an error as one line; the exit code, and whether to end at once."""
    if isinstance(error, KeyboardInterrupt | StoppedError):
        screen.error(str(error) or "stopped")
        return INTERRUPTED, works_still()
    if isinstance(error, UsageError):
        screen.error(str(error))
        return WRONG_USE, False
    if isinstance(error, SimcardsError):
        screen.error(str(error))
        return FAILED, works_still()
    if isinstance(error, _usage_error()):
        screen.error(usage_text(error))
        return WRONG_USE, False
    if isinstance(error, OSError) and error.strerror:
        screen.error(f"{error.filename or 'the system'}: {error.strerror}")
        return FAILED, False
    screen.error(f"{type(error).__name__}: {error}; this is a fault of simcards, {TRACEBACK} shows where")
    return FAILED, False


def works_still() -> bool:
    """Whether one of our threads is still inside a strategy that does not come back, or inside the compiler."""
    return any(thread.name.startswith("simcards-") for thread in threading.enumerate())


def _usage_error() -> type[Exception]:
    """The class of all errors of wrong use that Typer raises; where it lives depends on Typer's version."""
    return typer.BadParameter.__mro__[1]


def usage_text(error: Any) -> str:
    """Typer's complaint as one line that says what to do."""
    text = " ".join(str(error.format_message()).split()).rstrip(".?")
    context = error.ctx
    command = context.command_path if context is not None else "simcards"
    question = "?" if "Did you mean" in text else ""
    return f"{text[:1].lower()}{text[1:]}{question}; see {command} --help"


if __name__ == "__main__":
    main()
