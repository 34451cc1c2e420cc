"""What differs between two moves of The Emperor of China: who wins which region and alliance, and what is placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from tianxia.engine.journal import Journal, JournalNote, Payment
from tianxia.games.base import human_seat
from tianxia.games.contrast import NOBODY, Claim, Contrast, Fact, Quantity, rounded
from tianxia.games.emperor_of_china.interface.edition import Edition
from tianxia.games.emperor_of_china.interface.log import SOURCES, where
from tianxia.games.emperor_of_china.rules.position import EmperorPosition
from tianxia.games.emperor_of_china.rules.scoring import ALLIANCES, HOUSES, ROADS, has_majority
from tianxia.games.emperor_of_china.rules.state import PLACED, REGION_SCORED
from tianxia.games.narrator import Because, Narrator, Told
from tianxia.words import Message

# events
MOST: Final = "most"  # houses in a region when it is scored, also with others
FILLED_NOW: Final = "filled-now"  # a region, by the move
PAID_NOW: Final = "paid-now"  # for the houses of that region
PIECE: Final = "piece"  # placed
MAJORITY: Final = "majority"  # of emissaries in a region at the end

LEAST_PIECES: Final = 0.5
LEAST_ALLIANCE: Final = 0.4  # points, to be told together with others


class EmperorNarrator(Narrator):
    """Tells of regions (by their id) and alliances (by their number)."""

    places: ClassVar[frozenset[str]] = frozenset({SOURCES[HOUSES], SOURCES[ALLIANCES]})

    @property
    def edition(self) -> Edition:
        edition: Edition = self.game.box  # type: ignore[attr-defined]
        return edition

    # ---- facts

    def where(self, payment: Payment) -> tuple[str, ...]:
        return () if payment.source == ROADS else (where(self.edition, payment),)

    def events(self, ahead: Any, journal: Journal) -> Iterator[Fact]:
        pieces, scored = 0, ""
        for entry in journal.entries:
            if isinstance(entry, Payment):
                if scored and entry.source == HOUSES:
                    yield Fact(PAID_NOW, (scored,), entry.seat, entry.amount, entry.round)
            elif entry.kind == PLACED:
                pieces += 1
                yield Fact(PIECE, (), entry.values[0], 1, 0)
            elif entry.kind == REGION_SCORED:
                region = self.edition.regions[entry.values[0]].id
                yield from self._most(region, entry.values[1:])
                if pieces == 1 and not scored and not self._is_at_end(journal, entry):
                    scored = region
                    yield Fact(FILLED_NOW, (region,), NOBODY, 1, 0)
                    continue
            if isinstance(entry, JournalNote):
                scored = ""

    @staticmethod
    def _is_at_end(journal: Journal, entry: JournalNote) -> bool:
        """Whether a region is scored since the game is over."""
        first = next(index for index, other in enumerate(journal.entries) if isinstance(other, JournalNote))
        return journal.entries[first + 1] is not entry

    @staticmethod
    def _most(region: str, counts: list[int]) -> Iterator[Fact]:
        for seat, houses in enumerate(counts):
            if houses and houses == max(counts):
                yield Fact(MOST, (region,), seat, 1, 0)

    def facts(self, ahead: Any) -> list[Fact]:
        return [*super().facts(ahead), *self._majorities(ahead)]

    def _majorities(self, ahead: EmperorPosition) -> Iterator[Fact]:
        for number, region in enumerate(self.edition.regions):
            for seat in range(ahead.players):
                if has_majority(ahead, number, seat):
                    yield Fact(MAJORITY, (region.id,), seat, 1, 0)

    # ---- findings

    def quantities(self, contrast: Contrast, source: str, seat: int) -> Iterator[Quantity]:
        """Houses region by region. Alliances of one region that change in the same way are told together."""
        found = list(super().quantities(contrast, source, seat))
        if source != SOURCES[ALLIANCES]:
            yield from found
            return
        changes = {quantity: contrast.measure("points", quantity) for quantity in found}
        more = {
            quantity: change.more
            for quantity, change in changes.items()
            if contrast.is_sure(change) and abs(change.more) >= LEAST_ALLIANCE
        }
        while more:
            group = max(self._alliances_of_a_region(more), key=lambda alike: abs(sum(more[one] for one in alike)))
            yield Quantity(source, seat, frozenset().union(*(quantity.where or () for quantity in group)))
            for quantity in group:
                del more[quantity]

    def _alliances_of_a_region(self, more: Mapping[Quantity, float]) -> Iterator[list[Quantity]]:
        for region in self.edition.regions:
            for sign in (1, -1):
                alike = [one for one, points in more.items() if points * sign > 0 and region.id in self._places(one)]
                if alike:
                    yield alike

    def tell(self, contrast: Contrast, claim: Claim) -> Told:
        quantity = claim.quantity
        values: dict[str, object] = {
            "seat": human_seat(quantity.seat),
            "points": rounded(claim.difference.more),
            "what": self.name(quantity),
        }
        because = next(self.causes(contrast, claim), None)
        return self.compose(claim, values, because, self._places(quantity))

    def _places(self, quantity: Quantity) -> tuple[str, ...]:
        if quantity.where is None or quantity.what == SOURCES[HOUSES]:
            return tuple(quantity.where or ())
        pairs = [self.edition.alliances[int(number) - 1] for number in sorted(quantity.where, key=int)]
        regions = [self.edition.regions[region].id for pair in pairs for region in pair]
        return tuple(sorted(dict.fromkeys(regions), key=lambda region: -regions.count(region)))

    def name(self, quantity: Quantity) -> Message:
        """What brings the points: "houses in Wei", "the alliance of Wei and Han", or the whole source."""
        if quantity.where is None:
            return Message(f"emperor-of-china.explain.all-{quantity.what}")
        names = {region.id: region.name for region in self.edition.regions}
        places = [names[place] for place in self._places(quantity)]
        if quantity.what == SOURCES[HOUSES]:
            return Message("emperor-of-china.explain.houses", {"region": places[0]})
        if len(places) > 2:  # the first is in all of them
            return Message("emperor-of-china.explain.alliances", {"region": places[0], "others": places[1:]})
        return Message("emperor-of-china.explain.alliance", {"first": places[0], "second": places[1]})

    def causes(self, contrast: Contrast, claim: Claim) -> Iterator[Because]:
        """What may explain a difference, the most telling first."""
        paid, more = claim.quantity, claim.difference.more
        if paid.what == SOURCES[HOUSES] and paid.where is not None:
            yield from self.now(contrast, claim, FILLED_NOW, PAID_NOW)
            yield from self.share(contrast, Quantity(MOST, paid.seat, paid.where), more, "most")
            yield from self.share(contrast, paid, more, "house")
        if paid.what == SOURCES[ALLIANCES] and paid.where is not None:
            region = self._places(paid)[0]
            if len(paid.where) == 1:
                yield from self.share(contrast, paid, more, "wins")
            else:
                emissaries = Quantity(MAJORITY, paid.seat, frozenset((region,)))
                name = next(known.name for known in self.edition.regions if known.id == region)
                yield from self.share(contrast, emissaries, more, "emissaries", region=name)
        if paid.what == SOURCES[ROADS]:
            yield from self.share(contrast, paid, more, "row")
        if paid.where is not None and len(paid.where) == 1:
            yield from self.worth(contrast, paid, more)
        yield from self.amount(contrast, Quantity(PIECE, paid.seat), more, "pieces", LEAST_PIECES)
