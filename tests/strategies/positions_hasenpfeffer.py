"""Positions of Hasenpfeffer with the answers of any sound club player.

Trumps from the top: joker, jack of trump, jack of the other suit of its colour, A K Q 10 9.
"""

from __future__ import annotations

from tests.strategies.position import Position

ME_4, LEFT_4 = "me 4 pass pass pass", "left 4 pass pass pass"
PARTNER_4, RIGHT_4 = "partner 4 pass pass pass", "right 4 pass pass pass"
LEFT_DRAWS = "left JK 9S 10S QS"  # the declarer on my left has drawn one round of trumps

BIDS = (
    Position(
        says="The five top trumps are a bid of five or six",
        hand="JK JS JC AS KS 9H",
        answers="5 6",
        decision="bid",
    ),
    Position(
        says="A hand without a trick is a pass",
        hand="9C 10D 9D 10H QH 9S",
        answers="pass",
        decision="bid",
    ),
    Position(
        says="Both bowers, the ace of trump and a side ace are three or four",
        hand="JH JD AH 10H AS 9C",
        answers="3 4",
        decision="bid",
    ),
    Position(
        says="The dealer leaves partner's four alone with two tricks",
        hand="JS AS 9S KD 10D 9H",
        answers="pass",
        auction="left pass 4 pass",
        decision="bid",
    ),
    Position(
        says="The dealer outbids an opponent's three with four sure tricks",
        hand="JK JS AS QS AH 9D",
        answers="4 5",
        auction="left 3 pass pass",
        decision="bid",
    ),
    Position(
        says="Nobody outbids five with a middling hand",
        hand="JS AS 9S KD 10D 9H",
        answers="pass",
        auction="left pass pass 5",
        decision="bid",
    ),
    Position(
        says="The dealer bids no more than needed when all have passed",
        hand="JH JD AH 10H AS 9C",
        answers="1 2",
        auction="left pass pass pass",
        decision="bid",
    ),
    Position(
        says="Third to speak raises partner's two with five tricks in hand",
        hand="JK JD AD KD QD AC",
        answers="3 4 5 6",
        auction="partner 2 pass",
        decision="bid",
    ),
)

TRUMPS = (
    Position(
        says="With both black bowers, trump is the suit that holds the ace as well",
        hand="JS JC AS 9H 10H QH",
        answers="S",
        auction=ME_4,
        decision="name_trump",
    ),
    Position(
        says="Joker, right bower and two honours make the suit",
        hand="JK JH KH QH AC 9D",
        answers="H",
        auction=ME_4,
        decision="name_trump",
    ),
    Position(
        says="A left bower lengthens a suit",
        hand="JC QS KS AS KH QH",
        answers="S",
        auction=ME_4,
        decision="name_trump",
    ),
)

PLAYS = (
    Position(
        says="The declarer with the top trumps draws trumps",
        hand="JK JS AS KS 9H AD",
        answers="JK JS",
        auction=ME_4,
        trump="S",
    ),
    Position(
        says="The declarer goes on with the right bower when the joker is gone",
        hand="JS AS AD 9C 9H",
        answers="JS",
        auction=ME_4,
        trump="S",
        tricks=("me JK 9S 10S QS",),
    ),
    Position(
        says="A defender on lead cashes an ace",
        hand="AD 10C 10H",
        answers="AD",
        auction=LEFT_4,
        trump="S",
        tricks=(LEFT_DRAWS, "left JS 9H KS 9C", "left 9D 10D QD KD"),
    ),
    Position(
        says="The left bower is not wasted under the joker",
        hand="JC 9S KD QD 9H 10H",
        answers="9S",
        auction=RIGHT_4,
        trump="S",
        trick="right JK",
    ),
    Position(
        says="The left bower is not wasted on partner's right bower",
        hand="JC 10S KD QD 9H 10H",
        answers="10S",
        auction=PARTNER_4,
        trump="S",
        trick="partner JS 9S",
    ),
    Position(
        says="Beaten by the joker, the right bower is kept and the nine goes",
        hand="JS AS 9S 9H 10D QD",
        answers="9S",
        auction=LEFT_4,
        trump="S",
        trick="left JK 10S QS",
    ),
    Position(
        says="Second hand plays the ace on a king",
        hand="AD 9D 9C 10C QC",
        answers="AD",
        auction=RIGHT_4,
        trump="S",
        tricks=("right JK 9S 10S QS",),
        trick="right KD",
    ),
    Position(
        says="Second hand keeps the king from an ace",
        hand="KD 9D 9C 10C QC",
        answers="9D",
        auction=RIGHT_4,
        trump="S",
        tricks=("right JK 9S 10S QS",),
        trick="right AD",
    ),
    Position(
        says="Third hand plays a sure card on partner's small one",
        hand="AH KH 9C 10C QC 9D",
        answers="AH KH",
        auction=PARTNER_4,
        trump="S",
        trick="partner 9H 10H",
    ),
    Position(
        says="Third hand does not overtake partner's ace",
        hand="KH 9H 9C 10C QC 9D",
        answers="9H",
        auction=PARTNER_4,
        trump="S",
        trick="partner AH 10H",
    ),
    Position(
        says="Last hand wins a trump trick as cheaply as it can",
        hand="AS JS 9D 10D 9H QH",
        answers="AS",
        auction=LEFT_4,
        trump="S",
        trick="left 9S 10S KS",
    ),
    Position(
        says="Last hand wins a plain trick as cheaply as it can",
        hand="KD AD 9C 10C QC",
        answers="KD",
        auction=LEFT_4,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9D 10D QD",
    ),
    Position(
        says="Last hand does not ruff partner's ace",
        hand="JC KC 9C 10H QH",
        answers="9C",
        auction=LEFT_4,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9D AD 10D",
    ),
    Position(
        says="Last hand ruffs with the smaller trump",
        hand="KS JS 9C QC 10H",
        answers="KS",
        auction=LEFT_4,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9D 10D AD",
    ),
    Position(
        says="Last hand, beaten, throws its worst card",
        hand="KD 10D AH KH 9C",
        answers="10D",
        auction=LEFT_4,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9D QD AD",
    ),
    Position(
        says="Last hand, beaten and void, throws its worst card",
        hand="AH KH 9C KC 10H",
        answers="9C 10H",
        auction=LEFT_4,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9D QD AD",
    ),
    Position(
        says="Last hand, able to beat a ruff, does so",
        hand="JS AS 9C QC 10H",
        answers="AS JS",
        auction=LEFT_4,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9D 10D KS",
    ),
)

POSITIONS = (*BIDS, *TRUMPS, *PLAYS)
