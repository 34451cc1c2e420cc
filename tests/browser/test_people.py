"""Who somebody is: accounts, and what they played."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from support.browsers import visit


def test_the_right_password_is_taken_right_after_a_wrong_one(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as owner:
        owner.come("Ada")
        owner.ask("POST", "/me/account", {"login": "ada-of-the-crane", "password": "crane and carp"})
    with visit(chromium, server) as visitor:
        page = visitor.page
        page.goto("/")
        page.get_by_role("button", name="Log in").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Login").fill("ada-of-the-crane")
        dialog.get_by_label("Password").fill("carp and crane")
        dialog.get_by_role("button", name="Log in").click()
        expect(dialog.get_by_role("status").filter(has_text="password")).to_be_visible()
        dialog.get_by_label("Password").fill("crane and carp")
        dialog.get_by_role("button", name="Log in").click()
        expect(dialog).to_have_count(0)
        expect(page.get_by_role("button", name="Ada")).to_be_visible()
        # that the refusal was one is all that the console tells
        assert [said for said in visitor.complaints if "401" not in said and "403" not in said] == []
        visitor.complaints.clear()


def test_a_spectator_is_offered_nothing_that_only_players_can_do(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as host, visit(chromium, server) as onlooker:
        host.come("Ada")
        table = host.set_up("forbidden-city", "me", "friend")
        page = onlooker.page
        page.goto(f"/table/{table}")
        expect(page.get_by_text("ask the host for the link")).to_be_visible()
        host.ask("PUT", f"/tables/{table}/seats/2", {"who": "me"})
        host.ask("POST", f"/tables/{table}/start")
        expect(page.get_by_text("You look on.", exact=True)).to_be_visible()
        for name in ("Hint", "Undo"):
            expect(page.get_by_role("button", name=name)).to_have_count(0)


def test_the_code_of_a_link_is_dark_on_pale_at_night_too(chromium: Browser, server: str) -> None:
    """Most that read such codes read no others."""
    with visit(chromium, server, color_scheme="dark") as host:
        host.come("Ada")
        host.page.goto(f"/table/{host.set_up('forbidden-city', 'me', 'friend')}")
        code = host.page.get_by_role("img", name="The link as a QR code")
        ground, ink = (code.locator(part) for part in ("rect", "path"))
        expect(ground).to_have_css("fill", "rgb(253, 249, 239)")
        expect(ink).to_have_css("fill", "rgb(35, 26, 20)")


def test_whoever_plays_finds_their_game_first_on_a_phone(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        for _ in range(5):
            visitor.set_up("forbidden-city", "me", "me")
        visitor.page.goto("/")
        turns = visitor.page.get_by_role("link", name="Your turn")
        expect(turns).to_have_count(3)
        expect(turns.last).to_be_in_viewport()
        visitor.page.get_by_role("button", name="Show all 5").tap()
        expect(turns).to_have_count(5)
        turns.first.tap()
        visitor.page.wait_for_url("**/table/*")
