"""Positions of King Pedro with the answers of any sound club player.

Points: king 30, ten 10, nine 9, each five 5, ace, jack and two 1; the two counts for who plays it. Every trump is in
some hand, since all 52 cards are dealt. A plain lead is beaten only by a trump, from a hand that has nothing else.
"""

from __future__ import annotations

from tests.strategies.position_king_pedro import Position

ME_40, LEFT_40 = "me 40 pass pass pass", "left 40 pass pass pass"
PARTNER_40, RIGHT_40 = "partner 40 pass pass pass", "right 40 pass pass pass"
PLAIN_6 = "AH 9H 4H JD 8D 3D"

BIDS = (
    Position(
        says="Eldest opens with ace, king, ten and both fives",
        hand="AS KS 10S 5S 5C 7D 8H 9D 2C",
        answers="30-46",
        decision="bid",
    ),
    Position(
        says="King, jack, ten, nine and a small one are an opening even without the ace",
        hand="KH JH 10H 9H 6H 3S 7C 8D 2S",
        answers="30-42",
        auction="right pass",
        decision="bid",
    ),
    Position(
        says="No king, no ace and no long suit is a pass",
        hand="QS 8S 7S 9H 6H JD 3D QC 8C",
        answers="pass",
        decision="bid",
    ),
    Position(
        says="An ace and a small trump are no bid at all",
        hand="AD 4D QH 8H 3H JS 7S 9C 6C",
        answers="pass",
        auction="partner pass pass",
        decision="bid",
    ),
    Position(
        says="The dealer opens for thirty with ace, king and a five when all have passed",
        hand="AC KC 5S 8C QH 9H 3H 7D 2D",
        answers="30-44",
        auction="left pass pass pass",
        decision="bid",
    ),
    Position(
        says="Partner's thirty stands with an ace and nothing more",
        hand="AS 8S 3S QH 7H JD 9D 6C 4C",
        answers="pass",
        auction="partner 30 pass",
        decision="bid",
    ),
    Position(
        says="Partner's thirty-eight stands even with king and jack",
        hand="KS JS 7S 4S QH 7H 9D 6D 4C",
        answers="pass",
        auction="left pass 38 pass",
        decision="bid",
    ),
    Position(
        says="An opponent's thirty is overcalled with ace, king, queen, ten and both fives",
        hand="AD KD QD 10D 5D 5H 8C 7S 3S",
        answers="31-50",
        auction="right 30",
        decision="bid",
    ),
    Position(
        says="An opponent's fifty is left to him with king fourth",
        hand="KS 10S 9S 4S AH 7H 8D 3D 6C",
        answers="pass",
        auction="left pass pass 50",
        decision="bid",
    ),
    Position(
        says="Nobody goes to sixty-two over sixty-one",
        hand="AS KS JS 9S 5C 7H 4H 9D 6D",
        answers="pass",
        auction="right 61",
        decision="bid",
    ),
)

TRUMPS = (
    Position(
        says="Trump is the suit of the king, not the longer one of small cards",
        hand="AS KS 9S 5C 8H 7H 6H 4H 3H",
        answers="S",
        auction=ME_40,
        decision="name_trump",
    ),
    Position(
        says="Of ace, queen, jack and king, ten, nine the king decides",
        hand="KD 10D 9D 4D AH QH JH 7H 2C",
        answers="D",
        auction=ME_40,
        decision="name_trump",
    ),
    Position(
        says="Of two kings the one with the ace and more cards is trump",
        hand="KH 8H AC KC JC 10C 5S 7D 3D",
        answers="C",
        auction=ME_40,
        decision="name_trump",
    ),
)

DISCARDS = (
    Position(
        says="Of eight trumps the two smallest that score nothing go, and the queen stays",
        hand="AS KS QS JS 10S 9S 8S 6S AH 9H JD 8D 3D",
        answers="AS KS QS JS 10S 9S",
        auction=ME_40,
        trump="S",
        decision="discard",
    ),
    Position(
        says="Of seven trumps a small one goes, not a five and not the two",
        hand=f"KS JS 9S 5S 5C 4S 2S {PLAIN_6}",
        answers="KS JS 9S 5S 5C 2S",
        auction=ME_40,
        trump="S",
        decision="discard",
    ),
    Position(
        says="Of seven scoring trumps the jack or the two goes, worth a point and sure of nothing",
        hand=f"AS KS JS 10S 9S 5S 2S {PLAIN_6}",
        answers="AS KS 10S 9S 5S 2S / AS KS JS 10S 9S 5S",
        auction=ME_40,
        trump="S",
        decision="discard",
    ),
    Position(
        says="With partner's two trumps there are seven, and the three that came is the one to go",
        hand=f"KS QS 9S 8S 6S 5S 3S {PLAIN_6} KH 2D",
        answers="KS QS 9S 8S 6S 5S",
        auction=ME_40,
        trump="S",
        folded=("partner",),
        received="5S 3S",
        decision="discard",
    ),
)

GIFTS = (
    Position(
        says="A lone king goes to partner, out of reach of the declarer's ace",
        hand="KS AH QH 9H 4H JD 8D 3D 7D AC JC 9C 2C",
        answers="give",
        auction=LEFT_40,
        trump="S",
        decision="give",
    ),
    Position(
        says="Two small trumps make the declaring partner's suit longer",
        hand="8S 4S AH QH 9H 4H JD 8D 3D 7D AC JC 9C",
        answers="give",
        auction=PARTNER_40,
        trump="S",
        decision="give",
    ),
    Position(
        says="Two small trumps guard the honours of a defending partner",
        hand="7S 3S AH QH 9H 4H JD 8D 3D 7D AC JC 9C",
        answers="give",
        auction=RIGHT_40,
        trump="S",
        decision="give",
    ),
    Position(
        says="Both fives are kept, to fall on the declaring partner's tops",
        hand="5S 5C AH QH 9H 4H JD 8D 3D 7D AC JC 9C",
        answers="keep",
        auction=PARTNER_40,
        trump="S",
        decision="give",
    ),
)

LEADS = (
    Position(
        says="The declarer with ace and king opens with one of them",
        hand="AS KS QS 9S 5S 7H",
        answers="AS KS",
        auction=ME_40,
        trump="S",
    ),
    Position(
        says="The declarer without the ace opens with neither the king nor the ten",
        hand="KS 10S 8S 6S 7H 4D",
        answers="8S 6S",
        auction=ME_40,
        trump="S",
    ),
    Position(
        says="King, queen and jack without the ace: the queen drives it out",
        hand="KS QS JS 4S 7H 4D",
        answers="QS JS",
        auction=ME_40,
        trump="S",
    ),
    Position(
        says="With king and queen high after the first trick the declarer goes on drawing trumps",
        hand="KS QS 9S 7H 4D",
        answers="KS QS",
        auction=ME_40,
        trump="S",
        tricks=("me AS 3S 7S 4S",),
    ),
    Position(
        says="With the queen still out the ten is not led: a plain card holds the lead",
        hand="10S 5S 9D 4H",
        answers="9D 4H",
        auction=ME_40,
        trump="S",
        tricks=("me AS 3S 7S 4S", "me KS 8S 6S JS"),
    ),
    Position(
        says="The last trump outside is drawn with the queen, and the five is safe",
        hand="QS 5S",
        answers="QS",
        auction=ME_40,
        trump="S",
        tricks=("me AS 3S 7S 4S", "me KS 8S 6S JS", "me 9S 2S 5C 9H", "me 6D 8H 7D 7H"),
    ),
    Position(
        says="The partner of the declarer leads the ace, for the king to fall on it",
        hand="AS 6S 9D 8D 4H",
        answers="AS",
        auction=PARTNER_40,
        trump="S",
        folded=("left",),
        tricks=("partner 7S 3S 10S",),
    ),
    Position(
        says="A defender with the ace does not spend it while the king is out",
        hand="AS 6S 9D 8D 4H",
        answers="9D 8D 4H",
        auction=LEFT_40,
        trump="S",
        tricks=("left 7S 3S 4S QS",),
    ),
)

FOLLOWS = (
    Position(
        says="The king is kept from an opponent's ace",
        hand="KS 8S 3S 9D 7D 4H",
        answers="8S 3S",
        auction=RIGHT_40,
        trump="S",
        trick="right AS",
    ),
    Position(
        says="The two loses nothing on an opponent's ace: its point is mine",
        hand="10S 9S 2S 9D 7D 4H",
        answers="2S",
        auction=RIGHT_40,
        trump="S",
        trick="right AS",
    ),
    Position(
        says="Nothing that scores goes on an opponent's ace while a blank trump is there",
        hand="JS 9S 5S 6S 7D 4H",
        answers="6S",
        auction=LEFT_40,
        trump="S",
        trick="left AS 3S 7S",
    ),
    Position(
        says="The ten goes on partner's ace",
        hand="10S 7S 4S 9D 7D 4H",
        answers="10S",
        auction=PARTNER_40,
        trump="S",
        trick="partner AS 3S",
    ),
    Position(
        says="The king goes home on partner's ace",
        hand="KS 4S 9D 7D 4H 3H",
        answers="KS",
        auction=PARTNER_40,
        trump="S",
        trick="partner AS 6S",
    ),
    Position(
        says="A five is not thrown on a trick that the jack takes",
        hand="JS 5S 9D 7D 4H 3H",
        answers="JS",
        auction=LEFT_40,
        trump="S",
        trick="left 6S 7S 8S",
    ),
    Position(
        says="The ten is safe on partner's jack when the left opponent has shown that he has no trump",
        hand="10S 4S 9D",
        answers="10S",
        auction=PARTNER_40,
        trump="S",
        tricks=("partner AS 3S 6S 7S", "partner KS 2S 5S 8D", "partner 7D 4H 3D 9H"),
        trick="partner JS 9S",
    ),
    Position(
        says="Last hand gives the five to partner's jack",
        hand="5S 7S 9D 7D 4H 3H",
        answers="5S",
        auction=LEFT_40,
        trump="S",
        trick="left 8S JS 6S",
    ),
    Position(
        says="The king comes home in last place when the ace has not been played",
        hand="KS 8S 3S 9D 7D 4H",
        answers="KS",
        auction=LEFT_40,
        trump="S",
        trick="left QS 4S 7S",
    ),
    Position(
        says="The ace takes the king",
        hand="AS 8S 3S 9D 7D 4H",
        answers="AS",
        auction=LEFT_40,
        trump="S",
        trick="left KS 4S 7S",
    ),
    Position(
        says="The queen is enough for an opponent's ten, and the ace still waits for the king",
        hand="AS QS 3S 9D 7D 4H",
        answers="QS",
        auction=LEFT_40,
        trump="S",
        trick="left 10S 4S 7S",
    ),
    Position(
        says="Last hand takes the nine with the ten",
        hand="10S 3S QS 9D 7D 4H",
        answers="10S",
        auction=LEFT_40,
        trump="S",
        trick="left 9S 4S 7S",
    ),
    Position(
        says="The ace is not spent on a worthless trick while the king is out",
        hand="AS 6S 4S 9D 7D 4H",
        answers="6S 4S",
        auction=LEFT_40,
        trump="S",
        trick="left 8S 3S 7S",
    ),
    Position(
        says="The five stays at home when the king, now the highest, is led by an opponent",
        hand="7S 5S 9D 7D 4H",
        answers="7S",
        auction=RIGHT_40,
        trump="S",
        tricks=("right AS 8S 3S 6S",),
        trick="right KS",
    ),
    Position(
        says="Last hand, all trumps, takes a plain lead and brings its ten home",
        hand="10S 6S 4S",
        answers="10S",
        auction=LEFT_40,
        trump="S",
        tricks=("left AS 3S 7S 8S", "left KS 2S JS 9S", "left 4H 2D 6H 9D"),
        trick="left 8H 3D 7H",
    ),
    Position(
        says="In a trick of three the last hand gives partner its nine",
        hand="9S 6S 4S 3S 9D 7D",
        answers="9S",
        auction=LEFT_40,
        trump="S",
        folded=("right",),
        trick="left 7S JS",
    ),
    Position(
        says="Alone against the declarer the king takes the queen",
        hand="KS 9S 7S 6S 4S 3S",
        answers="KS",
        auction=RIGHT_40,
        trump="S",
        folded=("left", "partner"),
        trick="right QS",
    ),
)

POSITIONS = (*BIDS, *TRUMPS, *DISCARDS, *GIFTS, *LEADS, *FOLLOWS)
