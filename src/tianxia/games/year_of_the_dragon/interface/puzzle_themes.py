"""The themes of puzzles of In the Year of the Dragon: obvious purposes of a decision."""

from __future__ import annotations

from typing import Any, Final, cast

from tianxia.games.base import Game
from tianxia.games.year_of_the_dragon.interface.view import CourtView, DragonTable
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition

MOST_STEPS: Final = 12  # decisions that follow from one: a card, the person, the palace; or floors
FORESIGHT: Final = 3  # months that a player looks ahead
MET: Final = {
    "tribute": ("tribute-now", "tribute-soon"),
    "drought": ("drought-now", "drought-soon"),
    "mongols": ("mongols-now", "mongols-soon"),
    "contagion": ("contagion-now", "contagion-soon"),
    "festival": ("festival-now", "festival-soon"),
}
"""Event -> the theme in its own month, and before."""
MUCH_MONEY: Final = 4  # yuan


def theme(game: Game[Any], position: DragonPosition, action: int) -> str | None:
    """The first theme that fits a move; for the decisions that follow from it, the first choice is assumed."""
    before = cast(DragonTable, game.table(position))
    if before["part"] not in ("action", "person"):
        return "whom" if game.question(position).key.endswith((".release", ".starve", ".crowded")) else None
    after = cast(DragonTable, game.table(_carried_out(position, action)))
    old, new = before["courts"][position.seat], after["courts"][position.seat]
    if (event := _event_met(before, old, new)) is not None:
        return event
    if new["income"] >= old["income"] + 2:
        return "income"
    if any(entry["source"] == "research" for entry in game.preview(position, action).ledger):
        return "research"
    return "money" if new["yuan"] >= old["yuan"] + MUCH_MONEY else None


def _carried_out(position: DragonPosition, action: int) -> DragonPosition:
    """The position after a move and the first choice in each decision that follows for the same seat in this part."""
    ahead, part = position.clone(), position.part
    ahead.apply_until_chance(action)
    for _ in range(MOST_STEPS):
        if ahead.over or ahead.awaits_chance or ahead.seat != position.seat or ahead.part != part:
            break
        ahead.apply_until_chance(ahead.legal_actions()[0])
    while ahead.awaits_chance:  # how the action cards will lie changes nothing at a court
        ahead.settle(ahead.outcomes()[0])
    return ahead


def _event_met(table: DragonTable, old: CourtView, new: CourtView) -> str | None:
    """The next of the near events in which the move saves persons, or which pays more because of it."""
    near = table["events"][table["events_over"] :][:FORESIGHT]
    for ahead, event in enumerate(near):
        if _releases(new, event) < _releases(old, event) or _points(new, event) > _points(old, event):
            return MET[event][min(ahead, 1)]
    return None


def _releases(court: CourtView, event: str) -> int:
    return next(forecast["releases"] for forecast in court["forecast"] if forecast["event"] == event)


def _points(court: CourtView, event: str) -> int:
    return next(forecast["points"] for forecast in court["forecast"] if forecast["event"] == event)
