"""In the Year of the Dragon: the legal actions of the seat to move. `position` carries them out.

A decision names one thing of a set (an action, a card, a good, a kind or sort of person), a palace, or a person in a
palace. Palaces that are alike, with as many floors and the same persons, are one choice.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, nth_of, size_of
from tianxia.engine.chance import Stream
from tianxia.engine.native import append, i64, vec
from tianxia.games.year_of_the_dragon.rules import court
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
    DragonState,
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


# ---- the legal moves


def legal_actions(position: DragonState) -> vec[i64]:
    found = vec[i64]([])
    if position.over or position.awaits_chance:
        return found
    first_action = FIRST_ACTIONS[position.phase]
    if position.phase < PLACING:
        return with_elements(found, first_action, things_to_name(position))
    without_palace = action_without_palace(position)
    if without_palace >= 0:
        found = append(found, without_palace)
    first = position.first_slot[position.seat]
    for slot in range(first, position.first_slot[position.seat + 1]):
        if ways_to_name(position, slot):
            if position.phase < REPLACING:
                found = append(found, first_action + slot - first)
            else:
                sorts = position.tables.rosters.members[position.rosters[slot]]
                found = with_elements(found, first_action + (slot - first) * PALACE_STEP, sorts)
    return found


def random_action(position: DragonState, stream: Stream) -> i64:
    """A random legal action: the fast twin of choosing from `legal_actions`."""
    first_action = FIRST_ACTIONS[position.phase]
    if position.phase < PLACING:
        choices = things_to_name(position)
        return first_action + nth_of(choices, stream.below(size_of(choices)))
    first = position.first_slot[position.seat]
    without_palace = action_without_palace(position)
    count: i64 = 0
    if without_palace >= 0:
        count = 1
    for slot in range(first, position.first_slot[position.seat + 1]):
        count += ways_to_name(position, slot)
    pick = stream.below(count)
    if without_palace >= 0:
        if pick == 0:
            return without_palace
        pick -= 1
    slot = first
    ways = ways_to_name(position, slot)
    while pick >= ways:
        pick -= ways
        slot += 1
        ways = ways_to_name(position, slot)
    if position.phase < REPLACING:
        return first_action + slot - first
    sorts = position.tables.rosters.members[position.rosters[slot]]
    return first_action + (slot - first) * PALACE_STEP + nth_of(sorts, pick)


def things_to_name(position: DragonState) -> i64:
    """The set of things of which the seat to move names one, where it names no palace."""
    if position.phase == ACTING:
        return actions_to_choose(position)
    if position.phase == PLAYING_CARD:
        return court.cards_to_play(position, position.seat)
    if position.phase == TAKING:
        return court.sorts_left(position, position.card)
    if position.phase == DRAFTING:
        return kinds_to_draft(position)
    return things_to_choose(position)


def action_without_palace(position: DragonState) -> i64:
    """The action that names no palace where all others do; -1 where there is none."""
    if position.phase == BUILDING:
        return FLOOR_NEW
    if position.phase == REPLACING:
        return DISMISS
    return -1


def ways_to_name(position: DragonState, slot: i64) -> i64:
    """The number of legal moves that name a palace. Of palaces that are alike, only the first can be named."""
    if not may_name(position, slot):
        return 0
    for earlier in range(position.first_slot[position.seat], slot):
        if are_alike(position, earlier, slot) and may_name(position, earlier):
            return 0
    if position.phase < REPLACING:
        return 1
    return position.tables.rosters.different[position.rosters[slot]]


def are_alike(position: DragonState, slot: i64, other: i64) -> bool:
    return position.rosters[slot] == position.rosters[other] and position.floors[slot] == position.floors[other]


def may_name(position: DragonState, slot: i64) -> bool:
    """Whether the present decision of the seat to move may name a palace."""
    if position.phase == PLACING:
        return court.room_in(position, slot) > 0
    if position.phase == BUILDING:
        return position.floors[slot] < MOST_FLOORS
    if position.phase == LOSING:
        return position.floors[slot] > 0
    if position.phase == CROWDED:
        return court.room_in(position, slot) < 0
    if position.phase == STARVING and slot in position.starved:
        return False
    return position.rosters[slot] != 0


def kinds_to_draft(position: DragonState) -> i64:
    """Ruling 3: the set of kinds to draft: two different ones, and not the pair of an earlier seat."""
    own = position.drafts[position.seat]
    found: i64 = 0
    for kind in range(KINDS):
        if not own & BIT[kind] and drafted_by(position, own | BIT[kind]) < 0:
            found |= BIT[kind]
    return found & court.young_left(position)


def drafted_by(position: DragonState, pair: i64) -> i64:
    """The seat that has drafted a pair of kinds; -1 where nobody has."""
    for seat in range(position.players):
        if position.drafts[seat] == pair:
            return seat
    return -1


def actions_to_choose(position: DragonState) -> i64:
    """Ruling 5: the set of actions that the seat to move can pay for and carry out."""
    yuan = court.goods_of(position, position.seat, YUAN)
    found: i64 = BIT[MONEY]
    for card in range(RESEARCH + 1):
        if yuan >= price_of(position, card):
            found |= BIT[card]
    left = yuan - price_of(position, PRIVILEGE)
    for size in range(SIZES):
        if left >= court.privilege_price(position, size):
            found |= BIT[SMALL_PRIVILEGE + size]
    if position.great_wall and yuan >= price_of(position, WALL):
        found |= tiles_to_build(position, position.seat) << FIRST_WALL_TILE
    return found


def price_of(position: DragonState, card: i64) -> i64:
    """The price of choosing an action card: not 0 only if a dragon stands on its group."""
    if position.taken_groups & BIT[position.group_of[card]]:
        return position.tables.box.group_price
    return 0


def with_elements(found: vec[i64], first: i64, items: i64) -> vec[i64]:
    """Append to `found` one action for each element of a set."""
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
