"""A connection that breaks: whoever plays is told, comes back by itself, and has missed nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.browsers import Visitor, begin_game, open_log, visit
from support.servers import serving
from tianxia.server.storage.database import sqlite_url

LOST = "Connection lost. Trying again…"


def log_of(page: Page) -> Locator:
    return open_log(page).get_by_role("listitem")


def forgive(visitor: Visitor) -> None:
    """A browser prints that it cannot reach a server; nothing else may have gone wrong."""
    assert all(re.search("ERR_|WebSocket", said) for said in visitor.complaints), visitor.complaints
    visitor.complaints.clear()


@pytest.mark.parametrize("cut", ["net", "server"])
def test_a_lost_connection_is_told_and_mends_itself(chromium: Browser, tmp_path: Path, cut: str) -> None:
    with (
        serving(sqlite_url(tmp_path / "tianxia.db")) as (server,),
        visit(chromium, server.address) as host,
        visit(chromium, server.address) as friend,
    ):
        host.come("Ada")
        friend.come("Bo")
        table = begin_game(host, friend)
        page = friend.page
        page.goto(f"/table/{table}")
        expect(page.get_by_text("Ada is to move.")).to_be_visible()
        if cut == "net":
            friend.context.set_offline(True)
        else:
            server.stop()
        expect(page.get_by_text(LOST)).to_be_visible()
        if cut == "server":
            server.start()
        host.move_at_random(table)
        if cut == "net":
            friend.context.set_offline(False)
        expect(page.get_by_text(LOST)).to_have_count(0)
        expect(page).to_have_title(re.compile("^Your turn"))
        told = log_of(page).all_inner_texts()
        assert len(told) == len(set(told)) > 1
        page.reload()
        expect(page).to_have_title(re.compile("^Your turn"))
        expect(log_of(page)).to_have_text(told, use_inner_text=True)
        forgive(friend)
