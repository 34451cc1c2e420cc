"""The games for PettingZoo: its own tests, and that an environment plays the game of the house."""

from __future__ import annotations

import copy
import pickle
import runpy
import sys
import warnings
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `research` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `research` is not installed")

import pettingzoo  # noqa: E402

with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # the tests import a game in the old way
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from support.luck import dice  # noqa: E402
from tianxia.environments.names import module_name, table_id  # noqa: E402
from tianxia.environments.pettingzoo import TableEnv  # noqa: E402
from tianxia.errors import IllegalError, SettingError, UnreadableError  # noqa: E402
from tianxia.games import GAMES, find_game  # noqa: E402

# PettingZoo wants every observation to be an array, but for its own games with masks; and there is none to choose at
# the end
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)
GAME_IDS = sorted(GAMES)


@pytest.fixture(params=GAME_IDS)
def module(request: pytest.FixtureRequest) -> ModuleType:
    return import_module(f"tianxia.environments.{module_name(request.param)}")


def random_index(env: Any, luck: Any) -> int:
    legal = np.flatnonzero(env.last()[0]["action_mask"])
    return int(legal[luck.below(len(legal))])


def play(env: Any, seed: int) -> dict[str, float]:
    """A whole game at random: what each agent got in all."""
    luck = dice(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, is_done, _, _ = env.last(observe=False)
        got[agent] += reward
        env.step(None if is_done else random_index(env, luck))
    return got


# ---- what PettingZoo tests


def test_the_api(module: ModuleType) -> None:
    api_test(module.env(), num_cycles=40)
    api_test(module.raw_env(reward="points", dtype="float32"), num_cycles=10)


def test_a_seed_deals_the_same_games(module: ModuleType) -> None:
    seed_test(module.env, num_cycles=5)


def test_render_modes(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env)
    assert "is to move." in capsys.readouterr().out


def test_all_agents_at_once(module: ModuleType) -> None:
    parallel_api_test(module.parallel_env(), num_cycles=20)


# ---- whose game it is


@pytest.mark.parametrize("game", GAME_IDS)
def test_it_is_the_game_of_the_house(game: str) -> None:
    env = TableEnv(game)
    luck = dice(1)
    env.reset(seed=1)
    twin = env.position.clone()
    while not env.position.over:
        mask = env.observe(env.agent_selection)["action_mask"]
        legal = {int(env.space.index_of(twin, action)) for action in twin.legal_actions()}
        assert set(np.flatnonzero(mask).tolist()) == legal - {-1}
        assert env.agent_selection == f"player_{twin.seat}"
        others = [agent for agent in env.agents if agent != env.agent_selection]
        assert not env.observe(others[0])["action_mask"].any()
        index = random_index(env, luck)
        twin.apply(env.space.action_at(twin, index))
        env.step(index)
    assert env.infos["player_0"]["scores"] == list(twin.scores())
    assert env.infos["player_0"]["winners"] == [seat + 1 for seat in twin.winners()]


@pytest.mark.parametrize("game", GAME_IDS)
def test_rewards(game: str) -> None:
    players = find_game(game).player_counts[-1]
    got = {reward: play(TableEnv(game, players, reward=reward), 3) for reward in ("win", "zero-sum", "score", "points")}
    assert sum(got["win"].values()) == pytest.approx(1)
    assert sum(got["zero-sum"].values()) == pytest.approx(0)
    assert max(got["zero-sum"].values()) <= 1
    assert got["points"] == got["score"]
    best = max(got["score"], key=lambda agent: (got["score"][agent], got["win"][agent]))
    assert got["win"][best] > 0
    lead = play(TableEnv(game, players, reward="lead"), 3)
    assert sum(lead.values()) == pytest.approx(0)
    assert max(lead.values()) == lead[best]


def test_one_seed_and_then_another_game(module: ModuleType) -> None:
    env, other = module.env(), module.env()
    first = [observation_of(env, seed) for seed in (5, None, 5, None, 6)]
    again = [observation_of(other, seed) for seed in (5, None)]
    assert first[:2] == first[2:4] == again
    assert len(set(first)) == 3


def observation_of(env: Any, seed: int | None) -> bytes:
    """What the last seat sees after some moves of a new game."""
    env.reset(seed=seed)
    luck = dice(0)
    for _ in range(12):
        env.step(random_index(env, luck))
    seen: bytes = env.observe(env.possible_agents[-1])["observation"].tobytes()
    return seen


def test_floats_are_the_same_by_the_scale_of_their_parts() -> None:
    small, scaled = (TableEnv("emperor-of-china", dtype=dtype) for dtype in ("uint8", "float32"))
    for env in (small, scaled):
        observation_of(env, 3)
    seen, told = (env.observe("player_1")["observation"] for env in (small, scaled))
    assert told.dtype == np.float32
    for part in small.space.parts:
        place = slice(part.first, part.first + part.size)
        assert told[place] == pytest.approx(seen[place] / part.one)


def test_what_was_seen_stays_as_it_was(module: ModuleType) -> None:
    env = module.env()
    env.reset(seed=1)
    before = env.last()[0]
    kept = copy.deepcopy(before)
    env.step(int(np.flatnonzero(before["action_mask"])[0]))
    env.last()
    for key in kept:
        assert (before[key] == kept[key]).all()
        before[key][:] = 0  # and is anybody's to change


def test_options_are_those_of_the_game() -> None:
    env = TableEnv("year-of-the-dragon", 4, great_wall=True, super_event="flood")
    assert env.max_num_agents == 4
    assert env.observer.setting.options["great_wall"] is True
    assert env.observer.setting.options["super_event"] == "flood"


def test_a_copy_is_the_same_table(module: ModuleType) -> None:
    env = module.env(players=3, reward="score")
    other = pickle.loads(pickle.dumps(env))
    assert observation_of(other, 4) == observation_of(env, 4)
    assert other.max_num_agents == 3


def go_on(env: Any, seed: int) -> tuple[list[float], dict[str, Any], str | None]:
    """The rest of the game at random: what agents were paid, the last info, and what those who watch are told."""
    luck = dice(seed)
    paid = []
    for _ in env.agent_iter():
        _, reward, is_done, _, info = env.last(observe=False)
        paid.append(reward)
        env.step(None if is_done else random_index(env, luck))
    return paid, info, env.render()


@pytest.mark.parametrize("reward", ["win", "points"])
def test_in_a_deep_copy_the_same_game_goes_on_apart(module: ModuleType, reward: str) -> None:
    env = module.env(players=3, reward=reward, render_mode="ansi")
    untouched = copy.deepcopy(env)
    with pytest.raises(IllegalError, match=r"call reset\(\) first"):
        untouched.last()
    seen = observation_of(env, 4)
    other = copy.deepcopy(env)
    assert other.render() == env.render()
    played = go_on(other, 1)
    assert env.observe(env.possible_agents[-1])["observation"].tobytes() == seen
    assert go_on(env, 1) == played
    assert observation_of(env, None) == observation_of(other, None)  # and the next game is the same, too


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_registry(game: str) -> None:
    env = pettingzoo.make("aec", table_id(game), players=3)
    assert str(env) == module_name(game)
    assert env.max_num_agents == 3
    assert pettingzoo.make("parallel", table_id(game)).possible_agents[0] == "player_0"


# ---- what is refused


def test_an_illegal_action_is_an_error_or_the_end() -> None:
    env = TableEnv("forbidden-city")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    for action in (illegal, -1, env.action_space("player_0").n, 2**70):
        with pytest.raises(IllegalError, match=rf"The action {action} is not legal here: there are \d+ legal ones"):
            env.step(action)
    ending = TableEnv("forbidden-city", illegal_reward=-2.0)
    ending.reset(seed=1)
    ending.step(illegal)
    assert ending.rewards == {"player_0": -2.0, "player_1": 0.0}
    assert all(ending.terminations.values())
    assert ending.infos["player_0"] == {"illegal": True}


@pytest.mark.parametrize(
    "action", [None, True, 0.0, 0.9, np.float32(0), "0", [0], np.array([0]), float("nan")], ids=repr
)
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    """It is refused even where an illegal action ends the game: the program is wrong, not what it learned."""
    env = TableEnv("forbidden-city", illegal_reward=-1.0)
    env.reset(seed=1)
    before = env.last()[0]["observation"].tobytes()
    with pytest.raises(UnreadableError) as refusal:
        env.step(action)
    told = f"An action is a whole number, the index of a 1 in the action mask, not {action!r}."
    assert str(refusal.value) == told
    assert env.last()[0]["observation"].tobytes() == before
    assert not any(env.terminations.values())


@pytest.mark.parametrize("kind", [np.int64, np.uint16, np.array])
def test_whole_numbers_of_numpy_are_actions_seeds_and_players(kind: Any) -> None:
    env, twin = TableEnv("emperor-of-china", kind(4)), TableEnv("emperor-of-china", 4)
    env.reset(seed=kind(3))
    twin.reset(seed=3)
    index = int(np.flatnonzero(twin.last()[0]["action_mask"])[0])
    env.step(kind(index))
    twin.step(index)
    assert (env.last()[0]["observation"] == twin.last()[0]["observation"]).all()


@pytest.mark.parametrize("seed", [1.5, "1", True, b"1"], ids=repr)
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(SettingError) as refusal:
        TableEnv("forbidden-city").reset(seed=seed)
    assert str(refusal.value) == f"A seed is a whole number, not {seed!r}."


def test_when_all_have_left_there_is_nothing_to_do() -> None:
    env = TableEnv("forbidden-city")
    play(env, 1)
    assert not env.agents
    for act in (lambda: env.step(None), lambda: env.step(0), env.last):
        with pytest.raises(IllegalError, match=r"The game is over: call reset\(\) for another one\."):
            act()


def test_a_game_must_be_dealt_first() -> None:
    env = TableEnv("forbidden-city")
    for act in (lambda: env.step(0), lambda: env.observe("player_0"), env.last, env.render):
        with pytest.raises(IllegalError, match=r"call reset\(\) first"):
            act()


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"players": 5}, "players"),
        ({"players": True}, "players"),
        ({"start": "sheds"}, 'The option start cannot be "sheds"; it can be gardens or halls.'),
        ({"great_wall": True}, "great_wall"),
        ({"reward": "fame"}, 'There is no reward "fame"; the rewards are win, zero-sum, score, lead and points.'),
        ({"dtype": "int64"}, "Observations are of type uint8 or float32, not int64."),
        ({"render_mode": "rgb_array"}, 'The render mode cannot be "rgb_array"; it can be human or ansi.'),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(wishes: dict[str, Any], told: str) -> None:
    with pytest.raises(SettingError, match=told):
        TableEnv("forbidden-city", **wishes)


@pytest.mark.parametrize("game", GAMES)
def test_a_module_can_be_run(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = f"tianxia.environments.{module_name(game)}"
    monkeypatch.delitem(sys.modules, module, raising=False)  # runpy warns of a module that was imported before
    assert runpy.run_module(module, run_name="__main__")["GAME"] == game
