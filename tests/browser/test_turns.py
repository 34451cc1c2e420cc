"""What can be taken back, what waits to be confirmed, and what is answered with a reason."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browsers import Visitor

MOVES = {  # what cannot be done at the beginning
    "forbidden-city": "9,9",
    "emperor-of-china": "draw",
    "year-of-the-dragon": "taxes",
}


def undo_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Tools").get_by_role("button", name="Undo")


def first_house(visitor: Visitor, table: str) -> str:
    """A house that is paid with two cards, so that two are drawn."""
    legal: list[str] = visitor.look(table)["view"]["legal"]
    return next((move for move in legal if re.fullmatch(r"house \S+ \S+ \S+", move)), legal[0])


def sit_with_programs(visitor: Visitor) -> str:
    """A table at which two cards alike are in the hand at the beginning, whatever was dealt."""
    while True:
        table = visitor.set_up("emperor-of-china", "me", "level:novice", "level:novice")
        hand: list[str] = visitor.look(table)["view"]["own"]["hand"]
        if len(set(hand)) < len(hand):
            visitor.page.goto(f"/table/{table}")
            return table


def test_a_move_can_be_taken_back_until_something_is_revealed(visitor: Visitor) -> None:
    page = visitor.page
    table = sit_with_programs(visitor)
    expect(undo_of(page)).to_be_disabled()
    visitor.type_move(first_house(visitor, table))
    expect(page.get_by_text(re.compile("^Draw 2 cards"))).to_be_visible()
    expect(undo_of(page)).to_be_enabled()
    undo_of(page).click()
    expect(undo_of(page)).to_be_disabled()
    assert len(visitor.look(table)["view"]["own"]["hand"]) == 3

    visitor.type_move(first_house(visitor, table))
    expect(page.get_by_text(re.compile("^Draw 2 cards"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Pile")).click()
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_focused()
    expect(undo_of(page)).to_be_enabled()
    page.keyboard.press("u")  # nothing was drawn yet
    expect(page.get_by_text(re.compile("^Draw 2 cards"))).to_be_visible()
    expect(confirm).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Pile")).click()
    confirm.click()
    expect(page.get_by_text(re.compile("^Draw 1 card"))).to_be_visible()
    expect(undo_of(page)).to_be_disabled()


def test_confirming_can_be_switched_off(visitor: Visitor) -> None:
    page = visitor.page
    table = sit_with_programs(visitor)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Confirm moves").click()
    page.keyboard.press("Escape")
    visitor.type_move(first_house(visitor, table))
    page.get_by_role("button", name=re.compile("^Pile")).click()
    expect(page.get_by_text(re.compile("^Draw 1 card"))).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Confirm moves")).not_to_be_checked()


@pytest.mark.parametrize("game", MOVES)
def test_what_cannot_be_done_is_answered_with_its_rule(visitor: Visitor, game: str) -> None:
    page = visitor.page
    table = visitor.set_up(game, "me", "level:novice", "level:novice")
    page.goto(f"/table/{table}")
    visitor.type_move(MOVES[game])
    check_reason(visitor, table)
    assert all("422" in told for told in visitor.complaints), visitor.complaints  # as Chromium notes the answer
    visitor.complaints.clear()


def test_a_place_that_cannot_be_chosen_answers_with_its_rule(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    page.goto(f"/table/{table}")
    city = page.get_by_role("group", name="The city")
    box = city.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # the first tile lies there
    check_reason(visitor, table)


def check_reason(visitor: Visitor, table: str) -> None:
    """A sentence stands there, and a link to a rule that there is; nothing else has happened."""
    asked = visitor.page.get_by_role("region", name="Your choices")
    rule = asked.get_by_role("status").get_by_role("link", name=re.compile(r"^Rule \S+$"))
    expect(rule).to_be_visible()
    assert visitor.look(table)["sequence"] == 0
    with visitor.context.expect_page() as opened:
        rule.click()
    section = opened.value.locator(":target")
    expect(section).to_be_in_viewport()
    expect(section).not_to_be_empty()
