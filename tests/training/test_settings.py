"""What networks are trained on: settings that exist, one space for all of them, and fair rosters."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="training needs NumPy")

from support.teahouse import TEAHOUSE  # noqa: E402
from tianxia.environments import space_for  # noqa: E402
from tianxia.games import find_game  # noqa: E402
from training.league import GREEDY, LEARNER, League, fair_shares  # noqa: E402
from training.recipes import recipe_for  # noqa: E402
from training.settings import MIXTURES, mixture_of, spread, with_base  # noqa: E402


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_one_network_fits_all_settings(name: str) -> None:
    game = find_game(name)
    spaces = [space_for(game, game.setting(setting.players, setting.options_dict())) for setting in MIXTURES[name]]
    assert len({(int(space.features), int(space.actions)) for space in spaces}) == 1


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_every_number_of_players_is_trained(name: str) -> None:
    assert {setting.players for setting in MIXTURES[name]} == set(find_game(name).player_counts)


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_the_mixture_is_spread_over_all_groups(name: str) -> None:
    for groups in (1, 7, 112):
        assert len(spread(MIXTURES[name], groups)) == groups
    counts = [spread(MIXTURES[name], 1000).count(setting) / 1000 for setting in MIXTURES[name]]
    assert counts == pytest.approx([setting.share for setting in MIXTURES[name]], abs=0.002)


@pytest.mark.parametrize("name", sorted(MIXTURES))
def test_a_recipe_gives_the_base_game_its_share(name: str) -> None:
    recipe = recipe_for(name)
    mixture = with_base(MIXTURES[name], recipe.base)
    assert {setting.options for setting in mixture} == {setting.options for setting in MIXTURES[name]}
    assert sum(setting.share for setting in mixture) == pytest.approx(1)
    assert [s.share for s in mixture if s.players == 4 and not s.options] == [pytest.approx(recipe.base)]
    assert 0 <= recipe.past + recipe.greedy <= 1
    assert recipe.entropy[0] > recipe.entropy[1]


def test_a_game_without_a_mixture_is_trained_with_every_number_of_players_with_and_without_options() -> None:
    found = [(setting.share, setting.players, setting.options_dict()) for setting in mixture_of(TEAHOUSE)]
    all_options = {"rounds": 3, "sugar": True}
    assert found == [(0.25, 2, {}), (0.25, 2, all_options), (0.25, 3, {}), (0.25, 3, all_options)]


def test_every_table_has_a_seat_for_the_learner() -> None:
    luck = np.random.default_rng(1)
    rosters = [League(past=0.3, greedy=0.6).seat(3, luck) for _ in range(300)]
    assert all((roster == LEARNER).any() for roster in rosters)
    assert sum((roster == GREEDY).any() for roster in rosters) == pytest.approx(180, abs=40)


def test_a_fair_share_is_one_for_each_seat_of_the_learner() -> None:
    assert fair_shares(np.array([0, 2, 2, 0], np.uint8), np.array([0.5, 0.5, 0.0, 0.0])) == (2.0, 2)
