"""The rules of a game, for those who play in the browser: read, looked through, and played in place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from support.browsers import Visitor, open_log, visit
from tianxia.games import GAMES
from tianxia.teaching.examples import read_examples
from tianxia.words.rules import read_rules


def open_example(visitor: Visitor, game: str, name: str) -> Locator:
    """An example of a page of rules, with its board."""
    if not visitor.page.url.endswith(f"/learn/{game}"):
        visitor.page.goto(f"/learn/{game}")
    example = visitor.page.locator(f"[data-example={name}]")
    example.scroll_into_view_if_needed()
    expect(example.locator(".asked")).not_to_be_empty()
    return example


def scores_in(example: Locator) -> list[int]:
    """The totals as the seats have them, wherever the game draws these."""
    purses = example.locator("[data-purse]").all()
    if purses:
        by_seat = {int(str(purse.get_attribute("data-purse"))): purse.inner_text() for purse in purses}
        return [int(re.findall(r"\d+", by_seat[seat])[-1]) for seat in sorted(by_seat)]
    return [
        int(score)
        for score in re.findall(
            r"Points:\s*(\d+)", " ".join(example.get_by_role("list", name="Players").all_inner_texts())
        )
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_the_short_start_and_leave_the_terminal_out(
    chromium: Browser, server: str, game: str
) -> None:
    with visit(chromium, server) as visitor:
        visitor.page.goto(f"/learn/{game}")
        page = visitor.page.locator("main")
        expect(page.locator("article h2").first).to_have_text("Start in two minutes")
        shown = page.inner_text()
        assert "Where we depart from print" in shown
        assert not [word for word in ("terminal", "tianxia play", "--", "*For instance", "```") if word in shown]
        rules = [str(link.get_attribute("href")) for link in page.get_by_role("navigation").get_by_role("link").all()]
        assert [f"#{number}" for number in read_rules(game).numbers] == [href for href in rules if href[1:].isdigit()]


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_the_reference_plays(chromium: Browser, server: str, game: str) -> None:
    """Each is shown move by move, and its scores are those of its ledger."""
    with visit(chromium, server) as visitor:
        for name, told in read_examples(game).items():
            example = open_example(visitor, game, name)
            show = example.get_by_role("button", name=re.compile("^(Show me|Next move)"))
            for _ in told.show:
                show.click()
                expect(example.locator("figure")).to_have_attribute("aria-busy", "false")
                expect(example.get_by_role("button", name="Undo")).to_be_enabled()
            expect(example.get_by_role("button", name="End of the example")).to_be_disabled()
            scores = [0] * told.record["players"]
            for entry in [*told.record["position"].get("ledger", []), *told.ledger]:
                scores[entry["seat"] - 1] += entry["amount"]
            assert scores_in(example) == scores, name


def test_an_example_can_be_tried_otherwise_and_begun_again(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        example = open_example(visitor, "forbidden-city", "closing-a-room")
        question = example.locator(".asked")
        example.locator("[data-spot]").last.click()
        expect(example.get_by_role("button", name="Undo")).to_be_enabled()
        assert scores_in(example) == [0, 0, 0, 0]
        example.get_by_role("button", name="Show me").click()  # from its beginning, whatever was tried
        expect(example.get_by_text("Blue gets 11 coins.")).to_be_visible()
        example.get_by_role("button", name="Undo").click()
        expect(example.get_by_text("Blue gets 11 coins.")).to_have_count(0)
        expect(question).to_contain_text("Lay your tile")
        expect(example.get_by_role("button", name="Start again")).to_be_disabled()


def test_what_is_not_allowed_in_an_example_leads_to_its_rule_on_the_page(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        example = open_example(visitor, "forbidden-city", "closing-a-room")
        example.locator("svg[role=group]").click(position={"x": 5, "y": 5})  # far from the city
        link = example.get_by_role("status").get_by_role("link", name="Rule 2")
        link.click()
        expect(visitor.page).to_have_url(re.compile("/learn/forbidden-city#2$"))
        assert len(visitor.context.pages) == 1
        expect(visitor.page.locator("section:target")).to_contain_text("2. A turn.")


def test_words_are_found_and_gone_through_by_keys(chromium: Browser, server: str) -> None:
    with visit(chromium, server, phone=True) as visitor:
        page = visitor.page
        page.goto("/learn/year-of-the-dragon")
        expect(page.locator("article h2").first).to_be_visible()
        page.keyboard.press("/")
        page.keyboard.type("solar ECLIPSE")
        marks = page.locator("article mark")
        expect(marks).to_have_count(1)
        expect(marks.first).to_be_in_viewport()
        page.get_by_role("searchbox").fill("eclipse")
        expect(page.get_by_role("search")).to_contain_text(re.compile(r"1 of \d"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("search")).to_contain_text(re.compile(r"2 of \d"))
        expect(page.locator("mark.here")).to_be_in_viewport()
        page.keyboard.press("Shift+Enter")
        expect(page.get_by_role("search")).to_contain_text(re.compile(r"1 of \d"))
        page.get_by_role("searchbox").fill("qqq")
        expect(page.get_by_role("search")).to_contain_text("not found")
        page.keyboard.press("Escape")
        expect(marks).to_have_count(0)


def test_a_line_of_the_log_opens_its_rule(visitor: Visitor) -> None:
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    visitor.page.goto(f"/table/{table}")
    visitor.move(table, visitor.look(table)["view"]["legal"][0])
    log = open_log(visitor.page)
    log.get_by_role("button", name=re.compile("lays a tile")).first.click()
    with visitor.page.expect_popup() as opened:
        log.get_by_role("link", name="Rule 2").click()
    expect(opened.value.locator("section:target")).to_contain_text("2. A turn.")


def test_a_rule_stays_in_its_place_while_boards_above_it_are_drawn(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/learn/forbidden-city#12")
    expect(page.locator("[data-example=tied-for-second] .asked")).not_to_be_empty()
    page.wait_for_function("""() => {
        const { top } = document.querySelector("section:target").getBoundingClientRect();
        return 0 < top && top < 100;
    }""")


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_lead_to_how_moves_are_written_and_back(visitor: Visitor, game: str) -> None:
    page = visitor.page
    page.goto(f"/learn/{game}")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="How to write moves").click()
    expect(page).to_have_url(re.compile(f"/learn/{game}/notation$"))
    expect(page.get_by_role("heading", name="How to write moves", level=1)).to_be_focused()
    first = page.get_by_role("table").first.get_by_role("row").nth(1)
    expect(first.locator("code").first).to_be_visible()
    page.get_by_role("link", name="Rules").click()
    expect(page).to_have_url(re.compile(f"/learn/{game}$"))
    expect(page.locator("main code")).to_have_count(0)
    page.locator("article").get_by_role("link", name="How to write moves").click()
    expect(page.get_by_role("heading", name="The ledger")).to_be_visible()


def test_a_game_that_is_not_there_has_no_notation(visitor: Visitor) -> None:
    visitor.page.goto("/learn/chess/notation")
    expect(visitor.page.get_by_role("heading", name="Page not found")).to_be_visible()


@pytest.mark.parametrize(("opened", "place"), [("/", "Your choices"), ("?", "Help")])
def test_a_table_leads_to_how_moves_are_written(visitor: Visitor, opened: str, place: str) -> None:
    """From the line to type a move, and from the help; the table stays where it is."""
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    page.goto(f"/table/{table}")
    expect(page.get_by_role("region", name="Your choices")).to_be_visible()
    page.keyboard.press(opened)
    part = page.get_by_role("region" if opened == "/" else "tabpanel", name=place)
    with page.expect_popup() as notation:
        part.get_by_role("link", name="How to write moves").click()
    expect(notation.value).to_have_url(re.compile("/learn/forbidden-city/notation$"))
    expect(notation.value.get_by_role("cell", name="set aside")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/table/{table}"))
