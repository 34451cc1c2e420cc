"""The base class of observation and action spaces: what a game is to a learning program, in rows of a fixed length.

An observation is what one seat may see, as small numbers in a row: the parts that a space declares stand one after the
other. Whatever belongs to seats is told from the observing seat on: its own first, then the others as the turn goes. An
action of a learning program is an *index*; the position that it is meant for tells which action of the game that is.
"""

from __future__ import annotations

from typing import Final

from tianxia.engine.bitsets import elements
from tianxia.engine.chance import Stream
from tianxia.engine.native import append, i64, mypyc_attr, u8, vec
from tianxia.engine.position import Position

MOST: Final = 255  # that a number of an observation can be: what is more is told as this
TRIES: Final = 64

# a set of eight elements -> these, counted from 1, in 4 bits each
EIGHTS: Final = vec[i64](
    [sum((item + 1) * 16**place for place, item in enumerate(elements(items))) for items in range(256)]
)


class Part:
    """Some numbers of an observation, or some indices of actions, that belong together."""

    __slots__ = ("first", "meaning", "most", "name", "one", "shape", "size")

    name: str
    shape: list[int]
    first: int  # where it begins
    size: int
    most: int  # its numbers are 0 to this
    one: int  # the number that is 1.0 where an observation is told in floats
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
    """Observations and actions of one game, for an edition of it and a way to set it up."""

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
        """Add a part to the observation; where it begins."""
        part = Part(name, shape, int(self.features), most, one, meaning)
        self.parts.append(part)
        self.features += part.size
        return part.first

    def flags(self, name: str, shape: list[int], meaning: str) -> i64:
        """Add a part of numbers that are 0 or 1 to the observation; where it begins."""
        return self.part(name, shape, 1, 1, meaning)

    def group(self, name: str, shape: list[int], meaning: str) -> i64:
        """Add some indices; the first of them."""
        group = Part(name, shape, int(self.actions), 1, 1, meaning)
        self.groups.append(group)
        self.actions += group.size
        return group.first

    def end_of_actions(self) -> None:
        """Add the index that is legal only where every legal action is outside: it means the first of those."""
        self.other = self.group("other", [1], "the first legal action, where all of them are outside; else not legal")

    # ---- what a game fills in

    def frame(self, position: Position) -> i64:
        """What indices and observations are relative to in a position, if anything; it is found once and passed on."""
        return 0

    def write_frame(self, position: Position, seat: i64, frame: i64, shown: i64, into: vec[u8], at: i64) -> i64:
        """Tell what a seat sees, from `into[at]` on, where all must be 0 before; but see `kept`.

        The kept numbers at the beginning may still be as they were written for an earlier position of the same game and
        frame: `shown` is then what this returned for it, else 0.
        """
        raise NotImplementedError

    def write_inside(self, position: Position, frame: i64, into: vec[u8], at: i64) -> i64:
        """Set `into[at + index]` to 1 for all legal actions that have an index of their own.

        0 where there are none, else what else it found out about them: `random_index` is told.
        """
        found: i64 = 0
        for action in position.legal_actions():
            index = self.index_inside(action, frame)
            if index >= 0:
                into[at + index] = 1
                found = 1
        return found

    def index_among(self, position: Position, action: i64, frame: i64) -> i64:
        """The index of a legal action of a position; -1 where it has none of its own."""
        return self.index_inside(action, frame)

    def index_inside(self, action: i64, frame: i64) -> i64:
        """The index of a legal action, where it does not depend on which others are legal; -1 where it has none."""
        raise NotImplementedError

    def action_inside(self, index: i64, frame: i64) -> i64:
        """The action of an index other than the last, legal or not."""
        raise NotImplementedError

    # ---- for all games

    def write_observation(self, position: Position, seat: i64, into: vec[u8], at: i64) -> None:
        """Tell what a seat sees, from `into[at]` on, where all must be 0 before."""
        self.write_frame(position, seat, self.frame(position), 0, into, at)

    def write_mask(self, position: Position, into: vec[u8], at: i64) -> None:
        """Set `into[at + index]` to 1 for all legal indices, where all must be 0 before."""
        self.write_mask_of(position, self.frame(position), into, at)

    def write_mask_of(self, position: Position, frame: i64, into: vec[u8], at: i64) -> i64:
        """Set `into[at + index]` to 1 for all legal indices, in a known frame; returns what `write_inside` found."""
        found = self.write_inside(position, frame, into, at)
        if not found and not position.over and not position.awaits_chance:
            into[at + self.other] = 1
        return found

    def index_of(self, position: Position, action: i64) -> i64:
        """The index of a legal action; -1 where it cannot be chosen here."""
        found = self.index_among(position, action, self.frame(position))
        if found < 0 and action == self.first_outside(position):
            return self.other
        return found

    def action_at(self, position: Position, index: i64) -> i64:
        """The action that an index means; -1 where that is not legal."""
        if index < 0 or index >= self.actions:
            return -1
        action = self.legal_action_at(position, index, self.frame(position))
        if action >= 0 and position.is_legal(action):
            return action
        return -1

    def legal_action_at(self, position: Position, index: i64, frame: i64) -> i64:
        """The action that a legal index means, in a known frame."""
        if index == self.other:
            return self.first_outside(position)
        return self.action_inside(index, frame)

    def first_outside(self, position: Position) -> i64:
        """What the last index means: the first legal action, if none has an index of its own; else -1."""
        frame = self.frame(position)
        actions = position.legal_actions()
        for action in actions:
            if self.index_inside(action, frame) >= 0:
                return -1
        if len(actions):
            return actions[0]
        return -1

    def random_index(self, position: Position, frame: i64, found: i64, stream: Stream) -> i64:
        """One of the legal indices, each as likely, where `found` is known from `write_mask_of`.

        Its slow twin is drawing from the mask.
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
    """A vector of so many zeros, to be written into."""
    return vec[u8](bytes(length))


def write_set(items: i64, into: vec[u8], place: i64) -> None:
    """A 1 for each element of a set."""
    place -= 1
    while items:
        rest = EIGHTS[items & 255]
        while rest:
            into[place + (rest & 15)] = 1
            rest >>= 4
        items >>= 8
        place += 8


def copy_from_seat(counts: vec[i64], seat: i64, size: i64, into: vec[u8], at: i64) -> None:
    """Numbers of all seats, so many of each, from one seat on."""
    first = seat * size
    end: i64 = len(counts)
    at -= first
    for place in range(first, end):
        into[at + place] = cut(counts[place])
    at += end
    for place in range(first):
        into[at + place] = cut(counts[place])


def write_sets(sets: vec[i64], seat: i64, size: i64, into: vec[u8], at: i64) -> None:
    """A set of each seat, of so many possible elements, from one seat on."""
    for owner in range(seat, len(sets)):
        write_set(sets[owner], into, at)
        at += size
    for owner in range(seat):
        write_set(sets[owner], into, at)
        at += size


def seats_between(seat: i64, other: i64, players: i64) -> i64:
    """How many turns a seat has to wait for another, as the turn goes."""
    if other < seat:
        return other + players - seat
    return other - seat


def cut(number: i64) -> u8:
    """A count as an observation tells it."""
    if number & ~MOST:  # one question for the usual case
        return u8(MOST) if number > 0 else u8(0)
    return u8(number)
