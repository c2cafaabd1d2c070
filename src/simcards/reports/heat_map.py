"""The cross table of a tournament as a picture: a cell a pair, coloured by margin, with its number and interval."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from simcards.reports.canvas import drawing, save

CELL_WIDTH, CELL_HEIGHT = 1.05, 0.62  # inches
MARGIN, BAR = 0.25, 0.16
LINE, TITLE_LINE = 0.19, 0.27
TITLE_SIZE, TEXT_SIZE, CELL_SIZE = 13.0, 9.0, 8.5  # points
LETTER = 0.075  # inches of a letter of a label, about
MOST_LABEL = 24
DARK = 0.62  # share of the largest margin from which a cell's text is white
PLACES = 3


def heat_map(
    rows: Sequence[Mapping[str, Any]], strategies: Sequence[str], title: str, subtitle: str, stem: Path
) -> list[Path]:
    """Return the paths of the picture as PNG and SVG.

    `rows` are those of the table `cross`: strategy, opponent, margin, low, high. Blue cells are won by the row, red
    ones lost; the text says the same in numbers, so that nothing rests on colour alone.
    """
    shown = [name for name in strategies if any(row["strategy"] == name for row in rows)]
    against = [name for name in strategies if any(row["opponent"] == name for row in rows)]
    found = {(row["strategy"], row["opponent"]): row for row in rows}
    most = max((abs(row["margin"]) for row in rows if row["margin"] is not None), default=0.0) or 1.0
    labels = [_label(name) for name in shown]
    heads = [_label(name) for name in against]
    left = MARGIN + LETTER * max(len(label) for label in labels) + 0.15
    grid_width, grid_height = CELL_WIDTH * len(against), CELL_HEIGHT * len(shown)
    width = max(left + grid_width + MARGIN + 0.9, 6.0)
    room = int((width - 2 * MARGIN) / LETTER)
    title_lines, subtitle_lines = wrap(title, int(room * 0.72)), wrap(subtitle, room)
    head_lines = max(len(wrap(label, 13)) for label in heads)
    top = MARGIN + TITLE_LINE * len(title_lines) + LINE * len(subtitle_lines) + 0.2 + LINE * head_lines
    height = top + grid_height + MARGIN
    with drawing(width, height) as figure:
        from matplotlib.cm import ScalarMappable  # noqa: PLC0415 - after the environment is set
        from matplotlib.colors import LinearSegmentedColormap, Normalize  # noqa: PLC0415

        colors = LinearSegmentedColormap.from_list("margins", ["#b2400a", "#f4d8c8", "#f7f7f7", "#cfe0ee", "#0a5d94"])
        norm = Normalize(-most, most)
        y = height - MARGIN
        for line in title_lines:
            figure.text(MARGIN / width, y / height, line, size=TITLE_SIZE, weight="bold", va="top")
            y -= TITLE_LINE
        for line in subtitle_lines:
            figure.text(MARGIN / width, y / height, line, size=TEXT_SIZE, color="#595959", va="top")
            y -= LINE
        axes = figure.add_axes((left / width, MARGIN / height, grid_width / width, grid_height / height))
        axes.set_xlim(0, len(against))
        axes.set_ylim(len(shown), 0)
        for r, name in enumerate(shown):
            for c, opponent in enumerate(against):
                _draw_cell(axes, r, c, found.get((name, opponent)), colors, norm, most)
        axes.set_xticks([c + 0.5 for c in range(len(against))], ["\n".join(wrap(head, 13)) for head in heads])
        axes.set_yticks([r + 0.5 for r in range(len(shown))], labels)
        axes.xaxis.tick_top()
        axes.tick_params(length=0, labelsize=TEXT_SIZE)
        axes.grid(visible=False)
        for spine in axes.spines.values():
            spine.set_visible(False)
        place = ((left + grid_width + 0.18) / width, MARGIN / height, BAR / width, grid_height / height)
        bar = figure.colorbar(ScalarMappable(norm, colors), cax=figure.add_axes(place))
        bar.outline.set_visible(False)
        bar.ax.tick_params(labelsize=CELL_SIZE, length=2)
        return save(figure, stem)


def _label(name: str) -> str:
    return name if len(name) <= MOST_LABEL else name[: MOST_LABEL - 1] + "…"


def _draw_cell(axes: Any, r: int, c: int, row: Mapping[str, Any] | None, colors: Any, norm: Any, most: float) -> None:
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    margin = None if row is None else row["margin"]
    color = "#ffffff" if margin is None else colors(norm(margin))
    axes.add_patch(Rectangle((c, r), 1, 1, facecolor=color, edgecolor="#ffffff", linewidth=1.5))
    if row is None or margin is None:
        return
    half = None if row["low"] is None else (row["high"] - row["low"]) / 2
    text = f"{margin:+z.{PLACES}f}" + ("" if half is None else f"\n± {half:.{PLACES}f}")
    dark = abs(margin) > DARK * most
    axes.text(c + 0.5, r + 0.5, text, ha="center", va="center", size=CELL_SIZE, color="#ffffff" if dark else "#1a1a1a")
