"""What replay accepts and what it refuses."""

import copy

import pytest

from tests.reference import OPTIONS, RuleBreachError, check_rules, default_rules, replay
from tests.reference.deal import GAMES
from tests.reference.sample_deals import random_record, rules_with
from tests.reference.test_laws import layout_of

every_game = pytest.mark.parametrize("game", list(GAMES))


def played_record(game, **changes):
    """A record with a contract, all passing being no way out."""
    return random_record(game, 3, rules_with(game, all_pass="dealer_forced", **changes))  # noqa: S106


def refused(record, message):
    """Assert that the record is refused with this message."""
    with pytest.raises(RuleBreachError, match=message):
        replay(record)


@every_game
def test_only_the_answers_are_used_and_the_rest_is_rebuilt(game):
    record = played_record(game)
    bare = {**copy.deepcopy(record), "score": None, "scores_after": None, "tally": None, "made": None, "format": ""}
    bare["tricks"] = [{"plays": trick["plays"]} for trick in record["tricks"]]
    bare["contract"] = {"trump": record["contract"]["trump"]}
    bare["exchange"] = [entry for entry in record["exchange"] if entry["action"] != "fold"]
    bare["match_winner"] = "?"
    replayed = replay(bare).record
    # Only the cards of an entry that is there have an order to be kept.
    assert {**replayed, "exchange": sets_of(replayed)} == {**record, "exchange": sets_of(record)}


def sets_of(record):
    """The entries of the exchange with their cards sorted."""
    return [{**entry, "cards": sorted(entry["cards"])} for entry in record["exchange"]]


@every_game
def test_scores_before_can_be_given_beside_the_record(game):
    record = played_record(game)
    before = [5, *(-1 for _ in record["score"][1:])]
    replayed = replay(record, scores_before=before)
    assert replayed.record["scores_before"] == before
    assert replayed.decisions[0].view["target"] == default_rules(game)["target"]
    assert set(replayed.decisions[0].view["scores"]) == {5, -1}


@every_game
def test_a_deal_of_a_match_that_ends_it_names_the_winner(game):
    record = played_record(game, max_hands=8, target=1000)
    record["scores_before"] = [300, *(-300 for _ in record["score"][1:])]
    assert replay({**record, "match": {"match": 2, "number": 6}}).record["match_winner"] is None
    assert replay({**record, "match": {"match": 2, "number": 7}}).record["match_winner"] == 0
    assert replay({**record, "match": None}).record["match_winner"] is None
    level = {**record, "scores_before": [-score for score in record["score"]], "match": {"match": 0, "number": 7}}
    assert replay(level).record["match_winner"] == "draw"


@every_game
def test_a_card_out_of_turn_is_refused(game):
    record = played_record(game)
    plays = record["tricks"][2]["plays"]
    plays[0], plays[1] = plays[1], plays[0]
    refused(record, "turn")


@every_game
def test_a_revoke_is_refused(game):
    record = played_record(game)
    decisions = [decision for decision in replay(record).decisions if decision.kind == "play"]
    plays = [play for trick in record["tricks"] for play in trick["plays"]]
    place = next(place for place, decision in enumerate(decisions) if decision.legal != decision.view["hand"])
    revoke = decisions[place].view["hand"] & ~decisions[place].legal
    plays[place][1] = layout_of(record).card[revoke.bit_length() - 1]
    refused(record, f"play of seat {plays[place][0]}")


@every_game
def test_a_card_that_is_not_held_or_unknown_is_refused(game):
    record = played_record(game)
    record["tricks"][5]["plays"][-1][1] = record["tricks"][0]["plays"][0][1]
    refused(record, "play of seat")
    record["tricks"][5]["plays"][-1][1] = "1H"
    refused(record, "'1H' is not a card")


@every_game
def test_an_auction_or_a_play_that_goes_on_or_stops_short_is_refused(game):
    record = played_record(game)
    refused({**record, "auction": [*record["auction"], [0, "pass"]]}, "the auction is")
    refused({**record, "auction": []}, "turn")
    refused({**record, "tricks": record["tricks"][:5]}, "turn")
    refused({**record, "tricks": [*record["tricks"], record["tricks"][0]]}, "the play is over")


TOO_LOW = {"canadian_smear": "1", "charlemagne": "4", "cutthroat_pitch": "1", "hasenpfeffer": "2", "king_pedro": "29"}


@every_game
def test_a_call_that_is_no_call_or_too_low_is_refused(game):
    record = played_record(game, **({"bid_min": 3} if game == "hasenpfeffer" else {}))
    seat = record["auction"][0][0]
    refused({**record, "auction": [[seat, TOO_LOW[game]], *record["auction"][1:]]}, "bid of seat")
    refused({**record, "auction": [[seat, "03"], *record["auction"][1:]]}, "not a call")
    refused({**record, "auction": [[seat, 3], *record["auction"][1:]]}, "not a call")
    refused({**record, "auction": [[seat, "slam"], *record["auction"][1:]]}, "not a call")


def test_a_forced_bid_that_is_missing_is_refused():
    game = "hasenpfeffer"
    record = played_record(game)
    dealer = record["dealer"]
    passes = [[(dealer + step) % 4, "pass"] for step in (1, 2, 3, 4)]
    refused({**record, "auction": passes, "contract": None, "tricks": []}, "won the auction")
    passed = {**record, "auction": passes, "rules": rules_with(game, all_pass="redeal_same")}  # noqa: S106
    refused(passed, "the play is over")
    refused({**passed, "tricks": []}, "passed out")


def test_a_trump_that_cannot_be_named_is_refused():
    record = played_record("hasenpfeffer")
    refused({**record, "contract": {**record["contract"], "trump": None}}, "name_trump")
    refused({**record, "contract": {**record["contract"], "trump": "X"}}, "not a suit")


def test_in_smear_the_trump_named_is_the_suit_led():
    record = played_record("canadian_smear")
    declarer, named = record["contract"]["declarer"], record["contract"]["trump"]
    other = next(card[-1] for card in record["hands"][declarer] if card[-1] != named)
    refused({**record, "contract": {**record["contract"], "trump": other}}, "play of seat")


@every_game
def test_cards_that_are_no_deal_of_the_game_are_refused(game):
    record = played_record(game)
    hands = record["hands"]
    refused({**record, "hands": [hands[0], hands[0], hands[2], hands[3]]}, "twice")
    refused({**record, "hands": [["8X", *hands[0][1:]], *hands[1:]]}, "not in the pack")
    refused({**record, "hands": [hands[0][1:], *hands[1:]]}, "hands of")
    refused({**record, "kitty": [*record["kitty"], "AS"]}, "kitty")
    refused({**record, "dealer": 4}, "no seat 4")
    refused({**record, "game": "euchre"}, "euchre")


@every_game
def test_every_listed_value_of_an_option_is_allowed_and_differs_from_the_default(game):
    for key, option in OPTIONS[game].items():
        assert option.others
        for value in option.others:
            check_rules(game, rules_with(game, **{key: value}))
            assert value != option.default


REFUSED = {
    "canadian_smear": [
        {"target": 0},
        {"target": True},
        {"bid_min": 5},
        {"low": "lowest"},
        {"dealer_may_equal": 1},
        {"values": {"A": 4}},
        {"values": {"1": 4}},
        {"values": {"A": -1}},
        {"auction": "continuous"},
        {"game_tie": "all"},
        {"preset": "all_fours"},
    ],
    "charlemagne": [
        {"bid_min": 0},
        {"bid_min": 9},
        {"lead_5_8": "bidder"},
        {"overtricks": "one_each"},
        {"values": {"5": 6}},
        {"values": {"made": {"5": 5}}},
        {"values": {"made": {"9": 5}}},
        {"values": {"made": {"mulot": True}}},
        {"values": {"failed": {}}},
        {"bid_max": 8},
    ],
    "cutthroat_pitch": [
        {"players": 1},
        {"players": 9},
        {"all_pass": "redeal"},
        {"game_tie": "pitcher"},
        {"bid_min": 2},
    ],
}


@pytest.mark.parametrize(("game", "changes"), [(game, changes) for game, cases in REFUSED.items() for changes in cases])
def test_unknown_options_and_values_are_refused(game, changes):
    with pytest.raises(RuleBreachError, match=f"rules of {game}"):
        check_rules(game, rules_with(game, **changes))


def test_a_missing_option_is_refused():
    rules = default_rules("hasenpfeffer")
    del rules["bowers"]
    with pytest.raises(RuleBreachError, match="bowers"):
        check_rules("hasenpfeffer", rules)
