"""A deal from the shuffle to the score, as steps that yield a decision and go on when it is answered.

This text is instantiated for each game like `kernels.py`: as the generator it is (records, environments, strategies in
Python), and as a compiled function in which every `yield` becomes the loops that answer it.
"""

# mypy: ignore-errors


def steps(c, n, index, facts, key, first, watch_voids, sole):
    """Yields (decision, place, turn, deals): answers go to column OUT. Returns how many deals were not passed out.

    With `sole`, one player holds all seats: rounds of the auction and tricks are then asked, and taken, as a whole.
    """
    deal(c, n, key, first)
    turn = 0
    while True:
        if sole:
            yield ROUND_DECISION, 0, turn, n
        else:
            for place in range(SEATS):
                yield BID_DECISION, place, turn, n
                take_calls(c, n, place, facts)
        if auctions_open(c, n) == 0:
            break
        turn += 1
    force_bids(c, n, facts)
    n = drop_passed_out(c, n, index)
    turn_to_declarer(c, n)
    yield NAME_TRUMP_DECISION, 0, 0, n
    take_trumps(c, n)
    for turn in range(TRICKS_A_DEAL):
        if sole:
            yield TRICK_DECISION, 0, turn, n
        else:
            for place in range(SEATS):
                yield PLAY_DECISION, place, turn, n
                if watch_voids and place > 0:
                    note_voids(c, n, place, facts)
                take_cards(c, n, place)
            end_tricks(c, n)
    score_deals(c, n, facts)
    return n


@loop
def play_chunks(c, lanes, index, facts, key, begin, deals, watch_voids, addresses, who, whole, reals, table, now):
    """Plays deals begin … begin + deals - 1 into the table; returns (faults, first deal of the chunk at fault).

    The names that `steps` uses mean the same here, because its body is put in the place of STEPS.
    """
    faults = 0
    first = begin
    while first < begin + deals:
        n = min(lanes, begin + deals - first)
        now[0] = first
        n = STEPS
        count_deals(c, n, table)
        first += lanes
    return 0, begin
