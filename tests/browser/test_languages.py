"""The browser speaks its owner's language, or the one that is chosen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from support.browsers import Visitor, visit
from tianxia.games import GAMES, Shelf, find_game
from tianxia.play import read_record, replay
from tianxia.words import LANGUAGES, Message, catalogue, say

OTHERS = [language for language in LANGUAGES if language != "en"]
REGIONS = {"fr": "fr-CA", "zh": "zh-CN"}


@pytest.mark.parametrize("language", OTHERS)
def test_the_language_of_the_browser_is_spoken(chromium: Browser, server: str, language: str) -> None:
    with visit(chromium, server, locale=REGIONS[language]) as visitor:
        visitor.page.goto("/")
        expect(visitor.page.locator("html")).to_have_attribute("lang", language)
        for key in ("browser.home-title", *(f"{game}.title" for game in GAMES)):
            expect(visitor.page.get_by_role("heading", name=catalogue(language)[key])).to_be_visible()
        visitor.check_access(language)


def test_a_language_that_is_not_spoken_is_answered_in_english(chromium: Browser, server: str) -> None:
    with visit(chromium, server, locale="nl-NL") as visitor:
        visitor.page.goto("/")
        expect(visitor.page.get_by_role("heading", name=catalogue("en")["browser.home-title"])).to_be_visible()
        expect(visitor.page.locator("html")).to_have_attribute("lang", "en")


def test_a_language_that_was_chosen_stays(chromium: Browser, server: str) -> None:
    with visit(chromium, server) as visitor:
        visitor.page.goto("/")
        visitor.page.get_by_label(catalogue("en")["browser.language.switch"]).select_option("fr")
        expect(visitor.page.get_by_role("heading", name=catalogue("fr")["browser.home-title"])).to_be_visible()
        visitor.page.goto("/learn/forbidden-city")
        expect(visitor.page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_games_are_told_in_the_language(chromium: Browser, server: str, language: str, game: str) -> None:
    """The client says every line as the catalogue of Python does: questions, the log with what it holds, refusals."""
    with visit(chromium, server, locale=REGIONS[language]) as visitor:
        visitor.come("Ada")
        table = visitor.set_up(game, "me", "me", "me")
        visitor.move_at_random(table, 60)
        visitor.page.goto(f"/table/{table}")
        if not find_game(game).is_open:
            open_curtain(visitor, language)
        visitor.page.get_by_role("button", name=catalogue(language)["browser.drawer.log"], exact=True).click()
        shown = visitor.page.get_by_role("log")
        for sentence in told(visitor, table, language)[-20:]:
            expect(shown).to_contain_text(sentence)


def open_curtain(visitor: Visitor, language: str) -> None:
    """Look at a hand that the screen hides between turns."""
    name = say(Message("browser.curtain.open", {"name": ""}), language=language).strip()
    visitor.page.get_by_role("button", name=name).click()


def told(visitor: Visitor, table: str, language: str) -> list[str]:
    """The log as a match tells it."""
    state = visitor.look(table)
    record = visitor.ask("GET", f"/tables/{table}/record?seat={state['eyes']}")
    match = replay(read_record(record), Shelf())
    lines = [say(beside_board(line), (), language) for entry in match.log for line in entry.lines]
    return [re.sub(r"(\w)-(\d)", "\\1\N{NON-BREAKING HYPHEN}\\2", line) for line in lines]  # "wei-2" is one word


def beside_board(line: Message) -> Message:
    """A line for who sees the board: it need not name the place."""
    key = f"shown.{line.key}"
    return Message(key, line.values) if key in catalogue("en") else line
