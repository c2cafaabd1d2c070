"""Runs of matches with a strategy at fault: it is named with its match and deal; and what a run tells on its way."""

import re

import pytest

import simcards
from simcards.errors import StrategyError
from simcards.experiments import tasks
from simcards.experiments.watch import HungStrategyError

SMEAR = "canadian_smear"
MATCHES = 2000
FAULTY = '''"""{kind}: errs now and then, and never in the first deal of a match. Origin: for tests."""

from simcards.strategy import Strategy, where


def bid(v):
    wrong = (v.random % 5000 == 7) & ((v.score_us != 0) | (v.score_them != 0))
    return {answer}


strategy = Strategy(game="canadian_smear", bid=bid, kind="{kind}")
'''
ANSWERS = {
    "scalar": "where(wrong, 1, 0)",
    "array": "where(wrong, 1, 0)",
    "python": "where(wrong, 1, 0)",
    "scalar_raises": "1 // where(wrong, 0, 2)",
    "python_raises": "1 // where(wrong, 0, 2)",
}


@pytest.fixture(scope="module")
def faulty(workspace):
    """The workspace with strategies that err."""
    for name, answer in ANSWERS.items():
        text = FAULTY.format(kind=name.partition("_")[0], answer=answer)
        (workspace / "strategies" / SMEAR / f"faulty_{name}.py").write_text(text, encoding="utf-8")
    return workspace


def run(workspace, name, **given):
    return simcards.simulate(SMEAR, ["eager", name], workspace=workspace, **{"matches": MATCHES} | given)


def place_of(error):
    """(match, number) that the text of an error names, twice."""
    found = re.search(r"seed 1, match (\d+), deal (\d+) of it;", str(error))
    assert f" --seed 1 --match {found[1]} --number {found[2]}" in str(error)
    assert "\n" not in str(error)
    return int(found[1]), int(found[2])


@pytest.mark.parametrize("name", ANSWERS)
def test_the_lowest_match_at_fault_is_named_with_its_first_deal_at_fault_by_any_number_of_workers(
    faulty, tmp_path, monkeypatch, name
):
    monkeypatch.setitem(tasks.TASK_MATCHES, "compiled", 64)
    monkeypatch.setitem(tasks.TASK_MATCHES, "array", 64)
    texts = set()
    for jobs in (1, 2, 3):
        with pytest.raises(StrategyError) as caught:
            run(faulty, f"faulty_{name}", jobs=jobs, out=tmp_path / "run")
        assert not list(tmp_path.iterdir())
        texts.add(str(caught.value))
    assert len(texts) == 1
    text = texts.pop()
    problem = "raised ZeroDivisionError" if name.endswith("raises") else "returned 1, which is illegal"
    assert f"faulty_{name}: bid of seat " in text
    assert problem in text
    assert f"simcards show {SMEAR} eager faulty_{name} --seed 1 --match" in text
    match, number = place_of(text)
    assert number > 0
    run(faulty, f"faulty_{name}", matches=match, jobs=1)
    run(faulty, f"faulty_{name}", matches=match + 1, jobs=1, rules={"max_hands": number})
    with pytest.raises(StrategyError) as caught:
        run(faulty, f"faulty_{name}", matches=match + 1, jobs=1, rules={"max_hands": number + 1})
    assert place_of(caught.value) == (match, number)


@pytest.mark.parametrize("name", ["scalar", "python"])
def test_a_run_that_writes_its_deals_names_the_same_match_and_deal(faulty, tmp_path, name):
    with pytest.raises(StrategyError) as plain:
        run(faulty, f"faulty_{name}", jobs=1)
    with pytest.raises(StrategyError) as caught:
        run(faulty, f"faulty_{name}", jobs=2, rows=True, out=tmp_path / "run")
    assert str(caught.value) == str(plain.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "jobs"), [("endless", 2), ("endless_python", 1), ("endless_python", 2)])
def test_a_strategy_that_does_not_come_back_is_named_with_its_match_and_deal(workspace, tmp_path, name, jobs):
    said = rf"{name}: bid of seat \d did not come back for 1 s .*--match \d+ --number \d+"
    with pytest.raises(HungStrategyError, match=said) as caught:
        run(workspace, name, matches=100_000, jobs=jobs, patience=1, out=tmp_path / "run")
    place_of(caught.value)
    assert not list(tmp_path.iterdir())


# ---- progress --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_goes_up_from_task_to_task_and_ends_at_all_matches(workspace, monkeypatch, jobs):
    monkeypatch.setitem(tasks.TASK_MATCHES, "compiled", 300)
    told = []
    results = run(workspace, "eager:length=4", jobs=jobs, progress=told.append)
    playing = [progress for progress in told if progress.stage == "playing"]
    done = [progress.done for progress in playing]
    assert {progress.deals for progress in told} == {MATCHES}
    assert done == sorted(done)
    assert done[-1] == MATCHES
    assert all(number in range(0, MATCHES, 300) for number in done[:-1])
    assert playing[-1].played == results.summary["deals"]
    assert playing[-1].deals_per_second > 0
    assert playing[-1].estimate.startswith("side 0 won ")
    assert " ± " in playing[-1].estimate
