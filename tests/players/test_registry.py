"""Players are found by their spec, or refused with a sentence."""

from __future__ import annotations

import pytest

from support.teahouse import TEAHOUSE
from tianxia.engine import COMPILED
from tianxia.errors import SettingError
from tianxia.games import find_game
from tianxia.players import Effort, is_program, make_player, player_specs
from tianxia.players.search_player import SearchPlayer

CITY = find_game("forbidden-city")  # it has a network


@pytest.mark.parametrize("spec", player_specs())
def test_players_are_found_by_their_spec(spec: str) -> None:
    player = make_player(spec, CITY)
    assert player.spec == spec
    for written in (spec.upper(), f" {spec} ", spec.replace(":", ": ")):
        assert is_program(written)
        again = make_player(written, CITY)
        assert (type(again), again.spec) == (type(player), spec)


@pytest.mark.parametrize("spec", ["", "randon", "random 3", "mcts 1000", "{spec}", "\ud800", "me", "me:mcts"])
def test_unknown_players_are_refused_with_those_there_are(spec: str) -> None:
    assert not is_program(spec)
    with pytest.raises(SettingError) as refusal:
        make_player(spec, TEAHOUSE)
    assert str(refusal.value).startswith(f'There is no player "{spec}"; the players are random, greedy, ')
    assert refusal.value.key == "setting.player"


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("random:3", 'The player random takes no argument, but "3" was given.'),
        ("greedy:best", 'The player greedy takes no argument, but "best" was given.'),
        ("level:expert", 'There is no level "expert"; the levels are novice, adept and master.'),
        ("level:", 'There is no level ""; the levels are novice, adept and master.'),
    ],
)
def test_what_stands_after_the_name_is_checked(spec: str, sentence: str) -> None:
    with pytest.raises(SettingError) as refusal:
        make_player(spec, TEAHOUSE)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("typed", ["", "0", "0s", "-5", "1e3", "1_000", "100000001", "3601s", "2 m", "s", ".s", "٣"])
def test_an_effort_is_simulations_or_seconds(typed: str) -> None:
    with pytest.raises(SettingError) as refusal:
        make_player(f"mcts:{typed}", TEAHOUSE)
    assert str(refusal.value) == (
        f'"{typed}" is neither a number of simulations (such as 1000; at most 100000000) '
        "nor a time (such as 2s; at most 3600 s)."
    )


@pytest.mark.parametrize(
    ("typed", "effort"),
    [
        ("1", Effort(1)),
        ("0100", Effort(100)),
        ("100000000", Effort(100_000_000)),
        ("2s", Effort(seconds=2)),
        ("0.25s", Effort(seconds=0.25)),
        (".5 s", Effort(seconds=0.5)),
        ("3600s", Effort(seconds=3600)),
    ],
)
def test_efforts_are_read_and_written(typed: str, effort: Effort) -> None:
    assert Effort.parse(typed) == effort
    assert Effort.parse(str(effort)) == effort
    assert effort.is_repeatable == ("s" not in typed)


def test_levels_search_as_much_as_their_game_says() -> None:
    asked = TEAHOUSE.simulations
    for level, simulations in (("adept", asked.adept), ("master", asked.master)):
        player = make_player(f"level:{level}", TEAHOUSE)
        assert isinstance(player, SearchPlayer)
        assert player.effort == Effort(simulations if COMPILED else simulations // 20)
        assert player.is_repeatable
    assert not make_player("mcts:1s", TEAHOUSE).is_repeatable
