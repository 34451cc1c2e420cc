"""In the Year of the Dragon: the expansion of the Super Events (ruling 15).

`begin_super_event` carries out what needs no decision, and sets how often every seat decides; `things_to_choose` and
`choose` are the decisions that no other part of the game has.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT
from tianxia.engine.native import i64, vec
from tianxia.games.year_of_the_dragon.rules import court
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
    DragonState,
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


def asked_by_super_event(position: DragonState) -> i64:
    """The decision of the seats in the super event, if there is one."""
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


def begin_super_event(position: DragonState) -> None:
    super_event = position.super_event
    court.note(position, SUPER_EVENT_CAME, 0, super_event)
    if super_event == LANTERNFEST:
        for seat in position.order:
            court.score(position, seat, court.persons(position, seat) * position.tables.box.per_person, FOR_LANTERNFEST)
    elif super_event == BUDDHA:
        for seat in position.order:
            court.score_monks(position, seat, FOR_BUDDHA)
    elif super_event == ECLIPSE:
        begin_event(position)
    elif super_event == ERUPTION:
        position.track = vec[i64]([0 for _ in range(position.players)])
        court.note(position, MARKERS_BACK, 0)
    elif super_event == ASSASSINATION:
        lose_privileges(position)
    else:
        for seat in position.order:
            position.dues[seat] = times_asked(position, seat)
            if super_event == FLOOD and position.dues[seat]:
                court.note(position, FLOOD_CAME, seat, all_goods(position, seat), position.dues[seat])


def times_asked(position: DragonState, seat: i64) -> i64:
    """The number of decisions of a seat in a super event with decisions."""
    if position.super_event == EARTHQUAKE:
        return min(FLOORS_LOST, all_floors(position, seat))
    if position.super_event == FLOOD:
        return all_goods(position, seat) // 2
    if position.super_event == TORNADO:
        return min(CARDS_LOST, court.cards_in_hand(position, seat))
    if position.super_event == SUNRISE:
        return 1
    return min(1, court.persons(position, seat))


def privilege_months_left(position: DragonState) -> i64:
    """The number of months that a privilege bought in this month will score: an assassination takes it away."""
    super_month = position.tables.box.super_month
    if position.super_event == ASSASSINATION and position.month <= super_month:
        return super_month - position.month
    return court.scorings_left(position)


def lose_privileges(position: DragonState) -> None:
    for seat in position.order:
        if court.privilege_dragons(position, seat):
            court.note(position, PRIVILEGES_LOST, seat, court.privilege_dragons(position, seat))
    position.privileges = vec[i64]([0 for _ in range(position.players * SIZES)])


def all_floors(position: DragonState, seat: i64) -> i64:
    """The floors of all palaces of a seat."""
    found: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        found += position.floors[slot]
    return found


def all_goods(position: DragonState, seat: i64) -> i64:
    """The yuan, rice and fireworks of a seat together."""
    found: i64 = 0
    for good in range(GOODS):
        found += court.goods_of(position, seat, good)
    return found


# ---- what a seat may choose, and what comes of it


def things_to_choose(position: DragonState) -> i64:
    """The set of things of which the seat to move chooses one: cards, goods or kinds of persons."""
    seat = position.seat
    found: i64 = 0
    if position.phase == DISCARDING:
        return court.cards_to_play(position, seat)
    if position.phase == RETURNING:
        for good in range(GOODS):
            if court.goods_of(position, seat, good):
                found |= BIT[good]
        return found
    if position.phase == RISING:
        return court.young_left(position) & ~position.risen
    return court.kinds_at(position, seat)


def choose(position: DragonState, thing: i64) -> None:
    """Carry out the choice of a thing by the seat to move."""
    seat = position.seat
    if position.phase == DISCARDING:
        position.hands[seat * CARDS + thing] -= 1
        court.note(position, CARD_DISCARDED, seat, thing)
    elif position.phase == RETURNING:
        court.gain(position, seat, thing, -1)
        court.note(position, GOOD_RETURNED, seat, thing)
    elif position.phase == RISING:
        position.risen |= BIT[thing]
        court.take_tile(position, thing * AGES + YOUNG)
    else:
        use_charter(position, seat, thing)


def use_charter(position: DragonState, seat: i64, kind: i64) -> None:
    """Charter: the persons of a kind give the seat what they show."""
    shown = court.symbols(position, seat, kind)
    court.note(position, KIND_NAMED, seat, kind, shown)
    court.give(position, seat, GIFTS_OF_KINDS[kind], shown, FOR_CHARTER)


def lose_floor(position: DragonState, slot: i64) -> None:
    """Earthquake: remove a floor; after the last one, persons without room leave."""
    seat = position.seat
    position.floors[slot] -= 1
    court.note(position, FLOOR_LOST, seat, position.numbers[slot], position.floors[slot])
    court.clear_ruins(position, seat)
    if position.left == 1 and crowd(position, seat):
        position.left += crowd(position, seat)
        position.phase = CROWDED


def crowd(position: DragonState, seat: i64) -> i64:
    """The number of persons of a seat for whom there is no floor."""
    found: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        found += max(0, -court.room_in(position, slot))
    return found
