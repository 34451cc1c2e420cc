"""The rows of a backup: each is checked before a database sees it, since SQLite would take anything anywhere.

And no database knows what the documents in it mean: those are checked, too, so that the server can read them.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from sqlalchemy import JSON, BigInteger, Boolean, Column, Float, Integer, String, Table

from tianxia.errors import UnreadableError
from tianxia.games.base import OptionValue
from tianxia.server.contract.records import JudgedDecision
from tianxia.server.contract.tables import Status
from tianxia.server.contract.time_control import TimeControl
from tianxia.server.tables.events import AnyEvent
from tianxia.words import error

BATCH: Final = 500  # rows stored at once
BATCH_BYTES: Final = 1 << 24  # or fewer, if they are longer together
LONGEST_LINE: Final = 1 << 24  # bytes
DEEPEST: Final = 100  # lists in lists
MEANINGS: Final[dict[tuple[str, str], Any]] = {
    ("tables", "options"): dict[str, OptionValue],
    ("tables", "seed"): Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")],
    ("tables", "start"): dict[str, Any] | None,
    ("tables", "pace"): TimeControl,
    ("tables", "status"): Status,
    ("seats", "kept_for"): Literal["friend", "anybody"],
    ("happenings", "body"): AnyEvent,
    ("records", "document"): dict[str, Any],
    ("analyses", "seed"): Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")],
    ("judgements", "body"): JudgedDecision,
}
"""What the server reads in a column, where that is more than its kind. It was the same at every step so far."""

Row = dict[str, Any]


class BadLine(Exception):  # noqa: N818 (it becomes an error when the name of the file is known)
    """A line of a backup that is not there, or not what it should be."""

    def __init__(self, member: str, line: int, column: str | None = None) -> None:
        super().__init__(member, line, column)
        self.member = member
        self.line = line
        self.column = column

    def problem(self, file: Path) -> UnreadableError:
        """The same, for whoever wanted to restore the file."""
        place = {"file": file, "member": self.member, "line": self.line}
        if self.column is None:
            return error(UnreadableError, "server.damaged-row", **place)
        return error(UnreadableError, "server.damaged-value", **place, column=self.column)


def member_of(table: Table) -> str:
    """Where the rows of a table are."""
    return f"{table.name}.jsonl"


def read_batches(archive: zipfile.ZipFile, table: Table, expected: int) -> Iterator[list[Row]]:
    """All rows of a table, as many as there should be, in batches that are not too large for the memory."""
    batch: list[Row] = []
    size = line = 0
    for line, written in enumerate(_lines(archive, table), 1):
        if line > expected:
            raise BadLine(member_of(table), line)
        if batch and (len(batch) == BATCH or size + len(written) > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(_read_row(table, line, written))
        size += len(written)
    if line != expected:
        raise BadLine(member_of(table), line + 1)
    if batch:
        yield batch


def _lines(archive: zipfile.ZipFile, table: Table) -> Iterator[bytes]:
    line = 0
    with archive.open(member_of(table)) as member:
        try:
            while written := member.readline(LONGEST_LINE):
                line += 1
                yield written
        except (zipfile.BadZipFile, zlib.error, EOFError):
            raise BadLine(member_of(table), line + 1) from None


def _read_row(table: Table, line: int, written: bytes) -> Row:
    try:
        row = msgspec.json.decode(written, type=Row)
    except (msgspec.MsgspecError, ValueError, RecursionError):  # some numbers and depths are beyond msgspec
        raise BadLine(member_of(table), line) from None
    if set(row) != set(table.columns.keys()):
        raise BadLine(member_of(table), line)
    for column in table.columns:
        value = row[column.name]
        if not (fits(column, value) and _has_meaning(table, column, value)):
            raise BadLine(member_of(table), line, column.name)
    return row


def fits(column: Column[Any], value: object) -> bool:
    """Whether a column of either database can hold a value.

    >>> [fits(Column("seat", Integer), value) for value in (1, 1 << 31, True, "1", None)]
    [True, False, False, False, True]
    """
    kind = column.type
    if value is None:
        return bool(column.nullable)
    if isinstance(kind, JSON):
        return _is_plain(value, DEEPEST)
    if isinstance(kind, Boolean):
        return isinstance(value, bool)
    if isinstance(kind, Integer):
        return _is_integer(value, 63 if isinstance(kind, BigInteger) else 31)
    if isinstance(kind, Float):
        return isinstance(value, float) or _is_integer(value, 53)
    assert isinstance(kind, String), kind
    return isinstance(value, str) and "\0" not in value and len(value) <= (kind.length or len(value))


def _has_meaning(table: Table, column: Column[Any], value: object) -> bool:
    """Whether the server can read a value again. One table that it cannot read would spoil the list of all."""
    try:
        msgspec.convert(value, MEANINGS.get((table.name, column.name), Any))
    except msgspec.ValidationError:
        return False
    return True


def _is_integer(value: object, bits: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(1 << bits) <= value < 1 << bits


def _is_plain(value: object, depth: int) -> bool:
    """Whether a document has no number beyond 64 bits, and does not go deeper than any of ours."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_is_plain(part, depth - 1) for part in parts)
    return not isinstance(value, int) or isinstance(value, bool) or _is_integer(value, 63)
