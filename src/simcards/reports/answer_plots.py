"""What the answers to a question came to, as pictures: success and points by call, or margins of answers.

All sizes are in inches. From the top down: title, subtitle, one panel, its labels, a note.
"""

from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from simcards.reports.canvas import drawing, save

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from simcards.experiments.answers import Answers
    from simcards.experiments.results import Results

Row = dict[str, Any]

BARS: dict[str, Any] = {"elinewidth": 1.3, "capsize": 2.5, "capthick": 0.8, "clip_on": False}
EDGE = {"markeredgecolor": "black", "markeredgewidth": 0.4}
MUTED, PLAIN, BEST, INK, LIGHT = "#595959", "#0072B2", "#D55E00", "#1a1a1a", "#ffffff"
TITLE_SIZE, TEXT_SIZE, CELL_SIZE = 13.0, 9.0, 8.0  # points
MARGIN, LINE, TITLE_LINE, SPACE = 0.2, 0.18, 0.26, 0.14
LETTER = 0.075  # inches of a letter of TEXT_SIZE, about
TITLE_LETTERS = 0.68  # how many letters of the title take the room of one of the text
LEAST_WIDTH, LEFT, PANEL = 7.0, 0.85, 3.2
COLUMN, NARROW_COLUMN = 0.62, 0.27  # of a call
CELL_WIDTH, CELL_HEIGHT = 0.55, 0.3
MOST_CELL_WIDTH = 1.3  # where there is room
SMALL_WIDTH, SMALL_HEIGHT = 0.13, 0.17  # of a cell whose number is not written
MOST_WRITTEN = 12  # values of which each cell tells its number
MANY_CALLS = 12
MOST_ANSWERS, MOST_NAME, ROW = 25, 40, 0.27
MOST_DIGITS = 8  # after the point of a rate that is all but certain
LABEL_GAP, MARKER = 4.0, 9.0  # points between a bar, or the middle of a point, and its label
POINTS, SPAN = 72, 1.06  # points of an inch; what the axis of rates spans
MIDDLE = 0.2  # the luminance of a ground on which light and dark letters can be read equally well


def draw(results: "Results", folder: Path) -> None:
    """Draws what was found out into a folder, as PNG and SVG."""
    if results.totals.question.is_bid:
        success_by_call(results, folder / "success_by_call")
        if "achieved" in results.names:
            achieved_by_call(results, folder / f"{results.totals.game.counted_in}_by_call")
    else:
        margin_by_answer(results, folder / "margin_by_answer")


# ---- what all have ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Frame:
    """The outside of a picture: what is written, and how large the panel is."""

    title: str
    subtitle: str
    notes: Sequence[str]
    left: float
    panel: tuple[float, float]
    below: float  # room for labels under the panel

    @property
    def width(self) -> float:
        return max(LEAST_WIDTH, self.left + self.panel[0] + MARGIN)

    @property
    def letters(self) -> int:
        return int((self.width - 2 * MARGIN) / LETTER)

    @property
    def lines(self) -> tuple[list[str], list[str], list[str]]:
        """Title, subtitle and notes in lines."""
        notes = [line for note in self.notes for line in wrap(note, self.letters)]
        return wrap(self.title, int(self.letters * TITLE_LETTERS)), wrap(self.subtitle, self.letters), notes

    @property
    def head(self) -> float:
        title, subtitle, _ = self.lines
        return MARGIN + len(title) * TITLE_LINE + len(subtitle) * LINE + SPACE

    @property
    def foot(self) -> float:
        return MARGIN + len(self.lines[2]) * LINE + self.below

    @property
    def height(self) -> float:
        return self.head + self.panel[1] + self.foot


@contextmanager
def _framed(frame: _Frame) -> "Iterator[tuple[Figure, Axes]]":
    """The figure with all that is written around the panel, and the empty panel."""
    width, height = frame.width, frame.height
    with drawing(width, height) as figure:
        title, subtitle, notes = frame.lines
        y = height - MARGIN
        for line in title:
            figure.text(MARGIN / width, y / height, line, va="top", size=TITLE_SIZE, weight="bold")
            y -= TITLE_LINE
        for line in subtitle:
            figure.text(MARGIN / width, y / height, line, va="top", size=TEXT_SIZE, color=MUTED)
            y -= LINE
        y = MARGIN + len(notes) * LINE
        for line in notes:
            figure.text(MARGIN / width, y / height, line, va="top", size=CELL_SIZE, color=MUTED)
            y -= LINE
        where = (frame.left / width, frame.foot / height, frame.panel[0] / width, frame.panel[1] / height)
        yield figure, figure.add_axes(where)


def _title(results: "Results", what: str) -> str:
    return f"{results.totals.game.title}, {results.summary['hand']}: {what}"


def _subtitle(results: "Results") -> str:
    """Deals, seed, place, calls before, limits, scores, strategies, rules: what the picture is about."""
    row = results.summary
    before = f"after {row['auction']}{' (assumed)' * bool(row['assumed'])}" if row["auction"] else ""
    game = results.totals.game
    scores = ""
    if row["scores"]:
        question = results.totals.question
        ours = game.side(question.moment.seat)
        scores = "scores " + " to ".join(str(question.before[(ours + k) % game.sides]) for k in range(game.sides))
    others = "others" if game.seats > 2 else "the other"
    who = f"you: {_shortened(row['us'])}; {others}: {_shortened(row['them'])}"
    deals = _deals_text(row["deals"])
    parts = (deals, f"seed {row['seed']}", row["order"], before, row["where"], scores, who, row["rules"])
    return "; ".join(part for part in parts if part)


def _deals_text(deals: int) -> str:
    return "1 deal" if deals == 1 else f"{deals:,} deals"


def _style(row: Row) -> dict[str, Any]:
    """How a point is drawn: the best as an orange square, what is not told apart from it as a hollow one."""
    if row["is_best"]:
        return {"fmt": "s", "color": BEST, "markerfacecolor": BEST, **EDGE}
    if row["may_be_best"]:
        return {"fmt": "s", "color": BEST, "markerfacecolor": LIGHT, "markeredgecolor": BEST, "markeredgewidth": 1.3}
    return {"fmt": "o", "color": PLAIN, "markerfacecolor": PLAIN, **EDGE}


# ---- success ---------------------------------------------------------------------------------------------------------


def success_by_call(results: "Results", stem: Path) -> list[Path]:
    """The paths of the picture: success if given of each call, with its interval."""
    rows = [row for row in results.rows("calls") if row["call"]]
    if not rows:
        return []
    many = len(rows) > MANY_CALLS
    names = [row["call_name"].replace("_", "\n") for row in rows]
    longest = max(len(line) for name in names for line in name.split("\n"))
    column = NARROW_COLUMN if many else max(COLUMN, longest * LETTER + SPACE)
    notes = [
        (
            "Success if given: your seat declares at this call on every deal; comparable between calls. Bars: Wilson "
            f"95 % intervals, n = {_deals_text(results.summary['deals'])} for each call; one that is not seen is "
            "smaller than its point."
        ),
        _best_note(results.rows("calls")),
    ]
    label_lines = max(name.count("\n") + 1 for name in names)
    frame = _Frame(
        title=_title(results, "success by call"),
        subtitle=_subtitle(results),
        notes=notes,
        left=LEFT,
        panel=(max(column * len(rows), LEAST_WIDTH - LEFT - MARGIN), PANEL),
        below=(label_lines + 1) * LINE + 2 * SPACE,
    )
    with _framed(frame) as (figure, axes):
        for k, row in enumerate(rows):
            _point(axes, k, row)
            if not many:
                _label(axes, k, row)
        axes.set_xlim(-0.5, len(rows) - 0.5)
        axes.set_ylim(0.5 - SPAN / 2, 0.5 + SPAN / 2)
        ticks = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
        axes.set_yticks(ticks, [f"{100 * tick:.0f} %" for tick in ticks])
        axes.set_xticks(range(len(rows)), names)
        axes.set_ylabel("success if given")
        axes.set_xlabel("call")
        return save(figure, stem)


def _best_note(rows: Sequence[Row]) -> str:
    """Which call is marked as the best, and which as not told apart from it."""
    calls = [row for row in rows if row["call"]]
    first = "a pass has the largest margin."
    if any(row["is_best"] for row in calls):
        first = "the orange square is the call with the largest margin."
    also = {bool(row["call"]) for row in rows if row["may_be_best"] and not row["is_best"]}
    if True in also:
        first += " Hollow squares: calls that are not told apart from it (all pairs together, 95 %)."
    if False in also:
        first += " A pass is not told apart from it."
    return f"Best: {first}"


def _point(axes: "Axes", place: int, row: Row) -> None:
    rate, low, high = row["success"], row["success_low"], row["success_high"]
    # Rounding may leave a bound on the wrong side of its rate by 1e-17, which Matplotlib refuses.
    bars = [max(0.0, rate - low)], [max(0.0, high - rate)]
    axes.errorbar(
        [place], [rate], yerr=bars, markersize=5, **BARS, **_style(row)
    )  # fmt: skip


def _label(axes: "Axes", place: int, row: Row) -> None:
    """The rate in figures, beyond the bar where there is more room."""
    below = row["success_low"] > 1 - row["success_high"]
    end, point = (row["success_low"], row["success"]) if below else (row["success_high"], row["success"])
    away = max(LABEL_GAP, MARKER - abs(end - point) * PANEL * POINTS / SPAN)
    axes.annotate(
        _rate_text(row["success"]),
        (place, end),
        xytext=(0, -away if below else away),
        textcoords="offset points",
        ha="center",
        va="top" if below else "bottom",
        size=CELL_SIZE,
        color=INK,
        bbox={"facecolor": LIGHT, "edgecolor": "none", "pad": 0.5},
        zorder=1.5,  # over the grid, under the points
    )


def _rate_text(rate: float) -> str:
    """A rate in per cent; one that is not 0 or 100 does not look like it."""
    digits = 1
    while digits < MOST_DIGITS and 0 < rate < 1 and float(f"{100 * rate:.{digits}f}") in (0, 100):
        digits += 1
    return f"{100 * rate:.{digits}f} %"


# ---- points or tricks ------------------------------------------------------------------------------------------------


def achieved_by_call(results: "Results", stem: Path) -> list[Path]:
    """The paths of the picture: how often each number of points or tricks is reached at each call, as a heat map."""
    rows = results.rows("achieved")
    if not rows:
        return []
    totals: Answers = results.totals
    unit = totals.game.counted_in
    calls = list(dict.fromkeys(row["call"] for row in rows))
    names = {row["call"]: row["call_name"] for row in rows}
    values = list(range(min(row["value"] for row in rows), max(row["value"] for row in rows) + 1))
    shares = {(row["call"], row["value"]): row["share"] for row in rows}
    written = len(values) <= MOST_WRITTEN
    left = max(LEFT, max(map(len, names.values())) * LETTER + 0.6)
    wide = min(MOST_CELL_WIDTH, (LEAST_WIDTH - left - MARGIN) / len(values))
    size = (max(wide, CELL_WIDTH), CELL_HEIGHT) if written else (max(wide, SMALL_WIDTH), SMALL_HEIGHT)
    alone = totals.game.sides == totals.game.seats
    notes = [
        (
            f"Each row: on what share of all deals {'you take' if alone else 'your side takes'} so many {unit} when "
            "your seat declares at that call on every deal."
        )
    ]
    if not written:
        notes.append(f"Darker: more often; the darkest is {100 * max(shares.values()):.1f} % of the deals.")
    ladder = [call for call in calls if names[call].isdecimal()]
    if ladder:
        notes.append(f"Orange line: from there on the {unit} are as many as were bid.")
    frame = _Frame(
        title=_title(results, f"{unit} by call"),
        subtitle=_subtitle(results),
        notes=notes,
        left=left,
        panel=(size[0] * len(values), size[1] * len(calls)),
        below=2 * LINE + 2 * SPACE,
    )
    with _framed(frame) as (figure, axes):
        _cells(axes, calls, values, shares, written=written)
        for call in ladder:
            number = int(names[call])
            if values[0] <= number <= values[-1]:
                at, row = number - values[0], calls.index(call)
                axes.plot([at, at], [row, row + 1], color=BEST, linewidth=2.2)
        axes.set_xlim(0, len(values))
        axes.set_ylim(len(calls), 0)
        step = 1 if written else 5
        shown = [value for value in values if value % step == 0]
        axes.set_xticks([value - values[0] + 0.5 for value in shown], [str(value) for value in shown])
        axes.set_yticks([row + 0.5 for row in range(len(calls))], [names[call] for call in calls])
        axes.set_xlabel(f"your {unit}" if alone else f"{unit} of your side")
        axes.set_ylabel("call")
        axes.tick_params(length=0, labelsize=TEXT_SIZE if written else CELL_SIZE)
        axes.grid(visible=False)
        for spine in axes.spines.values():
            spine.set_visible(False)
        return save(figure, stem)


def _cells(
    axes: "Axes", calls: list[int], values: list[int], shares: dict[tuple[int, int], float], *, written: bool
) -> None:
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415 - after the environment is set
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    colors = LinearSegmentedColormap.from_list("shares", ["#f4f7fa", "#9fc3de", "#2f7fb5", "#08406b"])
    most = max(shares.values())
    for row, call in enumerate(calls):
        for column, value in enumerate(values):
            share = shares.get((call, value), 0.0)
            color = colors(share / most)
            axes.add_patch(
                Rectangle((column, row), 1, 1, facecolor=color, edgecolor=LIGHT, linewidth=1 if written else 0.3)
            )
            if written:
                ink = LIGHT if _luminance(color) < MIDDLE else INK
                text = f"{100 * share:.1f} %" if share else "0"
                axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", size=CELL_SIZE, color=ink)


def _luminance(color: tuple[float, float, float, float]) -> float:
    """The relative luminance. Source: W3C, Web Content Accessibility Guidelines 2.1, its definition."""
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in color[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# ---- answers ---------------------------------------------------------------------------------------------------------


def margin_by_answer(results: "Results", stem: Path) -> list[Path]:
    """The paths of the picture: margin of each answer less that of the best, with intervals, the best at the top."""
    rows = sorted(results.rows("answers"), key=lambda row: (not row["is_best"], -(row["margin"] or 0)))
    if not rows:
        return []
    shown = rows[:MOST_ANSWERS]
    names = [_shortened(row["answer"]) for row in shown]
    notes = ["Points: margin per deal less that of the best answer, deal by deal. Bars: 95 % for all of them together."]
    if any(row["may_be_best"] and not row["is_best"] for row in shown):
        notes.append("Hollow squares: not told apart from the best (all pairs together, 95 %).")
    if len(rows) > len(shown):
        notes.append(f"The best {len(shown)} of {len(rows)} answers are shown.")
    left = MARGIN + max(map(len, names)) * LETTER + 0.15
    frame = _Frame(
        title=_title(results, "margin by answer"),
        subtitle=f"{_subtitle(results)}; best: {shown[0]['answer']}, margin {shown[0]['margin']:+.3f} points per deal",
        notes=notes,
        left=left,
        panel=(max(4.5, LEAST_WIDTH - left - MARGIN), ROW * len(shown) + 0.2),
        below=2 * LINE + 2 * SPACE,
    )
    with _framed(frame) as (figure, axes):
        for k, row in enumerate(shown):
            mean = row["difference"] or 0.0
            low, high = (mean if row[name] is None else row[name] for name in ("low", "high"))
            axes.errorbar(
                [mean], [k], xerr=([max(0.0, mean - low)], [max(0.0, high - mean)]),
                markersize=5, **BARS, **_style(row),
            )  # fmt: skip
        axes.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.set_yticks(range(len(shown)), names)
        axes.grid(visible=True, axis="x")
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("margin less that of the best, points per deal")
        return save(figure, stem)


def _shortened(text: str) -> str:
    kept = MOST_NAME // 2
    return text if len(text) <= MOST_NAME else f"{text[: MOST_NAME - kept - 1]}…{text[-kept:]}"
