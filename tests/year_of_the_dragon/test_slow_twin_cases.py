"""The slow twin of In the Year of the Dragon by itself: odd cases of the months, of the wall and of the end."""

from __future__ import annotations

from collections import Counter

import pytest

from support.slow_dragon import SlowDragon, SlowIllegalError, Step
from support.slow_dragon_positions import (
    ANNA,
    BEN,
    CLARA,
    STANDARD,
    begin,
    changed,
    lay_out,
    play,
    points,
    table,
    write_palaces,
)

ROW = ["peace", "peace", *["tribute", "drought", "mongols", "festival", "contagion"] * 2]
GROUPS = [["taxes", "build", "harvest", "fireworks"], ["parade", "research", "privilege"]]


def drafted() -> SlowDragon:
    """Two players, one move before the first month."""
    twin = SlowDragon(STANDARD, 2, False, "none", 7)
    twin.set_up(ROW, None)
    draft = ["draft monk", "palace 1", "draft farmer", "palace 2"]
    return play(twin, *draft, "draft monk", "palace 1", "draft healer")


# ---- chance


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


# ---- the person track (ruling 4)


def test_a_marker_goes_on_top_and_a_move_of_nothing_leaves_it_where_it_is() -> None:
    twin = table(["2"] * 3)
    twin.move_marker(BEN, 0)
    assert twin.track == [(ANNA, 0), (BEN, 0), (CLARA, 0)]
    twin.move_marker(CLARA, 2)
    twin.move_marker(ANNA, 2)
    assert twin.track == [(ANNA, 2), (CLARA, 2), (BEN, 0)]
    twin.move_marker(CLARA, 0)
    assert twin.track == [(ANNA, 2), (CLARA, 2), (BEN, 0)]


def test_the_person_phase_reads_the_order_once() -> None:
    twin = begin(table(["2", "2"]), "persons")
    assert twin.seat == ANNA
    play(twin, "card court-lady", "palace 1")
    assert twin.seat == BEN
    play(twin, "card craftsman", "palace 1")
    assert twin.track == [(BEN, 2), (ANNA, 1)]


# ---- building (ruling 6)


def test_floors_are_placed_one_by_one_and_alike_palaces_are_one_choice() -> None:
    twin = lay_out(table(["2 monk | 2 farmer | 3 craftsman craftsman craftsman | 2 monk", "2"]), "build", "taxes")
    play(twin, "build")
    assert twin.legal() == ["floor 1", "floor 2", "floor new"]
    with pytest.raises(SlowIllegalError):
        twin.play("floor 4", None)
    play(twin, "floor new", "floor 1")
    assert twin.legal() == ["floor 2", "floor 4", "floor 5", "floor new"]
    play(twin, "floor new")
    assert twin.legal() == ["floor 2", "floor 4", "floor 5", "floor new"]  # 5 and 6 are alike
    play(twin, "floor 5")
    assert write_palaces(twin, ANNA).endswith("2 monk | 2 | 1")


def test_the_same_persons_in_another_order_are_alike_and_numbers_are_not_used_again() -> None:
    twin = table(["2 monk farmer | 2 farmer monk | 1", "1 monk"])
    begin(twin, "decay")
    assert write_palaces(twin, ANNA) == "2 farmer monk | 2 farmer monk"
    lay_out(twin, "build", "taxes")
    play(twin, "build")
    assert twin.legal() == ["floor 1", "floor new"]
    play(twin, "floor new")
    assert [palace["number"] for palace in twin.palaces[ANNA - 1]] == [1, 2, 4]


# ---- persons (ruling 7)


def test_take_is_a_move_only_where_two_sorts_are_left() -> None:
    twin = table(["3", "3"])
    begin(twin, "persons")
    play(twin, "card monk")
    assert twin.legal() == ["take young monk", "take old monk"]
    play(twin, "take old monk")
    assert twin.held == ("old", "monk")
    play(twin, "palace 1")
    assert twin.track[0] == (ANNA, 2)
    play(twin, "card monk")  # the only old one is gone
    assert twin.legal() == ["palace 1"]
    with pytest.raises(SlowIllegalError):
        twin.play("take young monk", None)


def test_a_wild_card_takes_any_tile() -> None:
    twin = begin(table(["3", "3"]), "persons")
    play(twin, "card wild")
    assert len(twin.legal()) == 9 + 6
    assert twin.cards[ANNA - 1]["wild"] == 1
    twin.tiles = Counter({("old", "monk"): 1})
    begin(twin, "persons")
    assert play(twin, "card wild").held == ("old", "monk")
    play(twin, "palace 1")
    assert play(twin, "card wild").legal() == []  # no tile at all: nothing is gained
    assert twin.cards[BEN - 1]["wild"] == 1
    assert twin.track == [(ANNA, 2), (BEN, 0)]


def test_a_card_without_a_tile_may_be_played() -> None:
    twin = table(["3", "3"])
    del twin.tiles["young", "craftsman"]
    begin(twin, "persons")
    play(twin, "card craftsman")
    assert twin.seat == BEN
    assert twin.cards[ANNA - 1]["craftsman"] == 0
    assert twin.gone.total() == 0


def test_with_room_a_person_must_be_placed() -> None:
    twin = play(begin(table(["1 monk | 2 monk | 2 monk", "3"]), "persons"), "card court-lady")
    assert twin.legal() == ["palace 2"]


def test_without_room_somebody_is_replaced_or_the_new_one_leaves() -> None:
    twin = table(["2 monk monk | 1 court-lady | 1 court-lady", "3"])
    play(begin(twin, "persons"), "card court-lady")
    assert twin.legal() == ["replace 1 young monk", "replace 2 young court-lady", "dismiss"]
    other = play(twin.copy(), "dismiss")
    assert other.gone == {("young", "court-lady"): 1}
    assert other.track == [(ANNA, 0), (BEN, 0)]
    play(twin, "replace 2 young court-lady")  # one of the same sort: it still moves the marker
    assert twin.gone == {("young", "court-lady"): 1}
    assert twin.track == [(ANNA, 1), (BEN, 0)]
    assert write_palaces(twin, ANNA) == "2 monk monk | 1 court-lady | 1 court-lady"


def test_without_a_palace_the_new_person_only_leaves() -> None:
    twin = play(begin(table(["", "3"]), "persons"), "card court-lady")
    assert twin.legal() == ["dismiss"]


def test_who_has_no_card_is_skipped() -> None:
    twin = table(["3", "3"])
    twin.cards[ANNA - 1].clear()
    assert begin(twin, "persons").seat == BEN


# ---- events (rulings 8 and 9)


def test_who_has_fewer_persons_than_asked_releases_all() -> None:
    twin = begin(table(["2 monk", "", "1 monk | 1 monk | 1 monk | 1 healer"], "contagion"), "event")
    play(twin, "release 1 young monk")
    assert twin.seat == CLARA
    play(twin, "release 1 young monk")
    assert twin.legal() == ["release 2 young monk", "release 4 young healer"]
    play(twin, "release 4 young healer")  # was counted before
    assert twin.legal() == []


def test_releases_go_by_the_track_and_alike_palaces_are_one_choice() -> None:
    twin = table(["2 monk monk | 2 monk monk", "1 monk"], "mongols")
    twin.stacks = {4: [BEN], 2: [ANNA]}
    begin(twin, "event")
    assert twin.seat == BEN
    play(twin, "release 1 young monk")
    assert twin.legal() == ["release 1 young monk"]


def test_a_seat_without_persons_counts_for_who_has_fewest() -> None:
    twin = begin(table(["2", "2 warrior", "2 warrior"], "mongols"), "event")
    assert twin.legal() == []
    assert points(twin, "mongols") == [0, 1, 1]


def test_a_festival_without_fireworks_and_with_one_rank() -> None:
    assert begin(table(["2", "2"], "festival"), "event").ledger == []
    twin = begin(table(["2"] * 3, "festival", fireworks=[1, 0, 1]), "event")
    assert points(twin, "festival") == [6, 0, 6]
    assert twin.fireworks == [0, 0, 0]


def test_drought_with_too_little_rice_and_alike_palaces() -> None:
    anna = "1 monk | 2 monk monk | 2 monk | 2 monk | 2 monk"
    twin = begin(table([anna, "2"], "drought", rice=[2, 5]), "event")
    assert twin.rice == [0, 5]
    play(twin, "starve 2 young monk")
    assert twin.legal() == ["starve 1 young monk", "starve 3 young monk"]  # 2 is like 3 now, but was named
    play(twin, "starve 3 young monk", "starve 4 young monk")
    assert write_palaces(twin, ANNA) == "1 monk | 2 monk | 2 | 2 | 2 monk"
    assert twin.legal() == []


def test_decay_takes_a_floor_of_each_empty_palace() -> None:
    twin = begin(table(["3 | 1 monk | 1", "2 | 1"]), "decay")
    assert [write_palaces(twin, seat) for seat in twin.seats()] == ["2 | 1 monk", "1"]


def test_tribute_needs_all_the_money_before_anybody_leaves() -> None:
    twin = begin(table(["2 monk", "2"], "tribute", yuan=[3, 0]), "event")
    assert twin.yuan == [0, 0]
    play(twin, "release 1 young monk")
    assert twin.legal() == []


# ---- the great wall (ruling 14)


def test_what_wall_tiles_give() -> None:
    for tile, amount in {"rice": 1, "fireworks": 1, "yuan": 2}.items():
        twin = lay_out(table(["2", "2"], great_wall=True, yuan=[0, 0]), "wall", "taxes")
        assert len(twin.legal()) == 6 + 1 + 1
        play(twin, f"wall {tile}")
        goods: list[int] = getattr(twin, tile)
        assert goods == [amount, 0]
        assert twin.seat == BEN
    twin = lay_out(table(["2", "2"], great_wall=True), "wall", "taxes")
    play(twin, "wall track", "wall points")
    assert twin.track == [(ANNA, 3), (BEN, 0)]
    assert points(twin, "wall-tile") == [0, 3]
    assert twin.wall == [ANNA, BEN]
    twin = lay_out(table(["2", "2"], great_wall=True), "wall", "taxes")
    assert play(twin, "wall floor").legal() == ["floor 1", "floor new"]
    play(twin, "floor 1")
    assert (write_palaces(twin, ANNA), twin.wall_used, twin.seat) == ("3", [{"floor"}, set()], BEN)


def test_a_wall_tile_is_used_once_and_the_wall_has_twelve_places() -> None:
    twin = table(["2", "2"], great_wall=True, yuan=[0, 0])
    twin.wall_used[ANNA - 1] = {"rice", "yuan", "track", "points", "floor"}
    assert set(lay_out(twin, "wall", "taxes").legal()) == {"money", "taxes", "wall fireworks"}
    twin.wall = [BEN] * 12
    assert set(lay_out(twin, "wall", "taxes").legal()) == {"money", "taxes"}


@pytest.mark.parametrize(("length", "scored"), [(4, [0, 0, 0]), (5, [3, 1, 1]), (6, [4, 1, 1])])
def test_a_wall_scoring(length: int, scored: list[int]) -> None:
    twin = table(["2 monk"] * 3, "mongols", 5, great_wall=True)
    twin.wall = [ANNA, BEN, CLARA, ANNA, ANNA, ANNA][:length]
    twin.read_order()
    twin.steps = [Step("wall", number=twin.month)]
    twin.settle()
    assert points(twin, "wall") == scored
    if length == 4:
        play(twin, "release 1 young monk")
        assert [twin.seat, *twin.legal()] == [CLARA, "release 1 young monk"]
    else:
        assert twin.legal() == []


# ---- the last month and the end (rulings 10 and 12)


def last_month(event: str, wall: int) -> SlowDragon:
    """Month 12 begins for two players with the wall, whose tiles were laid in turn."""
    twin = table(["2 monk farmer | 2", "2 farmer warrior"], event, 11, great_wall=True)
    twin.wall = ([ANNA, BEN] * 6)[:wall]
    twin.coming_groups = [["taxes", "build", "harvest", "fireworks"], ["parade", "research", "privilege", "wall"]]
    return begin(twin, "month")


def test_the_last_month_has_no_person_phase_and_the_wall_is_scored_twice_with_the_mongols() -> None:
    twin = last_month("mongols", 12)
    play(twin, "money", "money", "release 1 young farmer")
    assert twin.over
    assert points(twin, "mongols") == [0, 1]
    assert points(twin, "wall") == [12, 12]
    assert points(twin, "palaces") == [2, 1]  # the empty palace lost a floor only
    assert points(twin, "persons") == [2, 4]


def test_a_short_wall_costs_a_person_before_the_final_scoring() -> None:
    twin = last_month("peace", 11)
    play(twin, "money", "money")
    assert (twin.seat, points(twin, "palaces")) == (BEN, [2, 1])
    assert not twin.needs_chance("release 1 young farmer")
    play(twin, "release 1 young farmer")
    assert points(twin, "wall") == [0, 0]
    assert points(twin, "persons") == [4, 2]
    assert points(twin, "monks") == [2, 0]


@pytest.mark.parametrize("stack", [[ANNA, BEN], [BEN, ANNA]])
def test_a_tie_goes_to_the_marker_on_top(stack: list[int]) -> None:
    twin = table(["2 monk", "2 monk"], month=12)
    twin.stacks = {30: stack}
    assert begin(twin, "end").winners == stack[:1]
    assert twin.scores == [6, 6]  # 2 for the person, 2 for the monk, 2 for 6 yuan


def test_points_come_before_the_track() -> None:
    twin = table(["2 monk", "2 monk"], month=12, yuan=[5, 6])
    twin.stacks = {30: [ANNA], 2: [BEN]}
    assert begin(twin, "end").winners == [BEN]


# ---- other editions


def test_an_edition_with_each_event_once_has_six_months() -> None:
    twin = SlowDragon(changed(events={"count": 1}), 2, False, "none", 7)
    twin.set_up(["peace", *ROW[2:7]], None)
    assert twin.months == 6
    with pytest.raises(SlowIllegalError):
        twin.set_up(ROW, None)


def test_the_large_privilege_of_2007() -> None:
    twin = SlowDragon(STANDARD, 2, False, "none", 6)
    assert "privilege large" in lay_out(twin, "privilege", "taxes").legal()
