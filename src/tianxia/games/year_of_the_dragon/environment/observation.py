"""In the Year of the Dragon for learning programs: observations and actions as vectors of a fixed length.

A court may have any number of palaces; both include the first `PALACES` of each seat. `docs/research.md` has figures on
how seldom a seat has more.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import nth_of, size_of
from tianxia.engine.chance import Stream
from tianxia.engine.native import append, i64, u8, vec
from tianxia.engine.observation import MOST, Space, copy_from_seat, cut, seats_between, write_set, write_sets
from tianxia.engine.position import Position
from tianxia.games.year_of_the_dragon.rules import choices
from tianxia.games.year_of_the_dragon.rules.choices import (
    ACT,
    CARD,
    CHARTER_KIND,
    DISCARD,
    DISMISS,
    DRAFT_KIND,
    FIRST_ACTIONS,
    FLOOR,
    FLOOR_NEW,
    LOSE,
    MONEY,
    PALACE,
    PALACE_STEP,
    RELEASE,
    REPLACE,
    RETURN,
    STARVE,
    SUNRISE_KIND,
    TAKE,
)
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import (
    CROWDED,
    DRAFT,
    FINAL_SCORING,
    NOT_DEALT,
    NOTHING,
    PLACING,
    REPLACING,
)
from tianxia.games.year_of_the_dragon.rules.tables import (
    ACTION_CARDS,
    CARDS,
    EVENTS,
    GOODS,
    KINDS,
    MOST_PLAYERS,
    SIZES,
    SORTS,
    SUPER_EVENTS,
    WALL_TILES,
    LookupTables,
)

PALACES: Final = 12  # of a seat, for which there is room
SEATS: Final = 5
GROUPS: Final = 5  # of action cards
PHASES: Final = 15
PARTS: Final = 10
PALACE_SIZE: Final = 20  # the numbers of a palace: its floors, whether it was named, persons by sort
PERSON_BITS: Final = 5
PERSON_MASK: Final = 31
CHOICES: Final = 15  # in the action phase
ONE: Final = 1


class DragonSpace(Space):
    """Observations and actions of In the Year of the Dragon."""

    __slots__ = (
        "at_card",
        "at_drafts",
        "at_dues",
        "at_events",
        "at_goods",
        "at_groups",
        "at_hands",
        "at_held",
        "at_moment",
        "at_order",
        "at_palaces",
        "at_part",
        "at_phase",
        "at_players",
        "at_points",
        "at_prices",
        "at_privileges",
        "at_rank",
        "at_risen",
        "at_seat",
        "at_super_event",
        "at_tiles",
        "at_to_move",
        "at_track",
        "at_wall",
        "at_wall_used",
        "first_act",
        "first_by_phase",
        "first_card",
        "first_charter",
        "first_discard",
        "first_floor",
        "first_lose",
        "first_palace",
        "first_plain",
        "first_release",
        "first_replace",
        "first_return",
        "first_starve",
        "first_sunrise",
        "first_take",
        "index_by_thing",
        "persons",
        "tables",
        "thing_by_index",
    )

    tables: LookupTables
    persons: vec[i64]  # roster -> the sorts of its persons, from 1, PERSON_BITS each

    # where each part of an observation begins; palaces begin at 0
    at_palaces: i64
    at_points: i64
    at_track: i64
    at_rank: i64
    at_order: i64
    at_dues: i64
    at_goods: i64
    at_privileges: i64
    at_hands: i64
    at_wall_used: i64
    at_drafts: i64
    at_tiles: i64
    at_events: i64
    at_super_event: i64
    at_groups: i64
    at_prices: i64
    at_part: i64
    at_phase: i64
    at_held: i64
    at_card: i64
    at_risen: i64
    at_wall: i64
    at_moment: i64
    at_to_move: i64
    at_seat: i64
    at_players: i64

    # the first index of each group of actions; drafts begin at 0
    first_act: i64
    first_card: i64
    first_take: i64
    first_discard: i64
    first_return: i64
    first_sunrise: i64
    first_charter: i64
    first_plain: i64
    first_palace: i64
    first_floor: i64
    first_lose: i64
    first_replace: i64
    first_release: i64
    first_starve: i64
    first_by_phase: vec[i64]  # what a seat decides -> the first index of such actions
    index_by_thing: vec[i64]  # action that names no palace -> index
    thing_by_index: vec[i64]  # and back

    def __init__(self, tables: LookupTables) -> None:
        super().__init__()
        assert MOST_PLAYERS <= SEATS
        assert FINAL_SCORING < PARTS
        assert CROWDED <= PHASES
        assert MONEY < CHOICES
        self.tables = tables
        self.persons = vec[i64]([])
        for roster in range(len(tables.rosters.sizes)):
            packed: i64 = 0
            for sort in tables.rosters.content(roster):
                packed = packed << PERSON_BITS | (sort + 1)
            self.persons = append(self.persons, packed)
        self.declare_seats()
        self.declare_board()
        self.declare_actions()

    def declare_seats(self) -> None:
        """Declare the parts of the observation about what the seats have."""
        self.at_palaces = self.part(
            "palaces",
            [SEATS, PALACES, PALACE_SIZE],
            3,
            3,
            "the seat's palaces in the order built: floors; whether it was named in this drought; persons of each sort",
        )
        self.at_points = self.part("points", [SEATS], MOST, 50, "points of the seat")
        self.at_track = self.part("track", [SEATS], MOST, 50, "the seat's space on the person track")
        self.at_rank = self.part("rank", [SEATS], SEATS - 1, SEATS - 1, "how many are before it on the person track")
        self.at_order = self.part("order", [SEATS], SEATS - 1, SEATS - 1, "how many are before it in this part")
        self.at_dues = self.part("dues", [SEATS], MOST, 4, "how often it will be asked in this part, its turn aside")
        self.at_goods = self.part("goods", [SEATS, GOODS], MOST, 6, "yuan, rice and fireworks of the seat")
        self.at_privileges = self.part("privileges", [SEATS, SIZES], MOST, 4, "small and large privileges of the seat")
        self.at_hands = self.part("hands", [SEATS, CARDS], MOST, 1, "cards of each kind that the seat holds; wild last")
        self.at_wall_used = self.flags("wall tiles", [SEATS, WALL_TILES], "wall tiles that the seat has built")
        self.at_drafts = self.flags("drafts", [SEATS, KINDS], "kinds that the seat has drafted, during the draft")

    def declare_board(self) -> None:
        """Declare the parts of the observation about the board."""
        months = int(self.tables.box.months)
        self.at_tiles = self.part("tiles", [SORTS], MOST, 6, "person tiles of each sort that are left")
        self.at_events = self.flags("events", [months, EVENTS], "the event of each month")
        self.at_super_event = self.flags("super event", [SUPER_EVENTS], "the super event of this game")
        self.at_groups = self.flags("groups", [ACTION_CARDS, GROUPS], "the group of each action card in this month")
        self.at_prices = self.flags("dragons", [ACTION_CARDS], "a dragon stands on the group of the action card")
        self.at_part = self.flags("part", [PARTS], "the part of the year")
        self.at_phase = self.flags("phase", [PHASES], "what the seat to move decides")
        self.at_held = self.flags("held", [SORTS], "the sort of person that the seat to move is to place")
        self.at_card = self.flags("card", [CARDS], "the card that the seat to move has played")
        self.at_risen = self.flags("risen", [KINDS], "kinds that were taken in this sunrise")
        self.at_wall = self.part("wall", [2], MOST, 12, "whether the Great Wall is played; its length")
        self.at_moment = self.part(
            "moment",
            [4],
            MOST,
            12,
            "the month; floors to place; how often the seat to move is still asked; yuan for a large privilege",
        )
        self.at_to_move = self.flags("to move", [SEATS], "whether the seat is to move")
        self.at_seat = self.flags("seat", [SEATS], "which seat observes, as the game counts")
        self.at_players = self.flags("players", [SEATS], "whether the seat is played")

    def declare_actions(self) -> None:
        self.group("draft", [KINDS], "draft the kind")
        self.first_act = self.group(
            "act", [CHOICES], "six action cards; a small, a large privilege; six wall tiles; money"
        )
        self.first_card = self.group("card", [CARDS], "play the card; wild last")
        self.first_take = self.group("take", [SORTS], "take a person of the sort")
        self.first_discard = self.group("discard", [CARDS], "discard the card; wild last")
        self.first_return = self.group("return", [GOODS], "return yuan, rice or fireworks")
        self.first_sunrise = self.group("sunrise", [KINDS], "take a young person of the kind at sunrise")
        self.first_charter = self.group("charter", [KINDS], "name the kind for the charter")
        self.first_plain = self.group("plain", [2], "a floor as a new palace; dismiss the person")
        self.first_palace = self.group("palace", [PALACES], "place the person in the palace")
        self.first_floor = self.group("floor", [PALACES], "a floor on the palace")
        self.first_lose = self.group("lose", [PALACES], "the palace loses a floor")
        self.first_replace = self.group("replace", [PALACES, SORTS], "the person replaces one of the sort there")
        self.first_release = self.group("release", [PALACES, SORTS], "release a person of the sort from the palace")
        self.first_starve = self.group("starve", [PALACES, SORTS], "the same in a drought")
        self.end_of_actions()
        self.pair_things()

    def pair_things(self) -> None:
        """Fill the tables between indices and actions that name no palace."""
        self.index_by_thing = vec[i64]([-1 for _ in range(DISMISS + 1)])
        self.thing_by_index = vec[i64]([-1 for _ in range(self.first_palace)])
        self.pair(0, DRAFT_KIND, KINDS)
        self.pair(self.first_act, ACT, CHOICES)
        self.pair(self.first_card, CARD, CARDS)
        self.pair(self.first_take, TAKE, SORTS)
        self.pair(self.first_discard, DISCARD, CARDS)
        self.pair(self.first_return, RETURN, GOODS)
        self.pair(self.first_sunrise, SUNRISE_KIND, KINDS)
        self.pair(self.first_charter, CHARTER_KIND, KINDS)
        self.pair(self.first_plain, FLOOR_NEW, 2)
        self.first_by_phase = vec[i64]([])
        for phase in range(PHASES + 1):
            first: i64 = -1  # of nothing
            if phase != NOTHING:
                first = self.index_inside(FIRST_ACTIONS[phase], 0)
            self.first_by_phase = append(self.first_by_phase, first)

    def pair(self, index: i64, action: i64, size: i64) -> None:
        for number in range(size):
            self.index_by_thing[action + number] = index + number
            self.thing_by_index[index + number] = action + number

    # ---- actions

    def index_inside(self, action: i64, frame: i64) -> i64:
        if action < PALACE:
            return self.index_by_thing[action]
        if action < REPLACE:
            first = action // PALACE * PALACE
            place = action - first
            if place >= PALACES:
                return -1
            if first == PALACE:
                return self.first_palace + place
            if first == FLOOR:
                return self.first_floor + place
            return self.first_lose + place
        first = action // REPLACE * REPLACE
        place = (action - first) // PALACE_STEP
        if place >= PALACES:
            return -1
        index = place * SORTS + action % PALACE_STEP
        if first == REPLACE:
            return self.first_replace + index
        if first == RELEASE:
            return self.first_release + index
        return self.first_starve + index

    def action_inside(self, index: i64, frame: i64) -> i64:
        if index < self.first_palace:
            return self.thing_by_index[index]
        if index < self.first_floor:
            return PALACE + index - self.first_palace
        if index < self.first_lose:
            return FLOOR + index - self.first_floor
        if index < self.first_replace:
            return LOSE + index - self.first_lose
        first: i64 = STARVE
        if index < self.first_release:
            first = REPLACE
            index -= self.first_replace
        elif index < self.first_starve:
            first = RELEASE
            index -= self.first_release
        else:
            index -= self.first_starve
        place = index // SORTS
        return first + place * PALACE_STEP + index - place * SORTS

    def write_inside(self, position: Position, frame: i64, into: vec[u8], at: i64) -> i64:
        """Set `into[at + index]` to 1 for legal actions with an index: the fast twin of using `legal_actions`."""
        assert isinstance(position, DragonPosition)
        if position.over or position.awaits_chance:
            return 0
        phase = position.phase
        place = at + self.first_by_phase[phase]
        if phase < PLACING:
            things = choices.things_to_name(position)
            write_set(things, into, place)
            return things
        found: i64 = 0
        without_palace = choices.action_without_palace(position)
        if without_palace >= 0:
            into[at + self.index_by_thing[without_palace]] = ONE
            found = 1
        first = position.first_slot[position.seat]
        for slot in range(first, shown_until(position, position.seat)):
            if choices.ways_to_name(position, slot):
                found = 1
                if phase < REPLACING:
                    into[place + slot - first] = ONE
                else:
                    sorts = self.tables.rosters.members[position.rosters[slot]]
                    write_set(sorts, into, place + (slot - first) * SORTS)
        return found

    def random_index(self, position: Position, frame: i64, found: i64, stream: Stream) -> i64:
        """A random legal index. `found` is the set of things to choose from, where no palace is named."""
        assert isinstance(position, DragonPosition)
        if position.phase < PLACING:
            return self.first_by_phase[position.phase] + nth_of(found, stream.below(size_of(found)))
        return super().random_index(position, frame, found, stream)

    # ---- what a seat sees

    def write_frame(self, position: Position, seat: i64, frame: i64, shown: i64, into: vec[u8], at: i64) -> i64:
        assert isinstance(position, DragonPosition)
        players = position.players
        copy_from_seat(position.points, seat, 1, into, at + self.at_points)
        copy_from_seat(position.track, seat, 1, into, at + self.at_track)
        copy_from_seat(position.dues, seat, 1, into, at + self.at_dues)
        copy_from_seat(position.goods, seat, GOODS, into, at + self.at_goods)
        copy_from_seat(position.privileges, seat, SIZES, into, at + self.at_privileges)
        copy_from_seat(position.hands, seat, CARDS, into, at + self.at_hands)
        write_order(position.ranking, seat, into, at + self.at_rank)
        write_order(position.order, seat, into, at + self.at_order)
        self.write_palaces(position, seat, into, at + self.at_palaces)
        if position.great_wall:
            write_sets(position.wall_used, seat, WALL_TILES, into, at + self.at_wall_used)
        if position.part == DRAFT:
            write_sets(position.drafts, seat, KINDS, into, at + self.at_drafts)
        for place in range(at + self.at_players, at + self.at_players + players):
            into[place] = ONE
        if not position.over:
            into[at + self.at_to_move + seats_between(seat, position.seat, players)] = ONE
        into[at + self.at_seat + seat] = ONE
        self.write_month(position, into, at)
        self.write_year(position, into, at)
        self.write_decision(position, into, at)
        return 0

    def write_palaces(self, position: DragonPosition, seat: i64, into: vec[u8], at: i64) -> None:
        players = position.players
        first_slot = position.first_slot
        floors = position.floors
        rosters = position.rosters
        persons = self.persons
        owner = seat
        for number in range(players):
            place = at + number * (PALACES * PALACE_SIZE)
            first = first_slot[owner]
            last = first_slot[owner + 1]
            if last > first + PALACES:
                last = first + PALACES
            for slot in range(first, last):
                into[place] = u8(floors[slot])
                rest = persons[rosters[slot]]
                while rest:
                    into[place + 1 + (rest & PERSON_MASK)] += 1
                    rest >>= PERSON_BITS
                place += PALACE_SIZE
            owner += 1
            if owner == players:
                owner = 0
        if len(position.starved):
            self.write_starved(position, seat, into, at)

    def write_starved(self, position: DragonPosition, seat: i64, into: vec[u8], at: i64) -> None:
        """Write which palaces of the seat to move were named in this drought."""
        first = position.first_slot[position.seat]
        last = shown_until(position, position.seat)
        at += seats_between(seat, position.seat, position.players) * (PALACES * PALACE_SIZE)
        for slot in position.starved:
            if first <= slot < last:
                into[at + (slot - first) * PALACE_SIZE + 1] = ONE

    def write_month(self, position: DragonPosition, into: vec[u8], at: i64) -> None:
        """Write what stays the same during a month."""
        place = at + self.at_events
        for event in position.event_row:
            into[place + event] = ONE
            place += EVENTS
        if position.super_event >= 0:
            into[at + self.at_super_event + position.super_event] = ONE
        place = at + self.at_groups
        for group in position.group_of:
            if group != NOT_DEALT:
                into[place + group] = ONE
            place += GROUPS

    def write_year(self, position: DragonPosition, into: vec[u8], at: i64) -> None:
        copy_from_seat(position.tiles, 0, SORTS, into, at + self.at_tiles)
        taken = position.taken_groups
        if taken:
            group_of = position.group_of
            place = at + self.at_prices
            for card in range(ACTION_CARDS):
                if group_of[card] != NOT_DEALT:
                    into[place + card] = u8(taken >> group_of[card] & 1)
        into[at + self.at_part + position.part] = ONE
        into[at + self.at_moment] = cut(position.month)
        if position.great_wall:
            into[at + self.at_wall] = ONE
        into[at + self.at_wall + 1] = cut(len(position.wall))

    def write_decision(self, position: DragonPosition, into: vec[u8], at: i64) -> None:
        """Write the decision of the seat to move."""
        if position.phase != NOTHING:
            into[at + self.at_phase + position.phase - 1] = ONE
        if position.held >= 0:
            into[at + self.at_held + position.held] = ONE
        if position.card >= 0:
            into[at + self.at_card + position.card] = ONE
        write_set(position.risen, into, at + self.at_risen)
        place = at + self.at_moment
        into[place + 1] = cut(position.to_build)
        into[place + 2] = cut(position.left)
        into[place + 3] = cut(position.large_price)


def shown_until(position: DragonPosition, seat: i64) -> i64:
    """The slot after the last shown palace of a seat."""
    end = position.first_slot[seat] + PALACES
    if end > position.first_slot[seat + 1]:
        return position.first_slot[seat + 1]
    return end


def write_order(order: vec[i64], seat: i64, into: vec[u8], at: i64) -> None:
    """Write for each seat, beginning with one, its place in an order of all seats."""
    players: i64 = len(order)
    for place in range(players):
        number = order[place] - seat
        if number < 0:
            number += players
        into[at + number] = u8(place)
