"""Friends who play each other by a link, and somebody who looks on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browsers import Visitor, visit
from support.guests import Document
from support.hands import Finger, Mouse

GAME = "emperor-of-china"


def open_table(host: Page) -> str:
    """Set up a table for two friends and a program on the screen for it: the link."""
    host.goto(f"/new/{GAME}")
    host.get_by_label("Who sits in seat 3").select_option("level:novice")
    host.get_by_label("Draw seats").uncheck()
    host.get_by_role("button", name="Open the table").click()
    link = host.get_by_label("Link for friends")
    return link.input_value()


def sit_down(friend: Page, link: str, name: str) -> None:
    friend.goto(link)
    friend.get_by_label("What may we call you?").fill(name)
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.get_by_text(f"{name} (you)")).to_be_visible()


def states_heard(visitor: Visitor) -> Iterator[Document]:
    """The states of tables in all that reached a browser."""
    for text in visitor.heard():
        document = json.loads(text)
        if isinstance(document, dict) and isinstance(document.get("state"), dict):
            yield document["state"]


@pytest.fixture
def friends(chromium: Browser, server: str) -> Iterator[tuple[Visitor, Visitor, Visitor]]:
    """Two who play, and one who looks on."""
    with visit(chromium, server) as host, visit(chromium, server, phone=True) as friend, visit(chromium, server) as on:
        yield host, friend, on


def test_two_play_by_link_and_a_third_looks_on(friends: tuple[Visitor, Visitor, Visitor]) -> None:
    host, friend, onlooker = friends
    link = open_table(host.page)
    table, invite = link.rpartition("/")[2].split("#invite=")
    sit_down(friend.page, link, "Bo")
    onlooker.page.goto(f"/table/{table}")
    expect(onlooker.page.get_by_text("You are watching.")).to_be_visible()
    expect(onlooker.page.get_by_role("button", name="Sit down")).to_have_count(0)
    expect(host.page.get_by_text("Bo", exact=True)).to_be_visible()
    host.page.get_by_role("button", name="Begin the game").click()

    hands = Mouse(host.page), Finger(friend.page)
    for _ in range(2):
        for hand in hands:
            hand.play_a_turn()
    for visitor in (host, friend):
        draw_a_card(visitor, table)
    expect(host.page).to_have_title(re.compile("^Your turn"))
    expect(onlooker.page.get_by_text("draws a card from the pile").nth(1)).to_be_attached()

    for visitor, seat in ((host, 1), (friend, 2), (onlooker, None)):
        own = visitor.look(table)["view"]["own"]
        assert visitor.cards_shown() == own.get("hand", [])
        check_what_was_heard(visitor, seat, invite if visitor is not host else None)
    assert onlooker.page.get_by_text("You are watching.").is_visible()
    assert not onlooker.page.locator("[data-spot]").count()


def draw_a_card(visitor: Visitor, table: str) -> None:
    """Exchange a card for one of the pile."""
    expect(visitor.page).to_have_title(re.compile("^Your turn"))
    visitor.move(table, f"exchange {visitor.cards_shown()[0]}")
    visitor.move(table, "draw")


def check_what_was_heard(visitor: Visitor, seat: int | None, invite: str | None) -> None:
    """Nothing that a seat, or an onlooker, may not know was in anything that its browser received."""
    seen = 0
    for state in states_heard(visitor):
        assert state["eyes"] in (seat, None)  # a friend is a stranger before they sit down
        assert state["seed"] is None
        view = state["view"]
        if view is None:
            continue
        seen += 1
        assert view["seat"] == state["eyes"]
        assert view["seat"] is not None or (view["own"], view["legal"]) == ({}, [])
        assert view["seat"] == view["to_move"] or not view["legal"]
    assert seen > 5
    for text in visitor.heard():
        assert invite is None or invite not in text
    check_draws(visitor, seat)


def check_draws(visitor: Visitor, seat: int | None) -> None:
    """What others draw from the pile nobody is told, but that they did."""
    documents = [document for text in visitor.heard() if isinstance(document := json.loads(text), dict)]
    entries = [
        entry
        for document in documents
        for happening in document.get("happenings", [])
        for entry in happening.get("entries", [])
        if entry["move"] == "draw" and entry["seat"] != seat
    ]
    assert entries
    for entry in entries:
        told = [line for line in entry["lines"] if line["key"] == "emperor-of-china.log.drew"]
        assert [line["values"] for line in told] == [{"seat": entry["seat"]}]


def test_the_address_of_a_waiting_table_is_an_invitation_where_the_host_allows_it(
    chromium: Browser, server: str
) -> None:
    with visit(chromium, server) as host, visit(chromium, server) as friend:
        link = open_table(host.page)
        expect(host.page).to_have_url(link)
        host.page.get_by_label("The address of this page").uncheck()
        expect(host.page).to_have_url(link.partition("#")[0])
        host.page.get_by_label("The address of this page").check()
        expect(host.page).to_have_url(link)
        sit_down(friend.page, host.page.url, "Bo")
        host.page.get_by_role("button", name="Begin the game").click()
        for visitor in (host, friend):
            expect(visitor.page).to_have_url(link.partition("#")[0])


def test_an_invited_friend_knows_what_is_played_before_they_sit_down(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as host, visit(chromium, server, phone=True) as friend:
        host.page.goto(f"/new/{GAME}")
        host.page.get_by_text("On the clock").click()
        host.page.get_by_role("button", name="Open the table").click()
        expect(host.page.get_by_text("This link works on this machine only.")).to_be_visible()
        friend.page.goto(host.page.get_by_label("Link for friends").input_value())
        told = friend.page.get_by_label("This game")
        expect(told).to_contain_text("20 minutes per player, plus 10 seconds per turn")
        expect(told).to_contain_text(re.compile("fortifications *no", re.I))
        expect(friend.page.get_by_role("link", name="Rules").first).to_have_attribute("href", f"/learn/{GAME}")


def test_a_friend_without_a_name_is_not_called_like_another(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as host, visit(chromium, server, phone=True) as friend:
        friend.page.add_init_script("Math.random = () => 0")
        host.page.add_init_script("Math.random = () => 0")
        friend.page.goto(open_table(host.page))
        friend.page.get_by_role("button", name="Sit down").click()
        expect(friend.page.get_by_text("Golden Carp (you)")).to_be_visible()
        expect(friend.page.get_by_text("Quiet Crane", exact=True)).to_be_visible()
        host.page.get_by_role("button", name="Begin the game").click()
        players = friend.page.get_by_role("region", name="Players")
        expect(players.get_by_text("you", exact=True)).to_be_visible()
        expect(players.get_by_text("to move", exact=True)).to_be_visible()


@pytest.mark.parametrize("can_copy", [True, False])
def test_a_link_is_copied_without_a_clipboard_or_not_said_to_be(chromium: Browser, server: str, can_copy: bool) -> None:
    """Browsers have none at an address without https, such as that of a machine at home."""
    with visit(chromium, server) as host:
        page = host.page
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.add_init_script("addEventListener('copy', () => (window.copied = String(getSelection())))")
        if not can_copy:
            page.add_init_script("document.execCommand = () => false")
        link = open_table(page)
        page.get_by_role("button", name="Copy").click()
        if can_copy:
            expect(page.get_by_role("button", name="Copied")).to_be_visible()
            assert page.evaluate("window.copied") == link
        else:
            expect(page.get_by_label("Link for friends")).to_be_focused()
            assert not page.get_by_role("button", name="Copied").count()  # it would be gone after two seconds


def test_the_code_of_a_link_is_dark_on_pale_at_night_too(chromium: Browser, server: str) -> None:
    """Most that read such codes read no others."""
    with visit(chromium, server, color_scheme="dark") as host:
        host.come("Ada")
        host.page.goto(f"/table/{host.set_up('forbidden-city', 'me', 'friend')}")
        code = host.page.get_by_role("img", name="The link as a QR code")
        ground, ink = (code.locator(part) for part in ("rect", "path"))
        expect(ground).to_have_css("fill", "rgb(253, 249, 239)")
        expect(ink).to_have_css("fill", "rgb(35, 26, 20)")
