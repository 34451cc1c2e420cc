"""Links to this server in messages: addresses of screens of the browser client, and of requests for mail programs."""

from __future__ import annotations

from typing import Final, Literal, get_args

Screen = Literal["new", "table", "review", "learn", "people", "puzzles", "unsubscribe"]
SCREENS: Final[tuple[Screen, ...]] = get_args(Screen)
"""The first part of the path of every screen but the home page; the client has the same list, in `App.svelte`."""


def screen_link(address: str, screen: Screen, id: str) -> str:
    """The address of a screen on the server with this public address, which has no slash at its end.

    >>> screen_link("https://example.org", "table", "q83vEjRWeJCrze8SNFZ4kA")
    'https://example.org/table/q83vEjRWeJCrze8SNFZ4kA'
    """
    return f"{address}/{screen}/{id}"


def one_click_link(address: str, token: str) -> str:
    """The address at which a mail program turns off e-mails by itself (RFC 8058), with POST; with GET it asks first.

    >>> one_click_link("https://example.org", "q83vEjRWeJCrze8SNFZ4kA")
    'https://example.org/api/unsubscribe/q83vEjRWeJCrze8SNFZ4kA'
    """
    return f"{address}/api/unsubscribe/{token}"
