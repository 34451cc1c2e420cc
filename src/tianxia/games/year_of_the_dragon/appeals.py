"""In the Year of the Dragon: the appeal of moves, quickly judged.

An appeal is what a move seems to be worth to the seat to move, in points. Those of one decision can be compared; some
leave out what is the same for all of them.
"""

from __future__ import annotations

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
from tianxia.games.year_of_the_dragon.outlook import DECAY, HEIGHT, LATER, LOSS, STOCK, TILE_OF_WALL, WILD_CARD, Outlook
from tianxia.games.year_of_the_dragon.rules import DragonPosition, card_of
from tianxia.games.year_of_the_dragon.state import (
    ACTING,
    BUILDING,
    DISCARDING,
    DRAFTING,
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
    BUDDHAS,
    BUILD,
    CARDS,
    COINS,
    FIREWORKS_DISPLAY,
    HAMMERS,
    HARVEST,
    HELMETS,
    KINDS,
    MORTARS,
    PARADE,
    RICE,
    ROCKETS,
    SACKS,
    TAXES,
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


class Appeals(Outlook):
    """How the moves of the seat to move look to it."""

    __slots__ = ()

    def __init__(self, position: DragonPosition) -> None:
        super().__init__(position, position.seat)

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
