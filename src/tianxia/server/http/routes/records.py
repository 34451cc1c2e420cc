"""Records of games: downloads and reviews."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Controller, MediaType, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from tianxia.games import STANDARD_EDITIONS
from tianxia.play import read_record, replay, verify_rest
from tianxia.play.files import print_pages
from tianxia.server.clock import SECOND
from tianxia.server.contract.advice import Explanation, Previewed
from tianxia.server.contract.records import Continued, PastMove, PastMoves, Review, ReviewAsked
from tianxia.server.http.dependencies import PersonDep, ServicesDep, TableInPath, TurnDep, ViewpointInQuery, VisitorDep
from tianxia.server.http.sessions import Turn
from tianxia.server.limits import RECORD_BODY
from tianxia.server.presenter.tables import Viewpoint, review_viewpoint, show_preview, show_record, show_review
from tianxia.teaching.continuing import continue_game, cut_record

AfterMove = Annotated[
    int | None, QueryParameter(name="move", ge=0, le=100_000, description="after how many moves; default: all of them")
]


class RecordRoutes(Controller):
    """Records of games, and reviews of them."""

    path = "/api"
    tags = ("records",)

    @get(
        "/tables/{table:str}/record",
        opt={"rate_limit": "records"},
        responses={200: ResponseSpec(dict[str, Any], generate_examples=False)},
    )
    async def download_record(
        self,
        services: ServicesDep,
        visitor: VisitorDep,
        turn: TurnDep,
        table: TableInPath,
        viewpoint: ViewpointInQuery = None,
    ) -> Response[bytes]:
        """The record of the game, as a file. It hides what you may not know before the end; then it has the seed."""
        found = await services.tables.find(table)
        record = show_record(found, review_viewpoint(found, visitor, viewpoint))
        return await answer_record(turn, record, file_name(record, found.id, found.created))

    @get("/tables/{table:str}/review", opt={"rate_limit": "reviews"})
    async def review_table(
        self,
        services: ServicesDep,
        visitor: VisitorDep,
        turn: TurnDep,
        table: TableInPath,
        viewpoint: ViewpointInQuery = None,
        move: AfterMove = None,
    ) -> Review:
        """The game of a table after a number of its moves, as far as you may know it by now."""
        found = await services.tables.find(table)
        chosen = review_viewpoint(found, visitor, viewpoint)
        return await turn.run(look_back, show_record(found, chosen), move, chosen)

    @post("/tables/{table:str}/review/preview", status_code=200, opt={"rate_limit": "reviews"})
    async def preview_back(
        self, services: ServicesDep, turn: TurnDep, table: TableInPath, data: JSONBody[PastMove]
    ) -> Previewed:
        """Preview another move at an earlier point of a finished game, from public information only."""
        document = await services.analyses.document_of("table", table)
        return await turn.run(preview_back, document, data)

    @post("/tables/{table:str}/review/compare", status_code=200, opt={"rate_limit": "hints"})
    async def compare_back(
        self, services: ServicesDep, person: PersonDep, turn: TurnDep, table: TableInPath, data: JSONBody[PastMoves]
    ) -> Explanation:
        """Compare another move at an earlier point of a finished game with a second one, in points and in words."""
        document = await services.analyses.document_of("table", table)
        return await services.hints.compare(document, data, person, turn.address)

    @post("/tables/{table:str}/review/continue", status_code=200, opt={"rate_limit": "records"})
    async def continue_back(
        self, services: ServicesDep, turn: TurnDep, table: TableInPath, data: JSONBody[PastMove]
    ) -> Continued:
        """Where another move at an earlier point of a finished game may lead: likely moves, for a study."""
        document = await services.analyses.document_of("table", table)
        return await turn.run(continue_back, document, data)

    @post("/review", status_code=200, request_max_body_size=RECORD_BODY, opt={"rate_limit": "records"})
    async def review_record(self, turn: TurnDep, data: JSONBody[ReviewAsked]) -> Review:
        """The game of a record that you send, after a number of its moves. It is verified whole; nothing is stored."""
        return await turn.run(look_back, data.record, data.move, data.seat)


def look_back(document: dict[str, Any], move: int | None, viewpoint: Viewpoint) -> Review:
    """A game after a number of moves of its record; the whole record is verified."""
    record = read_record(document)
    match = replay(record, STANDARD_EDITIONS, move)
    seen = show_review(match, len(record.moves), viewpoint)
    verify_rest(record, match)
    return seen


def preview_back(document: dict[str, Any], asked: PastMove) -> Previewed:
    """Preview another move at an earlier point of a game, from public information only. `document` is verified."""
    match = replay(read_record(document), STANDARD_EDITIONS, asked.after)
    return show_preview(match, match.to_move or 1, asked.move)


def continue_back(document: dict[str, Any], asked: PastMove) -> Continued:
    """A move at an earlier point of a game, and likely moves after it. `document` is verified."""
    record = cut_record(document, asked.after)
    return Continued(record, continue_game(record, asked.move))


async def answer_record(turn: Turn, document: dict[str, Any], name: str) -> Response[bytes]:
    """The answer with a record as a file to download."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    printed = await turn.run(print_pages, document)
    return Response(f"{printed}\n".encode(), media_type=MediaType.JSON, headers=headers)


def file_name(document: dict[str, Any], id: str, moment: int) -> str:
    day = datetime.fromtimestamp(moment / SECOND, UTC).date()
    return f"{document['game']}-{day}-{id[:6]}.json"
