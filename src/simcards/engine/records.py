"""Deal records written, read and verified; how a record looks is in `deal_record`."""

from collections.abc import Iterator, Sequence

import numpy as np

from simcards.engine import game_text
from simcards.engine.asking import State
from simcards.engine.chunk import DRAW, columns, match_rows, new_rows
from simcards.engine.deal_record import FORMAT, Notes, Outcome, Record, Recorder, to_line
from simcards.engine.faults import find_fault, find_match_fault
from simcards.engine.record_reading import parse_line, read_records
from simcards.engine.record_replay import Replay, replay, verify
from simcards.engine.table import Ask, Table
from simcards.games.game import Game, Played
from simcards.games.options import Rules

__all__ = [
    "FORMAT",
    "Record",
    "Replay",
    "parse_line",
    "read_records",
    "replay",
    "to_line",
    "verify",
    "write",
    "write_matches",
]

DEALS_AT_ONCE = 2000
MATCHES_AT_ONCE = 200


def write(
    game: Game, rules: Rules, texts: Sequence[str], table: Table, seed: int, first: int, deals: int
) -> Iterator[Record]:
    """The records of deals first … first + deals - 1 of a seed, in order.

    `texts` name the players of the table, which must be prepared. Deals are played some thousand at a time, so memory
    does not grow with their number.
    """
    recorder = Recorder(game, rules, list(texts), seed)
    for start in range(first, first + deals, DEALS_AT_ONCE):
        n = min(DEALS_AT_ONCE, first + deals - start)
        chunk = _NotedChunk(table, start)
        try:
            state = table.run(seed, start, n, chunk.answered)
        except (Exception, SystemExit) as error:
            raise find_fault(table, seed, start, n, error) from error
        chunk.note_outcomes(state)
        yield from map(recorder.record, chunk.notes)


def write_matches(
    game: Game, rules: Rules, texts: Sequence[str], table: Table, seed: int, first: int, matches: int
) -> Iterator[Record]:
    """The records of all deals of matches first … first + matches - 1 of a seed, match by match."""
    recorder = Recorder(game, rules, list(texts), seed)
    for start in range(first, first + matches, MATCHES_AT_ONCE):
        n = min(MATCHES_AT_ONCE, first + matches - start)
        try:
            notes = _notes_of_matches(table, seed, start, n)
        except (Exception, SystemExit) as error:
            raise find_match_fault(table, seed, start, n, error) from error
        yield from map(recorder.record, notes)


def _notes_of_matches(table: Table, seed: int, first: int, matches: int) -> list[Notes]:
    columns = match_rows(table.game)
    results = new_rows(matches, columns["R_COLUMNS"])
    noted: list[list[Notes]] = [[] for _ in range(matches)]
    chunk = _NotedChunk(table, 0)

    for played in table.match_rounds(seed, first, matches, matches, chunk.answered, results):
        chunk.note_outcomes(played.state)
        for lane, notes in enumerate(chunk.notes):
            match = int(played.match[lane])
            notes.match = (match, int(played.number[lane]))
            notes.before = tuple(int(score) for score in played.before[:, lane])
            noted[match - first].append(notes)
        chunk.notes = []
    for k, of_match in enumerate(noted):
        winner = int(results[k, columns["R_WINNER"]])
        of_match[-1].winner = "draw" if winner == DRAW else winner
    return [notes for of_match in noted for notes in of_match]


class _NotedChunk:
    """What happened in the deals of a chunk, noted while the table plays them.

    Column DEAL holds their numbers, the first of which is `first`.
    """

    def __init__(self, table: Table, first: int) -> None:
        self.table = table
        self.game = table.game
        self.first = first
        self.rows = columns(table.game)
        self.notes: list[Notes] = []

    def answered(self, ask: Ask) -> None:
        """Has every player answer for its seats, and notes the answers."""
        if not self.notes:
            self._note_cards(ask.state)
        for k in range(len(self.table.players)):
            self.table.answer(ask, k)
        notes = self.notes
        where = (ask.deals - self.first).tolist()
        for deal, seat, answer in zip(where, ask.seats.tolist(), ask.answers.tolist(), strict=True):
            notes[deal].note(ask.decision, seat, answer)

    def _note_cards(self, state: State) -> None:
        """The cards as first dealt: later in a deal the same columns hold what is left, in play order."""
        rows, seats, n = self.rows, self.game.seats, state.n
        by_place = [state.c[rows["HAND"] + place, :n].tolist() for place in range(seats)]
        second = [
            state.c[rows["SECOND"] + place, :n].tolist() for place in range(seats if self.game.second_deal else 0)
        ]
        eldest, dealers = state.c[rows["FIRST"], :n].tolist(), state.c[rows["DEALER"], :n].tolist()
        kitties = state.c[rows["KITTY"], :n].tolist() if self.game.kitty else [0] * n
        self.notes = [
            Notes(
                self.first + i,
                dealers[i],
                [by_place[(seat - eldest[i]) % seats][i] for seat in range(seats)],
                kitties[i],
                [second[(seat - eldest[i]) % seats][i] for seat in range(seats if second else 0)],
            )
            for i in range(n)
        ]

    def note_outcomes(self, state: State) -> None:
        """Notes how each deal that was not passed out ended."""
        rows, n = self.rows, state.n
        tally = np.zeros((tally_size(self.game, self.table.rules), n), np.int64)
        game_text.game_module(self.game, self.table.rules).tally_deals(state.c, n, state.facts, tally)
        score = zip(*(state.c[rows["SCORE"] + side, :n].tolist() for side in range(self.game.sides)), strict=True)
        names = ("DEAL", "DECLARER", "BID", "MADE", "FIRST")
        numbers = zip(*(state.c[rows[name], :n].tolist() for name in names), score, tally.T.tolist(), strict=True)
        trumps = state.c[rows["TRUMP"], :n].tolist()
        for (deal, declarer, bid, made, last_winner, points, parts), trump in zip(numbers, trumps, strict=True):
            outcome = Outcome(declarer, bid, bool(made), list(points), tuple(parts), last_winner)
            self.notes[deal - self.first].outcome = outcome
            self.notes[deal - self.first].trump = trump  # also where nobody was asked


def tally_size(game: Game, rules: Rules) -> int:
    """How many numbers a game's tally has."""
    nothing = (0,) * game.sides
    played = Played(0, 0, 0, game.trump_mask(0), nothing, nothing, nothing, nothing, nothing)
    return len(game.tally(played, rules.codes))
