"""A comparison as text that fits 80 columns: what was played, where the margin comes from, the verdict last."""

from dataclasses import replace

from simcards.cli import screen
from simcards.cli.simulate_text import PLACES, WIDTH, notes_text, percents, short, wrapped
from simcards.experiments.compare import boards_for
from simcards.experiments.comparison import Comparison
from simcards.experiments.request import MOST_DEALS
from simcards.experiments.results import Results
from simcards.experiments.tables import Row
from simcards.reports.tables import Column, percent, text_table
from simcards.statistics.boards import ENOUGH_DIFFERING, BoardInterval

MOST_PARTINGS = 12
MOST_NAME = 16  # columns of a strategy's text in the tables; where one is longer they are called A and B there
MOST_GROUP = 32  # columns of a group's label
MARGIN = Column("margin", unit="mean", digits=PLACES, signed=True)
HALF = Column("± 95 %")
BOUND_NOTE = "* fewer than 50 of these boards differ: the mean lies within ± this"
METHODS = {"t": "t on boards", "bound": "bound", "sequence": "confidence sequence"}
BOARDS = Column("boards")


def text_of(results: Results, *, notes: bool) -> str:
    """The whole text."""
    totals: Comparison = results.totals
    parts = [_headline(results, totals), _boards(totals, results.summary)]
    if not totals.same:
        parts += [*_gains(results, totals), *_split(results), *_seats(results, totals), *_groups(results)]
        parts += [*_bids(results, totals), *_partings(results, totals)]
    if notes and results.notes:
        parts.append(notes_text(results))
    parts.append(_more(results, totals))
    parts.append(screen.styled(wrapped(verdict(totals, results.summary)), screen.BOLD))
    return "\n\n".join(parts)


def plan_text(results: Results, half_width: float) -> str:
    """How many boards a half width takes."""
    totals: Comparison = results.totals
    row, boards = results.summary, boards_for(half_width, totals)
    units = _units(totals)
    if totals.same:
        return f"None: {row['strategy_a']} against itself is exactly 0 on every board."
    if boards is None:
        return wrapped(
            f"Only {row['differing']} of {row['boards']:,} {units} differ, too few to tell; play more with "
            f"--{_option(totals)} N."
        )
    width = f"± {100 * half_width:g} % of the matches" if totals.matches else f"± {half_width:g} points per deal"
    if boards > MOST_DEALS:
        return f"{width} takes more {units} than can be played."
    return wrapped(
        f"{width} takes about {_counted(boards, totals)} in all (--{_option(totals)} {short(rounded_up(boards))}), "
        f"judged by {row['boards']:,} of seed {row['seed']}. With --until it takes more: that may stop at any time."
    )


def rounded_up(number: int) -> int:
    """The number rounded up to two digits."""
    step = int(10 ** max(len(str(number)) - 2, 0))
    return (number + step - 1) // step * step


def _option(totals: Comparison) -> str:
    return "matches" if totals.matches else "deals"


def _units(totals: Comparison) -> str:
    return "pairs of matches" if totals.matches else "boards"


def _counted(number: int, totals: Comparison) -> str:
    """So many boards, or pairs of matches."""
    one = "pair of matches" if totals.matches else "board"
    return f"{number:,} {one if number == 1 else _units(totals)}"


def _headline(results: Results, totals: Comparison) -> str:
    row, jobs = results.summary, results.manifest["jobs"]
    replays: int = len(totals.totals.schedule.lineups)
    speed = f"{results.seconds:.2f} s, {row['deals'] / max(results.seconds, 1e-9):,.0f} deals/s with {jobs} worker"
    a, b = row["strategy_a"], row["strategy_b"]
    title = f"{totals.game.title}: {a} against {b}"
    letters = "" if _called(totals)[a] == a else f"\n{wrapped(f'In the tables A is {a}, B is {b}.', '  ')}"
    if totals.matches:
        what = f"each pair is {replays} matches on the same cards, with the strategies exchanged"
    elif totals.is_duel:
        what = "each board is one deal, played twice with the strategies exchanged"
    else:
        what = f"each board is one deal, played {replays} times: each strategy in each seat among the other, and alone"
    return "\n".join(
        [
            screen.styled(wrapped(f"{title}, {_counted(row['boards'], totals)}, seed {row['seed']}"), screen.BOLD)
            + letters,
            *([wrapped(f"Rules: {row['rules']}", "  ")] if row["rules"] else []),
            wrapped(what[0].upper() + what[1:] + f": {row['deals']:,} deals.", "  "),
            screen.styled(speed + "s" * (jobs > 1), screen.DIM),
        ]
    )


def _called(totals: Comparison) -> dict[str, str]:
    """By text of a strategy what it is called in the tables."""
    a, b = totals.strategies
    return {a: a, b: b} if a == b or max(len(a), len(b)) <= MOST_NAME else {a: "A", b: "B"}


def _boards(totals: Comparison, row: Row) -> str:
    a, boards = row["strategy_a"], row["boards"]
    shares = " ".join(
        f"{name} {row[name]:,} ({100 * row[name] / boards:.1f} %)," for name in ("won", "tied", "lost") if boards
    ).rstrip(",")
    lines = [f"{a}: {shares}; win share {100 * row['win_share']:.2f} %"]
    if row["effective_deals"] is not None and not totals.same:
        units = "matches" if totals.matches else "deals"
        lines.append(
            f"Worth {row['effective_deals']:,.0f} independent {units}: {row['reduction']:.2f} times the "
            f"{totals.replays:,} replays it rests on"
        )
    return "\n".join(wrapped(line, "  ") for line in lines)


def _halves(rows: list[Row], places: int) -> list[str]:
    """The half widths of some rows, to the right; a star marks what is no interval but a bound."""
    shown = []
    for row in rows:
        mark = "*" if row["method"] == "bound" else " "
        shown.append("" if row["low"] is None else f"{(row['high'] - row['low']) / 2:.{places}f}{mark}")
    width = max((len(text) for text in shown), default=0)
    return [text.rjust(width) for text in shown]


def _table(title: str, columns: list[Column], rows: list[Row], *names: str) -> str:
    """The named columns of some rows under a title, as many digits as fit; the name ± stands for the half width."""
    text, note = "", ""
    for places in range(PLACES, 0, -1):
        halves = _halves(rows, places) if "±" in names else [""] * len(rows)
        cells = [
            tuple(half if name == "±" else row[name] for name in names) for row, half in zip(rows, halves, strict=True)
        ]
        shown = [replace(column, digits=places) if column.digits == PLACES else column for column in columns]
        text = text_table(shown, cells)
        note = f"\n{BOUND_NOTE}" if any(half.endswith("*") for half in halves) else ""
        if max(map(len, text.splitlines())) <= WIDTH:
            break
    return screen.styled(wrapped(title), screen.BOLD) + "\n" + text + note


def _named(results: Results, totals: Comparison, name: str) -> list[Row]:
    """The rows of a table, strategies called as there is room for."""
    called = _called(totals)
    return [
        row | {column: called[row[column]] for column in ("strategy", "among") if column in row}
        for row in results.rows(name)
    ]


def _gains(results: Results, totals: Comparison) -> list[str]:
    if "gains" not in results.names:
        return []
    columns = [Column("strategy"), Column("among"), Column("gain", unit="mean", digits=PLACES, signed=True), HALF]
    title = "One among the others: gain in margin per deal on what the others make of its seat"
    return [_table(title, columns, _named(results, totals, "gains"), "strategy", "among", "gain", "±")]


def _split(results: Results) -> list[str]:
    if "split" not in results.names:
        return []
    columns = [
        Column("contract"),
        BOARDS,
        percent("share"),
        Column("part of it", unit="points", digits=PLACES, signed=True),
        HALF,
        Column("on these", unit="mean", digits=PLACES, signed=True),
    ]
    kinds = {"same": "the same in all replays (play)", "different": "not the same (bidding)"}
    rows = [row | {"contract": kinds[row["contract"]]} for row in results.rows("split")]
    title = "Where the margin comes from (the parts add up to it)"
    return [_table(title, columns, rows, "contract", "boards", "share", "contribution", "±", "mean")]


def _seats(results: Results, totals: Comparison) -> list[str]:
    if "seats" not in results.names:
        return []
    title = "By seat (margin per deal there)" if totals.is_duel else "By seat (gain in margin per deal there)"
    columns = [Column("strategy"), Column("on"), MARGIN, HALF]
    return [_table(title, columns, _named(results, totals, "seats"), "strategy", "place", "margin", "±")]


def _groups(results: Results) -> list[str]:
    if "groups" not in results.names:
        return []
    columns = [Column("group"), BOARDS, percent("share"), MARGIN, HALF]
    title = f"By {results.manifest['command']['by']} (margin per board of the group)"
    rows = [row | {"group": _cut(row["group"])} for row in results.rows("groups")]
    return [_table(title, columns, rows, "group", "boards", "share", "margin", "±")]


def _cut(label: str) -> str:
    """The label with its middle left out where it is long."""
    kept = MOST_GROUP // 2
    return label if len(label) <= MOST_GROUP else f"{label[: MOST_GROUP - kept - 1]}…{label[-kept:]}"


def _bids(results: Results, totals: Comparison) -> list[str]:
    if "bids" not in results.names:
        return []
    columns = [
        Column("strategy"),
        Column("bid"),
        Column("contracts"),
        Column("made"),
        Column("make", unit="rate %", digits=2, scale=100),
        Column("95 %", unit="Wilson"),
    ]
    rows = [row | {"range": percents(row)} for row in _named(results, totals, "bids")]
    title = "Contracts by bid (a description: the two do not bid on the same hands)"
    return [_table(title, columns, rows, "strategy", "bid_name", "contracts", "made", "make_rate", "range")]


def _partings(results: Results, totals: Comparison) -> list[str]:
    if not totals.looked_at:
        return []
    found = results.rows("partings")
    never = 100 * (1 - sum(row["share"] for row in found))
    first = f"the first {totals.looked_at:,}" if totals.looked_at < totals.totals.boards else "all"
    title = f"Where they first part, on {first} boards (never on {never:.1f} %; margin on these boards)"
    if not found:
        return [f"They part on none of {first if first != 'all' else 'the'} boards: both decide alike on each."]
    columns = [
        Column("decision"), Column("situation"), BOARDS, percent("share"), MARGIN, HALF, Column("deal"), Column("seat"),
    ]  # fmt: skip
    shown, more = found[:MOST_PARTINGS], len(found) - MOST_PARTINGS
    text = _table(title, columns, shown, "kind", "situation", "boards", "share", "margin", "±", "deal", "seat")
    if more > 0:
        text += f"\n… and {more} more, in the table 'partings' (--json, --out)"
    return [f"{text}\nThe first deal of the list, decision by decision:\n  {found[0]['show']}"]


def _more(results: Results, totals: Comparison) -> str:
    row, option, units = results.summary, _option(totals), _units(totals)
    lines = []
    if totals.stopped is not None:
        lines.append(f"Stopped after {row['boards']:,} {units}: {totals.stopped}.")
    if row["boards_to_halve"] is not None and not totals.same and not totals.is_test:
        boards = row["boards_to_halve"]
        lines.append(f"To halve the interval takes {boards:,} {units} in all (--{option} {short(rounded_up(boards))}).")
    written = [f"Written to {results.folder}"] if results.folder is not None else []
    said = [wrapped(line) for line in lines] or [f"Played: {_counted(row['boards'], totals)}."]
    return "\n".join([*written, *said])


def verdict(totals: Comparison, row: Row) -> str:
    """Who is better and by how much, in plain words."""
    a, b = totals.strategies
    found = totals.verdict
    unit = "of the matches" if totals.matches else "points per deal"
    scale, places, per = (100, 2, " %") if totals.matches else (1, PLACES, "")
    if totals.same:
        return (
            f"{a} and {b} are the same strategy with the same parameters: exactly 0 {unit}, because the replays of a "
            "board are then one and the same."
        )
    if found.estimate is None:
        return f"No board was played: nothing can be said of {a} and {b}."
    mean = scale * found.estimate
    if row["differing"] < ENOUGH_DIFFERING:
        return (
            f"{a} and {b} differ on {row['differing']} of {row['boards']:,} {_units(totals)}, too few to say who is "
            f"better{_at_most(found, scale, places, f'{per} {unit}')}."
        )
    if found.half_width is None or found.low is None or found.high is None:
        return f"{a} against {b}: {mean:+z.{places}f}{per} {unit}, without an interval."
    half = f"± {scale * found.half_width:.{places}f}{per} {unit} (95 %, {METHODS[found.method]})"
    if totals.is_test:
        return f"{totals.test_words(unit)} Seen: {mean:+z.{places}f}{per} {half}."
    if found.low > 0 or found.high < 0:
        return f"{a} {'beats' if found.low > 0 else 'loses to'} {b} by {abs(mean):.{places}f}{per} {half}."
    return f"No difference between {a} and {b} is shown: {mean:+z.{places}f}{per} {half}."


def _at_most(found: BoardInterval, scale: int, places: int, unit: str) -> str:
    """How large the margin can be, when there is only a bound."""
    if found.low is None or found.high is None:
        return ""
    return f"; the margin is at most {scale * max(found.high, -found.low):.{places}f}{unit} (95 %)"
