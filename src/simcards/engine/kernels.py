"""The steps of a deal as loops over lanes; this text is instantiated for each game (`generate.py`), never imported.

A chunk `c` is an array of columns by lanes; the names in capitals are its columns. Seats are absolute in columns of one
number; hands lie by place: place 0 is who acts first, so that a step's place is the same in all lanes.
"""

# mypy: ignore-errors


@inline
def blend(flag, new, old):
    """`new` where the flag holds, else `old`, in arithmetic.

    Where `old` is what a store would overwrite, LLVM makes `where` a masked store, which is slow on some processors.
    """
    return old ^ ((old ^ new) & -(1 * flag))


@inline
def class_of(card, mask):
    """The class a led card asks for: the trumps, or its lane without them."""
    return where(((1 << card) & mask) != 0, mask, (LANE << (card & 48)) & ~mask)


@inline
def beating(led, led_class, mask):
    """The set of cards that would take a trick from its lead: trumps are the highest codes, so higher is stronger."""
    return (mask | led_class) & (-2 << led)


@inline
def void_bit(led, trump, mask):
    """Which bit of `voids` a failure to follow sets: the lane led, 4 for jokers that are the only trumps."""
    return where((trump == NO_TRUMP) & (((1 << led) & mask) != 0), 4, led >> 4)


@inline
def deck_of(trump):
    """The whole deck as it is laid out now."""
    return where(trump == NO_TRUMP, DECK, DECK_IN_PLAY_ORDER)


@inline
def with_call(calls, seat, call):
    """The calls with a seat's last one set."""
    shift = seat << 3
    return (calls & ~(255 << shift)) | ((call + 1) << shift)


@inline
def after_call(call, seat, bid, declarer, calls, open_seats, rules):
    """The auction after a seat was asked: (high bid, its seat, last calls, seats still in; none when it is over)."""
    asked = (open_seats >> seat) & 1
    is_bid = (asked != 0) & (call > 0)
    bid = where(is_bid, call, bid)
    declarer = where(is_bid, seat, declarer)
    leaves = asked & (1 - continuous(rules) | (call == 0))
    open_seats = open_seats & ~(leaves << seat)
    over = (is_bid & ends_auction(call, rules)) | ((bid > 0) & (open_seats == 1 << (declarer & 63)))
    return bid, declarer, where(asked != 0, with_call(calls, seat, call), calls), where(over, 0, open_seats)


@loop
def take_calls(c, n, place, facts):
    rules = rules_of(facts)
    for i in range(n):
        seat = turned(c[FIRST, i] + place)
        state = after_call(c[OUT, i], seat, c[BID, i], c[DECLARER, i], c[CALLS, i], c[OPEN_SEATS, i], rules)
        c[BID, i] = state[0]
        c[DECLARER, i] = state[1]
        c[CALLS, i] = state[2]
        c[OPEN_SEATS, i] = state[3]


@loop
def auctions_open(c, n):
    some = 0
    for i in range(n):
        some |= c[OPEN_SEATS, i]
    return some


@loop
def force_bids(c, n, facts):
    """A seat that must declare when all have passed: the dealer, or the holder of a card (nobody when it is buried)."""
    rules = rules_of(facts)
    policy = rules.all_pass
    forced_call = forced_bid(rules)
    for i in range(n):
        bid = c[BID, i]
        declarer = c[DECLARER, i]
        calls = c[CALLS, i]
        first = c[FIRST, i]
        holder = -1
        for place in range(SEATS):
            holder = where((c[HAND + place, i] & FORCED_CARD) != 0, turned(first + place), holder)
        seat = where(policy == HOLDER_FORCED, holder, c[DEALER, i])
        forced = (bid == 0) & (policy >= DEALER_FORCED) & (seat >= 0)
        c[BID, i] = where(forced, forced_call, bid)
        c[DECLARER, i] = where(forced, seat, declarer)
        c[CALLS, i] = where(forced, with_call(calls, seat & 7, forced_call), calls)


@loop
def drop_passed_out(c, n, index):
    """Moves the deals that have a declarer to the front; returns their number."""
    m = 0
    for i in range(n):
        index[m] = i
        m += c[DECLARER, i] >= 0
    if m < n:
        for row in range(LIVE_COLUMNS):
            for j in range(m):
                c[row, j] = c[row, index[j]]
    return m


@loop
def turn_to_declarer(c, n):
    for i in range(n):
        declarer = c[DECLARER, i]
        places = turned(turned(declarer - c[DEALER, i] + SEATS) - 1 + SEATS)
        put_by_seat(c, HAND, i, rotated(by_seat(c, HAND, i), places))
        c[FIRST, i] = declarer


@loop
def take_trumps(c, n):
    """Relabels every set to play order."""
    for i in range(n):
        trump = c[OUT, i]
        c[TRUMP, i] = trump
        hands = relabelled(by_seat(c, HAND, i), trump)
        put_by_seat(c, HAND, i, hands)
        put_by_seat(c, START, i, hands)
        for s in range(SIDES):
            c[TAKEN + s, i] = 0
        c[TRICKS, i] = 0
        c[VOIDS, i] = 0
        relabel_kitty(c, i, trump)


@loop
def note_voids(c, n, place, facts):
    """What the answers at this place prove, before they are taken."""
    rules = rules_of(facts)
    for i in range(n):
        trump = c[TRUMP, i]
        mask = trump_mask(trump)
        seat = turned(c[FIRST, i] + place)
        shown = 1 * proves_void(c[OUT, i], c[LED_CLASS, i], mask, rules)
        c[VOIDS, i] |= shown << ((seat << 3) + void_bit(c[LED, i], trump, mask))


@loop
def take_cards(c, n, place):
    if place == 0:
        for i in range(n):
            card = c[OUT, i]
            mask = trump_mask(c[TRUMP, i])
            led_class = class_of(card, mask)
            c[LED, i] = card
            c[LED_CLASS, i] = led_class
            c[BEST, i] = card
            c[BEST_PLACE, i] = 0
            c[BEAT, i] = beating(card, led_class, mask)
            c[TRICK, i] = 1 << card
            c[HAND, i] &= ~(1 << card)
    else:
        for i in range(n):
            card = c[OUT, i]
            beat = c[BEAT, i]
            takes = (beat & (1 << card)) != 0
            c[BEST, i] = blend(takes, card, c[BEST, i])
            c[BEST_PLACE, i] = blend(takes, place, c[BEST_PLACE, i])
            c[BEAT, i] = beat & where(takes, -2 << card, -1)
            c[TRICK, i] |= 1 << card
            c[HAND + place, i] &= ~(1 << card)


@loop
def end_tricks(c, n):
    for i in range(n):
        places = c[BEST_PLACE, i]
        winner = turned(c[FIRST, i] + places)
        trick = c[TRICK, i]
        side = side_of(winner)
        put_by_seat(c, HAND, i, rotated(by_seat(c, HAND, i), places))
        c[FIRST, i] = winner
        for s in range(SIDES):
            c[TAKEN + s, i] |= select(side == s, trick)
        c[TRICKS, i] += 1 << (winner << 3)


@inline
def played_deal(c, i):
    """What a finished deal was played to."""
    declarer = c[DECLARER, i]
    trump = c[TRUMP, i]
    played = played_by_side(by_seat(c, START, i), declarer)
    taken = by_side(c, TAKEN, i)
    return Played(side_of(declarer), c[BID, i], trump, trump_mask(trump), played, taken, tricks_by_side(c[TRICKS, i]))


@loop
def score_deals(c, n, facts):
    """The score of each side, whether the bid was made, and the row of the table that the deal counts in."""
    rules = rules_of(facts)
    for i in range(n):
        played = played_deal(c, i)
        result = score(played, tally(played, rules), rules)
        length = count(c[START, i] & played.trump_mask)
        c[MADE, i] = result[0]
        put_scores(c, i, result)
        c[LENGTH, i] = length
        c[TABLE_ROW, i] = (played.side * CALLS_A_SIDE + played.bid) * LENGTHS + length


@loop
def tally_deals(c, n, facts, out):
    """The numbers behind the scores, for records: out[k, lane]."""
    rules = rules_of(facts)
    for i in range(n):
        numbers = tally(played_deal(c, i), rules)
        for k in range(len(numbers)):
            out[k, i] = numbers[k]


@loop
def count_deals(c, n, table):
    """Adds deals to the table, each to its row: contracts, made, score by side, squared margin numerators."""
    for i in range(n):
        row = c[TABLE_ROW, i]
        table[row, 0] += 1
        table[row, 1] += c[MADE, i]
        add_scores(c, i, table, row)
