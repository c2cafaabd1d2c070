"""Positions of Charlemagne with the answers of any sound club player.

Trumps from the top: big joker, little joker, jack of trump, jack of the other suit of its colour, A K Q 10 9 8 7.
"""

from __future__ import annotations

from tests.strategies.position_charlemagne import Position

ME_6, LEFT_6 = "me 6 pass pass pass", "left 6 pass pass pass"
PARTNER_6, RIGHT_6 = "partner 6 pass pass pass", "right 6 pass pass pass"
ME_CHARLEMAGNE, RIGHT_CHARLEMAGNE = "me charlemagne pass pass pass", "right charlemagne pass pass pass"
PARTNER_CHARLEMAGNE = "partner charlemagne pass pass pass"
ME_GROS_CHARLEMAGNE = "me gros_charlemagne pass pass pass"
ME_MULOT, LEFT_MULOT, RIGHT_MULOT = (f"{seat} mulot pass pass pass" for seat in ("me", "left", "right"))
LEFT_GROS_MULOT = "left gros_mulot pass pass pass"

BIDS = (
    Position(
        says="A hand of kings and queens in four suits is a pass",
        hand="KC 9C QD 10D KH 8H QS 9S",
        answers="pass",
        decision="bid",
    ),
    Position(
        says="Eight top trumps are a Gros Charlemagne",
        hand="BJ LJ JS JC AS KS QS 10S",
        answers="gros_charlemagne",
        decision="bid",
    ),
    Position(
        says="The six top trumps and an ace are a bid of all the tricks alone",
        hand="BJ LJ JH JD AH KH AS 7C",
        answers="charlemagne gros_charlemagne",
        decision="bid",
    ),
    Position(
        says="The lowest cards of all four suits are a Gros Mulot",
        hand="7C 8C 9C 7D 8D 7H 8H 7S",
        answers="gros_mulot",
        decision="bid",
    ),
    Position(
        says="Low cards without a hole are a Mulot even after a bid of seven",
        hand="7C 8C 10C 7D 9D 8H 9H 7S",
        answers="mulot gros_mulot",
        auction="right 7",
        decision="bid",
    ),
    Position(
        says="With the big joker the low cards of all suits are no Mulot, at most a five",
        hand="BJ 7C 8C 7D 9D 7H 8H 7S",
        answers="pass 5",
        decision="bid",
    ),
    Position(
        says="Low cards with a bare ace and a bare king are no Mulot",
        hand="AC KD 7H 8H 9H 7S 8S 10S",
        answers="pass",
        auction="right 6",
        decision="bid",
    ),
    Position(
        says="The dealer bids five or six when all have passed and he has five good trumps and an ace",
        hand="LJ JH AH QH 8H AS 9D 7C",
        answers="5 6",
        auction="left pass pass pass",
        decision="bid",
    ),
    Position(
        says="Nobody outbids seven with a hand worth six",
        hand="LJ JH AH QH 8H AS 9D 7C",
        answers="pass",
        auction="left pass pass 7",
        decision="bid",
    ),
    Position(
        says="The dealer outbids an opponent's five with six good trumps and an ace",
        hand="BJ JS JC AS QS 9S AD 8H",
        answers="6 7",
        auction="left 5 pass pass",
        decision="bid",
    ),
    Position(
        says="Third to speak leaves partner's five alone with two tricks",
        hand="JS 9S AD 8D KH 10H 9C 7C",
        answers="pass",
        auction="partner 5 pass",
        decision="bid",
    ),
    Position(
        says="The dealer leaves partner's Mulot alone with seven tricks in hand",
        hand="BJ JS JC AS QS 9S AD 8H",
        answers="pass",
        auction="left pass mulot pass",
        decision="bid",
    ),
)

TRUMPS = (
    Position(
        says="With both red jacks, trump is the suit that holds the ace as well",
        hand="BJ JH JD AH 9H AS KS 8C",
        answers="H",
        auction=ME_6,
        decision="name_trump",
        kitty="9H KS",
        discarded="7C 9D",
    ),
    Position(
        says="The jack of the other suit of its colour lengthens a suit",
        hand="LJ JC QS KS AS KH QH 9H",
        answers="S",
        auction=ME_6,
        decision="name_trump",
        kitty="9H KS",
        discarded="7C 9D",
    ),
    Position(
        says="In a Charlemagne trump is the suit that leaves no loser",
        hand="BJ LJ JD JH AD KD AS AC",
        answers="D",
        auction=ME_CHARLEMAGNE,
        decision="name_trump",
        kitty="KD 9H",
        received="AC",
        discarded="9H 8H 7S",
    ),
)

EXCHANGES = (
    Position(
        says="Two low cards that stand alone are laid away",
        hand="BJ JH JD AH QH 9H AS KS 8C 7D",
        answers="8C 7D",
        auction=ME_6,
        decision="discard",
        kitty="9H 8C",
    ),
    Position(
        says="Two low cards of one suit are laid away and ace and king of another kept",
        hand="LJ JS AS KS 9S 7S AD KD 9H 7H",
        answers="9H 7H",
        auction=ME_6,
        decision="discard",
        kitty="9H KD",
    ),
    Position(
        says="Trumps and aces are kept even when one came from the kitty",
        hand="BJ JC JS AC 8C 7C AD AH QH 9S",
        answers="QH 9S",
        auction=ME_6,
        decision="discard",
        kitty="AD 8C",
    ),
    Position(
        says="In a Charlemagne the three losers are laid away",
        hand="BJ LJ JH JD AH KH AS AC 9C 8C 7D",
        answers="9C 8C 7D",
        auction=ME_CHARLEMAGNE,
        decision="discard",
        kitty="9C 7D",
        received="AC",
    ),
    Position(
        says="In a Gros Charlemagne the only loser makes room for partner's ace",
        hand="BJ LJ JS JC AS KS QS AD 7H",
        answers="7H",
        auction=ME_GROS_CHARLEMAGNE,
        decision="discard",
        received="AD",
    ),
    Position(
        says="The card for a Charlemagne is the joker",
        hand="LJ JS AD KD 9H 8H 10C 7C",
        answers="LJ",
        auction=PARTNER_CHARLEMAGNE,
        decision="give",
    ),
    Position(
        says="Of two jokers partner gets the big one",
        hand="LJ BJ AD KD 9H 8H 10C 7C",
        answers="BJ",
        auction=PARTNER_CHARLEMAGNE,
        decision="give",
    ),
    Position(
        says="Without joker and jack the card for a Charlemagne is an ace",
        hand="AC 9C KD QD 10H 9H QS 8S",
        answers="AC",
        auction=PARTNER_CHARLEMAGNE,
        decision="give",
    ),
    Position(
        says="Who lacks but the little joker for a Gros Charlemagne asks partner",
        hand="BJ JS JC AS KS QS AD 8H",
        answers="partner",
        auction=ME_GROS_CHARLEMAGNE,
        decision="choose",
    ),
)

RUFFED = ("left AD 8D 9D 7S",)  # the declarer ruffs the first lead: I do, or right does
RIGHT_RUFFS = ("me AD 8D 9D 7S",)
RIGHT_DRAWS = ("right BJ 7S 8S", "right LJ 9S QS", "right JS 10C 9D")  # three rounds of a Charlemagne

IN_SUIT_CONTRACTS = (
    Position(
        says="The first lead against a bid in tricks is an ace",
        hand="AD 8D 9C 10C KH 9H 7S 8S",
        answers="AD",
        auction=RIGHT_6,
        trump="S",
    ),
    Position(
        says="The declarer with the top trumps draws trumps",
        hand="BJ LJ JS AS 9S AH 8H",
        answers="BJ LJ JS",
        auction=ME_6,
        trump="S",
        tricks=RUFFED,
    ),
    Position(
        says="The smaller jack is not wasted under the big joker",
        hand="JC 9S 10C 8C KH 9H QD",
        answers="9S",
        auction=RIGHT_6,
        trump="S",
        tricks=RIGHT_RUFFS,
        trick="right BJ",
    ),
    Position(
        says="The little joker is not wasted on the big joker of a partner who draws trumps",
        hand="LJ 10S KH 9H 9C 10C QC",
        answers="10S",
        auction=PARTNER_6,
        trump="S",
        tricks=("right AD 8D 9D 7S",),
        trick="partner BJ 8S",
    ),
    Position(
        says="Second hand plays the ace on a king",
        hand="AD 9D 9C 10C QC 8H 9S 7S",
        answers="AD",
        auction=PARTNER_6,
        trump="S",
        trick="right KD",
    ),
    Position(
        says="Second hand keeps the king from an ace",
        hand="KD 9D 9C 10C QC 8H 9S 7S",
        answers="9D",
        auction=PARTNER_6,
        trump="S",
        trick="right AD",
    ),
    Position(
        says="Second hand, void, ruffs an ace low",
        hand="9S JS 9C 10C QC 8H 10H KH",
        answers="9S",
        auction=PARTNER_6,
        trump="S",
        trick="right AD",
    ),
    Position(
        says="Third hand plays a sure card on partner's small one",
        hand="AH KH 9C 10C QC 9D 8S 7S",
        answers="AH KH",
        auction=LEFT_6,
        trump="S",
        trick="partner 9H 10H",
    ),
    Position(
        says="Third hand does not overtake partner's ace",
        hand="KH 9H 9C 10C QC 9D 8S 7S",
        answers="9H",
        auction=LEFT_6,
        trump="S",
        trick="partner AH 8H",
    ),
    Position(
        says="Third hand, void, ruffs when an opponent has beaten partner's card",
        hand="9S QS 9C 10C QC 8H 10H KH",
        answers="9S",
        auction=LEFT_6,
        trump="S",
        trick="partner 9D KD",
    ),
    Position(
        says="Last hand ruffs with the smallest trump",
        hand="BJ JS AS 9S 7S AH KH 8C",
        answers="7S",
        auction=ME_6,
        trump="S",
        trick="left AD 8D 9D",
    ),
    Position(
        says="Last hand does not ruff partner's ace",
        hand="BJ JS AS 9S 7S AH KH 8C",
        answers="8C",
        auction=ME_6,
        trump="S",
        trick="left 9D AD 10D",
    ),
    Position(
        says="Last hand beats a ruff as cheaply as it can",
        hand="BJ JS AS QS 7S AH KH 8C",
        answers="QS",
        auction=ME_6,
        trump="S",
        trick="left KD 8D 10S",
    ),
    Position(
        says="Last hand, beaten, throws its lowest card of the suit",
        hand="KD 7D BJ JS AS 9S AH 8C",
        answers="7D",
        auction=ME_6,
        trump="S",
        trick="left AD 8D 9D",
    ),
    Position(
        says="Last hand wins a plain trick as cheaply as it can",
        hand="KD AD BJ JS AS 9S AH 8C",
        answers="KD",
        auction=ME_6,
        trump="S",
        trick="left 9D 8D QD",
    ),
    Position(
        says="Last hand wins a trump trick as cheaply as it can",
        hand="AS JS BJ 9D 10D 9H QH 8C",
        answers="AS",
        auction=ME_6,
        trump="S",
        trick="left 9S 10S KS",
    ),
)

ALONE = (
    Position(
        says="The declarer of a Charlemagne draws trumps before he cashes an ace",
        hand="BJ LJ JH JD AH KH AS AC",
        answers="BJ LJ JH JD AH KH",
        auction=ME_CHARLEMAGNE,
        trump="H",
        kitty="9C 7D",
        received="AC",
        discarded="9C 8C 7D",
    ),
    Position(
        says="The declarer of a Charlemagne cashes an ace, not its small companion, when no trump is out",
        hand="AS 8S KH",
        answers="AS KH",
        auction=ME_CHARLEMAGNE,
        trump="H",
        tricks=("me BJ 7H 8H", "me LJ 9H 10H", "me JH QH 9C", "me JD 8D 9D", "me AH 10D QD"),
        kitty="9S 7D",
        discarded="9S 8C 7D",
        received="AH",
    ),
    Position(
        says="A defender against a Charlemagne takes the trick that he can take",
        hand="AH 7H AC KD QD",
        answers="AH",
        auction=RIGHT_CHARLEMAGNE,
        trump="S",
        tricks=RIGHT_DRAWS,
        trick="right KH",
    ),
    Position(
        says="A defender against a Charlemagne ruffs an ace",
        hand="10S 9D 8D KD 8C 9C QC AC",
        answers="10S",
        auction=RIGHT_CHARLEMAGNE,
        trump="S",
        trick="right AH",
    ),
    Position(
        says="A defender against a Charlemagne keeps his aces and the card that guards his king",
        hand="AH 7H AC KD 8D",
        answers="7H",
        auction=RIGHT_CHARLEMAGNE,
        trump="S",
        tricks=RIGHT_DRAWS,
        trick="right JC",
    ),
    Position(
        says="A defender against a Charlemagne keeps the ace for the last trick",
        hand="AD KC",
        answers="KC",
        auction=RIGHT_CHARLEMAGNE,
        trump="S",
        tricks=(*RIGHT_DRAWS, "right JC 8C 7D", "right AS 9H 8H", "right KS 10H 7H"),
        trick="right 10S",
    ),
)

MULOTS = (
    Position(
        says="The declarer of a Mulot leads the little joker at once to bring out the big one",
        hand="LJ 7C 8C 7D 9D 7H 8H 7S",
        answers="LJ",
        auction=ME_MULOT,
    ),
    Position(
        says="The declarer of a Mulot does not lead his king",
        hand="7C 9C KC 7D 8D 7H 9H 7S",
        answers="7C 9C 7D 8D 7H 9H 7S",
        auction=ME_MULOT,
    ),
    Position(
        says="The declarer of a Mulot, last to play, goes as high as he can without winning",
        hand="10D JD 7D 7C 8H 7H 9S",
        answers="JD",
        auction=ME_MULOT,
        tricks=("me 8C 10C 9C",),
        trick="left 9D QD",
    ),
    Position(
        says="The declarer of a Mulot, second to play, stays just below the card led",
        hand="9D JD 7D 7C 8H 7H 9S",
        answers="9D",
        auction=ME_MULOT,
        tricks=("me 8C 9C 10C",),
        trick="right 10D",
    ),
    Position(
        says="The declarer of a Mulot, void, throws his ace",
        hand="AH 7H 8H 7C 7D 8D 10D",
        answers="AH",
        auction=ME_MULOT,
        tricks=("me 8C 10C 9C",),
        trick="left 9S KS",
    ),
    Position(
        says="A defender against a Mulot leads a seven",
        hand="7H AH KD QC AC QS KS",
        answers="7H",
        auction=LEFT_MULOT,
        tricks=("left 8C 9C 10C",),
    ),
    Position(
        says="A defender against a Mulot stays under the declarer's card",
        hand="8C KC 7H AH QD KD 9S QS",
        answers="8C",
        auction=RIGHT_MULOT,
        trick="right 9C",
    ),
    Position(
        says="A defender against a Mulot stays under the card that the declarer had to play",
        hand="7D 10D AD 8H QH 9S KS",
        answers="7D 10D",
        auction=RIGHT_MULOT,
        tricks=("right 8C 9C 10C",),
        trick="partner 8D JD",
    ),
    Position(
        says="A defender against a Mulot throws a high card on a trick that the declarer has escaped",
        hand="AD KD 7D 8H QH 9S KS",
        answers="AD KD",
        auction=RIGHT_MULOT,
        tricks=("right 8C 9C 10C",),
        trick="partner 10D 9D",
    ),
    Position(
        says="A defender against a Mulot plays low when the declarer has yet to play",
        hand="7D KD AD 8H QH 9S KS",
        answers="7D",
        auction=LEFT_MULOT,
        tricks=("left 8C 10C 9C",),
        trick="partner 9D",
    ),
    Position(
        says="A defender against a Gros Mulot leads the card that the open hand has to beat",
        hand="9D AH 8H KC AC QS KS",
        answers="9D",
        auction=LEFT_GROS_MULOT,
        tricks=("left 8C 9C QC",),
        exposed="7C 7S 8S 7H 9H 10D JD",
    ),
)

POSITIONS = (*BIDS, *TRUMPS, *EXCHANGES, *IN_SUIT_CONTRACTS, *ALONE, *MULOTS)
