"""In the Year of the Dragon: the expansion of the Super Events (ruling 15).

`begin_super_event` carries out what needs no decision and tells how often every seat decides; `things_to_choose` and
`choose` are the decisions that no other part of the game has.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT
from tianxia.engine.native import i64, vec
from tianxia.games.year_of_the_dragon.rules.court import DragonCourt
from tianxia.games.year_of_the_dragon.rules.events import asked_by_event, begin_event
from tianxia.games.year_of_the_dragon.rules.journal_notes import (
    CARD_DISCARDED,
    FLOOD_CAME,
    FLOOR_LOST,
    FOR_BUDDHA,
    FOR_CHARTER,
    FOR_LANTERNFEST,
    GOOD_RETURNED,
    KIND_NAMED,
    MARKERS_BACK,
    PRIVILEGES_LOST,
    SUPER_EVENT_CAME,
)
from tianxia.games.year_of_the_dragon.rules.state import (
    CROWDED,
    DISCARDING,
    LOSING,
    NAMING,
    NOTHING,
    RETURNING,
    RISING,
)
from tianxia.games.year_of_the_dragon.rules.tables import (
    AGES,
    ASSASSINATION,
    BUDDHA,
    CARDS,
    CHARTER,
    EARTHQUAKE,
    ECLIPSE,
    ERUPTION,
    FLOOD,
    GIFTS_OF_KINDS,
    GOODS,
    LANTERNFEST,
    SIZES,
    SUNRISE,
    TORNADO,
    YOUNG,
)

FLOORS_LOST: Final = 2  # in an earthquake
CARDS_LOST: Final = 2  # in a tornado


def asked_by_super_event(position: DragonCourt) -> i64:
    """What the seats decide in the super event, if anything."""
    if position.super_event == EARTHQUAKE:
        return LOSING
    if position.super_event == FLOOD:
        return RETURNING
    if position.super_event == ECLIPSE:
        return asked_by_event(position)
    if position.super_event == TORNADO:
        return DISCARDING
    if position.super_event == SUNRISE:
        return RISING
    if position.super_event == CHARTER:
        return NAMING
    return NOTHING


def begin_super_event(position: DragonCourt) -> None:
    super_event = position.super_event
    position.note(SUPER_EVENT_CAME, 0, super_event)
    if super_event == LANTERNFEST:
        for seat in position.order:
            position.score(seat, position.persons(seat) * position.tables.box.per_person, FOR_LANTERNFEST)
    elif super_event == BUDDHA:
        for seat in position.order:
            position.score_monks(seat, FOR_BUDDHA)
    elif super_event == ECLIPSE:
        begin_event(position)
    elif super_event == ERUPTION:
        position.track = vec[i64]([0 for _ in range(position.players)])
        position.note(MARKERS_BACK, 0)
    elif super_event == ASSASSINATION:
        lose_privileges(position)
    else:
        for seat in position.order:
            position.dues[seat] = times_asked(position, seat)
            if super_event == FLOOD and position.dues[seat]:
                position.note(FLOOD_CAME, seat, all_goods(position, seat), position.dues[seat])


def times_asked(position: DragonCourt, seat: i64) -> i64:
    """How often a seat decides in the super event, where every seat decides something."""
    if position.super_event == EARTHQUAKE:
        return min(FLOORS_LOST, all_floors(position, seat))
    if position.super_event == FLOOD:
        return all_goods(position, seat) // 2
    if position.super_event == TORNADO:
        return min(CARDS_LOST, position.cards_in_hand(seat))
    if position.super_event == SUNRISE:
        return 1
    return min(1, position.persons(seat))


def privilege_months_left(position: DragonCourt) -> i64:
    """How often a privilege bought in this month's action phase will score: an assassination takes it away."""
    super_month = position.tables.box.super_month
    if position.super_event == ASSASSINATION and position.month <= super_month:
        return super_month - position.month
    return position.scorings_left()


def lose_privileges(position: DragonCourt) -> None:
    for seat in position.order:
        if position.privilege_dragons(seat):
            position.note(PRIVILEGES_LOST, seat, position.privilege_dragons(seat))
    position.privileges = vec[i64]([0 for _ in range(position.players * SIZES)])


def all_floors(position: DragonCourt, seat: i64) -> i64:
    """The floors of all palaces of a seat."""
    found: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        found += position.floors[slot]
    return found


def all_goods(position: DragonCourt, seat: i64) -> i64:
    """The yuan, rice and fireworks of a seat together."""
    found: i64 = 0
    for good in range(GOODS):
        found += position.goods_of(seat, good)
    return found


# ---- what a seat may choose, and what comes of it


def things_to_choose(position: DragonCourt) -> i64:
    """The set of things of which the seat to move names one: cards, goods or kinds of persons."""
    seat = position.seat
    found: i64 = 0
    if position.phase == DISCARDING:
        return position.cards_to_play(seat)
    if position.phase == RETURNING:
        for good in range(GOODS):
            if position.goods_of(seat, good):
                found |= BIT[good]
        return found
    if position.phase == RISING:
        return position.young_left() & ~position.risen
    return position.kinds_at(seat)


def choose(position: DragonCourt, thing: i64) -> None:
    """The seat to move has named one of them."""
    seat = position.seat
    if position.phase == DISCARDING:
        position.hands[seat * CARDS + thing] -= 1
        position.note(CARD_DISCARDED, seat, thing)
    elif position.phase == RETURNING:
        position.gain(seat, thing, -1)
        position.note(GOOD_RETURNED, seat, thing)
    elif position.phase == RISING:
        position.risen |= BIT[thing]
        position.take_tile(thing * AGES + YOUNG)
    else:
        use_charter(position, seat, thing)


def use_charter(position: DragonCourt, seat: i64, kind: i64) -> None:
    """The persons of a kind give what they show."""
    shown = position.symbols(seat, kind)
    position.note(KIND_NAMED, seat, kind, shown)
    position.give(seat, GIFTS_OF_KINDS[kind], shown, FOR_CHARTER)


def lose_floor(position: DragonCourt, slot: i64) -> None:
    """Earthquake: after the last floor, those persons leave who have no room any more."""
    seat = position.seat
    position.floors[slot] -= 1
    position.note(FLOOR_LOST, seat, position.numbers[slot], position.floors[slot])
    position.clear_ruins(seat)
    if position.left == 1 and crowd(position, seat):
        position.left += crowd(position, seat)
        position.phase = CROWDED


def crowd(position: DragonCourt, seat: i64) -> i64:
    """The persons of a seat for whom there is no floor."""
    found: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        found += max(0, -position.room_in(slot))
    return found
