"""What a move would change is shown before it is made, as the server tells it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from support.browsers import Visitor, visit
from support.emperor import draw
from tianxia.play.record import write_record

ROW = """
chin: P P P .
han:  . . . P .
P:    green red yellow
"""


@pytest.fixture
def table(visitor: Visitor) -> str:
    """A house of Purple on han-1 completes a row of five."""
    record = write_record(draw(ROW))
    table = visitor.set_up("emperor-of-china", *["me"] * 4, begin={"record": record})
    visitor.page.goto(f"/table/{table}")
    visitor.page.get_by_role("button", name="I am Purple").click()
    return table


def test_a_house_shows_the_row_that_it_would_complete(visitor: Visitor, table: str) -> None:
    page = visitor.page
    ahead = page.locator(".board path.ahead")
    page.locator("[data-spot='house han-2 green']").focus()
    expect(page.locator(".tip")).to_contain_text("Your second house in Han")
    expect(ahead).to_have_count(0)
    page.locator("[data-spot='house han-1 green']").focus()
    expect(ahead).to_have_count(1)
    assert len(str(ahead.get_attribute("d")).split("L")) == 5


def test_what_cannot_be_placed_is_answered_whatever_it_would_cost(visitor: Visitor, table: str) -> None:
    """The browser does not know with what; the server tells."""
    page = visitor.page
    box = page.locator("main [data-place=chu-1]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_text("You hold no purple card.")).to_be_visible()


PAYABLE = """
chin: P P P .
han:  . . . P .
P:    green red red
"""


@pytest.fixture
def phone(chromium: Browser, server: str) -> Iterator[Visitor]:
    """Purple at a phone; houses in Han and in Shu are paid with a green card or with two red ones."""
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        record = write_record(draw(PAYABLE))
        table = visitor.set_up("emperor-of-china", *["me"] * 4, begin={"record": record})
        visitor.page.goto(f"/table/{table}")
        visitor.page.get_by_role("button", name="I am Purple").tap()
        yield visitor


def ask_to_pay(page: Page, space: str) -> None:
    """A finger looks at a space, for which the board comes closer, and chooses it."""
    spot = page.locator(f"[data-spot^='house {space} ']")
    spot.tap()
    expect(page.locator(".stage .free > .board")).not_to_have_attribute("style", re.compile(r"scale\(1\)"))
    expect(page.locator(".effects")).not_to_be_empty()
    spot.tap()
    expect(page.get_by_text("How do you pay?")).to_be_visible()


def happened(page: Page) -> Locator:
    return page.get_by_label("What happened")


def test_by_touch_what_is_previewed_is_what_is_paid_for(phone: Visitor) -> None:
    page = phone.page
    pay = page.get_by_role("button", name="2 red cards", exact=True)
    ask_to_pay(page, "han-1")
    page.locator("[data-spot^='house shu-1 ']").tap()
    expect(page.locator(".effects")).to_contain_text("Shu")
    expect(pay).to_have_count(0)
    page.get_by_role("button", name="Place in Shu").tap()
    pay.tap()
    expect(happened(page)).to_contain_text("Purple builds a house in Shu for two red cards.")


def test_by_touch_a_card_pays_for_what_is_previewed(phone: Visitor) -> None:
    page = phone.page
    ask_to_pay(page, "han-1")
    page.locator("[data-spot^='house shu-1 ']").tap()
    expect(page.get_by_role("button", name="Place in Shu")).to_be_visible()
    page.get_by_role("region", name="Your hand").get_by_role("button", name=re.compile("^green")).tap()
    page.get_by_role("button", name="Place in Shu").tap()
    expect(happened(page)).to_contain_text("Purple builds a house in Shu for one green card.")


def tell_more(route: Route) -> None:
    """Make a preview long: more rooms stay open than one tile can have."""
    answer = route.fetch()
    previewed = answer.json()
    table = previewed["table"]
    open_room = {"open_ends": 1, "pays": True}
    colours = 4 * ["green", "pink", "white"]
    rooms = [room | open_room | {"colour": colour} for room in table["rooms"] for colour in colours]
    more = {"rooms": rooms, "closings": []}
    route.fulfill(response=answer, body=json.dumps(previewed | {"table": table | more}))


def test_a_long_preview_has_the_room_it_needs_and_moves_no_board(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True, locale="fr-FR") as visitor:
        visitor.come("Ada")
        page = visitor.page
        page.route("**/preview", tell_more)
        page.goto(f"/table/{visitor.set_up('forbidden-city', 'me', 'level:novice')}")
        spot = page.locator("[data-spot]").first
        expect(spot).to_be_visible()
        tray, free = page.locator(".ask"), page.locator(".stage .free")
        before = tray.bounding_box(), free.bounding_box()
        spot.focus()
        told = page.locator(".effects")
        expect(told).to_contain_text("Ne ferme aucune salle")
        assert told.evaluate("told => told.clientHeight > 3 * parseFloat(getComputedStyle(told).lineHeight)")
        assert (tray.bounding_box(), free.bounding_box()) == before
        told.evaluate("told => told.scrollTo(0, told.scrollHeight)")  # all of it can be read
        assert told.evaluate("told => told.scrollTop + told.clientHeight >= told.scrollHeight - 1")
        assert (tray.bounding_box(), free.bounding_box()) == before
