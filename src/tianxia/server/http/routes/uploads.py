"""Uploaded records: everybody with the link can look at them as at a finished table."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from tianxia.play import read_record
from tianxia.players import is_program
from tianxia.server.contract.advice import Explanation, Previewed
from tianxia.server.contract.records import Continued, NewRecord, PastMove, PastMoves, RecordKept, Review, Reviewed
from tianxia.server.http.dependencies import (
    PersonDep,
    RecordInPath,
    ReviewInPath,
    ServicesDep,
    TurnDep,
    ViewpointInQuery,
    VisitorDep,
)
from tianxia.server.http.routes.records import (
    AfterMove,
    answer_record,
    continue_back,
    file_name,
    look_back,
    preview_back,
)
from tianxia.server.library.records import KeptRecord, tidy_record
from tianxia.server.limits import RECORD_BODY
from tianxia.server.presenter.tables import review_viewpoint, show_here
from tianxia.server.refusals import MissingError


class ReviewRoutes(Controller):
    """Games to review, wherever they were played."""

    path = "/api/reviews"
    tags = ("records",)

    @get("/{game:str}")
    async def find_review(self, services: ServicesDep, visitor: VisitorDep, game: ReviewInPath) -> Reviewed:
        """Find what an id belongs to: a table or an uploaded record."""
        try:
            kept = await services.records.find(game)
        except MissingError:
            table = await services.tables.find(game)
            return Reviewed(show_here(table, visitor, review_viewpoint(table, visitor, None)), None)
        return Reviewed(None, show_kept(kept))


class UploadRoutes(Controller):
    """Uploaded records of games that were played elsewhere."""

    path = "/api/records"
    tags = ("records",)

    @post(request_max_body_size=RECORD_BODY, opt={"rate_limit": "uploads"})
    async def keep_record(
        self, services: ServicesDep, person: PersonDep, turn: TurnDep, data: JSONBody[NewRecord]
    ) -> RecordKept:
        """Store a record, for everybody who knows its id. All of it is verified; what it hides stays hidden."""
        return show_kept(await services.records.keep(person, await turn.run(tidy_record, data.record)))

    @get("/{record:str}")
    async def see_record(self, services: ServicesDep, record: RecordInPath) -> RecordKept:
        """The description of an uploaded record."""
        return show_kept(await services.records.find(record))

    @get(
        "/{record:str}/record",
        opt={"rate_limit": "records"},
        responses={200: ResponseSpec(dict[str, Any], generate_examples=False)},
    )
    async def download_kept(self, services: ServicesDep, turn: TurnDep, record: RecordInPath) -> Response[bytes]:
        """An uploaded record as a file to download."""
        kept = await services.records.find(record)
        return await answer_record(turn, kept.document, file_name(kept.document, kept.id, kept.created))

    @get("/{record:str}/review", opt={"rate_limit": "reviews"})
    async def review_kept(
        self,
        services: ServicesDep,
        turn: TurnDep,
        record: RecordInPath,
        viewpoint: ViewpointInQuery = None,
        move: AfterMove = None,
    ) -> Review:
        """The game of an uploaded record after a number of its moves, without what the record hides."""
        kept = await services.records.find(record)
        return await turn.run(look_back, kept.document, move, viewpoint)

    @post("/{record:str}/review/preview", status_code=200, opt={"rate_limit": "reviews"})
    async def preview_kept(
        self, services: ServicesDep, turn: TurnDep, record: RecordInPath, data: JSONBody[PastMove]
    ) -> Previewed:
        """Preview another move at an earlier point of a finished game, from public information only."""
        document = await services.analyses.document_of("record", record)
        return await turn.run(preview_back, document, data)

    @post("/{record:str}/review/compare", status_code=200, opt={"rate_limit": "hints"})
    async def compare_kept(
        self, services: ServicesDep, person: PersonDep, turn: TurnDep, record: RecordInPath, data: JSONBody[PastMoves]
    ) -> Explanation:
        """Compare another move at an earlier point of a finished game with a second one, in points and in words."""
        document = await services.analyses.document_of("record", record)
        return await services.hints.compare(document, data, person, turn.address)

    @post("/{record:str}/review/continue", status_code=200, opt={"rate_limit": "records"})
    async def continue_kept(
        self, services: ServicesDep, turn: TurnDep, record: RecordInPath, data: JSONBody[PastMove]
    ) -> Continued:
        """Where another move at an earlier point of a finished game may lead: likely moves, for a study."""
        document = await services.analyses.document_of("record", record)
        return await turn.run(continue_back, document, data)


def show_kept(kept: KeptRecord) -> RecordKept:
    """The description of an uploaded record, for the answer."""
    document = kept.document
    names = document.get("seats", [])
    return RecordKept(
        id=kept.id,
        game=document["game"],
        edition=document["edition"],
        players=document["players"],
        options=document["options"],
        names=names,
        programs=[is_program(name) for name in names],
        moves=len(document["moves"]),
        over="scores" in document,
        hidden=read_record(document).has_hidden,
    )
