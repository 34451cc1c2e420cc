"""Moves of In the Year of the Dragon as text: seats that are asked for something, and what they may write."""

from __future__ import annotations

import pytest

from support.dragon_documents import BUILDING, court, document, hand_without, match_from
from tianxia.errors import UnreadableError
from tianxia.games.base import Document
from tianxia.play import Match

COURT = court("2: old healer, young monk", "2: old farmer, young farmer", "#5 1: young court-lady", yuan=9)
OTHERS = [court("2: young warrior", "1", "3", "#4 2"), court("2")]
PHASES: dict[str, Document] = {
    "action": {},
    "card": {"part": "person"},
    "take": {"part": "person", "phase": "take", "card": "farmer"},
    "palace": {"part": "person", "phase": "palace", "held": "old scholar"},
    "replace": {"part": "person", "phase": "replace", "held": "old scholar"},
    "floor": BUILDING,
    "release": {"part": "event"},
    "starve": {"part": "event", "month": 4},
}


def asked(phase: str = "release", *, free: bool = False, own: Document = COURT, **more: object) -> Match:
    """Seat 1 is asked for something of that kind; with `free`, palace 5 has room."""
    seated = court("2: old healer, young monk", "1: old farmer", "#5 2: young court-lady") if free else own
    if phase == "release":
        seated = {**seated, "yuan": 0}  # or it would have paid
    if phase in ("take", "palace", "replace"):
        seated = {**seated, "cards": hand_without("farmer" if phase == "take" else "scholar")}
    return match_from(document(seated, *OTHERS, **{**PHASES[phase], **more}))


def action_of(match: Match, text: str, exact: bool = False) -> int:
    return int(match.game.parse_move(match.position, text, exact))


def understood(match: Match, text: str, exact: bool = False) -> str:
    """The move that a text is understood as."""
    return match.game.print_move(match.position, action_of(match, text, exact))


def unreadable(match: Match, text: str, exact: bool = False) -> UnreadableError:
    with pytest.raises(UnreadableError) as refusal:
        action_of(match, text, exact)
    return refusal.value
