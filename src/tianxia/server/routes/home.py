"""The front door: what whoever opens the server's address sees."""

from __future__ import annotations

from html import escape
from typing import Final

from litestar import Controller, MediaType, get

from tianxia.games import GAMES
from tianxia.server.pages import page
from tianxia.words import text

WAYS: Final = {"make terminal": "server.home.make", "tianxia play": "server.home.command"}
"""How to play in the terminal, for those who have the sources and for those who installed the command."""


class HomeRoutes(Controller):
    """A plain page that needs no client."""

    path = "/"
    include_in_schema = False

    @get("/", media_type=MediaType.HTML)
    async def home(self) -> str:
        """Say what this is, and where to go on."""
        games = "\n".join(f"<li><b>{_say(f'{id}.title')}</b>: {_say(f'{id}.about')}</li>" for id in GAMES)
        commands = "\n".join(f"<dt><code>{command}</code></dt><dd>{_say(key)}</dd>" for command, key in WAYS.items())
        terminal = f"<p>{_say('server.home.terminal')}</p>\n<dl>\n{commands}\n</dl>"
        schema = f'<p>{_say("server.home.programs")} <a href="/api/schema">/api/schema</a></p>'
        welcome = f"<p>{_say('server.home.welcome')}</p>\n<ul>\n{games}\n</ul>"
        return page("Tianxia 天下", "\n".join([welcome, terminal, schema]))


def _say(key: str) -> str:
    return escape(text(key))
