"""Deal records: written as the contract says, read back, and refused in one line when something is wrong."""

import copy
import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from simcards.cards.codes import RANKS
from simcards.engine import records
from simcards.engine.deal_record import KEYS
from simcards.errors import RecordError, StrategyError
from simcards.games.game import find_game
from simcards.strategy import where
from tests.engine.tables import GAMES, call_seldom, random_player, watched

every_game = pytest.mark.parametrize("game", GAMES)


@functools.cache
def written(game, first=0, deals=40, **rules):
    """Some records of random players."""
    table = watched(game, rules)
    return list(records.write(table.game, table.rules, ["one.py:x=1", "two"], table, 11, first, deals))


def played(game):
    """A copy of a record with a contract in whose tricks all seats play."""
    return copy.deepcopy(next(r for r in written(game) if r["contract"] and plays_of_all_seats(r)))


def plays_of_all_seats(record):
    """Whether no seat left the deal."""
    return len(record["tricks"][0]["plays"]) == len(record["hands"])


def exchanged(game, action):
    """A copy of a record in which somebody did this between auction and first lead, and the first entry of it."""
    for record in written(game):
        for entry in record["exchange"]:
            if entry["action"] == action:
                found = copy.deepcopy(record)
                return found, found["exchange"][record["exchange"].index(entry)]
    raise AssertionError(f"no {action} in {len(written(game))} deals of {game}")


def passed_out(game, **rules):
    """A copy of a record of a deal that was passed out."""
    return copy.deepcopy(next(record for record in written(game, deals=400, **rules) if not record["contract"]))


def bid_three_twice(v):
    """A bid of three, also over a bid of three."""
    return where(v.high_bid == 3, 3, call_seldom(v))


def refused(record, *parts):
    """Assert that the line of a record is refused in one line that names the place and has these parts."""
    text = record if isinstance(record, str) else json.dumps(record)
    with pytest.raises(RecordError) as caught:
        records.parse_line(text, "deals.jsonl line 3")
    message = str(caught.value)
    assert message.startswith("deals.jsonl line 3: ")
    assert "\n" not in message
    for part in parts:
        assert part in message


# ---- writing ---------------------------------------------------------------------------------------------------------


@every_game
def test_a_record_has_the_keys_of_the_contract_in_their_order_on_one_line(game):
    record = played(game)
    assert list(record) == list(KEYS)
    line = records.to_line(record)
    assert "\n" not in line
    assert json.loads(line) == record


@every_game
def test_a_record_is_absolute_and_names_what_it_comes_from(game):
    record = written(game)[5]
    assert (record["format"], record["game"], record["seed"], record["deal"]) == ("simcards-deal/1", game, 11, 5)
    assert record["dealer"] == 1
    assert record["strategies"] == ["one.py:x=1", "two", "one.py:x=1", "two"]
    assert record["rules"] == find_game(game).book.rules().as_dict()
    assert (record["match"], record["match_winner"]) == (None, None)
    assert record["scores_before"] == [0] * (4 if game == "cutthroat_pitch" else 2)
    if game not in ("charlemagne", "king_pedro"):
        assert (record["second_deal"], record["exchange"]) == (None, [])


@every_game
def test_cards_are_written_jokers_first_then_spades_hearts_diamonds_clubs_each_from_high_to_low(game):
    order = ["JK", "BJ", "LJ", *(rank + suit for suit in "SHDC" for rank in reversed(RANKS))]
    for record in written(game):
        exchanged_cards = [entry["cards"] for entry in record["exchange"]]
        for cards in [*record["hands"], record["kitty"], *(record["second_deal"] or []), *exchanged_cards]:
            assert cards == sorted(cards, key=order.index)


@every_game
def test_records_depend_on_seed_and_deal_alone_not_on_where_the_writing_began(game, monkeypatch):
    whole = written(game)
    monkeypatch.setattr(records, "DEALS_AT_ONCE", 7)
    table = watched(game, {})
    part = list(records.write(table.game, table.rules, ["one.py:x=1", "two"], table, 11, 13, 20))
    assert part == whole[13:33]


@every_game
def test_no_deals_give_no_records(game):
    table = watched(game, {})
    assert list(records.write(table.game, table.rules, ["one"], table, 11, 0, 0)) == []


WITHOUT_COMPILING = """
import sys
from simcards import compiled
from tests.engine.tables import Table, find_game, random_player, records
assert not compiled.ENABLED
game = find_game(sys.argv[1])
rules = game.book.rules()
table = Table(game, rules, [random_player(game)])
table.prepare()
for record in records.write(game, rules, ["one.py:x=1", "two"], table, 11, 0, 40):
    print(records.to_line(record))
"""


@every_game
def test_records_are_the_same_where_nothing_is_compiled(game):
    command = [sys.executable, "-c", WITHOUT_COMPILING, game]
    root, environment = Path(__file__).parents[2], os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [records.to_line(record) for record in written(game)]


def test_a_deal_that_was_passed_out_has_no_contract_no_tricks_and_no_score():
    record = passed_out("canadian_smear")
    assert [call for _, call in record["auction"]] == ["pass"] * 4
    assert [record[key] for key in ("contract", "tricks", "tally", "made", "score")] == [None, [], None, None, [0, 0]]


def test_a_forced_bid_is_one_further_entry_of_the_auction():
    found = written("canadian_smear", 0, 400, all_pass="dealer_forced", bid_min=3)  # noqa: S106
    forced = next(record for record in found if len(record["auction"]) == 5)
    assert [call for _, call in forced["auction"]] == ["pass"] * 4 + ["3"]
    assert forced["auction"][4][0] == forced["dealer"] == forced["contract"]["declarer"]


def test_the_holder_of_the_joker_is_forced_to_three_and_a_buried_joker_means_passed_out():
    found = written("hasenpfeffer", 0, 2000)
    forced = next(record for record in found if len(record["auction"]) == 5)
    assert [call for _, call in forced["auction"]] == ["pass"] * 4 + ["3"]
    assert "JK" in forced["hands"][forced["auction"][4][0]]
    for record in found:
        if record["contract"] is None:
            assert record["kitty"] == ["JK"]


def test_an_illegal_answer_ends_the_writing_with_the_deal_it_was_in():
    table = watched("canadian_smear", {}, players=[random_player(find_game("canadian_smear"), bid_three_twice)])
    with pytest.raises(StrategyError, match=r"at_random: bid .*canadian_smear, seed 1, deal"):
        list(records.write(table.game, table.rules, ["at_random"], table, 1, 0, 500))


# ---- reading ---------------------------------------------------------------------------------------------------------


@every_game
def test_what_was_written_is_read_back_and_verified(game):
    for record in written(game):
        assert records.parse_line(records.to_line(record), "x") == record
        records.verify(record)


@every_game
def test_ten_as_t_and_lower_case_are_read_and_unknown_keys_ignored(game):
    record = played(game)
    text = json.dumps({"note": [1, None]} | record)
    for cards in ("hands", "kitty", "second_deal", "tricks"):
        ours = json.dumps(record[cards])
        text = text.replace(ours, ours.replace("10", "T").lower())
    assert '"t' in text
    assert records.parse_line(text, "x") == record


@every_game
def test_a_passed_out_record_is_read_back(game):
    record = passed_out(game, all_pass="redeal_next")  # noqa: S106
    assert records.parse_line(json.dumps(record), "x") == record
    records.verify(record)
    refused(record | {"tricks": played(game)["tricks"]}, "trick")
    refused(record | {"score": [1, *record["score"][1:]]}, "passed out")
    refused(record | {"tally": {}}, "tally must be null")
    refused(record | {"made": False}, "made must be null")


@every_game
def test_a_file_of_records_is_read_line_by_line(game, tmp_path):
    file = tmp_path / "deals.jsonl"
    file.write_text("\n\n".join(records.to_line(record) for record in written(game)) + "\n", encoding="utf-8")
    assert list(records.read_records(file)) == written(game)
    file.write_text(records.to_line(written(game)[0]) + "\n{", encoding="utf-8")
    reading = records.read_records(file)
    assert next(reading) == written(game)[0]
    with pytest.raises(RecordError, match=r"deals\.jsonl line 2: the record is cut"):
        next(reading)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="UTF-8"):
        next(records.read_records(file))
    with pytest.raises(RecordError, match="No such file"):
        next(records.read_records(tmp_path / "none.jsonl"))


def test_a_cut_line_is_refused_wherever_it_is_cut():
    line = records.to_line(played("hasenpfeffer"))
    for end in range(1, len(line) - 1, 7):
        refused(line[:end])
    refused(line[:400], "the record is cut")
    refused(line.replace('"rules"', "rules"), "not JSON")
    refused("[" * 100_000, "deeply")
    refused("7", "a deal record must be an object, not 7")


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"format": "simcards-deal/2"}, ["simcards-deal/2", "simcards-deal/1"]),
        ({"format": None}, ["null"]),
        ({"game": "hasenpfefer"}, ["did you mean 'hasenpfeffer'?"]),
        ({"game": ["hasenpfeffer"]}, ["no game"]),
        ({"seed": -1}, ["seed", "-1"]),
        ({"seed": 2**53}, ["seed"]),
        ({"seed": 1.0}, ["seed", "1.0"]),
        ({"seed": True}, ["seed"]),
        ({"deal": None}, ["deal"]),
        ({"match": {"match": 0}}, ["match", "number"]),
        ({"match": {"match": 0, "number": 0}}, ["deal must be null"]),
        ({"dealer": 4}, ["dealer", "from 0 to 3"]),
        ({"strategies": ["a", "b"]}, ["strategies", "list of 4"]),
        ({"strategies": ["a", "b", "c", 4]}, ["strategies"]),
        ({"scores_before": [0, 0, 0]}, ["scores_before", "list of 2"]),
        ({"scores_after": [0, "1"]}, ["scores_after"]),
        ({"second_deal": [[], [], [], []]}, ["second_deal"]),
        ({"exchange": [{"seat": 1}]}, ["exchange"]),
        ({"hands": []}, ["hands", "list of 4"]),
        ({"kitty": []}, ["kitty", "list of 1"]),
        ({"contract": {"declarer": 0, "bid": "pass", "trump": "S"}}, ["contract", "pass"]),
        ({"contract": {"declarer": 0, "bid": 3, "trump": "S"}}, ["contract", "3"]),
        ({"contract": {"declarer": 0, "bid": "9", "trump": "S"}}, ["'9'"]),
        ({"contract": {"declarer": 0, "bid": "3", "trump": "X"}}, ["suit 'X'"]),
        ({"contract": {"declarer": 0, "bid": "3", "trump": 3}}, ["trump"]),
        ({"contract": {"declarer": -1, "bid": "3", "trump": "S"}}, ["declarer"]),
        ({"contract": {"declarer": 0, "bid": "3"}}, ["contract has no 'trump'"]),
        ({"auction": [[0, "7"]]}, ["'7'"]),
        ({"auction": [[4, "pass"]]}, ["auction entry 1"]),
        ({"auction": [["pass", 1]]}, ["auction entry 1"]),
        ({"auction": [[0, "pass", 1]]}, ["auction entry 1"]),
        ({"tally": {"tricks": [1, 2.5]}}, ["tally.tricks"]),
        ({"tally": None}, ["tally"]),
        ({"made": None}, ["made"]),
        ({"made": 1}, ["made"]),
        ({"match_winner": 2}, ["match_winner"]),
        ({"match_winner": "drawn"}, ["match_winner"]),
        ({"tricks": 6}, ["tricks"]),
    ],
)
def test_a_part_that_is_not_as_it_must_be_is_named(changes, parts):
    refused(played("hasenpfeffer") | changes, *parts)


@every_game
def test_every_key_must_be_there(game):
    for key in KEYS:
        record = played(game)
        del record[key]
        refused(record, key)


@every_game
def test_unknown_rules_and_values_are_refused_with_the_nearest(game):
    def with_rules(**changes):
        return played(game) | {"rules": played(game)["rules"] | changes}

    refused(with_rules(targt=5), "no rule 'targt'", "did you mean 'target'?")
    refused(with_rules(target=0), "target", "0")
    refused(with_rules(target="10"), "target", '"10"')
    refused(with_rules(win_requires_made_bid="true"), "win_requires_made_bid")
    refused(with_rules(win_requires_made_bid=1), "win_requires_made_bid")
    refused(with_rules(all_pass="redeal_nxt"), "did you mean 'redeal_next'?")  # noqa: S106
    refused(with_rules(preset="all_fours"), "no rule 'preset'")
    missing = played(game)
    del missing["rules"]["max_hands"]
    refused(missing, "no 'max_hands'")


@every_game
def test_wrong_cards_are_refused(game):
    def with_card(card, seat=1, place=2):
        record = played(game)
        record["hands"][seat][place] = card
        return record

    refused(with_card("1S"), "hand of seat 1", "'1S'")
    refused(with_card("JK" if game == "charlemagne" else "BJ"), "'JK'" if game == "charlemagne" else "'BJ'")
    refused(with_card(7), "7 is no card")
    refused(with_card(""), "''")
    refused(with_card(played(game)["hands"][0][0]), "twice")
    short = played(game)
    del short["hands"][2][0]
    size = len(played(game)["hands"][2])
    refused(short, "hand of seat 2", f"list of {size}, not {size - 1}")


@every_game
def test_impossible_tricks_are_refused(game):
    def with_trick(change):
        record = played(game)
        change(record["tricks"][1])
        return record

    record = played(game)
    refused(with_trick(lambda trick: trick["plays"].reverse()), "trick 2")
    refused(with_trick(lambda trick: trick.update(winner=4)), "trick 2: the winner")
    refused(with_trick(lambda trick: trick.update(plays=[])), "trick 2")
    refused(with_trick(lambda trick: trick.pop("leader")), "trick 2 has no 'leader'")
    if not record["exchange"]:  # else the rules tell, not the reader, who holds what
        other = record["tricks"][1]["plays"][0][0] - 1
        stranger = record["hands"][other % 4][0]
        refused(with_trick(lambda trick: trick["plays"][0].__setitem__(1, stranger)), "trick 2", "does not hold")
    number = len(record["tricks"])
    refused(record | {"tricks": [*record["tricks"], record["tricks"][0]]}, f"{number} tricks, not {number + 1}")


# ---- verifying -------------------------------------------------------------------------------------------------------


def disagrees(record, *parts):
    """Assert that a record which is read without complaint does not stand up to the rules, and that a line says why."""
    read = records.parse_line(json.dumps(record), "x")
    with pytest.raises(RecordError) as caught:
        records.verify(read, "deals.jsonl line 3")
    message = str(caught.value)
    assert message.startswith("deals.jsonl line 3: ")
    assert "\n" not in message
    for part in parts:
        assert part in message


@every_game
def test_a_result_that_is_not_the_rules_is_named(game):
    record = played(game)
    tricks = record["tally"]["tricks"]
    wrong = [tricks[0] + 1, *tricks[1:]]
    disagrees(record | {"tally": record["tally"] | {"tricks": wrong}}, "tally.tricks[0]", f"{tricks[0]}")
    disagrees(record | {"made": not record["made"]}, "made is", "by the rules it is")
    disagrees(record | {"score": [600] * len(record["score"])}, "score")
    disagrees(record | {"scores_after": [600] * len(record["score"])}, "scores_after")
    disagrees(record | {"dealer": (record["dealer"] + 1) % 4, "deal": record["deal"] + 1}, "is to call")
    disagrees(record | {"deal": record["deal"] + 1}, "is dealt by seat")
    last = record["tricks"][-1]
    last["winner"] = (last["winner"] + 1) % 4
    disagrees(record, f"tricks[{len(record['tricks']) - 1}].winner")


@every_game
def test_an_answer_that_is_not_legal_is_named_with_its_seat(game):
    record = played(game)
    seat = record["auction"][0][0]
    disagrees(record | {"auction": []}, f"seat {seat} is to call, but the record stops there")
    turned = [[(caller + 1) % 4, call] for caller, call in record["auction"]]
    disagrees(record | {"auction": turned}, f"seat {seat} is to call, but the record goes on with seat {turned[0][0]}")
    disagrees(record | {"tricks": record["tricks"][:-1]}, "is to play, but the record stops there")
    disagrees(record | {"contract": record["contract"] | {"trump": None}}, "may not name no trump")
    nothing = {"tricks": [], "exchange": [], "second_deal": None, "tally": None, "made": None}
    missing = "no such entry" if game == "charlemagne" else "no contract"  # there trump is named after the exchange
    disagrees(record | nothing | {"contract": None, "score": [0] * len(record["score"])}, missing)


def test_a_call_that_is_too_low_is_named():
    record = next(copy.deepcopy(record) for record in written("hasenpfeffer") if record["auction"][0][1] == "2")
    record["auction"][1][1] = "1"
    disagrees(record, f"seat {record['auction'][1][0]} may not call 1 over a bid of 2")


def test_a_revoke_is_named():
    for record in written("canadian_smear"):
        for ask in records.replay(record).asks if record["contract"] else ():
            revokes = ask.view["hand"] & ~ask.legal
            if ask.decision == "play" and ask.view["position"] and revokes:
                changed = copy.deepcopy(record)
                plays = changed["tricks"][ask.turn]["plays"]
                names = find_game("canadian_smear").deck(None).set_names(revokes, ask.view["trump"])
                later = next(p for t in changed["tricks"] for p in t["plays"] if p[1] == names[0])
                right = plays[ask.view["position"]]
                right[1], later[1] = later[1], right[1]
                disagrees(changed, f"seat {ask.seat} may not play {names[0]} in trick {ask.turn + 1} on the lead of")
                return
    pytest.fail("no deal had a card that might not be played")


@every_game
def test_a_replay_rebuilds_every_view_as_the_engine_showed_it(game):
    table = watched(game, {})
    for record in records.write(table.game, table.rules, ["at_random"], table, 3, 0, 20):
        asks = records.replay(record).asks
        shown = table.decisions[record["deal"]]
        assert len(asks) == len(shown)
        for ask, (kind, seat, legal, answer, view) in zip(asks, shown, strict=True):
            assert (ask.decision, ask.seat, ask.legal, ask.answer) == (kind, seat, legal, answer)
            assert {name: value for name, value in ask.view.items() if name != "layout"} == view


# ---- what is taken, given and laid away ------------------------------------------------------------------------------

ENTRIES = [
    ("charlemagne", "take_kitty"),
    ("charlemagne", "give"),
    ("charlemagne", "fold"),
    ("charlemagne", "discard"),
    ("king_pedro", "give"),
    ("king_pedro", "fold"),
    ("king_pedro", "discard"),
]
every_entry = pytest.mark.parametrize(("game", "action"), ENTRIES)


@every_entry
def test_an_entry_of_the_exchange_that_is_left_out_is_missed(game, action):
    record, entry = exchanged(game, action)
    record["exchange"].remove(entry)
    disagrees(record, "exchange" if action in ("take_kitty", "fold") else "")


@every_entry
def test_an_entry_of_the_exchange_with_another_card_is_refused(game, action):
    record, entry = exchanged(game, action)
    everybody = [card for hand in record["hands"] for card in hand]
    entry["cards"][0] = next(card for card in everybody if card not in record["hands"][entry["seat"]])
    disagrees(record)


@every_game
def test_cards_are_read_in_whatever_order_they_are_listed_and_put_into_the_order_of_records(game):
    for record in written(game):
        mixed = copy.deepcopy(record)
        for cards in [*mixed["hands"], mixed["kitty"], *(mixed["second_deal"] or []), *mixed["exchange"]]:
            (cards["cards"] if isinstance(cards, dict) else cards).reverse()
        assert records.parse_line(json.dumps(mixed), "x") == record


def test_a_card_that_is_named_twice_in_an_entry_is_refused():
    record, entry = exchanged("king_pedro", "discard")
    entry["cards"][1] = entry["cards"][0]
    refused(record, f"card {entry['cards'][0]!r} is there twice")


def test_discards_of_a_wrong_number_or_of_cards_that_must_stay_are_named_with_their_seat():
    record, entry = exchanged("king_pedro", "discard")
    card = entry["cards"].pop()
    disagrees(record, f"seat {entry['seat']} may not discard", entry["cards"][0])
    entry["cards"].append(card)
    trump = record["contract"]["trump"]
    kept = next(card for trick in record["tricks"] for seat, card in trick["plays"] if seat == entry["seat"])
    assert kept[-1] == trump or kept[0] == "5"
    entry["cards"][0] = kept
    disagrees(record, f"seat {entry['seat']} may not discard", kept)


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"action": "steal"}, ["exchange entry 1", "has no action", "steal"]),
        ({"action": ["fold"]}, ["exchange entry 1"]),
        ({"seat": 4}, ["exchange entry 1: the seat"]),
        ({"cards": "5H"}, ["exchange entry 1", "must be a list"]),
        ({"cards": ["5X"]}, ["exchange entry 1", "5X"]),
        ({"action": "give"}, ["exchange entry 1 has no 'to'"]),
        ({"action": "take_kitty"}, ["king_pedro has no action"]),
    ],
)
def test_an_entry_of_the_exchange_that_cannot_be_read_is_named(changes, parts):
    record, _ = exchanged("king_pedro", "discard")
    record["exchange"][0] = {"seat": 0, "action": "fold", "cards": ["5H"]} | changes
    refused(record, *parts)


def test_a_second_deal_that_is_not_there_or_holds_a_card_twice_is_refused():
    record = played("king_pedro")
    refused(record | {"second_deal": None}, "second_deal must be a list")
    refused(record | {"second_deal": [record["hands"][0][:4], *record["second_deal"][1:]]}, "dealt twice")
    refused(record | {"second_deal": [["AS"], *record["second_deal"][1:]]}, "second deal of seat 0", "list of 4, not 1")
    refused(played("charlemagne") | {"second_deal": []}, "second_deal must be null")
