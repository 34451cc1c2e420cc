"""Records of Forbidden City for tests: valid ones to spoil, and what is said about the spoilt."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from tianxia.engine.chance import stream_of
from tianxia.errors import RecordError
from tianxia.games import Shelf, find_game
from tianxia.play import Match, read_record, verify
from tianxia.play.record import write_record, write_record_for

SEED = bytes(range(16))
SHELF = Shelf()
ALL = 1000  # more moves than any game has
HEAD = "Move 0 (head and set-up): "


def play(players: int, moves: int, start: str = "gardens", names: tuple[str, ...] = ()) -> Match:
    """So many moves of a random game."""
    game = find_game("forbidden-city")
    match = Match.begin(game, game.setting(players, {"start": start}), SEED, names=names)
    dice = stream_of(SEED, 99)
    while not match.over and len(match.moves) < moves:
        legal = match.legal_moves()
        match.move(match.to_move or 0, legal[dice.below(len(legal))])
    return match


@cache
def _text(players: int, moves: int, start: str, seat: int | None, whole: bool) -> str:
    match = play(players, moves, start, ("Ada", "Bo", "Cleo", "Dan")[:players])
    return json.dumps(write_record(match) if whole else write_record_for(match, seat))


def record(players: int = 3, moves: int = 6, start: str = "gardens") -> Any:
    """A whole record, as a document that a test may spoil."""
    return json.loads(_text(players, moves, start, None, True))


def record_for(seat: int | None, players: int = 3, moves: int = 7) -> Any:
    """A record for one seat, or for a spectator, without what is hidden from them."""
    return json.loads(_text(players, moves, "gardens", seat, False))


def told(players: int = 3, moves: int = 6) -> Any:
    """A record without its seed: all that chance did stands in the set-up."""
    document = record(players, moves)
    del document["seed"], document["seed_hash"]
    return document


def check(document: Any, shelf: Shelf = SHELF) -> Match:
    """Read and replay, as from a file."""
    return verify(read_record(json.loads(json.dumps(document))), shelf)


def refused(document: Any, shelf: Shelf = SHELF) -> tuple[int, str]:
    """The number of the move that is wrong, and what is said about it."""
    with pytest.raises(RecordError) as refusal:
        check(document, shelf)
    return refusal.value.move, str(refusal.value)


def small_edition(folder: Path, tiles: int = 5) -> Path:
    """An edition with the first few tiles of the standard one: its games are short."""
    standard = resources.files("tianxia.games.forbidden_city").joinpath("standard.toml").read_text(encoding="utf-8")
    head, *blocks = standard.split("[[tile]]")
    starts = standard[standard.index("[[start]]") :]
    file = folder / "small.toml"
    text = head.replace('edition = "standard"', 'edition = "small"')
    file.write_text("[[tile]]".join([text, *blocks[:tiles]]) + starts, encoding="utf-8")
    return file
