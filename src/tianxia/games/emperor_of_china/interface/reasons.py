"""Why a move of The Emperor of China is not legal: the rule that it breaks. Asks the same predicates as the rules."""

from __future__ import annotations

from tianxia.engine.bitsets import BIT, size_of
from tianxia.games.emperor_of_china.interface.edition import Edition
from tianxia.games.emperor_of_china.interface.log import rule
from tianxia.games.emperor_of_china.interface.notation import MISPAID, is_piece, piece_of, place_id, region_at
from tianxia.games.emperor_of_china.rules.position import DONE, DRAW, EXCHANGE, PASS, TAKE, EmperorPosition
from tianxia.games.emperor_of_china.rules.state import DRAWING, EMISSARY, HOUSE, KINDS, SECOND_PIECE
from tianxia.games.emperor_of_china.rules.tables import MOST_CARDS
from tianxia.words import Message


def why_not(edition: Edition, position: EmperorPosition, action: int) -> Message | None:
    if position.is_legal(action):
        return None
    if is_piece(action):
        return _why_no_piece(edition, position, action)
    if action >= TAKE:
        return _why_not_drawn(edition, position, action)
    if position.phase == DRAWING:
        return _draw_now(position)
    if action == DONE:
        return _reason("done", 2)
    if action == PASS:
        return _reason("placed-already", 2) if position.phase == SECOND_PIECE else _reason("pass", 8)
    if position.phase == SECOND_PIECE:
        return _reason("placed-already", 2)
    if not position.has_card_to_draw():
        return _reason("nothing-to-draw", 8)
    return _reason("no-card", 8, colour=edition.colours[action - EXCHANGE])


def _reason(key: str, number: int, **values: object) -> Message:
    return Message(f"emperor-of-china.reason.{key}", values, rule(number))


def _draw_now(position: EmperorPosition) -> Message:
    return _reason("draw-now", 6, cards=int(position.to_draw))


def _why_not_drawn(edition: Edition, position: EmperorPosition, action: int) -> Message:
    if position.phase != DRAWING:
        return _reason("draw-later", 6)
    if action == DRAW:
        return _reason("pile-empty", 7)
    return _reason("not-in-row", 6, colour=edition.colours[action - TAKE])


def _why_no_piece(edition: Edition, position: EmperorPosition, action: int) -> Message:
    kind, place, colour = piece_of(action)
    number = region_at(edition, kind, place)
    region = edition.regions[number].name
    if position.phase == DRAWING:
        if number == position.region and _pieces_in(position, number) == 1:
            return _reason("was-empty", 2, region=region)
        return _draw_now(position)
    if position.phase == SECOND_PIECE and number != position.region:
        return _reason("other-region", 1, region=edition.regions[position.region].name)
    if not position.places_for(kind) >> place & 1:
        return _why_not_there(edition, position, kind, place)
    return _why_not_paid(edition, position, number, colour, action >= MISPAID)


def _pieces_in(position: EmperorPosition, region: int) -> int:
    spaces = position.tables.spaces_of[region]
    taken = spaces & ~position.free
    return int(size_of(taken) + size_of(spaces & position.fortified) + position.guests[region])


def _why_not_there(edition: Edition, position: EmperorPosition, kind: int, place: int) -> Message:
    """Rulings 4 and 13: no piece left, or no room for it."""
    if not position.supply[position.seat * KINDS + kind]:
        return _why_none_left(position, kind)
    if kind == EMISSARY:
        region = edition.regions[place].name
        if not position.lead[place]:
            return _reason("no-house", 4, region=region)
        return _reason("limit", 4, region=region, limit=int(position.lead[place]))
    at = place_id(edition, kind, place)
    if position.free & BIT[place]:
        return _reason("fortified", 13, at=at)
    return _reason("taken", 4 if kind == HOUSE else 13, at=at)


def _why_none_left(position: EmperorPosition, kind: int) -> Message:
    if kind == HOUSE:
        return _reason("no-house-left", 4)
    if kind == EMISSARY:
        return _reason("no-emissary-left", 4)
    return _reason("no-fortification-left" if position.has_fortifications() else "no-fortifications", 13)


def _why_not_paid(edition: Edition, position: EmperorPosition, region: int, colour: int, mispaid: bool) -> Message:
    """Ruling 3: the payment is wrong."""
    bundles = position.tables.bundles
    is_own = position.tables.price(region, colour) == 1
    held = bundles.counts[position.hands[position.seat] * bundles.kinds + colour]
    values = {"colour": edition.colours[colour], "region": edition.regions[region].name}
    if mispaid:
        return _reason("own-pair", 3, **values) if is_own else _reason("needs-pair", 3, **values)
    if is_own:
        return _reason("no-card", 3, colour=edition.colours[colour])
    if held < 2:
        return _reason("no-pair", 3, colour=edition.colours[colour])
    return _reason("too-many-cards", 1, most=MOST_CARDS)
