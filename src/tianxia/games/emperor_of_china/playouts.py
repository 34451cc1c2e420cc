"""Moves of The Emperor of China as somebody in a hurry makes them: the best looking of a few, at a glance."""

from __future__ import annotations

from typing import Final

from tianxia.engine.chance import Stream
from tianxia.engine.native import i64
from tianxia.engine.sets import BIT, size_of
from tianxia.games.emperor_of_china.rules import EXCHANGE, KIND, PLACE, EmperorPosition
from tianxia.games.emperor_of_china.state import DRAWING, EMISSARY, SECOND_PIECE

GLANCES: Final = 4  # moves that are looked at


def quick_action(position: EmperorPosition, stream: Stream) -> i64:
    best = position.random_action(stream)
    if position.phase == DRAWING:
        return best
    if position.phase == SECOND_PIECE and not position.payments(position.region):
        return best
    best_gain = quick_gain(position, best)
    for _ in range(GLANCES - 1):
        other = position.random_action(stream)
        gain = quick_gain(position, other)
        if gain > best_gain:
            best = other
            best_gain = gain
    return best


def quick_gain(position: EmperorPosition, action: i64) -> i64:
    """About what a move brings its seat, in halves of a point."""
    if action >= EXCHANGE:
        return 0
    place = action % KIND // PLACE
    if action < EMISSARY * KIND:
        return gain_of_house(position, place)
    if action < (EMISSARY + 1) * KIND:
        return gain_of_emissary(position, place)
    return 1


def gain_of_house(position: EmperorPosition, space: i64) -> i64:
    """What the region would score now, and a little for a row."""
    tables = position.tables
    spaces = tables.spaces_of[tables.region_of[space]]
    mine = position.houses[position.seat]
    own = size_of(mine & spaces)
    lead = position.lead[tables.region_of[space]]
    total = size_of(spaces & ~position.free)
    gain = total + 1
    if own + 1 < lead:
        gain = lead
    if own:
        gain -= total if own == lead else lead
    if position.fortified & BIT[space]:
        gain += total
    links = tables.near[space] & mine
    if links:
        gain += 1
        if links & (links - 1):
            gain += 1
    return gain * 2


def gain_of_emissary(position: EmperorPosition, region: i64) -> i64:
    """What the alliances would score now, and a little for those that may come."""
    seat = position.seat
    first = region * position.players
    own = position.emissaries[first + seat] + 1
    for other in range(position.players):
        if position.emissaries[first + other] > own:
            return 0
    alliances = position.tables.alliances
    gain: i64 = 1
    for number in range(0, len(alliances), 2):
        neighbour: i64 = -1
        if alliances[number] == region:
            neighbour = alliances[number + 1]
        elif alliances[number + 1] == region:
            neighbour = alliances[number]
        if neighbour >= 0:
            gain += 1
            if position.majority(neighbour) & BIT[seat]:
                gain += 2 * (position.guests[region] + position.guests[neighbour]) + 1
    return gain
