"""The plot of make rate by bid: what it shows, that it can be read, and that nothing around it can break it."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import polars as pl
import pytest

from simcards.reports import plots
from simcards.reports.plots import make_rate_plot, short_count
from simcards.statistics.intervals import wilson

SCHEMA = {
    "strategy": pl.String,
    "side": pl.Int64,
    "bid": pl.Int64,
    "bid_name": pl.String,
    "contracts": pl.Int64,
    "made": pl.Int64,
    "make_rate": pl.Float64,
    "make_low": pl.Float64,
    "make_high": pl.Float64,
}
SMEAR = [(2, "2"), (3, "3"), (4, "4"), (5, "smudge")]
LONG = "/home/someone/strategies/of_mine/$new$.py:min_trumps=3,strength=2.5+play=basic+name_trump=aggressive:limit=12"


def a_frame(strategies, bids, contracts):
    """Return a frame with the given contracts, a function of side and bid, of which about two thirds are made."""
    rows = []
    for side, strategy in enumerate(strategies):
        for bid, name in bids:
            n = contracts(side, bid)
            rate = wilson(2 * n // 3, n)
            rows.append((strategy, side, bid, name, n, 2 * n // 3, rate.estimate, rate.low, rate.high))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


SMALL = a_frame(["basic", "cautious"], SMEAR, lambda side, bid: 0 if (side, bid) == (1, 5) else 1200 // bid)


@pytest.fixture
def drawn(monkeypatch, tmp_path):
    """Return a function that draws a frame and looks at the figure with `see` before it is gone."""

    def draw(frame, see, title="Make rate by bid", subtitle="seed 1"):
        seen = []
        with monkeypatch.context() as patch:
            patch.setattr(plots, "save", lambda figure, _: seen.append(see(figure)) or [])
            make_rate_plot(frame, title, subtitle, tmp_path / "plot")
        return seen[0]

    return draw


def points(figure):
    """Return for each series its name and the (x, rate, low, high) of its points."""
    found = {}
    for axes in figure.axes:
        for container in axes.containers:
            line, _, (bars,) = container.lines
            ends = [segment[:, 1].tolist() for segment in bars.get_segments()]
            xy = zip(line.get_xdata().tolist(), line.get_ydata().tolist(), ends, strict=True)
            found[container.get_label()] = [(x, y, *ends) for x, y, ends in xy]
    return found


def test_each_cell_with_contracts_is_a_point_with_its_interval_and_an_empty_cell_is_none(drawn):
    series = drawn(SMALL, points)
    assert list(series) == ["side 0: basic", "side 1: cautious"]
    assert [round(x) for x, *_ in series["side 0: basic"]] == [0, 1, 2, 3]
    assert [round(x) for x, *_ in series["side 1: cautious"]] == [0, 1, 2]
    expected = wilson(2 * 400 // 3, 400)
    assert series["side 1: cautious"][1][1:] == pytest.approx((expected.estimate, expected.low, expected.high))


def test_a_bid_that_nobody_made_or_bid_keeps_its_place_and_its_count_of_0(drawn):
    frame = a_frame(["basic"], SMEAR, lambda _, bid: 0 if bid == 4 else 30)
    labels, texts = drawn(
        frame, lambda figure: (tick_labels(figure), [text.get_text() for text in figure.axes[0].texts])
    )
    assert labels == ["2", "3", "4", "smudge"]
    assert texts[1:6] == ["n, side 0", "30", "30", "0", "30"]
    assert [round(x) for x, *_ in drawn(frame, points)["side 0: basic"]] == [0, 1, 3]


def test_rows_in_another_order_give_the_same_picture(tmp_path):
    make_rate_plot(SMALL, "t", "s", tmp_path / "a")
    make_rate_plot(SMALL.reverse(), "t", "s", tmp_path / "b")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(
    "frame",
    [pl.DataFrame([], schema=SCHEMA), a_frame(["a", "b"], SMEAR, lambda *_: 0)],
    ids=["no rows", "all passed out"],
)
def test_a_run_without_contracts_says_so(drawn, frame):
    assert "no contracts" in drawn(frame, lambda figure: [text.get_text() for text in figure.axes[0].texts])


@pytest.mark.parametrize(
    ("strategies", "bids"),
    [
        (["basic", "cautious"], SMEAR),
        (["basic", LONG * 3], [(bid, str(bid)) for bid in range(30, 63)]),
        ([f"strategy_{side}" for side in range(8)], [(bid, str(bid)) for bid in range(30, 63)]),
        ([f"strategy_{side}" for side in range(8)], [(2, "2"), (3, "3"), (4, "4")]),
        ([LONG] * 8, [(9, "mulot"), (10, "charlemagne"), (11, "gros_mulot"), (12, "gros_charlemagne")]),
    ],
    ids=["smear", "33 bids", "33 bids of 8 sides", "8 sides", "long names"],
)
def test_no_text_leaves_the_picture_or_lies_on_another_or_on_the_data(drawn, strategies, bids):
    frame = a_frame(strategies, bids, lambda side, bid: 12_345_678 // (bid * (side + 1)))
    title = "A game with a long name and many words about it: make rate by bid"
    drawn(frame, assert_readable, title, "1,000,000,000 deals, seed 9007199254740991, default rules, and more " * 3)


def assert_readable(figure):
    renderer = figure.canvas.get_renderer()
    figure.draw(renderer)
    (legend,) = figure.legends
    texts = [*figure.texts, *legend.get_texts()]
    for axes in figure.axes:
        texts += [*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels(), axes.yaxis.label]
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in texts if text.get_text()]
    for text, box in boxes:
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= figure.bbox.width, text
        assert box.y1 <= figure.bbox.height, text
        for axes in figure.axes:
            assert not inside(axes.get_window_extent(renderer), box), text
    for index, (text, box) in enumerate(boxes):
        for other, other_box in boxes[:index]:
            assert not inside(box, other_box), (text, other)


def inside(box, other):
    """Whether the boxes share more than a pixel at their edges."""
    return min(box.x1, other.x1) - max(box.x0, other.x0) > 1 and min(box.y1, other.y1) - max(box.y0, other.y0) > 1


def tick_labels(figure):
    return [label.get_text() for label in figure.axes[-1].get_xticklabels()]


def test_names_are_shown_as_they_are_even_where_they_look_like_formulas(drawn):
    frame = a_frame(["$x$_{2}"], SMEAR, lambda *_: 5)
    (text,) = drawn(frame, lambda figure: figure.legends[0].get_texts())
    assert text.get_text() == "side 0: $x$_{2}"
    assert not text.get_parse_math()


def test_a_letter_that_the_font_lacks_is_no_warning(tmp_path):
    make_rate_plot(a_frame(["日本"], SMEAR, lambda *_: 5), "日本", "", tmp_path / "plot")
    assert (tmp_path / "plot.png").stat().st_size > 10_000


def test_both_files_are_written_whole_and_nothing_else_stays_behind(tmp_path):
    paths = make_rate_plot(SMALL, "t", "s", tmp_path / "make-rate-1.5")
    assert paths == [tmp_path / "make-rate-1.5.png", tmp_path / "make-rate-1.5.svg"]
    assert sorted(tmp_path.iterdir()) == sorted(paths)
    assert paths[0].read_bytes().startswith(b"\x89PNG")
    assert ET.fromstring(paths[1].read_text()).tag.endswith("svg")  # noqa: S314 - our own file


def test_a_failed_write_leaves_the_old_picture_and_no_half_file(tmp_path, monkeypatch):
    (old, _) = make_rate_plot(SMALL, "t", "s", tmp_path / "plot")
    before = old.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        make_rate_plot(SMALL.head(2), "t", "s", tmp_path / "plot")
    assert old.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 2


def test_settings_of_the_process_are_as_before(tmp_path, monkeypatch):
    import matplotlib as mpl

    monkeypatch.setenv("MPLBACKEND", "nonsense")
    with mpl.rc_context({"font.size": 31, "axes.facecolor": "red"}):
        before = dict(mpl.rcParams)
        make_rate_plot(SMALL, "t", "s", tmp_path / "odd")
        assert dict(mpl.rcParams) == before
    assert os.environ["MPLBACKEND"] == "nonsense"
    make_rate_plot(SMALL, "t", "s", tmp_path / "usual")
    assert (tmp_path / "odd.svg").read_bytes() == (tmp_path / "usual.svg").read_bytes()


SCRIPT = """
import sys
from pathlib import Path
import polars as pl
from simcards.reports.plots import make_rate_plot
frame = pl.read_parquet(sys.argv[1])
make_rate_plot(frame, "Canadian Smear", "seed 1", Path(sys.argv[2]))
sys.exit("matplotlib.pyplot" in sys.modules)
"""


@pytest.mark.parametrize(
    "settings",
    [
        {"MPLBACKEND": "TkAgg"},
        {"MPLBACKEND": "nonsense", "DISPLAY": "nowhere:9"},
        {"MPLCONFIGDIR": "/dev/null/none"},
        {"MATPLOTLIBRC": "bad"},
    ],
    ids="+".join,
)
def test_no_display_backend_or_configuration_disturbs_or_changes_a_plot(tmp_path, settings):
    bad = tmp_path / "matplotlibrc"
    bad.write_text("font.size: 40\nbackend: TkAgg\nno.such.key: 1\n")
    SMALL.write_parquet(tmp_path / "frame.parquet")
    make_rate_plot(SMALL, "Canadian Smear", "seed 1", tmp_path / "here")
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY" and not key.startswith("MPL")}
    environment |= {key: str(bad) if value == "bad" else value for key, value in settings.items()}
    command = [sys.executable, "-W", "error", "-c", SCRIPT, tmp_path / "frame.parquet", tmp_path / "there"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for suffix in (".png", ".svg"):
        here, there = (Path(f"{tmp_path}/{name}{suffix}").read_bytes() for name in ("here", "there"))
        assert here == there


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1000, "1.00k"),
        (12_345, "12.3k"),
        (999_499, "999k"),
        (999_500, "1.00M"),
        (4_567_890, "4.57M"),
        (10**12, "1.00T"),
    ],
)
def test_a_short_count_has_three_digits(count, text):
    assert short_count(count) == text
