"""Ruling 14: the Great Wall."""

from __future__ import annotations

from typing import Any

import pytest

from support.dragon import (
    ANNA,
    BEN,
    CLARA,
    DORA,
    action_phase,
    court,
    goods,
    legal,
    let_come,
    log,
    paid,
    palaces,
    persons,
    play,
    reason,
    table,
    track,
    when,
    yuan,
)
from tianxia.games.base import Document
from tianxia.play.match import Match

TILES = ["rice", "fireworks", "floor", "yuan", "track", "points"]
ALL = " ".join(TILES)
NEXT_MONTH = (6, "action")


def wall_of(*counts: int) -> dict[int, str]:
    """A wall in which the seats have so many tiles."""
    return {seat: " ".join(TILES[:count]) for seat, count in enumerate(counts, 1)}


# ---- the action


@pytest.mark.parametrize(
    ("tile", "gained", "space", "scored"),
    [
        ("rice", (0, 1, 0), 4, []),
        ("fireworks", (0, 0, 1), 4, []),
        ("yuan", (2, 0, 0), 4, []),
        ("track", (0, 0, 0), 7, []),
        ("points", (0, 0, 0), 4, [(ANNA, 3, "wall-tile")]),
    ],
)
def test_what_a_wall_tile_gives(
    tile: str, gained: tuple[int, int, int], space: int, scored: list[tuple[int, int, str]]
) -> None:
    """Persons add nothing to it."""
    helpers = court("3: old farmer, old warrior, young tax-collector", "2: young craftsman, old pyrotechnist")
    match = action_phase(helpers, court("2:"), wall={}, track={ANNA: 4, BEN: 0})
    play(match, f"wall {tile}")
    assert (goods(match, ANNA), track(match)[0], paid(match)) == (gained, (ANNA, space), scored)
    assert (match.to_move, table(match)["wall"]) == (BEN, [ANNA])
    assert table(match)["courts"][0]["wall_tiles"] == [other for other in TILES if other != tile]


@pytest.mark.parametrize(
    ("place", "after"), [("1", ["3:", "3: young craftsman"]), ("new", ["2:", "3: young craftsman", "1:"])]
)
def test_the_floor_of_a_wall_tile_is_built_at_once(place: str, after: list[str]) -> None:
    match = action_phase(court("2:", "3: young craftsman"), court("2:"), wall={})
    play(match, "wall floor")
    assert (match.to_move, sorted(legal(match))) == (ANNA, ["floor 1", "floor new"])
    play(match, f"floor {place}")
    assert (palaces(match, ANNA), match.to_move) == (after, BEN)


def test_spaces_of_a_wall_tile_bring_the_marker_on_top() -> None:
    match = action_phase(court("2:"), court("2:"), wall={}, track={ANNA: 5, BEN: 2})
    play(match, "money", "wall track")
    assert track(match) == [(BEN, 5), (ANNA, 5)]


def test_the_wall_is_built_from_month_1_on_by_anybody() -> None:
    match = action_phase(
        *[court("2:", yuan=3)] * 4, wall=wall_of(1, 0, 2, 0), track={DORA: 3, BEN: 2, ANNA: 1, CLARA: 0}
    )
    assert table(match)["wall"] == [ANNA, CLARA, CLARA]
    play(match, "wall rice", "wall rice", "wall fireworks", "wall floor", "floor new")
    assert table(match)["wall"] == [ANNA, CLARA, CLARA, DORA, BEN, ANNA, CLARA]
    assert "Ben builds tile 5 of the Great Wall: 1 rice." in log(match)
    assert yuan(match) == [0, 0, 0, 3]  # the group was Dora's


def test_a_tile_is_used_once() -> None:
    match = action_phase(court("2:"), court("2:"), wall={ANNA: "rice points", BEN: "yuan"})
    assert legal(match, "wall") == ["wall fireworks", "wall floor", "wall yuan", "wall track"]
    play(match, "money")
    assert legal(match, "wall") == ["wall rice", "wall fireworks", "wall floor", "wall track", "wall points"]


@pytest.mark.parametrize(
    ("counts", "tiles"),
    [
        ((6, 0, 0), []),  # no tile left
        ((5, 0, 0), ["wall points"]),
        ((0, 6, 5), [f"wall {tile}" for tile in TILES]),  # 11 places are taken
        ((0, 6, 6), []),  # 12: finished, though Anna has tiles
    ],
)
def test_the_wall_needs_a_tile_and_a_place(counts: tuple[int, ...], tiles: list[str]) -> None:
    match = action_phase(*[court("2:")] * 3, wall=wall_of(*counts))
    assert legal(match, "wall") == tiles
    assert legal(match, "taxes") == ["taxes"]


def test_the_wall_costs_as_any_group() -> None:
    match = action_phase(court("2:"), court("2:", yuan=2), court("2:", yuan=3), wall={})
    play(match, "wall rice")
    assert legal(match, "wall") == []
    play(match, "taxes")
    assert legal(match, "wall") == [f"wall {tile}" for tile in TILES]
    play(match, "wall yuan")
    assert yuan(match) == [0, 4, 3 - 3 + 2]


def test_without_the_option_there_is_no_wall() -> None:
    match = action_phase(court("2:"), court("2:"))
    assert legal(match, "wall") == []
    assert (table(match)["great_wall"], table(match)["courts"][0]["wall_tiles"]) == (False, [])
    match = let_come("mongols", court("2: young warrior"), court(), month=5)
    assert when(match) == (6, "action")  # and no wall scoring


# ---- after the Mongols


SAFE = court("3: young warrior, young monk, young farmer")
"""As many helmets as the others, or more."""


def mongols(*courts: Document, month: int = 5, wall: dict[int, str], **more: Any) -> Match:
    """The Mongols have come; nobody had to release anybody because of them. The last seat has no persons."""
    return let_come("mongols", *courts, court(yuan=3), month=month, wall=wall, **more)


WALLS = [
    # month, tiles of Anna and Ben, whether the wall is long enough
    (3, (1, 1), False),
    (3, (2, 1), True),
    (3, (3, 1), True),  # longer than needed
    (5, (2, 2), False),
    (5, (2, 3), True),
    (8, (6, 1), False),
    (8, (6, 2), True),
    (11, (5, 5), False),
    (11, (5, 6), True),
    (12, (6, 5), False),
    (12, (6, 6), True),
]


@pytest.mark.parametrize(("month", "counts", "holds"), WALLS)
def test_the_wall_must_reach_the_month(month: int, counts: tuple[int, int], holds: bool) -> None:
    """The third seat has no tile and no persons, and so nobody releases in its place."""
    match = mongols(SAFE, SAFE, month=month, wall=wall_of(*counts, 0))
    once = [(seat, count, "wall") for seat, count in zip((ANNA, BEN), counts, strict=True)]
    times = 2 if month == 12 else 1  # at the end of the year once more
    assert paid(match, "wall") == (once * times if holds else [])
    end = "it holds" if holds else "it is too short"
    told = f"The Great Wall has {sum(counts)} tiles, of {month} needed: {end}."
    assert log(match).count(told) == times
    assert persons(match) == [3, 3, 0]


TOO_SHORT = [
    # tiles in the wall, who releases one
    ((0, 0, 0), [ANNA, BEN, CLARA]),  # none included
    ((1, 1, 1), [ANNA, BEN, CLARA]),
    ((1, 0, 2), [BEN]),
    ((0, 1, 0), [ANNA, CLARA]),
    ((2, 1, 1), [BEN, CLARA]),
    ((1, 3, 0), [CLARA]),
]


@pytest.mark.parametrize(("counts", "seats"), TOO_SHORT)
def test_a_wall_too_short_costs_those_with_fewest_tiles_a_person(counts: tuple[int, ...], seats: list[int]) -> None:
    """The Mongols themselves cost each of them one before: all have as many helmets."""
    match = let_come("mongols", SAFE, SAFE, SAFE, month=5, wall=wall_of(*counts))
    play(match, *["release 1 young monk"] * 3)
    released = []
    while when(match)[1] == "wall":
        released.append(match.to_move)
        assert table(match)["left"] == 1
        play(match, "release 1 young farmer")
    assert released == seats
    assert when(match) == NEXT_MONTH


def test_somebody_without_persons_counts_among_those_with_fewest_tiles() -> None:
    """Clara has none, neither tiles nor persons: Anna and Ben keep everybody."""
    match = mongols(SAFE, SAFE, wall=wall_of(1, 2, 0))
    assert (when(match), persons(match)) == (NEXT_MONTH, [3, 3, 0])
    match = mongols(SAFE, SAFE, wall=wall_of(0, 2, 0))
    assert (when(match), match.to_move) == ((5, "wall"), ANNA)
    play(match, "release 1 young monk")
    assert (when(match), persons(match)) == (NEXT_MONTH, [2, 3, 0])


def test_who_lost_the_last_person_to_the_mongols_has_none_for_the_wall() -> None:
    match = let_come("mongols", court("1: young monk"), court("1: young warrior"), month=5, wall=wall_of(0, 1))
    play(match, "release 1 young monk")
    assert (when(match), persons(match)) == (NEXT_MONTH, [0, 1])


def test_wall_releases_go_in_the_order_of_the_track() -> None:
    match = mongols(SAFE, SAFE, wall={}, track={BEN: 6, CLARA: 5, ANNA: 4})
    assert match.to_move == BEN
    play(match, "release 1 young monk")
    assert match.to_move == ANNA


def test_a_wall_that_holds_is_scored_before_decay_and_scoring() -> None:
    match = mongols(SAFE, SAFE, month=3, wall=wall_of(2, 1, 0))
    assert paid(match) == [
        *((ANNA, 1, "mongols"), (BEN, 1, "mongols")),
        *((ANNA, 2, "wall"), (BEN, 1, "wall")),
        *((ANNA, 1, "palaces"), (BEN, 1, "palaces")),
    ]


@pytest.mark.parametrize("event", ["tribute", "drought", "festival", "contagion"])
def test_the_wall_is_scored_only_after_the_mongols(event: str) -> None:
    """However long or short it is."""
    for counts in ((3, 3), (0, 0)):
        match = let_come(
            event, court("2: old healer, young healer", yuan=4, rice=1), court(), month=5, wall=wall_of(*counts)
        )
        assert (when(match), paid(match, "wall")) == (NEXT_MONTH, [])


def test_both_mongol_months() -> None:
    """Months 4 and 9: the wall of 4 tiles holds in the first, and is too short in the second."""
    year = {4: "mongols", 9: "mongols"}
    for month, holds in ((4, True), (9, False)):
        match = mongols(SAFE, SAFE, month=month, events=year, wall=wall_of(2, 2, 0))
        assert bool(paid(match, "wall")) == holds
        assert any("too short" in line for line in log(match)) != holds


# ---- at the end of the year


def test_a_finished_wall_is_scored_at_the_end_of_the_year() -> None:
    match = let_come("tribute", court(yuan=4), court("1: young monk", yuan=4), month=12, wall=wall_of(6, 6))
    assert match.over
    assert paid(match) == [
        (BEN, 1, "palaces"),
        *((ANNA, 6, "wall"), (BEN, 6, "wall")),  # after the month, before the final scoring
        *((BEN, 2, "persons"), (BEN, 1, "monks 1")),
    ]


def test_the_last_wall_scoring_asks_for_12() -> None:
    """With 11 tiles the seat with fewest releases a person, who is not scored any more."""
    match = let_come(
        "tribute",
        court("1: old monk", yuan=4),
        court("2: young monk, old farmer", yuan=4),
        month=12,
        wall=wall_of(6, 5),
    )
    assert (match.over, when(match), match.to_move) == (False, (12, "last-wall"), BEN)
    assert "The Great Wall has 11 tiles, of 12 needed: it is too short." in log(match)
    play(match, "release 1 young monk")
    assert match.over
    assert paid(match, "persons", "monks") == [(ANNA, 2, "persons"), (ANNA, 2, "monks 1"), (BEN, 2, "persons")]


def test_no_decay_between_the_last_wall_scoring_and_the_final_scoring() -> None:
    """The palace stands, though nobody is left in it; its floor is not scored again."""
    match = let_come(
        "tribute", court("1: young farmer", yuan=4), court("1: young healer", yuan=4), month=12, wall=wall_of(1, 2)
    )
    play(match, "release 1 young farmer")
    assert (match.over, palaces(match, ANNA)) == (True, ["1:"])
    assert not any("Nobody lives" in line for line in log(match))
    assert paid(match) == [(ANNA, 1, "palaces"), (BEN, 1, "palaces"), (BEN, 2, "persons")]


def test_twice_in_a_month_12_with_the_mongols() -> None:
    """The wall is too short both times: one person for the Mongols, one for the wall, one for the wall again."""
    match = let_come(
        *("mongols", court("3: young monk, young farmer, young healer"), court("1: young warrior", yuan=3)),
        month=12,
        wall=wall_of(0, 1),
    )
    parts = []
    while not match.over:
        parts.append(when(match)[1])
        play(match, legal(match)[0])
    assert parts == ["event", "wall", "last-wall"]
    assert [line for line in log(match) if "too short" in line] == [
        "The Great Wall has 1 tile, of 12 needed: it is too short."
    ] * 2
    assert palaces(match, ANNA) == ["3:"]  # it was inhabited when palaces decayed
    assert paid(match, "palaces") == [(ANNA, 1, "palaces"), (BEN, 1, "palaces")]


def test_twice_points_in_a_month_12_with_the_mongols() -> None:
    match = let_come(
        "mongols", court("1: young warrior"), court("1: young warrior", yuan=3), month=12, wall=wall_of(6, 6)
    )
    play(match, "release 1 young warrior", "release 1 young warrior")
    assert match.over
    assert paid(match, "wall") == [(ANNA, 6, "wall"), (BEN, 6, "wall")] * 2


def test_without_the_option_the_year_ends_without_a_wall_scoring() -> None:
    match = let_come("tribute", court("1: young monk", yuan=4), court(yuan=4), month=12)
    assert (match.over, persons(match)) == (True, [1, 0])
    assert not any("Wall" in line for line in log(match))


def test_a_wall_is_no_move_of_other_phases() -> None:
    match = let_come("tribute", court("1: young monk"), court(), wall={})
    assert reason(match, "wall rice").key == "not-now"
