"""The base class of positions, playouts, journals, and which build this is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from support.teahouse import TeaPosition
from tianxia.engine import COMPILED, chance, journal, playout, position, vectors
from tianxia.engine.chance import stream_of
from tianxia.engine.journal import Journal, JournalNote, Payment
from tianxia.engine.playout import play_out, trace_playout
from tianxia.engine.position import SPECTATOR, Position
from tianxia.games.forbidden_city.rules import position as rules
from tianxia.games.forbidden_city.rules import tables

SEED = bytes(range(16))


class Bare(Position):
    """A position of a game that has no rules yet."""


def tea(seed: bytes = SEED) -> TeaPosition:
    found = TeaPosition(3, 3, True)
    found.deal(seed)
    return found


# ---- the build


def test_the_build_is_the_one_that_was_asked_for() -> None:
    asked = os.environ.get("TIANXIA_BUILD")
    assert asked is None or (asked == "compiled") == COMPILED


def test_all_compiled_modules_are_compiled_or_none() -> None:
    """One compilation unit: half of it would be slow, or wrong."""
    files = [module.__file__ or "" for module in (chance, journal, playout, position, vectors, rules, tables)]
    assert {file.endswith(".py") for file in files} == {not COMPILED}


# ---- the base class


MISSING: dict[str, Callable[[Position], Any]] = {
    "legal_actions": lambda bare: bare.legal_actions(),
    "apply_until_chance": lambda bare: bare.apply_until_chance(0),
    "apply": lambda bare: bare.apply(0),
    "outcomes": lambda bare: bare.outcomes(),
    "weights": lambda bare: bare.weights(),
    "draw": lambda bare: bare.draw(),
    "settle": lambda bare: bare.settle(0),
    "take_seed": lambda bare: bare.take_seed(SEED),
    "deal": lambda bare: bare.deal(SEED),
    "clone": lambda bare: bare.clone(),
    "hide": lambda bare: bare.determinize(0, stream_of(SEED, 0)),
    "scores": lambda bare: bare.scores(),
    "is_ahead": lambda bare: bare.is_ahead(0, 1),
    "is_legal": lambda bare: bare.is_legal(0),
    "random_action": lambda bare: bare.random_action(stream_of(SEED, 0)),
}


@pytest.mark.parametrize("name", MISSING)
def test_a_game_without_rules_offers_nothing(name: str) -> None:
    with pytest.raises(NotImplementedError):
        MISSING[name](Bare())


def test_the_spectator_has_no_seat() -> None:
    assert SPECTATOR not in range(10)


def test_what_comes_for_free_is_right() -> None:
    found = tea()
    legal = [int(action) for action in found.legal_actions()]
    assert [action for action in range(-3, 20) if found.is_legal(action)] == legal
    stream = stream_of(SEED, 1)
    seen = Counter(int(found.random_action(stream)) for _ in range(500 * len(legal)))
    assert set(seen) == set(legal)
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 16.3  # one in a thousand, up to 3 degrees


# ---- playouts


def test_a_playout_plays_to_the_end_and_counts_the_decisions() -> None:
    for number in range(20):
        one, two = tea(number.to_bytes(16, "big")), tea(number.to_bytes(16, "big"))
        dice = stream_of(SEED, number)
        count = 0
        while not one.over:
            one.apply(one.random_action(dice))
            count += 1
        assert play_out(two, stream_of(SEED, number)) == count
        assert two.over
        assert two.points == one.points
        assert play_out(two, dice) == 0


def test_a_trace_tells_games_apart() -> None:
    traces = []
    for number in range(200):
        found = tea()
        decisions, trace = trace_playout(found, stream_of(SEED, number))
        assert decisions == 27  # three seats, three rounds, three decisions
        assert 0 <= trace < 2**32
        traces.append(trace)
    assert len(set(traces)) > 190
    again = [trace_playout(tea(), stream_of(SEED, number))[1] for number in range(200)]
    assert again == traces


def test_a_trace_is_made_of_choices_actions_and_scores() -> None:
    found, slow = tea(), tea()
    dice = stream_of(SEED, 5)
    trace = 0
    while not slow.over:
        actions = [int(action) for action in slow.legal_actions()]
        action = actions[int(dice.below(len(actions)))]
        slow.apply(action)
        for value in (len(actions), action, *slow.points):
            trace = (trace * 31 + value + 1) % 2**32
    assert trace_playout(found, stream_of(SEED, 5)) == (27, trace)


# ---- journals


def test_a_journal_keeps_the_order() -> None:
    book = Journal()
    book.note(3, [1, 2])
    book.pay(1, 5, 0, [77, 78], 2)
    book.note(4, [])
    first, second, third = book.entries
    assert isinstance(first, JournalNote)
    assert (first.kind, first.values) == (3, [1, 2])
    assert isinstance(second, Payment)
    assert (second.seat, second.amount, second.source, second.where, second.round) == (1, 5, 0, [77, 78], 2)
    assert isinstance(third, JournalNote)
    assert third.values == []


def test_nothing_is_written_where_nobody_watches() -> None:
    watched, alone = tea(), tea()
    watched.journal = Journal()
    for found in (watched, alone):
        play_out(found, stream_of(SEED, 9))
    assert watched.points == alone.points
    assert alone.journal is None
    paid = [entry for entry in watched.journal.entries if isinstance(entry, Payment)]
    assert [sum(entry.amount for entry in paid if entry.seat == seat) for seat in range(3)] == watched.points
