"""The engine beside the slow twin: whole games, in which both allow, score and hold the same at every decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.dragon_editions import editions, short_document, standard_document
from support.luck import every, scaled
from support.slow_dragon import SlowDragon, Step, random_groups, random_move, random_set_up
from support.slow_dragon_table import Palace, Person
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.play import Match
from tianxia.play.match import PlayedMove

STANDARD = standard_document()
SHORT = short_document()
SUPER_OPTIONS: list[str] = ["none", "random", *STANDARD["super"]["names"]]
READ_EVERY = 7  # decisions: a position document is read back
PHASES = {"place": "palace", "evict": "release"}  # others are the words of the moves

# ---- ways to play

Policy = Callable[[SlowDragon, random.Random], str]


def uniform(twin: SlowDragon, rng: random.Random) -> str:
    return random_move(twin, rng)


def prudent(twin: SlowDragon, rng: random.Random) -> str:
    return random_move(twin, rng, 0.7)


def anxious(twin: SlowDragon, rng: random.Random) -> str:
    return random_move(twin, rng, 0.9)


def proud(twin: SlowDragon, rng: random.Random) -> str:
    """A wall and privileges, whenever they can be had."""
    moves = [move for move in twin.legal() if move.startswith(("wall", "privilege"))]
    return rng.choice(moves) if moves else random_move(twin, rng, 0.9)


POLICIES: list[Policy] = [uniform, prudent, anxious, proud]

# ---- what both must agree on


def engine_state(match: Match) -> Document:
    """A position as the engine has it, in the words of its document; what has no order is brought into one."""
    document = match.game.write_position(match.position)
    seats = range(match.setting.players)
    groups = document.pop("groups", [])
    dragons = document.pop("dragons", [None for _ in seats])
    assert document.pop("last", None) == (match.moves[-1].seat if match.over else None)
    return {
        **document,
        "groups": {
            tuple(sorted(group)): sorted(seat + 1 for seat in seats if dragons[seat] == number)
            for number, group in enumerate(groups, 1)
        },
        "drafts": [sorted(kinds) for kinds in document.get("drafts", [])],
        "risen": sorted(document.get("risen", [])),
        "wall_used": [sorted(used) for used in document["wall_used"]],
        "courts": [
            {
                **court,
                "palaces": [{**palace, "persons": sorted(palace["persons"])} for palace in court["palaces"]],
                "cards": sorted(court["cards"]),
            }
            for court in document["courts"]
        ],
    }


def twin_state(twin: SlowDragon) -> Document:
    """The state of the slow twin, in the form in which the other one is compared."""
    return {
        "month": twin.month,
        "part": part_of(twin),
        "turn": None if twin.over else twin.seat,
        "order": twin.order if twin.month else list(twin.seats()),
        **({} if twin.over else question_of(twin)),
        "risen": sorted(twin.sunrise_kinds) if part_of(twin) == "super-event" else [],
        "drafts": [] if twin.month else [sorted(kinds) for kinds in twin.drafted],
        "groups": {tuple(sorted(group)): sorted(seats) for group, seats in zip(twin.groups, twin.dragons, strict=True)},
        "events": twin.events,
        "super_event": twin.super_event,
        "tiles": {name_of(person): count for person, count in twin.tiles.items() if count},
        "track": [[seat, space] for seat, space in twin.track],
        "wall": twin.wall,
        "wall_used": [sorted(used) for used in twin.wall_used],
        "courts": [court_of(twin, seat) for seat in twin.seats()],
    }


def name_of(person: Person) -> str:
    return " ".join(person)


def part_of(twin: SlowDragon) -> str:
    """The part of the month, by what is still planned."""
    planned = [step.what for step in twin.steps if not step.seat]
    if twin.over or not twin.month:
        return "end" if twin.over else "draft"
    if "event" in planned:
        return "action" if "persons" in planned or twin.month == twin.months else "person"
    if "scoring" not in planned:
        return "last-wall"
    if twin.super_event is not None and twin.month == twin.edition["super"]["month"] and "super" not in planned:
        return "super-event"
    is_wall_scored = twin.great_wall and twin.events[twin.month - 1] == "mongols"
    return "wall" if is_wall_scored and planned.count("wall") == (twin.month == twin.months) else "event"


def question_of(twin: SlowDragon) -> Document:
    """What the seat to move decides, how often, and how often the others will after it."""
    step = twin.steps[0]
    is_full = step.what == "place" and twin.legal()[-1] == "dismiss"
    left = Counter[int]()
    for place, coming in enumerate(twin.steps):
        if not coming.seat:
            break
        left[coming.seat] += times_of(twin, coming, place == 0)
    return {
        "phase": "replace" if is_full else PHASES.get(step.what, step.what),
        "left": left[twin.seat],
        "dues": [0 if seat == twin.seat else left[seat] for seat in twin.seats()],
        "held": None if step.person is None else name_of(step.person),
        "card": step.card or None,
        "to_build": step.number if step.what == "floor" else 0,
        "starved": list(step.named),
    }


def times_of(twin: SlowDragon, step: Step, is_first: bool) -> int:
    """How many moves a step still takes."""
    persons = len(twin.persons(step.seat))
    palaces = twin.palaces[step.seat - 1]
    crowd = sum(max(0, len(palace["persons"]) - palace["floors"]) for palace in palaces)
    return {
        "release": min(step.number, persons),
        "starve": step.number,
        "return": step.number,
        "lose": min(step.number, sum(palace["floors"] for palace in palaces)),
        "evict": crowd if is_first else 0,
        "discard": min(step.number, twin.cards[step.seat - 1].total()),
        "card": min(1, twin.cards[step.seat - 1].total()),
        "charter": min(1, persons),
    }.get(step.what, 1)


def court_of(twin: SlowDragon, seat: int) -> Document:
    own = seat - 1
    return {
        "palaces": [palace_of(palace) for palace in twin.palaces[own]],
        "built": twin.built[own],
        "yuan": twin.yuan[own],
        "rice": twin.rice[own],
        "fireworks": twin.fireworks[own],
        "small": twin.privileges[own]["small"],
        "large": twin.privileges[own]["large"],
        "cards": sorted(twin.cards[own].elements()),
    }


def palace_of(palace: Palace) -> Document:
    return {**palace, "persons": sorted(map(name_of, palace["persons"]))}


def entries(ledger: Sequence[Any]) -> Counter[tuple[object, ...]]:
    """A ledger in any order: the rulings do not say who is paid first."""
    return Counter(tuple(entry[key] for key in ("seat", "amount", "source", "where", "round")) for entry in ledger)


def check_reading(match: Match) -> None:
    """A position document is read back to the same position."""
    game, position = match.game, match.position
    again = game.read_position(match.setting, game.write_position(position), match.scores)
    assert game.write_position(again) == game.write_position(position)
    assert list(again.scores()) == list(position.scores())
    assert list(again.legal_actions()) == list(position.legal_actions())
    assert list(again.winners()) == list(position.winners())


def follow(game: YearOfTheDragon, document: Document, players: int, options: Document, number: int) -> Match:
    """One game, played by both: the twin's set-up, groups and moves. The number says how they are chosen."""
    rng = random.Random(f"{players} {options} {number}")
    policy = POLICIES[number % len(POLICIES)]
    twin, setup = random_set_up(document, players, options, rng)
    setting = game.setting(players, options)
    position = game.new(setting)
    game.read_setup(position, setup)
    assert game.write_setup(position) == setup
    match = Match(game, setting, position, setup=setup, has_lines=False)
    assert engine_state(match) == twin_state(twin)
    while not twin.over:
        assert sorted(match.legal_moves()) == sorted(twin.legal())
        move = policy(twin, rng)
        month, twin.coming_groups = twin.month, random_groups(twin, rng)
        twin.make(move)
        groups = twin.coming_groups if twin.month != month else None
        match.replay_move(PlayedMove(match.to_move or 0, move, groups))
        assert engine_state(match) == twin_state(twin)
        assert match.scores == twin.scores
        if len(match.moves) % READ_EVERY == 0 or match.over:
            check_reading(match)
    assert entries(match.ledger) == entries(twin.ledger)
    assert match.over
    assert match.winners == twin.winners
    assert match.legal_moves() == []
    return match


# ---- the standard edition


@pytest.mark.parametrize("great_wall", [False, True], ids=["", "wall"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_engine_agrees_with_the_slow_twin(players: int, great_wall: bool) -> None:
    """With every super event, in every way to play: all of them together, if not each number of players by itself."""
    game = YearOfTheDragon(STANDARD, "standard.toml")
    step = every(2, 1)
    for number in range((2 * players + great_wall) % step, len(SUPER_OPTIONS) * len(POLICIES), step):
        super_event = SUPER_OPTIONS[number // len(POLICIES)]
        options = {"great_wall": great_wall, "super_event": super_event, "large_privilege": 6 + number // 2 % 2}
        follow(game, STANDARD, players, options, number)


# ---- other editions


def happenings(match: Match) -> Iterator[str]:
    """What kinds of things happened in a game."""
    yield from {entry.move.split()[0] for entry in match.moves}
    yield from {entry["source"] for entry in match.ledger}
    yield "tie" if match.scores.count(max(match.scores)) > 1 else "won"
    table = match.view(None)["table"]
    yield from {"no palace" for court in table["courts"] if not court["palaces"]}
    yield "finished wall" if len(table["wall"]) == table["wall_length"] else "gap in the wall"


ALL_HAPPENINGS = {
    *("draft", "palace", "card", "take", "replace", "dismiss", "floor", "release", "starve"),
    *("taxes", "harvest", "fireworks", "parade", "build", "privilege", "money"),
    *("return", "lose", "discard", "sunrise", "charter"),
    *("research", "wall", "wall-tile", "festival", "mongols", "lanternfest", "buddha"),
    *("palaces", "court-ladies", "privileges", "persons", "monks"),
    *("tie", "won", "no palace", "finished wall", "gap in the wall"),
}


def test_the_short_edition_agrees_with_the_slow_twin() -> None:
    """Half a year, other persons, wild cards alone, one group or many, a super event in the last month."""
    game = YearOfTheDragon(SHORT, "short.toml")
    seen: Counter[str] = Counter()
    for number, (players, super_event) in enumerate(product((2, 3, 4, 5), SUPER_OPTIONS)):
        options = {"great_wall": number % 3 > 0, "super_event": super_event, "large_privilege": (4, 6)[number % 2]}
        seen.update(happenings(follow(game, SHORT, players, options, number + number // 4)))
    assert seen.keys() == ALL_HAPPENINGS


@settings(derandomize=True, deadline=None, max_examples=scaled(30, 80), suppress_health_check=[HealthCheck.too_slow])
@given(editions(), st.integers(2, 5), st.booleans(), st.sampled_from(SUPER_OPTIONS), st.booleans(), st.integers(0, 999))
def test_any_edition_agrees_with_the_slow_twin(
    document: Document, players: int, great_wall: bool, super_event: str, is_of_2007: bool, number: int
) -> None:
    """Nothing in the engine may assume the box: whatever the grammar allows is played by the same rules."""
    price = 6 if is_of_2007 else document["privileges"]["large"]["price"]
    options = {"great_wall": great_wall, "super_event": super_event, "large_privilege": price}
    follow(YearOfTheDragon(document, "any.toml"), document, players, options, number)
