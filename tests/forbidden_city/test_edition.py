"""The edition file: the standard one, and every way in which one can be broken."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.city import (
    edition_document,
    scaled,
    seed_of,
    standard_document,
    standard_game,
    standard_text,
    start_side,
    tile,
)
from support.damage import Change, put
from tianxia.errors import EditionError
from tianxia.games import Shelf
from tianxia.games.base import Document
from tianxia.games.forbidden_city.game import ForbiddenCity

# ---- the standard edition, against the facts of the rulebook and of public sources


def test_the_standard_edition_has_the_known_numbers_of_tiles() -> None:
    """Rulebook, "Contents": 24 tiles of each colour, and six more for purple and yellow."""
    box = standard_game().box
    assert (box.name, len(box.tiles), sum(piece.two for piece in box.tiles)) == ("standard", 30, 6)


def test_the_standard_edition_has_three_colours_and_a_dragon_for_each() -> None:
    """Rulebook: green, pink and white; public sources: one dragon a colour in each player's 24."""
    box = standard_game().box
    assert box.colours == ("green", "pink", "white")
    dragons = Counter(room.colour for piece in box.tiles if not piece.two for room in piece.rooms if room.dragons)
    assert dragons == {"green": 1, "pink": 1, "white": 1}


@pytest.mark.parametrize(
    ("colour", "walls", "archways", "advisors", "dragons"),
    [("green", 1, 0, 0, 1), ("white", 1, 0, 2, 0), ("pink", 2, 1, 1, 0)],
)
def test_the_standard_edition_has_the_tiles_that_the_rulebook_shows(
    colour: str, walls: int, archways: int, advisors: int, dragons: int
) -> None:
    """Rulebook, "Preparations": green with 1 wall and a dragon; white, 1 wall, 2 advisors; pink, 3 walls, 1 arched."""
    found = [
        piece
        for piece in standard_game().box.tiles
        if len(piece.rooms) == 1
        and (piece.rooms[0].colour, piece.rooms[0].advisors, piece.rooms[0].dragons) == (colour, advisors, dragons)
        and (piece.sides.count("#"), piece.sides.count("a")) == (walls, archways)
    ]
    assert found


def test_the_start_tile_has_gardens_in_front_and_none_on_the_back() -> None:
    """Rulebook, "Preparations": a garden in each corner of the front; bigger rooms on the back."""
    kinds = [[piece.kind[0] for piece in cells] for cells in standard_game().box.starts]
    assert kinds == [list("grgrtrgrg"), list("rrrrtrrrr")]


def test_the_standard_edition_has_no_tile_that_its_notation_could_confuse() -> None:
    """Ids are unique words."""
    ids = [piece.id for piece in standard_game().box.tiles]
    assert len(set(ids)) == len(ids)
    assert all(id.replace("-", "").isalpha() for id in ids)


# ---- broken ones

FIRST = 'tile "green-dragon"'
SPLIT = 'tile "green-pink-split"'
GARDENS = 'start "gardens"'
CELL = 'start "gardens", cell 0,-1'
KNOWN_CELL_KEYS = "at, colour, diagonal, garden, rooms, sides and temple"

# reasons that stand more than once
ROOMS = "rooms must be a list of one or two rooms, each with its colour."
FIGURES = "a tile has at most 3 advisors or one dragon, not both."
CELLS = "cells must be the nine cells from -1,-1 to 1,1."
KIND = "a cell must be exactly one of garden, temple, colour or rooms (with a diagonal if there are two)."
ID = "id must be a word in lower case."
NAME = "edition must be a name of printable characters."
GARDEN = "a garden has garden = true, and walls on all sides."
TEMPLE = "the temple has temple = true, and no open side."
TEMPLE_PLACE = "the temple must be at 0,0, and nowhere else."
DIAGONAL = 'with two rooms, diagonal must be "#" or "a".'
COLOUR = "a room needs a colour."


def _tile(**values: object) -> Change:
    """The first tile with other values."""
    return lambda document: document["tile"][0].update(values)


def _split(**values: object) -> Change:
    """The first diagonal tile with other values."""
    return lambda document: document["tile"][7].update(values)


def _cell(number: int, **values: object) -> Change:
    """A cell of the front side with other values."""
    return lambda document: document["start"][0]["cells"][number].update(values)


def _other_cell(number: int, **values: object) -> Change:
    """Another cell in the place of one of the front side."""
    return put("start", 0, "cells", number, values)


def _sides(found: str) -> str:
    return f'sides must be four characters, each ".", "#" or "a", not {found}.'


def _five_more_colours(document: Document) -> None:
    document["tile"] += [tile(f"extra-{n}", "....", f"colour-{n}") for n in range(5)]


BROKEN: list[tuple[str, Change, str, str]] = [
    # what is wrong, how it came about, the entry that is named, the reason
    ("no name", put("edition", ...), "the file", NAME),
    ("a blank name", put("edition", "  "), "the file", NAME),
    ("a number for a name", put("edition", 7), "the file", NAME),
    (
        "an unknown key",
        put("author", "me"),
        "the file",
        '"author" is not known here; known are edition, start and tile.',
    ),
    ("no tiles", put("tile", ...), "the file", "it must have [[tile]] entries."),
    ("a table for tiles", put("tile", {}), "the file", "it must have [[tile]] entries."),
    ("a text among tiles", put("tile", 0, "green"), "the file", "it must have [[tile]] entries."),
    ("no start sides", put("start", ...), "the file", "it must have [[start]] entries."),
    ("a text for start sides", put("start", "gardens"), "the file", "it must have [[start]] entries."),
    ("eight colours", _five_more_colours, "the file", "it has more than 7 colours."),
    (
        "too many tiles",
        lambda document: document["tile"].extend(tile(f"more-{n}", "....", "pink") for n in range(33)),
        "the file",
        "it has 63 tiles; at most 62 are allowed.",
    ),
    (
        "too few tiles",
        lambda document: document.update(tile=document["tile"][:2]),
        "the file",
        "it has fewer than 3 tiles that are not marked two.",
    ),
    (
        "too few tiles for three players",
        lambda document: [entry.update(two=True) for entry in document["tile"][2:]],
        "the file",
        "it has fewer than 3 tiles that are not marked two.",
    ),
    # ids
    ("an id that is there twice", _tile(id="green-pair"), 'tile "green-pair"', "this id is used twice."),
    ("no id", put("tile", 0, "id", ...), "tile number 1", ID),
    ("an empty id", put("tile", 4, "id", ""), "tile number 5", ID),
    ("an id with a capital", _tile(id="Green"), "tile number 1", ID),
    ("an id of two words", _tile(id="green dragon"), "tile number 1", ID),
    ("an id with a tab", _tile(id="green\tdragon"), "tile number 1", ID),
    ("a number for an id", _tile(id=1), "tile number 1", ID),
    # tiles
    (
        "an unknown key of a tile",
        _tile(side="...."),
        FIRST,
        '"side" is not known here; known are diagonal, id, rooms, sides and two.',
    ),
    ("two is no yes or no", _tile(two=1), FIRST, "two must be true or false."),
    ("no sides", put("tile", 0, "sides", ...), FIRST, _sides("None")),
    ("three sides", _tile(sides="..."), FIRST, _sides("'...'")),
    ("a side that is nothing", _tile(sides="..x."), FIRST, _sides("'..x.'")),
    ("a number for sides", _tile(sides=4), FIRST, _sides("4")),
    # rooms
    ("no rooms", put("tile", 0, "rooms", ...), FIRST, ROOMS),
    ("no room", _tile(rooms=[]), FIRST, ROOMS),
    ("three rooms", _tile(rooms=[{"colour": "pink"}] * 3, diagonal="#"), FIRST, ROOMS),
    ("a text for rooms", _tile(rooms="pink"), FIRST, ROOMS),
    ("a text for a room", _tile(rooms=["pink"]), FIRST, ROOMS),
    (
        "an unknown key of a room",
        _tile(rooms=[{"color": "pink"}]),
        FIRST,
        '"color" is not known here; known are advisors, colour and dragons.',
    ),
    ("a room without a colour", _tile(rooms=[{}]), FIRST, COLOUR),
    ("a blank colour", _tile(rooms=[{"colour": " "}]), FIRST, COLOUR),
    ("a number for a colour", _tile(rooms=[{"colour": 3}]), FIRST, COLOUR),
    ("the second room without a colour", _split(rooms=[{"colour": "pink"}, {}]), SPLIT, COLOUR),
    ("two rooms, no diagonal", put("tile", 7, "diagonal", ...), SPLIT, DIAGONAL),
    ("two rooms, an open diagonal", _split(diagonal="."), SPLIT, DIAGONAL),
    ("two rooms, an odd diagonal", _split(diagonal=True), SPLIT, DIAGONAL),
    ("one room, a diagonal", _tile(diagonal="#"), FIRST, "a tile with one room has no diagonal."),
    # advisors and dragons
    (
        "less than no advisors",
        _tile(rooms=[{"colour": "pink", "advisors": -1}]),
        FIRST,
        "advisors must be a whole number, 0 or more, not -1.",
    ),
    (
        "half an advisor",
        _tile(rooms=[{"colour": "pink", "advisors": 0.5}]),
        FIRST,
        "advisors must be a whole number, 0 or more, not 0.5.",
    ),
    (
        "a yes for an advisor",
        _tile(rooms=[{"colour": "pink", "advisors": True}]),
        FIRST,
        "advisors must be a whole number, 0 or more, not True.",
    ),
    (
        "a text for dragons",
        _tile(rooms=[{"colour": "pink", "dragons": "1"}]),
        FIRST,
        "dragons must be a whole number, 0 or more, not '1'.",
    ),
    ("four advisors", _tile(rooms=[{"colour": "pink", "advisors": 4}]), FIRST, FIGURES),
    (
        "four advisors in two rooms",
        _split(rooms=[{"colour": "pink", "advisors": 2}, {"colour": "green", "advisors": 2}]),
        SPLIT,
        FIGURES,
    ),
    ("two dragons", _tile(rooms=[{"colour": "pink", "dragons": 2}]), FIRST, FIGURES),
    (
        "two dragons in two rooms",
        _split(rooms=[{"colour": "pink", "dragons": 1}, {"colour": "green", "dragons": 1}]),
        SPLIT,
        FIGURES,
    ),
    ("a dragon and an advisor", _tile(rooms=[{"colour": "pink", "dragons": 1, "advisors": 1}]), FIRST, FIGURES),
    (
        "a dragon here, an advisor there",
        _split(rooms=[{"colour": "pink", "dragons": 1}, {"colour": "green", "advisors": 1}]),
        SPLIT,
        FIGURES,
    ),
    # start sides
    (
        "an unknown start side",
        put("start", 1, "id", "back"),
        "the file",
        "[[start]] must be gardens and halls, each once, not 'back'.",
    ),
    (
        "a start side without a name",
        put("start", 1, "id", ...),
        "the file",
        "[[start]] must be gardens and halls, each once, not None.",
    ),
    (
        "a start side that is there twice",
        put("start", 1, "id", "gardens"),
        "the file",
        "[[start]] must be gardens and halls, each once, not 'gardens'.",
    ),
    (
        "a start side that is a list",
        put("start", 0, "id", ["gardens"]),
        "the file",
        "[[start]] must be gardens and halls, each once, not ['gardens'].",
    ),
    ("one start side", lambda document: document["start"].pop(), "the file", 'the start side "halls" is missing.'),
    ("no start side at all", put("start", []), "the file", 'the start side "gardens" is missing.'),
    (
        "an unknown key of a start side",
        put("start", 0, "colour", "pink"),
        GARDENS,
        '"colour" is not known here; known are cells and id.',
    ),
    # cells
    ("no cells", put("start", 0, "cells", ...), GARDENS, CELLS),
    ("a text among the cells", put("start", 0, "cells", 3, "garden"), GARDENS, CELLS),
    ("eight cells", lambda document: document["start"][0]["cells"].pop(), GARDENS, CELLS),
    ("a cell without a place", put("start", 0, "cells", 3, "at", ...), GARDENS, CELLS),
    ("a place that is a text", _cell(3, at="-1,0"), GARDENS, CELLS),
    ("a place between cells", _cell(3, at=[-0.5, 0]), GARDENS, CELLS),
    ("a place of yes and no", _cell(3, at=[True, False]), GARDENS, CELLS),
    (
        "a cell that is there twice",
        _cell(3, at=[1, 1]),
        GARDENS,
        "the cell [1, 1] appears twice, or is not one of the nine.",
    ),
    ("a cell outside", _cell(3, at=[-2, 0]), GARDENS, "the cell [-2, 0] appears twice, or is not one of the nine."),
    (
        "a place with three numbers",
        _cell(3, at=[-1, 0, 0]),
        GARDENS,
        "the cell [-1, 0, 0] appears twice, or is not one of the nine.",
    ),
    (
        "an unknown key of a cell",
        _cell(1, advisors=1),
        CELL,
        f'"advisors" is not known here; known are {KNOWN_CELL_KEYS}.',
    ),
    ("a cell that is nothing", _other_cell(1, at=[0, -1], sides="####"), CELL, KIND),
    ("a garden with a colour", _cell(1, garden=True), CELL, KIND),
    ("a plain cell with a diagonal", _cell(1, diagonal="#"), CELL, KIND),
    ("a cell without sides", put("start", 0, "cells", 1, "sides", ...), CELL, _sides("None")),
    ("a cell without a colour", _cell(1, colour=""), CELL, COLOUR),
    (
        "a cell with rooms, no diagonal",
        _other_cell(1, at=[0, -1], sides="####", rooms=[{"colour": "pink"}] * 2),
        CELL,
        DIAGONAL,
    ),
    (
        "a cell with one room and a diagonal",
        _other_cell(1, at=[0, -1], sides="####", rooms=[{"colour": "pink"}], diagonal="#"),
        CELL,
        "a tile with one room has no diagonal.",
    ),
    (
        "an advisor on the start tile",
        _other_cell(1, at=[0, -1], sides="####", rooms=[{"colour": "pink", "advisors": 1}]),
        CELL,
        "the start tile has no advisors, and at most one dragon on a cell.",
    ),
    (
        "two dragons on a start cell",
        _other_cell(1, at=[0, -1], sides="####", rooms=[{"colour": "pink", "dragons": 2}]),
        CELL,
        "the start tile has no advisors, and at most one dragon on a cell.",
    ),
    # gardens and the temple
    ("a garden that is open", _cell(0, sides="###."), 'start "gardens", cell -1,-1', GARDEN),
    ("a garden with an archway", _cell(0, sides="a###"), 'start "gardens", cell -1,-1', GARDEN),
    ("a garden that is none", _cell(0, garden=False), 'start "gardens", cell -1,-1', GARDEN),
    ("a temple that is open", _cell(4, sides="aaa."), 'start "gardens", cell 0,0', TEMPLE),
    ("a temple that is none", _cell(4, temple=False), 'start "gardens", cell 0,0', TEMPLE),
    ("no temple", _other_cell(4, at=[0, 0], garden=True, sides="####"), GARDENS, TEMPLE_PLACE),
    ("two temples", _other_cell(0, at=[-1, -1], temple=True, sides="####"), GARDENS, TEMPLE_PLACE),
    # inside the start tile
    (
        "two colours meet in the east",
        put("start", 1, "cells", 0, "colour", "pink"),
        'start "halls", cell -1,-1',
        "its open side meets one of another colour at 0,-1.",
    ),
    (
        "two colours meet in the south",
        put("start", 1, "cells", 2, "colour", "white"),
        'start "halls", cell 1,-1',
        "its open side meets one of another colour at 1,0.",
    ),
    (
        "a part of a diagonal cell meets another colour",
        lambda document: document["start"].__setitem__(
            1,
            start_side(
                "halls",
                """
                green/pink:....  green:####   green:####
                green:....       temple:####  green:####
                green:####       green:####   green:####
                """,
            ),
        ),
        'start "halls", cell -1,-1',
        "its open side meets one of another colour at -1,0.",
    ),
]


@pytest.mark.parametrize(("change", "entry", "reason"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_a_broken_edition_is_refused_with_file_entry_and_reason(change: Change, entry: str, reason: str) -> None:
    """Whatever does not fit the grammar; the sentence is told in full."""
    document = standard_document()
    change(document)
    with pytest.raises(EditionError) as refusal:
        ForbiddenCity(document, "mine.toml")
    assert str(refusal.value) == f"mine.toml, {entry}: {reason}"
    assert refusal.value.key == "edition.broken"


# ---- what is allowed


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["tile"].extend(tile(f"more-{n}", "....", "pink") for n in range(32)),  # 62 tiles
        lambda document: document.update(tile=document["tile"][:3]),  # 3 tiles
        lambda document: document["tile"].extend(tile(f"extra-{n}", "....", f"colour-{n}") for n in range(4)),  # 7
        _tile(id="龍-2_b"),
        _tile(rooms=[{"colour": "pink", "advisors": 0, "dragons": 0}], two=False),
        _other_cell(1, at=[0, -1], sides="....", rooms=[{"colour": "pink", "dragons": 1}]),
        put("start", 0, "cells", 4, "sides", "####"),
    ],
)
def test_an_edition_at_the_limits_is_played(change: Change) -> None:
    """The most and the fewest tiles, seven colours, words of any script, a dragon on the start tile, a shut temple."""
    document = standard_document()
    document["edition"] = "limits"
    change(document)
    game = ForbiddenCity(document, "limits.toml")
    position = game.new(game.setting(3))
    position.deal(seed_of(1))
    size = sum(not entry.get("two", False) for entry in document["tile"])
    moves = 0
    while not position.over:
        position.apply(position.legal_actions()[0])
        moves += 1
    assert moves == 3 * (size - 2)


def test_the_largest_edition_keeps_count_of_the_largest_room() -> None:
    """62 tiles of four seats in one room: nothing runs over into another count."""
    full = [tile(f"t{n}", "....", "green 3") for n in range(62)]
    start = start_side(
        "gardens",
        """
        green*:....  green*:....  green*:....
        green*:....  temple:####  green*:....
        green*:....  green*:....  green*:....
        """,
    )
    game = ForbiddenCity(edition_document(full, start, keep=False), "full.toml")
    position = game.new(game.setting(4))
    position.deal(seed_of(1))
    while not position.over:
        position.apply(position.legal_actions()[-1])
    [temple, room] = sorted(game.table(position)["rooms"], key=lambda found: int(found["tiles"]))
    assert (temple["tiles"], room["tiles"], room["dragons"]) == (1, 8 + 240, 8)
    assert room["advisors"] == [180] * 4
    assert room["worth"] == 248 + 24


def test_a_broken_file_on_the_shelf_is_named_by_its_path(tmp_path: Path) -> None:
    """The game is made when it is asked for: then the path, the entry and the reason are told."""
    file = tmp_path / "mine.toml"
    text = standard_text().replace('edition = "standard"', 'edition = "mine"')
    file.write_text(text.replace('"...."', '"...!"', 1), encoding="utf-8")
    with pytest.raises(EditionError) as refusal:
        Shelf([file]).game("forbidden-city", "mine")
    assert str(refusal.value) == f'{file}, tile "green-court": ' + _sides("'...!'")
    file.write_text(text, encoding="utf-8")
    assert Shelf([file]).game("forbidden-city", "mine").edition == "mine"


# ---- anything at all

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.floats() | st.text(max_size=5) | st.just(date(2018, 1, 1)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def _places(value: object) -> list[tuple[Any, Any]]:
    """Every place in a document that holds something: its container, and key or index."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *_places(value[key])]]  # type: ignore[index]


@settings(derandomize=True, deadline=None, max_examples=scaled(150, 1000))
@given(st.data())
def test_whatever_a_file_holds_it_is_read_or_refused(data: st.DataObject) -> None:
    """One to three places of a good edition hold anything at all: no other error than an `EditionError`."""
    document = standard_document()
    document["tile"] = document["tile"][4:9]
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(_places(document)))
        container[key] = data.draw(ANYTHING)
    try:
        game = ForbiddenCity(document, "any.toml")
    except EditionError as refusal:
        said = str(refusal)
    else:
        position = game.new(game.setting(2))
        position.deal(seed_of(1))
        assert len(position.legal_actions()) > 0
        return
    assert said.startswith("any.toml, ")
