"""In the Year of the Dragon: the six events of ruling 9.

`begin_event` carries one out, and asks for the releases. The forecasts that people see let it do so on a copy.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import i64
from tianxia.games.year_of_the_dragon.rules import court
from tianxia.games.year_of_the_dragon.rules.journal_notes import (
    CONTAGION_CAME,
    EVENT_CAME,
    FEWEST_HELMETS,
    FIREWORKS_LIT,
    FOR_FESTIVAL,
    FOR_MONGOLS,
    RICE_EATEN,
    TRIBUTE_PAID,
    TRIBUTE_SHORT,
)
from tianxia.games.year_of_the_dragon.rules.state import EVENT, NOTHING, RELEASING, STARVING, DragonState
from tianxia.games.year_of_the_dragon.rules.tables import (
    CONTAGION,
    DROUGHT,
    FESTIVAL,
    FIREWORKS,
    HELMETS,
    MONGOLS,
    MORTARS,
    RICE,
    TRIBUTE,
    YUAN,
)

NOBODY: Final = -1


def asked_by_event(position: DragonState) -> i64:
    """The decision of the seats in the event of this month, if there is one."""
    event = court.event(position)
    if event == DROUGHT:
        return STARVING
    if event in (TRIBUTE, MONGOLS, CONTAGION):
        return RELEASING
    return NOTHING


def begin_event(position: DragonState) -> None:
    """Begin the event of this month. Everything that is compared is counted before anything is taken."""
    event = court.event(position)
    court.note(position, EVENT_CAME, 0, event, 0 if position.part == EVENT else 1)
    for seat in position.order:
        position.dues[seat] = releases_in(position, event, seat)
    if event == TRIBUTE:
        collect_tribute(position)
    elif event == DROUGHT:
        feed_palaces(position)
    elif event == FESTIVAL:
        hold_festival(position)
    elif event == MONGOLS:
        fight_mongols(position)
    elif event == CONTAGION:
        for seat in position.order:
            if court.persons(position, seat):
                court.note(position, CONTAGION_CAME, seat, court.symbols(position, seat, MORTARS), position.dues[seat])


def collect_tribute(position: DragonState) -> None:
    for seat in position.order:
        paid = paid_in(position, TRIBUTE, seat)
        if paid < position.tables.box.tribute and not position.dues[seat]:
            court.note(position, TRIBUTE_SHORT, seat, paid)
        else:
            court.note(position, TRIBUTE_PAID, seat, paid, position.dues[seat])
        court.gain(position, seat, YUAN, -paid)


def feed_palaces(position: DragonState) -> None:
    for seat in position.order:
        paid = paid_in(position, DROUGHT, seat)
        if paid or position.dues[seat]:
            court.note(position, RICE_EATEN, seat, paid, position.dues[seat])
        court.gain(position, seat, RICE, -paid)


def fight_mongols(position: DragonState) -> None:
    for seat in position.order:
        helmets = court.symbols(position, seat, HELMETS)
        court.score(position, seat, helmets, FOR_MONGOLS)
        if position.dues[seat]:
            court.note(position, FEWEST_HELMETS, seat, helmets)


def hold_festival(position: DragonState) -> None:
    most, next_most = most_fireworks(position, NOBODY)
    for seat in position.order:
        own = court.goods_of(position, seat, FIREWORKS)
        points = festival_points(position, own, most, next_most)
        if points:
            court.score(position, seat, points, FOR_FESTIVAL)
            court.note(position, FIREWORKS_LIT, seat, half(own))
            court.gain(position, seat, FIREWORKS, -half(own))


def most_fireworks(position: DragonState, but_not: i64) -> tuple[i64, i64]:
    """The most fireworks of any seat but one (or NOBODY), and the next most; 0 if there are none."""
    most: i64 = 0
    next_most: i64 = 0
    for seat in range(position.players):
        own = court.goods_of(position, seat, FIREWORKS)
        if seat == but_not:
            continue
        if own > most:
            next_most = most
            most = own
        elif next_most < own < most:
            next_most = own
    return most, next_most


def festival_points(position: DragonState, own: i64, most: i64, next_most: i64) -> i64:
    """The points for `own` fireworks, given the most and the next most of all seats, or of all others."""
    if own == 0 or own < next_most:
        return 0
    return position.tables.box.festival[0 if own >= most else 1]


def half(fireworks: i64) -> i64:
    """The fireworks that a seat returns after scoring at the festival: half of them, rounded up."""
    return fireworks - fireworks // 2


# ---- what an event means for a seat, from things as they are


def paid_in(position: DragonState, event: i64, seat: i64) -> i64:
    """The yuan or rice that an event takes from a seat."""
    if event == TRIBUTE:
        return position.tables.box.tribute - missing_yuan(position, court.goods_of(position, seat, YUAN))
    if event == DROUGHT:
        palaces = inhabited(position, seat)
        return palaces - missing_rice(palaces, court.goods_of(position, seat, RICE))
    return 0


def releases_in(position: DragonState, event: i64, seat: i64) -> i64:
    """The number of persons that a seat loses in an event, at most all of its persons."""
    wanted: i64 = 0
    if event == TRIBUTE:
        wanted = missing_yuan(position, court.goods_of(position, seat, YUAN))
    elif event == DROUGHT:
        wanted = missing_rice(inhabited(position, seat), court.goods_of(position, seat, RICE))
    elif event == CONTAGION:
        wanted = missing_mortars(position, court.symbols(position, seat, MORTARS))
    elif event == MONGOLS and court.symbols(position, seat, HELMETS) <= fewest_helmets(position, seat):
        wanted = 1
    if wanted == 0:
        return 0
    return min(wanted, court.persons(position, seat))


# ---- what is missing in an event: the number of persons to release


def missing_yuan(position: DragonState, yuan: i64) -> i64:
    """The yuan that are missing for the tribute, with `yuan` yuan."""
    return shortage(position.tables.box.tribute, yuan)


def missing_rice(palaces: i64, rice: i64) -> i64:
    """The rice that is missing in a drought, with `palaces` palaces to feed and `rice` rice."""
    return shortage(palaces, rice)


def missing_mortars(position: DragonState, mortars: i64) -> i64:
    """The mortars that are missing in a contagion, with `mortars` mortars."""
    return shortage(position.tables.box.contagion, mortars)


def shortage(wanted: i64, there: i64) -> i64:
    if there < wanted:
        return wanted - there
    return 0


def fewest_helmets(position: DragonState, but_not: i64) -> i64:
    """The fewest helmets of all seats but one: that one has fewest if it has no more. Empty courts count, too."""
    found: i64 = -1
    for seat in range(position.players):
        helmets = court.symbols(position, seat, HELMETS)
        if seat != but_not and (found < 0 or helmets < found):
            found = helmets
    return found


def inhabited(position: DragonState, seat: i64) -> i64:
    """The number of palaces of a seat that have persons."""
    found: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        if position.rosters[slot]:
            found += 1
    return found
