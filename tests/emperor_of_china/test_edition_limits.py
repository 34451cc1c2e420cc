"""Edition files at the limits of the grammar, and with anything at all in them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.city import scaled
from support.damage import Change, all_of, put
from support.emperor_editions import (
    NONE_REMOVED,
    colours_of,
    deck,
    near,
    regions_of,
    standard_document,
)
from tianxia.errors import EditionError
from tianxia.games.base import Document
from tianxia.games.emperor_of_china.interface.edition import Edition, Side, read_edition

# ---- what is allowed


@pytest.mark.parametrize(
    "change",
    [
        regions_of(*[3] * 4, *[4] * 12),  # 16 regions, 60 spaces
        regions_of(59, 1),
        colours_of(16, 3),  # 4845 bundles
        all_of(colours_of(1, 60), put("box", "hand", 10), put("box", "row", 5)),
        all_of(
            NONE_REMOVED, put("cards", dict.fromkeys(("red", "green", "yellow", "orange", "purple"), 4))
        ),  # 20 cards
        all_of(put("cards", "purple", 2), put("box", "removed", "3", 2)),  # a colour that three players do not have
        all_of(*[put("box", what, 60) for what in ("houses", "emissaries", "fortifications", "shortest_road")]),
        all_of(*[put("box", what, 0) for what in ("emissaries", "fortifications", "row")]),
        all_of(*[put("box", what, 1) for what in ("houses", "hand", "shortest_road")]),
        put("alliances", {}),
        put("side", 0, "roads", []),
        all_of(lambda document: document["side"].pop(), put("side", 0, "players", [5, 3, 4])),
        all_of(regions_of(12, 2), put("region", 0, "id", "a"), put("region", 1, "id", "a-13")),  # not quite a space
        all_of(
            regions_of(2, 2),
            put("region", 0, "id", "秦_2"),
            put("region", 1, "id", "7"),
            put("region", 0, "name", "秦"),
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
