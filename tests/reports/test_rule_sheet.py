"""The rules for people: `simcards rules` and docs/rules say the same, and say all that a game declares.

`SIMCARDS_WRITE_RULES=1 pytest tests/reports/test_rule_sheet.py` writes docs/rules; read it before you commit it.
"""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from simcards.games.game import find_game, games
from simcards.reports.rule_sheet import bids, facts, index, markdown, ranks, terminal_lines

FOLDER = Path(__file__).parents[2] / "docs/rules"
SHIPPED = sorted(games())


def on_disk(name, written):
    """What docs/rules/NAME holds, after it was written if that was asked for."""
    path = FOLDER / name
    if os.environ.get("SIMCARDS_WRITE_RULES"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written, encoding="utf-8")
    return path.read_text(encoding="utf-8")


def printed(game):
    return "\n".join(line for line, _ in terminal_lines(game))


def words(text):
    """The words of a page, without the marks of its form."""
    return [word for word in re.sub(r"[`#]", "", text).split() if word != "-"]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_page_of_a_game_is_what_its_file_says(name):
    page = markdown(find_game(name))
    assert on_disk(f"{name}.md", page) == page


def test_the_list_of_pages_is_complete():
    found = index([find_game(name) for name in SHIPPED])
    assert on_disk("README.md", found) == found
    assert all(f"({name}.md)" in found for name in SHIPPED)
    assert {path.name for path in FOLDER.iterdir()} == {"README.md", *(f"{name}.md" for name in SHIPPED)}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_page_and_the_terminal_have_the_same_words(name):
    game = find_game(name)
    assert words(markdown(game)) == words(printed(game))


@pytest.mark.parametrize("name", SHIPPED)
def test_every_rule_and_option_is_told_with_where_it_comes_from(name):
    game = find_game(name)
    text = " ".join(printed(game).split())
    for option in game.book.options:
        assert re.search(r"source text|\w\.com, |Wikipedia, |our own choice", option.origin), option.key
        assert f" {option.key} = {option.default_text} {option.meaning} values: {option.values_text} from: " in text
    assert game.book.values is None or f"from: {game.book.values.origin} Options" in text
    for sentence in game.rules.strip().replace("`", "").split("\n\n"):
        assert " ".join(sentence.removeprefix("## ").split()) in text


@pytest.mark.parametrize("name", SHIPPED)
def test_the_text_names_the_defaults_that_it_teaches(name):
    """Numbers of the text that an option changes are those of the options."""
    game = find_game(name)
    rules = game.book.rules()
    assert re.search(rf"\b{rules['target']} points", game.rules) or f"{rules['target']} or more" in game.rules
    assert f"after {rules['max_hands']} deals" in " ".join(game.rules.split())
    taught = {"redeal_next": "the next player deals", "redeal_same": "the same dealer deals again"}
    if rules["all_pass"] in taught:
        assert f"are thrown in and {taught[rules['all_pass']]}" in " ".join(game.rules.split())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_text_has_the_same_chapters_in_the_same_order(name):
    headings = re.findall(r"^## (.*)$", find_game(name).rules, re.MULTILINE)
    expected = ["Aim", "Cards", "The deal", "The auction", "The play", "The score", "The match", "An example"]
    assert [heading for heading in headings if heading in expected] == expected
    assert headings[-1] == "Where the source text is silent or contradicts itself"


@pytest.mark.parametrize("name", SHIPPED)
def test_no_line_of_a_page_turns_into_a_list_by_accident(name):
    for line in markdown(find_game(name)).splitlines():
        assert not re.match(r" *([*+>]|\d+[.)])( |$)", line)
        assert len(line) <= 120
        assert not re.match(r" *-", line) or re.match(r"(- |  - )\S", line)


def test_ranks_name_bowers_jokers_and_the_off_five():
    assert ranks(find_game("hasenpfeffer")) == {
        "trumps, when hearts are trump": ["joker", "J", "J of diamonds", "A", "K", "Q", "10", "9"],
        "diamonds": ["A", "K", "Q", "10", "9"],
        "spades and clubs": ["A", "K", "Q", "J", "10", "9"],
    }
    off_five = ranks(find_game("king_pedro"))["trumps, when hearts are trump"]
    assert off_five[9:11] == ["5", "5 of diamonds"]
    assert len(off_five) == 14
    mulots = ranks(find_game("charlemagne"))
    assert mulots["trumps, in a mulot or gros_mulot"] == ["big joker", "little joker"]
    assert mulots["every suit, in a mulot or gros_mulot"] == ["A", "K", "Q", "J", "10", "9", "8", "7"]
    assert [len(cards) for cards in mulots.values()] == [11, 7, 8, 2, 8]
    assert list(ranks(find_game("cutthroat_pitch"))) == ["every suit"]


def test_bids_stand_in_their_order():
    assert bids(find_game("charlemagne")) == [
        "5",
        "6",
        "7",
        "8",
        "mulot",
        "charlemagne",
        "gros_mulot",
        "gros_charlemagne",
    ]
    assert bids(find_game("cutthroat_pitch")) == ["2", "3", "4", "smudge"]
    assert bids(find_game("king_pedro")) == [str(bid) for bid in range(30, 63)]


def test_a_game_without_a_text_still_shows_its_options():
    bare = replace(find_game("hasenpfeffer"), rules="", summary="")
    assert facts(bare)["rules"] == ""
    text = printed(bare)
    assert text.startswith("Hasenpfeffer\n\nSource: gamerules.com, Hasenpfeffer.\n\nRanks")
    assert "\ntarget = 10\n    points that win the match\n" in text
