"""Forecasts tell what the rules then do if nobody changes anything, also with the wall, an eclipse, or half-way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from support.dragon import standard_game
from support.dragon_documents import EVENTS, SETTINGS, court, document, match_from, play, random_game, read
from support.luck import every, scaled
from tianxia.games.base import Document, LedgerEntry
from tianxia.play import Match

SOURCES = ("mongols", "festival", "wall")
GOODS = ("yuan", "rice", "fireworks")
NAMES = ["tribute", "drought", "mongols", "festival", "contagion"]
SUPER_MONTH = 7
Tolls = list[tuple[int, int, int]]
"""By seat: persons released, goods paid, points."""


def told_for(table: Document, month: int) -> Tolls | None:
    """What a table tells of a month; None if it tells nothing."""
    found = [[told for told in own["to_come"] if told["month"] == month] for own in table["courts"]]
    if not found[0]:
        return None
    assert all(told["event"] == table["events"][month - 1] for [told] in found)
    return [(told["releases"], told["paid"], told["points"]) for [told] in found]


def happened(before: Document, after: Document, ledger: Sequence[LedgerEntry]) -> Tolls:
    """What happened between two tables, with what was paid out meanwhile."""
    points: Counter[int] = Counter()
    for entry in ledger:
        points[entry["seat"]] += entry["amount"] if entry["source"] in SOURCES else 0
    return [
        (persons_of(was) - persons_of(own), sum(was[good] - own[good] for good in GOODS), points[seat])
        for seat, (was, own) in enumerate(zip(before["courts"], after["courts"], strict=True), 1)
    ]


def persons_of(own: Document) -> int:
    return sum(len(palace["persons"]) for palace in own["palaces"])


def table_of(match: Match) -> Any:
    return match.view(None)["table"]


# ---- what is still to come of an event under way


def is_under_way(table: Document) -> bool:
    return table["part"] in ("event", "wall", "last-wall") or (
        table["part"] == "super-event" and table["super_event"] == "eclipse"
    )


def owed_in(match: Match, moves: Iterator[Match]) -> Iterator[tuple[Document, Tolls, Tolls]]:
    """The tables of a random game at which an event is under way, with what was told and what then happened."""
    waiting: list[tuple[Document, int]] = []  # tables, with how long the ledger was
    for match in moves:
        table = table_of(match)
        if not is_under_way(table):
            for shown, paid in waiting:
                told = told_for(shown, shown["month"])
                assert told is not None
                yield shown, told, happened(shown, table, match.ledger[paid:])
            waiting.clear()
        if is_under_way(table):
            waiting.append((table, len(match.ledger)))
        elif table["part"] not in ("action", "person"):
            assert told_for(table, table["month"]) is None or table["month"] == 0


def test_what_is_owed_of_an_event_under_way_is_what_is_released() -> None:
    seen: Counter[str] = Counter()
    for number, (players, options) in enumerate(SETTINGS):
        for turn in range(scaled(1, 6)):
            game = random_game(players, options, 100 * number + turn)
            for table, told, found in owed_in(next(game), game):
                comes_again = table["super_event"] == "eclipse" and table["month"] == SUPER_MONTH
                if not comes_again or table["part"] == "super-event":
                    assert told == found
                elif table["events"][SUPER_MONTH - 1] != "mongols":  # where the others' helmets count, too
                    assert all(least[0] <= real[0] for least, real in zip(told, found, strict=True))
                seen[table["part"]] += sum(releases for releases, _, _ in found) > 0
    assert {"event", "wall", "last-wall"} <= seen.keys()
    assert min(seen.values()) > 0


# ---- every month to come


def eve_of(told: Document, month: int) -> Document:
    """The position just before the event of a month: the last seat has something to do that changes nothing."""
    keep = ("track", "wall", "wall_used", "events", "super_event", "groups")
    eve = {key: told[key] for key in keep if key in told} | {"month": month, "order": told["order"], "tiles": {}}
    eve["turn"] = told["order"][-1]
    eve["courts"] = [{**own, "cards": ["wild"]} for own in told["courts"]]
    return {**eve, "part": "person" if month < len(told["events"]) else "action"}


def live_through(told: Document, month: int, **options: Any) -> Tolls:
    """What really happens in a month, by the rules, if everybody parts with those whom the event misses least."""
    match = match_from(eve_of(told, month), **options)
    before = table_of(match)
    play(match, "card wild" if before["part"] == "person" else "research")
    while is_under_way(table_of(match)):
        play(match, spared(match, told["events"][month - 1]))
    after = table_of(match)
    return happened(before, after, match.ledger)


def spared(match: Match, event: str) -> str:
    """The release that changes least of what the event counts."""
    palaces = {palace["number"]: palace for palace in table_of(match)["courts"][(match.to_move or 0) - 1]["palaces"]}

    def missed(move: str) -> tuple[int, int, int]:
        _, number, age, kind = move.split()
        symbols = 2 if age == "old" else 1
        crowd = len(palaces[int(number)]["persons"])
        healer, warrior = (symbols if kind == name else 0 for name in ("healer", "warrior"))
        return (crowd > 1 if event == "drought" else 0, healer if event == "contagion" else 0, warrior)

    return min(match.legal_moves(), key=missed)


@pytest.mark.parametrize("super_event", ["none", "eclipse", "flood"])
@pytest.mark.parametrize(("players", "wall"), [(2, True), (3, False), (4, True), (5, True)])
def test_a_forecast_is_what_happens_in_that_month_if_nobody_changes_anything(
    players: int, wall: bool, super_event: str
) -> None:
    seen: Counter[str] = Counter()
    options = {"great_wall": wall, "super_event": super_event}
    for number in range(scaled(1, 6)):
        for place, match in enumerate(random_game(players, options, number)):
            if place % every(7, 2) or table_of(match)["part"] not in ("action", "person"):
                continue
            told = standard_game().write_position(match.position)
            for month in range(table_of(match)["month"], 13):
                if super_event == "flood" and month == SUPER_MONTH:
                    continue  # it takes goods as well
                expected, found = told_for(table_of(match), month), live_through(told, month, **options)
                assert expected == found, (told, month)
                seen.update(releases=sum(toll[0] for toll in found), points=sum(toll[2] for toll in found), months=1)
    assert seen["months"] > 20
    assert seen["releases"] > 10
    assert seen["points"] > 0


# ---- the eclipse


def month_of(event: str) -> Document:
    """A position before month 7, in which that event comes."""
    shift = NAMES.index(event) + 1
    return {"month": SUPER_MONTH, "events": ["peace", "peace", *(2 * (NAMES[shift:] + NAMES[:shift]))]}


def test_with_the_eclipse_a_tribute_comes_twice() -> None:
    """4 yuan pay for the first."""
    own = court("3: young monk, old monk, young farmer", "3: young monk, young farmer", yuan=4)
    told = document(own, court(yuan=9), court("1: old farmer", yuan=5), super_event="eclipse", **month_of("tribute"))
    table = standard_game().table(read(told, super_event="eclipse"))
    assert told_for(dict(table), SUPER_MONTH) == [(4, 4, 0), (0, 8, 0), (1, 5, 0)]
    assert [own["forecast"][1]["releases"] for own in table["courts"]] == [0, 0, 0]  # of one tribute alone


def fewest(match: Match, told: Callable[[Match], int], start: int) -> int:
    """The fewest persons that seat 1 can release until the month ends, whatever the others do."""
    if not is_under_way(table_of(match)):
        return start - told(match)
    here = standard_game().write_position(match.position)
    ends = []
    for move in match.legal_moves() if match.to_move == 1 else match.legal_moves()[:1]:
        ahead = match_from(here, super_event="eclipse")
        ends.append(fewest(play(ahead, move), told, start))
    return min(ends)


@pytest.mark.parametrize("event", ["tribute", "drought", "contagion"])
@pytest.mark.parametrize(
    "palaces",
    [
        ["2: young healer, young monk", "1: young farmer", "3: old healer, young monk, young monk"],
        ["1: young monk", "1: old monk", "2: young healer, old healer", "2: young farmer, old farmer"],
        ["3: young healer, young healer, old healer"],
        ["1: old healer", "1: young healer"],
        ["2: young monk, old monk", "2: young farmer, old farmer"],
    ],
)
def test_no_way_to_play_an_eclipse_releases_fewer(event: str, palaces: list[str]) -> None:
    """All ways are tried."""
    courts = [court(*palaces, rice=1, yuan=6), court("1: young monk"), court()]
    told = document(*courts, part="person", super_event="eclipse", **month_of(event))
    eve = eve_of({**told, "order": [1, 2, 3]}, SUPER_MONTH)
    match = match_from(eve, super_event="eclipse")
    expected = told_for(table_of(match), SUPER_MONTH)
    start = persons_of(table_of(match)["courts"][0])
    play(match, "card wild")
    least = fewest(match, lambda there: persons_of(table_of(there)["courts"][0]), start)
    assert expected is not None
    assert expected[0][0] == least


# ---- the wall


def walled(month: int, built: list[list[str]], **more: Any) -> Document:
    wall = [seat for seat, tiles in enumerate(built, 1) for _ in tiles]
    courts = [court("2: young monk, young warrior"), court("2: young monk"), court("2: young monk")]
    told = document(*courts, month=month, part="person", walled=True, wall=wall, wall_used=built)
    return {**told, **more}


def test_the_wall_too_short_for_the_mongols_takes_a_person_of_who_built_least() -> None:
    told = walled(5, [["rice"], ["rice", "yuan"], ["floor"]])
    table = table_of(match_from(told, great_wall=True))
    assert told_for(table, 5) == [(1, 0, 1), (1, 0, 0), (1, 0, 0)]  # only one person is left to be released
    long = walled(5, [["rice", "fireworks"], ["rice", "yuan"], ["floor"]])
    assert told_for(table_of(match_from(long, great_wall=True)), 5) == [(0, 0, 3), (1, 0, 2), (1, 0, 1)]


def test_the_last_scoring_of_the_wall_belongs_to_month_12() -> None:
    told = walled(11, [["rice"], ["rice", "yuan"], ["floor"]])
    table = table_of(match_from(told, great_wall=True))
    assert [own["forecast"][5]["releases"] for own in table["courts"]] == [2, 1, 1]  # of the contagion alone
    assert told_for(table, 12) == [(2, 0, 0), (1, 0, 0), (1, 0, 0)]
    assert EVENTS[11] == "contagion"
