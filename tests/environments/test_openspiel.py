"""The games for OpenSpiel: its own tests, true chance nodes, and information states that tell what a seat knows."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `openspiel` is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402

from support.luck import THOROUGH, dice, seed_of  # noqa: E402
from tianxia.engine import COMPILED  # noqa: E402
from tianxia.environments import openspiel  # noqa: E402
from tianxia.environments.names import spiel_name  # noqa: E402
from tianxia.errors import IllegalError, SettingError, TianxiaError  # noqa: E402
from tianxia.games import GAMES, find_game  # noqa: E402

STANDARD = [spiel_name(game) for game in sorted(GAMES)]
OTHERS = [
    "tianxia_forbidden_city(players=3,start=halls,reward=win)",
    "tianxia_emperor_of_china(players=4,side=four-five,fortifications=True)",
    "tianxia_emperor_of_china(players=5,reward=score)",
    "tianxia_year_of_the_dragon(players=3,great_wall=True,super_event=random,reward=lead)",
    "tianxia_year_of_the_dragon(players=5,super_event=sunrise,large_privilege=6,imperfect_information=True)",
]
CITY, EMPEROR, DRAGON = (spiel_name(game) for game in ("forbidden-city", "emperor-of-china", "year-of-the-dragon"))
HIDING = [CITY, EMPEROR]
SAMPLER = pyspiel.UniformProbabilitySampler(0.0, 1.0)


def states_of(name: str, seed: int = 1) -> Iterator[Any]:
    """One game at random, state by state, the last one included. Look, but clone before you touch."""
    state = pyspiel.load_game(name).new_initial_state()
    luck = np.random.default_rng(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(luck.choice(state.legal_actions())))
    yield state


def decisions_of(name: str, every: int, seed: int = 1) -> Iterator[Any]:
    """The states in which somebody decides, now and then."""
    for number, state in enumerate(states_of(name, seed)):
        if number % every == 0 and not state.is_chance_node() and not state.is_terminal():
            yield state


# ---- what OpenSpiel tests


@pytest.mark.parametrize("name", [*STANDARD, *(OTHERS if COMPILED or THOROUGH else [])])
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, True, False)


@pytest.mark.skipif(not THOROUGH, reason="OpenSpiel takes a minute to write one down: make test-all does it")
@pytest.mark.parametrize("name", [*STANDARD, *OTHERS])
def test_playthrough(name: str) -> None:
    written = generate_playthrough.playthrough(name, None, seed=1)
    assert "Returns() = " in written
    assert written.count("IsChanceNode() = True") > 1


def test_reinforcement_learning_in_its_way() -> None:
    env = rl_environment.Environment(EMPEROR, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
    step = env.reset()
    luck = dice(1)
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        legal = step.observations["legal_actions"][player]
        step = env.step([legal[luck.below(len(legal))]])
    assert sum(step.rewards) == pytest.approx(0)


@pytest.mark.parametrize("name", [CITY, EMPEROR, f"{DRAGON}(imperfect_information=True)"])
def test_its_search_plays_to_the_end(name: str) -> None:
    game = pyspiel.load_game(name)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, luck), 2.0, 2, random_state=luck)
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(outcomes, p=chances)))
        else:
            thinks = moves % (10 if COMPILED else 20) == 0
            state.apply_action(int(bot.step(state) if thinks else luck.choice(state.legal_actions())))
            moves += 1
    assert sum(state.returns()) == pytest.approx(0)


# ---- chance


@pytest.mark.parametrize("game", sorted(GAMES))
def test_it_is_the_game_of_the_house(game: str) -> None:
    """Drawn from the same seed, and with the same decisions, it ends the same."""
    found = find_game(game)
    setting = found.setting(3)
    engine, drawing = found.new(setting), found.new(setting)
    engine.deal(seed_of(1))
    drawing.take_seed(seed_of(1))
    state = pyspiel.load_game(f"{spiel_name(game)}(players=3)").new_initial_state()
    luck = dice(1)
    while not state.is_terminal():
        if state.is_chance_node():
            outcome = int(drawing.draw())
            chances = dict(state.chance_outcomes())
            weights = dict(zip(map(int, drawing.outcomes()), map(int, drawing.weights()), strict=True))
            assert chances == {key: pytest.approx(weight / sum(weights.values())) for key, weight in weights.items()}
            drawing.settle(outcome)
            state.apply_action(outcome)
        else:
            legal = state.legal_actions()
            index = legal[luck.below(len(legal))]
            action = state.held.setup.space.action_at(engine, index)
            assert state.action_to_string(index) == found.print_move(engine, action)
            engine.apply(action)
            drawing.apply_until_chance(action)
            state.apply_action(index)
    assert list(state.held.position.scores()) == list(engine.scores())
    winners = [seat for seat, share in enumerate(state.returns()) if share == max(state.returns())]
    assert winners == list(engine.winners())


def test_a_shuffle_is_told_card_by_card() -> None:
    for name in STANDARD:
        game = pyspiel.load_game(name)
        most = max(len(state.legal_actions()) for state in states_of(name) if state.is_chance_node())
        assert most <= game.max_chance_outcomes() <= 30


def test_chance_has_words() -> None:
    told = {name: {word for state in states_of(name) for word in words_of_chance(state)} for name in STANDARD}
    assert told[EMPEROR] == set(find_game("emperor-of-china").box.colours)  # type: ignore[attr-defined]
    assert told[CITY] <= {tile.id for tile in find_game("forbidden-city").box.tiles}  # type: ignore[attr-defined]
    assert {"tribute", "taxes", "privilege"} <= told[DRAGON]


def words_of_chance(state: Any) -> list[str]:
    return [state.action_to_string(outcome) for outcome in state.legal_actions()] if state.is_chance_node() else []


@pytest.mark.parametrize("name", [*STANDARD, *OTHERS])
def test_a_game_is_never_longer_than_told(name: str) -> None:
    game = pyspiel.load_game(name)
    chances = decisions = 0
    for state in states_of(name, 2):
        chances += state.is_chance_node()
        decisions += not state.is_chance_node() and not state.is_terminal()
    assert 0 < chances <= game.max_chance_nodes_in_history()
    assert 0 < decisions <= game.max_game_length()


# ---- what a seat knows


@pytest.mark.parametrize("name", [*STANDARD, *OTHERS])
def test_what_is_drawn_afresh_looks_the_same(name: str) -> None:
    differs = False
    for state in decisions_of(name, 11):
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, SAMPLER)
            assert_looks_the_same(other, state, player)
            assert other.held.position.information_set_key(player) == state.held.position.information_set_key(player)
            differs |= str(other) != str(state)
    assert differs == (not pyspiel.load_game(name).setup.game.is_open)


def assert_looks_the_same(one: Any, other: Any, player: int) -> None:
    assert one.current_player() == other.current_player()
    assert len(one.history()) == len(other.history())
    for told in ("information_state_string", "observation_string", "observation_tensor"):
        assert getattr(one, told)(player) == getattr(other, told)(player)
    if one.get_game().get_type().provides_information_state_tensor:
        assert one.information_state_tensor(player) == other.information_state_tensor(player)
    if player == one.current_player():
        assert one.legal_actions() == other.legal_actions()


@pytest.mark.parametrize("name", [*HIDING, OTHERS[0], OTHERS[1]])
def test_two_things_that_a_seat_has_not_learnt_may_change_places(name: str) -> None:
    """A seat cannot tell two hidden outcomes apart. They are exchanged without `determinize`, which may be wrong."""
    luck = dice(1)
    tried = 0
    for state in decisions_of(name, 3):
        for player in range(state.num_players()):
            changed = with_two_exchanged(state, player, luck)
            if changed is not None:
                assert changed.held.position.scores() == state.held.position.scores()
                assert_looks_the_same(changed, state, player)
                tried += 1
    assert tried > 10


def with_two_exchanged(state: Any, player: int, luck: Any) -> Any:
    """A state with two outcomes exchanged that a player has not learnt; `None` where the game cannot have gone so."""
    held = state.held
    knows = held.setup.chances.knows
    events, marks = held.events[:], held.marks
    hidden = [place for place, mark in enumerate(marks) if mark >= 0 and not knows(held.position, player, mark)]
    first = hidden[luck.below(len(hidden))]
    if held.setup.game.id == "forbidden-city":  # everybody knows whose tiles are whose
        size = held.position.stack_size
        hidden = [place for place in hidden if marks[place] // size == marks[first] // size]
    second = hidden[luck.below(len(hidden))]
    if events[first] == events[second]:
        return None
    events[first], events[second] = events[second], events[first]
    changed = state.get_game().new_initial_state()
    try:
        for event in events:
            changed.apply_action(event)
    except TianxiaError:  # somebody had played what it has not drawn now
        return None
    return changed


@pytest.mark.parametrize("name", HIDING)
def test_a_history_that_was_drawn_afresh_can_be_played_on(name: str) -> None:
    for state in decisions_of(name, 13, seed=3):
        other = state.resample_from_infostate(state.current_player(), SAMPLER)
        luck = dice(len(other.history()))
        while not other.is_terminal():
            legal = other.legal_actions()
            other.apply_action(legal[luck.below(len(legal))])
        assert sum(other.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", HIDING)
def test_the_tensor_tells_the_history_that_the_string_does(name: str) -> None:
    table = pyspiel.load_game(name).setup
    for state in decisions_of(name, 17):
        for player in range(state.num_players()):
            numbers = state.information_state_tensor(player)
            assert numbers[: table.space.features] == state.observation_tensor(player)
            history = [round(number * table.most_number) for number in numbers[int(table.space.features) :]]
            words = state.information_state_string(player).partition(": ")[2].split()
            told = [openspiel.UNSEEN if word == "?" else int(word) + openspiel.FIRST_NUMBER for word in words]
            assert history == told + [0] * (table.most_history - len(told))


def test_nobody_is_told_what_others_drew() -> None:
    """The Emperor: of two deals that differ in one hand alone, the owner of the hand can tell them apart."""
    game = pyspiel.load_game(EMPEROR)
    here, there = game.new_initial_state(), game.new_initial_state()
    while here.is_chance_node():
        outcome = here.legal_actions()[0]
        number = len(here.history())
        here.apply_action(outcome)
        there.apply_action(there.legal_actions()[1] if number == 0 else outcome)
    for player in range(3):
        same = here.information_state_string(player) == there.information_state_string(player)
        assert same == (player != 0)


@pytest.mark.parametrize("name", HIDING)
def test_what_is_public_is_the_same_for_all(name: str) -> None:
    game = pyspiel.load_game(name)
    none = pyspiel.PrivateInfoType.NONE
    for remembers in (True, False):
        observer = game.make_py_observer(pyspiel.IIGObservationType(True, remembers, none))
        for state in decisions_of(name, 19):
            told = {observer.string_from(state, player) for player in range(state.num_players())}
            assert len(told) == 1
            other = state.resample_from_infostate(0, SAMPLER)
            assert observer.string_from(other, 0) in told
    with pytest.raises(ValueError, match="not what all seats see"):
        game.make_py_observer(pyspiel.IIGObservationType(True, True, pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="takes no parameters"):
        game.make_py_observer(None, {"fast": True})


def test_a_tile_is_told_when_it_is_taken_and_to_others_when_it_is_laid() -> None:
    state = next(state for state in states_of(CITY) if not state.is_chance_node())
    dealt = state.history()
    size = len(dealt) // 2

    def known(player: int) -> list[int]:
        words = state.information_state_string(player).partition(": ")[2].split()[: len(dealt)]
        assert all(word in ("?", str(tile)) for word, tile in zip(words, dealt, strict=True))
        return [place for place, word in enumerate(words) if word != "?"]

    assert (known(0), known(1)) == ([0], [size])
    state.apply_action(state.legal_actions()[0])
    assert (known(0), known(1)) == ([0, 1], [0, size])


# ---- copies, documents, parameters


@pytest.mark.parametrize("name", STANDARD)
def test_a_copy_goes_its_own_way(name: str) -> None:
    for state in decisions_of(name, 29):
        before = str(state)
        for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert str(other) == before
            other.apply_action(other.legal_actions()[-1])
            assert str(other) != before
        _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
        assert other.legal_actions() == state.legal_actions()
        assert str(state) == before


def test_parameters_are_those_of_the_game() -> None:
    game = pyspiel.load_game("tianxia_year_of_the_dragon", {"players": 4, "great_wall": True})
    assert game.num_players() == 4
    assert game.new_initial_state().held.position.great_wall
    assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()
    assert pyspiel.load_game(f"{EMPEROR}(players=5)").setup.setting.options["side"] == "four-five"
    perfect, imperfect = (pyspiel.load_game(name).get_type().information for name in (DRAGON, CITY))
    assert (perfect, imperfect) == (
        pyspiel.GameType.Information.PERFECT_INFORMATION,
        pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (f"{CITY}(players=5)", "players"),
        (f"{CITY}(start=sheds)", 'The option start cannot be "sheds"; it can be gardens or halls.'),
        (f"{EMPEROR}(players=3,side=four-five)", "side"),
        (f"{DRAGON}(reward=fame)", 'There is no reward "fame"'),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(name: str, told: str) -> None:
    with pytest.raises(SettingError, match=told):
        pyspiel.load_game(name)


def test_nothing_is_drawn_afresh_before_all_is_dealt() -> None:
    """Or what chance has dealt so far would be told."""
    with pytest.raises(IllegalError, match="chance is still dealing"):
        next(states_of(CITY)).resample_from_infostate(0, SAMPLER)


def test_an_illegal_action_is_refused() -> None:
    state = next(decisions_of(CITY, 1))
    illegal = next(index for index in range(state.num_distinct_actions()) if index not in state.legal_actions())
    with pytest.raises(IllegalError, match=f"The action {illegal} is not legal here"):
        state.apply_action(illegal)
