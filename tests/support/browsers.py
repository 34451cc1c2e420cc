"""Real browsers at a real server: people who look, click, tap and type."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Response, ViewportSize, expect

from support.guests import Document
from support.patience import PATIENCE
from support.servers import OWN_SITE

CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync")
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = """
options => axe.run({ resultTypes: ["violations"], ...options }).then(({ violations }) => violations)
"""  # the rest is megabytes
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""All that can differ from one theme to the other."""


def find_chromium() -> str | None:
    """A Chromium of this machine."""
    named = os.environ.get("TIANXIA_CHROMIUM")
    return named or next(filter(None, map(shutil.which, CANDIDATES)), None)


def chromium_flags() -> list[str]:
    """Root may not use Chromium's own sandbox."""
    return [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


@dataclass
class Visitor:
    """Somebody at a screen."""

    context: BrowserContext
    page: Page
    themes: tuple[str, ...] = ("light", "dark")  # in which axe looks at a screen
    complaints: list[str] = field(default_factory=list)  # errors in the browser's console
    answers: list[Response] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)  # of every stream

    # ---- what can be done

    def ask(self, method: str, path: str, body: Document | None = None) -> Document:
        """Ask the server for something, with the cookies of this browser."""
        answer = self.context.request.fetch(f"/api{path}", method=method, data=body, headers=OWN_SITE)
        assert answer.ok, answer.text()
        found: Document = answer.json()
        return found

    def come(self, name: str) -> None:
        """Be somebody."""
        self.ask("POST", "/people", {"name": name})

    def set_up(self, game: str, *seats: str, **more: Any) -> str:
        """A table with these seats: "me", "friend", "anybody" or a program."""
        wishes = [{"who": "program", "program": seat} if ":" in seat else {"who": seat} for seat in seats]
        here = self.ask("POST", "/tables", {"game": game, "seats": wishes, "shuffled": False, **more})
        table: str = here["state"]["id"]
        return table

    def look(self, table: str) -> Document:
        """The table through the eyes of one's seat to move, else of the first one."""
        state: Document = self.ask("GET", f"/tables/{table}")["state"]
        return state

    def move(self, table: str, move: str, *, confirm: bool = True) -> None:
        """Make a move in one's seat to move."""
        self._send(table, self.look(table), move, confirm=confirm)

    def move_at_random(self, table: str, moves: int = 1000) -> None:
        """So many moves, or until it is another's turn, or over; always the same in the same position."""
        dice = Random(moves)
        state = self.look(table)
        for _ in range(moves):
            if state["eyes"] != state["to_move"]:
                state = self.look(table)  # an answer is for the seat that moved; perhaps another one is one's own
            if state["status"] != "playing" or state["eyes"] != state["to_move"]:
                return
            state = self._send(table, state, dice.choice(state["view"]["legal"]), confirm=True)

    def _send(self, table: str, state: Document, move: str, *, confirm: bool) -> Document:
        asked = {"seat": state["eyes"], "move": move, "sequence": state["sequence"], "confirm": confirm}
        after: Document = self.ask("POST", f"/tables/{table}/moves", asked)["state"]
        return after

    def type_move(self, move: str) -> None:
        """Type a move in notation, once it is one's turn."""
        expect(self.page).to_have_title(re.compile("^Your turn"))
        self.page.keyboard.press("/")
        self.page.get_by_label("Type a move").fill(move)
        self.page.keyboard.press("Enter")

    # ---- what can be seen

    def cards_shown(self) -> list[str]:
        """The cards that are shown as one's own."""
        cards = self.page.get_by_role("region", name="Your hand").get_by_role("button")
        return [str(card.get_attribute("aria-label")).split()[0].lower() for card in cards.all()]

    def heard(self) -> list[str]:
        """All that reached this browser: the texts of all answers, and all frames."""
        texts = [answer.text() for answer in self.answers if answer.ok and "/api/" in answer.url]
        return [*texts, *self.frames]

    def check_access(self, where: str) -> None:
        """Let axe look for what keeps people out, in the visitor's themes."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        for theme in self.themes:
            options = {} if theme == self.themes[0] else COLOURS
            self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            self.page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))")
            told = [
                f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
                for violation in self.page.evaluate(VIOLATIONS, options)
                for node in violation["nodes"]
            ]
            assert not told, f"{where}, {theme}:\n" + "\n".join(told)
        self.page.evaluate("delete document.documentElement.dataset.theme")


def open_drawer(page: Page, tab: str = "Log") -> Locator:
    """The panel of log, chat or help, which is folded away at first: on a phone its tabs lead to chat and help."""
    panel = page.get_by_role("tabpanel", name=tab)
    button = page.get_by_role("button", name=tab, exact=True)
    if panel.is_hidden() and button.is_visible():
        button.click()
    elif panel.is_hidden():
        if page.get_by_role("tab", name=tab).is_hidden():
            page.get_by_role("button", name="Log", exact=True).click()
        page.get_by_role("tab", name=tab).click()
    expect(panel).to_be_visible()
    return panel


def open_settings(page: Page) -> None:
    """The dialog of settings; on a phone the way there is folded away."""
    if page.get_by_role("button", name="Settings").is_hidden():
        page.get_by_role("button", name="More tools").click()
    page.get_by_role("button", name="Settings").click()


def open_log(page: Page) -> Locator:
    """What happened at a table."""
    return open_drawer(page).get_by_role("log", name="What happened")


def type_any_move(visitor: Visitor, table: str) -> None:
    visitor.type_move(visitor.look(table)["view"]["legal"][0])


def forgive_refusals(visitor: Visitor) -> None:
    """A browser prints the status of an answer that is none; nothing else may have gone wrong."""
    assert all("the server responded with a status" in said for said in visitor.complaints), visitor.complaints
    visitor.complaints.clear()


def begin_game(host: Visitor, friend: Visitor, game: str = "forbidden-city") -> str:
    """A game of two, in which the host begins: its table."""
    table = host.set_up(game, "me", "anybody")
    friend.ask("POST", f"/tables/{table}/seats/2", {})
    host.ask("POST", f"/tables/{table}/start")
    return table


@contextmanager
def visit(
    browser: Browser, address: str, *, phone: bool = False, speed: str = "off", **options: Any
) -> Iterator[Visitor]:
    """Somebody who comes by, with cookies of their own; at the end nothing may have gone wrong in their browser.

    What others do is shown to them at once, unless they want it played back at some `speed`.
    """
    settings = {"name": "tianxia", "value": json.dumps({"speed": speed})}
    options.setdefault("storage_state", {"origins": [{"origin": address, "localStorage": [settings]}]})
    context = browser.new_context(
        base_url=address,
        viewport=PHONE if phone else DESKTOP,
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
        **options,
    )
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    visitor = Visitor(context, page)
    page.on("response", lambda answer: visitor.answers.append(answer))
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: visitor.frames.append(str(frame))))
    page.on("console", lambda said: visitor.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda failure: visitor.complaints.append(str(failure)))
    try:
        yield visitor
    finally:
        context.close()
    assert not visitor.complaints, visitor.complaints
