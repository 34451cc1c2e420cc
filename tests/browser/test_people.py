"""Who somebody is, what they tell about themselves, and what is told about them."""

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


def test_what_is_wrong_with_a_login_is_said_beside_it(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        page.goto("/")
        page.get_by_role("button", name="Ada").click()
        page.get_by_text("Create an account").first.click()
        page.get_by_label("Login").fill("bo")
        page.get_by_label("Password").fill("1234567")
        page.get_by_role("button", name="Create an account").click()
        expect(page.get_by_text("A login has 3 to 60 characters")).to_be_visible()
        expect(page.get_by_text("A password has at least 8 characters.", exact=True)).to_be_visible()
        expect(page.get_by_label("Login")).to_be_focused()
        page.get_by_label("Login").fill("bo.the.first")
        expect(page.get_by_text("A login has 3 to 60 characters")).to_have_count(0)
        page.get_by_label("Password").fill("four words of mine")
        page.get_by_role("button", name="Create an account").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert visitor.ask("GET", "/me")["login"] == "bo.the.first"


def test_e_mail_is_not_offered_where_none_is_sent(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        visitor.come("Ada")
        visitor.page.goto("/")
        visitor.page.get_by_role("button", name="Ada").click()
        expect(visitor.page.get_by_text("Use another device as well")).to_be_visible()
        expect(visitor.page.get_by_text("E-mail notifications")).to_have_count(0)


def test_games_with_help_are_told_but_not_counted(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        visitor.come("Ada")
        me = visitor.ask("GET", "/me")["id"]
        played = {"game": "forbidden-city", "players": 2, "games": 0, "wins": 0, "mean_score": None, "helped": 2}
        rating = {"game": "forbidden-city", "rating": -3, "uncertainty": 8.1}
        shown = {"person": me, "name": "Ada", "games": [played], "ratings": [rating]}
        visitor.page.route("**/statistics", lambda route: route.fulfill(json=shown))
        visitor.page.goto(f"/people/{me}")
        expect(visitor.page.get_by_text("No games count yet.")).to_be_visible()
        expect(visitor.page.get_by_text("Not counted: 2 games with hints")).to_be_visible()
        expect(visitor.page.get_by_role("table")).to_have_count(0)
