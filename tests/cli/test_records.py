"""`simcards records` and `simcards show`."""

import json

import pytest

SMEAR = "canadian_smear"


@pytest.fixture
def file(simcards, tmp_path):
    path = tmp_path / "deals.jsonl"
    assert simcards("records", SMEAR, "eager", "basic", "--deals", "20", "--seed", "3", "-o", path).code == 0
    return path


def test_records_are_one_a_line_in_order(file):
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [record["deal"] for record in records] == list(range(20))
    assert all(record["format"] == "simcards-deal/1" and record["seed"] == 3 for record in records)
    assert records[0]["strategies"] == ["eager", "basic", "eager", "basic"]


def test_standard_output_holds_the_same_records(simcards, file):
    said = simcards("records", SMEAR, "eager", "basic", "--deals", "20", "--seed", "3", "-o", "-")
    assert said.out == file.read_text(encoding="utf-8")


def test_a_reader_that_goes_away_ends_it_quietly(process):
    one = process("records", SMEAR, "eager", "--deals", "1e6", "-o", "-")
    assert json.loads(one.stdout.readline())["deal"] == 0
    one.stdout.close()
    err = one.stderr.read()
    assert one.wait(timeout=60) == 0
    assert err.replace("compiling … (first run only)\n", "") == ""


def test_a_file_that_is_there_is_not_written_over(simcards, file):
    before = file.read_text(encoding="utf-8")
    said = simcards("records", SMEAR, "eager", "--deals", "5", "-o", file)
    assert said.code == 2
    assert "it is there already" in said.err
    assert file.read_text(encoding="utf-8") == before


def test_a_file_that_cannot_be_written_is_named(simcards, tmp_path):
    said = simcards("records", SMEAR, "eager", "--deals", "5", "-o", tmp_path / "no" / "where")
    assert said.code == 2
    assert "cannot be written" in said.err


def test_a_failing_strategy_leaves_no_file(simcards, tmp_path):
    said = simcards("records", SMEAR, "wrong", "--deals", "1e6", "-o", tmp_path / "deals.jsonl")
    assert said.code == 1
    assert not list(tmp_path.iterdir())


def test_a_deal_looks_the_same_from_its_seed_and_from_its_record(simcards, file):
    played = simcards("show", SMEAR, "eager", "basic", "--seed", "3", "--deal", "7")
    read = simcards("show", "--record", file, "--line", "8")
    assert played.code == read.code == 0
    assert played.out == read.out
    assert max(len(line) for line in played.out.splitlines()) <= 80


def test_views_show_every_decision(simcards, file):
    for arguments in ([SMEAR, "eager", "basic", "--seed", "3", "--deal", "7"], ["--record", file, "--line", "8"]):
        plain = simcards("show", *arguments).out
        said = simcards("show", *arguments, "--views")
        assert said.code == 0
        assert said.out.endswith(plain)
        assert said.out.count("legal") >= 4


def test_json_is_the_record(simcards, file):
    said = simcards("show", SMEAR, "eager", "basic", "--seed", "3", "--deal", "7", "--json", "--views")
    assert json.loads(said.out) == json.loads(file.read_text(encoding="utf-8").splitlines()[7])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[: len(text) // 2], "line 1"),
        (lambda text: text.replace("simcards-deal/1", "simcards-deal/9"), "simcards-deal/9"),
        (lambda text: text.replace('"deal": 0', '"deal": "x"'), "deal"),
        (lambda _: "\n", "line 1"),
    ],
)
def test_a_record_that_is_not_right_is_one_line(simcards, file, change, said):
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text(change(lines[0]) + "\n", encoding="utf-8")
    result = simcards("show", "--record", file)
    assert (result.code, result.out) == (1, "")
    assert said in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--line", "21"], 1, "no line 21"),
        (["--line", "0"], 2, "--line 0"),
        ([SMEAR], 2, "not both"),
    ],
)
def test_a_line_that_is_not_there_is_named(simcards, file, arguments, code, said):
    result = simcards("show", "--record", file, *arguments)
    assert result.code == code
    assert said in result.err


def test_show_without_anything_says_what_it_needs(simcards):
    assert simcards("show").code == 2
    assert "--record FILE" in simcards("show", SMEAR).err
    assert "cannot be read" in simcards("show", "--record", "nowhere.jsonl").err
