"""The base class of observation and action spaces: a game for learning programs, as vectors of a fixed length.

An observation holds what one seat may see, as small numbers: the parts that a space declares, one after the other.
Values of seats begin with those of the observing seat, then come the others in the order of the turn. A learning
program chooses an *index*; which action of the game it stands for depends on the position.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import elements
from tianxia.engine.chance import Stream
from tianxia.engine.native import append, i64, mypyc_attr, u8, vec
from tianxia.engine.position import Position

MOST: Final = 255  # the greatest number of an observation; greater counts are capped
TRIES: Final = 64

# a set of eight elements -> these, counted from 1, in 4 bits each
EIGHTS: Final = vec[i64](
    [sum((item + 1) * 16**place for place, item in enumerate(elements(items))) for items in range(256)]
)


class Part:
    """A named block of numbers of an observation, or of action indices."""

    __slots__ = ("first", "meaning", "most", "name", "one", "shape", "size")

    name: str
    shape: list[int]
    first: int  # the index of its first number
    size: int
    most: int  # its numbers are 0 to this
    one: int  # the number that becomes 1.0 in an observation of floats
    meaning: str

    def __init__(self, name: str, shape: list[int], first: int, most: int, one: int, meaning: str) -> None:
        self.name = name
        self.shape = shape
        self.first = first
        self.size = 1
        for length in shape:
            self.size *= length
        self.most = most
        self.one = one
        self.meaning = meaning


@mypyc_attr(allow_interpreted_subclasses=True)
class Space:
    """The observations and action indices of one game, for an edition and a setting of it.

    An action with an index of its own is called *inside*. The others are *outside* (of a window, of the palaces that
    are shown): they can be chosen only by the last index, `other`, where no legal action is inside.
    """

    __slots__ = ("actions", "features", "groups", "kept", "other", "parts")

    actions: i64  # how many indices there are
    features: i64  # how many numbers an observation has
    kept: i64  # how many of the first of them may stay as they are from one position of a game to the next
    parts: list[Part]  # of an observation
    groups: list[Part]  # of the indices
    other: i64  # the last index: see `end_of_actions`

    def __init__(self) -> None:
        self.actions = 0
        self.features = 0
        self.kept = 0
        self.parts = []
        self.groups = []
        self.other = -1

    # ---- what a game declares

    def part(self, name: str, shape: list[int], most: int, one: int, meaning: str) -> i64:
        """Add a part to the observation; returns the index of its first number."""
        part = Part(name, shape, int(self.features), most, one, meaning)
        self.parts.append(part)
        self.features += part.size
        return part.first

    def flags(self, name: str, shape: list[int], meaning: str) -> i64:
        """Add a part of numbers that are 0 or 1 to the observation; returns the index of the first."""
        return self.part(name, shape, 1, 1, meaning)

    def group(self, name: str, shape: list[int], meaning: str) -> i64:
        """Add a group of action indices; returns the first of them."""
        group = Part(name, shape, int(self.actions), 1, 1, meaning)
        self.groups.append(group)
        self.actions += group.size
        return group.first

    def end_of_actions(self) -> None:
        """Add the last index. It is legal only where every legal action is outside, and means the first of those."""
        self.other = self.group("other", [1], "the first legal action, where all of them are outside; else not legal")

    # ---- what a game fills in

    def frame(self, position: Position) -> i64:
        """Key of the reference frame (window corner, turn) that observations and indices are relative to."""
        return 0

    def write_frame(self, position: Position, seat: i64, frame: i64, shown: i64, into: vec[u8], at: i64) -> i64:
        """Write the observation of a seat from `into[at]` on; returns the value to pass as `shown` next time.

        All numbers must be 0 before, but for the first `self.kept`: if `shown` is not 0, those still hold what the
        call that returned `shown` wrote for an earlier position of the same game and frame.
        """
        raise NotImplementedError

    def write_inside(self, position: Position, frame: i64, into: vec[u8], at: i64) -> i64:
        """Set `into[at + index]` to 1 for all legal actions that have an index of their own.

        Returns 0 without such actions, otherwise a value for `random_index`.
        """
        found: i64 = 0
        for action in position.legal_actions():
            index = self.index_inside(action, frame)
            if index >= 0:
                into[at + index] = 1
                found = 1
        return found

    def index_among(self, position: Position, action: i64, frame: i64) -> i64:
        """The index of a legal action of a position; -1 if it has none of its own."""
        return self.index_inside(action, frame)

    def indices_of(self, position: Position, actions: vec[i64]) -> vec[i64]:
        """The index of each of the legal actions of a position, which are given ascending; -1 if it has none."""
        frame = self.frame(position)
        found = vec[i64]([])
        is_inside = False
        for action in actions:
            index = self.index_inside(action, frame)
            found = append(found, index)
            if index >= 0:
                is_inside = True
        if not is_inside and len(found):
            found[0] = self.other
        return found

    def index_inside(self, action: i64, frame: i64) -> i64:
        """The index of a legal action; -1 if it has none of its own, or if it depends on which others are legal."""
        raise NotImplementedError

    def action_inside(self, index: i64, frame: i64) -> i64:
        """The action, legal or not, of an index other than the last."""
        raise NotImplementedError

    # ---- for all games

    def write_observation(self, position: Position, seat: i64, into: vec[u8], at: i64) -> None:
        """Write the observation of a seat from `into[at]` on, where all numbers must be 0 before."""
        self.write_frame(position, seat, self.frame(position), 0, into, at)

    def write_mask(self, position: Position, into: vec[u8], at: i64) -> None:
        """Set `into[at + index]` to 1 for all legal indices; all numbers must be 0 before."""
        self.write_mask_of(position, self.frame(position), into, at)

    def write_mask_of(self, position: Position, frame: i64, into: vec[u8], at: i64) -> i64:
        """Set `into[at + index]` to 1 for all legal indices, in a known frame; returns the value of `write_inside`."""
        found = self.write_inside(position, frame, into, at)
        if not found and not position.over and not position.awaits_chance:
            into[at + self.other] = 1
        return found

    def index_of(self, position: Position, action: i64) -> i64:
        """The index of a legal action in a position; -1 if no index stands for it there."""
        found = self.index_among(position, action, self.frame(position))
        if found < 0 and action == self.first_outside(position):
            return self.other
        return found

    def action_at(self, position: Position, index: i64) -> i64:
        """The action of an index in a position; -1 if it is not legal there."""
        if index < 0 or index >= self.actions:
            return -1
        action = self.legal_action_at(position, index, self.frame(position))
        if action >= 0 and position.is_legal(action):
            return action
        return -1

    def legal_action_at(self, position: Position, index: i64, frame: i64) -> i64:
        """The action of a legal index, in a known frame."""
        if index == self.other:
            return self.first_outside(position)
        return self.action_inside(index, frame)

    def first_outside(self, position: Position) -> i64:
        """The action of the last index: the first legal action, if none has an index of its own; else -1."""
        frame = self.frame(position)
        actions = position.legal_actions()
        for action in actions:
            if self.index_inside(action, frame) >= 0:
                return -1
        if len(actions):
            return actions[0]
        return -1

    def random_index(self, position: Position, frame: i64, found: i64, stream: Stream) -> i64:
        """A random legal index, all with equal chances; `found` is the value of `write_mask_of`.

        Its slow twin draws from the mask.
        """
        for _ in range(TRIES):
            index = self.index_inside(position.random_action(stream), frame)
            if index >= 0:
                return index
        inside = vec[i64]([])
        for action in position.legal_actions():
            index = self.index_inside(action, frame)
            if index >= 0:
                inside = append(inside, index)
        if len(inside):
            return inside[stream.below(len(inside))]
        return self.other


def zeros(length: i64) -> vec[u8]:
    """A vector of `length` zeros, to be written into."""
    return vec[u8](bytes(length))


def write_set(items: i64, into: vec[u8], place: i64) -> None:
    """Set `into[place + element]` to 1 for each element of a set."""
    place -= 1
    while items:
        rest = EIGHTS[items & 255]
        while rest:
            into[place + (rest & 15)] = 1
            rest >>= 4
        items >>= 8
        place += 8


def copy_from_seat(counts: vec[i64], seat: i64, size: i64, into: vec[u8], at: i64) -> None:
    """Copy the numbers of all seats, `size` of each, beginning with those of one seat."""
    first = seat * size
    end: i64 = len(counts)
    at -= first
    for place in range(first, end):
        into[at + place] = cut(counts[place])
    at += end
    for place in range(first):
        into[at + place] = cut(counts[place])


def write_sets(sets: vec[i64], seat: i64, size: i64, into: vec[u8], at: i64) -> None:
    """Write one set for each seat, as `size` numbers of 0 or 1, beginning with the set of one seat."""
    for owner in range(seat, len(sets)):
        write_set(sets[owner], into, at)
        at += size
    for owner in range(seat):
        write_set(sets[owner], into, at)
        at += size


def seats_between(seat: i64, other: i64, players: i64) -> i64:
    """The number of turns from one seat to another, in the order of the turn."""
    if other < seat:
        return other + players - seat
    return other - seat


def cut(number: i64) -> u8:
    """A count, capped at 255."""
    if number & ~MOST:  # one question for the usual case
        return u8(MOST) if number > 0 else u8(0)
    return u8(number)
