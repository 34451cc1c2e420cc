"""What each viewer may see of a table. Everything about games that leaves the server passes through this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import convert

from tianxia.errors import AmbiguousError, IllegalError, TianxiaError, UnreadableError
from tianxia.games import AnyGame
from tianxia.games.base import Document
from tianxia.play import LogEntry, Match, View
from tianxia.play.record import hash_seed, write_record_for
from tianxia.server.clock import now
from tianxia.server.contract.advice import Explanation, Hint, HintedMove, Previewed, Reason
from tianxia.server.contract.common import Line
from tianxia.server.contract.learning import (
    Brought,
    Figures,
    Level,
    PuzzleInShort,
    Puzzles,
    PuzzleShown,
    PuzzleSolution,
    Studied,
)
from tianxia.server.contract.records import Review
from tianxia.server.contract.tables import Entry, Happening, SeatState, TableHere, TableState, Update
from tianxia.server.people.service import Person
from tianxia.server.tables.commands import begun_match, find_seat, own_seat
from tianxia.server.tables.events import Left, Rematched, SatDown, Talked, kind_of
from tianxia.server.tables.results import why_helped, why_unrated
from tianxia.server.tables.table import LoggedEvent, Seat, Table
from tianxia.teaching import Advice
from tianxia.teaching.puzzles import Puzzle, Verdict
from tianxia.words import Message, say

Viewpoint = int | None
"""The seat that sees a game; `None`: a spectator."""

MOST_HINTED: Final = 5  # moves of a hint
UNPLAYABLE: Final = (UnreadableError, IllegalError, AmbiguousError)


def choose_viewpoint(table: Table, person: Person | None, viewpoint: Viewpoint) -> Viewpoint:
    """The viewpoint that was asked for, or else one's own. Another's is refused, unless the game is over."""
    if viewpoint is None:
        return own_viewpoint(table, person)
    if table.status == "over":
        find_seat(table, viewpoint)
    else:
        own_seat(table, person, viewpoint)
    return viewpoint


def own_viewpoint(table: Table, person: Person | None) -> Viewpoint:
    """The viewpoint of somebody who asked for none: their seat to move, or their first seat, or a spectator's."""
    seats = table.seats_of(person.id) if person is not None else []
    if table.to_move in seats:
        return table.to_move
    return seats[0] if seats else None


def review_viewpoint(table: Table, person: Person | None, viewpoint: Viewpoint) -> Viewpoint:
    """The viewpoint for looking back at a game.

    Somebody with several seats in a game that goes on shares the screen with others, whose hands must stay hidden from
    each other: unless they ask for one of their seats, they see what a spectator sees.
    """
    if viewpoint is not None:
        return choose_viewpoint(table, person, viewpoint)
    seats = table.seats_of(person.id) if person is not None else []
    return seats[0] if len(seats) == 1 and table.status != "over" else None


def show_table(table: Table, viewpoint: Viewpoint) -> TableState:
    """The table as it is now."""
    match = table.match
    view = None if match is None else match.view(viewpoint)
    is_asked = view is not None and bool(view["question"]) and not table.is_closed
    question = match.game.question(match.position) if match is not None and is_asked else None
    unrated = why_unrated(table)
    seed = bytes.fromhex(table.game_start.seed)
    has_seed = match is not None and table.game_start.start is None
    return TableState(
        id=table.id,
        number=table.number,
        status=table.status,
        game=table.game_start.game,
        edition=table.game_start.edition,
        players=table.game_start.players,
        options=table.game_start.options,
        pace=table.time_control,
        listed=table.is_listed,
        shuffled=table.is_shuffled,
        host=table.host,
        seats=[_show_seat(table, seat) for seat in table.seats],
        sequence=table.sequence,
        to_move=table.to_move,
        since=None if table.clock.seat is None else table.clock.since,
        deadline=table.clock.deadline,
        moment=now(),
        begins_after=table.game_start.begins_after,
        unrated=None if unrated is None else speak(unrated, table),
        seed_hash=hash_seed(seed) if has_seed else None,
        seed=table.game_start.seed if has_seed and table.status == "over" else None,
        eyes=viewpoint,
        asks=None if question is None else speak(question, table),
        view=view,
    )


def show_update(table: Table, viewpoint: Viewpoint, since: int, state: TableState | None = None) -> Update:
    """The events after a number, as a viewpoint may see them, and the table as it is now (`state`, if it is known)."""
    return Update(
        table.number,
        [show_event(table, logged, viewpoint) for logged in table.log[since:]],
        state or show_table(table, viewpoint),
    )


def show_event(table: Table, logged: LoggedEvent, viewpoint: Viewpoint) -> Happening:
    """An event. Moves are shown by the entries of the game's log, which know what a viewpoint may see."""
    stored, event = logged.stored, logged.stored.event
    match = table.match
    more: dict[str, Any] = {}
    if isinstance(event, SatDown):
        more = {"name": event.name, "person": event.person}
    elif isinstance(event, Talked):
        more = {"name": _speaker(table, event), "person": event.person, "text": event.text}
    elif isinstance(event, Left):
        more = {"late": event.late}
    elif isinstance(event, Rematched):
        more = {"table": event.table}
    return Happening(
        number=stored.number,
        moment=stored.moment,
        kind=kind_of(event),
        seat=getattr(event, "seat", None),
        program=getattr(event, "program", None),
        entries=[_show_entry(entry.seen_by(viewpoint), match) for entry in logged.entries] if match is not None else [],
        **more,
    )


def _speaker(table: Table, said: Talked) -> str:
    """The name of a speaker as the game calls them; somebody with several seats speaks for none of them."""
    seats = table.seats_of(said.person)
    return table.call(table.seat(seats[0])) if len(seats) == 1 else said.name


def speak(message: Message, table: Table) -> Line:
    """A message with its sentence."""
    return _speak(message, table.match.names if table.match is not None else ())


def say_line(message: Message) -> Line:
    """A message that names nobody, with its sentence."""
    return _speak(message, ())


def _speak(message: Message, names: Sequence[str]) -> Line:
    document = message.document()
    return Line(say(message, names), document["key"], document["values"], document.get("rule"))


def _show_entry(entry: LogEntry, match: Match) -> Entry:
    lines = [_speak(line, match.names) for line in entry.lines]
    parsed = None if entry.move is None else match.game.read_move(entry.move)
    return Entry(entry.sequence, entry.kind, entry.seat, entry.move, lines, entry.pending, entry.forced, parsed)  # type: ignore[arg-type]


def _show_seat(table: Table, seat: Seat) -> SeatState:
    helped = why_helped(seat)
    who: Any = "person" if seat.person else "program" if seat.program else seat.kept_for
    return SeatState(
        seat=seat.number,
        who=who,
        person=seat.person,
        expects=seat.friend if seat.person is None else None,
        name=seat.name,
        program=seat.active_program,
        away=seat.is_away,
        time_left=table.clock.left.get(seat.number),
        hints=seat.hints,
        hint_costs=seat.person is not None and helped is None and why_unrated(table) is None,
        helped=None if helped is None else speak(helped, table),
    )


def show_here(table: Table, person: Person | None, viewpoint: Viewpoint, state: TableState | None = None) -> TableHere:
    """The table (`state`, if it is known), with the person's seats and, for the host, the invitation."""
    seats = table.seats_of(person.id) if person is not None else []
    is_host = person is not None and person.id == table.host
    return TableHere(state or show_table(table, viewpoint), seats, table.invite if is_host else None)


def show_own(table: Table, person: Person) -> TableHere:
    """The table from the person's own viewpoint, with their seats and, for the host, the invitation."""
    return show_here(table, person, own_viewpoint(table, person))


# ---- advice, for the seat to move


def show_preview(match: Match, seat: int, move: str) -> Previewed:
    """The consequences of a move, from public information only."""
    try:
        preview = match.preview(seat, move)
    except UNPLAYABLE as failure:
        return Previewed([], [], [], {}, _show_failure(failure, match.names))
    lines = [_speak(line, match.names) for line in preview.lines]
    return Previewed(preview.pieces, preview.ledger, lines, preview.table, None)


def show_reason(match: Match, seat: int, move: str) -> Reason:
    """The reason why a move cannot be made; null if it can."""
    try:
        reason = match.why_not(seat, move)
    except UNPLAYABLE as failure:
        return Reason(_show_failure(failure, match.names))
    return Reason(None if reason is None else _speak(reason, match.names))


def _show_failure(failure: TianxiaError, names: Sequence[str]) -> Line:
    """The reason of a failure as a line: previewing a move that cannot be made is no error."""
    reason = getattr(failure, "reason", None) or Message(failure.key, failure.values)
    return _speak(reason, names)


def show_hint(advice: Advice, sequence: int, game: AnyGame) -> Hint:
    """A hint, from a program that knew no more than the seat."""
    best = advice.moves[:MOST_HINTED]
    moves = [convert(judged.document() | {"parsed": game.read_move(judged.move)}, HintedMove) for judged in best]
    told = None
    if advice.explanation is not None:
        other = {"other_parsed": game.read_move(advice.explanation.other)}
        told = convert(advice.explanation.document() | other, Explanation)
    return Hint(advice.seat, sequence, moves, advice.is_close, told)


# ---- records


def show_record(table: Table, viewpoint: Viewpoint) -> Document:
    """The record of the game so far, without what the viewpoint may not know; whole, with the seed, when it is over."""
    return write_record_for(begun_match(table), viewpoint)


def show_review(match: Match, moves: int, viewpoint: Viewpoint) -> Review:
    """A match made from a record. The record holds nothing that its owner may not know."""
    view = match.view(viewpoint)
    return Review(
        moves=moves,
        move=len(match.moves),
        made=_show_entry(match.log[-1], match) if match.log else None,
        asks=_show_question(match, view),
        view=view,
    )


def show_study(match: Match, since: int, viewpoint: int) -> Studied:
    """A study, with what was played in it since an entry of the log. Everything in it came with the request."""
    view = match.view(viewpoint)
    entries = [_show_entry(entry, match) for entry in match.log[since:]]
    return Studied(entries, _show_question(match, view), view)


def show_puzzle(puzzle: Puzzle) -> PuzzleShown:
    """A puzzle without its solution."""
    hint = _speak(puzzle.hint, ())
    return PuzzleShown(puzzle.id, puzzle.game, _level(puzzle), puzzle.seat, puzzle.start, hint)


def show_puzzles(game: str, day: str, today: Puzzle | None, puzzles: Sequence[Puzzle]) -> Puzzles:
    """All puzzles of a game."""
    short = [PuzzleInShort(puzzle.id, _level(puzzle)) for puzzle in puzzles]
    return Puzzles(game, day, None if today is None else today.id, short)


def show_solution(puzzle: Puzzle, match: Match) -> PuzzleSolution:
    """The solution of a puzzle, and why it is right."""
    brings = [Brought(_speak(match.game.source(source), ()), points) for source, points in puzzle.gains]
    lines = [_speak(line, match.names) for line in match.preview(puzzle.seat, puzzle.best.move).lines]
    best, wrong = show_figures(puzzle.best, match.game), show_figures(puzzle.runner_up, match.game)
    return PuzzleSolution(list(puzzle.solutions), best, wrong, brings, lines)


def show_figures(verdict: Verdict, game: AnyGame) -> Figures:
    return Figures(verdict.move, game.read_move(verdict.move), verdict.chance, verdict.points)


def _level(puzzle: Puzzle) -> Level:
    level: Level = convert(puzzle.level, Level)
    return level


def _show_question(match: Match, view: View) -> Line | None:
    return _speak(match.game.question(match.position), match.names) if view["question"] else None
