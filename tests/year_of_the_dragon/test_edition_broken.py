"""Every way in which an edition file can be broken, with what is said about it."""

from __future__ import annotations

import tomllib

import pytest

from support.damage import Change, all_of, put
from support.dragon_editions import STANDARD, standard_document
from tianxia.errors import EditionError
from tianxia.games.year_of_the_dragon.interface.edition import read_edition

FILE = "the file"
HUGE = 16**5000  # a file can have it, in hex digits; Python cannot print it
CRAFTSMAN = 'person "craftsman"'  # number 1
WARRIOR = 'person "warrior"'  # number 5, of two ages

# reasons that stand more than once
NAME = "edition must be a name of printable characters."
ID = "id must be a word in lower case."
PERSON_ENTRIES = "it must have [[person]] entries."
MOVE_WORD = "an id must not be a number, nor a word that moves already use."
NO_CARD = "there must be a card in a hand: each and wild cannot both be 0."


def _table(key: str) -> str:
    return f"it must have a [{key}] table."


def _count(what: str, least: int, most: int, found: str) -> str:
    return f"{what} must be a whole number from {least} to {most}, not {found}."


def _key(key: str, known: str) -> str:
    return f'"{key}" is not known here; known are {known}.'


def _part(key: str, known: str) -> str:
    return f"{key} must be a table with {known}."


def _symbol(found: str) -> str:
    return f"symbol must be hammer, dragon, rocket, coin, helmet, buddha, mortar, rice or book, not {found}."


def _groups(players: int, cards: int, found: str) -> str:
    return (
        f"the groups for {players} players must be a list of whole numbers, 1 or more, that add up to {cards},"
        f" not {found}."
    )


def _palaces(found: str) -> str:
    return f"palaces must be a list of 1 to 6 palaces of 1 to 3 floors, with 2 floors or more in all, not {found}."


def _festival(found: str) -> str:
    return f"festival must be two whole numbers from 1 to 60, not {found}."


def _events(found: str) -> str:
    return (
        "names must be peace, tribute, drought, mongols, festival and contagion, in any order and each of them once,"
        f" not {found}."
    )


def _super_events(found: str) -> str:
    return (
        "names must be lanternfest, buddha, earthquake, flood, eclipse, eruption, tornado, sunrise, assassination and"
        f" charter, in any order and each of them once, not {found}."
    )


BROKEN: list[tuple[str, Change, str, str]] = [
    # what is wrong, how it came about, the entry that is named, the reason
    ("no name", put("edition", ...), FILE, NAME),
    ("a blank name", put("edition", "  "), FILE, NAME),
    ("a number for a name", put("edition", 7), FILE, NAME),
    (
        "an unknown key",
        put("author", "me"),
        FILE,
        _key(
            "author", "actions, edition, end, events, groups, hand, person, prices, privileges, start, super and wall"
        ),
    ),
    ("an unknown key that could upset a terminal", put("hand", "\x1b\n", 1), "[hand]", _key("??", "each and wild")),
    # persons
    ("no persons", put("person", ...), FILE, PERSON_ENTRIES),
    ("a table for persons", put("person", {}), FILE, PERSON_ENTRIES),
    ("a text among the persons", put("person", 0, "monk"), FILE, PERSON_ENTRIES),
    (
        "eight persons",
        put("person", 8, ...),
        FILE,
        "there must be 9 persons, one for each symbol, not 8.",
    ),
    (
        "ten persons",
        lambda document: document["person"].append({"id": "spy", "symbol": "book"}),
        FILE,
        "there must be 9 persons, one for each symbol, not 10.",
    ),
    ("a person without an id", put("person", 4, "id", ...), "person number 5", ID),
    ("a person with a capital", put("person", 4, "id", "Warrior"), "person number 5", ID),
    ("a person of two words", put("person", 4, "id", "court lady"), "person number 5", ID),
    ("a person with a list for an id", put("person", 4, "id", ["warrior"]), "person number 5", ID),
    ("two persons with one id", put("person", 5, "id", "warrior"), WARRIOR, "this id is used twice."),
    ("an unknown key of a person", put("person", 4, "sex", "m"), WARRIOR, _key("sex", "id, old, symbol and young")),
    ("a person without a symbol", put("person", 4, "symbol", ...), WARRIOR, _symbol("None")),
    ("a person with a symbol of its own", put("person", 4, "symbol", "sword"), WARRIOR, _symbol("'sword'")),
    ("a person with a list of symbols", put("person", 4, "symbol", ["book"]), WARRIOR, _symbol("['book']")),
    ("a person with a symbol that cannot be printed", put("person", 4, "symbol", HUGE), WARRIOR, _symbol("...")),
    (
        "two persons with one symbol",
        put("person", 4, "symbol", "hammer"),
        WARRIOR,
        'the symbol hammer belongs to "craftsman" already.',
    ),
    # ids that would make moves ambiguous
    *[
        (f'a person called "{id}"', put("person", 4, "id", id), f'person "{id}"', MOVE_WORD)
        for id in (
            *("wild", "new", "young", "old", "small", "large", "0", "12", "٣"),
            *("draft", "palace", "card", "take", "replace", "dismiss", "release", "starve", "floor", "return", "lose"),
            *("discard", "sunrise", "charter", "money", "taxes", "harvest", "fireworks", "parade", "research", "build"),
            *("privilege", "wall", "rice", "yuan", "track", "points"),
        )
    ],
    # ages
    ("a person that is never young", put("person", 0, "young", ...), CRAFTSMAN, _part("young", "value and symbols")),
    ("a number for the young", put("person", 0, "young", 2), CRAFTSMAN, _part("young", "value and symbols")),
    ("a list for the old", put("person", 4, "old", [3, 2]), WARRIOR, _part("old", "value and symbols")),
    (
        "an unknown key of an age",
        put("person", 4, "old", "tiles", 4),
        f"{WARRIOR}, old",
        _key("tiles", "symbols and value"),
    ),
    ("no value", put("person", 0, "young", "value", ...), f"{CRAFTSMAN}, young", _count("value", 0, 60, "None")),
    ("less than no value", put("person", 0, "young", "value", -1), f"{CRAFTSMAN}, young", _count("value", 0, 60, "-1")),
    (
        "a value that is too large",
        put("person", 4, "old", "value", 61),
        f"{WARRIOR}, old",
        _count("value", 0, 60, "61"),
    ),
    ("half a value", put("person", 4, "old", "value", 1.5), f"{WARRIOR}, old", _count("value", 0, 60, "1.5")),
    ("no symbols", put("person", 4, "old", "symbols", ...), f"{WARRIOR}, old", _count("symbols", 0, 9, "None")),
    ("less than no symbol", put("person", 4, "old", "symbols", -1), f"{WARRIOR}, old", _count("symbols", 0, 9, "-1")),
    ("ten symbols", put("person", 0, "young", "symbols", 10), f"{CRAFTSMAN}, young", _count("symbols", 0, 9, "10")),
    ("a yes for symbols", put("person", 4, "old", "symbols", True), f"{WARRIOR}, old", _count("symbols", 0, 9, "True")),
    # tables
    *[
        (f"no {key}", put(key, ...), FILE, _table(key))
        for key in ("hand", "actions", "groups", "privileges", "start", "events", "prices", "end", "wall", "super")
    ],
    ("a number for the hand", put("hand", 11), FILE, _table("hand")),
    ("entries for the wall", put("wall", [{"length": 12}]), FILE, _table("wall")),
    *[
        (f"an unknown key of {key}", put(key, "dragons", 1), f"[{key}]", _key("dragons", known))
        for key, known in (
            ("hand", "each and wild"),
            ("actions", "build, fireworks, harvest, parade, privilege, research and taxes"),
            ("groups", "base and wall"),
            ("privileges", "large and small"),
            ("start", "palaces and yuan"),
            ("events", "contagion, count, festival, names and tribute"),
            ("prices", "group and money"),
            ("end", "person, sale and yuan_per_point"),
            ("wall", "length and tiles"),
            ("super", "month and names"),
        )
    ],
    # plain numbers: below the least, above the most, none, and what is no whole number
    *[
        (f"{found} for {key} of {table}", put(table, key, value), f"[{table}]", _count(key, least, most, found))
        for table, key, least, most in (
            ("hand", "each", 0, 12),
            ("hand", "wild", 0, 12),
            *(("actions", card, 0, 9) for card in ("taxes", "build", "harvest", "fireworks", "parade", "research")),
            ("actions", "privilege", 0, 9),
            ("start", "yuan", 0, 60),
            ("events", "count", 1, 2),
            ("events", "tribute", 0, 60),
            ("events", "contagion", 0, 60),
            ("prices", "group", 0, 60),
            ("prices", "money", 0, 60),
            ("end", "person", 0, 60),
            ("end", "sale", 0, 60),
            ("end", "yuan_per_point", 1, 60),
            ("wall", "length", 1, 60),
            ("super", "month", 1, 12),
        )
        for value, found in (
            (least - 1, str(least - 1)),
            (most + 1, str(most + 1)),
            (..., "None"),
            (2.0, "2.0"),
            (True, "True"),
            ("2", "'2'"),
            ([2], "[2]"),
            (HUGE, "..."),
        )
    ],
    ("no cards", all_of(put("hand", "each", 0), put("hand", "wild", 0)), "[hand]", NO_CARD),
    (
        "a super event after half a year",
        put("events", "count", 1),
        "[super]",
        _count("month", 1, 6, "7"),
    ),
    # groups
    ("no groups without the wall", put("groups", "base", ...), "[groups]", _part("base", "2, 3, 4 and 5")),
    ("a list of groups with the wall", put("groups", "wall", [4, 4]), "[groups]", _part("wall", "2, 3, 4 and 5")),
    ("groups for one", put("groups", "base", "1", [7]), "[groups], base", _key("1", "2, 3, 4 and 5")),
    ("groups for six", put("groups", "wall", "6", [8]), "[groups], wall", _key("6", "2, 3, 4 and 5")),
    ("no groups for two", put("groups", "base", "2", ...), "[groups], base", _groups(2, 7, "None")),
    ("no groups for five", put("groups", "wall", "5", ...), "[groups], wall", _groups(5, 8, "None")),
    ("one number for groups", put("groups", "base", "3", 7), "[groups], base", _groups(3, 7, "7")),
    ("an empty list of groups", put("groups", "base", "3", []), "[groups], base", _groups(3, 7, "[]")),
    ("groups of six cards", put("groups", "base", "3", [3, 3]), "[groups], base", _groups(3, 7, "[3, 3]")),
    ("groups of eight cards", put("groups", "base", "3", [4, 4]), "[groups], base", _groups(3, 7, "[4, 4]")),
    ("seven cards with the wall", put("groups", "wall", "3", [4, 3]), "[groups], wall", _groups(3, 8, "[4, 3]")),
    ("an empty group", put("groups", "base", "4", [4, 0, 3]), "[groups], base", _groups(4, 7, "[4, 0, 3]")),
    ("less than an empty group", put("groups", "base", "4", [8, -1]), "[groups], base", _groups(4, 7, "[8, -1]")),
    ("half a card in a group", put("groups", "base", "4", [3.5, 3.5]), "[groups], base", _groups(4, 7, "[3.5, 3.5]")),
    ("a yes for a group", put("groups", "base", "4", [6, True]), "[groups], base", _groups(4, 7, "[6, True]")),
    ("a text for a group", put("groups", "base", "4", ["7"]), "[groups], base", _groups(4, 7, "['7']")),
    ("groups that cannot be printed", put("groups", "base", "4", [HUGE]), "[groups], base", _groups(4, 7, "...")),
    # privileges
    ("no small privilege", put("privileges", "small", ...), "[privileges]", _part("small", "price and dragons")),
    ("a price for a privilege", put("privileges", "large", 7), "[privileges]", _part("large", "price and dragons")),
    (
        "an unknown key of a privilege",
        put("privileges", "large", "yuan", 7),
        "[privileges], large",
        _key("yuan", "dragons and price"),
    ),
    ("no price", put("privileges", "large", "price", ...), "[privileges], large", _count("price", 0, 60, "None")),
    (
        "a price below nothing",
        put("privileges", "small", "price", -1),
        "[privileges], small",
        _count("price", 0, 60, "-1"),
    ),
    ("a price too high", put("privileges", "large", "price", 61), "[privileges], large", _count("price", 0, 60, "61")),
    ("no dragons", put("privileges", "small", "dragons", ...), "[privileges], small", _count("dragons", 0, 9, "None")),
    ("ten dragons", put("privileges", "large", "dragons", 10), "[privileges], large", _count("dragons", 0, 9, "10")),
    # the start
    *[
        (what, put("start", "palaces", value), "[start]", _palaces(found))
        for what, value, found in (
            ("nothing about palaces", ..., "None"),
            ("a number for palaces", 2, "2"),
            ("a table of palaces", {"1": 2}, "{'1': 2}"),
            ("no palace", [], "[]"),
            ("room for one person", [1], "[1]"),
            ("a palace without floors", [2, 0], "[2, 0]"),
            ("a palace of four floors", [4, 2], "[4, 2]"),
            ("less than a floor", [3, -1], "[3, -1]"),
            ("seven palaces", [1] * 7, "[1, 1, 1, 1, 1, 1, 1]"),
            ("half a floor", [2, 0.5], "[2, 0.5]"),
            ("a yes for a palace", [2, True], "[2, True]"),
            ("a palace in a list", [2, [2]], "[2, [2]]"),
            ("a palace that cannot be printed", [2, HUGE], "..."),
        )
    ],
    # events
    *[
        (what, put("events", "festival", value), "[events]", _festival(found))
        for what, value, found in (
            ("no festival", ..., "None"),
            ("a number for a festival", 6, "6"),
            ("a festival for one", [6], "[6]"),
            ("a festival for three", [6, 3, 1], "[6, 3, 1]"),
            ("a festival for nothing", [6, 0], "[6, 0]"),
            ("a festival for too much", [61, 3], "[61, 3]"),
            ("a festival for a bit more", [6, 3.5], "[6, 3.5]"),
            ("a yes for a festival", [6, True], "[6, True]"),
            ("a text for a festival", "63", "'63'"),
        )
    ],
    *[
        (what, put("events", "names", value), "[events]", _events(found))
        for what, value, found in (
            ("no names of events", ..., "None"),
            ("a text for names of events", "peace", "'peace'"),
            ("a number for names of events", 6, "6"),
            ("a table of events", {"peace": 2}, "{'peace': 2}"),
            ("one name of an event", ["peace"], "['peace']"),
            ("numbers for events", [1, 2, 3, 4, 5, 6], "[1, 2, 3, 4, 5, 6]"),
            ("names that cannot be printed", [HUGE], "..."),
            (
                "an event of one's own",
                ["peace", "tribute", "drought", "mongols", "festival", "plague"],
                "['peace', 'tribute', 'drought', 'mongols', 'festival', 'plag",
            ),
            (
                "an event twice",
                ["peace", "tribute", "drought", "mongols", "festival", "peace"],
                "['peace', 'tribute', 'drought', 'mongols', 'festival', 'peac",
            ),
            (
                "an event too many",
                ["peace", "tribute", "drought", "mongols", "festival", "contagion", "peace"],
                "['peace', 'tribute', 'drought', 'mongols', 'festival', 'cont",
            ),
        )
    ],
    # the wall
    (
        "no wall tiles",
        put("wall", "tiles", ...),
        "[wall]",
        _part("tiles", "rice, fireworks, floor, yuan, track and points"),
    ),
    (
        "a list of wall tiles",
        put("wall", "tiles", ["rice"]),
        "[wall]",
        _part("tiles", "rice, fireworks, floor, yuan, track and points"),
    ),
    (
        "an unknown wall tile",
        put("wall", "tiles", "gate", 1),
        "[wall], tiles",
        _key("gate", "fireworks, floor, points, rice, track and yuan"),
    ),
    ("a wall tile too few", put("wall", "tiles", "yuan", ...), "[wall], tiles", _count("yuan", 0, 60, "None")),
    ("a wall tile for too much", put("wall", "tiles", "points", 61), "[wall], tiles", _count("points", 0, 60, "61")),
    ("a wall tile below nothing", put("wall", "tiles", "track", -3), "[wall], tiles", _count("track", 0, 60, "-3")),
    ("a wall tile of ten floors", put("wall", "tiles", "floor", 10), "[wall], tiles", _count("floor", 0, 9, "10")),
    ("half a wall tile", put("wall", "tiles", "rice", 0.5), "[wall], tiles", _count("rice", 0, 60, "0.5")),
    # super events
    *[
        (what, put("super", "names", value), "[super]", _super_events(found))
        for what, value, found in (
            ("no names of super events", ..., "None"),
            ("a number for names of super events", 10, "10"),
            ("one name of a super event", ["flood"], "['flood']"),
            ("a super event ten times", ["flood"] * 10, str(["flood"] * 10)[:60]),
        )
    ],
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
        'id = "craftsman"',
        'symbol = "hammer"',
        "young = { value = 2, symbols = 1 }",
        "old = { value = 3, symbols = 2 }",
        "each = 1 ",
        "taxes = 2",
        "base = { 2 = [4, 3], 3 = [3, 2, 2], 4 = [2, 2, 2, 1], 5 = [2, 2, 1, 1, 1] }",
        "small = { price = 2, dragons = 1 }",
        "palaces = [2, 2]",
        'names = ["peace", "tribute", "drought", "mongols", "festival", "contagion"]',
        "festival = [6, 3]",
        "tiles = { rice = 1, fireworks = 1, floor = 1, yuan = 2, track = 3, points = 3 }",
        "month = 7",
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
