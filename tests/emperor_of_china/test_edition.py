"""The edition file: the standard one, one of another map, and every way in which one can be broken."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.city import scaled
from tianxia.engine.sets import elements
from tianxia.errors import EditionError
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.edition import Edition, Side, read_edition
from tianxia.games.emperor_of_china.tables import Tables

STANDARD = resources.files("tianxia.games.emperor_of_china").joinpath("standard.toml").read_text(encoding="utf-8")
SMALL = (Path(__file__).parent / "small.toml").read_text(encoding="utf-8")


def standard_document() -> Document:
    """The standard edition as a fresh dictionary that a test may change."""
    return tomllib.loads(STANDARD)


def small_document() -> Document:
    """The same of the invented map."""
    return tomllib.loads(SMALL)


@pytest.fixture(scope="module")
def standard() -> Edition:
    return read_edition(standard_document(), "standard.toml")


@pytest.fixture(scope="module")
def small() -> Edition:
    return read_edition(small_document(), "small.toml")


def near(tables: Tables, space: int) -> list[int]:
    return elements(tables.near[space])


def deck(edition: Edition, players: int) -> int:
    return sum(cards - edition.box.removed[players] for cards in edition.box.cards)


# ---- the standard edition, against the facts of the rulebook and of public sources


def test_the_standard_edition_has_57_cards_and_fewer_for_fewer_players(standard: Edition) -> None:
    """Rulebook: 57 cards; with 4 players one fewer of each colour, with 3 two fewer."""
    assert standard.name == "standard"
    assert standard.colours == ("red", "green", "yellow", "orange", "purple")
    assert list(standard.box.cards) == [13, 12, 11, 11, 10]
    assert [deck(standard, players) for players in (3, 4, 5)] == [47, 52, 57]


def test_the_standard_edition_has_the_known_numbers_of_pieces(standard: Edition) -> None:
    """Rulebook: 20 houses, 8 emissaries besides the one on the track, a hand of 3, a row of 4, roads from 4 houses."""
    box = standard.box
    assert (box.houses, box.emissaries, box.fortifications) == (20, 8, 1)
    assert (box.hand, box.row, box.shortest_road) == (3, 4, 4)


def test_the_standard_edition_has_nine_regions_and_48_spaces(standard: Edition) -> None:
    """Rulebook and public sources: these regions in these colours, purple alone."""
    found = {region.id: (region.name, region.colour, len(region.houses)) for region in standard.regions}
    assert found == {
        "zhao": ("Zhao", "orange", 5),
        "yan": ("Yan", "red", 4),
        "qi": ("Qi", "yellow", 6),
        "chin": ("Ch'in", "yellow", 4),
        "wei": ("Wei", "red", 7),
        "han": ("Han", "green", 5),
        "lu": ("Lu", "orange", 4),
        "shu": ("Shu", "green", 5),
        "chu": ("Chu", "purple", 8),
    }
    assert len(standard.spaces) == len(standard.places) == len(set(standard.places)) == 48
    assert (standard.spaces[0], standard.spaces[-1]) == ("zhao-1", "chu-8")
    assert standard.places[standard.spaces.index("wei-2")] == (420, 235)
    assert standard.regions[4].dragon == (440, 305)


def test_the_standard_edition_has_15_alliances(standard: Edition) -> None:
    """Rulebook: 3 joins Wei and Ch'in, 4 joins Ch'in and Shu."""
    pairs = [tuple(standard.regions[number].id for number in pair) for pair in standard.alliances]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) == 15
    assert pairs[2:4] == [("wei", "chin"), ("chin", "shu")]
    assert pairs[14] == ("yan", "zhao")  # by number: after 9 comes 10


def test_regions_of_one_colour_never_border(standard: Edition) -> None:
    """Public sources; alliances are the pairs that border."""
    for one, other in standard.alliances:
        assert standard.regions[one].colour != standard.regions[other].colour


def test_every_road_out_of_a_region_leads_to_an_ally(standard: Edition) -> None:
    """Roads cross no third region."""
    allies = {frozenset(pair) for pair in standard.alliances}
    for side in standard.sides:
        for one, other in side.roads:
            ends = {side.tables.region_of[standard.spaces.index(space)] for space in (one, other)}
            assert len(ends) == 1 or frozenset(ends) in allies, (one, other)


def test_the_two_sides_have_the_known_crossings_and_dead_ends(standard: Edition) -> None:
    """Public sources: no space with four links on the 3-4 side, three of them on the 4-5 side; there are dead ends."""
    links = {side.id: Counter(len(near(side.tables, space)) for space in range(48)) for side in standard.sides}
    assert links == {"three-four": {1: 7, 2: 24, 3: 17}, "four-five": {1: 6, 2: 21, 3: 18, 4: 3}}


def test_the_two_sides_serve_the_known_numbers_of_players(standard: Edition) -> None:
    """Ruling 15."""
    assert [(side.id, side.players, len(side.roads)) for side in standard.sides] == [
        ("three-four", (3, 4), 53),
        ("four-five", (4, 5), 57),
    ]
    served = {players: [side.id for side in standard.sides_for(players)] for players in range(2, 7)}
    assert served == {2: [], 3: ["three-four"], 4: ["three-four", "four-five"], 5: ["four-five"], 6: []}
    assert [standard.side(side.id) for side in standard.sides] == list(standard.sides)


def test_ids_have_numbers(standard: Edition) -> None:
    """As the engine counts; what is unknown has none."""
    assert [standard.colour_number(colour) for colour in ("red", "purple", "pink")] == [0, 4, None]
    assert [standard.region_number(region) for region in ("zhao", "chu", "wei-1", "Wei")] == [0, 8, None, None]
    assert [standard.space_number(space) for space in ("zhao-1", "chu-8", "chu-9", "chu")] == [0, 47, None, None]


# ---- another map


def test_another_map_is_read_as_the_file_says(small: Edition) -> None:
    """Other colours, counts, regions and sides."""
    assert (small.name, small.colours, list(small.box.cards)) == ("small", ("jade", "amber", "coral"), [8, 7, 7])
    assert [deck(small, players) for players in (3, 4, 5)] == [16, 19, 22]
    box = small.box
    assert (box.houses, box.emissaries, box.fortifications, box.hand, box.row, box.shortest_road) == (6, 3, 2, 3, 3, 3)
    assert [(region.id, region.name, region.colour) for region in small.regions] == [
        ("heron", "Heron Bay", "jade"),
        ("crane", "Crane Bay", "coral"),
        ("ibis", "Ibis Bay", "amber"),
        ("egret", "Egret Rock", "jade"),
    ]
    assert " ".join(small.spaces) == "heron-1 heron-2 heron-3 crane-1 crane-2 ibis-1 ibis-2 ibis-3 egret-1"
    assert (small.regions[3].dragon, small.places[8]) == ((1000, 800), (0, 0))  # the corners of the canvas
    assert small.alliances == ((1, 0), (2, 1), (3, 2))
    assert [(side.id, side.players) for side in small.sides] == [("calm", (3, 4)), ("storm", (5,))]
    assert small.side("storm").roads == (
        ("crane-1", "crane-2"),
        ("crane-2", "ibis-3"),
        ("ibis-3", "ibis-2"),
        ("egret-1", "heron-1"),
    )


def test_the_tables_say_the_same_as_the_map(small: Edition) -> None:
    """Numbers for names, and roads both ways."""
    calm = small.side("calm").tables
    assert (calm.colours, calm.regions, calm.spaces) == (3, 4, 9)
    assert list(calm.colour_of) == [0, 2, 1, 0]
    assert list(calm.region_of) == [0, 0, 0, 1, 1, 2, 2, 2, 3]
    assert [elements(spaces) for spaces in calm.spaces_of] == [[0, 1, 2], [3, 4], [5, 6, 7], [8]]
    assert [elements(spaces) for spaces in calm.spaces_of_colour] == [[0, 1, 2, 8], [5, 6, 7], [3, 4]]
    assert [elements(regions) for regions in calm.regions_of_colour] == [[0, 3], [2], [1]]
    assert list(calm.alliances) == [1, 0, 2, 1, 3, 2]
    assert [near(calm, space) for space in range(9)] == [[1, 2], [0, 3, 5], [0, 3], [1, 2], [5], [1, 4, 6], [5], [], []]
    storm = small.side("storm").tables
    assert [near(storm, space) for space in range(9)] == [[8], [], [], [4], [3, 7], [], [7], [4, 6], [0]]


def test_sides_share_a_box_and_its_bundles(small: Edition) -> None:
    """There is one box, and bundles go up to whichever is larger, hand or row."""
    calm, storm = (side.tables for side in small.sides)
    assert calm.box is storm.box is small.box
    assert calm.bundles is storm.bundles
    assert (calm.bundles.colours, len(calm.bundles.sizes), max(calm.bundles.sizes)) == (3, 20, 3)


# ---- broken ones

Change = Callable[[Document], object]
FILE = "the file"
CARDS = "[cards]"
BOX = "[box]"
ALLIANCES = "[alliances]"
ZHAO = 'region "zhao"'
SIDE = 'side "three-four"'
HUGE = 16**5000  # a file can have it, in hex digits; Python cannot print it

# reasons that stand more than once
NAME = "edition must be a name of printable signs."
ID = "id must be a word in lower case."
TWICE = "this id is there twice."
REGION_NAME = "name must be a text of printable signs."
REMOVED = "removed must tell for 3, 4 and 5 players, and for nothing else, how many cards of each colour are taken out."
HOUSES = "houses must be a list of one place or more."
NUMBERS = "alliances must be numbered from 1 without gaps."
ROADS = "roads must be a list of roads, each with its two spaces."


def _set(*path: object) -> Change:
    """A change that puts the last item at the place that the others lead to; `...` takes the place away."""
    *steps, key, value = path

    def change(document: Document) -> None:
        place: object = document
        for step in steps:
            place = place[step]  # type: ignore[index]
        if value is ...:
            del place[key]  # type: ignore[attr-defined]
        else:
            place[key] = value  # type: ignore[index]

    return change


def _all(*changes: Change) -> Change:
    return lambda document: [change(document) for change in changes]


def _regions(*sizes: int) -> Change:
    """Other regions of so many spaces, without alliances and roads."""

    def change(document: Document) -> None:
        colours = list(document["cards"])
        document["region"] = [
            {
                "id": f"r{number}",
                "name": "R",
                "colour": colours[number % len(colours)],
                "dragon": [0, 0],
                "houses": [[1, 1]] * size,
            }
            for number, size in enumerate(sizes)
        ]
        document["alliances"] = {}
        for side in document["side"]:
            side["roads"] = []

    return change


def _colours(count: int, cards: int) -> Change:
    return _all(_set("cards", {f"c{number}": cards for number in range(count)}), _regions(1, 1))


NONE_REMOVED = _set("box", "removed", {"3": 0, "4": 0, "5": 0})


def _table(key: str) -> str:
    return f"it must have a [{key}] table."


def _entries(key: str) -> str:
    return f"it must have [[{key}]] entries."


def _count(what: str, least: int, found: str) -> str:
    return f"{what} must be a whole number from {least} to 60, not {found}."


def _colour(found: str) -> str:
    return f"colour must be red, green, yellow, orange or purple, as in [cards], not {found}."


def _place(what: str, found: str) -> str:
    return f"{what} must be two whole numbers, from 0 to 1000 and from 0 to 800, not {found}."


def _players(found: str) -> str:
    return f"players must be a list of different numbers out of 3, 4 and 5, not {found}."


def _link(found: str) -> str:
    return f"it must be a list of two different ids, not {found}."


BROKEN: list[tuple[str, Change, str, str]] = [
    # what is wrong, how it came about, the entry that is named, the reason
    ("no name", _set("edition", ...), FILE, NAME),
    ("a blank name", _set("edition", "  "), FILE, NAME),
    ("a number for a name", _set("edition", 7), FILE, NAME),
    ("a name with a bell", _set("edition", "ring\a"), FILE, NAME),
    (
        "an unknown key",
        _set("author", "me"),
        FILE,
        '"author" is not known here; known are alliances, box, cards, edition, region and side.',
    ),
    (
        "an unknown key that could upset a terminal",
        _set("box", "\x1b[2J\n", 1),
        BOX,
        '"?[2J?" is not known here; known are emissaries, fortifications, hand, houses, removed, row'
        " and shortest_road.",
    ),
    # cards
    ("no cards", _set("cards", ...), FILE, _table("cards")),
    ("a list for cards", _set("cards", []), FILE, _table("cards")),
    ("no colour", _set("cards", {}), CARDS, "there must be 1 to 16 colours, not 0."),
    ("17 colours", _colours(17, 9), CARDS, "there must be 1 to 16 colours, not 17."),
    ("a colour with a capital", _set("cards", "Red", 9), CARDS, "a colour must be a word in lower case, not 'Red'."),
    (
        "a colour of two words",
        _set("cards", "dark red", 9),
        CARDS,
        "a colour must be a word in lower case, not 'dark red'.",
    ),
    ("a colour without a name", _set("cards", "", 9), CARDS, "a colour must be a word in lower case, not ''."),
    ("a colour with a tab", _set("cards", "r\ted", 9), CARDS, "a colour must be a word in lower case, not 'r\\ted'."),
    ("no card of a colour", _set("cards", "red", 0), CARDS, _count("red", 1, "0")),
    ("less than no card", _set("cards", "red", -1), CARDS, _count("red", 1, "-1")),
    ("too many cards of a colour", _set("cards", "red", 61), CARDS, _count("red", 1, "61")),
    ("half a card", _set("cards", "red", 0.5), CARDS, _count("red", 1, "0.5")),
    ("a yes for cards", _set("cards", "red", True), CARDS, _count("red", 1, "True")),
    ("a text for cards", _set("cards", "red", "13"), CARDS, _count("red", 1, "'13'")),
    ("a number of cards that cannot be printed", _set("cards", "red", HUGE), CARDS, _count("red", 1, "...")),
    # the box
    ("no box", _set("box", ...), FILE, _table("box")),
    ("a text for the box", _set("box", "full"), FILE, _table("box")),
    (
        "an unknown key of the box",
        _set("box", "dragons", 1),
        BOX,
        '"dragons" is not known here; known are emissaries, fortifications, hand, houses, removed, row'
        " and shortest_road.",
    ),
    ("no houses", _set("box", "houses", 0), BOX, _count("houses", 1, "0")),
    ("no number of houses", _set("box", "houses", ...), BOX, _count("houses", 1, "None")),
    ("too many houses", _set("box", "houses", 61), BOX, _count("houses", 1, "61")),
    ("no number of emissaries", _set("box", "emissaries", ...), BOX, _count("emissaries", 0, "None")),
    ("less than no emissaries", _set("box", "emissaries", -1), BOX, _count("emissaries", 0, "-1")),
    ("a yes for fortifications", _set("box", "fortifications", True), BOX, _count("fortifications", 0, "True")),
    ("less than no fortifications", _set("box", "fortifications", -1), BOX, _count("fortifications", 0, "-1")),
    ("an empty hand", _set("box", "hand", 0), BOX, _count("hand", 1, "0")),
    ("a hand that cannot be printed", _set("box", "hand", HUGE), BOX, _count("hand", 1, "...")),
    ("less than no row", _set("box", "row", -1), BOX, _count("row", 0, "-1")),
    ("half a row", _set("box", "row", 1.5), BOX, _count("row", 0, "1.5")),
    ("roads of no house", _set("box", "shortest_road", 0), BOX, _count("shortest_road", 1, "0")),
    ("a list for a number", _set("box", "shortest_road", [4]), BOX, _count("shortest_road", 1, "[4]")),
    (
        "a hand with too many bundles",
        _all(_set("box", "hand", 12), _set("cards", dict.fromkeys(("red", "green", "yellow", "orange", "purple"), 60))),
        BOX,
        "a hand or row of up to 12 cards in 5 colours can be put together in 6188 ways; 6000 are the most.",
    ),
    (
        "a row with too many bundles",
        _set("box", "row", 60),
        BOX,
        "a hand or row of up to 60 cards in 5 colours can be put together in 8259888 ways; 6000 are the most.",
    ),
    # cards taken out
    ("nothing about cards taken out", _set("box", "removed", ...), BOX, REMOVED),
    ("one number of cards taken out", _set("box", "removed", 1), BOX, REMOVED),
    ("nothing about three players", _set("box", "removed", "3", ...), BOX, REMOVED),
    ("something about two players", _set("box", "removed", "2", 3), BOX, REMOVED),
    ("three written otherwise", _set("box", "removed", {"03": 2, "4": 1, "5": 0}), BOX, REMOVED),
    ("less than none taken out", _set("box", "removed", "4", -1), BOX, _count("removed.4", 0, "-1")),
    ("a text for what is taken out", _set("box", "removed", "5", "0"), BOX, _count("removed.5", 0, "'0'")),
    (
        "more taken out than there are",
        _set("box", "removed", "4", 11),
        BOX,
        "11 cards of each colour cannot be taken out with 4 players: there are only 10 of purple.",
    ),
    # enough cards
    (
        "too few cards for five",
        _all(NONE_REMOVED, _set("cards", {"red": 4, "green": 4, "yellow": 4, "orange": 4, "purple": 3})),
        BOX,
        "5 players need 20 cards for all hands, the row and one more, and there are 19.",
    ),
    (
        "too few cards for three",
        _set("box", "removed", "3", 9),
        BOX,
        "3 players need 14 cards for all hands, the row and one more, and there are 12.",
    ),
    # regions
    ("no regions", _set("region", ...), FILE, _entries("region")),
    ("a table for regions", _set("region", {}), FILE, _entries("region")),
    ("a text among the regions", _set("region", 0, "zhao"), FILE, _entries("region")),
    ("no region", _set("region", []), FILE, "there must be 2 to 16 regions, not 0."),
    ("one region", _regions(5), FILE, "there must be 2 to 16 regions, not 1."),
    ("17 regions", _regions(*[1] * 17), FILE, "there must be 2 to 16 regions, not 17."),
    ("61 spaces", _regions(30, 31), FILE, "it has 61 house spaces; 60 are the most."),
    ("a region without an id", _set("region", 0, "id", ...), "region number 1", ID),
    ("a region with a number for an id", _set("region", 1, "id", 2), "region number 2", ID),
    ("a region with an empty id", _set("region", 1, "id", ""), "region number 2", ID),
    ("a region with a capital", _set("region", 1, "id", "Yan"), "region number 2", ID),
    ("a region with two words for an id", _set("region", 1, "id", "ya n"), "region number 2", ID),
    ("a region with a line end in its id", _set("region", 1, "id", "yan\n"), "region number 2", ID),
    ("two regions with one id", _set("region", 1, "id", "zhao"), ZHAO, TWICE),
    (
        "a region with the id of a space",
        _set("region", 1, "id", "zhao-5"),
        'region "zhao-5"',
        "a house space has this id already.",
    ),
    (
        "an unknown key of a region",
        _set("region", 0, "color", "red"),
        ZHAO,
        '"color" is not known here; known are colour, dragon, houses, id and name.',
    ),
    ("a region without a name", _set("region", 0, "name", ...), ZHAO, REGION_NAME),
    ("a region with a blank name", _set("region", 0, "name", " "), ZHAO, REGION_NAME),
    ("a region with a number for a name", _set("region", 0, "name", 1), ZHAO, REGION_NAME),
    ("a region with a bell in its name", _set("region", 0, "name", "Zhao\a"), ZHAO, REGION_NAME),
    ("a region without a colour", _set("region", 0, "colour", ...), ZHAO, _colour("None")),
    ("a region of an unknown colour", _set("region", 0, "colour", "pink"), ZHAO, _colour("'pink'")),
    ("a region with a list of colours", _set("region", 0, "colour", ["red"]), ZHAO, _colour("['red']")),
    # places
    ("a region without a dragon", _set("region", 0, "dragon", ...), ZHAO, _place("dragon", "None")),
    ("a dragon with one number", _set("region", 0, "dragon", [1]), ZHAO, _place("dragon", "[1]")),
    ("a dragon with three numbers", _set("region", 0, "dragon", [1, 2, 3]), ZHAO, _place("dragon", "[1, 2, 3]")),
    ("a dragon between pixels", _set("region", 0, "dragon", [1.0, 2]), ZHAO, _place("dragon", "[1.0, 2]")),
    ("a dragon of yes and no", _set("region", 0, "dragon", [True, False]), ZHAO, _place("dragon", "[True, False]")),
    ("a dragon in a text", _set("region", 0, "dragon", "12"), ZHAO, _place("dragon", "'12'")),
    ("a dragon left of the canvas", _set("region", 0, "dragon", [-1, 0]), ZHAO, _place("dragon", "[-1, 0]")),
    ("a dragon right of the canvas", _set("region", 0, "dragon", [1001, 0]), ZHAO, _place("dragon", "[1001, 0]")),
    ("a dragon below the canvas", _set("region", 0, "dragon", [0, 801]), ZHAO, _place("dragon", "[0, 801]")),
    ("a dragon out of this world", _set("region", 0, "dragon", [HUGE, 0]), ZHAO, _place("dragon", "...")),
    ("a region without houses", _set("region", 0, "houses", ...), ZHAO, HOUSES),
    ("a region with an empty list of houses", _set("region", 0, "houses", []), ZHAO, HOUSES),
    ("a region with a number of houses", _set("region", 0, "houses", 5), ZHAO, HOUSES),
    ("a house that is no place", _set("region", 0, "houses", 2, 520), ZHAO, _place("zhao-3", "520")),
    ("a house outside", _set("region", 0, "houses", 4, [525, 900]), ZHAO, _place("zhao-5", "[525, 900]")),
    # alliances
    ("no alliances", _set("alliances", ...), FILE, _table("alliances")),
    ("a list of alliances", _set("alliances", [["zhao", "chin"]]), FILE, _table("alliances")),
    ("a gap between alliances", _set("alliances", "7", ...), ALLIANCES, NUMBERS),
    ("an alliance 0", _set("alliances", "0", ["zhao", "chu"]), ALLIANCES, NUMBERS),
    ("an alliance written otherwise", _set("alliances", {"01": ["zhao", "chu"]}), ALLIANCES, NUMBERS),
    ("an alliance with a word for a number", _set("alliances", {"one": ["zhao", "chu"]}), ALLIANCES, NUMBERS),
    ("an alliance of one", _set("alliances", "7", ["han"]), "alliance 7", _link("['han']")),
    ("an alliance of three", _set("alliances", "7", ["han", "qi", "lu"]), "alliance 7", _link("['han', 'qi', 'lu']")),
    ("an alliance with itself", _set("alliances", "7", ["han", "han"]), "alliance 7", _link("['han', 'han']")),
    ("an alliance in a text", _set("alliances", "7", "hanchu"), "alliance 7", _link("'hanchu'")),
    ("an alliance of numbers", _set("alliances", "7", [5, 8]), "alliance 7", _link("[5, 8]")),
    ("an alliance with nobody", _set("alliances", "7", ["han", "ham"]), "alliance 7", "there is no region 'ham'."),
    ("an alliance of a space", _set("alliances", "7", ["han-1", "chu"]), "alliance 7", "there is no region 'han-1'."),
    (
        "an alliance that is there twice",
        _set("alliances", "7", ["zhao", "wei"]),
        "alliance 7",
        "zhao and wei are joined already.",
    ),
    (
        "an alliance that is there in the other order",
        _set("alliances", "7", ["wei", "zhao"]),
        "alliance 7",
        "wei and zhao are joined already.",
    ),
    # sides
    ("no sides", _set("side", ...), FILE, _entries("side")),
    ("a table for sides", _set("side", {}), FILE, _entries("side")),
    ("a number among the sides", _set("side", 1, 45), FILE, _entries("side")),
    ("no side", _set("side", []), FILE, "no side is for 3 players."),
    ("a side without an id", _set("side", 1, "id", ...), "side number 2", ID),
    ("a side with two words for an id", _set("side", 1, "id", "four five"), "side number 2", ID),
    ("two sides with one id", _set("side", 1, "id", "three-four"), SIDE, TWICE),
    (
        "an unknown key of a side",
        _set("side", 0, "name", "front"),
        SIDE,
        '"name" is not known here; known are id, players and roads.',
    ),
    ("a side for nobody in particular", _set("side", 0, "players", ...), SIDE, _players("None")),
    ("a side for nobody", _set("side", 0, "players", []), SIDE, _players("[]")),
    ("a side for three", _set("side", 0, "players", 3), SIDE, _players("3")),
    ("a side for two", _set("side", 0, "players", [2, 3]), SIDE, _players("[2, 3]")),
    ("a side for six", _set("side", 0, "players", [3, 6]), SIDE, _players("[3, 6]")),
    ("a side for three and three", _set("side", 0, "players", [3, 3]), SIDE, _players("[3, 3]")),
    ("a side for three and a bit", _set("side", 0, "players", [3.0, 4]), SIDE, _players("[3.0, 4]")),
    ("a side for a list of lists", _set("side", 0, "players", [[3]]), SIDE, _players("[[3]]")),
    ("no side for three", _set("side", 0, "players", [4]), FILE, "no side is for 3 players."),
    (
        "no side for four",
        _all(_set("side", 0, "players", [3]), _set("side", 1, "players", [5])),
        FILE,
        "no side is for 4 players.",
    ),
    ("no side for five", lambda document: document["side"].pop(), FILE, "no side is for 5 players."),
    # roads
    ("a side without roads", _set("side", 0, "roads", ...), SIDE, ROADS),
    ("a table of roads", _set("side", 0, "roads", {}), SIDE, ROADS),
    ("a road in a text", _set("side", 0, "roads", 2, "ab"), f"{SIDE}, road 3", _link("'ab'")),
    ("a road to nowhere", _set("side", 0, "roads", 2, ["chin-2"]), f"{SIDE}, road 3", _link("['chin-2']")),
    (
        "a road that comes back",
        _set("side", 0, "roads", 2, ["chin-2", "chin-2"]),
        f"{SIDE}, road 3",
        _link("['chin-2', 'chin-2']"),
    ),
    ("a road with a list", _set("side", 0, "roads", 2, ["chin-2", []]), f"{SIDE}, road 3", _link("['chin-2', []]")),
    (
        "a road to a space that is not there",
        _set("side", 0, "roads", 2, ["chin-2", "chin-5"]),
        f"{SIDE}, road 3",
        "there is no space 'chin-5'.",
    ),
    (
        "a road to a region",
        _set("side", 0, "roads", 2, ["chin", "chin-2"]),
        f"{SIDE}, road 3",
        "there is no space 'chin'.",
    ),
    (
        "a road that is there twice",
        _set("side", 0, "roads", 2, ["chin-1", "chin-2"]),
        f"{SIDE}, road 3",
        "chin-1 and chin-2 are joined already.",
    ),
    (
        "a road that is there in the other order",
        _set("side", 1, "roads", 2, ["chin-2", "chin-1"]),
        'side "four-five", road 3',
        "chin-2 and chin-1 are joined already.",
    ),
]


@pytest.mark.parametrize(("change", "entry", "reason"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_a_broken_edition_is_refused_with_file_entry_and_reason(change: Change, entry: str, reason: str) -> None:
    """Whatever does not fit the grammar; the sentence is told in full."""
    document = standard_document()
    change(document)
    with pytest.raises(EditionError) as refusal:
        read_edition(document, "mine.toml")
    assert str(refusal.value) == f"mine.toml, {entry}: {reason}"
    assert refusal.value.key == "edition.broken"


@pytest.mark.parametrize("value", ["0x" + "f" * 5000, "{" + ".".join("a" * 5000) + " = 1}"], ids=["long", "deep"])
@pytest.mark.parametrize(
    "line",
    [
        'edition = "standard"',
        "red = 13",
        "houses = 20",
        "removed = { 5 = 0, 4 = 1, 3 = 2 }",
        'id = "zhao"',
        'name = "Zhao"',
        'colour = "orange"',
        "dragon = [455, 150]",
        '1 = ["zhao", "chin"]',
        'id = "three-four"',
        "players = [3, 4]",
    ],
)
def test_what_is_too_long_or_too_deep_to_be_shown_is_refused_too(line: str, value: str) -> None:
    """Alone, and as one of two in a list: a text in TOML may hold more than Python can print."""
    key = line.partition(" ")[0]
    assert line in STANDARD
    for written in (value, f"[{value}, {value}]"):
        document = tomllib.loads(STANDARD.replace(line, f"{key} = {written}", 1))
        with pytest.raises(EditionError):
            read_edition(document, "mine.toml")


# ---- what is allowed


@pytest.mark.parametrize(
    "change",
    [
        _regions(*[3] * 4, *[4] * 12),  # 16 regions, 60 spaces
        _regions(59, 1),
        _colours(16, 3),  # 4845 bundles
        _all(_colours(1, 60), _set("box", "hand", 10), _set("box", "row", 5)),
        _all(NONE_REMOVED, _set("cards", dict.fromkeys(("red", "green", "yellow", "orange", "purple"), 4))),  # 20 cards
        _all(_set("cards", "purple", 2), _set("box", "removed", "3", 2)),  # a colour that three players do not have
        _all(*[_set("box", what, 60) for what in ("houses", "emissaries", "fortifications", "shortest_road")]),
        _all(*[_set("box", what, 0) for what in ("emissaries", "fortifications", "row")]),
        _all(*[_set("box", what, 1) for what in ("houses", "hand", "shortest_road")]),
        _set("alliances", {}),
        _set("side", 0, "roads", []),
        _all(lambda document: document["side"].pop(), _set("side", 0, "players", [5, 3, 4])),
        _all(_regions(12, 2), _set("region", 0, "id", "a"), _set("region", 1, "id", "a-13")),  # not quite a space
        _all(
            _regions(2, 2),
            _set("region", 0, "id", "秦_2"),
            _set("region", 1, "id", "7"),
            _set("region", 0, "name", "秦"),
        ),
    ],
)
def test_an_edition_at_the_limits_is_read(change: Change) -> None:
    """The most and the fewest of everything, and words of any script."""
    document = standard_document()
    change(document)
    check(read_edition(document, "limits.toml"), document)


def check(edition: Edition, document: Document) -> None:
    """An edition that was read has all that its file has, and its tables hang together."""
    assert list(edition.colours) == list(document["cards"])
    assert [region.id for region in edition.regions] == [entry["id"] for entry in document["region"]]
    assert len(edition.spaces) == len(edition.places) == sum(len(entry["houses"]) for entry in document["region"])
    assert len({*edition.spaces, *(region.id for region in edition.regions)}) == len(edition.spaces) + len(
        edition.regions
    )
    assert len(edition.alliances) == len(document["alliances"])
    for players in (3, 4, 5):
        assert edition.sides_for(players)
        assert deck(edition, players) > players * edition.box.hand + edition.box.row
    for side, entry in zip(edition.sides, document["side"], strict=True):
        assert [list(road) for road in side.roads] == entry["roads"]
        check_tables(edition, side)


def check_tables(edition: Edition, side: Side) -> None:
    tables = side.tables
    roads = {tuple(map(edition.space_number, road)) for road in side.roads}
    spaces = range(len(edition.spaces))
    assert {(one, other) for one in spaces for other in near(tables, one)} == roads | {road[::-1] for road in roads}
    assert [edition.colours[colour] for colour in tables.colour_of] == [region.colour for region in edition.regions]
    for space, region in enumerate(tables.region_of):
        assert edition.spaces[space].rpartition("-")[0] == edition.regions[region].id


# ---- anything at all

WORDS = st.sampled_from(["red", "zhao", "zhao-1", "chin", "three-four", "1", "3", "Zhao", ""])
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 99)
    | st.floats()
    | st.text(max_size=5)
    | WORDS
    | st.sampled_from([date(2005, 1, 1), 10**30, -(10**30)]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5) | WORDS, inner, max_size=3),
    max_leaves=6,
)


def _places(value: object) -> list[tuple[Any, Any]]:
    """Every place in a document that holds something: its container, and key or index."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in [(value, key), *_places(value[key])]]  # type: ignore[index]


def _damage(document: Document, data: st.DataObject) -> None:
    """Something else in one place, nothing there any more, or something new beside it."""
    section = data.draw(st.sampled_from(sorted(document)))
    container, key = data.draw(st.sampled_from([(document, section), *_places(document[section])]))
    how = data.draw(st.sampled_from(["change", "change", "copy", "drop", "add"]))
    if how == "drop":
        del container[key]
    elif how == "add" and isinstance(container, list):
        container.insert(key, data.draw(ANYTHING))
    elif how == "add":
        container[data.draw(WORDS)] = data.draw(ANYTHING)
    elif how == "copy":  # of its neighbour
        container[key] = container[data.draw(st.sampled_from([place for place, _ in _keys(container)]))]
    else:
        container[key] = data.draw(ANYTHING)


def _keys(container: Any) -> list[tuple[Any, Any]]:
    return list(container.items() if isinstance(container, dict) else enumerate(container))


@settings(derandomize=True, deadline=None, max_examples=scaled(300, 1000))
@given(st.data())
def test_whatever_a_file_holds_it_is_read_or_refused(data: st.DataObject) -> None:
    """One to three places of a good edition hold anything at all: no other error than an `EditionError`."""
    document = standard_document()
    for _ in range(data.draw(st.integers(1, 3))):
        if document:
            _damage(document, data)
    try:
        edition = read_edition(document, "any.toml")
    except EditionError as refusal:
        said = str(refusal)
    else:
        check(edition, document)
        return
    assert said.startswith("any.toml, ")
    assert "\n" not in said
