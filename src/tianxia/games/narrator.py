"""Tells what happened in a continuation, and what differs between two moves: for any game, by its sources of points.

A game with places and events of its own derives a narrator from this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, NamedTuple

from tianxia.engine.journal import Journal, Payment
from tianxia.engine.position import Position
from tianxia.games.base import Game, human_seat
from tianxia.games.contrast import NOBODY, SCORE, Claim, Contrast, Fact, Finding, Quantity, rounded, tenths
from tianxia.words import Message

MOST_FINDINGS: Final = 3  # that explain the difference
MOST_CONTRARY: Final = 1  # that go the other way
LEAST_PART: Final = 0.2  # of the largest finding: what explains less is left out


class Because(NamedTuple):
    """A cause, as a part of a sentence, with what it claims."""

    cause: Message
    claims: tuple[Claim, ...]


class Told(NamedTuple):
    """A sentence with the claims of its cause, and the places to show."""

    message: Message
    claims: tuple[Claim, ...] = ()
    places: tuple[str, ...] = ()


class Narrator:
    """Knows the position in which two moves are compared, and tells of what came after each."""

    places: ClassVar[frozenset[str]] = frozenset()  # the sources whose points are told place by place

    def __init__(self, game: Game[Any], position: Position) -> None:
        self.game = game
        self.position = position

    # ---- facts

    def facts(self, ahead: Position) -> list[Fact]:
        """What happened on the way to the end of a game, from its journal."""
        assert ahead.journal is not None
        return [*self.payments(ahead.journal), *self.events(ahead, ahead.journal)]

    def payments(self, journal: Journal) -> Iterator[Fact]:
        sources = list(self.game.sources)
        for entry in journal.entries:
            if isinstance(entry, Payment):
                yield Fact(sources[entry.source], self.where(entry), entry.seat, entry.amount, entry.round)

    def where(self, payment: Payment) -> tuple[str, ...]:
        """The places of a payment."""
        return (self.game.where(payment),)

    def events(self, ahead: Any, journal: Journal) -> Iterable[Fact]:
        """Events that explain differences in points."""
        return ()

    # ---- findings

    def findings(self, contrast: Contrast) -> list[Finding]:
        """The largest parts of the difference in sentences; none that is within the noise.

        First come those that explain why this move leads to more, or to less; then what goes the other way. Where the
        moves are about as good, the findings tell what one gains for what it loses.
        """
        found = list(self.all_findings(contrast)) or ([] if contrast.is_close else list(self._spread(contrast)))
        found = sorted(found, key=lambda finding: -abs(finding.weight))
        least = LEAST_PART * abs(found[0].weight) if found else 0.0
        found = [finding for finding in found if abs(finding.weight) >= least]
        if contrast.is_close:
            return found[:MOST_FINDINGS]
        agreeing = [finding for finding in found if finding.weight * contrast.lead.more > 0]
        contrary = [finding for finding in found if finding.weight * contrast.lead.more < 0]
        return agreeing[:MOST_FINDINGS] + contrary[:MOST_CONTRARY]

    def all_findings(self, contrast: Contrast) -> Iterator[Finding]:
        """All parts that are worth a sentence: by seat, source and place; where no place is, by seat and source."""
        for seat in range(contrast.players):
            for source in self.game.sources:
                told = list(self._worth_saying(contrast, self.quantities(contrast, source, seat)))
                yield from told or self._worth_saying(contrast, [Quantity(source, seat)])

    def _spread(self, contrast: Contrast) -> Iterator[Finding]:
        """The difference in the scores of seats, where no source makes enough of it: it is spread over many."""
        for seat in range(contrast.players):
            claim = contrast.claim("points", Quantity(SCORE, seat))
            if contrast.is_worth_saying(seat, claim.difference):
                points = claim.difference.more * contrast.weights[seat]
                values = {"seat": human_seat(seat), "points": rounded(claim.difference.more)}
                key = "explain.spread-more" if claim.difference.more > 0 else "explain.spread-less"
                yield Finding(Message(key, values), (claim,), (), points, points)

    def _worth_saying(self, contrast: Contrast, quantities: Iterable[Quantity]) -> Iterator[Finding]:
        for quantity in quantities:
            claim = contrast.claim("points", quantity)
            if contrast.is_worth_saying(quantity.seat, claim.difference):
                points = claim.difference.more * contrast.weights[quantity.seat]
                message, claims, places = self.tell(contrast, claim)
                yield Finding(message, (claim, *claims), places, points, points)

    def quantities(self, contrast: Contrast, source: str, seat: int) -> Iterable[Quantity]:
        """What a seat gets from a source, place by place."""
        return (Quantity(source, seat, where) for where in self.groups(contrast, source))

    def groups(self, contrast: Contrast, source: str) -> Iterable[frozenset[str]]:
        """The places of a source that are told one by one."""
        return sorted(contrast.places_of(source), key=sorted) if source in self.places else ()

    def tell(self, contrast: Contrast, claim: Claim) -> Told:
        """The sentence of a difference in points."""
        source = self.game.source(claim.quantity.what)
        values = {"seat": human_seat(claim.quantity.seat), "points": rounded(claim.difference.more), "source": source}
        return Told(Message("explain.source-more" if claim.difference.more > 0 else "explain.source-less", values))

    def compose(
        self, claim: Claim, values: Mapping[str, object], because: Because | None, places: tuple[str, ...]
    ) -> Told:
        """The sentence of a difference in points, with its cause if one is known."""
        is_more = claim.difference.more > 0
        if because is None:
            return Told(self._key("more" if is_more else "less", values), (), places)
        values = {**values, "cause": because.cause}
        return Told(self._key("more-because" if is_more else "less-because", values), because.claims, places)

    def _key(self, form: str, values: Mapping[str, object]) -> Message:
        return Message(f"{self.game.id}.explain.{form}", values)

    # ---- causes: each only if the continuations bear it out, and if it differs in the direction of `more`

    def cause(self, word: str, claims: tuple[Claim, ...], **values: object) -> Because:
        """A cause by its word in the catalogue: `<game>.because.<word>`."""
        return Because(Message(f"{self.game.id}.because.{word}", values), claims)

    def now(self, contrast: Contrast, claim: Claim, event: str, pay: str) -> Iterator[Because]:
        """One of the moves brings an event at once that pays."""
        where, more = claim.quantity.where, claim.difference.more
        share = contrast.claim("share", Quantity(event, NOBODY, where))
        paid = contrast.claim("points", Quantity(pay, claim.quantity.seat, where))
        if share.difference.more * paid.difference.more > 0 and paid.difference.more * more > 0:
            word = "now" if share.difference.more > 0 else "missed"
            yield self.cause(word, (share, paid), points=rounded(paid.difference.more))

    def share(
        self, contrast: Contrast, quantity: Quantity, more: float, word: str, **values: object
    ) -> Iterator[Because]:
        """Something happens more often where there are more points, and less often where there are fewer."""
        claim = contrast.claim("share", quantity)
        if contrast.differ_in_tenths(claim) and claim.difference.more * more > 0:
            this, other = tenths(claim.difference.this), tenths(claim.difference.other)
            whose = {} if quantity.seat == NOBODY else {"seat": human_seat(quantity.seat)}
            yield self.cause(word, (claim,), tenths=this, other=other, **whose, **values)

    def worth(self, contrast: Contrast, quantity: Quantity, more: float) -> Iterator[Because]:
        """Whenever it is paid, it is more, or less."""
        claim = contrast.claim("worth", quantity)
        this, other = round(claim.difference.this), round(claim.difference.other)
        if contrast.is_sure(claim.difference) and claim.difference.more * more > 0 and this != other:
            yield self.cause("worth", (claim,), seat=human_seat(quantity.seat), points=this, other=other)

    def amount(self, contrast: Contrast, quantity: Quantity, more: float, word: str, least: float) -> Iterator[Because]:
        """There is more of something where there are more points: `<word>-more`; or less: `<word>-less`."""
        claim = contrast.claim("points", quantity)
        found = claim.difference.more
        if contrast.is_sure(claim.difference) and found * more > 0 and abs(found) >= least:
            values = {"seat": human_seat(quantity.seat), "amount": rounded(found)}
            key = f"{self.game.id}.because.{word}-{'more' if found > 0 else 'less'}"
            yield Because(Message(key, values), (claim,))
