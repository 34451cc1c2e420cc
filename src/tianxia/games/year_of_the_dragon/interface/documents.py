"""Documents of In the Year of the Dragon: set-ups of records, the cards beside moves, and position documents.

A position document, with the defaults for missing keys in parentheses:

    {
      "month": 3,                                   0 in the draft
      "part": "person",                             of the year: "draft", "action", "person", "event", "wall",
                                                    "super-event", "last-wall", or "end" when the game is over
      "turn": 2,                                    the seat to move; null when the game is over
      "last": 2,                                    when the game is over: who moved last (the last in the order)
      "phase": "palace",                            what it decides, by the first word of its moves: "draft", "action",
                                                    "card", "take", "palace", "replace", "floor", "release", "starve",
                                                    "lose", "return", "discard", "sunrise" or "charter"
                                                    (the first of its part)
      "left": 1,                                    how often it has still to do so (1; in the draft 2)
      "dues": [0, 0, 1],                            by seat: how often the seats after it will decide in this part
                                                    (1 in the action phase, and for a seat with cards in the person
                                                    phase; 2 in the draft; else 0)
      "order": [3, 2, 1],                           the order of play of this part (that of the track; of the seats in
                                                    the draft)
      "held": "old farmer",                         the person that the seat to move has taken and not placed (null)
      "card": "farmer",                             the card that it has played, where it is to "take" (null)
      "to_build": 2,                                floors that it has still to place (0)
      "starved": [1],                               numbers of its palaces named in this drought (none)
      "risen": ["monk"],                            kinds that were taken in this sunrise (none)
      "drafts": [["farmer", "monk"], [], []],       in the draft, by seat: the kinds it has drafted (none)
      "events": ["peace", ...],                     by month
      "super_event": "flood",                       or null (null)
      "groups": [["taxes", "build"], ...],          of action cards; none in the draft (none)
      "dragons": [1, null, 2],                      by seat: the group that its dragon stands on (null)
      "tiles": {"old farmer": 2},                   person tiles left on the board (all that are at no court)
      "track": [[3, 12], [2, 12], [1, 7]],          seat and space, in the order of play (all on 0)
      "wall": [2, 1],                               the seats that built it (none)
      "wall_used": [["rice"], ["floor"], []],       by seat: its tiles that are built (none)
      "courts": [                                   by seat
        {
          "palaces": [{"number": 1, "floors": 2, "persons": ["old farmer"]}],
          "built": 3,                               palaces that it ever had (the highest number)
          "yuan": 6, "rice": 0, "fireworks": 0,     (0)
          "small": 0, "large": 0,                   privileges (0)
          "cards": ["farmer", "wild"]               (all)
        }, ...
      ]
    }

Persons who are neither at a court nor on the board have left the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from tianxia.engine.bitsets import elements
from tianxia.games.base import Document, human_seat
from tianxia.games.documents import DocumentReader
from tianxia.games.edition import number_of
from tianxia.games.year_of_the_dragon.interface.edition import (
    ACTION_CARDS,
    EVENT_NAMES,
    GOODS_NAMES,
    PRIVILEGE_NAMES,
    SUPER_NAMES,
    WALL_TILE_NAMES,
    Edition,
)
from tianxia.games.year_of_the_dragon.interface.notation import card_name, slots_of, sort_name
from tianxia.games.year_of_the_dragon.interface.view import PARTS, cards_of, group_number, groups_of
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import (
    ACTING,
    BUILDING,
    CROWDED,
    DISCARDING,
    DRAFT,
    DRAFTING,
    LOSING,
    NAMING,
    NO_SUPER_EVENT,
    PLACING,
    PLAYING_CARD,
    RELEASING,
    REPLACING,
    RETURNING,
    RISING,
    STARVING,
    TAKING,
)
from tianxia.games.year_of_the_dragon.rules.tables import GOODS, SIZES

PHASES: Final = {
    DRAFTING: "draft",
    ACTING: "action",
    PLAYING_CARD: "card",
    TAKING: "take",
    PLACING: "palace",
    REPLACING: "replace",
    BUILDING: "floor",
    RELEASING: "release",
    STARVING: "starve",
    LOSING: "lose",
    CROWDED: "release",
    RETURNING: "return",
    DISCARDING: "discard",
    RISING: "sunrise",
    NAMING: "charter",
}
KEYS: Final = (
    *("month", "part", "turn", "last", "phase", "left", "dues", "order"),
    *("held", "card", "to_build", "starved", "risen", "drafts"),
    *("events", "super_event", "groups", "dragons", "tiles", "track", "wall", "wall_used", "courts"),
)
COURT_KEYS: Final = ("palaces", "built", "yuan", "rice", "fireworks", "small", "large", "cards")
PALACE_KEYS: Final = ("number", "floors", "persons")


# ---- set-up, and the groups beside a move


def write_setup(position: DragonPosition) -> Document:
    return {
        "events": [EVENT_NAMES[event] for event in position.event_row],
        "super_event": SUPER_NAMES[position.super_event] if position.super_event >= 0 else None,
    }


def write_groups(position: DragonPosition) -> list[list[str]]:
    return [[ACTION_CARDS[card] for card in group] for group in groups_of(position)]


# ---- writing positions


def write_position(edition: Edition, position: DragonPosition) -> Document:
    seats = range(int(position.players))
    document: Document = {
        "month": int(position.month),
        "part": PARTS[position.part],
        "turn": None if position.over else human_seat(int(position.seat)),
        **({"last": human_seat(int(position.seat))} if position.over else {}),
        "order": [human_seat(int(seat)) for seat in position.order],
    }
    if not position.over:
        document |= {
            "phase": PHASES[position.phase],
            "left": int(position.left),
            "dues": [int(times) for times in position.dues],
            "held": sort_name(edition, int(position.held)) if position.held >= 0 else None,
            "card": card_name(edition, int(position.card)) if position.card >= 0 else None,
            "to_build": int(position.to_build),
            "starved": [int(position.numbers[slot]) for slot in position.starved],
            "risen": [edition.kinds[kind] for kind in elements(int(position.risen))],
        }
    if position.part == DRAFT:
        document["drafts"] = [[edition.kinds[kind] for kind in elements(int(kinds))] for kinds in position.drafts]
    else:
        document["groups"] = write_groups(position)
        document["dragons"] = [group_number(position, seat) for seat in seats]
    return document | {
        **write_setup(position),
        "tiles": {sort_name(edition, sort): int(count) for sort, count in enumerate(position.tiles) if count},
        "track": [[human_seat(int(seat)), int(position.track[seat])] for seat in position.ranking],
        "wall": [human_seat(int(seat)) for seat in position.wall],
        "wall_used": [[WALL_TILE_NAMES[tile] for tile in elements(int(used))] for used in position.wall_used],
        "courts": [_write_court(edition, position, seat) for seat in seats],
    }


def _write_court(edition: Edition, position: DragonPosition, seat: int) -> Document:
    return {
        "palaces": [
            {
                "number": int(position.numbers[slot]),
                "floors": int(position.floors[slot]),
                "persons": [
                    sort_name(edition, sort) for sort in edition.tables.rosters.content(position.rosters[slot])
                ],
            }
            for slot in slots_of(position, seat)
        ],
        "built": int(position.built[seat]),
        **{key: int(position.goods[seat * GOODS + good]) for good, key in enumerate(GOODS_NAMES)},
        **{key: int(position.privileges[seat * SIZES + size]) for size, key in enumerate(PRIVILEGE_NAMES)},
        "cards": cards_of(edition, position, seat),
    }


# ---- reading set-ups and groups


class DragonReader(DocumentReader):
    """The common part of the readers of set-ups and position documents."""

    game = "year-of-the-dragon"

    def __init__(self, edition: Edition, position: DragonPosition) -> None:
        super().__init__(edition.name, int(position.players))
        self.edition = edition
        self.position = position
        self.box = edition.tables.box

    def read_setup(self, setup: object) -> None:
        self.open_setup(setup, ("events", "super_event"))
        row = self.event_row()
        for event in row[self.box.events :]:  # the first are peace in any case
            self.position.settle(event)
        given = self.super_event()
        if self.position.awaits_chance and given != NO_SUPER_EVENT:
            self.position.settle(given)
        elif self.position.awaits_chance or self.position.super_event != given:
            self.refuse("setup-super-event")

    def event_row(self) -> list[int]:
        """The events by month: peace first, then the others, no two alike side by side."""
        row = [self.number_of(name, _event_number, "event") for name in self.list_of("events")]
        count = int(self.box.events)
        if Counter(row) != Counter(list(range(len(EVENT_NAMES))) * count):
            self.refuse("events", count=count, events=count * len(EVENT_NAMES))
        if any(row[:count]):
            self.refuse("peace-first", count=count)
        for month in range(count + 1, len(row)):
            if row[month] == row[month - 1]:
                self.refuse("alike-events", event=EVENT_NAMES[row[month]], first=month, second=month + 1)
        return row

    def super_event(self) -> int:
        name = self.document.get("super_event")
        return NO_SUPER_EVENT if name is None else self.number_of(name, _super_number, "super event")

    def read_chance(self, action: int, chance: object) -> list[int]:
        """The action cards that a record has beside a move, in the order in which they are laid out."""
        ahead = self.position.clone()
        ahead.apply_until_chance(action)
        if not ahead.awaits_chance:
            if chance is not None:
                self.refuse("chance")
            return []
        if not isinstance(chance, list):
            self.refuse("chance-missing")
        return self.dealing_order(chance)

    def dealing_order(self, groups: Sequence[object]) -> list[int]:
        """The action cards of groups, in the order in which they would be laid out."""
        tables, position = self.edition.tables, self.position
        cards = position.action_cards()
        first = tables.first_place(position.great_wall, position.players)
        sizes = Counter(tables.group_at[first : first + cards])
        found = [sorted(self.action_card(card) for card in self.group(group)) for group in groups]
        if sorted(len(group) for group in found) != sorted(sizes.values()):
            self.refuse("group-sizes", sizes=[int(size) for _, size in sorted(sizes.items())])
        if sorted(card for group in found for card in group) != list(range(cards)):
            self.refuse("group-cards", cards=[ACTION_CARDS[card] for card in range(cards)])
        found.sort()
        dealt = []
        for number in sorted(sizes):
            group = next(group for group in found if len(group) == sizes[number])
            found.remove(group)
            dealt += group
        return dealt

    def group(self, group: object) -> list[Any]:
        if not isinstance(group, list):
            self.refuse("group")
        return group

    def action_card(self, card: object) -> int:
        return self.number_of(card, _action_number, "action card")


def _event_number(name: str) -> int | None:
    return number_of(EVENT_NAMES, name)


def _super_number(name: str) -> int | None:
    return number_of(SUPER_NAMES, name)


def _action_number(name: str) -> int | None:
    return number_of(ACTION_CARDS, name)
