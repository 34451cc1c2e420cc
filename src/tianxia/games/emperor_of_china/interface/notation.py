"""Moves of The Emperor of China as text: `house chu-3 red red`, `emissary qi yellow`, `done`, `take green`."""

from __future__ import annotations

from typing import Final, Literal, TypedDict, final, get_args

from tianxia.errors import AmbiguousError, UnreadableError
from tianxia.games.emperor_of_china.interface.edition import Edition
from tianxia.games.emperor_of_china.rules.position import (
    DONE,
    DRAW,
    EXCHANGE,
    KIND,
    PASS,
    PLACE,
    TAKE,
    EmperorPosition,
)
from tianxia.games.emperor_of_china.rules.state import EMISSARY, region_of
from tianxia.words import error

PieceKind = Literal["house", "emissary", "fortification"]
PlainKind = Literal["done", "pass", "draw"]
ColourKind = Literal["exchange", "take"]

PIECES: Final[tuple[PieceKind, ...]] = get_args(PieceKind)  # in the order of kinds
PLAIN: Final[dict[int, PlainKind]] = {DONE: "done", PASS: "pass", DRAW: "draw"}
WITH_COLOUR: Final[dict[int, ColourKind]] = {EXCHANGE: "exchange", TAKE: "take"}
VERBS: Final = (*PIECES, *PLAIN.values(), *WITH_COLOUR.values())

MISPAID: Final = 1 << 14
"""Added to the action of a piece for which the wrong number of cards was paid: such a move is well formed."""


@final
class PlacePiece(TypedDict):
    """A move that places a piece."""

    kind: PieceKind
    at: str  # the id of a space; of an emissary: of a region
    cards: list[str]  # the colours that pay for it: one card, or two alike


@final
class MoveCard(TypedDict):
    """A move that exchanges a card of the hand, or takes a card of the row."""

    kind: ColourKind
    colour: str


@final
class PlainMove(TypedDict):
    """A move without a card or place: no second piece, a pass, or drawing from the pile."""

    kind: PlainKind


EmperorMove = PlacePiece | MoveCard | PlainMove


def piece_of(action: int) -> tuple[int, int, int]:
    """Kind, place and colour of the action of a piece."""
    action %= MISPAID
    return action // KIND, action % KIND // PLACE, action % PLACE


def is_piece(action: int) -> bool:
    return action % MISPAID < EXCHANGE


def place_id(edition: Edition, kind: int, place: int) -> str:
    return edition.regions[place].id if kind == EMISSARY else edition.spaces[place]


def region_at(edition: Edition, kind: int, place: int) -> int:
    """The engine's number for the region of a place."""
    return int(region_of(edition.sides[0].tables, kind, place))


def price(edition: Edition, region: int, colour: int) -> int:
    """The number of cards of a colour that pay for a piece in a region."""
    return int(edition.sides[0].tables.price(region, colour))


def describe_action(edition: Edition, action: int) -> EmperorMove:
    """The move of an action."""
    if action in PLAIN:
        return {"kind": PLAIN[action]}
    for first, verb in WITH_COLOUR.items():
        if first <= action < first + len(edition.colours):
            return {"kind": verb, "colour": edition.colours[action - first]}
    kind, place, colour = piece_of(action)
    cards = price(edition, region_at(edition, kind, place), colour)
    if action >= MISPAID:
        cards = 3 - cards
    return {"kind": PIECES[kind], "at": place_id(edition, kind, place), "cards": [edition.colours[colour]] * cards}


def write_move(move: EmperorMove) -> str:
    """A move in notation.

    >>> write_move({"kind": "house", "at": "chu-3", "cards": ["red", "red"]}), write_move({"kind": "done"})
    ('house chu-3 red red', 'done')
    """
    if "cards" in move:
        return " ".join([move["kind"], move["at"], *move["cards"]])
    return f"{move['kind']} {move['colour']}" if "colour" in move else move["kind"]


def read_move(notation: str) -> EmperorMove:
    """The structured data of a move, from its exact notation.

    >>> read_move("take green")
    {'kind': 'take', 'colour': 'green'}
    """
    match notation.split(" "):
        case ["house" | "emissary" | "fortification" as piece, place, card, *cards] if len(cards) <= 1:
            return {"kind": piece, "at": place, "cards": [card, *cards]}
        case ["exchange" | "take" as verb, colour]:
            return {"kind": verb, "colour": colour}
        case ["done" | "pass" | "draw" as plain]:
            return {"kind": plain}
    raise error(UnreadableError, "emperor-of-china.move.unreadable", text=notation[:60])


def print_action(edition: Edition, action: int) -> str:
    """The notation of an action."""
    return write_move(describe_action(edition, action))


def parse_action(edition: Edition, position: EmperorPosition, text: str, exact: bool) -> int:
    """The action of a move. If not `exact`, the first word may be shortened, and a unique payment left out."""
    words = text.lower().split()
    verb = _verb(edition, position, words[0], exact) if words else None
    if verb is None:
        raise error(UnreadableError, "emperor-of-china.move.unreadable", text=text[:60])
    if verb in PIECES:
        return _parse_piece(edition, position, verb, words[1:], text, exact)
    for action, known in PLAIN.items():
        if verb == known and len(words) == 1:
            return action
    for first, with_colour in WITH_COLOUR.items():
        if verb == with_colour and len(words) == 2:
            return first + _colour(edition, words[1], exact)
    raise error(UnreadableError, "emperor-of-china.move.unreadable", text=text[:60])


def _verb(edition: Edition, position: EmperorPosition, word: str, exact: bool) -> str | None:
    if word in VERBS or exact:
        return word if word in VERBS else None
    found = [verb for verb in VERBS if verb.startswith(word)]
    if len(found) > 1:
        legal = {print_action(edition, int(action)).split()[0] for action in position.legal_actions()}
        found = [verb for verb in found if verb in legal] or found
    if len(found) > 1:
        raise error(AmbiguousError, "move.ambiguous", text=word, moves=found)
    return found[0] if found else None


def _parse_piece(
    edition: Edition, position: EmperorPosition, verb: str, words: list[str], text: str, exact: bool
) -> int:
    cards = words[1:]
    if not words or len(cards) > 2 or len(set(cards)) > 1 or (exact and not cards):
        raise error(UnreadableError, "emperor-of-china.move.unreadable", text=text[:60])
    kind = PIECES.index(verb)
    place = _find_place(edition, kind, words[0], exact)
    if place is None:
        raise _unknown_place(edition, kind, words[0])
    first = kind * KIND + place * PLACE
    region = region_at(edition, kind, place)
    if not cards:
        own = _colour(edition, edition.regions[region].colour, True)
        return _only_payment(edition, position, first, own, text)
    colour = _colour(edition, cards[0], exact)
    return first + colour + (0 if len(cards) == price(edition, region, colour) else MISPAID)


def _find_place(edition: Edition, kind: int, word: str, exact: bool) -> int | None:
    """The space or region of an id. If not `exact`, the id may have the apostrophe of the map: Ch'in-1."""
    ids = [region.id for region in edition.regions] if kind == EMISSARY else list(edition.spaces)
    if word not in ids and not exact:
        ids, word = [id.replace("'", "") for id in ids], word.replace("'", "")
    return ids.index(word) if word in ids else None


def _unknown_place(edition: Edition, kind: int, word: str) -> UnreadableError:
    """The error for an unknown place, with the possible ones: the spaces of a known region, or all regions."""
    number = edition.region_number(word.rpartition("-")[0] or word)
    if kind == EMISSARY or number is None:
        regions = [region.id for region in edition.regions]
        return error(UnreadableError, "emperor-of-china.move.region", word=word[:60], known=regions)
    region = edition.regions[number]
    values = {"region": region.name, "first": f"{region.id}-1", "last": f"{region.id}-{len(region.houses)}"}
    return error(UnreadableError, "emperor-of-china.move.space", word=word[:60], **values)


def _colour(edition: Edition, word: str, exact: bool) -> int:
    colour = edition.colour_number(word)
    alike = [number for number, known in enumerate(edition.colours) if known.startswith(word)]
    if colour is None and not exact and len(alike) == 1:
        return alike[0]
    if colour is None:
        raise error(UnreadableError, "emperor-of-china.move.colour", word=word[:60], known=list(edition.colours))
    return colour


def _only_payment(edition: Edition, position: EmperorPosition, first: int, own: int, text: str) -> int:
    """The only legal payment; if there is none, a likely one, so that its reason can be given."""
    actions = [int(action) for action in position.legal_actions() if first <= action < first + PLACE]
    if len(actions) > 1:
        moves = [print_action(edition, action) for action in actions]
        raise error(AmbiguousError, "move.ambiguous", text=" ".join(text.lower().split()), moves=moves)
    return actions[0] if actions else first + _likely_payment(position, own)


def _likely_payment(position: EmperorPosition, own: int) -> int:
    """A likely payment: the region's own colour; without such a card, a colour of which the hand has two cards."""
    bundles = position.tables.bundles
    held = bundles.content(position.hands[position.seat])
    pairs = [int(colour) for colour in held if held.count(colour) > 1]
    return pairs[0] if pairs and own not in held else own
