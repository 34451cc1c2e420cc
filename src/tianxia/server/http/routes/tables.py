"""Tables: set up, sit down, play, talk."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from litestar import Controller, Response, delete, get, post, put
from litestar.params import JSONBody

from tianxia.errors import SettingError
from tianxia.games import STANDARD_EDITIONS
from tianxia.play import read_record, replay
from tianxia.play.record import write_position_record
from tianxia.players import is_local_program, make_player
from tianxia.server.contract.people import RatingChanges
from tianxia.server.contract.tables import (
    Acknowledged,
    MoveSent,
    NewSeat,
    NewTable,
    SeatAt,
    SitDown,
    TableHere,
    Tables,
    Words,
)
from tianxia.server.http.dependencies import (
    Before,
    PersonDep,
    Preference,
    SeatInPath,
    ServicesDep,
    TableInPath,
    TurnDep,
    ViewpointInQuery,
    VisitorDep,
    Wanted,
)
from tianxia.server.limits import RECORD_BODY
from tianxia.server.people.service import Person
from tianxia.server.people.validation import check_name
from tianxia.server.presenter.tables import choose_viewpoint, show_here, show_own
from tianxia.server.refusals import UnknownPersonError
from tianxia.server.services import Services
from tianxia.server.tables.events import Confirmed, Decision, Moved, Offered, SatDown, Undone
from tianxia.server.tables.game import GameStart, new_seed
from tianxia.server.tables.lists import list_tables
from tianxia.server.tables.results import rating_changes
from tianxia.server.work.programs import check_program
from tianxia.words import error

MINIMAL: Final = "return=minimal"
"""A preference of the client, see RFC 7240."""

Answer: TypeAlias = Response[TableHere | Acknowledged]


class TableRoutes(Controller):
    """Requests of people at tables."""

    path = "/api/tables"
    tags = ("tables",)

    @post(request_max_body_size=RECORD_BODY, opt={"rate_limit": "tables"})
    async def create_table(
        self, services: ServicesDep, person: PersonDep, turn: TurnDep, data: JSONBody[NewTable]
    ) -> TableHere:
        """Set up a table. Where no seat is free, the game starts at once."""
        if all(wish.who == "program" for wish in data.seats):
            raise error(SettingError, "server.nobody")
        game_start = await turn.run(read_game_start, data)  # a record may be long
        seats = [read_seat(game_start, number, wish, person) for number, wish in enumerate(data.seats, 1)]
        settings = data.listed, data.shuffled, data.rated
        table = await services.tables.create(person, game_start, data.pace, seats, *settings)
        return show_own(table, person)

    @get()
    async def list_tables(
        self, services: ServicesDep, visitor: VisitorDep, which: Wanted = "mine", before: Before = None
    ) -> Tables:
        """A list of tables: those where it is your turn first, then those that changed last."""
        if visitor is None and which != "open":
            raise error(UnknownPersonError, "server.unknown-person")
        return await list_tables(services.storage, which, visitor, before)

    @get("/{table:str}")
    async def see_table(
        self, services: ServicesDep, visitor: VisitorDep, table: TableInPath, viewpoint: ViewpointInQuery = None
    ) -> TableHere:
        """A table as you see it: from your seat, from one of your seats, or as a spectator."""
        found = await services.tables.find(table)
        return show_here(found, visitor, choose_viewpoint(found, visitor, viewpoint))

    @get("/{table:str}/ratings")
    async def see_rating_changes(self, services: ServicesDep, table: TableInPath) -> RatingChanges:
        """How the game of a table changed the ratings of its seats."""
        found = await services.tables.find(table)
        async with services.storage.reading() as connection:
            return RatingChanges(await rating_changes(connection, found.id))

    @put("/{table:str}/seats/{seat:int}", opt={"rate_limit": "seats"})
    async def offer_seat(
        self, services: ServicesDep, person: PersonDep, table: TableInPath, seat: SeatInPath, data: JSONBody[NewSeat]
    ) -> TableHere:
        """Set for whom a seat is, before the game; somebody who sits there is sent away. Only the host may."""
        found = await services.tables.find(table)
        wish = read_seat(found.game_start, seat, data, person)
        return show_own(await services.tables.offer(table, person, wish), person)

    @post("/{table:str}/seats/{seat:int}", status_code=200, opt={"rate_limit": "seats"})
    async def sit_down(
        self, services: ServicesDep, person: PersonDep, table: TableInPath, seat: SeatInPath, data: JSONBody[SitDown]
    ) -> TableHere:
        """Take a free seat, or come back to your own."""
        found = await services.tables.sit_down(table, person, seat, data.invite)
        return show_here(found, person, seat)

    @delete("/{table:str}/seats/{seat:int}", status_code=200, opt={"rate_limit": "seats"})
    async def leave_seat(
        self, services: ServicesDep, person: PersonDep, table: TableInPath, seat: SeatInPath
    ) -> TableHere:
        """Give up your seat. In a game a program plays on, until you come back."""
        found = await services.tables.leave(table, person, seat)
        return show_own(found, person)

    @post("/{table:str}/start", status_code=200)
    async def start_game(self, services: ServicesDep, person: PersonDep, table: TableInPath) -> TableHere:
        """Begin the game. Only the host may."""
        found = await services.tables.start(table, person)
        return show_own(found, person)

    @delete("/{table:str}", status_code=200)
    async def close_table(self, services: ServicesDep, person: PersonDep, table: TableInPath) -> TableHere:
        """Give the table up before its game has begun."""
        found = await services.tables.close(table, person)
        return show_own(found, person)

    @post("/{table:str}/rematch", status_code=200, opt={"rate_limit": "tables"})
    async def rematch(self, services: ServicesDep, person: PersonDep, table: TableInPath) -> TableHere:
        """Another game for the same people and programs."""
        found = await services.tables.rematch(table, person)
        return show_own(found, person)

    # ---- in the game

    @post("/{table:str}/moves", status_code=200)
    async def make_move(
        self,
        services: ServicesDep,
        person: PersonDep,
        table: TableInPath,
        data: JSONBody[MoveSent],
        prefer: Preference = None,
    ) -> Answer:
        """Make a move, at the sequence number that you saw."""
        decision = Moved(data.seat, data.move, confirmed=data.confirm)
        return await play_and_answer(services, person, table, decision, data.sequence, prefer)

    @post("/{table:str}/confirm", status_code=200)
    async def confirm_move(
        self,
        services: ServicesDep,
        person: PersonDep,
        table: TableInPath,
        data: JSONBody[SeatAt],
        prefer: Preference = None,
    ) -> Answer:
        """Confirm the pending move."""
        return await play_and_answer(services, person, table, Confirmed(data.seat), data.sequence, prefer)

    @post("/{table:str}/undo", status_code=200, opt={"rate_limit": "undo"})
    async def undo_move(
        self,
        services: ServicesDep,
        person: PersonDep,
        table: TableInPath,
        data: JSONBody[SeatAt],
        prefer: Preference = None,
    ) -> Answer:
        """Take back your last move, up to the last thing that revealed something or passed the turn."""
        return await play_and_answer(services, person, table, Undone(data.seat), data.sequence, prefer)

    @post("/{table:str}/talk", status_code=200, opt={"rate_limit": "talk"})
    async def talk(
        self, services: ServicesDep, person: PersonDep, table: TableInPath, data: JSONBody[Words]
    ) -> TableHere:
        """Say something to everybody at the table."""
        found = await services.tables.talk(table, person, data.text)
        return show_own(found, person)


async def play_and_answer(
    services: Services, person: Person, table: str, decision: Decision, sequence: int, prefer: str | None
) -> Answer:
    """Play a decision of a seat. The answer is the table as that seat sees it then, unless a stream brings it."""
    found = await services.tables.play(table, person, decision, sequence)
    if prefer is not None and MINIMAL in re.split(r"[,;\s]+", prefer.lower()):
        return Response(Acknowledged(found.number), headers={"Preference-Applied": MINIMAL})
    state = services.updates.show_table(found, decision.seat)  # streams send the same
    return Response(show_here(found, person, decision.seat, state))


def read_game_start(wish: NewTable) -> GameStart:
    """Check the requested game and its settings, and draw its seed."""
    game = STANDARD_EDITIONS.game(wish.game)
    if wish.begin is None:
        setting = game.setting(len(wish.seats), wish.options)
        return GameStart(game.id, game.edition, setting.players, dict(setting.options), new_seed())
    match = replay(read_record(wish.begin.record), STANDARD_EDITIONS, wish.begin.move)
    if match.over:
        raise error(SettingError, "server.begins-over")
    record: dict[str, Any] = write_position_record(match)
    if record["game"] != game.id or record["players"] != len(wish.seats):
        raise error(SettingError, "server.another-game")
    start = record["position"], len(match.moves)
    return GameStart(game.id, game.edition, record["players"], record["options"], new_seed(), *start)


def read_seat(game_start: GameStart, number: int, wish: NewSeat, person: Person) -> Offered | SatDown:
    if wish.who == "me":
        return SatDown(number, person.id, person.name if wish.name is None else check_name(wish.name))
    if wish.who == "program":
        spec = wish.program or "level:novice"
        if is_local_program(spec):
            raise error(SettingError, "server.local-program")
        player = make_player(spec, game_start.rules())
        check_program(player.spec)
        return Offered(number, "program", player.spec)
    return Offered(number, wish.who)
