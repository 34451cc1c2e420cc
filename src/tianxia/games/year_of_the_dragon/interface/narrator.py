"""What differs between two moves of In the Year of the Dragon: which points are scored, and who leaves, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from tianxia.engine.journal import Journal, JournalNote, Payment
from tianxia.games.base import human_seat
from tianxia.games.contrast import TEN, Claim, Contrast, Fact, Finding, Quantity, rounded, tenths
from tianxia.games.narrator import Because, Narrator, Told
from tianxia.games.year_of_the_dragon.interface.edition import EVENT_NAMES
from tianxia.games.year_of_the_dragon.interface.log import rule
from tianxia.games.year_of_the_dragon.rules import journal_notes
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.tables import CONTAGION, DROUGHT, MONGOLS, TRIBUTE
from tianxia.words import Message

LOSSES: Final = tuple(EVENT_NAMES[event] for event in (TRIBUTE, DROUGHT, MONGOLS, CONTAGION))
"""The events in which persons leave; the event is the name of the fact, its place the month, the persons its amount."""
DEMANDS: Final = {
    journal_notes.TRIBUTE_PAID: EVENT_NAMES[TRIBUTE],
    journal_notes.RICE_EATEN: EVENT_NAMES[DROUGHT],
    journal_notes.CONTAGION_CAME: EVENT_NAMES[CONTAGION],
}
"""Journal notes whose second number is that of the persons who leave."""

# other events
FALLEN: Final = "fallen"  # a palace that stood empty
BUILT: Final = "built"  # a palace
BOUGHT: Final = "bought"  # a privilege
TOLL: Final = "toll"  # yuan for a group where a dragon stood
SENT_AWAY: Final = "sent-away"  # a person dismissed, or replaced

PERSON_POINTS: Final = 3.0  # about what a person is worth, to put losses of persons in order with points
LEAST_PERSONS: Final = 0.3
MANY_PERSONS: Final = 0.6
LEAST_WEIGHT: Final = 0.5
LEAST_PALACES: Final = 0.3
LEAST_YUAN: Final = 1.0


class DragonNarrator(Narrator):
    """Tells of sources of points, and of the losses in each month, which is the place of an event."""

    places: ClassVar[frozenset[str]] = frozenset({"festival", "mongols", "wall"})
    position: DragonPosition

    # ---- facts

    def where(self, payment: Payment) -> tuple[str, ...]:
        return (str(payment.round),)

    def events(self, ahead: Any, journal: Journal) -> Iterator[Fact]:
        month = int(self.position.month)
        for entry in journal.entries:
            if not isinstance(entry, JournalNote):
                continue
            seat, one, other = entry.values
            if entry.kind == journal_notes.MONTH_BEGAN:
                month = one
            elif entry.kind in DEMANDS and other:
                yield Fact(DEMANDS[entry.kind], (str(month),), seat, other, month)
            elif entry.kind == journal_notes.FEWEST_HELMETS:
                yield Fact(EVENT_NAMES[MONGOLS], (str(month),), seat, 1, month)
            elif entry.kind == journal_notes.PALACE_DECAYED and not other:
                yield Fact(FALLEN, (str(month),), seat, 1, month)
            elif entry.kind == journal_notes.FLOOR_BUILT and other == 1:
                yield Fact(BUILT, (str(month),), seat, 1, month)
            elif entry.kind == journal_notes.BOUGHT:
                yield Fact(BOUGHT, (str(month),), seat, 1, month)
            elif entry.kind == journal_notes.PAID_GROUP:
                yield Fact(TOLL, (str(month),), seat, one, month)
            elif entry.kind in (journal_notes.DISMISSED, journal_notes.REPLACED):
                yield Fact(SENT_AWAY, (str(month),), seat, 1, month)

    # ---- findings

    def all_findings(self, contrast: Contrast) -> Iterator[Finding]:
        yield from super().all_findings(contrast)
        for seat in range(contrast.players):
            for event in LOSSES:
                for where in sorted(contrast.places_of(event), key=sorted):
                    finding = self.loss(contrast, contrast.claim("points", Quantity(event, seat, where)))
                    if finding is not None:
                        yield finding

    def loss(self, contrast: Contrast, persons: Claim) -> Finding | None:
        """More or fewer persons leave in an event: how often, or else how many."""
        more, quantity = persons.difference.more, persons.quantity
        weight = -PERSON_POINTS * more * contrast.weights[quantity.seat]
        if abs(more) < LEAST_PERSONS or not contrast.is_sure(persons.difference) or abs(weight) < LEAST_WEIGHT:
            return None
        told = self._how_often(contrast, persons) or self._how_many(persons)
        return None if told is None else Finding(told.message, told.claims, told.places, 0.0, weight)

    def _how_often(self, contrast: Contrast, persons: Claim) -> Told | None:
        """How often somebody leaves, if that differs: perhaps always with one move, and never with the other."""
        event, month, values = self._event(persons)
        often = contrast.claim("share", persons.quantity)
        this, other = tenths(often.difference.this), tenths(often.difference.other)
        claims: tuple[Claim, ...] = (often,)
        if {this, other} == {0, TEN}:
            form, claims = "sure" if this else "saved", (often, persons)
            leaving = rounded(persons.difference.more)
            values |= {"persons": leaving, "short": leaving} if this and event != "mongols" else {"persons": leaving}
        elif contrast.differ_in_tenths(often):
            form = "short"
            values |= {"tenths": this, "other": other}
        else:
            return None
        return Told(Message(f"year-of-the-dragon.explain.{form}-{event}", values, rule(9)), claims, (month,))

    def _how_many(self, persons: Claim) -> Told | None:
        """How many more, or fewer, leave."""
        event, month, values = self._event(persons)
        more = persons.difference.more
        if abs(more) < MANY_PERSONS:
            return None
        values |= {"persons": rounded(more), "event": Message(f"year-of-the-dragon.event.{event}")}
        return Told(
            Message(f"year-of-the-dragon.explain.lose-{'more' if more > 0 else 'less'}", values), (persons,), (month,)
        )

    @staticmethod
    def _event(persons: Claim) -> tuple[str, str, dict[str, object]]:
        """The event, its place, and the values of each of its sentences."""
        (month,) = persons.quantity.where or ("",)
        values: dict[str, object] = {"seat": human_seat(persons.quantity.seat), "month": int(month)}
        return persons.quantity.what, f"month {month}", values

    def tell(self, contrast: Contrast, claim: Claim) -> Told:
        quantity = claim.quantity
        values: dict[str, object] = {"seat": human_seat(quantity.seat), "points": rounded(claim.difference.more)}
        places: tuple[str, ...] = ()
        if quantity.where is None:
            values["what"] = self.game.source(quantity.what)
        else:
            (month,) = quantity.where
            values["what"] = Message(f"year-of-the-dragon.explain.{quantity.what}", {"month": int(month)})
            places = (f"month {month}",)
        because = next(self.causes(contrast, claim), None)
        return self.compose(claim, values, because, places)

    def causes(self, contrast: Contrast, claim: Claim) -> Iterator[Because]:
        """What may explain a difference in points, the most telling first."""
        seat, source, more = claim.quantity.seat, claim.quantity.what, claim.difference.more
        if source == "palaces":
            yield from self.amount(contrast, Quantity(BUILT, seat), more, "built", LEAST_PALACES)
            yield from self.share(contrast, Quantity(FALLEN, seat), -more, "fallen")
        elif source == "privileges":
            yield from self.share(contrast, Quantity(BOUGHT, seat), more, "bought")
        elif source == "money":
            yield from self.amount(contrast, Quantity(TOLL, seat), -more, "toll", LEAST_YUAN)
        elif source == "persons":
            persons = round(abs(more) / int(self.position.tables.box.per_person))
            if persons:
                yield self.cause(
                    "persons-more" if more > 0 else "persons-less", (), seat=human_seat(seat), amount=persons
                )
        if source in ("festival", "mongols"):
            yield from self.worth(contrast, claim.quantity, more)
