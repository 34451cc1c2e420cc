"""The meaning of observations and indices: the space of a game, its parts by name, and an action index in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tianxia.engine.observation import Part, Space, zeros
from tianxia.engine.position import Position
from tianxia.errors import SettingError, UnreadableError
from tianxia.games import GAMES, AnyGame
from tianxia.games.base import Game, Setting
from tianxia.words import error


def space_for(game: AnyGame, setting: Setting, compact: bool = False) -> Space:
    """The space of a game: its observations and actions, for its edition and a setting.

    >>> from tianxia.games import find_game
    >>> game = find_game("emperor-of-china")
    >>> space = space_for(game, game.setting(4))
    >>> space.features, space.actions
    (445, 539)
    """
    space = game.compact_space(setting) if compact else game.space(setting)
    if space is None:
        if compact:
            known = sorted(id for id, kind in GAMES.items() if kind.compact_space is not Game.compact_space)
        else:
            known = sorted(id for id, kind in GAMES.items() if kind.space is not Game.space)
        raise error(SettingError, "research.no-space", game=game.id, known=known)
    return space


def describe(game: AnyGame, space: Space, index: int, position: Any = None) -> str:
    """An action index in words: in notation if a position is given in which it is legal, else by its group.

    >>> from tianxia.games import find_game
    >>> game = find_game("emperor-of-china")
    >>> describe(game, space_for(game, game.setting(4)), 7)
    'house 1,2'
    """
    if not 0 <= index < space.actions:
        raise error(UnreadableError, "research.index", index=index, last=int(space.actions) - 1)
    if position is not None:
        action = int(space.action_at(position, index))
        if action >= 0:
            return game.print_move(position, action)
    group = next(group for group in space.groups if index < group.first + group.size)
    if group.size == 1:
        return group.name
    return f"{group.name} {','.join(map(str, places_in(group, index)))}"


def places_in(part: Part, index: int) -> list[int]:
    """The coordinates of an index in the shape of its part."""
    rest = index - part.first
    found: list[int] = []
    for length in reversed(part.shape):
        rest, place = divmod(rest, length)
        found.insert(0, place)
    return found


def observe(space: Space, position: Position, seat: int) -> bytes:
    """The observation of a seat (from 0); convenient, but slow."""
    if not 0 <= seat < position.players:
        raise error(UnreadableError, "research.seat", seat=seat, last=int(position.players) - 1)
    into = zeros(int(space.features))
    space.write_observation(position, seat, into, 0)
    return bytes(into)


def legal_mask(space: Space, position: Position) -> bytes:
    """The mask of a position: 1 for each legal index, 0 for the others; convenient, but slow."""
    into = zeros(int(space.actions))
    space.write_mask(position, into, 0)
    return bytes(into)


def table_of(parts: list[Part]) -> Iterator[str]:
    """The lines of a Markdown table of parts; `docs/research.md` has them."""
    yield "| part | shape | first | numbers | 1.0 is | meaning |"
    yield "|---|---|---|---|---|---|"
    for part in parts:
        shape = " × ".join(map(str, part.shape))
        yield f"| {part.name} | {shape} | {part.first} | 0 to {part.most} | {part.one} | {part.meaning} |"


def table_of_actions(groups: list[Part]) -> Iterator[str]:
    """The lines of a Markdown table of groups of actions; `docs/research.md` has them."""
    yield "| group | shape | first | meaning |"
    yield "|---|---|---|---|"
    for group in groups:
        shape = " × ".join(map(str, group.shape))
        yield f"| {group.name} | {shape} | {group.first} | {group.meaning} |"
