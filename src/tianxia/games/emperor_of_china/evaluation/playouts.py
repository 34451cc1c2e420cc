"""Quick moves of The Emperor of China for playouts: a rough estimate for each region, and some randomness."""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import BIT, first_of, nth_of, size_of
from tianxia.engine.chance import Stream
from tianxia.engine.native import i64, vec
from tianxia.games.emperor_of_china.evaluation.outlook import chance_of_most
from tianxia.games.emperor_of_china.rules import scoring
from tianxia.games.emperor_of_china.rules.position import DONE, KIND, PLACE, TAKE, EmperorPosition
from tianxia.games.emperor_of_china.rules.state import DRAWING, EMISSARY, SECOND_PIECE

# in points where nothing else is said; found by measuring
LUCK: Final = 0.3  # gains that differ by less may be taken for each other
GROWTH: Final = 0.3  # the part of the free spaces of a region that will get a house
BEHIND: Final = 0.45  # the part of these houses that the leading seat has
RIVALRY: Final = 0.5  # what points of the strongest rival in a region count
LINK: Final = 1.2  # a house next to another of one's own
TO_COME: Final = 0.8  # most emissaries in one region of an alliance
SECOND: Final = 1.0  # what a second piece in a turn brings of the first
CHOICE: Final = 0.15  # what all ways to use a hand together count, beside the best
DICE: Final = 1024


def quick_action(position: EmperorPosition, stream: Stream) -> i64:
    """A move for playouts."""
    if position.phase == DRAWING:
        return quick_draw(position, stream)
    reach = reach_of(position)
    piece = quick_piece(position, reach, stream)
    if piece < 0:
        return DONE if position.phase == SECOND_PIECE else position.random_action(stream)
    if piece >= KIND:
        return EMISSARY * KIND + (piece - KIND) * PLACE + quick_payment(position, piece - KIND)
    return quick_space(position, piece, reach, stream) * PLACE + quick_payment(position, piece)


def quick_piece(position: EmperorPosition, reach: i64, stream: Stream) -> i64:
    """The region for a house, or KIND + the region for an emissary, with the greatest gain; -1 if nothing gains."""
    pieces = position.tables.bundles.pieces
    hand = position.hands[position.seat] * position.tables.colours
    builds = position.regions_for_house(position.seat)
    sends = position.places_at_all(EMISSARY, position.seat)
    regions = builds | sends
    if position.phase == SECOND_PIECE:
        regions &= BIT[position.region]
    best: i64 = -1
    best_gain = 0.0
    while regions:
        region = first_of(regions)
        here = regions & -regions
        regions &= regions - 1
        if not position.payments(region):
            continue
        factor = 1.0
        if position.allows_two_pieces(region) and pieces[hand + position.tables.colour_of[region]] > 1:
            factor += SECOND
        luck = LUCK * float(stream.below(DICE)) / float(DICE)
        if builds & here:
            gain = gain_of_house(position, region, reach) * factor + luck
            if gain > best_gain:
                best_gain = gain
                best = region
        if sends & here:
            gain = gain_of_emissary(position, region) * factor + luck
            if gain > best_gain:
                best_gain = gain
                best = KIND + region
    return best


def quick_payment(position: EmperorPosition, region: i64) -> i64:
    """The colour to pay with: the region's colour, if the hand has a card of it."""
    payments = position.payments(region)
    colour = position.tables.colour_of[region]
    return colour if payments & BIT[colour] else first_of(payments)


def quick_space(position: EmperorPosition, region: i64, reach: i64, stream: Stream) -> i64:
    """A space for a house: one with a fortification, or else next to another house, or else any."""
    free = position.free & position.tables.spaces_of[region]
    if free & position.fortified:
        free &= position.fortified
    elif free & reach:
        free &= reach
    return nth_of(free, stream.below(size_of(free)))


def quick_draw(position: EmperorPosition, stream: Stream) -> i64:
    """The card of the row with which most can be placed in a turn."""
    bundles = position.tables.bundles
    row = bundles.members[position.row]
    if not row or position.is_last_round():
        return position.random_action(stream)
    gains = gains_by_colour(position)
    hand = position.hands[position.seat] * bundles.kinds
    best: i64 = -1
    best_gain = -1.0
    while row:
        colour = first_of(row)
        rest = bundles.without_one[position.row * bundles.kinds + colour]
        gain = gain_of_filled(position, bundles.with_one[hand + colour], rest, position.to_draw - 1, gains)
        if gain > best_gain:
            best_gain = gain
            best = colour
        row &= row - 1
    return TAKE + best


# ---- gains


def gain_of_house(position: EmperorPosition, region: i64, reach: i64) -> float:
    """The estimated gain of a house in a region."""
    spaces = position.tables.spaces_of[region]
    seat = position.seat
    houses = position.houses
    own = size_of(houses[seat] & spaces)
    most = position.lead[region]
    if most == own:  # the seat leads, alone or not
        most = 0
        for other in range(len(houses)):
            if other != seat:
                count = size_of(houses[other] & spaces)
                if count > most:
                    most = count
    size = size_of(spaces)
    free = size_of(position.free & spaces)
    gain = share_of(own + 1, most, free - 1, size) - share_of(own, most, free, size)
    gain -= RIVALRY * (share_of(most, own + 1, free - 1, size) - share_of(most, own, free, size))
    if position.fortified & position.free & spaces:
        gain += share_of(own + 1, most, free - 1, size)
    if spaces & reach:
        gain += LINK
    return gain


def share_of(own: i64, most: i64, free: i64, size: i64) -> float:
    """The estimated points of a seat for a region, from its houses and those of its strongest rival."""
    if own == 0:
        return 0.0
    growth = GROWTH * float(free)
    first = chance_of_most(own - most, free, growth)
    behind = float(most if most > own else own) + BEHIND * growth
    return first * (float(size - free) + growth) + (1.0 - first) * behind


def gain_of_emissary(position: EmperorPosition, region: i64) -> float:
    """The estimated gain of an emissary, for the alliances of a region."""
    seat = position.seat
    own = position.emissaries[region * position.players + seat]
    most = most_of_others(position, region)
    if own + 1 < most:
        return 0.0
    was_first = scoring.has_majority(position, region, seat)
    alliances = position.tables.alliances
    gain = 0.0
    for number in range(len(alliances) // 2):
        neighbour: i64 = -1
        if alliances[number * 2] == region:
            neighbour = alliances[number * 2 + 1]
        elif alliances[number * 2 + 1] == region:
            neighbour = alliances[number * 2]
        if neighbour < 0:
            continue
        if scoring.has_majority(position, neighbour, seat):
            gain += 1.0 if was_first else float(scoring.alliance_points(position, number) + 1)
        elif not was_first and not position.is_last_round():
            gain += TO_COME
    return gain


def most_of_others(position: EmperorPosition, region: i64) -> i64:
    """The most emissaries that another seat than the one to move has in a region."""
    emissaries = position.emissaries
    seat = region * position.players
    mine = seat + position.seat
    found: i64 = 0
    for _ in range(position.players):
        if seat != mine and emissaries[seat] > found:
            found = emissaries[seat]
        seat += 1
    return found


def gains_by_colour(position: EmperorPosition) -> vec[float]:
    """Colour * 2 -> the estimated gain of a piece in the best region of that colour; + 1: that of a turn there."""
    tables = position.tables
    reach = reach_of(position)
    builds = position.regions_for_house(position.seat)
    sends = position.places_at_all(EMISSARY, position.seat)
    found = vec[float]([0.0 for _ in range(2 * tables.colours)])
    for region in range(tables.regions):
        gain = 0.0
        if builds & BIT[region]:
            gain = gain_of_house(position, region, reach)
        if sends & BIT[region]:
            sent = gain_of_emissary(position, region)
            if sent > gain:
                gain = sent
        place = tables.colour_of[region] * 2
        if gain > found[place]:
            found[place] = gain
        if position.allows_two_pieces(region):
            gain += SECOND * gain
        if gain > found[place + 1]:
            found[place + 1] = gain
    return found


def gain_of_filled(position: EmperorPosition, hand: i64, row: i64, missing: i64, gains: vec[float]) -> float:
    """The estimated gain of a hand that is filled up with the best cards of the row."""
    if missing <= 0 or row == 0:
        return gain_of_hand(position, hand, gains)
    bundles = position.tables.bundles
    best = 0.0
    colours = bundles.members[row]
    while colours:
        colour = first_of(colours)
        more = bundles.with_one[hand * bundles.kinds + colour]
        gain = gain_of_filled(position, more, bundles.without_one[row * bundles.kinds + colour], missing - 1, gains)
        if gain > best:
            best = gain
        colours &= colours - 1
    return best


def gain_of_hand(position: EmperorPosition, hand: i64, gains: vec[float]) -> float:
    """The estimated gain of a turn with a hand, from the gains of pieces by colour."""
    tables = position.tables
    best = 0.0
    total = 0.0
    for colour in range(tables.colours):
        pieces = tables.bundles.pieces[hand * tables.colours + colour]
        if pieces:
            gain = gains[colour * 2 + pieces - 1]
            total += gain
            if gain > best:
                best = gain
    return best + CHOICE * total


def reach_of(position: EmperorPosition) -> i64:
    """The free spaces next to houses of the seat to move."""
    near = position.tables.near
    houses = position.houses[position.seat]
    found: i64 = 0
    while houses:
        found |= near[first_of(houses)]
        houses &= houses - 1
    return found & position.free
