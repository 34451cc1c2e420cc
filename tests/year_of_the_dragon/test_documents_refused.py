"""Position documents that are refused: every sentence, and documents with something that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from support.dragon_documents import (
    CARDS,
    DRAFT,
    EVENTS,
    KINDS,
    MINIMAL,
    WHOLE,
    court,
    document,
    groups,
    hand_without,
    read,
)
from tianxia.errors import RecordError
from tianxia.games.base import Document
from tianxia.words import catalogue


def _refusal(told: object, **options: Any) -> RecordError:
    chosen: Document = {"great_wall": True, "super_event": "random", **options}
    with pytest.raises(RecordError) as refusal:
        read(told, **chosen)
    return refusal.value


# ---- refused

GONE: Any = object()
KEYS = "month, part, turn, last, phase, left, dues, order, held, card, to_build, starved, risen, drafts, events, "
KEYS += "super_event, groups, dragons, tiles, track, wall, wall_used, courts and ledger"
COURT_KEYS = "palaces, built, yuan, rice, fireworks, small, large and cards"
SUPER = "super_event must be null exactly when the option is none, and what the option names where it names one."
MIDDLE = "phase, held, card, to_build, starved and risen do not go together."
DRAFTS = "drafts do not fit the seat to move, have one pair twice, or stand in a position after the draft."
TRACK = "track must be a list of seat and space, each seat once, the first in the order of play before the others."
OVER = 'the game is over (turn is null) exactly when the part is "end".'
PARTS = "part must be draft, action, person, event, wall, super-event, last-wall or end."
NO_PART = 'in month {} there is no part "{}" here.'
PLACE = "palace {} of seat {} has too many persons, or neither a floor nor a person."
SUNRISE = {
    "month": 7,
    "part": "super-event",
    "super_event": "sunrise",
    "phase": GONE,
    "starved": [],
    "dues": GONE,
    "left": 1,
}
PERSON = {"part": "person", "turn": 3, "phase": "card", "starved": [], "dues": GONE, "order": GONE}
PAIR = ["monk", "farmer"]
NO_GROUPS = "there are no groups of action cards in the draft, and no dragons on them."
OF_THE_DRAFT = (
    "in the draft the seats decide in their order, twice each; whoever is at a court was drafted, all others are on "
    "the board, and there is room for the rest."
)
LAST = '"last" says who moved last, and is given only once the game is over.'
GAINS = "what the seat to move is to place cannot have come from its card, its dragon's group or its persons."
PLAYED = "the seat to move has not played a card, or still holds the one that it is said to have played."
END = document(month=12, part="end", turn=None)
RICH = document(*[court("2: young monk", yuan=1)] * 3)
ONE_AGE = ("craftsman", "court-lady", "tax-collector")
ALL_TILES = {f"young {kind}": 6 for kind in ONE_AGE}
ALL_TILES |= {f"{age} {kind}": n for kind in KINDS for age, n in (("young", 4), ("old", 2)) if kind not in ONE_AGE}


NO_LISTS: list[Any] = [None, {}, 3]
NO_GOODS: list[Any] = [-1, 10_001, 10**7, "1", 1.5]
NO_TEXTS: list[Any] = [GONE, None, "Event", "decay", 4, ["event"], {}]


def _own(seat: int = 2, **values: Any) -> Document:
    """The courts of the whole document, with something else at one of them."""
    courts: list[Any] = [dict(own) for own in WHOLE["courts"]]
    courts[seat - 1] |= values
    return {"courts": courts}


def _palaces(*told: str) -> Document:
    return _own(palaces=court(*told)["palaces"])


REFUSALS: dict[str, list[Document]] = {
    # what is said -> keys with the values that it is said of, in the place of those of the whole document
    f'"row" is not known in a position; known are {KEYS}.': [{"row": []}],
    # ---- the year
    "events must be a list.": [{"events": GONE}, {"events": "peace"}, {"events": None}],
    "events must have 12 names: 2 of each.": [
        {"events": events} for events in (EVENTS[:11], [*EVENTS, "peace"], [], [*EVENTS[:11], "drought"])
    ],
    'the edition "standard" has no event "flood".': [{"events": [*EVENTS[:11], "flood"]}],
    'the edition "standard" has no event "7".': [{"events": [*EVENTS[:11], 7]}],
    "the first 2 events must be peace.": [{"events": EVENTS[::-1]}, {"events": [*EVENTS[1:], "peace"]}],
    "no two alike may stand side by side, but months 6 and 7 both have contagion.": [
        {"events": [*EVENTS[:5], "contagion", "contagion", *EVENTS[7:11], "festival"]},
    ],
    SUPER: [{"super_event": None}, {"super_event": GONE}],
    'the edition "standard" has no super event "storm".': [{"super_event": "storm"}],
    "month must be a whole number from 0 to 12.": [{"month": month} for month in (GONE, -1, 13, "4", True, 4.0, None)],
    PARTS: [{"part": part} for part in NO_TEXTS],
    **{
        NO_PART.format(month, part): [{"month": month, "part": part}]
        for month, part in (
            *((4, "draft"), (0, "action"), (0, "event"), (12, "person"), (11, "last-wall"), (11, "end")),
            *((4, "wall"), (6, "super-event"), (8, "super-event")),
        )
    },
    # ---- courts
    "courts must be a list with 3 entries, one for each seat.": [{"courts": GONE}, {"courts": [{}]}, {"courts": {}}],
    f"a court must be an object with no other keys than {COURT_KEYS}.": [_own(dragons=1), {"courts": [[], {}, {}]}],
    "palaces of seat 2 must be a list of at most 2000.": [
        *(_own(palaces=palaces) for palaces in NO_LISTS),
        _palaces(*["1"] * 2001),
    ],
    "a palace must be an object with number, floors and persons.": [
        *(_own(palaces=[palace]) for palace in [*NO_LISTS, {"number": 1, "floors": 2}]),
        *(_own(palaces=[{"number": 1, "floors": 2, "persons": persons}]) for persons in NO_LISTS),
        _own(palaces=[{"number": 1, "floors": 2, "persons": [], "roof": 1}]),
    ],
    "number must be a whole number from 1 to 5000.": [_palaces("#0 2"), _palaces("#-1 2")],
    "floors must be a whole number from 0 to 3.": [_palaces("4"), _palaces("-1")],
    "the palaces of seat 2 must stand in the order of their numbers, none twice.": [
        *(_palaces("#2 1", "#1 1"), _palaces("#2 1", "#2 1")),
    ],
    PLACE.format(1, 2): [_palaces("0"), _palaces("3: young monk, young monk, old monk, old farmer")],
    "seat 2 has more persons than floors in a palace.": [_palaces("1: young monk, young healer", "2", "1: old monk")],
    "seat 1 has more persons than floors in a palace.": [
        _own(1, palaces=court("0: young monk", "1: young healer")["palaces"])
    ],
    'the edition "standard" has no person "monk".': [_palaces("1: monk")],
    'the edition "standard" has no person "old court-lady".': [
        *(_palaces("1: old court-lady"), {"held": "old court-lady"}, {"tiles": {"old court-lady": 0}}),
    ],
    "built must be a whole number from 3 to 5000.": [_own(built=2), _own(built=None)],
    **{
        f"{good} must be a whole number from 0 to 10000.": [_own(2, **{good: n}) for n in NO_GOODS]
        for good in ("yuan", "rice", "fireworks")
    },
    "large must be a whole number from 0 to 1000000.": [_own(large=True), _own(large=10**6 + 1)],
    "seat 2 holds cards that are not in its hand at the start.": [
        *(_own(cards=cards) for cards in [*NO_LISTS, ["monk"] * 2, ["wild"] * 3]),
    ],
    'the edition "standard" has no kind of persons "joker".': [_own(cards=["joker"]), {"card": "joker"}],
    'the edition "standard" has no kind of persons "old monk".': [{"risen": ["old monk"]}],
    # ---- the board
    "tiles must be an object.": [{"tiles": []}, {"tiles": None}],
    "tiles must be a whole number from 0 to 1000000.": [
        {"tiles": {"old monk": count}} for count in (-1, True, "1", None)
    ],
    "young monk: this game has 4 such tiles, and here are more.": [
        {"tiles": {"young monk": 3}},
        _own(3, palaces=court("3: young monk, young monk, young monk")["palaces"], built=1) | {"tiles": {}},
    ],
    "old monk: this game has 2 such tiles, and here are more.": [{"held": "old monk"}],
    "track must be a list.": [{"track": None}, {"track": {}}],
    TRACK: [
        *({"track": []}, {"track": [[1, 2], [2, 1]]}, {"track": [1, 2, 3]}, {"track": [[1, 2, 3]] * 3}),
        *({"track": [[1, 3], [2, 2], [2, 1]]}, {"track": [[1, 3], [2, 1], [3, 2]]}),
    ],
    "track must be a whole number from 1 to 3.": [{"track": [[1, 3], [2, 2], [4, 1]]}],
    "track must be a whole number from 0 to 1000000.": [{"track": [[1, 3], [2, 2], [3, -1]]}],
    "groups must be a list.": [{"groups": None}, {"groups": "taxes"}],
    "a group must be a list of action cards.": [{"groups": ["taxes", "build"]}, {"groups": [None]}],
    "the groups must have 3, 3 and 2 cards.": [
        {"groups": GONE},
        {"groups": groups(3)},
        {"groups": groups(2, wall=True)},
    ],
    f"the groups must have the cards {', '.join(CARDS[:7])} and wall, each once.": [
        {"groups": [["taxes"] * 3, *groups(3, wall=True)[1:]]}
    ],
    'the edition "standard" has no action card "money".': [{"groups": [["money"]]}],
    "dragons must be a list with 3 entries, one for each seat.": [{"dragons": [1]}, {"dragons": None}],
    "dragons must be a whole number from 1 to 3.": [
        {"dragons": [0, 1, 2]},
        {"dragons": [4, 1, 2]},
        {"dragons": ["1"] * 3},
    ],
    "wall must be a list.": [{"wall": 3}],
    "wall must hold whole numbers from 1 to 3.": [{"wall": [2, 1, 0]}, {"wall": [2, 1, None]}],
    "wall_used must be 3 lists, one for each seat.": [{"wall_used": [[], []]}, {"wall_used": [[], [], "rice"]}],
    'the edition "standard" has no wall tile "stone".': [{"wall_used": [["stone"], [], []]}],
    "wall_used must list for seat 1 as many different tiles as it has in the wall.": [{"wall_used": GONE}],
    "wall_used must list for seat 2 as many different tiles as it has in the wall.": [
        *({"wall_used": [["floor"], used, []]} for used in (["rice"], ["rice", "rice"], ["rice", "track", "yuan"])),
    ],
    # ---- whose turn it is
    'a position must say whose "turn" it is: a seat, or null once the game is over.': [{"turn": GONE}],
    "turn must be a whole number from 1 to 3.": [{"turn": seat} for seat in (0, 4, "2", True, 2.0, [2])],
    OVER: [{"turn": None}, {"month": 12, "part": "end"}],
    "order must be a list.": [{"order": None}],
    "order must hold whole numbers from 1 to 3.": [{"order": [1, 2, 4]}],
    "order must have every seat once.": [{"order": [1, 2]}, {"order": [1, 2, 2]}, {"order": [1, 2, 3, 3]}],
    "nobody has anything to decide here.": [
        *({"month": month} for month in (1, 6)),  # peace, and a festival
        *({"month": 7, "part": "super-event", "super_event": name} for name in ("lanternfest", "buddha", "eruption")),
        {**SUNRISE, "tiles": {"old monk": 1}},  # no young person is left
        {**SUNRISE, "tiles": {"young monk": 1}, "risen": ["monk"]},
    ],
    "phase must be starve here.": [{"phase": phase} for phase in ("release", "Starve", None, 3, ["starve"])],
    "phase must be release here.": [{"month": 3, "starved": []}, {"month": 5, "part": "wall"}],
    "phase must be card, take, palace or replace here.": [{**PERSON, "phase": "action"}],
    "starved must be a list.": [{"starved": None}],
    "starved must hold whole numbers from 1 to 1000000.": [{"starved": ["1"]}, {"starved": [0]}],
    "starved must be numbers of palaces of the seat to move, none twice.": [{"starved": [2, 2]}, {"starved": [4]}],
    MIDDLE: [
        *({"held": "young scholar"}, {"card": "farmer"}, {"to_build": 1}, {"risen": ["monk"]}),
        *({**PERSON, "phase": phase} for phase in ("take", "palace", "replace")),
        {**PERSON, "phase": "palace", "held": "young scholar"},  # there is no palace
        {**PERSON, "phase": "replace", "held": "young scholar", "turn": 2},  # there is room
        {**PERSON, "phase": "take", "card": "scholar"},  # there is none
        {**PERSON, "phase": "take", "card": "farmer"},  # there are only young ones
        {**PERSON, "starved": [2], "turn": 2},
    ],
    "to_build must be a whole number from 0 to 100.": [{"to_build": 101}, {"to_build": None}],
    "dues must be a list with 3 entries, one for each seat.": [{"dues": [0, 0]}],
    "dues must hold whole numbers from 0 to 1000000.": [{"dues": [-1, 0, 0]}, {"dues": [None] * 3}],
    "seat 1 cannot be asked so often.": [{"dues": [3, 0, 0]}],  # two of its palaces have persons
    "seat 2 cannot be asked so often.": [{"dues": [0, 1, 0]}],  # it is being asked
    "seat 3 cannot be asked so often.": [{"dues": [0, 0, 1]}],  # it was asked before
    "left must be a whole number from 1 to 2.": [{"left": left} for left in (0, 3, None, "1")],
    "the game is over: there can be no phase and starved.": [
        {"month": 12, "part": "end", "turn": None, **dict.fromkeys(("left", "dues", "held", "card"), GONE)}
        | dict.fromkeys(("to_build", "risen"), GONE)
    ],
    "left must be a whole number from 1 to 1.": [{"starved": [1], "left": 2}],
    DRAFTS: [{"drafts": [["monk"], [], []]}],
    "risen must name no kind twice.": [{"risen": ["monk", "monk"]}, {**SUNRISE, "risen": ["monk", "healer", "monk"]}],
    "drafts must name no kind twice.": [{"drafts": [["monk", "monk"], [], []]}],
    LAST: [{"last": seat} for seat in (1, 2, 3, None, 7)],
    "drafts must be 3 lists, one for each seat.": [{"drafts": [[]]}, {"drafts": None}],
    "a seat that has not acted in this month has a dragon on a group.": [
        {"part": "action", "phase": "action", "starved": [], "dues": GONE}
    ],
}


NOT_PLAYED: list[Document] = [
    {"phase": "take", "card": "farmer"},  # the hand is whole
    {"phase": "palace", "held": "old farmer"},
    {"phase": "replace", "held": "old farmer", "courts": [court("1: young monk")] * 3},
    *(
        {"phase": "take", "card": card, "courts": [court("1", cards=cards), *MINIMAL["courts"][1:]]}
        for card, cards in (("farmer", hand_without("monk")), ("wild", hand_without("farmer")))
    ),
]


def test_who_has_played_a_card_does_not_hold_it() -> None:
    """Of several that are alike it may hold others."""
    for card in ("farmer", "wild"):
        seated = [court("1", cards=hand_without(card)), *MINIMAL["courts"][1:]]
        read({**MINIMAL, "part": "person", "phase": "take", "card": card, "courts": seated})


def _spoil(values: Document, base: Document = WHOLE) -> Document:
    return {key: value for key, value in {**base, **values}.items() if value is not GONE}


@pytest.mark.parametrize(("said", "values"), [(said, values) for said, cases in REFUSALS.items() for values in cases])
def test_a_broken_position_is_refused(said: str, values: Document) -> None:
    """An inconsistent document is refused with the reason."""
    assert str(_refusal(_spoil(values))) == said


NO_DRAFTS: list[Document] = [
    *({"order": order} for order in ([1, 3, 2], [2, 1, 3])),
    *({"dues": dues} for dues in ([0, 1, 2], [0, 0, 2], [0, 2, 1])),
    {"tiles": {}},
    {"tiles": {f"young {kind}": 4 for kind in KINDS if kind != "monk"}},  # no monk is left
    {"tiles": {**ALL_TILES, "young monk": 3}},
    {"tiles": {**ALL_TILES, "old monk": 1}},
    {"courts": [court("2", "2: young monk"), *DRAFT["courts"][1:]]},  # nobody was drafted
    {"courts": [*DRAFT["courts"][:2], court("2", "2: young monk")]},
    {"courts": [court()] * 3},
    {"courts": [*DRAFT["courts"][:2], court("1")]},  # room for one
    *({"courts": [court("2", "2", **{size: 1}), *DRAFT["courts"][1:]]} for size in ("small", "large")),
    *({"courts": [*DRAFT["courts"][:2], court("2", "2", cards=cards)]} for cards in ([], hand_without("wild"))),
    {"turn": 2, "drafts": [PAIR, [], []]},  # they are at no court
    {"left": 1, "drafts": [["monk"], [], []], "courts": [court("2", "2: old monk"), *DRAFT["courts"][1:]]},
    {"left": 1, "drafts": [["monk"], [], []], "courts": [court("2", "2: young farmer"), *DRAFT["courts"][1:]]},
    {"phase": "palace", "held": "old monk", "drafts": [["monk"], [], []]},
    {"phase": "palace", "held": "young monk", "drafts": [["farmer"], [], []]},
]
"""What cannot be in the draft, however much of it fits together."""


def test_drafts_that_are_almost_like_those_are_read() -> None:
    """So that each of those is refused for what is told of it."""
    one, pair = court("2", "2: young monk"), court("2: young monk", "2: young farmer")
    others = DRAFT["courts"][1:]
    read({**DRAFT, "order": [1, 2, 3], "dues": [0, 2, 2], "tiles": ALL_TILES})
    read({**DRAFT, "courts": [court("1", "1")] * 3})
    read({**DRAFT, "turn": 2, "drafts": [PAIR, [], []], "courts": [pair, *others]})
    read({**DRAFT, "left": 1, "drafts": [["monk"], [], []], "courts": [one, *others]})
    read({**DRAFT, "phase": "palace", "held": "young monk", "drafts": [["monk"], [], []]})


OTHER_REFUSALS: list[tuple[str, Document, Document, Document]] = [
    # what is said, a document, what is changed in it, and the options
    (NO_GROUPS, DRAFT, {"groups": groups(3)}, {}),
    (NO_GROUPS, DRAFT, {"dragons": [None, 1, None]}, {}),
    ("phase must be draft or palace here.", DRAFT, {"phase": "replace", "held": "young monk"}, {}),
    (DRAFTS, DRAFT, {"drafts": [["monk"], [], []]}, {}),  # two are left, and one is drafted
    (DRAFTS, DRAFT, {"left": 1}, {}),
    (DRAFTS, DRAFT, {"turn": 2}, {}),  # seat 1 has drafted nobody
    (DRAFTS, DRAFT, {"turn": 3, "drafts": [PAIR, PAIR[::-1], []]}, {}),
    *(
        ("drafts must name no kind twice.", DRAFT, {"turn": turn, "drafts": drafts}, {})
        for turn, drafts in ((2, [["monk", "monk"], [], []]), (1, [["monk", "monk"], [], []]))
    ),
    (DRAFTS, DRAFT, {"order": [2, 1, 3], "left": 1, "drafts": [["monk"], PAIR, []]}, {}),
    *((OF_THE_DRAFT, DRAFT, values, {}) for values in NO_DRAFTS),
    (OF_THE_DRAFT, DRAFT, {"wall": [1], "wall_used": [["rice"], [], []]}, {"great_wall": True}),
    (OF_THE_DRAFT, DRAFT, {"wall": [3, 2], "wall_used": [[], ["rice"], ["rice"]]}, {"great_wall": True}),
    (SUPER, DRAFT, {"super_event": "flood"}, {}),
    (SUPER, DRAFT, {"super_event": "flood"}, {"super_event": "charter"}),
    (NO_PART.format(5, "wall"), MINIMAL, {"month": 5, "part": "wall"}, {}),
    (NO_PART.format(12, "last-wall"), MINIMAL, {"month": 12, "part": "last-wall"}, {}),
    (NO_PART.format(7, "super-event"), MINIMAL, {"month": 7, "part": "super-event"}, {}),
    *(
        (f"the game is over: there can be no {key}.", END, {key: value}, {})
        for key, value in WHOLE.items()
        if key in ("phase", "left", "dues", "held", "card", "to_build", "starved", "risen")
    ),
    ("the game is over: there can be no drafts.", END, {"drafts": [[], [], []]}, {}),
    ("the game is over: there can be no phase, left and held.", END, {"phase": 5, "left": 1, "held": None}, {}),
    *((PLAYED, MINIMAL, {"part": "person", **values}, {}) for values in NOT_PLAYED),
    *(("last must be a whole number from 1 to 3.", END, {"last": seat}, {}) for seat in (0, 4, "1", True, None)),
    (LAST, DRAFT, {"last": 1}, {}),
    # others of these are in test_documents_impossible
    (GAINS, MINIMAL, {"phase": "floor", "to_build": 1}, {}),
    ("seat 1 has something to pay with, so it need not release persons.", RICH, {"part": "event"}, {}),
    ("the wall has at most 0 tiles here.", MINIMAL, {"wall": [1], "wall_used": [["rice"], [], []]}, {}),
]


@pytest.mark.parametrize(("said", "base", "values", "options"), OTHER_REFUSALS)
def test_others_are_refused_by_the_options_or_in_the_draft(
    said: str, base: Document, values: Document, options: Document
) -> None:
    assert str(_other(base, values, options)) == said


def _other(base: Document, values: Document, options: Document) -> RecordError:
    with pytest.raises(RecordError) as refusal:
        read(_spoil(values, base), **options)
    return refusal.value


def test_a_long_wall_is_refused() -> None:
    used = ["rice", "fireworks", "floor", "yuan", "track", "points"]
    told = document(*[court("1")] * 3, walled=True, super_event=None)
    told |= {"wall": [1, 2] * 6 + [3], "wall_used": [used, used, ["rice"]]}
    said = "the wall has at most 12 tiles here."
    assert str(_refusal(told, super_event="none")) == said


def test_every_refusal_has_its_case() -> None:
    """Whoever adds a sentence adds a document for it. Those of set-ups and chances are tested with records."""
    beginnings = ("document.", "year-of-the-dragon.document.")
    found = {_refusal(_spoil(cases[0])).key for cases in REFUSALS.values()} | {"document.shape"}
    found |= {_other(base, values, options).key for _, base, values, options in OTHER_REFUSALS}
    others = ("document.setup", "document.chance", "year-of-the-dragon.document.chance")
    assert found == {key for key in catalogue("en") if key.startswith(beginnings) and not key.startswith(others)}


@pytest.mark.parametrize("told", [None, [], "turn", 3, True])
def test_a_position_that_is_no_object_is_refused(told: object) -> None:
    assert str(_refusal(told)) == "position must be an object."
