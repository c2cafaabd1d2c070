"""Rules made of texts and files: what wins over what."""

import pytest

from simcards.errors import UsageError
from simcards.games.game import find_game


def parse(game, *texts, file=None):
    return find_game(game).book.parse(texts, file)


def written(tmp_path, content):
    file = tmp_path / "house.toml"
    file.write_text(content, encoding="utf-8")
    return file


def test_what_is_given_by_hand_wins_over_the_file(tmp_path):
    file = written(tmp_path, 'target = 11\nfollow = "strict"\n[values]\nA = 5\nK = 6')
    rules = parse("canadian_smear", "target=9", "values.A=4", file=file)
    assert (rules["target"], rules["follow"]) == (9, "strict")
    assert rules.changes["values"] == {"K": 6}


def test_a_file_may_hold_one_bound_and_the_hand_the_other(tmp_path):
    rules = parse("king_pedro", "bid_min=10", file=written(tmp_path, "bid_max = 20"))
    assert (rules["bid_min"], rules["bid_max"]) == (10, 20)


def test_an_option_given_by_its_own_key_wins_over_a_preset_wherever_it_stands(tmp_path):
    for content in ('low = "two_only"\npreset = "all_fours"', 'preset = "all_fours"\nlow = "two_only"'):
        rules = parse("canadian_smear", file=written(tmp_path, content))
        assert (rules["high"], rules["low"]) == ("highest_in_play", "two_only")
    rules = parse("canadian_smear", "low=two_only", "preset=all_fours")
    assert (rules["high"], rules["low"]) == ("highest_in_play", "two_only")
    rules = parse("canadian_smear", "preset=all_fours", file=written(tmp_path, 'low = "two_only"'))
    assert rules["low"] == "lowest_in_play"


def test_the_same_value_twice_is_no_contradiction():
    assert parse("canadian_smear", "target=11", "target = 11")["target"] == 11


def test_every_default_is_a_value_that_its_option_takes():
    from simcards.games.game import games

    for game in games().values():
        for option in game.book.options:
            assert option.value(option.default_text, "test") == option.default, (game.name, option.key)


def test_rules_are_changed_further_entry_by_entry():
    book = find_game("charlemagne").book
    rules = book.rules({"target": 50, "values": {"made": {"5": 6}}})
    both = book.parse_changes(rules, ("values.made.6=9", "fail=both"), "--versus-rule")
    assert (both["target"], both["fail"]) == (50, "both")
    assert both.changes["values"] == {"made.5": 6, "made.6": 9}
    back = book.parse_changes(rules, ("values.made.5=5", "target=32"), "--versus-rule")
    assert back.codes == book.rules({}).codes
    with pytest.raises(UsageError, match=r"^--versus-rule"):
        book.parse_changes(rules, ("targt=7",), "--versus-rule")
