"""Advice about the next move: hints, previews, and reasons why a move cannot be made."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from tianxia.play import Match
from tianxia.server.contract.advice import Hint, MoveMeant, Previewed, Reason
from tianxia.server.contract.tables import SeatAt
from tianxia.server.http.dependencies import PersonDep, ServicesDep, TableInPath, TurnDep
from tianxia.server.people.service import Person
from tianxia.server.presenter.tables import show_hint, show_preview, show_reason
from tianxia.server.services import Services
from tianxia.server.tables.commands import begun_match, own_seat


class AdviceRoutes(Controller):
    """Requests for advice about the next move."""

    path = "/api/tables"
    tags = ("advice",)

    @post("/{table:str}/hint", status_code=200, opt={"rate_limit": "hints"})
    async def take_hint(
        self, services: ServicesDep, person: PersonDep, turn: TurnDep, table: TableInPath, data: JSONBody[SeatAt]
    ) -> Hint:
        """The best moves of your seat, as a master program judges them. Everybody sees that you took a hint."""
        advice, game = await services.hints.give(table, person, data.seat, data.sequence, turn.address)
        return show_hint(advice, data.sequence, game)

    @post("/{table:str}/preview", status_code=200)
    async def preview_move(
        self, services: ServicesDep, person: PersonDep, table: TableInPath, data: JSONBody[MoveMeant]
    ) -> Previewed:
        """Preview a move of your seat: its consequences, as far as public information shows them. Nothing is played."""
        return show_preview(await find_match(services, person, table, data.seat), data.seat, data.move)

    @post("/{table:str}/why-not", status_code=200)
    async def why_not(
        self, services: ServicesDep, person: PersonDep, table: TableInPath, data: JSONBody[MoveMeant]
    ) -> Reason:
        """The rule that a move of your seat would break."""
        return show_reason(await find_match(services, person, table, data.seat), data.seat, data.move)


async def find_match(services: Services, person: Person, id: str, seat: int) -> Match:
    """The match of a table, for somebody who plays the seat at it."""
    table = await services.tables.find(id)
    own_seat(table, person, seat)  # advice may reveal their hand
    return begun_match(table)
