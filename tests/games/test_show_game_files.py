"""`simcards show` with a game given by its file: a deal by its number, of a match, and from a record."""

import json
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TEXTS = ("random", "basic")


@pytest.mark.parametrize("game", ["bid_euchre.py", "pub_smear.py"])
def test_a_deal_looks_the_same_by_its_number_and_from_its_record(simcards, tmp_path, game):
    deal = simcards("show", game, *TEXTS, "--deal", "3", "--seed", "7")
    assert deal.code == 0, deal.err
    assert deal.out.startswith(("Bid Euchre: seed 7, deal 3", "Pub Smear: seed 7, deal 3"))
    record = simcards("show", game, *TEXTS, "--deal", "3", "--seed", "7", "--json").out
    assert json.loads(record)["game"] == game.removesuffix(".py")
    file = tmp_path / "deal.jsonl"
    file.write_text(record, encoding="utf-8")
    assert simcards("show", game, "--record", file).out == deal.out
    assert simcards("show", game, "--record", file, "--views").code == 0
    assert "--views" not in simcards("show", game, *TEXTS, "--views").out


def test_a_record_of_a_game_file_needs_the_game(simcards, tmp_path):
    file = tmp_path / "deal.jsonl"
    file.write_text(simcards("show", "bid_euchre.py", *TEXTS, "--json").out, encoding="utf-8")
    for arguments in ([], ["pub_smear.py"]):
        said = simcards("show", *arguments, "--record", file)
        assert (said.code, said.out) == (1, "")
        assert 'no game "bid_euchre"' in said.err
    for arguments in (["bid_euchre.py", "random"], ["hasenpfeffer"]):
        said = simcards("show", *arguments, "--record", file)
        assert (said.code, said.out) == (2, "")
        assert "give either GAME and STRATEGY, or --record FILE; not both" in said.err
