"""The game of a table: its start and its decisions so far.

This is all that another process needs to rebuild the match and search for a move.
"""

from __future__ import annotations

import secrets
from typing import Any

from msgspec import Struct

from tianxia.engine.chance import SEED_BYTES
from tianxia.games import STANDARD_EDITIONS, AnyGame
from tianxia.games.base import OptionValue
from tianxia.play import LogEntry, Match, read_record, replay
from tianxia.server.tables.events import Confirmed, Decision, Moved


class GameStart(Struct, frozen=True):
    """How a game starts: the game, its edition and options, and its secret seed. A row of `schema.tables` holds it."""

    game: str
    edition: str
    players: int
    options: dict[str, OptionValue]
    seed: str  # 32 hex digits
    start: dict[str, Any] | None = None  # the position document that it starts from; null: it starts at the beginning
    start_move: int | None = None  # the number of moves before that position, in the record that it was taken from

    def __repr__(self) -> str:
        return f"GameStart({self.game!r}, …)"  # no log may contain the seed

    @property
    def begins_after(self) -> int | None:
        """The number of moves of a record before the start of the game; null: it is a new game."""
        return None if self.start is None else self.start_move or 0

    def begin(self) -> Match:
        """The match before the first decision. Every seat confirms moves that cannot be taken back.

        Options that the game gained since the table was set up get their defaults.
        """
        game = self.rules()
        setting = game.setting(self.players, self.options)
        everybody = range(1, self.players + 1)
        seed = bytes.fromhex(self.seed)
        if self.start is None:
            return Match.begin(game, setting, seed, confirming=everybody)
        document = {"tianxia": 1, "game": self.game, "edition": self.edition, "players": self.players}
        record = read_record(document | {"options": self.options, "position": self.start, "moves": []})
        match = replay(record, STANDARD_EDITIONS)
        match.confirming = frozenset(everybody)
        match.position.take_seed(seed)
        match.go_on()
        return match

    def rules(self) -> AnyGame:
        """The game itself, in its edition."""
        return STANDARD_EDITIONS.game(self.game, self.edition)


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES).hex()


def apply_decision(match: Match, decision: Decision) -> list[LogEntry]:
    """Apply a move, a confirmation or an undo to a match; returns the new entries of its log, forced moves included."""
    before = match.sequence
    if isinstance(decision, Moved):
        match.move(decision.seat, decision.move, confirmed=decision.confirmed)
    elif isinstance(decision, Confirmed):
        match.confirm(decision.seat)
    else:
        match.undo(decision.seat)
    return match.log[before:]


class GameSoFar(Struct, frozen=True):
    """The game so far: its start and all decisions since."""

    start: GameStart
    decisions: list[Decision]

    def replay(self) -> Match:
        """The match after all decisions."""
        match = self.start.begin()
        for decision in self.decisions:
            apply_decision(match, decision)
        return match
