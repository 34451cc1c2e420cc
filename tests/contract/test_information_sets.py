"""The contract of `Position.information_set_key`: one number for all that a seat knows."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from contract.cases import Case, all_cases, play_games, play_through
from support.builds import trace_in_other_build
from support.teahouse import tea_words
from tianxia.engine.chance import stream_of
from tianxia.engine.position import SPECTATOR


def information_set_keys(position: Any) -> list[int]:
    """What everybody sees, the spectator last."""
    return [int(position.information_set_key(seat)) for seat in (*range(position.players), SPECTATOR)]


def trace_games(games: int) -> str:
    """A checksum over what everybody saw in so many random games of every case."""
    digest = sha256()
    with tea_words():
        for case in all_cases():
            for number in range(games):
                for match in play_through(case, number):
                    digest.update(f"{case} {information_set_keys(match.position)}\n".encode())
    return digest.hexdigest()


def test_a_seat_sees_nothing_that_hiding_draws_afresh(case: Case) -> None:
    for count, match in enumerate(play_games(case)):
        for seat in (*range(case.players), SPECTATOR):
            hidden = match.position.clone()
            hidden.determinize(seat, stream_of(case.seed(count), seat + 5000))
            assert hidden.information_set_key(seat) == match.position.information_set_key(seat)
            assert hidden.information_set_key(SPECTATOR) == match.position.information_set_key(SPECTATOR)


def test_everybody_sees_every_move(case: Case) -> None:
    """Nothing looks as it ever did before in the game."""
    before: set[int] = set()
    for match in play_through(case, 0):
        now = information_set_keys(match.position)
        assert before.isdisjoint(now)
        before.update(now)


def test_the_same_sight_is_the_same_choice(case: Case) -> None:
    """A hundred short walks from one beginning, some of which meet again, and a game."""
    choices: dict[int, tuple[int, ...]] = {}
    positions = [match.position.clone() for match in play_through(case, 1)]
    for walk in range(100):
        position = positions[walk % 3].clone()
        dice = stream_of(case.seed(walk), 6000)
        position.determinize(position.seat, dice)
        for _ in range(4):
            if not position.over:
                position.apply(position.random_action(dice))
                positions.append(position.clone())
    for position in positions:
        legal = tuple(int(action) for action in position.legal_actions())
        assert choices.setdefault(int(position.information_set_key(position.seat)), legal) == legal
    assert 20 < len(choices) < len(positions)


def test_sights_are_the_same_numbers_in_both_builds() -> None:
    assert trace_in_other_build("contract.test_information_sets", 1) == trace_games(1)
