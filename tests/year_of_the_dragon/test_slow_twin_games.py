"""The slow twin of In the Year of the Dragon by itself: what it refuses, copies, and whole random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from support.slow_dragon import SlowDragon, SlowIllegalError, random_chance, random_groups, random_move, random_set_up
from support.slow_dragon_positions import STANDARD, changed, play
from support.slow_dragon_table import Person

SUPER_EVENTS: list[str] = STANDARD["super"]["names"]
ROW = ["peace", "peace", *["tribute", "drought", "mongols", "festival", "contagion"] * 2]
GROUPS = [["taxes", "build", "harvest", "fireworks"], ["parade", "research", "privilege"]]


# ---- set-up


@pytest.mark.parametrize(
    ("option", "events", "super_event"),
    [
        ("none", ROW[:-1], None),
        ("none", [*ROW[1:], "peace"], None),
        ("none", ["peace", "tribute", "peace", *ROW[3:]], None),
        ("none", [*ROW[:-1], "drought"], None),
        ("none", [*ROW[:-1], "plague"], None),
        ("none", ["peace", "peace", "tribute", *ROW[2:7], *ROW[8:]], None),
        ("none", [*ROW[:6], "contagion", *ROW[6:-1]], None),
        ("none", ROW, "flood"),
        ("random", ROW, None),
        ("random", ROW, "snow"),
        ("random", ROW, "none"),
        ("flood", ROW, None),
        ("flood", ROW, "sunrise"),
    ],
)
def test_set_ups_that_are_refused(option: str, events: list[str], super_event: str | None) -> None:
    twin = SlowDragon(STANDARD, 3, False, option, 7)
    with pytest.raises(SlowIllegalError):
        twin.set_up(events, super_event)


@pytest.mark.parametrize(("option", "super_event"), [("none", None), ("random", "flood"), ("flood", "flood")])
def test_set_ups_that_are_not(option: str, super_event: str | None) -> None:
    twin = SlowDragon(STANDARD, 3, False, option, 7)
    twin.set_up(ROW, super_event)
    assert twin.events == ROW
    assert twin.super_event == super_event


def test_an_edition_with_each_event_once_has_six_months() -> None:
    twin = SlowDragon(changed(events={"count": 1}), 2, False, "none", 7)
    twin.set_up(["peace", *ROW[2:7]], None)
    assert twin.months == 6
    with pytest.raises(SlowIllegalError):
        twin.set_up(ROW, None)


# ---- chance


def drafted() -> SlowDragon:
    """Two players, one move before the first month."""
    twin = SlowDragon(STANDARD, 2, False, "none", 7)
    twin.set_up(ROW, None)
    draft = ["draft monk", "palace 1", "draft farmer", "palace 2"]
    return play(twin, *draft, "draft monk", "palace 1", "draft healer")


@pytest.mark.parametrize(
    "chance",
    [
        None,
        [],
        [[card for group in GROUPS for card in group]],
        [GROUPS[0][:3], GROUPS[1]],
        [GROUPS[0][:2], GROUPS[0][2:] + GROUPS[1]],
        [[*GROUPS[0][:3], "parade"], GROUPS[1]],
        [[*GROUPS[0][:3], "wall"], GROUPS[1]],
        [*GROUPS, []],
    ],
)
def test_groups_that_are_refused_change_nothing(chance: list[list[str]] | None) -> None:
    twin = drafted()
    with pytest.raises(SlowIllegalError):
        twin.play("palace 2", chance)
    assert twin.month == 0
    assert twin.legal() == ["palace 1", "palace 2"]


def test_groups_and_cards_in_any_order() -> None:
    twin = drafted()
    assert twin.needs_chance("palace 2")
    twin.play("palace 2", [GROUPS[1], GROUPS[0][::-1]])
    assert twin.month == 1
    assert not twin.needs_chance("taxes")
    with pytest.raises(SlowIllegalError):
        twin.play("taxes", GROUPS)
    with pytest.raises(SlowIllegalError):
        twin.play("tax", None)


# ---- whole games


def tiles_everywhere(twin: SlowDragon) -> Counter[Person]:
    found = twin.tiles + twin.gone
    for seat in twin.seats():
        found.update(twin.persons(seat))
    if twin.held is not None:
        found[twin.held] += 1
    return found


def check(twin: SlowDragon, box: Counter[Person]) -> None:
    """What holds at every moment."""
    assert tiles_everywhere(twin) == box
    assert min([*twin.yuan, *twin.rice, *twin.fireworks, *twin.tiles.values()]) >= 0
    assert sorted(seat for seat, _ in twin.track) == list(twin.seats())
    for palaces in twin.palaces:
        numbers = [palace["number"] for palace in palaces]
        assert numbers == sorted(set(numbers))
        assert all(palace["floors"] <= 3 for palace in palaces)
    assert len(twin.wall) == sum(len(used) for used in twin.wall_used) <= 12


def play_out(players: int, options: dict[str, Any], seed: int) -> tuple[SlowDragon, list[str]]:
    """A whole game of random moves, more prudent with an even seed, checked after each, and its moves."""
    rng = random.Random(seed)
    twin, setup = random_set_up(STANDARD, players, options, rng)
    assert (setup["super_event"] is None) == (options.get("super_event", "none") == "none")
    box = tiles_everywhere(twin)
    moves = []
    months = 0
    while not twin.over:
        move = random_move(twin, rng, prudence=0.0 if seed % 2 else 0.7)
        chance = random_chance(twin, move, rng)
        months += chance is not None
        twin.play(move, chance)
        moves.append(move)
        check(twin, box)
    assert (twin.month, months, twin.legal()) == (12, 12, [])
    with pytest.raises(SlowIllegalError):
        twin.play("money", None)
    return twin, moves


SOURCES = {
    *("research", "wall-tile", "festival", "mongols", "wall", "lanternfest", "buddha", "charter"),
    *("palaces", "court-ladies", "privileges", "persons", "monks", "money"),
}
MONK_SOURCES = ("monks", "buddha", "charter")


def check_end(twin: SlowDragon) -> None:
    [winner] = twin.winners
    assert twin.scores[winner - 1] == max(twin.scores)
    assert sum(int(entry["amount"]) for entry in twin.ledger) == sum(twin.scores)
    for entry in twin.ledger:
        assert int(entry["amount"]) > 0
        assert entry["source"] in SOURCES
        assert entry["where"] == "" or entry["source"] in MONK_SOURCES
        assert 1 <= int(entry["round"]) <= 12


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("super_event", ["none", "random", *SUPER_EVENTS])
def test_random_games_of_all_options_end_with_one_winner(players: int, super_event: str) -> None:
    great_wall = (players + len(super_event)) % 2 == 0
    options = {"great_wall": great_wall, "super_event": super_event, "large_privilege": 6 + players % 2}
    twin, moves = play_out(players, options, seed=players + len(super_event))
    check_end(twin)
    assert great_wall == any(move.startswith("wall") for move in moves)
    if super_event not in ("none", "random"):
        assert twin.super_event == super_event


def test_random_games_together_see_every_move_and_every_source() -> None:
    verbs, sources = set(), set()
    for seed, super_event in enumerate(SUPER_EVENTS * 3):
        twin, moves = play_out(3, {"great_wall": True, "super_event": super_event}, seed)
        verbs |= {move.split()[0] for move in moves}
        sources |= {entry["source"] for entry in twin.ledger}
    assert verbs == {
        *("draft", "palace", "card", "take", "replace", "dismiss", "floor", "release", "starve"),
        *("taxes", "harvest", "fireworks", "parade", "research", "build", "privilege", "wall", "money"),
        *("return", "lose", "discard", "sunrise", "charter"),
    }
    assert sources == SOURCES


def test_a_copy_is_played_on_alone() -> None:
    rng = random.Random(1)
    twin, _ = random_set_up(STANDARD, 4, {"great_wall": True, "super_event": "charter"}, rng)
    while not twin.over:
        before = (twin.seat, twin.legal(), twin.track, twin.scores, repr(twin.palaces), tiles_everywhere(twin))
        trial = twin.copy()
        for _ in range(12):
            if not trial.over:
                move = rng.choice(trial.legal())
                trial.play(move, random_chance(trial, move, rng))
        assert before == (twin.seat, twin.legal(), twin.track, twin.scores, repr(twin.palaces), tiles_everywhere(twin))
        move = rng.choice(twin.legal())
        twin.play(move, random_chance(twin, move, rng))


@pytest.mark.parametrize(("players", "sizes"), [(2, [4, 4]), (3, [3, 3, 2]), (4, [2, 2, 2, 2]), (5, [2, 2, 2, 1, 1])])
def test_random_groups_have_the_sizes_of_the_file(players: int, sizes: list[int]) -> None:
    groups = random_groups(SlowDragon(STANDARD, players, True, "none", 7), random.Random(2))
    assert [len(group) for group in groups] == sizes
    assert len({card for group in groups for card in group}) == 8


def test_every_row_of_events_is_as_likely() -> None:
    """By the symmetry of the names the third event is each of five as often."""
    third = Counter(random_set_up(STANDARD, 2, {}, random.Random(seed))[1]["events"][2] for seed in range(500))
    assert len(third) == 5
    assert min(third.values()) > 60
