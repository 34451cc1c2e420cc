"""At a table: one screen for several, hints, moves that are typed, and talk."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from support.browsers import begin_game, open_drawer, open_log, visit
from support.hands import Mouse


def test_a_curtain_hides_hands_at_a_shared_screen(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        page.goto("/new/emperor-of-china")
        for seat in (1, 2, 3):
            page.get_by_label(f"Who sits in seat {seat}").select_option("me")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/table/*")
        table = page.url.rpartition("/")[2]
        hand = Mouse(page)
        for colour in ("Purple", "Yellow", "Red", "Purple"):
            expect(page.get_by_role("heading", name=f"Pass the screen to {colour}")).to_be_visible()
            assert not page.get_by_role("button").filter(has_text=re.compile("card", re.I)).count()
            expect(page.get_by_role("region", name="Your hand")).to_have_count(0)
            page.get_by_role("button", name=f"I am {colour}").click()
            expect(page.get_by_role("region", name="Your hand")).to_be_visible()
            assert visitor.cards_shown() == visitor.look(table)["view"]["own"]["hand"]
            hand.play_to_the_end()


def test_a_hint_tells_what_a_master_would_do_and_can_be_taken(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up("forbidden-city", "me", "me")
        visitor.move_at_random(table, 40)
        moves = visitor.look(table)["sequence"]
        page.goto(f"/table/{table}")
        page.get_by_role("button", name=re.compile("^I am")).click()
        page.get_by_role("button", name="Hint").click()
        advice = page.get_by_role("region", name="What a master would do")
        expect(advice).to_be_visible()
        expect(advice.get_by_role("row").nth(1)).to_contain_text("%")
        page.get_by_role("region", name="Players").get_by_role("button", name="Purple").click()
        expect(page.get_by_text("took 1 hint")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_text("took 1 hint")).to_be_hidden()
        expect(advice).to_contain_text("Everybody sees that you took a hint.")
        expect(advice).not_to_contain_text("rating")  # who sits in several seats has none to lose
        expect(page.get_by_role("button", name="Hint", exact=True)).not_to_have_attribute("title", re.compile("rating"))
        advice.get_by_role("button", name="Choose").first.click()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("heading", name=re.compile("^Pass the screen"))).to_be_visible()
        assert visitor.look(table)["sequence"] > moves


def test_the_price_of_the_first_hint_is_told_before(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up("forbidden-city", "me", "level:novice")
        page.goto(f"/table/{table}")
        page.get_by_role("button", name="Hint", exact=True).click()
        price = page.get_by_role("dialog", name="Take a hint?")
        expect(price).to_contain_text("can then only lower your rating")
        price.get_by_role("button", name="Close").click()
        assert visitor.look(table)["seats"][0]["hints"] == 0
        page.keyboard.press("h")
        price.get_by_role("button", name="Show the hint").click()
        expect(page.get_by_role("region", name="What a master would do")).to_be_visible()
        assert visitor.look(table)["seats"][0]["hints"] == 1
        expect(page.get_by_text("This game can only lower your rating now.")).to_be_visible()
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(price).to_have_count(0)


def test_leaving_is_asked_about_since_the_game_goes_on(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up("forbidden-city", "me", "level:novice")
        page.goto(f"/table/{table}")
        asked = page.get_by_role("dialog", name="Leave the game?")
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Leave the game").click()
        expect(asked).to_contain_text("you are rated as if you had come last")
        asks: list[str] = []
        page.on("request", lambda request: asks.append(request.method))
        page.keyboard.press("Escape")
        expect(asked).to_have_count(0)
        expect(page.get_by_role("button", name="Settings")).to_be_focused()
        assert "DELETE" not in asks
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Leave the game").click()
        visitor.check_access("leaving a game")
        asked.get_by_role("button", name="Leave the game").click()
        expect(page.get_by_role("heading", name=re.compile("wins? with|share"))).to_be_visible()  # by two programs
        assert visitor.look(table)["seats"][0]["away"]


def test_a_move_can_be_typed(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up("year-of-the-dragon", "me", "level:novice")
        page.goto(f"/table/{table}")
        expect(page).to_have_title(re.compile("^Your turn"))
        page.keyboard.press("/")
        line = page.get_by_label("Type a move")
        expect(line).to_be_focused()
        line.fill("draft nobody")
        page.keyboard.press("Enter")
        expect(page.get_by_text(re.compile("^There is nobody called"))).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_text(re.compile("^There is nobody called"))).to_have_count(0)
        page.keyboard.press("/")
        line.fill("draft monk")
        page.keyboard.press("Enter")
        expect(line).to_have_count(0)
        assert visitor.look(table)["sequence"] >= 1
        refusals = [told for told in visitor.complaints if "422" in told]  # as Chromium notes the answer to a bad move
        assert len(refusals) == 1
        visitor.complaints = [told for told in visitor.complaints if "422" not in told]


def test_those_at_a_table_can_talk(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as host, visit(chromium, server, phone=True) as friend:
        host.come("Ada")
        friend.come("Bo")
        table = begin_game(host, friend)
        host.page.goto(f"/table/{table}")
        friend.page.goto(f"/table/{table}")
        open_drawer(host.page, "Chat")
        host.page.get_by_label("Say something").fill("Good luck!")
        host.page.keyboard.press("Enter")
        expect(host.page.get_by_role("log", name="Chat messages")).to_contain_text("Good luck!")
        button = friend.page.get_by_role("button", name="Log", exact=True)
        expect(button).to_contain_text("1")
        button.tap()
        friend.page.get_by_role("tab", name="Chat").tap()
        expect(friend.page.get_by_role("log", name="Chat messages")).to_contain_text("Ada Good luck!")
        expect(button).not_to_contain_text("1")
        friend.page.get_by_label("Say something").fill("You too")
        friend.page.get_by_role("button", name="Send").tap()
        expect(host.page.get_by_role("log", name="Chat messages")).to_contain_text("Bo You too")


def test_who_looks_on_is_told_why_they_cannot_talk(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as host, visit(chromium, server) as onlooker:
        host.come("Ada")
        onlooker.page.goto(f"/table/{host.set_up('forbidden-city', 'me', 'level:novice')}")
        open_drawer(onlooker.page, "Chat")
        expect(onlooker.page.get_by_text("Only players at the table can chat.")).to_be_visible()


def test_a_seat_at_a_shared_screen_has_one_name_everywhere(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up("forbidden-city", "me", "me")
        visitor.move_at_random(table, 4)
        page.goto(f"/table/{table}")
        page.get_by_role("button", name=re.compile("^I am")).click()
        log = open_log(page)
        expect(log).to_contain_text("Yellow lays")
        expect(log).not_to_contain_text("Ada")


def test_the_log_shows_what_was_scored(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up("year-of-the-dragon", "me", "me")
        visitor.move_at_random(table, 80)
        ledger = visitor.look(table)["view"]["ledger"]
        page.goto(f"/table/{table}")
        log = open_log(page)
        scored = log.locator("button.score")
        expect(scored).to_have_count(len(ledger))
        for line, entry in zip(scored.all_inner_texts(), ledger, strict=True):
            assert re.search(rf" gets {entry['amount']} points? ", line)
        scored.last.click()
        last = ledger[-1]
        paid = [entry["amount"] for entry in ledger if (entry["seat"], entry["round"]) == (last["seat"], last["round"])]
        expect(log.get_by_role("row", name=re.compile(f"^together {sum(paid)}$"))).to_be_visible()


def test_who_does_not_see_the_board_hears_where_a_tile_was_laid(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as host, visit(chromium, server) as friend:
        host.come("Ada")
        friend.come("Bo")
        table = begin_game(host, friend)
        move = host.look(table)["view"]["legal"][0]
        host.move(table, move)
        friend.page.goto(f"/table/{table}")
        log = open_log(friend.page)
        line = log.get_by_role("button", name=re.compile(rf"^Ada lays a tile: .*\. {move.split()[0]}$"))
        expect(line).to_have_count(1)


def test_a_spectator_is_offered_nothing_that_only_players_can_do(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as host, visit(chromium, server) as onlooker:
        host.come("Ada")
        table = host.set_up("forbidden-city", "me", "friend")
        page = onlooker.page
        page.goto(f"/table/{table}")
        expect(page.get_by_text("ask the host for the link")).to_be_visible()
        host.ask("PUT", f"/tables/{table}/seats/2", {"who": "me"})
        host.ask("POST", f"/tables/{table}/start")
        expect(page.get_by_text("You are watching.", exact=True)).to_be_visible()
        for name in ("Hint", "Undo"):
            expect(page.get_by_role("button", name=name)).to_have_count(0)
