"""The game of a table: how it begins, and what was decided in it. All that is needed to think about it elsewhere."""

from __future__ import annotations

import secrets
from typing import Any

from msgspec import Struct

from tianxia.engine.chance import SEED_BYTES
from tianxia.games import AnyGame, Shelf
from tianxia.games.base import OptionValue
from tianxia.play import LogEntry, Match, read_record, replay
from tianxia.server.tables.events import Confirmed, Decision, Moved


class GameStart(Struct, frozen=True):
    """How a game begins. The seed is secret."""

    game: str
    edition: str
    players: int
    options: dict[str, OptionValue]
    seed: str  # 32 hex digits
    start: dict[str, Any] | None = None  # a position document, where it does not begin at the beginning
    start_move: int | None = None  # then: after how many moves of the record that it was taken from

    def __repr__(self) -> str:
        return f"Deal({self.game!r}, …)"  # no log may tell the seed

    @property
    def begins_after(self) -> int | None:
        """How many moves lie before the game, where it does not begin at the beginning."""
        return None if self.start is None else self.start_move or 0

    def begin(self) -> Match:
        """The match before the first decision. Everybody confirms what cannot be taken back."""
        game = self.box()
        setting = game.setting(self.players, self.options)
        everybody = range(1, self.players + 1)
        seed = bytes.fromhex(self.seed)
        if self.start is None:
            return Match.begin(game, setting, seed, confirming=everybody)
        document = {"tianxia": 1, "game": self.game, "edition": self.edition, "players": self.players}
        record = read_record(document | {"options": self.options, "position": self.start, "moves": []})
        match = replay(record, Shelf())
        match.confirming = frozenset(everybody)
        match.position.take_seed(seed)
        match.go_on()
        return match

    def box(self) -> AnyGame:
        return Shelf().game(self.game, self.edition)


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES).hex()


def apply_decision(match: Match, decision: Decision) -> list[LogEntry]:
    """Let a seat do what it decided; what came of it, forced moves included."""
    before = match.sequence
    if isinstance(decision, Moved):
        match.move(decision.seat, decision.move, confirmed=decision.confirmed)
    elif isinstance(decision, Confirmed):
        match.confirm(decision.seat)
    else:
        match.undo(decision.seat)
    return match.log[before:]


class GameSoFar(Struct, frozen=True):
    """A game as far as it was played."""

    start: GameStart
    decisions: list[Decision]

    def play(self) -> Match:
        match = self.start.begin()
        for decision in self.decisions:
            apply_decision(match, decision)
        return match
