"""What is outside: a city that outgrew its window, and a seat with more palaces than are shown."""

from __future__ import annotations

from typing import Any

from tianxia.engine.chance import stream_of
from tianxia.engine.vectors import numbers
from tianxia.environments import describe, legal_mask, observe, space_for
from tianxia.games import find_game
from tianxia.games.forbidden_city.environment.observation import WINDOW
from tianxia.games.forbidden_city.interface.notation import at_spot
from tianxia.games.year_of_the_dragon.environment.observation import PALACES

CITY = find_game("forbidden-city")
DRAGON = find_game("year-of-the-dragon")


def long_street() -> Any:
    """A city that was built to the east as long as that was possible."""
    position = CITY.new(CITY.setting(4))
    position.deal(bytes(16))
    while not position.over and len({at_spot(entry >> 12)[0] for entry in position.frontier}) < WINDOW + 6:
        position.apply(max(position.legal_actions(), key=lambda action: at_spot(action >> 2)[0]))
    return position


def test_moves_outside_the_window_have_no_index_and_are_masked_out() -> None:
    position = long_street()
    space = space_for(CITY, CITY.setting(4))
    actions = [int(action) for action in position.legal_actions()]
    outside = [action for action in actions if space.index_of(position, action) < 0]
    assert outside
    assert len(outside) < len(actions)
    xs = {at_spot(action >> 2)[0] for action in actions} - {at_spot(action >> 2)[0] for action in outside}
    assert max(xs) - min(xs) < WINDOW
    assert sum(legal_mask(space, position)) == len(actions) - len(outside)
    assert len(observe(space, position, 0)) == space.features


def test_random_indices_are_drawn_from_the_window_alone() -> None:
    position = long_street()
    space = space_for(CITY, CITY.setting(4))
    dice = stream_of(bytes(16), 9)
    mask = legal_mask(space, position)
    # 1: there are legal actions, and nothing more is known of them
    drawn = {int(space.random_index(position, space.frame(position), 1, dice)) for _ in range(3000)}
    assert drawn == {index for index, legal in enumerate(mask) if legal}


def crowded_court(with_room: int) -> Any:
    """A seat that is to place a person, and has room in one of very many palaces alone."""
    position = DRAGON.new(DRAGON.setting(2))
    position.deal(bytes(16))
    position.apply(position.legal_actions()[0])
    size, other = PALACES + 3, list(position.floors)[position.first_slot[1] :]
    full = position.tables.rosters.bundle_of([0])
    rosters = [0 if place == with_room else full for place in range(size)]
    position.numbers = numbers([*range(1, size + 1), *range(1, len(other) + 1)])
    position.floors = numbers([*[1] * size, *other])
    position.rosters = numbers([*rosters, *[0] * len(other)])
    position.first_slot = numbers([0, size, size + len(other)])
    return position


def test_palaces_that_are_not_shown_cannot_be_named() -> None:
    position = crowded_court(3)
    space = space_for(DRAGON, DRAGON.setting(2))
    assert sum(legal_mask(space, position)) == 1
    assert legal_mask(space, position)[int(space.other)] == 0


def test_where_everything_is_outside_the_last_index_is_the_first_legal_action() -> None:
    position = crowded_court(PALACES + 1)
    space = space_for(DRAGON, DRAGON.setting(2))
    actions = [int(action) for action in position.legal_actions()]
    other = int(space.other)
    mask = legal_mask(space, position)
    assert [index for index, legal in enumerate(mask) if legal] == [other] == [int(space.actions) - 1]
    assert space.action_at(position, other) == actions[0]
    assert space.index_of(position, actions[0]) == other
    assert space.random_index(position, 0, 0, stream_of(bytes(16), 1)) == other
    assert describe(DRAGON, space, other, position) == f"palace {PALACES + 2}"
