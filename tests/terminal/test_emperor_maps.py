"""The map of The Emperor of China: it fits, nothing hides anything, and every colour has its sign."""

from __future__ import annotations

import pytest
from rich.text import Text

from support.emperor_views import (
    SEATS,
    busy_table,
    make_preview,
    make_table,
    make_view,
    region,
    small_map,
    space_ids,
    standard_map,
)
from terminal.emperor_screens import (
    DRAWER,
    GREEN_MOVES,
    cell_of,
    lines_of,
    look,
    styles_of,
    widest,
)
from terminal.screens import Screen, printed
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.terminal.map_layout import block
from tianxia.games.emperor_of_china.terminal.map_painter import SIZES, label_width, layouts_of
from tianxia.terminal import draw
from tianxia.terminal.drawer import Shown
from tianxia.terminal.drawing import lists
from tianxia.terminal.palette import grounds

SIDES = [("three-four", 3), ("three-four", 4), ("four-five", 4), ("four-five", 5)]


# ---- sizes


@pytest.mark.parametrize(("side", "players"), SIDES)
def test_every_size_is_as_big_as_announced(side: str, players: int) -> None:
    shown = Shown(make_view(busy_table(players, side=side), legal=GREEN_MOVES))
    sizes = DRAWER.sizes(shown)
    assert [width for width, _ in sizes] == [118, 98, 72]
    for number, (width, height) in enumerate(sizes):
        screen = Screen(width)
        screen.console.print(DRAWER.board(shown, number, width))
        lines = screen.text.splitlines()
        assert len(lines) == height
        assert {len(line) for line in lines} == {width}


@pytest.mark.parametrize("width", [30, 40, 60, 71, 72, 80, 100, 120, 170, 250])
@pytest.mark.parametrize("players", [3, 5])
def test_every_picture_and_list_fits_every_width(width: int, players: int) -> None:
    view = make_view(busy_table(players), legal=GREEN_MOVES)
    assert widest(printed(draw(view), width)) <= width
    assert widest(printed(draw(view, preview=make_preview(("house", 1, "han-3"))), width)) <= width
    for word in lists("emperor-of-china"):
        assert widest(look(word, view, width)) <= width


def test_a_screen_gets_the_biggest_map_that_fits_and_a_list_where_none_does() -> None:
    view = make_view()
    for width, columns in ((180, 118), (118, 118), (117, 98), (80, 72), (72, 72)):
        text = printed(draw(view), width)
        assert "Zhao 0/0" in text
        assert "as a list" not in text
        assert max(line.find("#9") for line in text.splitlines()) == pytest.approx(columns * 0.59, abs=4)
    assert "as a list" in " ".join(printed(draw(view), 71).split())


def test_a_terminal_of_120_by_40_has_everything_beside_the_map() -> None:
    screen = Screen(120, colours=True, height=40)
    screen.console.print(draw(make_view(busy_table(5), legal=GREEN_MOVES)))
    plain = Text.from_ansi(screen.text).plain.splitlines()
    assert len(plain) <= 30
    assert plain[1].strip().startswith("player points")


# ---- nothing hides anything


@pytest.mark.parametrize(("side", "players"), SIDES)
@pytest.mark.parametrize("size", range(len(SIZES)))
def test_every_space_shows_its_number_or_its_house(side: str, players: int, size: int) -> None:
    table = busy_table(players, side=side)
    layout = layouts_of(table)[size]
    lines = lines_of(table, size)
    shown = [space for region in table["regions"] for space in region["spaces"]]
    assert len(shown) == 48
    for space in shown:
        inside = SEATS[space["house"] - 1] if space["house"] else space["id"].rpartition("-")[2]
        cell = cell_of(table, lines, layout, space["id"])
        assert cell[1:-1].strip() == inside
        assert cell[0] + cell[-1] == ("[]" if space["fortification"] else "  ")


@pytest.mark.parametrize(("side", "players"), SIDES)
@pytest.mark.parametrize("size", range(len(SIZES)))
def test_labels_stand_in_their_lands_beside_the_roads(side: str, players: int, size: int) -> None:
    table = busy_table(players, side=side)
    layout = layouts_of(table)[size]
    lines = lines_of(table, size)
    for land, (shown, (x, y)) in enumerate(zip(table["regions"], layout.labels, strict=True)):
        spots = block((x, y), label_width(shown), 2)
        count = f"{sum(shown['emissaries'])}/{shown['limit']}"
        assert f"{shown['name']} {count}" in lines[y][x : x + label_width(shown)]
        assert sum(layout.land_at(spot) == land for spot in spots) > len(spots) / 2
        assert sum(spot in layout.roads for spot in spots) <= (2 if size == 2 else 0)


@pytest.mark.parametrize(("side", "players"), SIDES)
@pytest.mark.parametrize("size", range(len(SIZES)))
def test_every_alliance_has_its_number_between_its_lands(side: str, players: int, size: int) -> None:
    table = busy_table(players, side=side)
    layout = layouts_of(table)[size]
    lines = lines_of(table, size)
    for alliance, spot in zip(table["alliances"], layout.marks, strict=True):
        assert spot is not None
        x, y = spot
        assert lines[y][x:].startswith(f"#{alliance['number']}")


def test_a_label_does_not_move_when_pieces_come() -> None:
    assert layouts_of(make_table(players=5)) == layouts_of(busy_table(5, placing="wei", scored=("chu", "qi")))


def test_many_emissaries_close_ranks() -> None:
    """Where there is no room for blanks between them."""
    table = make_table(players=5, emissaries={"yan": dict.fromkeys(range(1, 5), 1), "qi": {2: 3, 5: 1}})
    lines = "\n".join(lines_of(table, 2))
    assert "P1Y1R1B1" in lines
    assert "Y3 G1" in lines


# ---- signs instead of colours


@pytest.mark.parametrize("size", range(len(SIZES)))
def test_every_land_has_the_pattern_of_its_colour(size: int) -> None:
    table = busy_table()
    signs = {colour: ground.pattern for colour, ground in grounds(table["colours"]).items()}
    assert len(set(signs.values())) == 5
    layout = layouts_of(table)[size]
    lines = lines_of(table, size)
    for land, shown in enumerate(table["regions"]):
        seen = {lines[y][x] for (x, y), there in layout.lands.items() if there == land}
        assert set(signs.values()) & seen == {signs[shown["colour"]]}


def test_sixteen_unknown_colours_have_sixteen_patterns() -> None:
    found = grounds([f"colour{number}" for number in range(16)])
    assert len({ground.pattern for ground in found.values()}) == 16
    assert not any(ground.pattern.isalnum() or ground.pattern in "()[]{}#" for ground in found.values())


def test_what_one_may_do_is_in_parentheses() -> None:
    table = busy_table()
    layout = layouts_of(table)[1]
    lines = lines_of(table, 1, legal=GREEN_MOVES)
    assert cell_of(table, lines, layout, "han-3") == "(3)"
    assert cell_of(table, lines, layout, "shu-4") == "<4>"
    assert cell_of(table, lines, layout, "chu-7") == "[7]"
    assert cell_of(table, lines, layout, "chin-2") == " 2 "
    text = "\n".join(lines)
    assert "Han (0/1)" in text
    assert "Shu 0/1" in text


def test_a_fortification_alone_may_be_all_that_one_can_place() -> None:
    table = make_table(fortifications=["qi-1"])
    lines = lines_of(table, 0, legal=["fortification wei-3 red"])
    assert cell_of(table, lines, layouts_of(table)[0], "wei-3") == "( 3 )"
    assert cell_of(table, lines, layouts_of(table)[0], "wei-4") == "  4  "


def test_pieces_that_are_only_thought_of() -> None:
    table = busy_table()
    layout = layouts_of(table)[1]
    pieces = [("house", 1, "han-3"), ("house", 2, "shu-4"), ("fortification", 1, "chin-4"), ("emissary", 1, "wei")]
    lines = lines_of(table, 1, *pieces, ("emissary", 3, "lu"), legal=GREEN_MOVES)
    assert cell_of(table, lines, layout, "han-3") == "◇P "
    assert cell_of(table, lines, layout, "shu-4") == "◇Y]"
    assert cell_of(table, lines, layout, "chin-4") == "◇4]"
    assert "◇P2 Y1" in "\n".join(lines)
    assert "◇R1" in "\n".join(lines)


def test_the_region_of_the_second_piece_and_scored_regions_are_marked() -> None:
    text = "\n".join(lines_of(busy_table(placing="han"), 1))
    assert "▸Han 0/1" in text
    assert "◆Yan 2/2" in text
    assert text.count("▸") == text.count("◆") == 1


def test_a_scored_land_is_greyer() -> None:
    table = busy_table()
    layout = layouts_of(table)[1]
    styles = styles_of(make_view(table), 1)
    grey = grounds(table["colours"])["red"].closed.bgcolor
    red = grounds(table["colours"])["red"].open.bgcolor
    for name, ground in (("yan", grey), ("wei", red)):
        land = [shown["id"] for shown in table["regions"]].index(name)
        free = [spot for spot, there in layout.lands.items() if there == land and spot not in layout.taken]
        assert {style.bgcolor for x, y in free if (style := styles[y][x])} == {ground}


def test_seats_choices_and_thoughts_have_their_colours_too() -> None:
    """All that stands on the map has a ground of its own, the same in dark and light terminals."""
    screen = Screen(100, colours=True)
    table = busy_table(placing="han")
    shown = Shown(make_view(table, legal=GREEN_MOVES), make_preview(("house", 1, "han-3")))
    screen.console.print(DRAWER.board(shown, 1, 98))
    for red, green, blue in ((125, 80, 166), (243, 198, 63), (184, 41, 29), (36, 87, 173), (75, 171, 128)):
        assert f"48;2;{red};{green};{blue}m" in screen.text
    assert "48;2;237;200;102m◇P" in screen.text
    assert "48;2;237;200;102m▸Han" in screen.text
    assert "48;2;255;250;240m(4)" in screen.text
    coloured = [part for part in screen.text.split("\x1b[") if part.startswith(("1;38", "38"))]
    assert coloured
    assert all("48;2;" in part for part in coloured)


def test_without_colours_nothing_but_text_is_printed() -> None:
    assert "\x1b" not in printed(draw(make_view(busy_table(), legal=GREEN_MOVES)), 120)


# ---- other maps


def test_a_crowded_map_is_a_list_in_every_width() -> None:
    document = standard_map()
    for entry in document["region"]:
        entry["houses"] = [[500, 400] for _ in entry["houses"]]
    table = make_table(document, houses={"wei-2": 3})
    shown = Shown(make_view(table))
    assert layouts_of(table) == []
    [(width, height)] = DRAWER.sizes(shown)
    lines = printed(DRAWER.board(shown, 0, width), width).splitlines()
    assert width == 40
    assert len(lines) == height
    assert "   1   R   3   4   5   6   7" in lines
    assert "as a list" in " ".join(printed(draw(shown.view), 200).split())


def line_map(spaces: int) -> Document:
    """Everything at one height, in one region with many spaces and one with a single space."""
    places = [[number * 7, 3] for number in range(spaces)]
    regions = [region("long", "Long", "red", [0, 3], places), region("dot", "Dot", "blue", [-99, 3], [[-99, 3]])]
    return {**small_map(), "cards": {"red": 5, "blue": 5}, "region": regions, "alliances": {}, "side": [NO_ROADS]}


NO_ROADS = {"id": "three-four", "roads": []}


def test_a_map_without_height_roads_and_alliances() -> None:
    table = make_table(line_map(12))
    lines = lines_of(table, 0)
    layout = layouts_of(table)[0]
    assert [cell_of(table, lines, layout, space).strip() for space in space_ids(line_map(12))] == [
        *(str(number) for number in range(1, 13)),
        "1",
    ]
    assert cell_of(table, lines_of(table, 0, legal=["house long-12 red"]), layout, "long-12") == "( 12)"
    assert cell_of(table, lines_of(table, 2, legal=["house long-12 red"]), layouts_of(table)[2], "long-12") == "(12)"


def test_lands_that_look_alike_are_parted_by_a_gap() -> None:
    """Han and Shu, both green, touch each other on our map, and so do Yan and Wei, both red."""
    table = make_table()
    layout = layouts_of(table)[0]
    styles = styles_of(make_view(table), 0)
    names = [shown["id"] for shown in table["regions"]]
    bare = {(x, y) for x, y in layout.lands if not (style := styles[y][x]) or style.bgcolor is None}
    assert {names[layout.lands[spot]] for spot in bare} == {"han", "yan"}
    east_of_shu = {(x + 1, y) for (x, y), land in layout.lands.items() if names[land] == "shu"}
    assert bare >= {spot for spot in east_of_shu if names[layout.land_at(spot)] == "han"} - set(layout.taken)


def test_names_cannot_upset_the_picture() -> None:
    document = standard_map()
    names = ["[red]Zhao\x1b[2J", "燕國", "Q" * 50, "[/]", "W\ni"]
    for entry, name in zip(document["region"], names, strict=False):
        entry["name"] = name
    view = make_view(make_table(document), names=["[bold]Ada", "Bo\x1b[2J", "Cy\n"])
    for width in (40, 80, 150):
        text = printed(draw(view), width)
        assert "\x1b" not in text
        assert widest(text) <= width
    wide = printed(draw(view), 150)
    assert "[red]Zhao?[- 0/0" in wide
    assert "yan 0/0" in wide  # a canvas has one column a character
    assert "QQQQQQQQQQQ- 0/0" in wide
    assert "[/] 0/0" in wide
    assert "W?i 0/0" in wide
    assert "[bold]Ada" in wide
    assert "Bo?[2J" in wide
    assert "[red]Zhao?[2J" in look("regions", view)
    assert "燕國 (yan)" in look("regions", view)
