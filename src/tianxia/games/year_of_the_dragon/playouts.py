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
WHIM: Final = 1.0  # how far appeals of playouts are off, at most


MANY: Final = 1000


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
            self.rival_helmets = MANY
            for other in range(position.players):
                if other != self.seat:
                    self.rival_helmets = min(self.rival_helmets, position.symbols(other, HELMETS))
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
            return self.money(max(0, box.yuan_refill - self.yuan))
        card = card_of(choice)
        price = position.price_of(card)
        if choice == TAXES:
            return self.money(position.action_amount(self.seat, TAXES) - price)
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
        return value + self.money(-price)

    def gain_of(self, card: i64, amount: i64) -> float:
        if card == BUILD:
            return self.rooms(amount)
        if card == HARVEST:
            return self.food(amount)
        if card == FIREWORKS_DISPLAY:
            return self.display(amount)
        if card == PARADE:
            return self.advance(amount)
        return float(amount)

    def gain_of_wall(self, tile: i64, amount: i64) -> float:
        value = TILE_OF_WALL * (1.0 + self.mongols)
        if tile == WALL_RICE:
            return value + self.food(amount)
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
        """With room, what is urgent; without, what would be lost least."""
        sorts = self.position.sorts_left(card)
        appeal = 0.0
        later = 0.0
        while sorts:
            sort = first_of(sorts)
            sorts &= sorts - 1
            if self.free:
                appeal = max(appeal, self.haste(sort))
            else:
                later = max(later, self.promise(sort))
        if not self.free:
            appeal = max(0.0, later - self.least_attachment()) - LATER * later
        if card == WILD:
            appeal -= WILD_CARD
        return appeal

    def least_attachment(self) -> float:
        """What the person is worth whom the seat would miss least."""
        position = self.position
        least = float(MANY)
        for slot in range(position.first_slot[self.seat], position.first_slot[self.seat + 1]):
            sorts = position.tables.rosters.members[position.rosters[slot]]
            while sorts:
                least = min(least, self.attachment(slot, first_of(sorts)))
                sorts &= sorts - 1
        return least

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
            value -= self.losses(self.yuan, self.rice, self.fed + 1) - self.lost
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
                return self.money(-1)
            if good == RICE:
                return self.food(-1)
            return -STOCK - self.festivals
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
            return self.money(shown)
        if kind == SACKS:
            return self.food(shown)
        if kind == ROCKETS:
            return self.display(shown)
        if kind == HELMETS:
            return self.advance(shown)
        if kind == MORTARS:
            return 0.0
        if kind == BUDDHAS:
            return float(2 * shown)
        return float(shown)
