"""What events would mean for every seat of In the Year of the Dragon: the rules carry them out on a copy.

A forecast supposes that nothing else changes: nobody acts or takes a person before the event. Where an eclipse lets it
come again, whom a seat releases can matter; then each seat releases those persons whom the event misses least.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tianxia.engine.journal import Journal, Payment
from tianxia.engine.vectors import numbers
from tianxia.games.year_of_the_dragon.rules import court
from tianxia.games.year_of_the_dragon.rules.choices import ACT, palace_named
from tianxia.games.year_of_the_dragon.rules.events import releases_in
from tianxia.games.year_of_the_dragon.rules.journal_notes import FOR_FESTIVAL, FOR_MONGOLS, FOR_WALL
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import (
    EVENT,
    LAST_WALL_SCORING,
    NO_SUPER_EVENT,
    PERSONS,
    SUPER_EVENT,
    WALL_SCORING,
)
from tianxia.games.year_of_the_dragon.rules.super_events import all_goods
from tianxia.games.year_of_the_dragon.rules.tables import ECLIPSE, EVENTS, HELMETS

SOURCES: Final = (FOR_FESTIVAL, FOR_MONGOLS, FOR_WALL)
MORE_THAN_THE_EVENT: Final = (WALL_SCORING, SUPER_EVENT, LAST_WALL_SCORING)
"""Parts of a month in which more can come than its event."""


class Toll(NamedTuple):
    """What events take from a seat, and give it."""

    releases: int  # persons
    paid: int  # yuan of a tribute, rice of a drought, fireworks of a festival
    points: int


class Forecasts(NamedTuple):
    """What would happen if it came now, by seat."""

    events: list[list[Toll]]  # event -> seat -> what the event alone would mean
    months: dict[int, list[Toll]]
    """Month -> seat -> what its event, the scorings of the wall and an eclipse would mean; of a month whose event is
    under way, what is still to come. Months that are over are missing."""


def forecasts_of(position: DragonPosition) -> Forecasts:
    """The forecasts of all events, and of all months to come."""
    events = [_carry_out_alone(position, event) for event in range(EVENTS)]
    months: dict[int, list[Toll]] = {}
    if _is_under_way(position):
        months[int(position.month)] = _finish(_copy(position))
    for month in range(int(court.events_gone(position)) + 1, len(position.event_row) + 1):
        if month not in months:
            months[month] = _forecast_of_month(position, month, events)
    return Forecasts(events, months)


def toll_after(position: DragonPosition, action: int) -> Toll:
    """What the month under way would mean for the seat to move after an action of the action phase."""
    ahead = _copy(position)
    ahead.journal = Journal()
    ahead.act(action - ACT)
    return _carry_out(ahead, int(position.month))[position.seat]


def tolls_ahead(position: DragonPosition, seat: int) -> dict[int, Toll]:
    """Month -> what it would mean for a seat; empty where nothing is to come."""
    if position.over or position.awaits_chance:
        return {}
    return {month: tolls[seat] for month, tolls in forecasts_of(position).months.items()}


def _forecast_of_month(position: DragonPosition, month: int, events: list[list[Toll]]) -> list[Toll]:
    ahead = _copy(position)
    ahead.month = month
    if any(ahead.has_part(part) for part in MORE_THAN_THE_EVENT):
        return _carry_out(ahead, month)
    return events[court.event(ahead)]


def _carry_out_alone(position: DragonPosition, event: int) -> list[Toll]:
    ahead = _copy(position)
    ahead.great_wall = False
    ahead.super_event = NO_SUPER_EVENT
    ahead.event_row = numbers([event])
    return _carry_out(ahead, 1)


def _is_under_way(position: DragonPosition) -> bool:
    """Whether seats decide what an event, a scoring of the wall, or an eclipse asks of them."""
    if position.part == SUPER_EVENT:
        return position.super_event == ECLIPSE
    return position.part in (EVENT, WALL_SCORING, LAST_WALL_SCORING)


def _copy(position: DragonPosition) -> DragonPosition:
    """A copy that knows nothing of shuffles to come, and has no super event but an eclipse."""
    ahead = position.clone()
    ahead.seed = b""
    ahead.generator = None
    if ahead.super_event != ECLIPSE:
        ahead.super_event = NO_SUPER_EVENT
    return ahead


def _carry_out(ahead: DragonPosition, month: int) -> list[Toll]:
    """Let the event of a month come next, and finish the month."""
    ahead.awaits_chance = False
    ahead.month = month
    ahead.part = PERSONS
    ahead.turn = ahead.players
    ahead.dues = numbers([0] * ahead.players)
    ahead.left = ahead.to_build = 0
    ahead.card = ahead.held = -1
    return _finish(ahead, begins=True)


def _finish(ahead: DragonPosition, *, begins: bool = False) -> list[Toll]:
    """Go on to the end of the month; by seat, what happens on the way."""
    seats = range(ahead.players)
    journal = ahead.journal = Journal()
    persons = [court.persons(ahead, seat) for seat in seats]
    goods = [all_goods(ahead, seat) for seat in seats]
    if begins:
        ahead.next_turn()
    while not (ahead.over or ahead.awaits_chance):
        ahead.apply_until_chance(_release(ahead))
    points = [0] * ahead.players
    for entry in journal.entries:
        if isinstance(entry, Payment) and entry.source in SOURCES:
            points[entry.seat] += entry.amount
    return [
        Toll(int(persons[seat] - court.persons(ahead, seat)), int(goods[seat] - all_goods(ahead, seat)), points[seat])
        for seat in seats
    ]


def _release(ahead: DragonPosition) -> int:
    """Whom the seat to move lets go: before an eclipse, whom the event will miss least when it comes again."""
    legal = ahead.legal_actions()
    if ahead.super_event != ECLIPSE or ahead.month != ahead.tables.box.super_month:
        return int(legal[0])
    return min((int(action) for action in legal), key=lambda action: _missed(ahead, action))


def _missed(ahead: DragonPosition, action: int) -> tuple[int, int]:
    """After a release: how many persons the event would take from the seat, and the helmets that it lacks."""
    seat, after = ahead.seat, ahead.clone()
    _, place, sort = palace_named(action)
    after.release(after.first_slot[seat] + place, sort)
    return int(releases_in(after, court.event(after), seat)), -int(court.symbols(after, seat, HELMETS))
