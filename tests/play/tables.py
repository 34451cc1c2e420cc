"""Matches to sit down at: Forbidden City, and the teahouse with hands of our choice."""

from __future__ import annotations

from typing import Any

from support.teahouse import TEAHOUSE
from tianxia.games import find_game
from tianxia.play import Match

CITY = find_game("forbidden-city")
SEED = bytes(range(16))


def city(**more: Any) -> Match:
    return Match.begin(CITY, CITY.setting(2), SEED, **more)


def tea(hands: list[list[str]], guest: str = "green", **more: Any) -> Match:
    """A game of the teahouse with hands of our choice."""
    setting = TEAHOUSE.setting(len(hands))
    position = TEAHOUSE.new(setting)
    setup = {"hands": hands, "guest": guest}
    TEAHOUSE.read_setup(position, setup)
    position.take_seed(SEED)
    match = Match(TEAHOUSE, setting, position, setup=setup, **more)
    match.go_on()
    return match


def moves(match: Match) -> list[str]:
    return [f"{move.seat} {move.move}" for move in match.moves]


def log(match: Match, seat: int | None) -> list[tuple[str, int, str | None]]:
    return [(entry.kind, entry.seat, entry.move) for entry in match.log_for(seat)]
