"""What differs between two moves of Forbidden City: whom which room pays, and why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, Final, cast

from tianxia.engine.journal import Journal, JournalNote
from tianxia.engine.position import Position
from tianxia.games.base import human_seat
from tianxia.games.contrast import NOBODY, Claim, Contrast, Fact, Quantity, rounded, together
from tianxia.games.forbidden_city.interface.edition import Piece
from tianxia.games.forbidden_city.interface.view import SOURCES, CityTable, RoomView
from tianxia.games.forbidden_city.rules.position import CLOSED, LAID, ROOM, SET_ASIDE_HAPPENED, CityPosition
from tianxia.games.narrator import Because, Narrator, Told
from tianxia.words import Message

BEGUN: Final = "begun "  # and a colour: the place of a room that the tile of the move begins
LATER: Final = "later"  # the place of rooms that are begun after it
SOON: Final = 2  # rounds
USUAL: Final = 4  # one continuation in so many joins two rooms: then they are told together

# events
CLOSING: Final = "closing"  # amount: the value
CLOSING_NOW: Final = "closing-now"  # by the tile of the move; amount: the value
PAID_NOW: Final = "paid-now"  # for a room that the tile of the move closes


class CityNarrator(Narrator):
    """Tells of rooms. Their places are the numbers of rooms in the view, BEGUN and LATER."""

    places: ClassVar[frozenset[str]] = frozenset({SOURCES[ROOM]})
    position: CityPosition

    @cached_property
    def parts(self) -> int:
        """The number of parts that were laid before the move."""
        return len(self.position.parents)

    @cached_property
    def rooms(self) -> dict[str, int]:
        """Place -> a room on the table."""
        return {str(room): room for room in sorted({int(self.position.room_of(part)) for part in range(self.parts)})}

    @cached_property
    def colours(self) -> list[str]:
        """The colours of the tile in hand, by part."""
        tiles: tuple[Piece, ...] = self.game.box.tiles  # type: ignore[attr-defined]
        return [room.colour for room in tiles[self.position.hand(self.position.seat)].rooms]

    # ---- facts

    def facts(self, ahead: Position) -> list[Fact]:
        """The payments and closings of rooms, each with the rooms of before that it consists of."""
        assert isinstance(ahead, CityPosition)
        assert ahead.journal is not None
        joined: dict[int, list[str]] = {}
        for place, room in self.rooms.items():
            joined.setdefault(int(ahead.room_of(room)), []).append(place)
        for number, colour in enumerate(self.colours):
            if self.parts + number < len(ahead.parents):
                joined.setdefault(int(ahead.room_of(self.parts + number)), [BEGUN + colour])
        return list(self._closings(ahead.journal, joined))

    def _closings(self, journal: Journal, joined: dict[int, list[str]]) -> Iterator[Fact]:
        where: tuple[str, ...] = (LATER,)
        turns = 0
        for entry in journal.entries:
            if isinstance(entry, JournalNote):
                if entry.kind in (LAID, SET_ASIDE_HAPPENED):
                    turns += 1
                elif entry.kind == CLOSED:
                    where = tuple(joined.get(entry.values[0], [LATER]))
                    for what in (CLOSING, CLOSING_NOW)[: 2 if turns == 1 else 1]:
                        yield Fact(what, where, NOBODY, entry.values[3], self._round_of(turns))
            elif entry.source == ROOM:
                for what in (SOURCES[ROOM], PAID_NOW)[: 2 if turns == 1 else 1]:
                    yield Fact(what, where, entry.seat, entry.amount, entry.round)
            else:
                yield Fact(SOURCES[entry.source], (), entry.seat, entry.amount, entry.round)

    def _round_of(self, turn: int) -> int:
        """The round of a turn, counted from 1 with the move."""
        return int(self.position.round + (self.position.seat + turn - 1) // self.position.players)

    # ---- findings

    def groups(self, contrast: Contrast, source: str) -> list[frozenset[str]]:
        """The rooms on the table, those told together that usually become one."""
        if source not in self.places:
            return []
        sides = [side for pair in contrast.pairs for side in pair]
        groups = (fact.where for side in sides for fact in side.facts if fact.what == CLOSING)
        return sorted(together(groups, len(sides) // (2 * USUAL)), key=sorted)

    def tell(self, contrast: Contrast, claim: Claim) -> Told:
        quantity = claim.quantity
        if quantity.what != SOURCES[ROOM]:
            return super().tell(contrast, claim)
        values: dict[str, object] = {
            "seat": human_seat(quantity.seat),
            "coins": rounded(claim.difference.more),
            "room": self.name(quantity.where),
        }
        because = next(self.causes(contrast, claim), None)
        return self.compose(claim, values, because, self.cells(quantity.where))

    def causes(self, contrast: Contrast, claim: Claim) -> Iterator[Because]:
        """What may explain that a seat is paid more or less for a room, the most telling first."""
        paid, more = claim.quantity, claim.difference.more
        if paid.where is None or LATER in paid.where:
            return
        yield from self.now(contrast, claim, CLOSING_NOW, PAID_NOW)
        closing = Quantity(CLOSING, NOBODY, paid.where)
        yield from self.share(contrast, closing, more, "closes")
        yield from self.share(contrast, paid, more, "paid")
        soon = closing._replace(until=int(self.position.round) + SOON)
        yield from self.share(contrast, soon, more, "soon", rounds=SOON)
        yield from self.worth(contrast, paid, more)

    # ---- the names of rooms

    @cached_property
    def table(self) -> CityTable:
        return cast(CityTable, self.game.table(self.position))

    def name(self, where: frozenset[str] | None) -> Message:
        """The rooms of a group: by their colour, and by size and place where there are several of it."""
        if where is None:
            return Message("forbidden-city.explain.all")
        rooms = self._rooms(where)
        if not rooms:
            begun = [place.removeprefix(BEGUN) for place in where if place.startswith(BEGUN)]
            if begun:
                return Message("forbidden-city.explain.begun", {"colour": begun[0]})
            return Message("forbidden-city.explain.later")
        colour = rooms[0]["colour"]
        if not colour:
            return Message("forbidden-city.temple")
        if len(rooms) > 1:
            return Message("forbidden-city.explain.joined", {"colour": colour})
        alike = [room for room in self.table["rooms"] if room["colour"] == colour and room["open_ends"]]
        if len(alike) > 1:
            values = {"colour": colour, "tiles": rooms[0]["tiles"], "direction": _direction_of(rooms[0])}
            return Message("forbidden-city.explain.sized", values)
        return Message("forbidden-city.room", {"colour": colour})

    def cells(self, where: frozenset[str] | None) -> tuple[str, ...]:
        """The cells of these rooms, in notation."""
        cells = [cell for room in self._rooms(where or frozenset()) for cell in room["cells"]]
        return tuple(dict.fromkeys(f"{x},{y}" for x, y in cells))

    def _rooms(self, where: frozenset[str]) -> list[RoomView]:
        return [room for room in self.table["rooms"] if str(room["room"]) in where]


def _direction_of(room: RoomView) -> str:
    """Where a room lies, seen from the temple."""
    x, y = (sum(cell[axis] for cell in room["cells"]) for axis in (0, 1))
    if abs(x) > abs(y):
        return "east" if x > 0 else "west"
    return "south" if y > 0 else "north"
