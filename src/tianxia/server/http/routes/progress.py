"""Progress: what people have learned, so that it follows them to other devices."""

from __future__ import annotations

from litestar import Controller, delete, get, post
from litestar.params import JSONBody

from tianxia.server.contract.learning import LearnedFacts, Progress
from tianxia.server.http.dependencies import GameInPath, PersonDep, ServicesDep
from tianxia.server.library.progress import add_progress, forget_tutorial, progress_of


class ProgressRoutes(Controller):
    """What people have learned in tutorials, puzzles and reviews."""

    path = "/api/me/progress"
    tags = ("people",)

    @get()
    async def see_progress(self, services: ServicesDep, person: PersonDep) -> Progress:
        """All that you have learned, on any device."""
        return Progress(await progress_of(services.storage, person))

    @post(status_code=200)
    async def add_progress(self, services: ServicesDep, person: PersonDep, data: JSONBody[LearnedFacts]) -> Progress:
        """Add what you have learned on this device; the answer has everything.

        A fact that is there already stays as it was, so facts may be sent again; only a place moves on."""
        await add_progress(services.storage, person, data.facts)
        return Progress(await progress_of(services.storage, person))

    @delete("/{game:str}/tutorial")
    async def forget_tutorial(self, services: ServicesDep, person: PersonDep, game: GameInPath) -> None:
        """Begin the tutorial of a game anew."""
        await forget_tutorial(services.storage, person, game)
