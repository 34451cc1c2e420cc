"""The board of In the Year of the Dragon: every choice and the year in sight, no more clicks than decisions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from support.browsers import Visitor
from support.dragon_documents import court, document, match_from
from tianxia.games.base import Document
from tianxia.play.record import write_record

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
CARDS = ["craftsman", "pyrotechnist", "tax-collector", "farmer", "scholar", "wild", "wild"]
PLAYED = [card for card in CARDS if card != "farmer"]
COURTS = [
    court(
        "3: young farmer, old monk, old healer", "2: young tax-collector", "2: young court-lady, young warrior", yuan=9
    ),
    court("2: young tax-collector, old warrior", "2: young scholar, young court-lady", "1: young craftsman", yuan=5),
    court("2: young warrior, old scholar", "2: young monk", "2: young tax-collector", yuan=4, rice=1, large=1),
    court("2: young monk", "2: young tax-collector, old farmer", "3: old healer", yuan=4, rice=1, large=1),
    court("2: young monk", "2: young scholar", "1: young healer", "1", yuan=6, rice=2, fireworks=2),
]
FULL = court("2: young farmer, old monk", "1: young healer", "1: young tax-collector", cards=PLAYED)
RUINED = court("1: young farmer, old monk", "2: young healer", yuan=3)
RICH = {**COURTS[0], "rice": 2, "fireworks": 2}
OTHERWISE = {"replace": FULL, "crowded": RUINED, "return": RICH}  # the court of the one who is asked
PLACING: Document = {"part": "person", "phase": "palace", "held": "old farmer"}
QUESTIONS: dict[str, tuple[Document, str | None]] = {  # what is asked -> the position, and the super event of the game
    "action": ({}, None),
    "floor": ({"phase": "floor", "to_build": 1, "dragons": [1, None, None, None, None]}, None),
    "card": ({"part": "person"}, None),
    "take": ({"part": "person", "phase": "take", "card": "farmer"}, None),
    "palace": (PLACING, None),
    "replace": ({**PLACING, "phase": "replace"}, None),
    "release": ({"part": "event", "month": 7, "left": 2}, None),
    "starve": ({"part": "event", "month": 4, "left": 2}, None),
    "lose": ({"left": 2}, "earthquake"),
    "crowded": ({"phase": "release", "left": 1}, "earthquake"),
    "discard": ({"left": 2}, "tornado"),
    "return": ({"left": 3}, "flood"),
    "sunrise": ({}, "sunrise"),
    "charter": ({}, "charter"),
}

UNSEEN = """() => [...document.querySelectorAll("[data-spot], .months button.seal")].filter(place => {
    const { x, y, right, bottom, width, height } = place.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    const isFree = top && (place.contains(top) || place.parentElement.contains(top));
    return !(width > 0 && x >= -1 && y >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1 && isFree);
}).map(place => place.dataset.spot ?? place.getAttribute("aria-label"))"""
"""The choices and months that are not wholly inside the window, or are covered."""


def position(question: str) -> tuple[Document, str | None]:
    changes, super_event = QUESTIONS[question]
    mine = OTHERWISE.get(question, COURTS[0])
    held = PLAYED if question in ("take", "palace", "replace") else CARDS
    courts = [{**mine, "cards": held}, *({**other, "cards": CARDS} for other in COURTS[1:])]
    when = {"month": 7, "part": "super-event"} if super_event else {}
    wall: Document = {"wall": [4, 4, 3, 2, 5], "wall_used": [[], ["rice"], ["floor"], ["points", "track"], ["rice"]]}
    track = {"track": [[1, 22], [2, 22], [3, 20], [4, 18], [5, 17]]}
    told = document(*courts, **{"month": 6, "walled": True, "super_event": super_event or "eclipse", **wall, **track})
    return {**told, **when, **changes}, super_event or "eclipse"


def sit_down(visitor: Visitor, told: Document, **options: Any) -> str:
    record = write_record(match_from(told, **options))
    seats = ["me"] * len(told["courts"])
    table = visitor.set_up("year-of-the-dragon", *seats, begin={"record": record})
    visitor.page.goto(f"/table/{table}")
    visitor.page.locator("[data-spot]").first.wait_for()
    return table


def check_all_is_seen(page: Page, choices: int) -> None:
    expect(page.locator(".months button.seal")).to_have_count(12)
    assert page.evaluate(UNSEEN) == []
    assert page.locator("[data-spot]").count() >= choices


@pytest.mark.parametrize("question", QUESTIONS)
def test_all_choices_and_the_year_are_in_the_window_of_a_laptop(visitor: Visitor, question: str) -> None:
    """With five players, the wall and a super event, whatever is asked."""
    page = visitor.page
    page.set_viewport_size(LAPTOP)
    told, super_event = position(question)
    table = sit_down(visitor, told, great_wall=True, super_event=super_event)
    legal = visitor.look(table)["view"]["legal"]
    # the tiles of the wall are seen once its card is touched
    check_all_is_seen(page, len([move for move in legal if not move.startswith("wall ")]))
    if question == "action":
        page.locator("[data-spot=wall]").click()
        check_all_is_seen(page, len(legal))


def test_all_choices_of_the_draft_are_in_the_window_of_a_laptop(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size(LAPTOP)
    options = {"great_wall": True, "super_event": "sunrise"}
    page.goto(f"/table/{visitor.set_up('year-of-the-dragon', *['me'] * 5, options=options)}")
    page.locator("[data-spot]").first.wait_for()
    check_all_is_seen(page, 9)


def test_a_person_is_had_with_one_click_though_card_and_age_are_decided(visitor: Visitor) -> None:
    """The old farmer is taken with the farmer's card, not with a wild one; then only the palace is asked for."""
    told, super_event = position("card")
    told["courts"][0] = court("2: young monk", "3: young healer", cards=CARDS)
    table = sit_down(visitor, told, great_wall=True, super_event=super_event)
    visitor.page.locator('[data-spot="take old farmer"]').click()
    expect(visitor.page.locator('[data-spot^="palace "]').first).to_be_visible()
    state = visitor.look(table)["view"]["table"]
    assert state["held"]["kind"] == "farmer"
    assert state["held"]["age"] == "old"
    assert state["courts"][0]["cards"] == PLAYED


def test_a_large_privilege_is_chosen_with_one_click(visitor: Visitor) -> None:
    told, super_event = position("action")
    table = sit_down(visitor, told, great_wall=True, super_event=super_event)
    visitor.page.locator('[data-spot="privilege large"]').click()
    expect(visitor.page.get_by_role("button", name="Confirm")).to_be_visible()
    assert visitor.look(table)["view"]["pending"] == "privilege large"


def test_the_draft_tells_what_persons_do(visitor: Visitor) -> None:
    visitor.page.goto(f"/table/{visitor.set_up('year-of-the-dragon', 'me', 'me')}")
    scholar = visitor.page.locator('[data-spot="draft scholar"]')
    expect(scholar).to_have_accessible_name(
        re.compile("^Draft a scholar, young scholar: 4 spaces on the track; 2 books: a point more of research")
    )


def test_no_row_of_the_board_changes_its_place_with_the_question(visitor: Visitor) -> None:
    """From the draft to the choice of a person, also while a move is looked at and waits."""
    page = visitor.page
    page.set_viewport_size(LAPTOP)
    table = visitor.set_up("year-of-the-dragon", "me", "me", options={"great_wall": True})
    page.goto(f"/table/{table}")
    rows = page.locator(".place .rows > section, .place .rows > div")
    page.locator("[data-spot]").first.wait_for()

    def boxes() -> list[Any]:
        return [row.bounding_box() for row in rows.all()]

    before, parts = boxes(), set()
    for _ in range(10):
        parts.add(visitor.look(table)["view"]["table"]["part"])
        spot = page.locator(".place [data-spot]:not([data-spot=wall])").first
        spot.hover()
        assert boxes() == before
        with page.expect_response("**/moves"):
            spot.click()
        if visitor.look(table)["view"]["pending"]:
            confirm = page.get_by_role("button", name="Confirm")
            confirm.wait_for()
            assert boxes() == before
            confirm.click()
            expect(confirm).to_be_hidden()
        page.locator(".place [data-spot]").first.wait_for()
        assert boxes() == before
    assert {"draft", "action", "person"} & parts > {"draft"}
