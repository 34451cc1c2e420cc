"""What learning programs are shown: nothing hidden, everything seen; and every legal action by one index."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from contract.cases import Case, cases_of
from support.builds import trace_in_other_build
from support.luck import THOROUGH
from support.teahouse import TEAHOUSE
from tianxia.engine import COMPILED
from tianxia.engine.chance import stream_of
from tianxia.engine.vectors import numbers
from tianxia.environments import Space, describe, legal_mask, observe, space_for
from tianxia.environments.spaces import places_in
from tianxia.errors import SettingError, UnreadableError
from tianxia.games import GAMES, find_game

EVERY_CASE = 1 if COMPILED or THOROUGH else 4  # of which one is tried
CASES = [case for game in sorted(GAMES) for case in cases_of(find_game(game))[::EVERY_CASE]]
EVERY = 11  # positions of which one is looked at by all seats


def positions_of(case: Case, number: int) -> Iterator[Any]:
    """One random game, decision by decision, and its end."""
    position = case.game.new(case.setting)
    position.deal(case.seed(number))
    dice = case.dice(number)
    while not position.over:
        yield position
        position.apply(position.random_action(dice))
    yield position


def legal_indices(space: Space, position: Any) -> list[int]:
    return [index for index, legal in enumerate(legal_mask(space, position)) if legal]


def trace_games(games: int) -> str:
    """A checksum over what all seats see and may do in so many random games of every case."""
    digest = sha256()
    for case in [case for game in sorted(GAMES) for case in cases_of(find_game(game))[::4]]:
        space = space_for(case.game, case.setting)
        for number in range(games):
            for count, position in enumerate(positions_of(case, number)):
                if count % 29 == 0 or position.over:
                    digest.update(bytes(legal_mask(space, position)))
                    for seat in range(case.players):
                        digest.update(observe(space, position, seat))
    return digest.hexdigest()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_masks_are_the_legal_actions_and_indices_go_there_and_back(case: Case) -> None:
    space = space_for(case.game, case.setting)
    for position in positions_of(case, 0):
        actions = [int(action) for action in position.legal_actions()]
        indices = [int(space.index_of(position, action)) for action in actions]
        assert -1 not in indices  # no game of these is so large
        assert legal_indices(space, position) == sorted(indices)
        assert [int(space.action_at(position, index)) for index in indices] == actions
        assert len(set(indices)) == len(indices)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_other_index_is_legal(case: Case) -> None:
    space = space_for(case.game, case.setting)
    for count, position in enumerate(positions_of(case, 0)):
        if count % 40 == 0 or position.over:
            legal = set(legal_indices(space, position))
            tried = range(-2, int(space.actions) + 2)
            assert {index for index in tried if space.action_at(position, index) >= 0} == legal


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_observation_tells_nothing_that_the_seat_cannot_know(case: Case) -> None:
    space = space_for(case.game, case.setting)
    for count, position in enumerate(positions_of(case, 1)):
        if count % EVERY == 0:
            for seat in range(case.players):
                hidden = position.clone()
                hidden.determinize(seat, stream_of(case.seed(count), seat))
                assert observe(space, hidden, seat) == observe(space, position, seat)
                if seat == position.seat:
                    assert legal_mask(space, hidden) == legal_mask(space, position)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_observation_tells_all_that_the_seat_sees_now(case: Case) -> None:
    """Where two positions of a game differ for a seat, so do its observations; and all seats see every move."""
    space = space_for(case.game, case.setting)
    for seat in range(case.players):
        seen: dict[bytes, int] = {}
        for position in positions_of(case, 0):
            key = int(position.information_set_key(seat))
            assert seen.setdefault(observe(space, position, seat), key) == key


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_number_is_in_its_range(case: Case) -> None:
    space = space_for(case.game, case.setting)
    most = [part.most for part in space.parts for _ in range(part.size)]
    assert len(most) == space.features
    for count, position in enumerate(positions_of(case, 0)):
        if count % EVERY == 0 or position.over:
            for seat in range(case.players):
                seen = observe(space, position, seat)
                assert all(number <= bound for number, bound in zip(seen, most, strict=True))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_spaces_are_the_same_for_all_options_and_numbers_of_players(game: str) -> None:
    shapes = {
        tuple((part.name, *part.shape) for part in (*space.parts, *space.groups))
        for space in (space_for(case.game, case.setting) for case in cases_of(find_game(game)))
    }
    assert len(shapes) == 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_parts_follow_each_other(game: str) -> None:
    kind = find_game(game)
    space = space_for(kind, kind.setting(kind.player_counts[0]))
    for parts, size in ((space.parts, space.features), (space.groups, space.actions)):
        end = 0
        for part in parts:
            assert part.first == end
            assert 1 <= part.one <= part.most <= 255
            end += part.size
        assert end == size
    assert len({part.name for part in space.parts}) == len(space.parts)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_seat_and_no_index_is_taken_from_the_other_end(game: str) -> None:
    kind = find_game(game)
    setting = kind.setting(3)
    space, position = space_for(kind, setting), kind.new(setting)
    position.deal(bytes(16))
    for seat in (-1, 3):
        with pytest.raises(UnreadableError, match=f"Seats count from 0 to 2 here; there is no seat {seat}."):
            observe(space, position, seat)
    for index in (-1, int(space.actions)):
        for known in (None, position):
            with pytest.raises(UnreadableError, match=rf"An index of this game is from 0 to \d+, not {index}\."):
                describe(kind, space, index, known)


def test_own_things_come_first_and_the_others_as_the_turn_goes() -> None:
    game = find_game("year-of-the-dragon")
    setting = game.setting(3)
    space = space_for(game, setting)
    position = game.new(setting)
    position.deal(bytes(16))
    position.points = numbers([10, 20, 30])
    part = next(part for part in space.parts if part.name == "points")
    shown = [list(observe(space, position, seat)[part.first :][: part.size]) for seat in range(3)]
    assert shown == [[10, 20, 30, 0, 0], [20, 30, 10, 0, 0], [30, 10, 20, 0, 0]]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_indices_are_described_in_notation(game: str) -> None:
    case = cases_of(find_game(game))[0]
    space = space_for(case.game, case.setting)
    position = next(positions_of(case, 0))
    described = [describe(case.game, space, index, position) for index in legal_indices(space, position)]
    printed = [case.game.print_move(position, int(action)) for action in position.legal_actions()]
    assert sorted(described) == sorted(printed)


def test_indices_that_are_not_legal_are_described_by_their_group() -> None:
    game = find_game("forbidden-city")
    space = space_for(game, game.setting(2))
    lay = space.groups[0]
    assert places_in(lay, lay.first + lay.size - 1) == [22, 22, 3]
    assert describe(game, space, lay.first + lay.size - 1) == "lay 22,22,3"
    assert describe(game, space, int(space.actions) - 1) == "other"


def test_a_game_without_a_space_is_refused() -> None:
    with pytest.raises(SettingError, match="There are no observations of"):
        space_for(TEAHOUSE, TEAHOUSE.setting(TEAHOUSE.player_counts[0]))


def test_observations_and_masks_are_the_same_in_both_builds() -> None:
    assert trace_in_other_build("environments.test_spaces", 1) == trace_games(1)
