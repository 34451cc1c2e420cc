"""What the seat to move is asked: every question that there is."""

from __future__ import annotations

import pytest

from support.dragon_documents import BUILDING, court, document, hand_without, match_from, said
from tianxia.games.base import Document
from tianxia.words import Message, catalogue, say

QUESTION = "year-of-the-dragon.question."
PLAYED = hand_without("farmer")
FREE = [court("2: young monk", "2: young farmer", cards=PLAYED)] * 3
FULL = [court("1: young monk", cards=PLAYED)] * 3
PLACING: Document = {"part": "person", "phase": "palace", "held": "old farmer", "courts": FREE}
DRAFTING = [court("2: young monk", "2"), *[court("2", "2")] * 2]
QUESTIONS: list[tuple[Document, str]] = [
    ({"month": 0, "part": "draft"}, "Draft a young person for your court: the first of two. [3]"),
    (
        {"month": 0, "part": "draft", "left": 1, "drafts": [["monk"], [], []], "courts": DRAFTING},
        "Draft a second young person, of another kind. [3]",
    ),
    ({}, "Choose an action, or fill up your money. [5]"),
    ({"part": "person"}, "Play a person card. [7]"),
    (
        {"part": "person", "phase": "take", "card": "farmer", "courts": FREE},
        "Choose the person that you take for your card. [7]",
    ),
    (PLACING, "Choose a palace for an old farmer. [7]"),
    (
        PLACING | {"phase": "replace", "courts": FULL},
        "No palace has room for an old farmer: replace somebody, or dismiss the new one. [7]",
    ),
    (
        PLACING | {"phase": "replace", "courts": [court(cards=PLAYED)] * 3},
        "You have no palace for an old farmer: dismiss the new one. [7]",
    ),
    (BUILDING, "Build 1 floor: on a palace, or as a new one. [6]"),
    (
        BUILDING | {"to_build": 2, "courts": [court("2: young craftsman"), court(), court()]},
        "Build 2 floors: on a palace, or as a new one. [6]",
    ),
    ({"part": "event", "left": 2}, "Tribute: you could not pay it all. Release 2 persons. [8]"),
    (
        {"part": "event", "month": 4, "left": 2},
        "Drought: 2 palaces go hungry. Name one, and the person who leaves it. [9]",
    ),
    ({"super_event": "earthquake", "left": 2}, "Earthquake: lose 2 floors. [15]"),
    (
        {"super_event": "earthquake", "phase": "release", "courts": [court("0: young monk"), court(), court()]},
        "Earthquake: release 1 person for whom there is no floor any more. [15]",
    ),
    ({"super_event": "tornado", "left": 2}, "Tornado: discard 2 cards. [15]"),
    (
        {"super_event": "flood", "left": 2, "courts": [court(yuan=4), court(), court()]},
        "Flood: return 2 goods (yuan, rice or fireworks). [15]",
    ),
    ({"super_event": "sunrise"}, "Sunrise: take a young person of a kind that nobody has taken in this sunrise. [15]"),
    ({"super_event": "charter"}, "Charter: name a kind of persons at your court, who give what they show. [15]"),
]


def _asked(values: Document) -> Message:
    name = values.get("super_event", "none")
    when = {} if name == "none" else {"month": 7, "part": "super-event"}
    told = {**document(), **when, **values}
    if told["part"] == "draft":
        del told["groups"]
        told["courts"] = values.get("courts", [court("2", "2")] * 3)
    match = match_from(told, super_event=name)
    question = match.game.question(match.position)
    assert match.view(1)["question"] == question.document()
    assert match.view(2)["question"] is None
    return question


@pytest.mark.parametrize(("values", "expected"), QUESTIONS)
def test_what_the_seat_to_move_is_asked(values: Document, expected: str) -> None:
    assert said([_asked(values)]) == [expected]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"part": "event", "month": 5}, "Mongols: nobody has fewer helmets than you."),
        ({"part": "event", "month": 7}, "Contagion: three persons leave, one fewer for each mortar."),
        ({"part": "wall", "month": 5}, "The Great Wall is too short, and nobody has built less of it than you."),
        ({"part": "last-wall", "month": 12}, "The Great Wall is too short, and nobody has built less of it than you."),
    ],
)
def test_who_must_release_persons_is_told_why(values: Document, expected: str) -> None:
    match = match_from({**document(walled=True), "left": 1, **values}, great_wall=True)
    assert say(match.game.question(match.position)) == f"{expected} Release 1 person."


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (2, "Contagion: 3 − 1 mortar = 2 persons leave. Release 2 persons."),
        (1, "Contagion: three persons leave, one fewer for each mortar. Release 1 person."),  # one has left
    ],
)
def test_the_sum_behind_a_contagion_is_told_until_somebody_leaves(left: int, expected: str) -> None:
    courts = [court("3: young healer, young monk, old monk", "1: young farmer"), court("2: young monk"), court()]
    match = match_from(document(*courts, month=7, part="event", left=left))
    assert say(match.game.question(match.position)) == expected


def test_an_eclipse_asks_for_the_event_that_it_repeats() -> None:
    match = match_from(document(month=7, part="super-event", super_event="eclipse", left=1), super_event="eclipse")
    assert say(match.game.question(match.position)).startswith("Contagion: ")


def test_every_question_has_its_case() -> None:
    assert {_asked(values).key for values, _ in QUESTIONS} == {k for k in catalogue("en") if k.startswith(QUESTION)}
