"""What somebody receives when it is their turn in a game of days leads back to the table, and can be turned off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.browsers import Visitor, forgive_refusals, visit
from support.databases import new_sqlite
from support.mailing import code_of
from support.patience import wait_until
from support.servers import serving
from support.sinks import Outside, outside, read_mail
from tianxia.server.work.background import SMTP

EMAIL = "bo@example.org"


@pytest.fixture(scope="module")
def world() -> Iterator[Outside]:
    with outside() as world:
        yield world


@pytest.fixture(scope="module")
def server(world: Outside, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that sends e-mails."""
    folder: Path = tmp_path_factory.mktemp("notices")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(SMTP, f"smtp://127.0.0.1:{world.mail.port}?from=tianxia@example.org")
        with serving(new_sqlite(folder)) as (server,):
            yield server.address


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_notice_leads_to_the_table_and_can_be_turned_off(
    chromium: Browser, server: str, world: Outside, phone: bool
) -> None:
    world.mail.got.clear()
    world.web.got.clear()
    with visit(chromium, server) as ada, visit(chromium, server, phone=phone) as bo:
        ada.come("Ada")
        bo.come("Bo")
        confirm_address(bo, world)
        bo.ask("PATCH", "/me", {"webhook": f"http://127.0.0.1:{world.web.port}/hook"})
        table = play_until_bos_turn(ada, bo)
        wait_until(lambda: len(world.mail.got) == len(world.web.got) == 1)
        mail = read_mail(world.mail.got[0])
        to_table, to_turn_off = re.findall(r"http://\S+", mail.get_content())
        assert to_table == world.web.got[0]["link"] == f"{server}/table/{table}"
        see_board(bo.page, to_table)
        turn_off(bo, to_turn_off)
        see_switch(bo.page, on=False).click()
        see_switch(bo.page, on=True)
        bo.check_access("settings of e-mails")
        assert bo.ask("GET", "/me")["turn_emails"] is True


def test_a_link_that_does_not_work_says_so(chromium: Browser, server: str) -> None:
    with visit(chromium, server, locale="fr") as visitor:
        page = visitor.page
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(f"/unsubscribe/{'x' * 22}")
        page.get_by_role("button", name="Désactiver ces e-mails").click()
        expect(page.get_by_text("Ce lien ne fonctionne pas")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        forgive_refusals(visitor)


def confirm_address(visitor: Visitor, world: Outside) -> None:
    """Enter an address, and the code that was sent there."""
    page = visitor.page
    page.goto("/")
    dialog = open_settings(page)
    dialog.get_by_label("E-mail address").fill(EMAIL)
    dialog.get_by_role("button", name="Save").last.click()
    expect(dialog.get_by_text(f"A code was sent to {EMAIL}")).to_be_visible()
    dialog.get_by_label("Code from the e-mail").fill(code_of(world.mail.got.pop()))
    dialog.get_by_role("button", name="Use the code").click()
    expect(dialog.get_by_text(f"You get an e-mail at {EMAIL}")).to_be_visible()


def open_settings(page: Page) -> Locator:
    page.get_by_role("button", name="Bo").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("E-mail notifications").click()
    return dialog


def play_until_bos_turn(ada: Visitor, bo: Visitor) -> str:
    table = ada.set_up("forbidden-city", "me", "anybody", listed=True, pace={"kind": "days", "days": 2})
    bo.ask("POST", f"/tables/{table}/seats/2", {})
    ada.ask("POST", f"/tables/{table}/start")
    ada.move_at_random(table)
    assert ada.look(table)["to_move"] == 2
    return table


def see_board(page: Page, link: str) -> None:
    page.goto(link)
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(page.get_by_role("group", name="The city")).to_be_visible()


def turn_off(visitor: Visitor, link: str) -> None:
    """Turn the e-mails off by the link, which does nothing by itself."""
    page = visitor.page
    page.goto(link)
    button = page.get_by_role("button", name="Turn these e-mails off")
    expect(button).to_be_visible()
    assert visitor.ask("GET", "/me")["turn_emails"] is True
    visitor.check_access("turning e-mails off")
    button.click()
    expect(page.get_by_text("The e-mails are off")).to_be_visible()
    visitor.check_access("e-mails turned off")
    open_settings(page)


def see_switch(page: Page, *, on: bool) -> Locator:
    switch = page.get_by_label("E-mail me when it is my turn")
    expect(switch).to_be_checked(checked=on)
    expect(page.get_by_text("You get no e-mail when it is your turn")).to_have_count(0 if on else 1)
    return switch
