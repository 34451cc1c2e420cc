"""The player that plays with the network of its game."""

from __future__ import annotations

import pytest

from contract.cases import cases_of
from support.luck import dice
from support.networks import NETWORK_GAMES, decisions, judged, numbers_of
from support.teahouse import TEAHOUSE
from tianxia.errors import SettingError
from tianxia.games import AnyGame
from tianxia.players import choose_fairly, make_player

SEED = bytes(range(16))
games = pytest.mark.parametrize("game", NETWORK_GAMES, ids=lambda game: game.id)


@games
def test_a_network_alone_plays_whole_games(game: AnyGame) -> None:
    for number, case in enumerate(cases_of(game)):
        position = case.game.new(case.setting)
        position.deal(number.to_bytes(16, "big"))
        player = make_player("net", game)
        moves = 0
        while not position.over:
            position.apply(choose_fairly(player, position, SEED, moves))
            moves += 1
        assert position.winners()


@games
def test_its_choice_depends_on_what_the_seat_sees_alone(game: AnyGame) -> None:
    """Not on other hands, on what lies in piles, on shuffles to come, or on the luck of the player."""
    for number, case in enumerate(cases_of(game)):
        for position in decisions(case, number, 25):
            player = make_player("net", game)
            chosen = choose_fairly(player, position, SEED, 0)
            told = numbers_of(judged(case, position))
            for deal in range(3):
                other = position.clone()
                other.determinize(position.seat, dice(deal))
                assert numbers_of(judged(case, other)) == told
                assert choose_fairly(player, other, bytes(16), deal) == chosen
            best = max(range(len(told[0])), key=told[0].__getitem__)
            assert chosen == position.legal_actions()[best]


def test_a_game_without_a_network_says_so() -> None:
    with pytest.raises(SettingError) as refusal:
        make_player("net", TEAHOUSE)
    assert refusal.value.key == "network.none"
    assert "forbidden-city, emperor-of-china and year-of-the-dragon" in str(refusal.value)
