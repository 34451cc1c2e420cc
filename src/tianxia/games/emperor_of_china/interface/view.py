"""The view of The Emperor of China: the table, and the cards of a seat."""

from __future__ import annotations

from typing import TypedDict

from tianxia.engine.bitsets import BIT, elements, first_of, size_of
from tianxia.games.base import Pair, human_seat
from tianxia.games.emperor_of_china.interface.edition import Edition, Side
from tianxia.games.emperor_of_china.interface.notation import PieceKind
from tianxia.games.emperor_of_china.rules import scoring
from tianxia.games.emperor_of_china.rules.position import EmperorPosition
from tianxia.games.emperor_of_china.rules.roads import best_rows, row_points, spaces_in
from tianxia.games.emperor_of_china.rules.state import HOUSE, KINDS, SECOND_PIECE


class SpaceView(TypedDict):
    """A house space."""

    id: str  # "wei-2"
    at: Pair[int]  # x and y on a canvas of about 1000 x 800, y down
    house: int | None  # the seat whose house stands there
    fortification: bool


class RegionView(TypedDict):
    """A region with its houses, emissaries and fortifications."""

    id: str  # "wei"
    name: str
    colour: str
    dragon: Pair[int]  # where emissaries stand: x and y
    spaces: list[SpaceView]
    houses: list[int]  # by seat
    leads: list[int]  # the seats that have most houses; nobody: empty
    emissaries: list[int]  # by seat
    limit: int  # how many emissaries may stand here in all: the houses of the seat that has most
    scored: bool  # its houses were scored, and are not again
    points: list[int]  # by seat: what its houses score, or would if they were scored now
    filled: list[int]  # by seat: what they score once the seat to move builds on its last free space; else empty


class AllianceView(TypedDict):
    """Two regions that score together at the end."""

    number: int
    regions: Pair[str]  # their ids
    points: int  # the emissaries in both
    seats: list[int]  # who would score them now; nobody: empty


class RowView(TypedDict):
    """Houses of one seat in a row along roads, as they would score now."""

    seat: int
    spaces: list[str]  # ids, from the earlier end
    points: int


class SupplyView(TypedDict):
    """The pieces that a seat has left."""

    houses: int
    emissaries: int
    fortifications: int


class EmperorTable(TypedDict):
    """The public part of a view of The Emperor of China."""

    side: str
    fortifications: bool  # whether they are played with
    round: int
    last_round: bool  # the pile ran out for the second time: the game ends with this round
    times_run_out: int  # how often the pile ran out: 0, 1 or 2
    colours: list[str]  # of cards, in the order of the edition
    deck: list[int]  # same order: how many cards there are in this game
    regions: list[RegionView]
    roads: list[Pair[str]]  # the two spaces that each joins
    alliances: list[AllianceView]
    rows: list[RowView]
    row: list[str]  # the cards face up, in the order of colours
    pile: int  # cards in it
    discards: list[str]
    hands: list[int]  # by seat: cards in hand
    known: list[list[str]]  # by seat: cards in hand that everybody saw
    supply: list[SupplyView]  # by seat
    placing: str | None  # the region in which the seat to move may place a second piece
    to_draw: int  # cards that the seat to move has still to draw


class GhostView(TypedDict):
    """A piece that a move would place."""

    kind: PieceKind
    seat: int
    at: str  # the id of a space; of an emissary: of a region


class EmperorChanges(TypedDict):
    """The changes in the table that one more piece would bring."""

    regions: list[RegionView]  # the one that it would stand in
    rows: list[RowView]  # new ones, and those that would become longer or worth more


class OwnCards(TypedDict):
    """The private part of a view: the cards of the seat."""

    hand: list[str]  # in the order of colours


def emperor_table(edition: Edition, side: Side, position: EmperorPosition) -> EmperorTable:
    tables = position.tables
    return {
        "side": side.id,
        "fortifications": position.has_fortifications(),
        "round": int(position.round),
        "last_round": position.is_last_round(),
        "times_run_out": int(position.times_run_out),
        "colours": list(edition.colours),
        "deck": [int(cards) for cards in edition.box.deck(position.players)],
        "regions": [_region(edition, position, region, int(position.seat)) for region in range(len(edition.regions))],
        "roads": [list(road) for road in side.roads],
        "alliances": [_alliance(edition, position, number) for number in range(len(edition.alliances))],
        "rows": [row for seat in range(position.players) for row in _rows(edition, position, seat)],
        "row": names_of(edition, position.row),
        "pile": int(position.in_pile),
        "discards": [
            colour for colour, cards in zip(edition.colours, position.discards, strict=True) for _ in range(cards)
        ],
        "hands": [int(tables.bundles.sizes[hand]) for hand in position.hands],
        "known": [names_of(edition, bundle) for bundle in position.known],
        "supply": [_supply(position, seat) for seat in range(position.players)],
        "placing": edition.regions[position.region].id if position.phase == SECOND_PIECE else None,
        "to_draw": int(position.to_draw),
    }


def changes(edition: Edition, position: EmperorPosition, ahead: EmperorPosition, region: int) -> EmperorChanges:
    """The changes in the table by a piece in a region: the region, and the rows of the seat that places it."""
    seat = int(position.seat)
    known = _rows(edition, position, seat)
    return {
        "regions": [_region(edition, ahead, region, seat)],
        "rows": [row for row in _rows(edition, ahead, seat) if row not in known],
    }


def own_cards(edition: Edition, position: EmperorPosition, seat: int) -> OwnCards:
    return {"hand": names_of(edition, position.hands[seat])}


def names_of(edition: Edition, bundle: int) -> list[str]:
    """The colours of a bundle, in the order of the edition."""
    return [edition.colours[colour] for colour in edition.sides[0].tables.bundles.content(bundle)]


def _region(edition: Edition, position: EmperorPosition, number: int, mover: int) -> RegionView:
    region = edition.regions[number]
    seats = range(position.players)
    counts = scoring.house_counts(position, number)
    spaces = elements(int(position.tables.spaces_of[number]))
    return {
        "id": region.id,
        "name": region.name,
        "colour": region.colour,
        "dragon": list(region.dragon),
        "spaces": [_space(edition, position, space) for space in spaces],
        "houses": counts,
        "leads": [human_seat(seat) for seat in seats if counts[seat] and counts[seat] == position.lead[number]],
        "emissaries": [int(position.emissaries[number * position.players + seat]) for seat in seats],
        "limit": int(position.lead[number]),
        "scored": position.over or not position.unfilled & BIT[number],
        "points": [int(scoring.house_points(position, number, seat)) for seat in seats],
        "filled": _points_when_filled(position, number, mover),
    }


def _points_when_filled(position: EmperorPosition, region: int, seat: int) -> list[int]:
    """By seat, the points of a region that a house of `seat` on its last free space would fill; empty if none would."""
    free = int(position.free & position.tables.spaces_of[region])
    if position.over or size_of(free) != 1 or not position.supply[seat * KINDS + HOUSE]:
        return []
    ahead = position.clone()
    ahead.seat = seat
    ahead.add_house(first_of(free), region)
    return [int(scoring.house_points(ahead, region, other)) for other in range(position.players)]


def _space(edition: Edition, position: EmperorPosition, space: int) -> SpaceView:
    owners = [human_seat(seat) for seat, houses in enumerate(position.houses) if houses & BIT[space]]
    return {
        "id": edition.spaces[space],
        "at": list(edition.places[space]),
        "house": owners[0] if owners else None,
        "fortification": bool(position.fortified & BIT[space]),
    }


def _alliance(edition: Edition, position: EmperorPosition, number: int) -> AllianceView:
    return {
        "number": number + 1,
        "regions": [edition.regions[region].id for region in edition.alliances[number]],
        "points": int(scoring.alliance_points(position, number)),
        "seats": [human_seat(seat) for seat in elements(int(scoring.allies(position, number)))],
    }


def _rows(edition: Edition, position: EmperorPosition, seat: int) -> list[RowView]:
    return [
        {
            "seat": human_seat(seat),
            "spaces": [edition.spaces[space] for space in row],
            "points": int(row_points(spaces_in(row), position.fortified)),
        }
        for row in best_rows(position.tables, position.houses[seat], position.fortified)
    ]


def _supply(position: EmperorPosition, seat: int) -> SupplyView:
    houses, emissaries, fortifications = (int(position.supply[seat * KINDS + kind]) for kind in range(KINDS))
    return {"houses": houses, "emissaries": emissaries, "fortifications": fortifications}
