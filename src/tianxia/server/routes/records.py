"""Records: taken home, and looked at again."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Controller, MediaType, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from tianxia.games import Shelf
from tianxia.play import read_record, replay, verify_rest
from tianxia.play.files import print_pages
from tianxia.server import sight
from tianxia.server.arguments import EyesInQuery, House, TableInPath, Visitor
from tianxia.server.contract import Review, ReviewAsked
from tianxia.server.limits import RECORD_BODY
from tianxia.server.pace import SECOND
from tianxia.server.sight import choose_eyes, see_record, see_review
from tianxia.server.table import Table

AfterMove = Annotated[
    int | None, QueryParameter(name="move", ge=0, le=100_000, description="after how many moves; default: all of them")
]


class RecordRoutes(Controller):
    """Games as they were played."""

    path = "/api"
    tags = ("records",)

    @get(
        "/tables/{table:str}/record",
        opt={"rate": "records"},
        responses={200: ResponseSpec(dict[str, Any], generate_examples=False)},
    )
    async def download_record(
        self, house: House, visitor: Visitor, table: TableInPath, eyes: EyesInQuery = None
    ) -> Response[bytes]:
        """The record of the game, as a file. While it goes on it hides what you may not know; then it has the seed."""
        found = await house.tables.find(table)
        record = see_record(found, choose_eyes(found, visitor, eyes))
        headers = {"content-disposition": f'attachment; filename="{file_name(found)}"', "cache-control": "no-store"}
        printed = await asyncio.to_thread(print_pages, record)
        return Response(f"{printed}\n".encode(), media_type=MediaType.JSON, headers=headers)

    @get("/tables/{table:str}/review", opt={"rate": "reviews"})
    async def review_table(
        self, house: House, visitor: Visitor, table: TableInPath, eyes: EyesInQuery = None, move: AfterMove = None
    ) -> Review:
        """The game of a table as it was after so many moves, as far as you may know it by now."""
        found = await house.tables.find(table)
        chosen = choose_eyes(found, visitor, eyes)
        return await asyncio.to_thread(look_back, see_record(found, chosen), move, chosen)

    @post("/review", status_code=200, request_max_body_size=RECORD_BODY, opt={"rate": "records"})
    async def review_record(self, data: JSONBody[ReviewAsked]) -> Review:
        """A record of your own, as it was after so many moves. All of it is checked; nothing is kept."""
        return await asyncio.to_thread(look_back, data.record, data.move, data.seat)


def look_back(document: dict[str, Any], move: int | None, eyes: sight.Eyes) -> Review:
    """A game after so many moves of its record, which is verified as a whole."""
    record = read_record(document)
    match = replay(record, Shelf(), move)
    seen = see_review(match, len(record.moves), eyes)
    verify_rest(record, match)
    return seen


def file_name(table: Table) -> str:
    day = datetime.fromtimestamp(table.created / SECOND, UTC).date()
    return f"{table.deal.game}-{day}-{table.id[:6]}.json"
