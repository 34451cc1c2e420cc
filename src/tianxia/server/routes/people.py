"""People: who they are."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody

from tianxia.server.arguments import House, Me
from tianxia.server.contract import NewPerson
from tianxia.server.identity import cookie_of
from tianxia.server.people import Person


class PeopleRoutes(Controller):
    """What people tell about themselves."""

    path = "/api"
    tags = ("people",)

    @post("/people")
    async def welcome(
        self, request: Request[Any, Any, Any], house: House, data: JSONBody[NewPerson]
    ) -> Response[Person]:
        """Say your name: that is enough to begin."""
        person, secret = await house.people.welcome(data.name)
        return Response(person, cookies=[cookie_of(secret, request.url.scheme == "https")])

    @get("/me")
    async def me(self, person: Me) -> Person:
        """Who you are."""
        return person
