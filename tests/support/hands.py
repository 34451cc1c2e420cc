"""Hands that play in a browser: by mouse, by keys alone, or by finger. They take whatever can be taken, at random."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from playwright.sync_api import Locator, Page

STEPS = 3000  # more than any game takes
FINAL = ".ask button.primary:enabled"  # confirm, or pay
THINGS = f"[data-spot], .ask .hand .button:enabled, {FINAL}"
IS_READY = f"""() =>
    document.querySelector("dialog[open]") !== null
    || [...document.querySelectorAll("{THINGS}")].some(thing => thing.checkVisibility())
"""
MIDDLES = """found => found.map(thing => {
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = thing.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
})"""
UNDER_FINGER = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-spot]')?.dataset.spot ?? null"


class Hand(ABC):
    """Somebody who plays a game to its end without understanding anything."""

    def __init__(self, page: Page, seed: int = 7) -> None:
        self.page = page
        self.dice = Random(seed)

    def play_to_the_end(self) -> None:
        """Until the result is shown."""
        for _ in range(STEPS):
            self.page.wait_for_function(IS_READY)
            if self.page.locator("dialog[open]").count():
                return
            self.step()
        raise AssertionError(f"not over after {STEPS} steps")

    @abstractmethod
    def step(self) -> None:
        """Do anything that can be done."""

    def pick(self) -> Locator | None:
        """What waits to be confirmed, else anything."""
        for wanted in (FINAL, THINGS):
            found = self.page.locator(wanted).locator("visible=true")
            count = found.count()
            if count:
                return found.nth(self.dice.randrange(count))
        return None

    def middle_of(self, thing: Locator) -> tuple[float, float] | None:
        """Where it is on the screen; `None` if it is gone already."""
        found: list[list[float]] = thing.evaluate_all(MIDDLES)
        return (found[0][0], found[0][1]) if found else None


class Mouse(Hand):
    """Points at things and clicks."""

    def step(self) -> None:
        thing = self.pick()
        middle = thing and self.middle_of(thing)
        if middle:
            self.page.mouse.move(*middle)
            self.page.mouse.click(*middle)


class Finger(Hand):
    """Taps things: once to look, once to choose."""

    def step(self) -> None:
        thing = self.pick()
        middle = thing and self.middle_of(thing)
        if middle:
            before = self.page.evaluate(UNDER_FINGER, middle)
            self.page.touchscreen.tap(*middle)
            if before and self.page.evaluate(UNDER_FINGER, middle) == before:
                self.page.touchscreen.tap(*middle)


class Keys(Hand):
    """Has no mouse: walks by arrows and Tab, and chooses by Enter."""

    WALK = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Tab")

    def step(self) -> None:
        self.page.keyboard.press(self.dice.choice(self.WALK))
        is_there = self.page.evaluate("things => document.activeElement.matches(things)", THINGS)
        if is_there and self.dice.random() < 0.5:
            self.page.keyboard.press("Enter")
