"""Rulings 5, 6 and 13: choosing an action, paying for a group, building, and supplies without end."""

from __future__ import annotations

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    action_phase,
    court,
    goods,
    legal,
    log,
    paid,
    palaces,
    play,
    privileges,
    reason,
    table,
    track,
    when,
    yuan,
)

GROUPS = "taxes build harvest | fireworks parade | research privilege"
PLAIN = court("2:", yuan=3)

# ---- ruling 5: what an action gives


@pytest.mark.parametrize(
    ("action", "palace", "gained"),
    [
        ("taxes", "1:", (2, 0, 0)),
        ("taxes", "1: young tax-collector", (5, 0, 0)),
        ("taxes", "2: young farmer, old scholar", (2, 0, 0)),  # only tax collectors help
        ("harvest", "1:", (0, 1, 0)),
        ("harvest", "1: young farmer", (0, 2, 0)),
        ("harvest", "1: old farmer", (0, 3, 0)),
        ("harvest", "2: young tax-collector, old pyrotechnist", (0, 1, 0)),
        ("fireworks", "1:", (0, 0, 1)),
        ("fireworks", "1: young pyrotechnist", (0, 0, 2)),
        ("fireworks", "3: young pyrotechnist, old pyrotechnist, old farmer", (0, 0, 4)),
    ],
)
def test_goods(action: str, palace: str, gained: tuple[int, int, int]) -> None:
    match = action_phase(court(palace), PLAIN)
    play(match, action)
    assert goods(match, ANNA) == gained
    assert goods(match, BEN) == (3, 0, 0)


@pytest.mark.parametrize(
    ("palace", "points"),
    [("1:", 1), ("1: young scholar", 3), ("1: old scholar", 4), ("2: old monk, young court-lady", 1)],
)
def test_research(palace: str, points: int) -> None:
    match = action_phase(court(palace), PLAIN)
    play(match, "research")
    assert paid(match) == [(ANNA, points, "research")]


@pytest.mark.parametrize(("palace", "spaces"), [("1:", 1), ("1: young warrior", 2), ("2: old healer, old warrior", 3)])
def test_parade(palace: str, spaces: int) -> None:
    match = action_phase(court(palace), PLAIN)
    play(match, "parade")
    assert track(match) == [(ANNA, spaces), (BEN, 0)]


def test_persons_in_all_palaces_help() -> None:
    match = action_phase(court("3: young farmer, young monk", "1: old farmer", "2: young farmer"), PLAIN)
    play(match, "harvest")
    assert goods(match, ANNA) == (0, 1 + 1 + 2 + 1, 0)


# ---- ruling 5: groups and their price


def test_a_dragon_stands_on_a_group_and_another_group_is_free() -> None:
    match = action_phase(*[PLAIN] * 3, groups=GROUPS)
    play(match, "harvest")
    assert [group["seats"] for group in table(match)["groups"]] == [[ANNA], [], []]
    play(match, "parade")
    assert yuan(match) == [3, 3, 3]
    assert [group["seats"] for group in table(match)["groups"]] == [[ANNA], [BEN], []]


@pytest.mark.parametrize(
    ("has", "choices"),
    [
        (2, ["fireworks", "parade", "research", "privilege small", "money"]),
        (3, ["taxes", "build", "harvest", "fireworks", "parade", "research", "privilege small", "money"]),
    ],
)
def test_who_cannot_pay_cannot_choose_the_group(has: int, choices: list[str]) -> None:
    """Even if the taxes would bring more than the group costs."""
    match = action_phase(PLAIN, court("2: young tax-collector, young tax-collector", yuan=has), PLAIN, groups=GROUPS)
    play(match, "build", "floor new")
    assert sorted(legal(match)) == sorted(choices)


def test_the_last_of_five_with_nothing_still_has_a_free_group() -> None:
    match = action_phase(*[court("2:")] * 5, groups="taxes build | harvest fireworks | parade | research | privilege")
    play(match, "harvest", "parade", "research", "taxes")
    assert legal(match) == ["money"]  # the privilege is free to choose, but costs 2 yuan itself


def test_all_groups_taken_but_one() -> None:
    match = action_phase(*[court("2:")] * 4, groups="taxes build | harvest fireworks | parade research | privilege")
    play(match, "harvest", "parade", "money")
    assert legal(match) == ["taxes", "build", "money"]


def test_a_group_costs_3_yuan_for_each_seat_that_comes_after_the_first() -> None:
    match = action_phase(*[court("2:", yuan=6)] * 4)
    play(match, "taxes", "taxes", "build", "floor new", "taxes")
    assert yuan(match) == [6 + 2, 6 - 3 + 2, 6 - 3, 6 - 3 + 2]


def test_dragons_are_taken_back_at_the_end_of_the_month() -> None:
    match = action_phase(*[court("1: young monk", cards="")] * 2, month=2)
    play(match, "harvest", "parade")
    assert when(match) == (3, "action")
    assert [group["seats"] for group in table(match)["groups"]] == [[], []]


# ---- ruling 5: privileges

PRIVILEGES = [
    # yuan, whether a dragon stands there, the price of a large one, what can be bought
    (1, False, 7, []),
    (2, False, 7, ["small"]),
    (6, False, 7, ["small"]),
    (7, False, 7, ["small", "large"]),
    (2, True, 7, []),
    (4, True, 7, []),
    (5, True, 7, ["small"]),
    (9, True, 7, ["small"]),
    (10, True, 7, ["small", "large"]),
    (5, False, 6, ["small"]),
    (6, False, 6, ["small", "large"]),  # as in 2007
    (8, True, 6, ["small"]),
    (9, True, 6, ["small", "large"]),
]


@pytest.mark.parametrize(("has", "is_taken", "price", "sizes"), PRIVILEGES)
def test_a_privilege_needs_its_price_after_that_of_the_group(
    has: int, is_taken: bool, price: int, sizes: list[str]
) -> None:
    match = action_phase(PLAIN, court("2:", yuan=has), PLAIN, groups=GROUPS, large_privilege=price)
    play(match, "research" if is_taken else "harvest")
    assert legal(match, "privilege") == [f"privilege {size}" for size in sizes]


@pytest.mark.parametrize(
    ("size", "price", "has", "owned"), [("small", 7, 5, (1, 0)), ("large", 7, 10, (0, 1)), ("large", 6, 9, (0, 1))]
)
def test_paying_for_the_group_and_then_for_the_privilege(
    size: str, price: int, has: int, owned: tuple[int, int]
) -> None:
    match = action_phase(PLAIN, court("2:", yuan=has), PLAIN, groups=GROUPS, large_privilege=price)
    play(match, "research", f"privilege {size}")
    assert (yuan(match)[1], privileges(match, BEN)) == (0, owned)
    assert log(match)[-2:] == [
        "Ben pays 3 yuan, since a dragon stands on the group.",
        f"Ben buys a {size} privilege for {has - 3} yuan.",
    ]


def test_one_privilege_an_action_and_any_number_of_them() -> None:
    match = action_phase(court("2:", yuan=30, small=2, large=1), PLAIN)
    play(match, "privilege large")
    assert (yuan(match)[0], privileges(match, ANNA), match.to_move) == (23, (2, 2), BEN)


# ---- ruling 5: money


@pytest.mark.parametrize(("has", "then"), [(0, 3), (1, 3), (2, 3), (3, 3), (4, 4), (50, 50)])
def test_money_fills_up_to_3(has: int, then: int) -> None:
    """With 3 or more it is legal, and gives nothing."""
    match = action_phase(court("2:", yuan=has), PLAIN)
    play(match, "money")
    assert yuan(match)[0] == then
    assert log(match) == [f"Anna takes {then - has} yuan instead of an action."]


def test_money_takes_no_group() -> None:
    match = action_phase(*[court("2:")] * 3, groups=GROUPS)
    play(match, "money", "taxes")
    assert [group["seats"] for group in table(match)["groups"]] == [[BEN], [], []]
    assert yuan(match) == [3, 2, 0]


def test_there_is_no_other_pass() -> None:
    match = action_phase(court(), PLAIN)
    assert legal(match) == ["taxes", "build", "harvest", "fireworks", "parade", "research", "money"]


# ---- ruling 6: building


@pytest.mark.parametrize(
    ("palaces_before", "floors"),
    [
        ([], ["new"]),
        (["3:"], ["new"]),
        (["3: young monk", "3:"], ["new"]),
        (["1:", "2:", "3:"], ["1", "2", "new"]),
        (["2: young monk", "2:"], ["1", "2", "new"]),
        (["2:", "2:", "1:", "1:"], ["1", "3", "new"]),  # palaces that are alike are one choice
        (["#3 2:", "#7 1:"], ["3", "7", "new"]),
    ],
)
def test_where_a_floor_may_be_built(palaces_before: list[str], floors: list[str]) -> None:
    match = action_phase(court(*palaces_before), PLAIN)
    play(match, "build")
    assert sorted(legal(match)) == sorted(f"floor {place}" for place in floors)


def test_all_floors_are_placed() -> None:
    """Three craftsmen: four floors, and nothing else is asked before they stand."""
    match = action_phase(court("3: young craftsman, young craftsman, young craftsman", "2:"), PLAIN)
    play(match, "build")
    for left in (4, 3, 2, 1):
        assert (match.to_move, table(match)["left"]) == (ANNA, left)
        assert all(move.startswith("floor") for move in legal(match))
        assert reason(match, "money").key == "not-now"
        play(match, "floor new")
    assert match.to_move == BEN
    assert palaces(match, ANNA) == [
        "3: young craftsman, young craftsman, young craftsman",
        "2:",
        "1:",
        "1:",
        "1:",
        "1:",
    ]


def test_a_new_palace_of_three_floors() -> None:
    match = action_phase(court("2: young craftsman, young craftsman"), PLAIN)
    play(match, "build", "floor new", "floor 2", "floor 2")
    assert palaces(match, ANNA) == ["2: young craftsman, young craftsman", "3:"]


def test_a_floor_makes_room_in_a_palace_that_was_full() -> None:
    match = action_phase(
        court("1: young monk", cards="farmer"), court("1: young monk", cards=""), month=2, track={BEN: 0, ANNA: 0}
    )
    play(match, "money", "build", "floor 1", "card farmer", "take young farmer", "palace 1")
    assert palaces(match, ANNA) == ["2: young monk, young farmer"]


def test_a_number_is_not_used_again() -> None:
    """Palace 2 decays; the next one is palace 3, and after it 4."""
    alone = court("1: young monk", cards="")
    match = action_phase(court("1: young monk", "1:", cards=""), alone, month=1)
    play(match, "money", "money")
    assert palaces(match, ANNA) == ["1: young monk"]
    play(match, "build", "floor new")
    assert palaces(match, ANNA) == ["1: young monk", "#3 1:"]
    play(match, "money")
    assert palaces(match, ANNA) == ["1: young monk"]  # it decayed too
    assert when(match) == (3, "action")
    play(match, "build", "floor new")
    assert palaces(match, ANNA) == ["1: young monk", "#4 1:"]


def test_the_first_palace_of_somebody_who_had_lost_all() -> None:
    match = action_phase(court(built=5), PLAIN)
    play(match, "build", "floor new")
    assert palaces(match, ANNA) == ["#6 1:"]


# ---- ruling 13: supplies never run out


def test_privileges_do_not_run_out() -> None:
    """The box has 5 small and 3 large ones."""
    match = action_phase(court("2:", yuan=20, small=5, large=3), court("2:", yuan=20, large=3))
    play(match, "privilege small", "privilege large")
    assert (privileges(match, ANNA), privileges(match, BEN)) == ((6, 3), (0, 4))


def test_goods_and_floors_do_not_run_out() -> None:
    """36 coins, 26 rice and 14 fireworks are in the box, and 66 floors."""
    rich = court(*["3:"] * 30, yuan=100, rice=26, fireworks=14)
    match = action_phase(rich, rich, rich)
    play(match, "taxes", "fireworks", "build", "floor new")
    assert [goods(match, seat) for seat in (ANNA, BEN, CLARA)] == [(102, 26, 14), (100, 26, 15), (97, 26, 14)]
    assert len(palaces(match, CLARA)) == 31
