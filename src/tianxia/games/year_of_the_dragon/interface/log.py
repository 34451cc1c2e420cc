"""The log of In the Year of the Dragon in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tianxia.engine.journal import JournalNote, Payment
from tianxia.games.base import human_seat
from tianxia.games.year_of_the_dragon.interface.edition import (
    ACTION_CARDS,
    AGE_NAMES,
    EVENT_NAMES,
    GOODS_NAMES,
    PRIVILEGE_NAMES,
    SUPER_NAMES,
    SYMBOLS,
    WALL_TILE_NAMES,
    Edition,
)
from tianxia.games.year_of_the_dragon.interface.notation import card_name
from tianxia.games.year_of_the_dragon.interface.view import groups_of
from tianxia.games.year_of_the_dragon.rules import journal_notes
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.tables import AGES, BUILD
from tianxia.words import Message

SOURCES: Final = {
    "research": 5,
    "wall-tile": 14,
    "festival": 9,
    "mongols": 9,
    "wall": 14,
    "lanternfest": 15,
    "buddha": 15,
    "charter": 15,
    "palaces": 11,
    "court-ladies": 11,
    "privileges": 11,
    "persons": 12,
    "monks": 12,
    "money": 12,
}
"""The sources of points, in the order of their numbers, with their rulings."""


def rule(number: int) -> str:
    """The address of a ruling."""
    return f"year-of-the-dragon#{number}"


# ---- words of a sentence


def person(edition: Edition, sort: int) -> Message:
    """The name of a sort of persons: "an old farmer"."""
    kind, age = divmod(sort, AGES)
    return Message(f"year-of-the-dragon.person.{AGE_NAMES[age]}", {"kind": edition.kinds[kind]})


def person_card(edition: Edition, card: int) -> Message:
    return Message("year-of-the-dragon.person-card", {"kind": card_name(edition, card)})


def event_name(event: int) -> Message:
    return Message(f"year-of-the-dragon.event.{EVENT_NAMES[event]}")


def super_name(super_event: int) -> Message:
    return Message(f"year-of-the-dragon.super.{SUPER_NAMES[super_event]}")


def card_words(card: int) -> Message:
    """An action card."""
    return Message(f"year-of-the-dragon.card.{ACTION_CARDS[card]}")


def group_words(groups: Iterable[Iterable[int]]) -> Message:
    """Groups of action cards: "taxes and build; harvest and parade"."""
    first, *others = [
        Message("year-of-the-dragon.group", {"cards": [card_words(card) for card in group]}) for group in groups
    ]
    for group in others:
        first = Message("year-of-the-dragon.groups", {"groups": first, "group": group})
    return first


def word_for(edition: Edition, what: str, value: int) -> object:
    """The value for a sentence of a number in the journal."""
    if what == "person":
        return person(edition, value)
    if what == "card":
        return person_card(edition, value)
    if what == "kind":
        return edition.kinds[value]
    if what == "event":
        return event_name(value)
    if what == "super":
        return super_name(value)
    if what == "good":
        return Message(f"year-of-the-dragon.good.{GOODS_NAMES[value]}")
    if what == "privilege":
        return Message(f"year-of-the-dragon.privilege.{PRIVILEGE_NAMES[value]}")
    if what == "tile":
        amount = int(edition.tables.box.wall_amounts[value])
        return Message(f"year-of-the-dragon.tile.{WALL_TILE_NAMES[value]}", {"amount": amount})
    return value


# ---- the log

_LINES: Final = {
    journal_notes.MOVED_IN: ("moved-in", 7, "person", "palace"),
    journal_notes.REPLACED: ("replaced", 7, "person", "palace"),
    journal_notes.DISMISSED: ("dismissed", 7, "person", ""),
    journal_notes.MARKER_MOVED: ("marker", 4, "spaces", "space"),
    journal_notes.PAID_GROUP: ("paid-group", 5, "yuan", ""),
    journal_notes.FILLED_UP: ("filled-up", 5, "yuan", ""),
    journal_notes.BOUGHT: ("bought", 5, "privilege", "yuan"),
    journal_notes.WALL_BUILT: ("wall-built", 14, "tile", "length"),
    journal_notes.FLOOR_BUILT: ("floor", 6, "palace", "floors"),
    journal_notes.CARD_PLAYED: ("card", 7, "card", ""),
    journal_notes.TILE_MISSING: ("tile-missing", 7, "card", ""),
    journal_notes.PERSON_TAKEN: ("taken", 7, "person", ""),
    journal_notes.TRIBUTE_SHORT: ("tribute-short", 9, "yuan", ""),
    journal_notes.TRIBUTE_PAID: ("tribute", 9, "yuan", "persons"),
    journal_notes.RICE_EATEN: ("drought", 9, "rice", "palaces"),
    journal_notes.FIREWORKS_LIT: ("fireworks", 9, "fireworks", ""),
    journal_notes.CONTAGION_CAME: ("contagion", 9, "mortars", "persons"),
    journal_notes.FEWEST_HELMETS: ("fewest-helmets", 9, "helmets", ""),
    journal_notes.RELEASED: ("released", 8, "person", "palace"),
    journal_notes.WALL_HELD: ("wall-held", 14, "length", "needed"),
    journal_notes.WALL_TOO_SHORT: ("wall-short", 14, "length", "needed"),
    journal_notes.FEWEST_WALL_TILES: ("fewest-wall-tiles", 14, "tiles", ""),
    journal_notes.SUPER_EVENT_CAME: ("super-event", 15, "super", ""),
    journal_notes.FLOOR_LOST: ("floor-lost", 15, "palace", "floors"),
    journal_notes.FLOOD_CAME: ("flood", 15, "goods", "half"),
    journal_notes.GOOD_RETURNED: ("returned", 15, "good", ""),
    journal_notes.MARKERS_BACK: ("markers-back", 15, "", ""),
    journal_notes.CARD_DISCARDED: ("discarded", 15, "card", ""),
    journal_notes.PRIVILEGES_LOST: ("privileges-lost", 15, "dragons", ""),
    journal_notes.PALACE_DECAYED: ("decayed", 10, "palace", "floors"),
    journal_notes.YEAR_ENDED: ("year-ended", 12, "", ""),
}
"""JournalNote -> its sentence, its ruling, and what its two numbers are."""

_WITH_NOTHING: Final = {
    "tribute": "tribute-none",
    "drought": "drought-none",
    "contagion": "contagion-none",
    "floor-lost": "floor-lost-none",
    "decayed": "decayed-none",
}
"""Sentences that have another form where the second number is 0."""
_OF_A_MONK: Final = {"monks": "monks", "buddha": "buddha-monk", "charter": "charter-monk"}
"""Source -> the sentence for a monk that scores."""


def log_lines(edition: Edition, position: DragonPosition, entries: Sequence[Payment | JournalNote]) -> list[Message]:
    """The lines of the log, in order."""
    return [
        _payment_line(entry) if isinstance(entry, Payment) else _note_line(edition, position, entry)
        for entry in entries
    ]


def _note_line(edition: Edition, position: DragonPosition, entry: JournalNote) -> Message:
    seat, one, other = entry.values
    if entry.kind == journal_notes.MONTH_BEGAN:
        said = {"month": one, "event": event_name(other), "groups": group_words(groups_of(position))}
        return Message("year-of-the-dragon.log.month", said, rule(5))
    if entry.kind == journal_notes.EVENT_CAME:
        key = "event-again" if other else "event"
        return Message(f"year-of-the-dragon.log.{key}", {"event": event_name(one)}, rule(15 if other else 9))
    if entry.kind == journal_notes.ACTED:
        said = {"seat": human_seat(seat), "brought": other}
        return Message(f"year-of-the-dragon.log.acted.{ACTION_CARDS[one]}", said, rule(6 if one == BUILD else 5))
    if entry.kind == journal_notes.KIND_NAMED:
        said = {"seat": human_seat(seat), "kind": edition.kinds[one], "shown": other}
        return Message(f"year-of-the-dragon.log.named.{SYMBOLS[one]}", said, rule(15))
    key, number, first, second = _LINES[entry.kind]
    values: dict[str, object] = {"seat": human_seat(seat)}
    for what, value in ((first, one), (second, other)):
        if what:
            values[what] = word_for(edition, what, value)
    if not other:
        key = _WITH_NOTHING.get(key, key)
    elif entry.kind == journal_notes.FLOOR_BUILT and other == 1:
        key = "palace-built"
    return Message(f"year-of-the-dragon.log.{key}", values, rule(number))


def _payment_line(payment: Payment) -> Message:
    source = list(SOURCES)[payment.source]
    values: dict[str, object] = {"seat": human_seat(payment.seat), "amount": payment.amount}
    key = source
    if payment.where:
        values["palace"] = payment.where[0]
        key = _OF_A_MONK[source]
    return Message(f"year-of-the-dragon.log.scored.{key}", values, rule(SOURCES[source]))
