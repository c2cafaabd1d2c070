"""A deal from the auction to the score, as steps that yield a decision and go on when it is answered.

This text is instantiated for each game like `kernels.py`: as the generator it is (records, environments, strategies in
Python), and as a compiled function in which every `yield` becomes the loops that answer it. Phases that a game does not
have, whose names are in capitals, are left out of its text.
"""

# mypy: ignore-errors


def steps(c, n, index, facts, watch_voids, sole):
    """Yields (decision, place, turn, deals): answers go to column OUT. Returns how many deals were not passed out.

    The deals were dealt before. With `sole`, one player holds all seats: rounds of the auction and tricks are then
    asked, and taken, as a whole.
    """
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
    n = drop_passed_out(c, n, index, facts)
    turn_to_declarer(c, n)
    if TRUMP_FIRST:
        if SOME_UNNAMED:
            expect(c, n, NO_TRUMP)
        yield NAME_TRUMP_DECISION, 0, 0, n
        take_trumps(c, n)
    if CHOOSES:
        expect(c, n, -1)
        yield CHOOSE_DECISION, 0, 0, n
        take_choices(c, n)
    if TAKES_KITTY:
        take_kitties(c, n, facts)
    if SITS_OUT:
        leave_idle(c, n, facts)
    if GIVES:
        for place in GIVING_PLACES:
            expect(c, n, 0)
            yield GIVE_DECISION, place, 0, n
            take_gifts(c, n, place)
    if DISCARDS:
        for place in DISCARD_PLACES:
            expect(c, n, 0)
            yield DISCARD_DECISION, place, 0, n
            take_discards(c, n, place)
    if TRUMP_LAST:
        if SOME_UNNAMED:
            expect(c, n, NO_TRUMP)
        yield NAME_TRUMP_DECISION, 0, 0, n
        take_trumps(c, n)
    begin_play(c, n, facts)
    for turn in range(TRICKS_A_DEAL):
        if sole:
            yield TRICK_DECISION, 0, turn, n
        else:
            for place in range(SEATS):
                yield PLAY_DECISION, place, turn, n
                if watch_voids and place > 0:
                    note_voids(c, n, place, facts)
                take_cards(c, n, place, facts)
            end_tricks(c, n)
        if STOPS:
            stop_decided(c, n, facts)
    score_deals(c, n, facts)
    return n


@loop
def play_chunks(c, lanes, index, facts, key, begin, deals, watch_voids, addresses, who, whole, reals, table, now, out):
    """Plays deals begin … begin + deals - 1 into the table; returns (faults, first deal of the chunk at fault).

    What each deal came to goes into `out`, unless that has no rows. The names that `steps` uses mean the same here,
    because its body is put in the place of STEPS.
    """
    faults = 0
    first = begin
    while first < begin + deals:
        n = min(lanes, begin + deals - first)
        now[0] = first
        begin_deals(c, n, key, first)
        deal_cards(c, n)
        n = STEPS
        count_deals(c, n, facts, table)
        if len(out) > 0:
            keep_outcomes(c, n, begin, out)
        first += lanes
    return 0, begin
