"""The steps of a deal as loops over lanes; this text is instantiated for each game (`game_text.py`), never imported.

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
def deck_of(trump):
    """The whole deck as it is laid out now."""
    return where(trump == NO_TRUMP, DECK, DECK_IN_PLAY_ORDER)


@inline
def with_call(calls, seat, call):
    """The calls with a seat's last one set."""
    shift = seat << 3
    return (calls & ~(255 << shift)) | ((call + 1) << shift)


@inline
def after_call(call, seat, dealer, bid, declarer, calls, open_seats, rules):
    """The auction after a seat was asked: (high bid, its seat, last calls, seats still in; none when it is over)."""
    asked = (open_seats >> seat) & 1
    is_bid = (asked != 0) & (call > 0)
    bid = where(is_bid, call, bid)
    declarer = where(is_bid, seat, declarer)
    leaves = asked & (1 - continuous(rules) | (call == 0))
    open_seats = still_open(open_seats & ~(leaves << seat), bid, declarer, dealer, rules)
    return bid, declarer, where(asked != 0, with_call(calls, seat, call), calls), open_seats


@loop
def take_calls(c, n, place, facts):
    rules = rules_of(facts)
    for i in range(n):
        seat = turned(c[FIRST, i] + place)
        call, dealer = c[OUT, i], c[DEALER, i]
        state = after_call(call, seat, dealer, c[BID, i], c[DECLARER, i], c[CALLS, i], c[OPEN_SEATS, i], rules)
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
def drop_passed_out(c, n, index, facts):
    """Moves the deals that have a declarer to the front; returns their number."""
    rows = LIVE_COLUMNS + facts[SCORED] * SIDES
    m = 0
    for i in range(n):
        index[m] = i
        m += c[DECLARER, i] >= 0
    if m < n:
        for row in range(rows):
            for j in range(m):
                c[row, j] = c[row, index[j]]
    return m


# ---- between the auction and the first lead: `first` is the declarer -------------------------------------------------


@loop
def turn_to_declarer(c, n):
    for i in range(n):
        declarer = c[DECLARER, i]
        places = turned(turned(declarer - c[DEALER, i] + SEATS) - 1 + SEATS)
        put_by_seat(c, HAND, i, rotated(by_seat(c, HAND, i), places))
        c[FIRST, i] = declarer
        turn_second_deal(c, i, places)
        begin_exchange(c, i)


@loop
def expect(c, n, answer):
    """Sets the answer of the deals in which nobody will be asked."""
    for i in range(n):
        c[OUT, i] = answer


@loop
def take_trumps(c, n):
    """Relabels every set to play order."""
    for i in range(n):
        trump = c[OUT, i]
        c[TRUMP, i] = trump
        deal_second(c, i)
        put_by_seat(c, HAND, i, relabelled(by_seat(c, HAND, i), trump))
        relabel_others(c, i, trump)


@loop
def take_choices(c, n):
    for i in range(n):
        c[CHOICE, i] = c[OUT, i]


@loop
def take_kitties(c, n, facts):
    rules = rules_of(facts)
    for i in range(n):
        takes = 1 * takes_kitty(c[BID, i], c[CHOICE, i], rules)
        c[TOOK, i] = takes
        c[HAND, i] |= c[KITTY, i] & -takes


@loop
def leave_idle(c, n, facts):
    """The seats that leave the deal without a gift, in the order declarer's left … declarer."""
    rules = rules_of(facts)
    for i in range(n):
        active = c[ACTIVE, i]
        mask = mask_of(c[TRUMP, i])
        bid = c[BID, i]
        choice = c[CHOICE, i]
        first = c[FIRST, i]
        for place in range(SEATS):
            idle = 1 * sits_out(c[HAND + place, i], place, bid, choice, mask, rules)
            active &= ~(idle << turned(first + place))
        c[ACTIVE, i] = active


@loop
def take_gifts(c, n, place):
    """Whoever gave something leaves the deal."""
    to = turned(place + SIDES)
    for i in range(n):
        cards = c[OUT, i]
        c[HAND + place, i] &= ~cards
        c[HAND + to, i] |= cards
        c[RECEIVED + to, i] |= cards
        c[ACTIVE, i] &= ~(1 * (cards != 0) << turned(c[FIRST, i] + place))


@loop
def take_discards(c, n, place):
    for i in range(n):
        cards = c[OUT, i]
        c[HAND + place, i] &= ~cards
        c[DISCARD + place, i] = cards


@loop
def begin_play(c, n, facts):
    """The hands as they stand at the first lead, and the seat that leads."""
    rules = rules_of(facts)
    for i in range(n):
        hands = by_seat(c, HAND, i)
        put_by_seat(c, START, i, those_present(c, i, hands))
        for s in range(SIDES):
            c[TAKEN + s, i] = 0
        c[TRICKS, i] = 0
        c[VOIDS, i] = 0
        lead_off(c, i, hands, rules)


# ---- the play --------------------------------------------------------------------------------------------------------


@loop
def note_voids(c, n, place, facts):
    """What the answers at this place prove, before they are taken."""
    rules = rules_of(facts)
    for i in range(n):
        mask = trump_mask(c[TRUMP, i])
        seat = turned(c[FIRST, i] + place)
        shown = proves(c[OUT, i], c[LED, i], c[LED_CLASS, i], mask, rules) & -here(c, i, seat)
        c[VOIDS, i] |= shown << (seat << 3)


@loop
def take_cards(c, n, place, facts):
    rules = rules_of(facts)
    if place == 0:
        for i in range(n):
            card = c[OUT, i]
            mask = trump_mask(c[TRUMP, i])
            led_class = class_of(card, mask)
            one = (1 << card) & -here(c, i, c[FIRST, i])
            c[LED, i] = card
            c[LED_CLASS, i] = led_class
            c[BEST, i] = card
            c[BEST_PLACE, i] = 0
            c[BEAT, i] = beats(card, led_class, mask, rules)
            c[TRICK, i] = one
            c[HAND, i] &= ~one
    else:
        for i in range(n):
            card = c[OUT, i]
            one = (1 << card) & -here(c, i, turned(c[FIRST, i] + place))
            beat = c[BEAT, i]
            takes = (beat & one) != 0
            c[BEST, i] = blend(takes, card, c[BEST, i])
            c[BEST_PLACE, i] = blend(takes, place, c[BEST_PLACE, i])
            c[BEAT, i] = beat & where(takes, -2 << card, -1)
            c[TRICK, i] |= one
            c[HAND + place, i] &= ~one


@loop
def end_tricks(c, n):
    for i in range(n):
        places = c[BEST_PLACE, i]
        winner = turned(c[FIRST, i] + places)
        trick = c[TRICK, i]
        side = side_of(winner)
        put_by_seat(c, HAND, i, rotated(by_seat(c, HAND, i), places))
        for s in range(SIDES):
            c[TAKEN + s, i] |= select(side == s, trick)
        c[TRICKS, i] += (1 * (trick != 0)) << (winner << 3)
        c[FIRST, i] = winner


@loop
def stop_decided(c, n, facts):
    """Ends the deals whose score the tricks already decide: nobody is left in them."""
    rules = rules_of(facts)
    for i in range(n):
        tricks = tricks_by_side(c[TRICKS, i])
        side = side_of(c[DECLARER, i])
        own = at(tricks, side)
        over = stops(c[BID, i], own, count_tricks(tricks) - own, rules)
        c[ACTIVE, i] &= where(over, 0, -1)


# ---- the score -------------------------------------------------------------------------------------------------------


@inline
def played_deal(c, i, rules):
    """What a finished deal was played to."""
    declarer = c[DECLARER, i]
    trump = c[TRUMP, i]
    mask = trump_mask(trump)
    played = cards_by_side(by_seat(c, START, i), declarer)
    taken = by_side(c, TAKEN, i)
    points = points_by_side(taken, rules)
    tricks = tricks_by_side(c[TRICKS, i])
    return Played(side_of(declarer), c[BID, i], trump, mask, played, taken, points, tricks, discards_by_side(c, i))


@loop
def score_deals(c, n, facts):
    """The score of each side, whether the bid was made, and the row of the table that the deal counts in."""
    rules = rules_of(facts)
    for i in range(n):
        played = played_deal(c, i, rules)
        numbers = tally(played, rules)
        fulfilled = 1 * made(played, numbers, rules)
        length = count(c[START, i] & played.trump_mask)
        c[MADE, i] = fulfilled
        put_scores(c, i, fulfilled, played, numbers, rules)
        c[LENGTH, i] = length
        c[TABLE_ROW, i] = (played.side * CALLS_A_SIDE + played.bid) * LENGTHS + length


@loop
def tally_deals(c, n, facts, out):
    """The numbers behind the scores, for records: out[k, lane]."""
    rules = rules_of(facts)
    for i in range(n):
        numbers = tally(played_deal(c, i, rules), rules)
        for k in range(len(numbers)):
            out[k, i] = numbers[k]


@loop
def count_deals(c, n, facts, table):
    """Adds deals to the table, each to its row: contracts, made, score by side, squares of margins and contrasts."""
    for i in range(n):
        row = c[TABLE_ROW, i]
        table[row, 0] += 1
        table[row, 1] += c[MADE, i]
        add_scores(c, i, facts, table, row)


@loop
def keep_outcomes(c, n, first, out):
    """Writes what each deal came to into its column, counted from deal `first`."""
    for i in range(n):
        deal = c[DEAL, i] - first
        for s in range(SIDES):
            out[O_SCORE + s, deal] = c[SCORE + s, i]
        out[O_DECLARER, deal] = c[DECLARER, i]
        out[O_BID, deal] = c[BID, i]
        out[O_TRUMP, deal] = c[TRUMP, i]
        out[O_LENGTH, deal] = c[LENGTH, i]
        out[O_MADE, deal] = c[MADE, i]


@loop
def keep_achieved(c, n, first, facts, out):
    """Writes the points or tricks of each deal's declaring side, counted from deal `first`."""
    rules = rules_of(facts)
    for i in range(n):
        played = played_deal(c, i, rules)
        out[0, c[DEAL, i] - first] = achieved(played, tally(played, rules), rules)
