"""`simcards games`, `rules`, `strategies`, `bench` and `doctor`."""

import json

from simcards.games.game import find_game, games


def test_games_are_listed_one_a_line(simcards):
    lines = simcards("games").out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(games())
    assert [game["name"] for game in json.loads(simcards("games", "--json").out)["games"]] == sorted(games())


def test_rules_name_every_option_with_its_default_and_values(simcards):
    for name in games():
        text = simcards("rules", name).out
        for option in find_game(name).book.options:
            default = str(option.default).lower() if isinstance(option.default, bool) else option.default
            assert f"\n{option.key} = {default}\n" in text
            assert all(choice in text for choice in option.choices)
        assert max(len(line) for line in text.splitlines()) <= 80


def test_rules_name_presets_and_the_value_table(simcards):
    text = simcards("rules", "canadian_smear").out
    assert "\npreset = all_fours\n" in text
    assert "A = 4, K = 3, Q = 2, J = 1, 10 = 10" in text
    found = json.loads(simcards("rules", "canadian_smear", "--json").out)
    assert found["values"]["10"] == 10
    assert found["presets"]["all_fours"]["low_to"] == "player"


def test_rules_as_json_hold_text_ranks_values_and_options_with_their_origin(simcards):
    for name in games():
        found = json.loads(simcards("rules", name, "--json").out)
        text = " ".join(simcards("rules", name).out.split())
        assert found["rules"].startswith("## Aim\n\n")
        assert all(", ".join(cards) in text for cards in found["ranks"].values())
        assert [option["key"] for option in found["options"]] == list(find_game(name).book.by_key)
        assert all(f"from: {option['origin']}" in text for option in found["options"])
        assert all(f"{entry.rpartition('.')[2]} = {value}" in text for entry, value in found["values"].items())


def test_strategies_name_where_each_was_found(simcards):
    found = json.loads(simcards("strategies", "canadian_smear", "--json").out)["strategies"]
    by_name = {one["name"]: one for one in found if one["origin"] == "workspace"}
    assert by_name["eager"]["path"] == "strategies/canadian_smear/eager.py"
    assert (by_name["eager"]["kind"], by_name["eager_python"]["kind"]) == ("scalar", "python")
    text = simcards("strategies").out
    assert "eager" in text
    assert "Eager: bids on three cards of a suit." in text


def test_a_broken_strategy_is_named_and_the_others_still_listed(simcards, workspace):
    path = workspace / "strategies" / "canadian_smear" / "broken.py"
    path.write_text("strategy = 1 / 0\n", encoding="utf-8")
    try:
        said = simcards("strategies", "canadian_smear")
        assert said.code == 0
        assert "BROKEN" in said.out
        assert "division by zero" in said.out
        assert "eager_python" in said.out
    finally:
        path.unlink()


def test_bench_gives_rates_and_what_a_decision_costs(simcards, monkeypatch):
    monkeypatch.setattr("simcards.experiments.bench.candidates", lambda _: ["eager", "eager_array", "eager_python"])
    said = simcards("bench", "canadian_smear", "--time", "0.02", "--json")
    found = json.loads(said.out)
    assert [(rate["strategy"], rate["kind"]) for rate in found["rates"]] == [
        ("eager", "scalar"),
        ("eager_array", "array"),
        ("eager_python", "python"),
    ]
    assert all(rate["one"] > 100 for rate in found["rates"])
    assert {cost["decision"] for cost in found["decisions"]} == {"bid", "name_trump", "play"}
    assert all(cost["nanoseconds"] > 0 for cost in found["decisions"])
    assert "eager_array" in simcards("bench", "canadian_smear", "--time", "0.02").out


def test_doctor_tells_versions_cache_and_where_strategies_are(simcards, monkeypatch):
    first = {"game": "canadian_smear", "strategy": "basic", "seconds": 1.5, "problem": None}
    monkeypatch.setattr("simcards.experiments.checkup.games", lambda: {"canadian_smear": None})
    monkeypatch.setattr("simcards.experiments.checkup.first_run", lambda _: first)
    said = simcards("doctor")
    assert said.code == 0
    for text in ("numba", "processor", "pdep", "cache", "canadian_smear, workspace: ", "1.5 s to compile"):
        assert text in said.out
    found = json.loads(simcards("doctor", "--json").out)
    assert found["cache"]["files"] >= 0
    assert found["first_run"] == [first]


def test_doctor_times_a_first_run_and_fails_when_it_fails(simcards, monkeypatch):
    from simcards.experiments.checkup import first_run

    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # quick: nothing is compiled
    found = first_run("canadian_smear")
    assert (found["strategy"], found["problem"]) == ("basic", None)
    assert found["seconds"] > 0
    failed = found | {"seconds": None, "problem": "it broke"}
    monkeypatch.setattr("simcards.experiments.checkup.games", lambda: {"canadian_smear": None})
    monkeypatch.setattr("simcards.experiments.checkup.first_run", lambda _: failed)
    said = simcards("doctor")
    assert said.code == 1
    assert "it broke" in said.out
    assert simcards("doctor", "--json").code == 1
