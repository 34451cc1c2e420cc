"""Tables: set up, sit down, play, talk."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Controller, delete, get, post, put
from litestar.params import JSONBody

from tianxia.errors import SettingError
from tianxia.games import Shelf
from tianxia.play import read_record, replay
from tianxia.play.record import write_position_record
from tianxia.players import is_local_program, make_player
from tianxia.server.contract.tables import MoveSent, NewSeat, NewTable, SeatAt, SitDown, TableHere, Tables, Words
from tianxia.server.http.dependencies import Before, EyesInQuery, House, Me, SeatInPath, TableInPath, Visitor, Wanted
from tianxia.server.limits import RECORD_BODY
from tianxia.server.people.service import Person
from tianxia.server.presenter.tables import choose_eyes, see_here, see_own
from tianxia.server.refusals import UnknownPersonError
from tianxia.server.services import Services
from tianxia.server.tables.events import Confirmed, Decided, Moved, Offered, SatDown, Undone
from tianxia.server.tables.game import Deal, new_seed
from tianxia.server.tables.lists import list_tables
from tianxia.server.work.programs import check_program
from tianxia.words import error


class TableRoutes(Controller):
    """What people do at tables."""

    path = "/api/tables"
    tags = ("tables",)

    @post(request_max_body_size=RECORD_BODY, opt={"rate": "tables"})
    async def create_table(self, house: House, person: Me, data: JSONBody[NewTable]) -> TableHere:
        """Set up a table; a game for which nobody is missing starts at once."""
        if all(wish.who == "program" for wish in data.seats):
            raise error(SettingError, "server.nobody")
        deal = await asyncio.to_thread(read_deal, data)  # a record may be long
        seats = [read_seat(deal, number, wish, person) for number, wish in enumerate(data.seats, 1)]
        table = await house.tables.create(person, deal, data.pace, seats, data.listed, data.shuffled)
        return see_own(table, person)

    @get()
    async def list_tables(
        self, house: House, visitor: Visitor, which: Wanted = "mine", before: Before = None
    ) -> Tables:
        """Tables in short: where it is your turn first, then where something happened last."""
        if visitor is None and which != "open":
            raise error(UnknownPersonError, "server.unknown-person")
        return await list_tables(house.storage, which, visitor, before)

    @get("/{table:str}")
    async def see_table(
        self, house: House, visitor: Visitor, table: TableInPath, eyes: EyesInQuery = None
    ) -> TableHere:
        """A table, as you see it: through the eyes of your seat, of one of your seats, or of a spectator."""
        found = await house.tables.find(table)
        return see_here(found, visitor, choose_eyes(found, visitor, eyes))

    @put("/{table:str}/seats/{seat:int}", opt={"rate": "seats"})
    async def offer_seat(
        self, house: House, person: Me, table: TableInPath, seat: SeatInPath, data: JSONBody[NewSeat]
    ) -> TableHere:
        """Say whom a seat is for, before the game; whoever sits there gets up. That is the host's to do."""
        found = await house.tables.find(table)
        wish = read_seat(found.deal, seat, data, person)
        return see_own(await house.tables.offer(table, person, wish), person)

    @post("/{table:str}/seats/{seat:int}", status_code=200, opt={"rate": "seats"})
    async def sit_down(
        self, house: House, person: Me, table: TableInPath, seat: SeatInPath, data: JSONBody[SitDown]
    ) -> TableHere:
        """Take a free seat, or come back to your own."""
        found = await house.tables.sit_down(table, person, seat, data.invite)
        return see_here(found, person, seat)

    @delete("/{table:str}/seats/{seat:int}", status_code=200, opt={"rate": "seats"})
    async def leave_seat(self, house: House, person: Me, table: TableInPath, seat: SeatInPath) -> TableHere:
        """Give up your seat. In a game a program plays on, until you come back."""
        found = await house.tables.leave(table, person, seat)
        return see_own(found, person)

    @post("/{table:str}/start", status_code=200)
    async def start_game(self, house: House, person: Me, table: TableInPath) -> TableHere:
        """Begin the game. That is the host's to do."""
        found = await house.tables.start(table, person)
        return see_own(found, person)

    @delete("/{table:str}", status_code=200)
    async def close_table(self, house: House, person: Me, table: TableInPath) -> TableHere:
        """Give the table up before its game has begun."""
        found = await house.tables.close(table, person)
        return see_own(found, person)

    @post("/{table:str}/rematch", status_code=200, opt={"rate": "tables"})
    async def rematch(self, house: House, person: Me, table: TableInPath) -> TableHere:
        """Another game for the same people and programs."""
        found = await house.tables.rematch(table, person)
        return see_own(found, person)

    # ---- in the game

    @post("/{table:str}/moves", status_code=200)
    async def make_move(self, house: House, person: Me, table: TableInPath, data: JSONBody[MoveSent]) -> TableHere:
        """Make a move, at the sequence number that you saw."""
        decision = Moved(data.seat, data.move, confirmed=data.confirm)
        return await decide_and_look(house, person, table, decision, data.sequence)

    @post("/{table:str}/confirm", status_code=200)
    async def confirm_move(self, house: House, person: Me, table: TableInPath, data: JSONBody[SeatAt]) -> TableHere:
        """Confirm the move that waits."""
        return await decide_and_look(house, person, table, Confirmed(data.seat), data.sequence)

    @post("/{table:str}/undo", status_code=200, opt={"rate": "undo"})
    async def undo_move(self, house: House, person: Me, table: TableInPath, data: JSONBody[SeatAt]) -> TableHere:
        """Take back your last move, up to the last thing that revealed something or passed the turn."""
        return await decide_and_look(house, person, table, Undone(data.seat), data.sequence)

    @post("/{table:str}/talk", status_code=200, opt={"rate": "talk"})
    async def talk(self, house: House, person: Me, table: TableInPath, data: JSONBody[Words]) -> TableHere:
        """Say something to everybody at the table."""
        found = await house.tables.talk(table, person, data.text)
        return see_own(found, person)


async def decide_and_look(house: Services, person: Person, table: str, decision: Decided, sequence: int) -> TableHere:
    """Let a seat decide, and show it what came of it."""
    found = await house.tables.decide(table, person, decision, sequence)
    return see_here(found, person, decision.seat)


def read_deal(wish: NewTable) -> Deal:
    """Check what game is wanted, and deal it."""
    game = Shelf().game(wish.game)
    if wish.begin is None:
        setting = game.setting(len(wish.seats), wish.options)
        return Deal(game.id, game.edition, setting.players, dict(setting.options), new_seed())
    match = replay(read_record(wish.begin.record), Shelf(), wish.begin.move)
    if match.over:
        raise error(SettingError, "server.begins-over")
    record: dict[str, Any] = write_position_record(match)
    if record["game"] != game.id or record["players"] != len(wish.seats):
        raise error(SettingError, "server.another-game")
    start = record["position"], len(match.moves)
    return Deal(game.id, game.edition, record["players"], record["options"], new_seed(), *start)


def read_seat(deal: Deal, number: int, wish: NewSeat, person: Person) -> Offered | SatDown:
    if wish.who == "me":
        return SatDown(number, person.id, person.name)
    if wish.who == "program":
        spec = wish.program or "level:novice"
        if is_local_program(spec):
            raise error(SettingError, "server.local-program")
        player = make_player(spec, deal.box())
        check_program(player.spec)
        return Offered(number, "program", player.spec)
    return Offered(number, wish.who)
