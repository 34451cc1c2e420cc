"""What chance decides in In the Year of the Dragon, for OpenSpiel: events, and the groups of action cards."""

from __future__ import annotations

from typing import Any, Final

from tianxia.games.chance_model import ChanceModel
from tianxia.games.year_of_the_dragon.interface.edition import ACTION_CARDS, EVENT_NAMES, SUPER_NAMES
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import DEALING
from tianxia.games.year_of_the_dragon.rules.tables import SUPER_EVENTS

MOST_IN_A_MONTH: Final = 64  # decisions of one seat: an action, floors, a person, those who leave


class DragonChanceModel(ChanceModel):
    """All outcomes are public: the row of events, the super event, and the action cards of each month."""

    def __init__(self, game: Any, position: DragonPosition) -> None:
        box = position.tables.box
        self.most_outcomes = SUPER_EVENTS
        self.most_events = int(box.months * (len(ACTION_CARDS) + 1) + 1)
        self.most_decisions = int(box.months * position.players * MOST_IN_A_MONTH)

    def name(self, position: DragonPosition, outcome: int) -> str:
        if position.part != DEALING:
            return ACTION_CARDS[outcome]
        return EVENT_NAMES[outcome] if position.lays_events() else SUPER_NAMES[outcome]
