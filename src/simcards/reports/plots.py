"""Make rate by bid as a picture: a point with its Wilson interval for each side, and how many contracts it rests on.

All sizes are in inches. From the top down: title, legend, one panel or several, the bids, the counts, a note.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from simcards.reports.canvas import drawing, save
from simcards.statistics.intervals import LEVEL

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MUTED, FAINT = "#595959", "#999999"
TITLE_SIZE, TEXT_SIZE, COUNT_SIZE = 13.0, 9.0, 8.0  # points

MARGIN = 0.2
LEFT = 1.0  # room for the labels of the rates and of the rows of counts
PANEL, STACKED_PANEL, PANEL_GAP = 3.2, 0.95, 0.14
LINE, TITLE_LINE = 0.18, 0.26
SPACE = 0.12  # between the parts
LEGEND_MARK, LEGEND_SPACE = 0.3, 0.3
LEAST_WIDTH, LEAST_COLUMN, POINT = 7.0, 0.46, 0.13
# Points of one bid stand side by side; with more of them than this in all, each side gets a panel of its own.
MOST_POINTS_A_PANEL = 72
SPREAD, MOST_STEP = 0.66, 0.3  # share of a bid's column that its points use; how far apart they stand at most
MOST_EXACT_COLUMNS = 14  # with more bids than this, counts are shortened to three digits: 12.3k


@dataclass(frozen=True)
class _Marker:
    """How the points of a side look; sizes in points are chosen to look alike."""

    shape: str
    size: float
    color: str


MARKERS = [
    _Marker(shape, size, f"C{index}")
    for index, (shape, size) in enumerate(zip("os^DvPX*", (5, 5, 6, 5, 6, 6, 6, 8), strict=True))
]


@dataclass(frozen=True)
class _Series:
    """One side: its row of the frame for each bid, None where the frame has none."""

    side: int
    strategy: str
    cells: list[dict[str, Any] | None]

    def counts(self) -> list[int]:
        return [0 if cell is None else cell["contracts"] for cell in self.cells]


@dataclass(frozen=True)
class _Layout:
    """What is written, and where: everything is measured before anything is drawn."""

    title: list[str]
    subtitle: list[str]
    names: list[str]
    legend_columns: int
    bids: list[list[str]]
    counts: list[list[str]]
    stacked: bool
    width: float

    @property
    def columns_width(self) -> float:
        return self.width - LEFT - MARGIN

    @property
    def panels(self) -> int:
        return len(self.counts) if self.stacked else 1

    @property
    def panel(self) -> float:
        return STACKED_PANEL if self.stacked else PANEL

    @property
    def legend(self) -> float:
        return -(-len(self.names) // self.legend_columns) * LINE

    @property
    def head(self) -> float:
        return MARGIN + len(self.title) * TITLE_LINE + len(self.subtitle) * LINE + self.legend + 2 * SPACE

    @property
    def bid_lines(self) -> int:
        return max((len(lines) for lines in self.bids), default=0)

    @property
    def height(self) -> float:
        body = self.panels * (self.panel + PANEL_GAP) - PANEL_GAP
        return self.head + body + (self.bid_lines + len(self.counts) + 2) * LINE + 2 * SPACE + MARGIN


def make_rate_plot(frame: "pl.DataFrame", title: str, subtitle: str, path: Path, level: float = LEVEL) -> list[Path]:
    """Return the paths of the written pictures: `path`, which has no suffix, with .png and .svg added.

    `frame` has a row a side and bid: strategy, side, bid, bid_name, contracts, made, make_rate, make_low, make_high;
    rates are shares of 1, or null where there were no contracts. Every bid of the frame gets its place, also one that
    nobody bid; a cell without contracts has no point. `level` is that of the intervals in the frame.
    Raises OSError when a file cannot be written.
    """
    bids, series = _arrange(frame)
    layout = _lay_out(title, subtitle, bids, series)
    with drawing(layout.width, layout.height) as figure:
        panels = _draw_panels(figure, layout, series)
        for index, one in enumerate(series):
            panel, place, places = (index, 0, 1) if layout.stacked else (0, index, len(series))
            step = min(SPREAD / places, MOST_STEP * len(bids) / layout.columns_width)
            shift = (place - (places - 1) / 2) * step
            _draw_series(panels[panel], one, layout.names[index], MARKERS[index % len(MARKERS)], shift)
        _draw_head(figure, layout)
        _draw_foot(panels[-1], layout, series, level)
        return save(figure, path)


def _arrange(frame: "pl.DataFrame") -> tuple[list[list[str]], list[_Series]]:
    """Return the label of each bid as lines, lowest bid first, and the series, lowest side first."""
    rows = list(frame.iter_rows(named=True))
    names = {row["bid"]: row["bid_name"] for row in rows}
    by_cell = {(row["side"], row["strategy"], row["bid"]): row for row in rows}
    series = [
        _Series(side, strategy, [by_cell.get((side, strategy, bid)) for bid in sorted(names)])
        for side, strategy in sorted({(row["side"], row["strategy"]) for row in rows})
    ]
    return [names[bid].replace("_", " ").split() for bid in sorted(names)], series


def _lay_out(title: str, subtitle: str, bids: list[list[str]], series: list[_Series]) -> _Layout:
    stacked = len(series) > 1 and len(bids) * len(series) > MOST_POINTS_A_PANEL
    shown = _exact if len(bids) <= MOST_EXACT_COLUMNS else short_count
    counts = [[shown(count) for count in one.counts()] for one in series]
    longest_count = max((len(text) for row in counts for text in row), default=0)
    longest_bid = max((len(line) for lines in bids for line in lines), default=0)
    points = 1 if stacked else len(series)
    column = max(
        LEAST_COLUMN,
        _text_width(longest_bid, TEXT_SIZE) + SPACE,
        _text_width(longest_count, COUNT_SIZE) + SPACE,
        points * POINT / SPREAD,
    )
    width = max(LEAST_WIDTH, LEFT + len(bids) * column + MARGIN)
    room = width - 2 * MARGIN
    names = [
        _shortened(f"side {one.side}: {one.strategy}", _characters(room - LEGEND_MARK, TEXT_SIZE)) for one in series
    ]
    longest_name = LEGEND_MARK + LEGEND_SPACE + _text_width(max((len(name) for name in names), default=0), TEXT_SIZE)
    return _Layout(
        title=wrap(title, _characters(room, TITLE_SIZE)),
        subtitle=wrap(subtitle, _characters(room, TEXT_SIZE)),
        names=names,
        legend_columns=max(1, min(len(names), int((room + LEGEND_SPACE) / longest_name))),
        bids=bids,
        counts=counts,
        stacked=stacked,
        width=width,
    )


def _draw_panels(figure: "Figure", layout: _Layout, series: Sequence[_Series]) -> list["Axes"]:
    """Return the empty panels, top first, with their axes and grids."""
    width, height = layout.width, layout.height
    panels = []
    for index in range(layout.panels):
        bottom = height - layout.head - (index + 1) * layout.panel - index * PANEL_GAP
        axes = figure.add_axes((LEFT / width, bottom / height, layout.columns_width / width, layout.panel / height))
        axes.set_xlim(-0.5, max(len(layout.bids), 1) - 0.5)
        axes.set_ylim(-0.03, 1.03)
        ticks = (0.0, 0.5, 1.0) if layout.stacked else (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
        axes.set_yticks(ticks, [f"{100 * tick:.0f} %" for tick in ticks])
        axes.set_ylabel(f"side {series[index].side}" if layout.stacked else "make rate")
        axes.set_xticks(range(len(layout.bids)), [""] * len(layout.bids))
        axes.set_xticks([bid + 0.5 for bid in range(len(layout.bids) - 1)], minor=True)
        axes.grid(visible=True, which="minor", axis="x", linewidth=0.5)
        panels.append(axes)
    panels[-1].set_xticks(range(len(layout.bids)), ["\n".join(lines) for lines in layout.bids])
    if not any(sum(one.counts()) for one in series):
        panels[0].text(0.5, 0.5, "no contracts", transform=panels[0].transAxes, ha="center", va="center", color=MUTED)
    return panels


def _draw_series(axes: "Axes", series: _Series, name: str, marker: _Marker, shift: float) -> None:
    """Draw the points of one side, each `shift` columns beside the middle of its bid."""
    cells = [(place, cell) for place, cell in enumerate(series.cells) if cell is not None and cell["contracts"] > 0]
    rates = [cell["make_rate"] for _, cell in cells]
    # Rounding may leave a bound on the wrong side of its rate by 1e-17, which Matplotlib refuses.
    below = [max(0.0, cell["make_rate"] - cell["make_low"]) for _, cell in cells]
    above = [max(0.0, cell["make_high"] - cell["make_rate"]) for _, cell in cells]
    axes.errorbar(
        [place + shift for place, _ in cells],
        rates,
        yerr=(below, above),
        label=name,
        color=marker.color,
        fmt=marker.shape,
        markersize=marker.size,
        markeredgecolor="black",
        markeredgewidth=0.4,
        elinewidth=1.3,
        capsize=2.5,
        clip_on=False,
    )


def _draw_head(figure: "Figure", layout: _Layout) -> None:
    """Write title, subtitle and legend, all above the panels: nothing can lie over the data."""
    left, top = MARGIN / layout.width, layout.height - MARGIN
    for line in layout.title:
        figure.text(left, top / layout.height, line, ha="left", va="top", size=TITLE_SIZE, weight="bold")
        top -= TITLE_LINE
    for line in layout.subtitle:
        figure.text(left, top / layout.height, line, ha="left", va="top", size=TEXT_SIZE, color=MUTED)
        top -= LINE
    if layout.names:
        anchor = (left, (top - SPACE) / layout.height)
        columns = layout.legend_columns
        figure.legend(loc="upper left", bbox_to_anchor=anchor, ncols=columns)


def _draw_foot(axes: "Axes", layout: _Layout, series: Sequence[_Series], level: float) -> None:
    """Write under each bid how many contracts each side's point rests on, and under that what is to be seen."""

    def write(text: str, left: float, lines: float, ha: str, color: str) -> None:
        """Write at `left` inches from the panel's left edge and so many lines below its foot."""
        where = (left / layout.columns_width, -(SPACE / 2 + lines * LINE) / layout.panel)
        axes.text(*where, text, transform=axes.transAxes, ha=ha, va="top", size=COUNT_SIZE, color=color)

    write("bid", -SPACE, 0, "right", MUTED)
    column = layout.columns_width / max(len(layout.bids), 1)
    lines = layout.bid_lines + 0.5
    for one, counts in zip(series, layout.counts, strict=True):
        write(f"n, side {one.side}", -SPACE, lines, "right", MUTED)
        for place, (count, text) in enumerate(zip(one.counts(), counts, strict=True)):
            write(text, (place + 0.5) * column, lines, "center", "black" if count else FAINT)
        lines += 1
    note = f"Points: make rate. Bars: {100 * level:g} % Wilson intervals. n: contracts."
    write(note, 0, lines + 0.5, "left", MUTED)


def short_count(count: int) -> str:
    """Return a count with three digits and its unit, rounded: 999, 12.3k, 1.00M."""
    if count < 1000:
        return str(count)
    mantissa, power = f"{count:.2e}".split("e")
    thousands, tens = divmod(int(power), 3)
    return f"{float(mantissa) * 10**tens:.{2 - tens}f}{'kMGTP'[thousands - 1]}"


def _exact(count: int) -> str:
    return f"{count:,}"


def _text_width(characters: int, size: float) -> float:
    """Return about how wide so much text is; DejaVu Sans takes 0.6 of its size a character, on average."""
    return characters * 0.6 * size / 72


def _characters(width: float, size: float) -> int:
    return int(width / _text_width(1, size))


def _shortened(text: str, most: int) -> str:
    """Return the text with its middle left out where it has more than `most` characters."""
    if len(text) <= most:
        return text
    kept = most - 1
    return text[: kept - kept // 2] + "…" + text[len(text) - kept // 2 :]
