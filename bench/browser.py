"""How light the browser client is: a real Chromium at a real server, on loopback.

PYTHONPATH=tests python bench/browser.py [--json build/browser.json] [--rounds 5]

`make bench-browser` builds the client and writes the figures to build/. Told are medians: script at the first visit as
it goes over the wire, first and largest contentful paint of home, the time until the board of each game shows after its
table was opened with an empty cache, and the time from a click at one screen until another shows the move. Then
each game is played back at normal speed: the longest task of the browser's main thread, and frames a second while
coins fly.
A Chromium is looked for on the path; TIANXIA_CHROMIUM names another.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from support.browsers import chromium_flags, find_chromium
from tianxia.games import GAMES

SPOT = "[data-spot]"  # a place of a board, which every game has
MOVES = 10  # between two screens
PLAYED_BACK = 30  # own moves of a game that is played back
HEADERS = {"X-Tianxia": "1"}

PAINTS = """() => new Promise(done => {
    let largest = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) largest = entry.startTime; })
        .observe({ type: "largest-contentful-paint", buffered: true });
    setTimeout(() => done([performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0, largest]), 500);
})"""
SCRIPT = """() => performance.getEntriesByType("resource")
    .filter(({ name }) => name.endsWith(".js")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""
BOARD_SHOWN = """what => new Promise(done => {
    const look = () => document.querySelector(what)
        ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
    look();
})"""
NOTE_CLICK = "() => addEventListener('click', () => (window.clicked = Date.now()), { capture: true })"
NOTE_CHANGE = """() => {
    const board = document.querySelector(".city svg");
    window.changed = new Promise(done =>
        new MutationObserver(() => done(Date.now())).observe(board, { childList: true, subtree: true }));
}"""

WATCH_TASKS = """() => {
    [window.longest, window.frames] = [0, []];
    new PerformanceObserver(list => {
        for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: "longtask" });
    let before = 0;
    const look = now => {
        const flies = document.querySelector("span.coin.figures") !== null;
        if (flies && before) window.frames.push(now - before);
        before = flies ? now : 0;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
"""Every task of the main thread over 50 ms, and how far frames lie apart while something flies."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is opened")
    parser.add_argument("--json", type=Path, help="write the figures there")
    arguments = parser.parse_args()
    chromium = find_chromium() or sys.exit("no Chromium is found; TIANXIA_CHROMIUM may name one")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=chromium_flags())
        figures = measure(browser, address, arguments.rounds)
        browser.close()
    for name, value in figures.items():
        print(f"{name:40} {value}")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own: its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            str(Path(__file__).with_name("load_server.py")),
            f"sqlite+aiosqlite:///{folder}/t.db",
        ]
        log = Path(folder, "server.log")
        with log.open("w") as noted:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=noted, text=True)
        assert server.stdout is not None
        try:
            address = server.stdout.readline().strip()
            assert address.startswith("http"), log.read_text()
            yield address
        finally:
            server.terminate()
            server.wait()


def measure(browser: Browser, address: str, rounds: int) -> dict[str, float]:
    homes = [open_home(browser, address) for _ in range(rounds)]
    figures = {
        "script at first visit, compressed kB": round(homes[0][0] / 1000, 1),
        "home, first contentful paint ms": round(median(home[1] for home in homes)),
        "home, largest contentful paint ms": round(median(home[2] for home in homes)),
    }
    for game in GAMES:
        times = [open_board(browser, address, game) for _ in range(rounds)]
        figures[f"{game}, board shows ms"] = round(median(times))
    figures["move to another screen, median ms"] = round(median(watch_moves(browser, address)))
    for game in GAMES:
        longest, frames = play_back(browser, address, game)
        figures[f"{game}, longest task of moves ms"] = round(longest)
        figures[f"{game}, frames a second of flights"] = round(1000 / median(frames)) if frames else 0
    return figures


def open_home(browser: Browser, address: str) -> tuple[float, float, float]:
    """Compressed script in bytes, first and largest contentful paint; the first visit, with an empty cache."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    first, largest = page.evaluate(PAINTS)
    script = page.evaluate(SCRIPT)
    context.close()
    return script, first, largest


def open_board(browser: Browser, address: str, game: str) -> float:
    """From opening the address of a table until its board is drawn; nothing is in the cache."""
    context = browser.new_context(base_url=address)
    table = new_table(context, game)
    page = context.new_page()
    page.goto(f"/table/{table}", wait_until="commit")
    shown: float = page.evaluate(BOARD_SHOWN, SPOT)
    context.close()
    return shown


def new_table(context: BrowserContext, game: str) -> str:
    """A table with two programs; the first to move is whose browser it is."""
    ask(context, "/api/people", {"name": "Somebody"})
    programs = [{"who": "program", "program": "level:novice"}] * 2
    here = ask(context, "/api/tables", {"game": game, "seats": [{"who": "me"}, *programs]})
    return str(here["state"]["id"])


def ask(context: BrowserContext, path: str, body: object) -> Any:
    answer = context.request.post(path, data=body, headers=HEADERS)
    assert answer.ok, answer.text()
    return answer.json()


def watch_moves(browser: Browser, address: str) -> list[float]:
    """From the click that confirms a move at one screen until the board of another has changed, in milliseconds."""
    player, watcher = (browser.new_context(base_url=address, reduced_motion="reduce") for _ in range(2))
    table = new_table(player, "forbidden-city")
    here, there = player.new_page(), watcher.new_page()
    for page in (here, there):
        page.goto(f"/table/{table}")
        page.wait_for_selector(".city svg")
    here.evaluate(NOTE_CLICK)
    delays = [move_delay(here, there) for _ in range(MOVES)]
    player.close()
    watcher.close()
    return delays


def play_back(browser: Browser, address: str, game: str) -> tuple[float, list[float]]:
    """The longest task while moves of a game are played back (0: none over 50 ms), and the times between frames."""
    context = browser.new_context(base_url=address)
    table = new_table(context, game)
    page = context.new_page()
    page.goto(f"/table/{table}")
    page.wait_for_selector(SPOT)
    page.evaluate(WATCH_TASKS)
    for number in range(PLAYED_BACK):
        state = own_turn(context, table)
        page.locator(".caption").wait_for(state="detached")  # all that happened was played back
        if state["status"] != "playing":
            break
        legal = state["view"]["legal"]
        move = {"seat": state["to_move"], "move": legal[number % len(legal)], "sequence": state["sequence"]}
        ask(context, f"/api/tables/{table}/moves", move)
    found: tuple[float, list[float]] = (page.evaluate("longest"), page.evaluate("frames"))
    context.close()
    return found


def own_turn(context: BrowserContext, table: str) -> Any:
    """The table once it is the person's turn, or once the game is over."""
    while True:
        state = context.request.get(f"/api/tables/{table}").json()["state"]
        if state["status"] != "playing" or state["to_move"] == state["eyes"]:
            return state
        time.sleep(0.05)


def move_delay(here: Page, there: Page) -> float:
    here.wait_for_selector("[data-spot]")
    here.locator("[data-spot]").first.dispatch_event("click")
    confirm = here.locator(".ask button.primary:enabled").filter(has_text="Confirm")
    confirm.wait_for()
    time.sleep(0.3)  # whatever the screens still do about the last move is over
    there.evaluate(NOTE_CHANGE)
    confirm.click()
    delay: float = there.evaluate("() => window.changed") - here.evaluate("() => window.clicked")
    return delay


if __name__ == "__main__":
    main()
