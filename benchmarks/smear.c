// The yardstick: Canadian Smear with its default rules in hand-written scalar C, one deal after the other, the strategy
// of yardstick_strategy.py compiled in. It deals the same cards from the same (seed, deal) as simcards and fills the
// same table of counts, so the two can be compared number by number. yardstick.py does that, and measures both.
//
//   gcc -O3 -march=native -fno-tree-vectorize smear.c -o smear
//   ./smear DEALS [SEED [FIRST]]     prints the rate, then the table: a line a row (side, bid, trump length)
//
// A card is 16 * lane + slot (2 ... A = 0 ... 12), a set of cards one bit a card. Lanes are clubs, diamonds, hearts and
// spades until trump is named; then lane 3 is trump, lane 2 the other suit of its colour, lanes 1 and 0 the others.

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t u64;
typedef unsigned __int128 u128;

#define LANE UINT64_C(0x1fff)
#define EVERY UINT64_C(0x0001000100010001)
#define PACK (LANE * EVERY)
#define TRUMPS (LANE << 48)
enum { TWO = 0, TEN = 8, JACK = 9, QUEEN = 10, KING = 11, ACE = 12, TRUMP = 48 };
enum { SEATS = 4, TRICKS = 6, TOP_BID = 4, LENGTHS = 14, ROWS = 2 * (TOP_BID + 1) * LENGTHS };
enum { CONTRACTS, MADE, SCORE_0, SCORE_1, MARGIN_SQUARES, COLUMNS };

static inline int count(u64 cards) { return __builtin_popcountll(cards); }
static inline int lowest(u64 cards) { return __builtin_ctzll(cards); }
static inline int highest(u64 cards) { return 63 - __builtin_clzll(cards); }
static inline int larger(int a, int b) { return a > b ? a : b; }

// ---- dealing --------------------------------------------------------------------------------------------------------

#define STEP UINT64_C(0xa0761d6478bd642f)
#define SALT UINT64_C(0xe7037ed1a0b428db)
#define STREAM UINT64_C(0x589965cc75374cc3)
#define WORDS_A_DEAL 64

static inline u64 word(u64 z) {
  u128 product = (u128)z * (z ^ SALT);
  return (u64)(product >> 64) ^ (u64)product;
}

static u64 seed_key(u64 seed) { return word(word((seed + 1) * STEP) + STREAM); }

// The k-th lowest card of a set, as a set of one.
#if defined(__BMI2__) && !defined(PORTABLE)
#include <immintrin.h>
static inline u64 pick(u64 cards, u64 k) { return _pdep_u64(UINT64_C(1) << k, cards); }
#else
static inline u64 pick(u64 cards, u64 k) {
  for (; k; k--) cards &= cards - 1;
  return cards & -cards;
}
#endif

// DRAW(n) takes one of the n cards left. Draws share a random word (WORD) while the product of their n is below 2^32.
#define WORD r = word(z += STEP);
#define DRAW(n) { u128 p = (u128)r * (n); r = (u64)p; left ^= pick(left, (u64)(p >> 64)); }

static inline void deal(u64 key, u64 hands[SEATS]) {
  u64 z = key, r, left = PACK, after_0, after_1, after_2;
  WORD DRAW(52) DRAW(51) DRAW(50) DRAW(49) DRAW(48)
  WORD DRAW(47) after_0 = left; DRAW(46) DRAW(45) DRAW(44) DRAW(43)
  WORD DRAW(42) DRAW(41) after_1 = left; DRAW(40) DRAW(39) DRAW(38) DRAW(37)
  WORD DRAW(36) DRAW(35) after_2 = left; DRAW(34) DRAW(33) DRAW(32) DRAW(31)
  WORD DRAW(30) DRAW(29)
  hands[0] = PACK ^ after_0;
  hands[1] = after_0 ^ after_1;
  hands[2] = after_1 ^ after_2;
  hands[3] = after_2 ^ left;
}

// ---- the strategy -----------------------------------------------------------------------------------------------------

// How many cards each lane holds, in that lane.
static inline u64 lengths(u64 cards) {
  cards -= cards >> 1 & UINT64_C(0x5555555555555555);
  cards = (cards & UINT64_C(0x3333333333333333)) + (cards >> 2 & UINT64_C(0x3333333333333333));
  cards = (cards + (cards >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (cards + (cards >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
}

// The points that each suit promises as trump, in its lane: ace, two, a jack with two more cards, a king with three.
static inline u64 worths(u64 hand) {
  u64 length = lengths(hand), three = (length + 5 * EVERY) >> 3, four = (length + 4 * EVERY) >> 3;
  return (hand >> ACE & EVERY) + (hand >> TWO & EVERY) + (hand >> JACK & three & EVERY) + (hand >> KING & four & EVERY);
}

static inline int bid(u64 hand, int high_bid) {
  u64 w = worths(hand);
  int best = larger(larger(w & 7, w >> 16 & 7), larger(w >> 32 & 7, w >> 48 & 7));
  return best >= 2 && best > high_bid ? best : 0;
}

static inline int name_trump(u64 hand) {
  u64 w = worths(hand);
  int best = 0, trump = 0;
  for (int suit = 0; suit < 4; suit++) {
    int points = w >> 16 * suit & 7;
    if (points > best) best = points, trump = suit;
  }
  return trump;
}

static inline int lowest_rank(u64 cards) {
  u64 slots = cards | cards >> 32;
  return lowest(cards & EVERY << lowest((slots | slots >> 16) & LANE));
}

static inline int lead(u64 hand, int declaring) {
  u64 trumps = hand & TRUMPS;
  return declaring && trumps ? highest(trumps) : lowest_rank(hand);
}

static inline int follow(u64 legal, u64 winning, int partner_winning) {
  u64 useful = partner_winning ? legal & EVERY << TEN : winning;
  return useful ? lowest(useful) : lowest_rank(legal);
}

// ---- the game -----------------------------------------------------------------------------------------------------------

static inline u64 play_order(u64 hand, int trump) {
  int low = trump == 0 || trump == 3;
  return (hand >> 16 * trump & LANE) << 48 | (hand >> 16 * (3 - trump) & LANE) << 32 |
         (hand >> 16 * (3 - low) & LANE) << 16 | (hand >> 16 * low & LANE);
}

static inline int pips(u64 cards) {
  return count(cards & EVERY << TEN) * 10 + count(cards & EVERY << JACK) + count(cards & EVERY << QUEEN) * 2 +
         count(cards & EVERY << KING) * 3 + count(cards & EVERY << ACE) * 4;
}

// Plays six tricks. Seats are counted from the declarer, who leads first; `taken` gets the cards that each side wins.
static inline void play_out(u64 hands[SEATS], u64 taken[2]) {
  int leader = 0;
  taken[0] = taken[1] = 0;
  for (int trick_no = 0; trick_no < TRICKS; trick_no++) {
    int card = lead(hands[leader], !(leader & 1)), winner = leader;
    u64 one = UINT64_C(1) << card, trick = one, led = LANE << (card & 48);
    u64 beating = (led | TRUMPS) & -(one << 1);  // the cards that would take the trick
    hands[leader] ^= one;
    for (int place = 1; place < SEATS; place++) {
      int seat = (leader + place) & 3;
      u64 hand = hands[seat], suit = hand & led, legal = suit ? suit | (hand & TRUMPS) : hand;
      card = follow(legal, legal & beating, !((winner ^ seat) & 1));
      one = UINT64_C(1) << card;
      if (one & beating) beating &= -(one << 1), winner = seat;
      trick |= one;
      hands[seat] ^= one;
    }
    taken[winner & 1] |= trick;
    leader = winner;
  }
}

// High, Low, Jack and Game of a side: of the cards that it held and won, against what the others won.
static inline int points(u64 held, u64 won, int game) {
  return (held >> (TRUMP + ACE) & 1) + (held >> (TRUMP + TWO) & 1) + (won >> (TRUMP + JACK) & 1) + game;
}

static inline void play_deal(u64 key, int eldest, int64_t table[ROWS][COLUMNS]) {
  u64 dealt[SEATS], hands[SEATS], taken[2];
  deal(key, dealt);
  int high_bid = 0, declarer = 0;
  for (int place = 0; place < SEATS; place++) {  // no call beats a bid of 4, so the auction may as well go on
    int call = bid(dealt[place], high_bid);
    high_bid = call ? call : high_bid;
    declarer = call ? place : declarer;
  }
  if (!high_bid) return;
  int trump = name_trump(dealt[declarer]);
  for (int seat = 0; seat < SEATS; seat++) hands[seat] = play_order(dealt[(declarer + seat) & 3], trump);
  u64 ours = hands[0] | hands[2], theirs = hands[1] | hands[3];
  int side = (eldest + declarer) & 1, length = count(hands[0] & TRUMPS);
  play_out(hands, taken);
  int our_pips = pips(taken[0]), their_pips = pips(taken[1]);
  int we = points(ours, taken[0], our_pips > their_pips), they = points(theirs, taken[1], their_pips > our_pips);
  int made = we >= high_bid;
  if (!made) we = -high_bid;
  int64_t *row = table[(side * (TOP_BID + 1) + high_bid) * LENGTHS + length];
  row[CONTRACTS] += 1;
  row[MADE] += made;
  row[SCORE_0] += side ? they : we;
  row[SCORE_1] += side ? we : they;
  row[MARGIN_SQUARES] += (we - they) * (we - they);
}

int main(int argc, char **argv) {
  static int64_t table[ROWS][COLUMNS];
  u64 deals = argc > 1 ? strtoull(argv[1], 0, 10) : 20000000, seed = argc > 2 ? strtoull(argv[2], 0, 10) : 1;
  u64 first = argc > 3 ? strtoull(argv[3], 0, 10) : 0, start = seed_key(seed);
  clock_t begin = clock();
  for (u64 d = first; d < first + deals; d++) {  // the dealer of deal d is seat d % 4
    play_deal(start + d * WORDS_A_DEAL * STEP, (d + 1) % SEATS, table);
  }
  double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  printf("%.2f million deals a second of processor time\n", seconds > 0 ? (double)deals / seconds / 1e6 : 0);
  for (int row = 0; row < ROWS; row++) {
    for (int k = 0; k < COLUMNS; k++) printf("%" PRId64 "%c", table[row][k], k == COLUMNS - 1 ? '\n' : ' ');
  }
  return 0;
}
