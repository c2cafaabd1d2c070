"""The full tree of legal plays by the engine's own rules: in how many ways a deal can be played from the first lead."""

from functools import cache

from simcards.engine import game_text


def tree_size(game, rules, hands, declarer, bid, trump, active):
    """The number of complete sequences of legal plays.

    `hands` are sets in play order by seat, `bid` a call's number, `trump` 0-3 or 4 for none, `active` the seats that
    play. Lead, follow, who wins, who leads first and an early stop are the functions that the loops are made of.
    """
    game = game.under(rules)
    rule, codes, seats = game.functions(rules), rules.codes, game.seats
    mask = int(game.trump_mask(trump))
    class_of = _class_of(game.declared)

    def is_over(tricks):
        own = tricks[game.side(declarer)]
        return "stops" in rule and bool(rule["stops"](bid, own, sum(tricks) - own, codes))

    @cache
    def from_trick(hands, leader, tricks):
        if not hands[leader] or is_over(tricks):
            return 1
        order = [seat for seat in ((leader + place) % seats for place in range(seats)) if seat in active]
        return from_card(hands, order, 0, (0, leader, 0), tricks)

    def from_card(hands, order, place, so_far, tricks):
        led, best_seat, beat = so_far
        if place == len(order):
            side = game.side(best_seat)
            won = tuple(number + (one == side) for one, number in enumerate(tricks))
            return from_trick(hands, best_seat, won)
        seat = order[place]
        hand = hands[seat]
        if place == 0:
            legal = rule["lead"](hand, mask, sum(tricks), codes)
        else:
            legal = rule["follow"](hand, class_of(led, mask), mask, codes)
        ways = 0
        for card in (code for code in range(63) if legal >> code & 1):
            if place == 0:
                after = card, seat, rule["beats"](card, class_of(card, mask), mask, codes)
            else:
                after = (led, seat, beat & (-2 << card)) if beat >> card & 1 else so_far
            left = (*hands[:seat], hand & ~(1 << card), *hands[seat + 1 :])
            ways += from_card(left, order, place + 1, after, tricks)
        return ways

    first = (declarer + rule["leader"](bid, 0, codes)) % seats
    while first not in active:
        first = (first + 1) % seats
    held = tuple(hand if seat in active else 0 for seat, hand in enumerate(hands))
    return from_trick(held, first, (0,) * game.sides)


@cache
def _class_of(game):
    return game_text.interpreted_game(game, game.book.rules()).class_of
