"""Hand texts: what each word says, how it is echoed, and what is said of words that say nothing."""

import pytest

from simcards.bidding.pattern import parse_pattern
from simcards.cards.codes import Deck
from simcards.errors import UsageError
from tests.bidding.decks import BOWERS, FULL, MULOT


@pytest.mark.parametrize(
    ("text", "deck", "echo"),
    [
        ("AS JS 2S r r r", FULL, "AS JS 2S r r r"),
        ("as,js, th\tX xs\nR", FULL, "AS JS 10H x xS r"),
        ("10c td 10H Qc x x", FULL, "10C 10D 10H QC x x"),
        ("aj2.k.x.x", FULL, "AJ2.K.x.x"),
        ("AK10.T9.-.x", FULL, "AK10.109.-.x"),
        ("ak10.t..xx", FULL, "AK10.10.-.xx"),
        ("x .A.. r jk x x", BOWERS, "x -.A.-.- r JK x x"),
        ("lj BJ 7s x x x", MULOT, "LJ BJ 7S x x x"),
    ],
)
def test_a_text_is_echoed_in_capitals_with_10_for_t(text, deck, echo):
    pattern = parse_pattern(text, deck, 6)
    assert pattern.text == echo
    again = parse_pattern(echo, deck, 6)
    assert again == pattern


def test_each_word_is_a_card_or_a_place():
    pattern = parse_pattern("AS xS xS x r xD r x", FULL, 8)
    assert pattern.known == FULL.parse_set(["AS"])
    assert pattern.suits == (0, 1, 0, 2)
    assert pattern.others == 2
    assert pattern.cards == 8
    rags = [set(FULL.set_names(cards)) for cards in pattern.rags]
    assert rags == [{f"{rank}{suit}" for rank in range(2, 10) for suit in suits} for suits in ("CDH", "CH")]


def test_a_dotted_word_names_the_suits_that_have_cards_in_it():
    pattern = parse_pattern("r A.-.x. JK r x", BOWERS, 6)
    assert pattern.known == BOWERS.parse_set(["AS", "JK"])
    assert pattern.suits == (0, 1, 0, 0)
    assert [BOWERS.set_names(cards) for cards in pattern.rags] == [["9S", "9H", "9D", "9C"], ["9H", "9C"]]


def test_a_joker_names_no_suit_and_is_no_rag():
    pattern = parse_pattern("LJ BJ r x", MULOT, 4)
    assert len(MULOT.set_names(pattern.rags[0])) == 12


@pytest.mark.parametrize(
    ("text", "deck", "message"),
    [
        ("AS as x x x x", FULL, "hand 'AS as x x x x': card AS is there twice; write it once"),
        ("10H th x x x x", FULL, "card 10H is there twice"),
        ("AS A.x.x.x x", FULL, "card AS is there twice"),
        ("AA.x.x.x x", FULL, "card AS is there twice"),
        ("8S x x x x x", BOWERS, "hand '8S x x x x x': card 8S is not in this deck (9 to A with JK)"),
        ("8.x.x.x x x", BOWERS, "card 8S is not in this deck (9 to A with JK)"),
        ("JK x x x x x", FULL, "card JK is not in this deck (2 to A)"),
        ("JK x x x x x", MULOT, "card JK is not in this deck (7 to A with LJ and BJ)"),
        ("AS KS x x x", FULL, "5 cards, a hand of whist has 6: write x for any other card"),
        ("x", FULL, "1 card, a hand of whist has 6"),
        ("AS KS QS JS TS 9S 8S 7S", FULL, "8 cards, a hand of whist has 6: leave out 2"),
        ("", FULL, "hand '' is empty; a card is AS or 10H, x any card"),
        (" , ", FULL, "is empty"),
        ("A x x x x x", FULL, "'A' is no card; write its suit too, e.g. AS"),
        ("10 x x x x x", FULL, "'10' is no card; write its suit too, e.g. 10S"),
        ("s x x x x x", FULL, "'s' is no card; for any other card of that suit write xS"),
        ("heart x x x x x", FULL, "'heart' is no card; for any other card of that suit write xH"),
        ("SA x x x x x", FULL, "'SA' is no card; did you mean AS?"),
        ("ASKS x x x x", FULL, "'ASKS' is no card; write blanks between cards"),
        ("xxx x x x", FULL, "'xxx' is no card; write x x x"),
        ("foo x x x x x", FULL, "'foo' is no card; a card is AS or 10H, x any card, xS any spade, r a rag"),
        ("A♠ x x x x x", FULL, "'A♠' is no card"),
        ("A.K.x x x x", FULL, "'A.K.X' has 3 suits; write all four, S.H.D.C, e.g. AK2.x.-.9"),
        ("A.K.x.x.x x", FULL, "'A.K.X.X.X' has 5 suits"),
        ("A.K.x.x Q.J.x.x", FULL, "'A.K.X.X' and 'Q.J.X.X' have dots; one word may be S.H.D.C"),
        ("A1.x.x.x x", FULL, "'1' in 'A1.X.X.X' is no rank; between dots are 2 … 9 10 J Q K A x"),
        ("A.-K.x.x x", FULL, "'-' in 'A.-K.X.X' is no rank"),
        ("AC xD xH xS r x", FULL, "r is of no suit named before it, and all four are; write x or put r first"),
    ],
)
def test_what_cannot_be_read_is_named_with_what_to_do(text, deck, message):
    with pytest.raises(UsageError) as caught:
        parse_pattern(text, deck, 6, "whist")
    assert message in str(caught.value)
    assert str(caught.value).startswith("hand '")
    assert "\n" not in str(caught.value)


def test_a_deck_without_rags_says_so():
    with pytest.raises(UsageError, match=r"r is a card below ten, and this deck \(10 to A\) has none"):
        parse_pattern("AS r x", Deck("10"), 3)
