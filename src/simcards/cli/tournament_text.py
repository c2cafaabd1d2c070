"""A tournament as text that fits 80 columns: cross table, ranking, schedule, and who may be the best last."""

from itertools import groupby

from simcards.cli import screen
from simcards.cli.simulate_text import PLACES, WIDTH, notes_text, short, wrapped
from simcards.experiments.results import Results
from simcards.experiments.tournament import Tournament
from simcards.reports.tables import Column, text_table
from simcards.statistics.intervals import deals_to_halve

MOST_LINEUPS = 24
CELL = 16  # columns that a cell of the cross table takes: "+0.1234 ± 0.0123"


def text_of(results: Results, *, notes: bool) -> str:
    """The whole text."""
    totals: Tournament = results.totals
    parts = [_headline(results, totals), *_cross(totals)]
    if not totals.is_gauntlet:
        parts.append(_ranking(results))
    parts.append(_schedule(totals))
    if notes and results.notes:
        parts.append(notes_text(results))
    parts += [_more(results), screen.styled(wrapped(verdict(totals)), screen.BOLD)]
    return "\n\n".join(parts)


def _headline(results: Results, totals: Tournament) -> str:
    row, jobs = results.summary, results.manifest["jobs"]
    kind = "gauntlet" if totals.is_gauntlet else "tournament"
    title = (
        f"{totals.game.title}: {kind} of {row['strategies']} strategies, {row['boards']:,} boards, seed {row['seed']}"
    )
    speed = f"{results.seconds:.2f} s, {row['deals'] / max(results.seconds, 1e-9):,.0f} deals/s with {jobs} worker"
    return "\n".join(
        [
            screen.styled(wrapped(title), screen.BOLD),
            *([wrapped(f"Rules: {row['rules']}", "  ")] if row["rules"] else []),
            wrapped(f"Each board is one deal, played by {row['lineups']:,} line-ups: {row['deals']:,} deals.", "  "),
            screen.styled(speed + "s" * (jobs > 1), screen.DIM),
        ]
    )


def _cross(totals: Tournament) -> list[str]:
    """The cross table, in as many parts as the width needs; rows and columns are numbered as the strategies are."""
    names = [f"{k + 1} {text}" for k, text in enumerate(totals.strategies)]
    first = max(len(name) for name in names)
    at_once = max(1, (WIDTH - first) // (CELL + 2))
    title = screen.styled(
        wrapped(
            "Margin of the row against the column, points per deal (± 95 %, all of the table together; * a bound: "
            "fewer than 50 boards differ)"
        ),
        screen.BOLD,
    )
    rows = [0] if totals.is_gauntlet else range(len(names))
    parts = []
    columns = range(1 if totals.is_gauntlet else 0, len(names))
    for begin in range(0, len(columns), at_once):
        shown = columns[begin : begin + at_once]
        heads = [Column("against"), *(Column(str(j + 1)) for j in shown)]
        cells = [(names[i], *("" if i == j else _cell(totals, i, j) for j in shown)) for i in rows]
        parts.append(text_table(heads, cells))
    listed = "\n".join(names[1:]) if totals.is_gauntlet else ""
    return [title + "\n" + "\n\n".join(parts), *([f"Opponents:\n{listed}"] if listed else [])]


def _cell(totals: Tournament, i: int, j: int) -> str:
    found = totals.margin(i, j)
    if found.estimate is None:
        return ""
    half = "" if found.half_width is None else f" ± {found.half_width:.{PLACES}f}"
    return f"{found.estimate:+z.{PLACES}f}{half}{'*' if found.method == 'bound' else ''}"


def _ranking(results: Results) -> str:
    columns = [
        Column("rank"),
        Column("strategy"),
        Column("margin", unit="against all", digits=PLACES, signed=True),
        Column("± 95 %", unit="together", digits=PLACES),
        Column("may be the best"),
    ]
    rows = [
        (
            row["rank"],
            row["strategy"],
            row["mean_margin"],
            None if row["low"] is None else (row["high"] - row["low"]) / 2,
            row["may_be_best"],
        )
        for row in results.rows("ranking")
    ]
    return screen.styled("Ranking by mean margin per deal", screen.BOLD) + "\n" + text_table(columns, rows)


def _schedule(totals: Tournament) -> str:
    """The line-ups, by seat the numbers of the strategies; equal ones once, with how often they play."""
    counted = [(lineup, len(list(same))) for lineup, same in groupby(totals.totals.schedule.lineups)]
    texts = [
        " ".join(str(strategy + 1) for strategy in lineup) + (f" (x{times})" if times > 1 else "")
        for lineup, times in counted
    ]
    shown = "; ".join(texts[:MOST_LINEUPS])
    more = f"; … and {len(texts) - MOST_LINEUPS:,} more, in the table 'schedule'" if len(texts) > MOST_LINEUPS else ""
    names = ", ".join(f"{k + 1} {text}" for k, text in enumerate(totals.strategies))
    return wrapped(f"Line-ups by seat ({names}): {shown}{more}.", "  ")


def _more(results: Results) -> str:
    boards = deals_to_halve(results.summary["boards"])
    written = f"Written to {results.folder}\n" if results.folder is not None else ""
    return f"{written}To halve the intervals takes {boards:,} boards in all (--deals {short(boards)})."


def verdict(totals: Tournament) -> str:
    """Who may be the best, in plain words."""
    names = totals.strategies
    if totals.is_gauntlet:
        beaten = [names[j] for _, j in totals.pairs if (totals.margin(0, j).low or 0) > 0]
        lost = [names[j] for _, j in totals.pairs if (totals.margin(0, j).high or 0) < 0]
        open_ = [name for name in names[1:] if name not in beaten and name not in lost]
        parts = [
            f"{verb} {', '.join(found)}"
            for verb, found in (("beats", beaten), ("loses to", lost), ("is not separated from", open_))
            if found
        ]
        return f"{names[0]} {'; '.join(parts)} (95 %, all together)."
    best = [names[i] for i in totals.best]
    if len(best) == 1:
        return f"{best[0]} is the best: all others are separated from it (Holm over all pairs, 95 %)."
    return f"Not separated from the best: {', '.join(best)} (Holm over all pairs, 95 %)."
