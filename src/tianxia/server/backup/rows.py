"""Validation of the rows of a backup before they are stored: SQLite would accept any value in any column.

The documents in JSON columns are checked, too, so that the server can read them.
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
from tianxia.server.contract.advice import Explanation
from tianxia.server.contract.records import JudgedDecision, JudgedMove
from tianxia.server.contract.tables import Status
from tianxia.server.contract.time_control import TimeControl
from tianxia.server.tables.events import AnyEvent
from tianxia.words import error

BATCH: Final = 500  # rows stored at once
BATCH_BYTES: Final = 1 << 24  # or fewer, if they are longer together
LONGEST_LINE: Final = 1 << 24  # bytes
DEEPEST: Final = 100  # lists in lists


def _stored(kind: type[msgspec.Struct], **fields: Any) -> type[msgspec.Struct]:
    """A type of the contract as the database stores it: moves as notation alone, from which their data follows."""
    stored = [
        (field.name, fields.get(field.name, field.type), *([] if field.required else [field.default]))
        for field in msgspec.structs.fields(kind)
        if not field.name.endswith("parsed")
    ]
    return msgspec.defstruct(f"Stored{kind.__name__}", stored, kw_only=True)


def _stored_judgement() -> type[msgspec.Struct]:
    """The type of a stored judgement of an analysis."""
    move: Any = _stored(JudgedMove)
    explanation: Any = _stored(Explanation)
    return _stored(JudgedDecision, played=move, best=list[move], explanation=explanation | None)


MEANINGS: Final[dict[tuple[str, str], Any]] = {
    ("tables", "options"): dict[str, OptionValue],
    ("tables", "seed"): Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")],
    ("tables", "start"): dict[str, Any] | None,
    ("tables", "pace"): TimeControl,
    ("tables", "status"): Status,
    ("seats", "kept_for"): Literal["program", "friend", "anybody"],
    ("happenings", "body"): AnyEvent,
    ("records", "document"): dict[str, Any],
    ("analyses", "seed"): Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")],
    ("judgements", "body"): _stored_judgement(),
}
"""The types that the server reads from columns, where the type of the column says less. No migration changed them."""

Row = dict[str, Any]


class BadLine(Exception):  # noqa: N818 (it becomes an error when the name of the file is known)
    """A missing or invalid line of a backup."""

    def __init__(self, member: str, line: int, column: str | None = None) -> None:
        super().__init__(member, line, column)
        self.member = member
        self.line = line
        self.column = column

    def problem(self, file: Path) -> UnreadableError:
        """The error to show, with the name of the file."""
        place = {"file": file, "member": self.member, "line": self.line}
        if self.column is None:
            return error(UnreadableError, "server.damaged-row", **place)
        return error(UnreadableError, "server.damaged-value", **place, column=self.column)


def member_of(table: Table) -> str:
    """The name of the file of a table within the backup."""
    return f"{table.name}.jsonl"


def read_batches(archive: zipfile.ZipFile, table: Table, expected: int) -> Iterator[list[Row]]:
    """All rows of a table in batches that fit into memory; raises `BadLine` if their number is not as expected."""
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
    except (msgspec.MsgspecError, ValueError, RecursionError):  # for some numbers and depths
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
    """Whether the server can read a value. One unreadable table would break the list of all tables."""
    try:
        msgspec.convert(value, MEANINGS.get((table.name, column.name), Any))
    except msgspec.ValidationError:
        return False
    return True


def _is_integer(value: object, bits: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(1 << bits) <= value < 1 << bits


def _is_plain(value: object, depth: int) -> bool:
    """Whether a document has no number beyond 64 bits, and is not nested deeper than `depth`."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_is_plain(part, depth - 1) for part in parts)
    return not isinstance(value, int) or isinstance(value, bool) or _is_integer(value, 63)
