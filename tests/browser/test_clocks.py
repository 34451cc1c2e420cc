"""Time that runs out while somebody looks, and programs that think while somebody thinks again."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from support.browsers import Visitor, open_log, type_any_move, visit
from support.hasty import serving_hastily
from tianxia.server.storage.database import sqlite_url


def test_whoever_runs_out_of_time_is_told_and_comes_back(chromium: Browser, tmp_path: Path) -> None:
    """A program plays on meanwhile."""
    with (
        serving_hastily(sqlite_url(tmp_path / "tianxia.db")) as address,
        visit(chromium, address) as slow,
    ):
        page = slow.page
        slow.come("Ada")
        pace = {"kind": "live", "minutes": 1, "seconds_a_turn": 300}  # who has time again after the turn
        table = slow.set_up("forbidden-city", "me", "level:master", pace=pace)  # who thinks: else all is over at once
        page.goto(f"/table/{table}")
        expect(page).to_have_title(re.compile("^Your turn"))
        log = open_log(page)
        expect(log).to_contain_text("Ada ran out of time: a program takes over.")
        expect(page).not_to_have_title(re.compile("^Your turn"))
        expect(log.get_by_role("heading", name="Ada").first).to_be_visible()  # the program has moved
        page.get_by_role("button", name="Come back").click()
        expect(page.get_by_role("button", name="Come back")).to_have_count(0)
        expect(page).to_have_title(re.compile("^Your turn"))
        type_any_move(slow, table)
        expect(page.get_by_role("button", name="Confirm")).to_be_visible()


def test_what_was_confirmed_stays_while_a_program_thinks(visitor: Visitor) -> None:
    """Undo is not offered, its key does nothing, and whoever asks for it all the same changes nothing."""
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:master")
    page.goto(f"/table/{table}")
    type_any_move(visitor, table)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("is thinking…")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("u")
    expect(page).to_have_title(re.compile("^Your turn"))
    moves = visitor.ask("GET", f"/tables/{table}/record")["moves"]
    assert [move["seat"] for move in moves] == [1, 2]
