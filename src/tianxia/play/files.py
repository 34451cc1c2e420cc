"""Records in files: one JSON document, or JSON lines. Strict, since what is kept here must mean one thing only."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from tianxia.errors import RecordError, TianxiaError
from tianxia.games.base import Document
from tianxia.words import error


def parse_json(text: str) -> Any:
    """The value of a JSON text. Keys that stand twice, NaN, lone surrogates and absurd nesting are refused."""
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise error(RecordError, "file.deep") from None
    except UnicodeEncodeError:
        raise error(RecordError, "file.surrogate") from None
    except json.JSONDecodeError as failure:
        key = "file.truncated" if failure.pos >= len(text.rstrip()) else "file.json"
        raise error(RecordError, key, line=failure.lineno, column=failure.colno) from None
    except ValueError:  # a number with thousands of digits
        raise error(RecordError, "file.number") from None
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise error(RecordError, "file.key-twice", key=next(key for key in keys if keys.count(key) > 1)[:60])
    return found


def _no_constant(name: str) -> NoReturn:
    raise error(RecordError, "file.constant", name=name)


def read_documents(data: bytes, name: str) -> Iterator[tuple[str, Document | TianxiaError]]:
    """The documents in a file, each with where it stands; an unreadable one comes as its error.

    A file whose first line is a whole JSON value has one document a line; any other is one document.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield name, error(RecordError, "file.utf8")
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        yield name, error(RecordError, "file.empty")
    elif len(lines) == 1 or not _is_json(lines[0][1]):
        yield name, _document(text)
    else:
        for number, line in lines:
            yield f"{name}:{number}", _document(line)


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _document(text: str) -> Document | TianxiaError:
    try:
        found: Document = parse_json(text)
    except TianxiaError as failure:
        return failure
    return found


def print_json(document: Document) -> str:
    """A document on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


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
        rows = [f"{space}  {json.dumps(item, ensure_ascii=False)}" for item in value]
        return "[\n" + ",\n".join(rows) + f"\n{space}]"
    return json.dumps(value, ensure_ascii=False)


def write_file(path: Path, text: str) -> None:
    """Write a whole file or nothing: what was there stays until the new one is complete."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            draft.write_text(text, encoding="utf-8")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as failure:
        raise error(TianxiaError, "file.unwritable", file=path, reason=failure.strerror or failure) from None
