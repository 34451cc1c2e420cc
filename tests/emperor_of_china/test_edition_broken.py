"""Every way in which an edition file can be broken, with what is said about it."""

from __future__ import annotations

import tomllib

import pytest

from support.damage import Change, all_of, put
from support.emperor_editions import (
    NONE_REMOVED,
    STANDARD,
    colours_of,
    regions_of,
    standard_document,
)
from tianxia.errors import EditionError
from tianxia.games.emperor_of_china.interface.edition import read_edition

# ---- broken ones

FILE = "the file"
CARDS = "[cards]"
BOX = "[box]"
ALLIANCES = "[alliances]"
ZHAO = 'region "zhao"'
SIDE = 'side "three-four"'
HUGE = 16**5000  # a file can have it, in hex digits; Python cannot print it

# reasons that stand more than once
NAME = "edition must be a name of printable characters."
ID = "id must be a word in lower case."
TWICE = "this id is used twice."
REGION_NAME = "name must be a string of printable characters."
REMOVED = "removed must say for 3, 4 and 5 players, and for nothing else, how many cards of each colour are taken out."
HOUSES = "houses must be a list of one place or more."
NUMBERS = "alliances must be numbered from 1 without gaps."
ROADS = "roads must be a list of roads, each with its two spaces."


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
    ("no name", put("edition", ...), FILE, NAME),
    ("a blank name", put("edition", "  "), FILE, NAME),
    ("a number for a name", put("edition", 7), FILE, NAME),
    ("a name with a bell", put("edition", "ring\a"), FILE, NAME),
    (
        "an unknown key",
        put("author", "me"),
        FILE,
        '"author" is not known here; known are alliances, box, cards, edition, region and side.',
    ),
    (
        "an unknown key that could upset a terminal",
        put("box", "\x1b[2J\n", 1),
        BOX,
        '"?[2J?" is not known here; known are emissaries, fortifications, hand, houses, removed, row'
        " and shortest_road.",
    ),
    # cards
    ("no cards", put("cards", ...), FILE, _table("cards")),
    ("a list for cards", put("cards", []), FILE, _table("cards")),
    ("no colour", put("cards", {}), CARDS, "there must be 1 to 16 colours, not 0."),
    ("17 colours", colours_of(17, 9), CARDS, "there must be 1 to 16 colours, not 17."),
    ("a colour with a capital", put("cards", "Red", 9), CARDS, "a colour must be a word in lower case, not 'Red'."),
    (
        "a colour of two words",
        put("cards", "dark red", 9),
        CARDS,
        "a colour must be a word in lower case, not 'dark red'.",
    ),
    ("a colour without a name", put("cards", "", 9), CARDS, "a colour must be a word in lower case, not ''."),
    ("a colour with a tab", put("cards", "r\ted", 9), CARDS, "a colour must be a word in lower case, not 'r\\ted'."),
    ("no card of a colour", put("cards", "red", 0), CARDS, _count("red", 1, "0")),
    ("less than no card", put("cards", "red", -1), CARDS, _count("red", 1, "-1")),
    ("too many cards of a colour", put("cards", "red", 61), CARDS, _count("red", 1, "61")),
    ("half a card", put("cards", "red", 0.5), CARDS, _count("red", 1, "0.5")),
    ("a yes for cards", put("cards", "red", True), CARDS, _count("red", 1, "True")),
    ("a text for cards", put("cards", "red", "13"), CARDS, _count("red", 1, "'13'")),
    ("a number of cards that cannot be printed", put("cards", "red", HUGE), CARDS, _count("red", 1, "...")),
    # the box
    ("no box", put("box", ...), FILE, _table("box")),
    ("a text for the box", put("box", "full"), FILE, _table("box")),
    (
        "an unknown key of the box",
        put("box", "dragons", 1),
        BOX,
        '"dragons" is not known here; known are emissaries, fortifications, hand, houses, removed, row'
        " and shortest_road.",
    ),
    ("no houses", put("box", "houses", 0), BOX, _count("houses", 1, "0")),
    ("no number of houses", put("box", "houses", ...), BOX, _count("houses", 1, "None")),
    ("too many houses", put("box", "houses", 61), BOX, _count("houses", 1, "61")),
    ("no number of emissaries", put("box", "emissaries", ...), BOX, _count("emissaries", 0, "None")),
    ("less than no emissaries", put("box", "emissaries", -1), BOX, _count("emissaries", 0, "-1")),
    ("a yes for fortifications", put("box", "fortifications", True), BOX, _count("fortifications", 0, "True")),
    ("less than no fortifications", put("box", "fortifications", -1), BOX, _count("fortifications", 0, "-1")),
    ("an empty hand", put("box", "hand", 0), BOX, _count("hand", 1, "0")),
    ("a hand that cannot be printed", put("box", "hand", HUGE), BOX, _count("hand", 1, "...")),
    ("less than no row", put("box", "row", -1), BOX, _count("row", 0, "-1")),
    ("half a row", put("box", "row", 1.5), BOX, _count("row", 0, "1.5")),
    ("roads of no house", put("box", "shortest_road", 0), BOX, _count("shortest_road", 1, "0")),
    ("a list for a number", put("box", "shortest_road", [4]), BOX, _count("shortest_road", 1, "[4]")),
    (
        "a hand with too many bundles",
        all_of(put("box", "hand", 12), put("cards", dict.fromkeys(("red", "green", "yellow", "orange", "purple"), 60))),
        BOX,
        "a hand or row of up to 12 cards in 5 colours can be put together in 6188 ways; at most 6000 are allowed.",
    ),
    (
        "a row with too many bundles",
        put("box", "row", 60),
        BOX,
        "a hand or row of up to 60 cards in 5 colours can be put together in 8259888 ways; at most 6000 are allowed.",
    ),
    # cards taken out
    ("nothing about cards taken out", put("box", "removed", ...), BOX, REMOVED),
    ("one number of cards taken out", put("box", "removed", 1), BOX, REMOVED),
    ("nothing about three players", put("box", "removed", "3", ...), BOX, REMOVED),
    ("something about two players", put("box", "removed", "2", 3), BOX, REMOVED),
    ("three written otherwise", put("box", "removed", {"03": 2, "4": 1, "5": 0}), BOX, REMOVED),
    ("less than none taken out", put("box", "removed", "4", -1), BOX, _count("removed.4", 0, "-1")),
    ("a text for what is taken out", put("box", "removed", "5", "0"), BOX, _count("removed.5", 0, "'0'")),
    (
        "more taken out than there are",
        put("box", "removed", "4", 11),
        BOX,
        "11 cards of each colour cannot be taken out with 4 players: there are only 10 of purple.",
    ),
    # enough cards
    (
        "too few cards for five",
        all_of(NONE_REMOVED, put("cards", {"red": 4, "green": 4, "yellow": 4, "orange": 4, "purple": 3})),
        BOX,
        "5 players need 20 cards for all hands, the row and one more, and there are 19.",
    ),
    (
        "too few cards for three",
        put("box", "removed", "3", 9),
        BOX,
        "3 players need 14 cards for all hands, the row and one more, and there are 12.",
    ),
    # regions
    ("no regions", put("region", ...), FILE, _entries("region")),
    ("a table for regions", put("region", {}), FILE, _entries("region")),
    ("a text among the regions", put("region", 0, "zhao"), FILE, _entries("region")),
    ("no region", put("region", []), FILE, "there must be 2 to 16 regions, not 0."),
    ("one region", regions_of(5), FILE, "there must be 2 to 16 regions, not 1."),
    ("17 regions", regions_of(*[1] * 17), FILE, "there must be 2 to 16 regions, not 17."),
    ("61 spaces", regions_of(30, 31), FILE, "it has 61 house spaces; at most 60 are allowed."),
    ("a region without an id", put("region", 0, "id", ...), "region number 1", ID),
    ("a region with a number for an id", put("region", 1, "id", 2), "region number 2", ID),
    ("a region with an empty id", put("region", 1, "id", ""), "region number 2", ID),
    ("a region with a capital", put("region", 1, "id", "Yan"), "region number 2", ID),
    ("a region with two words for an id", put("region", 1, "id", "ya n"), "region number 2", ID),
    ("a region with a line end in its id", put("region", 1, "id", "yan\n"), "region number 2", ID),
    ("two regions with one id", put("region", 1, "id", "zhao"), ZHAO, TWICE),
    (
        "a region with the id of a space",
        put("region", 1, "id", "zhao-5"),
        'region "zhao-5"',
        "a house space has this id already.",
    ),
    (
        "an unknown key of a region",
        put("region", 0, "color", "red"),
        ZHAO,
        '"color" is not known here; known are colour, dragon, houses, id and name.',
    ),
    ("a region without a name", put("region", 0, "name", ...), ZHAO, REGION_NAME),
    ("a region with a blank name", put("region", 0, "name", " "), ZHAO, REGION_NAME),
    ("a region with a number for a name", put("region", 0, "name", 1), ZHAO, REGION_NAME),
    ("a region with a bell in its name", put("region", 0, "name", "Zhao\a"), ZHAO, REGION_NAME),
    ("a region without a colour", put("region", 0, "colour", ...), ZHAO, _colour("None")),
    ("a region of an unknown colour", put("region", 0, "colour", "pink"), ZHAO, _colour("'pink'")),
    ("a region with a list of colours", put("region", 0, "colour", ["red"]), ZHAO, _colour("['red']")),
    # places
    ("a region without a dragon", put("region", 0, "dragon", ...), ZHAO, _place("dragon", "None")),
    ("a dragon with one number", put("region", 0, "dragon", [1]), ZHAO, _place("dragon", "[1]")),
    ("a dragon with three numbers", put("region", 0, "dragon", [1, 2, 3]), ZHAO, _place("dragon", "[1, 2, 3]")),
    ("a dragon between pixels", put("region", 0, "dragon", [1.0, 2]), ZHAO, _place("dragon", "[1.0, 2]")),
    ("a dragon of yes and no", put("region", 0, "dragon", [True, False]), ZHAO, _place("dragon", "[True, False]")),
    ("a dragon in a text", put("region", 0, "dragon", "12"), ZHAO, _place("dragon", "'12'")),
    ("a dragon left of the canvas", put("region", 0, "dragon", [-1, 0]), ZHAO, _place("dragon", "[-1, 0]")),
    ("a dragon right of the canvas", put("region", 0, "dragon", [1001, 0]), ZHAO, _place("dragon", "[1001, 0]")),
    ("a dragon below the canvas", put("region", 0, "dragon", [0, 801]), ZHAO, _place("dragon", "[0, 801]")),
    ("a dragon out of this world", put("region", 0, "dragon", [HUGE, 0]), ZHAO, _place("dragon", "...")),
    ("a region without houses", put("region", 0, "houses", ...), ZHAO, HOUSES),
    ("a region with an empty list of houses", put("region", 0, "houses", []), ZHAO, HOUSES),
    ("a region with a number of houses", put("region", 0, "houses", 5), ZHAO, HOUSES),
    ("a house that is no place", put("region", 0, "houses", 2, 520), ZHAO, _place("zhao-3", "520")),
    ("a house outside", put("region", 0, "houses", 4, [525, 900]), ZHAO, _place("zhao-5", "[525, 900]")),
    # alliances
    ("no alliances", put("alliances", ...), FILE, _table("alliances")),
    ("a list of alliances", put("alliances", [["zhao", "chin"]]), FILE, _table("alliances")),
    ("a gap between alliances", put("alliances", "7", ...), ALLIANCES, NUMBERS),
    ("an alliance 0", put("alliances", "0", ["zhao", "chu"]), ALLIANCES, NUMBERS),
    ("an alliance written otherwise", put("alliances", {"01": ["zhao", "chu"]}), ALLIANCES, NUMBERS),
    ("an alliance with a word for a number", put("alliances", {"one": ["zhao", "chu"]}), ALLIANCES, NUMBERS),
    ("an alliance of one", put("alliances", "7", ["han"]), "alliance 7", _link("['han']")),
    ("an alliance of three", put("alliances", "7", ["han", "qi", "lu"]), "alliance 7", _link("['han', 'qi', 'lu']")),
    ("an alliance with itself", put("alliances", "7", ["han", "han"]), "alliance 7", _link("['han', 'han']")),
    ("an alliance in a text", put("alliances", "7", "hanchu"), "alliance 7", _link("'hanchu'")),
    ("an alliance of numbers", put("alliances", "7", [5, 8]), "alliance 7", _link("[5, 8]")),
    ("an alliance with nobody", put("alliances", "7", ["han", "ham"]), "alliance 7", "there is no region 'ham'."),
    ("an alliance of a space", put("alliances", "7", ["han-1", "chu"]), "alliance 7", "there is no region 'han-1'."),
    (
        "an alliance that is there twice",
        put("alliances", "7", ["zhao", "wei"]),
        "alliance 7",
        "zhao and wei are joined already.",
    ),
    (
        "an alliance that is there in the other order",
        put("alliances", "7", ["wei", "zhao"]),
        "alliance 7",
        "wei and zhao are joined already.",
    ),
    # sides
    ("no sides", put("side", ...), FILE, _entries("side")),
    ("a table for sides", put("side", {}), FILE, _entries("side")),
    ("a number among the sides", put("side", 1, 45), FILE, _entries("side")),
    ("no side", put("side", []), FILE, "no side is for 3 players."),
    ("a side without an id", put("side", 1, "id", ...), "side number 2", ID),
    ("a side with two words for an id", put("side", 1, "id", "four five"), "side number 2", ID),
    ("two sides with one id", put("side", 1, "id", "three-four"), SIDE, TWICE),
    (
        "an unknown key of a side",
        put("side", 0, "name", "front"),
        SIDE,
        '"name" is not known here; known are id, players and roads.',
    ),
    ("a side for nobody in particular", put("side", 0, "players", ...), SIDE, _players("None")),
    ("a side for nobody", put("side", 0, "players", []), SIDE, _players("[]")),
    ("a side for three", put("side", 0, "players", 3), SIDE, _players("3")),
    ("a side for two", put("side", 0, "players", [2, 3]), SIDE, _players("[2, 3]")),
    ("a side for six", put("side", 0, "players", [3, 6]), SIDE, _players("[3, 6]")),
    ("a side for three and three", put("side", 0, "players", [3, 3]), SIDE, _players("[3, 3]")),
    ("a side for three and a bit", put("side", 0, "players", [3.0, 4]), SIDE, _players("[3.0, 4]")),
    ("a side for a list of lists", put("side", 0, "players", [[3]]), SIDE, _players("[[3]]")),
    ("no side for three", put("side", 0, "players", [4]), FILE, "no side is for 3 players."),
    (
        "no side for four",
        all_of(put("side", 0, "players", [3]), put("side", 1, "players", [5])),
        FILE,
        "no side is for 4 players.",
    ),
    ("no side for five", lambda document: document["side"].pop(), FILE, "no side is for 5 players."),
    # roads
    ("a side without roads", put("side", 0, "roads", ...), SIDE, ROADS),
    ("a table of roads", put("side", 0, "roads", {}), SIDE, ROADS),
    ("a road in a text", put("side", 0, "roads", 2, "ab"), f"{SIDE}, road 3", _link("'ab'")),
    ("a road to nowhere", put("side", 0, "roads", 2, ["chin-2"]), f"{SIDE}, road 3", _link("['chin-2']")),
    (
        "a road that comes back",
        put("side", 0, "roads", 2, ["chin-2", "chin-2"]),
        f"{SIDE}, road 3",
        _link("['chin-2', 'chin-2']"),
    ),
    ("a road with a list", put("side", 0, "roads", 2, ["chin-2", []]), f"{SIDE}, road 3", _link("['chin-2', []]")),
    (
        "a road to a space that is not there",
        put("side", 0, "roads", 2, ["chin-2", "chin-5"]),
        f"{SIDE}, road 3",
        "there is no space 'chin-5'.",
    ),
    (
        "a road to a region",
        put("side", 0, "roads", 2, ["chin", "chin-2"]),
        f"{SIDE}, road 3",
        "there is no space 'chin'.",
    ),
    (
        "a road that is there twice",
        put("side", 0, "roads", 2, ["chin-1", "chin-2"]),
        f"{SIDE}, road 3",
        "chin-1 and chin-2 are joined already.",
    ),
    (
        "a road that is there in the other order",
        put("side", 1, "roads", 2, ["chin-2", "chin-1"]),
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
