"""Position documents: written and read again, made by hand, and every way in which one is refused."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.dragon import standard_game
from support.dragon_documents import (
    DRAFT,
    HAND,
    KINDS,
    MINIMAL,
    SETTINGS,
    WHOLE,
    court,
    document,
    groups,
    new_match,
    random_game,
    read,
    short_game,
    some_games,
)
from support.luck import dice, scaled, seed_of
from support.strategies import json_values, spoilt
from tianxia.errors import RecordError
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import CROWDED

TRIES = os.environ.get("TIANXIA_FUZZ")  # so many others of each kind, instead of the same few in every run
EXAMPLES = settings(
    max_examples=int(TRIES or scaled(25, 25)),
    derandomize=not TRIES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
LONGEST = 3000  # more moves than any game has, also from a position with hundreds of floors to build


def _read(told: object, **options: Any) -> DragonPosition:
    chosen: Document = {"great_wall": True, "super_event": "random", **options}
    return read(told, **chosen)


def _write(position: DragonPosition) -> Document:
    return standard_game().write_position(position)


def _moves(position: DragonPosition) -> list[str]:
    return [standard_game().print_move(position, int(action)) for action in position.legal_actions()]


# ---- written and read again


def test_what_was_written_gives_the_same_position() -> None:
    """In every phase of every part; and it goes on alike."""
    game = standard_game()
    seen = set()
    for match in some_games():
        told = json.loads(json.dumps(game.write_position(match.position)))
        again = game.read_position(match.setting, told, match.scores)
        assert game.write_position(again) == told
        assert list(again.scores()) == match.scores
        assert list(again.legal_actions()) == list(match.position.legal_actions())
        assert game.table(again) == game.table(match.position)
        assert match.over or again.seat + 1 == match.to_move
        phase = "crowded" if not match.over and match.position.phase == CROWDED else told.get("phase")
        is_event = told["part"] in ("event", "super-event")
        seen.add((told["part"], phase, told["events"][told["month"] - 1] if is_event and phase == "release" else None))
        if len(match.moves) % 20 == 0:
            assert _end(again) == _end(match.position.clone())
    events = {("release", event) for event in ("tribute", "mongols", "contagion")} | {("starve", None)}
    assert seen >= {
        *(("draft", phase, None) for phase in ("draft", "palace")),
        *(("action", phase, None) for phase in ("action", "floor")),
        *(("person", phase, None) for phase in ("card", "take", "palace", "replace")),
        *(("event", *case) for case in events),
        *((part, "release", None) for part in ("wall", "last-wall")),
        *(("super-event", phase, None) for phase in ("lose", "crowded", "return", "discard", "sunrise", "charter")),
        *(("super-event", phase, None) for phase in ("palace", "floor")),
        ("end", None, None),
    }


def _end(position: DragonPosition) -> list[int]:
    position.take_seed(seed_of(5))
    stream = dice(6)
    while not position.over:
        position.apply(position.random_action(stream))
    return [int(score) for score in position.scores()]


def test_an_eclipse_is_written_and_read_in_its_middle() -> None:
    """Part of the month: the super event; what is asked: what the event asks."""
    seen = set()
    for number in range(12):
        for match in random_game(3, {"super_event": "eclipse"}, number):
            told = _write(match.position)
            if told["part"] == "super-event":
                assert _write(_read(told, super_event="eclipse", great_wall=False)) == told
                seen.add(told["phase"])
    assert seen == {"release", "starve"}


def test_drafts_are_open_knowledge_as_long_as_they_matter() -> None:
    for match in random_game(3, {}):
        told = _write(match.position)
        if told["part"] == "draft":
            pairs = [kinds for kinds in told["drafts"] if len(kinds) == 2]
            table = standard_game().table(_read(told, super_event="none", great_wall=False))
            assert table["pairs_taken"] == pairs
        else:
            assert "drafts" not in told


def test_a_whole_document_reads_as_it_says() -> None:
    position = _read(WHOLE)
    assert _write(position) == WHOLE
    table = standard_game().table(position)
    assert (table["month"], table["part"], table["order"], table["wall"]) == (4, "event", [3, 2, 1], [2, 1, 2])
    assert [palace["starved"] for palace in table["courts"][1]["palaces"]] == [False, True, False]
    assert [table["courts"][seat]["group"] for seat in range(3)] == [1, None, 3]
    assert _moves(position) == ["starve 1 young monk", "starve 3 old monk"]


def test_reading_a_position_leaves_no_trace_in_games_to_come() -> None:
    """A game keeps fresh positions, and hands out copies."""
    fresh = _write(new_match(3, {"great_wall": True, "super_event": "flood"}).position)
    shown = standard_game().table(read(DRAFT))
    for told in (WHOLE, {**WHOLE, "groups": groups(3, wall=True)[::-1]}):
        _end(_read(told, super_event="flood"))
    _end(_read(MINIMAL, great_wall=False, super_event="none"))
    assert _write(new_match(3, {"great_wall": True, "super_event": "flood"}).position) == fresh
    assert standard_game().table(read(DRAFT)) == shown
    assert shown["groups"] == standard_game().table(new_match(3, {}).position)["groups"] == []


# ---- what is missing


def test_every_missing_key_has_its_default() -> None:
    """Month, part, turn, events and courts must be told, and the groups but in the draft."""
    told = _read(MINIMAL, super_event="none", great_wall=False)
    goods = {"yuan": 0, "rice": 0, "fireworks": 0, "small": 0, "large": 0, "cards": HAND}
    tiles = {"young craftsman": 6, "young court-lady": 6, "young tax-collector": 6}
    tiles |= {f"{age} {kind}": 4 if age == "young" else 2 for kind in KINDS for age in ("young", "old")} | tiles
    del tiles["old craftsman"], tiles["old court-lady"], tiles["old tax-collector"]
    tiles["young monk"] = tiles["young farmer"] = 1
    expected: Document = {"phase": "action", "left": 1, "dues": [0, 1, 1], "order": [1, 2, 3]}
    expected |= {"held": None, "card": None, "to_build": 0, "starved": [], "risen": []}
    expected |= {"super_event": None, "dragons": [None] * 3, "tiles": tiles, "track": [[1, 0], [2, 0], [3, 0]]}
    expected |= {"wall": [], "wall_used": [[], [], []]}
    expected |= {"courts": [{**court("2: young monk", "2: young farmer"), "built": 2, **goods} for _ in range(3)]}
    assert _write(told) == MINIMAL | expected


def test_defaults_of_the_draft() -> None:
    drafted = court("2: young monk", "2: young farmer", yuan=6)
    told = {**DRAFT, "turn": 2, "drafts": [PAIR, [], []], "courts": [drafted, *DRAFT["courts"][1:]]}
    written = _write(_read(told, super_event="none"))
    assert (written["left"], written["dues"], written["drafts"]) == (2, [0, 0, 2], [PAIR, [], []])
    assert (written["phase"], written["order"]) == ("draft", [1, 2, 3])
    assert [written["tiles"][f"young {kind}"] for kind in ("monk", "farmer", "healer")] == [3, 3, 4]
    assert "groups" not in written
    assert "dragons" not in written


def test_the_order_is_that_of_the_track() -> None:
    track = [[2, 9], [3, 9], [1, 0]]
    written = _write(_read({**MINIMAL, "turn": 2, "track": track, "super_event": "flood"}, great_wall=False))
    assert (written["order"], written["dues"], written["track"]) == ([2, 3, 1], [1, 0, 1], track)


def test_a_seat_without_cards_is_not_asked_for_one() -> None:
    courts = [court("1"), court("1", cards=[]), court("1", cards=["wild"])]
    told = document(*courts, part="person")
    assert _write(_read(told, super_event="none", great_wall=False))["dues"] == [0, 0, 1]


def test_the_order_of_persons_cards_and_keys_does_not_matter() -> None:
    told = json.loads(json.dumps(WHOLE))
    told["groups"] = [group[::-1] for group in told["groups"]]
    told["wall_used"] = [used[::-1] for used in told["wall_used"]]
    for own in told["courts"]:
        own["cards"].reverse()
        for palace in own["palaces"]:
            palace["persons"].reverse()
    assert _write(_read(dict(reversed(told.items())))) == WHOLE
    told["groups"].reverse()
    told["dragons"] = [3, None, 1]
    assert _write(_read(told)) == WHOLE  # a dragon stays with its cards


def test_a_game_that_is_over() -> None:
    game = standard_game()
    told = document(month=12, part="end", turn=None, track=[[2, 5], [1, 5], [3, 0]])
    position = game.read_position(game.setting(3), told, [9, 9, 7])
    assert (position.over, list(position.legal_actions()), list(position.winners())) == (True, [], [1])
    written = game.write_position(position)
    assert {key: written[key] for key in told if key != "courts"} == {k: told[k] for k in told if k != "courts"}
    assert written["order"] == [2, 1, 3]
    assert not {"phase", "left", "dues", "held", "card", "to_build", "starved", "risen", "drafts"} & set(written)


def test_the_order_of_the_last_part_is_kept_when_the_game_is_over() -> None:
    """Where a document tells it; else it is that of the track."""
    told = document(month=12, part="end", turn=None, track=[[2, 5], [1, 5], [3, 0]], order=[1, 3, 2])
    written = _write(_read(told, super_event="none", great_wall=False))
    assert written["order"] == [1, 3, 2]
    assert _write(_read(written, super_event="none", great_wall=False)) == written


def test_who_moved_last_is_kept_when_the_game_is_over() -> None:
    """Where a document tells it; else it is the last in the order."""
    told = document(month=12, part="end", turn=None, track=[[2, 5], [1, 5], [3, 0]])
    for more, last in (({}, 3), ({"order": [3, 2, 1]}, 1), ({"last": 2}, 2), ({"last": 1, "order": [1, 2, 3]}, 1)):
        written = _write(_read({**told, **more}, super_event="none", great_wall=False))
        assert (written["last"], written["turn"]) == (last, None)
        assert _write(_read(written, super_event="none", great_wall=False)) == written


def test_whose_turn_it_is_stands_at_the_beginning() -> None:
    """As the module tells it, and in the same order in every document."""
    first = ["month", "part", "turn", "order"]
    assert list(_write(_read(WHOLE)))[:5] == [*first, "phase"]
    over = document(month=12, part="end", turn=None)
    written = list(_write(_read(over, super_event="none", great_wall=False)))
    assert written[:6] == [*first[:3], "last", "order", "groups"]


def test_an_edition_of_its_own_has_its_own_words() -> None:
    game = short_game()
    told: Document = {
        "month": 2,
        "part": "person",
        "turn": 1,
        "groups": [["build"], [c for c in CARDS if c != "build"]],
    }
    told |= {"events": ["peace", "tribute", "drought", "mongols", "festival", "contagion"]}
    told["courts"] = [court("3: old mason, young poet"), court(), court("1")]
    written = game.write_position(read(told, game=game))
    assert written["courts"][0]["palaces"] == told["courts"][0]["palaces"]
    assert (written["courts"][2]["cards"], written["tiles"]["old mason"]) == (["wild"] * 7, 1)


CARDS = ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege"]


# ---- spoilt at random


@cache
def _valid_documents() -> dict[str, tuple[Document, Document]]:
    """Documents to spoil, with the options of each: every phase of every part."""
    found: dict[str, tuple[Document, Document]] = {"whole": (WHOLE, {"great_wall": True, "super_event": "random"})}
    found["minimal"] = (MINIMAL, {})
    for number, (_, options) in enumerate(SETTINGS):
        for match in random_game(3, options, number):
            told = _write(match.position)
            found[f"{told['part']} {told.get('phase')}"] = (told, options)
    return found


def _use(told: object, options: Document) -> None:
    """What was read can be written, shown and played on to its end; on the way it is written and read again."""
    game, setting = standard_game(), standard_game().setting(3, options)
    position = read(told, **options)
    position.take_seed(seed_of(1))
    stream = dice(9)
    for count in range(LONGEST):
        if count % 7 == 0 or count < 10:
            written = game.write_position(position)
            again = game.read_position(setting, written, list(position.scores()))
            assert game.write_position(again) == written
            assert list(again.legal_actions()) == list(position.legal_actions())
            assert game.table(again) == game.table(position)
        if position.over:
            return
        assert len(position.legal_actions()), "a dead end"
        game.question(position)
        position.apply(position.random_action(stream))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("name", list(_valid_documents()))
def test_the_documents_to_spoil_are_valid(name: str) -> None:
    _use(*_valid_documents()[name])


@pytest.mark.parametrize("name", list(_valid_documents()))
@EXAMPLES
@given(data=st.data())
def test_a_spoilt_document_is_refused_or_can_be_used(name: str, data: st.DataObject) -> None:
    """Values of wrong types anywhere, missing and moved ones: nothing else ever happens."""
    told, options = _valid_documents()[name]
    keys = st.sampled_from(sorted(told))
    replaced = st.tuples(keys, json_values).map(lambda change: {**told, change[0]: change[1]})
    spoiled = data.draw(st.one_of(spoilt(told), replaced))
    try:
        read(spoiled, **options)
    except RecordError:
        return
    _use(spoiled, options)


# ---- made up of plausible things

SORTS = [f"{age} {kind}" for kind in KINDS for age in ("young", "old")]
FULL = court("1: young healer", yuan=6)
PAIR = ["monk", "farmer"]


@pytest.mark.parametrize(
    "told",
    [
        pytest.param({**DRAFT, "tiles": {"young monk": 1}}, id="too few tiles for the draft"),
        pytest.param({**DRAFT, "tiles": {"young monk": 2, "young farmer": 2}}, id="one pair only"),
        pytest.param({**DRAFT, "courts": [FULL] * 3}, id="no room in the draft"),
        pytest.param({**DRAFT, "courts": [court()] * 3}, id="no palace in the draft"),
        pytest.param({**DRAFT, "dues": [0, 1, 2]}, id="one person only to draft"),
        pytest.param({**DRAFT, "dues": [0, 0, 2]}, id="nobody to draft"),
        pytest.param(document(*[court("1: young monk", yuan=10_000)] * 3), id="rich"),
        pytest.param(document(*[court("1: young monk", small=999_000)] * 3), id="privileged"),
        pytest.param(document(track=[[1, 999_000], [2, 0], [3, 0]]), id="far on the track"),
        pytest.param(document(*[court("1: young monk", built=4_900)] * 3), id="many palaces gone"),
        pytest.param(document(*[court(*["1: young monk", *["3"] * 199])] * 3), id="many palaces"),
    ],
)
def test_an_odd_document_is_refused_or_can_be_used(told: Document) -> None:
    """No dead end, nothing that could not be written down and read again, later in the game too."""
    try:
        read(told)
    except RecordError:
        return
    _use(told, {})


def _lists(items: Any, most: int) -> st.SearchStrategy[Any]:
    return st.lists(items, max_size=most)


kinds, sorts, seats = st.sampled_from(KINDS), st.sampled_from(SORTS), st.integers(1, 3)
palaces = st.lists(st.tuples(st.integers(0, 3), _lists(sorts, 3)), max_size=3).map(
    lambda told: [{"number": n, "floors": floors, "persons": persons} for n, (floors, persons) in enumerate(told, 1)]
)
courts = st.fixed_dictionaries({"palaces": palaces}, optional={"cards": _lists(kinds, 2), "yuan": st.integers(0, 3)})
PLAUSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "turn": seats,
    "left": st.integers(1, 3),
    "dues": st.tuples(*[st.integers(0, 2)] * 3).map(list),
    "order": st.permutations([1, 2, 3]),
    "held": sorts,
    "card": kinds,
    "to_build": st.integers(0, 3),
    "starved": _lists(seats, 2),
    "risen": _lists(kinds, 9),
    "drafts": st.tuples(*[_lists(kinds, 2)] * 3).map(list),
    "dragons": st.tuples(*[st.one_of(st.none(), st.integers(1, 2))] * 3).map(list),
    "tiles": st.dictionaries(sorts, st.integers(0, 2), max_size=4),
    "courts": st.lists(courts, min_size=3, max_size=3),
    "phase": st.sampled_from(["palace", "replace", "floor", "take", "release", "card", "draft", "sunrise"]),
}


@pytest.mark.parametrize("name", list(_valid_documents()))
@EXAMPLES
@given(data=st.data())
def test_a_document_of_plausible_things_is_refused_or_can_be_used(name: str, data: st.DataObject) -> None:
    """Nearer to valid ones than what is spoilt at random: other tiles, courts, turns and dues."""
    told, options = _valid_documents()[name]
    keys = data.draw(st.sets(st.sampled_from(sorted(PLAUSIBLE)), min_size=1, max_size=3))
    changed = {**told, **{key: data.draw(PLAUSIBLE[key]) for key in sorted(keys)}}
    try:
        read(changed, **options)
    except RecordError:
        return
    _use(changed, options)
