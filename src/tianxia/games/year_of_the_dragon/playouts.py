"""In the Year of the Dragon: a quick judgement of moves, by what the year still brings.

An *appeal* is what a move seems to be worth to a seat, in points; appeals of one decision can be compared, others not.
The numbers below were found by playing: see docs/strength.md.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import i64
from tianxia.engine.sets import first_of
from tianxia.games.year_of_the_dragon.choices import (
    ACT,
    CARD,
    CHARTER_KIND,
    DISCARD,
    DISMISS,
    DRAFT_KIND,
    FIRST_WALL_TILE,
    FLOOR,
    FLOOR_NEW,
    LOSE,
    MONEY,
    PALACE,
    RETURN,
    SMALL_PRIVILEGE,
    SUNRISE_KIND,
    TAKE,
    palace_named,
)
from tianxia.games.year_of_the_dragon.events import festival_points
from tianxia.games.year_of_the_dragon.rules import DragonPosition, card_of
from tianxia.games.year_of_the_dragon.state import (
    ACTING,
    BUILDING,
    DISCARDING,
    DRAFT,
    DRAFTING,
    END_OF_MONTH,
    EVENT,
    LOSING,
    PLACING,
    PLAYING_CARD,
    REPLACING,
    RETURNING,
    RISING,
    TAKING,
)
from tianxia.games.year_of_the_dragon.tables import (
    AGES,
    ASSASSINATION,
    BOOKS,
    BUDDHAS,
    BUILD,
    CARDS,
    COINS,
    CONTAGION,
    DRAGONS,
    DROUGHT,
    FESTIVAL,
    FIREWORKS,
    FIREWORKS_DISPLAY,
    HAMMERS,
    HARVEST,
    HELMETS,
    KINDS,
    MONGOLS,
    MORTARS,
    PARADE,
    RICE,
    ROCKETS,
    SACKS,
    TAXES,
    TRIBUTE,
    WALL_FIREWORKS,
    WALL_FLOOR,
    WALL_POINTS,
    WALL_RICE,
    WALL_TRACK,
    WALL_YUAN,
    WILD,
    YOUNG,
    YUAN,
)

# What things are worth, in points.
LOSS: Final = 3.5  # a person that must be released
FORESIGHT: Final = 0.8  # how much an event counts, beside one that comes a month earlier
SPACE: Final = 0.35  # a space on the track, for the whole year
BOOK: Final = 0.25  # a symbol at a court, a month
COIN: Final = 0.2
HAMMER: Final = 0.4
PARADER: Final = 0.05
SACK: Final = 1.5  # a symbol, for an event to come
ROCKET: Final = 2.0
HELMET: Final = 1.2
DEFENCE: Final = 2.0  # not to have fewest helmets
HASTE: Final = 1.0  # how urgent a gain of a month is, beside what an event would take
ROOM: Final = 3.0  # a floor for somebody who would have none
PALACE_POINTS: Final = 0.8  # a new palace, a month
FEEDING: Final = 1.0  # a palace more, in a drought
HEIGHT: Final = 0.5  # a floor more where monks may live
DECAY: Final = 2.0  # a floor that decays
SAVING: Final = 0.8  # a yuan towards a privilege, if the year were all ahead
PURSE: Final = 7.0  # yuan that one may want to save
COIN_POINTS: Final = 0.3  # any other yuan
STOCK: Final = 0.5  # a rice or fireworks tile that is in nobody's way
RIVALRY: Final = 0.8  # points at a festival, a month before it
WILD_CARD: Final = 1.5  # a wild card kept
LATER: Final = 0.5  # what a card brings now, if it is kept for later
TILE_OF_WALL: Final = 1.0  # a tile in the wall, for each scoring to come
YET_TO_COME: Final = 3.0  # an action or a card that is not played yet
WHIM: Final = 1.0  # how far appeals of playouts are off, at most


class Outlook:
    """What lies ahead of one seat."""

    __slots__ = (
        "buddhas",
        "empty",
        "fed",
        "fireworks",
        "first",
        "free",
        "helmets",
        "left",
        "months",
        "mortars",
        "persons_to_come",
        "position",
        "rice",
        "seat",
        "yuan",
    )

    position: DragonPosition
    seat: i64
    months: i64  # of the year
    first: i64  # place in the row of the first event that has not come
    left: i64  # scorings of a month to come
    yuan: i64
    rice: i64
    fireworks: i64
    mortars: i64
    helmets: i64
    buddhas: i64  # scorings of monks to come
    fed: i64  # palaces with persons
    empty: i64  # palaces without
    free: i64  # rooms without a person
    persons_to_come: i64  # cards that will be played

    def __init__(self, position: DragonPosition, seat: i64) -> None:
        self.position = position
        self.seat = seat
        months = position.tables.box.months
        month = position.month
        self.months = months
        self.left = 0
        if position.part == DRAFT:
            self.first = 0
            self.left = months
        elif position.part < EVENT:
            self.first = month - 1
            self.left = months - month + 1
        else:
            self.first = month
            if position.part < END_OF_MONTH:
                self.left = months - month + 1
        self.yuan = position.goods_of(seat, YUAN)
        self.rice = position.goods_of(seat, RICE)
        self.fireworks = position.goods_of(seat, FIREWORKS)
        self.look_at_court()
        self.persons_to_come = min(position.cards_in_hand(seat), self.left - 1)

    def look_at_court(self) -> None:
        position = self.position
        symbols = position.tables.symbols
        sizes = position.tables.rosters.sizes
        self.mortars = 0
        self.helmets = 0
        self.fed = 0
        self.empty = 0
        self.free = 0
        for slot in range(position.first_slot[self.seat], position.first_slot[self.seat + 1]):
            roster = position.rosters[slot]
            self.free += position.floors[slot] - sizes[roster]
            if roster:
                self.fed += 1
                self.mortars += symbols[roster * KINDS + MORTARS]
                self.helmets += symbols[roster * KINDS + HELMETS]
            else:
                self.empty += 1

    # ---- the year

    def forecast(self) -> float:
        """The points that the seat can expect to have in the end."""
        position = self.position
        seat = self.seat
        value = float(position.points[seat] + position.lasting_palaces(seat) * self.left)
        value += float(position.privilege_dragons(seat) * self.privilege_months())
        for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
            for sort in position.tables.rosters.content(position.rosters[slot]):
                value += self.esteem(slot, sort)
        value += self.money(self.yuan) + self.food(self.rice) + self.display(0) + STOCK * float(self.fireworks)
        return value + YET_TO_COME * float(self.left + self.persons_to_come)

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

    def coming(self, event: i64, delay: i64) -> float:
        """How much of an event is to come: the sooner, the more. In a `delay` of months nothing can be done for it."""
        row = self.position.event_row
        found = 0.0
        weight = 1.0
        for place in range(self.first + delay, self.months):
            if row[place] == event:
                found += weight
            weight *= FORESIGHT
        return found

    def share(self) -> float:
        """The part of the year that is left."""
        return float(self.left) / float(self.months)

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
            return self.healing(self.mortars - own, symbols) * LOSS * self.coming(CONTAGION, 0)
        if kind == SACKS:
            return shown * SACK * self.coming(DROUGHT, 1)
        if kind == ROCKETS:
            return shown * ROCKET * self.coming(FESTIVAL, 1)
        if kind == HELMETS:
            value = shown * left * PARADER + shown * HELMET * self.coming(MONGOLS, 0)
            if self.has_fewest(self.helmets - own) and not self.has_fewest(self.helmets - own + symbols):
                value += DEFENCE * self.coming(MONGOLS, 0)
            return value
        return 0.0

    def healing(self, mortars: i64, more: i64) -> float:
        """How many persons more are saved in a contagion."""
        need = self.position.tables.box.contagion
        return float(min(need, mortars + more) - min(need, mortars))

    def has_fewest(self, helmets: i64) -> bool:
        position = self.position
        for other in range(position.players):
            if other != self.seat and position.symbols(other, HELMETS) < helmets:
                return False
        return True

    def promise(self, sort: i64) -> float:
        """What a person would be worth who joins now."""
        value = self.service(sort, 0) + float(self.position.tables.box.per_person)
        if sort // AGES == BUDDHAS:
            value += float(self.position.tables.sort_symbols[sort] * self.tallest())
        return value + SPACE * self.share() * float(self.position.tables.values[sort])

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
        space = SPACE * self.share() * float(self.position.tables.values[sort]) * 0.2
        if kind in (DRAGONS, BOOKS, COINS, HAMMERS):
            return HASTE * service / float(self.left) + space
        return service * (1.0 - FORESIGHT) + self.due(kind, sort) + space

    def due(self, kind: i64, sort: i64) -> float:
        """More for those whom the event of this month, or the action of the next, asks for."""
        row = self.position.event_row
        if self.first >= self.months:
            return 0.0
        event = row[self.first]
        if (kind == MORTARS and event == CONTAGION) or (kind == HELMETS and event == MONGOLS):
            return self.service(sort, 0) * FORESIGHT
        if self.first + 1 < self.months:
            event = row[self.first + 1]
            if (kind == SACKS and event == DROUGHT) or (kind == ROCKETS and event == FESTIVAL):
                return self.service(sort, 0) * FORESIGHT
        return 0.0

    def esteem(self, slot: i64, sort: i64) -> float:
        """What a person of the seat is worth where it lives."""
        position = self.position
        symbols = position.tables.sort_symbols[sort]
        value = self.service(sort, symbols) + float(position.tables.box.per_person)
        if sort // AGES == BUDDHAS:
            value += float(symbols * position.floors[slot])
        return value

    def attachment(self, slot: i64, sort: i64) -> float:
        """The same, with what becomes of the palace."""
        position = self.position
        value = self.esteem(slot, sort)
        if position.persons_in(slot) == 1:
            value += DECAY
            if position.floors[slot] == 1:
                value += float(self.left)
            value -= self.losses(self.yuan, self.rice, self.fed) - self.losses(self.yuan, self.rice, self.fed - 1)
        return value

    # ---- goods

    def money(self, yuan: i64) -> float:
        """What so many yuan are worth, with what tributes will cost without them."""
        saved = float(yuan)
        if saved > PURSE:
            saved = PURSE
        return saved * SAVING * self.share() + COIN_POINTS * float(yuan) - self.losses(yuan, self.rice, self.fed)

    def food(self, rice: i64) -> float:
        return STOCK * float(rice) - self.losses(self.yuan, rice, self.fed)

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
        return PALACE_POINTS * float(self.left) - FEEDING * self.coming(DROUGHT, 0)

    def advance(self, spaces: i64) -> float:
        """What it is worth to go ahead on the track."""
        return SPACE * self.share() * float(spaces)

    # ---- the appeal of a move

    def appeal(self, action: i64) -> float:
        phase = self.position.phase
        if phase == ACTING:
            return self.appeal_of_action(action - ACT)
        if phase == PLAYING_CARD:
            return self.appeal_of_card(action - CARD)
        if phase == PLACING:
            return self.appeal_of_palace(self.position.first_slot[self.seat] + action - PALACE)
        if phase == BUILDING:
            return self.appeal_of_floor(action)
        if phase == TAKING:
            return self.promise(action - TAKE)
        if phase >= REPLACING:
            return self.appeal_of_farewell(action)
        if phase == DRAFTING:
            return self.promise((action - DRAFT_KIND) * AGES + YOUNG)
        if phase == RISING:
            return self.promise((action - SUNRISE_KIND) * AGES + YOUNG)
        return self.appeal_in_super_event(action)

    def appeal_of_action(self, choice: i64) -> float:
        position = self.position
        box = position.tables.box
        if choice == MONEY:
            return self.money(max(self.yuan, box.yuan_refill)) - self.money(self.yuan)
        card = card_of(choice)
        price = position.price_of(card)
        if choice == TAXES:
            return self.money(self.yuan - price + position.action_amount(self.seat, TAXES)) - self.money(self.yuan)
        value = 0.0
        if choice < SMALL_PRIVILEGE:
            value = self.gain_of(choice, position.action_amount(self.seat, choice))
        elif choice < FIRST_WALL_TILE:
            size = choice - SMALL_PRIVILEGE
            price += position.privilege_price(size)
            value = float(box.privilege_dragons[size] * self.privilege_months())
        else:
            tile = choice - FIRST_WALL_TILE
            if tile == WALL_YUAN:
                price -= box.wall_amounts[tile]
            value = self.gain_of_wall(tile, box.wall_amounts[tile])
        if price == 0:
            return value
        return value + self.money(self.yuan - price) - self.money(self.yuan)

    def gain_of(self, card: i64, amount: i64) -> float:
        if card == BUILD:
            return self.rooms(amount)
        if card == HARVEST:
            return self.food(self.rice + amount) - self.food(self.rice)
        if card == FIREWORKS_DISPLAY:
            return self.display(amount)
        if card == PARADE:
            return self.advance(amount)
        return float(amount)

    def gain_of_wall(self, tile: i64, amount: i64) -> float:
        value = TILE_OF_WALL * (1.0 + self.coming(MONGOLS, 0))
        if tile == WALL_RICE:
            return value + self.food(self.rice + amount) - self.food(self.rice)
        if tile == WALL_FIREWORKS:
            return value + self.display(amount)
        if tile == WALL_FLOOR:
            return value + self.rooms(amount)
        if tile == WALL_TRACK:
            return value + self.advance(amount)
        if tile == WALL_POINTS:
            return value + float(amount)
        return value

    def privilege_months(self) -> i64:
        """How often a privilege bought now will score."""
        position = self.position
        box = position.tables.box
        if position.super_event == ASSASSINATION and position.month <= box.super_month:
            return box.super_month - position.month
        return self.left

    def appeal_of_card(self, card: i64) -> float:
        position = self.position
        sorts = position.sorts_left(card)
        best = 0.0
        later = 0.0
        while sorts:
            sort = first_of(sorts)
            sorts &= sorts - 1
            value = self.haste(sort) if self.free else 0.0
            best = max(best, value)
            later = max(later, self.promise(sort))
        if not self.free:
            best = -LATER * later
        if card == WILD:
            best -= WILD_CARD
        return best

    def appeal_of_palace(self, slot: i64) -> float:
        position = self.position
        floors = position.floors[slot]
        sort = position.held
        value = 0.0
        if sort // AGES == BUDDHAS:
            value = float(position.tables.sort_symbols[sort] * floors)
        elif position.hands[self.seat * CARDS + BUDDHAS]:
            value = -HEIGHT * float(floors)
        if position.rosters[slot] == 0:
            value += DECAY
            if floors == 1:
                value += float(self.left)
            value -= self.losses(self.yuan, self.rice, self.fed + 1) - self.losses(self.yuan, self.rice, self.fed)
        return value

    def appeal_of_floor(self, action: i64) -> float:
        position = self.position
        if action == FLOOR_NEW:
            if self.empty == 0 and self.persons_to_come > 0:
                return self.new_palace()
            return 0.0
        slot = position.first_slot[self.seat] + action - FLOOR
        value = float(position.tables.symbols[position.rosters[slot] * KINDS + BUDDHAS])
        if position.hands[self.seat * CARDS + BUDDHAS]:
            value += HEIGHT * float(position.floors[slot])
        if position.rosters[slot] == 0:
            value += DECAY
        return value

    def appeal_of_farewell(self, action: i64) -> float:
        if action == DISMISS:
            return -self.promise(self.position.held)
        _, place, sort = palace_named(action)
        return -self.attachment(self.position.first_slot[self.seat] + place, sort)

    def appeal_in_super_event(self, action: i64) -> float:
        position = self.position
        phase = position.phase
        if phase == DISCARDING:
            return -self.card_later(action - DISCARD)
        if phase == RETURNING:
            good = action - RETURN
            if good == YUAN:
                return self.money(self.yuan - 1) - self.money(self.yuan)
            if good == RICE:
                return self.food(self.rice - 1) - self.food(self.rice)
            return -STOCK - self.coming(FESTIVAL, 0)
        if phase == LOSING:
            return self.appeal_of_lost_floor(position.first_slot[self.seat] + action - LOSE)
        return self.appeal_of_charter(action - CHARTER_KIND)

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

    def appeal_of_lost_floor(self, slot: i64) -> float:
        position = self.position
        value = -float(position.tables.symbols[position.rosters[slot] * KINDS + BUDDHAS])
        if position.persons_in(slot) == position.floors[slot]:
            value -= LOSS
        if position.floors[slot] == 1:
            value -= float(self.left)
        return value

    def appeal_of_charter(self, kind: i64) -> float:
        position = self.position
        shown = position.symbols(self.seat, kind)
        if kind == HAMMERS:
            return self.rooms(shown)
        if kind == COINS:
            return self.money(self.yuan + shown) - self.money(self.yuan)
        if kind == SACKS:
            return self.food(self.rice + shown) - self.food(self.rice)
        if kind == ROCKETS:
            return self.display(shown)
        if kind == HELMETS:
            return self.advance(shown)
        if kind == MORTARS:
            return 0.0
        if kind == BUDDHAS:
            return float(2 * shown)
        return float(shown)
