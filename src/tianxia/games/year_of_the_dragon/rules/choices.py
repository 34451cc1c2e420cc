"""In the Year of the Dragon: what the seat to move may decide. The rules tell what comes of it.

A decision names one thing of a set (an action, a card, a good, a kind or sort of person), a palace, or a person in a
palace. Palaces that are alike, with as many floors and the same persons, are one choice.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, nth_of, size_of
from tianxia.engine.chance import Stream
from tianxia.engine.native import append, i64, vec
from tianxia.games.year_of_the_dragon.rules.court import DragonCourt
from tianxia.games.year_of_the_dragon.rules.great_wall import tiles_to_build
from tianxia.games.year_of_the_dragon.rules.state import (
    ACTING,
    BUILDING,
    CROWDED,
    DRAFTING,
    LOSING,
    PLACING,
    PLAYING_CARD,
    REPLACING,
    STARVING,
    TAKING,
)
from tianxia.games.year_of_the_dragon.rules.super_events import things_to_choose
from tianxia.games.year_of_the_dragon.rules.tables import (
    KINDS,
    MOST_FLOORS,
    PRIVILEGE,
    RESEARCH,
    SIZES,
    WALL,
    YUAN,
)

# An action is one of these, plus a kind, choice, card, sort or good ...
DRAFT_KIND: Final = 0
ACT: Final = 16
CARD: Final = 32
TAKE: Final = 48
DISCARD: Final = 80
RETURN: Final = 96
SUNRISE_KIND: Final = 112
CHARTER_KIND: Final = 128
FLOOR_NEW: Final = 144
DISMISS: Final = 145
# ... plus the place of a palace among those of the seat ...
PALACE: Final = 0x10000
FLOOR: Final = 0x20000
LOSE: Final = 0x30000
# ... or plus that place * PALACE_STEP + sort
REPLACE: Final = 0x100000
RELEASE: Final = 0x200000
STARVE: Final = 0x300000
PALACE_STEP: Final = 32
FIRST_ACTIONS: Final = vec[i64](
    [
        0,
        DRAFT_KIND,
        ACT,
        CARD,
        TAKE,
        DISCARD,
        RETURN,
        SUNRISE_KIND,
        CHARTER_KIND,
        PALACE,
        FLOOR,
        LOSE,
        REPLACE,
        RELEASE,
        STARVE,
        RELEASE,
    ]
)
"""What a seat decides -> the first action of that kind."""

# What can be chosen in the action phase: an action card, one of two privileges, a wall tile, or money.
SMALL_PRIVILEGE: Final = 6
FIRST_WALL_TILE: Final = 8
MONEY: Final = 14


class DragonChoices(DragonCourt):
    """A position that knows its legal moves."""

    __slots__ = ()

    # ---- the legal moves

    def legal_actions(self) -> vec[i64]:
        found = vec[i64]([])
        if self.over or self.awaits_chance:
            return found
        first_action = FIRST_ACTIONS[self.phase]
        if self.phase < PLACING:
            return with_elements(found, first_action, self.choices())
        without_palace = self.action_without_palace()
        if without_palace >= 0:
            found = append(found, without_palace)
        first = self.first_slot[self.seat]
        for slot in range(first, self.first_slot[self.seat + 1]):
            if self.ways_to_name(slot):
                if self.phase < REPLACING:
                    found = append(found, first_action + slot - first)
                else:
                    sorts = self.tables.rosters.members[self.rosters[slot]]
                    found = with_elements(found, first_action + (slot - first) * PALACE_STEP, sorts)
        return found

    def random_action(self, stream: Stream) -> i64:
        """The fast twin of choosing from `legal_actions`."""
        first_action = FIRST_ACTIONS[self.phase]
        if self.phase < PLACING:
            choices = self.choices()
            return first_action + nth_of(choices, stream.below(size_of(choices)))
        first = self.first_slot[self.seat]
        without_palace = self.action_without_palace()
        count: i64 = 0
        if without_palace >= 0:
            count = 1
        for slot in range(first, self.first_slot[self.seat + 1]):
            count += self.ways_to_name(slot)
        pick = stream.below(count)
        if without_palace >= 0:
            if pick == 0:
                return without_palace
            pick -= 1
        slot = first
        ways = self.ways_to_name(slot)
        while pick >= ways:
            pick -= ways
            slot += 1
            ways = self.ways_to_name(slot)
        if self.phase < REPLACING:
            return first_action + slot - first
        sorts = self.tables.rosters.members[self.rosters[slot]]
        return first_action + (slot - first) * PALACE_STEP + nth_of(sorts, pick)

    def choices(self) -> i64:
        """The set of things of which the seat to move names one, where it names no palace."""
        if self.phase == ACTING:
            return self.actions_to_choose()
        if self.phase == PLAYING_CARD:
            return self.cards_to_play(self.seat)
        if self.phase == TAKING:
            return self.sorts_left(self.card)
        if self.phase == DRAFTING:
            return self.kinds_to_draft()
        return things_to_choose(self)

    def action_without_palace(self) -> i64:
        """The action that names no palace where all others do; -1 where there is none."""
        if self.phase == BUILDING:
            return FLOOR_NEW
        if self.phase == REPLACING:
            return DISMISS
        return -1

    def ways_to_name(self, slot: i64) -> i64:
        """In how many moves the seat to move can name a palace. Of palaces that are alike, only the first is named."""
        if not self.may_name(slot):
            return 0
        for earlier in range(self.first_slot[self.seat], slot):
            if self.are_alike(earlier, slot) and self.may_name(earlier):
                return 0
        if self.phase < REPLACING:
            return 1
        return self.tables.rosters.different[self.rosters[slot]]

    def are_alike(self, slot: i64, other: i64) -> bool:
        return self.rosters[slot] == self.rosters[other] and self.floors[slot] == self.floors[other]

    def may_name(self, slot: i64) -> bool:
        """Whether a palace of the seat to move is one that it is asked for."""
        if self.phase == PLACING:
            return self.room_in(slot) > 0
        if self.phase == BUILDING:
            return self.floors[slot] < MOST_FLOORS
        if self.phase == LOSING:
            return self.floors[slot] > 0
        if self.phase == CROWDED:
            return self.room_in(slot) < 0
        if self.phase == STARVING and slot in self.starved:
            return False
        return self.rosters[slot] != 0

    def kinds_to_draft(self) -> i64:
        """Ruling 3: two different kinds, and not the pair of anybody before."""
        own = self.drafts[self.seat]
        found: i64 = 0
        for kind in range(KINDS):
            if not own & BIT[kind] and self.drafted_by(own | BIT[kind]) < 0:
                found |= BIT[kind]
        return found & self.young_left()

    def drafted_by(self, pair: i64) -> i64:
        """The seat that has drafted a pair of kinds; -1 where nobody has."""
        for seat in range(self.players):
            if self.drafts[seat] == pair:
                return seat
        return -1

    def actions_to_choose(self) -> i64:
        """Ruling 5: what the seat to move can pay for and carry out."""
        yuan = self.goods_of(self.seat, YUAN)
        found: i64 = BIT[MONEY]
        for card in range(RESEARCH + 1):
            if yuan >= self.price_of(card):
                found |= BIT[card]
        left = yuan - self.price_of(PRIVILEGE)
        for size in range(SIZES):
            if left >= self.privilege_price(size):
                found |= BIT[SMALL_PRIVILEGE + size]
        if self.great_wall and yuan >= self.price_of(WALL):
            found |= tiles_to_build(self, self.seat) << FIRST_WALL_TILE
        return found

    def price_of(self, card: i64) -> i64:
        """What it costs to choose an action card: something if a dragon stands on its group."""
        if self.taken_groups & BIT[self.group_of[card]]:
            return self.tables.box.group_price
        return 0


def with_elements(found: vec[i64], first: i64, items: i64) -> vec[i64]:
    """Actions with one more for each element of a set."""
    while items:
        found = append(found, first + first_of(items))
        items &= items - 1
    return found


def palace_named(action: i64) -> tuple[i64, i64, i64]:
    """The first action of its kind, the place of the palace that it names, and the sort of person, or -1."""
    if action >= REPLACE:
        first = action // REPLACE * REPLACE
        return first, (action - first) // PALACE_STEP, (action - first) % PALACE_STEP
    first = action // PALACE * PALACE
    return first, action - first, -1
