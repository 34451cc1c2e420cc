"""The values of rooms and of the last tiles, and the shares of the seats."""

from __future__ import annotations

from typing import Final

from tianxia.engine.native import i64
from tianxia.games.forbidden_city.rules.packing import advisors_in, dragons_in, tiles_in
from tianxia.games.forbidden_city.rules.tables import LookupTables

DRAGON_COINS: Final = 3
LAST_ADVISOR_COINS: Final = 2

# What a seat is paid of a room's value, two bits for each seat.
SHARE_BITS: Final = 2
SHARE_MASK: Final = 3
NOTHING: Final = 0
HALF: Final = 1
ALL: Final = 2


def own_value(tally: i64) -> i64:
    """The value of a room without its neighbours: a coin for each tile, three for each dragon."""
    return tiles_in(tally) + DRAGON_COINS * dragons_in(tally)


def shares_of(tally: i64, players: i64) -> i64:
    """Seat -> ALL, HALF or NOTHING (ruling 10): most advisors get all, a seat alone in second place gets half."""
    most: i64 = 0
    second: i64 = 0
    leaders: i64 = 0
    runners_up: i64 = 0
    for seat in range(players):
        count = advisors_in(tally, seat)
        if count > most:
            second = most
            runners_up = leaders
            most = count
            leaders = 1
        elif count == most:
            leaders += 1
        elif count > second:
            second = count
            runners_up = 1
        elif count == second:
            runners_up += 1
    shares: i64 = 0
    if most == 0:
        return shares
    lone_leader = leaders == 1
    lone_second = lone_leader and second > 0 and runners_up == 1
    for seat in range(players):
        count = advisors_in(tally, seat)
        share: i64 = NOTHING
        if count == most:
            share = HALF
            if lone_leader:
                share = ALL
        elif count == second and lone_second:
            share = HALF
        shares |= share << (SHARE_BITS * seat)
    return shares


def paid(value: i64, share: i64) -> i64:
    """The coins for a share of a value; half is rounded down."""
    return value * share >> 1


def last_coins(tables: LookupTables, tile: i64) -> i64:
    """Ruling 12: the coins for a tile that is left over."""
    advisors = tables.advisors[tile * 2] + tables.advisors[tile * 2 + 1]
    dragons = dragons_in(tables.tallies[tile * 2]) + dragons_in(tables.tallies[tile * 2 + 1])
    return advisors * LAST_ADVISOR_COINS + dragons * DRAGON_COINS
