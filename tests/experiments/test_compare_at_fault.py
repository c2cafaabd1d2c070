"""Comparisons with a strategy at fault: it is named with its lowest deal, and the command names who sits where."""

import shlex

import pytest

import simcards
from simcards.engine.show_decisions import show_views
from simcards.engine.start import single_deal
from simcards.errors import StrategyError
from simcards.experiments.boards import BLOCK
from simcards.experiments.compare import compare
from simcards.experiments.schedule import head_to_head
from simcards.experiments.watch import HungStrategyError
from simcards.games.game import find_game
from simcards.strategy.texts import load

SMEAR = "canadian_smear"
FAULTY = '''"""Makes an illegal call now and then. Origin: for tests."""

from simcards.strategy import Strategy, where


def bid(v):
    return where(v.random % 4000 == 7, 1, 0)


strategy = Strategy(game="{game}", bid=bid, kind="{kind}")
'''


@pytest.fixture(scope="module")
def faulty(workspace):
    """The workspace with strategies at fault."""
    for game in (SMEAR, "cutthroat_pitch"):
        folder = workspace / "strategies" / game
        folder.mkdir(exist_ok=True)
        for kind in ("scalar", "array", "python"):
            (folder / f"faulty_{kind}.py").write_text(FAULTY.format(game=game, kind=kind), encoding="utf-8")
    return workspace


def run(workspace, strategies, game=SMEAR, **given):
    return compare(game, strategies, workspace=workspace, **given)


def first_fault(workspace, game, by_seat, seed):
    """(deal, error) of the first deal at fault, with the strategies named by seat."""
    with pytest.raises(StrategyError) as caught:
        simcards.simulate(game, by_seat, deals=20_000, seed=seed, jobs=1, workspace=workspace)
    return int(str(caught.value).split("--deal ")[1].split()[0]), str(caught.value)


@pytest.mark.parametrize("kind", ["scalar", "array", "python"])
@pytest.mark.parametrize("which", [0, 1])
def test_a_fault_in_one_seating_is_named_with_its_deal_and_the_seating(faulty, kind, which):
    """Of a partnership: the seed is one whose first fault is in that seating, and the other one's comes later."""
    name = f"faulty_{kind}"
    seatings = [["basic", name], [name, "basic"]]
    for seed in range(1, 50):
        deals, texts = zip(*(first_fault(faulty, SMEAR, seating, seed) for seating in seatings), strict=True)
        if deals[which] < deals[1 - which] and deals[which] < 1000:
            break
    said = set()
    for jobs in (1, 2):
        with pytest.raises(StrategyError) as caught:
            run(faulty, ["basic", name], deals=deals[which] + 1, seed=seed, jobs=jobs)
        said.add(str(caught.value))
    assert said == {texts[which]}
    assert (
        f"simcards show {SMEAR} {' '.join(seatings[which])} --seed {seed} --deal {deals[which]} --views" in said.pop()
    )
    run(faulty, ["basic", name], deals=deals[which], seed=seed, jobs=1)


@pytest.mark.parametrize("seat", range(4))
def test_the_command_of_a_fault_shows_it_also_where_one_sits_among_others(faulty, seat):
    name = "faulty_scalar"
    by_seat = [name if own == seat else "basic" for own in range(4)]
    deal, text = first_fault(faulty, "cutthroat_pitch", by_seat, 3)
    command = shlex.split(text.split("replay it with: simcards ")[1])
    assert command[:2] == ["show", "cutthroat_pitch"]
    named = command[2 : command.index("--seed")]
    assert [named[own % len(named)] for own in range(4)] == by_seat
    game = find_game("cutthroat_pitch")
    players = [load(one, game, faulty).player for one in named]
    shown = []
    with pytest.raises(StrategyError, match="returned 1, which is illegal"):
        show_views(game, game.book.rules(), players, named, single_deal(game, 3, deal), shown.append)
    assert f"seat {seat} ({name}" in shown[-3] + shown[-2] + shown[-1]


def test_a_fault_in_a_game_without_partners_is_named_by_its_seating(faulty):
    """Of the block of boards that a fault is in, that of the first line-up."""
    names = ["basic", "faulty_scalar"]
    lineups = head_to_head(find_game("cutthroat_pitch")).lineups
    found = [first_fault(faulty, "cutthroat_pitch", [names[k] for k in lineup], 1) for lineup in lineups if 1 in lineup]
    block = min(deal for deal, _ in found) // BLOCK
    wanted = next(text for deal, text in found if deal // BLOCK == block)
    for jobs in (1, 2):
        with pytest.raises(StrategyError) as caught:
            run(faulty, names, "cutthroat_pitch", deals=20_000, jobs=jobs)
        assert str(caught.value) == wanted


def test_a_fault_in_a_match_is_named_with_the_seating(faulty):
    said = set()
    for jobs in (1, 2):
        with pytest.raises(StrategyError) as caught:
            run(faulty, ["faulty_scalar", "basic"], matches=2000, jobs=jobs)
        said.add(str(caught.value))
    with pytest.raises(StrategyError) as caught:
        simcards.simulate(SMEAR, ["faulty_scalar", "basic"], matches=2000, jobs=1, workspace=faulty)
    assert said == {str(caught.value)}


def test_a_strategy_that_does_not_come_back_is_named_with_the_seating(workspace, tmp_path):
    said = r"endless: bid of seat \d did not come back for 1 s .*canadian_smear eager endless --seed 1 --deal \d+"
    with pytest.raises(HungStrategyError, match=said):
        run(workspace, ["eager", "endless"], deals=300_000, jobs=2, patience=1, out=tmp_path / "run")
    assert not list(tmp_path.iterdir())


LATE = '''"""Calls illegally on some deals, all of them late. Origin: for tests."""

from simcards.strategy import Strategy, where


def bid(v):
    return where(v.random % 20000 == 7, 1, 0)


strategy = Strategy(game="canadian_smear", bid=bid, kind="{kind}")
'''


@pytest.mark.parametrize("kind", ["scalar", "array"])
def test_a_run_that_stops_before_a_fault_does_not_tell_of_it(workspace, kind):
    path = workspace / "strategies" / SMEAR / f"late_{kind}.py"
    path.write_text(LATE.format(kind=kind), encoding="utf-8")
    for seed in range(1, 60):
        with pytest.raises(StrategyError) as caught:
            run(workspace, ["basic", path.stem], deals=60_000, seed=seed)
        deal = int(str(caught.value).split("--deal ")[1].split()[0])
        if 2 * BLOCK < deal < 8 * BLOCK:  # within the first task, behind the block at which the test below ends
            break
    stopped = [run(workspace, ["basic", path.stem], sprt=(-5, 0), seed=seed, jobs=jobs) for jobs in (1, 2)]
    assert {one.summary["boards"] for one in stopped} == {BLOCK}
    assert stopped[0]["summary"].equals(stopped[1]["summary"])
