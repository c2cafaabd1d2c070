"""Matches as loops over lanes: a lane holds a match, and goes on with its next deal or with the next match.

This text is instantiated for each game like `kernels.py`. The matches that are on lie in `m`, an array of rows (names
that begin with M_) by lane; column DEAL of the chunk holds a deal's lane. What a match came to is written into its row
of `results`.
"""

# mypy: ignore-errors


@inline
def begin_match(m, lane, start, match):
    m[M_MATCH, lane] = match
    m[M_NUMBER, lane] = 0
    m[M_PASSED, lane] = 0
    m[M_KEY, lane] = match_key(start, match)
    m[M_DEALER, lane] = match % SEATS
    for s in range(SIDES):
        m[M_SCORE + s, lane] = 0


@loop
def begin_matches(m, n, start, first):
    for lane in range(n):
        begin_match(m, lane, start, first + lane)


@loop
def begin_match_deals(c, m, n):
    for i in range(n):
        c[DEAL, i] = i
        c[KEY, i] = deal_key(m[M_KEY, i], m[M_NUMBER, i])
        c[DEALER, i] = m[M_DEALER, i]
        for s in range(SIDES):
            c[BEFORE + s, i] = m[M_SCORE + s, i]


@loop
def decide_matches(c, n, facts):
    """Who has won the match with each deal that was played; -1 when it goes on."""
    rules = rules_of(facts)
    for i in range(n):
        played = played_deal(c, i, rules)
        numbers = tally(played, rules)
        made_it = c[MADE, i]
        before = by_side(c, BEFORE, i)
        after = sums(before, by_side(c, SCORE, i))
        reached = sides_at(after, rules.target)
        out = where(rules.win_requires_made_bid != 0, reached & (made_it << played.side), reached)
        several = both_out(played, made_it, before, after, numbers, rules)
        winner = where(out == 0, -1, where((out & (out - 1)) == 0, lowest(out), several))
        at_once = (made_it != 0) & wins_at_once(played.bid, rules)
        c[WINNER, i] = where(at_once, played.side, winner)


@inline
def winner_at_end(m, lane):
    """The side with the higher score, when no more deals are to be played."""
    best = m[M_SCORE, lane]
    side = 0
    shared = False
    for s in range(1, SIDES):
        score = m[M_SCORE + s, lane]
        if score > best:
            best = score
            side = s
            shared = False
        elif score == best:
            shared = True
    return DRAW if shared else side


@loop
def end_match_deals(c, live, m, n, facts, start, next_match, last_match, results, first_match):
    """Ends a deal in each of n lanes, of which `live` were not passed out; returns (lanes still on, next match)."""
    rules = rules_of(facts)
    for lane in range(n):
        m[M_WINNER, lane] = -1
        m[M_PLAYED, lane] = 0
    for i in range(live):
        lane = c[DEAL, i]
        m[M_WINNER, lane] = c[WINNER, i]
        m[M_PLAYED, lane] = 1
        for s in range(SIDES):
            m[M_SCORE + s, lane] += c[SCORE + s, i]
    lane = 0
    while lane < n:
        played = m[M_PLAYED, lane]
        m[M_NUMBER, lane] += 1
        m[M_PASSED, lane] += 1 - played
        if played != 0 or rules.all_pass != REDEAL_SAME:
            m[M_DEALER, lane] = turned(m[M_DEALER, lane] + 1)
        winner = m[M_WINNER, lane]
        capped = 0
        if winner == -1 and m[M_NUMBER, lane] >= rules.max_hands:
            winner = winner_at_end(m, lane)
            capped = 1
        lane += 1
        if winner == -1:
            continue
        at = m[M_MATCH, lane - 1] - first_match
        results[at, R_WINNER] = winner
        results[at, R_DEALS] = m[M_NUMBER, lane - 1]
        results[at, R_PASSED] = m[M_PASSED, lane - 1]
        results[at, R_CAPPED] = capped
        for s in range(SIDES):
            results[at, R_SCORE + s] = m[M_SCORE + s, lane - 1]
        if next_match < last_match:
            begin_match(m, lane - 1, start, next_match)
            next_match += 1
        else:  # the last lane takes its place, and its own turn in this loop
            n -= 1
            lane -= 1
            for row in range(M_ROWS):
                m[row, lane] = m[row, n]
    return n, next_match


@loop
def play_matches(
    c, lanes, index, facts, key, begin, matches, watch_voids, addresses, who, whole, reals, table, now, m, results
):
    """Plays matches begin … begin + matches - 1; returns (faults, first match). The steps take the place of STEPS."""
    faults = 0
    first = begin
    now[0] = begin
    n = min(lanes, matches)
    next_match = begin + n
    begin_matches(m, n, key, begin)
    while n > 0:
        on = n
        begin_match_deals(c, m, n)
        deal_cards(c, n)
        n = STEPS
        count_deals(c, n, facts, table)
        decide_matches(c, n, facts)
        n, next_match = end_match_deals(c, n, m, on, facts, key, next_match, begin + matches, results, begin)
    return 0, begin
