"""The games for OpenSpiel: `import tianxia.environments.openspiel`, then `pyspiel.load_game("tianxia_forbidden_city")`.

Every event of chance is a chance node of its own, the deal included: one tile or card at a time. The names and values
of options are those of the games; `players` and `reward` are parameters, too. An information state is the whole history
as a seat knows it: all decisions, which are public in all these games, and the outcomes of chance that the seat has
learnt. An observation is what is on the table now, and what the seat holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from tianxia.engine.chance import MASK32, Stream
from tianxia.engine.observation import Space, zeros
from tianxia.engine.position import SPECTATOR, Position
from tianxia.environments.arrays import scale_of
from tianxia.environments.missing import missing
from tianxia.environments.names import spiel_name
from tianxia.environments.rewards import FINAL_REWARDS, final_reward
from tianxia.environments.spaces import describe, space_for
from tianxia.errors import IllegalError, SettingError
from tianxia.games import GAMES, AnyGame, find_game
from tianxia.games.base import Game, OptionValue, Setting, human_seat
from tianxia.games.chance_model import DECISION, ChanceModel
from tianxia.words import error, text

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as failure:
    raise missing(failure, "openspiel") from None

BY_PLAYERS: Final = "default"  # the value of an option whose usual value depends on how many play
MOST_POINTS: Final = 10_000.0  # no game comes near
UNSEEN: Final = 1  # in the history of an information state: an outcome that the seat has not learnt
HISTORY: Final = "history"  # the part of a tensor that has it
FIRST_NUMBER: Final = 2  # there: what stands for the index or outcome 0; 0 itself is what has not happened


class SpielSetup:
    """A game with one setting and reward: everything that its states share."""

    def __init__(self, game: AnyGame, setting: Setting, reward: str) -> None:
        self.game = game
        self.setting = setting
        self.reward = final_reward(reward)
        self.space: Space = space_for(game, setting)
        self.fresh = game.new(setting)
        self.chances = chance_model_for(game, self.fresh)
        self.most_history = self.chances.most_events + self.chances.most_decisions
        self.most_number = FIRST_NUMBER + max(int(self.space.actions), self.chances.most_outcomes) - 1

    def __reduce__(self) -> tuple[Callable[..., SpielSetup], tuple[Any, ...]]:
        reward = next(name for name, kind in FINAL_REWARDS.items() if kind is self.reward)
        return find_setup, (self.game.id, self.setting.players, tuple(self.setting.options.items()), reward)


def chance_model_for(game: AnyGame, position: Position) -> ChanceModel:
    """The chance model of a game, for a position in which nothing has been dealt."""
    model = game.chance_model(position)
    if model is None:
        known = sorted(id for id, kind in GAMES.items() if kind.chance_model is not Game.chance_model)
        raise error(SettingError, "research.no-space", game=game.id, known=known)
    return model


@cache
def find_setup(game: str, players: int, options: tuple[tuple[str, OptionValue], ...], reward: str) -> SpielSetup:
    """The setup of a game, the same object for the same parameters."""
    found = find_game(game)
    return SpielSetup(found, found.setting(players, dict(options)), reward)


class Held:
    """A position with its history. OpenSpiel copies a state by copying this, and serializes it by pickling this."""

    __slots__ = ("events", "marks", "position", "setup")

    def __init__(self, setup: SpielSetup, position: Any, events: list[int], marks: list[int]) -> None:
        self.setup = setup
        self.position = position
        self.events = events  # outcomes, and indices of decisions
        self.marks = marks  # same order: who learns of it, see `ChanceModel`

    def __deepcopy__(self, memo: object) -> Held:
        return Held(self.setup, self.position.clone(), self.events[:], self.marks[:])

    def __reduce__(self) -> tuple[Callable[..., Held], tuple[Any, ...]]:
        return replay, (self.setup, self.events)

    def apply(self, event: int) -> None:
        """Apply an outcome of chance, or the index of a decision."""
        position, setup = self.position, self.setup
        if position.awaits_chance:
            mark = setup.chances.mark(position)
            position.settle_checked(event)
        else:
            mark = DECISION
            action = setup.space.action_at(position, event)
            if action < 0:
                legal = len(position.legal_actions())
                raise error(IllegalError, "environment.illegal", index=event, legal=legal)
            position.apply_until_chance(action)
        self.events.append(event)
        self.marks.append(mark)

    def known_to(self, seat: int) -> list[int]:
        """The history as a seat knows it, as numbers: `UNSEEN` for outcomes that it has not learnt."""
        position, knows = self.position, self.setup.chances.knows
        return [
            event + FIRST_NUMBER if mark < 0 or knows(position, seat, mark) else UNSEEN
            for event, mark in zip(self.events, self.marks, strict=True)
        ]


def replay(setup: SpielSetup, events: Sequence[int]) -> Held:
    """The position that a history leads to."""
    held = Held(setup, setup.fresh.clone(), [], [])
    for event in events:
        held.apply(event)
    return held


# ---- what OpenSpiel knows


class TableState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel. All its data is in `held`, which OpenSpiel copies and pickles."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        setup = game.setup
        self.held = Held(setup, setup.fresh.clone(), [], [])

    def current_player(self) -> int:
        position = self.held.position
        if position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if position.awaits_chance else position.seat)

    def is_terminal(self) -> bool:
        return bool(self.held.position.over)

    def _legal_actions(self, player: int) -> list[int]:
        space, position = self.held.setup.space, self.held.position
        frame = space.frame(position)
        indices = [space.index_inside(action, frame) for action in position.legal_actions()]
        return sorted(int(index) for index in indices if index >= 0) or [int(space.other)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        position = self.held.position
        weights = [int(weight) for weight in position.weights()]
        total = sum(weights)
        return [(int(out), weight / total) for out, weight in zip(position.outcomes(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.held.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        setup, position = self.held.setup, self.held.position
        if player < 0:
            return setup.chances.name(position, action)
        return describe(setup.game, setup.space, action, position)

    def returns(self) -> list[float]:
        position = self.held.position
        return self.held.setup.reward(position) if position.over else [0.0] * position.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TableState:
        """A state in the same information set of a player: everything that it cannot know is drawn afresh."""
        held = self.held
        if is_dealing(held.position, held):
            raise error(IllegalError, "environment.dealing")
        dealt = held.position.clone()
        dealt.determinize(player, stream_from(sampler))
        state: TableState = self.get_game().new_initial_state()
        for event in held.setup.chances.rewrite_history(dealt, player, held.events, held.marks):
            state.apply_action(event)
        return state

    def __str__(self) -> str:
        """The whole state as text, hidden information included."""
        position = self.held.position
        scores = " ".join(str(points) for points in position.scores())
        return f"player {self.current_player()}, scores {scores}, history {' '.join(map(str, self.held.events))}"


def stream_from(sampler: Callable[[], float]) -> Stream:
    """A stream of random numbers, seeded by a sampler of OpenSpiel."""
    a, b, c = (min(int(sampler() * (MASK32 + 1)), MASK32) for _ in range(3))
    return Stream(a, b, c, 1)  # never all zero


class TableObserver:
    """Observations of a seat as numbers (`tensor`, and its named parts in `dict`), and as text."""

    def __init__(self, setup: SpielSetup, wanted: Any, params: object) -> None:
        if params:
            raise ValueError(text("environment.observer", params=params))
        if wanted.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError(text("environment.all-players"))
        self.remembers = bool(wanted.perfect_recall)
        self.public = bool(wanted.public_info)
        self.private = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        # where nothing is hidden, an observation is complete: a history in numbers would only be long
        if self.public and self.private and not (self.remembers and setup.game.is_open):
            self._make_tensor(setup)

    def _make_tensor(self, setup: SpielSetup) -> None:
        parts = [(part.name, part.first, part.size, part.shape) for part in setup.space.parts]
        size = self._features = int(setup.space.features)
        if self.remembers:
            parts.append((HISTORY, size, setup.most_history, [setup.most_history]))
            size += setup.most_history
        self.tensor = np.zeros(size, np.float32)
        self.dict = {name: self.tensor[first : first + length].reshape(shape) for name, first, length, shape in parts}
        self._scale = scale_of(setup.space.parts)

    def set_from(self, state: TableState, player: int) -> None:
        """Write the observation of a player into `tensor` (OpenSpiel calls this with any player to find the shape)."""
        held = state.held
        space, position = held.setup.space, held.position
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if not 0 <= player < position.players:
            return
        if not is_dealing(position, held):
            numbers: Any = zeros(self._features)
            space.write_observation(position, player, numbers, 0)
            np.multiply(np.frombuffer(numbers, np.uint8), self._scale, out=self.tensor[: self._features])
        if self.remembers:
            known = held.known_to(player)
            history = self.dict[HISTORY]
            history[: len(known)] = known
            history /= held.setup.most_number

    def string_from(self, state: TableState, player: int) -> str:
        """An observation or information state as text: equal texts if and only if the player knows the same."""
        held = state.held
        if self.remembers and self.public:
            eyes = player if self.private else SPECTATOR
            known = ("?" if number == UNSEEN else str(number - FIRST_NUMBER) for number in held.known_to(eyes))
            return f"seat {eyes}: {' '.join(known)}"
        if is_dealing(held.position, held):
            return ""
        return json.dumps(self._view(held, player), separators=(",", ":"), sort_keys=True)

    def _view(self, held: Held, player: int) -> dict[str, Any]:
        game, position = held.setup.game, held.position
        found: dict[str, Any] = {}
        if self.public:
            found["table"] = game.table(position)
            found["scores"] = [int(points) for points in position.scores()]
            found["to_move"] = None if position.over or position.awaits_chance else human_seat(int(position.seat))
        if self.private:
            found["seat"] = human_seat(player)
            found["own"] = game.own(position, player)
        return found


def is_dealing(position: Any, held: Held) -> bool:
    """Whether the game is still being dealt: chance is awaited, and nobody has decided anything yet."""
    return bool(position.awaits_chance) and DECISION not in held.marks


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    id: str  # of the game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        kind = game_type(self.id)
        chosen: dict[str, Any] = {**kind.parameter_specification, **(params or {})}
        self.setup = read_parameters(self.id, chosen)
        low, high, total, utility = utilities(chosen["reward"], chosen["players"])
        chances = self.setup.chances
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.setup.space.actions),
            max_chance_outcomes=chances.most_outcomes,
            num_players=self.setup.setting.players,
            min_utility=low,
            max_utility=high,
            utility_sum=total,
            max_game_length=chances.most_decisions,
        )
        super().__init__(game_type(self.id, utility, chosen.get(SEARCHED, False)), info, params or {})

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setup.chances.most_events

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        return TableObserver(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


# ---- parameters

SEARCHED: Final = "imperfect_information"
"""A parameter of games in which nothing is hidden: OpenSpiel hears the opposite, as some of its search refuses it."""


def game_type(id: str, utility: Any = None, pretends: bool = False) -> Any:
    """The `GameType` of a game, which OpenSpiel needs before its parameters are known."""
    game = find_game(id)
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=spiel_name(id),
        long_name=text(f"{id}.title"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION
        if game.is_open and not pretends
        else information.IMPERFECT_INFORMATION,
        utility=utility or pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.player_counts[-1],
        min_num_players=game.player_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=not game.is_open,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=usual_parameters(game),
    )


def usual_parameters(game: AnyGame) -> dict[str, Any]:
    """The parameters of a game, with their default values."""
    found: dict[str, Any] = {"players": game.player_counts[0], "reward": "zero-sum"}
    by_players = [{option.name: option.default for option in game.options(count)} for count in game.player_counts]
    for name, value in by_players[0].items():
        found[name] = value if all(options[name] == value for options in by_players) else BY_PLAYERS
    if game.is_open:
        found[SEARCHED] = False
    return found


def read_parameters(id: str, chosen: Mapping[str, Any]) -> SpielSetup:
    """The setup for given parameters; raises `SettingError` if they are wrong."""
    own = ("players", "reward", SEARCHED)
    options = tuple((name, value) for name, value in chosen.items() if name not in own and value != BY_PLAYERS)
    return find_setup(id, chosen["players"], options, chosen["reward"])


def utilities(reward: str, players: int) -> tuple[float, float, float | None, Any]:
    """Minimum, maximum and sum of the utilities of a reward, and their `GameType.Utility`."""
    kinds = pyspiel.GameType.Utility
    if reward == "zero-sum":
        return -1.0 / (players - 1), 1.0, 0.0, kinds.ZERO_SUM
    if reward == "lead":
        return -MOST_POINTS, MOST_POINTS, 0.0, kinds.ZERO_SUM
    if reward == "win":
        return 0.0, 1.0, 1.0, kinds.CONSTANT_SUM
    return -MOST_POINTS, MOST_POINTS, None, kinds.GENERAL_SUM


def register() -> None:
    """Register the games with OpenSpiel; importing this module does it."""
    for id in GAMES:
        name = "".join(word.capitalize() for word in id.split("-"))
        pyspiel.register_game(game_type(id), type(name, (TableGame,), {"id": id}))


register()
