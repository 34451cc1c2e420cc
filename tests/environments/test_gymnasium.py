"""The games for Gymnasium: its own checks, and what one seat sees and gets."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `research` is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="the extra `research` is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from support.luck import dice  # noqa: E402
from tianxia.engine.chance import Stream  # noqa: E402
from tianxia.engine.position import Position  # noqa: E402
from tianxia.environments.gymnasium import SoloEnv  # noqa: E402
from tianxia.environments.names import environment_id  # noqa: E402
from tianxia.errors import IllegalError, SettingError, UnreadableError  # noqa: E402
from tianxia.games import GAMES, find_game  # noqa: E402
from tianxia.players import Player  # noqa: E402

GAME_IDS = sorted(GAMES)


def play(env: Any, seed: int) -> tuple[list[float], dict[str, Any]]:
    """A whole game at random: the rewards, and the last info."""
    luck = dice(seed)
    seen, info = env.reset(seed=seed)
    rewards: list[float] = []
    is_done = False
    while not is_done:
        assert (seen["action_mask"] == info["action_mask"]).all()
        legal = np.flatnonzero(info["action_mask"])
        seen, reward, is_done, is_cut, info = env.step(int(legal[luck.below(len(legal))]))
        rewards.append(reward)
        assert not is_cut
    return rewards, info


class Searching(Player):
    """Plays anything, and keeps what it was shown."""

    spec = "searching"

    def __init__(self, seen: list[Any]) -> None:
        self.seen = seen

    def choose(self, position: Position, stream: Stream) -> int:
        self.seen.append(position)
        return int(position.random_action(stream))


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_checker_of_gymnasium(game: str) -> None:
    check_env(gymnasium.make(environment_id(game), render_mode="ansi").unwrapped)
    wishes = {"seat": 2, "opponents": "greedy", "dtype": "float32", "reward": "points"}
    check_env(gymnasium.make(environment_id(game), players=3, **wishes).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_game_against_programs(game: str) -> None:
    players = find_game(game).player_counts[-1]
    opponents = ["greedy", *["random"] * (players - 2)]
    env = gymnasium.make(environment_id(game), players=players, seat=players, opponents=opponents)
    rewards, info = play(env, 1)
    assert len(info["scores"]) == players
    assert rewards[-1] == (1 / len(info["winners"]) if players in info["winners"] else 0)
    assert not any(rewards[:-1])
    assert (rewards, info["scores"]) == (lambda played: (played[0], played[1]["scores"]))(play(env, 1))
    env.close()


@pytest.mark.parametrize("game", GAME_IDS)
def test_points_are_paid_when_they_are_scored(game: str) -> None:
    rewards, info = play(SoloEnv(game, seat=1, reward="points"), 2)
    assert sum(rewards) == info["scores"][0]
    assert any(rewards[:-1])


def test_opponents_sit_in_the_order_of_the_turn() -> None:
    env = SoloEnv("year-of-the-dragon", 4, seat=3, opponents=["greedy", "level:novice", "random"])
    env.reset(seed=1)
    seats = {(env.seat + 1 + number) % 4 + 1: player.spec for number, player in enumerate(env.opponents)}
    assert seats == {4: "greedy", 1: "level:novice", 2: "random"}


def test_opponents_see_what_they_may_know() -> None:
    """What an opponent is given was drawn afresh for its seat: never the position itself."""

    env = SoloEnv("emperor-of-china", seat=1)
    seen: list[Any] = []
    env.opponents = [Searching(seen), Searching(seen)]
    play(env, 1)
    assert len(seen) > 20
    assert not any(position is env.position for position in seen)
    assert all(position.generator is not None and not position.seed for position in seen)  # another one's luck


def test_every_seat_comes_up_where_none_was_chosen() -> None:
    env = SoloEnv("emperor-of-china")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {1, 2, 3}


def test_an_illegal_action_ends_the_game_or_is_an_error() -> None:
    env = SoloEnv("forbidden-city", seat=1)
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, is_done, _, info = env.step(illegal)
    assert (reward, is_done, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(IllegalError, match=r"The game is over: call reset\(\) for another one\."):
        env.step(illegal)
    strict = SoloEnv("forbidden-city", seat=1, illegal_reward=None)
    strict.reset(seed=1)
    with pytest.raises(IllegalError, match=f"The action {illegal} is not legal here"):
        strict.step(illegal)


@pytest.mark.parametrize("action", [None, True, 0.0, np.float32(0.9), "0", np.array([0])], ids=repr)
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    env = SoloEnv("forbidden-city", seat=1)
    with pytest.raises(IllegalError, match=r"call reset\(\) first"):
        env.step(action)
    _, info = env.reset(seed=1)
    with pytest.raises(UnreadableError, match="An action is a whole number, the index of a 1 in the action mask, not "):
        env.step(action)
    assert not env.step(np.flatnonzero(info["action_mask"])[0])[2]


def play_on(env: Any, seed: int) -> tuple[list[float], dict[str, Any]]:
    """The rest of a game at random, from the seat's turn: the rewards, and the last info."""
    luck = dice(seed)
    inner = env.unwrapped
    rewards: list[float] = []
    is_done = False
    while not is_done:
        legal = np.flatnonzero(inner.observer.mask(inner.position, inner.seat))
        _, reward, is_done, _, info = env.step(int(legal[luck.below(len(legal))]))
        rewards.append(reward)
    return rewards, {key: info[key] for key in ("seat", "scores", "winners")}


@pytest.mark.parametrize("game", GAME_IDS)
def test_in_a_deep_copy_the_same_game_goes_on_apart(game: str) -> None:
    env = gymnasium.make(environment_id(game), players=3, opponents=["greedy", "random"], reward="points")
    _, info = env.reset(seed=3)
    env.step(np.flatnonzero(info["action_mask"])[0])
    other = copy.deepcopy(env)
    assert other.spec == env.spec
    assert play_on(other, 1) == play_on(env, 1)
    assert other.reset()[1]["seat"] == env.reset()[1]["seat"]
    assert (other.unwrapped.position.information_set_key(0), other.unwrapped._seed) == (
        env.unwrapped.position.information_set_key(0),
        env.unwrapped._seed,
    )


@pytest.mark.parametrize("game", GAME_IDS)
def test_what_is_pickled_is_how_it_was_set_up(game: str) -> None:
    env = SoloEnv(game, 3, seat=2, opponents="greedy", reward="points")
    env.reset(seed=1)
    other = pickle.loads(pickle.dumps(env))
    assert other.position is None
    assert play(other, 5)[0] == play(env, 5)[0]


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"seat": 3}, "The seat that learns must be from 1 to 2, not 3."),
        ({"opponents": ["random", "greedy"]}, "There must be 1 opponent, one for each other seat"),
        (
            {"opponents": None},
            "There must be 1 opponent, one for each other seat, or one name for all of them, not None.",
        ),
        ({"opponents": [5]}, r"or one name for all of them, not \[5\]\."),
        ({"opponents": "wizard"}, 'There is no player "wizard"'),
        ({"opponents": "pipe:python3 bot.py"}, "cannot be an opponent here"),
        ({"fortifications": True}, "fortifications"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(wishes: dict[str, Any], told: str) -> None:
    with pytest.raises(SettingError, match=told):
        SoloEnv("forbidden-city", **wishes)
