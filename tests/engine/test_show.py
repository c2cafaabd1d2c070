"""Deals shown to a person: what stands on the paper, decisions with their views, and answers that are not legal."""

import itertools

import pytest

from simcards.engine import records, show
from simcards.engine.deciders import Decider
from simcards.engine.start import single_deal
from simcards.errors import RecordError, StrategyError
from simcards.games.game import find_game
from simcards.strategy import lowest
from tests.engine.tables import GAMES, RULE_SETS, random_player, watched

every_game = pytest.mark.parametrize("game", GAMES)


def some_records(game, rule_set=0, texts=("at_random",), deals=30):
    """Some records under a rule set."""
    table = watched(game, RULE_SETS[game][rule_set])
    return list(records.write(table.game, table.rules, list(texts), table, 4, 0, deals))


def shown(game, rules=None, seed=4, deal=2, **functions):
    """What `show_views` writes, and what it returns, for players with some functions of their own."""
    found = find_game(game)
    player = random_player(found) | {
        decision: Decider(decision, function, "python", "mine.py") for decision, function in functions.items()
    }
    texts = []
    record = show.show_views(
        found, found.book.rules(rules or {}), [player], ["mine.py"], single_deal(found, seed, deal), texts.append
    )
    return "\n".join(texts), record


@every_game
@pytest.mark.parametrize("rule_set", range(4))
def test_no_line_is_wider_than_eighty_columns(game, rule_set):
    long = "strategies/a_folder/of_a_strategy_with_a_long_name.py:first=1,second=2.5+play=another:third=3+name_trump=x"
    for record in some_records(game, rule_set, (long, "basic", long * 2)):
        texts = [show.show_record(record)]
        show.show_record_views(record, texts.append)
        for line in itertools.chain(*(text.splitlines() for text in texts)):
            assert len(line) <= 80
            assert line == line.rstrip()


@every_game
def test_paper_tells_game_deal_dealer_strategies_hands_auction_contract_tricks_and_score(game):
    record = next(r for r in some_records(game, texts=("one", "two")) if r["contract"])
    text = show.show_record(record)
    lines = text.splitlines()
    assert lines[0] == f"{find_game(game).title}: seed 4, deal {record['deal']}; seat {record['dealer']} deals"
    assert "Side 0, seats 0 and 2: one" in lines
    assert "Side 1, seats 1 and 3: two" in lines
    assert "Rules:" not in text
    declarer, bid = record["contract"]["declarer"], record["contract"]["bid"]
    assert f"Contract: seat {declarer} (side {declarer % 2}) plays for {bid}, " in text
    assert text.count("*") == 6
    first = lines[next(k for k, line in enumerate(lines) if line.startswith("Trick ")) + 1]
    assert first.split()[1].rstrip("*") == record["tricks"][0]["plays"][0][1]
    assert first.endswith(f"seat {record['tricks'][0]['winner']}, side {record['tricks'][0]['winner'] % 2}")
    assert f"and {'made it' if record['made'] else 'was set'}" in text


def test_partners_with_different_strategies_have_a_line_each_and_changed_rules_are_named():
    text = show.show_record(some_records("canadian_smear", 2, ("a", "b", "c", "b"))[0])
    assert "Side 0, seat 0: a\nSide 1, seats 1 and 3: b\nSide 0, seat 2: c" in text
    assert "Rules: target=11, follow=strict, low_to=winner, game_tie=defenders," in text


def test_a_deal_of_a_match_shows_where_it_stands_and_how_the_match_stands_after_it():
    record = some_records("hasenpfeffer")[0]
    after = [before + score for before, score in zip((8, 3), record["score"], strict=True)]
    record |= {"match": {"match": 5, "number": 7}, "deal": None, "scores_before": [8, 3], "scores_after": after}
    text = show.show_record(record)
    assert "seed 4, match 5, deal 7 of it" in text
    assert f"Match: side 0: {after[0]}, side 1: {after[1]}" in text
    assert "Side 1 wins the match." in show.show_record(record | {"match_winner": 1})
    assert "The match is drawn." in show.show_record(record | {"match_winner": "draw"})


# ---- decisions -------------------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("rule_set", range(4))
def test_the_deal_played_for_its_views_is_the_one_that_is_recorded(game, rule_set):
    rules = RULE_SETS[game][rule_set]
    for record in some_records(game, rule_set, ("mine.py",), 8):
        text, played = shown(game, rules, deal=record["deal"])
        assert played == record
        again = []
        show.show_record_views(record, again.append)
        assert "\n".join(again).replace("(mine.py)", "(at_random)") == text.replace("(mine.py)", "(at_random)")


def test_a_view_names_fields_cards_seats_calls_and_suits_in_words():
    text, record = shown("hasenpfeffer", deal=3)
    bids = text.split("\n\n")
    assert bids[0].startswith(
        "1. bid, seat 0 (at_random)\n   me = seat 0, left = seat 1, partner = seat 2, right = seat 3"
    )
    assert f"hand: {' '.join(record['hands'][0])}" in bids[0]
    assert "trump not named" in bids[0]
    assert "calls none none none none" in bids[0]
    assert "legal: pass, 1, 2, 3, 4, 5, 6" in bids[0]
    assert "high_bidder nobody" in bids[0]
    lead = next(block for block in bids if "play, trick 1" in block)
    assert "led none" in lead
    assert f"answer: {record['tricks'][0]['plays'][0][1]}" in lead
    last = bids[-2] if not bids[-1].strip() else bids[-1]
    for word in ("played: me", "taken: us", "unseen:", "voids", "best_seat", "trick_no 5", "random"):
        assert word in last


def test_what_a_strategy_prints_stands_between_its_view_and_its_answer(capsys):
    def loud(v):
        print("hello from the strategy")  # noqa: T201  # as one does when looking for a mistake
        return lowest(v.legal)

    found = find_game("canadian_smear")
    player = random_player(found) | {"play": Decider("play", loud, "scalar", "mine.py")}
    show.show_views(found, found.book.rules(), [player], ["mine.py"], single_deal(found, 4, 2), print)
    lines = capsys.readouterr().out.splitlines()
    place = lines.index("hello from the strategy")
    assert lines[place - 1].startswith("   legal: ")
    assert lines[place + 1].startswith("   answer: ")


WRONG = [
    (lambda _v: 99, "answer: 99, which is not legal", "returned 99"),
    (lambda _v: -1, "answer: -1, which is not legal", "returned -1"),
    (lambda _v: 10**30, "which is not legal", "returned 1000000000"),
    (lambda _v: None, "answer: None (of type NoneType), which is not legal", "returned None"),
    (lambda _v: 1.0, "answer: 1.0 (of type float), which is not legal", "returned 1.0"),
    (lambda _v: True, "answer: True (of type bool), which is not legal", "returned True"),
    (lambda v: 1 // (v.hand - v.hand), "answer: none, it raised ZeroDivisionError", "raised ZeroDivisionError"),
    (lambda v: v.nothing, "answer: none, it raised AttributeError", "raised AttributeError"),
]


@pytest.mark.parametrize("decision", ["bid", "name_trump", "play"])
@pytest.mark.parametrize(("function", "answer", "error"), WRONG)
def test_a_wrong_answer_or_an_exception_is_shown_with_its_view_and_then_reported(decision, function, answer, error):
    found = find_game("hasenpfeffer")
    player = random_player(found) | {decision: Decider(decision, function, "python", "mine.py")}
    texts = []
    with pytest.raises(StrategyError) as caught:
        show.show_views(found, found.book.rules(), [player], ["mine.py"], single_deal(found, 4, 2), texts.append)
    text, message = "\n".join(texts), str(caught.value)
    assert texts[-1].strip().startswith(answer.partition(",")[0]) or answer in text
    assert texts[-2].strip().startswith("legal: ")
    assert f"mine.py: {decision} of seat " in message
    assert error in message
    assert "hasenpfeffer, seed 4, deal 2; legal: " in message
    assert "\n" not in message


def test_an_illegal_card_is_named():
    def from_the_pack(v):
        return lowest(v.unseen)

    found = find_game("canadian_smear")
    player = random_player(found) | {"play": Decider("play", from_the_pack, "python", "mine.py")}
    texts = []
    with pytest.raises(StrategyError):
        show.show_views(found, found.book.rules(), [player], ["mine.py"], single_deal(found, 4, 2), texts.append)
    rank = texts[-1].partition("(")[2].partition(")")[0]
    assert rank[-1] in "CDHS"


def test_a_record_that_breaks_the_rules_is_not_shown_as_decisions():
    record = next(r for r in some_records("canadian_smear") if r["contract"])
    with pytest.raises(RecordError, match=r"deals\.jsonl line 2: seat . is to call"):
        show.show_record_views(record | {"auction": []}, lambda _text: None, "deals.jsonl line 2")
