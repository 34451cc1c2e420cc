"""The journal of a game: what was scored and what happened, for the ledger and the log.

A position without a journal writes nothing, and is faster for it.
"""

from __future__ import annotations


class Payment:
    """Points or coins that a seat scored, as numbers; the game puts them into words."""

    __slots__ = ("amount", "round", "seat", "source", "where")

    seat: int
    amount: int
    source: int  # a constant of the game's rules
    where: list[int]  # what they mean depends on the source
    round: int

    def __init__(self, seat: int, amount: int, source: int, where: list[int], round: int) -> None:
        self.seat = seat
        self.amount = amount
        self.source = source
        self.where = where
        self.round = round


class JournalNote:
    """An event in a game: a constant of the game's rules, with the numbers that belong to it."""

    __slots__ = ("kind", "values")

    kind: int
    values: list[int]

    def __init__(self, kind: int, values: list[int]) -> None:
        self.kind = kind
        self.values = values


class Journal:
    """Collects payments and notes, in the order in which they came about."""

    __slots__ = ("entries",)

    entries: list[Payment | JournalNote]

    def __init__(self) -> None:
        self.entries = []

    def pay(self, seat: int, amount: int, source: int, where: list[int], round: int) -> None:
        self.entries.append(Payment(seat, amount, source, where, round))

    def note(self, kind: int, values: list[int]) -> None:
        self.entries.append(JournalNote(kind, values))
