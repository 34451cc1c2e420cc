"""The parameters of request handlers. Litestar injects them by name: `services: ServicesDep, person: PersonDep`."""

from __future__ import annotations

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from tianxia.server.contract.common import MOST_SEATS
from tianxia.server.http.sessions import Turn
from tianxia.server.identifiers import ID_PATTERN
from tianxia.server.people.service import Person
from tianxia.server.services import Services
from tianxia.server.tables.lists import Which
from tianxia.teaching.puzzles import ID_DIGITS

ServicesDep = NamedDependency[Services]
PersonDep = NamedDependency[Person]
VisitorDep = NamedDependency[Person | None]
TurnDep = NamedDependency[Turn]

PuzzleInPath = Annotated[str, PathParameter(name="puzzle", pattern=f"^[0-9a-f]{{{ID_DIGITS}}}$")]
GameInPath = Annotated[str, PathParameter(name="game", max_length=40)]
GameInQuery = Annotated[str, QueryParameter(name="game", max_length=40, description="which game")]
TableInPath = Annotated[str, PathParameter(name="table", pattern=f"^{ID_PATTERN}$")]
RecordInPath = Annotated[str, PathParameter(name="record", pattern=f"^{ID_PATTERN}$")]
ReviewInPath = Annotated[str, PathParameter(name="game", pattern=f"^{ID_PATTERN}$")]
TokenInPath = Annotated[str, PathParameter(name="token", pattern=f"^{ID_PATTERN}$")]
PersonInPath = Annotated[str, PathParameter(name="id", pattern=f"^{ID_PATTERN}$")]
SeatInPath = Annotated[int, PathParameter(name="seat", ge=1, le=MOST_SEATS)]
ViewpointInQuery = Annotated[
    int | None, QueryParameter(name="seat", ge=1, le=MOST_SEATS, description="through the eyes of which seat")
]
Wanted = Annotated[
    Which, QueryParameter(name="which", description="yours, those with a free seat, or your finished ones")
]
Before = Annotated[
    str | None, QueryParameter(name="before", max_length=60, description="what the list before had as `next`")
]
Preference = Annotated[
    str | None,
    HeaderParameter(
        name="Prefer",
        max_length=100,
        description="`return=minimal` (RFC 7240): you follow the table over a stream, and need no state in the answer",
    ),
]
