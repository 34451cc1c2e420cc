"""Moves of In the Year of the Dragon as text: `taxes`, `card wild`, `take old farmer`, `release 2 old healer`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from tianxia.engine.bitsets import elements
from tianxia.errors import AmbiguousError, UnreadableError
from tianxia.games.edition import SHOWN
from tianxia.games.year_of_the_dragon.interface.edition import (
    ACTION_CARDS,
    AGE_NAMES,
    GOODS_NAMES,
    PRIVILEGE_NAMES,
    WALL_TILE_NAMES,
    Edition,
)
from tianxia.games.year_of_the_dragon.interface.moves import (
    NEW_WORD,
    CardVerb,
    DragonMove,
    KindVerb,
    PalaceVerb,
    PersonName,
    PersonVerb,
    read_move,
    write_move,
)
from tianxia.games.year_of_the_dragon.rules import choices
from tianxia.games.year_of_the_dragon.rules.choices import (
    ACT,
    CARD,
    CHARTER_KIND,
    DISCARD,
    DISMISS,
    DRAFT_KIND,
    FIRST_ACTIONS,
    FLOOR,
    FLOOR_NEW,
    LOSE,
    PALACE,
    PALACE_STEP,
    RELEASE,
    REPLACE,
    RETURN,
    STARVE,
    SUNRISE_KIND,
    TAKE,
    palace_named,
)
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.tables import AGES, CARDS, KINDS, PRIVILEGE, SORTS, WILD
from tianxia.words import Message, error

V = TypeVar("V")

EXAMPLES: Final = 4  # legal moves that an error quotes
WILD_WORD: Final = "wild"

NO_PALACE: Final = 0x4000
"""Stands for the place of a palace that the seat does not have, plus its number: such a move is well formed."""

CHOICES: Final = (
    *ACTION_CARDS[:PRIVILEGE],
    *(f"privilege {size}" for size in PRIVILEGE_NAMES),
    *(f"wall {tile}" for tile in WALL_TILE_NAMES),
    "money",
)
"""What can be chosen in the action phase, in the engine's numbering."""
WITH_KIND: Final[dict[KindVerb, int]] = {"draft": DRAFT_KIND, "sunrise": SUNRISE_KIND, "charter": CHARTER_KIND}
WITH_CARD: Final[dict[CardVerb, int]] = {"card": CARD, "discard": DISCARD}
WITH_PALACE: Final[dict[PalaceVerb, int]] = {"palace": PALACE, "floor": FLOOR, "lose": LOSE}
WITH_PERSON: Final[dict[PersonVerb, int]] = {"replace": REPLACE, "release": RELEASE, "starve": STARVE}
TAKE_WORD: Final = "take"
RETURN_WORD: Final = "return"
DISMISS_WORD: Final = "dismiss"


def sort_name(edition: Edition, sort: int) -> str:
    """A sort of persons in notation: "old farmer"."""
    person = person_name(edition, sort)
    return f"{person['age']} {person['kind']}"


def person_name(edition: Edition, sort: int) -> PersonName:
    """The name of a sort of persons in the structured data of moves.

    >>> from tianxia.games import find_game
    >>> person_name(find_game("year-of-the-dragon").box, 15)
    {'kind': 'farmer', 'age': 'old'}
    """
    kind, age = divmod(sort, AGES)
    return {"kind": edition.kinds[kind], "age": AGE_NAMES[age]}


def card_name(edition: Edition, card: int) -> str:
    return WILD_WORD if card == WILD else edition.kinds[card]


def slot_of(position: DragonPosition, place: int) -> int:
    """The slot of a palace of the seat to move, from its place among them."""
    return int(position.first_slot[position.seat]) + place


def slots_of(position: DragonPosition, seat: int) -> range:
    """The slots of a seat's palaces."""
    return range(int(position.first_slot[seat]), int(position.first_slot[seat + 1]))


def number_at(position: DragonPosition, place: int) -> int:
    """The number of a palace of the seat to move, from its place among them."""
    return place - NO_PALACE if place >= NO_PALACE else int(position.numbers[slot_of(position, place)])


def numbers_of(position: DragonPosition) -> list[int]:
    """The numbers of the palaces of the seat to move."""
    return [int(position.numbers[slot]) for slot in slots_of(position, int(position.seat))]


# ---- printing


def describe_action(edition: Edition, position: DragonPosition, action: int) -> DragonMove:
    """The move of an action; the position is the one before it."""
    if action < PALACE:
        return _describe_thing(edition, action)
    first, place, sort = palace_named(action)
    palace = number_at(position, place)
    if sort < 0:
        return {"kind": _verb_of(first, WITH_PALACE)[0], "palace": palace}
    return {"kind": _verb_of(first, WITH_PERSON)[0], "palace": palace, "person": person_name(edition, sort)}


def _describe_thing(edition: Edition, action: int) -> DragonMove:
    """The structured data of a move that names no palace."""
    if action == DISMISS:
        return {"kind": "dismiss"}
    if action == FLOOR_NEW:
        return {"kind": "floor", "palace": None}
    if ACT <= action < CARD:
        return read_move(CHOICES[action - ACT])
    if TAKE <= action < DISCARD:
        return {"kind": "take", "person": person_name(edition, action - TAKE)}
    if RETURN <= action < SUNRISE_KIND:
        return {"kind": "return", "good": GOODS_NAMES[action - RETURN]}
    if CARD <= action < TAKE or DISCARD <= action < RETURN:
        card_verb, first = _verb_of(action, WITH_CARD)
        return {"kind": card_verb, "card": card_name(edition, action - first)}
    kind_verb, first = _verb_of(action, WITH_KIND)
    return {"kind": kind_verb, "person_kind": edition.kinds[action - first]}


def _verb_of(action: int, verbs: Mapping[V, int]) -> tuple[V, int]:
    """The verb of an action, and the first action of that verb."""
    return max(((verb, first) for verb, first in verbs.items() if first <= action), key=lambda found: found[1])


def print_action(edition: Edition, position: DragonPosition, action: int) -> str:
    """The notation of an action; the position is the one before it."""
    return write_move(describe_action(edition, position, action))


# ---- parsing


def parse_action(edition: Edition, position: DragonPosition, text: str, exact: bool) -> int:
    """The action of a move.

    If not `exact`, words may be shortened or left out where only one legal move fits, and any of several palaces that
    are alike may be named: the first of them is meant.
    """
    words = text.lower().split()
    action = _parse_exactly(edition, position, words, text) if exact else _parse_freely(edition, position, words, text)
    return action if exact else _first_alike(position, action)


def _parse_exactly(edition: Edition, position: DragonPosition, words: Sequence[str], text: str) -> int:
    action = _parse_words(edition, position, words)
    if action is None:
        raise _unreadable(edition, position, text)
    return action


def _parse_freely(edition: Edition, position: DragonPosition, words: Sequence[str], text: str) -> int:
    """The action of a move as people type it: first as full words, then with joined kinds, then abbreviated."""
    joined = _join_kinds(edition, words)
    try:
        written = _parse_words(edition, position, words)
        return _parse_exactly(edition, position, joined, text) if written is None else written
    except UnreadableError:
        found = _find_move(edition, position, joined)
        if found is None:
            raise
        return found


def _join_kinds(edition: Edition, words: Sequence[str]) -> list[str]:
    """Replace kinds in two words by their ids: "court lady" by court-lady."""
    text = f" {' '.join(words)} "
    for kind in edition.kinds:
        text = text.replace(f" {kind.replace('-', ' ')} ", f" {kind} ")
    return text.split()


def _parse_words(edition: Edition, position: DragonPosition, words: Sequence[str]) -> int | None:
    """The action of a move in full words; `None` for anything else."""
    if " ".join(words) in CHOICES:
        return ACT + CHOICES.index(" ".join(words))
    if " ".join(words) == DISMISS_WORD:
        return DISMISS
    verb, *rest = words or [""]
    if len(rest) == 1:
        return _parse_thing(edition, position, verb, rest[0])
    if len(rest) == 2 and verb == TAKE_WORD and rest[0] in AGE_NAMES:
        return TAKE + _sort(edition, rest)
    if len(rest) == 3 and verb in WITH_PERSON and rest[1] in AGE_NAMES:
        return WITH_PERSON[verb] + _place(position, rest[0]) * PALACE_STEP + _sort(edition, rest[1:])
    return None


def _parse_thing(edition: Edition, position: DragonPosition, verb: str, word: str) -> int | None:
    if verb in WITH_KIND:
        return WITH_KIND[verb] + _kind(edition, word)
    if verb in WITH_CARD:
        return WITH_CARD[verb] + (WILD if word == WILD_WORD else _kind(edition, word, WILD_WORD))
    if verb == RETURN_WORD and word in GOODS_NAMES:
        return RETURN + GOODS_NAMES.index(word)
    if verb == "floor" and word == NEW_WORD:
        return FLOOR_NEW
    if verb in WITH_PALACE:
        return WITH_PALACE[verb] + _place(position, word)
    return None


def _sort(edition: Edition, words: Sequence[str]) -> int:
    return _kind(edition, words[1]) * AGES + AGE_NAMES.index(words[0])


def _kind(edition: Edition, word: str, *others: str) -> int:
    """The engine's number for a kind of persons; `others` are other possible words, for the error."""
    kind = edition.kind_number(word)
    if kind is None:
        known = [*edition.kinds, *others]
        raise error(UnreadableError, "year-of-the-dragon.move.kind", word=word[:SHOWN], known=known)
    return kind


def _place(position: DragonPosition, word: str) -> int:
    """The place of a palace among those of the seat to move, from its number."""
    numbers = [str(number) for number in numbers_of(position)]
    if word in numbers:
        return numbers.index(word)
    if not re.fullmatch("[1-9][0-9]{0,3}", word):
        raise error(UnreadableError, "year-of-the-dragon.move.palace", word=word[:SHOWN])
    return NO_PALACE + int(word)


# ---- what people may write instead


def _find_move(edition: Edition, position: DragonPosition, words: Sequence[str]) -> int | None:
    """The only legal move that the words abbreviate; else the only conceivable one, so that its reason can be given.

    The first word may be left out, too, where that is unambiguous: "healer" for `card healer`.
    """
    legal = [int(action) for action in position.legal_actions()]
    for actions in (legal, _actions_of_phase(edition, position)):
        fitting = _fitting(edition, position, words, actions)
        meant = {_first_alike(position, action) for action in fitting} & set(legal)
        if len(meant) > 1:
            moves = [print_action(edition, position, action) for action in sorted(meant)]
            raise error(AmbiguousError, "move.ambiguous", text=" ".join(words)[:SHOWN], moves=moves)
        if fitting:
            return min(meant, default=fitting[0])
    return None


def _fitting(edition: Edition, position: DragonPosition, words: Sequence[str], actions: Sequence[int]) -> list[int]:
    """The actions whose moves the words abbreviate; without the first word only if there are no others."""
    moves = {action: print_action(edition, position, action).split() for action in actions}
    found = [action for action, move in moves.items() if _fits(words, move)]
    return found or [action for action, move in moves.items() if _fits(words, ["", *move[1:]])]


def _actions_of_phase(edition: Edition, position: DragonPosition) -> list[int]:
    """All actions that could answer the present question, legal or not."""
    first = int(FIRST_ACTIONS[position.phase])
    if first < PALACE:
        sizes = {ACT: len(CHOICES), CARD: CARDS, DISCARD: CARDS, TAKE: SORTS, RETURN: len(GOODS_NAMES)}
        return list(range(first, first + sizes.get(first, KINDS)))
    places = range(len(numbers_of(position)))
    if first < REPLACE:
        return [first + place for place in places]
    rosters = [position.rosters[slot_of(position, place)] for place in places]
    return [
        first + place * PALACE_STEP + sort
        for place, roster in enumerate(rosters)
        for sort in elements(int(edition.tables.rosters.members[roster]))
    ]


def _unreadable(edition: Edition, position: DragonPosition, text: str) -> UnreadableError:
    """The error for an unreadable move, with examples: the first legal moves, and the last."""
    legal = [print_action(edition, position, int(action)) for action in position.legal_actions()]
    examples = legal if len(legal) <= EXAMPLES else [*legal[: EXAMPLES - 1], legal[-1]]
    quoted = [Message("year-of-the-dragon.move.quoted", {"move": move}) for move in examples]
    return error(UnreadableError, "year-of-the-dragon.move.unreadable", text=text[:SHOWN], examples=quoted)


def _fits(words: Sequence[str], move: Sequence[str]) -> bool:
    """Whether words abbreviate a move; they must contain its verb, unless that is empty.

    >>> _fits(["rel", "healer"], ["release", "2", "old", "healer"]), _fits(["healer"], ["take", "old", "healer"])
    (True, False)
    """
    verb, *rest = move
    if verb and not (words and verb.startswith(words[0])):
        return False
    left = iter(rest)
    return bool(words) and all(any(_abbreviates(word, full) for full in left) for word in words[1 if verb else 0 :])


def _abbreviates(word: str, full: str) -> bool:
    return word == full if full.isdecimal() else full.startswith(word)


def _first_alike(position: DragonPosition, action: int) -> int:
    """The action with the first of the palaces that are like the named one, and may be named."""
    if action < PALACE:
        return action
    first, place, _ = palace_named(action)
    slot = slot_of(position, place)
    if place >= NO_PALACE or not choices.may_name(position, slot):
        return action
    for earlier in range(place):
        other = slot_of(position, earlier)
        if choices.are_alike(position, other, slot) and choices.may_name(position, other):
            return action + (earlier - place) * (PALACE_STEP if first >= REPLACE else 1)
    return action
