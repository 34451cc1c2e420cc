"""The slow twin of In the Year of the Dragon by itself: super events, and whole random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from support.slow_dragon import SlowDragon, SlowIllegalError, random_chance, random_groups, random_move, random_set_up
from support.slow_dragon_positions import ANNA, BEN, CLARA, STANDARD, begin, play, points, table, write_palaces
from support.slow_dragon_table import Person

SUPER_EVENTS: list[str] = STANDARD["super"]["names"]


def strike(name: str, *palaces: str, event: str = "peace", stack: tuple[int, ...] = ()) -> SlowDragon:
    """The event and the super event of month 7 begin; `stack` is the person track, if not seat 1 on top."""
    twin = table(palaces, event, 7, name)
    if stack:
        twin.stacks = {9: list(stack)}
    return begin(twin, "event", "super")


# ---- super events (ruling 15)


def test_lanternfest() -> None:
    twin = strike("lanternfest", "3 monk healer | 2 monk", "2")
    assert twin.ledger == [{"seat": ANNA, "amount": 6, "source": "lanternfest", "where": "", "round": 7}]


def test_buddha_has_an_entry_for_each_monk() -> None:
    twin = strike("buddha", "3 monk monk | 1 old-monk", "2 farmer | 2 monk")
    entries = [(entry["seat"], entry["amount"], entry["source"], entry["where"]) for entry in twin.ledger]
    assert entries == [(1, 3, "buddha", "1"), (1, 3, "buddha", "1"), (1, 2, "buddha", "2"), (2, 2, "buddha", "2")]


def test_earthquake_seat_by_seat() -> None:
    twin = strike("earthquake", "2 monk farmer | 1 healer | 1", "3 monk", stack=(BEN, ANNA))
    assert [twin.seat, *twin.legal()] == [BEN, "lose 1"]
    play(twin, "lose 1", "lose 1")
    assert [twin.seat, *twin.legal()] == [ANNA, "lose 1", "lose 2", "lose 3"]
    play(twin, "lose 3")  # gone at once
    assert twin.legal() == ["lose 1", "lose 2"]
    play(twin, "lose 2")
    assert twin.legal() == ["release 2 young healer"]  # without a floor it is still there
    play(twin, "release 2 young healer")
    assert write_palaces(twin, ANNA) == "2 farmer monk"
    assert twin.legal() == []
    assert twin.gone == {("young", "healer"): 1}


def test_earthquake_of_one_palace() -> None:
    twin = play(strike("earthquake", "2 monk farmer | 3 monk monk monk", ""), "lose 1", "lose 1")
    assert twin.legal() == ["release 1 young farmer", "release 1 young monk"]
    play(twin, "release 1 young monk", "release 1 young farmer")
    assert write_palaces(twin, ANNA) == "3 monk monk monk"
    assert twin.legal() == []  # Ben has nothing to lose


def test_earthquake_leaves_alike_palaces_as_one_choice() -> None:
    twin = play(strike("earthquake", "2 monk monk | 2 monk monk | 1 monk", "1"), "lose 1", "lose 2")
    assert twin.legal() == ["release 1 young monk"]
    play(twin, "release 1 young monk")
    assert twin.legal() == ["release 2 young monk"]
    play(twin, "release 2 young monk")
    assert twin.seat == BEN
    play(twin, "lose 1")
    assert twin.legal() == []
    assert write_palaces(twin, BEN) == ""


def test_flood_returns_only_what_is_there() -> None:
    twin = table(["2", "2"], "peace", 7, "flood", yuan=[0, 2], rice=[1, 0], fireworks=[4, 0])
    begin(twin, "event", "super")
    play(twin, "return rice")
    assert twin.legal() == ["return fireworks"]
    play(twin, "return fireworks", "return yuan")
    assert (twin.yuan, twin.rice, twin.fireworks, twin.legal()) == ([0, 1], [0, 0], [3, 0], [])


def test_eclipse_counts_the_helmets_afresh() -> None:
    twin = strike("eclipse", "2 old-warrior monk", "2 warrior healer", event="mongols")
    play(twin, "release 1 young warrior")
    assert points(twin, "mongols") == [2 + 2, 1]
    assert [twin.seat, *twin.legal()] == [BEN, "release 1 young healer"]


def test_eclipse_does_not_score_the_wall_again() -> None:
    rng = random.Random(4)
    twin = SlowDragon(STANDARD, 2, True, "eclipse", 7)
    row = ["tribute", "drought", "contagion", "festival", "mongols"]
    twin.set_up(["peace", "peace", *row, *row], "eclipse")
    while twin.month < 8:
        move = next((move for move in twin.legal() if move.startswith("wall")), rng.choice(twin.legal()))
        twin.play(move, random_chance(twin, move, rng))
        twin.wall = [1, 2] * 5  # long enough, and room for more
    assert [entry["amount"] for entry in twin.ledger if entry["source"] == "wall"] == [5, 5]


def test_eruption_keeps_the_order() -> None:
    twin = table(["2"] * 3, "peace", 7, "eruption")
    twin.stacks = {20: [CLARA], 11: [ANNA, BEN]}
    begin(twin, "event", "super")
    assert twin.track == [(CLARA, 0), (ANNA, 0), (BEN, 0)]
    twin.move_marker(BEN, 1)
    assert twin.track == [(BEN, 1), (CLARA, 0), (ANNA, 0)]


def test_tornado_takes_two_cards_or_all() -> None:
    twin = table(["2"] * 3, "peace", 7, "tornado")
    twin.cards = [Counter(wild=2, monk=1), Counter(), Counter(farmer=1)]
    begin(twin, "event", "super")
    play(twin, "discard wild", "discard wild")
    assert [twin.seat, *twin.legal()] == [CLARA, "discard farmer"]
    play(twin, "discard farmer")
    assert twin.legal() == []
    assert [cards.total() for cards in twin.cards] == [1, 0, 0]


def test_sunrise_uses_up_kinds() -> None:
    twin = strike("sunrise", "1 monk", "2", "2", stack=(CLARA, ANNA, BEN))
    assert set(twin.legal()) == {f"sunrise {kind}" for kind in twin.people}
    play(twin, "sunrise monk", "palace 1")
    assert twin.track == [(CLARA, 15), (ANNA, 9), (BEN, 9)]
    assert "sunrise monk" not in twin.legal()
    play(twin, "sunrise court-lady")
    assert twin.legal() == ["replace 1 young monk", "dismiss"]
    play(twin, "dismiss")
    assert not {"sunrise monk", "sunrise court-lady"} & set(twin.legal())
    play(twin, "sunrise farmer", "palace 1")
    assert twin.track == [(CLARA, 15), (BEN, 13), (ANNA, 9)]
    assert twin.legal() == []


def test_sunrise_skips_a_seat_when_no_young_person_is_left() -> None:
    twin = table(["2", "2"], "peace", 7, "sunrise")
    twin.tiles = Counter({("young", "monk"): 3, ("old", "farmer"): 1})
    begin(twin, "event", "super")
    assert twin.legal() == ["sunrise monk"]
    play(twin, "sunrise monk", "palace 1")
    assert twin.legal() == []


def test_assassination() -> None:
    twin = table(["2", "2"], "peace", 7, "assassination")
    twin.privileges = [Counter(small=2, large=1), Counter(large=1)]
    begin(twin, "event", "super", "scoring")
    assert points(twin, "privileges") == [0, 0]
    assert twin.privileges == [Counter(), Counter()]


def test_charter_gives_by_symbols_alone() -> None:
    twin = strike("charter", "3 craftsman tax-collector | 2 warrior old-warrior", "", "3 healer court-lady")
    kinds = {move.removeprefix("charter ") for move in twin.legal()}
    assert kinds == {"craftsman", "tax-collector", "warrior"}
    yuan = play(twin.copy(), "charter tax-collector")
    assert yuan.yuan[ANNA - 1] == 6 + 3
    march = play(twin.copy(), "charter warrior")
    assert march.track[0] == (ANNA, 3)
    play(twin, "charter craftsman")
    assert twin.legal() == ["floor 2", "floor new"]
    play(twin, "floor 2")
    assert [twin.seat, *twin.legal()] == [CLARA, "charter court-lady", "charter healer"]  # Ben has nobody
    nothing = play(twin.copy(), "charter healer")
    assert (nothing.legal(), nothing.ledger) == ([], [])
    assert points(play(twin, "charter court-lady"), "charter") == [0, 0, 1]
    assert points(twin, "court-ladies") == [0, 0, 0]


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
@pytest.mark.parametrize("great_wall", [False, True])
@pytest.mark.parametrize("super_event", ["none", "random", *SUPER_EVENTS])
def test_random_games_of_all_options_end_with_one_winner(players: int, great_wall: bool, super_event: str) -> None:
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
