"""In the Year of the Dragon: the six events of ruling 9.

`begin_event` carries one out, and asks for the releases. `points_in`, `paid_in` and `releases_in` tell what an event
would mean for a seat; people see that as a forecast.
"""

from __future__ import annotations

from tianxia.engine.native import i64
from tianxia.games.year_of_the_dragon.court import (
    CONTAGION_CAME,
    EVENT_CAME,
    FEWEST_HELMETS,
    FIREWORKS_LIT,
    FOR_FESTIVAL,
    FOR_MONGOLS,
    RICE_EATEN,
    TRIBUTE_PAID,
    DragonCourt,
)
from tianxia.games.year_of_the_dragon.state import EVENT, RELEASING, STARVING
from tianxia.games.year_of_the_dragon.tables import (
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


def begin_event(position: DragonCourt) -> None:
    """Let the event of this month come. What is compared is counted before anything is taken."""
    event = position.event()
    position.note(EVENT_CAME, 0, event, 0 if position.part == EVENT else 1)
    for seat in position.order:
        position.ask(seat, STARVING if event == DROUGHT else RELEASING, releases_in(position, event, seat))
    if event == TRIBUTE:
        collect(position, event, YUAN, TRIBUTE_PAID)
    elif event == DROUGHT:
        collect(position, event, RICE, RICE_EATEN)
    elif event == FESTIVAL:
        hold_festival(position)
    elif event == MONGOLS:
        fight_mongols(position)
    elif event == CONTAGION:
        for seat in position.order:
            if position.persons(seat):
                position.note(CONTAGION_CAME, seat, position.symbols(seat, MORTARS), position.dues[seat])


def collect(position: DragonCourt, event: i64, good: i64, happening: i64) -> None:
    """Take what every seat can pay."""
    for seat in position.order:
        paid = paid_in(position, event, seat)
        if event == TRIBUTE or paid or position.dues[seat]:
            position.note(happening, seat, paid, position.dues[seat])
        position.gain(seat, good, -paid)


def fight_mongols(position: DragonCourt) -> None:
    for seat in position.order:
        helmets = position.symbols(seat, HELMETS)
        position.score(seat, helmets, FOR_MONGOLS)
        if position.dues[seat]:
            position.note(FEWEST_HELMETS, seat, helmets)


def hold_festival(position: DragonCourt) -> None:
    most, next_most = most_fireworks(position)
    for seat in position.order:
        own = position.goods_of(seat, FIREWORKS)
        points = festival_points(position, own, most, next_most)
        if points:
            position.score(seat, points, FOR_FESTIVAL)
            position.note(FIREWORKS_LIT, seat, own - own // 2)
            position.gain(seat, FIREWORKS, own // 2 - own)


def most_fireworks(position: DragonCourt) -> tuple[i64, i64]:
    """The most that anybody has, and the next most; 0 where there are none."""
    most: i64 = 0
    next_most: i64 = 0
    for seat in range(position.players):
        own = position.goods_of(seat, FIREWORKS)
        if own > most:
            next_most = most
            most = own
        elif next_most < own < most:
            next_most = own
    return most, next_most


def festival_points(position: DragonCourt, own: i64, most: i64, next_most: i64) -> i64:
    if own == 0 or own < next_most:
        return 0
    return position.tables.box.festival[0 if own == most else 1]


# ---- what an event means for a seat, from things as they are


def points_in(position: DragonCourt, event: i64, seat: i64) -> i64:
    """What a seat scores in an event."""
    if event == MONGOLS:
        return position.symbols(seat, HELMETS)
    if event == FESTIVAL:
        most, next_most = most_fireworks(position)
        return festival_points(position, position.goods_of(seat, FIREWORKS), most, next_most)
    return 0


def paid_in(position: DragonCourt, event: i64, seat: i64) -> i64:
    """The yuan, rice or fireworks that an event takes from a seat."""
    if event == TRIBUTE:
        return min(position.goods_of(seat, YUAN), position.tables.box.tribute)
    if event == DROUGHT:
        return min(position.goods_of(seat, RICE), inhabited(position, seat))
    if event == FESTIVAL and points_in(position, event, seat):
        own = position.goods_of(seat, FIREWORKS)
        return own - own // 2
    return 0


def releases_in(position: DragonCourt, event: i64, seat: i64) -> i64:
    """How many persons an event takes from a seat: as many as it asks for, or all there are."""
    asked: i64 = 0
    if event == TRIBUTE:
        asked = position.tables.box.tribute - paid_in(position, event, seat)
    elif event == DROUGHT:
        asked = inhabited(position, seat) - paid_in(position, event, seat)
    elif event == CONTAGION:
        asked = position.tables.box.contagion - position.symbols(seat, MORTARS)
    elif event == MONGOLS and has_fewest_helmets(position, seat):
        asked = 1
    if asked <= 0:
        return 0
    return min(asked, position.persons(seat))


def has_fewest_helmets(position: DragonCourt, seat: i64) -> bool:
    """Whether nobody has fewer; a seat without persons counts too."""
    own = position.symbols(seat, HELMETS)
    return all(position.symbols(other, HELMETS) >= own for other in range(position.players))


def inhabited(position: DragonCourt, seat: i64) -> i64:
    """The palaces of a seat with persons."""
    found: i64 = 0
    for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
        if position.rosters[slot]:
            found += 1
    return found
