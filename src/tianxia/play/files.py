"""Records in files: one JSON document, or JSON lines. Parsing is strict, so that a file has one meaning."""

from __future__ import annotations

import contextlib
import json
import math
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn, TextIO

from tianxia.errors import RecordError, TianxiaError
from tianxia.games.base import Document
from tianxia.play.record import is_deep
from tianxia.words import error


def parse_json(text: str) -> Any:
    """The value of a JSON text; raises an error for duplicate keys, NaN, lone surrogates and absurd nesting."""
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise error(RecordError, "file.deep") from None
    except UnicodeEncodeError:
        raise error(RecordError, "file.surrogate") from None
    except json.JSONDecodeError as failure:
        cut = failure.pos >= len(text.rstrip()) or failure.msg.startswith("Unterminated string")
        key = "file.truncated" if cut else "file.json"
        raise error(RecordError, key, line=failure.lineno, column=failure.colno) from None
    except ValueError:  # a number with thousands of digits
        raise error(RecordError, "file.number") from None
    if is_deep(value):
        raise error(RecordError, "file.deep")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise error(RecordError, "file.key-twice", key=key[:60])
        found[key] = value
    return found


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise error(RecordError, "file.number")
    return number


def _no_constant(name: str) -> NoReturn:
    raise error(RecordError, "file.constant", name=name)


def read_documents(data: bytes, name: str) -> Iterator[tuple[str, Document | TianxiaError]]:
    """The documents in a file, each with its place; an unreadable one comes as its error.

    A file in which some line is a whole record has one document on each line; any other is one document. In the file
    of a contest (see `arena.contest_file`) records are parts of its lines, if they were kept.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield name, error(RecordError, "file.utf8")
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        yield name, error(RecordError, "file.empty")
    elif _has_key(lines[0][1], "contest"):
        yield from _records_of_contest(lines[1:], name)
    elif len(lines) > 1 and any(_has_key(line, "tianxia") for _, line in lines):
        for number, line in lines:
            yield f"{name}:{number}", _document(line)
    else:
        yield name, _document(text)


def _has_key(line: str, key: str) -> bool:
    """Whether a line by itself is an object with such a key: that of a record, or of a contest."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and key in value


def _records_of_contest(lines: list[tuple[int, str]], name: str) -> Iterator[tuple[str, Document | TianxiaError]]:
    """The records of its games, in the order of the lines."""
    if not any(_has_key(line, "record") for _, line in lines):
        yield name, error(RecordError, "file.no-records")
        return
    for number, line in lines:
        game = _document(line)
        if isinstance(game, dict):
            game = game["record"] if "record" in game else error(RecordError, "file.without-record")
        yield f"{name}:{number}", game


def _document(text: str) -> Document | TianxiaError:
    try:
        found: Document = parse_json(text)
    except TianxiaError as failure:
        return failure
    return found


def print_json(document: Document) -> str:
    """A document on one line, in ASCII: safe wherever it is printed."""
    return json.dumps(document, separators=(",", ":"), allow_nan=False)


def print_pages(document: Document) -> str:
    """A document for people to read and edit: one entry a line, two levels deep.

    >>> print(print_pages({"a": 1, "b": [{"c": [1, 2]}]}))
    {
      "a": 1,
      "b": [
        {"c": [1, 2]}
      ]
    }
    """
    return _lay_out(document, 0)


def _lay_out(value: Any, depth: int) -> str:
    space = "  " * depth
    if depth < 3 and isinstance(value, dict) and any(isinstance(item, dict | list) for item in value.values()):
        rows = [f"{space}  {json.dumps(key)}: {_lay_out(item, depth + 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{space}}}"
    if depth < 3 and isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        rows = [f"{space}  {_on_one_line(item)}" for item in value]
        return "[\n" + ",\n".join(rows) + f"\n{space}]"
    return _on_one_line(value)


def _on_one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def write_file(path: Path, text: str) -> None:
    """Write a whole file or nothing: what was there stays until the new one is complete."""
    with open_draft(path) as draft:
        draft.write(text)


@contextlib.contextmanager
def open_draft(path: Path, force: bool = True) -> Iterator[TextIO]:
    """A file to be written bit by bit. It gets its name when it is complete, or when the work is broken off.

    Without `force` a file that appeared there meanwhile is not overwritten.
    """
    try:
        path = path.resolve()  # where a link leads to
        draft = path.parent / f".{path.name[:40]}.{secrets.token_hex(4)}.part"
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            try:
                yield file
            finally:
                file.close()
                if draft.stat().st_size:
                    _put_in_place(draft, path, force)
                else:
                    draft.unlink()
    except (OSError, ValueError) as failure:
        raise unwritable(path, failure) from None


def _put_in_place(draft: Path, path: Path, force: bool) -> None:
    if not force and path.exists() and path.stat().st_size:
        raise error(TianxiaError, "file.appeared", file=path, draft=draft)
    try:
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def check_free(path: Path, force: bool = False) -> None:
    """Raise an error if a file exists, unless it is empty or `force` is set."""
    try:
        if path.exists() and not path.is_file():
            raise error(TianxiaError, "file.special", file=path)
        taken = not force and path.exists() and path.stat().st_size > 0
    except (OSError, ValueError) as failure:  # ValueError: a name with a zero byte
        raise unwritable(path, failure) from None
    if taken:
        raise error(TianxiaError, "file.exists", file=path)


def unwritable(path: Path, failure: Exception) -> TianxiaError:
    return error(TianxiaError, "file.unwritable", file=path, reason=getattr(failure, "strerror", None) or failure)
