"""`simcards advise`, and `simcards show --hand`, which shows one of the deals that a question was asked about."""

import json
import re

import pytest

HAND = "AS JS 2S KH QH 3C"
SMEAR = ("canadian_smear", HAND)


def advised(simcards, game, decision, hand, *more):
    said = simcards("advise", game, decision, hand, "--deals", "2000", "--jobs", "1", "--json", "--quiet", *more)
    assert said.code == 0, said.err
    return json.loads(said.out)


def names(found):
    return [row["answer"] for row in found["tables"]["answers"]]


def test_the_trump_to_name_is_one_of_the_suits_held_in_smear(simcards):
    found = advised(simcards, "canadian_smear", "trump", HAND, "--bid", "3", "--order", "3")
    assert names(found) == ["clubs", "hearts", "spades"]
    assert (found["best"], found["may_be_best"]) == ("spades", ["spades"])


def test_every_suit_may_be_named_where_the_rules_allow_it(simcards):
    found = advised(simcards, "hasenpfeffer", "trump", "JK JS JC AS KS QS", "--bid", "6")
    assert names(found) == ["clubs", "diamonds", "hearts", "spades"]
    spades = found["tables"]["answers"][-1]
    assert (spades["make_rate"], spades["made"], spades["contracts"]) == (1.0, found["deals"], found["deals"])


def test_the_first_lead_is_a_trump_in_smear(simcards):
    found = advised(simcards, "canadian_smear", "lead", HAND, "--bid", "3", "--trump", "S")
    assert names(found) == ["AS", "JS", "2S"]


def test_any_card_may_be_led_in_hasenpfeffer_and_cards_of_x_are_not_advised_on(simcards):
    found = advised(simcards, "hasenpfeffer", "lead", "JK JS JC AH x x", "--bid", "4", "--trump", "S")
    assert names(found) == ["JK", "JS", "JC", "AH"]


def test_all_discards_are_compared_when_the_kitty_is_known(simcards):
    hand = "BJ LJ JS JC AS AH 9D 7C"
    found = advised(simcards, "charlemagne", "discard", hand, "--bid", "6", "--kitty", "KS 7D")
    assert len(names(found)) == 10 * 9 // 2
    assert {card for name in names(found) for card in name.split()} == {*hand.split(), "KS", "7D"}
    worst = min(found["tables"]["answers"], key=lambda row: row["margin"])
    assert set(worst["answer"].split()) <= {"BJ", "LJ", "JS", "JC"}


def test_the_defender_on_the_left_leads_against_a_bid_in_tricks(simcards):
    found = advised(
        simcards, "charlemagne", "lead", "AH KH AS 9D 7C 8C 9C 7H", "--auction", "5 pass pass pass", "--trump", "D"
    )
    assert (found["order"], found["contract"]) == ("second to speak", "5 by the eldest")
    assert len(names(found)) == 8


def test_the_kitty_or_a_card_of_the_partner(simcards):
    found = advised(simcards, "charlemagne", "choose", "BJ LJ JS AH KH AS JC 10S", "--bid", "gros_charlemagne")
    assert names(found) == ["the kitty", "a card of the partner"]


def test_trumps_may_be_given_or_kept_in_king_pedro(simcards):
    hand = "3S 4S JH 5H 9H AH 3D 4D 2C"
    more = ("--auction", "pass 31 pass pass", "--order", "dealer", "--trump", "S", "--where", "spades = 2")
    said = simcards("advise", "king_pedro", "give", hand, "--json", "--quiet", "--deals", "60000", "--jobs", "1", *more)
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert names(found) == ["nothing", "all trumps"]
    assert found["deals"] > 0


def test_trumps_that_count_are_kept_in_king_pedro(simcards):
    found = advised(
        simcards, "king_pedro", "discard", "AS KS JS 5S 9S AH 3D 4D 2C", "--bid", "40", "--trump", "S",
        "--second", "QS 8S 7S 3C",
    )  # fmt: skip
    # Eight trumps are held, two of which have to go with the five plain cards: of those that count nothing.
    assert all({"3C", "2C", "AH", "4D", "3D"} <= set(name.split()) for name in names(found))
    assert {card for name in names(found) for card in name.split()} & {"AS", "KS", "JS", "5S", "9S"} == set()


def test_the_text_fits_the_screen_and_says_what_to_do(simcards):
    said = simcards("advise", "canadian_smear", "lead", HAND, "--bid", "3", "--trump", "S", "--deals", "2000")
    assert said.code == 0
    assert max(map(len, said.out.splitlines())) <= 80
    assert "spades" in said.out
    assert re.search(r"(AS|JS|2S)", said.out.splitlines()[-1])


def told(simcards, *arguments):
    said = simcards("advise", *arguments, "--quiet")
    assert said.code == 0, said.err
    assert max(map(len, said.out.splitlines())) <= 80
    return said.out


@pytest.mark.parametrize("deals", ["50", "600"])
def test_many_discards_fit_the_screen_and_the_verdict_names_some(simcards, deals):
    hand, more = "BJ LJ JS JC AS AH 9D 7C", ("--bid", "6", "--kitty", "KS 7D", "--deals", deals)
    verdict = " ".join(told(simcards, "charlemagne", "discard", hand, *more).rpartition("\n\n")[2].split())
    assert re.match(r"Discard (\w+ \w+, ){7}\w+ \w+ … and \d+ more: ", verdict)
    assert len(verdict) < 400


def test_answers_of_many_cards_fit_the_screen_and_are_told_whole(simcards):
    hand, more = "AS KS JS 5S 9S AH 3D 4D 2C", ("--bid", "40", "--trump", "S", "--second", "QS 8S 7S 3C")
    text = told(simcards, "king_pedro", "discard", hand, *more, "--deals", "300")
    assert "\n8S 7S 3C 2C AH 4D 3D *" in text


def test_what_is_not_compared_is_not_said_to_be_illegal(simcards):
    more = ("--bid", "4", "--trump", "S", "--deals", "2000")
    one = told(simcards, "hasenpfeffer", "lead", "JK x x x x x", *more)
    assert one.endswith("Play JK: of the cards you named no other may be led in every deal.\n")
    assert "Only cards" not in one
    two = told(simcards, "hasenpfeffer", "lead", "JK JS x x x x", *more)
    assert "\nOnly cards that you named are compared.\n" in two
    assert "Only cards" not in told(simcards, "hasenpfeffer", "lead", "JK JS JC AS KS QS", *more)


def test_an_only_answer_is_said_to_be_one(simcards):
    text = told(simcards, "canadian_smear", "lead", "AS KH QH 3C 4C 5D", "--bid", "2", "--trump", "S", "--deals", "500")
    assert text.endswith("Play AS: there is no other legal answer.\n")


@pytest.mark.parametrize(
    ("arguments", "said_so"),
    [
        (("canadian_smear", "lead", HAND), "--bid"),
        (("canadian_smear", "lead", HAND, "--bid", "3"), "--trump"),
        (("canadian_smear", "trump", HAND, "--bid", "3", "--trump", "S"), "leave out --trump"),
        (("canadian_smear", "lead", HAND, "--bid", "3", "--auction", "3"), "--bid"),
        (("canadian_smear", "discard", HAND, "--bid", "3"), "it has trump, lead"),
        (("canadian_smear", "leed", HAND, "--bid", "3"), "lead"),
        (("canadian_smear", "lead", HAND, "--bid", "7", "--trump", "S"), "no call '7'"),
        (("canadian_smear", "lead", HAND, "--bid", "3", "--trump", "X"), "'X'"),
        (("canadian_smear", "trump", HAND, "--auction", "pass pass pass pass"), "there is no declarer"),
        (("canadian_smear", "trump", HAND, "--auction", "2 pass", "--order", "2"), "eldest"),
        (("canadian_smear", "trump", HAND, "--auction", "3 2 pass pass"), "'2' of the second to speak is illegal"),
        (("canadian_smear", "trump", HAND, "--bid", "3", "--kitty", "KS"), "leave out --kitty"),
        (("charlemagne", "discard", "BJ LJ JS JC AS AH 9D 7C", "--bid", "6", "--kitty", "KS"), "it must have 2"),
        (("charlemagne", "discard", "BJ LJ JS JC AS AH 9D 7C", "--bid", "6", "--kitty", "KS AS"), "AS"),
        (("charlemagne", "lead", "BJ LJ JS JC AS AH 9D 7C", "--bid", "mulot", "--trump", "S"), "has no trump suit"),
        (("hasenpfeffer", "trump", "JS JC AS KS QS 9D", "--auction", "pass pass pass pass"), "--order"),
        (("hasenpfeffer", "trump", "JS JC AS KS QS 9D", "--auction", "pass pass pass pass", "--order", "2"), "JK"),
        (("king_pedro", "discard", "AS KS JS 5S 9S AH 3D 4D 2C", "--bid", "40", "--trump", "S"), "--second"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_line(simcards, arguments, said_so):
    said = simcards("advise", *arguments, "--deals", "2000", "--jobs", "1", "--quiet")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("simcards: ")
    assert said.err.count("\n") == 1
    assert said_so in said.err


# ---- show --hand -----------------------------------------------------------------------------------------------------


def test_a_deal_asked_about_can_be_shown(simcards):
    said = simcards(
        "show", "canadian_smear", "basic", "--hand", "AS JS 2S r r r", "--order", "3", "--auction", "pass pass 3",
        "--deal", "7", "--json",
    )  # fmt: skip
    assert said.code == 0, said.err
    record = json.loads(said.out)
    assert {"AS", "JS", "2S"} <= set(record["hands"][2])
    assert record["auction"][:3] == [[0, "pass"], [1, "pass"], [2, "3"]]
    assert (record["dealer"], record["deal"]) == (3, 7)


def test_with_rest_pass_the_contract_stands(simcards):
    said = simcards(
        "show", "hasenpfeffer", "basic", "--hand", "JK JS x x x x", "--auction", "2", "--rest-pass", "--trump", "D",
        "--scores", "3-4", "--json",
    )  # fmt: skip
    assert said.code == 0, said.err
    record = json.loads(said.out)
    assert record["contract"] == {"declarer": 0, "bid": "2", "trump": "D"}
    assert record["scores_before"] == [4, 3]


@pytest.mark.parametrize(
    ("arguments", "said_so"),
    [
        (("--order", "3"), "--order 3"),
        (("--rest-pass",), "--hand"),
        (("--hand", "AS AS x x x x"), "AS"),
        (("--hand", "AS x x x x x", "--match", "1"), "--match 1"),
        (("--hand", "AS x x x x x", "--auction", "pass 1"), "illegal"),
    ],
)
def test_what_cannot_be_shown_is_one_line(simcards, arguments, said_so):
    said = simcards("show", "canadian_smear", "basic", *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1
    assert said_so in said.err
