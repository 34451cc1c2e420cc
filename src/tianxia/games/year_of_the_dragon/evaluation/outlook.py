"""In the Year of the Dragon: what lies ahead of a seat, and the worth of goods to it, in points.

These are quick estimates, for use without search. The numbers were tuned by playing.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import i64
from tianxia.games.year_of_the_dragon.rules import court
from tianxia.games.year_of_the_dragon.rules.events import (
    festival_points,
    inhabited,
    missing_rice,
    missing_yuan,
    most_fireworks,
)
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
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

# What things are worth, in points.
LOSS: Final = 5.3  # a person that must be released
FORESIGHT: Final = 0.69  # how much an event counts, beside one that comes a month earlier
ORDER: Final = 27.1  # to be far before another seat instead of far behind, for the whole year
REACH: Final = 11.1  # spaces on the track from which on one is far before another
ROOM: Final = 8.3  # a floor for a person who would have none
PALACE_POINTS: Final = 0.42  # a new palace, a month
FEEDING: Final = 3.8  # a palace more, in a drought
HEIGHT: Final = 0.43  # a floor more where monks may live
DECAY: Final = 7.7  # a floor that decays
SAVING: Final = 0.58  # a yuan towards a privilege, if the year were all ahead
PURSE: Final = 12.1  # yuan that one may want to save
COIN_POINTS: Final = 0.12  # any other yuan
STOCK: Final = 1.5  # a rice or fireworks tile that is in nobody's way
RIVALRY: Final = 0.74  # points at a festival, a month before it
LATER: Final = 0.36  # what a card brings now, if it is kept for later
MANY: Final = 1000.0  # more than anything is worth
TILE_OF_WALL: Final = 1.0  # a tile in the wall, for each scoring to come


class Outlook:
    """Estimates of what lies ahead of one seat."""

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
        "least",
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
    fed: i64  # palaces with persons
    empty: i64  # palaces without
    free: i64  # rooms without a person
    persons_to_come: i64  # cards that will be played
    lost: float  # what the events to come will cost, with what there is now

    # found at the first request (`person_values`)
    rival_helmets: i64  # the fewest of another seat; -1 before
    least: float  # the value of the person whom the seat would miss least; -MANY before

    def __init__(self, position: DragonPosition, seat: i64) -> None:
        self.position = position
        self.seat = seat
        self.rival_helmets = -1
        self.least = -MANY
        self.look_at_year()
        self.look_at_court()
        self.yuan = court.goods_of(position, seat, YUAN)
        self.rice = court.goods_of(position, seat, RICE)
        self.fireworks = court.goods_of(position, seat, FIREWORKS)
        self.persons_to_come = min(court.cards_in_hand(position, seat), self.left - 1)
        self.lost = self.losses(self.yuan, self.rice, self.fed)

    def look_at_year(self) -> None:
        position = self.position
        months = position.tables.box.months
        self.months = months
        self.left = court.scorings_left(position)
        self.first = court.events_gone(position)
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
        seat = self.seat
        self.mortars = court.symbols(position, seat, MORTARS)
        self.helmets = court.symbols(position, seat, HELMETS)
        self.fed = inhabited(position, seat)
        self.empty = court.palaces(position, seat) - self.fed
        self.free = 0
        for slot in range(position.first_slot[seat], position.first_slot[seat + 1]):
            self.free += court.room_in(position, slot)

    # ---- the year

    def losses(self, yuan: i64, rice: i64, fed: i64) -> float:
        """The estimated cost of the events to come, with given yuan and rice and `fed` palaces to feed."""
        position = self.position
        tribute = position.tables.box.tribute
        row = position.event_row
        lost = 0.0
        weight = 1.0
        for place in range(self.first, self.months):
            event = row[place]
            if event == TRIBUTE:
                missing = missing_yuan(position, yuan)
                lost += weight * float(missing)
                yuan -= tribute - missing
            elif event == DROUGHT:
                missing = missing_rice(fed, rice)
                lost += weight * float(missing)
                rice -= fed - missing
            weight *= FORESIGHT
        return lost * LOSS

    # ---- goods

    def money(self, more: i64) -> float:
        """The worth of `more` yuan, which may be negative: fewer yuan cost points if they will be missing."""
        value = (self.savings(self.yuan + more) - self.savings(self.yuan)) * self.share + COIN_POINTS * float(more)
        return value + self.lost - self.losses(self.yuan + more, self.rice, self.fed)

    def savings(self, yuan: i64) -> float:
        """The worth of yuan at the beginning of the year."""
        return SAVING * min(PURSE, float(yuan))

    def food(self, more: i64) -> float:
        """The worth of `more` rice."""
        return STOCK * float(more) + self.lost - self.losses(self.yuan, self.rice + more, self.fed)

    def display(self, more: i64) -> float:
        """The worth of `more` fireworks."""
        position = self.position
        most, next_most = most_fireworks(position, self.seat)
        before = festival_points(position, self.fireworks, most, next_most)
        after = festival_points(position, self.fireworks + more, most, next_most)
        weight = 1.0
        for place in range(self.first, self.months):
            if position.event_row[place] == FESTIVAL:
                return float(after - before) * weight + STOCK * float(more)
            weight *= RIVALRY
        return STOCK * float(more)

    def rooms(self, more: i64) -> float:
        """The worth of `more` floors."""
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
        """The worth of going ahead on the person track, from the markers that are near."""
        track = self.position.track
        own = track[self.seat]
        gained = 0.0
        for other in range(self.position.players):
            if other != self.seat:
                ahead = float(own - track[other])
                gained += max(-REACH, min(REACH, ahead + float(spaces))) - max(-REACH, min(REACH, ahead))
        return 0.5 * ORDER * self.share * gained / REACH
