"""The browser client, or a plain page where none was built."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from litestar import Controller, MediaType, Response, get

from tianxia.games import GAMES
from tianxia.server.http.client_files import Asked, answer_file, client_files
from tianxia.server.http.pages import page
from tianxia.server.http.startup import NO_DATABASE
from tianxia.server.links import SCREENS
from tianxia.words import text

WAYS: Final = {"make terminal": "server.home.make", "tianxia play": "server.home.command"}
"""How to play in the terminal, for those who have the sources and for those who installed the command."""
ALONE: Final = ("puzzles",)  # screens whose address may be without an id
FILES: Final = {"unlimited": True, NO_DATABASE: True}  # are in memory; a page without its style is worse than none


class HomeRoutes(Controller):
    """Pages and files; not part of the API."""

    path = "/"
    include_in_schema = False

    @get(["/", *(f"/{screen}" for screen in ALONE), *(f"/{screen}/{{rest:path}}" for screen in SCREENS)], opt=FILES)
    async def screen(self, request: Asked) -> Response[Any]:
        """Every screen of the client is the same page: the client reads the address."""
        if "index.html" not in client_files():
            return Response(plain_page(), media_type=MediaType.HTML)
        return answer_file(request, "index.html")

    @get(["/assets/{file:str}", "/{file:str}"], opt=FILES)
    async def asset(self, request: Asked) -> Response[bytes]:
        """A file of the client."""
        return answer_file(request, request.url.path.lstrip("/"))


def plain_page() -> str:
    """A page that says what this server is and how to play."""
    games = "\n".join(f"<li><b>{_say(f'{id}.title')}</b>: {_say(f'{id}.about')}</li>" for id in GAMES)
    commands = "\n".join(f"<dt><code>{command}</code></dt><dd>{_say(key)}</dd>" for command, key in WAYS.items())
    terminal = f"<p>{_say('server.home.terminal')}</p>\n<dl>\n{commands}\n</dl>"
    schema = f'<p>{_say("server.home.programs")} <a href="/api/schema">/api/schema</a></p>'
    welcome = f"<p>{_say('server.home.welcome')}</p>\n<ul>\n{games}\n</ul>"
    return page("Tianxia 天下", "\n".join([welcome, terminal, schema]))


def _say(key: str) -> str:
    return escape(text(key))
