"""What is shown of a table to whom. Everything that leaves the server about a game goes through here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import convert

from tianxia.errors import AmbiguousError, IllegalError, TianxiaError, UnreadableError
from tianxia.games.base import Document
from tianxia.play import LogEntry, Match, View
from tianxia.play.record import hash_seed, write_record_for
from tianxia.server.clock import now
from tianxia.server.contract.advice import Hint, HintedMove, Previewed, Reason
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
from tianxia.server.tables.table import Seat, Table, Told
from tianxia.teaching import Advice
from tianxia.teaching.puzzles import Puzzle, Verdict
from tianxia.words import Message, say

Eyes = int | None
"""Through the eyes of which seat; `None`: those of a spectator."""

MOST_HINTED: Final = 5  # moves of a hint
UNPLAYABLE: Final = (UnreadableError, IllegalError, AmbiguousError)


def choose_eyes(table: Table, person: Person | None, eyes: Eyes) -> Eyes:
    """The eyes that were asked for; without any: one's own. Nobody looks through another's, unless the game is over."""
    if eyes is None:
        return own_eyes(table, person)
    if table.status == "over":
        find_seat(table, eyes)
    else:
        own_seat(table, person, eyes)
    return eyes


def own_eyes(table: Table, person: Person | None) -> Eyes:
    """The eyes that somebody looks through if they say nothing else: of their seat to move, or their first seat."""
    seats = table.seats_of(person.id) if person is not None else []
    if table.to_move in seats:
        return table.to_move
    return seats[0] if seats else None


def past_eyes(table: Table, person: Person | None, eyes: Eyes) -> Eyes:
    """The same for who looks back. Who has several seats in a game that goes on shares a screen with others, whose
    hands lie behind a curtain: unless they ask for one of their seats, they see what a spectator sees."""
    if eyes is not None:
        return choose_eyes(table, person, eyes)
    seats = table.seats_of(person.id) if person is not None else []
    return seats[0] if len(seats) == 1 and table.status != "over" else None


def see_table(table: Table, eyes: Eyes) -> TableState:
    """The table as it is now."""
    match = table.match
    view = None if match is None else match.view(eyes)
    is_asked = view is not None and bool(view["question"]) and not table.is_closed
    question = match.game.question(match.position) if match is not None and is_asked else None
    unrated = why_unrated(table)
    seed = bytes.fromhex(table.deal.seed)
    has_seed = match is not None and table.deal.start is None
    return TableState(
        id=table.id,
        number=table.number,
        status=table.status,
        game=table.deal.game,
        edition=table.deal.edition,
        players=table.deal.players,
        options=table.deal.options,
        pace=table.pace,
        listed=table.is_listed,
        shuffled=table.is_shuffled,
        host=table.host,
        seats=[_see_seat(table, seat) for seat in table.seats],
        sequence=table.sequence,
        to_move=table.to_move,
        since=None if table.clock.seat is None else table.clock.since,
        deadline=table.clock.deadline,
        moment=now(),
        begins_after=table.deal.begins_after,
        unrated=None if unrated is None else speak(unrated, table),
        seed_hash=hash_seed(seed) if has_seed else None,
        seed=table.deal.seed if has_seed and table.status == "over" else None,
        eyes=eyes,
        asks=None if question is None else speak(question, table),
        view=None if view is None else dict(view),
    )


def see_update(table: Table, eyes: Eyes, since: int) -> Update:
    """What happened after a number, and the table as it is now."""
    return Update(
        table.number, [see_happening(table, told, eyes) for told in table.log[since:]], see_table(table, eyes)
    )


def see_happening(table: Table, told: Told, eyes: Eyes) -> Happening:
    """Something that happened. Moves are told by the entries of the game's log, which know what eyes may see."""
    stored, happening = told.stored, told.stored.happening
    names = table.match.names if table.match is not None else ()
    more: dict[str, Any] = {}
    if isinstance(happening, SatDown):
        more = {"name": happening.name, "person": happening.person}
    elif isinstance(happening, Talked):
        more = {"name": _speaker(table, happening), "person": happening.person, "text": happening.text}
    elif isinstance(happening, Left):
        more = {"late": happening.late}
    elif isinstance(happening, Rematched):
        more = {"table": happening.table}
    return Happening(
        number=stored.number,
        moment=stored.moment,
        kind=kind_of(happening),
        seat=getattr(happening, "seat", None),
        program=getattr(happening, "program", None),
        entries=[_see_entry(entry.seen_by(eyes), names) for entry in told.entries],
        **more,
    )


def _speaker(table: Table, said: Talked) -> str:
    """Who said something, as they are called in the game; whoever has several seats speaks for none of them."""
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


def _see_entry(entry: LogEntry, names: Sequence[str]) -> Entry:
    lines = [_speak(line, names) for line in entry.lines]
    return Entry(entry.sequence, entry.kind, entry.seat, entry.move, lines, entry.pending, entry.forced)  # type: ignore[arg-type]


def _see_seat(table: Table, seat: Seat) -> SeatState:
    helped = why_helped(seat)
    who: Any = "person" if seat.person else "program" if seat.program else seat.kept_for
    return SeatState(
        seat=seat.number,
        who=who,
        person=seat.person,
        expects=seat.friend if seat.person is None else None,
        name=seat.name,
        program=seat.mover,
        away=seat.is_away,
        time_left=table.clock.left.get(seat.number),
        hints=seat.hints,
        hint_costs=seat.person is not None and helped is None and why_unrated(table) is None,
        helped=None if helped is None else speak(helped, table),
    )


def see_here(table: Table, person: Person | None, eyes: Eyes) -> TableHere:
    """The table, and what it is to somebody."""
    seats = table.seats_of(person.id) if person is not None else []
    is_host = person is not None and person.id == table.host
    return TableHere(see_table(table, eyes), seats, table.invite if is_host else None)


def see_own(table: Table, person: Person) -> TableHere:
    """The table through somebody's own eyes, and what it is to them."""
    return see_here(table, person, own_eyes(table, person))


# ---- advice, for the seat to move


def see_preview(match: Match, seat: int, move: str) -> Previewed:
    """What would follow from a move."""
    try:
        preview = match.preview(seat, move)
    except UNPLAYABLE as failure:
        return Previewed([], [], [], {}, _see_failure(failure, match.names))
    ledger = [dict(entry) for entry in preview.ledger]
    lines = [_speak(line, match.names) for line in preview.lines]
    return Previewed(preview.pieces, ledger, lines, preview.table, None)


def see_reason(match: Match, seat: int, move: str) -> Reason:
    """Why a move cannot be made, if it cannot."""
    try:
        reason = match.why_not(seat, move)
    except UNPLAYABLE as failure:
        return Reason(_see_failure(failure, match.names))
    return Reason(None if reason is None else _speak(reason, match.names))


def _see_failure(failure: TianxiaError, names: Sequence[str]) -> Line:
    """Asking about a move that cannot be made is no mistake: whoever asks wants to know why."""
    reason = getattr(failure, "reason", None) or Message(failure.key, failure.values)
    return _speak(reason, names)


def see_hint(advice: Advice, sequence: int) -> Hint:
    """What a master thinks, who knows no more than the seat does."""
    moves = [convert(judged.document(), HintedMove) for judged in advice.moves[:MOST_HINTED]]
    return Hint(advice.seat, sequence, moves)


# ---- records


def see_record(table: Table, eyes: Eyes) -> Document:
    """The record of the game so far; whole, and with the seed, when it is over."""
    return write_record_for(begun_match(table), eyes)


def see_review(match: Match, moves: int, eyes: Eyes) -> Review:
    """A match that was made from a record: the record tells nothing that whoever has it may not know."""
    view = match.view(eyes)
    return Review(
        moves=moves,
        move=len(match.moves),
        made=_see_entry(match.log[-1], match.names) if match.log else None,
        asks=_see_question(match, view),
        view=dict(view),
    )


def see_study(match: Match, since: int, eyes: int) -> Studied:
    """A study, with what was played in it since an entry of the log. Whoever asks has sent all of it themselves."""
    view = match.view(eyes)
    entries = [_see_entry(entry, match.names) for entry in match.log[since:]]
    return Studied(entries, _see_question(match, view), dict(view))


def see_puzzle(puzzle: Puzzle) -> PuzzleShown:
    """A puzzle as it is asked, without its answer."""
    hint = _speak(puzzle.hint, ())
    return PuzzleShown(puzzle.id, puzzle.game, _level(puzzle), puzzle.seat, puzzle.start, hint)


def see_puzzles(game: str, day: str, today: Puzzle | None, puzzles: Sequence[Puzzle]) -> Puzzles:
    """All puzzles of a game."""
    short = [PuzzleInShort(puzzle.id, _level(puzzle)) for puzzle in puzzles]
    return Puzzles(game, day, None if today is None else today.id, short)


def see_solution(puzzle: Puzzle, match: Match) -> PuzzleSolution:
    """The answer of a puzzle, for who has found it, or wants to see it."""
    brings = [Brought(_speak(match.game.source(source), ()), points) for source, points in puzzle.gains]
    lines = [_speak(line, match.names) for line in match.preview(puzzle.seat, puzzle.best.move).lines]
    best, wrong = see_figures(puzzle.best), see_figures(puzzle.runner_up)
    return PuzzleSolution(list(puzzle.solutions), best, wrong, brings, lines)


def see_figures(verdict: Verdict) -> Figures:
    return Figures(verdict.move, verdict.chance, verdict.points)


def _level(puzzle: Puzzle) -> Level:
    level: Level = convert(puzzle.level, Level)
    return level


def _see_question(match: Match, view: View) -> Line | None:
    return _speak(match.game.question(match.position), match.names) if view["question"] else None
