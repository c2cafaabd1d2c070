"""The heat map of a cross table: what its cells say, that it can be read, and that nothing around it can break it."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from matplotlib.colors import to_rgb

from simcards.reports import heat_map as module
from simcards.reports.heat_map import BOUND_NOTE, heat_map

LONG = "/home/someone/strategies/of_mine/$new$.py:min_trumps=3,strength=2.5+play=basic+name_trump=aggressive:limit=12"
WIDE = ["MMMMMMMMMMMMMMMMMMMMMMMM", "WWWWWWWWWWWWWWWWWWWWWWWW", "mmmmmmmmmmmmmmmmmmmmmmm_", "basic"]
TEN = [f"strategy_{k}" for k in range(10)]
MANY = [f"my_strategy_{k}:limit={k}" for k in range(14)]
TITLE = "Canadian Smear: margin of the row against the column"
SUBTITLE = "points per deal, 20,000 boards, seed 1; ± 95 % for all cells together"


def cross(names, scale=1.0, *, gauntlet=False, method="t"):
    """Rows of a cross table: the margin of i against j is that of their numbers, with an interval a tenth as wide."""
    rows = []
    for i, strategy in enumerate(names[:1] if gauntlet else names):
        for j, opponent in enumerate(names):
            if i != j:
                margin = scale * (j - i) / (len(names) - 1)
                bounds = {"low": margin - scale / 10, "high": margin + scale / 10, "method": method}
                rows.append({"strategy": strategy, "opponent": opponent, "margin": margin} | bounds)
    return rows


def without(rows, *columns):
    """The rows with empty cells in some columns of the first two, which are of one strategy."""
    return [row | dict.fromkeys(columns if k < 2 else ()) for k, row in enumerate(rows)]


@pytest.fixture
def drawn(monkeypatch, tmp_path):
    """Draws rows, and looks at the figure with `see` before it is gone."""

    def draw(rows, names, see, title=TITLE, subtitle=SUBTITLE):
        seen = []
        with monkeypatch.context() as patch:
            patch.setattr(module, "save", lambda figure, _: seen.append(see(figure)) or [])
            heat_map(rows, names, title, subtitle, tmp_path / "cross_table")
        return seen[0]

    return draw


def cell_texts(figure):
    """{(row, column): the text in that cell}."""
    found = {}
    for text in figure.axes[0].texts:
        x, y = text.get_position()
        found[int(y), int(x)] = text.get_text()
    return found


def labels(figure):
    axes = figure.axes[0]
    return [[label.get_text() for label in side] for side in (axes.get_yticklabels(), axes.get_xticklabels())]


def said(figure):
    return [text.get_text() for text in figure.texts]


def test_each_cell_says_the_margin_of_its_row_against_its_column_with_the_interval(drawn):
    assert drawn(cross(["a", "b", "c"]), ["a", "b", "c"], cell_texts) == {
        (0, 1): "+0.500\n± 0.100",
        (0, 2): "+1.000\n± 0.100",
        (1, 0): "-0.500\n± 0.100",
        (1, 2): "+0.500\n± 0.100",
        (2, 0): "-1.000\n± 0.100",
        (2, 1): "-0.500\n± 0.100",
    }
    assert drawn(cross(["a", "b", "c"]), ["a", "b", "c"], labels) == [["a", "b", "c"]] * 2


def test_rows_and_columns_are_in_the_order_of_the_strategies_whatever_that_of_the_table(drawn):
    names = ["c", "a", "b"]
    assert drawn(cross(names)[::-1], names, labels) == [names, names]
    assert drawn(cross(names)[::-1], names, cell_texts) == drawn(cross(names), names, cell_texts)


def test_a_gauntlet_is_one_row_of_the_first_against_the_others(drawn):
    names = ["basic", "cautious", "aggressive:limit=12"]
    rows = cross(names, gauntlet=True)
    assert drawn(rows, names, labels) == [["basic"], ["cautious", "aggressive:\nlimit=12"]]
    assert drawn(rows, names, cell_texts) == {(0, 0): "+0.500\n± 0.100", (0, 1): "+1.000\n± 0.100"}


def test_a_cell_without_an_interval_says_only_its_margin_and_one_without_a_margin_nothing(drawn):
    rows = cross(["a", "b", "c"])
    assert drawn(without(rows, "low", "high"), ["a", "b", "c"], cell_texts)[0, 1] == "+0.500"
    found = drawn(without(rows, "margin", "low", "high"), ["a", "b", "c"], cell_texts)
    assert sorted(found) == [(1, 0), (1, 2), (2, 0), (2, 1)]


def test_a_bound_is_marked_and_the_mark_is_explained(drawn):
    rows = cross(["a", "b"], method="bound")
    assert drawn(rows, ["a", "b"], cell_texts)[0, 1] == "+1.000\n± 0.100*"
    assert drawn(rows, ["a", "b"], said)[-1] == BOUND_NOTE
    assert BOUND_NOTE not in drawn(cross(["a", "b"]), ["a", "b"], said)
    assert drawn(without(rows, "low", "high"), ["a", "b"], cell_texts)[0, 1] == "+1.000"


def test_margins_of_exactly_0_have_a_sign_and_no_colour(drawn):
    rows = cross(["a", "b"], scale=0)
    assert set(drawn(rows, ["a", "b"], cell_texts).values()) == {"+0.000\n± 0.000"}
    colors = drawn(rows, ["a", "b"], lambda figure: {patch.get_facecolor() for patch in figure.axes[0].patches})
    assert all(max(color) - min(color[:3]) < 0.05 for color in colors)


def test_long_names_are_numbered_and_tell_apart_strategies_that_begin_or_end_alike(drawn):
    names = ["basic", LONG, f"{LONG}1", f"other{LONG}"]
    rows, columns = drawn(cross(names), names, labels)
    assert [label.partition(" ")[0] for label in rows] == ["1", "2", "3", "4"]
    assert [label.replace("\n", " ").partition(" ")[0] for label in columns] == ["1", "2", "3", "4"]
    assert rows[0] == "1 basic"
    assert rows[1] == "2 /home/someo…ive:limit=12"
    assert all(len(label) <= 27 for label in rows)


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        (cross(TEN[:2]), TEN[:2]),
        (cross(TEN, 12), TEN),
        (cross([*TEN[:9], LONG], 1000, method="bound"), [*TEN[:9], LONG]),
        (cross([LONG, f"{LONG}1"], 0.001), [LONG, f"{LONG}1"]),
        (cross(WIDE), WIDE),
        (cross(TEN[:4], gauntlet=True, method="bound"), TEN[:4]),
        (cross(["a", "b"], gauntlet=True), ["a", "b"]),
        (without(cross(TEN[:3]), "low", "high"), TEN[:3]),
        (without(cross(TEN[:3]), "margin", "low", "high"), TEN[:3]),
        (cross(MANY, 62), MANY),
    ],
    ids=[
        "2", "10", "10 with a long name", "long names", "wide names", "gauntlet", "gauntlet of 2", "no interval",
        "no margin", "14",
    ],
)  # fmt: skip
def test_no_text_leaves_the_picture_or_its_cell_or_lies_on_another(drawn, rows, names):
    title = "A game with a long name and many words about it: margin of the row against the column"
    for head in (TITLE, title)[len(names) > 4 :]:
        drawn(rows, names, assert_readable, head, f"{SUBTITLE}; target=11, max_hands=100, and so on, and so on")


def assert_readable(figure):
    renderer = figure.canvas.get_renderer()
    figure.draw(renderer)
    grid, bar = figure.axes
    outside = [*figure.texts, *grid.get_xticklabels(), *grid.get_yticklabels()]
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in outside if text.get_text()]
    low, high = bar.get_ylim()
    ticks = [text for text in bar.get_yticklabels() if low <= text.get_position()[1] <= high]  # only these are drawn
    on_bar = [(text.get_text(), text.get_window_extent(renderer)) for text in ticks]
    assert len(on_bar) > 1
    cells = [(text.get_text(), text.get_window_extent(renderer)) for text in grid.texts]
    for text, box in (*boxes, *on_bar):
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= figure.bbox.width, text
        assert box.y1 <= figure.bbox.height, text
    for text, box in boxes:
        assert not inside(grid.get_window_extent(renderer), box), text
        assert not inside(bar.get_window_extent(renderer), box), text
    for index, (text, box) in enumerate(boxes):
        for other, other_box in boxes[:index]:
            assert not inside(box, other_box), (text, other)
    for text, artist in zip(cells, grid.texts, strict=True):
        x, y = (int(place) for place in artist.get_position())
        own = next(patch for patch in grid.patches if patch.get_xy() == (x, y)).get_window_extent(renderer)
        assert own.x0 < text[1].x0 < text[1].x1 < own.x1, text
        assert own.y0 < text[1].y0 < text[1].y1 < own.y1, text


def inside(box, other):
    """Whether the boxes share more than a pixel at their edges."""
    return min(box.x1, other.x1) - max(box.x0, other.x0) > 1 and min(box.y1, other.y1) - max(box.y0, other.y0) > 1


def luminance(color):
    """Source: W3C, Web Content Accessibility Guidelines 2.1, relative luminance."""
    parts = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in to_rgb(color))
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def test_the_text_of_every_cell_stands_out_from_its_ground(drawn):
    """With a contrast of 4:1 or more; black or white on the middle grey would have 4.6."""

    def contrasts(figure):
        grid = figure.axes[0]
        grounds = {patch.get_xy(): luminance(patch.get_facecolor()) for patch in grid.patches}
        for text in grid.texts:
            x, y = text.get_position()
            pair = sorted((grounds[x - 0.5, y - 0.5], luminance(text.get_color())))
            yield (pair[1] + 0.05) / (pair[0] + 0.05)

    assert min(drawn(cross(TEN), TEN, lambda figure: list(contrasts(figure)))) > 4


def test_names_are_shown_as_they_are_even_where_they_look_like_formulas(drawn):
    names = ["$x$_{2}", "$y$"]
    texts = drawn(cross(names), names, lambda figure: figure.axes[0].get_yticklabels())
    assert [text.get_text() for text in texts] == names
    assert not any(text.get_parse_math() for text in texts)


def test_a_letter_that_the_font_lacks_is_no_warning(tmp_path):
    heat_map(cross(["日本", "basic"]), ["日本", "basic"], "日本", "", tmp_path / "plot")
    assert (tmp_path / "plot.png").stat().st_size > 5_000


def test_both_files_are_written_whole_with_the_same_bytes_twice_and_nothing_else_stays_behind(tmp_path):
    paths = heat_map(cross(TEN[:4]), TEN[:4], TITLE, SUBTITLE, tmp_path / "cross-1.5")
    assert paths == [tmp_path / "cross-1.5.png", tmp_path / "cross-1.5.svg"]
    assert sorted(tmp_path.iterdir()) == sorted(paths)
    before = [path.read_bytes() for path in paths]
    assert before[0].startswith(b"\x89PNG")
    assert ET.fromstring(paths[1].read_text()).tag.endswith("svg")  # noqa: S314 - our own file
    heat_map(cross(TEN[:4]), TEN[:4], TITLE, SUBTITLE, tmp_path / "cross-1.5")
    assert [path.read_bytes() for path in paths] == before


SCRIPT = """
import json, sys
from pathlib import Path
from simcards.reports.heat_map import heat_map
rows, names = json.loads(sys.argv[1])
heat_map(rows, names, "Canadian Smear", "seed 1", Path(sys.argv[2]))
sys.exit("matplotlib.pyplot" in sys.modules)
"""


@pytest.mark.parametrize(
    "settings",
    [{"MPLBACKEND": "nonsense", "DISPLAY": "nowhere:9"}, {"MPLBACKEND": "TkAgg", "MATPLOTLIBRC": "bad"}],
    ids="+".join,
)
def test_no_display_backend_or_configuration_disturbs_or_changes_a_picture(tmp_path, settings):
    import json

    bad = tmp_path / "matplotlibrc"
    bad.write_text("font.size: 40\nbackend: TkAgg\nno.such.key: 1\n")
    heat_map(cross(TEN[:3]), TEN[:3], "Canadian Smear", "seed 1", tmp_path / "here")
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY" and not key.startswith("MPL")}
    environment |= {key: str(bad) if value == "bad" else value for key, value in settings.items()}
    given = json.dumps([cross(TEN[:3]), TEN[:3]])
    command = [sys.executable, "-W", "error", "-c", SCRIPT, given, tmp_path / "there"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for suffix in (".png", ".svg"):
        here, there = (Path(f"{tmp_path}/{name}{suffix}").read_bytes() for name in ("here", "there"))
        assert here == there
