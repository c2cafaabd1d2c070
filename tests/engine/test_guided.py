"""A guided table: which deals fit a script, what is imposed, and who is named when a strategy is at fault."""

import functools
import re

import numpy as np
import pytest

from simcards.cards.dealing import deals as dealt
from simcards.engine import records
from simcards.engine.chunk import deal_needs, outcome_rows
from simcards.engine.deciders import Decider
from simcards.engine.guided import FITS, GuidedTable
from simcards.engine.script import ALL_LEGAL, Given, Moment, Script
from simcards.engine.table import SteppedTable
from simcards.errors import StrategyError
from simcards.games.game import find_game
from simcards.randomness import deal_key, seed_key, stream
from simcards.strategy import at, lowest_rank, select, where
from simcards.strategy.texts import load
from tests.engine.tables import GAMES
from tests.experiments.bid_by_reference import HOME

SEED = 7
DEALS = 3000
NUMBERS = np.arange(DEALS)


@functools.cache
def shipped(game_name, text="basic"):
    """The player of a shipped strategy."""
    return load(text, find_game(game_name), HOME).player


def guided(game_name, *players):
    """A table with the ordinary cards of a seed's deals; the players take turns."""
    game = find_game(game_name)
    rules = game.book.rules()

    def draw(seed, first, number):
        return dealt(game.deck(rules).cards, deal_needs(game), seed, first, number)

    seating = [seat % len(players) for seat in range(game.seats)]
    table = GuidedTable(game, rules, players, seating, draw, (0,) * game.sides, "--asked")
    table.prepare()
    return table


@functools.cache
def of_basic(game_name):
    """A guided table at which basic plays alone."""
    return guided(game_name, shipped(game_name))


@functools.cache
def ordinary(game_name):
    """What the same deals come to, the dealer turned to the highest seat: basic goes by places, not by seats."""
    game = find_game(game_name)
    table = SteppedTable(game, game.book.rules(), [shipped(game_name)])
    table.prepare()
    found = []
    for record in records.write(game, table.rules, ["basic"], table, SEED, 0, DEALS):
        turned = functools.partial(place_of, record["dealer"], game.seats)
        contract, score = record["contract"], record["score"]
        found.append(
            {
                "auction": asked_only(
                    game, [(turned(seat), game.parse_call(call)) for seat, call in record["auction"]]
                ),
                "contract": contract and {**contract, "declarer": turned(contract["declarer"])},
                "exchange": [(turned(one["seat"]), one["action"]) for one in record["exchange"]],
                "score": [score[game.side((seat + record["dealer"] + 1) % game.seats)] for seat in range(game.sides)],
            }
        )
    return found


def place_of(dealer, seats, seat):
    """The seat when the dealer is the highest."""
    return (seat - dealer - 1) % seats


def asked_only(game, auction):
    """The calls without one that the rules forced."""
    all_passed = not any(call for _, call in auction[:-1])
    lone_dealer = game.name == "cutthroat_pitch" and all_passed and len(auction) == game.seats
    return auction[:-1] if lone_dealer or (len(auction) > game.seats and all_passed) else auction


def moments(calls):
    """The moments of calls by (seat, call): a seat calls once a round until it passes."""
    found = []
    for seat, _ in calls:
        found.append(Moment("bid", sum(other.seat == seat for other in found), seat))
    return found


def script_of(calls, own=()):
    """The script of some (seat, call), of which those with these numbers are our own."""
    pairs = enumerate(zip(moments(calls), calls, strict=True))
    return Script(tuple(Given(moment, call, k in own) for k, (moment, (_, call)) in pairs))


def played_to(table, script, stop):
    """What fits a script up to a moment."""
    return table.play_to(table.draw(SEED, 0, DEALS), SEED, NUMBERS, script, stop)


def outcomes(table, script, deals=NUMBERS):
    """What some deals come to with a script, by name; the scores of all sides are `SCORE`."""
    state = table.play_cards(table.draw(SEED, 0, DEALS)[:, deals], SEED, deals, script)
    out = table.new_outcomes(len(deals))
    table.module.keep_outcomes(state.c, state.n, 0, out)
    rows = outcome_rows(table.game)
    return {name: out[rows[f"O_{name}"]] for name in ("DECLARER", "BID", "TRUMP")} | {"SCORE": out[: table.game.sides]}


# ---- what fits -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_deals_that_fit_are_those_whose_auction_begins_so(game):
    table, auctions = of_basic(game), [record["auction"] for record in ordinary(game)]
    onward = {tuple(auction[:n]): auction for auction in auctions[:25] for n in range(1, len(auction))}
    assert len(onward) > 8
    for calls, example in onward.items():
        stop = moments(example[: len(calls) + 1])[-1]
        reached = played_to(table, script_of(calls), stop)
        for deal, auction in enumerate(auctions):
            differing = [k for k, call in enumerate(calls) if auction[k : k + 1] != [call]]
            assert reached.misfits[deal] == (differing[0] if differing else FITS), (deal, calls, auction)
        fitting = np.flatnonzero(reached.misfits == FITS).tolist()
        assert sorted(reached.asked.tolist()) == fitting
        (legal,) = set(reached.fields["legal"].tolist())
        assert all(legal >> auctions[deal][len(calls)][1] & 1 for deal in fitting)


@pytest.mark.parametrize("game", GAMES)
def test_deals_that_fit_come_to_what_they_come_to_anyway(game):
    table = of_basic(game)
    calls = max((record["auction"] for record in ordinary(game)[:100]), key=len)[:-1]
    reached = played_to(table, script_of(calls), Moment("play", 0, 0))
    fitting = np.flatnonzero((reached.misfits == FITS) | (reached.misfits == len(calls)))  # whoever plays first
    assert len(fitting)
    found = outcomes(table, script_of(calls), fitting)
    for k, deal in enumerate(fitting.tolist()):
        record = ordinary(game)[deal]
        assert found["SCORE"][:, k].tolist() == record["score"]
        if record["contract"]:
            assert found["DECLARER"][k] == record["contract"]["declarer"]
            assert table.game.call_name(int(found["BID"][k])) == record["contract"]["bid"]


def test_gifts_fit_where_they_are_made():
    """All trumps, or none: who holds none, or too many to give, has given none."""
    table = of_basic("king_pedro")
    calls = [(0, 30), (1, 0), (2, 0), (3, 0)]
    for trump in range(4):
        start = (*script_of(calls).given, Given(Moment("name_trump", 0, 0), trump, own=False))
        fits = {
            deal
            for deal, record in enumerate(ordinary("king_pedro"))
            if record["auction"] == calls and record["contract"]["trump"] == "CDHS"[trump]
        }
        gives = {deal for deal in fits if (2, "give") in ordinary("king_pedro")[deal]["exchange"]}
        assert fits > gives > set()
        for answer, expected in ((ALL_LEGAL, gives), (0, fits - gives)):
            script = Script((*start, Given(Moment("give", 0, 2), answer, own=False)))
            reached = played_to(table, script, Moment("discard", 0, 0))
            assert set(np.flatnonzero(reached.misfits == FITS).tolist()) == expected
            late = set(np.flatnonzero(reached.misfits == len(start)).tolist())
            assert late == fits - expected


# ---- what is imposed -------------------------------------------------------------------------------------------------


def first_call(number):
    """A bidder who begins with a call whatever it holds."""

    def bid(v):
        return where(at(v.calls, 0) == -1, number, later_bid(v))

    return bid


def later_bid(v):
    return select((v.legal >> 31) & 1 != 0, 31)


@pytest.mark.parametrize("opening", [30, 40])
def test_our_own_calls_are_as_if_our_strategy_had_made_them(opening):
    """No hand would open so: all that counts is what the others say then, and our strategy later."""
    basic = shipped("king_pedro")
    opener = basic | {"bid": Decider("bid", first_call(opening), "scalar", "opener")}
    free, told = guided("king_pedro", basic), guided("king_pedro", opener, basic, basic, basic)
    calls = [(0, opening), (1, 0), (2, opening + 1), (3, 0)]
    stop = Moment("bid", 1, 0)
    imposed, said = (played_to(free, script_of(calls, own={0}), stop), played_to(told, script_of(calls), stop))
    assert 0 < (imposed.misfits == FITS).sum() < DEALS
    np.testing.assert_array_equal(imposed.misfits, said.misfits)
    assert not (imposed.misfits == 0).any()


def test_an_own_answer_that_is_illegal_does_not_fit():
    table = of_basic("canadian_smear")
    given = (Given(Moment("bid", 0, 0), 4, own=True), Given(Moment("name_trump", 0, 0), 3, own=True))
    reached = played_to(table, Script(given), Moment("play", 0, 0))
    spades = table.draw(SEED, 0, DEALS)[0] >> 48
    np.testing.assert_array_equal(reached.misfits, np.where(spades != 0, FITS, 1))
    assert (reached.fields["trump"] == 3).all()
    fitting = np.flatnonzero(spades)
    found = outcomes(table, Script(given), fitting)
    assert set(found["DECLARER"].tolist()) == {0}
    assert set(found["BID"].tolist()) == {4}
    assert set(found["TRUMP"].tolist()) == {3}


@pytest.mark.parametrize("game", GAMES)
def test_where_the_others_pass_our_call_is_the_contract(game):
    table = of_basic(game)
    highest = max(table.game.calls)
    for seat in range(table.game.seats):
        passes = [(other, 0) for other in range(seat)]
        script = script_of(passes).then(Moment("bid", 0, seat), highest - 1, others_pass=True)
        if game == "cutthroat_pitch" and seat == 3:
            continue  # a dealer whom all others have left alone is not asked
        found = outcomes(table, script)
        assert set(found["DECLARER"].tolist()) == {seat}
        assert set(found["BID"].tolist()) == {highest - 1}


def test_a_moment_that_never_comes_fits_nowhere():
    script = script_of([(0, 4)], own={0})
    reached = played_to(of_basic("canadian_smear"), script, Moment("bid", 0, 1))
    assert set(reached.misfits.tolist()) == {1}
    assert not len(reached.asked)


# ---- who is at fault -------------------------------------------------------------------------------------------------

PASSES = [(0, 0), (1, 0)]
STOP = Moment("bid", 0, 2)


def random_of(deal, kind, seat, turn=0):
    """The random word of a decision."""
    return stream(deal_key(seed_key(SEED), deal), ((kind * 8 + seat) << 8) + turn)


def wrong_second_call(v):
    return where((v.order == 1) & (v.random % 50 == 7), 1, 0)


def wrong_second_call_of_python(v):
    if v.order == 1 and v.random % 50 == 7:
        raise ValueError("boom")
    return 0


def wrong_second_call_of_arrays(v):
    return np.where((v.order == 1) & (v.random % 50 == 7), 1, 0)


BIDS = [
    (wrong_second_call, "scalar", "returned 1, which is illegal"),
    (wrong_second_call, "python", "returned 1, which is illegal"),
    (wrong_second_call_of_python, "python", "raised ValueError: boom"),
    (wrong_second_call_of_arrays, "array", "returned 1, which is illegal"),
]


@pytest.mark.parametrize(("bid", "kind", "problem"), BIDS)
def test_a_fault_in_a_call_that_is_given_is_found_there(bid, kind, problem):
    basic = shipped("canadian_smear")
    table = guided("canadian_smear", basic, basic | {"bid": Decider("bid", bid, kind, "faulty")})
    with pytest.raises(StrategyError) as caught:
        played_to(table, script_of(PASSES), STOP)
    openers = [record["auction"][0] for record in ordinary("canadian_smear")]
    lowest = next(d for d in range(DEALS) if random_of(d, 0, 1) % 50 == 7 and openers[d] != (0, 4))
    said = str(caught.value)
    assert f"faulty: bid of seat 1 {problem} (canadian_smear, seed {SEED}, deal {lowest};" in said
    given = ' --auction "pass"' if openers[lowest] == (0, 0) else ""
    assert f" --asked{given} --seed {SEED} --deal {lowest} --views" in said


def test_a_fault_after_the_moment_to_stop_at_does_not_matter():
    def late(v):
        return where(v.order == 3, 1, 0)

    basic = shipped("canadian_smear")
    table = guided("canadian_smear", basic, basic | {"bid": Decider("bid", late, "scalar", "faulty")})
    assert (played_to(table, script_of(PASSES), STOP).misfits == FITS).any()
    with pytest.raises(StrategyError, match="bid of seat 3 returned 1"):
        outcomes(table, script_of(PASSES))
    forced = script_of(PASSES).then(STOP, 2, others_pass=True)
    assert set(outcomes(table, forced)["DECLARER"].tolist()) == {2}


def wrong_card(v):
    return where((v.order == 1) & (v.trick_no == 2) & (v.random % 50 == 7), 63, lowest_rank(v.legal))


def test_a_fault_in_the_play_is_the_lowest_of_the_deals_that_are_played():
    basic = shipped("canadian_smear")
    table = guided("canadian_smear", basic, basic | {"play": Decider("play", wrong_card, "scalar", "faulty")})
    reached = played_to(table, script_of(PASSES), STOP)
    fitting = np.flatnonzero(reached.misfits == FITS)
    script = script_of(PASSES).then(STOP, 3, others_pass=True)
    with pytest.raises(StrategyError) as caught:
        outcomes(table, script, fitting)
    at_fault = [d for d in range(DEALS) if random_of(d, 2, 1, 2) % 50 == 7]
    lowest = next(d for d in at_fault if d in set(fitting.tolist()))
    assert lowest > at_fault[0]
    said = str(caught.value)
    assert re.search(rf"faulty: play of seat 1 returned 63, .*seed {SEED}, deal {lowest};", said)
    assert f'--asked --auction "pass pass 3" --rest-pass --seed {SEED} --deal {lowest}' in said
    left_out = np.array([d for d in fitting.tolist() if d not in at_fault])
    assert len(outcomes(table, script, left_out)["BID"]) == len(left_out)
