"""What goes wrong between a screen and its server: nothing is done twice, or in silence."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, WebSocket, WebSocketRoute, expect

from support.browsers import Visitor, forgive_refusals, open_log, type_any_move, visit
from support.servers import OWN_SITE

UNREACHABLE = "The server cannot be reached right now."
ANSWERS = {
    "a page of somebody else": (200, "text/html", "<html>Log in to our net</html>"),
    "words of a proxy": (503, "application/json", '{"message": "no upstream"}'),
    "no words": (429, "text/plain", ""),
    "nothing": (200, "application/json", "null"),
}
ROUND_TRIP = "fetch('/health')"  # what a screen had to ask for before is on its way once this is answered
SCREENS = ("/", "/new/forbidden-city", "/table/x", "/review/x", "/people/x")


def answer_with(visitor: Visitor, address: str, answer: str) -> None:
    status, media_type, body = ANSWERS[answer]
    visitor.page.route(address, lambda route: route.fulfill(status=status, content_type=media_type, body=body))


@pytest.mark.parametrize("answer", ANSWERS)
def test_every_screen_says_that_the_server_does_not_answer(visitor: Visitor, answer: str) -> None:
    answer_with(visitor, "**/api/**", answer)
    for screen in SCREENS:
        visitor.page.goto(screen)
        expect(visitor.page.get_by_role("status").filter(has_text=UNREACHABLE).first).to_be_visible()
    forgive_refusals(visitor)


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_move_that_is_not_answered_is_told_and_can_be_made_again(visitor: Visitor, answer: str) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    page.goto(f"/table/{table}")
    expect(page).to_have_title(re.compile("^Your turn"))
    answer_with(visitor, "**/moves", answer)
    type_any_move(visitor, table)
    expect(page.get_by_text(UNREACHABLE)).to_be_visible()
    page.unroute("**/moves")
    type_any_move(visitor, table)
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    forgive_refusals(visitor)


def test_a_move_whose_answer_was_lost_is_made_once(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "me")
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=re.compile("^I am")).click()

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/confirm", lose)
    type_any_move(visitor, table)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name=re.compile("^Pass the screen to"))).to_be_visible()
    moves = visitor.ask("GET", f"/tables/{table}/record")["moves"]
    assert len([move for move in moves if move["seat"] == 1]) == 1
    assert all("ERR_FAILED" in said for said in visitor.complaints)
    visitor.complaints.clear()


def test_a_step_of_a_review_that_failed_is_told_until_one_succeeds(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "me")
    visitor.move_at_random(table, 4)
    page.goto(f"/review/{table}#0")
    expect(page.get_by_text("Move 0 of 4")).to_be_visible()
    answer_with(visitor, "**/review?*", "words of a proxy")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(UNREACHABLE)).to_be_visible()
    page.unroute("**/review?*")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(re.compile("^Yellow lays"))).to_be_visible()
    expect(page.get_by_text(UNREACHABLE)).to_have_count(0)
    forgive_refusals(visitor)


def test_who_cannot_be_asked_for_at_home_is_asked_for_again(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    answer_with(visitor, "**/api/visitor", "words of a proxy")
    page.goto("/")
    expect(page.get_by_text(UNREACHABLE)).to_be_visible()
    page.unroute("**/api/visitor")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(f"a[href='/table/{table}']")).to_be_visible()
    expect(page.get_by_text(UNREACHABLE)).to_have_count(0)
    forgive_refusals(visitor)


def test_whoever_is_logged_out_elsewhere_becomes_a_spectator(chromium: Browser, server: str, visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("emperor-of-china", "me", "me", "me")
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=re.compile("^I am")).click()
    hand = page.get_by_role("region", name="Your hand")
    expect(hand).to_be_visible()
    with visit(chromium, server) as elsewhere:
        elsewhere.ask("POST", "/handover", {"code": visitor.ask("POST", "/me/handover")["code"]})
        visitor.context.request.post("/api/logout", headers=OWN_SITE)
        elsewhere.move_at_random(table, 1)
    expect(hand).to_have_count(0)
    expect(page.get_by_text("You are watching.")).to_be_visible()
    expect(open_log(page).get_by_role("listitem").first).to_be_visible()


def test_a_screen_that_was_left_before_it_was_there_follows_nothing(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    waiting: list[Route] = []
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.route(f"**/api/tables/{table}", lambda route: waiting.append(route))
    page.goto("/")
    with page.expect_request(f"**/api/tables/{table}"):
        page.locator(f"a[href='/table/{table}']").click()
    page.go_back()
    with page.expect_response(f"**/api/tables/{table}") as answered:
        waiting[0].continue_()
    answered.value.finished()
    page.evaluate(ROUND_TRIP)
    assert not sockets


def test_a_device_that_slept_looks_again(visitor: Visitor) -> None:
    """Its socket is open as far as it knows, but nothing comes any more."""
    page = visitor.page
    sockets: list[WebSocketRoute] = []

    def swallow(route: WebSocketRoute) -> None:
        sockets.append(route)
        server = route.connect_to_server()
        if len(sockets) == 1:
            server.on_message(lambda message: route.send(message) if len(sockets) == 1 and not asleep else None)

    asleep: list[bool] = []
    page.clock.install()
    page.route_web_socket("**/live?*", swallow)
    table = visitor.set_up("year-of-the-dragon", "me", "me")
    page.goto(f"/table/{table}")
    asked = page.get_by_role("region", name="Your choices").locator(".asked")
    before = asked.inner_text()
    asleep.append(True)
    visitor.move_at_random(table, 1)
    page.clock.run_for(10_000)
    expect(asked).to_have_text(before)
    page.clock.fast_forward(3_600_000)
    expect(asked).not_to_have_text(before)
    assert len(sockets) == 2
