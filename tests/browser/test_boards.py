"""Boards under real mice, fingers and keys: turning, zooming, dragging, picking up in any order, and what they show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from support.browsers import Visitor, visit

MOTION = "document.querySelector('.stage .free > .board').style.transform"


@pytest.fixture
def phone(chromium: Browser, server: str) -> Iterator[Visitor]:
    with visit(chromium, server, phone=True) as visitor:
        visitor.come("Ada")
        yield visitor


# ---- Forbidden City


def sit_with_a_tile_to_turn(visitor: Visitor) -> tuple[str, str]:
    """A table, and a cell on which the first tile fits in several turns, whatever was dealt."""
    while True:
        table = visitor.set_up("forbidden-city", "me", "level:novice")
        fits = Counter(move.split()[0] for move in visitor.look(table)["view"]["legal"])
        cell, turns = fits.most_common(1)[0]
        if turns > 1:
            visitor.page.goto(f"/table/{table}")
            return table, cell


def spot_on(page: Page, cell: str) -> Locator:
    return page.locator(f'[data-spot^="{cell} r"]')


def turn_on(page: Page, cell: str) -> str:
    return spot_on(page, cell).get_attribute("data-spot") or ""


def expect_whole_board(page: Page, is_whole: bool = True) -> None:
    """Not zoomed, or zoomed; a screen may need a moment for it."""
    board = page.locator(".stage .free > .board")
    expect(board).to_have_attribute("style", re.compile(r"scale\(1\)" if is_whole else r"scale\((?!1\))"))


def test_a_tile_is_turned_by_key_and_by_wheel(visitor: Visitor) -> None:
    page = visitor.page
    _, cell = sit_with_a_tile_to_turn(visitor)
    spot_on(page, cell).hover()
    first = turn_on(page, cell)
    page.keyboard.press("r")
    expect(page.locator(f'[data-spot="{first}"]')).to_have_count(0)
    second = turn_on(page, cell)
    page.keyboard.press("Shift+R")
    expect(page.locator(f'[data-spot="{first}"]')).to_have_count(1)
    page.mouse.wheel(0, 100)
    expect(page.locator(f'[data-spot="{second}"]')).to_have_count(1)
    expect_whole_board(page)  # over a cell the wheel does not zoom


def test_a_chosen_tile_is_turned_taken_back_and_laid(visitor: Visitor) -> None:
    """The server is told once, when it is laid; and nothing moves meanwhile."""
    page = visitor.page
    table, cell = sit_with_a_tile_to_turn(visitor)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/moves") else None)
    places = "() => [...document.querySelectorAll('main [data-pays]')].map(one => one.getBoundingClientRect().x)"
    expect(spot_on(page, cell)).to_be_visible()
    before = page.evaluate(places)
    spot_on(page, cell).click()
    lay = page.get_by_role("button", name="Lay tile")
    expect(lay).to_be_focused()
    expect(page.get_by_text("Lay it here?")).to_be_visible()
    page.mouse.move(5, 5)  # looking elsewhere changes nothing
    first = turn_on(page, cell)
    expect(page.locator(".previewing .knob")).to_be_visible()
    for turner in (None, spot_on(page, cell), page.locator(".knob")):
        if turner is None:
            page.keyboard.press("r")
        else:
            turner.click()
        expect(page.locator(f'[data-spot="{first}"]')).to_have_count(0)
        first = turn_on(page, cell)
    assert page.evaluate(places) == before
    page.keyboard.press("Escape")
    expect(lay).to_have_count(0)
    spot_on(page, cell).click()
    expect(lay).to_be_focused()
    assert sent == []
    laid = turn_on(page, cell)
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-spot="{laid}"]')).to_have_count(0)
    assert len(sent) == 1
    assert visitor.ask("GET", f"/tables/{table}/record")["moves"][0]["move"] == laid


def find_gain(visitor: Visitor) -> tuple[str, dict[str, Any]]:
    """A table at which a tile would pay at once, and where."""
    table = visitor.set_up("forbidden-city", "me", "me")
    while True:
        gains = visitor.look(table)["view"]["own"]["gains"]
        if gains and max(gain["amount"] for gain in gains) > 1:
            return table, max(gains, key=lambda gain: gain["amount"])
        visitor.move_at_random(table, 1)


def test_a_cell_tells_what_it_would_pay_and_shows_it_where_it_happens(visitor: Visitor) -> None:
    page = visitor.page
    table, gain = find_gain(visitor)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=re.compile("^I am")).click()
    spot = spot_on(page, f"{gain['at'][0]},{gain['at'][1]}")
    expect(spot).to_have_accessible_name(re.compile(rf"brings up to {gain['amount']} coins"))
    expect(spot.locator("text")).to_have_text(str(gain["amount"]))
    spot.hover()
    callout = page.locator(".callout")
    expect(callout).to_contain_text(f"+{gain['amount']}")
    expect(page.locator(".board path.closes")).not_to_have_count(0)
    expect(page.locator(".effects")).to_contain_text(re.compile(r"Closes the \w+ room: \d+ tiles?.* = \d+\."))
    box, tile = callout.bounding_box(), spot.bounding_box()
    assert box is not None
    assert tile is not None
    assert 0 <= box["x"] <= 1280 - box["width"]
    is_apart = (
        box["x"] >= tile["x"] + tile["width"]
        or box["x"] + box["width"] <= tile["x"]
        or box["y"] >= tile["y"] + tile["height"]
        or box["y"] + box["height"] <= tile["y"]
    )
    assert is_apart


def test_values_of_open_rooms_are_shown_by_the_eye(visitor: Visitor) -> None:
    page = visitor.page
    table, _ = find_gain(visitor)
    rooms = visitor.look(table)["view"]["table"]["rooms"]
    worth = [str(room["value"]) for room in rooms if room["open_ends"] and room["pays"] and room["value"] > 1]
    page.goto(f"/table/{table}")
    page.get_by_role("button", name=re.compile("^I am")).click()
    badges = page.locator("main .badge:is(.open, .nobody) text")
    expect(badges).to_have_count(len(worth))
    assert sorted(badges.all_text_contents()) == sorted(worth)
    page.get_by_role("button", name="Values on the board").click()
    expect(badges).to_have_count(0)


def test_a_phone_opens_on_the_part_in_play(phone: Visitor) -> None:
    page = phone.page
    table = phone.set_up("forbidden-city", "me", "me")
    phone.move_at_random(table, 30)
    for size in ({"width": 390, "height": 844}, {"width": 844, "height": 390}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(f"/table/{table}")
        page.get_by_role("button", name=re.compile("^I am")).click()
        expect_whole_board(page, False)
        tile = page.locator("main .spot .touch").first.bounding_box()
        assert tile is not None
        assert 50 < tile["width"] < 70


def test_whoever_cannot_turn_a_tile_is_not_told_how(visitor: Visitor) -> None:
    page = visitor.page
    sit_with_a_tile_to_turn(visitor)
    expect(page.get_by_text("Point at a glowing cell.")).to_contain_text("R or the wheel turns the tile.")
    while True:
        table = visitor.set_up("forbidden-city", "me", "level:novice")
        if len(visitor.look(table)["view"]["own"]["turns"]) == 1:
            break
    page.goto(f"/table/{table}")
    expect(page.get_by_text("Point at a glowing cell.")).not_to_contain_text("turns the tile")


def test_tiles_that_nobody_has_laid_are_drawn(visitor: Visitor) -> None:
    page = visitor.page
    table = visitor.set_up("forbidden-city", "me", "me")
    visitor.move_at_random(table, 3)
    unseen = visitor.look(table)["view"]["table"]["unseen"][1]
    page.goto(f"/table/{table}")
    page.get_by_role("main").get_by_role("button").click()  # the curtain
    page.get_by_role("button", name=re.compile("tiles in the stack$")).nth(1).click()
    tiles = page.locator("[popover]:popover-open").get_by_role("listitem")
    expect(tiles).to_have_count(len(unseen))
    expect(tiles.locator("> svg:has(*)")).to_have_count(len(unseen))
    told = tiles.all_inner_texts()
    assert all(re.match(r"(green|pink|white) room", words) for words in told)
    assert not any(tile.replace("-", " ") in words for words in told for tile in unseen)


def test_a_board_is_zoomed_by_wheel_dragged_and_put_back_by_keys(visitor: Visitor) -> None:
    page = visitor.page
    table, _ = sit_with_a_tile_to_turn(visitor)
    stage = page.locator(".stage .free").bounding_box()
    assert stage is not None
    x, y = stage["x"] + 20, stage["y"] + 20  # no cell is there
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    page.wait_for_function(f"() => {MOTION}.includes('scale(2')")
    before = page.evaluate(MOTION)
    page.mouse.move(x + 300, y + 200)
    page.mouse.down()
    page.mouse.move(x + 150, y + 110, steps=5)
    page.mouse.up()
    page.wait_for_function(f"before => {MOTION} !== before", arg=before)
    assert visitor.look(table)["sequence"] == 0
    page.keyboard.press("0")
    expect_whole_board(page)
    page.keyboard.press("+")
    expect_whole_board(page, False)


def test_a_finger_looks_turns_and_lays(phone: Visitor) -> None:
    page = phone.page
    table, cell = sit_with_a_tile_to_turn(phone)
    spot_on(page, cell).tap()
    lay = page.get_by_role("button", name="Lay tile")
    expect(lay).to_be_visible()
    turns = [turn_on(page, cell)]
    for turn in (page.get_by_role("button", name="Turn", exact=True), spot_on(page, cell), page.locator(".knob")):
        turn.tap()
        expect(page.locator(f'[data-spot="{turns[-1]}"]')).to_have_count(0)
        turns.append(turn_on(page, cell))
    page.get_by_role("button", name="Back").tap()
    expect(lay).to_have_count(0)
    spot_on(page, cell).tap()
    turned = turn_on(page, cell)
    assert turned == turns[-1]
    lay.tap()
    expect(page.locator(f'[data-spot="{turned}"]')).to_have_count(0)
    assert phone.look(table)["sequence"] > 0


def test_two_fingers_zoom(phone: Visitor) -> None:
    page = phone.page
    sit_with_a_tile_to_turn(phone)
    stage = page.locator(".stage .free").bounding_box()
    assert stage is not None
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    fingers = phone.context.new_cdp_session(page)

    def touch(kind: str, *away: float) -> None:
        points = [{"x": x + side * off, "y": y, "id": side} for off in away for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 30)
    for away in (40, 60, 80, 100):
        touch("touchMove", away)
    page.wait_for_function(f"() => parseFloat({MOTION}.split('scale(')[1]) > 2")
    touch("touchEnd")
    page.get_by_role("button", name="The whole board").click()  # Chromium takes a tap that comes too soon for a gesture
    expect_whole_board(page)


def test_what_scores_flies_to_the_names(chromium: Browser, server: str) -> None:
    with visit(chromium, server, speed="fast") as visitor:
        visitor.come("Ada")
        watch_coins(visitor)


def watch_coins(visitor: Visitor) -> None:
    page = visitor.page
    page.emulate_media(reduced_motion="no-preference")
    table = visitor.set_up("forbidden-city", "me", "level:novice")
    page.goto(f"/table/{table}")
    page.wait_for_selector("[data-spot]")
    page.evaluate("""() => {
        window.coins = [];
        const note = ({ addedNodes }) => window.coins.push(...[...addedNodes].filter(node => node.matches?.(".coin")));
        const observer = new MutationObserver(changes => changes.forEach(note));
        observer.observe(document.body, { childList: true, subtree: true });
    }""")
    while not visitor.look(table)["view"]["ledger"]:
        visitor.move_at_random(table, 1)
    page.wait_for_function("() => window.coins.length > 0")
    assert re.fullmatch(r"\+\d+", page.evaluate("() => window.coins[0].textContent.trim()"))
    expect(page.locator(".coin")).to_have_count(0)  # they have arrived


# ---- The Emperor of China


def sit_with_card(visitor: Visitor, wanted: str) -> tuple[str, list[str]]:
    """A table with such a card in the hand, and the houses that it builds."""
    while True:
        table = visitor.set_up("emperor-of-china", "me", "level:novice", "level:novice")
        legal: list[str] = visitor.look(table)["view"]["legal"]
        houses = [move for move in legal if re.fullmatch(rf"house \S+ {wanted}", move)]
        if houses:
            visitor.page.goto(f"/table/{table}")
            return table, houses


def card_in_hand(page: Page, card: str) -> Locator:
    return page.get_by_role("region", name="Your hand").get_by_role("button", name=re.compile(card, re.I)).first


def test_a_card_lights_the_places_it_pays_for(visitor: Visitor) -> None:
    page = visitor.page
    table, houses = sit_with_card(visitor, "green")
    card_in_hand(page, "green").click()
    expect(page.locator(".board [data-spot^=house]")).to_have_count(len(houses))
    page.locator(f'[data-spot="{houses[0]}"]').click()
    expect(page.get_by_text(re.compile("^Draw 1 card"))).to_be_visible()
    assert len(visitor.look(table)["view"]["own"]["hand"]) == 2


def test_the_bubble_of_a_place_tells_how_its_region_would_stand(visitor: Visitor) -> None:
    page = visitor.page
    _, houses = sit_with_card(visitor, "green")
    page.locator(f'[data-spot="{houses[0]}"]').hover()
    tip = page.locator(".tip")
    expect(tip).to_contain_text("Your first house in")
    expect(tip.locator(".seat")).to_have_text(["1"])
    expect(tip).not_to_contain_text("card")  # that is told below the board


def sit_with_no_second_piece(visitor: Visitor) -> str:
    """A table of three at one screen, where a piece was placed and the cards that are left pay for no second one."""
    while True:
        table = visitor.set_up("emperor-of-china", "me", "me", "me")
        while (state := visitor.look(table))["status"] == "playing":
            legal: list[str] = state["view"]["legal"]
            if legal == ["done"]:
                return table
            placings = [move for move in legal if move.split()[0] in ("house", "emissary")]
            visitor.move(table, (placings or legal)[-1])


def test_whose_cards_allow_no_second_piece_is_told_so(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"/table/{sit_with_no_second_piece(visitor)}")
    page.get_by_role("button", name=re.compile("^I am")).click()
    expect(page.get_by_text(re.compile(r"^Your cards allow no second piece in \S+\.$"))).to_be_visible()
    done = page.get_by_role("button", name="Done: no second piece")
    expect(done).to_have_class(re.compile("primary"))
    done.click()
    expect(page.get_by_text(re.compile("^Draw"))).to_be_visible()


# ---- In the Year of the Dragon


def test_all_of_a_month_is_seen_on_a_small_laptop(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 800})
    table = visitor.set_up("year-of-the-dragon", "me", "me", "me")
    while visitor.look(table)["view"]["table"]["part"] != "action":
        visitor.move(table, visitor.look(table)["view"]["legal"][0])
    page.goto(f"/table/{table}")
    supply = page.get_by_role("region", name="Persons on the board")
    for part in (supply, page.get_by_role("region", name="Your person cards")):
        expect(part).to_be_in_viewport(ratio=0.99)

    place = supply.bounding_box()
    page.get_by_role("button", name=re.compile("^Month 3: ")).click()
    about = page.locator(".about")
    expect(about).not_to_be_empty()
    assert supply.bounding_box() == place  # words about an event push nothing away
    page.get_by_role("region", name="Person track").click()
    expect(about).to_be_empty()


def test_a_draft_begins_at_the_top_of_the_page(phone: Visitor) -> None:
    page = phone.page
    page.set_viewport_size({"width": 320, "height": 640})
    table = phone.set_up("year-of-the-dragon", "me", "level:novice")
    page.goto(f"/table/{table}")
    page.wait_for_selector(".stage [data-spot]")
    expect(page.get_by_role("button", name=re.compile("^Month 1:"))).to_be_in_viewport(ratio=1)


def test_on_a_phone_who_drafts_sees_the_persons_beside_the_events(phone: Visitor) -> None:
    page = phone.page
    page.goto(f"/table/{phone.set_up('year-of-the-dragon', 'me', 'level:novice')}")
    persons = page.locator(".stage [data-spot^='draft ']")
    expect(persons.first).to_be_visible()
    months = page.get_by_role("button", name=re.compile(r"^Month \d+:"))
    expect(months).to_have_count(12)
    for shown in [*persons.all(), *months.all()]:
        expect(shown).to_be_in_viewport(ratio=0.99)


# ---- all


@pytest.mark.parametrize("game", ["forbidden-city", "emperor-of-china"])
def test_the_whole_board_is_in_reach_on_the_smallest_screen(phone: Visitor, game: str) -> None:
    page = phone.page
    page.set_viewport_size({"width": 320, "height": 640})
    table = phone.set_up(game, "me", "level:novice", "level:novice")
    page.goto(f"/table/{table}")
    page.wait_for_selector(".stage [data-spot]")
    outside = page.evaluate("""() => {
        const stage = document.querySelector(".stage .free").getBoundingClientRect();
        return [...document.querySelectorAll(".stage [data-region], .stage [data-pays]")].filter(place => {
            const box = place.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            return x < stage.left || x > stage.right || y < stage.top || y > stage.bottom;
        }).length;
    }""")
    assert outside == 0
