"""Golden records: whole games of every setting, written once, verified ever after."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.city import SETTINGS
from support.make_golden import GOLDEN
from tianxia.errors import RecordError
from tianxia.games import Shelf
from tianxia.games.base import Document
from tianxia.play import read_record, replay, verify
from tianxia.play.record import write_record

FILES = sorted(GOLDEN.glob("forbidden-city-*.json"))
EACH_FILE = pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])


def _read(file: Path) -> Document:
    document: Document = json.loads(file.read_text(encoding="utf-8"))
    return document


@EACH_FILE
def test_a_golden_record_is_verified(file: Path) -> None:
    """Every move is legal, the set-up follows from the seed, the result is the one that is told."""
    document = _read(file)
    match = verify(read_record(document), Shelf())
    assert match.over
    assert (match.scores, match.winners) == (document["scores"], document["winners"])
    assert write_record(match) == document


@EACH_FILE
def test_the_ledger_of_a_golden_record_grows_to_its_scores(file: Path) -> None:
    """Replayed move by move from the set-up alone: scores are sums over the ledger at every step."""
    document = {key: value for key, value in _read(file).items() if key != "seed"}
    record = read_record(document)
    for until in range(0, len(record.moves) + 1, 11):
        match = replay(record, Shelf(), until)
        sums = [
            sum(entry["amount"] for entry in match.ledger if entry["seat"] == seat + 1)
            for seat in range(record.players)
        ]
        assert match.scores == sums
    assert replay(record, Shelf()).scores == document["scores"]


@EACH_FILE
def test_a_golden_record_with_another_result_is_refused(file: Path) -> None:
    """One coin more, and the record is wrong: after its last move."""
    document = _read(file)
    document["scores"][0] += 1
    with pytest.raises(RecordError) as refusal:
        verify(read_record(document), Shelf())
    assert refusal.value.move == len(document["moves"]) + 1


def test_there_is_a_golden_record_for_every_setting_and_every_kind_of_end() -> None:
    """Both start sides, 2 to 4 players; a victory, and one that is shared. (No tile of the edition is set aside.)"""
    documents = [_read(file) for file in FILES]
    assert {(document["players"], document["options"]["start"]) for document in documents} == set(SETTINGS)
    assert {len(document["winners"]) > 1 for document in documents} == {False, True}
