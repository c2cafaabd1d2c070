"""`simcards bid`: its text, its JSON, and what is said of questions that cannot be asked."""

import re
from pathlib import Path

import pytest

import simcards as library
from simcards.cli.answers_tables import listed
from simcards.cli.answers_text import success_text
from simcards.cli.bid import scores_of
from simcards.cli.options import share_of
from simcards.errors import UsageError
from simcards.statistics.intervals import wilson
from tests.cli.test_compare import fits, last_part
from tests.cli.test_simulate import SMEAR, strict

HAND = "AS JS 2S r r r"
FEW = ["--deals", "2000"]
OF_GAME = {
    SMEAR: [HAND, "--order", "3"],
    "charlemagne": ["BJ LJ JS JC AS KS x x"],
    "hasenpfeffer": ["JK JS JC AS r x", "--scores", "8--3"],
    "king_pedro": ["AS KS JS 10S 5S x x x x", "--order", "2"],
    "cutthroat_pitch": ["AS KS 10S 2S x x", "--order", "dealer", "--auction", "pass 2 pass"],
}
WHOLE = {
    SMEAR: ["AS KS QS JS 10S 2S"],
    "charlemagne": ["BJ LJ JS JC AS KS QS 9D"],
    "hasenpfeffer": ["JK JS JC AS KS 9D"],
    "king_pedro": ["AS KS JS 10S 5S 2H 3H 2D 3D"],
    "cutthroat_pitch": ["3C 4D 5H 6C 7D 8S"],
}
SUMMARY_KEYS = {
    "game", "rules", "versus_rules", "seed", "hand", "where", "decision", "order", "contract", "trump", "auction",
    "assumed", "scores", "us", "them", "hands", "all_hands", "probability", "dealt", "deals", "left_out", "until",
    "stopped", "best", "may_be_best",
}  # fmt: skip
KEYS = SUMMARY_KEYS | {"jobs", "seconds", "tables", "notes", "out"}


def lines_of(text, title):
    """By first word, the other words of the lines of the table under a title."""
    block = next(part for part in text.split("\n\n") if part.startswith(title))
    body = re.split(r"^-[- ]*$", block, maxsplit=1, flags=re.MULTILINE)[1]
    return {line.split()[0]: line.split()[1:] for line in body.splitlines() if line.strip()}


def rate(value):
    return f"{100 * value:.2f}"


# ---- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OF_GAME)
def test_the_text_of_every_game_fits_the_screen_and_says_the_same_as_the_json(simcards, game):
    arguments = ["bid", game, *OF_GAME[game], *FEW]
    said, found = simcards(*arguments), strict(simcards(*arguments, "--json").out)
    assert said.code == 0
    text = fits(said.out)
    title = library.bid(game, OF_GAME[game][0], deals=1).totals.game.title
    assert text.startswith(f"{title}: {OF_GAME[game][0]}, ")
    assert f" is like this ({found['hands']:,} of {found['all_hands']:,})." in text
    calls, after = lines_of(text, "What each call comes to"), lines_of(text, "After the call")
    if "\nHow often you make it" in text:  # where one table is too wide
        there = lines_of(text, "How often you make it")
        after = {call: words + there.get(call, []) for call, words in after.items()}
    for row in found["tables"]["calls"]:
        numbers = [word for word in calls[row["call_name"]] if word not in "*=†"]
        assert ("*" in calls[row["call_name"]]) == row["is_best"]
        assert ("=" in calls[row["call_name"]]) == (row["may_be_best"] and not row["is_best"])
        if row["call"]:
            assert numbers[:3] == [rate(row["success"]), rate(row["success_low"]), rate(row["success_high"])]
            assert after[row["call_name"]][0] == f"{100 * row['declares']:.1f}"
            farther = max(row["declares_high"] - row["declares"], row["declares"] - row["declares_low"])
            assert 100 * farther <= float(after[row["call_name"]][1]) + 1e-9 <= 100 * farther + 0.1
            assert f"{row['stands']:,}" in after[row["call_name"]]
        if row["call"] and row["stands_rate"] is not None:
            stands = [rate(row[name]) for name in ("stands_rate", "stands_low", "stands_high")]
            assert after[row["call_name"]][-3:] == stands
        assert float(numbers[3 if row["call"] else 0]) == pytest.approx(row["margin"], abs=0.06)
    assert found["best"] in last_part(text)


@pytest.mark.parametrize("game", WHOLE)
def test_a_whole_hand_has_no_mix_of_hands(simcards, game):
    text = fits(simcards("bid", game, *WHOLE[game], "--deals", "300").out)
    assert "Cards of each suit" not in text
    assert "\n300 deals with this hand.\n1 hand in " in text
    assert " is this one.\n" in text
    assert "Assumed" not in text


def test_a_hand_may_be_several_words_anywhere_on_the_line(simcards):
    one = simcards("bid", SMEAR, HAND, *FEW, "--json").out
    many = simcards("bid", SMEAR, *HAND.split()[:2], *FEW, *HAND.split()[2:], "--json").out
    assert strict(one)["tables"] == strict(many)["tables"]


def test_what_was_called_before_is_told_or_said_to_be_assumed(simcards):
    assumed = fits(simcards("bid", SMEAR, HAND, "--order", "3", *FEW).out)
    assert "Assumed: the seats before you passed; say otherwise with --auction" in assumed
    assert "third to speak" in assumed.splitlines()[0]
    given = fits(simcards("bid", SMEAR, HAND, "--auction", "pass 2", *FEW).out)
    assert "Assumed" not in given
    assert "Called before: eldest passed, second bid 2\n" in given
    row = strict(simcards("bid", SMEAR, HAND, "--auction", "pass 2", *FEW, "--json").out)
    assert f"{row['deals']:,} deals of 2,000 dealt: in the others somebody before you would have" in given
    for step in row["tables"]["before"]:
        assert f"{step['answer']}: {step['deals'] - step['left_out']:,} of {step['deals']:,} fit" in given


def test_limits_scores_strategies_and_rules_are_told(simcards):
    arguments = ["--where", "hearts >= 1", "--us", "cautious", "--scores", "8:5", "--rule", "target=21"]
    text = fits(simcards("bid", SMEAR, HAND, *arguments, *FEW).out)
    assert text.startswith(f"Canadian Smear: {HAND}, hearts >= 1, eldest, at 8 to 5\n")
    assert "Rules: target=21" in text
    assert "You and your partner play cautious; the others: basic; seed 1" in text
    pitch = fits(simcards("bid", "cutthroat_pitch", HAND, "--scores", "1,2,-3,4", *FEW).out)
    assert "scores 1 2 -3 4" in pitch.splitlines()[0]
    assert "You play basic; the others: basic" in pitch


def test_long_hands_and_limits_are_wrapped(simcards):
    where = "spades >= 2 and hearts <= 3 and diamonds <= 3 and clubs <= 3 and count(K, Q, J, 10) >= 1"
    fits(simcards("bid", "king_pedro", "AS KS JS 10S 5S x x x x", "--where", where, "--deals", "200").out)


def test_a_certain_call_is_told_with_its_interval(simcards):
    text = last_part(fits(simcards("bid", SMEAR, *WHOLE[SMEAR], "--deals", "8192").out))
    assert text.startswith("Bid 4: margin +4.00 per deal, ")
    assert text.endswith(" Success if given 100 % on all 8,192 deals (95 % interval 99.95–100.00 %).")  # noqa: RUF001


def test_the_verdict_names_the_next_best_and_the_lead(simcards):
    text = last_part(simcards("bid", SMEAR, HAND, "--order", "3", "--until", "1%").out)
    number = r"\d+\.\d\d"
    assert re.fullmatch(
        rf"Bid 3: margin \+{number} per deal, {number} ± {number} more than 2, the next best\. "
        r"Success if given \d\d\.\d ± \d\.\d %\.",
        text,
    )


def test_a_pass_may_be_the_best(simcards):
    text = last_part(simcards("bid", SMEAR, "3C 4D 5H 6C 7D 8S", "--auction", "pass pass 2", *FEW).out)
    assert text.startswith("Pass: margin ")
    assert "Success" not in text


def test_calls_that_are_not_told_apart_are_all_named_with_what_would_tell(simcards):
    text = last_part(simcards("bid", "king_pedro", "AS KS JS 10S x x x x x", "--until", "4%").out)
    assert re.match(r"Bid \d\d, any of 30 … \d\d or any of \d\d … \d\d: their margins are not told apart by ", text)
    assert text.endswith("; more with --until 0.8%.")
    few = last_part(simcards("bid", SMEAR, HAND, "--deals", "1").out)
    assert few.startswith("Bid 2, 3, pass or 4: 2 and 3 come to the same on the one deal, margin +2.00;")
    assert few.endswith("to tell the others apart takes more, --deals 4.")


def test_calls_that_come_to_the_same_on_every_deal_ask_for_no_more(simcards):
    cautious = ["--us", "cautious", "--them", "cautious"]
    said = simcards("bid", SMEAR, "AS KS QS JS 2S 10S", "--order", "dealer", "--deals", "20000", *cautious, "--quiet")
    text = last_part(fits(said.out))
    assert re.fullmatch(r"Bid 2, 3 or 4: they come to the same on each of \d,\d{3} deals, margin \+4\.00\.", text)


def test_a_longer_run_that_needs_more_deals_than_may_be_dealt_says_so(simcards):
    arguments = ["bid", "king_pedro", "AS KS JS 10S x x x x x", "--until", "4%"]
    assert "; more with --until 0.8%." in last_part(simcards(*arguments, "--max-deals", "1e5").out)
    text = last_part(simcards(*arguments, "--max-deals", "2e4").out)
    assert text.endswith("; more with --until 0.8% --max-deals 3e4.")


def test_a_rate_that_is_not_certain_never_looks_so():
    def said(made, deals):
        found = wilson(made, deals)
        row = {"made": made, "deals": deals, "success": found.estimate}
        return success_text(row | {"success_low": found.low, "success_high": found.high})

    assert said(960, 1000) == "Success if given 96.0 ± 1.2 %."
    assert said(38_413, 38_420) == "Success if given 99.98 % (95 % interval 99.96–99.99 %)."  # noqa: RUF001
    assert said(1, 10_000_000) == "Success if given 0.000010 % (95 % interval 0.000002–0.000057 %)."  # noqa: RUF001
    assert "Success if given 100 % on all 10,000,000 deals (95 % interval 99.99996–" in said(10**7, 10**7)  # noqa: RUF001


@pytest.mark.parametrize("number", [9, 10, 120])
def test_of_many_names_the_first_are_told(number):
    names = [f"N{k}" for k in range(number)]
    text = listed(names, "or")
    assert text.endswith(" or N8" if number == 9 else f"N7 … and {number - 8} more")


# ---- width -----------------------------------------------------------------------------------------------------------


NASTY = {
    "canadian_smear": ["AS x x x x x"],
    "charlemagne": ["BJ JS JC x x x x x", "--order", "2"],
    "hasenpfeffer": ["AS KS x x x x", "--order", "2"],
    "king_pedro": ["x x x x x x x x x", "--scores", "199--123"],
    "cutthroat_pitch": ["x x x x x x", "--rule", "players=8"],
}
OTHER_RULES = {
    "canadian_smear": "bid_min=3",
    "charlemagne": "stop_early=true",
    "king_pedro": "target=101",
}


@pytest.mark.parametrize("deals", ["50", "600"])
@pytest.mark.parametrize("game", NASTY)
def test_no_line_is_too_wide(simcards, game, deals):
    other = ["--versus-rule", OTHER_RULES[game]] if game in OTHER_RULES else []
    for more in ([], other):
        said = simcards("bid", game, *NASTY[game], "--deals", deals, *more, "--quiet")
        assert said.code == 0, said.err
        fits(said.out)


def test_styles_take_no_room(simcards, monkeypatch):
    plain = simcards("bid", SMEAR, HAND, *FEW, "--quiet").out
    monkeypatch.setattr("simcards.cli.screen.styled", lambda text, style: f"\033[{style}m{text}\033[0m")
    styled = simcards("bid", SMEAR, HAND, *FEW, "--quiet").out
    times = re.compile(r".* deals/s with .*")
    assert times.sub("", re.sub("\033\\[\\d*m", "", styled)) == times.sub("", plain)


# ---- one call --------------------------------------------------------------------------------------------------------


def test_where_only_a_pass_is_legal_nothing_is_said_about_bids(simcards, tmp_path, monkeypatch):
    shipped = Path(library.__file__).parents[2] / "strategies" / "king_pedro"
    text = (shipped / "common.py").read_text()
    (tmp_path / "common.py").write_text(text)
    names = "discard, give, name_trump, play"
    (tmp_path / "highest.py").write_text(
        f"from simcards.strategy import Strategy, where\nfrom .common import {names}\n"
        "def bid(v):\n    return where(v.legal >> 62 & 1, 62, 0)\n"
        f"strategy = Strategy(game='king_pedro', bid=bid, {', '.join(f'{n}={n}' for n in names.split(', '))},\n"
        "    params={'base': 17, 'safety': 0, 'partner': 8, 'spare': 12})\n"
    )
    monkeypatch.chdir(tmp_path)
    arguments = ["--auction", "62", "--them", "highest.py", "--deals", "600", "--quiet"]
    said = simcards("bid", "king_pedro", "AS KS JS 10S 5S x x x x", *arguments)
    assert said.code == 0, said.err
    text = fits(said.out)
    assert last_part(text) == "Pass: nothing else is legal."
    assert lines_of(text, "After the call: who declares (%)\n") == {"pass": ["100.0"]}
    assert not re.search("Points that|ow often you make it|uccess|vs pass|Trumps", text)


def test_trumps_are_a_sentence_or_a_table(simcards):
    assert "\nYour strategy always names spades.\n" in simcards("bid", SMEAR, HAND, *FEW).out
    arguments = ["bid", "hasenpfeffer", "JK JS JC AS r x", *FEW]
    text, rows = fits(simcards(*arguments).out), strict(simcards(*arguments, "--json").out)["tables"]["trumps"]
    first = next(row for row in rows if row["call"] == 1)
    assert lines_of(text, "Trumps that your strategy names")["1"][2] == f"{100 * first['share']:.1f}"
    assert "\nSuccess if given by trump" in text


def test_tricks_are_told_where_they_are_few_values(simcards):
    found = strict(simcards("bid", "hasenpfeffer", "JK JS JC AS r x", *FEW, "--json").out)
    line = lines_of(simcards("bid", "hasenpfeffer", "JK JS JC AS r x", *FEW).out, "Tricks that your side takes")
    shares = [f"{100 * row['share']:.1f}" for row in found["tables"]["achieved"] if row["call"] == 6]
    assert line["1"][2:] == shares  # of calls 1 … 6, which are played alike
    assert "Points that" not in simcards("bid", "king_pedro", "AS KS JS 10S 5S x x x x", "--deals", "200").out


def test_the_mix_of_hands_is_told_beside_the_exact_one(simcards):
    arguments = ["bid", SMEAR, HAND, "--order", "3", *FEW]
    rows = strict(simcards(*arguments, "--json").out)["tables"]["hands"]
    text = fits(simcards(*arguments).out)
    hearts = [row for row in rows if row["suit"] == "hearts"]
    shown = lines_of(text, "Cards of each suit")
    assert shown["hearts"] == [f"{100 * row['share']:.1f}" for row in hearts]
    assert shown["(exact)"] == [f"{100 * row['exact']:.1f}" for row in hearts]
    assert "The deals left out change the mix" in " ".join(text.split())
    assert "Every deal fits" in simcards("bid", SMEAR, HAND, *FEW).out


def test_other_rules_are_compared_on_the_same_deals(simcards):
    arguments = ["bid", SMEAR, HAND, *FEW, "--versus-rule", "low_to=winner", "--versus-rule", "bid_min=3"]
    found, text = strict(simcards(*arguments, "--json").out), fits(simcards(*arguments).out)
    assert found["versus_rules"] == "bid_min=3, low_to=winner"
    assert "\nThe same deals under other rules: bid_min=3, low_to=winner\n" in text
    shown = lines_of(text, "The same deals under other rules")
    for row in found["tables"]["versus"]:
        assert f"{row['difference']:+.3f}" in shown[row["answer"]]
        assert f"{row['margin']:+.3f}" in shown[row["answer"]]
    assert "Legal only under yours: 2." in text
    assert "all differences hold together with 95 %." in " ".join(text.split())
    back = simcards("bid", SMEAR, HAND, *FEW, "--rule", "bid_min=3", "--versus-rule", "bid_min=2")
    assert "Legal only under the others: 2." in back.out


def test_deals_that_fit_under_both_rules_are_told_where_they_are_fewer(simcards):
    rules = ["--rule", "bid_min=3", "--versus-rule", "bid_min=2"]
    arguments = ["bid", SMEAR, HAND, "--order", "3", *FEW, *rules]
    found, text = strict(simcards(*arguments, "--json").out), " ".join(fits(simcards(*arguments).out).split())
    both = found["tables"]["versus"][0]["deals"]
    assert both < found["deals"]
    assert f"about the {both:,} deals that fit under both rules, but the success under yours, which is" in text
    assert f"which is about all {found['deals']:,}." in text


def test_a_margin_is_that_over_the_other_where_there_is_one(simcards):
    text = fits(simcards("bid", "cutthroat_pitch", HAND, "--rule", "players=2", *FEW).out)
    assert "your score minus the other's a deal" in " ".join(text.split())
    assert "theirs" not in text


def test_a_run_folder_holds_tables_and_pictures(simcards, tmp_path):
    out = tmp_path / "run"
    said = simcards("bid", SMEAR, HAND, *FEW, "--out", out)
    assert f"Written to {out}" in " ".join(said.out.split())
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    tables = {f"{name}.parquet" for name in ("summary", "calls", "trumps", "achieved", "hands")}
    pictures = {f"plots/{name}.{kind}" for name in ("success_by_call", "points_by_call") for kind in ("png", "svg")}
    assert names >= {"manifest.json", "summary.csv"} | tables | pictures
    assert "Note" not in said.out
    back = library.read_results(out)
    assert back.rows("calls") == strict(simcards("bid", SMEAR, HAND, *FEW, "--json").out)["tables"]["calls"]


def test_a_run_that_ends_early_says_what_would_have_gone_on(simcards):
    arguments = ["bid", SMEAR, HAND, "--max-deals", "2e3"]
    assert "fewer than ± 0.5 % takes; deal more with --max-deals" in " ".join(simcards(*arguments).out.split())
    assert "Note" not in simcards(*arguments, "--quiet").out


# ---- JSON ------------------------------------------------------------------------------------------------------------


def test_json_is_one_object_with_all_tables(simcards):
    said = simcards("bid", SMEAR, HAND, "--order", "3", "--deals", "2e3", "--seed", "7", "--json", "--quiet")
    assert (said.code, said.err) == (0, "")
    assert said.out.count("\n") == 1
    found = strict(said.out)
    assert set(found) == KEYS
    assert set(found["tables"]) == {"calls", "trumps", "achieved", "hands", "before"}
    assert (found["hand"], found["order"], found["auction"]) == (HAND, "third to speak", "pass pass")
    assert (found["dealt"], found["seed"], found["assumed"], found["out"]) == (2000, 7, True, None)
    assert found["rules"]["target"] == 15
    assert found["tables"]["calls"][0]["success"] is None


def test_one_number_may_be_written_in_several_ways(simcards):
    found = [strict(simcards("bid", SMEAR, HAND, "--until", text, "--json").out) for text in ("2%", "0.02")]
    assert found[0]["tables"] == found[1]["tables"]
    assert found[0]["until"] == 0.02


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("8-5", [8, 5]),
        ("8--3", [8, -3]),
        ("-8-3", [-8, 3]),
        ("-8--3", [-8, -3]),
        ("8:-3", [8, -3]),
        ("8,5", [8, 5]),
        ("8, 5, 3, 0", [8, 5, 3, 0]),
        ("8 - 5", [8, 5]),
    ],
)
def test_scores_may_be_below_0(text, scores):
    assert scores_of(text) == scores


@pytest.mark.parametrize("text", ["8", "", "-", "8-", "-8", "8---3", "8-x", "8.5-3", "8 5", "٣-8x", "12345678-1"])
def test_scores_that_cannot_be_read_are_an_error_with_an_example(text):
    with pytest.raises(UsageError, match=r"^--scores .*e\.g\. --scores 8-5$"):
        scores_of(text)


@pytest.mark.parametrize(("text", "share"), [("0.5%", 0.005), ("0.005", 0.005), ("5e-3", 0.005), (" 2 % ", 0.02)])
def test_a_share_may_be_written_in_per_cent(text, share):
    assert share_of("--until", text) == pytest.approx(share)


@pytest.mark.parametrize("text", ["0", "0%", "-1%", "1", "100%", "nan", "inf", "%", "", "half", "1%%"])
def test_what_is_no_share_is_an_error_with_examples(text):
    with pytest.raises(UsageError, match=r"^--until .*e\.g\. --until 0\.5% or --until 0\.005$"):
        share_of("--until", text)


# ---- wrong use -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([SMEAR], "missing argument 'HAND'; see simcards bid --help"),
        ([SMEAR, "-"], "hand '-': '-' is no card"),
        ([SMEAR, ""], "hand '' is empty"),
        (["smear", HAND], "did you mean 'canadian_smear'?"),
        ([SMEAR, "JK AS 2S r r r"], "card JK is not in this deck"),
        ([SMEAR, "AS AS 2S r r r"], "card AS is there twice"),
        ([SMEAR, "AS JS 2S r r"], "5 cards, a hand of canadian_smear has 6"),
        ([SMEAR, "AS JS 2S r r r r"], "7 cards, a hand of canadian_smear has 6"),
        ([SMEAR, HAND, "--where", "spades >> 3"], "--where 'spades >> 3': '>'"),
        ([SMEAR, HAND, "--where", "spades >= 7"], "no hand of 6 cards fits"),
        ([SMEAR, HAND, "--where", "hearts >= 5"], "no hand fits it and --where 'hearts >= 5'"),
        (
            [SMEAR, HAND, "--auction", "3 2"],
            "the call '2' of the second to speak is illegal after 3; legal there: pass 4",
        ),
        ([SMEAR, HAND, "--auction", "pass 5"], "has no call '5'"),
        ([SMEAR, HAND, "--auction", "4"], "the auction is over after '4'"),
        ([SMEAR, HAND, "--auction", "pass pass pass pass"], "the auction is over"),
        ([SMEAR, HAND, "--auction", "pass 2", "--order", "2"], "it is the turn of the third to speak"),
        ([SMEAR, HAND, "--order", "9"], "order '9' is no place at this table"),
        ([SMEAR, HAND, "--scores", "8"], "--scores 8: not the scores of all sides"),
        ([SMEAR, HAND, "--scores", "8-5-3"], "canadian_smear has 2 sides, not 3"),
        (["cutthroat_pitch", HAND, "--scores", "8-5"], "4 sides, not 2"),
        ([SMEAR, HAND, "--until", "0"], "--until 0: not a share"),
        ([SMEAR, HAND, "--until", "60%"], "below 50%"),
        ([SMEAR, HAND, "--deals", "10", "--until", "1%"], "leave out until (--until)"),
        ([SMEAR, HAND, "--deals", "10", "--max-deals", "10"], "leave out until (--until) and --max-deals"),
        ([SMEAR, HAND, "--deals", "0"], "--deals 0: not a whole number from 1"),
        ([SMEAR, HAND, "--max-deals", "many"], "--max-deals many: not a whole number from 1"),
        ([SMEAR, HAND, "--us", "basik"], "did you mean 'basic'?"),
        ([SMEAR, HAND, "--them", "nobody.py"], "nobody.py"),
        ([SMEAR, HAND, "--versus-rule", "target=15"], "already in force"),
        ([SMEAR, HAND, "--rule", "target=11", "--versus-rule", "target=11"], "already in force"),
        ([SMEAR, HAND, "--versus-rule", "targe=11"], "--versus-rule: canadian_smear has no rule 'targe'"),
        ([SMEAR, HAND, "--versus-rule", "target"], "--versus-rule 'target' is not KEY=VALUE"),
        (["cutthroat_pitch", HAND, "--versus-rule", "players=3"], "other cards are dealt"),
        ([SMEAR, HAND, "--out", "strategies"], "there is a folder of that name"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use_is_told_in_one_line(simcards, arguments, said):
    found = simcards("bid", *arguments)
    assert (found.code, found.out) == (2, "")
    assert found.err.count("\n") == 1
    assert found.err.startswith("simcards: ")
    assert said in found.err


def test_an_auction_that_never_happens_ends_in_one_line_that_names_the_call(simcards):
    found = simcards("bid", "hasenpfeffer", "9C 9D 9H 10S QC QD", "--order", "dealer", "--quiet")
    assert (found.code, found.out) == (2, "")
    assert "fit what came before, fewer than 1 in 10,000: the call 'pass' of " in found.err
    assert found.err.count("\n") == 1
