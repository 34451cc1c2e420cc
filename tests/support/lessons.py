"""Whoever learns a game in the browser: makes the very moves that a tutorial asks for, by mouse."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tianxia.learn.tutorials import Step
from tianxia.words import say

TRY = "**/api/tutorials/try"


def make_moves(page: Page, game: str, moves: Sequence[str]) -> None:
    """Make moves on the board of a step, each judged before the next."""
    for move in moves:
        with page.expect_response(TRY):
            HANDS[game](page, move)
        expect(page.get_by_role("region", name="The answer")).to_have_attribute("aria-busy", "false")


def lay_tile(page: Page, move: str) -> None:
    cell = move.split()[0]
    spot = page.locator(f'[data-spot^="{cell} r"]')
    spot.hover()
    for _ in range(4):
        if spot.get_attribute("data-spot") == move:
            break
        page.keyboard.press("r")
    expect(spot).to_have_attribute("data-spot", move)
    spot.click()


def place_or_draw(page: Page, move: str) -> None:
    verb, *rest = move.split()
    if verb in ("house", "emissary", "fortification"):
        place, *cards = rest
        if verb == "fortification":
            page.get_by_role("button", name="Fortification", exact=True).click()
        page.locator(f'[data-spot^="{verb} {place} "]').click()
        how = f"{len(cards)} {cards[0]} {'card' if len(cards) == 1 else 'cards'}"
        payment = page.locator(".choices").get_by_role("button", name=how, exact=True)
        if payment.count():
            payment.click()
    elif verb == "done":
        page.locator(".choices").get_by_role("button", name="Done: no second piece").click()
    elif verb == "draw":
        page.locator('.hand [data-spot^="Pile"]').click()
    else:
        page.locator(f'.hand [data-spot^="Take the {rest[0]} card"]').first.click()


def choose(page: Page, move: str) -> None:
    verb = move.split()[0]
    if verb in ("wall", "privilege"):
        page.locator(f'[data-spot="{verb}"]').click()
    page.locator(f'[data-spot="{move}"]').first.click()


HANDS = {"forbidden-city": lay_tile, "emperor-of-china": place_or_draw, "year-of-the-dragon": choose}


def expect_answer(page: Page, step: Step, part: str) -> None:
    """What is said to a try."""
    head = "Well done!" if part == "done" else "Not quite."
    answer = page.get_by_role("region", name="The answer").get_by_role("status").first
    expect(answer).to_contain_text(head)
    expect(answer).to_contain_text(say(step.say(part)))
