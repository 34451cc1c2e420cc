"""In the Year of the Dragon: the appeal of moves, quickly judged.

An appeal is what a move seems to be worth to the seat to move, in points. Those of one decision can be compared; some
leave out what is the same for all of them.
"""

from __future__ import annotations

from tianxia.engine.bitsets import first_of
from tianxia.engine.native import i64
from tianxia.games.year_of_the_dragon.evaluation.outlook import (
    DECAY,
    HEIGHT,
    LATER,
    LOSS,
    STOCK,
    TILE_OF_WALL,
)
from tianxia.games.year_of_the_dragon.evaluation.person_values import FLOORS_OF_MONK, WILD_CARD, Services
from tianxia.games.year_of_the_dragon.rules.choices import (
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
from tianxia.games.year_of_the_dragon.rules.court import monk_points
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition, card_of, gift_of
from tianxia.games.year_of_the_dragon.rules.state import (
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
from tianxia.games.year_of_the_dragon.rules.super_events import privilege_months_left
from tianxia.games.year_of_the_dragon.rules.tables import (
    AGES,
    BUDDHAS,
    CARDS,
    FIREWORKS,
    FLOORS,
    GIFTS_OF_KINDS,
    GIFTS_OF_TILES,
    KINDS,
    MONK_POINTS,
    NO_GIFT,
    POINTS,
    RICE,
    SPACES,
    WILD,
    YOUNG,
    YUAN,
)


class Appeals(Services):
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
            return self.money(position.yuan_to_fill_up(self.seat))
        price = position.price_of(card_of(choice))
        gift: i64 = NO_GIFT
        amount: i64 = 0
        value = 0.0
        if choice < SMALL_PRIVILEGE:
            gift = gift_of(choice)
            amount = position.action_amount(self.seat, choice)
        elif choice < FIRST_WALL_TILE:
            size = choice - SMALL_PRIVILEGE
            price += position.privilege_price(size)
            value = float(box.privilege_dragons[size] * privilege_months_left(position))
        else:
            tile = choice - FIRST_WALL_TILE
            gift = GIFTS_OF_TILES[tile]
            amount = box.wall_amounts[tile]
            value = TILE_OF_WALL * (1.0 + self.mongols)
        if gift == YUAN:  # what counts is how much money there will be when the price is paid
            price -= amount
        else:
            value += self.appeal_of_gift(gift, amount)
        if price == 0:
            return value
        return value + self.money(-price)

    def appeal_of_gift(self, gift: i64, amount: i64) -> float:
        if gift == YUAN:
            return self.money(amount)
        if gift == RICE:
            return self.food(amount)
        if gift == FIREWORKS:
            return self.display(amount)
        if gift == FLOORS:
            return self.rooms(amount)
        if gift == SPACES:
            return self.advance(amount)
        if gift == POINTS:
            return float(amount)
        if gift == MONK_POINTS:
            return float(monk_points(amount, FLOORS_OF_MONK))
        return 0.0

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
            value = float(monk_points(position.tables.sort_symbols[sort], floors))
        elif position.hands[self.seat * CARDS + BUDDHAS]:
            value = -HEIGHT * float(floors)
        if position.rosters[slot] == 0:
            value += DECAY
            if position.falls_when_empty(slot):
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
        kind = action - CHARTER_KIND
        return self.appeal_of_gift(GIFTS_OF_KINDS[kind], position.symbols(self.seat, kind))

    def appeal_of_lost_floor(self, slot: i64) -> float:
        position = self.position
        value = -float(position.tables.symbols[position.rosters[slot] * KINDS + BUDDHAS])
        if position.room_in(slot) == 0:
            value -= LOSS
        if position.floors[slot] == 1:
            value -= float(self.left)
        return value
