"""Pictures of every screen of every game: `make screenshots`, or `python -m support.screenshots --only table`.

They show what a change of the browser client does to screens nobody thought of; look through build/screenshots before
and after. The games are always the same, so two runs differ only where the client does. The best few are those that the
README shows (--docs writes them).
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from support.browsers import DESKTOP, PHONE, Visitor, chromium_flags, find_chromium, open_settings, visit
from support.patience import PATIENCE
from support.showcase import Showcase, play_showcase, serving_seeded
from tianxia.games import GAMES
from tianxia.server.storage.database import sqlite_url
from tianxia.teaching.tutorials import Step, find_tutorial, judge_guess

NAMES = ("Ada", "Bo", "Chen", "Dora", "Emil")
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
IN_DOCS = {  # screen and look -> the picture that the README shows
    ("forbidden-city-preview", "desktop-light"): "table-forbidden-city.jpg",
    ("emperor-of-china-middle", "desktop-light"): "table-emperor-of-china.jpg",
    ("year-of-the-dragon-middle", "desktop-dark"): "table-year-of-the-dragon.jpg",
}
EFFECT = ".effects strong"  # a move is looked at
STEPS = 4  # touches at most until one is
ANALYSIS = 600_000  # milliseconds that an analysis may take


@dataclass(frozen=True)
class Look:
    """A screen that people may have."""

    name: str
    size: ViewportSize
    theme: Literal["light", "dark"] = "light"
    touch: bool = False


LOOKS = (
    Look("desktop-light", DESKTOP),
    Look("desktop-dark", DESKTOP, "dark"),
    Look("phone-light", PHONE, touch=True),
    Look("phone-dark", PHONE, "dark", touch=True),
    Look("narrow", {"width": 320, "height": 640}, touch=True),
    Look("wide", {"width": 1920, "height": 1080}),
)


@dataclass(frozen=True)
class Screen:
    """Something to photograph: where it is, and what to do there first."""

    name: str
    address: str
    prepare: Callable[[Page], None] | None = None
    by: str = NAMES[0]  # who looks
    whole: bool = False  # the whole page, however long


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("build/screenshots"), help="where pictures go")
    parser.add_argument("--only", default="", help="only screens whose name this regular expression finds")
    parser.add_argument("--look", default="", help=f"only looks with this in their name: {[x.name for x in LOOKS]}")
    parser.add_argument("--docs", action="store_true", help="write those of the README, too")
    arguments = parser.parse_args()
    program = find_chromium() or sys.exit("no Chromium is found; TIANXIA_CHROMIUM may name one")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    looks = [look for look in LOOKS if arguments.look in look.name]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=chromium_flags())
        with serving_seeded(sqlite_url(Path(folder) / "t.db")) as address, ExitStack() as stack:
            people = [stack.enter_context(visit(browser, address)) for _ in NAMES]
            screens = [screen for screen in set_up(people) if re.search(arguments.only, screen.name)]
            for look in looks:
                photograph(browser, address, people, look, screens, arguments)
        browser.close()


def set_up(people: list[Visitor]) -> list[Screen]:
    """Play all the games, and list what there is to be seen."""
    for name, person in zip(NAMES, people, strict=True):
        person.come(name)
    tables = {game: play_showcase(game, people) for game in GAMES}
    people[1].set_up("forbidden-city", "me", "anybody", listed=True)
    me = people[0].ask("GET", "/me")["id"]
    return [*general_screens(me), *(screen for game in GAMES for screen in game_screens(game, tables[game]))]


def general_screens(me: str) -> Iterator[Screen]:
    yield Screen("home", "/", whole=True)
    yield Screen("home-stranger", "/", by="", whole=True)
    yield Screen("person", "/", lambda page: page.get_by_role("button", name=NAMES[0]).click())
    yield Screen("person-stranger", "/", lambda page: page.locator("header button").first.click(), by="")
    yield Screen("statistics", f"/people/{me}", whole=True)
    yield Screen("puzzles", "/puzzles", whole=True)
    yield Screen("missing", "/nowhere")
    yield Screen("missing-table", "/table/AAAAAAAAAAAAAAAAAAAAAA")


def game_screens(game: str, tables: Showcase) -> Iterator[Screen]:
    yield Screen(f"{game}-new", f"/new/{game}", whole=True)
    yield Screen(f"{game}-waiting", f"/table/{tables.waiting}", whole=True)
    yield Screen(f"{game}-waiting-friend", f"/table/{tables.waiting}", by=NAMES[1])
    yield Screen(f"{game}-early", f"/table/{tables.early}")
    yield Screen(f"{game}-middle", f"/table/{tables.middle}")
    yield Screen(f"{game}-preview", f"/table/{tables.middle}", look_at_a_move)
    yield Screen(f"{game}-drawer", f"/table/{tables.middle}", open_drawer)
    yield Screen(f"{game}-help", f"/table/{tables.middle}", lambda page: page.keyboard.press("?"))
    yield Screen(f"{game}-typing", f"/table/{tables.middle}", lambda page: page.keyboard.press("/"))
    yield Screen(f"{game}-settings", f"/table/{tables.middle}", open_settings)
    yield Screen(f"{game}-seat", f"/table/{tables.middle}", open_seat)
    if game == "forbidden-city":
        yield Screen(f"{game}-unseen", f"/table/{tables.middle}", look_at_unseen_tiles)
    yield Screen(f"{game}-hint", f"/table/{tables.hinted}", take_hint)
    yield Screen(f"{game}-decided", f"/table/{tables.decided}")
    yield Screen(f"{game}-shared", f"/table/{tables.shared}")
    yield Screen(f"{game}-expanded", f"/table/{tables.expanded}")
    yield Screen(f"{game}-expanded-preview", f"/table/{tables.expanded}", look_at_a_move)
    yield Screen(f"{game}-other", f"/table/{tables.middle}", by=NAMES[1])
    yield Screen(f"{game}-spectator", f"/table/{tables.middle}", by="")
    yield Screen(f"{game}-end", f"/table/{tables.over}")
    yield Screen(f"{game}-over", f"/table/{tables.over}", lambda page: page.keyboard.press("Escape"))
    yield Screen(f"{game}-review", f"/review/{tables.over}", go_to_the_middle)
    yield Screen(f"{game}-analysis", f"/review/{tables.over}", analyse)
    yield Screen(f"{game}-learn", f"/learn/{game}")
    yield Screen(f"{game}-rules", f"/learn/{game}", come_by_all_examples, whole=True)
    yield Screen(f"{game}-notation", f"/learn/{game}/notation", whole=True)
    yield Screen(f"{game}-tutorial", f"/learn/{game}/tutorial", wait_for_board, by="")
    step = step_with_guess(game)
    address = f"/learn/{game}/tutorial#{step.chapter}/{step.id}"
    yield Screen(f"{game}-tutorial-wrong", address, lambda page: guess(page, step, "wrong"), by="")
    yield Screen(f"{game}-tutorial-done", address, lambda page: guess(page, step, "done"), by="")
    yield Screen(f"{game}-puzzle", f"/puzzles/{game}", wait_for_board, by="")
    yield Screen(f"{game}-puzzle-answer", f"/puzzles/{game}", show_answer, by="")


def look_at_a_move(page: Page) -> None:
    """Touch what glows until the effect of a move is told; no further: nothing may be decided here."""
    is_touched = page.evaluate("matchMedia('(pointer: coarse)').matches")
    for step in range(STEPS):
        spots = page.locator("[data-spot]:visible")
        spots.first.wait_for()
        spot = spots.nth(spots.count() // 2 if step else 0)
        spot.hover(force=True)
        page.wait_for_timeout(400)
        if page.locator(EFFECT).count():
            return
        spot.tap(force=True) if is_touched else spot.click(force=True)
        page.wait_for_timeout(400)
        if page.locator(EFFECT).count():
            return


def take_hint(page: Page) -> None:
    """The first one has a price, which is told before."""
    page.get_by_role("button", name="Hint", exact=True).click()
    price = page.get_by_role("dialog").get_by_role("button", name="Show the hint")
    advice = page.locator(".advised")
    price.or_(advice).first.wait_for()
    if price.count():
        price.click()
    advice.wait_for()


def open_drawer(page: Page) -> None:
    page.get_by_role("button", name="Log", exact=True).click()


def open_seat(page: Page) -> None:
    page.locator(".plaque .head").first.click()


def look_at_unseen_tiles(page: Page) -> None:
    open_seat(page)
    page.locator(".plaque button.held").first.click()


def go_to_the_middle(page: Page) -> None:
    slider = page.get_by_role("slider")
    slider.fill(str(int(str(slider.get_attribute("max"))) // 2))
    expect(page.get_by_role("main", name="Board")).to_have_attribute("aria-busy", "false")


def analyse(page: Page) -> None:
    """Have the game analysed, once; later looks find it done. Then to its worst move."""
    panel = page.get_by_role("complementary", name="Analysis")
    panel.wait_for()
    button = panel.get_by_role("button", name="Analyse the game")
    if button.count():
        button.click()
    panel.get_by_text("The analysis is done.").wait_for(state="attached", timeout=ANALYSIS)
    panel.get_by_role("listitem").get_by_role("button").first.click()


def come_by_all_examples(page: Page) -> None:
    """Their boards are drawn when they come into sight."""
    page.locator("[data-example]").first.wait_for()
    for example in page.locator("[data-example]").all():
        example.scroll_into_view_if_needed()
        example.locator(".ask").wait_for()
    page.evaluate("scrollTo(0, 0)")


def wait_for_board(page: Page) -> None:
    page.locator(".study .ask").wait_for()


def step_with_guess(game: str) -> Step:
    """A step of a tutorial that is answered by a button: so it is on every screen, by mouse and by finger."""
    tutorial = find_tutorial(game)
    assert tutorial is not None
    return next(step for chapter in tutorial.chapters for step in chapter.steps if step.guess is not None)


def guess(page: Page, step: Step, verdict: str) -> None:
    wait_for_board(page)
    assert step.guess is not None
    amount = next(amount for amount in step.guess.amounts if judge_guess(step, amount).verdict == verdict)
    page.get_by_role("button", name=str(amount), exact=True).click()


def show_answer(page: Page) -> None:
    wait_for_board(page)
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Show me").wait_for(state="hidden")


def photograph(
    browser: Browser,
    address: str,
    people: list[Visitor],
    look: Look,
    screens: list[Screen],
    arguments: argparse.Namespace,
) -> None:
    """Every screen with one look, each freshly opened."""
    cookies: dict[str, Any] = {name: person.context.storage_state() for name, person in zip(NAMES, people, strict=True)}
    for by in ("", *NAMES):
        context = browser.new_context(
            base_url=address,
            viewport=look.size,
            color_scheme=look.theme,
            has_touch=look.touch,
            is_mobile=look.touch,
            reduced_motion="reduce",
            storage_state=cookies.get(by),
        )
        context.set_default_timeout(1000 * PATIENCE)
        for screen in screens:
            if screen.by == by:
                page = context.new_page()
                take(page, screen, arguments.folder / f"{screen.name}.{look.name}.png")
                shown = IN_DOCS.get((screen.name, look.name))
                if arguments.docs and shown:
                    page.screenshot(path=DOCS / shown, type="jpeg", quality=85)
                page.close()
        context.close()


def take(page: Page, screen: Screen, file: Path) -> None:
    page.goto(screen.address)
    page.get_by_role("heading").first.wait_for()
    page.wait_for_timeout(500)  # pictures and boards are loaded after the rest
    if screen.prepare:
        screen.prepare(page)
        page.wait_for_timeout(400)
    page.screenshot(path=file, full_page=screen.whole)
    print(file, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
