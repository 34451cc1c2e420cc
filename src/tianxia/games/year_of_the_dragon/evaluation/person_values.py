"""In the Year of the Dragon: the worth of persons to a seat, in points, from its outlook."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import first_of
from tianxia.engine.native import i64
from tianxia.games.year_of_the_dragon.evaluation.outlook import DECAY, FORESIGHT, LOSS, MANY, Outlook
from tianxia.games.year_of_the_dragon.rules import court
from tianxia.games.year_of_the_dragon.rules.court import monk_points
from tianxia.games.year_of_the_dragon.rules.events import fewest_helmets, missing_mortars
from tianxia.games.year_of_the_dragon.rules.tables import (
    AGES,
    BOOKS,
    BUDDHAS,
    COINS,
    CONTAGION,
    DRAGONS,
    DROUGHT,
    FESTIVAL,
    HAMMERS,
    HELMETS,
    MONGOLS,
    MORTARS,
    ROCKETS,
    SACKS,
    WILD,
)

# What persons are worth, in points; found by playing.
BOOK: Final = 0.05  # a symbol at a court, a month
COIN: Final = 0.09
HAMMER: Final = 0.54
PARADER: Final = 0.07
SACK: Final = 3.5  # a symbol, for an event to come
ROCKET: Final = 1.3
HELMET: Final = 2.0
DEFENCE: Final = 2.1  # not to have fewest helmets
HASTE: Final = 2.4  # how urgent a gain of a month is, beside what an event would take
WILD_CARD: Final = 3.1  # a wild card kept
SOONER: Final = 0.43  # how much of it is lost if one moves on the track a month later
FLOORS_OF_MONK: Final = 2  # of the palace where a monk may live


def is_next(outlook: Outlook, event: i64) -> bool:
    """Whether an event is the next to come."""
    return outlook.first < outlook.months and outlook.position.event_row[outlook.first] == event


def after_next(outlook: Outlook, event: i64, coming: float) -> float:
    """The weight of an event once the next event is over, from its weight `coming` now."""
    if is_next(outlook, event):
        coming -= 1.0
    return coming / FORESIGHT


def service_of(outlook: Outlook, sort: i64, own: i64) -> float:
    """The worth of a person's help from now on; `own` are its symbols if it is at the court already, else 0."""
    kind = sort // AGES
    symbols = outlook.position.tables.sort_symbols[sort]
    shown = float(symbols)
    left = float(outlook.left)
    if kind == DRAGONS:
        return shown * left
    if kind == BOOKS:
        return shown * left * BOOK
    if kind == COINS:
        return shown * left * COIN
    if kind == HAMMERS:
        return shown * left * HAMMER
    if kind == MORTARS:
        return healing(outlook, outlook.mortars - own, symbols) * LOSS * outlook.contagions
    if kind == SACKS:
        return shown * SACK * after_next(outlook, DROUGHT, outlook.droughts)
    if kind == ROCKETS:
        return shown * ROCKET * after_next(outlook, FESTIVAL, outlook.festivals)
    if kind == HELMETS:
        value = shown * left * PARADER + shown * HELMET * outlook.mongols
        if has_fewest(outlook, outlook.helmets - own) and not has_fewest(outlook, outlook.helmets - own + symbols):
            value += DEFENCE * outlook.mongols
        return value
    return 0.0


def healing(outlook: Outlook, mortars: i64, more: i64) -> float:
    """The additional persons that `more` mortars save in a contagion."""
    return float(missing_mortars(outlook.position, mortars) - missing_mortars(outlook.position, mortars + more))


def has_fewest(outlook: Outlook, helmets: i64) -> bool:
    """Whether no other seat has fewer helmets."""
    if outlook.rival_helmets < 0:
        outlook.rival_helmets = fewest_helmets(outlook.position, outlook.seat)
    return helmets <= outlook.rival_helmets


def promise(outlook: Outlook, sort: i64) -> float:
    """The worth of a person who joins the court now."""
    value = service_of(outlook, sort, 0) + float(outlook.position.tables.box.per_person)
    if sort // AGES == BUDDHAS:
        value += float(monk_points(outlook.position.tables.sort_symbols[sort], tallest(outlook)))
    return value + outlook.advance(outlook.position.tables.values[sort])


def tallest(outlook: Outlook) -> i64:
    """The floors of the tallest palace with room, but at least the number that monks can expect."""
    position = outlook.position
    found: i64 = FLOORS_OF_MONK
    for slot in range(position.first_slot[outlook.seat], position.first_slot[outlook.seat + 1]):
        if position.floors[slot] > found and court.room_in(position, slot) > 0:
            found = position.floors[slot]
    return found


def haste(outlook: Outlook, sort: i64) -> float:
    """The loss if a person came a month later."""
    kind = sort // AGES
    service = service_of(outlook, sort, 0)
    value = service * (1.0 - FORESIGHT)
    if kind in (DRAGONS, BOOKS, COINS, HAMMERS):
        value = HASTE * service / float(outlook.left)
    elif is_due(outlook, kind):
        value = service
    return value + SOONER * outlook.advance(outlook.position.tables.values[sort])


def is_due(outlook: Outlook, kind: i64) -> bool:
    """Whether a person can help in the next event, or an action with it in the one after, and not later."""
    if kind == MORTARS:
        return is_next(outlook, CONTAGION)
    if kind == HELMETS:
        return is_next(outlook, MONGOLS)
    if outlook.first + 1 >= outlook.months:
        return False
    event = outlook.position.event_row[outlook.first + 1]
    return (kind == SACKS and event == DROUGHT) or (kind == ROCKETS and event == FESTIVAL)


def attachment(outlook: Outlook, slot: i64, sort: i64) -> float:
    """The worth of a person of the seat in its present palace."""
    position = outlook.position
    symbols = position.tables.sort_symbols[sort]
    value = service_of(outlook, sort, symbols) + float(position.tables.box.per_person)
    if sort // AGES == BUDDHAS:
        value += float(monk_points(symbols, position.floors[slot]))
    if court.persons_in(position, slot) == 1:
        value += DECAY
        if court.falls_when_empty(position, slot):
            value += float(outlook.left)
        value -= outlook.lost - outlook.losses(outlook.yuan, outlook.rice, outlook.fed - 1)
    return value


def least_attachment(outlook: Outlook) -> float:
    """The worth of the least valuable person of the seat."""
    if outlook.least == -MANY:
        position = outlook.position
        outlook.least = MANY
        for slot in range(position.first_slot[outlook.seat], position.first_slot[outlook.seat + 1]):
            sorts = position.tables.rosters.members[position.rosters[slot]]
            while sorts:
                outlook.least = min(outlook.least, attachment(outlook, slot, first_of(sorts)))
                sorts &= sorts - 1
    return outlook.least


def card_later(outlook: Outlook, card: i64) -> float:
    """The worth of keeping a card."""
    sorts = court.sorts_left(outlook.position, card)
    best = 0.0
    while sorts:
        best = max(best, promise(outlook, first_of(sorts)))
        sorts &= sorts - 1
    if card == WILD:
        best += WILD_CARD
    return best
