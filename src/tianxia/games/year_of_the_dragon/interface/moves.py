"""Moves of In the Year of the Dragon as structured data, and their notation: `taxes`, `release 2 old healer`."""

from __future__ import annotations

from typing import Final, Literal, TypedDict, final

from tianxia.errors import UnreadableError
from tianxia.games.edition import SHOWN
from tianxia.games.year_of_the_dragon.interface.edition import (
    ACTION_CARDS,
    Age,
    Good,
    PrivilegeSize,
)
from tianxia.games.year_of_the_dragon.rules.tables import PRIVILEGE
from tianxia.words import error

KindVerb = Literal["draft", "sunrise", "charter"]
CardVerb = Literal["card", "discard"]
PalaceVerb = Literal["palace", "floor", "lose"]
PersonVerb = Literal["replace", "release", "starve"]

NEW_WORD: Final = "new"


class PersonName(TypedDict):
    """A sort of persons, as moves name it."""

    kind: str  # "farmer"
    age: Age


@final
class NameKind(TypedDict):
    """A move that names a kind of persons: in the draft, at sunrise, or for the charter."""

    kind: KindVerb
    person_kind: str  # "farmer"


@final
class ChooseAction(TypedDict):
    """A move that chooses an action without variants."""

    kind: Literal["action"]
    card: str  # "taxes"


@final
class BuyPrivilege(TypedDict):
    """A move that buys a privilege, the action of the privilege card."""

    kind: Literal["privilege"]
    size: PrivilegeSize


@final
class BuildWall(TypedDict):
    """A move that builds a wall tile, the action of the wall card."""

    kind: Literal["wall"]
    tile: str  # "rice"


@final
class PlainMove(TypedDict):
    """A move that takes money instead of an action, or does not place the person that was taken."""

    kind: Literal["money", "dismiss"]


@final
class PlayCard(TypedDict):
    """A move that plays or discards a person card."""

    kind: CardVerb
    card: str  # the kind of person, or "wild"


@final
class TakePerson(TypedDict):
    """A move that takes a person tile from the board."""

    kind: Literal["take"]
    person: PersonName


@final
class ReturnGood(TypedDict):
    """A move that returns a good."""

    kind: Literal["return"]
    good: Good


@final
class NamePalace(TypedDict):
    """A move that names a palace: for a person, for a floor to build, or for a floor to lose."""

    kind: PalaceVerb
    palace: int | None  # its number; null: a new palace


@final
class NamePerson(TypedDict):
    """A move that replaces or releases a person in a palace, or lets one starve."""

    kind: PersonVerb
    palace: int  # its number
    person: PersonName


DragonMove = (
    NameKind
    | ChooseAction
    | BuyPrivilege
    | BuildWall
    | PlainMove
    | PlayCard
    | TakePerson
    | ReturnGood
    | NamePalace
    | NamePerson
)


def write_move(move: DragonMove) -> str:
    """A move in notation.

    >>> write_move({"kind": "release", "palace": 2, "person": {"kind": "healer", "age": "old"}})
    'release 2 old healer'
    """
    if move["kind"] == "action":
        return move["card"]
    words: list[str] = [move["kind"]]
    if "palace" in move:
        words.append(NEW_WORD if move["palace"] is None else str(move["palace"]))
    if "person" in move:
        words += [move["person"]["age"], move["person"]["kind"]]
    elif "person_kind" in move:
        words.append(move["person_kind"])
    elif "card" in move:
        words.append(move["card"])
    elif "size" in move:
        words.append(move["size"])
    elif "tile" in move:
        words.append(move["tile"])
    elif "good" in move:
        words.append(move["good"])
    return " ".join(words)


def read_move(notation: str) -> DragonMove:
    """The structured data of a move, from its exact notation.

    >>> read_move("take old farmer")
    {'kind': 'take', 'person': {'kind': 'farmer', 'age': 'old'}}
    """
    match notation.split(" "):
        case [card] if card in ACTION_CARDS[:PRIVILEGE]:
            return {"kind": "action", "card": card}
        case ["money" | "dismiss" as plain]:
            return {"kind": plain}
        case ["draft" | "sunrise" | "charter" as verb, person]:
            return {"kind": verb, "person_kind": person}
        case ["privilege", "small" | "large" as size]:
            return {"kind": "privilege", "size": size}
        case ["wall", tile]:
            return {"kind": "wall", "tile": tile}
        case ["card" | "discard" as verb, card]:
            return {"kind": verb, "card": card}
        case ["take", "young" | "old" as age, person]:
            return {"kind": "take", "person": {"kind": person, "age": age}}
        case ["return", "yuan" | "rice" | "fireworks" as good]:
            return {"kind": "return", "good": good}
        case ["palace" | "floor" | "lose" as verb, palace]:
            return {"kind": verb, "palace": None if palace == NEW_WORD else int(palace)}
        case ["replace" | "release" | "starve" as verb, palace, "young" | "old" as age, person]:
            return {"kind": verb, "palace": int(palace), "person": {"kind": person, "age": age}}
    raise error(UnreadableError, "year-of-the-dragon.move.unreadable", text=notation[:SHOWN], examples=[])
