"""Each game, from the first click to its end: by mouse, by keys alone, and on a phone."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Browser, expect

from support.browsers import visit
from support.hands import Finger, Hand, Keys, Mouse
from support.luck import THOROUGH
from tianxia.games import GAMES
from tianxia.words import text

RESULT = re.compile(r"^\s*You (win|share|are) ")


HANDS = (Mouse, Keys, Finger)
ONE_EACH = [(game, HANDS[number % len(HANDS)]) for number, game in enumerate(sorted(GAMES))]


@pytest.mark.parametrize(("game", "hand"), list(product(sorted(GAMES), HANDS)) if THOROUGH else ONE_EACH)
def test_a_game_is_one_click_from_home_and_can_be_played_to_its_end(
    chromium: Browser, server: str, game: str, hand: type[Hand]
) -> None:
    with visit(chromium, server, phone=hand is Finger) as visitor:
        page = visitor.page
        page.goto("/")
        button = page.get_by_role("article", name=text(f"{game}.title")).get_by_role("button", name="Play now")
        if hand is Keys:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
        page.wait_for_url("**/table/*")
        hand(page).play_to_the_end()
        expect(page.get_by_role("dialog").get_by_role("heading", level=2)).to_have_text(RESULT)
