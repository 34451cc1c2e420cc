"""Programs that play: found by their spec, and asked fairly."""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any

import pytest

from support.teahouse import TEAHOUSE
from tianxia.engine import COMPILED
from tianxia.engine.chance import Stream, stream_of
from tianxia.engine.position import Position
from tianxia.errors import IllegalError
from tianxia.games import GAMES as ALL_GAMES
from tianxia.games import AnyGame, find_game
from tianxia.play import Match
from tianxia.players import Player, choose_fairly, make_player
from tianxia.players.network.shipped import has_network

SEED = bytes(range(16))
GAMES = [*map(find_game, ALL_GAMES), TEAHOUSE]
SEARCH = "mcts:20" if COMPILED else "mcts:4"  # interpreted, it takes many times as long


def positions(game: AnyGame) -> list[Any]:
    """Some positions with hidden things, of all numbers of players."""
    found = []
    for players in game.player_counts:
        for number in range(3):
            position = game.new(game.setting(players))
            position.deal(number.to_bytes(16, "big"))
            dice = stream_of(SEED, number)
            decisions = 9 if game is not TEAHOUSE else 4  # a short game
            for _ in range(decisions * number):
                position.apply(position.random_action(dice))
            found.append(position)
    return found


class Peeker(Player):
    """Decides by all that is in the position, hidden things and luck to come included."""

    spec = "peeker"

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, position: Position, stream: Stream) -> int:
        ahead = position.clone()
        for _ in range(4):
            if not ahead.over:
                ahead.apply(ahead.legal_actions()[0])
        everything = str((self.game.write_position(position), self.game.write_position(ahead), stream.next32()))
        legal = position.legal_actions()
        return int(legal[zlib.crc32(everything.encode()) % len(legal)])


class Vandal(Player):
    """Plays the position it was given to its end."""

    spec = "vandal"

    def choose(self, position: Position, stream: Stream) -> int:
        action = int(position.legal_actions()[-1])
        while not position.over:
            position.apply(position.random_action(stream))
        return action


# ---- asked fairly


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("player", ["random", "greedy", "level:novice", SEARCH, "net", "net:8", "peeker"])
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(game: AnyGame, player: str) -> None:
    if player.startswith("net") and not has_network(game.id):
        pytest.skip("the game has no network")
    choices = []
    for number, position in enumerate(positions(game)):
        chosen = choose_fairly(new(player, game), position, SEED, number)
        for deal in range(4):
            other = position.clone()
            other.determinize(position.seat, stream_of(SEED, 100 + deal))
            assert chosen == choose_fairly(new(player, game), other, SEED, number)
        choices.append(chosen)
    assert len(set(choices)) > 2


def new(player: str, game: AnyGame) -> Player:
    return Peeker(game) if player == "peeker" else make_player(player, game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_player_never_gets_hold_of_the_real_position(game: AnyGame) -> None:
    for position in positions(game):
        before = game.write_position(position)
        assert position.is_legal(choose_fairly(Vandal(), position, SEED, 0))
        assert game.write_position(position) == before
        assert not position.over


class Parrot(Player):
    """Answers what it was told to."""

    spec = "parrot"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, position: Position, stream: Stream) -> int:
        answer: int = self.answer
        return answer


class Whole:
    """A whole number of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_answer_that_is_not_legal_is_refused_with_the_name_of_the_player(game: AnyGame) -> None:
    position = positions(game)[0]
    legal = int(position.legal_actions()[1])
    assert choose_fairly(Parrot(Whole(legal)), position, SEED, 0) == legal
    for answer in (-1, 2**70, float(legal), str(legal), None):
        with pytest.raises(IllegalError) as refusal:
            choose_fairly(Parrot(answer), position, SEED, 0)
        assert str(refusal.value) == f'The program "parrot" answered {answer!r}, which is not one of the legal actions.'


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_luck_comes_from_seed_and_number_alone(game: AnyGame) -> None:
    position = positions(game)[0]
    for chooser in (make_player("random", TEAHOUSE), Peeker(game)):
        again = [choose_fairly(chooser, position, SEED, number) for number in range(60)]
        assert again == [choose_fairly(chooser, position, SEED, number) for number in range(60)]
        assert again != [choose_fairly(chooser, position, bytes(16), number) for number in range(60)]
        assert len(set(again)) > 1


def test_the_dice_of_players_are_not_those_of_the_deal() -> None:
    """Who knows the seed of a player's luck must not know the shuffles."""

    class Listener(Player):
        spec = "listener"

        def choose(self, position: Position, stream: Stream) -> int:
            heard.append(int(stream.next32()))
            return int(position.legal_actions()[0])

    heard: list[int] = []
    position = positions(TEAHOUSE)[0]
    for number in range(50):
        choose_fairly(Listener(), position, SEED, number)
    dealt = {int(stream_of(SEED, number).next32()) for number in range(50)}
    assert len(set(heard)) == 50
    assert not dealt & set(heard)


# ---- random


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_random_makes_each_legal_move_as_often(game: AnyGame) -> None:
    position = positions(game)[0]
    legal = [int(action) for action in position.legal_actions()]
    seen = Counter(
        choose_fairly(make_player("random", TEAHOUSE), position, SEED, number) for number in range(60 * len(legal))
    )
    assert set(seen) == set(legal)
    assert all(25 < seen[action] < 105 for action in legal)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_programs_can_play_a_whole_game(game: AnyGame) -> None:
    for players in game.player_counts:
        match = Match.begin(game, game.setting(players), SEED)
        while not match.over:
            action = choose_fairly(make_player("random", TEAHOUSE), match.position, SEED, match.sequence)
            match.move(match.to_move or 0, game.print_move(match.position, action))
        assert match.winners
