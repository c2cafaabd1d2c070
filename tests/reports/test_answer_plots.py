"""Pictures of what answers come to: what they show, that they can be read, and that equal ones have equal bytes."""

from itertools import combinations
from types import SimpleNamespace

import pytest

import simcards
from simcards.reports import answer_plots as module
from simcards.reports.answer_plots import BEST, LIGHT, draw, margin_by_answer
from simcards.reports.canvas import save

LONG = "spades >= 2 and hearts <= 3 and diamonds <= 3 and clubs <= 3 and count(K, Q, J, 10) >= 1"
QUESTIONS = {
    "canadian_smear": ("AS JS 2S r r r", {"order": 3, "scores": (8, -3)}),
    "charlemagne": ("BJ LJ JS JC AS KS x x", {"rules": {"stop_early": True}}),
    "hasenpfeffer": ("JK JS JC AS r x", {}),
    "king_pedro": ("AS KS JS 10S 5S x x x x", {"where": LONG}),
    "cutthroat_pitch": ("AS KS 10S 2S x x", {"auction": "pass 2 pass", "scores": (1, 2, 3, 4)}),
}
PICTURES = ("success_by_call", "points_by_call")


@pytest.fixture(scope="module")
def results():
    """By game, the results of a question."""
    return {game: simcards.bid(game, hand, deals=1024, **more) for game, (hand, more) in QUESTIONS.items()}


@pytest.fixture
def drawn(monkeypatch, tmp_path):
    """Draws results, and looks at each figure, or those of one name, before it is gone; by name of the picture."""

    def draw_and_see(results, see, only=""):
        seen = {}

        def look(figure, stem):
            if only in ("", stem.name):
                seen[stem.name] = see(figure)
            return []

        with monkeypatch.context() as patch:
            patch.setattr(module, "save", look)
            draw(results, tmp_path)
        return seen

    return draw_and_see


def answers(number, name="AS"):
    """Results of a question about something else than a call, with so many answers."""
    rows = [
        {
            "answer": f"{name} {k}", "margin": 3 - k / 10, "difference": -k / 10 if k else None,
            "low": -k / 10 - 0.05 if k else None, "high": -k / 10 + 0.05 if k else None, "is_best": k == 0,
            "may_be_best": k < 2,
        }
        for k in range(number)
    ]  # fmt: skip
    game = SimpleNamespace(title="Charlemagne", sides=2, seats=4, side=lambda seat: seat % 2)
    question = SimpleNamespace(is_bid=False)
    summary = {
        "hand": "BJ LJ JS JC AS KS 9H 8H", "deals": 12_345, "seed": 1, "order": "dealer", "auction": "pass pass pass 7",
        "where": "", "scores": "", "rules": "", "assumed": False, "us": "basic", "them": "cautious",
    }  # fmt: skip
    totals = SimpleNamespace(game=game, question=question)
    return SimpleNamespace(totals=totals, summary=summary, rows=lambda name: rows if name == "answers" else [])


def points(figure):
    """By place, the rate and the bounds of every point, with its colours."""
    found = {}
    for container in figure.axes[0].containers:
        line, _, (bars,) = container.lines
        for (x, y), bar in zip(line.get_xydata(), bars.get_segments(), strict=True):
            found[int(x)] = (y, bar[0][1], bar[1][1], (line.get_color(), line.get_markerfacecolor()))
    return found


@pytest.mark.parametrize("game", QUESTIONS)
def test_each_point_is_the_success_of_its_call_with_its_interval_and_the_best_is_marked(drawn, results, game):
    rows = [row for row in results[game].rows("calls") if row["call"]]
    shown = drawn(results[game], points, "success_by_call")["success_by_call"]
    assert len(shown) == len(rows)
    for k, row in enumerate(rows):
        assert shown[k][:3] == pytest.approx((row["success"], row["success_low"], row["success_high"]))
        assert (shown[k][3] == (BEST, BEST)) == row["is_best"]
        assert (shown[k][3] == (BEST, LIGHT)) == (row["may_be_best"] and not row["is_best"])


@pytest.mark.parametrize("game", QUESTIONS)
def test_each_call_has_its_name_and_rates_go_from_0_to_100(drawn, results, game):
    def look(figure):
        axes = figure.axes[0]
        ticks = [label.get_text() for label in axes.get_yticklabels()]
        return [label.get_text().replace("\n", "_") for label in axes.get_xticklabels()], ticks, axes.get_ylim()

    names, ticks, (low, high) = drawn(results[game], look)["success_by_call"]
    assert names == [row["call_name"] for row in results[game].rows("calls") if row["call"]]
    assert (ticks[0], ticks[-1]) == ("0 %", "100 %")
    assert low < 0
    assert high > 1


@pytest.mark.parametrize("game", ["canadian_smear", "charlemagne", "hasenpfeffer", "cutthroat_pitch"])
def test_each_cell_says_on_what_share_of_the_deals_so_many_are_reached(drawn, results, game):
    def look(figure):
        axes = figure.axes[0]
        calls = [label.get_text() for label in axes.get_yticklabels()]
        values = [int(label.get_text()) for label in axes.get_xticklabels()]
        cells = ((*text.get_position(), text.get_text()) for text in axes.texts)
        return {(calls[int(y)], values[int(x)]): text for x, y, text in cells if text != "0"}

    rows = results[game].rows("achieved")
    name = f"{results[game].totals.game.counted_in}_by_call"
    shown = {(row["call_name"], row["value"]): f"{100 * row['share']:.1f} %" for row in rows}
    assert drawn(results[game], look, name) == {name: shown}


@pytest.mark.parametrize("deals", [1, 200])
def test_labels_lie_on_no_bar_and_do_not_look_certain_where_they_are_not(drawn, deals):
    def look(figure):
        renderer = figure.canvas.get_renderer()
        figure.draw(renderer)
        axes = figure.axes[0]
        boxes = {int(text.xy[0]): text.get_window_extent(renderer) for text in axes.texts}
        bars = {k: axes.transData.transform([(k, low), (k, high)]) for k, (_, low, high, _) in points(figure).items()}
        said = " ".join(text.get_text() for text in figure.texts)
        return boxes, bars, {int(text.xy[0]): text.get_text() for text in axes.texts}, said

    found = simcards.bid("charlemagne", "BJ LJ JS JC AS KS x x", deals=deals)
    boxes, bars, texts, said = drawn(found, look, "success_by_call")["success_by_call"]
    assert ("1 deal;" in said) == (deals == 1)
    assert "1 deals" not in said
    for k, row in enumerate(row for row in found.rows("calls") if row["call"]):
        (_, low), (_, high) = bars[k]
        assert boxes[k].y1 < low or boxes[k].y0 > high
        assert (float(texts[k].removesuffix(" %")) in (0, 100)) == (row["success"] in (0, 1))


@pytest.mark.parametrize(
    ("best", "also", "said"),
    [
        (2, (), "Best: the orange square is the call with the largest margin."),
        (0, (), "Best: a pass has the largest margin."),
        (0, (2,), "Best: a pass has the largest margin. Hollow squares: calls that are not told apart from it (all "),
        (2, (0,), "with the largest margin. A pass is not told apart from it."),
    ],
)
def test_the_best_and_what_is_not_told_apart_from_it_are_told(best, also, said):
    rows = [{"call": call, "is_best": call == best, "may_be_best": call in (best, *also)} for call in (0, 2, 3)]
    assert said in module._best_note(rows)
    assert ("Hollow" in module._best_note(rows)) == (2 in also)


def test_the_title_names_the_game_and_the_hand_and_what_is_under_it_the_question(drawn, results):
    def look(figure):
        return " ".join(text.get_text() for text in figure.texts)

    said = drawn(results["canadian_smear"], look)
    deals = results["canadian_smear"].summary["deals"]
    assert list(said) == list(PICTURES)
    for text in said.values():
        assert text.startswith("Canadian Smear, AS JS 2S r r r: ")
        assert f"{deals} deals; seed 1; third to speak; after pass pass (assumed); scores 8 to -3; " in text
        assert "you: basic; others: basic" in text
    assert f"n = {deals} deals for each call" in said["success_by_call"]
    assert "stop_early=true" in drawn(results["charlemagne"], look)["tricks_by_call"]


@pytest.mark.parametrize("game", QUESTIONS)
def test_no_text_leaves_the_picture_or_lies_on_another(drawn, results, game):
    assert len(drawn(results[game], assert_readable)) == 2


@pytest.mark.parametrize(("number", "name"), [(1, "AS"), (2, "10H"), (25, "AS KS"), (400, "AS KS QS JS 10S 9S 8S 7S")])
def test_pictures_of_answers_can_be_read(drawn, number, name):
    assert list(drawn(answers(number, name * 3), assert_readable)) == ["margin_by_answer"]


def test_answers_stand_from_the_best_down_and_no_more_than_can_be_read(drawn):
    def look(figure):
        labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
        places = [container.lines[0].get_xdata()[0] for container in figure.axes[0].containers]
        return labels, places, " ".join(text.get_text() for text in figure.texts)

    labels, places, said = drawn(answers(40), look)["margin_by_answer"]
    assert labels == [f"AS {k}" for k in range(25)]
    assert places == pytest.approx([-k / 10 for k in range(25)])
    assert "The best 25 of 40 answers are shown." in said
    assert "best: AS 0, margin +3.000 points per deal" in said
    assert "answers are shown" not in drawn(answers(25), look)["margin_by_answer"][2]


def assert_readable(figure):
    renderer = figure.canvas.get_renderer()
    figure.draw(renderer)
    (axes,) = figure.axes
    (left, right), (low, high) = axes.get_xlim(), sorted(axes.get_ylim())
    labels = [
        *(text for text in axes.get_xticklabels() if left <= text.get_position()[0] <= right),
        *(text for text in axes.get_yticklabels() if low <= text.get_position()[1] <= high),
    ]
    outside = [*figure.texts, *labels, axes.xaxis.label, axes.yaxis.label]
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in outside if text.get_text()]
    inside = [(text.get_text(), text.get_window_extent(renderer)) for text in axes.texts]
    panel = axes.get_window_extent(renderer)
    for text, box in (*boxes, *inside):
        assert 0 <= box.x0 < box.x1 <= figure.bbox.width, text
        assert 0 <= box.y0 < box.y1 <= figure.bbox.height, text
    for text, box in boxes:
        assert not overlap(panel, box), text
    for (text, box), (other, other_box) in (*combinations(boxes, 2), *combinations(inside, 2)):
        assert not overlap(box, other_box), (text, other)


def overlap(box, other):
    """Whether the boxes share more than a pixel at their edges."""
    return min(box.x1, other.x1) - max(box.x0, other.x0) > 1 and min(box.y1, other.y1) - max(box.y0, other.y0) > 1


def test_equal_pictures_have_equal_bytes_and_nothing_else_stays_behind(results, tmp_path):
    names = [f"{name}.{kind}" for name in PICTURES for kind in ("png", "svg")]
    for _ in range(2):
        draw(results["canadian_smear"], tmp_path)
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
        found = [(tmp_path / name).read_bytes() for name in names]
        assert found[0].startswith(b"\x89PNG")
    draw(results["canadian_smear"], tmp_path)
    assert [(tmp_path / name).read_bytes() for name in names] == found


def test_paths_are_told(tmp_path):
    assert margin_by_answer(answers(3), tmp_path / "m-1.5") == [tmp_path / "m-1.5.png", tmp_path / "m-1.5.svg"]
    assert module.save is save
