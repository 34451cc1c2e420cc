"""The front door: what whoever opens the server's address sees."""

from __future__ import annotations

from html import escape

from litestar import Controller, MediaType, get

from tianxia.games import GAMES
from tianxia.server.pages import page
from tianxia.words import text


class HomeRoutes(Controller):
    """A plain page that needs no client."""

    path = "/"
    include_in_schema = False

    @get("/", media_type=MediaType.HTML)
    async def home(self) -> str:
        """Say what this is, and where to go on."""
        games = "\n".join(f"<li><b>{_say(f'{id}.title')}</b>: {_say(f'{id}.about')}</li>" for id in GAMES)
        schema = f'<p>{_say("server.home.programs")} <a href="/api/schema">/api/schema</a></p>'
        return page("Tianxia 天下", f"<p>{_say('server.home.welcome')}</p>\n<ul>\n{games}\n</ul>\n{schema}")


def _say(key: str) -> str:
    return escape(text(key))
