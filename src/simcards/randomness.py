"""Counter-based random words: each depends on a key and a counter alone, never on what was drawn before.

A word is 64 bits in a signed integer. The generator is wyrand (Wang Yi, 2019, public domain): a Weyl sequence whose
terms are folded through one 128-bit product; it passes the usual batteries and costs three instructions. A deal owns
64 consecutive terms of its seed's sequence.
"""

from typing import Any

import numpy as np

from simcards import compiled
from simcards.compiled import MASK64, twin

STEP = 0xA0761D6478BD642F - (1 << 64)
SALT = 0xE7037ED1A0B428DB - (1 << 64)
STREAM = 0x589965CC75374CC3
MATCHES = 0x1D8E4E27C47D124F
HANDS = 0x2545F4914F6CDD1D
WORDS_A_DEAL = 64
MAX_SEED = (1 << 53) - 1
POSITIVE = (1 << 63) - 1
HALF = (1 << 32) - 1


def _signed(word: Any) -> Any:
    if not isinstance(word, int):  # an array, which has wrapped by itself
        return word
    word &= MASK64
    return word - (1 << 64) if word >> 63 else word


@twin(compiled.fold)
def fold(a: Any, b: Any) -> Any:
    """The high word XOR the low word of the 128-bit product of two words."""
    if not isinstance(a, int) or not isinstance(b, int):
        return _fold_arrays(a, b)
    product = (a & MASK64) * (b & MASK64)
    return _signed((product >> 64) ^ product)


def _fold_arrays(a: Any, b: Any) -> Any:
    """The same for arrays: the product is put together from products of half words."""
    a, b = (np.asarray(word, np.int64).view(np.uint64) for word in (a, b))
    (a0, a1), (b0, b1) = ((word & HALF, word >> 32) for word in (a, b))
    low, middle, other = a0 * b0, a0 * b1, a1 * b0
    carried = ((low >> 32) + (middle & HALF) + (other & HALF)) >> 32
    high = a1 * b1 + (middle >> 32) + (other >> 32) + carried
    return (high ^ (a * b)).view(np.int64)


@twin(compiled.add_wrapping)
def plus(a: Any, b: Any) -> Any:
    """The sum of two words modulo 2⁶⁴."""
    return _signed(a + b)


@twin(compiled.multiply_wrapping)
def times(a: Any, b: Any) -> Any:
    """The product of two words modulo 2⁶⁴."""
    return _signed(a * b)


def word(z: Any) -> Any:
    """The random word of one term of the Weyl sequence."""
    return fold(z, z ^ SALT)


def seed_key(seed: int) -> int:
    """The start of a seed's sequence; different seeds start far apart."""
    return word(plus(word(times(seed + 1, STEP)), STREAM))


def deal_key(key: int, deal: Any) -> Any:
    """The term before the first of deal number `deal`."""
    return plus(key, times(deal * WORDS_A_DEAL, STEP))


def match_key(key: int, match: int) -> int:
    """The start of the sequence from which the deals of a match take theirs; `key` is the seed's."""
    return word(plus(word(plus(key, MATCHES)), times(match + 1, STEP)))


def hand_key(key: int) -> int:
    """The start of the sequence from which hands of a class are drawn, not that of the deals; `key` is the seed's."""
    return word(plus(key, HANDS))


def stream(deal: int, tag: int) -> int:
    """63 random bits of a decision: `deal` is the deal's key, `tag` numbers (decision, seat, index)."""
    return word(plus(word(deal ^ STREAM), times(tag + 1, STEP))) & POSITIVE


def mix(random: Any, k: Any) -> Any:
    """63 fresh bits from `random` and a small number k: as many draws as a strategy needs from one field."""
    return word(plus(random, times(k + 1, STEP))) & POSITIVE
