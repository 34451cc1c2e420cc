"""What must hold in every game of In the Year of the Dragon: hundreds of random ones, and any edition."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import sqrt
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.cases import Case
from support.dragon_editions import editions, standard_document
from support.dragon_games import CASES, Account, case_of, choose, fresh_position, new_position, steps
from support.luck import dice, every, scaled, seed_of
from tianxia.engine.chance import stream_of
from tianxia.engine.playout import play_out
from tianxia.engine.position import SPECTATOR
from tianxia.games.base import Document
from tianxia.games.year_of_the_dragon.game import YearOfTheDragon
from tianxia.games.year_of_the_dragon.interface.documents import PHASES
from tianxia.games.year_of_the_dragon.interface.edition import SUPER_NAMES
from tianxia.games.year_of_the_dragon.rules.choices import DISMISS, FLOOR_NEW
from tianxia.games.year_of_the_dragon.rules.position import DragonPosition
from tianxia.games.year_of_the_dragon.rules.state import (
    BUILDING,
    CROWDED,
    REPLACING,
)

STANDARD = standard_document()
SUPER_OPTIONS = ["none", "random", *SUPER_NAMES]
MOST_DECISIONS = 1000  # of a game of the standard edition; far more than any has
QUIET = settings(derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])


# ---- persons, cards and floors


def check_legal(position: DragonPosition, number: int) -> None:
    """There is something to do; the list ascends, and the shortcuts agree with it."""
    actions = [int(action) for action in position.legal_actions()]
    assert actions
    assert actions == sorted(set(actions))
    near = {action + step for action in actions for step in (-1, 1) if action + step >= 0}
    for action in {*actions, *near, DISMISS, FLOOR_NEW}:
        assert position.is_legal(action) == (action in actions)
    assert int(position.random_action(dice(number))) in actions


def check_crowds(document: Document) -> None:
    """Nowhere are more persons than floors, but with a seat that is in the middle of an earthquake."""
    in_earthquake = document["super_event"] == "earthquake" and document["part"] == "super-event"
    for seat, court in enumerate(document["courts"], 1):
        for palace in court["palaces"]:
            assert palace["floors"] <= 3
            may_be_crowded = in_earthquake and seat == document["turn"]
            assert len(palace["persons"]) <= palace["floors"] or may_be_crowded
            assert palace["floors"] > 0 or (palace["persons"] and may_be_crowded)


def keep_account(case: Case, edition: Document, number: int, prudence: int) -> None:
    """A whole game, in which everything is where the moves have put it."""
    position = new_position(case, number)
    account = Account(edition, case.players)
    account.check(case.game.write_position(position))
    stream = dice(number)
    while not position.over:
        check_legal(position, number)
        action = choose(position, stream, prudence)
        account.move(int(position.seat) + 1, case.game.print_move(position, action))
        position.apply(action)
        document = case.game.write_position(position)
        account.check(document)
        check_crowds(document)
    assert list(position.legal_actions()) == []


@settings(QUIET, max_examples=scaled(30, 150))
@given(st.sampled_from(CASES), st.integers(0, 2**63), st.sampled_from([0, 5, 9]))
def test_persons_cards_and_floors_are_accounted_for(case: Case, number: int, prudence: int) -> None:
    keep_account(case, STANDARD, number, prudence)


@settings(QUIET, max_examples=scaled(15, 60))
@given(editions(), st.integers(2, 5), st.booleans(), st.sampled_from(SUPER_OPTIONS), st.integers(0, 2**63))
def test_persons_cards_and_floors_of_any_edition_are_accounted_for(
    document: Document, players: int, great_wall: bool, super_event: str, number: int
) -> None:
    game = YearOfTheDragon(document, "any.toml")
    price = document["privileges"]["large"]["price"]
    options = {"great_wall": great_wall, "super_event": super_event, "large_privilege": price}
    keep_account(Case(game, players, tuple(options.items())), document, number, 5)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_game_ends(players: int) -> None:
    """After twelve months, with every set of options."""
    cases = [case for case in CASES if case.players == players]
    for number in range(scaled(4, 40) * len(cases)):
        case = cases[number % len(cases)]
        position = new_position(case, number)
        assert 24 * players < play_out(position, dice(number)) < MOST_DECISIONS
        assert position.month == 12
        assert max(position.scores()) == position.scores()[position.winners()[0]]


# ---- the order of play


def test_the_order_of_play_is_read_once_a_part() -> None:
    """It is that of the track when a part begins, whatever happens to the track in it; and the seats follow it."""
    changes = Counter[str]()
    for number in range(scaled(120, 120)):
        super_event = ("sunrise", "charter", "eclipse", "earthquake", "none")[number % 5]
        case = case_of(2 + number % 4, number % 3 > 0, super_event)
        position = new_position(case, number)
        before: object = None
        order: list[int] = []
        passed: list[int] = []  # the seats that have moved in this part
        for _ in steps(position, dice(number), 7):
            document = case.game.write_position(position)
            track = [seat for seat, _ in document["track"]]
            part = (document["month"], document["part"])
            if part != before:
                before, order, passed = part, document["order"], []
                assert order == (track if document["month"] else list(range(1, case.players + 1)))
            assert document["order"] == order
            if document["turn"] not in passed:
                passed.append(document["turn"])
            assert passed[-1] == document["turn"]  # nobody comes back
            assert [seat for seat in order if seat in passed] == passed
            changes[document["part"]] += track != order
    assert {part for part, count in changes.items() if count > 5} >= {"action", "person", "super-event"}
    assert not changes["event"] + changes["wall"] + changes["last-wall"]  # where nobody moves on the track


# ---- scenes of every kind


@cache
def scenes(phase: int) -> tuple[DragonPosition, ...]:
    """Positions of some games in which a seat has a choice of that kind."""
    found = []
    for number in range(240):
        super_event = SUPER_OPTIONS[number % len(SUPER_OPTIONS)]
        position = new_position(case_of(2 + number % 4, number % 3 > 0, super_event), number)
        for _ in steps(position, dice(number), (6, 9)[number % 2]):
            if position.phase == phase and len(position.legal_actions()) > 1:
                found.append(position.clone())
        if len(found) > 60:
            break
    assert len(found) >= 12, PHASES[phase]
    return tuple(found[:: len(found) // 12][:12])


EACH_PHASE = pytest.mark.parametrize(
    "phase", PHASES, ids=["crowded" if phase == CROWDED else word for phase, word in PHASES.items()]
)


@EACH_PHASE
def test_random_actions_are_exactly_the_legal_ones_and_equally_likely(phase: int) -> None:
    """Things, palaces and persons, and those that name no palace."""
    without, draws = 0, scaled(30, 60)  # for each action
    total, freedom = 0.0, 0
    for number, position in enumerate(scenes(phase)):
        actions = [int(action) for action in position.legal_actions()]
        stream = stream_of(seed_of(number), 40)
        counts = Counter(int(position.random_action(stream)) for _ in range(draws * len(actions)))
        assert counts.keys() == set(actions)
        total += sum((counts[action] - draws) ** 2 / draws for action in actions)
        freedom += len(actions) - 1
        without += (DISMISS in actions) + (FLOOR_NEW in actions)
    assert abs(total - freedom) < 5 * sqrt(2 * freedom)
    assert without == (12 if phase in (BUILDING, REPLACING) else 0)


@EACH_PHASE
def test_the_list_and_the_shortcuts_agree(phase: int) -> None:
    for number, position in enumerate(scenes(phase)):
        check_legal(position, number)


# ---- copies

FIELDS = [
    name
    for name in dir(DragonPosition)
    if not name.startswith("_") and not callable(getattr(DragonPosition, name)) and name not in ("journal", "tables")
]


def plain(value: Any) -> object:
    """A field as something that does not change."""
    if value is None or isinstance(value, int | bytes):
        return value
    if hasattr(value, "next32"):
        return value.a, value.b, value.c, value.d
    return tuple(int(item) for item in value)


def picture(position: DragonPosition) -> dict[str, object]:
    """All that there is to a position."""
    return {name: plain(getattr(position, name)) for name in FIELDS}


@EACH_PHASE
def test_a_clone_shares_nothing_that_changes(phase: int) -> None:
    """In the middle of everything: whatever is done with a copy, or with the original, the other stays as it is."""
    for number, scene in enumerate(scenes(phase)):
        before = picture(scene)
        for action in scene.legal_actions():
            ahead = scene.clone()
            ahead.apply(action)
            assert picture(scene) == before
            behind = ahead.clone()
            after = picture(behind)
            play_out(ahead, dice(number))
            assert picture(behind) == after
        hidden = scene.clone()
        hidden.determinize(SPECTATOR, dice(number))
        unseen = picture(hidden)
        play_out(hidden.clone(), dice(number))  # from here on, one stream is for all months
        assert picture(hidden) == unseen
        original, clone = scene.clone(), scene.clone()
        play_out(original, dice(number))
        play_out(hidden, dice(number))
        assert picture(scene) == picture(clone) == before


@EACH_PHASE
def test_two_clones_go_the_same_way_in_turns(phase: int) -> None:
    """A thing that both had would change twice."""
    for number, scene in enumerate(scenes(phase)[::3]):
        one, two = scene.clone(), scene.clone()
        for action in steps(one, dice(number), 8):
            assert picture(one) == picture(two)
            two.apply(action)
        assert picture(one) == picture(two)


@pytest.mark.parametrize("super_event", SUPER_OPTIONS)
def test_clones_of_a_whole_game_stay_where_they_were_made(super_event: str) -> None:
    for players in (2, 3, 4, 5):
        position = new_position(case_of(players, True, super_event), players)
        kept = [(position.clone(), picture(position)) for _ in steps(position, dice(players), 8)]
        assert len({str(before) for _, before in kept}) == len(kept)
        for clone, before in kept:
            assert picture(clone) == before


# ---- what is hidden: the shuffles to come

LUCK = {"seed", "generator"}


@EACH_PHASE
def test_hiding_changes_nothing_but_the_luck_to_come(phase: int) -> None:
    for number, scene in enumerate(scenes(phase)):
        for seat in (SPECTATOR, *range(scene.players)):
            hidden = scene.clone()
            hidden.determinize(seat, stream_of(seed_of(number), 50 + seat))
            one, other = picture(scene), picture(hidden)
            assert {name for name in FIELDS if one[name] != other[name]} == LUCK
            assert hidden.seed == b""


def test_nothing_is_hidden_before_and_after_a_game() -> None:
    fresh = case_of(3).game.new(case_of(3).setting)
    fresh.take_seed(seed_of(1))
    over = new_position(case_of(3), 1)
    play_out(over, dice(1))
    for position in (fresh, over):
        before = picture(position)
        position.determinize(0, dice(2))
        assert picture(position) == before


# ---- shortcuts


def test_applying_is_deciding_drawing_and_settling() -> None:
    """`deal` and `apply` are shortcuts: step by step the same groups come; and the same when they are told."""
    for number, case in enumerate(CASES[:: every(9, 2)]):
        quick = new_position(case, number)
        slow, told = fresh_position(case), fresh_position(case)
        slow.take_seed(seed_of(number))
        while slow.awaits_chance:
            slow.settle(slow.draw())
        case.game.read_setup(told, case.game.write_setup(slow))
        for action in steps(quick, dice(number), 6):
            assert picture(quick) == picture(slow)
            slow.apply_until_chance(action)
            outcomes = []
            while slow.awaits_chance:
                outcomes.append(int(slow.draw()))
                slow.settle(outcomes[-1])
            told.apply_with(action, outcomes)
        assert picture(quick) == picture(slow)
        assert {**picture(slow), "seed": b"", "generator": None} == picture(told)
