"""The cross table of a tournament as a picture: a cell a pair, coloured by margin, with its number and interval."""

import re
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from simcards.reports.canvas import drawing, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Row = Mapping[str, Any]

CELL_WIDTH, CELL_HEIGHT, CELL_GAP = 1.05, 0.62, 0.14  # inches
MARGIN, BAR, BAR_ROOM = 0.25, 0.16, 0.9
LINE, TITLE_LINE = 0.19, 0.27
TITLE_SIZE, TEXT_SIZE, CELL_SIZE = 13.0, 9.0, 8.5  # points
LEAST_WIDTH = 6.4
LETTER = 0.075  # inches of a letter of TEXT_SIZE, about
TITLE_LETTERS = 0.68  # how many letters of the title take the room of one of the text
MOST_LABEL, MOST_HEAD = 24, 13  # letters of a label, and of a line of one above a column
MUTED, LIGHT, INK = "#595959", "#ffffff", "#1a1a1a"
PLACES = 3
BOUND_NOTE = "* a bound: fewer than 50 boards differ"


def heat_map(rows: Sequence[Row], strategies: Sequence[str], title: str, subtitle: str, stem: Path) -> list[Path]:
    """Return the paths of the picture as PNG and SVG.

    `rows` are those of the table `cross`: strategy, opponent, margin, low, high, method. Blue cells are won by the row,
    red ones lost; the text says the same in numbers, so that nothing rests on colour alone.
    """
    shown = [name for name in strategies if any(row["strategy"] == name for row in rows)]
    against = [name for name in strategies if any(row["opponent"] == name for row in rows)]
    cells = {(row["strategy"], row["opponent"]): row for row in rows if row["margin"] is not None}
    texts = {pair: _cell_text(row) for pair, row in cells.items()}
    most = max((abs(row["margin"]) for row in cells.values()), default=0.0) or 1.0
    named = _labels(strategies)
    labels = [named[name] for name in shown]
    heads = [_head(named[name]) for name in against]
    notes = [BOUND_NOTE] if any(_is_bound(row) for row in cells.values()) else []
    with drawing(1, 1) as figure:
        from matplotlib.cm import ScalarMappable  # noqa: PLC0415 - after the environment is set
        from matplotlib.colors import LinearSegmentedColormap, Normalize  # noqa: PLC0415

        left = MARGIN + _widest(figure, labels, TEXT_SIZE) + 0.15
        column = max(
            CELL_WIDTH,
            _widest(figure, heads, TEXT_SIZE) + CELL_GAP,
            _widest(figure, list(texts.values()), CELL_SIZE) + CELL_GAP,
        )
        grid_width, grid_height = column * len(against), CELL_HEIGHT * len(shown)
        width = max(left + grid_width + BAR_ROOM + MARGIN, LEAST_WIDTH)
        letters = int((width - 2 * MARGIN) / LETTER)
        title_lines, subtitle_lines = wrap(title, int(letters * TITLE_LETTERS)), wrap(subtitle, letters)
        head_lines = max(head.count("\n") + 1 for head in heads)
        top = MARGIN + TITLE_LINE * len(title_lines) + LINE * len(subtitle_lines) + 0.2 + LINE * head_lines
        bottom = MARGIN + 1.5 * LINE * len(notes)
        height = top + grid_height + bottom
        figure.set_size_inches(width, height)

        def write(line: str, y: float, **look: Any) -> None:
            figure.text(MARGIN / width, y / height, line, va="top", **look)

        y = height - MARGIN
        for line in title_lines:
            write(line, y, size=TITLE_SIZE, weight="bold")
            y -= TITLE_LINE
        for line in subtitle_lines:
            write(line, y, size=TEXT_SIZE, color=MUTED)
            y -= LINE
        for note in notes:
            write(note, MARGIN + LINE, size=CELL_SIZE, color=MUTED)
        axes = figure.add_axes((left / width, bottom / height, grid_width / width, grid_height / height))
        colors = LinearSegmentedColormap.from_list("margins", ["#b2400a", "#f4d8c8", "#f7f7f7", "#cfe0ee", "#0a5d94"])
        norm = Normalize(-most, most)
        for (name, opponent), row in cells.items():
            place = against.index(opponent), shown.index(name)
            _draw_cell(axes, place, texts[name, opponent], colors(norm(row["margin"])))
        axes.set_xlim(0, len(against))
        axes.set_ylim(len(shown), 0)
        axes.set_xticks([c + 0.5 for c in range(len(against))], heads)
        axes.set_yticks([r + 0.5 for r in range(len(shown))], labels)
        axes.xaxis.tick_top()
        axes.tick_params(length=0, labelsize=TEXT_SIZE)
        axes.grid(visible=False)
        for spine in axes.spines.values():
            spine.set_visible(False)
        beside = ((left + grid_width + 0.18) / width, bottom / height, BAR / width, grid_height / height)
        bar = figure.colorbar(ScalarMappable(norm, colors), cax=figure.add_axes(beside))
        bar.outline.set_visible(False)
        bar.ax.tick_params(labelsize=CELL_SIZE, length=2)
        return save(figure, stem)


def _labels(strategies: Sequence[str]) -> dict[str, str]:
    """By strategy its label: the text, or where one is too long for that, all numbered and the middle of it left out.

    The numbers are those of the printed cross table.
    """
    if all(len(name) <= MOST_LABEL for name in strategies):
        return {name: name for name in strategies}
    return {name: f"{k + 1} {_shortened(name)}" for k, name in enumerate(strategies)}


def _shortened(name: str) -> str:
    if len(name) <= MOST_LABEL:
        return name
    kept = MOST_LABEL // 2
    return f"{name[: MOST_LABEL - kept - 1]}…{name[-kept:]}"


def _head(label: str) -> str:
    """The label in lines that fit above a column, broken where a part of a strategy's text ends if that can be."""
    lines = [""]
    for part in re.findall(r"[^ :,+=/_…-]*[ :,+=/_…-]*", label):
        if lines[-1] and len(lines[-1] + part.rstrip()) > MOST_HEAD:
            lines.append("")
        lines[-1] += part
    return "\n".join(piece for line in lines for piece in wrap(line, MOST_HEAD))


def _is_bound(row: Row) -> bool:
    return row["low"] is not None and row["method"] == "bound"


def _cell_text(row: Row) -> str:
    margin = f"{row['margin']:+z.{PLACES}f}"
    if row["low"] is None:
        return margin
    return f"{margin}\n± {(row['high'] - row['low']) / 2:.{PLACES}f}{'*' if _is_bound(row) else ''}"


def _widest(figure: "Figure", texts: Sequence[str], size: float) -> float:
    """How many inches the widest line of some texts takes."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415

    renderer, font = figure.canvas.get_renderer(), FontProperties(size=size)  # type: ignore[attr-defined]
    lines = [line for text in texts for line in text.split("\n")]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font", category=UserWarning)
        widths = [renderer.get_text_width_height_descent(line, font, ismath=False)[0] for line in lines]
    return float(max(widths, default=0.0) / figure.dpi)


def _draw_cell(axes: Any, place: tuple[int, int], text: str, color: tuple[float, float, float, float]) -> None:
    from matplotlib.patches import Rectangle  # noqa: PLC0415

    axes.add_patch(Rectangle(place, 1, 1, facecolor=color, edgecolor="#ffffff", linewidth=1.5))
    ink = LIGHT if _luminance(color) < MIDDLE else INK
    axes.text(place[0] + 0.5, place[1] + 0.5, text, ha="center", va="center", size=CELL_SIZE, color=ink)


MIDDLE = 0.2  # the luminance of a ground on which white and INK can be read equally well


def _luminance(color: tuple[float, float, float, float]) -> float:
    """The relative luminance. Source: W3C, Web Content Accessibility Guidelines 2.1, its definition."""
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in color[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
