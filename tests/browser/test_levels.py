"""Who is new to a game meets novices, in a casual game; after wins a stronger level is proposed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from support.analyses import golden
from support.browsers import Visitor

WON = "forbidden-city-2-halls"  # by the one who makes the last move


def test_play_now_is_casual_and_against_novices(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    card = page.get_by_role("article", name="Forbidden City")
    card.get_by_role("button", name="Play now against 2 novices").click()
    page.wait_for_url("**/table/*")
    state = visitor.ask("GET", f"/tables/{page.url.rsplit('/', 1)[-1]}")["state"]
    assert state["unrated"]["key"] == "server.unrated-casual"
    assert sorted(seat["name"] for seat in state["seats"])[-2:] == ["level:novice", "level:novice"]


def win(visitor: Visitor, name: str) -> str:
    """Win a game against novices, from the move before its end on; the table."""
    record = golden(name)
    winner, move = record["moves"][-1]["seat"], record["moves"][-1]["move"]
    seats = ["me" if seat == winner else "level:novice" for seat in range(1, record["players"] + 1)]
    begin = {"record": record, "move": len(record["moves"]) - 1}
    table = visitor.set_up(record["game"], *seats, begin=begin)
    visitor.move(table, move)
    assert visitor.look(table)["view"]["winners"] == [winner]
    return table


def test_after_wins_stronger_programs_are_proposed_at_the_end_and_at_home(visitor: Visitor) -> None:
    page = visitor.page
    proposal = page.get_by_text("You win most games against novices.")
    for wins in (1, 2):
        page.goto(f"/table/{win(visitor, WON)}")
        expect(page.get_by_role("dialog")).to_contain_text("You win with")
        expect(proposal).to_have_count(wins - 1)
    page.goto("/")
    card = page.get_by_role("article", name="Forbidden City")
    card.get_by_role("button", name="Play against adepts").click()
    page.wait_for_url("**/table/*")
    state = visitor.ask("GET", f"/tables/{page.url.rsplit('/', 1)[-1]}")["state"]
    assert "level:adept" in [seat["name"] for seat in state["seats"]]


def test_a_table_with_friends_is_casual_unless_its_host_makes_it_rated(visitor: Visitor) -> None:
    page = visitor.page
    for name, key in (("Casual", "server.unrated-casual"), ("Rated", None)):
        page.goto("/new/forbidden-city")
        choice = page.get_by_role("radio", name=re.compile(f"^{name}"))
        if key:
            expect(choice).to_be_checked()
        else:
            page.get_by_text("changes ratings").click()
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url(re.compile("/table/"))
        unrated = visitor.ask("GET", f"/tables/{page.url.rsplit('/', 1)[-1]}")["state"]["unrated"]
        assert (unrated and unrated["key"]) == key
