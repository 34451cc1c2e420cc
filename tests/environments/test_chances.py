"""Histories that look the same to a seat: they lead to what was drawn afresh for it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from support.luck import dice, seed_of
from tianxia.games import GAMES, find_game
from tianxia.games.chance_model import DECISION
from tianxia.games.emperor_of_china.environment.chance_model import draws_between
from tianxia.games.emperor_of_china.rules.hidden_hands import DRAWN


def play_some(game: Any, setting: Any, moves: int, seed: int) -> tuple[Any, list[int], list[int]]:
    """A position, with its history in actions and outcomes, and the marks of both."""
    position = game.new(setting)
    chances = game.chance_model(position)
    position.take_seed(seed_of(seed))
    events: list[int] = []
    marks: list[int] = []
    luck = dice(seed)
    while not position.over and (position.awaits_chance or moves):
        if position.awaits_chance:
            marks.append(chances.mark(position))
            events.append(int(position.draw()))
            position.settle(events[-1])
        else:
            marks.append(DECISION)
            events.append(int(position.random_action(luck)))
            position.apply_until_chance(events[-1])
            moves -= 1
    return position, events, marks


def replay(game: Any, setting: Any, events: list[int]) -> Any:
    position = game.new(setting)
    for event in events:
        if position.awaits_chance:
            position.settle_checked(event)
        else:
            assert position.is_legal(event)
            position.apply_until_chance(event)
    return position


@pytest.mark.parametrize("moves", [0, 20, 50, 120])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_history_told_anew_leads_to_what_was_drawn_afresh(game: str, moves: int) -> None:
    found = find_game(game)
    setting = found.setting(3)
    position, events, marks = play_some(found, setting, moves, moves)
    chances = found.chance_model(found.new(setting))
    assert chances is not None
    for seat in range(3):
        dealt = position.clone()
        dealt.determinize(seat, dice(seat))
        told = chances.rewrite_history(dealt, seat, events, marks)
        assert hidden_things(replay(found, setting, told)) == hidden_things(dealt)
        for event, other, mark in zip(events, told, marks, strict=True):
            assert event == other or (mark >= 0 and not chances.knows(position, seat, mark))


def hidden_things(position: Any) -> list[list[int]]:
    """Of Forbidden City the stacks, of The Emperor of China hands and pile; nothing else is hidden."""
    names = ("stacks", "hands", "pile", "hidden_at_shuffle")
    return [[int(number) for number in getattr(position, name)] for name in names if hasattr(position, name)]


@given(some.lists(some.integers(0, 3), max_size=4), some.lists(some.tuples(some.booleans(), some.integers(0, 5))))
def test_whatever_is_played_was_drawn_before(first: list[int], happenings: list[tuple[bool, int]]) -> None:
    held = list(first)
    events = []
    for draws, number in happenings:
        if draws:
            held.append(number % 4)
            events.append(DRAWN)
        elif held:
            events.append(held.pop(number % len(held)))
    told = draws_between(Counter(first), events, Counter(held))
    now = Counter(first)
    for event in events:
        if event == DRAWN:
            now[next(told)] += 1
        else:
            assert now[event] > 0
            now[event] -= 1
    assert now == Counter(held)
    assert next(told, None) is None
