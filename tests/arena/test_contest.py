"""Who meets whom: everybody sits everywhere, with the same shuffles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.contests import SEED, SMALL, played_here, small_contest
from tianxia.arena import Plan
from tianxia.arena.contest import MOST_LEVELS, Contest, arena, ladder, rotations, tables
from tianxia.errors import SettingError

SPECS = st.lists(st.sampled_from("abcd"), min_size=2, max_size=5)


def contest_of(seats: tuple[str, ...], players: int | None = None, is_ladder: bool = False) -> Contest:
    """A contest between players that nobody has to know."""
    plan = Plan("forbidden-city", players or len(seats), {}, seats, SEED, "standard")
    line_ups = tuple(tables(seats, plan.players)) if is_ladder else (seats,)
    return Contest(plan, line_ups, is_ladder, is_repeatable=True)


@given(SPECS)
def test_everybody_sits_in_every_seat_equally_often(seats: list[str]) -> None:
    found = rotations(seats)
    assert len(set(found)) == len(found)
    for spec in set(seats):
        by_seat = [sum(seating[seat] == spec for seating in found) for seat in range(len(seats))]
        assert len(set(by_seat)) == 1
        assert by_seat[0] == seats.count(spec) * len(found) / len(seats)


@pytest.mark.parametrize(("seats", "games"), [("abbb", 4), ("aabb", 4), ("abab", 2), ("abcd", 4), ("aaaa", 1)])
def test_seatings_that_are_the_same_are_not_played_twice(seats: str, games: int) -> None:
    assert len(rotations(list(seats))) == games


@given(SPECS, st.integers(min_value=1, max_value=30))
def test_games_are_rounded_up_to_whole_rounds(seats: list[str], games: int) -> None:
    contest = contest_of(tuple(seats))
    fixtures = contest.fixtures(games)
    in_round = len(rotations(seats))
    assert [fixture.number for fixture in fixtures] == list(range(len(fixtures)))
    assert games <= len(fixtures) < games + in_round
    assert set(Counter(fixture.round for fixture in fixtures).values()) == {in_round}
    assert fixtures == contest.fixtures(games + in_round)[: len(fixtures)]


def test_a_round_has_one_seed_and_every_round_its_own() -> None:
    contest = contest_of(("a", "b", "b"))
    fixtures = contest.fixtures(30)
    assert len({fixture.seed for fixture in fixtures}) == 10
    assert len({(fixture.seed, fixture.round) for fixture in fixtures}) == 10
    other = replace(contest, plan=replace(contest.plan, seed=bytes(16)))
    assert not {fixture.seed for fixture in fixtures} & {fixture.seed for fixture in other.fixtures(30)}


def test_the_shuffles_of_a_round_are_the_same() -> None:
    contest = small_contest(keeps_records=True)
    records = [(game.fixture, game.record) for game in played_here(contest, 6)]
    setups: dict[int, list[object]] = {}
    for fixture, record in records:
        assert record is not None
        assert record["seats"] == list(fixture.seats)
        setups.setdefault(fixture.round, []).append(record["setup"])
    assert [len(found) for found in setups.values()] == [2, 2, 2]
    assert all(first == second for first, second in setups.values())
    assert len({str(found[0]) for found in setups.values()}) == 3


def test_one_player_has_one_name() -> None:
    contest = arena(replace(SMALL, players=4, seats=("RANDOM", " random", "mcts:2.0s", "mcts:2s")))
    assert contest.specs == ["random", "mcts:2s"]
    assert not contest.is_repeatable
    assert small_contest().is_repeatable


# ---- ladders


@pytest.mark.parametrize(
    ("levels", "players"), [(5, 4), (4, 4), (3, 4), (2, 4), (2, 3), (2, 5), (3, 5), (6, 3), (2, 2), (5, 2)]
)
def test_all_levels_meet_all_others_equally_often(levels: int, players: int) -> None:
    names = "abcdefgh"[:levels]
    line_ups = list(tables(names, players))
    assert {len(line_up) for line_up in line_ups} == {players}
    seats = Counter(level for line_up in line_ups for level in line_up)
    assert len(set(seats.values())) == 1
    meetings = Counter(
        pair
        for line_up in line_ups
        for pair in combinations(names, 2)
        for _ in range(line_up.count(pair[0]) * line_up.count(pair[1]))
    )
    assert len(meetings) == levels * (levels - 1) // 2
    assert len(set(meetings.values())) == 1


@pytest.mark.parametrize(("levels", "players", "games"), [("abcde", 4, 30), ("ab", 4, 7), ("abc", 2, 5)])
def test_a_ladder_goes_on_until_every_two_levels_have_met_often_enough(levels: str, players: int, games: int) -> None:
    contest = contest_of(tuple(levels), players, is_ladder=True)
    fixtures = contest.fixtures(games)
    met = Counter(pair for fixture in fixtures for pair in combinations(levels, 2) if set(pair) <= set(fixture.seats))
    assert min(met.values()) >= games
    laps = len({fixture.round for fixture in fixtures}) / len(contest.line_ups)
    assert laps == int(laps)


def test_neighbours_change_from_round_to_round() -> None:
    contest = contest_of(tuple("abcd"), is_ladder=True)
    orders = set()
    for fixtures in islice(contest.rounds(), 60):
        seats = fixtures[0].seats
        first = seats.index("a")
        orders.add(seats[first:] + seats[:first])
        assert len(fixtures) == 4
    assert len(orders) == 6


def test_ladders_that_make_no_sense_are_refused() -> None:
    with pytest.raises(SettingError, match="The player random is named twice"):
        ladder(replace(SMALL, seats=("random", "greedy", "RANDOM")))
    with pytest.raises(SettingError, match=f"2 to {MOST_LEVELS} players, not 1"):
        ladder(replace(SMALL, seats=("random",)))
    with pytest.raises(SettingError, match=f"2 to {MOST_LEVELS} players, not 13"):
        ladder(replace(SMALL, seats=tuple(f"mcts:{number}" for number in range(1, 14))))
    with pytest.raises(SettingError, match="more than 1000000 games"):
        contest_of(tuple("ab"), is_ladder=True).fixtures(10**7)
