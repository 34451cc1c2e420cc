"""The compact space of the Forbidden City: an index for every legal placement, described by what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tianxia.engine.chance import derive_seed, stream_of
from tianxia.environments import legal_mask, observe, space_for
from tianxia.errors import SettingError
from tianxia.games import find_game
from tianxia.games.forbidden_city.environment import candidates as city

GAME = find_game("forbidden-city")


def positions(players: int, stride: int) -> Iterator[Any]:
    """Some positions of a game between greedy programs."""
    position: Any = GAME.new(GAME.setting(players))
    position.deal(derive_seed(bytes(16), f"candidates {players}"))
    evaluation, luck = GAME.evaluation(), stream_of(bytes(16), 1)
    decisions = 0
    while not position.over:
        if decisions % stride == 0:
            yield position.clone()
        decisions += 1
        position.apply(evaluation.likely_action(position, luck))


def rows(name: str, players: int, position: Any) -> list[bytes]:
    """A part of what the seat to move sees, row by row."""
    space = space_for(GAME, GAME.setting(players), compact=True)
    part = next(part for part in space.parts if part.name == name)
    seen = observe(space, position, int(position.seat))
    width = part.shape[1]
    return [seen[first : first + width] for first in range(part.first, part.first + part.size, width)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_legal_action_has_an_index(players: int) -> None:
    space = space_for(GAME, GAME.setting(players), compact=True)
    for position in positions(players, 7):
        actions = [int(action) for action in position.legal_actions()]
        assert list(legal_mask(space, position)) == [1] * len(actions) + [0] * (int(space.actions) - len(actions))
        assert [space.action_at(position, index) for index in range(len(actions))] == actions
        assert [space.index_of(position, action) for action in actions] == list(range(len(actions)))
        assert space.action_at(position, len(actions)) == -1


@pytest.mark.parametrize("players", [2, 4])
def test_candidates_tell_what_the_evaluation_expects(players: int) -> None:
    evaluation = GAME.evaluation()
    for position in positions(players, 9):
        found = rows("candidates", players, position)
        for row, weight in zip(found, evaluation.score_moves(position, position.legal_actions()), strict=False):
            most = 255 / city.GAIN_STEPS
            expected = min(max(weight, -most), most)
            assert (row[city.GAIN] - row[city.LOSS]) / city.GAIN_STEPS == pytest.approx(expected, abs=0.07)


@pytest.mark.parametrize("players", [3, 4])
def test_coins_of_closed_rooms_are_what_the_placement_pays(players: int) -> None:
    paying = 0
    for position in positions(players, 5):
        found = rows("candidates", players, position)
        for row, action in zip(found, position.legal_actions(), strict=False):
            ahead = position.clone()
            ahead.play_tile(action)
            gained = [int(after - before) for after, before in zip(ahead.coins, position.coins, strict=True)]
            told = [0] * players
            for first in (city.BESIDE_COINS, city.PARTS + city.PART_COINS, city.PARTS + city.PART + city.PART_COINS):
                for place in range(players):
                    told[(position.seat + place) % players] += row[first + place]
            assert told == gained
            paying += any(gained)
    assert paying > 50


def test_open_rooms_are_told_with_their_colour() -> None:
    position = list(positions(4, 30))[-1]
    found = [row for row in rows("rooms", 4, position) if any(row)]
    assert found
    for row in found:
        assert sum(row[city.ROOM_COLOUR : city.ROOM_TILES]) == 1
        assert row[city.ROOM_TILES] > 0
        assert row[city.ROOM_CELLS] > 0


def test_what_others_hold_is_not_told() -> None:
    space = space_for(GAME, GAME.setting(4), compact=True)
    for position in positions(4, 20):
        hidden = position.clone()
        hidden.determinize(position.seat, stream_of(bytes(16), 9))
        assert observe(space, hidden, int(position.seat)) == observe(space, position, int(position.seat))


def test_other_games_have_no_compact_space() -> None:
    game = find_game("emperor-of-china")
    with pytest.raises(SettingError, match="forbidden-city"):
        space_for(game, game.setting(4), compact=True)
