"""Edition files at the limits of the grammar, and with anything at all in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.damage import Change, all_of, put
from support.dragon_editions import editions, group_sizes, short_document, standard_document
from support.luck import scaled
from support.strategies import spoilt
from tianxia.engine.bitsets import elements
from tianxia.errors import EditionError
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.interface.edition import (
    ACTION_CARDS,
    EVENT_NAMES,
    PLAYERS,
    PRIVILEGE_NAMES,
    SUPER_NAMES,
    SYMBOLS,
    WALL_TILE_NAMES,
    Edition,
    read_edition,
)

AGES = ("young", "old")

# ---- what is allowed


def each_person(*path: object) -> Change:
    """One change, made to every person."""
    return all_of(*[put("person", number, *path) for number in range(len(SYMBOLS))])


def numbers_of(table: str, **values: object) -> Change:
    return all_of(*[put(table, key, value) for key, value in values.items()])


def turn_round(table: str, key: str) -> Change:
    return lambda document: document[table][key].reverse()


FEWEST = all_of(
    each_person("young", {"value": 0, "symbols": 0}),
    each_person("old", {"value": 0, "symbols": 0}),
    numbers_of("hand", each=0, wild=1),
    put("actions", dict.fromkeys(ACTION_CARDS[:7], 0)),
    put("groups", "base", {str(players): [7] for players in PLAYERS}),
    put("groups", "wall", {str(players): [8] for players in PLAYERS}),
    put("privileges", {size: {"price": 0, "dragons": 0} for size in PRIVILEGE_NAMES}),
    numbers_of("start", yuan=0, palaces=[2]),
    numbers_of("events", count=1, tribute=0, contagion=0, festival=[1, 1]),
    numbers_of("prices", group=0, money=0),
    numbers_of("end", person=0, sale=0, yuan_per_point=1),
    numbers_of("wall", length=1, tiles=dict.fromkeys(WALL_TILE_NAMES, 0)),
    put("super", "month", 1),
)
MOST = all_of(
    each_person("young", {"value": 60, "symbols": 9}),
    each_person("old", {"value": 60, "symbols": 9}),
    numbers_of("hand", each=12, wild=12),
    put("actions", dict.fromkeys(ACTION_CARDS[:7], 9)),
    put("groups", "base", {str(players): [1] * 7 for players in PLAYERS}),
    put("groups", "wall", {str(players): [1] * 8 for players in PLAYERS}),
    put("privileges", {size: {"price": 60, "dragons": 9} for size in PRIVILEGE_NAMES}),
    numbers_of("start", yuan=60, palaces=[3] * 6),
    numbers_of("events", count=2, tribute=60, contagion=60, festival=[60, 60]),
    numbers_of("prices", group=60, money=60),
    numbers_of("end", person=60, sale=60, yuan_per_point=60),
    numbers_of("wall", length=60, tiles={**dict.fromkeys(WALL_TILE_NAMES, 60), "floor": 9}),
    put("super", "month", 12),
)


@pytest.mark.parametrize(
    "change",
    [
        FEWEST,
        MOST,
        all_of(*[put("person", number, "old", {"value": 0, "symbols": 0}) for number in (0, 1, 3)]),
        all_of(*[put("person", number, "old", ...) for number in (2, 4, 5, 6, 7, 8)]),
        numbers_of("hand", each=1, wild=0),
        numbers_of("start", palaces=[1, 1]),
        all_of(put("events", "count", 1), put("super", "month", 6)),
        lambda document: document["person"].reverse(),
        all_of(turn_round("events", "names"), turn_round("super", "names")),
        all_of(put("person", 0, "id", "龍_2"), put("person", 1, "id", "wild-2"), put("person", 2, "id", "2nd")),
    ],
    ids=[
        *("fewest", "most", "two ages each", "one age each", "no wild card", "two small palaces", "half a year"),
        *("persons turned round", "names turned round", "other words"),
    ],
)
def test_an_edition_at_the_limits_is_read(change: Change) -> None:
    """The most and the fewest of everything, any order, and words of any script."""
    document = standard_document()
    change(document)
    check(read_edition(document, "limits.toml"), document)


def test_the_check_tells_editions_apart() -> None:
    """Or the tests here could not fail."""
    short = read_edition(short_document(), "short.toml")
    check(short, short_document())
    for document in (standard_document(), {**standard_document(), "edition": "short"}):
        with pytest.raises(AssertionError):
            check(short, document)
    with pytest.raises(AssertionError):
        check_box(short, standard_document())


def check(edition: Edition, document: Document) -> None:
    """An edition that was read has all the numbers of its file."""
    assert edition.name == document["edition"]
    people = {entry["symbol"]: entry for entry in document["person"]}
    assert list(edition.kinds) == [people[symbol]["id"] for symbol in SYMBOLS]
    assert [edition.kind_number(kind) for kind in edition.kinds] == list(range(len(SYMBOLS)))
    tables = edition.tables
    ages = [people[symbol].get(age, {"value": -1, "symbols": 0}) for symbol in SYMBOLS for age in AGES]
    assert list(tables.values) == [age["value"] for age in ages]
    assert list(tables.sort_symbols) == [age["symbols"] for age in ages]
    assert [SYMBOLS[kind] for kind in elements(tables.has_old)] == [
        symbol for symbol in SYMBOLS if "old" in people[symbol]
    ]
    for wall, sizes in ((False, document["groups"]["base"]), (True, document["groups"]["wall"])):
        assert {str(players): group_sizes(edition, wall, players) for players in PLAYERS} == sizes
    check_box(edition, document)


def check_box(edition: Edition, document: Document) -> None:
    box = edition.tables.box
    privileges = [document["privileges"][size] for size in PRIVILEGE_NAMES]
    assert list(box.privilege_prices) == [privilege["price"] for privilege in privileges]
    assert list(box.privilege_dragons) == [privilege["dragons"] for privilege in privileges]
    assert edition.large_price == document["privileges"]["large"]["price"]
    assert list(box.action_symbols) == [document["actions"][card] for card in ACTION_CARDS[:7]]
    assert list(box.wall_amounts) == [document["wall"]["tiles"][tile] for tile in WALL_TILE_NAMES]
    assert {"each": box.each_card, "wild": box.wild_cards} == document["hand"]
    assert {"yuan": box.start_yuan, "palaces": list(box.start_palaces)} == document["start"]
    assert {"group": box.group_price, "money": box.yuan_refill} == document["prices"]
    end = {"person": box.per_person, "sale": box.sale, "yuan_per_point": box.yuan_per_point}
    assert end == document["end"]
    events = document["events"]
    assert (box.events, box.tribute, box.contagion) == (events["count"], events["tribute"], events["contagion"])
    assert list(box.festival) == events["festival"]
    assert box.months == events["count"] * 6
    assert sorted(events["names"]) == sorted(EVENT_NAMES)
    assert (box.wall_length, box.super_month) == (document["wall"]["length"], document["super"]["month"])
    assert box.super_month <= box.months
    assert sorted(document["super"]["names"]) == sorted(SUPER_NAMES)
    assert all(type(number) is int for number in whole_numbers(document))


def whole_numbers(value: object) -> Iterator[Any]:
    """All that is neither a text nor holds other things: no yes and no half a number is among them."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from whole_numbers(item)
    elif not isinstance(value, str):
        yield value


# ---- anything at all


@settings(derandomize=True, deadline=None, max_examples=scaled(40, 100))
@given(editions())
def test_whatever_the_grammar_allows_is_read(document: Document) -> None:
    check(read_edition(document, "any.toml"), document)


@settings(derandomize=True, deadline=None, max_examples=scaled(200, 1000))
@given(st.sampled_from([standard_document(), short_document()]).flatmap(spoilt))
def test_whatever_a_file_holds_it_is_read_or_refused(document: Document) -> None:
    """One to three places of a good edition hold anything at all: no other error than an `EditionError`."""
    try:
        edition = read_edition(document, "any.toml")
    except EditionError as refusal:
        said = str(refusal)
    else:
        check(edition, document)
        return
    assert said.startswith("any.toml, ")
    assert "\n" not in said
