"""Basic in plain Python, never compiled: the same answers as `basic`, from lists of cards. Origin: simcards."""

from functools import cache

from simcards.strategy import Strategy

TRUMP = 3  # the lane of trump in play order
JACK, TEN, QUEEN, KING, ACE = 9, 8, 10, 11, 12  # slots
WORTH = {ACE: 103, KING: 10, QUEEN: 10, JACK: 70, TEN: 10, 0: 87}  # of trumps in hundredths of a point; slot 0 is the 2
JACK_OF_TRUMP = (TRUMP, JACK)


@cache
def cards_of_suit(lane, slots):
    """The cards of one suit as (lane, slot), from the lowest to the highest; each list is made once."""
    return [(lane, slot) for slot in range(15) if slots >> slot & 1]


def cards_in(codes):
    """The cards of a set as (lane, slot), from the lowest code to the highest."""
    plain = cards_of_suit(0, codes & 0x7FFF) + cards_of_suit(1, codes >> 16 & 0x7FFF)
    return plain + cards_of_suit(2, codes >> 32 & 0x7FFF) + cards_of_suit(TRUMP, codes >> 48)


def code_of(card):
    """The code of a card."""
    lane, slot = card
    return 16 * lane + slot


def worth_of_suits(hand):
    """(expected points in hundredths, suit) of each suit as trump."""
    suits = [[slot for lane, slot in hand if lane == suit] for suit in range(4)]
    return [(sum(16 + WORTH.get(slot, 0) for slot in slots), suit) for suit, slots in enumerate(suits)]


def bid(v):
    """The lowest bid allowed, when the hand is worth it; three at once to shut out those still to speak."""
    hand = cards_in(v.hand)
    worth = 50 + max(worth_of_suits(hand))[0] + sum({ACE: 9, KING: 5}.get(slot, 0) for _, slot in hand)
    worth -= v.params.safety + (v.params.partner if v.high_bidder == 2 else 0)
    least = {1: v.params.one, 2: v.params.two, 3: v.params.three, 4: v.params.four}
    allowed = [call for call in least if v.legal >> call & 1]
    if not allowed:
        return 0
    call = 3 if worth >= v.params.shut_out and v.order < 3 and 3 in allowed else allowed[0]
    return call if sum(worth >= need for need in least.values()) >= call else 0


def name_trump(v):
    """The suit that is worth most."""
    return max(worth_of_suits(cards_in(v.hand)))[1]


def counts(card):
    """Whether a card is a ten or the jack of trump, the cards worth fighting for."""
    return card[1] == TEN or card == JACK_OF_TRUMP


def is_honour(card):
    """Whether a card is a plain king or ace."""
    return card[0] != TRUMP and card[1] >= KING


def by_rank(card):
    """A key that sorts by rank first, then by lane."""
    return card[1], card[0]


def throw(cards):
    """The card that is missed least: a low plain one, then a small trump, then an honour, the jack of trump last."""
    rest = [card for card in cards if not counts(card)]
    chaff = [card for card in rest if card[0] != TRUMP and card[1] < KING]
    return min(chaff or rest, key=by_rank) if rest else min(cards)


def feed(cards):
    """The card that counts most on a trick that is partner's: jack of trump, ten, plain king or ace."""
    tens = [card for card in cards if card[1] == TEN]
    honours = [card for card in cards if is_honour(card)]
    if JACK_OF_TRUMP in cards:
        return JACK_OF_TRUMP
    if tens:
        return min(tens)
    return min(honours, key=by_rank) if honours else throw(cards)


def is_top_trump(card, unseen_trumps):
    """Whether a card is a trump that no unseen card beats."""
    return card[0] == TRUMP and (not unseen_trumps or unseen_trumps[-1] < card)


def lead(v, legal, unseen_trumps):
    """Two rounds of the top trump; it then waits for a catch, and the last three tricks cash what is high."""
    top = max(cards_in(v.hand))
    honours = [card for card in legal if is_honour(card)]
    aces = [card for card in honours if card[1] == ACE]
    if v.trick_no != 2 and is_top_trump(top, unseen_trumps):
        return top
    return (aces or honours)[0] if honours and v.trick_no > 2 else throw(legal)


def play_last(v, legal, winning):
    """Partner's trick is fed; an opponent's is taken with the jack, a ten, a plain card, or by ruffing a ten."""
    if v.partner_winning:
        return feed(legal)
    led = v.led // 16
    wanted = [card for card in cards_in(v.trick) if counts(card) or (led == TRUMP and is_honour(card))]
    if JACK_OF_TRUMP in winning:
        return JACK_OF_TRUMP
    if (led, TEN) in winning:
        return led, TEN
    if winning and (winning[0][0] != TRUMP or wanted):
        return winning[0]
    return throw(legal)


def play_between(v, legal, winning, unseen_trumps):
    """What second and third hand play."""
    best = divmod(v.best, 16)
    honours = [card for card in winning if is_honour(card)]
    if v.partner_winning:
        if is_top_trump(best, unseen_trumps) or (is_honour(best) and best[1] == ACE and v.to_play == 1):
            return feed(legal)
        return honours[-1] if honours and honours[-1][1] == ACE else throw(legal)
    trumps = [card for card in winning if card[0] == TRUMP]
    if trumps and any(counts(card) for card in cards_in(v.trick)):
        small = [card for card in trumps if not counts(card)]
        if is_top_trump(trumps[-1], unseen_trumps):
            return trumps[-1]
        if small and v.led // 16 != TRUMP:
            return small[0]
    plain = [card for card in winning if card[0] != TRUMP and card[1] != TEN]
    if honours or (plain and v.position == 2):
        return (honours or plain)[-1]
    return throw(legal)


def play(v):
    """A card as a sound club player chooses it: tens and the jack of trump are what the play is about."""
    legal, winning = cards_in(v.legal), cards_in(v.winning)
    unseen_trumps = cards_of_suit(TRUMP, v.unseen >> 48)
    if v.position == 0:
        return code_of(lead(v, legal, unseen_trumps))
    if v.to_play == 0:
        return code_of(play_last(v, legal, winning))
    return code_of(play_between(v, legal, winning, unseen_trumps))


strategy = Strategy(
    game="canadian_smear",
    bid=bid,
    name_trump=name_trump,
    play=play,
    params={"safety": 0, "partner": 30, "one": 100, "two": 182, "three": 250, "four": 350, "shut_out": 315},
    kind="python",
)
