"""A tournament as text that fits 80 columns: cross table, ranking, schedule, and who may be the best last."""

from itertools import groupby

from simcards.cli import screen
from simcards.cli.simulate_text import MOST_GROUP_ROWS, PLACES, WIDTH, cut, notes_text, short, wrapped
from simcards.experiments.results import Results
from simcards.experiments.tournament import Tournament
from simcards.reports.tables import GAP, Column, text_table
from simcards.statistics.intervals import deals_to_halve

MOST_LINEUPS = 24
NO_BREAK = "\0"  # a space at which `wrapped` begins no line
MOST_NAME = 22  # columns of a strategy's text in the tables; the middle of a longer one is left out


def text_of(results: Results, *, notes: bool) -> str:
    """The whole text."""
    totals: Tournament = results.totals
    parts = [_headline(results, totals), *_cross(totals)]
    if not totals.is_gauntlet:
        parts.append(_ranking(results, totals))
    parts += [*_groups(results), _schedule(totals)]
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
    names = [f"{k + 1} {_short_name(text)}" for k, text in enumerate(totals.strategies)]
    rows = [0] if totals.is_gauntlet else range(len(names))
    columns = range(1 if totals.is_gauntlet else 0, len(names))
    shown = [["" if i == j else _cell(totals, i, j) for j in columns] for i in rows]
    first = max(len("against"), *(len(names[i]) for i in rows))
    widest = max(len(cell) for row in shown for cell in row)
    at_once = max(1, (WIDTH - first) // (widest + len(GAP)))
    title = screen.styled(
        wrapped(
            "Margin of the row against the column, points per deal (± 95 %, all of the table together; * fewer than 50 "
            "boards differ: within ± of 0)"
        ),
        screen.BOLD,
    )
    parts = []
    for begin in range(0, len(columns), at_once):
        part = slice(begin, begin + at_once)
        heads = [Column("against"), *(Column(str(j + 1)) for j in columns[part])]
        parts.append(text_table(heads, [(names[i], *row[part]) for i, row in zip(rows, shown, strict=True)]))
    listed = "\n".join(wrapped(f"{k + 1} {text}", "  ") for k, text in enumerate(totals.strategies) if k in columns)
    listed = listed if totals.is_gauntlet else ""
    return [title + "\n" + "\n\n".join(parts), *([f"Opponents:\n{listed}"] if listed else [])]


def _cell(totals: Tournament, i: int, j: int) -> str:
    found = totals.margin(i, j)
    if found.estimate is None:
        return ""
    mark = "*" if found.method == "bound" else ""
    half = "" if found.half_width is None else f" ± {found.half_width:.{PLACES}f}{mark}"
    return f"{found.estimate:+z.{PLACES}f}{half}"


def _short_name(text: str) -> str:
    """A strategy's text as there is room for in a table."""
    kept = MOST_NAME // 2
    return text if len(text) <= MOST_NAME else f"{text[: MOST_NAME - kept - 1]}…{text[-kept:]}"


def _ranking(results: Results, totals: Tournament) -> str:
    columns = [
        Column("rank"),
        Column("strategy"),
        Column("margin", unit="against all", digits=PLACES, signed=True),
        Column("± 95 %", unit="together", digits=PLACES),
        Column("may be the best"),
    ]
    texts = totals.strategies
    numbered = any(len(text) > MOST_NAME for text in texts)  # else the texts tell them apart
    named = {text: f"{k + 1} {_short_name(text)}" if numbered else text for k, text in enumerate(texts)}
    rows = [
        (
            row["rank"],
            named[row["strategy"]],
            row["mean_margin"],
            None if row["low"] is None else (row["high"] - row["low"]) / 2,
            row["may_be_best"],
        )
        for row in results.rows("ranking")
    ]
    return screen.styled("Ranking by mean margin per deal", screen.BOLD) + "\n" + text_table(columns, rows)


def _groups(results: Results) -> list[str]:
    if "groups" not in results.names:
        return []
    columns = [
        Column("group"),
        Column("boards"),
        Column("strategy"),
        Column("margin", unit="mean", digits=PLACES, signed=True),
        Column("± 95 %", unit="together", digits=PLACES),
    ]
    rows = results.rows("groups")
    cells = [
        (
            cut(row["group"]),
            row["boards"],
            cut(row["strategy"]),
            row["mean_margin"],
            None if row["low"] is None or row["method"] == "bound" else (row["high"] - row["low"]) / 2,
        )
        for row in rows[:MOST_GROUP_ROWS]
    ]
    more = len(rows) - len(cells)
    rest = f"\n… and {more:,} more rows, in the table 'groups' (--json, --out)" if more else ""
    whose = "of the first against the strategy" if results.totals.is_gauntlet else "against all others"
    title = f"By {results.manifest['command']['by']} (margin {whose}, per board of the group)"
    return [screen.styled(wrapped(title), screen.BOLD) + "\n" + text_table(columns, cells) + rest]


def _schedule(totals: Tournament) -> str:
    """The line-ups, by seat the numbers of the strategies; equal ones once, with how often they play."""
    counted = [(lineup, len(list(same))) for lineup, same in groupby(totals.totals.schedule.lineups)]
    texts = [
        NO_BREAK.join([*(str(strategy + 1) for strategy in lineup), *([f"(x{times})"] if times > 1 else [])])
        for lineup, times in counted
    ]
    shown = "; ".join(texts[:MOST_LINEUPS])
    more = f"; … and {len(texts) - MOST_LINEUPS:,} more, in the table 'schedule'" if len(texts) > MOST_LINEUPS else ""
    names = ", ".join(f"{k + 1}{NO_BREAK}{text}" for k, text in enumerate(totals.strategies))
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
