"""Whoever learns a game in the browser: makes the very moves that a tutorial asks for, by mouse or by finger."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tianxia.teaching.tutorials import Step
from tianxia.words import say

TRY = "**/api/tutorials/try"


def make_moves(page: Page, game: str, moves: Sequence[str], *, finger: bool = False) -> None:
    """Make moves on the board of a step, each judged before the next."""
    for move in moves:
        with page.expect_response(TRY):
            HANDS[game](page, move, finger)
        expect(page.get_by_role("region", name="The answer")).to_have_attribute("aria-busy", "false")


def touch(thing: Locator, finger: bool) -> None:
    if finger:
        thing.tap()
    else:
        thing.click()


def lay_tile(page: Page, move: str, finger: bool) -> None:
    cell = move.split()[0]
    spot = page.locator(f'[data-spot^="{cell} r"]')
    lay = page.get_by_role("button", name="Lay tile")
    if finger:
        spot.tap()
        expect(lay).to_be_visible()
    else:
        spot.hover()
    for _ in range(4):
        if spot.get_attribute("data-spot") == move:
            break
        if finger:
            page.get_by_role("button", name="Give your tile a quarter turn").tap()
        else:
            page.keyboard.press("r")
    expect(spot).to_have_attribute("data-spot", move)
    touch(lay if finger else spot, finger)


def place_or_draw(page: Page, move: str, finger: bool) -> None:
    verb, *rest = move.split()
    choices = page.locator(".choices")
    if verb in ("house", "emissary", "fortification"):
        place, *cards = rest
        if verb == "fortification":
            touch(page.get_by_role("button", name="Fortification", exact=True), finger)
        touch(page.locator(f'[data-spot^="{verb} {place} "]'), finger)
        if finger:
            choices.locator(".place").tap()
        how = f"{len(cards)} {cards[0]} {'card' if len(cards) == 1 else 'cards'}"
        payment = choices.get_by_role("button", name=how, exact=True)
        if payment.count():
            touch(payment, finger)
    elif verb == "done":
        touch(choices.get_by_role("button", name="Done: no second piece"), finger)
    elif verb == "draw":
        touch(page.locator('.hand [data-spot^="Pile"]'), finger)
    else:
        touch(page.locator(f'.hand [data-spot^="Take the {rest[0]} card"]').first, finger)


def choose(page: Page, move: str, finger: bool) -> None:
    if move.split()[0] == "wall":
        touch(page.locator('[data-spot="wall"]'), finger)  # it opens
    spot = page.locator(f'[data-spot="{move}"]').first
    touch(spot, finger)
    if finger:
        spot.tap()  # the first tap only looks


HANDS = {"forbidden-city": lay_tile, "emperor-of-china": place_or_draw, "year-of-the-dragon": choose}


def expect_answer(page: Page, step: Step, part: str) -> None:
    """What is said to a try."""
    head = "Well done!" if part == "done" else "Not quite."
    answer = page.get_by_role("region", name="The answer").get_by_role("status").first
    expect(answer).to_contain_text(head)
    expect(answer).to_contain_text(say(step.say(part)))
