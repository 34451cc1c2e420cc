"""Tutorials in the browser: from the first step to the first game, with all that can go wrong on the way."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from support.browsers import Visitor, visit
from support.hands import Keys
from support.lessons import expect_answer, make_moves, touch
from tianxia.games import GAMES
from tianxia.teaching.tutorials import Step, Tutorial, find_tutorial, judge_guess
from tianxia.words import text


def tutorial_of(game: str) -> Tutorial:
    found = find_tutorial(game)
    assert found is not None
    return found


def expect_step(page: Page, step: Step) -> None:
    expect(page.locator("#step")).to_have_text(text(f"{step.key}.title"))
    expect(page.locator(".study:not([aria-busy=true]) .ask")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(f": {re.escape(text(f'{step.key}.title'))}"))).to_have_attribute(
        "aria-current", "step"
    )


def solve(page: Page, step: Step, *, finger: bool = False) -> None:
    if step.guess is None:
        make_moves(page, step.game, step.solution, finger=finger)
        return
    for amount in step.guess.amounts:
        is_right = judge_guess(step, amount).verdict == "done"
        if is_right:
            # a mouse would stay, and look at what comes under it: a finger would then choose by its first tap
            touch(page.get_by_role("button", name=str(amount), exact=True), finger)


def be_wrong(page: Page, step: Step) -> None:
    """All mistakes that have an answer, each taken back."""
    for mistake in step.mistakes:
        make_moves(page, step.game, mistake.example)
        expect_answer(page, step, f"wrong-{mistake.id}")
        again = page.get_by_role("button", name="Start again")
        if again.is_visible():
            again.click()
            expect(again).to_be_hidden()
    for amount in step.guess.amounts if step.guess is not None else ():
        if judge_guess(step, amount).verdict == "wrong":
            button = page.get_by_role("button", name=str(amount), exact=True)
            button.click()
            expect_answer(page, step, "wrong")
            expect(button).to_be_disabled()


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_leads_from_the_first_step_to_the_first_game(chromium: Browser, server: str, game: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        page.goto(f"/learn/{game}")
        page.get_by_role("link", name="Start the tutorial").click()
        chapters = tutorial_of(game).chapters
        for chapter in chapters:
            for step in chapter.steps:
                expect_step(page, step)
                if step is chapter.steps[0] and chapter is not chapters[0]:
                    visitor.check_access(f"the first step of {chapter.id}")
                be_wrong(page, step)
                solve(page, step)
                expect_answer(page, step, "done")
                if step is not chapter.steps[-1]:
                    page.get_by_role("link", name="Next").click()
            if chapter is not chapters[-1]:
                page.get_by_role("link", name=re.compile("^Next chapter: ")).click()
        page.get_by_role("button", name="Play your first game").click()
        expect(page).to_have_url(re.compile("/table/"))


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_is_played_by_finger_on_a_phone(chromium: Browser, server: str, game: str) -> None:
    """Nothing to touch is covered, no step is wider than the screen, and what came of it is in sight."""
    with visit(chromium, server, phone=True) as visitor:
        page = visitor.page
        for chapter in tutorial_of(game).chapters:
            page.goto(f"/learn/{game}/tutorial#{chapter.id}/{chapter.steps[0].id}")
            for step in chapter.steps:
                expect_step(page, step)
                if step is chapter.steps[0]:
                    visitor.check_access(f"the first step of {chapter.id}")
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), step.id
                solve(page, step, finger=True)
                expect_answer(page, step, "done")
                if step is not chapter.steps[-1]:
                    on = page.get_by_role("link", name="Next")
                    expect(on).to_be_in_viewport(ratio=1)
                    on.tap()
        expect(page.get_by_role("button", name="Play your first game")).to_be_in_viewport(ratio=1)


def test_it_can_be_learned_by_keys_alone(visitor: Visitor) -> None:
    page = visitor.page
    first, second = tutorial_of("forbidden-city").chapters[0].steps[:2]
    page.goto("/learn/forbidden-city/tutorial")
    expect_step(page, first)
    dice = Random(7)
    while page.evaluate("document.activeElement?.dataset.spot") not in ("0,-2 r0", "-2,0 r0"):
        page.keyboard.press(dice.choice(Keys.ARROWS))  # they walk the cells on which the tile fits
    page.keyboard.press("Enter")
    expect_answer(page, first, "done")
    expect(page.get_by_role("link", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect_step(page, second)
    expect(page.locator("#step")).to_be_focused()


def test_where_one_stopped_is_remembered(visitor: Visitor) -> None:
    page = visitor.page
    first, second, third = tutorial_of("forbidden-city").chapters[0].steps[:3]
    page.goto("/learn/forbidden-city/tutorial")
    expect_step(page, first)
    solve(page, first)
    page.get_by_role("link", name="Next").click()
    expect_step(page, second)
    page.goto("/")
    page.get_by_role("link", name="Learn").first.click()
    page.get_by_role("link", name="Continue the tutorial").click()
    expect_step(page, second)
    expect(page.get_by_role("link", name="Step 1: Lay a tile, done")).to_be_visible()
    page.reload()
    expect_step(page, second)
    page.get_by_role("link", name="Skip").click()
    expect_step(page, third)
    page.go_back()
    expect_step(page, second)
    page.get_by_role("button", name="Start over").click()
    expect_step(page, first)
    expect(page.get_by_role("link", name="Step 1: Lay a tile", exact=True)).to_be_visible()


def test_what_is_against_the_rules_is_told_with_the_rule(visitor: Visitor) -> None:
    page = visitor.page
    step = tutorial_of("forbidden-city").chapters[0].steps[0]
    page.goto("/learn/forbidden-city/tutorial")
    expect_step(page, step)
    spot = page.locator('[data-spot="2,-1 r0"]').bounding_box()
    below = page.locator('[data-spot="2,1 r0"]').bounding_box()
    assert spot is not None
    assert below is not None
    page.mouse.click(spot["x"] + spot["width"] / 2, (spot["y"] + below["y"] + below["height"]) / 2)
    reason = page.locator(".study").get_by_role("status")
    expect(reason).to_contain_text("open sides must have one colour")
    expect(reason.get_by_role("link", name="Rule 3")).to_be_visible()


def test_who_does_not_find_it_is_shown(visitor: Visitor) -> None:
    page = visitor.page
    step = tutorial_of("emperor-of-china").chapters[0].steps[2]
    page.goto("/learn/emperor-of-china/tutorial#first/two")
    expect_step(page, step)
    expect(page.get_by_role("button", name="Show me")).to_have_count(0)
    make_moves(page, step.game, ["house wei-1 red", "done"])
    expect_answer(page, step, "wrong-one")
    page.get_by_role("button", name="Show me").click()
    expect_answer(page, step, "done")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_tutorials_are_open_to_everybody(chromium: Browser, server: str, game: str, phone: bool) -> None:
    with visit(chromium, server, phone=phone) as visitor:
        page = visitor.page
        steps = tutorial_of(game).chapters[0].steps
        guess = next(step for step in steps if step.guess is not None)
        page.goto(f"/learn/{game}/tutorial#first/{guess.id}")
        expect_step(page, guess)
        solve(page, guess)
        expect_answer(page, guess, "done")
        page.mouse.move(1, 1)  # what is pointed at changes its colour
        visitor.check_access("a right answer")
        page.goto(f"/learn/{game}/tutorial#first/{steps[0].id}")
        expect_step(page, steps[0])
        visitor.check_access("a step")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
