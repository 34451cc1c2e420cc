"""Puzzles in the browser: one is tried, answered kindly, solved, and counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from support.browsers import Visitor, visit
from tianxia.games import GAMES
from tianxia.teaching.puzzles import Puzzle, collection, puzzle_of_day, today

DRAGON = "year-of-the-dragon"
ACTIONS = ("taxes", "build", "harvest", "fireworks", "parade", "research")  # cards that are moves


def plain_puzzle() -> Puzzle:
    """One that is solved, and not solved, by touching a card."""
    return next(
        puzzle
        for puzzle in collection(DRAGON)
        if {puzzle.best.move, puzzle.runner_up.move} <= set(ACTIONS) and puzzle.id != puzzle_of_day(DRAGON, today()).id
    )


def touch(page: Page, move: str) -> None:
    page.locator(f'.board [data-spot="{move}"]').click()


def test_a_puzzle_is_solved_after_a_wrong_try(chromium: Browser, server: str) -> None:
    puzzle = plain_puzzle()
    with visit(chromium, server) as visitor:
        page = visitor.page
        page.goto(f"/puzzles/{DRAGON}#{puzzle.id}")
        touch(page, puzzle.runner_up.move)
        verdict = page.get_by_role("complementary")
        expect(verdict.get_by_role("heading", name="Not yet")).to_be_visible()
        expect(verdict).to_contain_text(f"{round(100 * puzzle.runner_up.chance)} %")
        visitor.check_access("a wrong try")
        page.get_by_role("button", name="Hint").click()
        touch(page, puzzle.best.move)
        expect(verdict.get_by_role("heading", name="Right: ")).to_have_attribute("title", puzzle.best.move)
        expect(verdict).to_contain_text("1 puzzle solved")
        visitor.check_access("a puzzle that is solved")
        heard = [text for text in visitor.heard() if "solutions" in text or '"solution":{' in text]
        assert len(heard) == 1, "the answer came before it was found"
        verdict.get_by_role("button", name="Another one").click()
        expect(page.get_by_role("button", name="Show me")).to_be_visible()
        expect(page).not_to_have_url(re.compile(puzzle.id))


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzle_of_the_day_is_shown_on_the_board_to_who_asks(chromium: Browser, server: str, game: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        page = visitor.page
        page.goto("/")
        expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
        page.goto("/puzzles")
        expect(page.get_by_text("Not solved yet today")).to_have_count(3)
        visitor.check_access("all puzzles")
        page.locator(f'main a[href="/puzzles/{game}"]').click()
        page.get_by_role("button", name="Show me").click()
        answer = page.get_by_role("heading", name="The move is")
        expect(answer).to_have_attribute("title", puzzle_of_day(game, today()).best.move)
        expect(page.get_by_role("button", name="Another one")).to_be_in_viewport()
        visitor.check_access("a puzzle that is shown")
        page.get_by_role("link", name="Puzzles of the other games").click()
        expect(page.get_by_text("Not solved yet today")).to_have_count(3)


def test_an_answer_is_shown_once_there_is_a_board_to_show_it_on(visitor: Visitor) -> None:
    page = visitor.page
    held: list[Route] = []
    page.route("**/api/studies", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/studies"):
        page.goto("/puzzles/forbidden-city")
    show = page.get_by_role("button", name="Show me")
    expect(show).to_be_disabled()
    held[0].continue_()
    show.click()
    expect(page.locator(".board .shown").first).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_place_of_the_answer_is_in_sight_when_the_verdict_comes(
    chromium: Browser, server: str, game: str
) -> None:
    for puzzle in collection(game)[:3]:
        with visit(chromium, server, phone=True) as visitor:
            page = visitor.page
            page.goto(f"/puzzles/{game}#{puzzle.id}")
            page.get_by_role("button", name="Show me").tap()
            sheet = page.get_by_role("complementary")
            expect(sheet.get_by_role("heading", name="The move is")).to_be_in_viewport()
            place = page.locator(".board .shown, .board:not(:has(.shown)) .ask .hand").first
            expect(place).to_be_in_viewport(ratio=0.99)
            seen, cover = place.bounding_box(), sheet.bounding_box()
            assert seen is not None
            assert cover is not None
            assert seen["y"] + seen["height"] <= cover["y"], puzzle.id


def test_on_a_phone_what_was_tried_in_vain_is_in_sight(chromium: Browser, server: str) -> None:
    """However far below it is on a long page, and whatever sticks to its edges."""
    puzzle = next(puzzle for puzzle in collection(DRAGON) if puzzle.runner_up.move == "build")
    with visit(chromium, server, phone=True) as visitor:
        page = visitor.page
        page.goto(f"/puzzles/{DRAGON}#{puzzle.id}")
        spot = page.locator(f'.board [data-spot="{puzzle.runner_up.move}"]')
        spot.tap()
        spot.tap()
        verdict = page.get_by_role("heading", name="Not yet").locator("..")
        expect(verdict).to_be_in_viewport(ratio=0.99)
        tried = page.locator(".board .shown").first
        expect(tried).to_be_in_viewport(ratio=0.99)
        above, seen, below = verdict.bounding_box(), tried.bounding_box(), page.locator(".ask").bounding_box()
        assert above is not None
        assert seen is not None
        assert below is not None
        assert above["y"] + above["height"] <= seen["y"] <= seen["y"] + seen["height"] <= below["y"]
