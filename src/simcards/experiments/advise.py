"""`advise`: what each answer of one decision after the auction comes to: trump, discards, gifts, the opening lead."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any, Unpack

import numpy as np

from simcards.bidding.auction import PASS, Auction, auction_of, parse_order, passes_before, seat_text, the_seat
from simcards.bidding.question import CHUNK, Question, play_set
from simcards.cards.sets import NO_TRUMP
from simcards.engine.guided import GuidedTable, Reached
from simcards.engine.script import ALL_LEGAL, Given, Moment, Script
from simcards.errors import UsageError, nearest
from simcards.experiments.answers import About
from simcards.experiments.asked import Asked, cards_named, checked_texts, parse_trump
from simcards.experiments.bid import THEM, US, answered, asked_request, checked_length, command_options
from simcards.experiments.question_run import rare_text
from simcards.experiments.results import Results
from simcards.experiments.setting import Options, Setting
from simcards.games.game import Game
from simcards.games.options import DEALER_FORCED, HOLDER_FORCED, Rules

# What people call a decision, and what it is called in a strategy.
DECISIONS = {"trump": "name_trump", "discard": "discard", "give": "give", "choose": "choose", "lead": "play"}
MOST_ANSWERS = 500
NAME_ALL = "name all you hold (--kitty, --second, --received)"
LOOKED_THROUGH = 1 << 17  # deals in which one that fits is looked for


def advise(
    game: str | Game,
    decision: str,
    hand: str,
    *,
    auction: str | None = None,
    bid: str | None = None,
    order: str | int | None = None,
    trump: str | None = None,
    kitty: str | None = None,
    second: str | None = None,
    received: str | None = None,
    where: str = "",
    us: str = US,
    them: str = THEM,
    scores: Sequence[int] | None = None,
    until: float | None = None,
    deals: float | None = None,
    max_deals: float | None = None,
    **options: Unpack[Options],
) -> Results:
    """What each legal answer comes to; see `simcards.advise`."""
    setting = Setting(**options)
    checked_texts(bid=bid, trump=trump, received=received)
    request = asked_request(game, us, them, setting)
    length = checked_length(until, deals, max_deals)
    found, rules = request.game, request.rules
    asked = _decision(found, decision)
    known = Asked(hand, where, order, auction, scores, kitty, second)
    contract = _Contract(found, rules, known, bid)
    seat = contract.seat_of(asked, order)
    named = contract.trump(asked, trump)
    got = contract.gift(asked, seat, named, received)
    moment = Moment(asked, 0, contract.declarer if asked == "name_trump" else seat)
    question = known.question(found, rules, moment, seat, Script((*contract.given(seat, named), *got)))
    contract.check_holder(seat, question.hand.known)
    about = About(
        seed=request.seed,
        where_in_order=seat_text(found, seat),
        auction=contract.auction.text,
        assumed=contract.assumed,
        scores=known.scores_text,
        us=request.texts[0],
        them=request.texts[-1],
        trump=-1 if named is None else named,
        contract=contract.text,
    )
    in_hand = question.hand.known | sum(cards for _, cards in question.known)
    pool = play_set(found, rules, in_hand, about.trump) | sum(given.answer for given in got)
    extra: dict[str, Any] = {"decision": decision, "bid": bid, "trump": trump, "received": received}
    extra = {name: value for name, value in extra.items() if value is not None}
    extra |= command_options(known, until, deals, max_deals)

    def with_answers(tables: Sequence[GuidedTable]) -> Question:
        reached = _first_that_fits(found, question, tables[0], request.seed)
        answers = _answers(found, rules, question, reached, pool, about.trump)
        of_cards = asked in ("play", "discard") or (asked == "give" and not found.gift_is_free)
        return replace(question, answers=answers, legal=(answers,), pool=pool if of_cards else -1)

    return answered("advise", question, request, [rules], length, about, setting, extra, with_answers)


def _decision(game: Game, text: str) -> str:
    """The decision that a word stands for; `UsageError` when this game has none of the kind."""
    if text not in DECISIONS:
        raise UsageError(f"no decision {text!r} to advise on; {nearest(str(text), DECISIONS)}")
    if DECISIONS[text] not in game.decisions:
        there = [word for word, decision in DECISIONS.items() if decision in game.decisions]
        raise UsageError(f"{game.name} has no decision {text!r}; it has {', '.join(there)} (and bid)")
    return DECISIONS[text]


class _Contract:
    """The auction that led to the contract, its declarer and bid."""

    def __init__(self, game: Game, rules: Rules, known: Asked, bid: str | None) -> None:
        self.game, self.rules = game, rules
        seat, auction = known.seat(game), known.auction
        if (auction is None) == (bid is None):
            raise UsageError(
                "say how the auction went: either all calls, as in --auction 'pass 3 pass pass', or --bid 3 where you "
                "declare at 3 and nobody else bids"
            )
        if auction is not None:
            self.auction = auction_of(game, rules, auction)
        else:
            self.auction = passes_before(game, rules, seat or 0)
            self.auction.call(game.parse_call(str(bid).lower()))
        self.is_ours = auction is None
        self.assumed = self.auction.moment is not None
        _all_pass(self.auction)
        self.declarer, self.bid = self.auction.declarer, self.auction.bid
        self.is_holder = False
        if self.declarer < 0:
            self._force(seat)

    def _force(self, seat: int | None) -> None:
        """Finds the declarer where nobody has bid."""
        functions, policy = self.game.functions(self.rules), getattr(self.rules.codes, "all_pass", -1)
        self.bid = functions["forced_bid"](self.rules.codes)
        if policy == DEALER_FORCED:
            self.declarer = self.game.seats - 1
        elif policy == HOLDER_FORCED and seat is not None:
            self.declarer, self.is_holder = seat, True
        else:
            remedy = "; say your place with --order" if policy == HOLDER_FORCED else ""
            raise UsageError(f"after {self.auction.text!r} there is no declarer: nothing is left to decide{remedy}")

    def check_holder(self, seat: int, known: int) -> None:
        """`UsageError` unless a hand holds the card whose holder must declare."""
        card = self.game.forced_holder
        if self.is_holder and card and not known >> self.game.deck(self.rules).parse_card(card) & 1:
            raise UsageError(
                f"when all pass the holder of {card} declares: {the_seat(self.game, seat)} must hold it; add it to "
                "the hand"
            )

    @property
    def text(self) -> str:
        """The contract in words, without its trump."""
        return f"{self.game.call_name(self.bid)} by {the_seat(self.game, self.declarer)}"

    def seat_of(self, decision: str, order: str | int | None) -> int:
        """The seat that decides; `UsageError` where it is not the one named."""
        game = self.game
        if self.is_ours and decision in ("give", "play") and self.declarer not in self._deciders(decision):
            names = ", ".join(the_seat(game, one) for one in self._deciders(decision))
            raise UsageError(
                f"with --bid you declare, but in {self.text} that decision is taken by {names}; give all calls with "
                "--auction"
            )
        seats = self._deciders(decision)
        if order is None:
            return seats[0]
        seat = parse_order(game, str(order))
        if seat not in seats:
            names = ", ".join(the_seat(game, one) for one in seats)
            raise UsageError(
                f"order {order}: in the contract {self.text} that decision is taken by {names}; leave out --order or "
                "change the auction"
            )
        return seat

    def _deciders(self, decision: str) -> list[int]:
        """The seats that take a decision, the likeliest to ask first."""
        game = self.game
        seats = {
            "name_trump": [self.declarer],
            "choose": [self.declarer],
            "discard": [(self.declarer + place) % game.seats for place in game.discard_places],
            "give": [(self.declarer + place) % game.seats for place in game.giving_places],
            "play": [self._leader()],
        }[decision]
        if decision == "give":  # the declarer's partner first
            seats.sort(key=lambda seat: seat != (self.declarer + game.sides) % game.seats)
        if decision == "discard":
            seats.sort(key=lambda seat: seat != self.declarer)
        return seats

    def _leader(self) -> int:
        functions, game = self.game.functions(self.rules), self.game
        dealer = (game.seats - 1 - self.declarer) % game.seats
        return int(self.declarer + functions["leader"](self.bid, dealer, self.rules.codes)) % game.seats

    def trump(self, decision: str, text: str | None) -> int | None:
        """The trump named before the decision, None where it is not named yet."""
        game, rules = self.game, self.rules
        later = decision == "play" or (game.trump_first(rules) and decision in ("give", "discard", "choose"))
        if not later:
            if text is not None:
                raise UsageError(f"trump {text}: at that decision no trump is named yet; leave out --trump")
            return None
        if not self._names_trump:
            if text is not None:
                raise UsageError(f"trump {text}: the contract {self.text} has no trump suit; leave out --trump")
            return NO_TRUMP
        if text is None:
            raise UsageError("say which suit is trump: --trump C, D, H or S")
        return parse_trump(text)

    @property
    def _names_trump(self) -> bool:
        return bool(self.game.functions(self.rules)["names_trump"](self.bid, self.rules.codes))

    def gift(self, decision: str, seat: int, trump: int | None, text: str | None) -> tuple[Given, ...]:
        """What the partner gave before the decision: the cards named; where it is free to give nothing, nothing."""
        game = self.game
        giver = (seat - game.sides) % game.seats
        later = decision in ("discard", "play") or (decision == "name_trump" and not game.trump_first(self.rules))
        gives = game.gift is not None and (giver - self.declarer) % game.seats in game.giving_places
        if text is None:
            if not (gives and game.gift_is_free and decision == "discard"):
                return ()
            return (Given(Moment("give", 0, giver), 0, own=False),)
        if not (gives and later):
            raise UsageError(f"received {text!r}: nobody gives you cards before that decision; leave out --received")
        named = trump if trump is not None and game.trump_first(self.rules) else -1
        cards = cards_named(game, self.rules, text, named)
        return (Given(Moment("give", 0, giver), cards, own=False),)

    def given(self, seat: int, trump: int | None) -> tuple[Given, ...]:
        """All answers before the decision."""
        names = self._names_trump
        moment = Moment("name_trump", 0, self.declarer)
        named = () if trump is None or not names else (Given(moment, trump, self.declarer == seat),)
        return (*self.auction.given(seat), *named)


def _all_pass(auction: Auction) -> None:
    while auction.moment is not None:
        auction.call(PASS)


def _first_that_fits(game: Game, question: Question, table: GuidedTable, seed: int) -> Reached:
    """The decision in the first deal that fits; `UsageError` when none does for long."""
    first, number = 0, 1 << 10
    out = np.zeros(len(question.script.given) + 1, np.int64)
    while first < LOOKED_THROUGH:
        deals = np.arange(first, first + number)
        reached = table.play_to(table.draw(seed, first, number), seed, deals, question.script, question.moment)
        if len(reached.asked):
            return reached
        out += np.bincount(reached.misfits, minlength=len(out))
        first, number = first + number, min(2 * number, CHUNK, LOOKED_THROUGH - first - number)
    raise UsageError(rare_text(game, question, LOOKED_THROUGH, out.tolist()))


def _answers(game: Game, rules: Rules, question: Question, reached: Reached, pool: int, trump: int) -> tuple[int, ...]:
    """The answers to compare: all suits; or those made of cards that are known, and legal in the first deal that fits.

    What is not legal in every deal is left out when all deals are played.
    """
    decision = question.moment.decision
    legal = int(reached.fields["legal"][0])
    if decision == "name_trump":
        return tuple(k for k in range(5) if k < NO_TRUMP or legal >> k & 1)
    if decision == "choose":
        return tuple(k for k in range(2) if legal >> k & 1)
    if decision == "give" and game.gift_is_free:
        return (0, ALL_LEGAL)
    cards = [k for k in range(63) if (legal & pool) >> k & 1]
    if not cards:
        names = " ".join(game.deck(rules).set_names(legal, trump))
        raise UsageError(
            f"none of the cards you named is legal there; in the first such deal these are: {names}; name some of them"
        )
    if decision == "play":
        return tuple(reversed(cards))
    must, need = int(reached.fields["must"][0]), int(reached.fields["need"][0])
    if must & ~pool:
        raise UsageError(f"cards that must go are not among those you named; {NAME_ALL}")
    free = [k for k in cards if not must >> k & 1]
    number = comb(len(free), need - must.bit_count())
    if number > MOST_ANSWERS:
        raise UsageError(f"there are {number:,} answers, more than {MOST_ANSWERS} cannot be compared")
    chosen = combinations(reversed(free), need - must.bit_count())
    answers = tuple(must | sum(1 << k for k in some) for some in chosen)
    if not answers:
        raise UsageError(f"{need} cards go, and you named too few that may; {NAME_ALL}")
    return answers
