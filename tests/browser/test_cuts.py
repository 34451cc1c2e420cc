"""A connection that is cut in the middle of a move: no move is lost or made twice, and the screen catches up."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from support.browsers import Visitor, open_log, type_any_move

UNREACHABLE = "The server cannot be reached right now."
REFUSED = "Too many tables are followed at once"
MOST_STREAMS = 20  # of one person


class Net:
    """What lies between a page and its server, and can be cut."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sockets: list[WebSocketRoute] = []
        self.is_cut = False
        page.route_web_socket("**/live?*", self._join)

    def _join(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close()
            return
        server = socket.connect_to_server()
        server.on_message(lambda message: None if self.is_cut else socket.send(message))
        self.sockets.append(socket)

    def cut(self) -> None:
        self.is_cut = True
        for socket in self.sockets:
            socket.close()
        self.sockets.clear()

    def mend(self) -> None:
        self.is_cut = False
        self.page.unroute("**/confirm")


def forgive_cuts(visitor: Visitor) -> None:
    assert all("ERR_FAILED" in said for said in visitor.complaints), visitor.complaints
    visitor.complaints.clear()


def cut_before(net: Net, route: Route) -> None:
    """The request never leaves."""
    net.cut()
    route.abort()


def cut_after(net: Net, route: Route) -> None:
    """The move was taken, but the answer does not come."""
    route.fetch()
    net.cut()
    route.abort()


def cut_between(net: Net, route: Route) -> None:
    """The answer comes, but nothing over the stream any more."""
    net.cut()
    answer = route.fetch()
    route.fulfill(response=answer)


@pytest.mark.parametrize("cut", [cut_before, cut_after, cut_between])
def test_a_move_is_made_once_wherever_the_net_is_cut(visitor: Visitor, cut: Callable[[Net, Route], None]) -> None:
    page = visitor.page
    net = Net(page)
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    page.goto(f"/table/{table}")
    type_any_move(visitor, table)
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_visible()
    page.route("**/confirm", lambda route: cut(net, route))
    confirm.click()
    if cut is cut_between:
        expect(confirm).to_have_count(0)
    else:
        expect(page.get_by_text(UNREACHABLE)).to_be_visible()
    net.mend()
    if cut is cut_before:  # it was not made, and can be made again
        assert own_moves(visitor, table) == 0
        confirm.click()
    expect(open_log(page).get_by_role("heading")).to_have_count(2)
    expect(page).to_have_title(re.compile("^Your turn"))
    assert own_moves(visitor, table) == 1
    expect(page.get_by_text("Connection lost.")).to_have_count(0)
    forgive_cuts(visitor)


def own_moves(visitor: Visitor, table: str) -> int:
    moves = visitor.ask("GET", f"/tables/{table}/record")["moves"]
    return len([move for move in moves if move["seat"] == 1])


def test_a_stream_that_is_refused_is_told_and_not_asked_for_without_end(visitor: Visitor) -> None:
    """Whoever follows too many tables already: the page waits longer and longer, and comes back when it may."""
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    page.clock.install()
    page.goto("/")
    page.evaluate(
        """async ([table, most]) => {
            const address = `${location.origin.replace("http", "ws")}/api/tables/${table}/live`;
            window.many = Array.from({ length: most }, () => new WebSocket(address));
            await Promise.all(many.map((socket) => new Promise((open) => socket.addEventListener("message", open))));
        }""",
        [table, MOST_STREAMS],
    )
    tried: list[str] = []
    page.on("websocket", lambda socket: tried.append(socket.url))
    page.locator(f"a[href='/table/{table}']").click()
    told = page.get_by_role("status").filter(has_text=REFUSED)
    expect(told).to_be_visible()
    page.clock.run_for(10_000)
    assert len(tried) == 1
    page.evaluate("many.forEach((socket) => socket.close())")
    page.clock.run_for(20_000)
    expect(told).to_have_count(0)
    assert len(tried) == 2
    assert all(re.search("429|WebSocket", said) for said in visitor.complaints), visitor.complaints
    visitor.complaints.clear()
