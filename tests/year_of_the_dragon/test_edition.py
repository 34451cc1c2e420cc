"""The edition file: the standard one, against what is known of the box, and one of an invented box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from support.dragon_editions import group_sizes, short_document, standard_document
from tianxia.engine.bitsets import elements
from tianxia.games.year_of_the_dragon.interface.edition import (
    ACTION_CARDS,
    AGE_NAMES,
    EVENT_NAMES,
    PLAYERS,
    PRIVILEGE_NAMES,
    SUPER_NAMES,
    SYMBOLS,
    WALL_TILE_NAMES,
    Edition,
    read_edition,
)
from tianxia.games.year_of_the_dragon.rules import tables

Sort = tuple[str, str]  # age and kind


@pytest.fixture(scope="module")
def standard() -> Edition:
    return read_edition(standard_document(), "standard.toml")


@pytest.fixture(scope="module")
def short() -> Edition:
    return read_edition(short_document(), "short.toml")


def sorts(edition: Edition) -> dict[Sort, int]:
    """All of them, as the engine counts."""
    return {
        (age, kind): number * len(AGE_NAMES) + place
        for number, kind in enumerate(edition.kinds)
        for place, age in enumerate(AGE_NAMES)
    }


def persons(edition: Edition) -> dict[Sort, tuple[int, int]]:
    """Value and symbols of each sort that there is."""
    found = {
        sort: (edition.tables.values[number], edition.tables.sort_symbols[number])
        for sort, number in sorts(edition).items()
    }
    return {sort: person for sort, person in found.items() if person != (-1, 0)}


# ---- the standard edition, against the facts of the rulebook and of public sources


def test_the_standard_edition_has_the_known_persons(standard: Edition) -> None:
    """Facts: the table of persons, value and symbols."""
    assert standard.name == "standard"
    assert dict(zip(SYMBOLS, standard.kinds, strict=True)) == {
        "hammer": "craftsman",
        "dragon": "court-lady",
        "rocket": "pyrotechnist",
        "coin": "tax-collector",
        "helmet": "warrior",
        "buddha": "monk",
        "mortar": "healer",
        "rice": "farmer",
        "book": "scholar",
    }
    assert persons(standard) == {
        ("young", "craftsman"): (2, 1),
        ("young", "court-lady"): (1, 1),
        ("young", "pyrotechnist"): (5, 1),
        ("old", "pyrotechnist"): (3, 2),
        ("young", "tax-collector"): (3, 3),
        ("young", "warrior"): (5, 1),
        ("old", "warrior"): (3, 2),
        ("young", "monk"): (6, 1),
        ("old", "monk"): (2, 2),
        ("young", "healer"): (4, 1),
        ("old", "healer"): (1, 2),
        ("young", "farmer"): (4, 1),
        ("old", "farmer"): (1, 2),
        ("young", "scholar"): (4, 2),
        ("old", "scholar"): (2, 3),
    }


def test_the_standard_edition_has_the_known_numbers_of_tiles(standard: Edition) -> None:
    """Facts: n+1 young and n-1 old of the six kinds with two ages, 2n of the other three."""
    one_age = {"craftsman", "court-lady", "tax-collector"}
    for players, young, old, single in ((2, 3, 1, 4), (3, 4, 2, 6), (4, 5, 3, 8), (5, 6, 4, 10)):
        for (age, kind), sort in sorts(standard).items():
            two = young if age == "young" else old
            one = single if age == "young" else 0
            assert standard.tables.tiles(sort, players) == (one if kind in one_age else two), (players, age, kind)


def test_the_standard_edition_has_the_known_groups(standard: Edition) -> None:
    """Facts, with seven cards and with the wall for an eighth."""
    base = {players: group_sizes(standard, False, players) for players in PLAYERS}
    wall = {players: group_sizes(standard, True, players) for players in PLAYERS}
    assert base == {2: [4, 3], 3: [3, 2, 2], 4: [2, 2, 2, 1], 5: [2, 2, 1, 1, 1]}
    assert wall == {2: [4, 4], 3: [3, 3, 2], 4: [2, 2, 2, 2], 5: [2, 2, 2, 1, 1]}


def test_the_standard_edition_has_the_known_cards_and_prices(standard: Edition) -> None:
    """Facts and rulings 5 and 7: a card of each kind and two wild ones, privileges, a group with a dragon, money."""
    box = standard.tables.box
    assert (box.each_card, box.wild_cards) == (1, 2)
    assert dict(zip(ACTION_CARDS, box.action_symbols, strict=False)) == {
        "taxes": 2,
        "build": 1,
        "harvest": 1,
        "fireworks": 1,
        "parade": 1,
        "research": 1,
        "privilege": 0,
    }
    assert (list(box.privilege_prices), list(box.privilege_dragons)) == ([2, 7], [1, 2])
    assert standard.large_price == 7
    assert (box.group_price, box.yuan_refill) == (3, 3)
    assert (box.start_yuan, list(box.start_palaces)) == (6, [2, 2])


def test_the_standard_edition_has_the_known_year(standard: Edition) -> None:
    """Rulings 2, 9, 12, 14 and 15."""
    box = standard.tables.box
    assert (box.events, box.months, box.super_month) == (2, 12, 7)
    assert (box.tribute, box.contagion, list(box.festival)) == (4, 3, [6, 3])
    assert (box.per_person, box.sale, box.yuan_per_point) == (2, 2, 3)
    assert box.wall_length == 12
    assert dict(zip(WALL_TILE_NAMES, box.wall_amounts, strict=True)) == {
        "rice": 1,
        "fireworks": 1,
        "floor": 1,
        "yuan": 2,
        "track": 3,
        "points": 3,
    }


def test_kinds_have_numbers(standard: Edition) -> None:
    """As the engine counts; what is unknown has none."""
    known = ["craftsman", "monk", "scholar", "wild", "hammer", "Monk"]
    assert [standard.kind_number(kind) for kind in known] == [0, 5, 8, None, None, None]


# ---- names and the numbers of the tables


def test_names_stand_where_the_tables_number_them() -> None:
    numbers = {
        SYMBOLS: "HAMMERS DRAGONS ROCKETS COINS HELMETS BUDDHAS MORTARS SACKS BOOKS KINDS",
        AGE_NAMES: "YOUNG OLD AGES",
        PRIVILEGE_NAMES: "SMALL LARGE SIZES",
        EVENT_NAMES: "PEACE TRIBUTE DROUGHT MONGOLS FESTIVAL CONTAGION EVENTS",
        WALL_TILE_NAMES: "WALL_RICE WALL_FIREWORKS WALL_FLOOR WALL_YUAN WALL_TRACK WALL_POINTS WALL_TILES",
        SUPER_NAMES: "LANTERNFEST BUDDHA EARTHQUAKE FLOOD ECLIPSE ERUPTION TORNADO SUNRISE ASSASSINATION CHARTER"
        " SUPER_EVENTS",
    }
    for names, constants in numbers.items():
        assert [getattr(tables, constant) for constant in constants.split()] == list(range(len(names) + 1))
    cards = "TAXES BUILD HARVEST FIREWORKS_DISPLAY PARADE RESEARCH PRIVILEGE WALL"
    assert [getattr(tables, constant) for constant in cards.split()] == list(range(len(ACTION_CARDS)))
    assert (PLAYERS[-1], len({*PLAYERS})) == (tables.MOST_PLAYERS, 4)


# ---- another box


def test_another_box_is_read_as_the_file_says(short: Edition) -> None:
    """Other persons and numbers; kinds are in the order of their symbols, whatever the order of the file."""
    assert short.name == "short"
    assert short.kinds == ("mason", "princess", "gunner", "banker", "archer", "abbot", "doctor", "cook", "poet")
    assert persons(short) == {
        ("young", "mason"): (2, 1),
        ("old", "mason"): (1, 2),
        ("young", "princess"): (1, 1),
        ("young", "gunner"): (5, 1),
        ("young", "banker"): (3, 3),
        ("old", "banker"): (0, 0),
        ("young", "archer"): (5, 1),
        ("old", "archer"): (3, 2),
        ("young", "abbot"): (6, 1),
        ("old", "abbot"): (2, 2),
        ("young", "doctor"): (60, 2),
        ("old", "doctor"): (0, 9),
        ("young", "cook"): (4, 1),
        ("young", "poet"): (9, 0),
    }
    assert [short.kinds[kind] for kind in elements(short.tables.has_old)] == [
        "mason",
        "banker",
        "archer",
        "abbot",
        "doctor",
    ]
    box = short.tables.box
    assert (box.each_card, box.wild_cards, list(box.action_symbols)) == (0, 7, [1, 2, 3, 4, 5, 6, 7])
    assert (list(box.privilege_prices), list(box.privilege_dragons), short.large_price) == ([5, 4], [2, 3], 4)
    assert (box.start_yuan, list(box.start_palaces), box.group_price, box.yuan_refill) == (11, [3], 1, 2)
    assert (box.events, box.months, box.tribute, box.contagion, list(box.festival)) == (1, 6, 7, 2, [4, 5])
    assert (box.per_person, box.sale, box.yuan_per_point) == (3, 4, 5)
    assert (box.wall_length, list(box.wall_amounts), box.super_month) == (8, [4, 5, 6, 7, 8, 9], 6)
    base = {players: group_sizes(short, False, players) for players in PLAYERS}
    wall = {players: group_sizes(short, True, players) for players in PLAYERS}
    assert base == {2: [7], 3: [1, 6], 4: [5, 1, 1], 5: [1] * 7}
    assert wall == {2: [3, 5], 3: [1, 7], 4: [8], 5: [1] * 8}


def test_a_palace_shows_what_its_persons_show(short: Edition) -> None:
    """All palaces of up to three persons."""
    rosters, shown = short.tables.rosters, persons(short)
    by_number = {number: sort for sort, number in sorts(short).items()}
    for roster in range(len(rosters.sizes)):
        expected: Counter[str] = Counter()
        for number in rosters.content(roster):
            _, kind = by_number[number]
            expected[kind] += shown.get(by_number[number], (0, 0))[1]
        first = roster * len(SYMBOLS)
        found = short.tables.symbols[first : first + len(SYMBOLS)]
        assert list(found) == [expected[kind] for kind in short.kinds], rosters.content(roster)


# ---- ruling 2: rows of events


def all_rows(left: str) -> Iterator[str]:
    """All rows of some tiles, also those with two alike side by side."""
    if not left:
        yield ""
    for tile in sorted(set(left)):
        yield from (tile + row for row in all_rows(left.replace(tile, "", 1)))


def has_no_twins(row: str) -> bool:
    return all(one != other for one, other in pairwise(row))


@pytest.mark.parametrize(
    ("tiles", "rows", "dead_ends"),
    [
        ("tdmfc" * 2, 39_480, 5 * 864 * 2),  # two of one name are left after a row of the four others, or one after it
        ("tdmfc", 120, 0),
    ],
    ids=["two of each", "one of each"],
)
def test_the_tables_know_how_many_rows_of_events_are_left(
    standard: Edition, tiles: str, rows: int, dead_ends: int
) -> None:
    """Against all rows of tiles, counted, from every beginning; 864 and 39480 are in OEIS A114938."""
    found: Counter[str] = Counter()
    for row in all_rows(tiles):
        is_good = has_no_twins(row)
        for length in range(len(row) + 1):
            if not has_no_twins(row[:length]):
                break
            found[row[:length]] += is_good
    assert found[""] == rows
    assert list(found.values()).count(0) == dead_ends
    for beginning, count in found.items():
        left = Counter(tiles) - Counter(beginning)
        ones, twos = (list(left.values()).count(number) for number in (1, 2))
        last = int(left[beginning[-1:]] == 1)
        assert standard.tables.rows_left(ones, twos, last) == count, beginning
