"""In the Year of the Dragon: what lies ahead of a seat, and what things are worth to it, in points.

All of this is a quick guess for one who has no time to search. The numbers were found by playing.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import i64
from tianxia.engine.sets import first_of
from tianxia.games.year_of_the_dragon.events import festival_points
from tianxia.games.year_of_the_dragon.rules import DragonPosition
from tianxia.games.year_of_the_dragon.state import (
    DRAFT,
    END_OF_MONTH,
    EVENT,
)
from tianxia.games.year_of_the_dragon.tables import (
    AGES,
    ASSASSINATION,
    BOOKS,
    BUDDHAS,
    COINS,
    CONTAGION,
    DRAGONS,
    DROUGHT,
    FESTIVAL,
    FIREWORKS,
    HAMMERS,
    HELMETS,
    KINDS,
    MONGOLS,
    MORTARS,
    RICE,
    ROCKETS,
    SACKS,
    TRIBUTE,
    WILD,
    YUAN,
)

# What things are worth, in points.
LOSS: Final = 5.3  # a person that must be released
FORESIGHT: Final = 0.69  # how much an event counts, beside one that comes a month earlier
ORDER: Final = 27.1  # to be far before another seat instead of far behind, for the whole year
REACH: Final = 11.1  # spaces on the track from which on one is far before another
BOOK: Final = 0.05  # a symbol at a court, a month
COIN: Final = 0.09
HAMMER: Final = 0.54
PARADER: Final = 0.07
SACK: Final = 3.5  # a symbol, for an event to come
ROCKET: Final = 1.3
HELMET: Final = 2.0
DEFENCE: Final = 2.1  # not to have fewest helmets
HASTE: Final = 2.4  # how urgent a gain of a month is, beside what an event would take
ROOM: Final = 8.3  # a floor for somebody who would have none
PALACE_POINTS: Final = 0.42  # a new palace, a month
FEEDING: Final = 3.8  # a palace more, in a drought
HEIGHT: Final = 0.43  # a floor more where monks may live
DECAY: Final = 7.7  # a floor that decays
SAVING: Final = 0.58  # a yuan towards a privilege, if the year were all ahead
PURSE: Final = 12.1  # yuan that one may want to save
COIN_POINTS: Final = 0.12  # any other yuan
STOCK: Final = 1.5  # a rice or fireworks tile that is in nobody's way
RIVALRY: Final = 0.74  # points at a festival, a month before it
WILD_CARD: Final = 3.1  # a wild card kept
SOONER: Final = 0.43  # how much of it is lost if one moves on the track a month later
LATER: Final = 0.36  # what a card brings now, if it is kept for later
TILE_OF_WALL: Final = 1.0  # a tile in the wall, for each scoring to come
MANY: Final = 1000.0  # more than anything is worth


class Outlook:
    """What lies ahead of one seat."""

    __slots__ = (
        "contagions",
        "droughts",
        "empty",
        "fed",
        "festivals",
        "fireworks",
        "first",
        "free",
        "helmets",
        "least",
        "left",
        "lost",
        "mongols",
        "months",
        "mortars",
        "persons_to_come",
        "position",
        "rice",
        "rival_helmets",
        "seat",
        "share",
        "yuan",
    )

    position: DragonPosition
    seat: i64

    # the year
    months: i64  # of the year
    first: i64  # place in the row of the first event that has not come
    left: i64  # scorings of a month to come
    share: float  # the part of the year that is left
    contagions: float  # how much of that event is to come: the sooner, the more
    droughts: float
    festivals: float
    mongols: float

    # the seat
    yuan: i64
    rice: i64
    fireworks: i64
    mortars: i64
    helmets: i64
    rival_helmets: i64  # the fewest of another seat; -1 before anybody asked
    fed: i64  # palaces with persons
    empty: i64  # palaces without
    free: i64  # rooms without a person
    persons_to_come: i64  # cards that will be played
    least: float  # what the person is worth whom the seat would miss least; -MANY before anybody asked
    lost: float  # what the events to come will cost, with what there is now

    def __init__(self, position: DragonPosition, seat: i64) -> None:
        self.position = position
        self.seat = seat
        self.look_at_year()
        self.look_at_court()
        self.yuan = position.goods_of(seat, YUAN)
        self.rice = position.goods_of(seat, RICE)
        self.fireworks = position.goods_of(seat, FIREWORKS)
        self.rival_helmets = -1
        self.least = -MANY
        self.persons_to_come = min(position.cards_in_hand(seat), self.left - 1)
        self.lost = self.losses(self.yuan, self.rice, self.fed)

    def look_at_year(self) -> None:
        position = self.position
        months = position.tables.box.months
        self.months = months
        self.left = 0
        self.first = position.month
        if position.part == DRAFT:
            self.left = months
        elif position.part < END_OF_MONTH:
            self.left = months - position.month + 1
            if position.part < EVENT:
                self.first -= 1
        self.share = float(self.left) / float(months)
        self.contagions = 0.0
        self.droughts = 0.0
        self.festivals = 0.0
        self.mongols = 0.0
        weight = 1.0
        row = position.event_row
        for place in range(self.first, months):
            event = row[place]
            if event == DROUGHT:
                self.droughts += weight
            elif event == MONGOLS:
                self.mongols += weight
            elif event == FESTIVAL:
                self.festivals += weight
            elif event == CONTAGION:
                self.contagions += weight
            weight *= FORESIGHT

    def look_at_court(self) -> None:
        position = self.position
        symbols = position.tables.symbols
        sizes = position.tables.rosters.sizes
        mortars: i64 = 0
        helmets: i64 = 0
        empty: i64 = 0
        free: i64 = 0
        first = position.first_slot[self.seat]
        end = position.first_slot[self.seat + 1]
        for slot in range(first, end):
            roster = position.rosters[slot]
            free += position.floors[slot] - sizes[roster]
            mortars += symbols[roster * KINDS + MORTARS]
            helmets += symbols[roster * KINDS + HELMETS]
            if roster == 0:
                empty += 1
        self.mortars = mortars
        self.helmets = helmets
        self.empty = empty
        self.fed = end - first - empty
        self.free = free

    # ---- the year

    def losses(self, yuan: i64, rice: i64, fed: i64) -> float:
        """What the events to come would cost, with such stores and so many palaces to feed."""
        position = self.position
        box = position.tables.box
        row = position.event_row
        lost = 0.0
        weight = 1.0
        for place in range(self.first, self.months):
            event = row[place]
            if event == TRIBUTE:
                if yuan >= box.tribute:
                    yuan -= box.tribute
                else:
                    lost += weight * float(box.tribute - yuan)
                    yuan = 0
            elif event == DROUGHT:
                if rice >= fed:
                    rice -= fed
                else:
                    lost += weight * float(fed - rice)
                    rice = 0
            weight *= FORESIGHT
        return lost * LOSS

    def is_next(self, event: i64) -> bool:
        """Whether that event is the next to come."""
        return self.first < self.months and self.position.event_row[self.first] == event

    def after_next(self, event: i64, coming: float) -> float:
        """How much of an event will be to come when the next event has gone."""
        if self.is_next(event):
            coming -= 1.0
        return coming / FORESIGHT

    # ---- persons

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
        need = self.position.tables.box.contagion
        return float(min(need, mortars + more) - min(need, mortars))

    def has_fewest(self, helmets: i64) -> bool:
        """Whether nobody else has fewer."""
        if self.rival_helmets < 0:
            position = self.position
            for other in range(position.players):
                helmets_of_other = position.symbols(other, HELMETS)
                if other != self.seat and (self.rival_helmets < 0 or helmets_of_other < self.rival_helmets):
                    self.rival_helmets = helmets_of_other
        return helmets <= self.rival_helmets

    def promise(self, sort: i64) -> float:
        """What a person would be worth who joins now."""
        value = self.service(sort, 0) + float(self.position.tables.box.per_person)
        if sort // AGES == BUDDHAS:
            value += float(self.position.tables.sort_symbols[sort] * self.tallest())
        return value + self.advance(self.position.tables.values[sort])

    def tallest(self) -> i64:
        """The floors of the tallest palace with room, at least two."""
        position = self.position
        found: i64 = 2
        for slot in range(position.first_slot[self.seat], position.first_slot[self.seat + 1]):
            if position.floors[slot] > found and position.persons_in(slot) < position.floors[slot]:
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
            value += float(symbols * position.floors[slot])
        if position.persons_in(slot) == 1:
            value += DECAY
            if position.floors[slot] == 1:
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

    # ---- goods

    def money(self, more: i64) -> float:
        """What more yuan are worth, or fewer: less than nothing if they will be missing."""
        value = (self.savings(self.yuan + more) - self.savings(self.yuan)) * self.share + COIN_POINTS * float(more)
        return value + self.lost - self.losses(self.yuan + more, self.rice, self.fed)

    def savings(self, yuan: i64) -> float:
        """What so many yuan are worth while the whole year is ahead."""
        return SAVING * min(PURSE, float(yuan))

    def food(self, more: i64) -> float:
        """What more rice is worth."""
        return STOCK * float(more) + self.lost - self.losses(self.yuan, self.rice + more, self.fed)

    def display(self, more: i64) -> float:
        """What more fireworks would bring."""
        position = self.position
        most: i64 = 0
        next_most: i64 = 0
        for other in range(position.players):
            if other != self.seat:
                fireworks = position.goods_of(other, FIREWORKS)
                if fireworks > most:
                    next_most = most
                    most = fireworks
                elif next_most < fireworks < most:
                    next_most = fireworks
        own = self.fireworks
        before = self.fame(own, most, next_most)
        after = self.fame(own + more, most, next_most)
        weight = 1.0
        for place in range(self.first, self.months):
            if position.event_row[place] == FESTIVAL:
                return (after - before) * weight + STOCK * float(more)
            weight *= RIVALRY
        return STOCK * float(more)

    def fame(self, own: i64, most: i64, next_most: i64) -> float:
        """What the festival would bring, with so many fireworks among those of the others."""
        if own >= most:
            return float(festival_points(self.position, own, own, most))
        return float(festival_points(self.position, own, most, next_most))

    def rooms(self, more: i64) -> float:
        """What more floors would be worth."""
        value = 0.0
        weight = 1.0
        for floor in range(self.free + more):
            if floor >= self.persons_to_come:
                break
            if floor >= self.free:
                value += ROOM * weight
            weight *= FORESIGHT
        if self.empty == 0 and self.persons_to_come > 0:
            value += self.new_palace()
        return value

    def new_palace(self) -> float:
        return PALACE_POINTS * float(self.left) - FEEDING * self.droughts

    def advance(self, spaces: i64) -> float:
        """What it is worth to go ahead on the track, among those who are near."""
        track = self.position.track
        own = track[self.seat]
        gained = 0.0
        for other in range(self.position.players):
            if other != self.seat:
                ahead = float(own - track[other])
                gained += max(-REACH, min(REACH, ahead + float(spaces))) - max(-REACH, min(REACH, ahead))
        return 0.5 * ORDER * self.share * gained / REACH

    def privilege_months(self) -> i64:
        """How often a privilege bought now will score."""
        position = self.position
        box = position.tables.box
        if position.super_event == ASSASSINATION and position.month <= box.super_month:
            return box.super_month - position.month
        return self.left
