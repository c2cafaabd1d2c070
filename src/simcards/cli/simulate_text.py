"""The results of a run as text that fits 80 columns: headline, by side, by side and bid, who is better, what next."""

from collections.abc import Sequence
from dataclasses import replace
from textwrap import fill
from typing import Any

from simcards.cli import screen
from simcards.experiments.results import Results
from simcards.experiments.tables import Row, Totals
from simcards.reports.tables import Column, text_table
from simcards.statistics.intervals import deals_to_halve

WIDTH = 80
PLACES = 4  # digits after the point of a mean


def text_of(results: Results, *, notes: bool) -> str:
    """The whole text."""
    totals = results.totals
    if totals is None:
        raise ValueError("these results were read from a folder, not played")
    parts = [
        _headline(results, totals),
        *_matches(results),
        _sides(results.rows("sides")),
        _bids(results.rows("bids")),
        *_groups(results),
        _passed_out(results.summary),
        *_difference(results),
        *_look_at(results),
        *([notes_text(results)] if notes and results.notes else []),
        _last(results),
    ]
    return "\n\n".join(parts)


def wrapped(text: str, indent: str = "") -> str:
    """The text in lines that fit the screen."""
    kept = text.replace(" %", "\0%").replace("± ", "±\0")  # what is read as one word stays on one line
    filled = fill(kept, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return filled.replace("\0", " ")


def _headline(results: Results, totals: Totals) -> str:
    row, manifest = results.summary, results.manifest
    jobs = manifest["jobs"]
    played = f"{manifest['matches']:,} matches, " if manifest["matches"] is not None else ""
    speed = f"{results.seconds:.2f} s, {results.deals_per_second:,.0f} deals/s with {jobs} worker{'s' * (jobs > 1)}"
    lines = [
        screen.styled(f"{totals.game.title}: {played}{row['deals']:,} deals, seed {row['seed']}", screen.BOLD),
        *([wrapped(f"Rules: {row['rules']}", "  ")] if row["rules"] else []),
        screen.styled(speed, screen.DIM),
    ]
    for side in range(totals.game.sides):
        seats = [seat for seat in range(totals.game.seats) if totals.game.side(seat) == side]
        where = f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"
        lines.append(wrapped(f"Side {side} ({where}): {' & '.join(totals.texts_of(side))}", "  "))
    return "\n".join(lines)


def percents(row: Row) -> str:
    """The interval of a make rate."""
    return _percents(row["make_low"], row["make_high"])


def _percents(low: float | None, high: float | None) -> str:
    """A range of rates."""
    if low is None or high is None:
        return ""
    return f"{100 * low:.2f}–{100 * high:.2f}"  # noqa: RUF001  # a range


def _half(row: Row) -> float | None:
    return None if row["margin_low"] is None else (row["margin_high"] - row["margin_low"]) / 2


COUNTED = (
    Column("contracts"),
    Column("made"),
    Column("make", unit="rate %", digits=2, scale=100),
    Column("95 %", unit="Wilson"),
)
MEANS = (
    Column("score", unit="mean", digits=PLACES),
    Column("margin", unit="mean", digits=PLACES, signed=True),
    Column("± 95 %", unit="t", digits=PLACES),
)


def _cells(row: Row) -> tuple[Any, ...]:
    counted = row["contracts"], row["made"], row["make_rate"], percents(row)
    return *counted, row["mean_score"], row["mean_margin"], _half(row)


def _sides(rows: list[Row]) -> str:
    title = screen.styled("By side (score and margin: points per deal, passed out deals count as 0)", screen.BOLD)
    return title + "\n" + text_table([Column("side"), *COUNTED, *MEANS], [(row["side"], *_cells(row)) for row in rows])


def _matches(results: Results) -> list[str]:
    """Who won how many matches, and how long they were."""
    if "matches" not in results.names:
        return []
    columns = [
        Column("side"),
        Column("won"),
        Column("win", unit="rate %", digits=2, scale=100),
        Column("95 %", unit="Wilson"),
        Column("final", unit="mean score", digits=2),
    ]
    rows = [
        (row["side"], row["won"], row["win_rate"], _percents(row["win_low"], row["win_high"]), row["mean_final_score"])
        for row in results.rows("matches")
    ]
    one = results.rows("match_summary")[0]
    lengths = (
        f"Deals a match: {one['mean_deals']:.2f} on average; a tenth have at most {one['tenth']}, "
        f"half {one['median']}, nine tenths {one['nine_tenths']}; from {one['shortest']} to {one['longest']}."
    )
    capped = one["ended_by_max_hands"]
    drawn = f" Drawn: {one['drawn']:,}." if one["drawn"] else ""
    ended = f"Ended by max_hands: {capped:,} ({100 * capped / one['matches']:.3f} %).{drawn}"
    title = screen.styled("Matches won by side", screen.BOLD)
    return [title + "\n" + text_table(columns, rows), wrapped(lengths) + "\n" + ended]


MANY_BIDS = 12
MOST_GROUP_ROWS, MOST_LABEL = 60, 16


def _bids(rows: list[Row]) -> str:
    if len({row["bid"] for row in rows}) > MANY_BIDS:
        rows = [row for row in rows if row["contracts"]]
    title = screen.styled("By side and bid (score and margin: the declaring side's, points per contract)", screen.BOLD)
    columns = [Column("side"), Column("bid"), *COUNTED, *MEANS]
    cells = [(row["side"], row["bid_name"], *_cells(row)) for row in rows]
    text = text_table(columns, cells)
    if max(len(line) for line in text.splitlines()) > WIDTH:  # how many were made is in contracts and make rate
        made = columns.index(COUNTED[1])
        columns = [*columns[: -len(MEANS)], *(replace(column, digits=2) for column in MEANS)]
        text = text_table(_without(columns, made), [_without(row, made) for row in cells])
    return title + "\n" + text


def _without(cells: Sequence[Any], place: int) -> list[Any]:
    """All cells but one."""
    return [cell for k, cell in enumerate(cells) if k != place]


def _groups(results: Results) -> list[str]:
    if "groups" not in results.names:
        return []
    title = f"By {results.manifest['command']['by']} and side (margin: points per deal of the group)"
    columns = [Column("group"), Column("deals"), Column("side"), *COUNTED, *MEANS[1:]]
    shown = []
    rows = results.rows("groups")
    for row in rows[:MOST_GROUP_ROWS]:
        *counted, _, margin, half = _cells(row)
        shown.append((cut(row["group"]), row["deals"], row["side"], *counted, margin, half))
    more = len(rows) - len(shown)
    rest = f"\n… and {more:,} more rows, in the table 'groups' (--json, --out)" if more else ""
    return [screen.styled(wrapped(title), screen.BOLD) + "\n" + text_table(columns, shown) + rest]


def cut(label: str) -> str:
    """A label that is not too wide, cut in the middle."""
    return label if len(label) <= MOST_LABEL else f"{label[: MOST_LABEL // 2]}…{label[-(MOST_LABEL // 2 - 1) :]}"


def _passed_out(row: Row) -> str:
    share = f" ({100 * row['passed_out'] / row['deals']:.2f} %)" if row["deals"] else ""
    return f"Passed out: {row['passed_out']:,} of {row['deals']:,} deals{share}"


def _difference(results: Results) -> list[str]:
    if "difference" not in results.names:
        return []
    prints = {strategy["fingerprint"] for strategy in results.manifest["strategies"]}
    return [wrapped(verdict(results.rows("difference")[0], same=len(prints) == 1))]


def verdict(row: Row, *, same: bool) -> str:
    """What the difference of two strategies says, in plain words."""
    a, b, mean = row["strategy_a"], row["strategy_b"], row["mean_difference"]
    if row["low"] is None:
        return f"{a} minus {b}: {mean:+.{PLACES}f} points per deal, too few deals for an interval."
    half = (row["high"] - row["low"]) / 2
    number = f"{abs(mean):.{PLACES}f} ± {half:.{PLACES}f} points per deal (95 %)"
    if same:
        return f"{a} and {b} are the same strategy: the difference of {number} is luck."
    if row["low"] > 0:
        return f"{a} beats {b} by {number}."
    if row["high"] < 0:
        return f"{a} loses to {b} by {number}."
    signed = f"{mean:+.{PLACES}f} ± {half:.{PLACES}f} points per deal (95 %)"
    return f"No difference between {a} and {b} is shown: {signed}."


def notes_text(results: Results) -> str:
    """What is to be told beside the results."""
    return "\n".join(wrapped(f"Note: {line}", "  ") for line in results.notes)


def _look_at(results: Results) -> list[str]:
    """A deal that the first strategy lost, with the command that shows it."""
    found = results.manifest.get("look_at")
    if not found:
        return []
    manifest = results.manifest
    texts = [strategy["text"] for strategy in manifest["strategies"]]
    rules = [f"--rule {change}" for change in results.summary["rules"].split(", ") if change]
    game = results.totals.game.called if results.totals else manifest["game"]
    words = ["simcards show", game, *texts, f"--seed {manifest['seed']} --deal {found['deal']}", *rules]
    lost = f"Of the first {found['looked_through']:,} deals side 0 lost most on deal {found['deal']}, by"
    return [f"{lost} {-found['margin']}:\n  {' '.join(words)}"]


def _last(results: Results) -> str:
    matches = results.manifest["matches"]
    units = "deals" if matches is None else "matches"
    more = deals_to_halve(results.summary["deals"] if matches is None else matches)
    written = f"Written to {results.folder}\n" if results.folder is not None else ""
    return f"{written}To halve the intervals takes {more:,} {units} in all (--{units} {short(more)})."


def short(number: int) -> str:
    """A whole number as it is typed: 4e6 for 4000000."""
    digits = str(number)
    kept = digits.rstrip("0")
    zeros = len(digits) - len(kept)
    return f"{kept}e{zeros}" if zeros > 3 else digits
