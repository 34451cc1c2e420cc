"""In the Year of the Dragon: what persons are worth to a seat, in points, from what lies ahead of it."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import first_of
from tianxia.engine.native import i64
from tianxia.games.year_of_the_dragon.evaluation.outlook import DECAY, FORESIGHT, LOSS, Outlook
from tianxia.games.year_of_the_dragon.rules.court import monk_points
from tianxia.games.year_of_the_dragon.rules.events import fewest_helmets, missing_mortars
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.tables import (
    AGES,
    BOOKS,
    BUDDHAS,
    COINS,
    CONTAGION,
    DRAGONS,
    DROUGHT,
    FESTIVAL,
    HAMMERS,
    HELMETS,
    MONGOLS,
    MORTARS,
    ROCKETS,
    SACKS,
    WILD,
)

# What persons are worth, in points; found by playing.
BOOK: Final = 0.05  # a symbol at a court, a month
COIN: Final = 0.09
HAMMER: Final = 0.54
PARADER: Final = 0.07
SACK: Final = 3.5  # a symbol, for an event to come
ROCKET: Final = 1.3
HELMET: Final = 2.0
DEFENCE: Final = 2.1  # not to have fewest helmets
HASTE: Final = 2.4  # how urgent a gain of a month is, beside what an event would take
WILD_CARD: Final = 3.1  # a wild card kept
SOONER: Final = 0.43  # how much of it is lost if one moves on the track a month later
FLOORS_OF_MONK: Final = 2  # of the palace where a monk may live
MANY: Final = 1000.0  # more than anything is worth


class Services(Outlook):
    """What persons will do for one seat."""

    __slots__ = ("least", "rival_helmets")

    rival_helmets: i64  # the fewest of another seat; -1 before anybody asked
    least: float  # what the person is worth whom the seat would miss least; -MANY before anybody asked

    def __init__(self, position: DragonPosition, seat: i64) -> None:
        super().__init__(position, seat)
        self.rival_helmets = -1
        self.least = -MANY

    def is_next(self, event: i64) -> bool:
        """Whether that event is the next to come."""
        return self.first < self.months and self.position.event_row[self.first] == event

    def after_next(self, event: i64, coming: float) -> float:
        """How much of an event will be to come when the next event has gone."""
        if self.is_next(event):
            coming -= 1.0
        return coming / FORESIGHT

    def service(self, sort: i64, own: i64) -> float:
        """What a person will do from now on; `own` are its symbols if it is at the court already, else 0."""
        kind = sort // AGES
        symbols = self.position.tables.sort_symbols[sort]
        shown = float(symbols)
        left = float(self.left)
        if kind == DRAGONS:
            return shown * left
        if kind == BOOKS:
            return shown * left * BOOK
        if kind == COINS:
            return shown * left * COIN
        if kind == HAMMERS:
            return shown * left * HAMMER
        if kind == MORTARS:
            return self.healing(self.mortars - own, symbols) * LOSS * self.contagions
        if kind == SACKS:
            return shown * SACK * self.after_next(DROUGHT, self.droughts)
        if kind == ROCKETS:
            return shown * ROCKET * self.after_next(FESTIVAL, self.festivals)
        if kind == HELMETS:
            value = shown * left * PARADER + shown * HELMET * self.mongols
            if self.has_fewest(self.helmets - own) and not self.has_fewest(self.helmets - own + symbols):
                value += DEFENCE * self.mongols
            return value
        return 0.0

    def healing(self, mortars: i64, more: i64) -> float:
        """How many persons more are saved in a contagion."""
        return float(missing_mortars(self.position, mortars) - missing_mortars(self.position, mortars + more))

    def has_fewest(self, helmets: i64) -> bool:
        """Whether nobody else has fewer."""
        if self.rival_helmets < 0:
            self.rival_helmets = fewest_helmets(self.position, self.seat)
        return helmets <= self.rival_helmets

    def promise(self, sort: i64) -> float:
        """What a person would be worth who joins now."""
        value = self.service(sort, 0) + float(self.position.tables.box.per_person)
        if sort // AGES == BUDDHAS:
            value += float(monk_points(self.position.tables.sort_symbols[sort], self.tallest()))
        return value + self.advance(self.position.tables.values[sort])

    def tallest(self) -> i64:
        """The floors of the tallest palace with room, at least as many as monks may hope for."""
        position = self.position
        found: i64 = FLOORS_OF_MONK
        for slot in range(position.first_slot[self.seat], position.first_slot[self.seat + 1]):
            if position.floors[slot] > found and position.room_in(slot) > 0:
                found = position.floors[slot]
        return found

    def haste(self, sort: i64) -> float:
        """What would be lost if a person came a month later."""
        kind = sort // AGES
        service = self.service(sort, 0)
        value = service * (1.0 - FORESIGHT)
        if kind in (DRAGONS, BOOKS, COINS, HAMMERS):
            value = HASTE * service / float(self.left)
        elif self.is_due(kind):
            value = service
        return value + SOONER * self.advance(self.position.tables.values[sort])

    def is_due(self, kind: i64) -> bool:
        """Whether a person can help in the next event, or an action with it in the one after, and not later."""
        if kind == MORTARS:
            return self.is_next(CONTAGION)
        if kind == HELMETS:
            return self.is_next(MONGOLS)
        if self.first + 1 >= self.months:
            return False
        event = self.position.event_row[self.first + 1]
        return (kind == SACKS and event == DROUGHT) or (kind == ROCKETS and event == FESTIVAL)

    def attachment(self, slot: i64, sort: i64) -> float:
        """What a person of the seat is worth where it lives."""
        position = self.position
        symbols = position.tables.sort_symbols[sort]
        value = self.service(sort, symbols) + float(position.tables.box.per_person)
        if sort // AGES == BUDDHAS:
            value += float(monk_points(symbols, position.floors[slot]))
        if position.persons_in(slot) == 1:
            value += DECAY
            if position.falls_when_empty(slot):
                value += float(self.left)
            value -= self.lost - self.losses(self.yuan, self.rice, self.fed - 1)
        return value

    def least_attachment(self) -> float:
        """What the person is worth whom the seat would miss least."""
        if self.least == -MANY:
            position = self.position
            self.least = MANY
            for slot in range(position.first_slot[self.seat], position.first_slot[self.seat + 1]):
                sorts = position.tables.rosters.members[position.rosters[slot]]
                while sorts:
                    self.least = min(self.least, self.attachment(slot, first_of(sorts)))
                    sorts &= sorts - 1
        return self.least

    def card_later(self, card: i64) -> float:
        """What a card kept is worth."""
        sorts = self.position.sorts_left(card)
        best = 0.0
        while sorts:
            best = max(best, self.promise(first_of(sorts)))
            sorts &= sorts - 1
        if card == WILD:
            best += WILD_CARD
        return best
