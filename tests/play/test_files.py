"""Records in files: what is JSON, what is a line, and what is written."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from play.records import record
from tianxia.errors import RecordError, TianxiaError
from tianxia.games.base import Document
from tianxia.play.files import check_free, open_draft, parse_json, print_json, print_pages, read_documents, write_file


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1, "a": 1}', 'The key "a" appears twice in one object.'),
        ('{"a": NaN}', "NaN is not a JSON number."),
        ("[-Infinity]", "-Infinity is not a JSON number."),
        (r'"\ud800"', "It has half a character (a lone surrogate)."),
        (r'{"\udfff": 1}', "It has half a character (a lone surrogate)."),
        ("[" * 100_000, "It is nested too deeply."),
        ('{"a":' * 100_000, "It is nested too deeply."),
        ("1" * 5000, "It has a number that is too long."),
        ("{'a': 1}", "It is not JSON: there is an error at line 1, column 2."),
        ('{"a": 1}\n{"b": 2}', "It is not JSON: there is an error at line 2, column 1."),
        ('{"a": [1,', "It is not complete JSON: the text ends at line 1, column 10."),
        ('{\n"a', "It is not complete JSON: the text ends at line 2, column 1."),
        ("", "It is not complete JSON: the text ends at line 1, column 1."),
    ],
)
def test_what_is_no_json_is_refused_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refusal:
        parse_json(text)
    assert str(refusal.value) == reason


@pytest.mark.parametrize("depth", [900, 960, 980, 990, 995])
def test_nesting_is_refused_or_can_be_written_again(depth: int) -> None:
    text = "[" * depth + "]" * depth
    try:
        value = parse_json(text)
    except RecordError:
        return
    assert print_json(value) == text


@pytest.mark.parametrize(
    "value", [None, True, 0, 10**4000, 1.5e300, "é\u2028\U0001f375", [[], {}], {"": {"a": [None]}}]
)
def test_what_is_json_stays_what_it_is(value: object) -> None:
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value, ensure_ascii=False)) == value


def documents(data: bytes) -> list[tuple[str, object]]:
    return [
        (where, str(found) if isinstance(found, TianxiaError) else found) for where, found in read_documents(data, "f")
    ]


def test_a_file_is_one_document_or_one_a_line() -> None:
    one, two = {"tianxia": 1, "a": [1, 2]}, {"tianxia": 1, "b": "é"}
    pretty = json.dumps(one, indent=2).encode()
    assert documents(pretty) == [("f", one)]
    assert documents(json.dumps(one).encode()) == [("f", one)]
    lines = f"{json.dumps(one)}\n\n{json.dumps(two)}\r\n".encode()
    assert documents(lines) == [("f:1", one), ("f:3", two)]
    assert documents(b"\xef\xbb\xbf" + pretty) == [("f", one)]
    assert documents(b"\xef\xbb\xbf" + lines) == [("f:1", one), ("f:3", two)]


def test_a_line_that_is_none_does_not_spoil_the_others() -> None:
    good = {"tianxia": 1}
    found = documents(b'{"tianxia": \n{"tianxia": 1}\n[]\n{"tianxia": 1}\n')
    assert found[0] == ("f:1", "It is not complete JSON: the text ends at line 1, column 13.")
    assert found[1:] == [("f:2", good), ("f:3", []), ("f:4", good)]


def test_the_file_of_a_contest_has_the_records_of_its_games() -> None:
    record = {"tianxia": 1, "a": 1}
    head, game = b'{"contest": "arena", "tianxia": "1.0"}\n', {"number": 0, "record": record}
    with_record, without = (json.dumps(told).encode() + b"\n" for told in (game, {"number": 1}))
    assert documents(head + with_record + with_record) == [("f:2", record), ("f:3", record)]
    missing = ("f:3", "The record of this game was not kept (--records keeps them).")
    assert documents(head + with_record + without) == [("f:2", record), missing]
    none = [("f", "It is the file of a contest, which kept no records (--records keeps them).")]
    assert documents(head + without) == documents(head) == none
    cut = documents(head + with_record + with_record[:20])
    assert (cut[0], str(cut[1][1]).startswith("It is not complete JSON: the text ends")) == (("f:2", record), True)
    assert documents(head + with_record + b"[]\n")[1] == ("f:3", [])


def test_files_that_are_empty_or_no_text_are_refused() -> None:
    assert documents(b"") == [("f", "The file is empty.")]
    assert documents(b" \n\t\n") == [("f", "The file is empty.")]
    assert documents(b"\xff\xfe{\x00}") == [("f", "It is not UTF-8 text.")]
    assert documents(b'{"a": "\xe9"}') == [("f", "It is not UTF-8 text.")]


def test_a_record_can_be_printed_for_people_and_for_programs() -> None:
    document = record()
    assert "\n" not in print_json(document)
    assert json.loads(print_json(document)) == document
    assert json.loads(print_pages(document)) == document
    assert all(len(line) < 1000 for line in print_pages(document).splitlines())


@pytest.mark.parametrize("write", [print_json, print_pages])
@pytest.mark.parametrize("number", [math.nan, math.inf])
def test_what_is_no_json_is_never_written(write: Callable[[Document], str], number: float) -> None:
    for document in ({"a": number}, {"a": [{"b": number}]}, {"a": {"b": {"c": [number]}}}):
        with pytest.raises(ValueError, match="not JSON compliant"):
            write(document)


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    write_file(file, "天下\n")
    assert file.read_bytes() == "天下\n".encode()
    write_file(file, "again")
    assert file.read_text(encoding="utf-8") == "again"
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    write_file(file, "before")
    with pytest.raises((UnicodeEncodeError, TianxiaError)):
        write_file(file, "half a character: \ud800")
    assert file.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_places_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    write_file(file, "before")
    (tmp_path / "folder").mkdir()
    for place in (file / "below", tmp_path / "folder", tmp_path / "missing" / "game.json", tmp_path / ("x" * 300)):
        with pytest.raises(TianxiaError) as refusal:
            write_file(place, "text")
        assert str(refusal.value).startswith(f"{place} cannot be written: ")
    with pytest.raises(TianxiaError, match="cannot be written"):
        write_file(Path("zero\x00byte"), "text")
    assert sorted(tmp_path.iterdir()) == [tmp_path / "folder", file]
    assert list((tmp_path / "folder").iterdir()) == []


def test_what_is_there_is_not_overwritten_unless_somebody_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    check_free(file)
    file.touch()
    check_free(file)
    write_file(file, "text")
    with pytest.raises(TianxiaError, match="nothing was overwritten"):
        check_free(file)
    check_free(file, force=True)
    with pytest.raises(TianxiaError):
        check_free(tmp_path, force=True)


def write_and_break_off(file: Path, text: str) -> None:
    with open_draft(file) as draft:
        draft.write(text)
        raise KeyboardInterrupt


def test_a_draft_takes_its_place_when_it_is_done_or_broken_off(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with open_draft(file) as draft:
        draft.write("one\n")
        assert not file.exists()
    assert file.read_text(encoding="utf-8") == "one\n"
    with pytest.raises(KeyboardInterrupt):
        write_and_break_off(file, "two\n")
    assert file.read_text(encoding="utf-8") == "two\n"
    assert list(tmp_path.iterdir()) == [file]
