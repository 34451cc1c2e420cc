"""Records and position documents spoilt at random: each is verified or refused, and nothing else ever happens.

TIANXIA_FUZZ=20000 in the environment tries so many others of each kind.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from play.records import play, record, record_for, small_edition, told
from support.luck import every, scaled
from support.strategies import at, json_values, nest, places, spoilt
from support.teahouse import TEAHOUSE, TeaShelf
from tianxia.engine.chance import stream_of
from tianxia.errors import RecordError, TianxiaError
from tianxia.games import Shelf
from tianxia.play import Match, read_record, verify
from tianxia.play.files import parse_json, print_json
from tianxia.play.record import write_position_record, write_record, write_record_for

TRIES = os.environ.get("TIANXIA_FUZZ")
EXAMPLES = settings(
    max_examples=int(TRIES or scaled(150, 150)),
    derandomize=TRIES is None,  # the same ones in every run of the suite
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@cache
def shelf() -> Shelf:
    with TemporaryDirectory() as folder:
        return TeaShelf([small_edition(Path(folder))])


def small(players: int, moves: int) -> Match:
    game = shelf().game("forbidden-city", "small")
    match = Match.begin(game, game.setting(players), bytes(range(16)), names=["Ada", "Bo", "Cleo"][:players])
    while not match.over and len(match.moves) < moves:
        legal = match.legal_moves()
        match.move(match.to_move or 0, legal[len(legal) // 3])
    return match


def tea(moves: int) -> Match:
    match = Match.begin(TEAHOUSE, TEAHOUSE.setting(2, {"sugar": True}), bytes(range(16)))
    dice = stream_of(bytes(16), 1)
    while not match.over and len(match.moves) < moves:
        legal = match.legal_moves()
        match.move(match.to_move or 0, legal[dice.below(len(legal))])
    return match


def from_position(match: Match) -> Any:
    document = write_position_record(match)
    if match.over:
        document |= {"scores": match.scores, "winners": match.winners}
    return document


@cache
def valid_documents() -> dict[str, Any]:
    finished = write_record(small(2, 100))
    return {
        "finished": finished,
        "without seed": {key: value for key, value in finished.items() if not key.startswith("seed")},
        "unfinished": record(players=3, moves=6),
        "told": told(players=2, moves=4),
        "for a seat": record_for(2, players=3, moves=7),
        "for spectators": write_record_for(small(3, 5), None),
        "position": from_position(small(3, 4)),
        "end position": from_position(small(2, 100)),
        "long position": from_position(play(4, 50)),
        "tea": write_record(tea(100)),
        "tea for a seat": write_record_for(tea(7), 1),
        "tea position": from_position(tea(7)),
    }


def accept_or_refuse(document: Any) -> Match | None:
    """What verifies can be looked at from all sides, and written down; what does not is refused with its place."""
    refusal: RecordError | None = None
    try:
        match = verify(read_record(document), shelf())
    except RecordError as failure:
        refusal = failure
    if refusal is not None:
        assert refusal.move >= 0
        assert len(str(refusal)) > 20
        return None
    written = write_record(match)
    again = verify(read_record(written), shelf())
    assert write_record(again) == written
    assert again.position_document() == match.position_document()
    for seat in [None, *range(1, match.setting.players + 1)]:
        match.view(seat)
        if match.over or match.start is None:
            write_record_for(match, seat)
    if not match.over:
        match.legal_moves()
    return match


def test_the_documents_to_spoil_are_valid() -> None:
    for name, document in valid_documents().items():
        match = accept_or_refuse(document)
        assert match is not None, name
        assert match.over == (name in ("finished", "without seed", "end position", "tea"))


@pytest.mark.parametrize("name", list(valid_documents()))
@EXAMPLES
@given(data=st.data())
def test_a_spoilt_document_is_verified_or_refused(name: str, data: st.DataObject) -> None:
    accept_or_refuse(data.draw(spoilt(valid_documents()[name])))


@pytest.mark.parametrize("in_lists", [True, False])
@pytest.mark.parametrize("depth", [20, 330, 480, 900, 990, 20_000])
def test_absurd_nesting_is_refused(depth: int, in_lists: bool) -> None:
    for name in ("finished", "for a seat", "position"):
        valid = valid_documents()[name]
        shallow = (path for path in places(valid) if len(path) <= 3)
        telling = [path for path in shallow if path[-1] in (0, "1", *(key for key in path if isinstance(key, str)))]
        for path in telling[:: every(1, 1)]:
            document = json.loads(json.dumps(valid))
            at(document, path[:-1])[path[-1]] = nest(None, depth, in_lists)
            assert accept_or_refuse(document) is None
        document = {**valid, "comment": nest(None, depth, in_lists)}
        assert (accept_or_refuse(document) is None) == (depth > 20)


@EXAMPLES
@given(document=json_values)
def test_any_value_is_verified_or_refused(document: Any) -> None:
    assert accept_or_refuse(document) is None


@EXAMPLES
@given(data=st.data())
def test_a_spoilt_text_is_verified_or_refused(data: st.DataObject) -> None:
    """Through a file: whatever was read can be written again."""
    document = valid_documents()[data.draw(st.sampled_from(["finished", "for a seat", "position", "tea"]))]
    text = json.dumps(document)
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 40)))
    text = text[:start] + data.draw(st.text(max_size=8)) + text[stop:]
    try:
        found = parse_json(text)
    except TianxiaError:
        return
    match = accept_or_refuse(found)
    if match is not None:
        assert parse_json(print_json(write_record(match))) == write_record(match)
