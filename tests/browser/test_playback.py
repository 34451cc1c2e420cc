"""What happened at a table is played step by step; it can be skipped, replayed, and is marked until one acts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.browsers import Visitor, begin_game, visit
from support.guests import Document

NOTE_EVENTS = """() => {
    window.events = [];
    const note = (event) => window.events.at(-1) !== event && window.events.push(event);
    const look = () => {
        const told = [...document.querySelectorAll(".caption li")].at(-1);
        const totals = [...document.querySelectorAll("[data-purse]")].map((one) => one.lastChild.textContent.trim());
        const gain = told?.querySelector("b")?.textContent ?? "";
        if (told) note(`step ${gain} | ${told.textContent.trim()}`);
        if (window.totals !== totals.join(" ")) note(`totals ${(window.totals = totals.join(" "))}`);
        if (document.querySelector("dialog")) note("result");
    };
    look();
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


@contextmanager
def pair_of(chromium: Browser, server: str, speed: str) -> Iterator[tuple[Visitor, Visitor]]:
    """Ada, to whom everything is played at a speed, and Bo."""
    with visit(chromium, server, speed=speed) as ada, visit(chromium, server) as bo:
        ada.come("Ada")
        bo.come("Bo")
        yield ada, bo


@pytest.fixture
def pair(chromium: Browser, server: str) -> Iterator[tuple[Visitor, Visitor]]:
    """Whoever waits for something here skips it: slow is so slow that a test has the time to look."""
    with pair_of(chromium, server, "slow") as pair:
        yield pair


def caption(page: Page) -> Locator:
    return page.get_by_role("group", name="What just happened")


def chips(page: Page) -> Locator:
    return page.get_by_role("region", name="Since your last turn").get_by_role("button")


def open_table(visitor: Visitor, table: str) -> Page:
    visitor.page.goto(f"/table/{table}")
    visitor.page.wait_for_selector("[data-purse]")
    return visitor.page


def paid_sums(state: Document) -> list[int]:
    scores: list[int] = state["view"]["scores"]
    return scores


def totals(page: Page) -> list[int]:
    told = page.locator("[data-purse]").evaluate_all("all => all.map((one) => one.lastChild.textContent.trim())")
    return [int(total) for total in told]


def play_until_bo_is_about_to_score(table: str, ada: Visitor, bo: Visitor) -> str:
    """Both move, until a move of Bo pays somebody: that move."""
    while True:
        for move in bo.look(table)["view"]["legal"] if bo.look(table)["to_move"] == 2 else ():
            seen = bo.ask("POST", f"/tables/{table}/preview", {"seat": 2, "move": move})
            if seen["ledger"]:
                return str(move)
        mover = ada if bo.look(table)["to_move"] == 1 else bo
        mover.move_at_random(table, 1)


def test_each_total_changes_after_the_step_that_names_its_source(chromium: Browser, server: str) -> None:
    with pair_of(chromium, server, "fast") as (ada, bo):
        table = begin_game(ada, bo)
        move = play_until_bo_is_about_to_score(table, ada, bo)
        page = open_table(ada, table)
        page.evaluate(NOTE_EVENTS)
        bo.move(table, move)
        page.wait_for_function("() => window.events.some((event) => event.startsWith('step'))")
        expect(caption(page)).to_have_count(0)
        events = page.evaluate("window.events")
        scores = paid_sums(ada.look(table))
        assert events[1].startswith("step  | Bo lays"), events
        shown: list[list[int]] = []
        step = ""
        for event in events:
            if event.startswith("step"):
                step = event
                continue
            shown.append([int(total) for total in event.split()[1:]])
            if len(shown) > 1:
                gain = sum(shown[-1]) - sum(shown[-2])
                assert step.startswith(f"step +{gain} rooms |"), events
        assert shown[-1] == scores


def test_a_key_skips_to_the_newest_and_the_same_key_acts(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    table = begin_game(ada, bo)
    move = play_until_bo_is_about_to_score(table, ada, bo)
    page = open_table(ada, table)
    before = totals(page)
    bo.move(table, move)
    expect(caption(page)).to_be_visible()
    assert totals(page) == before
    page.keyboard.press("Escape")
    expect(caption(page)).to_have_count(0)
    assert totals(page) == paid_sums(ada.look(table)) != before

    ada.move_at_random(table, 1)
    bo.move_at_random(table, 1)
    expect(caption(page)).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_label("Type a move")).to_be_visible()
    expect(caption(page)).to_have_count(0)


def test_a_click_on_a_place_skips_and_chooses_it(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    table = begin_game(ada, bo)
    ada.move_at_random(table, 1)
    page = open_table(ada, table)
    bo.move_at_random(table, 1)
    expect(caption(page)).to_be_visible()
    expect(page.locator("main [data-spot]")).to_have_count(0)
    box = page.get_by_role("main", name="Board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 5, box["y"] + 5)  # beside the city
    expect(caption(page)).to_have_count(0)
    expect(page.locator("main [data-spot]")).not_to_have_count(0)


def test_what_others_did_is_marked_until_i_act_and_can_be_replayed(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    table = begin_game(ada, bo)
    ada.move_at_random(table, 1)
    page = open_table(ada, table)
    bo.move_at_random(table, 1)
    page.get_by_role("button", name="Skip").click()
    expect(chips(page)).to_have_count(1)
    expect(chips(page)).to_have_accessible_name(re.compile("^1. Bo: Bo lays a tile"))

    tiles = "() => document.querySelectorAll('main .shown').length"
    chips(page).focus()
    page.wait_for_function(f"() => ({tiles})() > 0")
    chips(page).blur()
    page.wait_for_function(f"() => ({tiles})() === 0")

    for replay in ("p", "button"):
        if replay == "p":
            page.keyboard.press("p")
        else:
            page.get_by_role("button", name="Replay the round").click()
        expect(caption(page)).to_contain_text("Bo lays a tile")
        page.keyboard.press("Escape")
        expect(caption(page)).to_have_count(0)

    page.reload()
    expect(chips(page)).to_have_count(1)
    page.keyboard.press("p")  # from the log
    expect(caption(page)).to_contain_text("Bo lays a tile")
    page.keyboard.press("Escape")
    ada.move_at_random(table, 1)
    expect(chips(page)).to_have_count(0)


def test_the_result_comes_after_the_last_step(chromium: Browser, server: str) -> None:
    with pair_of(chromium, server, "fast") as (ada, bo):
        table = begin_game(ada, bo, "year-of-the-dragon")
        page = open_table(ada, table)
        page.evaluate(NOTE_EVENTS)
        while ada.look(table)["status"] == "playing":
            ada.move_at_random(table)
            bo.move_at_random(table)
        expect(page.get_by_role("dialog")).to_be_visible()
        events = page.evaluate("window.events")
        result = events.index("result")
        changes = [number for number, event in enumerate(events) if event.startswith("totals")]
        steps = [number for number, event in enumerate(events) if event.startswith("step")]
        assert max(steps) < result > max(changes)
        assert any("persons" in events[number] for number in steps[-10:])  # as they score at the end
        assert [int(total) for total in events[max(changes)].split()[1:]] == paid_sums(ada.look(table))


def test_a_room_that_closes_is_counted_on_the_board(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    table = begin_game(ada, bo)
    move = play_until_bo_is_about_to_score(table, ada, bo)
    closing = bo.ask("POST", f"/tables/{table}/preview", {"seat": 2, "move": move})["table"]["closings"][0]
    page = open_table(ada, table)
    bo.move(table, move)
    scoring = page.locator("main .scoring")
    expect(scoring.locator(".sum")).to_have_text(str(closing["value"]))
    expect(scoring.locator(".count")).to_have_count(closing["tiles"])
    expect(scoring.locator(".count").last).to_have_text(str(closing["worth"]))
    expect(scoring.locator(".badge")).to_have_text([f"+{one['worth']}" for one in closing["neighbours"]])
    page.keyboard.press("Escape")
    expect(scoring).to_have_count(0)
    cell = move.split()[0]
    assert page.locator("main .since").count() == 1
    expect(page.locator(f'main [data-pays="{cell}"]')).to_have_count(1)
    expect(chips(page).locator(".picture svg")).to_have_count(1)
    paid = sum(one["amount"] for one in closing["paid"])
    assert paid <= sum(map(int, re.findall(r"\+(\d+)", chips(page).inner_text())))


def test_what_is_played_is_announced_once_and_the_question_comes_after_it(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    table = begin_game(ada, bo)
    ada.move_at_random(table, 1)
    page = open_table(ada, table)
    bo.move_at_random(table, 1)
    expect(caption(page)).to_contain_text("Bo lays a tile")
    announced = page.locator("[aria-live=polite]").filter(has_text="Bo lays a tile")
    expect(announced).to_have_count(1)  # the caption is none of them
    expect(announced.locator("p").filter(has_text="Bo lays a tile")).to_have_count(1)
    question = page.locator(".asked")
    expect(question).to_have_text("")
    page.keyboard.press("Escape")
    expect(question).to_contain_text("Lay your tile")
    expect(announced.locator("p").filter(has_text="Bo lays a tile")).to_have_count(1)


def test_with_less_motion_the_steps_are_a_list(pair: tuple[Visitor, Visitor]) -> None:
    ada, bo = pair
    table = begin_game(ada, bo)
    move = play_until_bo_is_about_to_score(table, ada, bo)
    page = open_table(ada, table)
    assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    bo.move(table, move)
    expect(caption(page).get_by_role("listitem")).to_have_count(2)
    expect(page.locator(".coin")).to_have_count(0)
    expect(caption(page).get_by_role("listitem").first).to_contain_text("Bo lays a tile")
    page.keyboard.press("Escape")


def test_turned_off_everything_is_shown_at_once(chromium: Browser, server: str) -> None:
    with pair_of(chromium, server, "off") as (ada, bo):
        table = begin_game(ada, bo)
        move = play_until_bo_is_about_to_score(table, ada, bo)
        page = open_table(ada, table)
        page.evaluate(NOTE_EVENTS)
        bo.move(table, move)
        expect(page).to_have_title(re.compile("^Your turn"))
        assert totals(page) == paid_sums(ada.look(table))
        assert not [event for event in page.evaluate("window.events") if event.startswith("step")]
        expect(chips(page)).to_have_count(1)


def test_the_speed_is_a_setting(visitor: Visitor) -> None:
    page = open_table(visitor, visitor.set_up("forbidden-city", "me", "level:novice"))
    page.get_by_role("button", name="Settings").click()
    speeds = page.get_by_role("group", name="Playback of moves")
    expect(speeds.get_by_role("radio", name="Off")).to_be_checked()
    speeds.get_by_role("radio", name="Normal").check()
    page.keyboard.press("Escape")
    visitor.type_move(visitor.look(page.url.split("/")[-1])["view"]["legal"][0])
    page.get_by_role("button", name="Confirm").click()
    expect(caption(page)).to_contain_text("Novice lays")
