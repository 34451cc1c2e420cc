"""Many games at once are the same as each of them alone, and bad input changes nothing."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from contract.cases import Case, cases_of
from tianxia.environments import legal_mask, observe, space_for
from tianxia.environments.batch import BatchedEnv, by_name, scale_of
from tianxia.environments.batch_core import seed_of
from tianxia.errors import IllegalError, SettingError, UnreadableError
from tianxia.games import GAMES, find_game

CASES = [case for game in sorted(GAMES) for case in cases_of(find_game(game))[::7]]
SEED = bytes(range(16))
AT_ONCE = 3


def make(case: Case, **more: Any) -> BatchedEnv:
    return BatchedEnv(case.game, case.players, dict(case.options), games=AT_ONCE, seed=SEED, **more)


def new_game(case: Case, number: int, episode: int) -> Any:
    position = case.game.new(case.setting)
    position.deal(seed_of(SEED, number, episode))
    return position


def assert_shows(env: BatchedEnv, number: int, position: Any) -> None:
    """The slow twin of what is written into the arrays, row by row."""
    seat = int(position.seat)
    assert env.seats[number] == seat
    assert env.observations[number].tobytes() == observe(env.space, position, seat)
    assert env.masks[number].tobytes() == legal_mask(env.space, position)


def expected_rewards(position: Any) -> list[float]:
    winners = [int(seat) for seat in position.winners()]
    return [(seat in winners) / len(winners) for seat in range(position.players)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_many_games_are_each_the_game_of_its_seed_and_the_next_begins_by_itself(case: Case) -> None:
    env = make(case)
    env.reset()
    alone = [new_game(case, number, 0) for number in range(AT_ONCE)]
    episodes = [0] * AT_ONCE
    steps_more = 20
    while min(episodes) < 1 or steps_more:
        steps_more -= min(episodes) >= 1
        actions = env.random_actions().copy()
        env.step(actions)
        for number, position in enumerate(alone):
            position.apply(position_action(env, position, int(actions[number])))
            assert bool(env.dones[number]) == bool(position.over)
            if position.over:
                assert env.rewards[number].tolist() == pytest.approx(expected_rewards(position))
                assert env.scores[number].tolist() == [int(score) for score in position.scores()]
                episodes[number] += 1
                alone[number] = new_game(case, number, episodes[number])
            else:
                assert not env.rewards[number].any()
        for number, position in enumerate(alone):
            assert_shows(env, number, position)


def position_action(env: BatchedEnv, position: Any, index: int) -> int:
    action = int(env.space.action_at(position, index))
    assert action >= 0
    return action


@pytest.fixture
def env() -> BatchedEnv:
    return BatchedEnv("emperor-of-china", 3, games=4, seed=5)


def contents(env: BatchedEnv) -> list[bytes]:
    arrays = (env.observations, env.masks, env.rewards, env.dones, env.seats, env.scores)
    return [array.tobytes() for array in arrays]


def test_the_same_seed_is_the_same_luck_and_reset_begins_again(env: BatchedEnv) -> None:
    first, traces = contents(env), []
    for _ in range(2):
        for _ in range(200):
            env.step(env.random_actions())
        traces.append(contents(env))
        env.reset()
        assert contents(env) == first
    assert traces[0] == traces[1]
    other = BatchedEnv("emperor-of-china", 3, games=4, seed=6)
    assert contents(other) != first


def test_arrays_are_allocated_once(env: BatchedEnv) -> None:
    arrays = [env.observations, env.masks, env.rewards, env.dones, env.seats, env.scores]
    before = env.observations.copy()
    env.step(env.random_actions())
    after = [env.observations, env.masks, env.rewards, env.dones, env.seats, env.scores]
    assert all(one is other for one, other in zip(arrays, after, strict=True))
    assert (before != env.observations).any()


def test_arrays_outlive_their_environment() -> None:
    env = BatchedEnv("emperor-of-china", 3, games=2)
    observations, copy = env.observations, env.observations.copy()
    del env
    assert (observations == copy).all()


def test_what_is_shown_is_for_reading_only(env: BatchedEnv) -> None:
    for array in (env.observations, env.masks, env.dones, env.seats, env.rewards, env.scores):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_floats_are_the_same_numbers_by_their_scale(env: BatchedEnv) -> None:
    floats = BatchedEnv("emperor-of-china", 3, games=4, seed=5, dtype=np.float32)
    for _ in range(50):
        env.step(env.random_actions())
        floats.step(floats.random_actions())
    assert floats.observations.dtype == np.float32
    np.testing.assert_allclose(floats.observations, env.observations * scale_of(env.space.parts), rtol=1e-6)


def test_parts_have_names_and_shapes(env: BatchedEnv) -> None:
    named = by_name(env.space.parts, env.observations)
    assert np.shares_memory(named["houses"], env.observations)
    assert named["players"].sum(axis=1).tolist() == [3] * len(env.observations)
    one = by_name(env.space.parts, env.observations[0])
    assert np.concatenate([part.ravel() for part in one.values()]).tolist() == env.observations[0].tolist()


def test_a_lead_is_the_score_less_the_average_of_the_others() -> None:
    env = BatchedEnv("year-of-the-dragon", 3, games=2, seed=3, reward="lead")
    while not env.dones.any():
        env.step(env.random_actions())
    for number in np.flatnonzero(env.dones):
        scores = env.scores[number].astype(float)
        others = (scores.sum() - scores) / 2
        np.testing.assert_allclose(env.rewards[number], scores - others, rtol=1e-6)


@pytest.mark.parametrize("game", ["emperor-of-china", "year-of-the-dragon"])
def test_random_actions_are_as_likely_as_any(game: str) -> None:
    env = BatchedEnv(game, 3, games=1, seed=1)
    legal = np.flatnonzero(env.masks[0])
    counts = np.bincount([int(env.random_actions()[0]) for _ in range(200 * len(legal))], minlength=env.space.actions)
    assert set(np.flatnonzero(counts)) == set(legal)
    assert counts[legal].min() > 120
    assert counts[legal].max() < 290


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(3, np.int64),
        np.zeros((4, 1), np.int64),
        np.int64(0),
        np.zeros(4, np.float32),
        np.zeros(4, np.bool_),
        np.array(["0"] * 4),
        [0, 0, 0, 0],
        None,
    ],
    ids=str,
)
def test_what_are_no_actions_is_refused_and_nothing_changes(env: BatchedEnv, actions: Any) -> None:
    before = contents(env)
    with pytest.raises(UnreadableError, match="Actions must be a one-dimensional array of 4 whole numbers"):
        env.step(actions)
    assert contents(env) == before


@pytest.mark.parametrize("index", [-1, 539, 2**62, -(2**63)])
def test_an_illegal_action_is_refused_and_no_game_goes_on(env: BatchedEnv, index: int) -> None:
    before = contents(env)
    actions = env.random_actions().copy()
    actions[2] = index
    with pytest.raises(IllegalError, match=f"Game 2: the index {index} is not legal for seat 1"):
        env.step(actions)
    assert contents(env) == before
    with pytest.raises(IllegalError, match="Game 0"):
        env.step(np.full(4, 2**64 - 1, np.uint64))
    illegal = np.flatnonzero(~env.masks[1])
    actions[1] = illegal[0]
    with pytest.raises(IllegalError, match="Game 1"):
        env.step(actions)
    assert contents(env) == before


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, ">i4"])
def test_actions_may_be_whole_numbers_of_any_kind(dtype: Any) -> None:
    env, same = (BatchedEnv("year-of-the-dragon", 2, games=3, seed=1) for _ in range(2))
    actions = env.random_actions()
    assert (actions < 127).all()
    same.step(same.random_actions())
    env.step(actions.astype(dtype))
    assert contents(env) == contents(same)


def test_actions_may_lie_apart() -> None:
    env, same = (BatchedEnv("year-of-the-dragon", 2, games=3, seed=1) for _ in range(2))
    spread = np.repeat(env.random_actions(), 2)[::2]
    same.step(same.random_actions())
    env.step(spread)
    assert contents(env) == contents(same)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"games": 0}, "The number of games at once must be from 1 to 1048576, not 0."),
        ({"games": 2.0}, "The number of games at once must be from 1 to 1048576, not 2.0."),
        ({"seed": -1}, "A seed is a whole number from 0 to below 2 to the power of 128, or 16 bytes, not -1."),
        (
            {"seed": b"short"},
            "A seed is a whole number from 0 to below 2 to the power of 128, or 16 bytes, not b'short'.",
        ),
        ({"dtype": np.int64}, "Observations are of type uint8 or float32, not <class 'numpy.int64'>."),
        ({"dtype": "nonsense"}, "Observations are of type uint8 or float32, not nonsense."),
        ({"reward": "fame"}, 'The reward can be lead or win, not "fame".'),
    ],
    ids=str,
)
def test_bad_settings_are_refused_in_words(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingError) as refusal:
        BatchedEnv("emperor-of-china", 3, **{"games": 2, **more})
    assert str(refusal.value) == sentence


def test_whole_numbers_of_numpy_are_as_good_as_any(env: BatchedEnv) -> None:
    same = BatchedEnv("emperor-of-china", np.int64(3), games=np.int32(4), seed=np.uint8(5))  # type: ignore[arg-type]
    assert contents(same) == contents(env)
    assert (type(same.games), type(same.players)) == (int, int)


@pytest.mark.parametrize("taken", [copy.copy, copy.deepcopy, pickle.dumps])
def test_there_is_no_copy(env: BatchedEnv, taken: Any) -> None:
    with pytest.raises(TypeError, match="A batch of games cannot be copied or pickled; the same arguments make"):
        taken(env)


def test_spaces_of_an_environment_are_those_of_the_game(env: BatchedEnv) -> None:
    game = find_game("emperor-of-china")
    assert env.space.features == space_for(game, game.setting(3)).features
