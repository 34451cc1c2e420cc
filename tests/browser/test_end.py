"""The end of a game: the result, the record, a rematch, and the way back through the game."""

from __future__ import annotations

import re
import subprocess
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from support.browsers import Visitor, visit
from support.command import TIANXIA
from tianxia.games import GAMES, find_game
from tianxia.words import text


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_shown_kept_and_played_again(
    chromium: Browser, server: str, tmp_path: Path, game: str
) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up(game, "me", "me", "me")
        visitor.move_at_random(table)
        view = visitor.look(table)["view"]
        page.goto(f"/table/{table}")
        result = page.get_by_role("dialog")
        expect(result.get_by_role("heading", level=2)).to_have_text(re.compile(r"wins? with|share"))

        places = result.get_by_role("region", name="Places").get_by_role("listitem").filter(has=page.locator("b"))
        ranked = sorted(range(3), key=lambda seat: view["places"][seat])
        assert [int(score) for score in places.locator("b").all_inner_texts()] == [view["scores"][s] for s in ranked]
        paid = {(entry["seat"], entry["source"]) for entry in view["ledger"]}
        expect(places.locator(".source")).to_have_count(len(paid))
        race = result.get_by_role("img", name="The race, round by round")
        expect(race.locator("path.line")).to_have_count(3)
        signs = sorted(float(str(sign.get_attribute("y"))) for sign in race.locator("use").all())
        for upper, lower in pairwise(signs):
            assert lower - upper > 21.9, "a sign covers another"
        result.get_by_text("Points as a table").click()
        totals = result.get_by_role("row", name=re.compile("^Total")).get_by_role("cell")
        assert [int(total) for total in totals.all_inner_texts()] == view["scores"]

        with page.expect_download() as downloaded:
            result.get_by_role("link", name="Download the record").click()
        record = tmp_path / "record.json"
        downloaded.value.save_as(record)
        subprocess.run([*TIANXIA, "verify", record], check=True, capture_output=True)

        result.get_by_role("button", name="Rematch").click()
        expect(page).not_to_have_url(re.compile(table))
        expect(page.get_by_role("heading", level=1)).to_have_text(
            re.compile(f"^({re.escape(text(f'{game}.title'))}|Pass the screen to Purple)")
        )


@pytest.mark.parametrize("game", GAMES)
def test_the_end_begins_with_ones_own_place_and_leads_to_where_it_was_decided(
    chromium: Browser, server: str, visitor: Visitor, game: str
) -> None:
    page = visitor.page
    table = play_together(chromium, server, visitor, game)
    view = visitor.look(table)["view"]
    place = view["places"][0]
    page.goto(f"/table/{table}")
    result = page.get_by_role("dialog")
    said = re.compile("^You (win|share)" if place == 1 else "^You (are|share) (second|third)")
    expect(result.get_by_role("heading", level=2)).to_have_text(said)
    rows = result.get_by_role("region", name="Places").get_by_role("listitem").filter(has=page.locator("b"))
    expect(rows.filter(has_text="Ada (you)")).to_contain_text(re.compile(r"rating .*\([+\u2212±]"))
    changes = visitor.ask("GET", f"/tables/{table}/ratings")["changes"]
    assert [change["seat"] for change in changes] == list(range(1, view["players"] + 1))
    expect(rows.filter(has_text="rating")).to_have_count(view["players"])
    visitor.check_access(f"the end of {game}")

    result.get_by_role("button", name="Analyse the game").click()
    expect(result.get_by_text("The analysis is done.")).to_be_attached()
    costly = re.compile("^Your costliest move was move|None of your moves cost much")
    expect(result.get_by_text(costly)).to_be_visible()
    link = result.get_by_role("link", name=re.compile("^Look at move")).last
    if link.count():  # an analysis as short as in tests may find nothing
        number = str(link.get_attribute("href")).split("#")[1]
        link.click()
        expect(page.get_by_text(re.compile(f"^Move {number} of"))).to_be_visible()
    page.goto("/")
    finished = page.get_by_role("listitem").filter(has=page.locator(f"a[href='/review/{table}']"))
    expect(finished).to_contain_text(f"{view['scores'][0]} · against ")


def test_a_game_can_be_looked_at_again_and_played_on(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        visitor.come("Ada")
        table = visitor.set_up("forbidden-city", "me", "me")
        visitor.move_at_random(table)
        page.goto(f"/review/{table}#0")
        moves = page.get_by_role("slider", name="Number of moves played")
        last = int(str(moves.get_attribute("max")))
        expect(page.get_by_text(f"Move 0 of {last}")).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text(f"Move 1 of {last}")).to_be_visible()
        expect(page.get_by_text(re.compile("^Purple lays"))).to_be_visible()
        page.get_by_role("button", name="To the end").click()
        expect(page.get_by_text(f"Move {last} of {last}")).to_be_visible()
        page.get_by_role("button", name="Previous turn").click()
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_url("**/table/*")
        expect(page).to_have_title(re.compile("^Your turn"))


def test_a_review_plays_single_steps_and_nothing_of_what_is_skipped(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        page = visitor.page
        page.emulate_media(reduced_motion="no-preference")
        page.clock.install()
        visitor.come("Ada")
        table = visitor.set_up("forbidden-city", "me", "me")
        visitor.move_at_random(table)
        closed = first_closing(visitor, table)
        page.goto(f"/review/{table}#0")
        note_shows = """() => {
            window.shows = 0;
            const count = ({ addedNodes }) => [...addedNodes].filter(node => node.matches?.(".show")).length;
            const observer = new MutationObserver(changes => changes.forEach(change => window.shows += count(change)));
            observer.observe(document.body, { childList: true, subtree: true });
        }"""
        expect(page.get_by_text(re.compile("^Move 0 of"))).to_be_visible()
        page.evaluate(note_shows)
        page.get_by_role("button", name="To the end").click()
        expect(page.get_by_text(re.compile("lays|sets|aside")).first).to_be_visible()
        page.get_by_role("slider", name="Number of moves played").fill(str(closed - 1))
        expect(page.get_by_text(f"Move {closed - 1} of")).to_be_visible()
        expect(page.get_by_role("main", name="Board")).to_have_attribute("aria-busy", "false")
        page.clock.fast_forward(1000)  # as for somebody who has looked around
        assert page.evaluate("window.shows") == 0
        page.get_by_role("button", name="One move forward").click()
        page.wait_for_function("() => window.shows == 1")


def play_together(chromium: Browser, server: str, host: Visitor, game: str) -> str:
    """A rated game of people, played at random to its end."""
    names = ["Bo", "Chen"][: find_game(game).player_counts[0] - 1]
    with ExitStack() as stack:
        table = host.set_up(game, "me", *("anybody" for _ in names))
        people = [host]
        for seat, name in enumerate(names, 2):
            people.append(stack.enter_context(visit(chromium, server)))
            people[-1].come(name)
            people[-1].ask("POST", f"/tables/{table}/seats/{seat}", {})
        host.ask("POST", f"/tables/{table}/start")
        while (state := host.look(table))["status"] == "playing":
            people[state["to_move"] - 1].move_at_random(table)
    return table


def first_closing(visitor: Visitor, table: str) -> int:
    """After how many moves the first room is paid."""
    move = 0
    while not visitor.ask("GET", f"/tables/{table}/review?move={move}")["view"]["ledger"]:
        move += 1
    return move
