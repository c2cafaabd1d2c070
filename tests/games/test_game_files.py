"""A game given by the path of its file: every command takes it, and what is wrong with the file is one line."""

import json
import sys
from pathlib import Path

import pytest

import simcards as library
from simcards.engine import records as deal_records
from simcards.errors import UsageError
from simcards.games import game as game_module
from simcards.games import soundness
from simcards.games.game import find_game, games

HERE = Path(__file__).parent
FILE = "bid_euchre.py"
TEXT = (HERE / FILE).read_text(encoding="utf-8")


# ---- commands --------------------------------------------------------------------------------------------------------


def test_simulate_plays_deals_of_a_game_file(simcards):
    said = simcards("simulate", FILE, "random", "basic", "--deals", "3000", "--json", "--rule", "failed_moon=stake")
    assert said.code == 0, said.err
    result = json.loads(said.out)
    assert (result["game"], result["deals"], result["passed_out"]) == ("bid_euchre", 3000, 0)
    assert result["rules"]["failed_moon"] == "stake"
    assert result["sides"][1]["mean_margin"] > 0 > result["sides"][0]["mean_margin"]


def test_the_deal_to_look_at_is_shown_with_the_games_file(simcards):
    said = simcards("simulate", FILE, "random", "basic", "--deals", "300")
    assert f"  simcards show {FILE} random basic --seed 1 --deal " in said.out


def test_simulate_plays_matches_of_a_game_file(simcards):
    said = simcards("simulate", FILE, "random", "basic", "--matches", "200", "--json")
    assert said.code == 0, said.err
    result = json.loads(said.out)
    assert (result["game"], result["matches"]["matches"], result["matches"]["ended_by_max_hands"]) == (
        "bid_euchre",
        200,
        0,
    )
    assert [side["won"] for side in result["matches"]["sides"]] == [0, 200]


def test_records_of_a_game_file_are_verified_with_the_game(simcards, tmp_path):
    out = tmp_path / "deals.jsonl"
    said = simcards("records", FILE, "random", "basic", "--deals", "30", "-o", out)
    assert said.code == 0, said.err
    game = find_game(str(HERE / FILE))
    found = list(deal_records.read_records(out, game))
    assert len(found) == 30
    for record in found:
        deal_records.verify(record, "record", game)


def test_rules_and_strategies_of_a_game_file_are_shown(simcards):
    rules = simcards("rules", FILE).out
    assert rules.startswith("Bid Euchre\n")
    assert "moon = 12, double_moon = 24, triple_moon = 32, quadruple_moon = 48" in rules
    assert "Trumps, when hearts are trump: J, J of diamonds, A, K, Q, 10, 9" in rules
    assert "3, 4, 5, 6, moon, double_moon, triple_moon, quadruple_moon" in " ".join(rules.split())
    listed = json.loads(simcards("strategies", FILE, "--json").out)["strategies"]
    assert [(one["name"], one["game"], one["problem"]) for one in listed] == [
        ("basic", "bid_euchre", None),
        ("random", "bid_euchre", None),
    ]


def test_a_strategy_is_given_by_path_too(simcards):
    said = simcards("records", FILE, "strategies/bid_euchre/random.py", "basic", "--deals", "1", "-o", "-")
    assert said.code == 0, said.err
    assert json.loads(said.out)["strategies"][0] == "strategies/bid_euchre/random.py"


def test_a_strategy_of_another_game_is_refused(simcards):
    said = simcards("simulate", FILE, HERE.parents[1] / "strategies" / "hasenpfeffer" / "basic.py")
    assert said.code == 2
    assert "is a strategy for hasenpfeffer, not for bid_euchre" in said.err


def test_a_fault_is_replayed_with_the_games_file(simcards, tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from simcards.strategy import Strategy\ndef bid(v):\n    return 12\n"
        "strategy = Strategy(game='bid_euchre', bid=bid)\n",
        encoding="utf-8",
    )
    said = simcards("simulate", FILE, wrong, "random", "--deals", "10")
    assert said.code == 1
    assert f"replay it with: simcards show {FILE} {wrong} random --seed 1 --deal 0 --views" in said.err


def test_a_game_file_changes_nothing_for_other_games(simcards):
    before = simcards("games").out
    find_game(str(HERE / FILE))
    assert simcards("games").out == before
    assert "bid_euchre" not in games()
    assert list(HERE.rglob("*.pyc")) == [] or sys.dont_write_bytecode is False


def test_the_library_takes_a_game_file_as_a_path_and_as_a_game(monkeypatch):
    monkeypatch.chdir(HERE)
    texts = ["random", "basic"]
    by_path = library.simulate(FILE, texts, deals=500, jobs=1)
    by_game = library.simulate(find_game(FILE), texts, deals=500, jobs=1)
    assert by_path["bids"].equals(by_game["bids"])


def test_a_shipped_game_named_by_its_file_is_that_game():
    path = Path(sys.modules["simcards.games.game"].__file__).with_name("hasenpfeffer.py")
    assert find_game(str(path)) is games()["hasenpfeffer"]


# ---- what is wrong with a file ---------------------------------------------------------------------------------------


def broken(tmp_path, old, new):
    path = tmp_path / "broken.py"
    assert TEXT.count(old) >= 1
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    return path


CASES = {
    "no Python": ("return 0b11111", "return 0b", ", line 45: SyntaxError: invalid binary literal"),
    "an exception": ('title="Bid Euchre"', "title=TITLE", "NameError: name 'TITLE' is not defined"),
    "an option's wrong field": ("choices=(", "choice=(", "TypeError: "),
    "no game": ("\ngame = Game(", "\nplay = Game(", " defines no `game`; end it with game = Game(…)"),
    "an argument left out": ("    tally=tally,\n", "", "missing 1 required positional argument: 'tally'"),
    "a name that is taken": ('"bid_euchre"', '"hasenpfeffer"', "there is a game 'hasenpfeffer' already; give this one"),
    "two names": ('game="bid_euchre"', 'game="bid"', "its rule book says game='bid', but its name is 'bid_euchre'"),
    "wrong size": ("cards=24", "cards=25", "cards=25, but its deck has 24"),
    "too many cards": ("hand=6", "hand=7", "it deals 28 cards of a deck of 24"),
    "too many players": ("seats=4", "seats=9", "seats=9; from 2 to 8 can play"),
    "three sides": ("sides=2", "sides=3", "sides=3 of 4 seats; it must be 2 (partners sit in turn), or one a seat"),
    "a call too high": ('10: "quadruple_moon"', '64: "quadruple_moon"', "a bid is a number from 1 to 62"),
    "a bid without a name": (
        "TOP_BID = 6, 7, 10",
        "TOP_BID = 6, 7, 11",
        "legal_calls allows 11 over 10, which is not in",
    ),
    "a forced bid without a name": (
        "return rules.bid_min",
        "return 2 * rules.bid_min + 8",
        "forced_bid is 14, which is",
    ),
    "too many tricks": ("tricks=ALL_TRICKS", "tricks=7", "tricks=7, of hands of 6; from 1 to 13 can be played"),
    "cards that meet": ('4: "J"', '3: "J"', "puts two cards of the deck into one place when a suit is trump"),
    "no common options": ("*common_options(", "*no_options(", "NameError: name 'no_options' is not defined"),
    "choices in disorder": (
        '("redeal_next", "redeal_same", "dealer_forced")',
        '("dealer_forced", "redeal_next")',
        "all_pass has the choices redeal_next, redeal_same, dealer_forced, joker_forced, in this order",
    ),
    "a default left out": (', "play": lowest_legal}', "}", "defaults has no function for play"),
    "arguments": (
        "def leader(bid: int, dealer: int, rules: Any)",
        "def leader(bid: int, rules: Any)",
        "leader: TypeError: leader() takes 2 positional arguments but 3 were given",
    ),
    "nothing returned": ("    return rules.bid_min\n", "    rules.bid_min\n", "forced_bid returns nothing"),
    "an unknown option": ("rules.failed_moon", "rules.failed", "score: AttributeError: "),
    "a tally that has changed": ('{"tricks": list(tally)}', '{"tricks": tally[2]}', "IndexError: "),
}


@pytest.mark.parametrize("case", CASES)
def test_a_broken_game_file_is_one_line_that_names_it(simcards, tmp_path, case):
    old, new, expected = CASES[case]
    path = broken(tmp_path, old, new)
    said = simcards("rules", path)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith(f"simcards: game file {path}")
    assert expected in said.err
    assert said.err.count("\n") == 1


def test_what_a_game_file_prints_is_no_part_of_the_output(simcards, tmp_path):
    path = broken(tmp_path, "\ngame = Game(", "\nprint('hello')\ngame = Game(")
    said = simcards("rules", path, "--json")
    assert json.loads(said.out)["game"] == "bid_euchre"
    assert said.err == "hello\n"


def test_a_game_file_is_read_again_when_it_has_changed(tmp_path):
    path = broken(tmp_path, "target=32", "target=31")
    assert find_game(str(path)).book.rules()["target"] == 31
    assert find_game(str(broken(tmp_path, "target=32", "target=30"))).book.rules()["target"] == 30
    assert not list(tmp_path.glob("__pycache__"))


def test_a_game_file_that_is_not_there_is_named():
    with pytest.raises(UsageError, match=r"game file nowhere\.py is not there; give a game's name or the path"):
        find_game("nowhere.py")


def test_a_game_without_an_option_that_every_game_has_is_not_sound():
    from dataclasses import replace

    game = games()["hasenpfeffer"]
    for key in soundness.NEEDED:
        options = tuple(option for option in game.book.options if option.key != key)
        said = soundness.problem_with(replace(game, book=replace(game.book, options=options)))
        assert said.startswith(f"its rule book has no option {key!r}; common_options(…)")


def test_every_shipped_game_is_sound():
    assert [soundness.problem_with(game) for game in games().values()] == [None] * len(games())


# ---- games of installed packages -------------------------------------------------------------------------------------


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package with entry points of the group `simcards.games` on the path; leaves no trace of it."""

    def put(package, entries, text):
        (tmp_path / f"{package}.py").write_text(text, encoding="utf-8")
        about = tmp_path / f"{package}-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n", encoding="utf-8")
        lines = "".join(f"{name} = {package}:{attribute}\n" for name, attribute in entries.items())
        (about / "entry_points.txt").write_text(f"[simcards.games]\n{lines}", encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        forget()

    def forget():
        game_module.games.cache_clear()
        game_module._installed.cache_clear()

    yield put
    monkeypatch.undo()
    forget()


def test_a_game_of_an_installed_package_is_listed_and_found_by_its_name(install, simcards):
    install("euchrepack", {"bid_euchre": "game"}, TEXT)
    assert find_game("bid_euchre").title == "Bid Euchre"
    assert any(line.startswith("bid_euchre ") for line in simcards("games").out.splitlines())
    assert simcards("rules", "bid_euchre").out.startswith("Bid Euchre\n")


def test_a_package_may_offer_a_variant_of_a_shipped_game(install):
    install("pubpack", {"pub_smear": "game"}, (HERE / "pub_smear.py").read_text(encoding="utf-8"))
    assert find_game("pub_smear").variant_of == "canadian_smear"
    assert sorted(games()) == sorted([*game_module._shipped(), "pub_smear"])


@pytest.mark.parametrize(
    ("attribute", "text", "expected"),
    [
        ("game", TEXT.replace("cards=24", "cards=25"), ": cards=25, but its deck has 24"),
        ("game", "import nowhere", " cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
        ("TEXT", "TEXT = 3", " is no Game; write game = Game(…), and name it badpack:game"),
    ],
    ids=["unsound", "no import", "no game"],
)
def test_a_broken_game_of_a_package_is_told_when_it_is_asked_for_and_stops_no_other(
    install, simcards, monkeypatch, attribute, text, expected
):
    monkeypatch.delitem(sys.modules, "badpack", raising=False)
    install("badpack", {"bad": attribute}, text)
    assert "bad" not in games()
    assert len(simcards("games").out.splitlines()) == len(games()) >= 5
    said = simcards("rules", "bad")
    assert said.code == 2
    assert said.err == f"simcards: entry point bad = badpack:{attribute} of badpack{expected}\n"
