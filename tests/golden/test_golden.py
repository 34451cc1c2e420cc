"""Golden records: whole games of every setting and with every kind of end, written once, verified ever after."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.golden import GOLDEN, GOLDEN_GAMES, GoldenGame, words_of
from tianxia.errors import RecordError
from tianxia.games import GAMES, Shelf
from tianxia.games.base import Document
from tianxia.play import Match, read_record, replay, verify
from tianxia.play.record import write_record

FILES = sorted(GOLDEN.glob("*.json"))
EACH_FILE = pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
EACH_GAME = pytest.mark.parametrize("game", GOLDEN_GAMES, ids=[game.id for game in GOLDEN_GAMES])


def _read(file: Path) -> Document:
    document: Document = json.loads(file.read_text(encoding="utf-8"))
    return document


def _verify(document: Document) -> Match:
    return verify(read_record(document), Shelf())


@EACH_FILE
def test_a_golden_record_is_verified(file: Path) -> None:
    """Every move is legal, the set-up and all luck follow from the seed, the result is the one that is told."""
    document = _read(file)
    match = _verify(document)
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
    """One point more, and the record is wrong: after its last move."""
    document = _read(file)
    document["scores"][0] += 1
    with pytest.raises(RecordError) as refusal:
        _verify(document)
    assert refusal.value.move == len(document["moves"]) + 1


# ---- nothing is missing


def test_every_game_has_golden_records() -> None:
    assert {game.id for game in GOLDEN_GAMES} == set(GAMES)


@EACH_GAME
def test_there_is_a_golden_record_for_every_setting(game: GoldenGame) -> None:
    for case in game.cases:
        document = _read(game.record_file(words_of(case)))
        assert (document["game"], document["players"], document["options"]) == (
            game.id,
            case.players,
            dict(case.options),
        )


@EACH_GAME
def test_there_is_a_golden_record_for_every_kind_of_end(game: GoldenGame) -> None:
    """And one that ended otherwise, so that the kinds are told apart."""
    matches = {file.stem: _verify(_read(file)) for file in FILES if file.name.startswith(game.id)}
    for name, end in game.ends.items():
        assert end.has_come(matches[game.record_file(name).stem])
        assert not all(end.has_come(match) for match in matches.values())
