"""A game's rules as the engine runs them, asked in cards as text: for the worked examples of the rule sheets."""

from simcards.cards.codes import parse_suit
from simcards.cards.order import in_play_order
from simcards.engine import game_text
from simcards.games.game import Played


class Deal:
    """A game with its rules and a trump, in whose play order cards are read and written."""

    def __init__(self, game, trump, **changes):
        self.rules = game.book.rules(changes)
        self.game, self.trump = game.under(self.rules), parse_suit(trump)
        self.codes = self.rules.codes
        self.deck = game.deck(self.rules)
        self.mask = game.trump_mask(self.trump)
        self.steps = game_text.interpreted_game(self.game, self.rules)

    def set(self, text):
        """The set of cards written as "7S 10H"."""
        return in_play_order(self.deck.parse_set(text.split()), self.trump, self.deck.layout)

    def code(self, card):
        """The code of a card."""
        return self.set(card).bit_length() - 1

    def names(self, cards):
        """The cards of a set as text."""
        return set(self.deck.set_names(cards, self.trump))

    def legal(self, hand, led):
        """The legal cards of a hand on a led card, as text."""
        led_class = self.steps.class_of(self.code(led), self.mask)
        return self.names(self.game.follow(self.set(hand), led_class, self.mask, self.codes))

    def leads(self, hand, trick_no=0):
        """The legal leads of a hand, as text."""
        return self.names(self.steps.lead(self.set(hand), self.mask, trick_no, self.codes))

    def winner(self, trick, leader=0, seats=None):
        """The seat that wins the cards of a trick in the order played, by four seats or by these."""
        cards = [self.code(card) for card in trick.split()]
        seats = seats or [(leader + place) % 4 for place in range(4)]
        led_class = self.steps.class_of(cards[0], self.mask)
        best, beat = 0, self.steps.beats(cards[0], led_class, self.mask, self.codes)
        for place, card in enumerate(cards):
            if beat >> card & 1:
                best, beat = place, beat & (-2 << card)
        return seats[best]

    def result(self, side, bid, played=(), taken=(), tricks=(3, 3), discarded=()):
        """The tally as in a record, whether the bid was made, and the score; cards and tricks are by side."""
        no_cards = ("",) * self.game.sides
        played, taken, discarded = (
            tuple(self.set(text) for text in sets or no_cards) for sets in (played, taken, discarded)
        )
        points = tuple(self.steps.card_points(cards, self.codes) for cards in taken)
        end = Played(side, bid, self.trump, self.mask, played, taken, points, tricks, discarded)
        tally = self.steps.tally(end, self.codes)
        made = int(self.steps.made(end, tally, self.codes))
        score = [int(self.steps.score(one, made, end, tally, self.codes)) for one in range(self.game.sides)]
        return self.game.tally_record(tally), bool(made), score

    def auction(self, dealer, calls):
        """The declarer (-1: none) and the bid to which these calls lead, each by the next seat that is asked."""
        calls, steps = [self.game.parse_call(call) for call in calls.split()], self.steps
        seats = self.game.seats
        bid, declarer, last, still_open, seat = 0, -1, 0, (1 << seats) - 1, dealer
        while still_open:
            seat = (seat + 1) % seats
            if still_open >> seat & 1:
                call = calls.pop(0)
                assert call == 0 or self.game.legal_calls(bid, int(seat == dealer), self.codes) >> call & 1
                bid, declarer, last, still_open = steps.after_call(
                    call, seat, dealer, bid, declarer, last, still_open, self.codes
                )
        assert not calls
        return declarer, bid
