"""In the Year of the Dragon: quick estimates of the values of moves, from the outlook of the seat to move (`outlook`).

Values are in points, and comparable within one decision: what is equal for all its moves may be left out.
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
    Outlook,
)
from tianxia.games.year_of_the_dragon.evaluation.person_values import (
    FLOORS_OF_MONK,
    WILD_CARD,
    attachment,
    card_later,
    haste,
    least_attachment,
    promise,
)
from tianxia.games.year_of_the_dragon.rules import choices, court
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
from tianxia.games.year_of_the_dragon.rules.position import card_of, gift_of
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


def move_value(outlook: Outlook, action: i64) -> float:
    phase = outlook.position.phase
    if phase == ACTING:
        return value_of_action(outlook, action - ACT)
    if phase == PLAYING_CARD:
        return value_of_card(outlook, action - CARD)
    if phase == PLACING:
        return value_of_palace(outlook, outlook.position.first_slot[outlook.seat] + action - PALACE)
    if phase == BUILDING:
        return value_of_floor(outlook, action)
    if phase == TAKING:
        return promise(outlook, action - TAKE)
    if phase >= REPLACING:
        return value_of_release(outlook, action)
    if phase == DRAFTING:
        return promise(outlook, (action - DRAFT_KIND) * AGES + YOUNG)
    if phase == RISING:
        return promise(outlook, (action - SUNRISE_KIND) * AGES + YOUNG)
    return value_in_super_event(outlook, action)


def value_of_action(outlook: Outlook, choice: i64) -> float:
    position = outlook.position
    box = position.tables.box
    if choice == MONEY:
        return outlook.money(position.yuan_to_fill_up(outlook.seat))
    price = choices.price_of(position, card_of(choice))
    gift: i64 = NO_GIFT
    amount: i64 = 0
    value = 0.0
    if choice < SMALL_PRIVILEGE:
        gift = gift_of(choice)
        amount = position.action_amount(outlook.seat, choice)
    elif choice < FIRST_WALL_TILE:
        size = choice - SMALL_PRIVILEGE
        price += court.privilege_price(position, size)
        value = float(box.privilege_dragons[size] * privilege_months_left(position))
    else:
        tile = choice - FIRST_WALL_TILE
        gift = GIFTS_OF_TILES[tile]
        amount = box.wall_amounts[tile]
        value = TILE_OF_WALL * (1.0 + outlook.mongols)
    if gift == YUAN:  # what counts is how much money there will be when the price is paid
        price -= amount
    else:
        value += value_of_gift(outlook, gift, amount)
    if price == 0:
        return value
    return value + outlook.money(-price)


def value_of_gift(outlook: Outlook, gift: i64, amount: i64) -> float:
    if gift == YUAN:
        return outlook.money(amount)
    if gift == RICE:
        return outlook.food(amount)
    if gift == FIREWORKS:
        return outlook.display(amount)
    if gift == FLOORS:
        return outlook.rooms(amount)
    if gift == SPACES:
        return outlook.advance(amount)
    if gift == POINTS:
        return float(amount)
    if gift == MONK_POINTS:
        return float(monk_points(amount, FLOORS_OF_MONK))
    return 0.0


def value_of_card(outlook: Outlook, card: i64) -> float:
    """The value of a person card: with room, the urgency of the person; without, how little its release would lose."""
    sorts = court.sorts_left(outlook.position, card)
    value = 0.0
    later = 0.0
    while sorts:
        sort = first_of(sorts)
        sorts &= sorts - 1
        if outlook.free:
            value = max(value, haste(outlook, sort))
        else:
            later = max(later, promise(outlook, sort))
    if not outlook.free:
        value = max(0.0, later - least_attachment(outlook)) - LATER * later
    if card == WILD:
        value -= WILD_CARD
    return value


def value_of_palace(outlook: Outlook, slot: i64) -> float:
    position = outlook.position
    floors = position.floors[slot]
    sort = position.held
    value = 0.0
    if sort // AGES == BUDDHAS:
        value = float(monk_points(position.tables.sort_symbols[sort], floors))
    elif position.hands[outlook.seat * CARDS + BUDDHAS]:
        value = -HEIGHT * float(floors)
    if position.rosters[slot] == 0:
        value += DECAY
        if court.falls_when_empty(position, slot):
            value += float(outlook.left)
        value -= outlook.losses(outlook.yuan, outlook.rice, outlook.fed + 1) - outlook.lost
    return value


def value_of_floor(outlook: Outlook, action: i64) -> float:
    position = outlook.position
    if action == FLOOR_NEW:
        if outlook.empty == 0 and outlook.persons_to_come > 0:
            return outlook.new_palace()
        return 0.0
    slot = position.first_slot[outlook.seat] + action - FLOOR
    value = float(position.tables.symbols[position.rosters[slot] * KINDS + BUDDHAS])
    if position.hands[outlook.seat * CARDS + BUDDHAS]:
        value += HEIGHT * float(position.floors[slot])
    if position.rosters[slot] == 0:
        value += DECAY
    return value


def value_of_release(outlook: Outlook, action: i64) -> float:
    if action == DISMISS:
        return -promise(outlook, outlook.position.held)
    _, place, sort = palace_named(action)
    return -attachment(outlook, outlook.position.first_slot[outlook.seat] + place, sort)


def value_in_super_event(outlook: Outlook, action: i64) -> float:
    position = outlook.position
    phase = position.phase
    if phase == DISCARDING:
        return -card_later(outlook, action - DISCARD)
    if phase == RETURNING:
        good = action - RETURN
        if good == YUAN:
            return outlook.money(-1)
        if good == RICE:
            return outlook.food(-1)
        return -STOCK - outlook.festivals
    if phase == LOSING:
        return value_of_lost_floor(outlook, position.first_slot[outlook.seat] + action - LOSE)
    kind = action - CHARTER_KIND
    return value_of_gift(outlook, GIFTS_OF_KINDS[kind], court.symbols(position, outlook.seat, kind))


def value_of_lost_floor(outlook: Outlook, slot: i64) -> float:
    position = outlook.position
    value = -float(position.tables.symbols[position.rosters[slot] * KINDS + BUDDHAS])
    if court.room_in(position, slot) == 0:
        value -= LOSS
    if position.floors[slot] == 1:
        value -= float(outlook.left)
    return value
