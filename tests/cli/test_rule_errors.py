"""Wrong rule options: each is one clear line on standard error and exit code 2, by `--rule` and by `--rules`."""

import pytest

CASES = [
    # a value that the option cannot have
    ("canadian_smear", ["target=0"], "rule 'target' cannot be '0'; allowed: any whole number from 1 on"),
    ("king_pedro", ["target=-262"], "rule 'target' cannot be '-262'; allowed: any whole number from 1 on"),
    ("hasenpfeffer", ["target=ten"], "rule 'target' cannot be 'ten'; allowed: any whole number from 1 on"),
    ("hasenpfeffer", ["target="], "rule 'target' cannot be ''; allowed: any whole number from 1 on"),
    ("hasenpfeffer", ["max_hands=0"], "rule 'max_hands' cannot be '0'; allowed: any whole number from 1 on"),
    ("charlemagne", ["target=1099511627777"], "cannot be '1099511627777'; the largest allowed is 1099511627776"),
    ("canadian_smear", ["bid_min=5"], "rule 'bid_min' cannot be '5'; allowed: 1 … 4"),
    ("charlemagne", ["bid_min=9"], "rule 'bid_min' cannot be '9'; allowed: 1 … 8"),
    ("king_pedro", ["bid_max=63"], "rule 'bid_max' cannot be '63'; allowed: 1 … 62"),
    ("cutthroat_pitch", ["players=9"], "rule 'players' cannot be '9'; allowed: 2 … 8"),
    ("cutthroat_pitch", ["players=1"], "rule 'players' cannot be '1'; allowed: 2 … 8"),
    ("king_pedro", ["gift=yes"], "rule 'gift' cannot be 'yes'; allowed: true | false"),
    ("canadian_smear", ["high=ace"], "did you mean 'ace_only'? (allowed: ace_only | highest_in_play)"),
    ("canadian_smear", ["follow=7"], "rule 'follow' cannot be '7'; choose one of: follow_or_trump, strict"),
    ("canadian_smear", ["all_pass=joker_forced"], "(allowed: redeal_next | redeal_same | dealer_forced)"),
    ("canadian_smear", ["preset=pitch"], "no preset 'pitch' in canadian_smear; choose one of: all_fours"),
    # the table of values
    ("canadian_smear", ["values.A=-1"], "values.A cannot be '-1'; allowed: 0 … 1099511627776"),
    ("king_pedro", ["values.off5=five"], "values.off5 cannot be 'five'; allowed: 0 … 1099511627776"),
    ("charlemagne", ["values.made.mulot=1.5"], "values.made.mulot cannot be '1.5'; allowed: 0 … 1099511627776"),
    ("king_pedro", ["values.A=" + "9" * 5000], "values.A cannot be '999"),
    ("cutthroat_pitch", ["values.1=1"], "values has no entry '1'; "),
    ("charlemagne", ["values=3"], "values is a table, not '3'; write values.made.1=1, or a [values] section in a file"),
    # options that contradict each other
    ("king_pedro", ["bid_min=50", "bid_max=40"], "bid_min 50 is above bid_max 40; change one of them"),
    ("king_pedro", ["bid_max=20"], "bid_min 30 is above bid_max 20; change one of them"),
    ("canadian_smear", ["target=5", "target=6"], "'target' is given as '5' and as '6'; give it once"),
    ("canadian_smear", ["values.A=5", "values.A=6"], "'values.A' is given as '5' and as '6'; give it once"),
    # keys that the game does not have
    ("canadian_smear", ["trget=5"], "canadian_smear has no rule 'trget'; did you mean 'target'?"),
    ("canadian_smear", ["bowers=true"], "bowers is a rule of hasenpfeffer; see simcards rules canadian_smear"),
    ("hasenpfeffer", ["players=3"], "hasenpfeffer has no rule 'players'; players is a rule of cutthroat_pitch; "),
    ("canadian_smear", ["bid_max=3"], "canadian_smear has no rule 'bid_max'; bid_max is a rule of king_pedro; "),
    ("cutthroat_pitch", ["bid_min=3"], "bid_min is a rule of canadian_smear, charlemagne, hasenpfeffer, king_pedro; "),
    ("hasenpfeffer", ["values.A=3"], "hasenpfeffer has no rule 'values.A'; values is a rule of canadian_smear, "),
    ("king_pedro", ["preset=all_fours"], "king_pedro has no rule 'preset'; preset is a rule of canadian_smear; "),
    ("king_pedro", ["gift"], "--rule 'gift' is not KEY=VALUE; e.g. --rule target=11"),
]


@pytest.mark.parametrize(("game", "texts", "expected"), CASES, ids=[" ".join(texts)[:40] for _, texts, _ in CASES])
def test_a_wrong_rule_is_one_line_and_exit_code_2(simcards, game, texts, expected):
    options = [word for text in texts for word in ("--rule", text)]
    said = simcards("simulate", game, "basic", *options)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("simcards: --rule")
    assert expected in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "content", "expected"),
    [
        ("king_pedro", "bid_min = 50\nbid_max = 40", "bid_min 50 is above bid_max 40; change one of them"),
        ("cutthroat_pitch", "players = 9", "rule 'players' cannot be 9; allowed: 2 … 8"),
        ("king_pedro", "players = 4", "king_pedro has no rule 'players'; players is a rule of cutthroat_pitch; "),
        ("canadian_smear", "target = 0", "rule 'target' cannot be 0; allowed: any whole number from 1 on"),
        ("canadian_smear", "target = 11.0", "rule 'target' cannot be 11.0; allowed: any whole number from 1 on"),
        ("canadian_smear", "target = true", "rule 'target' cannot be True; allowed: any whole number from 1 on"),
        ("canadian_smear", "[values]\nA = -1", "values.A cannot be -1; allowed: 0 … 1099511627776"),
        ("canadian_smear", "values = 3", "values is a table, not 3; write values.A=4, or a [values] section in a file"),
        ("hasenpfeffer", "[values]\nA = 1", "hasenpfeffer has no rule 'values'; values is a rule of canadian_smear, "),
        ("canadian_smear", 'preset = ["all_fours"]', "no preset ['all_fours'] in canadian_smear; did you"),
        ("canadian_smear", "target = " + "9" * 5000, "is not TOML: "),
    ],
)
def test_a_wrong_rules_file_is_named_in_one_line_and_exit_code_2(simcards, tmp_path, game, content, expected):
    file = tmp_path / "house.toml"
    file.write_text(content, encoding="utf-8")
    said = simcards("simulate", game, "basic", "--rules", file)
    assert said.code == 2
    assert said.out == ""
    assert str(file) in said.err
    assert expected in said.err
    assert said.err.count("\n") == 1
