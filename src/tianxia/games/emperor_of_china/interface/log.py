"""The log of The Emperor of China in sentences, with the sum of each scoring, and the entries of the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tianxia.engine.journal import JournalNote, Payment
from tianxia.games.base import human_seat
from tianxia.games.emperor_of_china.interface.edition import Edition
from tianxia.games.emperor_of_china.interface.notation import PIECES, region_at
from tianxia.games.emperor_of_china.rules.position import EmperorPosition
from tianxia.games.emperor_of_china.rules.scoring import ALLIANCES, HOUSES, ROADS
from tianxia.games.emperor_of_china.rules.state import (
    DREW,
    EMISSARY,
    ENDED,
    EXCHANGED,
    FILLED_UP,
    FORTIFICATION,
    HOUSE,
    PASSED,
    PLACED,
    PLACED_ALL,
    RAN_OUT,
    REGION_SCORED,
    TOOK,
)
from tianxia.words import Message

SOURCES: Final = {HOUSES: "houses", ALLIANCES: "alliances", ROADS: "roads"}
UNFORESEEN: Final = (FILLED_UP,)
"""Journal notes about what chance reveals to everybody: a preview leaves them out."""


def rule(number: int) -> str:
    """The address of a ruling."""
    return f"emperor-of-china#{number}"


def where(edition: Edition, payment: Payment) -> str:
    if payment.source == HOUSES:
        return edition.regions[payment.where[0]].id
    if payment.source == ALLIANCES:
        return str(payment.where[0] + 1)
    return " ".join(edition.spaces[space] for space in payment.where)


def log_lines(edition: Edition, position: EmperorPosition, entries: Sequence[Payment | JournalNote]) -> list[Message]:
    """The lines of the log, in order; cards that are turned up together are in one sentence."""
    lines: list[Message] = []
    counts: list[int] = []  # the houses in the region that is being scored
    turned_up: list[Message] = []
    for entry in entries:
        if isinstance(entry, Payment) or entry.kind != FILLED_UP:
            turned_up = []
        if isinstance(entry, Payment):
            lines.append(_payment_line(edition, position, entry, counts))
        elif entry.kind == REGION_SCORED:
            counts = entry.values[1:]
        elif entry.kind == FILLED_UP:
            if not turned_up:
                lines.append(Message("emperor-of-china.log.filled-up", {"cards": turned_up}, rule(6)))
            turned_up.append(Message("emperor-of-china.card", {"colour": edition.colours[entry.values[0]]}))
        else:
            lines.append(_note_line(edition, entry))
    return lines


def _note_line(edition: Edition, entry: JournalNote) -> Message:
    values = entry.values
    if entry.kind == PLACED:
        return _placed_line(edition, values)
    if entry.kind == RAN_OUT:
        return Message(f"emperor-of-china.log.{'shuffled' if values[0] else 'ran-out'}", {}, rule(7))
    if entry.kind == ENDED:
        return Message(f"emperor-of-china.log.{'ended' if values[0] else 'stuck'}", {}, rule(9))
    key, number = _DEEDS[entry.kind]
    said: dict[str, object] = {"seat": human_seat(values[0])}
    if len(values) > 1:
        said["colour"] = edition.colours[values[1]]
    return Message(key, said, rule(number))


_DEEDS: Final = {
    EXCHANGED: ("emperor-of-china.log.exchanged", 8),
    PASSED: ("emperor-of-china.log.passed", 8),
    PLACED_ALL: ("emperor-of-china.log.stopped", 2),
    TOOK: ("emperor-of-china.log.took", 6),
    DREW: ("emperor-of-china.log.drew", 6),
}


def _placed_line(edition: Edition, values: list[int]) -> Message:
    seat, kind, place, colour, cards = values
    paid = Message(f"emperor-of-china.cards.{'one' if cards == 1 else 'two'}", {"colour": edition.colours[colour]})
    at = edition.regions[place].name if kind == EMISSARY else edition.spaces[place]
    said = {"seat": human_seat(seat), "at": at, "region": _region_name(edition, kind, place), "cards": paid}
    return Message(f"emperor-of-china.log.{PIECES[kind]}", said, rule(13 if kind == FORTIFICATION else 4))


def _payment_line(edition: Edition, position: EmperorPosition, payment: Payment, counts: list[int]) -> Message:
    values: dict[str, object] = {"seat": human_seat(payment.seat), "amount": payment.amount}
    if payment.source == HOUSES:
        return _houses_line(edition, payment, counts, values)
    if payment.source == ALLIANCES:
        first, second = edition.alliances[payment.where[0]]
        values |= {"number": payment.where[0] + 1}
        values |= {"first": edition.regions[first].name, "second": edition.regions[second].name}
        values |= {"here": int(position.guests[first]), "there": int(position.guests[second])}
        return Message("emperor-of-china.log.alliance", values, rule(10))
    values |= {"houses": len(payment.where), "spaces": [edition.spaces[space] for space in payment.where]}
    values |= {"regions": list(dict.fromkeys(_region_name(edition, HOUSE, space) for space in payment.where))}
    doubled = payment.amount > len(payment.where)
    return Message(f"emperor-of-china.log.{'road-doubled' if doubled else 'road'}", values, rule(13 if doubled else 11))


def _region_name(edition: Edition, kind: int, place: int) -> str:
    return edition.regions[region_at(edition, kind, place)].name


def _houses_line(edition: Edition, payment: Payment, counts: list[int], values: dict[str, object]) -> Message:
    region, points = payment.where
    own = counts[payment.seat]
    values |= {"region": edition.regions[region].name, "own": own, "points": points}
    leads = own == max(counts)
    if payment.amount > points:
        key = "houses-most-doubled" if leads else "houses-below-doubled"
        return Message(f"emperor-of-china.log.{key}", values, rule(13))
    return Message(f"emperor-of-china.log.{'houses-most' if leads else 'houses-below'}", values, rule(5))
