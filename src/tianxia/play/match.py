"""A match: a position with its log, its ledger, and undo.

Moves, confirmations and undos are entries of the log, each with a sequence number. A move that passes the turn or
reveals something cannot be undone. For a seat that wants to confirm such moves, the move waits as *pending*: it is not
applied yet, so nothing is drawn. Seats count from 1 here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tianxia.engine.journal import Journal, Payment
from tianxia.engine.position import SPECTATOR, Position
from tianxia.errors import IllegalError, RecordError, SettingError
from tianxia.games import AnyGame
from tianxia.games.base import AnyPreview, Document, GamePart, LedgerEntry, Setting, engine_seat, human_seat
from tianxia.play.ties import Tie, find_ties
from tianxia.play.view import VERSION, View, shown_name
from tianxia.words import Message, error, say

MOST_FORCED: Final = 200
"""Most moves in a row that the match makes by itself: an invented position may force thousands."""


@dataclass(frozen=True)
class PlayedMove:
    """A move that was applied, in the form of the record."""

    seat: int
    move: str
    chance: object = None
    extra: Document = field(default_factory=dict)  # keys of other programs beside it


@dataclass(frozen=True)
class LogEntry:
    """An entry of the log: a move, a confirmation or an undo of a seat."""

    sequence: int  # from 1
    kind: str  # "move", "confirm" or "undo"
    seat: int
    move: str | None  # of a move, and of the confirmation of one
    lines: tuple[Message, ...] = ()  # its consequences
    pending: bool = False  # a move that waits: only its seat may see which
    forced: bool = False  # made by the match, since no other move was possible

    def seen_by(self, seat: int | None) -> LogEntry:
        """The entry as a seat may see it; `None` for a spectator."""
        if self.pending and seat != self.seat:
            return LogEntry(self.sequence, self.kind, self.seat, None, (), True)
        return self


@dataclass(frozen=True)
class _Checkpoint:
    """The state that an undo restores: before a move that a player decided."""

    position: Position
    moves: int
    payments: int


class Match:
    """One game in progress."""

    def __init__(
        self,
        game: AnyGame,
        setting: Setting,
        position: Position,
        *,
        setup: Document | None = None,
        start: Document | None = None,
        seed: bytes | None = None,
        names: Sequence[str] = (),
        confirming: Collection[int] = (),
        has_lines: bool = True,
    ) -> None:
        """A match from a position. `setup` or `start` is its beginning, for the record; `confirming` are seats.

        Without `has_lines` the entries of the log have no sentences, which saves time where they are not read.
        """
        if names and len(names) != setting.players:
            raise ValueError(f"{setting.players} players, but {len(names)} names")
        self.game = game
        self.setting = setting
        self.position: Any = position  # of the game's own class
        self.setup = setup
        self.start = start
        self.seed = seed
        self.seed_hash: str | None = None
        self.names = list(names)
        self.confirming = frozenset(confirming)
        self.has_lines = has_lines
        self.has_hidden = False  # made from a record without all that is hidden
        self.log: list[LogEntry] = []
        self.moves: list[PlayedMove] = []
        self.ledger: list[LedgerEntry] = [entry.copy() for entry in start["ledger"]] if start else []
        self._watchers: list[tuple[int | None, Callable[[LogEntry], None]]] = []
        self._makes_forced_moves = False
        self.pending: int | None = None
        self.extra: Document = {}  # keys of other programs at the top of the record
        self._checkpoints: list[_Checkpoint] = []

    @classmethod
    def begin(cls, game: AnyGame, setting: Setting, seed: bytes, **more: Any) -> Match:
        """A new game, dealt from a seed."""
        position = game.new(setting)
        position.deal(seed)
        match = cls(game, setting, position, setup=game.write_setup(position), seed=seed, **more)
        match.go_on()
        return match

    # ---- asking

    @property
    def over(self) -> bool:
        return bool(self.position.over)

    @property
    def to_move(self) -> int | None:
        return None if self.over else human_seat(int(self.position.seat))

    @property
    def may_undo(self) -> bool:
        """Whether the seat to move can undo a move."""
        return not self.over and (self.pending is not None or bool(self._checkpoints))

    @property
    def sequence(self) -> int:
        return len(self.log)

    @property
    def scores(self) -> list[int]:
        return [int(score) for score in self.position.scores()]

    @property
    def winners(self) -> list[int]:
        return [human_seat(int(seat)) for seat in self.position.winners()] if self.over else []

    @property
    def places(self) -> list[int]:
        """By seat, its place in the result, from 1; empty before the end."""
        return [int(place) for place in self.position.places()] if self.over else []

    @property
    def ties(self) -> list[Tie]:
        """How seats with equal scores were ranked; empty before the end."""
        return find_ties(self.game, self.position) if self.over else []

    def legal_moves(self) -> list[str]:
        """The legal moves of the seat to move, in notation."""
        return [self.game.write_move(move) for move in self.described_moves()]

    def described_moves(self) -> list[GamePart]:
        """The legal moves of the seat to move as structured data, in the order of `legal_moves`."""
        if self.over:
            return []
        return [self.game.describe_move(self.position, int(action)) for action in self.position.legal_actions()]

    def why_not(self, seat: int, text: str) -> Message | None:
        """The rule that a well-formed move breaks, `None` for a legal one. Unreadable text is an `UnreadableError`."""
        if (reason := self._not_now(seat)) is not None:
            return reason
        return self.game.why_not(self.position, self.game.parse_move(self.position, text))

    def preview(self, seat: int, text: str) -> AnyPreview:
        """The consequences of a legal move, as far as public information shows them. Nothing is played."""
        return self.game.preview(self.position, self._legal_action(seat, text, exact=False))

    def exact_move(self, seat: int, text: str) -> str:
        """A legal move in exact notation, from what a person typed; raises the errors of `move`."""
        return self.game.print_move(self.position, self._legal_action(seat, text, exact=False))

    def view(self, seat: int | None) -> View:
        """The view of a seat; `None` for a spectator."""
        self._check_seat(seat)
        asked = seat is not None and seat == self.to_move
        waiting = self.pending if asked else None
        knows_hand = seat is not None and (not self.has_hidden or self.hand_is_known(seat))
        moves = self.described_moves() if asked and knows_hand else []
        return {
            "view": VERSION,
            "game": self.game.id,
            "edition": self.game.edition,
            "players": self.setting.players,
            "options": dict(self.setting.options),
            "names": [shown_name(name) for name in self.names],
            "seat": seat,
            "sequence": self.sequence,
            "to_move": self.to_move,
            "question": self.game.question(self.position).document() if asked else None,
            "legal": [self.game.write_move(move) for move in moves],
            "moves": moves,
            "pending": None if waiting is None else self.game.print_move(self.position, waiting),
            "may_undo": asked and self.may_undo,
            "over": self.over,
            "scores": self.scores,
            "winners": self.winners,
            "places": self.places,
            "ties": self.ties,
            "ledger": [entry.copy() for entry in self.ledger],
            "table": self.game.table(self.position),
            "own": self.game.own(self.position, engine_seat(seat)) if seat is not None and knows_hand else {},
        }

    def watch(self, callback: Callable[[LogEntry], None], seat: int | None = None) -> None:
        """Call back with every new entry of the log, as a seat or a spectator may see it."""
        self._check_seat(seat)
        self._watchers.append((seat, callback))

    def log_for(self, seat: int | None) -> list[LogEntry]:
        """The log as a seat or a spectator (`None`) may see it."""
        self._check_seat(seat)
        return [entry.seen_by(seat) for entry in self.log]

    # ---- doing

    def move(self, seat: int, text: str, confirmed: bool = False) -> LogEntry:
        """Make a move. If it cannot be undone and the seat confirms such moves, it becomes pending until `confirm`.

        A pending move is undone first. A move that is already `confirmed` does not become pending.
        """
        action = self._legal_action(seat, text, exact=False)
        if self.pending is not None:
            self.undo(seat)
        is_final = self._is_final(action)
        if is_final and seat in self.confirming and not confirmed:
            self.pending = action
            return self._enter("move", seat, self.game.print_move(self.position, action), pending=True)
        return self._make_move(seat, action, "move", is_final)

    def confirm(self, seat: int) -> LogEntry:
        """Apply the pending move."""
        if self.pending is None or seat != self.to_move:
            raise error(IllegalError, "match.nothing-to-confirm")
        action, self.pending = self.pending, None
        return self._make_move(seat, action, "confirm", is_final=True)  # or it would not have waited

    def undo(self, seat: int) -> LogEntry:
        """Undo the last move of this turn; an `IllegalError` if something was revealed since."""
        if seat != self.to_move or not self.may_undo:
            raise error(IllegalError, "match.nothing-to-undo")
        if self.pending is not None:
            self.pending = None
        else:
            back = self._checkpoints.pop()
            self.position = back.position
            del self.moves[back.moves :]
            del self.ledger[back.payments :]
        return self._enter("undo", seat, None)

    def go_on(self) -> None:
        """Make the moves that public information forces, at most `MOST_FORCED` of them, now and after every move."""
        self._makes_forced_moves = True
        for _ in range(MOST_FORCED):
            if self.over or not self.game.is_forced(self.position):
                break
            action = int(self.position.legal_actions()[0])
            self._play(human_seat(int(self.position.seat)), action, "move", forced=True)

    def replay_move(self, played: PlayedMove) -> None:
        """Make a move of a record with its outcomes of chance; nothing is drawn, and it never becomes pending."""
        chance = self._fill_in(played) if self.has_hidden and played.seat == self.to_move else played.chance
        action = self._legal_action(played.seat, played.move, exact=True)
        outcomes = self.game.read_chance(self.position, action, chance)
        if self.seed is not None and outcomes != self._outcomes_of_seed(action):
            raise error(RecordError, "record.seed-chance")
        self._play(played.seat, action, "move", outcomes, played.extra)
        if self.has_hidden:  # the record does not have what was filled in
            self.moves[-1] = replace(self.moves[-1], chance=played.chance)

    # ---- inside

    def _outcomes_of_seed(self, action: int) -> list[int]:
        """The outcomes of chance after a move by the seed, in the order of the record."""
        ahead = self.position.clone()
        drawn = _apply_and_draw(ahead, action)
        return self.game.read_chance(self.position, action, self.game.write_chance(ahead, action, drawn))

    def _fill_in(self, played: PlayedMove) -> object:
        action = self.game.parse_move(self.position, played.move, exact=True)
        unknown_seats = [
            engine_seat(seat) for seat in range(1, self.setting.players + 1) if not self.hand_is_known(seat)
        ]
        return self.game.fill_in(self.position, unknown_seats, action, played.chance)

    def _check_seat(self, seat: int | None) -> None:
        """Raise an error for a seat that is not at the table."""
        if seat is not None and (type(seat) is not int or not 1 <= seat <= self.setting.players):
            raise error(SettingError, "setting.range", name="seat", most=self.setting.players, number=seat)

    def _not_now(self, seat: int) -> Message | None:
        if self.over:
            return Message("match.over")
        if seat != self.to_move:
            return Message("match.not-your-turn", {"seat": seat, "turn": self.to_move})
        return None

    def _legal_action(self, seat: int, text: str, exact: bool) -> int:
        reason = self._not_now(seat)
        if reason is None:
            action = self.game.parse_move(self.position, text, exact)
            reason = self.game.why_not(self.position, action)
            if reason is None:
                return action
        refusal = IllegalError(say(reason), reason.key, reason.values)
        refusal.reason = reason
        raise refusal

    def _is_final(self, action: int) -> bool:
        """Whether a move, with all that it forces, passes the turn or reveals something."""
        if self.game.is_final(self.position, action):
            return True
        ahead = self.position.clone()
        ahead.apply_until_chance(action)
        while not ahead.over and not ahead.awaits_chance and self.game.is_forced(ahead):
            forced = int(ahead.legal_actions()[0])
            if self.game.is_final(ahead, forced):
                return True
            ahead.apply_until_chance(forced)
        return bool(ahead.over or ahead.awaits_chance)

    def _make_move(self, seat: int, action: int, kind: str, is_final: bool) -> LogEntry:
        """Play a move of a player, and the moves that it forces; keep a checkpoint for undo unless it is final."""
        if is_final:
            self._checkpoints.clear()
        else:
            self._checkpoints.append(_Checkpoint(self.position.clone(), len(self.moves), len(self.ledger)))
        entry = self._play(seat, action, kind)
        if self._makes_forced_moves:
            self.go_on()
        return entry

    def _play(
        self,
        seat: int,
        action: int,
        kind: str,
        given: list[int] | None = None,
        extra: Document | None = None,
        forced: bool = False,
    ) -> LogEntry:
        """Apply a legal action, with the outcomes given or drawn, and write the log and the ledger."""
        game, position = self.game, self.position
        move = game.print_move(position, action)
        position.journal = journal = Journal()
        try:
            if given is None:
                outcomes = _apply_and_draw(position, action)
            else:
                position.apply_with(action, given)
                outcomes = given
        finally:
            position.journal = None
        chance = game.write_chance(position, action, outcomes)
        self.moves.append(PlayedMove(seat, move, chance, extra or {}))
        self.ledger += [game.ledger_entry(entry) for entry in journal.entries if isinstance(entry, Payment)]
        lines = game.lines(position, journal.entries) if self.has_lines else ()
        return self._enter(kind, seat, move, lines, forced=forced)

    def _enter(
        self,
        kind: str,
        seat: int,
        move: str | None,
        lines: Sequence[Message] = (),
        pending: bool = False,
        forced: bool = False,
    ) -> LogEntry:
        entry = LogEntry(len(self.log) + 1, kind, seat, move, tuple(lines), pending, forced)
        self.log.append(entry)
        for watching, callback in self._watchers:
            callback(entry.seen_by(watching))
        return entry

    # ---- writing down

    def position_document(self) -> Document:
        """The position with its ledger, to be edited or played on from (see `Game.write_position`)."""
        return {**self.game.write_position(self.position), "ledger": [entry.copy() for entry in self.ledger]}

    def hand_is_known(self, seat: int) -> bool:
        """Whether this match knows the hand of a seat: a redacted record may hide it."""
        self._check_seat(seat)
        if self.setup is None:
            return True
        chances = [move.chance for move in self.moves if move.seat == seat]
        return bool(self.game.hand_is_known(self.setup, chances, self.position, engine_seat(seat)))

    def redacted_chance(self, move: PlayedMove, seat: int | None) -> object:
        """The outcomes of chance of a move, redacted for a seat or a spectator."""
        if move.chance is None:
            return None
        return self.game.redact_chance(move.move, move.chance, engine_seat(move.seat), _inside_or_spectator(seat))

    def redacted_setup(self, seat: int | None) -> Document | None:
        """The set-up, redacted for a seat or a spectator at this moment."""
        self._check_seat(seat)
        if self.setup is None:
            return None
        return self.game.redact_setup(self.setup, self.position, _inside_or_spectator(seat))


def _inside_or_spectator(seat: int | None) -> int:
    return SPECTATOR if seat is None else engine_seat(seat)


def _apply_and_draw(position: Position, action: int) -> list[int]:
    position.apply_until_chance(action)
    outcomes: list[int] = []
    while position.awaits_chance:
        outcome = position.draw()
        position.settle(outcome)
        outcomes.append(int(outcome))
    return outcomes
