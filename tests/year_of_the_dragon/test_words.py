"""What is said in a game: the log and the ledger; then every sentence, questions too. Reasons are with the rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

from support.dragon import standard_game
from support.dragon_documents import (
    RULES,
    court,
    document,
    hand_without,
    match_from,
    new_match,
    play,
    said,
    some_games,
)
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.interface.edition import SUPER_NAMES
from tianxia.play import Match
from tianxia.words import Message, catalogue, say

LOG = "year-of-the-dragon.log."
QUESTION = "year-of-the-dragon.question."
ROW = ["peace", "peace", *["tribute", "drought", "mongols", "contagion", "festival"] * 2]


# ---- a month


MONTH: list[tuple[str, list[str]]] = [
    # a move, and what is said of it
    ("build", ["Purple builds: 2 floors. [6]"]),
    ("floor 2", ["Purple adds a floor to palace 2: it has 2 now. [6]"]),
    ("floor new", ["Purple builds palace 3, of one floor. [6]"]),
    ("build", ["Yellow pays 3 yuan, since a dragon stands on the group. [5]", "Yellow builds: 1 floor. [6]"]),
    ("floor 1", ["Yellow adds a floor to palace 1: it has 2 now. [6]"]),
    ("card wild", ["Purple plays the wild card. [7]"]),
    ("take old monk", ["Purple takes an old monk. [7]"]),
    (
        "palace 2",
        ["Purple places an old monk in palace 2. [7]", "Purple moves 2 spaces on the person track, to 11. [4]"],
    ),
    ("card warrior", ["Yellow plays the warrior card. [7]", "Yellow takes a young warrior. [7]"]),
    (
        "palace 1",
        [
            "Yellow places a young warrior in palace 1. [7]",
            "Yellow moves 5 spaces on the person track, to 12. [4]",
            "The event of the month: tribute. [9]",
            "Yellow pays 2 yuan, and must release 2 persons. [9]",
            "Purple pays 2 yuan, and must release 2 persons. [9]",
        ],
    ),
    ("release 1 young warrior", ["Yellow releases a young warrior from palace 1. [8]"]),
    ("release 2 old warrior", ["Yellow releases an old warrior from palace 2. [8]"]),
    ("release 1 young craftsman", ["Purple releases a young craftsman from palace 1. [8]"]),
    (
        "release 2 old monk",
        [
            "Purple releases an old monk from palace 2. [8]",
            "Palace 2 of Purple stands empty and loses a floor: 1 left. [10]",
            "Palace 3 of Purple stands empty and loses its last floor: it is gone. [10]",
            "Palace 2 of Yellow stands empty and loses its last floor: it is gone. [10]",
            "Purple gets 2 points for palaces. [11]",
            "Purple gets 1 point for privileges. [11]",
            "Yellow gets 1 point for palaces. [11]",
            "Yellow gets 1 point for court ladies. [11]",
        ],
    ),
]


def _month() -> Match:
    courts = court("2: young tax-collector, young craftsman", "1", yuan=2, small=1)
    return match_from(
        document(courts, court("1: young court-lady", "1: old warrior", yuan=5), track=[[1, 9], [2, 7]], month=3)
    )


def test_the_log_tells_a_month() -> None:
    match = _month()
    for move, expected in MONTH:
        play(match, move)
        lines = match.log[-1].lines
        assert said([line for line in lines if line.key != f"{LOG}month"]) == expected
    (begun,) = said(match.log[-1].lines[-1:])
    groups = r"\w+, \w+, \w+ and \w+; \w+, \w+ and \w+"
    assert re.fullmatch(rf"Month 4 begins; at its end: drought\. Groups of action cards: {groups}\. \[5\]", begun)
    assert match.ledger == [
        {"seat": 1, "amount": 2, "source": "palaces", "where": "", "round": 3},
        {"seat": 1, "amount": 1, "source": "privileges", "where": "", "round": 3},
        {"seat": 2, "amount": 1, "source": "palaces", "where": "", "round": 3},
        {"seat": 2, "amount": 1, "source": "court-ladies", "where": "", "round": 3},
    ]


def test_names_take_the_place_of_colours() -> None:
    match = play(_month(), "build")
    assert [say(line, ["Ada", "Bo"]) for line in match.log[-1].lines] == ["Ada builds: 2 floors."]


# ---- events and super events

Case = tuple[int, list[Document], list[str], list[str]]
WALL: Document = {"wall": [1, 1, 1, 2, 2], "wall_used": [["rice", "floor", "yuan"], ["rice", "floor"], []]}
HELMETS = [court("2: young warrior, old warrior"), court("1: young monk"), court("1")]
EVENTS: dict[str, Case] = {
    # the month, the courts, moves, and what is said of the event (without moves), or of the last of them
    "tribute": (
        *(3, [court("1: young monk", yuan=5), court("1", yuan=1)], []),
        [
            "The event of the month: tribute. [9]",
            "Purple pays 4 yuan. [9]",
            "Yellow pays 1 yuan, and has nobody to release. [9]",
        ],
    ),
    "drought": (
        *(4, [court("2: young monk, old monk", "1: young healer", rice=1), court("1: young farmer", rice=2)], []),
        [
            "The event of the month: drought. [9]",
            "Purple returns 1 rice, and 1 palace goes hungry. [9]",
            "Yellow returns 1 rice. [9]",
        ],
    ),
    "hunger": (
        *(4, [court("1: young monk", "1: young healer"), court("1")], ["starve 1 young monk", "starve 2 young healer"]),
        ["Purple releases a young healer from palace 2. [8]"],
    ),
    "mongols": (
        *(5, HELMETS, []),
        [
            "The event of the month: Mongols. [9]",
            "Purple gets 3 points for helmets. [9]",
            "Yellow has the fewest helmets (0) and must release one person. [9]",
        ],
    ),
    "contagion": (
        *(6, [court("2: young healer, old healer"), court("2: young healer, young monk")], []),
        [
            "The event of the month: contagion. [9]",
            "Purple has 3 mortars, and releases nobody. [9]",
            "Yellow has 1 mortar, and must release 2 persons. [9]",
        ],
    ),
    "festival": (
        *(7, [court("1: young monk", fireworks=3), court("1", fireworks=1), court("2")], []),
        [
            "The event of the month: festival. [9]",
            "Purple gets 6 points at the festival. [9]",
            "Purple returns 2 fireworks. [9]",
            "Yellow gets 3 points at the festival. [9]",
            "Yellow returns 1 fireworks tile. [9]",
        ],
    ),
}
SUPER_EVENTS: dict[str, Case] = {
    "lanternfest": (
        7,
        [court("2: young monk, old farmer"), court("1")],
        [],
        ["Purple gets 4 points for persons. [15]"],
    ),
    "buddha": (
        *(7, [court("3: young monk, old monk"), court("1")], []),
        ["Purple gets 3 points for a monk in palace 1. [15]", "Purple gets 6 points for a monk in palace 1. [15]"],
    ),
    "earthquake": (
        *(7, [court("2: young healer, old healer", "1: young monk"), court()], ["lose 1", "lose 2"]),
        ["Purple loses the last floor of palace 2. [15]"],
    ),
    "flood": (
        *(7, [court("1", yuan=3, rice=1), court("1", yuan=2)], []),
        ["Purple has 4 goods, and must return 2. [15]", "Yellow has 2 goods, and must return 1. [15]"],
    ),
    "eclipse": (
        *(7, [court("1", fireworks=3), court("1")], []),
        [
            "The sun goes dark, and the event of the month comes again: festival. [15]",
            "Purple gets 6 points at the festival. [9]",
            "Purple returns 1 fireworks tile. [9]",
        ],
    ),
    "eruption": (
        *(7, [court("1"), court("1")], []),
        ["All markers go back to the start of the person track; the order of play stays. [15]"],
    ),
    "tornado": (
        *(7, [court("1", cards=["monk", "wild"]), court("1")], ["discard monk", "discard wild"]),
        ["Purple discards the wild card. [15]"],
    ),
    "sunrise": (7, [court(), court("1")], ["sunrise monk"], ["Purple takes a young monk. [7]"]),
    "assassination": (
        *(7, [court("1", small=1, large=1), court("1")], []),
        ["Purple loses all privileges, with 3 dragons. [15]"],
    ),
    "charter": (
        *(7, [court("2: young monk, old farmer"), court("1: young scholar")], ["charter monk"]),
        ["Purple names the monk. [15]", "Purple gets 2 points for a monk in palace 1. [15]"],
    ),
}


def _strike(month: int, courts: list[Document], moves: list[str], **options: Any) -> Match:
    """The last seat plays a card in vain, and the event of the month comes; then these moves are made."""
    told = document(*courts, part="person", month=month, events=ROW, turn=len(courts))
    told |= {"tiles": {"young monk": 1} if options.get("super_event") == "sunrise" else {}}
    told |= {"super_event": options["super_event"]} if "super_event" in options else {}
    return play(match_from(told, **options), "card craftsman", *moves)


def _of_the_event(match: Match, beginning: str) -> list[str]:
    """What is said from the first line of the event on, without decay, scoring and the next month."""
    lines = said(match.log[-1].lines)
    if len(match.moves) == 1:
        lines = lines[next(place for place, line in enumerate(lines) if line.startswith(beginning)) :]
    return [line for line in lines if not re.search(r"\[10\]|\[11\]|^Month ", line)]


@pytest.mark.parametrize("name", list(EVENTS))
def test_the_log_tells_events(name: str) -> None:
    month, courts, moves, expected = EVENTS[name]
    assert _of_the_event(_strike(month, courts, moves), "The event") == expected


@pytest.mark.parametrize("name", list(SUPER_EVENTS))
def test_the_log_tells_super_events(name: str) -> None:
    month, courts, moves, expected = SUPER_EVENTS[name]
    match = _strike(month, courts, moves, super_event=name)
    first = [] if moves else [f"Super event: {say(Message(f'year-of-the-dragon.super.{name}'))}. [15]"]
    assert _of_the_event(match, "Super event: ") == [*first, *expected]


CHARTER: dict[str, list[str]] = {
    # persons of one kind, and what is said when they are named
    "young craftsman": ["Purple names the craftsman: 1 floor to build. [15]"],
    "young craftsman, young craftsman": ["Purple names the craftsman: 2 floors to build. [15]"],
    "young court-lady": ["Purple names the court lady. [15]", "Purple gets 1 point for the charter. [15]"],
    "old pyrotechnist": ["Purple names the pyrotechnist: 2 fireworks. [15]"],
    "young tax-collector": ["Purple names the tax collector: 3 yuan. [15]"],
    "old warrior": ["Purple names the warrior. [15]", "Purple moves 2 spaces on the person track, to 2. [4]"],
    "young monk": ["Purple names the monk. [15]", "Purple gets 2 points for a monk in palace 1. [15]"],
    "old healer": ["Purple names the healer, which gives nothing. [15]"],
    "old farmer": ["Purple names the farmer: 2 rice. [15]"],
    "young scholar": ["Purple names the scholar. [15]", "Purple gets 2 points for the charter. [15]"],
}


def _charter(persons: str) -> Match:
    """Purple names its only kind of persons; Yellow is to name one after it."""
    kind = persons.split()[-1]
    courts = [court(f"2: {persons}"), court("1: young scholar")]
    return _strike(7, courts, [f"charter {kind}"], super_event="charter")


@pytest.mark.parametrize(("persons", "expected"), CHARTER.items())
def test_the_log_tells_what_a_charter_gives(persons: str, expected: list[str]) -> None:
    assert said(_charter(persons).log[-1].lines) == expected


def test_of_a_flood_that_takes_nothing_nothing_is_told() -> None:
    match = _strike(7, [court("1", yuan=1), court("1", rice=2)], [], super_event="flood")
    expected = ["Super event: flood. [15]", "Yellow has 2 goods, and must return 1. [15]"]
    assert _of_the_event(match, "Super event: ") == expected


def test_the_log_tells_the_wall() -> None:
    told = document(*HELMETS, walled=True, part="event", month=5, turn=2, **WALL)
    match = play(match_from(told, great_wall=True), "release 1 young monk")
    assert said(match.log[-1].lines)[1:4] == [
        "The Great Wall has 5 tiles, of 5 needed: it holds. [14]",
        "Purple gets 3 points for tiles of the Great Wall. [14]",
        "Yellow gets 2 points for tiles of the Great Wall. [14]",
    ]


WALL_TILES = {
    # the tile, and what is said of it
    "rice": ["1 rice. [14]"],
    "fireworks": ["1 fireworks tile. [14]"],
    "floor": ["1 palace floor. [14]"],
    "yuan": ["2 yuan. [14]"],
    "track": ["3 spaces on the person track. [14]", "Purple moves 3 spaces on the person track, to 3. [4]"],
    "points": ["3 points. [14]", "Purple gets 3 points for the wall tile. [14]"],
}


@pytest.mark.parametrize("length", [0, 2])
@pytest.mark.parametrize("tile", list(WALL_TILES))
def test_the_log_tells_what_a_wall_tile_gives(tile: str, length: int) -> None:
    """And which tile of the wall it is."""
    told = document(walled=True, wall=[2, 3][:length], wall_used=[[], *[["rice"] if length else []] * 2])
    first, *others = WALL_TILES[tile]
    match = play(match_from(told, great_wall=True), f"wall {tile}")
    assert said(match.log[-1].lines) == [f"Purple builds tile {length + 1} of the Great Wall: {first}", *others]


@pytest.mark.parametrize(
    ("length", "line"),
    [
        (1, "The Great Wall has 1 tile, of 12 needed: it is too short. [14]"),
        (11, "The Great Wall has 11 tiles, of 12 needed: it is too short. [14]"),
        (12, "The Great Wall has 12 tiles, of 12 needed: it holds. [14]"),
    ],
)
def test_the_log_tells_the_wall_after_the_year(length: int, line: str) -> None:
    """Month 12 has a festival; the last seat takes money."""
    tiles = list(WALL_TILES)
    wall: Document = {"wall": [1, 2] * (length // 2) + [1] * (length % 2)}
    wall["wall_used"] = [tiles[: wall["wall"].count(seat)] for seat in (1, 2, 3)]
    told = document(walled=True, month=12, turn=3, events=ROW, **wall)
    assert line in said(play(match_from(told, great_wall=True), "money").log[-1].lines)


def test_nobody_is_told_to_release_a_person_who_has_none() -> None:
    """Red has no person; Yellow has released the only one. Ruling 8: nobody releases in its place."""
    match = play(
        match_from(document(*HELMETS, walled=True, part="event", month=5, turn=2), great_wall=True),
        "release 1 young monk",
    )
    assert said(match.log[-1].lines)[1:] == [
        "The Great Wall has 0 tiles, of 5 needed: it is too short. [14]",
        "Purple has built the least of the wall (0 tiles) and must release one person. [14]",
    ]


# ---- the rules in short


@pytest.mark.parametrize("name", ["none", *SUPER_NAMES])
@pytest.mark.parametrize("wall", [False, True])
def test_the_rules_in_short_tell_those_of_the_options(wall: bool, name: str) -> None:
    """What is not played is not told."""
    match = new_match(3, {"great_wall": wall, "super_event": name})
    short = [message.key.removeprefix("year-of-the-dragon.") for message in match.game.rules_in_short(match.position)]
    assert short == ["short", *(["more.great_wall"] if wall else []), *([] if name == "none" else [f"more.{name}"])]
    assert all(say(message).strip() for message in match.game.rules_in_short(match.position))


def test_of_a_random_super_event_the_rules_in_short_tell_the_one_that_was_drawn() -> None:
    match = new_match(3, {"super_event": "random"})
    drawn = match.view(None)["table"]["super_event"]
    assert match.game.rules_in_short(match.position)[1:] == [Message(f"year-of-the-dragon.more.{drawn}", {"month": 7})]


def test_every_option_has_its_rules_in_short() -> None:
    beginning = "year-of-the-dragon.more."
    told = {key.removeprefix(beginning) for key in catalogue("en") if key.startswith(beginning)}
    assert told == {"great_wall", *SUPER_NAMES}


# ---- all sentences of many games


@cache
def _all_said() -> tuple[set[str], set[str], dict[str, str]]:
    """The keys of lines and questions, sources, and every sentence with its rule."""
    keys, sources, sentences = set(), set(), {}
    for match in _matches():
        messages = [*match.log[-1].lines] if match.log else []
        if not match.over:
            messages.append(match.game.question(match.position))
        for message in messages:
            keys.add(message.key)
            sentences[say(message)] = message.rule or ""
        sources |= {entry["source"] for entry in match.ledger}
    return keys, sources, sentences


def _matches() -> Iterator[Match]:
    """Random games of all options, and positions that they do not reach."""
    monks = [court("2: young monk, old farmer"), court("1: young scholar")]
    yield _strike(7, monks, [], super_event="buddha")
    yield _strike(7, monks, ["charter monk", "charter scholar"], super_event="charter")
    yield from (_charter(persons) for persons in CHARTER)
    homeless = [court(cards=hand_without("farmer"))] * 3
    yield match_from(document(*homeless, part="person", phase="replace", held="old farmer"))
    yield from chain(some_games(2), some_games(4, ("tornado", "assassination", "earthquake")))


def test_every_sentence_of_the_log_and_every_source_turns_up() -> None:
    """Whoever adds one adds a position for it."""
    keys, sources, _ = _all_said()
    assert keys == {key for key in catalogue("en") if key.startswith((LOG, QUESTION))}
    assert sources == set(standard_game().sources)
    words = {key.removeprefix("year-of-the-dragon.source.") for key in catalogue("en") if ".source." in key}
    assert sources <= words


def test_every_sentence_names_a_ruling_of_the_page() -> None:
    rules = set(_all_said()[2].values()) | set(standard_game().sources.values())
    assert rules == {f"{RULES}{number}" for number in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15)}


def test_every_sentence_is_good_english() -> None:
    """One and many, a and an, whole sentences."""
    things = "floor|person|point|space|tile|mortar|dragon|palace|card|thing|symbol"
    bad = [
        rf"\b1 (?:{things})s\b",  # 1 floors
        rf"\b(?:0|[2-9]|\d\d+) (?:{things})\b(?! \d)",  # 2 floor
        r"\b1 \w+, one by one",  # of one there is no second
        r"\b[Aa] [aeio]\w",  # a old
        r"\b[Aa]n [^aeiou]",  # an young
        r"\b1 (?:go|have|were|are)\b|palaces goes|\d\d palace goes",
        r"  | [.,:;]|\.\.|[{}]|None|\bword\b|-lady|-collector",
    ]
    for sentence in _all_said()[2]:
        assert re.match(r"[A-Z0-9]", sentence), sentence
        assert sentence.endswith("."), sentence
        for pattern in bad:
            assert not re.search(pattern, sentence), (pattern, sentence)
