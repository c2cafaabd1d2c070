"""Positions of Canadian Smear with the answers of any sound club player.

Pips of Game: ten 10, ace 4, king 3, queen 2, jack 1. High and Low go to who plays the ace and the 2 of trump.
"""

from __future__ import annotations

from tests.strategies.position import Position

ME_2, ME_3 = "me 2 pass pass pass", "me 3 pass pass pass"
LEFT_2, PARTNER_2, RIGHT_2 = "left 2 pass pass pass", "partner 2 pass pass pass", "right 2 pass pass pass"
LEFT_DRAWS = "left AS 3S 9S 5S"  # the declarer on my left has drawn one round of trumps

BIDS = (
    Position(
        says="Eldest with ace, king, jack and deuce bids three or four",
        hand="AS KS JS 2S 10H 4D",
        answers="3 4",
        decision="bid",
    ),
    Position(
        says="High and Low in hand are a bid of two",
        hand="AH 2H 7H 5S 9C 6D",
        answers="2",
        decision="bid",
    ),
    Position(
        says="Nothing above a nine is a pass",
        hand="9S 5S 8C 7D 6D 4H",
        answers="pass",
        auction="right pass",
        decision="bid",
    ),
    Position(
        says="The dealer leaves partner's three alone with a hand worth two",
        hand="AH 2H 7H 5S 9C 6D",
        answers="pass",
        auction="left pass 3 pass",
        decision="bid",
    ),
    Position(
        says="Third to speak leaves partner's two alone with a bare ace",
        hand="AC 8C 3D 7H 9S 5D",
        answers="pass",
        auction="partner 2 pass",
        decision="bid",
    ),
    Position(
        says="Third to speak raises partner's two with everything in hand",
        hand="AH KH QH JH 2H 9H",
        answers="3 4",
        auction="partner 2 pass",
        decision="bid",
    ),
    Position(
        says="The dealer opens for two with ace, king and a side ace when all have passed",
        hand="AS KS 9S 5S AD 4C",
        answers="2",
        auction="left pass pass pass",
        decision="bid",
    ),
    Position(
        says="The dealer beats an opponent's three with all four points in hand",
        hand="AS KS QS JS 10S 2S",
        answers="4",
        auction="left 3 pass pass",
        decision="bid",
    ),
    Position(
        says="The dealer outbids two with the four top trumps",
        hand="AD KD QD JD 5H 6C",
        answers="3",
        auction="left pass pass 2",
        decision="bid",
    ),
)

TRUMPS = (
    Position(
        says="Of two suits of three, trump is the one with the honours",
        hand="AS KS JS 7H 6H 5H",
        answers="S",
        auction=ME_3,
        decision="name_trump",
    ),
    Position(
        says="High and Low in one suit are worth more than king and queen in another",
        hand="AD 2D 9D KH QH 4C",
        answers="D",
        auction=ME_2,
        decision="name_trump",
    ),
)

PLAYS = (
    Position(
        says="The declarer with ace and king of trump opens with one of them",
        hand="AS KS JS 2S 10H 4D",
        answers="AS KS",
        auction=ME_3,
        trump="S",
    ),
    Position(
        says="The declarer without a top trump does not open with the jack",
        hand="JS 9S 5S AH KD 4C",
        answers="9S 5S",
        auction=ME_2,
        trump="S",
    ),
    Position(
        says="After the ace of trump has held, the king follows while the jack is out",
        hand="KS 9S AD 7H 4C",
        answers="KS",
        auction=ME_2,
        trump="S",
        tricks=("me AS 4S 7S 6S",),
    ),
    Position(
        says="A defender on lead keeps a bare ten",
        hand="10D 4C 7H",
        answers="4C 7H",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS, "left KS 6H 8S 6S", "left 9H 2H 8H QH"),
    ),
    Position(
        says="Second hand low: the ten stays out of the way of a king",
        hand="10D 3D 7C 9H 8C",
        answers="3D",
        auction=RIGHT_2,
        trump="S",
        tricks=("right AS 3S 4S 5S",),
        trick="right KD",
    ),
    Position(
        says="Third hand gives the jack of trump to partner's ace",
        hand="JS 4S 10H 9D 5C 8C",
        answers="JS",
        auction=PARTNER_2,
        trump="S",
        trick="partner AS 6S",
    ),
    Position(
        says="The jack of trump is kept from an opponent's ace",
        hand="JS 4S KH 8D 7C 5C",
        answers="4S",
        auction=LEFT_2,
        trump="S",
        trick="left AS 3S 9S",
    ),
    Position(
        says="The ten of trump is kept from an opponent's ace",
        hand="KS 10S 4S 8D 7C 5H",
        answers="4S",
        auction=LEFT_2,
        trump="S",
        trick="left AS 3S 9S",
    ),
    Position(
        says="Last hand puts the ten of the suit led on partner's ace",
        hand="10H 5H 8C 4D 9C",
        answers="10H",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9H AH 3H",
    ),
    Position(
        says="Last hand, void, throws a ten on partner's ruff",
        hand="10C 7C 5H 9H 3C",
        answers="10C",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left KD 4S 6D",
    ),
    Position(
        says="Last hand does not ruff partner's trick with the top trump",
        hand="KS 9H 2C 7D 8C",
        answers="9H",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 5H KH 3H",
    ),
    Position(
        says="Last hand brings the jack of trump home on partner's queen",
        hand="JS 3S AD 7H 4C 8C",
        answers="JS",
        auction=LEFT_2,
        trump="S",
        trick="left 5S QS 6S",
    ),
    Position(
        says="Last hand keeps the top trumps when partner wins with a small one",
        hand="AS KS 3S 9D 8H 5C",
        answers="3S",
        auction=LEFT_2,
        trump="S",
        trick="left 4S 7S 6S",
    ),
    Position(
        says="Last hand wins as cheaply as it can",
        hand="KD AD 4D 6C 7H",
        answers="KD",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 8D 3D QD",
    ),
    Position(
        says="Last hand wins with the ten when the ten wins",
        hand="10D KD 5D 6C 7H",
        answers="10D",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 8D 3D 9D",
    ),
    Position(
        says="Last hand ruffs an opponent's ten with a small trump",
        hand="6S 8C 7D 5C 3D",
        answers="6S",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9H 4H 10H",
    ),
    Position(
        says="Last hand ruffs with the jack, which is then safe",
        hand="JS 6S 8C 7D 5C",
        answers="JS",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9H 4H 10H",
    ),
    Position(
        says="Last hand, beaten, throws a card that counts nothing",
        hand="10C KH 4H 6C QC",
        answers="4H 6C",
        auction=LEFT_2,
        trump="S",
        tricks=(LEFT_DRAWS,),
        trick="left 9D 4D AD",
    ),
)

POSITIONS = (*BIDS, *TRUMPS, *PLAYS)
