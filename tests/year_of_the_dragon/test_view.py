"""What people see of a position: the table, exactly; and that forecast and income tell what then happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from support.dragon import standard_game
from support.dragon_documents import (
    BUILDING,
    EVENTS,
    HAND,
    KINDS,
    court,
    document,
    groups,
    hand_without,
    match_from,
    play,
    random_game,
    read,
)
from tianxia.games.base import Document, GamePart
from tianxia.games.year_of_the_dragon.rules.state import ACTING
from tianxia.play import Match

SYMBOLS = ["hammer", "dragon", "rocket", "coin", "helmet", "buddha", "mortar", "rice", "book"]
TILES = {"rice": 1, "fireworks": 1, "floor": 1, "yuan": 2, "track": 3, "points": 3}
ACTIONS = {"taxes": 2, "build": 1, "harvest": 1, "fireworks": 1, "parade": 1, "research": 1}
"""What the cards themselves show."""
SOURCES = ("mongols", "festival")
PAID = {"tribute": "yuan", "drought": "rice", "festival": "fireworks"}


def _table(match: Match) -> GamePart:
    return match.view(None)["table"]


# ---- a position made by hand


def _person(age: str, kind: str, symbols: int, value: int) -> Document:
    return {"kind": kind, "age": age, "symbol": SYMBOLS[KINDS.index(kind)], "symbols": symbols, "value": value}


MONK, OLD_MONK = _person("young", "monk", 1, 6), _person("old", "monk", 2, 2)
FARMER, OLD_FARMER = _person("young", "farmer", 1, 4), _person("old", "farmer", 2, 1)
LADY = _person("young", "court-lady", 1, 1)
HERE: Document = document(
    court("3: young monk, old farmer", "#4 1", built=4, yuan=3, rice=1, small=1, large=2, cards=["farmer", "wild"]),
    court("2: young court-lady", "1: old monk", "2", fireworks=3, cards=hand_without("farmer")),
    court(yuan=1),
    walled=True,
    month=4,
    part="person",
    turn=2,
    phase="palace",
    held="young farmer",
    order=[3, 2, 1],
    track=[[2, 12], [3, 12], [1, 7]],
    dragons=[3, None, 1],
    wall=[2, 1],
    wall_used=[["floor"], ["rice"], []],
    super_event="flood",
    tiles={"young craftsman": 5, "old monk": 1},
)
"""Yellow has taken a young farmer, and two of its palaces have room."""


def _palace(number: int, floors: int, *persons: Document) -> Document:
    return {"number": number, "alike": [], "floors": floors, "persons": list(persons), "starved": False}


def _court(**values: Any) -> Document:
    counts: dict[str, int] = dict.fromkeys(("yuan", "rice", "fireworks", "small_privileges", "large_privileges"), 0)
    forecast = [
        {"event": event, "releases": releases, "paid": paid, "points": points}
        for event, (releases, paid, points) in values.pop("forecast").items()
    ]
    by_event = {told["event"]: told for told in forecast}
    symbols = dict.fromkeys(SYMBOLS, 0) | values.pop("symbols")
    return {
        **counts,
        "privilege_dragons": 0,
        "cards": HAND,
        "symbols": symbols,
        "actions": ACTIONS | values.pop("actions", {}),
        "group": None,
        "forecast": forecast,
        "to_come": [{"month": month, **by_event[event]} for month, event in enumerate(EVENTS, 1) if month >= 4],
        **values,
    }


def test_the_table_of_a_position() -> None:
    """Everything, as the view's classes tell it. Purple, Yellow and Red are seats 1, 2 and 3."""
    purple = _court(
        palaces=[_palace(1, 3, MONK, OLD_FARMER), _palace(4, 1)],
        yuan=3,
        rice=1,
        small_privileges=1,
        large_privileges=2,
        privilege_dragons=5,
        cards=["farmer", "wild"],
        wall_tiles=["rice", "fireworks", "yuan", "track", "points"],
        symbols={"buddha": 1, "rice": 2},
        income=1 + 5,  # palace 4 decays
        actions={"harvest": 1 + 2},
        group=3,
        forecast={
            "peace": (0, 0, 0),
            "tribute": (1, 3, 0),
            "drought": (0, 1, 0),
            "mongols": (1, 0, 0),
            "festival": (0, 0, 0),
            "contagion": (2, 0, 0),
        },
    )
    yellow = _court(
        palaces=[_palace(1, 2, LADY), _palace(2, 1, OLD_MONK), _palace(3, 2)],
        fireworks=3,
        cards=hand_without("farmer"),
        wall_tiles=["fireworks", "floor", "yuan", "track", "points"],
        symbols={"dragon": 1, "buddha": 2},
        income=3 + 1,  # palace 3 loses one floor of two
        forecast={
            "peace": (0, 0, 0),
            "tribute": (2, 0, 0),
            "drought": (2, 0, 0),
            "mongols": (1, 0, 0),
            "festival": (0, 2, 6),
            "contagion": (2, 0, 0),
        },
    )
    red = _court(
        palaces=[],
        yuan=1,
        wall_tiles=["rice", "fireworks", "floor", "yuan", "track", "points"],
        symbols={},
        income=0,
        group=1,
        forecast={event: (0, 1 if event == "tribute" else 0, 0) for event in ("peace", *sorted_events())},
    )
    laid = groups(3, wall=True)
    assert _table(match_from(HERE, great_wall=True, super_event="flood")) == {
        "month": 4,
        "months": 12,
        "part": "person",
        "events": EVENTS,
        "events_over": 3,
        "super_event": "flood",
        "super_month": 7,
        "order": [3, 2, 1],
        "track": [{"seat": 2, "space": 12}, {"seat": 3, "space": 12}, {"seat": 1, "space": 7}],
        "groups": [
            {"number": 1, "cards": laid[0], "seats": [3], "price": 3},
            {"number": 2, "cards": laid[1], "seats": [], "price": 0},
            {"number": 3, "cards": laid[2], "seats": [1], "price": 3},
        ],
        "prospects": [],
        "group_price": 3,
        "privileges": [{"size": "small", "price": 2, "dragons": 1}, {"size": "large", "price": 7, "dragons": 2}],
        "pairs_taken": [],
        "persons": [
            {**_person("young", "craftsman", 1, 2), "left": 5, "card": None},
            {**LADY, "left": 0, "card": None},
            {**_person("young", "pyrotechnist", 1, 5), "left": 0, "card": None},
            {**_person("old", "pyrotechnist", 2, 3), "left": 0, "card": None},
            {**_person("young", "tax-collector", 3, 3), "left": 0, "card": None},
            {**_person("young", "warrior", 1, 5), "left": 0, "card": None},
            {**_person("old", "warrior", 2, 3), "left": 0, "card": None},
            {**MONK, "left": 0, "card": None},
            {**OLD_MONK, "left": 1, "card": None},
            {**_person("young", "healer", 1, 4), "left": 0, "card": None},
            {**_person("old", "healer", 2, 1), "left": 0, "card": None},
            {**FARMER, "left": 0, "card": None},
            {**OLD_FARMER, "left": 0, "card": None},
            {**_person("young", "scholar", 2, 4), "left": 0, "card": None},
            {**_person("old", "scholar", 3, 2), "left": 0, "card": None},
        ],
        "courts": [purple, yellow, red],
        "great_wall": True,
        "wall": [2, 1],
        "wall_length": 12,
        "wall_scorings": [{"month": 5, "tiles": 5}, {"month": 10, "tiles": 10}, {"month": 12, "tiles": 12}],
        "wall_tiles": TILES,
        "held": FARMER,
        "left": 1,
    }


def sorted_events() -> list[str]:
    """The events as forecasts have them, peace aside."""
    return ["tribute", "drought", "mongols", "festival", "contagion"]


def test_where_the_wall_is_not_played_nobody_has_wall_tiles() -> None:
    table = _table(match_from(document()))
    assert table["great_wall"] is False
    assert [own["wall_tiles"] for own in table["courts"]] == [[], [], []]


@pytest.mark.parametrize("price", [6, 7])
def test_the_price_of_a_large_privilege_is_the_option(price: int) -> None:
    table = _table(match_from(document(), large_privilege=price))
    assert [privilege["price"] for privilege in table["privileges"]] == [2, price]


@pytest.mark.parametrize(
    ("values", "left"),
    [
        (BUILDING | {"courts": [court("3: young craftsman, young craftsman"), *[court()] * 2], "to_build": 3}, 3),
        ({"part": "event", "left": 2}, 2),
        ({"part": "event", "month": 4, "left": 1, "starved": [1]}, 1),
        ({}, 1),
    ],
)
def test_how_often_the_seat_to_move_has_still_to_decide(values: Document, left: int) -> None:
    table = _table(match_from({**document(), **values}))
    assert table["left"] == left
    starved = [palace["number"] for palace in table["courts"][0]["palaces"] if palace["starved"]]
    assert starved == values.get("starved", [])


@pytest.mark.parametrize(
    ("palaces", "starved", "alike"),
    [
        (["2: young monk", "2: young monk", "2"], [], [[2], [1], []]),
        (["3: young monk, old farmer", "3: old farmer, young monk"], [], [[2], [1]]),
        (["2: young monk", "3: young monk"], [], [[], []]),
        (["2: young monk", "2: old monk"], [], [[], []]),
        (["1: young monk", "1: young monk", "1: young monk"], [2], [[3], [], [1]]),
    ],
)
def test_palaces_are_alike_with_the_same_persons_on_as_many_floors(
    palaces: list[str], starved: list[int], alike: list[list[int]]
) -> None:
    """One that was named already in a drought is like no other any more."""
    drought = {"part": "event", "month": 4, "left": 1, "starved": starved}
    match = match_from({**document(court(*palaces), court(), court()), **drought})
    assert [palace["alike"] for palace in _table(match)["courts"][0]["palaces"]] == alike


def test_pairs_are_shown_in_the_draft_when_nobody_else_may_begin_with_them() -> None:
    """As soon as the second of them is drafted, and not when there is only one."""
    pairs: list[list[str]] = []
    for match in random_game(3, {}):
        if _table(match)["part"] != "draft":
            break
        drafted = [move.move.removeprefix("draft ") for move in match.moves if move.move.startswith("draft ")]
        pairs = [sorted(drafted[place : place + 2], key=KINDS.index) for place in range(0, len(drafted) - 1, 2)]
        assert _table(match)["pairs_taken"] == pairs
        assert _table(match)["groups"] == []
    assert len(pairs) == 3


def test_after_the_draft_there_are_no_pairs() -> None:
    """They matter no longer, and a position document does not tell them."""
    shown = [_table(match) for match in random_game(3, {})]
    assert [table["pairs_taken"] for table in shown if table["part"] != "draft"] == [[]] * (len(shown) - 12)


def test_what_has_come_of_the_events() -> None:
    """In a month that of the month before; that of the month itself once all have decided what it asked."""
    short = [
        match_from(document(walled=True, part=part, month=month), great_wall=True)
        for part, month in (("wall", 5), ("last-wall", 12))
    ]
    tables = [*map(_table, short), *map(_table, random_game(3, {"super_event": "earthquake"}))]
    seen = {(table["part"], table["month"] - table["events_over"]) for table in tables}
    assert seen == {
        *(("draft", 0), ("action", 1), ("person", 1), ("event", 1)),
        *(("wall", 0), ("super-event", 0), ("last-wall", 0), ("end", 0)),
    }


@pytest.mark.parametrize(
    ("persons", "card", "amount"),
    [
        *(("young tax-collector", "taxes", 5), ("young craftsman", "build", 2), ("old farmer", "harvest", 3)),
        *(("old pyrotechnist", "fireworks", 3), ("young warrior, old warrior", "parade", 4)),
        ("young scholar, old scholar", "research", 6),
    ],
)
def test_what_an_action_would_bring(persons: str, card: str, amount: int) -> None:
    """What the card shows, and what the persons who help show: and that is what it brings."""
    match = match_from(document(court(f"2: {persons}"), court(), court()))
    own = _table(match)["courts"][0]
    assert own["actions"] == ACTIONS | {card: amount}
    play(match, card)
    after = _table(match)
    goods = {"taxes": "yuan", "harvest": "rice", "fireworks": "fireworks"}
    space = next(marker["space"] for marker in after["track"] if marker["seat"] == 1)
    brought = {"build": after["left"], "parade": space, "research": match.scores[0]}
    assert (after["courts"][0][goods[card]] if card in goods else brought[card]) == amount


def test_a_person_is_taken_with_its_own_card_rather_than_a_wild_one() -> None:
    cards = ["farmer", "wild"]
    match = match_from(
        document(court("2", cards=cards), court(), court(), part="person", tiles={"young farmer": 1, "old monk": 1})
    )
    found = {(tile["age"], tile["kind"]): tile["card"] for tile in _table(match)["persons"]}
    assert {sort: card for sort, card in found.items() if card} == {
        ("young", "farmer"): "farmer",
        ("old", "monk"): "wild",
    }
    own = document(court("2", cards=["farmer"]), court(), court(), part="person", tiles={"old monk": 1})
    assert {tile["card"] for tile in _table(match_from(own))["persons"]} == {None}


def test_what_choices_of_the_action_phase_cost_and_what_the_month_would_mean_after_them() -> None:
    """Purple has 3 yuan before a tribute of 4; a dragon stands on the first group."""
    courts = [court("2: young monk, young tax-collector", yuan=3), court("2: young farmer", yuan=9)]
    laid = [["taxes", "build", "harvest", "fireworks"], ["parade", "research", "privilege"]]
    match = match_from(document(*courts, month=3, groups=laid, dragons=[None, 1], order=[2, 1], turn=1))
    found = {told["move"]: told for told in _table(match)["prospects"]}
    assert [*found] == ["taxes", *laid[0][1:], "parade", "research", "privilege small", "privilege large", "money"]
    releases = {move: told["toll"] and told["toll"]["releases"] for move, told in found.items()}
    assert releases == {
        "taxes": 0,  # 3 - 3 + 5 yuan
        **dict.fromkeys(["build", "harvest", "fireworks"], 2),  # everybody leaves
        **dict.fromkeys(["parade", "research", "money"], 1),
        "privilege small": 2,
        "privilege large": None,
    }
    assert [move for move, told in found.items() if told["short"]] == ["privilege large"]
    assert found["privilege large"]["short"] == 4


def test_the_tolls_of_choices_are_those_of_the_month_after_them() -> None:
    """The forecast after a choice is the one that the table shows when it is made, if the others change nothing."""
    seen = 0
    for number, match in enumerate(random_game(2, {"great_wall": True, "super_event": "eclipse"}, 3)):
        table = _table(match)
        assert bool(table["prospects"]) == (table["part"] == "action" and match.position.phase == ACTING)
        if number % 3 or not table["prospects"] or table["month"] == table["months"]:
            continue
        seat = match.to_move or 0
        for told in table["prospects"]:
            assert (told["toll"] is not None) == (told["move"] in match.legal_moves())
            if told["toll"] is None:
                continue
            first = match.preview(seat, told["move"]).table["to_come"][0]
            assert first == {"month": table["month"], **told["toll"]}
            seen += 1
    assert seen > 20


def test_over_the_table_has_no_person_to_place_and_nothing_to_do() -> None:
    *_, match = random_game(3, {})
    table = _table(match)
    assert (table["part"], table["held"], table["left"]) == ("end", None, 0)


# ---- what then happens


def _scenes(players: int, wall: bool, event: str) -> Iterator[Match]:
    """Random positions in which the last seat plays a card in vain, after which the event comes."""
    game = standard_game()
    for number in range(3):
        for match in random_game(players, {"great_wall": wall}, number):
            told = game.write_position(match.position)
            if (
                told["part"] in ("action", "person")
                and told["phase"] in ("action", "card")
                and len(match.moves) % 5 == 0
            ):
                yield match_from(_before(told, event), great_wall=wall)


def _before(told: Document, event: str) -> Document:
    last = told["order"][-1]
    month = 2 if event == "peace" else EVENTS.index(event) + 1
    courts = [{**own, "cards": ["wild"]} for own in told["courts"]]
    keep = ("order", "track", "wall", "wall_used", "dragons", "groups")
    changed = {"month": month, "part": "person", "turn": last, "events": EVENTS, "tiles": {}, "courts": courts}
    return {key: told[key] for key in keep} | changed


def _happens(match: Match) -> tuple[list[Document], list[tuple[int, int, int]]]:
    """The courts before the event; and by seat what it really brought: releases, paid, points."""
    before = _table(match)["courts"]
    play(match, "card wild")
    paid = [Counter(own) for own in [{good: own[good] for good in PAID.values()} for own in before]]
    for taken, own in zip(paid, _table(match)["courts"], strict=True):
        taken.subtract({good: own[good] for good in PAID.values()})
    releases = [0] * len(before)
    while _table(match)["part"] == "event":
        releases[(match.to_move or 0) - 1] += 1
        play(match, match.legal_moves()[-1])
    points = [0] * len(before)
    for entry in match.ledger:
        if entry["source"] in SOURCES:
            points[entry["seat"] - 1] += entry["amount"]
    return before, [(releases[seat], sum(paid[seat].values()), points[seat]) for seat in range(len(before))]


@pytest.mark.parametrize("event", ["peace", *sorted_events()])
@pytest.mark.parametrize(("players", "wall"), [(2, False), (3, True), (4, False), (5, True)])
def test_the_forecast_is_what_happens_when_the_event_comes(players: int, wall: bool, event: str) -> None:
    seen: Counter[str] = Counter()
    for match in _scenes(players, wall, event):
        before, found = _happens(match)
        for own, (releases, paid, points) in zip(before, found, strict=True):
            (told,) = [forecast for forecast in own["forecast"] if forecast["event"] == event]
            assert told == {"event": event, "releases": releases, "paid": paid, "points": points}
            seen += Counter(releases=releases, paid=paid, points=points, seats=1)
    assert seen["seats"] > 60
    assert seen["releases"] > 10 or event in ("peace", "festival")
    assert (seen["paid"] > 0) == (event in PAID)
    assert (seen["points"] > 0) == (event in SOURCES)


@pytest.mark.parametrize(("players", "wall"), [(2, False), (3, True), (5, False)])
def test_income_is_what_the_end_of_the_month_brings_if_nothing_changes(players: int, wall: bool) -> None:
    seen = ruins = 0
    for match in _scenes(players, wall, "peace"):
        courts = _table(match)["courts"]
        expected = [own["income"] for own in courts]
        play(match, "card wild")
        scored = [0] * players
        for entry in match.ledger:
            assert entry["source"] in ("palaces", "court-ladies", "privileges")
            scored[entry["seat"] - 1] += entry["amount"]
        assert scored == expected
        seen += 1
        ruins += sum(palace["floors"] == 1 and not palace["persons"] for own in courts for palace in own["palaces"])
    assert seen > 30
    assert ruins > 5


def test_a_seat_sees_what_everybody_sees() -> None:
    """Ruling 1: everything is open."""
    for match in random_game(3, {"great_wall": True, "super_event": "random"}, 4):
        table = _table(match)
        for seat in (1, 2, 3):
            assert (match.view(seat)["table"], match.view(seat)["own"]) == (table, {})


def test_the_forecast_counts_helmets_of_all_seats_also_of_one_without_persons() -> None:
    """Ruling 8: it counts for who has fewest, and nobody releases in its place."""
    table = standard_game().table(read(document(court("1: young warrior"), court("1: young monk"), court())))
    found = [own["forecast"][3] for own in table["courts"]]
    assert [(told["releases"], told["points"]) for told in found] == [(0, 1), (1, 0), (0, 0)]


def test_palaces_that_are_alike_are_told_and_the_first_of_them_if_there_are_many() -> None:
    own = court("2: young monk", "2: young monk", "2: old monk", "2: young monk", *["1"] * 30, rice=0)
    drought = EVENTS.index("drought") + 1
    told = document(own, court(), court(), month=drought, part="event", starved=[2], left=2)
    palaces = standard_game().table(read(told))["courts"][0]["palaces"]
    assert [palace["alike"] for palace in palaces[:4]] == [[4], [], [], [1]]
    assert palaces[4]["alike"] == list(range(6, 26))
    assert palaces[-1]["alike"] == list(range(5, 25))
