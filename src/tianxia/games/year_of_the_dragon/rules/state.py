"""The fields of a position of In the Year of the Dragon, as at the start of a game; `position` has the rules."""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.fingerprint import START, mix, mix_all
from tianxia.engine.native import append, i64, vec
from tianxia.engine.position import Position
from tianxia.games.year_of_the_dragon.rules.tables import (
    ACTION_CARDS,
    CARDS,
    GOODS,
    PEACE,
    SIZES,
    SORTS,
    WILD,
    YUAN,
    LookupTables,
)

# parts of the year, in their order; those from ACTIONS to END_OF_MONTH come again in every month
DEALING: Final = 0
DRAFT: Final = 1
ACTIONS: Final = 2
PERSONS: Final = 3
EVENT: Final = 4
WALL_SCORING: Final = 5
SUPER_EVENT: Final = 6
END_OF_MONTH: Final = 7
LAST_WALL_SCORING: Final = 8
FINAL_SCORING: Final = 9

# what a seat decides: one of a set of things ...
NOTHING: Final = 0
DRAFTING: Final = 1
ACTING: Final = 2
PLAYING_CARD: Final = 3
TAKING: Final = 4
DISCARDING: Final = 5
RETURNING: Final = 6
RISING: Final = 7  # at sunrise
NAMING: Final = 8  # a kind of person, for a charter
# ... or a palace ...
PLACING: Final = 9
BUILDING: Final = 10
LOSING: Final = 11
# ... or a person in a palace
REPLACING: Final = 12
RELEASING: Final = 13
STARVING: Final = 14
CROWDED: Final = 15  # a release from a palace with more persons than floors

NO_SUPER_EVENT: Final = -1
RANDOM_SUPER_EVENT: Final = -2  # not drawn yet
NOT_DEALT: Final = -1


class DragonState(Position):
    """The fields of a position.

    A *slot* is a place in the list of all palaces. Vectors that change rarely are replaced, never changed in place, so
    that clones can share them.
    """

    __slots__ = (
        "asked",
        "built",
        "card",
        "drafts",
        "dragons",
        "dues",
        "event_row",
        "first_slot",
        "floors",
        "generator",
        "goods",
        "great_wall",
        "group_of",
        "hands",
        "held",
        "large_price",
        "left",
        "month",
        "numbers",
        "order",
        "part",
        "phase",
        "points",
        "privileges",
        "ranking",
        "risen",
        "rosters",
        "seed",
        "starved",
        "super_event",
        "tables",
        "taken_groups",
        "tiles",
        "to_build",
        "track",
        "turn",
        "undealt",
        "wall",
        "wall_used",
    )

    tables: LookupTables
    great_wall: bool  # whether it is played
    large_price: i64  # yuan for a large privilege

    month: i64  # from 1; 0 before
    part: i64  # of the year
    order: vec[i64]  # turn -> seat, in this part; replaced
    turn: i64  # place in that order
    asked: i64  # what every seat decides in this part
    dues: vec[i64]  # seat -> how often, until its turn begins
    left: i64  # how often the seat to move has still to do so
    phase: i64  # what it decides now
    card: i64  # PERSONS: the card that it has played; else -1
    held: i64  # the sort of person that it has taken and not placed; else -1
    to_build: i64  # floors that it has still to place
    starved: vec[i64]  # slots that it has named in this drought; replaced
    risen: i64  # set of kinds that were taken in this sunrise
    drafts: vec[i64]  # seat -> set of kinds that it has drafted, in the draft; replaced

    # chance
    event_row: vec[i64]  # month - 1 -> event; replaced
    super_event: i64  # or one of the negative numbers above
    group_of: vec[i64]  # action card -> group, or NOT_DEALT; replaced every month, and fixed once all lie there
    undealt: i64  # set of action cards that chance has still to lay out
    seed: bytes  # of the shuffles to come
    generator: Stream | None

    # the board
    tiles: vec[i64]  # sort -> person tiles left
    ranking: vec[i64]  # place in the order of play -> seat
    track: vec[i64]  # seat -> space on the person track
    taken_groups: i64  # set of groups of action cards with a dragon
    dragons: vec[i64]  # seat -> the group that its dragon stands on, or -1
    wall: vec[i64]  # place in the wall -> seat that built it; replaced

    # what the seats have
    points: vec[i64]  # seat -> points
    goods: vec[i64]  # seat * GOODS + good -> how many
    privileges: vec[i64]  # seat * SIZES + size -> how many; replaced
    hands: vec[i64]  # seat * CARDS + card -> how many
    wall_used: vec[i64]  # seat -> set of wall tiles that it has built; replaced
    built: vec[i64]  # seat -> palaces that it ever had, and so the number of its latest; replaced
    first_slot: vec[i64]  # seat -> slot of its first palace; and one more for the end
    numbers: vec[i64]  # slot -> number of the palace among its seat's
    floors: vec[i64]  # slot -> floors
    rosters: vec[i64]  # slot -> the persons in the palace

    def __init__(
        self,
        tables: LookupTables,
        players: int,
        great_wall: bool,
        super_event: int,
        large_price: int,
        like: DragonState | None = None,
    ) -> None:
        # one line for each field: mypyc wants all of them set here
        self.journal = None
        if like is not None:
            self.copy_from(like)
            return
        box = tables.box
        self.tables = tables
        self.great_wall = great_wall
        self.large_price = large_price
        self.players = players
        self.seat = 0
        self.over = False
        self.awaits_chance = True
        self.month = 0
        self.part = DEALING
        self.order = vec[i64](range(players))
        self.turn = 0
        self.asked = NOTHING
        self.dues = vec[i64]([0 for _ in range(players)])
        self.left = 0
        self.phase = NOTHING
        self.card = -1
        self.held = -1
        self.to_build = 0
        self.starved = vec[i64]([])
        self.risen = 0
        self.drafts = vec[i64]([0 for _ in range(players)])
        self.event_row = vec[i64]([PEACE for _ in range(box.events)])
        self.super_event = super_event
        self.group_of = vec[i64]([NOT_DEALT for _ in range(ACTION_CARDS)])
        self.undealt = 0
        self.seed = b""
        self.generator = None
        self.tiles = vec[i64]([])
        for sort in range(SORTS):
            self.tiles = append(self.tiles, tables.tiles(sort, players))
        self.ranking = vec[i64](range(players))
        self.track = vec[i64]([0 for _ in range(players)])
        self.taken_groups = 0
        self.dragons = vec[i64]([-1 for _ in range(players)])
        self.wall = vec[i64]([])
        self.points = vec[i64]([0 for _ in range(players)])
        self.goods = vec[i64]([0 for _ in range(players * GOODS)])
        self.privileges = vec[i64]([0 for _ in range(players * SIZES)])
        self.hands = vec[i64]([box.each_card for _ in range(players * CARDS)])
        self.wall_used = vec[i64]([0 for _ in range(players)])
        self.built = vec[i64]([])
        self.first_slot = vec[i64]([0])
        self.numbers = vec[i64]([])
        self.floors = vec[i64]([])
        self.rosters = vec[i64]([])
        for seat in range(players):
            self.goods[seat * GOODS + YUAN] = box.start_yuan
            self.hands[seat * CARDS + WILD] = box.wild_cards
            for palace in range(len(box.start_palaces)):
                self.numbers = append(self.numbers, palace + 1)
                self.floors = append(self.floors, box.start_palaces[palace])
                self.rosters = append(self.rosters, 0)
            self.built = append(self.built, len(box.start_palaces))
            self.first_slot = append(self.first_slot, len(self.numbers))

    def copy_from(self, like: DragonState) -> None:
        # one line for each field, as in `__init__`: what is replaced as a whole is shared, what is changed is copied
        self.tables = like.tables
        self.great_wall = like.great_wall
        self.large_price = like.large_price
        self.players = like.players
        self.seat = like.seat
        self.over = like.over
        self.awaits_chance = like.awaits_chance
        self.month = like.month
        self.part = like.part
        self.order = like.order
        self.turn = like.turn
        self.asked = like.asked
        self.dues = like.dues[:]
        self.left = like.left
        self.phase = like.phase
        self.card = like.card
        self.held = like.held
        self.to_build = like.to_build
        self.starved = like.starved
        self.risen = like.risen
        self.drafts = like.drafts
        self.event_row = like.event_row
        self.super_event = like.super_event
        self.group_of = like.group_of[:] if like.undealt else like.group_of
        self.undealt = like.undealt
        self.seed = like.seed
        self.generator = None if like.generator is None else like.generator.copy()
        self.tiles = like.tiles[:]
        self.ranking = like.ranking[:]
        self.track = like.track[:]
        self.taken_groups = like.taken_groups
        self.dragons = like.dragons[:]
        self.wall = like.wall
        self.points = like.points[:]
        self.goods = like.goods[:]
        self.privileges = like.privileges
        self.hands = like.hands[:]
        self.wall_used = like.wall_used
        self.built = like.built
        self.first_slot = like.first_slot[:]
        self.numbers = like.numbers[:]
        self.floors = like.floors[:]
        self.rosters = like.rosters[:]

    def information_set_key(self, seat: i64) -> i64:
        """A fingerprint of the position, equal for all seats: all is public. Whose dragon is on a group is ignored."""
        seen = mix(mix(START, self.month << 20 | self.part << 10 | self.phase), self.seat << 20 | self.turn)
        seen = mix(seen, self.left << 30 | self.to_build << 20 | (self.card + 1) << 10 | self.held + 1)
        seen = mix(seen, self.large_price << 20 | (self.super_event + 2) << 10 | self.risen)
        seen = mix(mix(seen, self.taken_groups << 20 | self.undealt), len(self.starved))
        for slot in self.starved:
            seen = mix(seen, slot)
        for kinds in self.drafts:
            seen = mix(seen, kinds)
        seen = mix_all(mix_all(seen, self.dues), self.group_of)
        seen = mix_small(mix_small(seen, self.order), self.ranking)
        seen = mix_small(mix_small(seen, self.event_row), self.tiles)
        seen = mix_small(mix_all(seen, self.privileges), self.hands)
        seen = mix_all(mix_all(seen, self.points), self.goods)
        seen = mix_all(mix_small(seen, self.wall), self.wall_used)
        seen = mix_all(mix_all(seen, self.track), self.first_slot)
        return mix_all(mix_small(seen, self.floors), self.rosters)


def mix_small(mixed: i64, numbers: vec[i64]) -> i64:
    """Like `mix_all`, for numbers below 16, of which many are mixed at once."""
    mixed = mix(mixed, len(numbers))
    packed: i64 = 0
    for place in range(len(numbers)):
        packed = packed << 4 | numbers[place]
        if place % 15 == 14:
            mixed = mix(mixed, packed)
            packed = 0
    return mix(mixed, packed)
