"""Replaying records, with a check of every move, every outcome and the result."""

from __future__ import annotations

from typing import Any, Final

from tianxia.errors import RecordError, TianxiaError
from tianxia.games import AnyGame, Shelf
from tianxia.games.base import Document, LedgerEntry, Setting
from tianxia.play.match import Match
from tianxia.play.record import HEAD, Record, at_move, at_result
from tianxia.words import error

MAX_AMOUNT: Final = 10**5  # of an entry of the ledger: far more than any game pays
MAX_ENTRIES: Final = 1000  # far more than any game has
MAX_WHERE: Final = 40  # characters
MAX_ROUND: Final = 10**9


def replay(record: Record, shelf: Shelf, until: int | None = None) -> Match:
    """The match after the first `until` moves of a record (default: all of them)."""
    if until is not None and not 0 <= until <= len(record.moves):
        raise error(RecordError, "record.until", moves=len(record.moves), until=until)
    try:
        match = _set_up(record, shelf)
    except TianxiaError as failure:
        raise at_move(HEAD, failure) from None
    _play_on(match, record, until)
    return match


def _play_on(match: Match, record: Record, until: int | None = None) -> None:
    done = len(match.moves)
    for number, move in enumerate(record.moves[done:until], done + 1):
        try:
            match.replay_move(move)
        except TianxiaError as failure:
            raise at_move(number, failure, move) from None
    if until is None and record.broken is not None:
        raise record.broken


def verify(record: Record, shelf: Shelf) -> Match:
    """Replay a whole record, its result included; raises `RecordError` at the first wrong move."""
    match = replay(record, shelf)
    verify_rest(record, match)
    return match


def verify_rest(record: Record, match: Match) -> None:
    """Continue a match that was replayed up to some move of a record, verifying every further move."""
    _play_on(match, record)
    try:
        _check_result(record, match)
    except TianxiaError as failure:
        raise at_result(len(record.moves) + 1, failure) from None


def _set_up(record: Record, shelf: Shelf) -> Match:
    game = shelf.game(record.game, record.edition)
    setting = game.setting(record.players, record.options)
    match = _from_position(record, game, setting) if record.position is not None else _from_setup(record, game, setting)
    match.names = list(record.seats or ())
    match.seed_hash = record.seed_hash
    match.extra = dict(record.extra)
    match.has_hidden = record.has_hidden
    return match


def _from_setup(record: Record, game: AnyGame, setting: Setting) -> Match:
    if record.seed is not None and record.has_hidden:
        raise error(RecordError, "record.seed-hidden")
    position = game.new(setting)
    game.read_setup(position, record.setup)
    if record.seed is None:
        return Match(game, setting, position, setup=record.setup)
    dealt = game.new(setting)
    dealt.deal(record.seed)
    if game.write_setup(dealt) != game.write_setup(position):
        raise error(RecordError, "record.seed-setup")
    return Match(game, setting, dealt, setup=record.setup, seed=record.seed)


def _from_position(record: Record, game: AnyGame, setting: Setting) -> Match:
    assert record.position is not None
    if record.has_hidden:  # its hands are hidden, and invented ones would be taken for true
        raise error(RecordError, "record.position-hidden")
    body = {key: value for key, value in record.position.items() if key != "ledger"}
    ledger = _read_ledger(game, setting, record.position.get("ledger", []))
    scores = [sum(entry["amount"] for entry in ledger if entry["seat"] == seat) for seat in _seats(setting)]
    position = game.read_position(setting, body, scores)
    start: Document = {**body, "ledger": ledger}
    return Match(game, setting, position, start=start)


def _seats(setting: Setting) -> range:
    return range(1, setting.players + 1)


def _read_ledger(game: AnyGame, setting: Setting, ledger: object) -> list[LedgerEntry]:
    if not isinstance(ledger, list) or len(ledger) > MAX_ENTRIES:
        raise error(RecordError, "record.ledger", sources=list(game.sources))
    return [_read_entry(game, setting, entry) for entry in ledger]


def _read_entry(game: AnyGame, setting: Setting, entry: Any) -> LedgerEntry:
    keys = {"seat": int, "amount": int, "source": str, "where": str, "round": int}
    fits = (
        isinstance(entry, dict)
        and set(entry) == set(keys)
        and all(type(entry[key]) is kind for key, kind in keys.items())
        and entry["seat"] in _seats(setting)
        and 0 < entry["amount"] <= MAX_AMOUNT
        and entry["source"] in game.sources
        and len(entry["where"]) <= MAX_WHERE
        and entry["where"].isprintable()
        and 0 <= entry["round"] <= MAX_ROUND
    )
    if not fits:
        raise error(RecordError, "record.ledger", sources=list(game.sources))
    found: LedgerEntry = entry
    return found


def _check_result(record: Record, match: Match) -> None:
    if not match.over:
        if record.scores is not None or record.winners is not None:
            raise error(RecordError, "record.result-early")
        return
    if record.has_hidden:
        raise error(RecordError, "record.hidden-end")
    for key, stated, found in (("scores", record.scores, match.scores), ("winners", record.winners, match.winners)):
        if not _same_numbers(stated, found):
            raise error(RecordError, "record.result", key=key, found=found, told=_shorten(stated))


def _same_numbers(stated: object, found: list[int]) -> bool:
    return isinstance(stated, list) and stated == found and all(type(number) is int for number in stated)


def _shorten(value: object) -> str:
    text = "null" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
