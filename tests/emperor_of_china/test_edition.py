"""The edition file: the standard one, against what is known of the box, and one of another map."""

from __future__ import annotations

from collections import Counter

import pytest

from support.emperor_editions import (
    deck,
    near,
    small_document,
    standard_document,
)
from tianxia.engine.bitsets import elements
from tianxia.games.emperor_of_china.interface.edition import Edition, read_edition


@pytest.fixture(scope="module")
def standard() -> Edition:
    return read_edition(standard_document(), "standard.toml")


@pytest.fixture(scope="module")
def small() -> Edition:
    return read_edition(small_document(), "small.toml")


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
    assert (calm.bundles.kinds, len(calm.bundles.sizes), max(calm.bundles.sizes)) == (3, 20, 3)
