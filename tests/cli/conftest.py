"""Records for commands to read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tianxia.engine.chance import stream_of
from tianxia.games import find_game
from tianxia.play import Match
from tianxia.play.record import write_record


@pytest.fixture(scope="session")
def finished() -> dict[str, Any]:
    """A whole game, as a record."""
    return random_record(moves=None)


@pytest.fixture(scope="session")
def unfinished() -> dict[str, Any]:
    """The first twelve moves of a game of three, as a record."""
    return random_record(moves=12)


def random_record(moves: int | None) -> dict[str, Any]:
    game = find_game("forbidden-city")
    match = Match.begin(game, game.setting(3), bytes(range(16)), names=["Ada", "random", "random"])
    stream = stream_of(bytes(16), 3)
    while not match.over and len(match.moves) != moves:
        assert match.to_move is not None
        match.move(match.to_move, game.print_move(match.position, match.position.random_action(stream)))
    document: dict[str, Any] = json.loads(json.dumps(write_record(match)))
    return document


@pytest.fixture
def written(tmp_path: Path) -> Callable[[object], Path]:
    """Writes a document to a file of its own."""

    def write(document: object) -> Path:
        path = tmp_path / f"record-{len(list(tmp_path.iterdir()))}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return path

    return write
