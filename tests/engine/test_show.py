"""Deals shown to a person: what stands on the paper, decisions with their views, and answers that are not legal."""

import itertools
import re

import pytest

from simcards.engine import records, show
from simcards.engine.deciders import Decider
from simcards.engine.start import single_deal
from simcards.errors import RecordError, StrategyError
from simcards.games.game import find_game
from simcards.strategy import lowest, nth
from tests.engine.tables import GAMES, RULE_SETS, random_player, watched

every_game = pytest.mark.parametrize("game", GAMES)


def some_records(game, rule_set=0, texts=("at_random",), deals=30):
    """Some records under a rule set."""
    table = watched(game, RULE_SETS[game][rule_set])
    return list(records.write(table.game, table.rules, list(texts), table, 4, 0, deals))


def shown(game, rules=None, seed=4, deal=2, **functions):
    """What `show_views` writes, and what it returns, for players with some functions of their own."""
    in_force = find_game(game).book.rules(rules or {})
    found = find_game(game).under(in_force)
    player = random_player(found) | {
        decision: Decider(decision, function, "python", "mine.py") for decision, function in functions.items()
    }
    texts = []
    start = single_deal(found, seed, deal)
    record = show.show_views(found, in_force, [player], ["mine.py"], start, texts.append)
    return "\n".join(texts), record


@every_game
@pytest.mark.parametrize("rule_set", [0, 2, *(pytest.param(k, marks=pytest.mark.prove) for k in (1, 3))])
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
    sides = find_game(game).sides
    for side, seats, one in (
        [(0, "seats 0 and 2", "one"), (1, "seats 1 and 3", "two")]
        if sides == 2
        else [(seat, f"seat {seat}", ("one", "two")[seat % 2]) for seat in range(sides)]
    ):
        assert f"Side {side}, {seats}: {one}" in lines
    assert "Rules:" not in text
    declarer, bid = record["contract"]["declarer"], record["contract"]["bid"]
    assert f"Contract: seat {declarer} (side {declarer % sides}) plays for {bid}, " in text
    assert text.count("*") == len(record["tricks"])
    first = lines[next(k for k, line in enumerate(lines) if line.startswith("Trick ")) + 1]
    assert first.split()[1].rstrip("*") == record["tricks"][0]["plays"][0][1]
    assert first.endswith(f"seat {record['tricks'][0]['winner']}, side {record['tricks'][0]['winner'] % sides}")
    assert f"and {'made it' if record['made'] else 'was set'}" in text


def test_partners_with_different_strategies_have_a_line_each_and_changed_rules_are_named():
    text = show.show_record(some_records("canadian_smear", 2, ("a", "b", "c", "b"))[0])
    assert "Side 0, seat 0: a\nSide 1, seats 1 and 3: b\nSide 0, seat 2: c" in text
    assert "Rules: target=11, follow=strict, low_to=winner, game_tie=defenders," in text


@pytest.mark.parametrize("game", ["charlemagne", "king_pedro"])
def test_paper_tells_in_order_what_was_taken_given_and_laid_away(game):
    seen = set()
    for record in some_records(game):
        lines = " ".join(show.show_record(record).split())
        place = 0
        for entry in record["exchange"]:
            seen.add(entry["action"])
            does = {
                "take_kitty": "takes the kitty",
                "give": f"gives seat {entry.get('to')}",
                "fold": "leaves, laying away",
                "discard": "discards",
            }[entry["action"]]
            place = lines.index(f"Seat {entry['seat']} {does}: {' '.join(entry['cards'])}", place)
        if record["second_deal"]:
            assert f"Dealt then: seat 0: {' '.join(record['second_deal'][0])}, seat 1:" in lines
    assert seen == {"give", "fold", "discard"} | ({"take_kitty"} if game == "charlemagne" else set())


def test_a_game_of_six_has_six_sides_and_a_column_a_seat():
    table = watched("cutthroat_pitch", {"players": 6, "game_tie": "all"})
    found = list(records.write(table.game, table.rules, ["at_random"], table, 4, 0, 200))
    record = next(r for r in found if r["tally"] and isinstance(r["tally"]["game"], list))
    text = show.show_record(record)
    assert f"Game:        sides {', '.join(map(str, record['tally']['game']))}" in text
    assert "Side 5, seat 5: at_random" in text
    assert "\nTrick 0   1   2   3   4   5   0   1   2   3   4   Won by\n" in text


def test_a_deal_of_a_match_shows_where_it_stands_and_how_the_match_stands_after_it():
    record = some_records("hasenpfeffer")[0]
    after = [before + score for before, score in zip((8, 3), record["score"], strict=True)]
    record |= {"match": {"match": 5, "number": 7}, "deal": None, "scores_before": [8, 3], "scores_after": after}
    text = show.show_record(record)
    assert "seed 4, match 5, deal 7 of it" in text
    assert f"Match: side 0: {after[0]}, side 1: {after[1]}" in text
    assert "Side 1 wins the match." in show.show_record(record | {"match_winner": 1})
    assert "The match is drawn." in show.show_record(record | {"match_winner": "draw"})


# Who is forced has passed; but in Cutthroat Pitch the dealer is not asked when all others have passed.
FORCED = [
    ("canadian_smear", {"all_pass": "dealer_forced"}),
    ("charlemagne", {"all_pass": "dealer_forced"}),
    ("cutthroat_pitch", {}),
    ("cutthroat_pitch", {"auction": "single_round"}),
    ("cutthroat_pitch", {"players": 2}),
    ("hasenpfeffer", {}),
    ("hasenpfeffer", {"all_pass": "dealer_forced", "auction": "continuous"}),
    ("king_pedro", {"all_pass": "dealer_forced"}),
]
CHOSEN = [("cutthroat_pitch", {"all_pass": "redeal_next"}), *(case for case in FORCED if case[0] != "cutthroat_pitch")]


@pytest.mark.parametrize(("game", "rules"), FORCED)
def test_a_bid_that_nobody_chose_is_marked_as_forced(game, rules):
    _, record = shown(game, rules, bid=lambda _v: 0)
    text = " ".join(show.show_record(record).split())
    assert f"{record['contract']['bid']} (forced) Contract: seat {record['contract']['declarer']} " in text
    assert text.count("(forced)") == 1


@pytest.mark.parametrize(("game", "rules"), CHOSEN)
def test_a_bid_that_the_last_to_speak_chose_is_not_marked(game, rules):
    _, record = shown(game, rules, bid=lambda v: nth(v.legal, 1) if v.order == 3 else 0)
    assert record["contract"]["declarer"] == record["dealer"]
    assert [call for _, call in record["auction"]][:3] == ["pass"] * 3
    assert "(forced)" not in show.show_record(record)


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


# Sets of cards that are not legal: slot 15 of a lane is no card.
WRONG_SETS = [
    (lambda _v: -1, "answer: -1", "returned -1, a set with cards that it may not"),
    (lambda v: v.legal | 1 << 15, "which is not legal", "a set with cards that it may not"),
    (lambda v: v.legal & (v.legal - 1) & -(v.need == 0), "which is not legal", "a set of 0 cards, not"),
    (lambda _v: None, "answer: None (of type NoneType), which is not legal", "returned None"),
    (lambda v: 1 // (v.hand - v.hand), "answer: none, it raised ZeroDivisionError", "raised ZeroDivisionError"),
]


@pytest.mark.parametrize(
    ("game", "decision"), [("charlemagne", "discard"), ("charlemagne", "give"), ("king_pedro", "discard")]
)
@pytest.mark.parametrize(("function", "answer", "error"), WRONG_SETS)
def test_a_wrong_set_of_cards_is_shown_with_its_view_and_then_reported(game, decision, function, answer, error):
    text, message = fault_of(game, decision, function)
    assert answer in text
    assert f"mine.py: {decision} of seat " in message
    assert error in message
    assert re.search(rf"{game}, seed 4, deal \d+; legal: \d of ", message)


def test_a_gift_of_some_of_the_trumps_is_refused():
    text, message = fault_of("king_pedro", "give", lambda v: v.legal & (v.legal - 1) if v.need == 2 else 0)
    assert "legal: none, or 2 of " in text
    assert "a set of 1 cards, not 2" in message


def test_a_choice_that_is_not_there_is_refused():
    text, message = fault_of("charlemagne", "choose", lambda _v: 2)
    assert "legal: the kitty, a card of the partner" in text
    assert "choose of seat " in message
    assert "returned 2, which is illegal" in message


def fault_of(game, decision, function):
    """What is written, and the error, of the first deal in which a function answers a decision wrongly."""
    found = find_game(game)
    player = random_player(found) | {decision: Decider(decision, function, "python", "mine.py")}
    for deal in range(200):
        texts, start = [], single_deal(found, 4, deal)
        try:
            show.show_views(found, found.book.rules(), [player], ["mine.py"], start, texts.append)
        except StrategyError as error:
            message = str(error)
        else:
            continue
        assert "\n" not in message
        assert f"seed 4, deal {deal}" in message
        return "\n".join(texts), message
    raise AssertionError(f"nobody was asked: {decision}")


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
