"""Laws that hold for every deal the engine plays, under default rules and under options drawn together."""

import functools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcards.engine import records
from simcards.games.game import find_game
from tests.engine.tables import GAMES, watched
from tests.reference import OPTIONS
from tests.reference.test_laws import COLOUR_KEEPING, COLOURLESS, PERMUTATIONS, plays_of, relabelled, turned

SEEDS = st.integers(min_value=0, max_value=2**53 - 1)
DRAWS = st.integers(min_value=0, max_value=5)

laws = settings(max_examples=40, deadline=None, derandomize=True)
every_game = pytest.mark.parametrize("game", GAMES)


@functools.cache
def table_of(game, draw):
    """A table under the default rules (draw 0) or under drawn ones."""
    chosen = random.Random(f"laws {game} {draw}")
    drawn = {key: chosen.choice((option.default, *option.others)) for key, option in OPTIONS[game].items()}
    return watched(game, drawn if draw else {})


def record_of(game, draw, seed):
    """One record of a seed: of the first of eight deals that was not passed out, if there is one."""
    table = table_of(game, draw)
    found = list(records.write(table.game, table.rules, ["at_random"], table, seed, seed % 1000, 8))
    return next((record for record in found if record["contract"]), found[0])


@every_game
@laws
@given(draw=DRAWS, seed=SEEDS)
def test_every_card_is_dealt_once_and_played_or_laid_away_by_the_seat_that_holds_it(game, draw, seed):
    record = record_of(game, draw, seed)
    rounds = [*record["hands"], record["kitty"], *(record["second_deal"] or [])]
    dealt = [card for cards in rounds for card in cards]
    assert len(set(dealt)) == len(dealt) == number_dealt(record)
    if record["contract"] is None:
        assert record["exchange"] == record["tricks"] == []
        return
    held = held_at_the_first_lead(record)
    for seat, card in plays_of(record):
        held[seat].remove(card)
    folded = {entry["seat"] for entry in record["exchange"] if entry["action"] == "fold"}
    assert not any(held[seat] for seat in folded)
    left = {len(cards) for seat, cards in enumerate(held) if seat not in folded}
    assert left == {0} or (len(left) == 1 and record["rules"].get("stop_early"))


def number_dealt(record):
    """How many cards are dealt, the kitty included."""
    seats = len(record["hands"])
    again = 16 if record["contract"] else 0
    return {"charlemagne": 34, "cutthroat_pitch": 6 * seats, "hasenpfeffer": 25, "king_pedro": 36 + again}.get(
        record["game"], 24
    )


def held_at_the_first_lead(record):
    """The cards by seat after what was taken, given and laid away."""
    held = [list(hand) for hand in record["hands"]]
    for seat, more in enumerate(record["second_deal"] or []):
        held[seat] += more
    for entry in record["exchange"]:
        if entry["action"] != "take_kitty":
            for card in entry["cards"]:
                held[entry["seat"]].remove(card)
        if entry["action"] in ("give", "take_kitty"):
            held[entry.get("to", entry["seat"])] += entry["cards"]
    return held


@every_game
@laws
@given(draw=DRAWS, seed=SEEDS)
def test_views_divide_the_pack_into_what_a_seat_has_seen_and_has_not(game, draw, seed):
    record = record_of(game, draw, seed)
    pack = len(find_game(game).deck(table_of(game, draw).rules).names)
    for kind, _, legal, answer, view in table_of(game, draw).decisions[record["deal"]]:
        if kind in ("discard", "give"):
            assert view["must"] & ~legal == legal & ~view["hand"] == answer & ~legal == view["must"] & ~answer == 0
        if kind != "play":
            continue
        played = sum(view["played"])
        own = view["hand"] | view["discarded"] | view["exposed"]
        assert not own & played
        seen = own | played | view["shown"] | view["kitty"]
        assert not seen & view["unseen"]
        assert (seen | view["unseen"]).bit_count() == pack
        assert sum(view["taken"]) + view["trick"] == played
        assert view["trick"].bit_count() == view["position"]
        assert view["active"].bit_count() == view["position"] + 1 + view["to_play"]
        assert sum(view["tricks"]) == view["trick_no"]
        assert view["winning"] & ~legal == legal & ~view["hand"] == 0


@every_game
@laws
@given(draw=DRAWS, seed=SEEDS, data=st.data())
def test_with_suits_relabelled_the_same_answers_win_the_same_tricks_and_score(game, draw, seed, data):
    suits = data.draw(st.sampled_from(PERMUTATIONS if game in COLOURLESS else COLOUR_KEEPING))
    record = relabelled(record_of(game, draw, seed), suits)
    assert records.replay(record).record == in_the_order_of_the_record(record)


def in_the_order_of_the_record(record):
    """The record with the cards of its exchange from high to low in each suit, as records are written."""
    game = find_game(record["game"])
    deck = game.deck(game.book.rules(record["rules"]))

    def ordered(cards):
        return sorted(cards, key=lambda card: -deck.parse_card(card))

    exchange = [{**entry, "cards": ordered(entry["cards"])} for entry in record["exchange"]]
    second = record["second_deal"] and [ordered(cards) for cards in record["second_deal"]]
    return record | {"exchange": exchange, "second_deal": second}


@every_game
@laws
@given(draw=DRAWS, seed=SEEDS, by=st.integers(min_value=1, max_value=7))
def test_with_seats_rotated_every_seat_sees_the_same_and_the_result_turns_along(game, draw, seed, by):
    record = record_of(game, draw, seed)
    moved = turned(record, by)
    replayed, original = records.replay(moved), records.replay(record)
    assert replayed.record == moved
    assert len(replayed.asks) == len(original.asks)
    for ask, other in zip(replayed.asks, original.asks, strict=True):
        assert ask.seat == (other.seat + by) % len(record["hands"])
        assert ask.view | {"random": 0} == other.view | {"random": 0}


# ---- what is scored adds up ------------------------------------------------------------------------------------------


def scored(game, draw, seed):
    """A record with its points by side, its declaring side and its bid; or None when nothing was scored."""
    record = record_of(game, draw, seed)
    if record["contract"] is None:
        assert (record["tally"], record["made"]) == (None, None)
        assert not any(record["score"])
        return None
    declaring = record["contract"]["declarer"] % len(record["score"])
    bid = {"smudge": 5}.get(record["contract"]["bid"]) or record["contract"]["bid"]
    return record, record["tally"], declaring, int(bid) if str(bid).isdecimal() else bid


def named_points(tally, sides):
    """How many of High, Low, Jack and Game each side has."""
    owners = [tally["high"], tally["low"], tally["jack"]]
    owners += tally["game"] if isinstance(tally["game"], list) else [tally["game"]]
    return [owners.count(side) for side in range(sides)]


@pytest.mark.parametrize("game", ["canadian_smear", "cutthroat_pitch"])
@laws
@given(draw=DRAWS, seed=SEEDS)
def test_high_low_jack_and_game_add_up(game, draw, seed):
    if not (found := scored(game, draw, seed)):
        return
    record, tally, declaring, bid = found
    points = named_points(tally, len(record["score"]))
    smudge = record["contract"]["bid"] == "smudge"
    made = points[declaring] == 4 and tally["tricks"][declaring] == 6 if smudge else points[declaring] >= bid
    assert record["made"] == made
    points[declaring] = (5 if smudge else points[declaring]) if made else -bid
    assert record["score"] == points
    assert sum(tally["tricks"]) == 6
    values = table_of(game, draw).rules.values
    assert sum(tally["game_points"]) == sum(values[card[:-1]] for hand in record["hands"] for card in hand)


@laws
@given(draw=DRAWS, seed=SEEDS)
def test_the_tricks_of_hasenpfeffer_add_up(draw, seed):
    if not (found := scored("hasenpfeffer", draw, seed)):
        return
    record, tally, declaring, bid = found
    tricks = tally["tricks"]
    assert sum(tricks) == 6
    assert record["made"] == (tricks[declaring] >= bid)
    assert record["score"][1 - declaring] == tricks[1 - declaring]
    kept = tricks[declaring] if record["rules"]["overtricks"] else bid
    assert record["score"][declaring] == (kept if record["made"] else -bid)


@laws
@given(draw=DRAWS, seed=SEEDS)
def test_the_points_of_king_pedro_are_those_of_its_trumps_and_what_is_lost_was_laid_away(draw, seed):
    if not (found := scored("king_pedro", draw, seed)):
        return
    record, tally, declaring, bid = found
    values, trump = table_of("king_pedro", draw).rules.values, record["contract"]["trump"]
    colour = dict(zip("CDHS", "SHDC", strict=True))[trump]
    worth = {rank + trump: points for rank, points in values.items() if rank != "off5"} | {"5" + colour: values["off5"]}
    away = {card for entry in record["exchange"] if entry["action"] == "discard" for card in entry["cards"]}
    counted = set(worth) - (away if record["rules"]["discard_points_to"] == "nobody" else set())
    counted |= {"2" + trump} if record["rules"]["two_to"] == "dealt" else set()
    points = tally["points"]
    assert sum(points) == sum(worth[card] for card in counted)
    assert sum(tally["tricks"]) == 6
    assert record["made"] == (points[declaring] >= bid)
    assert record["score"][1 - declaring] == points[1 - declaring]
    assert record["score"][declaring] == (points[declaring] if record["made"] else -bid)


@laws
@given(draw=DRAWS, seed=SEEDS)
def test_one_side_scores_the_value_of_a_bid_of_charlemagne(draw, seed):
    if not (found := scored("charlemagne", draw, seed)):
        return
    record, tally, declaring, bid = found
    rules, values = record["rules"], table_of("charlemagne", draw).rules.values
    own, other = tally["tricks"][declaring], tally["tricks"][1 - declaring]
    assert own + other == len(record["tricks"])
    assert own + other == 8 or rules["stop_early"]
    goals = {"mulot": own == 0, "gros_mulot": own == 0, "charlemagne": other == 0, "gros_charlemagne": other == 0}
    alone = bid in goals
    made = goals[bid] if alone else own >= bid  # a name is not to be compared
    assert record["made"] == made
    worth, lost = values[f"made.{bid}"], values[f"failed.{bid}"]
    if made:
        expected = [own if rules["overtricks"] and not alone else worth, 0]
    else:
        expected = [0 if rules["fail"] == "opponents" else -worth, 0 if rules["fail"] == "set_back" else lost]
    assert [record["score"][declaring], record["score"][1 - declaring]] == expected
