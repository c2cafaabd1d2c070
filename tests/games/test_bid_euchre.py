"""A sixth game, added as CONTRIBUTING.md says: its records judged by its rules, written here again from the sheet."""

import json
from collections import Counter
from pathlib import Path

import pytest

from simcards.engine import records
from simcards.engine.show import show_record
from simcards.engine.table import Table
from simcards.errors import RecordError
from simcards.games.game import find_game
from simcards.strategy.texts import load

HERE = Path(__file__).parent
GAME = find_game(str(HERE / "bid_euchre.py"))

SUITS = "CDHS"
COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
PLAIN = ["9", "10", "J", "Q", "K", "A"]
TRUMPS = ["9", "10", "Q", "K", "A"]
LADDER = ["1", "2", "3", "4", "5", "6", "moon", "double_moon", "triple_moon", "quadruple_moon"]
STAKES = {"moon": 12, "double_moon": 24, "triple_moon": 32, "quadruple_moon": 48}


# ---- the rules again, with cards as texts ----------------------------------------------------------------------------


def suit_of(card, trump):
    """The suit a card belongs to: the left bower is a trump."""
    return trump if trump and card == f"J{COLOUR[trump]}" else card[-1]


def strength(card, led, trump):
    """What a card is worth in a trick to which `led` was led; two cards are never equal unless both lose."""
    if trump and suit_of(card, trump) == trump:
        bowers = [f"J{COLOUR[trump]}", f"J{trump}"]
        return 200 + bowers.index(card) if card in bowers else 100 + TRUMPS.index(card[:-1])
    return PLAIN.index(card[:-1]) if card[-1] == suit_of(led, trump) else -1


def judge_auction(record):
    """The declarer and the bid, None when the deal is passed out."""
    rules, dealer = record["rules"], record["dealer"]
    calls = [call for _, call in record["auction"]]
    assert [seat for seat, _ in record["auction"][:4]] == [(dealer + k) % 4 for k in (1, 2, 3, 4)]
    high, declarer = None, None
    for seat, call in record["auction"][:4]:
        if call == "pass":
            continue
        step = LADDER.index(call)
        if high is None:
            assert rules["bid_min"] - 1 <= step <= LADDER.index("moon")
        else:
            assert step > LADDER.index(high)
            assert step <= max(LADDER.index("moon"), LADDER.index(high) + 1)
        high, declarer = call, seat
    if high is None and rules["all_pass"].startswith("dealer"):
        high, declarer = str(rules["bid_min"]), dealer
        assert record["auction"][4:] == [[dealer, high]]
    else:
        assert len(calls) == 4
    return (declarer, high) if high else None


def judge_play(record, declarer, bid, trump):
    """Tricks by side, after every card was looked at."""
    hands = [set(hand) for hand in record["hands"]]
    alone = bid in STAKES
    seats = [seat for seat in range(4) if not (alone and seat == (declarer + 2) % 4)]
    leader = record["dealer"] + 1 if record["rules"]["first_lead"] == "eldest" else declarer
    while leader % 4 not in seats:
        leader += 1
    leader %= 4
    tricks = [0, 0]
    for trick in record["tricks"]:
        order = [seat for seat in ((leader + k) % 4 for k in range(4)) if seat in seats]
        assert [seat for seat, _ in trick["plays"]] == order
        led = trick["plays"][0][1]
        for seat, card in trick["plays"]:
            can_follow = [held for held in hands[seat] if suit_of(held, trump) == suit_of(led, trump)]
            assert not can_follow or card in can_follow
            hands[seat].remove(card)
        leader = max(trick["plays"], key=lambda play: strength(play[1], led, trump))[0]
        assert (trick["leader"], trick["winner"]) == (order[0], leader)
        tricks[leader % 2] += 1
    assert len(record["tricks"]) == 6
    return tricks


def judge(record):
    """Asserts that a record is right from the cards to the score; returns its contract's bid, None when passed out."""
    deck = {rank + suit for rank in PLAIN for suit in SUITS}
    assert [len(hand) for hand in record["hands"]] == [6] * 4
    assert {card for hand in record["hands"] for card in hand} == deck
    assert record["kitty"] == []
    contract = judge_auction(record)
    if contract is None:
        assert (record["contract"], record["tricks"], record["score"]) == (None, [], [0, 0])
        return None
    declarer, bid = contract
    trump = record["contract"]["trump"]
    assert record["contract"] == {"declarer": declarer, "bid": bid, "trump": trump}
    partner = (declarer + 2) % 4
    folded = [(entry["seat"], entry["action"], set(entry["cards"])) for entry in record["exchange"]]
    assert folded == ([(partner, "fold", set(record["hands"][partner]))] if bid in STAKES else [])
    tricks = judge_play(record, declarer, bid, trump)
    side = declarer % 2
    needed = 6 if bid in STAKES else int(bid)
    score = list(tricks)
    if tricks[side] < needed:
        score[side] = -(STAKES.get(bid, needed) if record["rules"]["failed_moon"] == "stake" else needed)
    elif bid in STAKES:
        score[side] = STAKES[bid]
    assert record["tally"] == {"tricks": tricks}
    assert record["made"] == (tricks[side] >= needed)
    assert record["score"] == score
    return bid


# ---- records of the engine -------------------------------------------------------------------------------------------

CASES = {
    "defaults": ({}, ("random", "basic")),
    "options": (
        {"all_pass": "redeal_next", "bid_min": 1, "first_lead": "declarer", "failed_moon": "stake"},
        ("basic:partner=-3", "basic:partner=-2"),
    ),
    "many forced bids": ({"bid_min": 6}, ("basic", "basic")),
}


@pytest.mark.parametrize("case", CASES)
def test_records_are_right_from_the_cards_to_the_score(case):
    changed, texts = CASES[case]
    rules = GAME.book.rules(changed)
    table = Table(GAME, rules, [load(text, GAME, HERE).player for text in texts])
    table.prepare()
    seen = Counter()
    for record in records.write(GAME, rules, texts, table, 5, 0, 300):
        seen[judge(record)] += 1
        seen["forced"] += len(record["auction"]) > 4
        seen["no trump"] += bool(record["contract"]) and record["contract"]["trump"] is None
        seen["moon made"] += bool(record["exchange"]) and record["made"]
    wanted = {
        "defaults": ["3", "4", "5", "6", "moon", "double_moon", "no trump", "moon made"],
        "options": ["1", "2", "3", "moon", None],
        "many forced bids": ["6", "moon", "forced"],
    }
    assert all(seen[kind] for kind in wanted[case]), seen


def test_records_are_read_and_verified_with_the_game_given():
    rules = GAME.book.rules()
    table = Table(GAME, rules, [load(text, GAME, HERE).player for text in ("random", "basic")])
    table.prepare()
    for record in records.write(GAME, rules, ("random", "basic"), table, 6, 0, 40):
        line = records.to_line(record)
        assert records.parse_line(line, "line", GAME) == record
        records.verify(record, "line", GAME)
        assert show_record(record, GAME).startswith("Bid Euchre: seed 6")
    with pytest.raises(RecordError, match='no game "bid_euchre"'):
        records.parse_line(line, "line")


# ---- deals played out by hand: seat 2 holds both bowers of hearts ----------------------------------------------------

HANDS = ["9C 10C QS KS 9D 9H", "AC KC AS 10S QD 10H", "JD JH AH QC JC 9S", "KH QH AD KD 10D JS"]


def by_hand(deal, auction, contract, tricks, exchange=(), **ends):
    """A record written down by a person: the tricks as "leader: cards in order: winner"."""
    return {
        "format": "simcards-deal/1",
        "game": "bid_euchre",
        "rules": GAME.book.rules().as_dict(),
        "seed": 1,
        "deal": deal,
        "match": None,
        "dealer": deal % 4,
        "strategies": ["a", "b", "a", "b"],
        "scores_before": [0, 0],
        "hands": [hand.split() for hand in HANDS],
        "kitty": [],
        "second_deal": None,
        "auction": [[(deal + 1 + min(k, 3)) % 4, call] for k, call in enumerate(auction.split())],
        "contract": dict(zip(("declarer", "bid", "trump"), contract, strict=True)),
        "exchange": list(exchange),
        "tricks": [played(trick, [entry["seat"] for entry in exchange]) for trick in tricks],
        "match_winner": None,
        **ends,
        "scores_after": ends["score"],
    }


def played(trick, out):
    leader, cards, winner = trick.split(": ")
    seats = [seat for k in range(4) if (seat := (int(leader) + k) % 4) not in out]
    plays = [list(play) for play in zip(seats, cards.split(), strict=True)]
    return {"leader": int(leader), "plays": plays, "winner": int(winner)}


LEFT_BOWER_IS_A_TRUMP = by_hand(
    0,
    "pass 4 pass pass",
    (2, "4", "H"),
    [
        "1: AC JC QH 9C: 3",
        "3: AD 9D QD AH: 2",  # seat 2 has no diamond: its JD is a heart
        "2: JH KH 9H 10H: 2",
        "2: JD JS QS 10S: 2",
        "2: QC 10D 10C KC: 1",
        "1: AS 9S KD KS: 1",
    ],
    tally={"tricks": [3, 3]},
    made=False,
    score=[-4, 3],
)
PARTNER_OF_A_MOON_WOULD_LEAD = by_hand(
    3,
    "pass 5 moon pass",
    (2, "moon", "H"),
    [
        "1: AS 9S JS: 1",
        "1: AC JC QH: 3",
        "3: AD QD AH: 2",
        "2: JH KH 10H: 2",
        "2: JD 10D 10S: 2",
        "2: QC KD KC: 1",
    ],
    exchange=[{"seat": 0, "action": "fold", "cards": ["KS", "QS", "9H", "9D", "10C", "9C"]}],
    tally={"tricks": [3, 3]},
    made=False,
    score=[-6, 3],
)
FORCED_DEALER_NAMES_NO_TRUMP = by_hand(
    1,
    "pass pass pass pass 3",
    (1, "3", None),
    [
        "2: AH QH 9H 10H: 2",
        "2: JH KH 9C 10S: 3",  # the jack is between ten and queen
        "3: AD 9D QD JD: 3",  # and the other one a diamond
        "3: KD 10C KC 9S: 3",
        "3: 10D QS AC JC: 3",
        "3: JS KS AS QC: 1",
    ],
    tally={"tricks": [1, 5]},
    made=True,
    score=[1, 5],
)


@pytest.mark.parametrize(
    "record",
    [LEFT_BOWER_IS_A_TRUMP, PARTNER_OF_A_MOON_WOULD_LEAD, FORCED_DEALER_NAMES_NO_TRUMP],
    ids=["4", "moon", "3"],
)
def test_a_deal_played_out_by_hand_is_what_the_engine_makes_of_it(record):
    judge(record)
    read = records.parse_line(json.dumps(record), "by hand", GAME)
    records.verify(read, "by hand", GAME)


def test_who_holds_the_left_bower_must_follow_a_trump_with_it():
    record = json.loads(json.dumps(LEFT_BOWER_IS_A_TRUMP))
    record["tricks"] = [played("1: 10H QC KH 9H: 3", [])]
    with pytest.raises(RecordError, match="seat 2 may not play QC in trick 1 on the lead of 10H"):
        records.verify(records.parse_line(json.dumps(record), "line", GAME), "line", GAME)
