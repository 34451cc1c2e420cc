"""In the Year of the Dragon the year tells what its months would cost, and what is still owed of an event."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from support.browsers import Visitor
from support.dragon_documents import court, document, match_from
from tianxia.games.base import Document
from tianxia.play.record import write_record

COURT = court("2: young monk, young farmer", "2: young healer, old farmer", yuan=4)


def sit_down(visitor: Visitor, told: Document, **options: object) -> None:
    """A table of two at one screen that goes on from a position."""
    record = write_record(match_from(told, **options))
    table = visitor.set_up("year-of-the-dragon", "me", "me", begin={"record": record})
    visitor.page.goto(f"/table/{table}")


def month(visitor: Visitor, number: int) -> Locator:
    return visitor.page.get_by_role("button", name=re.compile(f"^Month {number}[,:]"))


def badge(visitor: Visitor, number: int) -> Locator:
    """The small figures below the event of a month."""
    return visitor.page.locator(".months > li").nth(number - 1).locator(".toll")


def test_what_is_owed_of_an_event_is_told_until_it_is_done(visitor: Visitor) -> None:
    told = document({**COURT, "yuan": 0}, court("2: young monk"), part="event", phase="release", left=2, dues=[0, 0])
    sit_down(visitor, told)
    expect(badge(visitor, 3)).to_have_text("−2")
    expect(month(visitor, 3)).to_have_accessible_name(re.compile("Still to come: 2 persons would leave you"))
    visitor.page.locator("[data-spot^=release]").first.click()
    expect(badge(visitor, 3)).to_have_text("−1")
    expect(badge(visitor, 8)).to_have_text("−3")  # the next tribute would take all


def test_the_wall_is_owed_when_the_mongols_are_over(visitor: Visitor) -> None:
    told = document(COURT, court("2: young monk"), month=5, part="wall", walled=True, dues=[0, 1], left=1)
    sit_down(visitor, told, great_wall=True)
    expect(badge(visitor, 5)).to_have_text("−1")
    expect(month(visitor, 5)).to_have_accessible_name(re.compile("^Month 5, now: .*Still to come: 1 person"))


def test_the_eclipse_is_counted_before_it_comes(visitor: Visitor) -> None:
    events = ["peace", "peace", *(2 * ["drought", "mongols", "festival", "contagion", "tribute"])]
    told = document(COURT, court("2: young monk"), month=6, events=events, super_event="eclipse")
    sit_down(visitor, told, super_event="eclipse")
    expect(badge(visitor, 7)).to_have_text(re.compile("−4.*−4"))
    expect(badge(visitor, 12)).to_have_text("−4")
