"""Studies: a position and moves tried from it, for rules, tutorials and puzzles. Nothing is stored."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from tianxia.games.base import human_seat
from tianxia.play import Match
from tianxia.server.contract.advice import Previewed, Reason
from tianxia.server.contract.learning import Studied, StudiedMove, Study
from tianxia.server.http.dependencies import TurnDep
from tianxia.server.limits import STUDY_BODY
from tianxia.server.presenter.tables import show_preview, show_reason, show_study
from tianxia.teaching.study import play_study


class StudyRoutes(Controller):
    """Positions with moves tried from them."""

    path = "/api/studies"
    tags = ("studies",)
    request_max_body_size = STUDY_BODY
    opt = {"rate_limit": "studies"}  # noqa: RUF012 (Litestar reads it so)

    @post(status_code=200)
    async def study(self, turn: TurnDep, data: JSONBody[Study]) -> Studied:
        """The position of a study after its moves. Equal studies get equal answers: they seed the random numbers."""
        return await turn.run(look_at, data)

    @post("/preview", status_code=200)
    async def preview_studied(self, turn: TurnDep, data: JSONBody[StudiedMove]) -> Previewed:
        """Preview a move in a study, from public information only."""
        return await turn.run(preview, data)

    @post("/why-not", status_code=200)
    async def why_not_studied(self, turn: TurnDep, data: JSONBody[StudiedMove]) -> Reason:
        """The rule that a move in a study would break."""
        return await turn.run(tell_why_not, data)


def look_at(study: Study) -> Studied:
    match, before = play_study(study.record, study.played)
    return show_study(match, before, eyes_of(study, match))


def preview(study: StudiedMove) -> Previewed:
    match, _ = play_study(study.record, study.played)
    return show_preview(match, eyes_of(study, match), study.move)


def tell_why_not(study: StudiedMove) -> Reason:
    match, _ = play_study(study.record, study.played)
    return show_reason(match, eyes_of(study, match), study.move)


def eyes_of(study: Study, match: Match) -> int:
    """The seat of the viewpoint: the requested one, or else the seat to move, or the last that moved."""
    return study.seat or human_seat(int(match.position.seat))
