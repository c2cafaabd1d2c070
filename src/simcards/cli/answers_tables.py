"""The tables of a question on the screen: calls or answers, what follows a call, trumps, points, hands, other rules."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil
from typing import NamedTuple, TypeAlias

from simcards.cli import screen
from simcards.cli.simulate_text import WIDTH, wrapped
from simcards.experiments.answers import Answers
from simcards.experiments.results import Results
from simcards.experiments.tables import Row
from simcards.reports.tables import Cell, Column, percent, text_table

PLACES = 3  # digits after the point of a mean, where there is room
BEST, ALSO, BOUND = "*", "=", "†"
BOUND_NOTE = f"{BOUND} fewer than 50 deals differ: the mean lies within ± this"
NEVER = {"share": 0.0}
ONLY_NAMED = "Only cards that you named are compared."
OF_CARDS = ("give", "discard", "play")  # decisions whose answers are cards
MOST_ANSWERS, MOST_NAME = 25, 40
MOST_CALL = 10  # letters of a call; where one has more, the column of scores gives way
MOST_VALUES = 9  # columns of points or tricks
MOST_LISTED = 8  # names in one sentence
MOST_DIGITS = 8  # after the point of a rate that is all but certain
FROM, TO = (Column(name, unit="95 %", digits=2, scale=100) for name in ("from", "to"))
MARGIN = Column("margin", unit="points", digits=PLACES, signed=True)
SCORE = Column("score", unit="points", digits=PLACES)
STYLE = re.compile(r"\033\[[\d;]*m")  # of a terminal: takes no room
HALF = Column("± 95 %", digits=PLACES)
FATE_COLUMNS = {
    "declares": Column("you", unit="at it", digits=1, scale=100),
    "declares_half": Column("±", unit="95 %", digits=1, scale=100),
    "higher": Column("you", unit="higher", digits=1, scale=100),
    "partner": Column("partner", digits=1, scale=100),
    "opponents": Column("others", digits=1, scale=100),
    "passed_out": Column("nobody", digits=1, scale=100),
}


class Half(NamedTuple):
    """An interval, of which a table shows the half width."""

    low: float | None
    high: float | None
    method: str | None = None

    @property
    def width(self) -> float | None:
        """The half width."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def mark(self) -> str:
        """The sign of what is no interval but a bound."""
        return BOUND if self.method == "bound" and self.low is not None else ""


Shown: TypeAlias = Cell | Half


def range_text(low: float, high: float) -> str:
    """A range of rates in per cent."""
    digits = true_digits(2, low, high)
    return f"{100 * low:.{digits}f}–{100 * high:.{digits}f}"  # noqa: RUF001  # a range


def true_digits(least: int, *rates: float) -> int:
    """So many digits after the point, or more, that no rate looks like 0 or 100 % without being it."""
    uncertain = [rate for rate in rates if 0 < rate < 1]
    digits = least
    while digits < MOST_DIGITS and any(float(f"{100 * rate:.{digits}f}") in (0, 100) for rate in uncertain):
        digits += 1
    return digits


def listed(names: Sequence[str], last: str = "and") -> str:
    """Some names as part of a sentence; of many the first, and how many more."""
    if len(names) > MOST_LISTED + 1:
        return f"{', '.join(names[:MOST_LISTED])} … and {len(names) - MOST_LISTED} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def table(title: str, columns: Sequence[Column], rows: Sequence[Sequence[Shown]], *legends: str) -> str:
    """The rows under a title, means with as many digits as fit, and under them what is to be known to read them."""
    shown, cells = _without_halves(columns, rows)
    text = ""
    narrow = [replace(HALF, unit="95 %", name="±") if one == HALF else one for one in shown]
    for heads, places in ((shown, 3), (shown, 2), (shown, 1), (narrow, 1), (narrow, 0)):
        text = text_table([replace(one, digits=places) if one.digits == PLACES else one for one in heads], cells)
        if _fits(text):
            break
    under = [legend for legend in legends if legend]
    under += [BOUND_NOTE] if any(BOUND in row for row in cells) else []
    return "\n".join([screen.styled(wrapped(title), screen.BOLD), text, *map(wrapped, under)])


def _fits(text: str) -> bool:
    return max(map(len, STYLE.sub("", text).splitlines())) <= WIDTH


def _without_halves(
    columns: Sequence[Column], rows: Sequence[Sequence[Shown]]
) -> tuple[list[Column], list[list[Cell]]]:
    """Columns and cells with half widths as numbers, and a column of marks after one in which there are bounds."""
    shown: list[Column] = []
    cells: list[list[Cell]] = [[] for _ in rows]
    for place, column in enumerate(columns):
        found = [row[place] for row in rows]
        shown.append(column)
        for row, cell in zip(cells, found, strict=True):
            row.append(cell.width if isinstance(cell, Half) else cell)
        if any(isinstance(cell, Half) and cell.mark for cell in found):
            shown.append(Column(""))
            for row, cell in zip(cells, found, strict=True):
                row.append(cell.mark if isinstance(cell, Half) else "")
    return shown, cells


def _marked(row: Row, name: str) -> str:
    """The name of an answer with the sign of the best, or of one that is not told apart from it."""
    if row["is_best"]:
        return f"{name} {BEST}"
    return f"{name} {ALSO}" if row["may_be_best"] else name


def _mark_legend(rows: list[Row]) -> str:
    also = any(row["may_be_best"] and not row["is_best"] for row in rows)
    return f"{BEST} has the best margin." + f" {ALSO} not told apart from it (all pairs together, 95 %)." * also


# ---- calls -----------------------------------------------------------------------------------------------------------


def calls_table(results: Results) -> str:
    """What each call comes to."""
    rows = results.rows("calls")
    bids = any(row["call"] for row in rows)
    long = max(len(row["call_name"]) for row in rows) > MOST_CALL
    success = Column("success", unit="given %" if long else "if given %", digits=2, scale=100)
    versus = [Column("vs pass", unit="points", digits=PLACES, signed=True), HALF]
    columns = [
        Column("call"), *[success, FROM, TO] * bids, MARGIN, HALF, *versus * bids, *[SCORE] * (not long),
    ]  # fmt: skip
    cells = [
        (
            _marked(row, row["call_name"]),
            *[row["success"], row["success_low"], row["success_high"]] * bids,
            row["margin"], Half(row["margin_low"], row["margin_high"]),
            *[row["difference"], Half(row["low"], row["high"], row["method"])] * bids,
            *[row["score"]] * (not long),
        )
        for row in rows
    ]  # fmt: skip
    given = "Success if given: your seat declares at this call on every deal; comparable between calls. " * bids
    passed = " vs pass: margin minus that of a pass, deal by deal; these hold together with 95 %." * bids
    legend = f"{_mark_legend(rows)} {given}{_margin_legend(results, rows)}{passed}"
    return table("What each call comes to", columns, cells, legend)


def _margin_legend(results: Results, rows: list[Row]) -> str:
    game = results.totals.game
    what = "your score minus the mean of the others'"
    if game.sides == 2:
        what = "your side's score minus theirs" if game.seats > game.sides else "your score minus the other's"
    alike = any(row["margin"] is not None and row["margin_low"] is None for row in rows)
    return f"Margin: {what} a deal, passed out 0{'; without ± where all deals are alike' * alike}."


def fates_tables(results: Results) -> list[str]:
    """Who declares after each call, and how often it is made where it stands: one table, two where that is too wide."""
    rows = [row | {"declares_half": _farther(row)} for row in results.rows("calls")]
    fates = [fate for fate in FATE_COLUMNS if any(row[fate] for row in rows)]
    call, stood = [Column("call")], [
        Column("stands", unit="deals"), Column("made", unit="there %", digits=2, scale=100), FROM, TO,
    ]  # fmt: skip
    names = [[row["call_name"]] for row in rows]
    after = [[row[fate] for fate in fates] for row in rows]
    there = [[row[name] for name in ("stands", "stands_rate", "stands_low", "stands_high")] for row in rows]
    title, title_there = "After the call: who declares (%)", "how often you make it where it stands"
    higher = _higher_legend(rows)
    note = "Made there: only on the deals where it stands, so not comparable between calls."
    columns = [FATE_COLUMNS[fate] for fate in fates]
    cells = [a + b + c for a, b, c in zip(names, after, there, strict=True)]
    if any(row["call"] for row in rows):
        both = table(f"{title}, and {title_there}", [*call, *columns, *stood], cells, f"{note}{higher}")
        if _fits(both):
            return [both]
    first = table(title, [*call, *columns], [a + b for a, b in zip(names, after, strict=True)], higher.strip())
    rest = [a + c for a, c, row in zip(names, there, rows, strict=True) if row["call"]]
    return [first, *([table(title_there.capitalize(), [*call, *stood], rest, note)] if rest else [])]


def _farther(row: Row) -> float | None:
    """How far from its rate the farther bound of what a call declares is, rounded up to a tenth of a per cent."""
    if row["declares"] is None:
        return None
    farther: float = max(row["declares_high"] - row["declares"], row["declares"] - row["declares_low"])
    return ceil(1000 * farther) / 1000


def _higher_legend(rows: list[Row]) -> str:
    went_on = any(row["call"] and row["higher"] for row in rows)
    forced = any(not row["call"] and row["higher"] for row in rows)
    text = " You higher: your strategy called again, higher, later on" * went_on
    if forced:
        text += "; after a pass, you had to declare" if went_on else " You higher: after a pass, you had to declare"
    return f"{text}." if text else ""


def trumps_text(results: Results) -> list[str]:
    """Which trumps our strategy names, and how often each is made."""
    rows = results.rows("trumps")
    named = list(dict.fromkeys(row["trump"] for row in rows))
    if not named:
        return []
    if len(named) == 1:
        return [f"Your strategy always names {named[0]}."]
    cells = {(row["call_name"], row["trump"]): row for row in rows}
    calls = list(dict.fromkeys(row["call_name"] for row in rows))
    shares = {call: tuple(cells.get((call, trump), NEVER)["share"] for trump in named) for call in calls}
    often = table(
        "Trumps that your strategy names (% of all deals)", [Column("call"), *map(percent, named)], _merged(shares)
    )
    made = ""
    for sign in (" ± ", "±"):
        rates = {call: tuple(_rate_text(cells.get((call, trump)), sign) for trump in named) for call in calls}
        title = "Success if given by trump (% ± 95 %, each on the deals with that trump)"
        made = table(title, [Column("call"), *map(Column, named)], _merged(rates))
        if _fits(made):
            break
    return [often, made]


def _merged(cells: Mapping[str, tuple[Cell, ...]]) -> list[list[Cell]]:
    """A row a call, with those that follow on each other and are alike in one; a long name stays alone."""
    rows: list[list[Cell]] = []
    for (found, _), some in groupby(cells, key=lambda call: (cells[call], call if len(call) > MOST_CALL else "")):
        calls = list(some)
        rows.append([calls[0] if len(calls) == 1 else f"{calls[0]} … {calls[-1]}", *found])
    return rows


def _rate_text(row: Row | None, sign: str) -> str:
    """A rate with the distance to the farther bound of its interval, rounded up: 100 % is never certain."""
    if row is None or row["rate"] is None:
        return ""
    farther = max(row["high"] - row["rate"], row["rate"] - row["low"])
    return f"{100 * row['rate']:.1f}{sign}{ceil(1000 * farther) / 10:.1f}"


def points_table(results: Results) -> list[str]:
    """How many points or tricks our side takes at each call."""
    if "achieved" not in results.names:
        return []
    rows = results.rows("achieved")
    values = sorted({row["value"] for row in rows})
    if not 0 < len(values) <= MOST_VALUES:
        return []
    what = results.totals.game.counted_in
    shares = {(row["call_name"], row["value"]): row["share"] for row in rows}
    calls = list(dict.fromkeys(row["call_name"] for row in rows))
    columns = [Column("call"), *(percent(str(value)) for value in values)]
    found = {call: tuple(shares.get((call, value), 0.0) for value in values) for call in calls}
    side = "your side takes" if results.totals.game.sides < results.totals.game.seats else "you take"
    return [table(f"{what.capitalize()} that {side} when you declare at it (% of all deals)", columns, _merged(found))]


# ---- answers, other rules, hands -------------------------------------------------------------------------------------


def advice_table(results: Results) -> str:
    """What each answer comes to, the best first."""
    rows = sorted(results.rows("answers"), key=lambda row: (not row["is_best"], -(row["margin"] or 0)))
    columns = [
        Column("answer"), MARGIN, HALF, Column("vs best", unit="points", digits=PLACES, signed=True), HALF,
        Column("made", unit="%", digits=2, scale=100), FROM, TO,
    ]  # fmt: skip
    cells = [
        (
            _marked(row, _cut(row["answer"])), row["margin"], Half(row["margin_low"], row["margin_high"]),
            row["difference"], Half(row["low"], row["high"], row["method"]), row["make_rate"], row["make_low"],
            row["make_high"],
        )
        for row in rows[:MOST_ANSWERS]
    ]  # fmt: skip
    legend = (
        f"{_mark_legend(rows)} {_margin_legend(results, rows)} vs best: margin minus that of the best, deal by deal; "
        "these hold together with 95 %."
    )
    more = len(rows) - len(cells)
    rest = [f"… and {more} more, in the table 'answers' (--json, --out)"] if more else []
    rest += [ONLY_NAMED] if is_partial(results.totals) and len(rows) > 1 else []
    text = table("What each answer comes to", columns, cells, *rest, f"{legend} Made: by the declaring side.")
    if _fits(text):
        return text
    kept = len(columns) - len(("made", "from", "to"))
    return table("What each answer comes to", columns[:kept], [row[:kept] for row in cells], *rest, legend)


def is_partial(totals: Answers) -> bool:
    """Whether the answers are made of the cards that were named, and others may be legal too."""
    return totals.question.moment.decision in OF_CARDS and not totals.is_complete


def _cut(name: str) -> str:
    kept = MOST_NAME // 2
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - kept - 1]}…{name[-kept:]}"


def versus_table(results: Results) -> list[str]:
    """The same deals under the other rules."""
    if "versus" not in results.names:
        return []
    key, name = ("calls", "call_name") if results.totals.question.is_bid else ("answers", "answer")
    rate = "success" if key == "calls" else "make_rate"
    here = {row[name]: row for row in results.rows(key)}
    columns = [
        Column(key[:-1]), Column("success", unit="%", digits=2, scale=100),
        Column("other", unit="rules %", digits=2, scale=100), MARGIN,
        Column("other", unit="rules", digits=PLACES, signed=True),
        Column("difference", unit="points", digits=PLACES, signed=True), HALF,
    ]  # fmt: skip
    cells = [
        (
            _cut(row["answer"]), here[row["answer"]][rate], row["success"],
            None if row["margin"] is None else row["margin"] - row["difference"],
            row["margin"], row["difference"], Half(row["low"], row["high"], row["method"]),
        )
        for row in results.rows("versus")
    ]  # fmt: skip
    other = results.summary["versus_rules"] or "the default rules"
    title = f"The same deals under other rules: {other}"
    legend = (
        "Difference: margin under the other rules minus margin under yours, deal by deal; all differences hold "
        "together with 95 %."
    )
    return [table(title, columns, cells, _both_legend(results), legend, _legal_legend(results))]


def _both_legend(results: Results) -> str:
    """Which deals the numbers are about, where some fit what came before under one set of rules only."""
    deals = results.summary["deals"]
    both = results.rows("versus")[0]["deals"]
    if both == deals:
        return ""
    return (
        f"All this is about the {both:,} deal{' that fits' if both == 1 else 's that fit'} under both rules, but the "
        f"success under yours, which is about all {deals:,}."
    )


def _legal_legend(results: Results) -> str:
    """The calls that are legal under one set of rules only."""
    totals = results.totals
    if not totals.question.is_bid:
        return ""
    here, there = totals.question.legal
    parts = [
        f"{where}: {listed([totals.game.call_name(call) for call in some if call not in others])}."
        for where, some, others in (
            ("Legal only under yours", here, there),
            ("Legal only under the others", there, here),
        )
        if set(some) - set(others)
    ]
    return " ".join(parts)


def hands_table(results: Results) -> list[str]:
    """How many cards of each suit the hand holds, as delivered and exactly."""
    row = results.summary
    if row["hands"] == 1:
        return []
    rows = [one for one in results.rows("hands") if one["exact"] < 1]
    if not rows:
        return []
    found = {(one["suit"], one["cards"]): one for one in rows}
    numbers = sorted({one["cards"] for one in rows})
    columns = [Column("suit"), *(percent(f"{number}") for number in numbers)]
    cells: list[list[Cell]] = []
    for suit in dict.fromkeys(one["suit"] for one in rows):
        for label, name in ((suit, "share"), ("(exact)", "exact")):
            cells.append([label, *(found[suit, n][name] if (suit, n) in found else None for n in numbers)])
    legend = "Exact: among all hands that fit what you wrote."
    legend += (
        " The deals left out change the mix: such hands are rarer or more frequent among the others."
        if row["left_out"]
        else " Every deal fits, so only luck makes a difference."
    )
    return [table("Cards of each suit in your hand (% of the deals)", columns, cells, legend)]
