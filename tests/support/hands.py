"""Hands that play in a browser: by mouse, by keys alone, or by finger. They take whatever can be taken, at random."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random

from playwright.sync_api import Page, expect

STEPS = 5000  # more than any game takes
FINAL = ".ask button.primary:enabled"  # confirm, or pay
THINGS = f"[data-spot], .ask .hand .button:enabled:not(.acts *), {FINAL}"
LOOK = """([FINAL, THINGS, again, isPointing, isOneTurn, roll]) => {
    if (document.querySelector("dialog[open], main > h1")) return { is_over: true };
    if (isOneTurn && !document.title.startsWith("Your turn")) return { is_over: true };
    const shown = wanted => [...document.querySelectorAll(wanted)].filter(
        thing => thing.checkVisibility({ visibilityProperty: true })
    );
    const things = shown(THINGS);
    if (!things.length) return null;
    const here = document.activeElement;
    const finals = shown(FINAL);
    const same = things.filter(thing => thing.dataset.spot && thing.dataset.spot === again);
    const wanted = [finals, same, things].find(found => found.length);
    const thing = wanted[Math.floor(roll * wanted.length)];
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = thing.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const under = document.elementFromPoint(x, y);
    if (isPointing && !things.some(other => other.contains(under))) return null; // it is covered, perhaps still moving
    return {
        is_over: false,
        spot: thing.dataset.spot ?? null,
        x,
        y,
        is_final: finals.includes(here),
        is_here: things.includes(here),
        is_nowhere: here.matches("body, h1"),
        is_ahead: things.some(other => here.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING),
    };
}"""


@dataclass
class Snapshot:
    """What somebody sees at a glance: a thing to take, and where the focus is."""

    is_over: bool  # nothing is left to be done
    spot: str | None = None
    x: float = 0
    y: float = 0
    is_final: bool = False
    is_here: bool = False
    is_nowhere: bool = False
    is_ahead: bool = False


class Hand(ABC):
    """Somebody who plays without understanding anything."""

    POINTS = True

    def __init__(self, page: Page, seed: int = 7) -> None:
        self.page = page
        self.dice = Random(seed)
        self.last: str | None = None  # the spot that was touched last
        self.is_one_turn = False

    def look(self, again: str | None = None) -> Snapshot:
        """Wait until something can be taken, or nothing is left to be done."""
        more = [again, self.POINTS, self.is_one_turn, self.dice.random()]
        found = self.page.wait_for_function(LOOK, arg=[FINAL, THINGS, *more])
        return Snapshot(**found.json_value())

    def play_a_turn(self) -> None:
        """Wait for one's turn, and play until another is to move."""
        expect(self.page).to_have_title(re.compile("^Your turn"))
        self.is_one_turn = True
        self.play_to_the_end()
        self.is_one_turn = False

    def play_to_the_end(self) -> None:
        """Until the result is shown, or a curtain: the screen is to be passed on."""
        for _ in range(STEPS):
            if not self.step():
                return
        raise AssertionError(f"not over after {STEPS} steps")

    @abstractmethod
    def step(self) -> bool:
        """Do anything that can be done: whether the game goes on."""


class Mouse(Hand):
    """Points at things and clicks."""

    def step(self) -> bool:
        snapshot = self.look()
        if snapshot.is_over:
            return False
        self.page.mouse.click(snapshot.x, snapshot.y)
        return True


class Finger(Hand):
    """Taps things: once to look, once to choose."""

    def step(self) -> bool:
        snapshot = self.look(self.last)
        if snapshot.is_over:
            return False
        self.last = snapshot.spot if snapshot.spot != self.last else None
        self.page.touchscreen.tap(snapshot.x, snapshot.y)
        return True


class Keys(Hand):
    """Has no mouse: walks by arrows and Tab, and chooses by Enter."""

    POINTS = False
    ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

    def step(self) -> bool:
        snapshot = self.look()
        if snapshot.is_over:
            return False
        self.page.keyboard.press(self.choose_key(snapshot))
        return True

    def choose_key(self, snapshot: Snapshot) -> str:
        if snapshot.is_final or (snapshot.is_here and self.dice.random() < 0.4):
            return "Enter"
        if snapshot.is_here and self.dice.random() < 0.2:
            return "Tab"
        if snapshot.is_here or snapshot.is_nowhere:
            return self.dice.choice(self.ARROWS)
        return "Tab" if snapshot.is_ahead else "Shift+Tab"
