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
        expect(page.get_by_text(f"Move 0 of {moves}")).to_be_visible()
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
        expect(page.get_by_role("slider", name="After how many moves")).not_to_have_value("0")
        races = panel.get_by_role("img", name="The race, round by round")
        expect(races.locator("path.line")).to_have_count(record["players"])

        page.get_by_role("slider", name="After how many moves").fill("6")
        visitor.meet_novices()
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
    page.get_by_role("slider", name="After how many moves").fill(str(number))
    verdict = panel.get_by_role("region", name="This move")
    expect(verdict.get_by_role("heading")).to_have_text(re.compile(rf"^Move {number}: "))
    expect(verdict.get_by_role("definition")).to_have_count(2)
    verdict.get_by_role("button", name="Show it on the board").click()
    expect(page.get_by_text(re.compile(f"^Instead of move {number}: "))).to_be_visible()
    expect(page.get_by_text(f"Move {number - 1} of {kept['moves']}")).to_be_visible()
    expect(verdict.get_by_role("heading")).to_have_text(re.compile(rf"^Move {number}: "))
    expect(page.locator(".stage .meant").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(f"Move {number} of {kept['moves']}")).to_be_visible()
    expect(page.locator(".stage .meant")).to_have_count(0)


def test_on_a_small_screen_the_better_move_comes_into_sight(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        page = visitor.page
        kept = visitor.ask("POST", "/records", {"record": golden(RECORDS["year-of-the-dragon"])})
        page.goto(f"/review/{kept['id']}")
        panel = analyse(page)
        judged = visitor.ask("GET", f"/records/{kept['id']}/analysis")["judged"]
        drafted = next(one for one in judged if one["played"]["move"] != one["best"][0]["move"])
        page.get_by_role("slider", name="After how many moves").fill(str(drafted["number"]))
        panel.get_by_role("button", name="Show it on the board").click()
        expect(page.locator(".stage .meant").first).to_be_in_viewport(ratio=0.5)


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
    expect(page.get_by_text("broken.json is no record: it does not hold JSON.")).to_be_visible()
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
    page.goto(f"/review/{kept['id']}")
    analyse(page)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server}/review/{kept['id']}"
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
    expect(page.get_by_text("A game can be analysed when it is over.")).to_be_visible()
    expect(page.get_by_text(re.compile("^Move 6 of 6$"))).to_be_visible()
    heard = [json.loads(text) for text in visitor.heard() if '"view"' in text]
    assert all(told["view"]["own"] == {} for told in heard if "view" in told)


def test_a_review_with_its_analysis_is_open_to_everybody(anybody: Visitor) -> None:
    anybody.come("Ada")
    page = anybody.page
    kept = anybody.ask("POST", "/records", {"record": last_moves()})
    page.goto(f"/review/{kept['id']}")
    analyse(page)
    page.get_by_role("slider", name="After how many moves").fill("9")
    expect(page.get_by_role("region", name="This move")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach(more => (more.open = true))")
    anybody.check_access("review with an analysis")


def test_a_key_presses_what_has_the_focus(visitor: Visitor) -> None:
    page = visitor.page
    kept = visitor.ask("POST", "/records", {"record": last_moves()})
    page.goto(f"/review/{kept['id']}")
    page.get_by_role("button", name="One move on").focus()
    page.keyboard.press("Space")
    expect(page.get_by_text(f"Move 1 of {kept['moves']}")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(f"Move 0 of {kept['moves']}")).to_be_visible()
