"""Advice about one's next move: hints, what would follow from it, and why it cannot be made."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from tianxia.play import Match
from tianxia.server.contract.advice import Hint, MoveMeant, Previewed, Reason
from tianxia.server.contract.tables import SeatAt
from tianxia.server.http.dependencies import House, Me, TableInPath
from tianxia.server.people.service import Person
from tianxia.server.presenter.tables import see_hint, see_preview, see_reason
from tianxia.server.services import Services
from tianxia.server.tables.commands import begun_match, own_seat


class AdviceRoutes(Controller):
    """What people can ask before they move."""

    path = "/api/tables"
    tags = ("advice",)

    @post("/{table:str}/hint", status_code=200, opt={"rate": "hints"})
    async def take_hint(self, house: House, person: Me, table: TableInPath, data: JSONBody[SeatAt]) -> Hint:
        """The best moves of your seat, as a master sees them. Everybody sees that you took a hint."""
        return see_hint(await house.hints.give(table, person, data.seat, data.sequence), data.sequence)

    @post("/{table:str}/preview", status_code=200)
    async def preview_move(self, house: House, person: Me, table: TableInPath, data: JSONBody[MoveMeant]) -> Previewed:
        """What would follow from a move of your seat, by public things alone. Nothing is played."""
        return see_preview(await find_match(house, person, table, data.seat), data.seat, data.move)

    @post("/{table:str}/why-not", status_code=200)
    async def why_not(self, house: House, person: Me, table: TableInPath, data: JSONBody[MoveMeant]) -> Reason:
        """The rule that a move of your seat would break."""
        return see_reason(await find_match(house, person, table, data.seat), data.seat, data.move)


async def find_match(house: Services, person: Person, id: str, seat: int) -> Match:
    """The match at a table at which somebody plays."""
    table = await house.tables.find(id)
    own_seat(table, person, seat)  # advice may tell what they hold
    return begun_match(table)
