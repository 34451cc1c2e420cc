"""A game that is looked at again: from a file or from a table, with what a strong program thinks of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.analyses import golden, last_moves
from support.browsers import Visitor, visit
from support.guests import Document
from support.patience import wait_until
from tianxia.games import GAMES

RECORDS = {
    "forbidden-city": "forbidden-city-2-gardens",
    "emperor-of-china": "emperor-of-china-3-three-four",
    "year-of-the-dragon": "year-of-the-dragon-2-none-7",
}


@pytest.fixture(params=[False, True], ids=["desk", "phone"])
def anybody(request: pytest.FixtureRequest, chromium: Browser, server: str) -> Iterator[Visitor]:
    with visit(chromium, server, phone=request.param) as visitor:
        yield visitor


def written(folder: Path, record: object) -> Path:
    file = folder / "game.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    return file


def open_file(page: Page, file: Path) -> None:
    page.goto("/")
    page.get_by_label("Choose a file…").set_input_files(file)


def sit_to_the_end(visitor: Visitor, game: str, seat: int = 2, moves: int = 9) -> str:
    """A table at which somebody sat among programs from shortly before the end of a game, and the game is over."""
    record = golden(RECORDS[game])
    others: Document = {"who": "program", "program": "random"}
    seats = [{"who": "me"} if number == seat else others for number in range(1, record["players"] + 1)]
    begin = {"record": record, "move": len(record["moves"]) - moves}
    here = visitor.ask("POST", "/tables", {"game": game, "seats": seats, "shuffled": False, "begin": begin})
    table: str = here["state"]["id"]

    def is_over() -> bool:
        visitor.move_at_random(table)
        return bool(visitor.look(table)["status"] == "over")

    wait_until(is_over)
    return table


def hand_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Your choices").locator(".hand").first


def analyse(page: Page) -> Locator:
    """Have the game analysed: the panel that tells of it, when it is done."""
    panel = page.get_by_role("complementary", name="Analysis")
    panel.get_by_role("button", name="Analyse the game").click()
    expect(panel.get_by_text("The analysis is done.")).to_be_attached()
    return panel


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_opened_analysed_and_played_on(chromium: Browser, server: str, tmp_path: Path, game: str) -> None:
    record = golden(RECORDS[game])
    with visit(chromium, server) as visitor:  # a stranger
        page = visitor.page
        open_file(page, written(tmp_path, record))
        page.wait_for_url("**/review/*")
        moves = len(record["moves"])
        expect(page.get_by_text(f"Move {moves} of {moves}")).to_be_visible()  # nobody knows yet where it was decided
        panel = analyse(page)
        chart = panel.get_by_role("img", name="Chance to win, move by move")
        expect(chart.locator("path.line")).to_have_count(record["players"])
        expect(chart.locator("path.band")).to_have_count(record["players"])
        panel.get_by_text("Chances as a table").click()
        rows = panel.get_by_role("table", name="Chance to win, move by move").get_by_role("row")
        expect(rows.last).to_contain_text("100 %")
        assert rows.count() > moves // 3
        rows.nth(4).get_by_role("button").click()
        expect(page.get_by_text(re.compile(f"^Move [1-9][0-9]* of {moves}$"))).to_be_visible()
        chart.click(position={"x": 150, "y": 100})
        expect(page.get_by_role("slider", name="Number of moves played")).not_to_have_value("0")
        races = panel.get_by_role("img", name="The race, round by round")
        expect(races.locator("path.line")).to_have_count(record["players"])

        page.get_by_role("slider", name="Number of moves played").fill("6")
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_url("**/table/*")
        expect(page).to_have_title(re.compile("^Your turn"))


@pytest.mark.parametrize("game", GAMES)
def test_the_better_move_is_named_and_shown_on_the_board(visitor: Visitor, game: str) -> None:
    page = visitor.page
    kept = visitor.ask("POST", "/records", {"record": golden(RECORDS[game])})
    page.goto(f"/review/{kept['id']}")
    panel = analyse(page)
    judged = visitor.ask("GET", f"/records/{kept['id']}/analysis")["judged"]
    on_board = {"forbidden-city": re.compile("-?[0-9]"), "emperor-of-china": re.compile("^(house|emissary) ")}
    other = next(
        one
        for one in judged
        if one["played"]["move"] != one["best"][0]["move"]
        and on_board.get(game, re.compile("")).match(one["best"][0]["move"])
    )
    number = other["number"]
    page.get_by_role("slider", name="Number of moves played").fill(str(number))
    verdict = panel.get_by_role("region", name="This move")
    expect(verdict.get_by_role("heading")).to_have_text(re.compile(rf"^Move {number}: "))
    expect(verdict.get_by_role("definition")).to_have_count(2)
    verdict.get_by_role("button", name="Show on the board").click()
    expect(page.get_by_text(re.compile(f"^Instead of move {number}: "))).to_be_visible()
    expect(page.get_by_text(f"Move {number - 1} of {kept['moves']}")).to_be_visible()
    expect(verdict.get_by_role("heading")).to_have_text(re.compile(rf"^Move {number}: "))
    expect(page.locator(".stage .previewing").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(f"Move {number} of {kept['moves']}")).to_be_visible()
    expect(page.locator(".stage .previewing")).to_have_count(0)


def test_on_a_small_screen_the_better_move_comes_into_sight(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        page = visitor.page
        kept = visitor.ask("POST", "/records", {"record": golden(RECORDS["year-of-the-dragon"])})
        page.goto(f"/review/{kept['id']}")
        panel = analyse(page)
        judged = visitor.ask("GET", f"/records/{kept['id']}/analysis")["judged"]
        drafted = next(one for one in judged if one["played"]["move"] != one["best"][0]["move"])
        page.get_by_role("slider", name="Number of moves played").fill(str(drafted["number"]))
        panel.get_by_role("button", name="Show on the board").click()
        expect(page.locator(".stage .previewing").first).to_be_in_viewport(ratio=0.5)


def test_programs_are_called_as_everywhere(visitor: Visitor) -> None:
    page = visitor.page
    kept = visitor.ask("POST", "/records", {"record": last_moves(seats=["random", "level:adept"])})
    page.goto(f"/review/{kept['id']}")
    seats = page.get_by_role("region", name="Players")
    expect(seats.get_by_text("Random", exact=True)).to_be_visible()
    expect(seats.get_by_text("Adept", exact=True)).to_be_visible()


def test_what_is_no_record_is_refused_with_the_reason(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    open_file(page, broken)
    expect(page.get_by_text("broken.json is not a record: it does not contain JSON.")).to_be_visible()
    wrong = golden()
    wrong["moves"][6]["move"] = "dance"
    page.get_by_label("Choose a file…").set_input_files(written(tmp_path, wrong))
    expect(page.get_by_text(re.compile("move 7.*dance", re.IGNORECASE))).to_be_visible()
    visitor.complaints = [told for told in visitor.complaints if "422" not in told]  # as Chromium notes it


def test_a_file_can_be_dropped(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    zone = page.get_by_role("region", name="A game from a file")
    dropped = page.evaluate_handle(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "game.json", { type: "application/json" }));
            return carried;
        }""",
        json.dumps(golden()),
    )
    zone.dispatch_event("drop", {"dataTransfer": dropped})
    page.wait_for_url("**/review/*")


def test_the_link_to_a_review_is_copied_and_others_see_the_same(
    visitor: Visitor, chromium: Browser, server: str
) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    kept = visitor.ask("POST", "/records", {"record": last_moves()})
    page.goto(f"/review/{kept['id']}#0")
    analyse(page)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server}/review/{kept['id']}#0"
    with visit(chromium, server) as other:
        other.page.goto(link)
        expect(other.page.get_by_role("img", name="Chance to win, move by move")).to_be_visible()


def test_a_review_of_a_game_that_goes_on_shows_nobodys_hand_on_a_shared_screen(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("emperor-of-china", "me", "me", "me")
    visitor.move_at_random(table, 6)
    hands = [visitor.ask("GET", f"/tables/{table}?seat={seat}")["state"]["view"]["own"] for seat in (1, 2, 3)]
    assert all(hands)
    page.goto(f"/review/{table}")
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("A game can be analysed once it is over.")).to_be_visible()
    expect(page.get_by_text(re.compile("^Move 6 of 6$"))).to_be_visible()
    heard = [json.loads(text) for text in visitor.heard() if '"view"' in text]
    assert all(told["view"]["own"] == {} for told in heard if "view" in told)


def test_a_review_with_its_analysis_is_open_to_everybody(anybody: Visitor) -> None:
    anybody.come("Ada")
    page = anybody.page
    kept = anybody.ask("POST", "/records", {"record": last_moves()})
    page.goto(f"/review/{kept['id']}")
    analyse(page)
    page.get_by_role("slider", name="Number of moves played").fill("9")
    expect(page.get_by_role("region", name="This move")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach(more => (more.open = true))")
    anybody.check_access("review with an analysis")


def test_a_key_presses_what_has_the_focus(visitor: Visitor) -> None:
    page = visitor.page
    kept = visitor.ask("POST", "/records", {"record": last_moves()})
    page.goto(f"/review/{kept['id']}#0")
    page.get_by_role("button", name="One move forward").focus()
    page.keyboard.press("Space")
    expect(page.get_by_text(f"Move 1 of {kept['moves']}")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(f"Move 0 of {kept['moves']}")).to_be_visible()


# ---- through somebody's eyes


HELD_BY_ADA = {
    "forbidden-city": "Tile of Ada",
    "emperor-of-china": "Hand of Ada",
    "year-of-the-dragon": "Person cards of Ada",
}


def held_by_ada(page: Page, game: str) -> Locator:
    """In the Year of the Dragon cards lie on the board, with their own label; else what is held has a heading."""
    if game == "year-of-the-dragon":
        return page.get_by_role("region", name=HELD_BY_ADA[game])
    return hand_of(page).filter(has=page.get_by_role("heading", name=HELD_BY_ADA[game]))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_played_sees_their_hand_as_it_was_and_chooses_nothing(visitor: Visitor, game: str) -> None:
    page = visitor.page
    table = sit_to_the_end(visitor, game)
    page.goto(f"/review/{table}#0")
    hand = held_by_ada(page, game)
    expect(hand).to_be_visible()
    own = visitor.ask("GET", f"/tables/{table}/review?move=0&seat=2")["view"]
    if game == "emperor-of-china":
        cards = page.get_by_role("region", name="Hand of Ada").get_by_role("button")
        held = [str(card.get_attribute("aria-label")).split()[0].lower() for card in cards.all()]
        assert sorted(held) == sorted(own["own"]["hand"])
        cards.first.dispatch_event("click")  # as a finger would, though it is said to be disabled
        expect(page.locator('.hand [aria-pressed="true"]')).to_have_count(0)
    elif game == "year-of-the-dragon":
        held = own["table"]["courts"][1]["cards"]
        expect(hand.get_by_role("list").get_by_role("listitem")).to_have_count(len(set(held)))
    else:
        tile = hand.get_by_role("button")
        expect(tile).to_be_disabled()
        before = tile.inner_html()
        page.keyboard.press("r")
        assert tile.inner_html() == before
    expect(hand.locator("[data-spot], button:enabled:not([aria-disabled=true])")).to_have_count(0)

    page.get_by_label("Seen by").select_option("a spectator")
    expect(held_by_ada(page, game)).to_have_count(0)
    page.get_by_label("Seen by").select_option(index=1)
    theirs = re.compile(r"(Tile|Hand|cards) of Random")
    has_label = game == "year-of-the-dragon"
    expect(page.get_by_role("region" if has_label else "heading", name=theirs)).to_be_visible()


def test_a_hand_that_a_record_hides_is_not_said_to_be_empty(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    table = visitor.set_up("emperor-of-china", "me", "level:novice", "level:novice")
    open_file(page, written(tmp_path, visitor.ask("GET", f"/tables/{table}/record")))
    page.get_by_label("Seen by").select_option(index=1)
    expect(page.get_by_role("region", name=re.compile("^Hand of"))).to_be_visible()
    page.get_by_label("Seen by").select_option(index=2)
    expect(page.get_by_role("region", name=re.compile("^Hand of"))).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_a_hand_leaves_board_and_steps_in_sight(chromium: Browser, server: str, game: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        page = visitor.page
        page.goto(f"/review/{sit_to_the_end(visitor, game)}")
        if game == "year-of-the-dragon":  # its cards lie on the board, which scrolls where it is small
            held_by_ada(page, game).scroll_into_view_if_needed()
        expect(held_by_ada(page, game)).to_be_in_viewport(ratio=1)
        board = page.get_by_role("main", name="Board")
        expect(board).to_be_in_viewport(ratio=1)
        assert board.evaluate("board => board.clientHeight") >= 300
        expect(page.get_by_role("button", name="One move forward")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("heading", name="Analysis")).to_be_in_viewport(ratio=1)
        visitor.check_access(f"review of {game} with a hand")


# ---- places in the game


def test_a_game_that_goes_on_is_opened_as_it_stands(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "me")
    visitor.move_at_random(table, 6)
    page.goto(f"/review/{table}")
    expect(page.get_by_text("Move 6 of 6")).to_be_visible()


def test_a_review_opens_at_ones_own_first_decision_and_later_where_one_erred(visitor: Visitor) -> None:
    page = visitor.page
    table = sit_to_the_end(visitor, "forbidden-city", moves=25)
    record = visitor.ask("GET", f"/tables/{table}/record")
    page.goto(f"/review/{table}")
    last = len(record["moves"])
    first = [made["seat"] for made in record["moves"]].index(2)
    expect(page.get_by_text(f"Move {first} of {last}")).to_be_visible()
    analyse(page)
    judged = visitor.ask("GET", f"/tables/{table}/analysis")["judged"]
    own = [one for one in judged if one["seat"] == 2]
    worst = sorted((one for one in own if one["cost"]), key=lambda one: -one["cost"])
    mistakes = [one for one in own if one["mistake"]]
    where = (mistakes or worst)[:1]
    assert where, "somebody who plays at random errs"
    page.goto("/")
    page.goto(f"/review/{table}")
    expect(page.get_by_text(f"Move {where[0]['number']} of {last}")).to_be_visible()
    page.goto("/")
    page.goto(f"/review/{table}#2")
    expect(page.get_by_text(f"Move 2 of {last}")).to_be_visible()


def test_the_address_keeps_the_place_and_shares_it(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    kept = visitor.ask("POST", "/records", {"record": last_moves()})
    page.goto(f"/review/{kept['id']}")
    page.get_by_role("slider", name="Number of moves played").fill("4")
    page.wait_for_url(f"**/review/{kept['id']}#4")
    page.reload()
    expect(page.get_by_text(f"Move 4 of {kept['moves']}")).to_be_visible()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert str(page.evaluate("navigator.clipboard.readText()")).endswith(f"/review/{kept['id']}#4")
    page.goto(f"/review/{kept['id']}#999")
    expect(page.get_by_text(f"Move {kept['moves']} of {kept['moves']}")).to_be_visible()


# ---- playing on


def test_whoever_played_plays_on_in_their_own_seat(visitor: Visitor) -> None:
    page = visitor.page
    table = sit_to_the_end(visitor, "forbidden-city")
    page.goto(f"/review/{table}")
    moves = visitor.ask("GET", f"/tables/{table}/record")["moves"]
    programs_turn = next(number for number, made in enumerate(moves) if made["seat"] == 1)
    page.get_by_role("slider", name="Number of moves played").fill(str(programs_turn))
    expect(page.get_by_role("main", name="Board")).to_have_attribute("aria-busy", "false")
    button = page.get_by_role("button", name="Play on from here")
    expect(button).to_have_attribute("title", "You play the seat of Ada, programs play the others.")
    button.click()
    page.wait_for_url("**/table/*")
    expect(page).to_have_title(re.compile("^Your turn"))  # after the program has made its move
    seats = visitor.look(page.url.rsplit("/", 1)[1])["seats"]
    assert [seat["who"] for seat in seats] == ["program", "person"]


def test_who_had_no_seat_plays_on_in_the_one_to_move_or_whose_eyes_they_chose(visitor: Visitor) -> None:
    page = visitor.page
    record = last_moves(seats=["Ann", "Ben"])
    kept = visitor.ask("POST", "/records", {"record": record})
    mover = ["Ann", "Ben"][record["moves"][0]["seat"] - 1]
    other = ({"Ann", "Ben"} - {mover}).pop()
    page.goto(f"/review/{kept['id']}#0")
    button = page.get_by_role("button", name="Play on from here")
    expect(button).to_have_attribute("title", f"You play the seat of {mover}, programs play the others.")
    page.get_by_label("Seen by").select_option(other)
    expect(button).to_have_attribute("title", f"You play the seat of {other}, programs play the others.")


def test_a_mistake_is_tried_again_and_the_better_move_played_on(visitor: Visitor) -> None:
    page = visitor.page
    kept = visitor.ask("POST", "/records", {"record": golden("forbidden-city-2-gardens")})
    page.goto(f"/review/{kept['id']}")
    panel = analyse(page)
    costly = [one for one in visitor.ask("GET", f"/records/{kept['id']}/analysis")["judged"] if one["cost"]]
    worst = max(costly, key=lambda one: one["cost"])
    page.get_by_role("slider", name="Number of moves played").fill(str(worst["number"]))
    verdict = panel.get_by_role("region", name="This move")
    expect(verdict).to_contain_text(worst["explanation"]["findings"][0]["line"]["text"])

    verdict.get_by_role("button", name="Try again").click()
    again = page.get_by_role("main", name="Board")
    expect(again).to_contain_text(f"Move {worst['number']}, ")
    expect(again.locator("[data-spot]").first).to_be_visible()  # there is something to choose

    page.get_by_role("button", name="Back to the review").click()
    expect(page.get_by_text(f"Move {worst['number']} of {kept['moves']}")).to_be_visible()
    verdict.get_by_role("button", name="Show why").click()
    expect(again).to_contain_text(f"Instead of move {worst['number']}: ")
    expect(page.get_by_role("button", name="Next move")).to_be_disabled()  # all moves were played on
    page.get_by_role("button", name="Back to the review").click()
    expect(verdict).to_contain_text("You have tried this one again.")
