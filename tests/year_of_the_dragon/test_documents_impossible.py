"""Position documents that fit together, but to which no game leads: gains from nowhere, and persons who need not go."""

from __future__ import annotations

from typing import Any

import pytest

from support.dragon_documents import BUILDING, CARDS, DRAFT, MINIMAL, court, document, groups, hand_without, read
from tianxia.errors import RecordError
from tianxia.games.base import Document

GAINS = "what the seat to move is to place cannot have come from its card, its dragon's group or its persons."
NOTHING = "nobody has anything to decide here."
CROWDS = "seat 1 has more persons than floors in a palace."
PAYMENT = "seat {} has something to pay with, so it need not release persons."
OFTEN = "seat {} cannot be asked so often."
LEFT = "left must be a whole number from 1 to {}."
EMPTY = [court(), court()]
CROWD = "3: young monk, young healer, old healer"
BIG = court(CROWD, "3: young farmer, old farmer, young scholar")
"""Six persons."""
TRIBUTE_IN_7 = ["peace", "peace", "drought", "mongols", "festival", "contagion", "tribute"]
TRIBUTE_IN_7 += ["drought", "mongols", "festival", "contagion", "tribute"]
WALL_TILES = ["rice", "fireworks", "floor", "yuan", "track", "points"]


def _super(name: str, *courts: Document, **more: Any) -> tuple[Document, Document]:
    """A position in a super event, and the options."""
    return document(*courts, month=7, part="super-event", super_event=name, **more), {"super_event": name}


def _said(told: Document, options: Document) -> str | None:
    """Why a document is refused; `None` if it is read."""
    try:
        read(told, len(told["courts"]), **options)
    except RecordError as refusal:
        return str(refusal)
    return None


def _person(held: str, played: str, phase: str = "palace") -> Document:
    own = court("1: young monk" if phase == "replace" else "2: young monk", cards=hand_without(played))
    return document(own, *EMPTY, part="person", phase=phase, held=held)


# ---- gains


@pytest.mark.parametrize("phase", ["palace", "replace"])
@pytest.mark.parametrize(
    ("held", "risen", "refused"),
    [
        ("young healer", ["healer"], False),
        ("young healer", ["monk", "healer"], False),
        ("old healer", ["healer"], True),
        ("old healer", [], True),
        ("young healer", [], True),
        ("young healer", ["monk"], True),
    ],
)
def test_at_sunrise_a_young_person_is_taken_of_a_kind_that_has_risen(
    held: str, risen: list[str], refused: bool, phase: str
) -> None:
    own = court("1: young monk" if phase == "replace" else "2: young monk")
    told, options = _super("sunrise", own, *EMPTY, phase=phase, held=held, risen=risen)
    assert _said(told, options) == (GAINS if refused else None)


@pytest.mark.parametrize("phase", ["palace", "replace"])
@pytest.mark.parametrize(
    ("held", "played", "refused"),
    [
        ("old monk", "monk", False),
        ("young monk", "monk", False),
        ("old monk", "wild", False),
        ("old monk", "farmer", True),
        ("young craftsman", "farmer", True),
        ("young farmer", "farmer", False),
    ],
)
def test_who_holds_a_person_has_played_a_card_for_it(held: str, played: str, refused: bool, phase: str) -> None:
    """A card of its kind, or a wild one, is gone."""
    assert _said(_person(held, played, phase), {}) == (GAINS if refused else None)


MASON = court("2: young craftsman", "1")
MASONS = court("3: young craftsman, young craftsman")


@pytest.mark.parametrize(
    ("own", "values", "refused"),
    [
        (court("1"), {}, False),
        (court("1"), {"dragons": [None] * 3}, True),  # it took money, or nothing yet
        (court("1"), {"dragons": [2, None, None]}, True),  # fireworks or parade
        (court("1"), {"dragons": [3, None, None]}, True),
        (MASON, {"dragons": [2, None, None]}, True),  # craftsmen help who builds
        (court("1"), {"dragons": [None, 1, None], "order": [2, 1, 3]}, True),  # that of another seat
        (court("1"), {"to_build": 2}, True),
        (MASON, {"to_build": 2}, False),
        (MASON, {"to_build": 3}, True),
        (MASONS, {"to_build": 3}, False),
        (MASONS, {"to_build": 1}, False),  # two are built
        (MASONS, {"to_build": 100}, True),
        (court("1"), {"groups": groups(3)[::-1]}, True),  # where the group of build is the last
        (court("1"), {"groups": groups(3)[::-1], "dragons": [3, None, None]}, False),
    ],
)
def test_floors_come_from_the_group_of_the_dragon(own: Document, values: Document, refused: bool) -> None:
    assert _said({**document(own, *EMPTY), **BUILDING, **values}, {}) == (GAINS if refused else None)


@pytest.mark.parametrize(
    ("dragon", "floors", "refused"), [(1, 1, False), (1, 2, False), (2, 1, True), (3, 1, False), (3, 2, True)]
)
def test_a_floor_may_come_from_a_wall_tile(dragon: int, floors: int, refused: bool) -> None:
    """Group 1 has `build`, and group 3 the wall, which gives one floor however many craftsmen there are."""
    assert "build" in groups(3, wall=True)[0]
    assert CARDS[-1] in groups(3, wall=True)[2]
    told = document(MASON, *EMPTY, walled=True, **BUILDING) | {"dragons": [dragon, None, None], "to_build": floors}
    told |= {"wall": [1], "wall_used": [["floor"], [], []]}
    assert _said(told, {"great_wall": True}) == (GAINS if refused else None)


@pytest.mark.parametrize(
    ("own", "floors", "refused"),
    [
        *((court("1"), 1, True), (court("1"), 100, True)),
        *((MASON, 1, False), (MASON, 2, True), (MASONS, 2, False), (MASONS, 1, False), (MASONS, 3, True)),
    ],
)
def test_floors_of_a_charter_come_from_craftsmen(own: Document, floors: int, refused: bool) -> None:
    told, options = _super("charter", own, *EMPTY, phase="floor", to_build=floors)
    assert _said(told, options) == (GAINS if refused else None)


# ---- payments


@pytest.mark.parametrize(
    ("month", "own", "refused"),
    [
        *((3, {"yuan": 1}, True), (3, {"yuan": 50}, True), (3, {"rice": 50, "fireworks": 9}, False)),
        *((4, {"rice": 1}, True), (4, {"rice": 50}, True), (4, {"yuan": 50, "fireworks": 9}, False)),
        *((5, {"yuan": 50, "rice": 50}, False), (7, {"yuan": 50, "rice": 50}, False)),
    ],
)
def test_who_can_pay_releases_nobody(month: int, own: Document, refused: bool) -> None:
    """In a tribute with yuan, in a drought with rice; Mongols and contagion take no payment. Those to come neither."""
    rich, poor = court("1: young monk", "1: old monk", **own), court("1: young healer", "1: old healer")
    first = document(rich, poor, court("1"), part="event", month=month)
    later = document(poor, rich, court("1"), part="event", month=month, dues=[0, 1, 0])
    assert _said(first, {}) == (PAYMENT.format(1) if refused else None)
    assert _said(later, {}) == (PAYMENT.format(2) if refused else None)
    assert _said({**later, "dues": [0, 0, 0]}, {}) is None  # who has paid may have something left
    assert _said({**first, "turn": 2}, {}) is None


@pytest.mark.parametrize(
    ("name", "phase", "refused"), [("eclipse", "release", True), ("earthquake", "lose", False), ("tornado", "", False)]
)
def test_the_same_when_the_event_comes_again(name: str, phase: str, refused: bool) -> None:
    """In an eclipse; in another super event after a tribute nobody pays."""
    told, options = _super(name, court("2: young monk", yuan=1), *EMPTY, events=TRIBUTE_IN_7)
    told |= {"phase": phase} if phase else {}
    assert _said(told, options) == (PAYMENT.format(1) if refused else None)
    assert _said({**told, "courts": [court("2: young monk"), *EMPTY]}, options) is None


# ---- how many


@pytest.mark.parametrize(("month", "most"), [(3, 4), (5, 1), (7, 3)])
def test_nobody_releases_more_than_the_event_asks(month: int, most: int) -> None:
    """Tribute 4, Mongols 1, contagion 3, however many persons there are."""
    told = document(BIG, court("3: young warrior, old warrior", CROWD.replace("old", "young")), court("1"))
    told |= {"part": "event", "month": month, "tiles": {}}
    dues = [[0, times, 0] for times in (most, most + 1)]
    assert _said({**told, "left": most}, {}) is None
    for left in (most + 1, 6):
        assert _said({**told, "left": left}, {}) == LEFT.format(most)
    assert [_said({**told, "dues": times}, {}) for times in dues] == [None, OFTEN.format(2)]


def test_in_an_eclipse_as_many_as_in_the_event() -> None:
    told, options = _super("eclipse", BIG, *EMPTY, events=TRIBUTE_IN_7)
    assert [_said({**told, "left": left}, options) for left in (4, 5)] == [None, LEFT.format(4)]
    told, options = _super("eclipse", BIG, *EMPTY)  # contagion
    assert [_said({**told, "left": left}, options) for left in (3, 4)] == [None, LEFT.format(3)]


@pytest.mark.parametrize(("part", "month", "needed"), [("wall", 5, 5), ("last-wall", 12, 12)])
def test_for_the_wall_one_person_goes_and_only_where_it_is_too_short(part: str, month: int, needed: int) -> None:
    options = {"great_wall": True}
    told = document(BIG, court("1: young monk"), court("2: old monk, old healer"), walled=True, part=part, month=month)
    for length in (0, needed - 1, needed):
        wall = [1 + place % 2 for place in range(length)]
        built = {"wall": wall, "wall_used": [WALL_TILES[: wall.count(seat)] for seat in (1, 2, 3)]}
        assert _said({**told, **built}, options) == (None if length < needed else NOTHING)
    for left in (2, 3):
        assert _said({**told, "left": left}, options) == LEFT.format(1)
    assert _said({**told, "dues": [0, 1, 1]}, options) is None
    assert _said({**told, "dues": [0, 1, 2]}, options) == OFTEN.format(3)


# ---- earthquakes


@pytest.mark.parametrize(
    ("palaces", "left", "expected"),
    [
        (["0: young monk"], 1, None),
        (["0: young monk, old monk"], 2, None),
        (["2: young monk, old monk, young healer", "0: old healer"], 2, None),
        (["0: young monk, old monk"], 1, CROWDS),  # both must go
        (["0: young monk"], 2, LEFT.format(1)),
        ([CROWD.replace("3", "0"), "0: young farmer, old farmer, young scholar"], 6, LEFT.format(2)),
        ([CROWD.replace("3", "0"), "0: young farmer, old farmer, young scholar"], 2, CROWDS),
        ([CROWD.replace("3", "0")], 3, LEFT.format(2)),
    ],
)
def test_an_earthquake_leaves_two_without_a_floor_at_most(palaces: list[str], left: int, expected: str | None) -> None:
    told, options = _super("earthquake", court(*palaces), *EMPTY, phase="release", left=left)
    assert _said(told, options) == expected


@pytest.mark.parametrize(
    ("palaces", "left", "expected"),
    [
        (["2: young monk"], 2, None),
        (["0: young monk", "1"], 1, None),
        (["0: young monk", "1"], 2, CROWDS),  # none is lost yet
        (["0: young monk, old monk", "1"], 1, CROWDS),  # one is lost
    ],
)
def test_while_floors_are_lost_as_many_as_were_lost(palaces: list[str], left: int, expected: str | None) -> None:
    told, options = _super("earthquake", court(*palaces, "3"), *EMPTY, left=left)
    assert _said(told, options) == expected


# ---- the limits are in reach


def test_as_many_palaces_and_goods_as_may_be_are_read() -> None:
    own = court(*["1"] * 2000, yuan=10_000, rice=10_000, fireworks=10_000)
    read({**MINIMAL, "courts": [own, *EMPTY]})


# ---- things that are not there

END = document(month=12, part="end", turn=None)
PLACING = {"phase": "palace", "held": "old monk", "drafts": [["farmer"], [], []]}


@pytest.mark.parametrize(
    ("base", "values"),
    [
        pytest.param(END, {"held": "old farmer"}, id="a person to be placed when the game is over"),
        pytest.param(END, {"phase": 5, "left": "two", "dues": None}, id="a phase that is none when the game is over"),
        pytest.param(END, {"to_build": 3, "card": "wild", "starved": [1]}, id="floors to build when the game is over"),
        pytest.param(END, {"drafts": [["monk"], [], []]}, id="drafts when the game is over"),
        pytest.param(
            *(END, {"courts": [court("1: young monk, old monk")] * 2 + [court()]}),
            id="more persons than floors when the game is over",
        ),
        pytest.param(DRAFT, {"dragons": [1, 2, 3]}, id="dragons where there are no groups"),
        pytest.param(DRAFT, {"dragons": "one"}, id="dragons that are none"),
        pytest.param(DRAFT, PLACING, id="a drafted person who was not drafted"),
        pytest.param(
            MINIMAL, {"part": "person", "phase": "take", "card": "farmer"}, id="a card played that is still held"
        ),
        pytest.param(MINIMAL, {"wall_used": [["rice"], [], []], "wall": [1]}, id="a wall where none is played"),
    ],
)
def test_what_cannot_be_is_refused(base: Document, values: Document) -> None:
    """The grammar: nothing that is not in the box, and nothing that makes no sense where things stand."""
    with pytest.raises(RecordError):
        read({**base, **values})


@pytest.mark.parametrize(
    "values",
    [
        {"part": "person", "courts": [court("1", cards=[])] * 3},
        {"part": "event", "courts": [court("1")] * 3},
        {"part": "event", "month": 4, "courts": [court("1")] * 3},
    ],
)
def test_who_has_nothing_to_decide_is_told_so(values: Document) -> None:
    """And not that a number must be from 1 to 0."""
    with pytest.raises(RecordError) as refusal:
        read({**MINIMAL, **values})
    assert str(refusal.value) == NOTHING


def test_a_single_tile_is_told_in_the_singular() -> None:
    """With two players there is one old person of each kind."""
    told = document(court("2: old monk, old monk"), court("1"))
    with pytest.raises(RecordError) as refusal:
        read(told, 2)
    assert str(refusal.value) == "old monk: this game has 1 such tile, and here are more."
