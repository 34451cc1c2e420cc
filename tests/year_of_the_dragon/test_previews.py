"""What a move would do, before it is made: its lines and payments, and the pieces to be drawn."""

from __future__ import annotations

import pytest

from support.dragon_documents import BUILDING, court, document, hand_without, match_from, some_games
from tianxia.games.base import Document
from tianxia.play import Match

MONTH = "year-of-the-dragon.log.month"
PLAYED = hand_without("farmer")
COURTS = [court("2: young monk", "2: young farmer", cards=PLAYED)] * 3
PLACING: Document = {"part": "person", "phase": "palace", "held": "old farmer", "courts": COURTS}


def test_a_preview_tells_what_follows_and_nothing_of_coming_shuffles() -> None:
    """A preview has the lines and payments of the move itself, but for the month that begins."""
    begun = seen = 0
    for match in some_games():
        if match.over:
            continue
        moves = match.legal_moves()
        previews = {move: match.preview(match.to_move or 0, move) for move in moves[:: max(1, len(moves) // 3)]}
        for move, preview in previews.items():
            other = Match(match.game, match.setting, match.position.clone())
            lines = other.move(match.to_move or 0, move).lines
            assert preview.lines == [line for line in lines if line.key != MONTH]
            assert preview.ledger == other.ledger
            begun += lines[-1].key == MONTH
            seen += 1
            assert not any("groups" in line.values for line in preview.lines)
    assert begun > 12 * 12
    assert seen > 1000


@pytest.mark.parametrize(
    ("phase", "move", "piece"),
    [
        (BUILDING, "floor 2", ("floor", 2, None)),
        (BUILDING, "floor new", ("floor", None, None)),
        (PLACING, "palace 2", ("person", 2, "old farmer")),
        (
            {**PLACING, "phase": "replace", "courts": [court("1: young monk", cards=PLAYED)] * 3},
            *("replace 1 young monk", ("person", 1, "old farmer")),
        ),
        ({"part": "event"}, "release 2 young farmer", None),
        ({}, "taxes", None),
    ],
)
def test_a_preview_shows_pieces(phase: Document, move: str, piece: tuple[str, int | None, str | None] | None) -> None:
    pieces = match_from({**document(), **phase}).preview(1, move).pieces
    found = [(p["kind"], p["palace"], p["person"] and f"{p['person']['age']} {p['person']['kind']}") for p in pieces]
    assert found == ([] if piece is None else [piece])
    assert all(p["seat"] == 1 for p in pieces)
